// Rows of dominoes. In long ones, not listed contact by contact (system/neighbourhood.hpp), the wave becomes steady, and
// how long the row is makes no difference to it. There faces are smooth and feet do not slip: with friction between the
// dominoes the heap behind the wave is a chain of wedges, an impact at its front loads each one more than the one
// before it, by a factor (2.5 for friction 0.2), and no rigid answer exists in these numbers after some thirty of them.
// Short rows fall with any friction, and come to rest as a heap whose contacts depend on each other.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>

#include <support/motions.hpp>
#include <support/suite.hpp>

namespace ricochet {
namespace {

struct Domino {
  double width, height, pitch, mass;  // m, kg
};
constexpr Domino toy{0.0075, 0.048, 0.03, 0.01};
constexpr Domino large{0.1, 0.5, 0.3, 1.0};

/// A row on a rough floor, of which the first one turns about its lower right corner, rad/s.
struct Row {
  Row(const Domino& d, Eigen::Index n, double push, double friction_of_faces) {
    BodyScene scene;
    start.q.setZero(3 * n);
    start.u.setZero(3 * n);
    for (Eigen::Index k = 0; k < n; ++k) {
      scene.bodies.push_back({.name = fmt::format("{}", k + 1),
                              .mass = d.mass,
                              .inertia = d.mass * (d.width * d.width + d.height * d.height) / 12.0,
                              .parts = {box_part(d.width, d.height)}});
      start.q[3 * k] = d.pitch * static_cast<double>(k);
      start.q[3 * k + 1] = 0.5 * d.height;
    }
    start.u.head<3>() << 0.5 * push * d.height, 0.5 * push * d.width, -push;
    scene.grounds = {{"floor"}};
    ContactRule faces;
    faces.parameters = testing::rough(friction_of_faces);
    ContactRule feet;
    feet.one.grounds = false;
    feet.other.bodies = false;
    feet.parameters = testing::rough(0.8);
    scene.rules = {faces, feet};
    system = std::make_unique<BodySystem>(std::move(scene));
    energy = d.mass * testing::kGravity * 0.5 * d.height * static_cast<double>(n);
  }

  std::unique_ptr<BodySystem> system;
  MotionState start;
  double energy;  // J, of the weight
};

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
  const Row row(toy, static_cast<Eigen::Index>(dominoes), 8.0, 0.0);
  EXPECT_TRUE(row.system->crowded());
  Wave wave(dominoes);
  SimulationOptions options;
  options.until = 10.0;
  options.tolerance = 1e-8;
  const RunResult result =
      Simulator(*row.system, *find_law("moreau"), options).run(row.start, wave);
  EXPECT_EQ(result.reason, EndReason::cancelled) << result.message;
  EXPECT_LT(std::abs(result.final.ledger.residual), 1e-6 * row.energy);
  for (std::size_t k = 1; k < wave.struck.size(); ++k) {
    EXPECT_GT(wave.struck[k], wave.struck[k - 1]) << "one after the other";
  }
  const std::size_t half = dominoes / 2;
  const double speed = toy.pitch * static_cast<double>(wave.struck.size() - 1 - half) /
                       (wave.struck.back() - wave.struck[half]);
  fmt::print("{} dominoes: {:.5f} m/s\n", dominoes, speed);
  return speed;
}

// 40 and 60 in the full suite, which takes a minute; the quick one has 20 and 40.
TEST(Dominoes, WaveHasOneSpeedWhateverTheLengthOfItsRow) {
  const bool full = testing::suite_count(100) == 100;
  const double shorter = speed_of_wave(full ? 40 : 20);
  const double longer = speed_of_wave(full ? 60 : 40);
  EXPECT_NEAR(shorter / longer, 1.0, 0.01);
  // Somewhat above sqrt(g height), as dominoes are.
  EXPECT_GT(longer / std::sqrt(testing::kGravity * toy.height), 1.0);
  EXPECT_LT(longer / std::sqrt(testing::kGravity * toy.height), 3.0);
}

// Faces as rough as wood: the heap sticks and slips, and the equations of its contacts depend on each other.
TEST(RoughDominoes, FallAndComeToRest) {
  for (const double mu : {0.1, 0.2, 0.3, 0.5}) {
    const Eigen::Index n = 10;
    const Row row(large, n, 3.0, mu);
    const testing::Motion m =
        testing::follow(*row.system, row.start, {.until = 3.0, .sample_step = 0.01});
    ASSERT_EQ(m.result.reason, EndReason::end) << mu << ": " << m.result.message;
    EXPECT_LT(m.result.final.ledger.kinetic, 1e-12 * row.energy) << mu;
    EXPECT_LT(std::abs(m.result.final.ledger.residual), 1e-6 * row.energy) << mu;
    for (Eigen::Index k = 0; k < n; ++k) {
      EXPECT_LT(m.result.final.q[3 * k + 2], -0.5) << "domino " << k + 1 << " has fallen, " << mu;
    }
  }
}

}  // namespace
}  // namespace ricochet
