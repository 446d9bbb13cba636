// A wheel and a step.
//
//   R, h   radius, height of the step; m mass, inertia m R^2 / 2
//   d      = sqrt(h (2 R - h)), how far the edge is ahead of the axle where the wheel touches it and the floor
//
// Rolling against the edge, e = 0, with friction enough to hold it: the moment of momentum about the edge stays,
//   (1/2 + 1) R^2 omega+ = (R^2 / 2 + R (R - h)) omega-,     omega+ / omega- = 1 - (2/3) h / R
// At rest in the corner the wheel climbs if its torque exceeds that of its weight about the edge, m g d; friction must
// hold the weight on the edge alone, mu > d / (R - h).

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

constexpr double R = 0.2, mass = 2.0;

/// The edge of the step is at x = 0.
std::unique_ptr<BodySystem> wheel(double h, double mu, double torque = 0.0) {
  BodyScene scene;
  scene.bodies = {testing::disc(mass, R)};
  scene.grounds = {testing::ground()};
  scene.grounds.push_back({.name = "step", .corners = {{0, -1}, {2, -1}, {2, h}, {0, h}}});
  if (torque != 0.0) scene.forces = {{.body = 0, .torque = -torque}};
  return testing::make_system(std::move(scene), rough(mu));
}

double ahead(double h) { return std::sqrt(h * (2.0 * R - h)); }

TEST(WheelAndStep, RollingWheelKeepsItsMomentOfMomentumAboutTheEdge) {
  for (int i = 1; i <= 19; ++i) {
    const double h = 0.05 * i * R;
    const double v = 0.7;
    const auto system = wheel(h, 20.0);
    const Motion m =
        follow(*system, state({-ahead(h) - 0.35, R, 0}, {v, 0, -v / R}), {.until = 0.6});
    ASSERT_FALSE(m.of(EventKind::impact).empty());
    const Event e = m.of(EventKind::impact)[0];
    EXPECT_NEAR(e.time, 0.5, 1e-10);
    EXPECT_NEAR(e.velocity_after[2] / e.velocity_before[2], 1.0 - 2.0 / 3.0 * h / R, 1e-10) << h;
    EXPECT_EQ(e.impulse[0], 0.0) << "the floor has no part in it";
    EXPECT_NEAR(e.velocity_after[0], -e.velocity_after[2] * (R - h), 1e-10);
    EXPECT_NEAR(e.velocity_after[1], -e.velocity_after[2] * ahead(h), 1e-10);
  }
}

// Turned about the edge, the axle rises by h: the wheel gets over if (3/4) R^2 omega+^2 > g h.
TEST(WheelAndStep, FastEnoughWheelRollsOnTopAndALittleSlowerOneFallsBack) {
  const double h = 0.2 * R;
  const double needed =
      std::sqrt(kGravity * h / 0.75) / (1.0 - 2.0 / 3.0 * h / R);  // m/s, before the impact
  for (const double part : {1.0 - 1e-2, 1.0 + 1e-2}) {
    const double v = part * needed;
    const auto system = wheel(h, 20.0);
    const Motion m =
        follow(*system, state({-ahead(h) - 0.1, R, 0}, {v, 0, -v / R}), {.until = 1.5});
    EXPECT_EQ(m.result.reason, EndReason::end) << m.result.message;
    if (part < 1.0) {
      EXPECT_LT(m.result.final.q[0], -ahead(h));
    } else {
      EXPECT_NEAR(m.result.final.q[1], R + h, 1e-10);
      EXPECT_GT(m.result.final.u[0], 0.0);
    }
  }
}

TEST(WheelAndStep, WheelAtRestClimbsIfItsTorqueExceedsThatOfItsWeight) {
  for (const double h : {0.02, 0.04, 0.08}) {
    const double limit = mass * kGravity * ahead(h);
    for (const double part : {1.0 - 1e-6, 1.0 + 1e-6}) {
      const auto system = wheel(h, 1.1 * ahead(h) / (R - h), part * limit);
      const Motion m = follow(*system, state({-ahead(h), R, 0}, {0, 0, 0}), {.until = 0.1});
      EXPECT_EQ(m.result.reason, EndReason::end) << m.result.message;
      // The rest of the torque over the moment of inertia about the edge; as the wheel rises the weight's arm becomes
      // shorter, as that of a pendulum that falls over.
      const double inertia = 1.5 * mass * R * R;
      const double rate = std::sqrt(mass * kGravity * (R - h) / inertia);
      const double omega = -1e-6 * limit / (inertia * rate) * std::sinh(rate * 0.1);
      EXPECT_NEAR(m.result.final.u[2], part < 1.0 ? 0.0 : omega, 1e-11) << h << ' ' << part;
    }
  }
}

}  // namespace
}  // namespace ricochet
