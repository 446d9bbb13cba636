// Scenes nobody means, or nobody thought of: each is refused soon with a sentence, or moves to its end.

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <numbers>

#include <ricochet/files/errors.hpp>
#include <ricochet/files/scene_file.hpp>
#include <ricochet/files/simulation.hpp>

namespace ricochet {
namespace {

constexpr const char* on_a_floor = R"(], ground: [{name: floor, half_plane: {point: [0, 0],
  normal_angle_deg: 90}}], contacts: [{between: [all, all], friction: 0.3, restitution: 0.2}], until: 1})";

std::string complaint(const std::string& text) {
  try {
    parse_scene(text, "f");
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

struct Watcher : MotionObserver {
  double residual = 0.0, turnover = 0.0;
  void sample(const Sample& s) override {
    residual = std::max(residual, std::abs(s.ledger.residual));
    turnover = std::max(turnover, s.ledger.kinetic + std::abs(s.ledger.potential));
  }
};

void expect_motion(const std::string& text) {
  const Scene scene = parse_scene(text, "f");
  Watcher watcher;
  const RunResult r = simulate(scene, watcher);
  EXPECT_EQ(r.reason, EndReason::end) << r.message;
  EXPECT_TRUE(r.final.q.allFinite());
  EXPECT_LE(watcher.residual, 1e-6 * watcher.turnover);
}

std::string bodies_on_one_spot(int count) {
  std::string text = "{bodies: [";
  for (int k = 0; k < count; ++k) {
    text +=
        fmt::format("{{name: b{}, shape: {{box: [0.1, 0.1]}}, density: 1, position: [0, 1]}},", k);
  }
  return text + on_a_floor;
}

TEST(OddScenes, HundredBodiesOnOneSpotAreRefusedByTheDepthTheyStartWith) {
  const std::string said = complaint(bodies_on_one_spot(8));
  EXPECT_NE(said.find("starts 0.1 m deep"), std::string::npos) << said;
  // More of them have too many contacts, or overlap: either way it is said at the bodies.
  for (const int count : {100, 10'000}) {
    const auto began = std::chrono::steady_clock::now();
    const std::string many = complaint(bodies_on_one_spot(count));
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    EXPECT_NE(many.find(": bodies"), std::string::npos) << many;
    EXPECT_LT(took.count(), 20.0) << count;  // seconds: no search through all pairs of pairs
  }
}

TEST(OddScenes, JointsInACircleAreALoopAndNoReference) {
  // Each hangs from the next, the last from the first.
  expect_motion(R"({bodies: [
    {name: a, mass: 1, inertia: 0.1, position: [0, 0]}, {name: b, mass: 1, inertia: 0.1, position: [1, 0]},
    {name: c, mass: 1, inertia: 0.1, position: [0, 1], velocity: [1, 0]}],
    joints: [{name: ab, revolute: {between: [a, b], at: [0.5, 0]}},
             {name: bc, revolute: {between: [b, c], at: [0.5, 0.5]}},
             {name: ca, revolute: {between: [c, a], at: [0, 0.5]}}], until: 1})");
  // A joint is nothing that a joint can hold.
  const std::string said = complaint(R"({bodies: [{name: a, mass: 1, inertia: 1, position: [0, 0]}],
    joints: [{name: j, revolute: {between: [a, k], at: [0, 0]}},
             {name: k, revolute: {between: [a, j], at: [0, 0]}}], until: 1})");
  EXPECT_NE(said.find("joints.0.revolute.between.1"), std::string::npos) << said;
}

TEST(OddScenes, SizesTwelveOrdersApartMoveTogether) {
  // A speck of a micrometre falls beside a disc of a thousand kilometres: lengths are judged against the largest
  // body, so the speck may sink by what that calls touching, and no more is promised.
  const Scene scene = parse_scene(std::string(R"({bodies: [
    {name: speck, shape: {disc: 1.0e-6}, density: 1000, position: [0, 0.5]},
    {name: planet, shape: {disc: 1.0e+6}, density: 1, position: [2.0e+6, 1.0e+6]})") +
                                      on_a_floor,
                                  "f");
  MotionObserver nobody;
  const RunResult r = simulate(scene, nobody);
  EXPECT_EQ(r.reason, EndReason::end) << r.message;
  EXPECT_TRUE(r.final.q.allFinite());
  EXPECT_GE(r.final.q[1], -1e-3);
}

std::string wheel(int corners) {
  std::string text = "{polygon: [";
  for (int i = 0; i < corners; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / corners;
    text += fmt::format("[{}, {}],", 0.3 * std::cos(angle), 0.3 * std::sin(angle));
  }
  return text + "]}";
}

TEST(OddScenes, WheelWithSixtyFourCornersRattlesDownASlope) {
  expect_motion(fmt::format(
      "{{bodies: [{{name: wheel, shape: {}, density: 10, position: [0, 0.4], velocity: [1, 0]}}],"
      "ground: [{{name: slope, half_plane: {{point: [0, 0], normal_angle_deg: 80}}}}],"
      "contacts: [{{between: [all, all], friction: 0.6, restitution: 0}}], until: 0.6}}",
      wheel(64)));
}

TEST(OddScenes, DeepStackStandsStill) {
  std::string text = "{bodies: [";
  for (int k = 0; k < 8; ++k) {
    text +=
        fmt::format("{{name: b{}, shape: {{box: [0.4, 0.2]}}, density: 10, position: [{}, {}]}},",
                    k, 0.01 * (k % 3), 0.1 + 0.2 * k);
  }
  const Scene scene = parse_scene(text + on_a_floor, "f");
  MotionObserver nobody;
  const RunResult r = simulate(scene, nobody);
  EXPECT_EQ(r.reason, EndReason::end) << r.message;
  EXPECT_LT((r.final.q - scene.start.q).cwiseAbs().maxCoeff(), 1e-9);
}

}  // namespace
}  // namespace ricochet
