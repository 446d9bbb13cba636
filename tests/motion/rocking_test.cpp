// Housner's block as a box: what is left of its turn when the other corner strikes, e = 0.
//
//   b, h   half width, half height; R^2 = b^2 + h^2; alpha: angle between diagonal and side, sin(alpha) = b / R
//   m      mass, inertia m R^2 / 3
//   w      angular velocity with which the box, turning about one corner, comes to stand on both; k w what is left
//
// Turning about the corner that strikes, if that sticks: its moment of momentum stays,
//   k = (R^2 / 3 + h^2 - b^2) / (4 R^2 / 3) = 1 - 1.5 sin^2(alpha)
// with L_T / L_N = 1.5 sin^2(alpha) / (tan(alpha) (2 - 1.5 sin^2(alpha))). If friction is less, the corner slips with
// L_T = mu L_N; gN+ = 0 of that corner, with the arm b of L_N and h of L_T, is
//   -2 b w + L_N (1 / m + 3 b (b - mu h) / (m R^2)) = 0
//   k = (1 - 3 c) / (1 + 3 c),   c = sin^2(alpha) - mu sin(alpha) cos(alpha)
// Where k would be negative the first corner is pressed, too, and the box no longer turns.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include <support/motions.hpp>

namespace ricochet {
namespace {

using std::numbers::pi;
using testing::follow;
using testing::kGravity;
using testing::Motion;
using testing::rough;
using testing::state;

constexpr double R = 0.5;  // m

std::unique_ptr<BodySystem> box(double alpha, double mu) {
  BodyScene scene;
  scene.bodies = {{.name = "box",
                   .mass = 2.0,
                   .inertia = 2.0 * R * R / 3.0,
                   .parts = {box_part(2.0 * R * std::sin(alpha), 2.0 * R * std::cos(alpha))}}};
  scene.grounds = {testing::ground()};
  return testing::make_system(std::move(scene), rough(mu));
}

double left_by_stick(double alpha) { return 1.0 - 1.5 * std::sin(alpha) * std::sin(alpha); }
double left_by_slip(double alpha, double mu) {
  const double c = std::sin(alpha) * (std::sin(alpha) - mu * std::cos(alpha));
  return (1.0 - 3.0 * c) / (1.0 + 3.0 * c);
}
double friction_to_stick(double alpha) {
  const double s = 1.5 * std::sin(alpha) * std::sin(alpha);
  return s / (std::tan(alpha) * (2.0 - s));
}

/// On its lower left corner, at the origin, tilted by phi to the left.
Motion rock(double alpha, double mu, double phi, double until) {
  const auto system = box(alpha, mu);
  const MotionState start =
      state({R * std::sin(alpha - phi), R * std::cos(alpha - phi), phi}, {0, 0, 0});
  return follow(*system, start, {.until = until});
}

/// The impact itself: flat, the left corner at rest, the right one coming down.
Event strike(double alpha, double mu) {
  const auto system = box(alpha, mu);
  const double b = R * std::sin(alpha), h = R * std::cos(alpha), w = 1.0;
  const Motion m = follow(*system, state({b, h, 0}, {w * h, -w * b, -w}), {.until = 1e-3});
  EXPECT_FALSE(m.events.empty());
  EXPECT_EQ(m.events.front().kind, EventKind::impact);
  EXPECT_EQ(m.events.front().time, 0.0);
  return m.events.front();
}

// Twenty slendernesses, rocked from rest: speed before the impact by the fall of the centre, then what is left of it.
TEST(RockingBox, KeepsHousnersPartOfItsTurnOrStopsDead) {
  int stopped = 0;
  for (int i = 1; i <= 20; ++i) {
    const double alpha = i * 0.5 * pi / 21.0;
    const double phi =
        0.1 * alpha;  // so little that the corner it turns about neither slips nor lifts
    const Motion m = rock(alpha, 2.0, phi, 3.0);
    ASSERT_FALSE(m.of(EventKind::impact).empty());
    const Event e = m.of(EventKind::impact)[0];
    const double fall = R * (std::cos(alpha - phi) - std::cos(alpha));
    const double w = std::sqrt(1.5 * kGravity * fall) / R;
    EXPECT_NEAR(e.velocity_before[2], -w, 1e-8 * w);
    const double k = left_by_stick(alpha);
    EXPECT_NEAR(e.velocity_after[2], k > 0.0 ? -k * w : 0.0, 1e-8 * w) << alpha;
    if (k > 0.0) continue;
    ++stopped;
    EXPECT_NEAR(e.velocity_after.cwiseAbs().maxCoeff(), 0.0, 1e-10);
    EXPECT_EQ(m.of(EventKind::impact).size(), 1U) << alpha;
    EXPECT_EQ(m.result.final.modes,
              (std::vector{Mode::stick, Mode::stick, Mode::open, Mode::open}));
  }
  EXPECT_EQ(stopped, 8);  // sin^2(alpha) > 2/3: alpha > 54.7 degrees, i > 12.77
}

TEST(RockingBox, SlipsWhereFrictionIsLessThanTheImpactNeeds) {
  for (int i = 1; i <= 20; ++i) {
    const double alpha = i * 0.5 * pi / 21.0;
    for (const double mu : {0.0, 0.1, 0.3, 0.5, 0.8}) {
      const Event e = strike(alpha, mu);
      double k = left_by_stick(alpha);
      if (k > 0.0 && mu < friction_to_stick(alpha)) k = left_by_slip(alpha, mu);
      EXPECT_NEAR(e.velocity_after[2], -std::max(k, 0.0), 1e-12) << alpha << ' ' << mu;
      if (k > 0.0) continue;
      // On both corners: L_N = m w b in all, against the momentum m w h.
      const double slide = R * (std::cos(alpha) - mu * std::sin(alpha));
      EXPECT_NEAR(e.velocity_after[0], std::max(slide, 0.0), 1e-12) << alpha << ' ' << mu;
    }
  }
}

TEST(RockingBox, HalfAsWideAsHighKeepsSeventyPercentOrLessIfItSlips) {
  const double alpha = std::atan(0.5);
  EXPECT_NEAR(strike(alpha, 0.8).velocity_after[2], -0.7, 1e-13);
  EXPECT_NEAR(strike(alpha, 0.3).velocity_after[2], -0.76 / 1.24, 1e-13);
  EXPECT_NEAR(0.76 / 1.24, 0.6129, 5e-5);
  const Event slip = strike(alpha, 0.3);
  EXPECT_NEAR(slip.impulse[3], -0.3 * slip.impulse[2], 1e-13);
  EXPECT_EQ(slip.impulse[0], 0.0);
}

TEST(RockingBox, EveryImpactLeavesTheSamePartUntilItStands) {
  const Motion m = rock(std::atan(0.5), 0.8, 0.2, 5.0);
  EXPECT_EQ(m.result.reason, EndReason::end) << m.result.message;
  int impacts = 0;
  for (const Event& e : m.of(EventKind::impact)) {
    if (std::abs(e.velocity_before[2]) < 1e-4) continue;  // the last ones are where it stops
    EXPECT_NEAR(e.velocity_after[2] / e.velocity_before[2], 0.7, 1e-9);
    ++impacts;
  }
  EXPECT_GT(impacts, 20);
  EXPECT_NEAR(m.result.final.q[0], R * std::sin(std::atan(0.5)), 1e-9);
  EXPECT_NEAR(m.result.final.q[2], 0.0, 1e-10);
  EXPECT_EQ(m.result.final.modes, (std::vector{Mode::stick, Mode::stick, Mode::open, Mode::open}));
}

}  // namespace
}  // namespace ricochet
