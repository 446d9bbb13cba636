// Periodic orbits: closed forms where there are any, and the known orbits of the bounce models.

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "orbits.hpp"

namespace ricochet {
namespace {

using testing::build;
using testing::kFine;

const ImpactLaw& moreau() { return *find_law("moreau"); }

TEST(SimplifiedBounceModel, HopsWithTheKnownPeriodStatesAndMultipliers) {
  const ModelInstance m = build("frictional-bounce-simplified");
  const Orbit o =
      OrbitFinder(*m.system, moreau(), {.event = EventKind::open}, kFine, {.settle = 2.0})
          .find(m.start);
  ASSERT_TRUE(o.found()) << o.message;
  EXPECT_NEAR(o.period, 0.338627935, 1e-8);
  EXPECT_EQ(o.stability, Stability::stable);
  ASSERT_EQ(o.multipliers.size(), 6U);
  EXPECT_NEAR(o.multipliers[0].real(), -0.143918, 1e-5);
  EXPECT_NEAR(o.multipliers[0].imag(), 0.466396, 1e-5);
  EXPECT_EQ(o.multipliers[1], std::conj(o.multipliers[0]));
  for (std::size_t i = 2; i < 6; ++i) EXPECT_LT(std::abs(o.multipliers[i]), 1e-6);
  // Flight, landing that sticks, and off again at the edge of the cone.
  ASSERT_EQ(o.sequence.passages.size(), 2U);
  EXPECT_EQ(o.sequence.modes[0], Mode::open);
  EXPECT_EQ(o.sequence.passages[0].modes_after[0], Mode::stick);
  EXPECT_EQ(o.sequence.passages[1].fired[0].what, Trigger::edge_plus);
  EXPECT_NEAR(duration(o.sequence, 0), 0.049141017, 1e-8);
  EXPECT_NEAR(duration(o.sequence, 1), 0.289486918, 1e-8);
  EXPECT_NEAR(o.state.q[0], -0.016036032, 1e-8);
  EXPECT_NEAR(o.state.q[2], 0.025662094, 1e-8);
  EXPECT_NEAR(o.state.u[2], 0.253568810, 1e-7);
  EXPECT_NEAR(o.state.q[1], 0.3 * o.state.q[2], 1e-12);
  EXPECT_NEAR(o.state.u[0], o.state.u[2] - 0.2, 1e-11);
  // Extreme values.
  EXPECT_NEAR(o.x.low[0], -0.0187844, 1e-6);
  EXPECT_NEAR(o.x.high[0], 0.0038506, 1e-6);
  EXPECT_NEAR(o.x.low[2], -0.0226736, 1e-6);
  EXPECT_NEAR(o.x.high[2], 0.0259095, 1e-6);
  EXPECT_NEAR(o.gap.high[0], 0.00505414, 1e-6);
  EXPECT_NEAR(o.force.high[0], 17.51894, 1e-3);
}

TEST(FullBounceModel, HopsWithTheKnownPeriodAndMultipliers) {
  const ModelInstance m = build("frictional-bounce");
  const Orbit o =
      OrbitFinder(*m.system, moreau(), {.event = EventKind::open}, kFine, {.settle = 2.0})
          .find(m.start);
  ASSERT_TRUE(o.found()) << o.message;
  EXPECT_NEAR(o.period, 0.122097054, 1e-8);
  EXPECT_NEAR(duration(o.sequence, 0), 0.032292442, 1e-8);
  EXPECT_NEAR(o.state.q[0], -0.008329702, 1e-8);
  EXPECT_NEAR(o.state.q[2], 0.011800238, 1e-8);
  EXPECT_NEAR(o.state.u[2], 0.169347056, 1e-7);
  EXPECT_NEAR(o.gap.high[0], 0.000500939, 1e-7);
  EXPECT_NEAR(o.multipliers[0].real(), -0.668165, 1e-5);
  EXPECT_NEAR(o.multipliers[0].imag(), 0.365150, 1e-5);
  EXPECT_EQ(o.stability, Stability::stable);
}

/// A ball on a table z = A sin(w t), one bounce per shake: it leaves with U = g T / 2 where the table moves with
/// z' = (1 - e)/(1 + e) g T / 2. The map of the impacts has, with z'' = -A w^2 sin(phase),
///   trace = 1 + e^2 + (1 + e)^2 z'' / g,   det = e^2.
TEST(VibratingTable, ABouncePerShakeHasThePhaseAndMultipliersOfTheImpactMap) {
  const double g = testing::kGravity, w = 20.0 * std::numbers::pi;
  const double T = 2.0 * std::numbers::pi / w;
  for (const auto& [e, strength] : {std::pair(0.5, 1.2), std::pair(0.5, 1.4), std::pair(0.8, 0.6),
                                    std::pair(0.8, 1.0)}) {  // strength = A w^2 / g
    const double A = strength * g / (w * w);
    const double rate = (1.0 - e) / (1.0 + e) * 0.5 * g * T;
    const double phase = std::acos(rate / (A * w));
    const ModelInstance m = build("bouncing-ball", {{"height", 0.01},
                                                    {"vertical_velocity", 0.4},
                                                    {"restitution", e},
                                                    {"amplitude", A},
                                                    {"angular_frequency", w}});
    const Orbit o = OrbitFinder(*m.system, moreau(), {.period = T, .offset = 0.6 * T}, kFine,
                                {.settle = 3.0, .drifting = {0, 2, 3, 5}})
                        .find(m.start);
    ASSERT_TRUE(o.found()) << o.message << ' ' << e << ' ' << strength;
    ASSERT_EQ(o.sequence.passages.size(), 1U);
    const Passage& hit = o.sequence.passages[0];
    EXPECT_NEAR(std::remainder(w * hit.t - phase, 2.0 * std::numbers::pi), 0.0, 1e-9);
    EXPECT_NEAR(o.least(MarginKind::approach), 1.0, 1e-2);  // the only impact is the fastest
    const double z2 = -A * w * w * std::sin(phase);
    const double trace = 1.0 + e * e + (1.0 + e) * (1.0 + e) * z2 / g;
    ASSERT_EQ(o.multipliers.size(), 2U);
    EXPECT_NEAR((o.multipliers[0] + o.multipliers[1]).real(), trace, 1e-8);
    EXPECT_NEAR((o.multipliers[0] * o.multipliers[1]).real(), e * e, 1e-8);
    EXPECT_EQ(o.stability, Stability::stable);
  }
}

TEST(FrictionOscillator, SticksAndSlipsWithTheClosedFormPeriodAndForgetsEverything) {
  // d = (mu_s - mu) m g / k: stick for 2 d / v, slip for (pi + 2 atan(v / (w d))) / w.
  const ModelInstance m = build("friction-oscillator");
  const Orbit o =
      OrbitFinder(*m.system, moreau(), {.event = EventKind::stick}, kFine, {.settle = 2.0})
          .find(m.start);
  ASSERT_TRUE(o.found()) << o.message;
  const double d = 0.1 * testing::kGravity / 100.0, w = 10.0, v = 0.1;
  EXPECT_NEAR(o.period, 2.0 * d / v + (std::numbers::pi + 2.0 * std::atan(v / (w * d))) / w, 1e-9);
  for (const auto& lambda : o.multipliers) EXPECT_LT(std::abs(lambda), 1e-4);
}

TEST(Orbit, OfASystemThatDependsOnTimeNeedsAClock) {
  const ModelInstance m =
      build("bouncing-ball", {{"amplitude", 0.001}, {"angular_frequency", 60.0}});
  const Orbit o = OrbitFinder(*m.system, moreau(), {.event = EventKind::impact}).find(m.start);
  EXPECT_EQ(o.status, OrbitStatus::misfit) << o.message;
  const Orbit wrong = OrbitFinder(*m.system, moreau(), {.period = 0.1}).find(m.start);
  EXPECT_EQ(wrong.status, OrbitStatus::misfit) << wrong.message;
}

TEST(Orbit, ThatDoesNotComeBackSaysSo) {
  // Pulled instead of pushed, the finger slides for ever.
  const ModelInstance m = build("hopping-finger", {{"speed", -0.2}});
  const Orbit o =
      OrbitFinder(*m.system, moreau(), {.event = EventKind::open}, kFine, {.longest_return = 1.0})
          .find(m.start);
  EXPECT_EQ(o.status, OrbitStatus::no_return) << o.message;
}

}  // namespace
}  // namespace ricochet
