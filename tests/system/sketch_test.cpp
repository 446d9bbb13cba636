// Sketches: what is drawn moves and touches as evaluate() says.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include <ricochet/system/bodies.hpp>
#include <ricochet/system/linear.hpp>
#include <ricochet/system/models.hpp>
#include <support/bouncing_ball.hpp>
#include <support/count_allocations.hpp>
#include <support/models.hpp>
#include <support/random_problems.hpp>
#include <support/random_scenes.hpp>
#include <support/sketch_checks.hpp>

namespace ricochet {
namespace {

using std::numbers::pi;
using testing::build;
using testing::evaluated;
using testing::placed_at;
using testing::pose_of;
using testing::Random;
using Shape = SketchPart::Shape;
using Role = SketchPart::Role;

/// Frames of the two bodies at a contact.
struct Sides {
  int first = 0;
  int second = sketch_world;
};

Sides sides_of(std::string_view model, std::size_t contact) {
  if (model == "disc-ball") return contact == 3 ? Sides{0, 1} : Sides{contact == 6 ? 0 : 1};
  if (model == "woodpecker") return {contact == 0 ? 1 : 0};
  return {model == "hopping-finger" ? 1 : 0};
}

Sides sides_of(const BodySystem& system, std::size_t contact) {
  const ContactPair& pair = system.pairs()[contact];
  return {pair.body, pair.other_body};
}

/// Velocity of the body point that is at p now, along q' = u at a fixed time, by differences.
Vector2 velocity_at(const MechanicalSystem& system, double t, const Eigen::VectorXd& q,
                    const Eigen::VectorXd& u, int frame, const Vector2& p) {
  if (frame == sketch_world) return Vector2::Zero();
  const Pose now = pose_of(placed_at(system, t, q), frame);
  const Vector2 local = placed({0.0, 0.0, -now.angle}, p - Vector2(now.x, now.y));
  const double s = 1e-5;
  const auto at = [&](double time) {
    return placed(pose_of(placed_at(system, t, q + time * u), frame), local);
  };
  return (at(s) - at(-s)) / (2.0 * s);
}

/// W_N.u and W_T.u against the relative velocity of the two bodies at the contact, in its directions. Differences
/// over 2e-5 s have errors of 1e-10 of the speed times (angular velocity)^2, and of rounding.
template <class SidesOf>
void expect_velocities(const MechanicalSystem& system, double t, const Eigen::VectorXd& q,
                       const Eigen::VectorXd& u, SidesOf sides) {
  const Placement p = placed_at(system, t, q);
  const Evaluation e = evaluated(system, t, q, u, kContacts);
  const Eigen::VectorXd gamma = e.W.transpose() * u;
  const double speed = (e.W.cwiseAbs().transpose() * u.cwiseAbs()).sum() + 1e-3;
  for (std::size_t i = 0; i < p.contacts.size(); ++i) {
    const ContactPlace& c = p.contacts[i];
    const Sides side = sides(i);
    const Vector2 v = velocity_at(system, t, q, u, side.first, c.point) -
                      velocity_at(system, t, q, u, side.second, c.foot);
    const auto k = 2 * static_cast<Eigen::Index>(i);
    const std::string& name = system.info().contacts[i].name;
    EXPECT_NEAR(c.normal.dot(v), gamma[k], 1e-6 * speed) << name;
    EXPECT_NEAR(c.tangent.dot(v), gamma[k + 1], 1e-6 * speed) << name;
  }
}

Eigen::VectorXd noise(Random& random, const std::vector<Quantity>& list, double factor) {
  Eigen::VectorXd v(static_cast<Eigen::Index>(list.size()));
  for (Eigen::Index i = 0; i < v.size(); ++i) {
    v[i] = random.uniform(-factor, factor) * list[static_cast<std::size_t>(i)].scale;
  }
  return v;
}

void check_model(std::string_view name, const ModelInstance& m) {
  ASSERT_NE(m.system, nullptr) << m.refusal;
  const SystemInfo& info = m.system->info();
  testing::expect_sound_sketch(m.system->sketch());
  Random random(11);
  for (int k = 0; k < 20; ++k) {
    const double t = random.uniform(0.0, 1.0);
    const Eigen::VectorXd q = m.start.q + noise(random, info.q, 0.2);
    testing::expect_contacts_in_the_picture(*m.system, t, q);
    if (testing::for_small_angles(name)) continue;
    EXPECT_LT(testing::gap_error(*m.system, t, q), 1e-12 * info.size);
    const Eigen::VectorXd u = m.start.u + noise(random, info.u, 5.0);
    expect_velocities(*m.system, t, q, u, [&](std::size_t i) { return sides_of(name, i); });
  }
}

class EverySketch : public ::testing::TestWithParam<std::string> {};

TEST_P(EverySketch, TouchesAndMovesAsTheModelSays) { check_model(GetParam(), build(GetParam())); }

TEST_P(EverySketch, IsPlacedWithoutAllocation) {
  const ModelInstance m = build(GetParam());
  Placement p;
  m.system->place(0.0, m.start.q, p);
  const long before = allocation_count;
  for (int k = 0; k < 5; ++k) m.system->place(0.1 * k, m.start.q, p);
  EXPECT_EQ(allocation_count, before);
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const Model& model : all_models()) all.emplace_back(model.name);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Models, EverySketch, ::testing::ValuesIn(names()),
                         [](const auto& model_name) {
                           std::string name = model_name.param;
                           std::erase(name, '-');
                           return name;
                         });

TEST(Sketch, HoldsWithEveryOptionInUse) {
  check_model(
      "bouncing-ball",
      build("bouncing-ball", {{"amplitude", 0.1}, {"angular_frequency", 30.0}, {"phase", 0.7}}));
  check_model("disc-ball", build("disc-ball", {{"angle", 0.9}, {"distance", 0.01}}));
  check_model("box-on-incline", build("box-on-incline", {{"incline", 0.0}, {"angle", 0.4}}));
  check_model("frictional-bounce", build("frictional-bounce", {{"arm", -0.6}}));
  check_model("friction-oscillator", build("friction-oscillator", {{"stiffness", 0.0}}));
  ModelInstance beside = build("disc-ball", {{"ball_gravity", 1.0}});  // the edge of the face
  beside.start.q[1] = beside.start.q[3] + 0.0375 + 0.011;
  check_model("disc-ball", beside);
}

// Gaps of the models for small angles are linear in the angles, pictures are not: halving angles quarters the
// difference. Velocities differ by a first order, and not at all at zero.
TEST(Sketch, ModelsForSmallAnglesDifferInSecondOrder) {
  for (const std::string_view name : {"woodpecker", "frictional-bounce-simplified"}) {
    const ModelInstance m = build(name);
    const auto at = [](double angle) { return Eigen::Vector3d(0.001, angle, -1.3 * angle); };
    const double whole = testing::gap_error(*m.system, 0.0, at(0.02));
    const double half = testing::gap_error(*m.system, 0.0, at(0.01));
    EXPECT_GT(whole, 1e-5 * m.system->info().size) << name;
    EXPECT_NEAR(half / whole, 0.25, 0.01) << name;
    expect_velocities(*m.system, 0.0, Eigen::Vector3d(0.1, 0.0, 0.0),
                      Eigen::Vector3d(0.3, -0.2, 0.7),
                      [&](std::size_t i) { return sides_of(name, i); });
  }
}

TEST(Sketch, BodiesOfRandomScenesTouchAndMoveAsTheSystemSays) {
  int vibrating = 0, springs = 0, discs = 0, outlines = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const testing::RandomScene scene = testing::random_scene(seed);
    const BodySystem& system = *scene.system;
    const Sketch sketch = system.sketch();
    testing::expect_sound_sketch(sketch);
    vibrating += sketch.frames > static_cast<int>(system.scene().bodies.size());
    for (const SketchPart& part : sketch.parts) {
      springs += part.shape == Shape::spring;
      discs += part.shape == Shape::disc;
      outlines += part.shape == Shape::outline;
    }
    Random random(seed);
    for (int k = 0; k < 5; ++k) {
      const double t = random.uniform(0.0, 1.0);
      const Eigen::VectorXd q = scene.start.q + noise(random, system.info().q, 0.3);
      const Eigen::VectorXd u = noise(random, system.info().u, 2.0);
      testing::expect_contacts_in_the_picture(system, t, q);
      EXPECT_LT(testing::gap_error(system, t, q), 1e-12 * (system.info().size + q.norm()));
      expect_velocities(system, t, q, u, [&](std::size_t i) { return sides_of(system, i); });
    }
  }
  EXPECT_TRUE(vibrating > 3 && springs > 3 && discs > 20 && outlines > 5)
      << vibrating << ' ' << springs << ' ' << discs << ' ' << outlines;
}

BodyScene workshop() {
  BodyScene scene;
  scene.bodies = {{"hammer", 3.0, 0.4, 0.25, {{"tip", {0.1, 0.9}}, {"middle", {0.0, 0.0}}}},
                  {"block", 2.0, 0.1, 0.0, {{"left", {-0.2, -0.1}}, {"right", {0.2, -0.1}}}},
                  {"bead", 1.0, 0.1, 0.0}};
  scene.grounds = {segment("shelf", {0.5, 0.0}, {-0.5, 0.3})};
  scene.grounds[0].belt = 0.5;
  scene.grounds[0].vibration = {{0.1, 0.2}, 3.0, 0.4};
  scene.springs = {{{1, {0.1, 0.0}}, {on_ground, {0.0, 1.0}}, 10.0, 0.5, 0.0},
                   {{1, {0.0, 0.0}}, {2, {0.0, 0.0}}, 0.0, 0.0, 2.0}};
  return scene;
}

SketchPart named(const Sketch& sketch, std::string_view name) {
  for (const SketchPart& part : sketch.parts) {
    if (part.name == name) return part;
  }
  throw std::invalid_argument("no part " + std::string(name));
}

TEST(Sketch, BodiesAreDrawnByTheirDiscsPointsAndSprings) {
  const BodySystem system(workshop());
  const Sketch sketch = system.sketch();
  testing::expect_sound_sketch(sketch);
  EXPECT_EQ(named(sketch, "hammer").radius, 0.25);
  EXPECT_EQ(named(sketch, "block").shape, Shape::outline);
  EXPECT_EQ(named(sketch, "block").points, rectangle(Vector2::Zero(), 0.2, 0.1));
  EXPECT_EQ(named(sketch, "bead").shape, Shape::disc);
  const SketchPart shelf = named(sketch, "shelf");
  EXPECT_EQ(shelf.frame, 3);
  EXPECT_EQ(shelf.belt, 0.5);
  EXPECT_NEAR((shelf.points[1] - Vector2(-0.5, 0.3)).norm(), 0.0, 1e-15);
  EXPECT_EQ(named(sketch, "spring").other_frame, sketch_world);
  EXPECT_EQ(named(sketch, "damper").frame, 1);
  EXPECT_EQ(named(sketch, "damper").other_frame, 2);
  Random random(3);
  Placement warm;
  for (int k = 0; k < 100; ++k) {  // a segment is met between its ends, beyond them and from behind
    const Eigen::VectorXd q = noise(random, system.info().q, 1.0);
    testing::expect_contacts_in_the_picture(system, 0.1 * k, q);
    EXPECT_LT(testing::gap_error(system, 0.1 * k, q), 1e-12);
    if (k == 0) system.place(0.0, q, warm);
    const long before = allocation_count;
    system.place(0.1 * k, q, warm);
    EXPECT_EQ(allocation_count, before);
  }
}

TEST(Sketch, ModelsLookLikeTheirPapers) {
  const ModelInstance disc = build("disc-ball");
  Vector2 low = Vector2::Constant(1.0), high = -low;
  const SketchPart edge_on = named(disc.system->sketch(), "disc");
  for (const Vector2& corner : edge_on.points) {
    const Vector2 p = placed(placed_at(*disc.system, 0.0, disc.start.q).frames[1], corner);
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  EXPECT_NEAR(high.x() - low.x(), 6e-3, 1e-15);  // upright: thin across, its diameter high
  EXPECT_NEAR(high.y(), 75e-3, 1e-15);
  EXPECT_NEAR(low.y(), 0.0, 1e-15);

  const ModelInstance box = build("box-on-incline", {{"incline", 0.3}, {"angle", 0.0}});
  const Sketch incline = box.system->sketch();
  const Vector2 out(std::sin(0.3), std::cos(0.3));
  EXPECT_NEAR((named(incline, "incline").points[1] - out).norm(), 0.0, 1e-15);
  EXPECT_EQ(named(incline, "box").points, rectangle(Vector2::Zero(), 0.5, 1.0));
  EXPECT_EQ(placed_at(*box.system, 0.0, box.start.q).frames[0].angle, -0.3);

  EXPECT_EQ(named(build("painleve-rod").system->sketch(), "rod").shape, Shape::line);
  EXPECT_EQ(named(build("woodpecker").system->sketch(), "pole").radius, 5e-3);
  EXPECT_EQ(named(build("frictional-bounce").system->sketch(), "belt").belt, -0.2);
  const ModelInstance shaken =
      build("bouncing-ball", {{"amplitude", 0.1}, {"angular_frequency", 2.0}});
  EXPECT_EQ(named(shaken.system->sketch(), "table").frame, 1);
  EXPECT_EQ(placed_at(*shaken.system, 0.3, shaken.start.q).frames[1].y, 0.1 * std::sin(0.6));
}

// x0 | x1 | x2 in a row on one rail, x3 on its own; a stop left of x0, one that comes from the right for x3, and a
// contact that is no place on any rail.
LinearParameters blocks_on_rails() {
  LinearParameters p;
  p.mass.setIdentity(4, 4);
  p.stiffness.setZero(4, 4);
  p.stiffness.topLeftCorner(2, 2) << 200.0, -100.0, -100.0, 100.0;
  p.damping = Eigen::Vector4d(0.0, 0.0, 0.0, 2.0).asDiagonal();
  p.contacts = {
      {.name = "second", .gap = 0.02, .normal = Eigen::Vector4d(-1.0, 1.0, 0.0, 0.0)},
      {.name = "third", .gap = 0.06, .normal = Eigen::Vector4d(0.0, -1.0, 1.0, 0.0)},
      {.name = "stop", .gap = 0.05, .normal = Eigen::Vector4d(1.0, 0.0, 0.0, 0.0)},
      {.name = "comes",
       .gap = 0.3,
       .normal = Eigen::Vector4d(0.0, 0.0, 0.0, -1.0),
       .surface_normal = 0.1},
      {.name = "closes the ring", .gap = 1.0, .normal = Eigen::Vector4d(1.0, 0.0, -1.0, 0.0)},
      {.name = "mixed", .gap = 1.0, .normal = Eigen::Vector4d(0.3, 0.2, 0.1, 1.0)}};
  p.reach = 0.1;
  return p;
}

TEST(Sketch, LinearSystemIsADiagramWhoseBlocksTouchWhenTheirGapsClose) {
  const LinearSystem system(blocks_on_rails());
  const Sketch sketch = system.sketch();
  testing::expect_sound_sketch(sketch);
  EXPECT_TRUE(sketch.schematic);
  EXPECT_EQ(sketch.frames, 5);
  Random random(5);
  for (int k = 0; k < 50; ++k) {
    const double t = random.uniform(0.0, 1.0);
    const Eigen::VectorXd q = noise(random, system.info().q, 0.1);
    const Placement p = placed_at(system, t, q);
    ASSERT_EQ(p.contacts.size(), 6u);
    EXPECT_LT(testing::gap_error(system, t, q), 1e-15);
    for (std::size_t i = 0; i < 6; ++i) {
      EXPECT_LT(testing::distance_to(sketch, p, p.contacts[i].point, false), 1e-15) << i;
      if (i < 4) {
        EXPECT_LT(testing::distance_to(sketch, p, p.contacts[i].foot, true), 1e-15) << i;
      }
    }
    EXPECT_EQ(p.frames[0].y, p.frames[2].y);
    EXPECT_LT(p.frames[3].y, p.frames[0].y - 0.2);
  }
  int springs = 0, dampers = 0;
  for (const SketchPart& part : sketch.parts) {
    springs += part.name == "spring";
    dampers += part.name == "damper";
  }
  EXPECT_EQ(springs, 2);  // x0 to the wall and to x1
  EXPECT_EQ(dampers, 1);
}

TEST(Sketch, SystemsThatSayNothingHaveNothingToDraw) {
  const testing::BallSystem ball{testing::BouncingBall{}};
  EXPECT_TRUE(ball.sketch().parts.empty());
  const Placement p = placed_at(ball, 0.0, Eigen::VectorXd::Zero(ball.coordinates()));
  EXPECT_TRUE(p.frames.empty() && p.contacts.empty());
}

TEST(Sketch, ConvexHullHoldsAllPointsAndTurnsLeftAtEachCorner) {
  Random random(9);
  for (int k = 0; k < 100; ++k) {
    std::vector<Vector2> points;
    for (int i = 0; i < 8; ++i) {
      points.emplace_back(random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0));
    }
    const std::vector<Vector2> hull = convex_hull(points);
    ASSERT_GE(hull.size(), 3u);
    for (std::size_t i = 0; i < hull.size(); ++i) {
      EXPECT_NE(std::find(points.begin(), points.end(), hull[i]), points.end());
      const Vector2 along = hull[(i + 1) % hull.size()] - hull[i];
      for (const Vector2& p : points) {
        EXPECT_GE(along.x() * (p - hull[i]).y() - along.y() * (p - hull[i]).x(), -1e-12);
      }
    }
  }
  const std::vector<Vector2> straight = convex_hull({{0.1, 0.3}, {0.2, 0.6}, {0.3, 0.9}});
  EXPECT_EQ(straight, (std::vector<Vector2>{{0.1, 0.3}, {0.3, 0.9}}));
}

}  // namespace
}  // namespace ricochet
