// poisson on random problems: against routh-poisson, against a plain enumeration of its own conditions,
// and its energy.

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <cstdio>

#include <ricochet/impact/routh.hpp>
#include <support/random_contacts.hpp>
#include <support/random_problems.hpp>
#include <support/resolve.hpp>
#include <support/suite.hpp>

namespace ricochet {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using ricochet::testing::as_problem;
using ricochet::testing::ProblemFamily;
using ricochet::testing::ProblemGenerator;
using ricochet::testing::Random;
using ricochet::testing::random_contact;
using ricochet::testing::resolve;
using ricochet::testing::suite_count;

/// Whether a phase of the process ends in slip after a stop, and whether that can be told: a stretch
/// shorter than 1e-7 of the impulse cannot be seen in the result.
struct Stops {
  bool slip_after_stop = false;
  bool clear = true;
};
Stops stops_of(const OneContactResult& r) {
  Stops stops;
  for (const Stage stage : {Stage::compression, Stage::restitution}) {
    bool several = false;
    const OneContactPhase* last = nullptr;
    for (unsigned k = 0; k < r.phase_count; ++k) {
      const OneContactPhase& phase = r.phases[k];
      if (phase.normal_impulse < 1e-7 * r.L_N) stops.clear = false;
      if (phase.stage != stage) continue;
      several = several || (last && last->mode != phase.mode);
      last = &phase;
    }
    if (last && last->mode != Mode::stick && several) stops.slip_after_stop = true;
  }
  return stops;
}

TEST(Poisson, EqualsRouthPoissonUnlessAPhaseEndsInSlipAfterAStop) {
  Random random(31);
  const long count = suite_count(100'000);
  long same = 0;
  long different = 0;
  long aside = 0;
  for (long k = 0; k < count; ++k) {
    OneContact c = random_contact(random);
    if (random.chance(0.5)) c.mu = c.mu_static = 0.5 * c.mu;
    const OneContactResult routh = routh_poisson(c);
    const Stops stops = stops_of(routh);
    if (!stops.clear) {
      ++aside;
      continue;
    }
    const ImpactOutcome out = resolve("poisson", as_problem(c));
    const double apart = std::hypot(out.impulse[0] - routh.L_N, out.impulse[1] - routh.L_T) /
                         std::hypot(routh.L_N, routh.L_T);
    ASSERT_EQ(!stops.slip_after_stop, apart <= 1e-12) << "contact " << k << ": apart " << apart;
    ++(stops.slip_after_stop ? different : same);
  }
  std::printf("equal %ld, different %ld, set aside %ld\n", same, different, aside);
  EXPECT_GT(same, count / 2);
  EXPECT_GT(different, count / 100);
  EXPECT_LT(aside, count / 1000 + 2);
}

// The oracle: every combination of {at the floor, above it} x {slip+, slip-, stick} of
//   0 <= L_N - floor complementary to xi_N >= 0,  -L_T in mu L_N Sgn(xi_T),  xi = q + G L.

struct Found {
  VectorXd L, xi;
};

std::vector<Found> all_with_floor(const MatrixXd& G, const VectorXd& q, const VectorXd& mu,
                                  const VectorXd& floor, bool& singular) {
  const Index n = mu.size();
  const double v =
      std::max(q.cwiseAbs().maxCoeff(), (G * G.diagonal().cwiseInverse()).norm() * 1e-3);
  const double tolerance = 1e-9;
  std::vector<Found> found;
  long combinations = 1;
  for (Index i = 0; i < n; ++i) combinations *= 6;
  for (long code = 0; code < combinations; ++code) {
    MatrixXd A = MatrixXd::Zero(2 * n, 2 * n);  // A L = b
    VectorXd b = VectorXd::Zero(2 * n);
    long rest = code;
    std::vector<int> normal, tangential;
    for (Index i = 0; i < n; ++i) {
      normal.push_back(static_cast<int>(rest % 2));
      tangential.push_back(static_cast<int>(rest / 2 % 3));
      rest /= 6;
      if (normal.back() == 0) {
        A(2 * i, 2 * i) = 1.0;
        b[2 * i] = floor[i];
      } else {
        A.row(2 * i) = G.row(2 * i);
        b[2 * i] = -q[2 * i];
      }
      if (tangential.back() == 2) {
        A.row(2 * i + 1) = G.row(2 * i + 1);
        b[2 * i + 1] = -q[2 * i + 1];
      } else {
        A(2 * i + 1, 2 * i + 1) = 1.0;
        A(2 * i + 1, 2 * i) = tangential.back() == 0 ? mu[i] : -mu[i];
      }
    }
    Eigen::FullPivLU<MatrixXd> lu(A);
    lu.setThreshold(1e-8);
    if (!lu.isInvertible()) {
      singular = true;
      continue;
    }
    const VectorXd L = lu.solve(b);
    const VectorXd xi = q + G * L;
    bool fits = true;
    for (Index i = 0; i < n; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const double size = L.cwiseAbs().maxCoeff() * tolerance;
      fits = fits && L[2 * i] >= floor[i] - size && xi[2 * i] >= -tolerance * v;
      fits = fits && std::abs(L[2 * i + 1]) <= mu[i] * L[2 * i] + size;
      if (tangential[k] == 0) fits = fits && xi[2 * i + 1] >= -tolerance * v;
      if (tangential[k] == 1) fits = fits && xi[2 * i + 1] <= tolerance * v;
    }
    if (fits) found.push_back({L, xi});
  }
  return found;
}

bool contains(const std::vector<VectorXd>& set, const VectorXd& x, double tolerance) {
  for (const VectorXd& y : set) {
    if ((x - y).cwiseAbs().maxCoeff() <= tolerance) return true;
  }
  return false;
}

TEST(Poisson, FindsExactlyTheAnswersOfAPlainEnumerationOfItsConditions) {
  ProblemGenerator generator(32);
  long compared = 0;
  long several = 0;
  long guarded = 0;
  Random random(33);
  for (long k = 0; k < suite_count(10'000); ++k) {
    const ProblemFamily family = k % 2 == 0 ? ProblemFamily::generic : ProblemFamily::supercritical;
    ContactProblem p = generator.next(2, family).problem;
    for (ContactParameters& c : p.contact) c.poisson = random.uniform();
    const Index n = p.contacts();
    VectorXd mu(n), R(n);
    for (Index i = 0; i < n; ++i) {
      mu[i] = p.contact[static_cast<std::size_t>(i)].mu;
      R[i] = *p.contact[static_cast<std::size_t>(i)].poisson;
    }
    bool singular = false;
    std::vector<VectorXd> expected;
    bool guard = false;
    for (const Found& c : all_with_floor(p.G, p.gamma, mu, VectorXd::Zero(n), singular)) {
      VectorXd floor(n);
      for (Index i = 0; i < n; ++i) floor[i] = R[i] * c.L[2 * i];
      for (const Found& d : all_with_floor(p.G, c.xi, mu, floor, singular)) {
        if (!contains(expected, d.xi, 1e-7)) expected.push_back(d.xi);
        for (Index i = 0; i < n; ++i) guard = guard || d.L[2 * i] > floor[i] + 1e-6;
      }
    }
    if (singular) continue;
    const ImpactOutcome out = resolve("poisson", p);
    ASSERT_TRUE(has_answer(out.status)) << k;
    ASSERT_LE(out.residual, 1e-12) << k;
    ASSERT_TRUE(contains(expected, out.gamma, 1e-7)) << k;
    ASSERT_EQ(out.solutions.size(), expected.size()) << k;
    for (const ImpactSolution& s : out.solutions) {
      ASSERT_TRUE(contains(expected, s.gamma, 1e-7)) << k;
    }
    ASSERT_EQ(out.status, expected.size() > 1 ? Status::one_of_many : Status::unique) << k;
    ++compared;
    several += expected.size() > 1;
    guarded += guard;
  }
  std::printf("compared %ld, several answers %ld, guard against penetration active %ld\n", compared,
              several, guarded);
  EXPECT_GT(compared, suite_count(10'000) / 2);
  EXPECT_GT(several, 0);
  EXPECT_GT(guarded, suite_count(10'000) / 100);
}

TEST(Poisson, NeverGainsEnergyWithoutFrictionWithOneContactOrWithEqualCoefficients) {
  ProblemGenerator generator(34);
  Random random(35);
  const long count = suite_count(100'000);
  long answered = 0;
  double worst = 0.0;
  Workspace workspace;
  ImpactOutcome out;
  const ImpactLaw& poisson = *find_law("poisson");
  for (long k = 0; k < count; ++k) {
    const int kind = static_cast<int>(k % 3);
    ContactProblem p = generator.next(kind == 1 ? 1 : random.integer(2, 4)).problem;
    const double R = random.uniform();
    for (ContactParameters& c : p.contact) {
      c.poisson = kind == 2 ? R : random.uniform();
      if (kind == 0) c.mu = c.mu_static = 0.0;
    }
    poisson.resolve(p, out, workspace);
    if (!has_answer(out.status)) continue;
    ++answered;
    worst = std::max(worst, -out.energy.dissipation / out.energy.reference);
    for (const Warning& w : out.warnings) ASSERT_NE(w.id, WarningId::energy_gain) << k;
  }
  std::printf("%ld of %ld answered, largest gain %.1e of the energy\n", answered, count, worst);
  EXPECT_GT(answered, count * 97 / 100);
}

}  // namespace
}  // namespace ricochet
