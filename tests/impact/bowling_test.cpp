// The law of Rodriguez & Bowling 2011: its example, a ball in a corner, and what can be derived by hand.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <numbers>

#include <ricochet/impact/bowling.hpp>
#include <ricochet/impact/registry.hpp>
#include <ricochet/lcp/dense.hpp>
#include <support/corner.hpp>
#include <support/random_contacts.hpp>
#include <support/resolve.hpp>

namespace ricochet {
namespace {

using ricochet::testing::as_problem;
using ricochet::testing::Corner;
using ricochet::testing::flagged;
using ricochet::testing::kGround;
using ricochet::testing::kWall;
using ricochet::testing::Random;
using ricochet::testing::random_corner;
using ricochet::testing::resolve;

constexpr double kGravity = 9.8;

/// Example 1: from 1.5 m at 8 m/s; example 2: from 5 m at 4 m/s; the centre ends at R = 0.5 m.
ContactProblem example(int number) {
  Corner c;
  c.vx = number == 1 ? 8.0 : 4.0;
  c.vy = -std::sqrt(2.0 * kGravity * (number == 1 ? 1.0 : 4.5));
  return c.problem();
}

ImpactOutcome with_objective(const ContactProblem& problem, std::vector<Eigen::Index> objective) {
  Workspace workspace;
  ImpactOutcome out;
  Bowling({.objective = std::move(objective)}).resolve(problem, out, workspace, Ask::uniqueness);
  return out;
}

TEST(BallInCorner, NullSpaceOfTheJacobianIsTheConstraintDerivedByHand) {
  // (6) with the normal out of the wall: gT_ground + gN_ground + gN_wall - gT_wall = 0.
  for (const double mass : {1.0, 1e-6, 1e6}) {
    Corner corner;
    corner.mass = mass;
    const Eigen::MatrixXd c = velocity_constraints(corner.problem().G);
    ASSERT_EQ(c.cols(), 1);
    const Eigen::Vector4d by_hand = Eigen::Vector4d(1.0, 1.0, 1.0, -1.0) / 2.0;
    EXPECT_NEAR(std::abs(by_hand.dot(c.col(0))), 1.0, 1e-14);
  }
}

/// (8) and (24) to the letter: direction `gone` is eliminated by the constraint c.
Eigen::VectorXd impulses_24(const ContactProblem& p, const Eigen::VectorXd& after,
                            Eigen::Index gone) {
  const Eigen::Vector4d c(1.0, 1.0, 1.0, -1.0);
  Eigen::MatrixXd z_star = Eigen::MatrixXd::Zero(4, 3);
  Eigen::MatrixXd keep = Eigen::MatrixXd::Zero(3, 4);
  for (Eigen::Index row = 0, k = 0; row < 4; ++row) {
    if (row == gone) continue;
    z_star(row, k) = 1.0;
    z_star(gone, k) = -c[row] / c[gone];
    keep(k++, row) = 1.0;
  }
  Eigen::MatrixXd z, p_star;
  EXPECT_TRUE(cholesky_solve(z_star.transpose() * z_star, z_star.transpose(), z));
  const Eigen::MatrixXd J_star = keep * p.W.transpose();
  const Eigen::MatrixXd A_inverse = p.M.diagonal().cwiseInverse().asDiagonal();
  EXPECT_TRUE(
      cholesky_solve(J_star * A_inverse * J_star.transpose(), keep * (after - p.gamma), p_star));
  return z.transpose() * p_star;
}

TEST(BallInCorner, ImpulsesDoNotDependOnTheEliminatedVelocity) {
  Random random(24);
  double worst = 0.0;
  for (int k = 0; k < 1000; ++k) {
    const ContactProblem p = random_corner(random).problem();
    const ImpactOutcome out = resolve("bowling", p);
    if (!has_answer(out.status)) continue;
    const double scale = out.impulse.cwiseAbs().maxCoeff();
    for (Eigen::Index gone = 0; gone < 4; ++gone) {
      const Eigen::VectorXd by_24 = impulses_24(p, out.gamma, gone);
      worst = std::max(worst, (by_24 - out.impulse).cwiseAbs().maxCoeff() / scale);
    }
  }
  std::printf("largest difference between (24) for the four eliminations and the law: %.1e\n",
              worst);
  EXPECT_LE(worst, 1e-12);
}

TEST(BallInCorner, Table1GroundSticks) {
  const ImpactOutcome out = resolve("bowling", example(1));
  EXPECT_EQ(out.status, Status::unique);
  EXPECT_NEAR(out.u[0], -4.0, 1e-12);
  EXPECT_NEAR(out.u[1], 2.2136, 5e-5);
  EXPECT_NEAR(out.u[2], 8.0, 1e-12);
  EXPECT_EQ(out.modes[0], Mode::stick);
  EXPECT_EQ(out.modes[1], Mode::slip_plus);
  EXPECT_TRUE(flagged(out, WarningId::objective_choice));
  EXPECT_TRUE(flagged(out, WarningId::cone_violated));
  EXPECT_FALSE(flagged(out, WarningId::energy_gain));
  EXPECT_LE(out.residual, 1e-14);
  EXPECT_NEAR(std::abs(out.impulse[1]) / out.impulse[0], 3.73, 5e-3);
  EXPECT_NEAR(std::abs(out.impulse[3]) / out.impulse[2], 0.679, 5e-4);
}

TEST(BallInCorner, Table2EndsWithoutNormalImpulseAtTheWall) {
  const ImpactOutcome out = resolve("bowling", example(2));
  EXPECT_EQ(out.status, Status::unique);
  EXPECT_NEAR(out.u[0], -2.0, 1e-12);
  EXPECT_NEAR(out.u[1], 4.6957, 5e-5);
  EXPECT_NEAR(out.u[2], -7.8255, 5e-5);
  EXPECT_EQ(out.impulse[2], 0.0);
  EXPECT_NEAR(out.gamma[3], 0.783, 5e-4);  // the wall does not stick
  EXPECT_EQ(out.modes[1], Mode::slip_plus);
  EXPECT_TRUE(flagged(out, WarningId::cone_violated));
}

TEST(BallInCorner, TheOtherObjectiveGivesTheOtherStick) {
  const ImpactOutcome first = with_objective(example(1), {kWall});
  EXPECT_NEAR(first.u[2], -2.0 * first.u[1], 1e-12);
  EXPECT_NEAR(first.u[2], -4.427, 5e-4);
  const ImpactOutcome second = with_objective(example(2), {kGround});
  EXPECT_NEAR(second.u[2], 4.0, 1e-12);
  // A named objective is no choice of ours; the defaults are these:
  EXPECT_FALSE(flagged(first, WarningId::objective_choice));
  EXPECT_EQ(with_objective(example(1), {kGround}).impulse, resolve("bowling", example(1)).impulse);
  EXPECT_EQ(with_objective(example(2), {kWall}).impulse, resolve("bowling", example(2)).impulse);
}

TEST(BallInCorner, ObjectiveThatCannotBeIsRefused) {
  for (const std::vector<Eigen::Index>& bad :
       {std::vector<Eigen::Index>{2}, {-1}, {kGround, kWall}}) {
    const ImpactOutcome out = with_objective(example(1), bad);
    EXPECT_EQ(out.status, Status::not_applicable);
    EXPECT_FALSE(out.message.empty());
  }
}

TEST(BallInCorner, GroundStickGainsEnergyFromACertainRestitutionOn) {
  // No spin before, ground sticks: T+/T- = e^2 (1 + K cos^2 theta), K = I / (m R^2), by hand.
  int sticking = 0;
  for (double theta = 5.0; theta < 45.0; theta += 2.5) {
    const double cosine = std::cos(theta * std::numbers::pi / 180.0);
    for (const double share : {0.999, 1.001}) {
      Corner c;
      c.vx = cosine;
      c.vy = -std::sqrt(1.0 - cosine * cosine);
      c.restitution = share / std::sqrt(1.0 + c.inertia_ratio * cosine * cosine);
      const ImpactOutcome out = resolve("bowling", c.problem());
      ASSERT_EQ(out.status, Status::unique);
      if (out.modes[0] != Mode::stick || std::abs(out.gamma[1]) > 1e-12) continue;
      ++sticking;
      EXPECT_EQ(flagged(out, WarningId::energy_gain), share > 1.0) << theta;
    }
  }
  EXPECT_GE(sticking, 10);
}

TEST(BallInCorner, OneInFiveRandomImpactsGainsEnergyAndAllLeaveTheCone) {
  Random random(17);
  int answers = 0, gains = 0, none = 0, outside = 0;
  for (int k = 0; k < 10'000; ++k) {
    const ImpactOutcome out = resolve("bowling", random_corner(random).problem());
    none += out.status == Status::no_solution;
    if (!has_answer(out.status)) continue;
    ++answers;
    gains += flagged(out, WarningId::energy_gain);
    outside += flagged(out, WarningId::cone_violated);
  }
  std::printf(
      "10000 random corner impacts: %d answers, %d without solution, %d gain energy, %d "
      "outside the cone\n",
      answers, none, gains, outside);
  EXPECT_EQ(answers, 10'000);
  EXPECT_NEAR(1.0 * gains / answers, 0.2, 0.02);
  EXPECT_EQ(outside, answers);
}

TEST(BallInCorner, MirroredAndRescaledMassesGiveMirroredAndRescaledImpulses) {
  Random random(5);
  for (int k = 0; k < 500; ++k) {
    const ContactProblem p = random_corner(random).problem();
    const ImpactOutcome out = resolve("bowling", p);
    ContactProblem mirrored = p;  // tangents turned around
    for (const Eigen::Index row : {1, 3}) mirrored.W.col(row) *= -1.0;
    ASSERT_TRUE(mirrored.assemble());
    ContactProblem heavy = p;  // v_s is a velocity: only the unit of mass is free
    heavy.M *= 128.0;
    ASSERT_TRUE(heavy.assemble());
    const ImpactOutcome m = resolve("bowling", mirrored);
    const ImpactOutcome h = resolve("bowling", heavy);
    ASSERT_EQ(m.status, out.status);
    ASSERT_EQ(h.status, out.status);
    if (!has_answer(out.status)) continue;
    const double scale = 1e-11 * out.impulse.cwiseAbs().maxCoeff();
    for (Eigen::Index row = 0; row < 4; ++row) {
      ASSERT_NEAR(m.impulse[row], row % 2 == 0 ? out.impulse[row] : -out.impulse[row], scale);
      ASSERT_NEAR(h.impulse[row] / 128.0, out.impulse[row], scale);
    }
  }
}

TEST(Bowling, BlockOnThreeLegsHasMoreNormalsThanTheirDegreesOfFreedom) {
  // Three collinear normals, two degrees of freedom (y, angle): equal restitution is compatible with the
  // rigid body, unequal is not.
  ContactProblem p;
  p.M = Eigen::Vector3d(1.0, 1.0, 0.1).asDiagonal();
  p.W.resize(3, 6);
  p.W << 0, 1, 0, 1, 0, 1, 1, 0, 1, 0, 1, 0, -1, 0, 0, 0, 1, 0;
  p.u = Eigen::Vector3d(0.3, -1.0, 0.1);
  p.contact.assign(3, {.mu = 0.3, .mu_static = 0.4, .newton = 0.5});
  p.names = {"left", "middle", "right"};
  ASSERT_TRUE(p.assemble());
  EXPECT_EQ(velocity_constraints(p.G).cols(), 3);
  const ImpactOutcome equal = resolve("bowling", p);
  EXPECT_TRUE(has_answer(equal.status));
  EXPECT_NEAR(equal.u[1], 0.5, 1e-12);
  p.contact[1].newton = 0.6;
  const ImpactOutcome unequal = resolve("bowling", p);
  EXPECT_EQ(unequal.status, Status::no_solution);
  EXPECT_NE(unequal.message.find("velocity constraints"), std::string_view::npos);
}

TEST(Bowling, LeverHasNoFreeVelocity) {
  // One degree of freedom: gT follows gN, and the impulses are the shortest that do it.
  ContactProblem p;
  p.M = Eigen::MatrixXd::Identity(1, 1);
  p.W = Eigen::RowVector2d(1.0, 2.0);
  p.u = Eigen::VectorXd::Constant(1, -1.0);
  p.contact = {{.mu = 0.6, .mu_static = 0.6, .newton = 0.5}};
  p.names = {"tip"};
  ASSERT_TRUE(p.assemble());
  const ImpactOutcome out = resolve("bowling", p);
  EXPECT_EQ(out.status, Status::unique);
  EXPECT_NEAR(out.u[0], 0.5, 1e-14);
  EXPECT_NEAR(out.impulse[0], 1.5 / 5.0, 1e-14);
  EXPECT_NEAR(out.impulse[1], 3.0 / 5.0, 1e-14);
  EXPECT_TRUE(flagged(out, WarningId::cone_violated));
  EXPECT_FALSE(flagged(out, WarningId::objective_choice));
}

TEST(Bowling, FrictionlessContactsBounceByNewtonAlone) {
  Corner c;
  c.mu_static = c.mu_kinetic = 0.0;
  const ImpactOutcome out = resolve("bowling", c.problem());
  EXPECT_EQ(out.status, Status::unique);
  EXPECT_NEAR(out.u[0], -c.restitution * c.vx, 1e-14);
  EXPECT_NEAR(out.u[1], -c.restitution * c.vy, 1e-14);
  EXPECT_EQ(out.u[2], 0.0);
  EXPECT_EQ(out.modes[0], Mode::frictionless);
}

TEST(Bowling, ContactThatOpensTakesPartOnlyIfItWouldEndApproaching) {
  Corner c;
  c.vx = -1.0;  // away from the wall, onto the ground
  c.vy = -1.0;
  const ImpactOutcome away = resolve("bowling", c.problem());
  EXPECT_EQ(away.modes[1], Mode::open);
  EXPECT_EQ(away.impulse.tail(2).norm(), 0.0);
  c.spin = -20.0;  // the ground throws it at the wall
  const ImpactOutcome thrown = resolve("bowling", c.problem());
  ASSERT_TRUE(has_answer(thrown.status));
  EXPECT_TRUE(flagged(thrown, WarningId::restitution_ignored));
  EXPECT_NEAR(thrown.gamma[2], 0.0, 1e-12);
}

TEST(Bowling, SphereWithoutSlipIsPushedEitherWay) {
  // (29) with >= forbids rest: |L_T| >= mu_s L_N at gT+ = 0. Both directions are as good.
  const ImpactOutcome out =
      resolve("bowling", as_problem({1.0, 3.5, 0.0, -1.0, 0.0, 0.5, 0.5, 0.5, 0.0}));
  EXPECT_EQ(out.status, Status::one_of_many);
  ASSERT_EQ(out.solutions.size(), 2U);
  EXPECT_NEAR(out.solutions[0].impulse[1], -out.solutions[1].impulse[1], 1e-13);
  EXPECT_LT(std::abs(out.gamma[1]), 20.0 * 1.4e-4);
  EXPECT_GT(out.energy.dissipation, 0.0);  // the bounce loses more than the push gives
}

TEST(Bowling, ContactAtRestBehindAnOpeningOneTakesPart) {
  // A strikes the first of three masses, B between first and second opens before and would end
  // approaching, C between second and third is at rest: gN+ = 0 there. Left out, C would end with 1.4.
  ContactProblem p;
  p.M = Eigen::MatrixXd::Identity(3, 3);
  p.W = Eigen::MatrixXd::Zero(3, 6);
  p.W.col(0) << 1.0, 0.0, 0.0;
  p.W.col(2) << -1.0, 1.0, 0.0;
  p.W.col(4) << 0.0, 1.0, -1.0;
  p.u = Eigen::Vector3d(-1.0, -0.9, -0.9);
  ContactParameters c;
  c.newton = 0.5;
  p.contact.assign(3, c);
  p.names = {"A", "B", "C"};
  ASSERT_TRUE(p.assemble());
  const ImpactOutcome out = testing::resolve("bowling", p);
  // u+ = (0.5, 0.5, 0.5), so C would have to pull with 1.4 N s.
  EXPECT_EQ(out.status, Status::no_solution);
}

}  // namespace
}  // namespace ricochet
