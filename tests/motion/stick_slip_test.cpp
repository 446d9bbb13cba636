// A mass on a spring, rubbing on a belt or on the ground: m x'' = -k x + l_T, w = sqrt(k / m).
// Sliding it swings around x_k = mu m g / k (ahead, where the belt goes); it sticks up to x_s = mu_s m g / k.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include <support/models.hpp>
#include <support/motions.hpp>

#include <ricochet/motion/time_stepper.hpp>

namespace ricochet {
namespace {

using std::numbers::pi;
using testing::follow;
using testing::kGravity;
using testing::Motion;

constexpr double kMass = 2.0;
constexpr double kStiffness = 50.0;
const double kRate = std::sqrt(kStiffness / kMass);

double stretch(double mu) { return mu * kMass * kGravity / kStiffness; }

ModelInstance oscillator(double belt, double mu, double mu_static, double x, double v) {
  return testing::build("friction-oscillator", {{"mass", kMass},
                                                {"stiffness", kStiffness},
                                                {"belt_speed", belt},
                                                {"friction", mu},
                                                {"static_friction", mu_static},
                                                {"x", x},
                                                {"v_x", v}});
}

TEST(StickSlip, PeriodIsTheClosedForm) {
  // It slips off at x_s with the speed v of the belt and is caught at 2 x_k - x_s:
  //   slide 2 (pi - atan d) / w,  stick 2 (x_s - x_k) / v,  d = w (x_s - x_k) / v.
  const double v = 0.2;
  for (const double mu_static : {0.32, 0.4, 0.8}) {
    const double mu = 0.3;
    const double reach = stretch(mu_static) - stretch(mu);
    const double slide = 2.0 * (pi - std::atan(kRate * reach / v)) / kRate;
    const double stick = 2.0 * reach / v;
    const ModelInstance m = oscillator(v, mu, mu_static, 0.0, v);  // carried along
    const double first = stretch(mu_static) / v;
    const Motion motion =
        follow(*m.system, m.start,
               {.until = first + 20.0 * (slide + stick) + 0.5 * slide, .sample_step = 0.1});
    const auto slips = motion.of(EventKind::slip);
    const auto sticks = motion.of(EventKind::stick);
    ASSERT_EQ(slips.size(), 21U) << mu_static;
    ASSERT_EQ(sticks.size(), 20U);
    EXPECT_EQ(motion.kinds().size(), 41U);
    for (std::size_t k = 0; k < 20; ++k) {
      const double began = first + static_cast<double>(k) * (slide + stick);
      const double allowed = 2e-10 * static_cast<double>(k + 1);  // twice the tolerance, per period
      EXPECT_NEAR(slips[k].time, began, allowed);
      EXPECT_NEAR(slips[k].q[0], stretch(mu_static), 1e-9);
      EXPECT_NEAR(sticks[k].time, began + slide, allowed);
      EXPECT_NEAR(sticks[k].q[0], stretch(mu) - reach, 1e-9);
    }
  }
}

TEST(StickSlip, TimeSteppingHasTheSamePeriodToFewSteps) {
  const double v = 0.2, mu = 0.3, mu_static = 0.4, step = 5e-4;
  const double reach = stretch(mu_static) - stretch(mu);
  const double period = 2.0 * (pi - std::atan(kRate * reach / v)) / kRate + 2.0 * reach / v;
  const double first = stretch(mu_static) / v;
  for (const double x :
       {0.0, stretch(0.35)}) {  // carried along from the start, with static friction
    const ModelInstance m = oscillator(v, mu, mu_static, x, v);
    Motion motion;
    TimeStepper(*m.system, {.until = first + 4.5 * period, .step = step}).run(m.start, motion);
    const auto slips = motion.of(EventKind::slip);
    ASSERT_GE(slips.size(), 5U);
    EXPECT_NEAR(slips[0].time, first - x / v, 2.0 * step);
    for (std::size_t k = 1; k < 5; ++k) {
      EXPECT_NEAR(slips[k].time - slips[k - 1].time, period, 4.0 * step);
      EXPECT_NEAR(slips[k].q[0], stretch(mu_static), 2.0 * v * step);
    }
  }
}

TEST(StickSlip, WithOneCoefficientItEndsInTheHarmonicMotionThatGrazesTheBelt) {
  // Caught once, it slips off at x_k with the speed of the belt: period 2 pi / w, amplitude v / w, and at every
  // return the mass has for an instant the speed of the belt.
  const double v = 0.2;
  const double mu = 0.3;
  const ModelInstance m = oscillator(v, mu, 0.0, stretch(mu), -0.5);
  const Motion motion = follow(*m.system, m.start, {.until = 40.0, .sample_step = 0.01});
  const auto slips = motion.of(EventKind::slip);
  ASSERT_FALSE(slips.empty());
  const double began = slips.front().time;
  EXPECT_NEAR(slips.front().q[0], stretch(mu), 1e-9);
  double worst = 0.0;
  for (const testing::Snapshot& s : motion.samples) {
    if (s.t < began) continue;
    const double x = stretch(mu) + v / kRate * std::sin(kRate * (s.t - began));
    worst = std::max(worst, std::abs(s.q[0] - x));
  }
  // Each return is seen to sqrt(tolerance) in time; where it errs it sticks for that long, at the same speed.
  EXPECT_LT(worst, 1e-8);
}

TEST(StickSlip, SlidesForEverWhereItSwingsLessThanTheBeltRuns) {
  const double mu = 0.3;
  const ModelInstance m = oscillator(0.5, mu, 0.6, stretch(mu) + 0.04, 0.0);  // w 0.04 = 0.2 < 0.5
  const Motion motion = follow(*m.system, m.start, {.until = 50.0, .sample_step = 0.05});
  EXPECT_TRUE(motion.kinds().empty());
  for (const testing::Snapshot& s : motion.samples) {
    EXPECT_NEAR(s.q[0], stretch(mu) + 0.04 * std::cos(kRate * s.t), 1e-8);
  }
}

TEST(CoulombOscillator, LosesTwiceTheStretchPerHalfPeriodAndStopsInTheDeadZone) {
  const double mu = 0.2;
  const double d = stretch(mu);
  for (const double start : {10.7, 10.3, 4.0, 1.2, 0.8}) {  // x(0) / d
    const ModelInstance m = oscillator(0.0, mu, 0.0, start * d, 0.0);
    const Motion motion = follow(*m.system, m.start, {.until = 10.0});
    const int halves = std::max(0, static_cast<int>(std::ceil(0.5 * (start - 1.0))));
    const auto all = motion.kinds();
    ASSERT_EQ(all.size(), static_cast<std::size_t>(halves)) << start;
    for (int n = 1; n <= halves; ++n) {
      const Event& e = motion.events[static_cast<std::size_t>(n) - 1];
      EXPECT_EQ(e.kind, n < halves ? EventKind::reverse : EventKind::stick);
      EXPECT_NEAR(e.time, n * pi / kRate, 1e-9);
      EXPECT_NEAR(e.q[0], (n % 2 == 0 ? 1.0 : -1.0) * (start - 2.0 * n) * d, 1e-9);
    }
    const double rest = (halves % 2 == 0 ? 1.0 : -1.0) * (start - 2.0 * halves) * d;
    EXPECT_NEAR(motion.result.final.q[0], rest, 1e-9);
    EXPECT_LT(std::abs(motion.result.final.q[0]), d);
    EXPECT_NEAR(motion.result.final.u[0], 0.0, 1e-15);
    // What friction took is what the spring has lost.
    const double lost = 0.5 * kStiffness * (start * start * d * d - rest * rest);
    EXPECT_NEAR(motion.result.final.ledger.friction_loss, lost, 1e-8 * (lost + d));
  }
}

TEST(CoulombOscillator, StaticFrictionStopsItEarlier) {
  const double mu = 0.2;
  const double d = stretch(mu);
  const ModelInstance m = oscillator(0.0, mu, 0.7, 10.7 * d, 0.0);  // holds up to 3.5 d
  const Motion motion = follow(*m.system, m.start, {.until = 10.0});
  EXPECT_NEAR(motion.result.final.q[0], 2.7 * d, 1e-9);  // after four half periods
  EXPECT_EQ(motion.of(EventKind::reverse).size(), 3U);
  EXPECT_EQ(motion.of(EventKind::stick).size(), 1U);
}

}  // namespace
}  // namespace ricochet
