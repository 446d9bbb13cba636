// Once their arrays have grown, motions do not allocate.

#include <gtest/gtest.h>

#include <motion/recorder.hpp>
#include <numbers>
#include <ricochet/motion/compliant_simulator.hpp>
#include <ricochet/motion/tip_impact.hpp>
#include <support/count_allocations.hpp>
#include <support/motions.hpp>

namespace ricochet {
namespace {

TEST(TipImpact, AllocatesNothingOnceWarm) {
  TipImpactSimulator simulator;
  TipImpactResult result;
  TipImpact i;
  i.angle = std::numbers::pi / 4.0;
  i.v_t = 0.2;
  i.contact.friction = 0.5987;
  simulator.run(i, {}, result);
  const long before = allocation_count;
  for (int k = 0; k < 5; ++k) simulator.run(i, {}, result);
  EXPECT_EQ(allocation_count - before, 0);
  EXPECT_EQ(result.status, TipImpactStatus::separated);
}

/// Counts what is allocated between two samples without an event between them (which has samples on both sides).
struct BetweenEvents : MotionObserver {
  long last = -1;
  long worst = 0;
  long steps = 0;
  double t = -1.0;
  void sample(const Sample& s) override {
    const long now = allocation_count;
    if (last >= 0 && s.t > t) {
      ++steps;
      worst = std::max(worst, now - last);
    }
    last = now;
    t = s.t;
  }
  void event(const Event&) override { last = -1; }
};

TEST(CompliantSimulator, StepsDoNotAllocate) {
  for (const char* name : {"bouncing-ball", "frictional-bounce", "ball-in-corner"}) {
    for (const double tangential : {0.0, 3e4}) {
      ModelInstance m = testing::build_model(name);
      testing::make_compliant(*m.system, 1e5, 3.0, 1.0, tangential);
      CompliantSimulator simulator(*m.system, {.until = 0.6});
      BetweenEvents observer;
      simulator.run(m.start, observer);
      observer = {};
      simulator.run(m.start, observer);
      EXPECT_GT(observer.steps, 50);
      EXPECT_EQ(observer.worst, 0);
    }
  }
}

/// What a warm run allocates and does, in steps of at most `largest`.
struct Cost {
  long allocations = 0;
  long steps = 0;
  long events = 0;
};

Cost cost_of(const MechanicalSystem& system, const MotionState& start, double until,
             double largest) {
  Simulator simulator(system, *find_law("moreau"), {.until = until, .largest_step = largest});
  MotionObserver nobody;
  simulator.run(start, nobody);
  const long before = allocation_count;
  const RunResult r = simulator.run(start, nobody);
  return {allocation_count - before, r.statistics.steps, r.statistics.events};
}

/// Ten times as many steps, the same events, the same allocations: steps have none.
void expect_steps_do_not_allocate(const MechanicalSystem& system, const MotionState& start,
                                  double until, double largest) {
  const Cost coarse = cost_of(system, start, until, largest);
  const Cost fine = cost_of(system, start, until, 0.1 * largest);
  EXPECT_EQ(fine.events, coarse.events);
  EXPECT_GT(fine.steps, 5 * coarse.steps);
  EXPECT_EQ(fine.allocations, coarse.allocations);
}

TEST(Simulator, StepsInFlightAndStickDoNotAllocate) {
  const ModelInstance m = testing::build_model("frictional-bounce");
  expect_steps_do_not_allocate(*m.system, m.start, 1.0, 1e-3);
}

TEST(Simulator, StepsInSlipDoNotAllocate) {
  const ModelInstance m = testing::build_model("friction-oscillator");
  expect_steps_do_not_allocate(*m.system, m.start, 5.0, 1e-2);
}

TEST(Simulator, StepsWithOpenSlidingAndStickingContactsDoNotAllocate) {
  // A disc rolls, a block slides on two feet, a third body flies; they do not meet.
  BodyScene scene;
  scene.bodies = {testing::disc(1.0, 0.2), testing::block(1.0, 0.3, 0.1), testing::disc(1.0, 0.2)};
  scene.bodies[2].name = "flying";
  scene.grounds = {testing::ground()};
  const auto system = testing::make_system(scene, testing::rough(0.1));
  expect_steps_do_not_allocate(
      *system, testing::state({0, 0.2, 0, -2, 0.1, 0, 3, 5, 0}, {1, 0, -5, -0.4, 0, 0, 0, 0, 0}),
      0.3, 1e-2);
}

TEST(Simulator, StepsWithDependentEquationsDoNotAllocate) {
  // A block that rests on two feet on a shaking table: four equations for three degrees of freedom.
  BodyScene scene;
  scene.bodies = {testing::block(1.0, 0.3, 0.1)};
  Ground table = testing::ground();
  table.vibration = {Vector2(0.01, 0.0), 5.0, 0.5 * std::numbers::pi};
  scene.grounds = {table};
  const auto system = testing::make_system(scene, testing::rough(0.5));
  expect_steps_do_not_allocate(*system, testing::state({0, 0.1, 0}, {0, 0, 0}), 1.0, 1e-2);
}

}  // namespace
}  // namespace ricochet
