// Solution sets of the Coulomb complementarity problem that can be drawn by hand.

#include <gtest/gtest.h>

#include <ricochet/lcp/enumerate.hpp>
#include <ricochet/lcp/solve.hpp>

namespace ricochet {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// A block of mass 1 sliding between two parallel walls y = 0 and y = h (it cannot turn): contact 1 pushes
/// up, contact 2 down, tangents along +x and -x.
struct Piston {
  MatrixXd G{4, 4};
  VectorXd q{4};
  VectorXd mu{2};

  Piston(double vx, double friction) {
    MatrixXd W(2, 4);
    W << 0.0, 1.0, 0.0, -1.0,  // x of N1, T1, N2, T2
        1.0, 0.0, -1.0, 0.0;   // y
    G = W.transpose() * W;
    q = W.transpose() * Eigen::Vector2d(vx, 0.0);
    mu.setConstant(friction);
  }
  CoulombProblem problem() const { return {G, q, mu}; }
};

TEST(Enumeration, WedgedPistonMayStopAnywhereOrSlideOn) {
  // Self-equilibrated normal impulses of any size brake it: u+ is any value in [0, vx].
  const Piston piston(1.0, 0.5);
  const Enumeration all = enumerate_solutions(piston.problem());
  ASSERT_TRUE(all.complete);
  ASSERT_FALSE(all.solutions.empty());
  bool family = false;
  const CoulombScale scale = scale_of(piston.problem());
  for (const CoulombSolution& s : all.solutions) {
    EXPECT_LE(coulomb_residual(piston.problem(), scale, s.L, s.xi), 1e-12);
    if (s.dimension == 0) continue;
    family = true;
    EXPECT_EQ(s.dimension, 1);
    for (const double t : {0.0, 0.3, 1.0}) {  // the whole segment solves the problem
      const VectorXd L = (1.0 - t) * s.L + t * s.L_to;
      const VectorXd xi = piston.q + piston.G * L;
      EXPECT_LE(coulomb_residual(piston.problem(), scale, L, xi), 1e-12);
    }
    EXPECT_NEAR(std::abs(s.xi[1] - s.xi_to[1]), 1.0, 1e-9);  // from 0 to vx
  }
  EXPECT_TRUE(family);
}

TEST(Enumeration, PistonAtRestStaysAtRestWithImpulsesNotUnique) {
  const Piston piston(0.0, 0.5);
  const Enumeration all = enumerate_solutions(piston.problem());
  ASSERT_EQ(all.solutions.size(), 1U);
  EXPECT_FALSE(all.solutions[0].impulses_unique);
  EXPECT_NEAR(all.solutions[0].L.norm(), 0.0, 1e-12);  // the least-norm ones
}

/// A block on two corners, symmetric; lands flat with speed 1. W for (x, y, angle), half width 1, centre
/// height 1, mass 1, inertia 1.
struct Block {
  MatrixXd G{4, 4};
  VectorXd q{4};
  VectorXd mu{2};
  explicit Block(double friction) {
    MatrixXd W(3, 4);
    W << 0.0, 1.0, 0.0, 1.0,  // x
        1.0, 0.0, 1.0, 0.0,   // y
        -1.0, 1.0, 1.0, 1.0;  // angle: N at x = -1 and +1; T at height -1
    G = W.transpose() * W;
    q = W.transpose() * Eigen::Vector3d(0.0, -1.0, 0.0);
    mu.setConstant(friction);
  }
  CoulombProblem problem() const { return {G, q, mu}; }
};

TEST(Enumeration, FlatLandingIsUniqueInVelocityWithLeastNormImpulses) {
  const Block block(0.5);
  const Enumeration all = enumerate_solutions(block.problem());
  ASSERT_EQ(all.solutions.size(), 1U);
  const CoulombSolution& s = all.solutions[0];
  EXPECT_NEAR(s.xi.norm(), 0.0, 1e-12);
  EXPECT_FALSE(s.impulses_unique);  // the corners may push against each other
  EXPECT_NEAR(s.L[0], 0.5, 1e-10);
  EXPECT_NEAR(s.L[2], 0.5, 1e-10);
  EXPECT_NEAR(s.L[1], 0.0, 1e-10);
  EXPECT_NEAR(s.L[3], 0.0, 1e-10);
}

TEST(Enumeration, FrictionlessProblemHasOneVelocity) {
  const Block block(0.0);
  const Enumeration all = enumerate_solutions(block.problem());
  ASSERT_EQ(all.solutions.size(), 1U);
  EXPECT_NEAR(all.solutions[0].L[0], 0.5, 1e-12);
  EXPECT_TRUE(all.solutions[0].impulses_unique);
}

TEST(Enumeration, BudgetThatRunsOutIsSaid) {
  const Block block(0.5);
  EXPECT_FALSE(enumerate_solutions(block.problem(), 3).complete);
}

TEST(Enumeration, PainleveContinuumAtTheCriticalFriction) {
  // alpha = mu delta, gN- = 0: slip with any impulse up to the one that stops it.
  MatrixXd G(2, 2);
  G << 1.0, 2.0, 2.0, 5.0;
  const VectorXd q = Eigen::Vector2d(0.0, 1.0);
  const VectorXd mu = VectorXd::Constant(1, 0.5);
  const Enumeration all = enumerate_solutions({G, q, mu});
  bool family = false;
  for (const CoulombSolution& s : all.solutions) {
    if (s.dimension == 1) {
      family = true;
      EXPECT_FALSE(s.unbounded);
      EXPECT_NEAR(std::max(s.L[0], s.L_to[0]), 2.0, 1e-9);  // gT = 1 - L_N/2 reaches 0
    }
  }
  EXPECT_TRUE(family);
}

TEST(Solve, ResidualOfAWrongAnswerIsLarge) {
  const Block block(0.5);
  const CoulombProblem p = block.problem();
  const VectorXd L = VectorXd::Zero(4);
  EXPECT_NEAR(coulomb_residual(p, scale_of(p), L, block.q), 1.0, 1e-15);
}

TEST(Solve, RankDeficientLandingIsCertified) {
  const Block block(0.5);
  CoulombWorkspace workspace;
  VectorXd L = VectorXd::Zero(4);
  const CoulombAnswer answer = solve_coulomb(block.problem(), L, workspace);
  EXPECT_TRUE(answer.certified);
  EXPECT_LE(answer.residual, 1e-12);
}

}  // namespace
}  // namespace ricochet
