// Degenerate inputs: borders between modes, levers, moving surfaces, data of very different size.

#include <gtest/gtest.h>

#include <cmath>

#include <ricochet/impact/brach.hpp>
#include <ricochet/impact/registry.hpp>
#include <ricochet/impact/routh.hpp>
#include <ricochet/impact/stronge_compliant.hpp>
#include <ricochet/lcp/enumerate.hpp>
#include <support/random_contacts.hpp>
#include <support/resolve.hpp>

namespace ricochet {
namespace {

using ricochet::testing::as_problem;
using ricochet::testing::flagged;
using ricochet::testing::resolve;

TEST(StrongeCompliant, IsContinuousAtTheLimitOfInitialStick) {
  // |gT| = mu eta^2 |gN| exactly, and a little to either side.
  for (const double delta : {0.5, 0.0, -0.5}) {
    for (const double sign : {1.0, -1.0}) {
      OneContact c{1.0, 3.5, delta, -1.0, 0.5 * sign, 0.5, 0.5, 0.5, 0.0};
      const OneContactResult at = stronge_compliant(c, 1.0);
      ASSERT_EQ(at.status, Status::unique);
      for (const double shift : {-1e-9, -1e-14, 1e-14, 1e-9}) {
        OneContact near = c;
        near.gT *= 1.0 + shift;
        const OneContactResult r = stronge_compliant(near, 1.0);
        EXPECT_NEAR(r.L_N, at.L_N, 1e-7);
        EXPECT_NEAR(r.L_T, at.L_T, 1e-7);
      }
    }
  }
  const OneContactResult r = stronge_compliant({1.0, 3.5, 0.5, -1.0, 0.5, 0.5, 0.5, 0.5, 0.0}, 1.0);
  EXPECT_NEAR(r.L_N, 1.77755038568, 1e-10);
  EXPECT_NEAR(r.L_T, -0.464122851306, 1e-10);
}

TEST(StrongeCompliant, ResolvesLevers) {
  // det = 0: normal and tangential velocity vanish together.
  const OneContactResult r =
      stronge_compliant({1.0, 1.0, 1.0, -1.0, -1.0, 0.1, 0.1, 0.5, 0.0}, 1.21);
  EXPECT_EQ(r.status, Status::unique);
  EXPECT_NEAR(r.L_N, 1.36675, 1e-5);
  EXPECT_NEAR(r.L_T, 0.117187, 1e-6);
}

TEST(StrongeCompliant, ScalesOverThreeHundredDecades) {
  const OneContact c{1.0, 3.0, 0.4, -1.0, 0.7, 0.4, 0.4, 0.6, 0.0};
  const OneContactResult r = stronge_compliant(c, 1.21);
  for (const double m : {1e-150, 1e-30, 1e150}) {
    const OneContact scaled{1.0 / m, 3.0 / m, 0.4 / m, -1e-140, 0.7e-140, 0.4, 0.4, 0.6, 0.0};
    const OneContactResult s = stronge_compliant(scaled, 1.21);
    EXPECT_NEAR(s.L_N / (m * 1e-140), r.L_N, 1e-12);
  }
}

TEST(Brach, RatioBeyondThePoleOfALeverHasNoAnswer) {
  // W_N = 0.6, W_T = 1: mu_0 and the pole coincide.
  for (const double w : {0.6, 0.1}) {
    for (const double inertia : {0.3, 0.5}) {
      ContactProblem p;
      p.M = Eigen::MatrixXd::Constant(1, 1, inertia);
      p.W = Eigen::RowVector2d(w, 1.0);
      p.u = Eigen::VectorXd::Constant(1, -2.0);
      p.contact = {
          {.mu = 0.8, .mu_static = 0.8, .newton = 0.5, .impulse_ratio = ImpulseRatio{-1.0}}};
      p.names = {"tip"};
      ASSERT_TRUE(p.assemble());
      EXPECT_EQ(resolve("brach", p).status, Status::no_solution);
    }
  }
}

TEST(Routh, RestartedSlipIsTheAnswerWhereStickLocks) {
  const OneContact c{1.0, 1.0, 1.0, -1.0, -1.0, 0.5, 1.2, 0.5, 0.0};
  const OneContactResult r = routh_newton(c);
  EXPECT_EQ(r.status, Status::unique);
  EXPECT_NEAR(r.L_N, 5.0 / 3.0, 1e-12);
}

TEST(Routh, JamOnALeverWithoutApproachLeavesZeroImpulse) {
  // gamma outside range(G): a moving surface.
  const OneContact c{1.0, 1.0, 1.0, 0.0, 1.0, 2.0, 2.0, 0.5, 0.0};
  for (const auto& r :
       {routh_newton(c), routh_poisson(c), routh_stronge(c), stronge_compliant(c, 1.0)}) {
    EXPECT_NE(r.status, Status::no_solution);
    EXPECT_NE(r.status, Status::not_converged);
  }
}

TEST(Routh, HugeDelassusIsNotSelfLocking) {
  const OneContact c{2.5e300, 2.5e300, 0.0, -1e300, 1.0, 0.3, 0.3, 0.5, 0.0};
  EXPECT_NE(routh_newton(c).status, Status::no_solution);
}

TEST(Energy, BodyAtRestHitByASurfaceCreatesNone) {
  for (double m = 1.0; m < 3.0; m += 0.01) {
    ContactProblem p;
    p.M = m * Eigen::Matrix3d::Identity();
    p.W.resize(3, 2);
    p.W << 0.0, 1.0, 1.0, 0.0, 0.0, 0.37;
    p.u = Eigen::Vector3d::Zero();
    p.surface_velocity = Eigen::Vector2d(0.1, 0.0);
    p.contact = {{.newton = 1.0}};
    p.names = {"tip"};
    ASSERT_TRUE(p.assemble());
    EXPECT_FALSE(flagged(resolve("moreau", p), WarningId::energy_gain)) << m;
  }
}

TEST(Moreau, LeastNormImpulsesAreShortestAsPosed) {
  // Two frictionless contacts on one coordinate, normals 1 and 2: L_1 + 2 L_2 = 1, shortest (0.2, 0.4).
  ContactProblem p;
  p.M = Eigen::MatrixXd::Identity(1, 1);
  p.W.resize(1, 4);
  p.W << 1.0, 0.0, 2.0, 0.0;
  p.u = Eigen::VectorXd::Constant(1, -1.0);
  p.contact = {{.newton = 0.0}, {.newton = 0.0}};
  p.names = {"a", "b"};
  ASSERT_TRUE(p.assemble());
  const ImpactOutcome out = resolve("moreau", p);
  EXPECT_EQ(out.status, Status::unique);
  EXPECT_TRUE(out.least_norm);
  EXPECT_NEAR(out.impulse[0], 0.2, 1e-12);
  EXPECT_NEAR(out.impulse[2], 0.4, 1e-12);
}

TEST(Moreau, LeastNormStaysInsideTheConeForAnyFriction) {
  for (const double mu : {0.5, 50.0, 5e4, 1e6}) {
    ContactProblem p;
    p.M = Eigen::Matrix3d::Identity();
    p.W.resize(3, 4);
    p.W << 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0, -1.0, 0.5, 1.0, 0.5;
    p.u = Eigen::Vector3d(0.3, -1.0, 0.2);
    p.contact.assign(2, {.mu = mu, .mu_static = mu, .newton = 0.0});
    p.names = {"a", "b"};
    ASSERT_TRUE(p.assemble());
    const ImpactOutcome out = resolve("moreau", p);
    ASSERT_TRUE(has_answer(out.status)) << mu;
    EXPECT_LE(out.residual, 1e-11) << mu;
    if (out.least_norm) {
      EXPECT_NEAR(out.impulse[0], 0.525, 1e-9) << mu;
      EXPECT_NEAR(out.impulse[1], -0.15, 1e-9) << mu;
    }
  }
}

TEST(Moreau, FamilyOfTwoDimensionsIsOneOfMany) {
  // Two decoupled contacts, each at its critical friction with gN- = 0.
  ContactProblem p;
  p.G = Eigen::Matrix4d::Zero();
  p.G.block(0, 0, 2, 2) << 1.0, 1.0, 1.0, 4.0;
  p.G.block(2, 2, 2, 2) << 1.0, 1.0, 1.0, 4.0;
  p.gamma = Eigen::Vector4d(0.0, 1.0, 0.0, 1.0);
  p.surface_velocity.setZero(4);
  p.contact.assign(2, {.mu = 1.0, .mu_static = 1.0, .newton = 0.0});
  p.names = {"a", "b"};
  const ImpactOutcome out = resolve("moreau", p);
  EXPECT_EQ(out.status, Status::one_of_many);
  int largest = 0;
  for (const ImpactSolution& s : out.solutions) largest = std::max(largest, s.velocity_dimension);
  EXPECT_EQ(largest, 2);
}

TEST(Enumeration, FamilyObliqueToTheBasisHasItsTrueDimension) {
  Eigen::MatrixXd W(3, 6);
  W << 0, 0, 0, -1, 0, 1, 1, 1, -1, -1, 1, 0, 1, 1, -1, -1, 1, 1;
  const Eigen::MatrixXd G = W.transpose() * W;
  const Eigen::VectorXd q = (Eigen::VectorXd(6) << 0, 0, 0, 1, 0, 1).finished();
  const Eigen::VectorXd mu = Eigen::Vector3d(1.0, 2.0, 2.0);
  for (const CoulombSolution& s : enumerate_solutions({G, q, mu}).solutions) {
    EXPECT_LE(s.dimension, 1);
  }
}

TEST(Enumeration, FamilyWithOneImpulsePerVelocityHasUniqueImpulses) {
  Eigen::MatrixXd G(2, 2);
  G << 1.0, 1.0, 1.0, 4.0;
  const Eigen::VectorXd q = Eigen::Vector2d(0.0, 1.0);
  const Eigen::VectorXd mu = Eigen::VectorXd::Constant(1, 1.0);
  for (const CoulombSolution& s : enumerate_solutions({G, q, mu}).solutions) {
    EXPECT_TRUE(s.impulses_unique);
  }
}

TEST(Enumeration, FindsSolutionsOfBadlyScaledContacts) {
  Eigen::MatrixXd G = Eigen::Vector4d(1e-10, 1.0, 1e-10, 1.0).asDiagonal();
  Eigen::VectorXd q = Eigen::Vector4d(-1.5, 50.0, -0.75, 52.0);
  const Eigen::VectorXd mu = Eigen::Vector2d(0.4, 0.4);
  EXPECT_EQ(enumerate_solutions({G, q, mu}).solutions.size(), 1U);
}

TEST(Moreau, SmallInertiaIsNotANonExistenceProof) {
  ContactProblem p;
  p.M = Eigen::Vector3d(1e3, 1e3, 1e-6).asDiagonal();
  p.W.resize(3, 4);
  p.W << 0, 1, 1, 0, 1, 0, 0, -1, 0, 100, 0, 100;
  p.u = Eigen::Vector3d(-1.0, -2.0, 0.5);
  p.contact.assign(2, {.mu = 0.4, .mu_static = 0.4, .newton = 0.5});
  p.names = {"a", "b"};
  ASSERT_TRUE(p.assemble());
  EXPECT_NE(resolve("moreau", p).status, Status::no_solution);
}

TEST(Moreau, ApproachingLightContactNeverPassesAsOpen) {
  ContactProblem p;
  p.G = Eigen::Vector4d(1e-5, 3e-5, 1e5, 3e5).asDiagonal();
  p.gamma = Eigen::Vector4d(-1.0, 0.3, -1e-5, 1e-6);
  p.surface_velocity.setZero(4);
  p.contact.assign(2, {.mu = 0.5, .mu_static = 0.5, .newton = 0.0});
  p.names = {"heavy", "light"};
  const ImpactOutcome out = resolve("moreau", p);
  ASSERT_TRUE(has_answer(out.status));
  EXPECT_NEAR(out.gamma[2], 0.0, 1e-15);
  for (const ImpactSolution& s : out.solutions) EXPECT_GE(s.gamma[2], -1e-12);
}

}  // namespace
}  // namespace ricochet
