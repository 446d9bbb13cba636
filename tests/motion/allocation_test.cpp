// Once their arrays have grown, motions do not allocate.

#include <gtest/gtest.h>

#include <motion/recorder.hpp>
#include <numbers>
#include <ricochet/motion/compliant_simulator.hpp>
#include <ricochet/motion/tip_impact.hpp>
#include <support/count_allocations.hpp>

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

}  // namespace
}  // namespace ricochet
