// Lemke's method on problems whose answers are known.

#include <gtest/gtest.h>

#include <ricochet/lcp/lemke.hpp>
#include <support/random_problems.hpp>

namespace ricochet {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using ricochet::testing::Random;

/// Largest violation of w = M z + q, w >= 0, z >= 0, w z = 0.
double violation(const MatrixXd& M, const VectorXd& q, const VectorXd& z) {
  const VectorXd w = M * z + q;
  return w.cwiseMin(z).cwiseAbs().maxCoeff();
}

TEST(Lemke, NonNegativeRightHandSideNeedsNoImpulse) {
  LemkeWorkspace workspace;
  VectorXd z;
  EXPECT_EQ(lemke(MatrixXd::Zero(2, 2), VectorXd::Ones(2), z, workspace), LemkeEnd::solved);
  EXPECT_EQ(z.norm(), 0.0);
}

TEST(Lemke, SolvesEveryPositiveDefiniteProblem) {
  Random random(1);
  LemkeWorkspace workspace;
  VectorXd z;
  for (int k = 0; k < 500; ++k) {
    const int m = random.integer(1, 12);
    MatrixXd A(m, m);
    VectorXd q(m);
    for (double& a : A.reshaped()) a = random.uniform(-1.0, 1.0);
    for (double& a : q) a = random.uniform(-1.0, 1.0);
    // Positive definite, not symmetric: a skew part is added.
    const MatrixXd M = A * A.transpose() + 0.1 * MatrixXd::Identity(m, m) + A - A.transpose();
    ASSERT_EQ(lemke(M, q, z, workspace), LemkeEnd::solved);
    EXPECT_LE(violation(M, q, z), 1e-10);
  }
}

TEST(Lemke, RayWhenNoSolutionExists) {
  // w = -z - 1 < 0 for every z >= 0.
  LemkeWorkspace workspace;
  VectorXd z;
  EXPECT_EQ(lemke(-MatrixXd::Identity(1, 1), -VectorXd::Ones(1), z, workspace), LemkeEnd::ray);
}

TEST(Lemke, DegenerateTiesDoNotCycle) {
  // Kostreva's cycling example for Bard-type pivoting, right-hand side of equal entries.
  MatrixXd M(3, 3);
  M << 1.0, 2.0, 0.0, 0.0, 1.0, 2.0, 2.0, 0.0, 1.0;
  LemkeWorkspace workspace;
  VectorXd z;
  const VectorXd q = -VectorXd::Ones(3);
  ASSERT_EQ(lemke(M, q, z, workspace), LemkeEnd::solved);
  EXPECT_LE(violation(M, q, z), 1e-14);
}

TEST(Lemke, OtherCoveringVectorsFindSolutionsToo) {
  MatrixXd M(2, 2);
  M << 2.0, 1.0, 1.0, 2.0;
  const VectorXd q = (VectorXd(2) << -5.0, -6.0).finished();
  LemkeWorkspace workspace;
  VectorXd z;
  for (int attempt = 0; attempt < 4; ++attempt) {
    ASSERT_EQ(lemke(M, q, z, workspace, attempt), LemkeEnd::solved);
    EXPECT_NEAR(z[0], 4.0 / 3.0, 1e-14);
    EXPECT_NEAR(z[1], 7.0 / 3.0, 1e-14);
  }
}

}  // namespace
}  // namespace ricochet
