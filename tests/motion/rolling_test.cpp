// Discs that slide, roll and fall off edges. Homogeneous: I = m R^2 / 2, so that a friction force changes the velocity
// of the point of contact, gamma_T = v + R omega, three times as fast as v.

#include <gtest/gtest.h>

#include <cmath>

#include <support/motions.hpp>

namespace ricochet {
namespace {

using testing::follow;
using testing::kGravity;
using testing::Motion;
using testing::rough;
using testing::state;

constexpr double kRadius = 0.3;

std::unique_ptr<BodySystem> disc_on(double incline, double mu, double mu_static = 0.0) {
  return testing::make_system({.gravity = testing::inclined_gravity(incline),
                               .bodies = {testing::disc(2.0, kRadius)},
                               .grounds = {testing::ground()}},
                              rough(mu, 0.0, mu_static));
}

TEST(ThrownDisc, BeginsToRollWhenFrictionHasEatenAThirdOfTheSlip) {
  const double mu = 0.15;
  for (const double spin : {0.0, 5.0, -10.0, 60.0}) {  // 60: it comes back
    const double v = 2.0;
    const double slip = v + kRadius * spin;
    const auto system = disc_on(0.0, mu);
    const Motion m = follow(*system, state({0, kRadius, 0}, {v, 0, spin}), {.until = 10.0});
    ASSERT_EQ(m.kinds(), std::vector{EventKind::stick});
    const double t = std::abs(slip) / (3.0 * mu * kGravity);
    EXPECT_NEAR(m.events[0].time, t, 1e-12 * t);
    const double rolling = v - slip / 3.0;
    EXPECT_NEAR(m.result.final.u[0], rolling, 1e-12);
    EXPECT_NEAR(m.result.final.u[2], -rolling / kRadius, 1e-11);
    const double way = 0.5 * (v + rolling) * t + rolling * (10.0 - t);
    EXPECT_NEAR(m.result.final.q[0], way, 1e-11);
    // What friction took: m slip^2 / 6.
    EXPECT_NEAR(m.result.final.ledger.friction_loss, 2.0 * slip * slip / 6.0, 1e-10);
  }
}

TEST(DiscOnIncline, RollsIfAndOnlyIfTheSlopeIsAtMostThreeTimesTheFriction) {
  const double angle = 0.5;
  const double t = 2.0;
  for (const double side : {1.0 + 1e-6, 1.0 - 1e-6}) {
    const double mu = std::tan(angle) / 3.0 * side;
    const auto system = disc_on(angle, mu);
    const Motion m = follow(*system, state({0, kRadius, 0}, {0, 0, 0}), {.until = t});
    const bool rolls = side > 1.0;
    EXPECT_EQ(m.result.final.modes[0], rolls ? Mode::stick : Mode::slip_plus);
    const double pull = rolls ? kGravity * std::sin(angle) / 3.0 : mu * kGravity * std::cos(angle);
    EXPECT_NEAR(m.result.final.u[0], (kGravity * std::sin(angle) - pull) * t, 1e-11);
    EXPECT_NEAR(m.result.final.u[2], -2.0 * pull / kRadius * t, 1e-10);
    const double slip = m.result.final.u[0] + kRadius * m.result.final.u[2];
    EXPECT_NEAR(slip, rolls ? 0.0 : (kGravity * std::sin(angle) - 3.0 * pull) * t, 1e-11);
  }
}

TEST(DiscOnIncline, RollsUpAndDownAgainWithoutAnEvent) {
  const double angle = 0.3;
  const auto system = disc_on(angle, 0.4);
  const double v = 3.0;
  const Motion m = follow(*system, state({0, kRadius, 0}, {-v, 0, v / kRadius}),
                          {.until = 5.0, .sample_step = 0.1});
  EXPECT_TRUE(m.kinds().empty());
  for (const testing::Snapshot& s : m.samples) {
    EXPECT_NEAR(s.q[0], -v * s.t + kGravity * std::sin(angle) / 3.0 * s.t * s.t, 1e-10);
  }
}

TEST(DiscOnBelt, IsCarriedAwayAtAThirdOfTheBelt) {
  // From rest: slips until R omega + v = belt; v : R omega = 1 : 2.
  testing::Motion m;
  Ground belt = testing::ground();
  belt.belt = 1.5;
  const auto system = testing::make_system(
      {.bodies = {testing::disc(2.0, kRadius)}, .grounds = {belt}}, rough(0.2));
  m = follow(*system, state({0, kRadius, 0}, {0, 0, 0}), {.until = 2.0});
  ASSERT_EQ(m.kinds(), std::vector{EventKind::stick});
  EXPECT_NEAR(m.events[0].time, 1.5 / (3.0 * 0.2 * kGravity), 1e-13);
  EXPECT_NEAR(m.result.final.u[0], 0.5, 1e-13);
  EXPECT_NEAR(m.result.final.u[2], 1.0 / kRadius, 1e-12);
}

/// Over the edge of a table: a quarter of the disc's circumference before it, at the speed v.
Motion over_the_edge(double v, double mu, double spin, double until) {
  const auto system =
      testing::make_system({.bodies = {testing::disc(2.0, kRadius)},
                            .grounds = {segment("table", Vector2(-2.0, 0.0), Vector2(0.0, 0.0))}},
                           rough(mu));
  return follow(*system, state({-0.5, kRadius, 0}, {v, 0, spin}), {.until = until});
}

TEST(DiscAtAnEdge, WithoutFrictionLeavesItWhereTheCosineIsTwoThirdsPlusAThirdOfFroude) {
  // Around the edge: R theta'^2 = v^2 / R + 2 g (1 - cos theta), which is g cos theta where the force vanishes.
  for (const double froude : {0.01, 0.3, 0.9}) {
    const double v = std::sqrt(froude * kGravity * kRadius);
    const Motion m = over_the_edge(v, 0.0, 0.0, 0.5 / v + 0.6);
    const auto opened = m.of(EventKind::open);
    ASSERT_EQ(opened.size(), 1U);
    const double cosine = (2.0 + froude) / 3.0;
    EXPECT_NEAR(opened[0].q[1], kRadius * cosine, 1e-9);
    EXPECT_NEAR(opened[0].q[0], kRadius * std::sqrt(1.0 - cosine * cosine), 1e-9);
    const Eigen::Vector2d velocity = opened[0].velocity_after.head<2>();
    EXPECT_NEAR(velocity.norm(), std::sqrt(kGravity * kRadius * cosine), 1e-9);
    EXPECT_EQ(opened[0].velocity_after[2], 0.0);
  }
}

TEST(DiscAtAnEdge, LeavesItAtOnceWhenItIsFast) {
  const double v = std::sqrt(1.2 * kGravity * kRadius);
  for (const double mu : {0.0, 0.5}) {
    const Motion m = over_the_edge(v, mu, -v / kRadius, 0.5 / v + 0.2);
    const auto opened = m.of(EventKind::open);
    ASSERT_EQ(opened.size(), 1U);
    EXPECT_NEAR(opened[0].time, 0.5 / v, 1e-12);
    EXPECT_NEAR(m.result.final.q[0], 0.2 * v, 1e-11);
    EXPECT_NEAR(m.result.final.q[1], kRadius - 0.5 * kGravity * 0.04, 1e-11);
  }
}

TEST(DiscAtAnEdge, RollsAroundItUntilTheForceLeavesTheCone) {
  // Rolling: R theta'^2 = v^2 / R + 4/3 g (1 - cos), l_N / m g = (7 cos - 4) / 3 - Fr, l_T / m g = -sin / 3. It slips
  // where sin = mu (7 cos - 4 - 3 Fr).
  const double froude = 0.2;
  const double v = std::sqrt(froude * kGravity * kRadius);
  for (const double mu : {0.1, 0.5, 2.0}) {
    const Motion m = over_the_edge(v, mu, -v / kRadius, 0.5 / v + 0.5);
    const auto slipped = m.of(EventKind::slip);
    ASSERT_EQ(slipped.size(), 1U);
    const double cosine = slipped[0].q[1] / kRadius;
    const double sine = slipped[0].q[0] / kRadius;
    EXPECT_NEAR(sine, mu * (7.0 * cosine - 4.0 - 3.0 * froude), 1e-8);
    EXPECT_NEAR(sine * sine + cosine * cosine, 1.0, 1e-12);
    const double squared = froude + 4.0 / 3.0 * (1.0 - cosine);
    EXPECT_NEAR(slipped[0].velocity_after[2], -std::sqrt(squared * kGravity / kRadius), 1e-8);
    EXPECT_EQ(m.of(EventKind::open).size(), 1U);
  }
}

TEST(PointOnSegment, FallsFreelyFromItsEnd) {
  BodyScene scene;
  scene.bodies = {{"mass", 1.0, 1.0, 0.0, {{"foot", Vector2(0.0, 0.0)}}}};
  scene.grounds = {segment("table", Vector2(-2.0, 0.0), Vector2(1.0, 0.0))};
  const double mu = 0.1;
  const auto system = testing::make_system(scene, rough(mu));
  const double v = 2.0;
  const Motion m = follow(*system, state({0, 0, 0}, {v, 0, 0}), {.until = 1.5});
  ASSERT_EQ(m.kinds(), std::vector{EventKind::open});
  const double deceleration = mu * kGravity;
  const double left = std::sqrt(v * v - 2.0 * deceleration);  // speed at the end
  const double t = (v - left) / deceleration;
  EXPECT_NEAR(m.events[0].time, t, 1e-11);
  // The last step on the table has stages beyond its end, where forces are others: its error is no more than
  // controlled, 1e-10 per component and a small factor, and grows in the fall.
  EXPECT_NEAR(m.result.final.u[0], left, 1e-8);
  EXPECT_NEAR(m.result.final.q[0], 1.0 + left * (1.5 - t), 1e-8);
  EXPECT_NEAR(m.result.final.q[1], -0.5 * kGravity * (1.5 - t) * (1.5 - t), 1e-8);
}

}  // namespace
}  // namespace ricochet
