// Blocks on an incline. Two points: lying flat they touch along a line, and stick with four equations for three
// degrees of freedom.

#include <gtest/gtest.h>

#include <cmath>

#include <support/models.hpp>
#include <support/motions.hpp>

namespace ricochet {
namespace {

using testing::follow;
using testing::kGravity;
using testing::Motion;
using testing::rough;
using testing::state;

constexpr double kHeight = 0.2;

std::unique_ptr<BodySystem> block_on(double incline, double mu, double mu_static = 0.0,
                                     double half_width = 0.5, double half_height = kHeight) {
  return testing::make_system({.gravity = testing::inclined_gravity(incline),
                               .bodies = {testing::block(3.0, half_width, half_height)},
                               .grounds = {testing::ground()}},
                              rough(mu, 0.0, mu_static));
}

MotionState lying(double v = 0.0, double half_height = kHeight) {
  return state({0, half_height, 0}, {v, 0, 0});
}

TEST(BlockOnIncline, SticksForEverJustBelowTheFrictionAngle) {
  const double angle = 0.4;
  const auto system = block_on(angle, std::tan(angle) * (1.0 + 1e-6));
  const Motion m = follow(*system, lying(), {.until = 100.0, .sample_step = 1.0});
  EXPECT_EQ(m.result.reason, EndReason::end);
  EXPECT_TRUE(m.kinds().empty());
  EXPECT_EQ(m.result.final.modes, (std::vector{Mode::stick, Mode::stick}));
  // Steps last up to 100 s: rounding of the acceleration, 1e-16 g, is 5e-12 m in one of them.
  EXPECT_NEAR(m.result.final.q[0], 0.0, 1e-11);
  // Forces are not unique, but they carry the weight from inside both cones.
  const double weight = 3.0 * kGravity;
  for (const testing::Snapshot& s : m.samples) {
    EXPECT_NEAR(s.force[0] + s.force[2], weight * std::cos(angle), 1e-10);
    EXPECT_NEAR(s.force[1] + s.force[3], -weight * std::sin(angle), 1e-10);
    for (const Eigen::Index i : {0, 2}) {
      EXPECT_LE(std::abs(s.force[i + 1]), std::tan(angle) * (1.0 + 1e-6) * s.force[i] + 1e-8);
    }
  }
}

TEST(BlockOnIncline, SlidesJustAboveTheFrictionAngle) {
  const double angle = 0.4;
  const double mu = std::tan(angle) * (1.0 - 1e-6);
  const auto system = block_on(angle, mu);
  const Motion m = follow(*system, lying(), {.until = 100.0});
  EXPECT_TRUE(m.kinds().empty());
  EXPECT_EQ(m.result.final.modes, (std::vector{Mode::slip_plus, Mode::slip_plus}));
  // Of the difference of two nearly equal terms ten digits are left.
  const double a = kGravity * (std::sin(angle) - mu * std::cos(angle));
  EXPECT_NEAR(m.result.final.u[0], a * 100.0, 1e-9 * a * 100.0);
  EXPECT_NEAR(m.result.final.q[0], 0.5 * a * 1e4, 1e-9 * 0.5 * a * 1e4);
}

TEST(BlockOnIncline, ThrownUphillComesBackOrStays) {
  const double mu = 0.3;
  const double v = 2.0;
  for (const double angle : {0.2, 0.4}) {  // friction angle 0.291
    const auto system = block_on(angle, mu);
    const Motion m = follow(*system, lying(-v), {.until = 3.0});
    const double up = kGravity * (std::sin(angle) + mu * std::cos(angle));
    const bool stays = std::tan(angle) < mu;
    ASSERT_EQ(m.kinds(), std::vector{stays ? EventKind::stick : EventKind::reverse});
    EXPECT_NEAR(m.events[0].time, v / up, 1e-12);
    EXPECT_EQ(m.events[0].contacts.size(), 2U);  // both points at once
    const double down = stays ? 0.0 : kGravity * (std::sin(angle) - mu * std::cos(angle));
    const double rest = 3.0 - v / up;
    EXPECT_NEAR(m.result.final.u[0], down * rest, 1e-11);
    EXPECT_NEAR(m.result.final.q[0], -0.5 * v * v / up + 0.5 * down * rest * rest, 1e-11);
  }
}

TEST(BlockOnIncline, StaticFrictionHoldsWhatKineticFrictionWouldNot) {
  const double angle = 0.4;  // tangent 0.4228
  const double mu = 0.3;
  const auto system = block_on(angle, mu, 0.5);
  const double down = kGravity * (std::sin(angle) - mu * std::cos(angle));
  const double up = kGravity * (std::sin(angle) + mu * std::cos(angle));
  const Motion resting = follow(*system, lying(), {.until = 10.0});
  EXPECT_NEAR(resting.result.final.q[0], 0.0, 1e-13);
  const Motion moving = follow(*system, lying(0.1), {.until = 10.0});
  EXPECT_NEAR(moving.result.final.u[0], 0.1 + 10.0 * down, 1e-10);
  const Motion thrown = follow(*system, lying(-2.0), {.until = 10.0});  // stops, and is then held
  EXPECT_EQ(thrown.of(EventKind::stick).size(), 1U);
  EXPECT_NEAR(thrown.result.final.q[0], -2.0 / up, 1e-12);
  EXPECT_NEAR(thrown.result.final.u[0], 0.0, 1e-13);
}

TEST(BlockOnIncline, LoadFallsOnTheLowerEdge) {
  // Sliding, moment about the centre: (l_right - l_left) a = mu (l_right + l_left) h.
  const double angle = 0.5;
  const double mu = 0.25;
  const auto system = block_on(angle, mu);
  const Motion m = follow(*system, lying(1.0), {.until = 1.0});
  const Eigen::VectorXd& l = m.samples.back().force;
  const double weight = 3.0 * kGravity * std::cos(angle);
  EXPECT_NEAR(l[0], 0.5 * weight * (1.0 - mu * kHeight / 0.5), 1e-11);
  EXPECT_NEAR(l[2], 0.5 * weight * (1.0 + mu * kHeight / 0.5), 1e-11);
}

TEST(TallBlockOnIncline, TipsIfAndOnlyIfItsCentreIsBeyondTheLowerEdge) {
  const double a = 0.1;
  const double h = 0.3;
  const double diagonal = std::hypot(a, h);
  for (const double excess : {-1e-6, 1e-6}) {  // rad
    const double angle = std::atan2(a, h) + excess;
    const auto system = block_on(angle, 1.0, 0.0, a, h);
    const Motion m = follow(*system, lying(0.0, h), {.until = 1.0});
    EXPECT_EQ(m.result.final.modes[1], Mode::stick);
    if (excess < 0.0) {
      EXPECT_EQ(m.result.final.modes[0], Mode::stick);
      EXPECT_NEAR(m.result.final.q[2], 0.0, 1e-13);
    } else {
      // An inverted pendulum about the lower edge, I = 4/3 m d^2, from `excess` beside its top; it has not fallen far.
      const double rate = std::sqrt(0.75 * kGravity / diagonal);
      EXPECT_EQ(m.result.final.modes[0], Mode::open);
      const double fallen = excess * (std::cosh(rate) - 1.0);
      // Errors of a step, 1e-10 rad, grow like the motion, by cosh(rate) = 62.
      EXPECT_NEAR(m.result.final.q[2], -fallen, 6e-9);
    }
  }
}

TEST(TallBlockOnIncline, FallsAsAPendulumAboutItsEdge) {
  const double a = 0.1;
  const double h = 0.3;
  const double angle = std::atan2(a, h) + 0.02;
  const double diagonal = std::hypot(a, h);
  const auto system = block_on(angle, 5.0, 0.0, a, h);
  const Motion m = follow(*system, lying(0.0, h), {.until = 0.4});
  ASSERT_EQ(m.result.final.modes[1], Mode::stick);
  // Energy: 2/3 d omega^2 = g (cos 0.02 - cos(0.02 + turn)).
  for (const testing::Snapshot& s : m.samples) {
    const double drop = std::cos(0.02) - std::cos(0.02 - s.q[2]);
    EXPECT_NEAR(2.0 / 3.0 * diagonal * s.u[2] * s.u[2], kGravity * drop, 1e-9);
  }
}

TEST(RockingBlock, LosesTheRatioOfHousnerAtEveryImpact) {
  // Inelastic and sticking: by the moment of momentum about the new corner
  //   omega+ / omega- = (2 h^2 - b^2) / (2 (b^2 + h^2)) = 0.85.
  const ModelInstance rocking = testing::build("rocking-block", {{"friction", 3.0}});
  const Motion m = follow(*rocking.system, rocking.start, {.until = 3.0}, "poisson");
  const auto impacts = m.of(EventKind::impact);
  ASSERT_GE(impacts.size(), 5U);
  for (std::size_t k = 0; k < 5; ++k) {
    EXPECT_NEAR(impacts[k].velocity_after[2], 0.85 * impacts[k].velocity_before[2], 1e-10);
  }
}

}  // namespace
}  // namespace ricochet
