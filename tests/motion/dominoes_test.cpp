// Rows of dominoes. In long ones, not listed contact by contact (system/neighbourhood.hpp), the wave becomes steady, and
// how long the row is makes no difference to it. There faces are smooth and feet do not slip: with friction between the
// dominoes the heap behind the wave is a chain of wedges, an impact at its front loads each one more than the one
// before it, by a factor (2.5 for friction 0.2), and no rigid answer exists in these numbers after some thirty of them.
// Short rows fall with any friction, and come to rest as a heap whose contacts depend on each other.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include <support/motions.hpp>
#include <support/suite.hpp>

namespace ricochet {
namespace {

constexpr double width = 0.0075, height = 0.048, pitch = 0.03, mass = 0.01;

/// Remembers when domino k first struck domino k + 1, and ends the motion after the last.
struct Wave : MotionObserver {
  explicit Wave(std::size_t dominoes) : struck(dominoes - 1, 0.0) {}

  void contact(const ContactInfo& c, double) override { names.push_back(c.name); }
  bool wants_samples() const override { return false; }
  bool go_on(double) override { return struck.back() == 0.0; }
  void event(const Event& e) override {
    if (e.kind != EventKind::impact) return;
    for (const Eigen::Index i : e.contacts) {
      // "12.v3/13"; the floor has no number.
      const std::string& name = names.at(static_cast<std::size_t>(i));
      const auto other = static_cast<std::size_t>(std::atoi(name.c_str() + name.find('/') + 1));
      if (other == 0) continue;
      const auto k = std::min(static_cast<std::size_t>(std::atoi(name.c_str())), other) - 1;
      if (struck.at(k) == 0.0) struck[k] = e.time;
    }
  }

  std::vector<std::string> names;
  std::vector<double> struck;
};

/// Speed over the later half of the row.
double speed_of_wave(std::size_t dominoes) {
  BodyScene scene;
  const auto n = static_cast<Eigen::Index>(dominoes);
  MotionState start;
  start.q.setZero(3 * n);
  start.u.setZero(3 * n);
  for (Eigen::Index k = 0; k < n; ++k) {
    scene.bodies.push_back({.name = fmt::format("{}", k + 1),
                            .mass = mass,
                            .inertia = mass * (width * width + height * height) / 12.0,
                            .parts = {box_part(width, height)}});
    start.q[3 * k] = pitch * static_cast<double>(k);
    start.q[3 * k + 1] = 0.5 * height;
  }
  // The first one turns about its lower right corner.
  const double push = 8.0;
  start.u.head<3>() << 0.5 * push * height, 0.5 * push * width, -push;
  scene.grounds = {{"floor"}};
  ContactRule faces;
  faces.parameters = testing::rough(0.0);
  ContactRule feet;
  feet.one.grounds = false;
  feet.other.bodies = false;
  feet.parameters = testing::rough(0.8);
  scene.rules = {faces, feet};
  const BodySystem system(std::move(scene));
  EXPECT_TRUE(system.crowded());
  Wave wave(dominoes);
  SimulationOptions options;
  options.until = 10.0;
  options.tolerance = 1e-8;
  const RunResult result = Simulator(system, *find_law("moreau"), options).run(start, wave);
  EXPECT_EQ(result.reason, EndReason::cancelled) << result.message;
  const double energy = mass * testing::kGravity * 0.5 * height * static_cast<double>(dominoes);
  EXPECT_LT(std::abs(result.final.ledger.residual), 1e-6 * energy);
  for (std::size_t k = 1; k < wave.struck.size(); ++k) {
    EXPECT_GT(wave.struck[k], wave.struck[k - 1]) << "one after the other";
  }
  const std::size_t half = dominoes / 2;
  return pitch * static_cast<double>(wave.struck.size() - 1 - half) /
         (wave.struck.back() - wave.struck[half]);
}

// 40 and 60 in the full suite, which takes a minute; the quick one has 20 and 40.
TEST(Dominoes, WaveHasOneSpeedWhateverTheLengthOfItsRow) {
  const bool full = testing::suite_count(100) == 100;
  const double shorter = speed_of_wave(full ? 40 : 20);
  const double longer = speed_of_wave(full ? 60 : 40);
  EXPECT_NEAR(shorter / longer, 1.0, 0.01);
  // Somewhat above sqrt(g height), as dominoes are.
  EXPECT_GT(longer / std::sqrt(testing::kGravity * height), 1.0);
  EXPECT_LT(longer / std::sqrt(testing::kGravity * height), 3.0);
}

// Faces as rough as wood: the heap sticks and slips, and the equations of its contacts depend on each other.
TEST(RoughDominoes, FallAndComeToRest) {
  for (const double mu : {0.1, 0.2, 0.3, 0.5}) {
    const Eigen::Index n = 10;
    const double w = 0.1, h = 0.5;
    BodyScene scene;
    MotionState start;
    start.q.setZero(3 * n);
    start.u.setZero(3 * n);
    for (Eigen::Index k = 0; k < n; ++k) {
      scene.bodies.push_back({.name = fmt::format("{}", k + 1),
                              .mass = 1.0,
                              .inertia = (w * w + h * h) / 12.0,
                              .parts = {box_part(w, h)}});
      start.q[3 * k] = 0.3 * static_cast<double>(k);
      start.q[3 * k + 1] = 0.5 * h;
    }
    start.u.head<3>() << 0.5 * 3.0 * h, 0.5 * 3.0 * w, -3.0;
    scene.grounds = {{"floor"}};
    ContactRule faces;
    faces.parameters = testing::rough(mu);
    ContactRule feet;
    feet.one.grounds = false;
    feet.other.bodies = false;
    feet.parameters = testing::rough(0.8);
    scene.rules = {faces, feet};
    const BodySystem system(std::move(scene));
    const testing::Motion m = testing::follow(system, start, {.until = 3.0, .sample_step = 0.01});
    ASSERT_EQ(m.result.reason, EndReason::end) << mu << ": " << m.result.message;
    const double energy = testing::kGravity * 0.5 * h * static_cast<double>(n);
    EXPECT_LT(m.result.final.ledger.kinetic, 1e-12 * energy) << mu;
    EXPECT_LT(std::abs(m.result.final.ledger.residual), 1e-6 * energy) << mu;
    for (Eigen::Index k = 0; k < n; ++k) {
      EXPECT_LT(m.result.final.q[3 * k + 2], -0.5) << "domino " << k + 1 << " has fallen, " << mu;
    }
  }
}

}  // namespace
}  // namespace ricochet
