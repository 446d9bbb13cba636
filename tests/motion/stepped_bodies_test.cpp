// Time stepping of bodies with shapes and joints, and of crowds of them, against events, mechanics and itself.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <support/motions.hpp>
#include <vector>

#include <ricochet/motion/time_stepper.hpp>
#include <ricochet/system/bodies.hpp>

namespace ricochet {
namespace {

using testing::kGravity;
using testing::Motion;
using testing::rough;

Motion stepped(const MechanicalSystem& system, const MotionState& start,
               const SimulationOptions& options) {
  Motion motion;
  motion.result = TimeStepper(system, options).run(start, motion);
  EXPECT_EQ(motion.result.reason, EndReason::end) << motion.result.message;
  EXPECT_LE(motion.result.statistics.residual, 1e-10);
  return motion;
}

Body box(const std::string& name, double width, double height) {
  Body body;
  body.name = name;
  body.parts = {box_part(width, height)};
  body.mass = 1.0;
  body.inertia = (width * width + height * height) / 12.0;
  return body;
}

// ---------------------------------------------------------------------- shapes

TEST(SteppedBodies, ATowerOfBoxesStandsStill) {
  BodyScene scene;
  scene.grounds = {testing::ground()};
  MotionState start;
  constexpr int kBoxes = 5;
  start.q.setZero(3 * kBoxes);
  start.u.setZero(3 * kBoxes);
  for (int b = 0; b < kBoxes; ++b) {
    scene.bodies.push_back(box("b" + std::to_string(b), 0.4, 0.2));
    start.q[3 * b] = 0.03 * (b % 2);
    start.q[3 * b + 1] = 0.1 + 0.2 * b;
  }
  const auto system = testing::make_system(scene, rough(0.4, 0.2));
  const Motion m = stepped(*system, start, {.until = 10.0, .sample_step = 1.0, .step = 1e-3});
  EXPECT_TRUE(m.kinds().empty());
  EXPECT_LE((m.result.final.q - start.q).cwiseAbs().maxCoeff(), 1e-10);
  double ground = 0.0;
  for (std::size_t i = 0; i < system->pairs().size(); ++i) {
    if (system->pairs()[i].ground >= 0) {
      ground += m.samples.back().force[2 * static_cast<Eigen::Index>(i)];
    }
  }
  EXPECT_NEAR(ground, kBoxes * kGravity, 1e-8);
}

TEST(SteppedBodies, ABoxThatLandsOnItsCornerMovesAsByEvents) {
  BodyScene scene;
  scene.grounds = {testing::ground()};
  scene.bodies = {box("box", 0.4, 0.2)};
  const auto system = testing::make_system(scene, rough(0.4, 0.3));
  const MotionState start = testing::state({0, 0.5, 0.4}, {1, 0, 0});
  const std::vector<Event> impacts =
      testing::follow(*system, start, {.until = 0.42}).of(EventKind::impact);
  ASSERT_GE(impacts.size(), 2U);
  const double until = 0.5 * (impacts[0].time + impacts[1].time);  // after the first corner
  const Motion events = testing::follow(*system, start, {.until = until});
  const auto error = [&](double step) {
    double sum = 0.0;
    for (int k = 0; k < 10; ++k) {  // where the impact falls in its step is left to chance
      const Motion m = stepped(*system, start, {.until = until, .step = step * (1.0 + 0.05 * k)});
      sum += (m.result.final.q - events.result.final.q).norm() / 10.0;
    }
    return sum;
  };
  const double coarse = error(2e-3);
  EXPECT_LT(coarse, 2e-2);
  EXPECT_NEAR(coarse / error(5e-4), 4.0, 1.8);
}

TEST(SteppedBodies, AThrownBoxComesToRestOnAFace) {
  BodyScene scene;
  scene.grounds = {testing::ground()};
  scene.bodies = {box("box", 0.4, 0.2)};
  const auto system = testing::make_system(scene, rough(0.5, 0.2));
  const Motion m =
      stepped(*system, testing::state({0, 0.6, 0.7}, {1.5, 0, -4}), {.until = 3.0, .step = 1e-3});
  EXPECT_LT(m.result.final.ledger.kinetic, 1e-20);
  const double turns = m.result.final.q[2] / (0.5 * 3.14159265358979323846);
  EXPECT_NEAR(turns, std::round(turns), 1e-2) << "flat, but for the depth of its landings";
  for (const testing::Snapshot& s : m.samples) {
    EXPECT_GT(s.gap.minCoeff(), -6e-3) << "no deeper than what comes in one step";
  }
}

// ---------------------------------------------------------------------- joints

/// Two rods on the ground, the second one hanging on the first; a motor may turn the first.
BodyScene two_rods(bool driven) {
  BodyScene scene;
  for (const char* name : {"upper", "lower"}) {
    Body rod;
    rod.name = name;
    rod.mass = 1.0;
    rod.inertia = 1.0 / 12.0;
    scene.bodies.push_back(rod);
  }
  Joint hinge{.name = "hinge", .first = {0, Vector2(-0.5, 0.0)}, .second = {on_ground, {0, 0}}};
  if (driven) hinge.motor = Motor{.start = 0.0, .speed = 2.0};
  scene.joints = {hinge,
                  {.name = "elbow", .first = {1, Vector2(-0.5, 0)}, .second = {0, {0.5, 0}}}};
  return scene;
}

TEST(SteppedBodies, ADoublePendulumConvergesToTheOneOfEventsWithSecondOrder) {
  const BodySystem system(two_rods(false));
  const MotionState start = testing::state({0.5, 0, 0, 1.5, 0, 0}, {0, 0, 0, 0, 0, 0});
  const Motion events = testing::follow(system, start, {.until = 1.0, .tolerance = 1e-12});
  const auto error = [&](double step) {
    const Motion m = stepped(system, start, {.until = 1.0, .step = step});
    EXPECT_NEAR(m.result.final.q.head<2>().norm(), 0.5, 1e-12);
    return (m.result.final.q - events.result.final.q).norm();
  };
  const double coarse = error(2e-3);
  EXPECT_LT(coarse, 1e-3);
  EXPECT_NEAR(coarse / error(1e-3), 4.0, 0.4);
}

TEST(SteppedBodies, AMotorDoesTheWorkThatEventsSayItDoes) {
  const BodySystem system(two_rods(true));
  const MotionState start = testing::state({0.5, 0, 0, 1.5, 0, 0}, {0, 1, 2, 0, 3, 2});
  const Motion events = testing::follow(system, start, {.until = 1.0});
  const Motion m = stepped(system, start, {.until = 1.0, .step = 5e-4});
  EXPECT_NEAR(m.result.final.q[2], 2.0, 1e-12);
  EXPECT_NEAR(m.result.final.u[2], 2.0, 1e-10);
  EXPECT_LT((m.result.final.q - events.result.final.q).norm(), 1e-3);
  EXPECT_NEAR(m.result.final.ledger.motion_work, events.result.final.ledger.motion_work, 1e-2);
}

TEST(SteppedBodies, AHingeThatIsThereTwiceIsAHinge) {
  BodyScene scene = two_rods(false);
  scene.joints.push_back(scene.joints[1]);
  scene.joints.back().name = "again";
  const BodySystem twice(scene), once(two_rods(false));
  const MotionState start = testing::state({0.5, 0, 0, 1.5, 0, 0}, {0, 0, 0, 0, 0, 0});
  const Motion a = stepped(once, start, {.until = 1.0, .step = 1e-3});
  const Motion b = stepped(twice, start, {.until = 1.0, .step = 1e-3});
  EXPECT_LT((a.result.final.q - b.result.final.q).norm(), 1e-8);
}

TEST(SteppedBodies, AMechanismThatStrikesTheFloorKeepsItsJoints) {
  BodyScene scene = two_rods(false);
  scene.bodies[1].points = {{"tip", Vector2(0.5, 0.0)}};
  scene.grounds = {{.name = "floor", .point = Vector2(0.0, -1.2)}};
  const auto system = testing::make_system(scene, rough(0.3, 0.4));
  const MotionState start = testing::state({0.5, 0, 0, 1.5, 0, 0}, {0, 0, 0, 0, 0, 0});
  const Motion m = stepped(*system, start, {.until = 3.0, .step = 1e-3});
  EXPECT_GT(m.result.statistics.impacts, 0);
  for (const testing::Snapshot& s : m.samples) {
    const Vector2 elbow(s.q[0] + 0.5 * std::cos(s.q[2]) - s.q[3] + 0.5 * std::cos(s.q[5]),
                        s.q[1] + 0.5 * std::sin(s.q[2]) - s.q[4] + 0.5 * std::sin(s.q[5]));
    EXPECT_LE(elbow.norm(), 1e-12) << s.t;
  }
  EXPECT_LT(m.result.final.ledger.kinetic + m.result.final.ledger.potential, 1e-6);
}

// ----------------------------------------------------------------------- crowds

/// Discs over the floor between two walls, in rows: more contacts are possible than are listed.
struct Crowd {
  explicit Crowd(int count, int per_row = 8) {
    BodyScene scene;
    const double width = 0.2 * per_row + 0.1;
    scene.grounds = {testing::ground(),
                     {.name = "left", .normal = Vector2(1.0, 0.0)},
                     {.name = "right", .point = Vector2(width, 0.0), .normal = Vector2(-1.0, 0.0)}};
    start.q.setZero(3 * count);
    start.u.setZero(3 * count);
    for (int b = 0; b < count; ++b) {
      Body disc = testing::disc(1.0, 0.09);
      disc.name = "d" + std::to_string(b);
      scene.bodies.push_back(disc);
      const int row = b / per_row;
      start.q[3 * b] = 0.12 + 0.2 * (b % per_row) + 0.04 * (row % 2);
      start.q[3 * b + 1] = 0.1 + 0.2 * row;
    }
    scene.rules = {{.one = {}, .other = {}, .parameters = rough(0.3)}};
    system = std::make_unique<BodySystem>(scene);
  }
  std::unique_ptr<BodySystem> system;
  MotionState start;
};

struct Told final : Motion {
  std::vector<std::string> contacts;
  bool sized = true;
  double deepest = 0.0;
  void contact(const ContactInfo& info, double) override { contacts.push_back(info.name); }
  void sample(const Sample& s) override {
    sized = sized && s.gap.size() == contacts.size() && s.force.size() == 2 * contacts.size() &&
            s.modes.size() == contacts.size();
    for (const double gap : s.gap) deepest = std::min(deepest, gap);
  }
  void event(const Event& e) override {
    sized = sized && e.modes.size() == contacts.size();
    for (const Eigen::Index i : e.contacts) {
      sized = sized && static_cast<std::size_t>(i) < contacts.size();
    }
    Motion::event(e);
  }
};

TEST(SteppedBodies, ACrowdIsToldByContactsAsTheyAreMet) {
  const Crowd crowd(48);
  ASSERT_TRUE(crowd.system->crowded());
  TimeStepper stepper(*crowd.system, {.until = 0.3, .sample_step = 0.01, .step = 1e-3});
  Told told;
  told.result = stepper.run(crowd.start, told);
  EXPECT_EQ(told.result.reason, EndReason::end) << told.result.message;
  EXPECT_TRUE(told.sized);
  EXPECT_GT(told.contacts.size(), 48U);
  EXPECT_EQ(std::count(told.contacts.begin(), told.contacts.end(), "d0/ground"), 1);
  EXPECT_GT(told.of(EventKind::impact).size(), 0U);
  EXPECT_GT(told.deepest, -5e-3);
  EXPECT_EQ(told.result.final.modes.size(), told.contacts.size());
  EXPECT_LE(std::abs(told.result.final.ledger.residual), 1e-2 * told.result.final.ledger.potential);

  Told again;
  again.result = stepper.run(crowd.start, again);
  EXPECT_EQ(again.result.final.q, told.result.final.q) << "the same bits";
  EXPECT_EQ(again.contacts, told.contacts);
}

TEST(SteppedBodies, ACrowdMovesAsTheSameBodiesWithoutTheOthers) {
  // Far to the right stand more discs, on the floor and apart: only they make the scene crowded.
  const Crowd small(12, 6);
  ASSERT_FALSE(small.system->crowded());
  BodyScene scene = small.system->scene();
  MotionState start = small.start;
  start.q.conservativeResize(3 * 52);
  start.u.conservativeResize(3 * 52);
  for (int b = 12; b < 52; ++b) {
    Body disc = testing::disc(1.0, 0.09);
    disc.name = "far" + std::to_string(b);
    scene.bodies.push_back(disc);
    start.q.segment<3>(3 * b) = Eigen::Vector3d(-0.5 * b, 0.09, 0.0);
    start.u.segment<3>(3 * b).setZero();
  }
  scene.rules.push_back({.one = {.body = -1, .ground = 1}, .other = {}, .touch = false});
  for (int b = 0; b < 12; ++b) {
    scene.rules.push_back({.one = {.grounds = false, .body = b},
                           .other = {.bodies = false, .ground = 1},
                           .parameters = rough(0.3)});
  }
  scene.rules[1].one.bodies = false;
  const BodySystem crowded(scene);
  ASSERT_TRUE(crowded.crowded());
  const SimulationOptions options{.until = 0.25, .sample_step = 1.0, .step = 1e-3};
  const Motion a = stepped(*small.system, small.start, options);
  const Motion b = stepped(crowded, start, options);
  EXPECT_GT(a.result.statistics.impacts, 0);
  EXPECT_LE((a.result.final.q - b.result.final.q.head(36)).cwiseAbs().maxCoeff(), 1e-6);
}

}  // namespace
}  // namespace ricochet
