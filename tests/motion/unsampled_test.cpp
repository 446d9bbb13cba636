// An observer that wants no samples sees the same motion.

#include <gtest/gtest.h>

#include <motion/recorder.hpp>
#include <ricochet/impact/moreau.hpp>
#include <ricochet/motion/simulator.hpp>

namespace ricochet {
namespace {

struct EventsOnly final : testing::Recorder {
  bool wants_samples() const override { return false; }
};

TEST(MotionWithoutSamples, IsTheSameMotion) {
  for (const char* name : {"bouncing-ball", "frictional-bounce", "woodpecker", "disc-ball"}) {
    for (const double sample_step : {0.0, 1e-3}) {
      const ModelInstance m = testing::build_model(name);
      const Moreau law;
      Simulator simulator(*m.system, law, {.until = 0.6, .sample_step = sample_step});
      testing::Recorder all;
      const RunResult with = simulator.run(m.start, all);
      EventsOnly events;
      const RunResult without = simulator.run(m.start, events);
      EXPECT_GT(all.samples, 0);
      EXPECT_EQ(events.samples, 0);
      EXPECT_EQ(with.message, without.message);
      EXPECT_EQ(with.final.q, without.final.q) << name;
      EXPECT_EQ(with.final.u, without.final.u) << name;
      EXPECT_EQ(with.final.ledger.residual, without.final.ledger.residual);
      ASSERT_EQ(all.events.size(), events.events.size());
      for (std::size_t k = 0; k < events.events.size(); ++k) {
        EXPECT_EQ(all.events[k].time, events.events[k].time);
        EXPECT_EQ(all.events[k].velocity_after, events.events[k].velocity_after);
      }
    }
  }
}

}  // namespace
}  // namespace ricochet
