// The laws of one contact against formulas of the papers, typed in here from their equations, and against
// each other in the limits where they coincide.

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include <ricochet/impact/brach.hpp>
#include <ricochet/impact/moreau.hpp>
#include <ricochet/impact/routh.hpp>
#include <ricochet/impact/stronge_compliant.hpp>
#include <ricochet/impact/walton.hpp>
#include <ricochet/lcp/enumerate.hpp>
#include <ricochet/lcp/solve.hpp>
#include <support/random_contacts.hpp>
#include <support/suite.hpp>

namespace ricochet {
namespace {

using ricochet::testing::Random;
using ricochet::testing::random_contact;
using ricochet::testing::random_sphere;
using ricochet::testing::suite_count;

/// Difference of impulses over their size.
double difference(double L_N, double L_T, const OneContactResult& r) {
  const double size = std::hypot(L_N, L_T) + std::hypot(r.L_N, r.L_T);
  return size > 0.0 ? 2.0 * std::hypot(L_N - r.L_N, L_T - r.L_T) / size : 0.0;
}
double difference(const OneContactResult& a, const OneContactResult& b) {
  return difference(a.L_N, a.L_T, b);
}

/// How nearly a contact sits on the border between two modes, where rounding decides: smaller than this
/// is set aside and counted.
constexpr double kBorder = 1e-9;

struct Operator {
  Mode mode;
  double L_N, L_T, gN, gT;
  double border;  // distance to the border of the region
};

/// Payr & Glocker 2005, eqs. (29)-(47), with the existence conditions as printed.
std::optional<Operator> payr_glocker(const OneContact& c) {
  const double r = c.gT / c.gN;
  const double k = (1.0 + c.restitution) / (1.0 + c.tangential);
  const double det = c.alpha * c.beta - c.delta * c.delta;
  const double upper = (c.delta + c.mu * c.beta) / (c.alpha + c.mu * c.delta) * k;  // (34)
  const double lower = (c.delta - c.mu * c.beta) / (c.alpha - c.mu * c.delta) * k;  // (47)
  const double border = std::min(std::abs(r - upper), std::abs(r - lower)) / (1.0 + std::abs(r));
  if (c.alpha + c.mu * c.delta > 0.0 && r >= upper) {
    const double L_N = -(1.0 + c.restitution) * c.gN / (c.alpha + c.mu * c.delta);  // (29)
    return Operator{Mode::slip_minus,
                    L_N,
                    c.mu * L_N,
                    -c.restitution * c.gN,
                    (c.delta + c.mu * c.beta) * L_N + c.gT,
                    border};  // (30)-(32)
  }
  if (c.alpha - c.mu * c.delta > 0.0 && r <= lower) {
    const double L_N = -(1.0 + c.restitution) * c.gN / (c.alpha - c.mu * c.delta);  // (42)
    return Operator{Mode::slip_plus,
                    L_N,
                    -c.mu * L_N,
                    -c.restitution * c.gN,
                    (c.delta - c.mu * c.beta) * L_N + c.gT,
                    border};  // (43)-(45)
  }
  if (c.delta * r < c.beta * k &&                                        // (39)
      (c.alpha - c.mu * c.delta) * r > (c.delta - c.mu * c.beta) * k &&  // (40)
      (c.alpha + c.mu * c.delta) * r < (c.delta + c.mu * c.beta) * k) {  // (41)
    const double L_N =
        (-c.beta * (1.0 + c.restitution) * c.gN + c.delta * (1.0 + c.tangential) * c.gT) /
        det;  // (35)
    const double L_T =
        (c.delta * (1.0 + c.restitution) * c.gN - c.alpha * (1.0 + c.tangential) * c.gT) /
        det;  // (36)
    return Operator{Mode::stick, L_N, L_T, -c.restitution * c.gN, -c.tangential * c.gT, border};
  }
  return std::nullopt;
}

TEST(Moreau, EqualsTheClosedFormsOfPayrAndGlocker) {
  Random random(29);
  const long count = suite_count(100'000);
  double worst = 0.0;
  double worst_solver = 0.0;
  long by_mode[3] = {0, 0, 0};
  CoulombWorkspace workspace;
  for (long k = 0; k < count; ++k) {
    const OneContact c = random_contact(random);
    const auto paper = payr_glocker(c);
    ASSERT_TRUE(paper) << "no region of the paper holds contact " << k;
    if (paper->border < kBorder) continue;
    const OneContactResult r = moreau_one_contact(c);
    ASSERT_EQ(r.mode, paper->mode);
    ASSERT_EQ(r.status, Status::unique);
    ++by_mode[static_cast<std::size_t>(r.mode) - 1];
    worst = std::max(worst, difference(paper->L_N, paper->L_T, r));
    // The general solver and the enumeration on the same complementarity problem.
    Eigen::MatrixXd G(2, 2);
    G << c.alpha, c.delta, c.delta, c.beta;
    const Eigen::Vector2d q((1.0 + c.restitution) * c.gN, (1.0 + c.tangential) * c.gT);
    const Eigen::VectorXd qx = q;
    const Eigen::VectorXd mu = Eigen::VectorXd::Constant(1, c.mu);
    const CoulombProblem problem{G, qx, mu};
    Eigen::VectorXd L = Eigen::VectorXd::Zero(2);
    ASSERT_TRUE(solve_coulomb(problem, L, workspace).certified);
    worst_solver = std::max(worst_solver, difference(L[0], L[1], r));
    if (k % 10 == 0) {
      const Enumeration all = enumerate_solutions(problem);
      ASSERT_EQ(all.solutions.size(), 1U);
      worst_solver =
          std::max(worst_solver, difference(all.solutions[0].L[0], all.solutions[0].L[1], r));
    }
  }
  std::printf("slip+ %ld, slip- %ld, stick %ld; closed forms %.1e, solvers %.1e\n", by_mode[0],
              by_mode[1], by_mode[2], worst, worst_solver);
  EXPECT_LE(worst, 1e-12);
  EXPECT_LE(worst_solver, 1e-12);
}

TEST(Moreau, PostImpactVelocityRatioFollowsEquations48To50) {
  Random random(48);
  double worst = 0.0;
  for (long k = 0; k < suite_count(20'000); ++k) {
    OneContact c = random_contact(random);
    c.restitution = random.uniform(0.05, 1.0);
    const auto paper = payr_glocker(c);
    ASSERT_TRUE(paper);
    if (paper->border < kBorder) continue;
    const OneContactResult r = moreau_one_contact(c);
    const double gN = c.gN + c.alpha * r.L_N + c.delta * r.L_T;
    const double gT = c.gT + c.delta * r.L_N + c.beta * r.L_T;
    const double e = c.restitution;
    double ratio = c.tangential / e * c.gT / c.gN;  // (49)
    const double s = paper->mode == Mode::slip_plus ? -1.0 : 1.0;
    if (paper->mode != Mode::stick) {
      ratio = (c.delta + s * c.mu * c.beta) / (c.alpha + s * c.mu * c.delta) * (1.0 + e) / e -
              c.gT / c.gN / e;  // (48), (50)
    }
    const double size = 1.0 + std::abs(r.L_N * c.beta / gN) + std::abs(c.gT / gN);
    worst = std::max(worst, std::abs(gT / gN - ratio) / size);
  }
  EXPECT_LE(worst, 1e-12);
}

TEST(Walton, EqualsMoreauForSpheres) {
  Random random(51);
  double worst = 0.0;
  for (long k = 0; k < suite_count(100'000); ++k) {
    const OneContact c = random_sphere(random);
    worst = std::max(worst, difference(walton(c), moreau_one_contact(c)));
  }
  EXPECT_LE(worst, 1e-12);
}

TEST(Walton, TwoIdenticalSpheresAreTwoSpheresOnAPlane) {
  Random random(52);
  double worst = 0.0;
  for (long k = 0; k < suite_count(20'000); ++k) {
    // Relative velocity g of two mirror-image spheres: each meets the mid-plane with g/2.
    const OneContact plane = random_sphere(random);
    OneContact pair = plane;
    pair.alpha *= 2.0;
    pair.beta *= 2.0;
    pair.gN *= 2.0;
    pair.gT *= 2.0;
    worst = std::max(worst, difference(walton(pair), walton(plane)));
    worst = std::max(worst, difference(moreau_one_contact(pair), walton(plane)));
  }
  EXPECT_LE(worst, 1e-12);
}

TEST(StrongeCompliant, FollowsTheCorrectedEquation59InGrossSlip) {
  Random random(59);
  double worst = 0.0;
  long gross = 0;
  for (long k = 0; k < suite_count(200'000); ++k) {
    OneContact c = random_contact(random);
    c.gT *= 3.0;
    const OneContactResult r = stronge_compliant(c, random.uniform(0.5, 2.0));
    bool slips = r.phase_count > 0;
    for (unsigned p = 0; p < r.phase_count; ++p) {
      slips = slips && r.phases[p].mode == r.phases[0].mode && r.phases[0].mode != Mode::stick;
    }
    if (!slips) continue;
    ++gross;
    // (59) with -sgn(v1(0)): friction opposes the slip.
    const double s = c.gT > 0.0 ? -1.0 : 1.0;
    const double after = c.gT - (c.delta + c.mu * s * c.beta) / (c.alpha + c.mu * s * c.delta) *
                                    (1.0 + c.restitution) * c.gN;
    const double gT = c.gT + c.delta * r.L_N + c.beta * r.L_T;
    const double size = std::abs(c.gT) + std::abs(c.beta * r.L_N);
    worst = std::max(worst, std::abs(gT - after) / size);
    const double gN = c.gN + c.alpha * r.L_N + c.delta * r.L_T;
    worst = std::max(worst, std::abs(gN + c.restitution * c.gN) / (c.alpha * r.L_N));
  }
  std::printf("gross slip in %ld cases, worst %.1e\n", gross, worst);
  EXPECT_GT(gross, suite_count(20'000));
  EXPECT_LE(worst, 1e-12);
}

/// Brach 1993: partial impulse ratio over an interval from its velocity changes, eq. (15) in contact space.
double ratio15(const OneContact& c, double dN, double dT) {
  return (c.alpha * dT - c.delta * dN) / (c.beta * dN - c.delta * dT);
}

/// The sequential procedure of Brach's table 2 for a contact that slips, stops and slides back during
/// compression, then ends by e: impulse ratio over the whole impact. nullopt if the contact does other.
std::optional<double> brach_table2(const OneContact& c) {
  const double s = c.gT > 0.0 ? 1.0 : -1.0;
  // 1: (gN, gT) -> (x, 0) at ratio -s f, solved for x.
  const double f = -s * c.mu;
  const double x = c.gN - c.gT * (c.alpha + c.delta * f) / (c.delta + c.beta * f);
  const bool stops_in_compression = x < 0.0 && s * (c.delta + c.beta * f) < 0.0 && x > c.gN;
  const bool slides_back = -s * c.delta > c.mu * c.beta;
  if (!stops_in_compression || !slides_back) return std::nullopt;
  // 2 and 4: slides back at ratio +s f, gN from x to 0 and from 0 to -e gN.
  const double slope = (c.delta - c.beta * f) / (c.alpha - c.delta * f);  // dgT/dgN
  const double gT_end = slope * (-x) + slope * (-c.restitution * c.gN);
  // 5: over the whole impact.
  return ratio15(c, -(1.0 + c.restitution) * c.gN, gT_end - c.gT);
}

TEST(Brach, SequentialProcedureIsTheRouthProcess) {
  Random random(15);
  double worst = 0.0;
  long cases = 0;
  for (long k = 0; k < suite_count(200'000); ++k) {
    OneContact c = random_contact(random);
    c.mu = c.mu_static = random.uniform(0.0, 0.5);
    const auto ratio = brach_table2(c);
    if (!ratio) continue;
    ++cases;
    const OneContactResult r = routh_newton(c);
    // Eq. (15) subtracts velocity changes: its own rounding is relative to the terms it subtracts.
    const double dN = -(1.0 + c.restitution) * c.gN;
    const double size = (c.alpha * (std::abs(c.gT) + c.beta * r.L_N) + std::abs(c.delta) * dN) /
                        ((c.alpha * c.beta - c.delta * c.delta) * r.L_N);
    worst = std::max(worst, std::abs(r.L_T / r.L_N - *ratio) / size);
  }
  std::printf("slip, stop and reverse in compression: %ld cases, worst %.1e\n", cases, worst);
  EXPECT_GT(cases, suite_count(1'000));
  EXPECT_LE(worst, 1e-12);
}

TEST(Brach, WithoutEnergyGainEqualsRouthNewtonAndWithEnergeticCoefficientRouthStronge) {
  Random random(16);
  for (long k = 0; k < suite_count(100'000); ++k) {
    const OneContact c = random_contact(random);
    BrachAction action;
    const OneContactResult r = brach(c, std::nullopt, false, &action);
    if (std::isnan(action.cut_to_muT)) {
      ASSERT_LE(difference(r, routh_newton(c)), 1e-12);
    } else {  // energy is just conserved
      const double gN = c.gN + c.alpha * r.L_N + c.delta * r.L_T;
      const double gT = c.gT + c.delta * r.L_N + c.beta * r.L_T;
      const double D = -0.5 * (r.L_N * (gN + c.gN) + r.L_T * (gT + c.gT));
      ASSERT_LE(std::abs(D), 1e-12 * (r.L_N * std::abs(c.gN) + std::abs(r.L_T * c.gT)) + 1e-14);
    }
    ASSERT_LE(difference(brach(c, std::nullopt, true), routh_stronge(c)), 1e-12);
  }
}

TEST(Brach, RodOfThePaperIsLimitedToFiveElevenths) {
  // v_t = 0.2, e = 1, f = 0.9: sequential ratio 0.5319 would gain 12 %; limit mu_T = 5/11.
  OneContact c{2.5, 2.5, -1.5, -1.0, 0.2, 0.9, 0.9, 1.0, 0.0};
  const OneContactResult routh = routh_newton(c);
  EXPECT_NEAR(routh.L_T / routh.L_N, 0.5319, 5e-5);
  BrachAction action;
  const OneContactResult r = brach(c, std::nullopt, false, &action);
  EXPECT_NEAR(action.cut_to_muT, 5.0 / 11.0, 1e-15);
  EXPECT_NEAR(r.L_T / r.L_N, 5.0 / 11.0, 1e-15);
}

TEST(Brach, LimitsEndSlidingAndConserveEnergy) {
  Random random(22);
  for (long k = 0; k < suite_count(100'000); ++k) {
    const OneContact c = random_contact(random);
    const BrachLimits limits = brach_limits(c);
    for (const double m : {limits.mu_0, limits.mu_T}) {
      if (std::isnan(m)) continue;
      const double L_N = -(1.0 + c.restitution) * c.gN / (c.alpha + c.delta * m);
      ASSERT_GT(L_N, 0.0);
      const double gT = c.gT + (c.delta + c.beta * m) * L_N;
      const double size = std::abs(c.gT) + (std::abs(c.delta) + c.beta * std::abs(m)) * L_N;
      if (m == limits.mu_0) {
        ASSERT_LE(std::abs(gT), 1e-12 * size);
      }
      const double D = -0.5 * L_N * ((1.0 - c.restitution) * c.gN + m * (gT + c.gT));
      if (m == limits.mu_T) {
        ASSERT_LE(std::abs(D), 1e-11 * L_N * (std::abs(c.gN) + std::abs(m) * size));
      }
    }
  }
}

}  // namespace
}  // namespace ricochet
