// A ball that bounces: on a table at rest, where every time is known in closed form, and on a vibrating one.
//
// Dropped from h: t_1 = sqrt(2 h / g), t_n = t_1 (1 + 2 (e - e^n) / (1 - e)), limit t_1 (1 + e) / (1 - e).

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include <support/models.hpp>
#include <support/motions.hpp>

namespace ricochet {
namespace {

using testing::follow;
using testing::kGravity;
using testing::Motion;

double bounce_time(int n, double e) {
  const double first = std::sqrt(2.0 / kGravity);
  return e == 1.0 ? first * (2.0 * n - 1.0)
                  : first * (1.0 + 2.0 * (e - std::pow(e, n)) / (1.0 - e));
}

TEST(BouncingBall, EveryBounceComesAtItsTimeAndTheLastAtTheLimit) {
  for (const std::string_view law : {"moreau", "poisson", "routh-stronge"}) {
    const ModelInstance ball = testing::build("bouncing-ball", {{"restitution", 0.9}});
    const Motion m = follow(*ball.system, ball.start, {.until = 10.0}, law);
    EXPECT_EQ(m.result.reason, EndReason::end);
    const auto impacts = m.of(EventKind::impact);
    // Down to hops of 1e-10 of the size (0.05 m): e^2n h < 5e-12 m at n = 124.
    ASSERT_EQ(impacts.size(), 124U);
    // An event is never before its time, and at most 2 ulp of the clock behind it. A delay of one bounce delays the
    // later ones, in sum by (1 + e) / (1 - e) = 19 times as much: 19 * 2 ulp(8 s) = 7e-14 s per bounce, 8e-12 s after
    // 120 of them, which is 1e-12 of the time. The last four hops are below the resolution of t.
    for (std::size_t n = 0; n < impacts.size(); ++n) {
      const double t = bounce_time(static_cast<int>(n) + 1, 0.9);
      EXPECT_NEAR(impacts[n].time, t, (n < 120 ? 1e-12 : 2e-12) * t) << law << ", bounce " << n + 1;
    }
    const auto chatter = m.of(EventKind::chatter);
    ASSERT_EQ(chatter.size(), 1U);
    EXPECT_NEAR(chatter[0].time, 8.57894918, 1e-8);
    EXPECT_NEAR(chatter[0].time, 19.0 * std::sqrt(2.0 / kGravity), 1e-10);
    EXPECT_EQ(chatter[0].contacts, std::vector<Eigen::Index>{0});
    EXPECT_NE(m.samples.back().modes[0], Mode::open);
    EXPECT_EQ(m.result.final.u[1], 0.0);
    EXPECT_NEAR(m.samples.back().force[0], kGravity, 1e-12);  // 1 kg
  }
}

TEST(BouncingBall, InelasticOneStaysDown) {
  const ModelInstance ball = testing::build("bouncing-ball", {{"restitution", 0.0}});
  const Motion m = follow(*ball.system, ball.start, {.until = 3.0});
  EXPECT_EQ(m.kinds(), (std::vector{EventKind::impact, EventKind::close}));
  EXPECT_NEAR(m.events[0].time, bounce_time(1, 0.0), 1e-13);
  EXPECT_NEAR(m.events[0].dissipation, kGravity, 1e-12);  // all of m g h
  EXPECT_EQ(m.result.final.u[1], 0.0);
}

TEST(BouncingBall, ElasticOneKeepsTheBeatAndItsEnergy) {
  const ModelInstance ball = testing::build("bouncing-ball", {{"restitution", 1.0}});
  const Motion m = follow(*ball.system, ball.start, {.until = 100.0});
  const auto impacts = m.of(EventKind::impact);
  ASSERT_EQ(impacts.size(), 111U);  // (100 / t_1 + 1) / 2 = 111.2
  EXPECT_EQ(m.kinds().size(), impacts.size());
  for (std::size_t n = 0; n < impacts.size(); ++n) {
    const double t = bounce_time(static_cast<int>(n) + 1, 1.0);
    EXPECT_NEAR(impacts[n].time, t, 1e-12 * t);
    EXPECT_NEAR(impacts[n].dissipation, 0.0, 1e-13);
  }
  const Ledger& l = m.result.final.ledger;
  // Centre at h + R at the start. Events come up to 2 ulp(64 s) late, g v of that too low.
  EXPECT_NEAR(l.kinetic + l.potential, kGravity * 1.05, 1e-10);
}

/// One bounce per period T of the table z = a sin(w t + phase), from t = 0 on: thrown up with V = g T / 2, met with
/// -V by the table moving up with U, V - U = e (V + U). The map (time, speed) -> next has determinant e^2 and trace
/// 1 + e^2 - (1 + e)^2 a w^2 sin(phase) / g: stable for a w^2 sin(phase) < 2 g (1 + e^2) / (1 + e)^2; at half of it
/// the trace is zero and both multipliers have the modulus e.
struct PeriodicBounce {
  double e = 0.5;
  double w = 20.0 * std::numbers::pi;
  double T = 2.0 * std::numbers::pi / w;
  double V = 0.5 * kGravity * T;
  double U = V * (1.0 - e) / (1.0 + e);
  double lift = kGravity * (1.0 + e * e) / ((1.0 + e) * (1.0 + e)) / w;  // a w sin(phase)

  ModelInstance start(double faster = 0.0) const {
    ModelInstance m = testing::build("bouncing-ball", {{"restitution", e},
                                                       {"height", 0.0},
                                                       {"amplitude", std::hypot(U, lift) / w},
                                                       {"angular_frequency", w},
                                                       {"phase", std::atan2(lift, U)}});
    m.start.u[1] = V + faster;
    return m;
  }
};

TEST(BallOnVibratingTable, BouncesOncePerPeriodForEver) {
  const PeriodicBounce bounce;
  const ModelInstance m = bounce.start();
  const Motion motion = follow(*m.system, m.start, {.until = 30.05});
  const auto impacts = motion.of(EventKind::impact);
  ASSERT_EQ(impacts.size(), 300U);
  EXPECT_EQ(motion.kinds().size(), 300U);
  for (std::size_t n = 0; n < impacts.size(); ++n) {
    const double t = static_cast<double>(n + 1) * bounce.T;
    EXPECT_NEAR(impacts[n].time, t, 1e-10);  // the tolerance of the integration
    EXPECT_NEAR(impacts[n].velocity_before[1], -bounce.V, 1e-9);
    EXPECT_NEAR(impacts[n].velocity_after[1], bounce.V, 1e-9);
  }
  // Each impact takes (1 - e^2) (V + U)^2 / 2, and the table gives it back.
  const double lost = 300.0 * 0.5 * 0.75 * std::pow(bounce.V + bounce.U, 2);
  EXPECT_NEAR(motion.result.final.ledger.impact_loss, lost, 1e-8 * lost);
  EXPECT_NEAR(motion.result.final.ledger.motion_work, lost, 1e-8 * lost);
}

TEST(BallOnVibratingTable, DisturbedBounceReturnsByTheFactorOfRestitution) {
  // Trace zero, determinant e^2: two bounces multiply a disturbance by -e^2 exactly (to first order).
  const PeriodicBounce bounce;
  const ModelInstance m = bounce.start(1e-5);
  const Motion motion = follow(*m.system, m.start, {.until = 2.05});
  const auto impacts = motion.of(EventKind::impact);
  ASSERT_EQ(impacts.size(), 20U);
  double expected = 1e-5;
  for (std::size_t n = 1; n < 10; n += 2) {
    expected *= -bounce.e * bounce.e;
    EXPECT_NEAR(impacts[n].velocity_after[1] - bounce.V, expected,
                1e-2 * std::abs(expected) + 1e-10);
  }
}

/// A disc that moves with the table z = a sin(w t), a = `excess` g / w^2, from t = 0 on.
ModelInstance carried(double excess, double w) {
  const double a = excess * kGravity / (w * w);
  ModelInstance m = testing::build("bouncing-ball",
                                   {{"height", 0.0}, {"amplitude", a}, {"angular_frequency", w}});
  m.start.u[1] = a * w;
  return m;
}

TEST(MassOnVibratingTable, LeavesWhereTheTableFallsFasterThanIt) {
  // Pressed with m (g - a w^2 sin w t) until sin w t = g / (a w^2).
  const double w = 30.0;
  for (const double excess : {1.001, 1.5, 4.0}) {
    const ModelInstance m = carried(excess, w);
    const Motion motion = follow(*m.system, m.start, {.until = 0.1});
    const auto opened = motion.of(EventKind::open);
    ASSERT_FALSE(opened.empty());
    // The force is known from t alone; its slope in time is a w^3 cos(w t).
    const double t = std::asin(1.0 / excess) / w;
    const double slope = std::cos(w * t) * excess * w;
    EXPECT_NEAR(opened[0].time, t, 1e-14 / slope);
    EXPECT_NEAR(opened[0].velocity_after[1], slope * kGravity / (w * w), 1e-9);
  }
}

TEST(MassOnVibratingTable, StaysAsLongAsTheTableIsSlow) {
  const ModelInstance m = carried(0.999, 30.0);
  const Motion motion = follow(*m.system, m.start, {.until = 10.0});
  EXPECT_TRUE(motion.kinds().empty());
  double worst = 0.0;
  for (const testing::Snapshot& s : motion.samples) worst = std::max(worst, std::abs(s.gap[0]));
  EXPECT_LT(worst, 1e-13 * 0.05);
}

}  // namespace
}  // namespace ricochet
