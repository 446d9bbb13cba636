// The same motion has the same bits: run again, and with every compiler and optimization.
//
// The step size control calls pow, and bodies that turn call sin and cos, which may differ in the last bit between
// processors: pinned are linear systems in steps that are all as large as allowed, where only + - * / and sqrt are
// left.

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>

#include <support/models.hpp>
#include <support/motions.hpp>
#include <support/random_scenes.hpp>
#include <support/suite.hpp>

namespace ricochet {
namespace {

/// FNV-1a over the bits of everything told.
struct Hash : MotionObserver {
  std::uint64_t value = 14695981039346656037ULL;
  double longest = 0.0;  // s between two samples
  double last = 0.0;

  void add(std::uint64_t bits) { value = (value ^ bits) * 1099511628211ULL; }
  void add(double x) { add(std::bit_cast<std::uint64_t>(x)); }
  template <class Values>
  void add_all(const Values& values) {
    for (const double v : values) add(v);
  }
  void sample(const Sample& s) override {
    longest = std::max(longest, s.t - last);
    last = s.t;
    add(s.t);
    for (const auto& values : {s.q, s.u, s.gap, s.force}) add_all(values);
    for (const Mode mode : s.modes) add(static_cast<std::uint64_t>(mode));
    add(s.ledger.residual);
  }
  void event(const Event& e) override {
    add(e.time);
    add(static_cast<std::uint64_t>(e.kind));
    add_all(e.velocity_after);
    if (e.impulse.size() > 0) add_all(e.impulse);
  }
};

TEST(Determinism, TheSameSceneTwiceGivesTheSameBits) {
  for (long k = 0; k < testing::suite_count(100); ++k) {
    const auto seed = static_cast<std::uint64_t>(k);
    const testing::RandomScene scene = testing::random_scene(seed);
    Simulator simulator(*scene.system, *find_law("moreau"), {.until = 2.0, .sample_step = 0.01},
                        find_law("poisson"));
    Hash first, again, anew;
    simulator.run(scene.start, first);
    simulator.run(scene.start, again);  // the simulator remembers nothing
    const testing::RandomScene copy = testing::random_scene(seed);
    Simulator(*copy.system, *find_law("moreau"), {.until = 2.0, .sample_step = 0.01},
              find_law("poisson"))
        .run(copy.start, anew);
    EXPECT_EQ(first.value, again.value) << seed;
    EXPECT_EQ(first.value, anew.value) << seed;
  }
}

std::uint64_t hash_of(const ModelInstance& m, double until, double step) {
  Hash hash;
  const RunResult r = Simulator(*m.system, *find_law("moreau"),
                                {.until = until, .tolerance = 1e-3, .largest_step = step})
                          .run(m.start, hash);
  EXPECT_EQ(r.reason, EndReason::end);
  EXPECT_EQ(r.statistics.rejected, 0);
  EXPECT_LE(hash.longest, step * (1.0 + 1e-9));
  return hash.value;
}

TEST(Determinism, BitsAreTheSameForEveryCompilerAndOptimization) {
  EXPECT_EQ(hash_of(testing::build("friction-oscillator"), 5.0, 1e-3), 11571738764307768082U);
  EXPECT_EQ(hash_of(testing::build("frictional-bounce-simplified"), 1.0, 1e-4),
            10629451055421081678U);
}

}  // namespace
}  // namespace ricochet
