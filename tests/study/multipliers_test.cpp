// Multipliers from the variational equations with saltation against finite differences of the motion itself: two ways
// that share nothing but the simulator's orbit.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>
#include <string>

#include "orbits.hpp"

namespace ricochet {
namespace {

using testing::build;
using testing::kFine;

struct Case {
  std::string name;
  std::unique_ptr<MechanicalSystem> system;
  MotionState start;
  Section section;
  OrbitOptions options{};
};

/// Over twenty orbits, stable and unstable, of seven models.
std::vector<Case> cases() {
  std::vector<Case> all;
  const auto add = [&](std::string_view model, testing::Changes changes, const Section& section,
                       const OrbitOptions& options) {
    ModelInstance m = build(model, changes);
    std::string name(model);
    for (const auto& [key, value] : changes) name += fmt::format(" {}={}", key, value);
    all.push_back({name, std::move(m.system), m.start, section, options});
  };
  const Section opens{.event = EventKind::open}, slips{.event = EventKind::slip};
  for (const double mu : {0.42, 0.45, 0.48, 0.5, 0.52, 0.6}) {
    add("frictional-bounce-simplified", {{"friction", mu}}, opens, {.settle = 3.0});
  }
  for (const double mu : {0.37, 0.38}) {  // stick and slip without taking off
    add("frictional-bounce-simplified", {{"friction", mu}, {"damping_phi", 0.06}}, slips,
        {.settle = 6.0});
  }
  for (const double mu : {0.4, 0.42, 0.45, 0.48, 0.52, 0.55}) {
    add("frictional-bounce", {{"friction", mu}}, opens, {.settle = 3.0});
  }
  add("woodpecker", {}, {.event = EventKind::impact, .contact = 0},
      {.settle = 1.0, .drifting = {0}});
  add("hopping-finger", {}, opens, {.settle = 1.0});
  add("friction-oscillator", {{"damping", 1.0}}, {.event = EventKind::stick}, {.settle = 2.0});
  const double w = 20.0 * std::numbers::pi;
  for (const auto& [e, strength, returns] : {std::tuple(0.5, 1.3, 1), std::tuple(0.5, 1.55, 2),
                                             std::tuple(0.8, 0.8, 1), std::tuple(0.8, 1.0, 1)}) {
    add("bouncing-ball",
        {{"height", 0.01},
         {"vertical_velocity", 0.4},
         {"restitution", e},
         {"amplitude", strength * testing::kGravity / (w * w)},
         {"angular_frequency", w}},
        {.period = 0.1, .offset = 0.06, .returns = returns},
        {.settle = 5.0, .drifting = {0, 2, 3, 5}});
  }
  const testing::BrakedBounce braked{.friction = 0.62,
                                     .belt = 0.22,
                                     .press = 10.0,
                                     .brake_static = 0.55,
                                     .brake_kinetic = 0.35,
                                     .amplitude = 9.5,
                                     .w = 10.0,
                                     .damping_x = 8.0,
                                     .damping_phi = 0.3};
  all.push_back({"braked bounce",
                 braked.build(),
                 testing::state({0, 0, 0, 0}, {0, 0, 0, 0}),
                 {.period = 0.2 * std::numbers::pi, .offset = 0.08},
                 {.settle = 6.0}});
  return all;
}

TEST(Multipliers, AgreeWithFiniteDifferencesOfTheMotion) {
  int orbits = 0, unstable = 0;
  std::set<Mode> modes;
  std::set<EventKind> jumps;
  for (const Case& c : cases()) {
    const ImpactLaw& law = *find_law("moreau");
    const Orbit o = OrbitFinder(*c.system, law, c.section, kFine, c.options).find(c.start);
    ASSERT_TRUE(o.found()) << c.name << ": " << o.message;
    EXPECT_GT(o.to_grazing(), 1e-3) << c.name;
    ASSERT_LT(std::abs(o.multipliers[0]), 10.0) << c.name;
    auto others = testing::difference_multipliers(*c.system, law, o, c.options.drifting);
    const auto take = [&](std::complex<double> value) {
      const auto nearest = std::min_element(
          others.begin(), others.end(),
          [&](const auto& a, const auto& b) { return std::abs(a - value) < std::abs(b - value); });
      const double distance = std::abs(*nearest - value);
      others.erase(nearest);
      return distance;
    };
    const double flow = c.section.by_clock() ? 0.0 : take(1.0);
    EXPECT_LT(flow, 1e-6) << c.name;
    double worst = 0.0;
    for (const auto& lambda : o.multipliers) {
      if (std::abs(lambda) < 1e-2) continue;  // zeros that are one of many are only that exact
      worst = std::max(worst, take(lambda) / std::max(1.0, std::abs(lambda)));
    }
    EXPECT_LT(worst, 1e-6) << c.name;
    for (const auto& left : others) EXPECT_LT(std::abs(left), 1e-2) << c.name;
    ++orbits;
    unstable += o.stability == Stability::unstable ? 1 : 0;
    for (const Passage& p : o.sequence.passages) {
      modes.insert(p.modes_after.begin(), p.modes_after.end());
      for (const Jump& j : p.jumps) jumps.insert(j.kind);
    }
  }
  EXPECT_GE(orbits, 20);
  EXPECT_GE(unstable, 3);
  for (const Mode mode : {Mode::open, Mode::stick, Mode::slip_plus, Mode::slip_minus}) {
    EXPECT_TRUE(modes.contains(mode)) << to_string(mode);
  }
  EXPECT_TRUE(jumps.contains(EventKind::impact));
  EXPECT_TRUE(jumps.contains(EventKind::collisionless_impact));
}

}  // namespace
}  // namespace ricochet
