// poisson where the answer can be found by hand.

#include <gtest/gtest.h>

#include <support/balls.hpp>
#include <support/resolve.hpp>

namespace ricochet {
namespace {

using Eigen::VectorXd;
using testing::flagged;
using testing::resolve;
using testing::row_of_balls;

TEST(Poisson, ThreeBallsInARowByHand) {
  // Compression: all at 1/3, C = (2/3, 1/3). Restitution with R = 1: the same impulses once more.
  const ImpactOutcome elastic = resolve("poisson", row_of_balls(3, 1.0, 1.0));
  EXPECT_NEAR((elastic.u - Eigen::Vector3d(-1.0, 2.0, 2.0) / 3.0).norm(), 0.0, 1e-15);
  EXPECT_EQ(elastic.status, Status::unique);
  // R = (1, 0): ball 2 is thrown at ball 3 with 1 against 1/3; the guard gives 2-3 the impulse 1/3.
  ContactProblem p = row_of_balls(3, 1.0, 1.0);
  p.contact[1].poisson = 0.0;
  const ImpactOutcome guarded = resolve("poisson", p);
  EXPECT_NEAR((guarded.u - Eigen::Vector3d(-1.0, 2.0, 2.0) / 3.0).norm(), 0.0, 1e-15);
  EXPECT_NEAR(guarded.impulse[2], 2.0 / 3.0, 1e-15);
  // R = (0, 1): 2-3 bounces, 1-2 must not be penetrated by the ball thrown back: 1-2 gets 1/6 more.
  p.contact[0].poisson = 0.0;
  p.contact[1].poisson = 1.0;
  const ImpactOutcome back = resolve("poisson", p);
  EXPECT_NEAR((back.u - Eigen::Vector3d(1.0, 1.0, 4.0) / 6.0).norm(), 0.0, 1e-15);
}

TEST(Poisson, BallBetweenTwoInclinedWallsByHand) {
  // Two frictionless walls at right angles: each coordinate bounces by itself with its own R.
  ContactProblem p;
  p.M = Eigen::Matrix2d::Identity() * 2.0;
  p.W = Eigen::MatrixXd::Zero(2, 4);
  p.W.col(0) << 1.0, 0.0;
  p.W.col(2) << 0.0, 1.0;
  p.u = Eigen::Vector2d(-3.0, -1.0);
  for (const double R : {0.25, 0.75}) {
    ContactParameters c;
    c.poisson = R;
    p.contact.push_back(c);
    p.names.emplace_back("wall");
  }
  ASSERT_TRUE(p.assemble());
  const ImpactOutcome out = resolve("poisson", p);
  EXPECT_NEAR((out.u - Eigen::Vector2d(0.75, 0.75)).norm(), 0.0, 1e-15);
  EXPECT_NEAR((out.impulse - Eigen::Vector4d(7.5, 0.0, 3.5, 0.0)).norm(), 0.0, 1e-14);
}

TEST(Poisson, WedgedBodyWithoutRestitutionComesToRestWhateverTheRounding) {
  // One coordinate between walls on both sides; with R = 0 the compression alone is the answer.
  ContactProblem p;
  p.M = Eigen::MatrixXd::Identity(1, 1);
  p.W = Eigen::MatrixXd::Zero(1, 6);
  p.W(0, 0) = -0.8;
  p.W(0, 2) = 0.3;
  p.W(0, 4) = 0.8;
  p.u = VectorXd::Constant(1, -1.0);
  ContactParameters c;
  c.poisson = 0.0;
  p.contact.assign(3, c);
  p.names = {"a", "b", "c"};
  ASSERT_TRUE(p.assemble());
  const ImpactOutcome out = resolve("poisson", p);
  EXPECT_EQ(out.status, Status::unique);
  EXPECT_NEAR(out.u[0], 0.0, 1e-15);
}

TEST(CounterExample, PoissonCreatesEnergyWithFrictionAndUnequalCoefficients) {
  // A tall block lands on two rough corners, one of which does not give back its impulse.
  ASSERT_FALSE(find_law("poisson")->info().claims.dissipative);
  ContactProblem p;
  p.M = Eigen::Vector3d(1.0, 1.0, 0.7).asDiagonal();
  p.W = Eigen::MatrixXd::Zero(3, 4);
  const double h = 1.8;
  p.W.col(0) << 0.0, 1.0, -1.0;
  p.W.col(1) << 1.0, 0.0, h;
  p.W.col(2) << 0.0, 1.0, 1.0;
  p.W.col(3) << 1.0, 0.0, h;
  p.u = Eigen::Vector3d(0.2, -1.0, -0.6);
  ContactParameters left, right;
  left.mu = left.mu_static = 0.9;
  left.poisson = 0.0;
  right.mu = right.mu_static = 0.1;
  right.poisson = 1.0;
  p.contact = {left, right};
  p.names = {"left", "right"};
  ASSERT_TRUE(p.assemble());
  const ImpactOutcome out = resolve("poisson", p);
  EXPECT_NEAR(-out.energy.dissipation / out.energy.before, 0.1126, 1e-4);
  EXPECT_TRUE(flagged(out, WarningId::energy_gain));
  EXPECT_LE(out.residual, 1e-14);
}

}  // namespace
}  // namespace ricochet
