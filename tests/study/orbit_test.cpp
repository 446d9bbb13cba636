// Periodic orbits: closed forms where there are any, and the acceptance values of the bounce models.

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include <support/models.hpp>
#include <support/motions.hpp>

#include <ricochet/study/orbit.hpp>

namespace ricochet {
namespace {

using testing::build;

constexpr SimulationOptions kFine{.tolerance = 1e-13};

void print(const Orbit& o) {
  std::printf("%s: %s\n  T %.12g residual %.3g iterations %d\n", std::string(to_string(o.status)).c_str(), o.message.c_str(), o.period, o.residual, o.iterations);
  for (auto l : o.multipliers) std::printf("  (%.8f, %.8f)", l.real(), l.imag());
  std::printf("\n");
  for (auto& m : o.margins) std::printf("   %s c%ld ph%zu t%.6g %.6g\n", std::string(to_string(m.kind)).c_str(), m.contact, m.phase, m.t, m.value);
}

TEST(BounceModel, SimplifiedHopsWithTheKnownPeriodAndMultipliers) {
  const ModelInstance m = build("frictional-bounce-simplified");
  const Orbit o = OrbitFinder(*m.system, *find_law("moreau"), {.event = EventKind::open}, kFine, {.settle = 3.0}).find(m.start);
  print(o);
  EXPECT_TRUE(o.found());
}
TEST(BounceModel, FullHopsWithTheKnownPeriodAndMultipliers) {
  const ModelInstance m = build("frictional-bounce");
  const Orbit o = OrbitFinder(*m.system, *find_law("moreau"), {.event = EventKind::open}, kFine, {.settle = 3.0}).find(m.start);
  print(o);
  EXPECT_TRUE(o.found());
}
TEST(VibratingTable, Ball) {
  const double w = 20.0 * std::numbers::pi;
  const ModelInstance m = build("bouncing-ball", {{"height", 0.0}, {"vertical_velocity", 0.51}, {"restitution", 0.8}, {"amplitude", 0.0015}, {"angular_frequency", w}, {"phase", 0.95}});
  MotionState s = m.start; s.t = 0.0;
  const Orbit o = OrbitFinder(*m.system, *find_law("moreau"), {.period = 0.1}, kFine, {.settle = 3.0}).find(s);
  print(o);
  EXPECT_TRUE(o.found());
}

}  // namespace
}  // namespace ricochet
