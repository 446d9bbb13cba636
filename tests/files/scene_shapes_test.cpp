// Shapes in scene files: what they mean, how contacts are named, and what is refused.

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <ricochet/files/errors.hpp>
#include <ricochet/files/scene_file.hpp>
#include <ricochet/system/bodies.hpp>

namespace ricochet {
namespace {

// One body, high over a floor.
std::string scene_with(const std::string& shape, const std::string& mass = "density: 2") {
  return fmt::format(R"({{bodies: [{{name: a, shape: {}, {}, position: [0, 5]}}],
    ground: [{{name: floor, half_plane: {{point: [0, 0], normal_angle_deg: 90}}}}],
    contacts: [{{between: [all, all], friction: 0.3, restitution: 0.5}}], until: 1}})",
                     shape, mass);
}

Body body_of(const std::string& text) {
  return dynamic_cast<const BodySystem&>(*parse_scene(text, "f").system).scene().bodies[0];
}

std::string complaint(const std::string& text) {
  try {
    parse_scene(text, "f");
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

void expect_refused(const std::string& text, const std::string& message) {
  const std::string said = complaint(text);
  EXPECT_NE(said.find(message), std::string::npos) << said << "\n  does not say: " << message;
}

std::vector<std::string> names_of(const std::string& text) {
  std::vector<std::string> names;
  const Scene scene = parse_scene(text, "f");
  for (const ContactInfo& contact : scene.system->info().contacts) names.push_back(contact.name);
  return names;
}

using Names = std::vector<std::string>;

TEST(SceneShapes, BoxHasItsCornersFromTheLowerLeftOne) {
  const Body body = body_of(scene_with("{box: [0.4, 0.2]}"));
  EXPECT_DOUBLE_EQ(body.mass, 0.16);
  EXPECT_NEAR(body.inertia, 0.16 * 0.2 / 12.0, 1e-16);
  ASSERT_EQ(body.parts.size(), 1u);
  EXPECT_LT((body.parts[0].vertices[0] - Vector2(-0.2, -0.1)).norm(), 1e-15);
  EXPECT_LT((body.parts[0].vertices[1] - Vector2(0.2, -0.1)).norm(), 1e-15);
  EXPECT_EQ(names_of(scene_with("{box: [0.4, 0.2]}")),
            (Names{"a.v1/floor", "a.v2/floor", "a.v3/floor", "a.v4/floor"}));
}

TEST(SceneShapes, DensityMovesTheOutlineToItsCentroidAndMassLeavesItWhereItIs) {
  const std::string triangle = "{polygon: [[1, 1], [1, 4], [7, 1]]}";  // clockwise
  const Body by_density = body_of(scene_with(triangle));
  EXPECT_NEAR(by_density.mass, 18.0, 1e-13);
  EXPECT_NEAR(by_density.inertia, 18.0 * (36.0 + 9.0) / 18.0, 1e-12);  // m (b^2 + h^2) / 18
  EXPECT_LT((by_density.parts[0].vertices[0] - Vector2(-2, -1)).norm(), 1e-14);
  EXPECT_LT((by_density.parts[0].vertices[1] - Vector2(4, -1)).norm(), 1e-14);
  const Body given = body_of(scene_with(triangle, "mass: 3, inertia: 0.5"));
  EXPECT_EQ(given.parts[0].vertices[0], Vector2(1, 1));
  EXPECT_EQ(given.parts[0].vertices[1], Vector2(7, 1));
  EXPECT_EQ(given.mass, 3.0);
}

TEST(SceneShapes, CapsuleLiesAlongX) {
  const Body body = body_of(scene_with("{capsule: {length: 0.6, radius: 0.1}}"));
  EXPECT_LT((body.parts[0].vertices[0] - Vector2(-0.3, 0)).norm(), 1e-15);
  EXPECT_EQ(body.parts[0].radius, 0.1);
  EXPECT_NEAR(body.mass, 2.0 * (0.12 + std::numbers::pi * 0.01), 1e-14);
  EXPECT_EQ(names_of(scene_with("{capsule: {length: 0.6, radius: 0.1}}")),
            (Names{"a.v1/floor", "a.v2/floor"}));
}

TEST(SceneShapes, CompoundPutsPartsWhereTheyAreToldToBe) {
  const std::string shape =
      "{compound: [{box: [2, 1], at: [1, 0], angle_deg: 90}, {disc: 0.5, at: [-1, 0]}]}";
  const Body given = body_of(scene_with(shape, "mass: 1, inertia: 1"));
  ASSERT_EQ(given.parts.size(), 2u);
  EXPECT_LT((given.parts[0].vertices[0] - Vector2(1.5, -1.0)).norm(), 1e-15);
  EXPECT_EQ(given.parts[1].vertices[0], Vector2(-1, 0));
  EXPECT_EQ(given.radius, 0.0);
  const Body uniform = body_of(scene_with(shape));
  const double box = 4.0, disc = 2.0 * std::numbers::pi * 0.25, sum = box + disc;
  const double shift = (box - disc) / sum;
  EXPECT_NEAR(uniform.mass, sum, 1e-14);
  EXPECT_NEAR(uniform.parts[1].vertices[0].x(), -1.0 - shift, 1e-14);
  EXPECT_NEAR(uniform.inertia,
              box * (5.0 / 12.0 + std::pow(1 - shift, 2)) + disc * (0.125 + std::pow(1 + shift, 2)),
              1e-13);
  EXPECT_EQ(names_of(scene_with(shape)), (Names{"a.p1.v1/floor", "a.p1.v2/floor", "a.p1.v3/floor",
                                                "a.p1.v4/floor", "a.p2/floor"}));
}

TEST(SceneShapes, PlainDiscIsWhatItWas) {
  const Body body = body_of(scene_with("{disc: 0.5}"));
  EXPECT_EQ(body.radius, 0.5);
  EXPECT_TRUE(body.parts.empty());
}

TEST(SceneShapes, GroundPolygonAndBodyMeetWithTheCornersOfBoth) {
  const std::string text =
      R"({bodies: [{name: a, shape: {box: [1, 1]}, density: 1, position: [0, 3]},
      {name: b, shape: {disc: 0.5}, density: 1, position: [3, 3]}],
    ground: [{name: step, polygon: [[-2, 0], [-2, 1], [2, 1]], belt: 0.5}],
    contacts: [{between: [all, all], friction: 0.3, restitution: 0.5},
               {between: [a, b], touch: false}], until: 1})";
  EXPECT_EQ(names_of(text), (Names{"a.v1/step", "a.v2/step", "a.v3/step", "a.v4/step", "a/step.v1",
                                   "a/step.v2", "a/step.v3", "b/step"}));
  const Scene scene = parse_scene(text, "f");
  Evaluation e;
  e.fit(scene.system->info());
  scene.system->evaluate(0.0, scene.start.q, scene.start.u, kEverything, e);
  EXPECT_NEAR(e.gap[0], 1.5, 1e-14);  // v1 over the top edge
  EXPECT_NEAR(e.surface_velocity[1], 0.5, 1e-15);
}

TEST(SceneShapes, BadShapesAreRefusedWhereTheyStand) {
  expect_refused(scene_with("{polygon: [[0, 0], [1, 0]]}"),
                 "bodies.0.shape.polygon: the polygon has 2 corners, 3 to 64 are allowed");
  std::string many = "{polygon: [";
  for (int i = 0; i < 65; ++i) {
    many += fmt::format("[{}, {}],", std::cos(i * 2 * std::numbers::pi / 65),
                        std::sin(i * 2 * std::numbers::pi / 65));
  }
  many.back() = ']';
  expect_refused(scene_with(many + '}'), "the polygon has 65 corners");
  expect_refused(scene_with("{polygon: [[0, 0], [2, 0], [0.5, 0.5], [0, 2]]}"),
                 "bodies.0.shape.polygon.2: the polygon is not convex at this corner");
  expect_refused(scene_with("{polygon: [[0, 0], [2, 0], [2, 0], [0, 2]]}"),
                 "bodies.0.shape.polygon.1: two neighbouring corners are the same point");
  expect_refused(scene_with("{polygon: [[0, 0], [1, 1], [2, 2]]}"),
                 "bodies.0.shape.polygon: the polygon has no area");
  expect_refused(scene_with("{polygon: [[0, 0], [2, 2], [2, 0], [0, 1]]}"),
                 "bodies.0.shape.polygon");
  expect_refused(scene_with("{box: [1, 0]}"), "bodies.0.shape.box.1");
  expect_refused(scene_with("{box: [1]}"), "[width, height] are needed");
  expect_refused(scene_with("{box: [1, 1], disc: 1}"), "it stands beside 'disc'");
  expect_refused(scene_with("{}"), "one of disc, box, polygon, capsule, compound is required");
  expect_refused(scene_with("{compound: []}"), "bodies.0.shape.compound");
  std::string parts = "{compound: [";
  for (int i = 0; i < 17; ++i) parts += "{disc: 1},";
  parts.back() = ']';
  expect_refused(scene_with(parts + '}'), "there are 17 parts, 1 to 16 are allowed");
  expect_refused(scene_with("{compound: [{compound: [{disc: 1}]}]}"), "bodies.0.shape.compound.0");
  expect_refused(scene_with("{box: [1, 1]}", "density: 1, points: {v1: [0, 0]}"),
                 "bodies.0.points.v1");
}

std::string two(const std::string& first, const std::string& second, const std::string& at,
                const std::string& rule = "friction: 0, restitution: 0") {
  return fmt::format(R"({{bodies: [{{name: a, shape: {}, density: 1, position: [0, 0]}},
      {{name: b, shape: {}, density: 1, position: {}}}],
    contacts: [{{between: [a, b], {}}}], until: 1}})",
                     first, second, at, rule);
}

TEST(SceneShapes, OverlapAtTheStartIsRefusedAlsoWhereNoCornerIsInside) {
  expect_refused(two("{box: [4, 1]}", "{box: [1, 4]}", "[0, 0]"),
                 "bodies.0.position: the contact 'a.v1/b' starts 2.5 m deep");
  EXPECT_EQ(complaint(two("{box: [4, 1]}", "{box: [1, 4]}", "[0, 0]", "touch: false")), "accepted");
  expect_refused(two("{box: [2, 2]}", "{box: [2, 2]}", "[1.5, 1.5]"), "starts 0.5 m deep");
  EXPECT_EQ(complaint(two("{box: [2, 2]}", "{box: [2, 2]}", "[0, 2]")), "accepted");
  expect_refused(two("{capsule: {length: 4, radius: 0.1}}", "{capsule: {length: 2, radius: 0.1}}",
                     "[0, 0.15]"),
                 "0.05 m deep");
  expect_refused(R"({bodies: [{name: a, shape: {box: [1, 1]}, density: 1, position: [0, 0.2]}],
    ground: [{name: g, segment: {from: [-3, 0], to: [3, 0]}}],
    contacts: [{between: [a, g], friction: 0, restitution: 0}], until: 1})",
                 "starts 0.3 m deep");
  EXPECT_EQ(complaint(R"({bodies: [{name: a, shape: {box: [1, 1]}, density: 1, position: [0, -2]}],
    ground: [{name: g, segment: {from: [-3, 0], to: [3, 0]}}],
    contacts: [{between: [a, g], friction: 0, restitution: 0}], until: 1})"),
            "accepted")
      << "all of it is behind the sheet";
}

TEST(SceneShapes, EntriesThatTakeContactsAwayHaveNoParameters) {
  expect_refused(two("{disc: 1}", "{disc: 1}", "[3, 0]", "touch: false, friction: 0"),
                 "contacts.0.friction: it stands beside 'touch: false'");
  expect_refused(two("{disc: 1}", "{disc: 1}", "[3, 0]", "touch: true"),
                 "contacts.0.touch: it is 'true', only false is allowed");
}

}  // namespace
}  // namespace ricochet
