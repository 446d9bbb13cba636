// The list `joints` of scene files: what is read, how the start is made to fit, and what is refused where.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <ricochet/files/scene_file.hpp>
#include <ricochet/system/bodies.hpp>
#include <ricochet/system/joint_start.hpp>
#include <support/documents.hpp>
#include <support/models.hpp>
#include <support/program.hpp>

namespace ricochet {
namespace {

using Kind = Joint::Kind;

const BodySystem& bodies_of(const Scene& scene) {
  return dynamic_cast<const BodySystem&>(*scene.system);
}

// Everything of the start that the joints speak of.
void expect_start_fits(const Scene& scene) {
  const Evaluation e = testing::evaluated(*scene.system, 0.0, scene.start.q, scene.start.u);
  const double size = 1.0 + scene.start.q.cwiseAbs().maxCoeff();
  EXPECT_LT(e.joint_gap.cwiseAbs().maxCoeff(), 1e-14 * size);
  const Eigen::VectorXd rates = e.J.transpose() * scene.start.u - e.joint_velocity;
  EXPECT_LT(rates.cwiseAbs().maxCoeff(), 1e-13 * (1.0 + scene.start.u.cwiseAbs().maxCoeff()));
}

// The four bodies of a crank drive: crank of 1 m turned by 90 degrees, rod of the length sqrt(5) m, piston.
const std::string crank_drive = R"(bodies:
  - {name: crank, points: {tip: [0.5, 0]}, mass: 2, inertia: 0.2, position: [0, 0.5], angle_deg: 90}
  - {name: rod, points: {left: [-1.118033988749895, 0]}, mass: 1, inertia: 0.4, position: [1, 0.5],
     angle: -0.4636476090008061}
  - {name: piston, mass: 1, inertia: 0.1, position: [2, 0]}
)";
const std::string crank_contacts = R"(until: 1
)";

std::string drive(const std::string& joints) {
  return crank_drive + "joints:\n" + joints + crank_contacts;
}

const std::string crank_joints =
    R"(  - {name: axle, revolute: {between: [crank, ground], at: [0, 0]}, motor: {speed: 3}}
  - {name: pin, revolute: {from: crank.tip, to: rod.left}}
  - {name: wrist, revolute: {between: [rod, piston], at: [2, 0]}}
  - {name: slide, prismatic: {between: [piston, ground], axis_deg: 0}}
)";

TEST(SceneJoints, CrankDriveIsReadAndItsVelocitiesFollowFromTheMotor) {
  const Scene scene = parse_scene(drive(crank_joints), "drive.yaml");
  const std::vector<Joint>& joints = bodies_of(scene).scene().joints;
  ASSERT_EQ(joints.size(), 4U);
  EXPECT_EQ(scene.system->joints(), 3 + 2 + 2 + 2);
  EXPECT_EQ(joints[0].motor->start, std::numbers::pi / 2);
  EXPECT_EQ(joints[1].first.body, 0);
  EXPECT_EQ(joints[1].first.at, Vector2(0.5, 0.0));
  EXPECT_EQ(joints[3].kind, Kind::prismatic);
  EXPECT_EQ(joints[3].second.at, Vector2(2.0, 0.0));
  expect_start_fits(scene);
  // At a right angle of the crank all of the rod goes sideways with -3 m/s: it does not turn.
  EXPECT_NEAR(scene.start.u[2], 3.0, 1e-14);
  EXPECT_NEAR(scene.start.u[3], -3.0, 1e-13);
  EXPECT_NEAR(scene.start.u[5], 0.0, 1e-13);
  EXPECT_NEAR(scene.start.u[6], -3.0, 1e-13);
  EXPECT_EQ(joint_rank(bodies_of(scene), scene.start.q), 9);
}

TEST(SceneJoints, BodiesOfAJointAreApartOnceAndDoNotTouch) {
  const Scene scene = parse_scene(R"(bodies:
  - {name: a, shape: {disc: 1}, density: 1, position: [0, 0]}
  - {name: b, shape: {disc: 1}, density: 1, position: [1, 0]}
  - {name: c, shape: {disc: 1}, density: 1, position: [4, 0]}
joints:
  - {name: pin, revolute: {between: [b, a], at: [0.5, 0]}}
  - {name: bond, weld: {between: [a, b]}}
contacts: [{between: [all, all], friction: 0, restitution: 0}]
until: 1
)",
                                  "apart.yaml");
  EXPECT_EQ(bodies_of(scene).scene().apart, (std::vector<std::pair<int, int>>{{0, 1}}));
  std::vector<std::string> names;
  for (const ContactInfo& contact : scene.system->info().contacts) names.push_back(contact.name);
  EXPECT_EQ(names, (std::vector<std::string>{"a/c", "b/c"}));
}

TEST(SceneJoints, AnglesAndAxesAreThoseOfTheStart) {
  const Scene scene = parse_scene(R"(bodies:
  - {name: a, mass: 1, inertia: 1, position: [1, 2], angle: 7}
  - {name: b, mass: 1, inertia: 1, position: [3, 1], angle: -6}
joints:
  - {name: bond, weld: {between: [a, b]}}
  - {name: slide, prismatic: {between: [b, a], axis_deg: 30, at: [5, 5]}}
until: 1
)",
                                  "turned.yaml");
  const std::vector<Joint>& joints = bodies_of(scene).scene().joints;
  EXPECT_EQ(joints[0].angle, 13.0);
  EXPECT_EQ(joints[1].angle, -13.0);
  const Vector2 axis = placed({0.0, 0.0, 7.0}, joints[1].axis);
  EXPECT_NEAR(axis.x(), std::cos(std::numbers::pi / 6), 1e-15);
  EXPECT_NEAR(axis.y(), 0.5, 1e-15);
  expect_start_fits(scene);
  EXPECT_EQ(joint_rank(bodies_of(scene), scene.start.q), 3);
}

TEST(SceneJoints, MotorsOscillateFromWhereTheBodiesAre) {
  const Scene scene = parse_scene(R"(bodies:
  - {name: a, mass: 1, inertia: 1, position: [1, 2], angle: 7}
joints:
  - {name: slide, prismatic: {between: [a, ground], axis_deg: 90},
     motor: {speed: 0.5, amplitude: 0.2, frequency_hz: 2, phase_deg: 90}}
until: 1
)",
                                  "shaker.yaml");
  const Motor& motor = *bodies_of(scene).scene().joints[0].motor;
  EXPECT_EQ(motor.speed, 0.5);
  EXPECT_EQ(motor.amplitude, 0.2);
  EXPECT_DOUBLE_EQ(motor.angular_frequency, 4.0 * std::numbers::pi);
  EXPECT_DOUBLE_EQ(motor.phase, std::numbers::pi / 2);
  EXPECT_NEAR(scene.start.u[1], 0.5, 1e-14);  // the oscillation starts at its end
  EXPECT_NEAR(scene.system->info().largest_step, 0.5 / 20.0, 1e-15);
  expect_start_fits(scene);
}

TEST(SceneJoints, RoundedNumbersAreMovedTogetherAndFittingOnesAreLeftAlone) {
  std::string rounded = drive(crank_joints);
  const std::string exact = "1.118033988749895";
  rounded.replace(rounded.find(exact), exact.size(), "1.1180343");
  const Scene moved = parse_scene(rounded, "rounded.yaml");
  expect_start_fits(moved);
  const Scene left = parse_scene(drive(crank_joints), "drive.yaml");
  EXPECT_EQ(left.start.q[0], 0.0);
  EXPECT_EQ(left.start.q[6], 2.0);
  EXPECT_GT((moved.start.q - left.start.q).norm(), 1e-8);
  EXPECT_LT((moved.start.q - left.start.q).norm(), 1e-6);
}

TEST(SceneJoints, VelocitiesAreZeroWhereNothingMovesThem) {
  std::string still = drive(crank_joints);
  const std::string motor = ", motor: {speed: 3}";
  still.erase(still.find(motor), motor.size());
  const Scene scene = parse_scene(still, "still.yaml");
  EXPECT_EQ(scene.start.u, Eigen::VectorXd::Zero(9));
}

TEST(SceneJoints, GivenVelocityIsKeptAndCarriesTheOthers) {
  std::string moved = drive(crank_joints);
  const std::string motor = ", motor: {speed: 3}";
  moved.erase(moved.find(motor), motor.size());
  const std::string place = "position: [2, 0]";
  moved.replace(moved.find(place), place.size(), place + ", velocity: [1.5, 0]");
  const Scene scene = parse_scene(moved, "moved.yaml");
  EXPECT_EQ(scene.start.u[6], 1.5);
  EXPECT_NEAR(scene.start.u[2], -1.5, 1e-14);
  expect_start_fits(scene);
}

TEST(SceneJoints, ClearanceIsAContactWithItsOwnParameters) {
  const std::string joints = R"(  - {name: axle, revolute: {between: [crank, ground], at: [0, 0]}}
  - {name: pin, revolute: {from: crank.tip, to: rod.left},
     clearance: {gap: 1.0e-3, radius: 0.01, friction: 0.1, restitution: 0.5}}
  - {name: slide, prismatic: {between: [piston, ground], axis_deg: 0},
     clearance: {gap: 2.0e-3, length: 0.2, friction: 0.2, restitution: {newton: 0.6}}}
)";
  const Scene scene = parse_scene(drive(joints), "loose.yaml");
  const SystemInfo& info = scene.system->info();
  ASSERT_EQ(info.contacts.size(), 5U);
  EXPECT_EQ(info.joints.size(), 2U);
  EXPECT_EQ(info.contacts[0].name, "pin");
  EXPECT_EQ(info.contacts[0].parameters.mu, 0.1);
  EXPECT_EQ(info.contacts[4].name, "slide.back/right");
  EXPECT_EQ(info.contacts[4].parameters.mu, 0.2);
  const Evaluation e = testing::evaluated(*scene.system, 0.0, scene.start.q, scene.start.u);
  EXPECT_NEAR(e.gap[0], 1e-3, 1e-15);
  EXPECT_NEAR(e.gap[4], 2e-3, 1e-15);
  EXPECT_EQ(scene.start.u, Eigen::VectorXd::Zero(9));
}

TEST(SceneJoints, EntriesOfContactsDoNotSpeakOfClearances) {
  const std::string text = R"(bodies:
  - {name: wheel, shape: {disc: 1}, density: 1, position: [0, 2]}
ground: [{name: floor, half_plane: {point: [0, 0], normal_angle_deg: 90}}]
joints:
  - {name: axle, revolute: {between: [wheel, ground], at: [0, 2]},
     clearance: {gap: 0.1, radius: 0.5, friction: 0.7, restitution: 0.3}}
contacts: [{between: [all, all], friction: 0.1, restitution: 0}]
until: 1
)";
  const Scene scene = parse_scene(text, "wheel.yaml");
  EXPECT_EQ(scene.system->info().contacts[0].parameters.mu, 0.1);
  EXPECT_EQ(scene.system->info().contacts[1].parameters.mu, 0.7);
}

// A complaint about the crank drive with other joints: they are written with a ^ before the place of the complaint.
struct Refusal {
  const char* what;
  std::string joints;
  const char* path;
  const char* words;
};

const std::string axle = "  - {name: axle, revolute: {between: [crank, ground], at: [0, 0]}}\n";

const std::vector<Refusal> refusals = {
    {"unknown body", "  - {name: a, revolute: {between: [^cranc, ground], at: [0, 0]}}\n",
     "joints.0.revolute.between.0", "did you mean 'crank'"},
    {"name of a joint", axle + "  - {name: pin, weld: {between: [^axle, rod]}}\n",
     "joints.1.weld.between.0", "there is no body 'axle'"},
    {"its own name", "  - {name: pin, weld: {between: [^pin, rod]}}\n", "joints.0.weld.between.0",
     "there is no body 'pin'"},
    {"body with itself", "  - {name: pin, weld: {between: [rod, ^rod]}}\n",
     "joints.0.weld.between.1", "the same body"},
    {"ends of one body", "  - {name: pin, revolute: {from: rod.left, to: ^rod}}\n",
     "joints.0.revolute.to", "the same body"},
    {"ground and ground", "  - {name: pin, weld: {between: [^ground, ground]}}\n",
     "joints.0.weld.between.0", "there is no body 'ground'"},
    {"fixed first end", "  - {name: pin, revolute: {from: ^[0, 0], to: crank}}\n",
     "joints.0.revolute.from", "fixed"},
    {"name of a body", "  - {name: ^rod, weld: {between: [rod, crank]}}\n", "joints.0.name",
     "taken"},
    {"name of a joint twice",
     axle + "  - {name: ^axle, revolute: {between: [crank, ground], at: [0, 0]}}\n",
     "joints.1.name", "taken"},
    {"name with a dot", "  - {name: ^a.b, weld: {between: [rod, crank]}}\n", "joints.0.name",
     "not allowed"},
    {"motor of a weld", "  - {name: a, weld: {between: [rod, crank]}, ^motor: {speed: 1}}\n",
     "joints.0.motor", "weld"},
    {"clearance of a weld", "  - {name: a, weld: {between: [rod, crank]}, ^clearance: {gap: 1}}\n",
     "joints.0.clearance", "weld"},
    {"motor beside clearance",
     "  - {name: a, revolute: {between: [crank, ground], at: [0, 0]}, ^motor: {speed: 1},\n"
     "     clearance: {gap: 0.1, radius: 1, friction: 0, restitution: 0}}\n",
     "joints.0.motor", "clearance"},
    {"two kinds",
     "  - {name: a, ^weld: {between: [rod, crank]}, revolute: {from: rod, to: crank}}\n",
     "joints.0.weld", "revolute"},
    {"no kind", "  - ^{name: a}\n", "joints.0", "no kind"},
    {"between beside from", "  - {name: a, revolute: {from: rod, to: crank, ^at: [0, 0]}}\n",
     "joints.0.revolute.at", "beside"},
    {"no place", "  - {name: a, ^revolute: {between: [rod, crank]}}\n", "joints.0.revolute.at",
     "missing"},
    {"length of a pin",
     "  - {name: a, revolute: {between: [rod, crank], at: [0, 0]},\n"
     "     clearance: {gap: 0.1, ^length: 1, friction: 0, restitution: 0}}\n",
     "joints.0.clearance.length", "radius"},
    {"idle motor", "  - {name: a, revolute: {from: crank.tip, to: rod.left}, motor: ^{}}\n",
     "joints.0.motor", "prescribes nothing"},
    {"phase without amplitude",
     "  - {name: a, revolute: {from: crank.tip, to: rod.left}, motor: {speed: 1, ^phase: 2}}\n",
     "joints.0.motor.phase", "no amplitude"},
    {"ends apart", "  - {name: a, revolute: {from: crank.tip, to: ^rod}}\n", "joints.0.revolute.to",
     "the ends are 1.12 m apart"},
    {"two motors",
     "  - {name: a, revolute: {between: [crank, ground], at: [0, 0]}, motor: {speed: 1}}\n"
     "  - ^{name: b, revolute: {between: [crank, ground], at: [0, 0]}, motor: {speed: 2}}\n",
     "joints.1", "'b.motor' cannot have its velocity"},
    {"motors that part",  // 1 rad/s = 2 rad/s cos(60 degrees)
     "  - {name: a, revolute: {between: [crank, ground], at: [0, 0]}, motor: {speed: 1}}\n"
     "  - ^{name: b, revolute: {between: [crank, ground], at: [0, 0]}, motor: {amplitude: 1,\n"
     "     angular_frequency: 2, phase_deg: 60}}\n",
     "joints.1", "'b.motor' cannot have its acceleration"},
    {"motor of what is welded",
     "  - {name: a, weld: {between: [crank, ground]}}\n"
     "  - ^{name: b, revolute: {between: [crank, ground], at: [0, 0]}, motor: {speed: 2}}\n",
     "joints.1", "cannot have its velocity"},
    {"joints that cannot meet",
     "  - {name: a, revolute: {from: crank.tip, to: [0, 1]}}\n"
     "  - ^{name: b, revolute: {from: {body: crank, at: [-0.5, 0]}, to: [0, -1.0e-7]}}\n",
     "joints.1", "'b.y' is 1e-07 m from it"},
};

TEST(SceneJoints, WrongJointsAreRefusedWhereTheyAreWritten) {
  for (const Refusal& refusal : refusals) {
    std::string text = drive(refusal.joints);
    const std::size_t mark = text.find('^');
    ASSERT_NE(mark, std::string::npos) << refusal.what;
    text.erase(mark, 1);
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<long>(mark), '\n');
    const std::size_t column = mark - text.rfind('\n', mark - 1);
    try {
      parse_scene(text, "bad.yaml");
      ADD_FAILURE() << refusal.what << " was accepted";
    } catch (const InputError& error) {
      EXPECT_EQ(error.path(), refusal.path) << refusal.what << ": " << error.what();
      EXPECT_NE(std::string(error.what()).find(refusal.words), std::string::npos)
          << refusal.what << ": " << error.what();
      EXPECT_EQ(error.position().line, line) << refusal.what << ": " << error.what();
      EXPECT_EQ(error.position().column, static_cast<int>(column))
          << refusal.what << ": " << error.what();
    }
  }
}

TEST(SceneJoints, VelocitiesAgainstTheJointsAreRefusedByTheEquation) {
  std::string against = drive(crank_joints);
  const std::string place = "position: [2, 0]";
  against.replace(against.find(place), place.size(),
                  place + ", velocity: [-3, 0.25], angular_velocity: 0");
  try {
    parse_scene(against, "bad.yaml");
    FAIL() << "was accepted";
  } catch (const InputError& error) {
    EXPECT_EQ(error.path(), "joints.3");
    EXPECT_NE(std::string(error.what()).find("'slide.normal' would open with 0.25 m/s"),
              std::string::npos)
        << error.what();
  }
}

TEST(SceneJoints, PinOutsideItsBearingIsRefused) {
  const std::string joints = R"(  - {name: pin, revolute: {from: crank.tip, to: rod},
     clearance: {gap: 1.0, radius: 0.1, friction: 0, restitution: 0}}
)";
  try {
    parse_scene(drive(joints), "bad.yaml");
    FAIL() << "was accepted";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("the contact 'pin' starts 0.118 m deep"),
              std::string::npos)
        << error.what();
  }
}

TEST(SceneJoints, RedundantJointsAreReadAndCheckCountsThem) {
  const std::string twice =
      crank_joints + "  - {name: again, revolute: {between: [crank, ground], at: [0, 0]}}\n";
  const test::TemporaryFile file(drive(twice));
  const test::ProgramRun run = test::run_program(RICOCHET_PROGRAM, {"check", file.path()});
  EXPECT_EQ(run.code, 0) << run.err;
  for (const char* line : {"degrees of freedom: 0\n", "joints: 5, equations: 11, redundant: 2\n",
                           "joint axle: revolute between crank and ground, motor with 3 rad/s, "
                           "equations axle.x, axle.y, "
                           "axle.motor\n",
                           "joint slide: prismatic between piston and ground, equations "
                           "slide.normal, slide.angle\n"}) {
    EXPECT_NE(run.out.find(line), std::string::npos) << line << run.out;
  }
}

TEST(SceneJoints, ExampleOfTheDocumentIsRead) {
  const std::string manual = testing::text_of("docs/joints.md");
  const Scene scene = parse_scene(testing::between(manual, "```yaml\n", "```"), "docs/joints.md");
  const BodySystem& system = bodies_of(scene);
  EXPECT_EQ(system.joints() - joint_rank(system, scene.start.q), 0);
  EXPECT_EQ(system.dofs() - joint_rank(system, scene.start.q), 3);
  EXPECT_EQ(system.contacts(), 1);
  expect_start_fits(scene);
}

}  // namespace
}  // namespace ricochet
