// Scene files: what the three forms and the common keys mean.

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include <ricochet/files/problem_file.hpp>
#include <ricochet/files/scene_file.hpp>
#include <ricochet/system/bodies.hpp>
#include <ricochet/system/models.hpp>

namespace ricochet {
namespace {

Scene read(const std::string& text) { return parse_scene(text, "f"); }

std::string complaint(const std::string& text, std::optional<MotionMethod> method = {}) {
  try {
    parse_scene(text, "f", method);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

void expect_refused(const std::string& text, const std::string& message) {
  const std::string said = complaint(text);
  EXPECT_NE(said.find(message), std::string::npos) << said << "\n  does not say: " << message;
}

// A ball over a floor, with more keys of the ball, of the floor, of the contact, of the scene.
std::string ball(const std::string& of_ball = "position: [0, 1]", const std::string& of_floor = "",
                 const std::string& of_contact = "friction: 0.3, restitution: 0.5",
                 const std::string& more = "until: 1") {
  return fmt::format(R"({{bodies: [{{name: ball, shape: {{disc: 0.5}}, mass: 2, inertia: 0.2, {}}}],
    ground: [{{name: floor, half_plane: {{point: [0, 0], normal_angle_deg: 90}}{}}}],
    contacts: [{{between: [ball, floor], {}}}], {}}})",
                     of_ball, of_floor, of_contact, more);
}

const BodyScene& bodies_of(const Scene& scene) {
  return dynamic_cast<const BodySystem&>(*scene.system).scene();
}

Evaluation at_start(const Scene& scene) {
  Evaluation e;
  e.fit(scene.system->info());
  scene.system->evaluate(scene.start.t, scene.start.q, scene.start.u, kEverything, e);
  return e;
}

const ContactParameters& parameters(const Scene& scene, const std::string& name) {
  for (const ContactInfo& contact : scene.system->info().contacts) {
    if (contact.name == name) return contact.parameters;
  }
  throw std::logic_error("no contact " + name);
}

TEST(SceneFile, BodiesStartWhereTheyAreSaidToBe) {
  const Scene scene =
      read(ball("position: [3, 1], angle_deg: 90, velocity: [1, -2], angular_velocity: 4"));
  EXPECT_EQ(scene.form, "bodies");
  EXPECT_EQ(scene.start.t, 0.0);
  EXPECT_EQ(scene.start.q, Eigen::Vector3d(3, 1, std::numbers::pi / 2));
  EXPECT_EQ(scene.start.u, Eigen::Vector3d(1, -2, 4));
  const Evaluation e = at_start(scene);
  EXPECT_EQ(e.M.diagonal(), Eigen::Vector3d(2, 2, 0.2));
  EXPECT_EQ(e.gap[0], 0.5);
  EXPECT_DOUBLE_EQ(e.h[1], -2 * 9.81);
  EXPECT_EQ(scene.system->info().contacts[0].name, "ball/floor");
}

TEST(SceneFile, DensityIsThatOfAUniformDisc) {
  const Scene scene =
      read(R"({bodies: [{name: a, shape: {disc: 0.5}, density: 4, position: [0, 0]}],
    until: 1})");
  const double mass = std::numbers::pi;
  EXPECT_DOUBLE_EQ(bodies_of(scene).bodies[0].mass, mass);
  EXPECT_DOUBLE_EQ(bodies_of(scene).bodies[0].inertia, 0.5 * mass * 0.25);
  EXPECT_EQ(scene.system->contacts(), 0);
}

TEST(SceneFile, SurfacesMoveAsSaid) {
  const Scene scene = read(
      ball("position: [0, 2], velocity: [0.25, 0]",
           ", belt: 0.25, vibration: {amplitude: [0.5, 0.1], frequency_hz: 2, phase_deg: 90}"));
  const Oscillation& o = bodies_of(scene).grounds[0].vibration;
  EXPECT_DOUBLE_EQ(o.angular_frequency, 4 * std::numbers::pi);
  EXPECT_DOUBLE_EQ(o.phase, std::numbers::pi / 2);
  const Evaluation e = at_start(scene);
  EXPECT_NEAR(e.gap[0], 1.4, 1e-15);  // at its top
  EXPECT_NEAR(e.surface_velocity[0], 0.0, 1e-15);
  EXPECT_NEAR(e.surface_velocity[1], 0.25, 1e-15);
}

TEST(SceneFile, ContactsAreGivenByPairsAndLaterEntriesReplaceEarlierOnes) {
  const Scene scene = read(R"({bodies: [
      {name: a, shape: {disc: 1}, mass: 1, inertia: 1, position: [0, 2]},
      {name: b, shape: {disc: 1}, points: {tip: [0, -1.5]}, mass: 1, inertia: 1, position: [4, 2]}],
    ground: [{name: floor, half_plane: {point: [0, 0], normal_angle_deg: 90}},
             {name: wall, segment: {from: [9, 9], to: [9, 0]}}],
    contacts: [{between: [all, all], friction: 0.1, restitution: 0.1, stiffness: 5},
               {between: [ground, b], friction: 0.2, restitution: 0.2},
               {between: [b.tip, all], friction: 0.3, restitution: 0.3},
               {between: [wall, b], friction: 0.4, restitution: 0.4}],
    until: 1})");
  const std::map<std::string, double> friction = {
      {"a/floor", 0.1}, {"a/wall", 0.1},      {"b/floor", 0.2},   {"b/wall", 0.4},
      {"a/b", 0.1},     {"b.tip/floor", 0.3}, {"b.tip/wall", 0.4}};
  EXPECT_EQ(scene.system->contacts(), 7);
  for (const auto& [name, mu] : friction) {
    EXPECT_EQ(parameters(scene, name).mu, mu) << name;
    EXPECT_EQ(*parameters(scene, name).newton, mu) << name;
  }
  EXPECT_TRUE(parameters(scene, "a/b").stiffness);
  EXPECT_FALSE(parameters(scene, "b/floor").stiffness) << "an entry is replaced as a whole";
}

TEST(SceneFile, EveryContactMustHaveParameters) {
  const std::string two = R"({bodies: [
      {name: a, shape: {disc: 1}, mass: 1, inertia: 1, position: [0, 0]},
      {name: b, shape: {disc: 1}, mass: 1, inertia: 1, position: [4, 0]},
      {name: c, shape: {disc: 1}, mass: 1, inertia: 1, position: [8, 0]}], until: 1)";
  expect_refused(two + "}", "contacts: the contact 'a/b' has no parameters");
  expect_refused(two + ", contacts: [{between: [a, b], friction: 0, restitution: 0}]}",
                 "contacts: the contact 'a/c' has no parameters");
  expect_refused(two + ", contacts: [{between: [a, ground], friction: 0, restitution: 0}]}",
                 "contacts.0.between: these never touch");
  expect_refused(two + ", contacts: [{between: [a, d], friction: 0, restitution: 0}]}",
                 "contacts.0.between.1: there is no body, point or ground 'd'");
}

TEST(SceneFile, SpringsHangOnBodiesPointsAndFixedPlaces) {
  const Scene scene = read(R"({bodies: [
      {name: a, points: {eye: [0, 1]}, mass: 1, inertia: 1, position: [0, 0], angle_deg: -90},
      {name: b, mass: 1, inertia: 1, position: [4, 4], angle: 0.5}],
    springs: [{from: a.eye, to: b, stiffness: 3},
              {from: [1, 1], to: {body: b, at: [0, 0]}, stiffness: 4, length: 2, damping: 0.5}],
    dampers: [{from: a, to: b, damping: 0.25}],
    torsion_springs: [{between: [b, a], stiffness: 7}, {between: [a, ground], stiffness: 7, angle: 1}],
    forces: [{body: a, at: [0, 2], force: [1, 0], torque: 3},
             {body: b, amplitude: [0, 1], angular_frequency: 5, phase: 0.5}],
    until: 1})");
  const BodyScene& bodies = bodies_of(scene);
  ASSERT_EQ(bodies.springs.size(), 3u);
  EXPECT_DOUBLE_EQ(bodies.springs[0].length, 5.0) << "from (1, 0), where the eye is, to (4, 4)";
  EXPECT_EQ(bodies.springs[1].from.body, on_ground);
  EXPECT_EQ(bodies.springs[1].length, 2.0);
  EXPECT_EQ(bodies.springs[2].stiffness, 0.0);
  EXPECT_EQ(bodies.springs[2].damping, 0.25);
  EXPECT_DOUBLE_EQ(bodies.torsion_springs[0].angle, 0.5 + std::numbers::pi / 2);
  EXPECT_EQ(bodies.torsion_springs[1].angle, 1.0);
  EXPECT_EQ(bodies.forces[0].torque, 3.0);
  EXPECT_EQ(bodies.forces[1].oscillation.angular_frequency, 5.0);
  // What is slack at the start pulls nowhere.
  EXPECT_DOUBLE_EQ(at_start(scene).potential, 9.81 * 4 +
                                                  0.5 * 4 * std::pow(std::sqrt(18.0) - 2, 2) +
                                                  0.5 * 7 * std::pow(std::numbers::pi / 2 + 1, 2));
}

TEST(SceneFile, InterpenetrationIsRefusedAtThePositionWithContactAndDepth) {
  const std::string deep = ball("position: [0, 0.25]");
  expect_refused(
      deep, fmt::format("f:1:{}: bodies.0.position: the contact 'ball/floor' starts 0.25 m deep",
                        deep.find("[0, 0.25]") + 1));
  EXPECT_EQ(complaint(ball("position: [0, 0.49999999999]")), "accepted") << "rounding is no depth";
  const std::string discs = R"({bodies: [{name: a, shape: {disc: 1}, density: 1, position: [0, 0]},
      {name: b, shape: {disc: 1}, density: 1, position: [1.5, 0]}],
    contacts: [{between: [a, b], friction: 0, restitution: 0, stiffness: 1}], until: 1})";
  expect_refused(discs, "bodies.0.position: the contact 'a/b' starts 0.5 m deep");
  EXPECT_EQ(complaint(discs, MotionMethod::compliant), "accepted") << "contacts may be compressed";
}

TEST(SceneFile, PointMayStartBehindASegment) {
  EXPECT_EQ(complaint(R"({bodies: [{name: a, points: {tip: [0, 0]}, mass: 1, inertia: 1,
      position: [1, -1]}], ground: [{name: g, segment: {from: [0, 0], to: [2, 0]}}],
    contacts: [{between: [a, g], friction: 0, restitution: 0}], until: 1})"),
            "accepted");
}

TEST(SceneFile, CommonKeysSayHowToGoThroughTime) {
  const Scene plain = read(ball());
  EXPECT_EQ(plain.law, "moreau");
  EXPECT_FALSE(plain.fallback_law);
  EXPECT_EQ(plain.method, MotionMethod::event);
  EXPECT_EQ(plain.options.until, 1.0);
  EXPECT_EQ(plain.options.sample_step, 0.0);
  EXPECT_EQ(plain.text, ball());
  const Scene scene = read(ball(
      "position: [0, 1]", "", "friction: 0.3, restitution: 0.5, contact_time: 1e-3, damping: 2",
      "title: a ball, law: lzb, fallback_law: poisson, laws: {lzb: {tolerance: 1e-10}, bowling: "
      "{objective: ball/floor}}, painleve: stop, until: 20, tolerance: 1e-12, "
      "chatter_height: 1e-8, event_limit: 1e3, largest_step: 0.5, output: {step: 0.25}, "
      "format: 1"));
  EXPECT_EQ(scene.title, "a ball");
  EXPECT_EQ(scene.law, "lzb");
  EXPECT_EQ(scene.fallback_law, "poisson");
  EXPECT_EQ(scene.laws.lzb.tolerance, 1e-10);
  EXPECT_EQ(scene.laws.bowling.objective, std::vector<Eigen::Index>{0});
  EXPECT_EQ(scene.options.painleve, PainleveRule::stop);
  EXPECT_EQ(scene.options.until, 20.0);
  EXPECT_EQ(scene.options.tolerance, 1e-12);
  EXPECT_EQ(scene.options.chatter_height, 1e-8);
  EXPECT_EQ(scene.options.event_limit, 1000);
  EXPECT_EQ(scene.options.largest_step, 0.5);
  EXPECT_EQ(scene.options.sample_step, 0.25);
  EXPECT_EQ(parameters(scene, "ball/floor").contact_time, 1e-3);
  EXPECT_EQ(parameters(scene, "ball/floor").damping, 2.0);
}

TEST(SceneFile, CompliantContactsNeedStiffnessAndNoRestitution) {
  const auto with = [](const std::string& contact) {
    return complaint(ball("position: [0, 0.4]", "", contact, "method: compliant, until: 1"));
  };
  EXPECT_EQ(with("friction: 0, stiffness: 1e3, damping: 0.5, exponent: 1.5"), "accepted");
  EXPECT_NE(with("friction: 0, restitution: 1").find("contacts.0.stiffness"), std::string::npos);
  EXPECT_NE(with("friction: 0, stiffness: 1, exponent: 0.5").find("contacts.0.exponent"),
            std::string::npos);
  // The caller's method counts as the file's.
  EXPECT_NE(complaint(ball(), MotionMethod::compliant).find("contacts.0.stiffness"),
            std::string::npos);
}

TEST(SceneFile, TimeSteppingNeedsAStepAndHasItsOwnLaw) {
  const auto with = [](const std::string& keys) {
    return complaint(ball("position: [0, 1]", "", "friction: 0, restitution: 0",
                          "method: moreau, until: 1, " + keys));
  };
  const Scene scene = read(ball("position: [0, 1]", "", "friction: 0, restitution: 0",
                                "method: moreau, until: 1, step: 0.01, theta: 0.75, law: moreau"));
  EXPECT_EQ(scene.method, MotionMethod::moreau);
  EXPECT_EQ(scene.options.step, 0.01);
  EXPECT_EQ(scene.options.theta, 0.75);
  EXPECT_NE(with("theta: 0.5").find("step: the key is missing"), std::string::npos);
  EXPECT_NE(with("step: 0.01, law: poisson").find("law: 'poisson' cannot be used"),
            std::string::npos);
  EXPECT_NE(with("step: 0.01, fallback_law: lzb").find("fallback_law: 'lzb' cannot be used"),
            std::string::npos);
  // The caller's method and step count as the file's.
  EXPECT_NE(complaint(ball(), MotionMethod::moreau).find("step"), std::string::npos);
  EXPECT_EQ(parse_scene(ball(), "f", MotionMethod::moreau, 0.25).options.step, 0.25);
  // Other methods do not look at it.
  EXPECT_EQ(complaint(ball("position: [0, 1]", "", "friction: 0, restitution: 0",
                           "until: 1, step: 0.01, law: poisson")),
            "accepted");
}

TEST(SceneFile, LinearSystemIsWhatItsMatricesSay) {
  const Scene scene = read(R"({system: {mass: [[2, 0], [0, 1]], stiffness: [[5, -1], [-1, 3]],
      damping: [[0.5, 0], [0, 0]], q: [1, 2], velocity: [3, 4],
      force: {constant: [7, 0], amplitude: [0, 2], angular_frequency: 3, phase_deg: 90},
      contacts: [{gap: 0.5, normal: [0, 1], tangent: [1, 0], friction: 0.3, restitution: 0.5,
                  surface_velocity: [0.1, 0.2]},
                 {name: stop, gap: 1, normal: [1, 0], restitution: 1}]}, until: 1})");
  EXPECT_EQ(scene.form, "system");
  const Evaluation e = at_start(scene);
  EXPECT_EQ(e.gap, Eigen::Vector2d(2.5, 2.0));
  EXPECT_DOUBLE_EQ(e.h[0], 7 - 0.5 * 3 - (5 * 1 - 2));
  EXPECT_DOUBLE_EQ(e.h[1], 2 - (-1 + 6));
  EXPECT_EQ(e.surface_velocity[1], 0.2);
  EXPECT_EQ(scene.system->info().contacts[0].name, "contact0");
  EXPECT_EQ(scene.system->info().contacts[1].name, "stop");
  EXPECT_EQ(parameters(scene, "stop").mu, 0.0);
}

TEST(SceneFile, LinearSystemIsCheckedLikeAProblem) {
  const auto system = [](const std::string& more) {
    return fmt::format(R"({{system: {{mass: [[2, 0], [0, 1]], {}}}, until: 1}})", more);
  };
  EXPECT_EQ(complaint(system("stiffness: [[-5, 1], [1, 0]]")), "accepted") << "may be unstable";
  expect_refused(system("stiffness: [[5, 1], [2, 0]]"), "system.stiffness.1.0: 2 differs");
  expect_refused(system("stiffness: [[5, 1]]"), "system.stiffness: the matrix has 1 rows");
  EXPECT_EQ(complaint(system("damping: [[1, 5], [-5, 0]]")), "accepted") << "may be gyroscopic";
  expect_refused(system("damping: [[1, 5], [0, 1]]"), "system.damping: the matrix feeds energy");
  expect_refused(system("contacts: [{gap: -0.5, normal: [1, 0], restitution: 0}]"),
                 "system.contacts.0.gap: the contact 'contact0' starts 0.5 m deep");
  expect_refused(system("contacts: [{gap: 1, normal: [1, 0], restitution: 0, friction: 1}]"),
                 "system.contacts.0.tangent: the key is missing");
  expect_refused("{system: {mass: [[1, 2], [2, 1]]}, until: 1}",
                 "system.mass: the matrix is not positive definite");
}

TEST(SceneFile, ModelsAreReadByTheirOwnParameters) {
  for (const Model& model : all_models()) {
    const std::string name(model.name);
    const Scene scene = read("{model: " + name + ", until: 1}");
    EXPECT_EQ(scene.form, "model");
    EXPECT_EQ(scene.start.q.size(), scene.system->coordinates()) << name;
    EXPECT_EQ(complaint("{model: " + name + ", parameters: {}, until: 1}"), "accepted");
    expect_refused("{model: " + name + ", parameters: {no_such: 1}, until: 1}",
                   "parameters.no_such: unknown key 'no_such'");
    std::vector<double> standard;
    for (const ModelParameter& p : model.parameters) standard.push_back(p.standard);
    const ModelInstance same = model.build(standard);
    EXPECT_EQ(scene.start.q, same.start.q);
    for (const ModelParameter& p : model.parameters) {
      if (!std::isfinite(p.low)) continue;
      const double outside = p.low - 1.0;
      expect_refused(
          fmt::format("{{model: {}, parameters: {{{}: {}}}, until: 1}}", name, p.name, outside),
          fmt::format("parameters.{}: {} is not allowed", p.name, outside));
    }
  }
  expect_refused("{model: disc-bal, until: 1}", "did you mean 'disc-ball'?");
}

TEST(SceneFile, FirstKeyTellsScenesAndProblemsApart) {
  expect_refused("impact: {}",
                 "f:1:1: impact: 'impact' begins a problem, and this must be a scene");
  try {
    parse_problem(ball(), "f");
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "f:1:2: bodies: 'bodies' begins a scene, and this must be a problem, a problem "
                 "begins with impact");
  }
  expect_refused("{bodies: [], system: {}, until: 1}", "system: it stands beside 'bodies'");
  expect_refused("{until: 1}", "none of the keys bodies, system, model");
  expect_refused("{model: bar, gravity: [0, 1], until: 1}", "gravity: unknown key");
}

TEST(SceneFile, NumbersThatOverflowTogetherAreRefused) {
  expect_refused(ball("position: [0, 1], velocity: [1e200, 0]"), "overflow or vanish");
  expect_refused(R"({bodies: [{name: a, shape: {disc: 1e-200}, density: 1, position: [0, 0]}],
    until: 1})",
                 "overflow or vanish");
}

TEST(SceneFile, ShippedScenesAreValid) {
  const Scene scene = read_scene(RICOCHET_SOURCE_DIR "/scenes/bouncing_ball.yaml");
  EXPECT_EQ(at_start(scene).gap[0], 1.0);
  EXPECT_EQ(*parameters(scene, "ball/floor").newton, 0.9);
  EXPECT_EQ(read_scene(RICOCHET_SOURCE_DIR "/scenes/conveyor.yaml").system->contacts(), 9);
}

}  // namespace
}  // namespace ricochet
