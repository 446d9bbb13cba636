// Moreau-Jean time stepping against closed forms, mechanics, and itself.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <motion/recorder.hpp>
#include <numbers>
#include <support/count_allocations.hpp>
#include <support/motions.hpp>

#include <ricochet/motion/time_stepper.hpp>
#include <ricochet/system/linear.hpp>

namespace ricochet {
namespace {

using testing::kGravity;
using testing::Motion;
using testing::rough;

Motion stepped(const MechanicalSystem& system, const MotionState& start,
               const SimulationOptions& options) {
  Motion motion;
  motion.result = TimeStepper(system, options).run(start, motion);
  EXPECT_EQ(motion.result.reason, EndReason::end) << motion.result.message;
  EXPECT_LE(motion.result.statistics.residual, 1e-10);
  return motion;
}

struct Unsampled : MotionObserver {
  bool wants_samples() const override { return false; }
};

RunResult last_of(const MechanicalSystem& system, const MotionState& start,
                  const SimulationOptions& options) {
  Unsampled nobody;
  RunResult result = TimeStepper(system, options).run(start, nobody);
  EXPECT_EQ(result.reason, EndReason::end) << result.message;
  return result;
}

// ------------------------------------------------------------------ exactness

TEST(TimeStepper, FreeFlightIsExact) {
  // theta = 1/2: constant forces are integrated exactly, whatever the step.
  BodyScene scene;
  scene.bodies = {testing::disc(2.0, 0.1)};
  const auto system = testing::make_system(scene, rough(0.0));
  const Motion m =
      stepped(*system, testing::state({1, 2, 0.5}, {3, 4, 5}), {.until = 1.0, .step = 0.0625});
  EXPECT_NEAR(m.result.final.q[0], 4.0, 1e-14);
  EXPECT_NEAR(m.result.final.q[1], 6.0 - 0.5 * kGravity, 1e-13);
  EXPECT_NEAR(m.result.final.q[2], 5.5, 1e-14);
  EXPECT_NEAR(m.result.final.u[1], 4.0 - kGravity, 1e-13);
  EXPECT_NEAR(m.result.final.ledger.residual, 0.0, 1e-12);
}

TEST(TimeStepper, BlockInsideTheFrictionConeStaysForAHundredThousandSteps) {
  // Two feet, four equations for three degrees of freedom; tan(0.4) = 0.423 < 0.5.
  BodyScene scene;
  scene.gravity = testing::inclined_gravity(0.4);
  scene.bodies = {testing::block(1.5, 0.3, 0.1)};
  scene.grounds = {testing::ground()};
  const auto system = testing::make_system(scene, rough(0.5, 0.3));
  const MotionState start = testing::state({0, 0.1, 0}, {0, 0, 0});
  Motion m = stepped(*system, start, {.until = 100.0, .sample_step = 10.0, .step = 1e-3});
  EXPECT_EQ(m.result.statistics.steps, 100000);
  EXPECT_TRUE(m.kinds().empty());
  EXPECT_NEAR(m.result.final.q[0], 0.0, 1e-12);
  EXPECT_NEAR(m.result.final.q[1], 0.1, 1e-12);
  EXPECT_NEAR(m.result.final.q[2], 0.0, 1e-12);
  const testing::Snapshot& last = m.samples.back();
  EXPECT_LE(last.gap.cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_EQ(last.modes, (std::vector<Mode>{Mode::stick, Mode::stick}));
  EXPECT_NEAR(last.force[0] + last.force[2], 1.5 * kGravity * std::cos(0.4), 1e-9);
  EXPECT_NEAR(last.force[1] + last.force[3], -1.5 * kGravity * std::sin(0.4), 1e-9);
}

TEST(TimeStepper, SlidingBlockIsDeceleratedByFrictionAndStops) {
  // v0 = 2, mu g = 2.943: stops after 0.68 s and 0.6796 m. Sliding is exact, the stop within a step.
  BodyScene scene;
  scene.bodies = {testing::block(1.5, 0.3, 0.1)};
  scene.grounds = {testing::ground()};
  const auto system = testing::make_system(scene, rough(0.3));
  const MotionState start = testing::state({0, 0.1, 0}, {2, 0, 0});
  const double a = 0.3 * kGravity;
  const Motion half = stepped(*system, start, {.until = 0.5, .step = 1e-3});
  EXPECT_NEAR(half.result.final.u[0], 2.0 - 0.5 * a, 1e-11);
  EXPECT_NEAR(half.result.final.q[0], 1.0 - 0.125 * a, 1e-11);
  EXPECT_NEAR(half.result.final.ledger.friction_loss, 0.75 * (4.0 - std::pow(2.0 - 0.5 * a, 2)),
              1e-10);
  EXPECT_NEAR(half.result.final.ledger.residual, 0.0, 1e-10);
  const Motion full = stepped(*system, start, {.until = 1.0, .step = 1e-3});
  EXPECT_EQ(full.kinds(), std::vector<EventKind>{EventKind::stick});
  EXPECT_NEAR(full.events[0].time, 2.0 / a, 1e-3);
  EXPECT_NEAR(full.result.final.q[0], 2.0 / a, 1e-5);
  EXPECT_NEAR(full.result.final.u[0], 0.0, 1e-13);
}

TEST(TimeStepper, SlidingDiscRollsFromTheTimeOfMechanicsOn) {
  // From v / (3 mu g) on; a rolling disc keeps 2/3 of its speed.
  BodyScene scene;
  scene.bodies = {testing::disc(1.0, 0.2)};
  scene.grounds = {testing::ground()};
  const auto system = testing::make_system(scene, rough(0.2));
  const Motion m =
      stepped(*system, testing::state({0, 0.2, 0}, {3, 0, 0}), {.until = 1.0, .step = 1e-4});
  ASSERT_EQ(m.kinds(), std::vector<EventKind>{EventKind::stick});
  EXPECT_NEAR(m.events[0].time, 3.0 / (3.0 * 0.2 * kGravity), 2e-4);
  EXPECT_NEAR(m.result.final.u[0], 2.0, 1e-9);
  EXPECT_NEAR(m.result.final.u[2], -10.0, 1e-8);
}

TEST(TimeStepper, BlockOnABeltTakesItsWorkFromTheBelt) {
  BodyScene scene;
  scene.bodies = {testing::block(1.5, 0.3, 0.1)};
  Ground belt = testing::ground();
  belt.belt = 1.0;
  scene.grounds = {belt};
  const auto system = testing::make_system(scene, rough(0.3));
  const Motion m =
      stepped(*system, testing::state({0, 0.1, 0}, {0, 0, 0}), {.until = 1.0, .step = 1e-3});
  const Ledger& l = m.result.final.ledger;
  EXPECT_NEAR(m.result.final.u[0], 1.0, 1e-10);
  EXPECT_NEAR(l.belt_work, 1.5, 1e-3);
  EXPECT_NEAR(l.friction_loss, 0.75, 1e-3);
  EXPECT_NEAR(l.residual, 0.0, 1e-9);
}

// ---------------------------------------------------------------- convergence

TEST(TimeStepper, SmoothMotionIsOfSecondOrder) {
  // A mass on a spring: x = cos t.
  BodyScene scene;
  scene.gravity = Vector2::Zero();
  scene.bodies = {testing::disc(1.0, 0.1)};
  scene.springs = {{.from = {0, Vector2::Zero()},
                    .to = {on_ground, Vector2(-10.0, 0.0)},
                    .stiffness = 1.0,
                    .length = 10.0}};
  const auto system = testing::make_system(scene, rough(0.0));
  const auto error = [&](double step) {
    const RunResult r =
        last_of(*system, testing::state({1, 0, 0}, {0, 0, 0}), {.until = 5.0, .step = step});
    return std::abs(r.final.q[0] - std::cos(5.0)) + std::abs(r.final.u[0] + std::sin(5.0));
  };
  const double coarse = error(0.02);
  EXPECT_LT(coarse, 1e-3);
  EXPECT_NEAR(coarse / error(0.01), 4.0, 0.1);
}

TEST(TimeStepper, BouncingBallConvergesWithFirstOrder) {
  // Height 1 m, e = 0.8, t = 1.5 s: after three impacts, against the parabolas between them. The error of a single step
  // length depends on where impacts fall in their steps, so the mean of several lengths is looked at.
  const double e = 0.8;
  const double fall = std::sqrt(2.0 / kGravity);
  const double v1 = kGravity * fall;
  const double second = fall + 2.0 * e * fall;
  const double since = 1.5 - second;  // after the second impact, before the third
  ASSERT_GT(since, 0.0);
  ASSERT_LT(since, 2.0 * e * e * fall);
  const double y = e * e * v1 * since - 0.5 * kGravity * since * since;
  const double v = e * e * v1 - kGravity * since;
  BodyScene scene;
  scene.bodies = {testing::disc(1.0, 0.1)};
  scene.grounds = {testing::ground()};
  const auto system = testing::make_system(scene, rough(0.0, e));
  const auto error = [&](double step) {
    constexpr int kLengths = 20;
    double sum = 0.0;
    for (int k = 0; k < kLengths; ++k) {
      const RunResult r = last_of(*system, testing::state({0, 1.1, 0}, {0, 0, 0}),
                                  {.until = 1.5, .step = step * (1.0 + 0.03 * k)});
      sum += std::abs(r.final.q[1] - 0.1 - y) + std::abs(r.final.u[1] - v);
    }
    return sum / kLengths;
  };
  const double coarse = error(4e-3);
  const double fine = error(1e-3);
  const double finest = error(2.5e-4);
  EXPECT_LT(coarse, 0.2);
  EXPECT_NEAR(coarse / fine, 4.0, 1.6);
  EXPECT_NEAR(fine / finest, 4.0, 1.6);
}

}  // namespace
}  // namespace ricochet
