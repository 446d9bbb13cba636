// Mirror symmetry: a motion and the motion of its image in x -> -x stay images of each other, through impacts,
// stick and slip. Left and right are different code (slip+ and slip-, the two edges of a friction cone, the order
// in which modes are tried), so nothing but physics makes them agree.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include <motion/recorder.hpp>
#include <support/random_scenes.hpp>
#include <support/suite.hpp>

#include <ricochet/files/scene_file.hpp>
#include <ricochet/impact/registry.hpp>
#include <ricochet/motion/simulator.hpp>
#include <ricochet/system/bodies.hpp>

namespace ricochet {
namespace {

using testing::Recorder;

Vector2 mirror(const Vector2& v) { return {-v.x(), v.y()}; }

Attachment mirror(const Attachment& a) { return {a.body, mirror(a.at)}; }

Oscillation mirror(Oscillation o) {
  o.amplitude = mirror(o.amplitude);
  return o;
}

BodyScene mirror(BodyScene scene) {
  scene.gravity = mirror(scene.gravity);
  for (Body& body : scene.bodies) {
    for (BodyPoint& point : body.points) point.at = mirror(point.at);
  }
  for (Ground& ground : scene.grounds) {
    // A segment begins where it ended, so that its free side is still on its left.
    const Vector2 along(ground.normal.y(), -ground.normal.x());
    if (std::isfinite(ground.length)) ground.point += ground.length * along;
    ground.point = mirror(ground.point);
    ground.normal = mirror(ground.normal);
    ground.belt = -ground.belt;
    ground.vibration = mirror(ground.vibration);
  }
  for (Spring& spring : scene.springs) {
    spring.from = mirror(spring.from);
    spring.to = mirror(spring.to);
  }
  for (TorsionSpring& spring : scene.torsion_springs) spring.angle = -spring.angle;
  for (BodyForce& force : scene.forces) {
    force.at = mirror(force.at);
    force.constant = mirror(force.constant);
    force.oscillation = mirror(force.oscillation);
    force.torque = -force.torque;
    force.torque_amplitude = -force.torque_amplitude;
  }
  return scene;
}

// x and angle of each body change their signs.
Eigen::VectorXd mirror(Eigen::VectorXd v) {
  for (Eigen::Index i = 0; i < v.size(); ++i) {
    if (i % 3 != 1) v[i] = -v[i];
  }
  return v;
}

Mode mirror(Mode mode) {
  return mode == Mode::slip_plus    ? Mode::slip_minus
         : mode == Mode::slip_minus ? Mode::slip_plus
                                    : mode;
}

struct Motion {
  Recorder seen;
  RunResult result;
};

Motion move(const MechanicalSystem& system, const MotionState& start,
            const SimulationOptions& options, std::string_view law = "moreau") {
  Motion m;
  m.result = Simulator(system, *find_law(law), options, find_law("poisson")).run(start, m.seen);
  // Bodies that graze each other with a speed of rounding touch or do not: it changes nothing.
  std::erase_if(m.seen.events, [](const Event& e) {
    const double jump = (e.velocity_after - e.velocity_before).norm();
    return e.kind == EventKind::impact && jump <= 1e-8 * (1.0 + e.velocity_before.norm());
  });
  return m;
}

// image: of the coordinates and velocities. exchange: number of the contact that is the image of a contact.
template <class Image, class Exchange>
void expect_images(const Motion& one, const Motion& other, Image image, Exchange exchange,
                   double tolerance, const std::string& where) {
  ASSERT_EQ(one.result.reason, other.result.reason) << where;
  ASSERT_EQ(one.seen.events.size(), other.seen.events.size()) << where;
  for (std::size_t i = 0; i < one.seen.events.size(); ++i) {
    const Event& a = one.seen.events[i];
    const Event& b = other.seen.events[i];
    ASSERT_EQ(a.kind, b.kind) << where << ", t = " << a.time;
    ASSERT_NEAR(a.time, b.time, tolerance) << where;
    const double speed = 1.0 + a.velocity_before.norm();
    ASSERT_LE((image(a.q) - b.q).norm(), tolerance * (1.0 + a.q.norm())) << where;
    ASSERT_LE((image(a.velocity_after) - b.velocity_after).norm(), tolerance * speed)
        << where << ", t = " << a.time;
    for (std::size_t k = 0; k < a.modes.size(); ++k) {
      ASSERT_EQ(mirror(a.modes[k]), b.modes[exchange(k)]) << where << ", t = " << a.time;
    }
  }
}

std::size_t the_same(std::size_t contact) { return contact; }
Eigen::VectorXd of_bodies(const Eigen::VectorXd& v) { return mirror(v); }

void expect_mirrored(const BodySystem& system, const MotionState& start,
                     const SimulationOptions& options, std::string_view law, double tolerance,
                     const std::string& where) {
  BodySystem image(mirror(system.scene()));
  for (Eigen::Index i = 0; i < system.contacts(); ++i) {
    image.set_parameters(i, system.info().contacts[static_cast<std::size_t>(i)].parameters);
  }
  MotionState from = start;
  from.q = mirror(start.q);
  from.u = mirror(start.u);
  expect_images(move(system, start, options, law), move(image, from, options, law), of_bodies,
                the_same, tolerance, where);
}

// Signs are exact in floating point: what is left is the order of sums in solvers that see the contact directions
// with other signs, a few roundings per event.
TEST(Mirror, ShippedBodiesMoveAsTheirImages) {
  for (const std::string name : {"bouncing_ball", "rolling_disc", "block_on_incline", "two_discs",
                                 "spring_bumper", "newtons_cradle", "conveyor"}) {
    const Scene scene = read_scene(RICOCHET_SOURCE_DIR "/scenes/" + name + ".yaml");
    const auto& system = dynamic_cast<const BodySystem&>(*scene.system);
    expect_mirrored(system, scene.start, scene.options, scene.law, 1e-11, name);
  }
}

// Roundings grow from impact to impact where bodies meet each other, so motions are short here.
TEST(Mirror, RandomScenesMoveAsTheirImages) {
  const long count = testing::suite_count(2'000);
  for (long k = 0; k < count; ++k) {
    const testing::RandomScene scene = testing::random_scene(static_cast<std::uint64_t>(k));
    const SimulationOptions options{.until = 1.0};
    const char* const laws[] = {"moreau", "poisson", "lzb"};
    expect_mirrored(*scene.system, scene.start, options, laws[k % 3], 1e-8,
                    "seed " + std::to_string(k));
  }
}

// ------------------------------------------------------- models with an image of their own: other parameters

using Values = std::initializer_list<std::pair<std::string_view, double>>;

// signs: of the coordinates of the image. exchanged: the first two contacts change places.
void expect_mirrored(std::string_view model, const Eigen::VectorXd& signs, Values one, Values other,
                     bool exchanged = false) {
  const ModelInstance a = testing::build_model(model, one);
  const ModelInstance b = testing::build_model(model, other);
  ASSERT_TRUE(a.refusal.empty() && b.refusal.empty());
  const SimulationOptions options{.until = 3.0};
  const auto image = [&](const Eigen::VectorXd& v) {
    return Eigen::VectorXd(v.cwiseProduct(signs));
  };
  const auto exchange = [&](std::size_t k) { return exchanged && k < 2 ? 1 - k : k; };
  const Motion motion = move(*a.system, a.start, options);
  EXPECT_GT(motion.seen.events.size(), 3U);
  expect_images(motion, move(*b.system, b.start, options), image, exchange, 1e-10,
                std::string(model));
}

const Eigen::VectorXd of_body = Eigen::Vector3d(-1.0, 1.0, -1.0);

TEST(Mirror, BlocksRockAsTheirImages) {
  expect_mirrored("rocking-block", of_body, {{"angle", 0.1}}, {{"angle", -0.1}}, true);
  expect_mirrored("rocking-block", of_body,
                  {{"angle", 0.2}, {"friction", 0.1}, {"restitution", 0.3}},
                  {{"angle", -0.2}, {"friction", 0.1}, {"restitution", 0.3}}, true);
}

TEST(Mirror, BeltsRunBothWays) {
  expect_mirrored("friction-oscillator", Eigen::Vector2d(-1.0, 1.0), {}, {{"belt_speed", -0.1}});
  for (const std::string_view model : {"frictional-bounce", "frictional-bounce-simplified"}) {
    expect_mirrored(model, of_body, {}, {{"arm", -0.3}, {"belt_speed", -0.2}});
  }
}

TEST(Mirror, ThrownRodsAndBallsLandAsTheirImages) {
  expect_mirrored("slender-rod", of_body, {{"angle", 0.6}, {"horizontal_velocity", 1.0}},
                  {{"angle", -0.6}, {"horizontal_velocity", -1.0}});
  expect_mirrored("bouncing-ball", of_body,
                  {{"horizontal_velocity", 1.0}, {"spin", 9.0}, {"friction", 0.2}},
                  {{"horizontal_velocity", -1.0}, {"spin", -9.0}, {"friction", 0.2}});
}

}  // namespace
}  // namespace ricochet
