// The oracle of the random suites, itself tested: on cases that are solved by hand, by the residual
// of every solution it lists, and for completeness against an iteration that shares nothing with
// it.

#include "support/plain_enumeration.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <vector>

#include "support/random_problems.hpp"

namespace ricochet::testing {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

struct OneContact {
  double alpha, beta, delta, mu;

  MatrixXd G() const { return (MatrixXd(2, 2) << alpha, delta, delta, beta).finished(); }
};

PlainResult enumerate(const OneContact& c, double qN, double qT) {
  return plain_enumerate(c.G(), Eigen::Vector2d(qN, qT), VectorXd::Constant(1, c.mu));
}

// One dof with W = (a, b): alpha = a^2, delta = ab, beta = b^2.
OneContact lever(double a, double b, double mu) { return {a * a, b * b, a * b, mu}; }

void expect_solved(const MatrixXd& G, const VectorXd& q, const VectorXd& mu,
                   const PlainResult& result) {
  for (const PlainSolution& s : result.solutions) {
    const double impulse = std::max(1.0, s.L.lpNorm<Eigen::Infinity>());
    EXPECT_LT(plain_residual(G, q, mu, s.L), 1e-11 * impulse);
    EXPECT_LT((G * s.L + q - s.xi).lpNorm<Eigen::Infinity>(), 1e-11 * impulse);
    if (!s.continuum()) continue;
    EXPECT_LT(plain_residual(G, q, mu, s.second_L), 1e-11 * impulse);
    EXPECT_GT((s.xi - s.second_xi).lpNorm<Eigen::Infinity>(), 1e-6);
  }
}

// Payr & Glocker (2005), eqs. 29-47: approaching, det > 0, any friction: one solution, in the mode
// and with the impulses of the closed form.
TEST(PlainEnumeration, OneApproachingContactHasTheClosedFormAsItsOnlySolution) {
  Random random(11);
  int slip_plus = 0, slip_minus = 0, stick = 0, supercritical = 0;
  for (int k = 0; k < 5000; ++k) {
    OneContact c{};
    c.alpha = random.uniform(0.5, 2.0);
    c.beta = random.uniform(0.5, 2.0);
    c.delta = random.uniform(-0.98, 0.98) * std::sqrt(c.alpha * c.beta);
    c.mu = random.uniform(0.05, 2.5);
    const double qN = -random.uniform(0.05, 1.0);
    const double qT = random.uniform(-2.0, 2.0);
    const double forward = c.alpha - c.mu * c.delta;
    const double backward = c.alpha + c.mu * c.delta;
    const PlainResult result = enumerate(c, qN, qT);
    if (result.on_boundary()) continue;
    ASSERT_EQ(result.solutions.size(), 1U);
    const PlainSolution& s = result.solutions.front();
    ASSERT_TRUE(s.impulses_unique);
    ASSERT_FALSE(s.continuum());
    Mode mode = Mode::stick;
    const double det = c.alpha * c.beta - c.delta * c.delta;
    Eigen::Vector2d L((-c.beta * qN + c.delta * qT) / det, (c.delta * qN - c.alpha * qT) / det);
    if (backward > 0.0 && qT / qN >= (c.delta + c.mu * c.beta) / backward) {
      mode = Mode::slip_minus;
      L = Eigen::Vector2d(1.0, c.mu) * (-qN / backward);
      ++slip_minus;
    } else if (forward > 0.0 && qT / qN <= (c.delta - c.mu * c.beta) / forward) {
      mode = Mode::slip_plus;
      L = Eigen::Vector2d(1.0, -c.mu) * (-qN / forward);
      ++slip_plus;
    } else {
      ++stick;
    }
    if (forward < 0.0 || backward < 0.0) ++supercritical;
    EXPECT_EQ(s.modes.front(), mode);
    EXPECT_LT((s.L - L).norm(), 1e-10 * (1.0 + L.norm()));
    expect_solved(c.G(), Eigen::Vector2d(qN, qT), VectorXd::Constant(1, c.mu), result);
  }
  EXPECT_GT(std::min({slip_plus, slip_minus, stick, supercritical}), 300);
}

// alpha < mu delta, gamma_N- = 0, gamma_T- > 0: no impulse, or the stick of eqs. 35-38. The impulse
// of slip is 0 and the same solution as no impulse.
TEST(PlainEnumeration, PainleveContactWithoutNormalVelocityHasTwoSolutionsOnTheJamSide) {
  const OneContact c{1.0, 2.0, 1.2, 1.0};
  const PlainResult jam = enumerate(c, 0.0, 0.7);
  EXPECT_FALSE(jam.on_boundary());
  ASSERT_EQ(jam.solutions.size(), 2U);
  const double det = c.alpha * c.beta - c.delta * c.delta;
  EXPECT_NEAR(jam.solutions[0].xi(1), 0.7, 1e-14);
  EXPECT_EQ(jam.solutions[0].modes.front(), Mode::open);
  EXPECT_NEAR(jam.solutions[1].L(0), c.delta * 0.7 / det, 1e-13);
  EXPECT_NEAR(jam.solutions[1].L(1), -c.alpha * 0.7 / det, 1e-13);
  EXPECT_EQ(jam.solutions[1].modes.front(), Mode::stick);

  const PlainResult away = enumerate(c, 0.0, -0.7);
  ASSERT_EQ(away.solutions.size(), 1U);
  EXPECT_EQ(away.solutions[0].modes.front(), Mode::open);
}

// Opening slowly on the jam side: no impulse; slip with L_N = -q_N / (alpha - mu delta); stick.
TEST(PlainEnumeration, PainleveContactOpeningSlowlyHasThreeSolutions) {
  const OneContact c{1.0, 2.0, 1.2, 1.0};
  const PlainResult result = enumerate(c, 0.05, 0.7);
  ASSERT_EQ(result.solutions.size(), 3U);
  EXPECT_NEAR(result.solutions[1].L(0), 0.25, 1e-14);
  EXPECT_EQ(result.solutions[1].modes.front(), Mode::slip_plus);
  EXPECT_EQ(result.solutions[2].modes.front(), Mode::stick);
  // Too fast for slip to last: none but the opening.
  EXPECT_EQ(enumerate(c, 0.5, 0.7).solutions.size(), 1U);
}

// alpha = mu delta, gamma_N- = 0: xi_N = 0 for every L_N of forward slip, xi_T =
// q_T - (mu beta - delta) L_N falls to 0, where stick joins. One connected continuum.
TEST(PlainEnumeration, CriticalFrictionWithoutNormalVelocityHasAContinuum) {
  const OneContact c{1.0, 1.5, 1.0, 1.0};
  const PlainResult result = enumerate(c, 0.0, 0.5);
  ASSERT_EQ(result.solutions.size(), 1U);
  const PlainSolution& s = result.solutions.front();
  EXPECT_EQ(s.dimension, 1);
  EXPECT_TRUE(s.impulses_unique);
  EXPECT_TRUE(result.several());
  EXPECT_NEAR(std::max(s.xi(1), s.second_xi(1)), 0.5, 1e-11);
  EXPECT_LT(std::min(s.xi(1), s.second_xi(1)), 0.4);
  EXPECT_GT(std::min(s.xi(1), s.second_xi(1)), -1e-11);
  expect_solved(c.G(), Eigen::Vector2d(0.0, 0.5), VectorXd::Constant(1, c.mu), result);
}

// One dof, gamma = (a, b) u: stick needs q in range(a, b), slip cannot last for
// mu >= |delta| / beta.
TEST(PlainEnumeration, LockedLeverHasNoSolutionUnlessRestitutionsAgree) {
  for (const double mu : {0.5, 0.6, 1.5}) {
    const OneContact c = lever(1.0, 2.0, mu);
    const PlainResult none = enumerate(c, -1.5, -2.0);  // eps_N = 0.5, eps_T = 0
    EXPECT_TRUE(none.solutions.empty());
    EXPECT_FALSE(none.on_boundary());
    const PlainResult agreed = enumerate(c, -1.5, -3.0);
    ASSERT_EQ(agreed.solutions.size(), 1U);
    EXPECT_LT(agreed.solutions[0].xi.norm(), 1e-14);
    EXPECT_FALSE(agreed.solutions[0].impulses_unique);
  }
  // Below: slip with L_N = -q_N / (alpha - mu |delta|), unique.
  const PlainResult slip = enumerate(lever(1.0, 2.0, 0.4), -1.5, -2.0);
  ASSERT_EQ(slip.solutions.size(), 1U);
  EXPECT_TRUE(slip.solutions[0].impulses_unique);
}

TEST(PlainEnumeration, TangentThatCannotMoveLeavesTheTangentialImpulseOpen) {
  const PlainResult result = enumerate({2.0, 0.0, 0.0, 0.5}, -1.0, 0.0);
  ASSERT_EQ(result.solutions.size(), 1U);
  EXPECT_NEAR(result.solutions[0].L(0), 0.5, 1e-14);
  EXPECT_FALSE(result.solutions[0].impulses_unique);
}

// A mass m = 1 between two walls, sliding, no normal velocity: any clamping L_N brakes it,
// xi_T = v - (mu_1 + mu_2) L_N down to 0.
TEST(PlainEnumeration, PistonBetweenWallsHasAContinuum) {
  const MatrixXd W = (MatrixXd(2, 4) << 0, 1, 0, -1, 1, 0, -1, 0).finished();
  const MatrixXd G = W.transpose() * W;
  const Eigen::Vector2d mu(0.3, 0.6);
  const VectorXd q = W.transpose() * Eigen::Vector2d(0.8, 0.0);
  const PlainResult result = plain_enumerate(G, q, mu);
  ASSERT_EQ(result.solutions.size(), 1U);
  const PlainSolution& s = result.solutions.front();
  EXPECT_EQ(s.dimension, 1);
  EXPECT_NEAR(std::max(s.xi(1), s.second_xi(1)), 0.8, 1e-11);
  EXPECT_LT(std::min(s.xi(1), s.second_xi(1)), 0.7);
  EXPECT_GT(std::min(s.xi(1), s.second_xi(1)), -1e-11);
  expect_solved(G, q, mu, result);
  // At rest the clamping changes nothing: one xi, impulses not unique.
  const PlainResult rest = plain_enumerate(G, VectorXd::Zero(4), mu);
  ASSERT_EQ(rest.solutions.size(), 1U);
  EXPECT_FALSE(rest.several());
  EXPECT_FALSE(rest.solutions[0].impulses_unique);
}

TEST(PlainEnumeration, IndependentContactsMultiplyTheirSolutions) {
  const OneContact c{1.0, 2.0, 1.2, 1.0};
  MatrixXd G = MatrixXd::Zero(4, 4);
  G.topLeftCorner(2, 2) = c.G();
  G.bottomRightCorner(2, 2) = 3.0 * c.G();
  const PlainResult result =
      plain_enumerate(G, Eigen::Vector4d(0.0, 0.7, 0.05, 0.7), Eigen::Vector2d(1.0, 1.0));
  EXPECT_EQ(result.solutions.size(), 6U);
  EXPECT_EQ(result.modes, 16);
}

// Without friction u+ always exists and is unique if q is in range(G) (a convex quadratic
// programme).
TEST(PlainEnumeration, WithoutFrictionThereIsOneSolution) {
  Random random(5);
  for (int k = 0; k < 500; ++k) {
    const Index n = 1 + k % 4;
    MatrixXd W(3, 2 * n);
    for (double& w : W.reshaped()) w = random.uniform(-1.0, 1.0);
    const MatrixXd G = W.transpose() * W;
    const VectorXd q = W.transpose() * Eigen::Vector3d(random.uniform(-1, 1), random.uniform(-1, 1),
                                                       random.uniform(-1, 1));
    const PlainResult result = plain_enumerate(G, q, VectorXd::Zero(n));
    EXPECT_EQ(result.modes, std::int64_t{1} << n);
    if (result.on_boundary()) continue;
    ASSERT_EQ(result.solutions.size(), 1U);
    EXPECT_FALSE(result.has_continuum());
    expect_solved(G, q, VectorXd::Zero(n), result);
  }
}

// Projected Gauss-Seidel, contact by contact: L_N <- (L_N - xi_N/G_NN)+, L_T <-
// clamp(L_T - xi_T/G_TT). Where it comes to rest is a solution. False if it does not.
bool gauss_seidel(const MatrixXd& G, const VectorXd& q, const VectorXd& mu, VectorXd& L) {
  for (int sweep = 0; sweep < 3000; ++sweep) {
    const VectorXd before = L;
    for (Index i = 0; i < mu.size(); ++i) {
      const Index N = 2 * i, T = N + 1;
      if (G(N, N) > 0.0) L(N) = std::max(0.0, L(N) - (G.row(N).dot(L) + q(N)) / G(N, N));
      const double bound = mu(i) * L(N);
      const double free = G(T, T) > 0.0 ? L(T) - (G.row(T).dot(L) + q(T)) / G(T, T) : L(T);
      L(T) = std::clamp(free, -bound, bound);
    }
    const double size = L.lpNorm<Eigen::Infinity>();
    if (!(size < 1e6)) return false;
    if ((L - before).lpNorm<Eigen::Infinity>() <= 1e-14 * (1.0 + size)) {
      return plain_residual(G, q, mu, L) < 1e-11;
    }
  }
  return false;
}

TEST(PlainEnumeration, ListsEveryRestingPointOfGaussSeidelAndSolvesWhatItLists) {
  int problems = 0, resting = 0, several = 0, none = 0, continua = 0, set_aside = 0;
  for (const int contacts : {1, 2, 3, 4}) {
    ProblemGenerator generator(100 + static_cast<std::uint64_t>(contacts));
    Random start(7);
    for (int k = 0; k < (contacts < 4 ? 400 : 100); ++k) {
      const GeneratedProblem generated = generator.next(contacts);
      const MatrixXd& G = generated.problem.G;
      const auto [q, mu] = moreau_data(generated.problem);
      const PlainResult result = plain_enumerate(G, q, mu);
      if (result.on_boundary()) {
        ++set_aside;
        continue;
      }
      ++problems;
      expect_solved(G, q, mu, result);
      if (result.solutions.empty()) ++none;
      if (result.solutions.size() > 1) ++several;
      if (result.has_continuum()) ++continua;
      for (int trial = 0; trial < 4; ++trial) {
        VectorXd L(2 * contacts);
        for (double& l : L) l = trial == 0 ? 0.0 : start.uniform(-3.0, 3.0);
        if (!gauss_seidel(G, q, mu, L)) continue;
        ++resting;
        const VectorXd xi = G * L + q;
        const bool listed = std::any_of(
            result.solutions.begin(), result.solutions.end(), [&](const PlainSolution& s) {
              return s.continuum() || (s.xi - xi).lpNorm<Eigen::Infinity>() < 1e-6;
            });
        EXPECT_TRUE(listed) << contacts << " contacts, problem " << k << ", "
                            << to_string(generated.family);
      }
    }
  }
  RecordProperty("problems", problems);
  EXPECT_LT(set_aside, 20);
  EXPECT_GT(resting, 2000);
  EXPECT_GT(several, 100);
  EXPECT_GT(none, 100);
  EXPECT_GT(continua, 10);
}

TEST(RandomProblems, AreTheSameForTheSameSeed) {
  ProblemGenerator a(3), b(3), c(4);
  bool differs = false;
  for (int k = 0; k < 50; ++k) {
    const GeneratedProblem x = a.next(1 + k % 4), y = b.next(1 + k % 4), z = c.next(1 + k % 4);
    ASSERT_EQ(x.family, y.family);
    ASSERT_EQ(x.problem.G, y.problem.G);
    ASSERT_EQ(x.problem.gamma, y.problem.gamma);
    differs = differs || x.problem.gamma != z.problem.gamma;
  }
  EXPECT_TRUE(differs);
  Random random(1);  // splitmix64 and xoshiro256** as published
  EXPECT_EQ(random.bits(), 0xB3F2AF6D0FC710C5ULL);
}

}  // namespace
}  // namespace ricochet::testing
