// Bodies held together by joints move as the same mechanism does in coordinates of its own, through impacts and
// friction. The twin in minimal coordinates is derived by hand (support/minimal_mechanisms.hpp) and knows no joints;
// that its equations are those of Lagrange is checked here first.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <support/minimal_mechanisms.hpp>
#include <support/motions.hpp>
#include <support/system_checks.hpp>

namespace ricochet {
namespace {

using std::numbers::pi;
using testing::CrankData;
using testing::CrankMechanism;
using testing::DoublePendulum;
using testing::follow;
using testing::FourBar;
using testing::Inertia;
using testing::Mechanism;
using testing::Motion;
using testing::rough;
using testing::SliderCrank;
using testing::state;

/// A half-plane beside the mechanism; the angle of its normal in degrees.
Ground stop_at(double x, double y, double normal_deg) {
  const double angle = normal_deg * pi / 180.0;
  return {"stop", Vector2(x, y), Vector2(std::cos(angle), std::sin(angle))};
}

Joint hinge(std::string name, const Attachment& first, const Attachment& second) {
  return {.name = std::move(name), .first = first, .second = second};
}

Body bar(std::string name, const Inertia& inertia, std::vector<BodyPoint> points = {}) {
  return {std::move(name), inertia.mass, inertia.moment, 0.0, std::move(points)};
}

/// A mechanism, its bodies with joints, and how it starts.
struct Twins {
  std::unique_ptr<Mechanism> minimal;
  std::unique_ptr<BodySystem> bodies;
  MotionState start;  // minimal coordinates
  double until = 1.0;

  MotionState start_of_bodies() const { return minimal->bodies(start.q, start.u); }
};

BodyScene scene_of(const DoublePendulum& p) {
  const auto [l1, l2] = p.data().length;
  const auto [s1, s2] = p.data().centre;
  BodyScene scene;
  scene.bodies = {bar("upper", p.data().rod[0]),
                  bar("lower", p.data().rod[1], {{"tip", Vector2(0.0, s2 - l2)}})};
  scene.grounds = {p.stop()};
  scene.joints = {hinge("shoulder", {0, Vector2(0.0, s1)}, {}),
                  hinge("elbow", {1, Vector2(0.0, s2)}, {0, Vector2(0.0, s1 - l1)})};
  return scene;
}

BodyScene scene_of(const SliderCrank& m) {
  const auto [a, b, d, c] = m.data();
  BodyScene scene;
  scene.bodies = {bar("crank", m.inertia()[0]), bar("rod", m.inertia()[1]),
                  bar("slider", m.inertia()[2], {{"tip", m.point()}})};
  scene.grounds = {m.stop()};
  scene.joints = {hinge("axle", {0, Vector2(-0.5 * a, 0.0)}, {}),
                  hinge("pin", {1, Vector2(-0.5 * b, 0.0)}, {0, Vector2(0.5 * a, 0.0)}),
                  hinge("wrist", {1, Vector2(0.5 * b, 0.0)}, {2}),
                  {.name = "slide",
                   .kind = Joint::Kind::prismatic,
                   .first = {2},
                   .second = {on_ground, Vector2(0.0, d)}}};
  return scene;
}

BodyScene scene_of(const FourBar& m) {
  const auto [a, b, d, c] = m.data();
  BodyScene scene;
  scene.bodies = {bar("crank", m.inertia()[0]), bar("coupler", m.inertia()[1]),
                  bar("rocker", m.inertia()[2], {{"tip", m.point()}})};
  scene.grounds = {m.stop()};
  scene.joints = {
      hinge("axle", {0, Vector2(-0.5 * a, 0.0)}, {}),
      hinge("pin", {1, Vector2(-0.5 * b, 0.0)}, {0, Vector2(0.5 * a, 0.0)}),
      hinge("knee", {1, Vector2(0.5 * b, 0.0)}, {2, Vector2(0.5 * c, 0.0)}),
      hinge("pivot", {2, Vector2(-0.5 * c, 0.0)}, {on_ground, Vector2(d, 0.0)}),
  };
  return scene;
}

template <class M>
Twins twins(std::unique_ptr<M> minimal, MotionState start, double until) {
  auto bodies = testing::make_system(scene_of(*minimal), minimal->info().contacts[0].parameters);
  return {std::move(minimal), std::move(bodies), std::move(start), until};
}

/// The tip falls against a rough wall on the left.
Twins double_pendulum(const ContactParameters& contact) {
  return twins(std::make_unique<DoublePendulum>(testing::DoublePendulumData{},
                                                stop_at(-0.1, 0.0, 0.0), contact),
               state({1.2, 0.7}, {0.0, 0.0}), 4.0);
}

const std::array<Inertia, 3> kCrankInertia{{{0.8, 0.002}, {0.5, 0.004}, {0.6, 0.001}}};

/// The slider strikes a stop near its outer dead centre; its face, above the axis, meets it inclined by `tilt_deg`.
Twins slider_crank(const ContactParameters& contact, double tilt_deg) {
  return twins(std::make_unique<SliderCrank>(CrankData{.a = 0.1, .b = 0.3, .d = 0.02},
                                             kCrankInertia, Vector2(0.05, 0.03),
                                             stop_at(0.4, 0.05, 180.0 - tilt_deg), contact),
               state({1.5}, {-40.0}), 1.2);
}

/// A point of the rocker strikes a stop inside the range of its swing.
Twins four_bar(const ContactParameters& contact, double tilt_deg) {
  return twins(std::make_unique<FourBar>(CrankData{.a = 0.1, .b = 0.35, .d = 0.3, .c = 0.25},
                                         kCrankInertia, Vector2(0.06, 0.02),
                                         stop_at(0.32, 0.185, 180.0 - tilt_deg), contact),
               state({2.5}, {-40.0}), 1.2);
}

// ------------------------------------------------------------------- the oracle, on its own

TEST(MinimalMechanisms, ObeyLagrangeAndTheirContactsFollowThePoint) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> angle(-3.0, 3.0), rate(-5.0, 5.0);
  const std::array<Twins, 3> all{double_pendulum(rough(0.3)), slider_crank(rough(0.3), 20.0),
                                 four_bar(rough(0.3), 20.0)};
  for (const Twins& twin : all) {
    const Mechanism& m = *twin.minimal;
    for (int i = 0; i < 20; ++i) {
      const auto draw = [&](auto& from) {
        return Eigen::VectorXd(
            Eigen::VectorXd::NullaryExpr(m.dofs(), [&](Eigen::Index) { return from(random); }));
      };
      const Eigen::VectorXd q = draw(angle), u = draw(rate), a = draw(rate);
      testing::expect_lagrange(m, 0.0, q, u);
      testing::expect_contact_kinematics(m, 0.0, q, u, a);
      // Its bodies carry its energy, and move as they say.
      const MotionState at = m.bodies(q, u);
      const Evaluation minimal = testing::evaluated(m, 0.0, q, u),
                       bodies = testing::evaluated(*twin.bodies, 0.0, at.q, at.u);
      const double energy = 0.5 * u.dot(minimal.M * u);
      EXPECT_NEAR(0.5 * at.u.dot(bodies.M * at.u), energy, 1e-13 * energy);
      const double s = 1e-6;
      const Eigen::VectorXd moved = m.bodies(q + s * u, u).q - m.bodies(q - s * u, u).q;
      EXPECT_LE((moved / (2.0 * s) - at.u).cwiseAbs().maxCoeff(), 1e-8 * (1.0 + at.u.norm()));
      EXPECT_LE(bodies.joint_gap.cwiseAbs().maxCoeff(), 1e-15);
      EXPECT_LE((bodies.J.transpose() * at.u).cwiseAbs().maxCoeff(), 1e-14 * (1.0 + at.u.norm()));
      EXPECT_NEAR(bodies.gap[0], minimal.gap[0], 1e-15);
    }
  }
}

// ------------------------------------------------------------------------------ comparisons

constexpr double kSame = 1e-8;  // s, m, rad, m/s, rad/s, N s: what is asked for

void expect_equal(const Eigen::VectorXd& a, const Eigen::VectorXd& b, const std::string& what) {
  ASSERT_EQ(a.size(), b.size()) << what;
  EXPECT_LE((a - b).lpNorm<Eigen::Infinity>(), kSame) << what;
}

/// Runs both; equal events at equal times, and equal states there and at the end. Returns the motion of the bodies.
Motion expect_same_motion(const Twins& twins, const std::string& law, std::size_t least_impacts) {
  const SimulationOptions options{.until = twins.until, .tolerance = 1e-12};
  const Mechanism& m = *twins.minimal;
  const Motion expected = follow(m, twins.start, options, law);
  Motion seen = follow(*twins.bodies, twins.start_of_bodies(), options, law);
  EXPECT_EQ(seen.result.reason, expected.result.reason) << law << seen.result.message;
  EXPECT_GE(expected.of(EventKind::impact).size(), least_impacts) << law;
  EXPECT_EQ(seen.kinds(), expected.kinds()) << law;
  if (seen.kinds() != expected.kinds()) return seen;
  for (std::size_t i = 0; i < expected.events.size(); ++i) {
    const Event &a = expected.events[i], &b = seen.events[i];
    const std::string what = law + ", event " + std::to_string(i);
    EXPECT_NEAR(b.time, a.time, kSame) << what;
    expect_equal(b.q, m.bodies(a.q, a.velocity_before).q, what);
    expect_equal(b.velocity_before, m.bodies(a.q, a.velocity_before).u, what);
    expect_equal(b.velocity_after, m.bodies(a.q, a.velocity_after).u, what);
    expect_equal(b.impulse, a.impulse, what);
    EXPECT_NEAR(b.dissipation, a.dissipation, kSame) << what;
    EXPECT_EQ(b.modes, a.modes) << what;
    EXPECT_EQ(b.status, a.status) << what;
  }
  const MotionState &a = expected.result.final, &b = seen.result.final;
  expect_equal(b.q, m.bodies(a.q, a.u).q, law + ", end");
  expect_equal(b.u, m.bodies(a.q, a.u).u, law + ", end");
  return seen;
}

/// Laws with every notion of restitution; lzb takes the stiffness that rough() gives.
constexpr std::array kLaws{"moreau",        "poisson",       "routh-newton",
                           "routh-poisson", "routh-stronge", "lzb"};

TEST(JointedDoublePendulum, StrikesAWallAsInItsTwoAngles) {
  for (const double mu : {0.0, 0.1, 0.5}) {
    for (const char* law : kLaws) {
      SCOPED_TRACE(mu);
      expect_same_motion(double_pendulum(rough(mu, 0.6)), law, 4);
    }
  }
}

// One degree of freedom: |delta| / beta is the slope of the way against the surface, cot(tilt) for a slider.
TEST(JointedSliderCrank, StrikesAStopAsInTheAngleOfItsCrank) {
  for (const double mu : {0.0, 0.1, 0.3}) {
    for (const char* law : kLaws) {
      SCOPED_TRACE(mu);
      expect_same_motion(slider_crank(rough(mu, 0.8), 30.0), law, 4);
    }
  }
}

TEST(JointedFourBar, StrikesAStopAsInTheAngleOfItsCrank) {
  for (const double mu : {0.0, 0.1, 0.3}) {
    for (const char* law : kLaws) {
      SCOPED_TRACE(mu);
      expect_same_motion(four_bar(rough(mu, 0.8), 30.0), law, 4);
    }
  }
}

// At 45 degrees the slider locks from mu = |delta| / beta = 1 on: the tip sticks, and no impulse takes it back.
TEST(JointedSliderCrank, LocksAtTheFrictionAtWhichItsTwinDoes) {
  for (const char* law : {"moreau", "routh-newton", "routh-stronge"}) {
    const Motion free = expect_same_motion(slider_crank(rough(0.95, 0.8), 45.0), law, 1);
    EXPECT_EQ(free.result.reason, EndReason::end) << free.result.message;
    const Twins locks = slider_crank(rough(1.001, 0.8), 45.0);
    const Motion held = expect_same_motion(locks, law, 0);
    EXPECT_EQ(held.result.reason, EndReason::no_solution) << law;
    const Motion twin = follow(*locks.minimal, locks.start, {.until = 1.0}, law);
    for (const Motion* m : {&held, &twin}) {
      EXPECT_NE(m->result.message.find("self-locking"), std::string::npos) << m->result.message;
    }
  }
}

// The kinetic coefficient asks for no velocity: the locked slider stays where it struck.
TEST(JointedSliderCrank, IsHeldByItsFrictionWherePoissonsLawAnswers) {
  for (const char* law : {"poisson", "routh-poisson"}) {
    const Motion held = expect_same_motion(slider_crank(rough(1.2, 0.8), 45.0), law, 1);
    EXPECT_EQ(held.result.reason, EndReason::end) << held.result.message;
    EXPECT_LE(held.of(EventKind::impact)[0].velocity_after.norm(), 1e-12);
  }
}

// ---------------------------------------------------------------------- redundant equations

void expect_the_same_end(const Motion& a, const Motion& b, Eigen::Index coordinates) {
  ASSERT_EQ(a.of(EventKind::impact).size(), b.of(EventKind::impact).size());
  for (std::size_t i = 0; i < a.of(EventKind::impact).size(); ++i) {
    const Event x = a.of(EventKind::impact)[i], y = b.of(EventKind::impact)[i];
    EXPECT_NEAR(x.time, y.time, kSame);
    expect_equal(x.impulse, y.impulse, "impulse");
  }
  expect_equal(a.result.final.q.head(coordinates), b.result.final.q.head(coordinates), "q");
  expect_equal(a.result.final.u.head(coordinates), b.result.final.u.head(coordinates), "u");
}

TEST(RedundantJoints, OfAFourBarChangeNothing) {
  const Twins once = four_bar(rough(0.1, 0.8), 30.0);
  BodyScene scene = once.bodies->scene();
  const std::vector<Joint> joints = scene.joints;
  scene.joints.insert(scene.joints.end(), joints.begin(), joints.end());
  const auto twice = testing::make_system(scene, once.minimal->info().contacts[0].parameters);
  const SimulationOptions options{.until = once.until, .tolerance = 1e-12};
  const Motion a = follow(*once.bodies, once.start_of_bodies(), options);
  const Motion b = follow(*twice, once.start_of_bodies(), options);
  ASSERT_GE(a.of(EventKind::impact).size(), 4U);
  expect_the_same_end(a, b, 9);
}

// The lower rod is sawn into two layers, each with half of everything; a weld holds them together and each has a hinge
// of its own at the elbow, so that three of the seven equations are superfluous.
TEST(RedundantJoints, OfARodInTwoLayersChangeNothing) {
  const Twins whole = double_pendulum(rough(0.3, 0.6));
  BodyScene scene = whole.bodies->scene();
  Body& lower = scene.bodies[1];
  lower.mass *= 0.5;
  lower.inertia *= 0.5;
  scene.bodies.push_back(lower);
  scene.bodies[2].name = "layer";
  scene.bodies[2].points.clear();
  Joint second = scene.joints[1];
  second.name = "elbow2";
  second.first.body = 2;
  scene.joints.push_back(second);
  scene.joints.push_back({.name = "glue", .kind = Joint::Kind::weld, .first = {2}, .second = {1}});
  const auto layered = testing::make_system(scene, whole.minimal->info().contacts[0].parameters);
  ASSERT_EQ(layered->contacts(), 1);
  MotionState start = whole.start_of_bodies();
  const Eigen::VectorXd q = start.q, u = start.u;
  start.q.resize(9);
  start.u.resize(9);
  start.q << q, q.tail(3);
  start.u << u, u.tail(3);
  const SimulationOptions options{.until = whole.until, .tolerance = 1e-12};
  for (const char* law : {"moreau", "routh-stronge"}) {
    const Motion a = follow(*whole.bodies, whole.start_of_bodies(), options, law);
    const Motion b = follow(*layered, start, options, law);
    ASSERT_GE(a.of(EventKind::impact).size(), 4U);
    expect_the_same_end(a, b, 6);
    expect_equal(b.result.final.q.tail(3), b.result.final.q.segment(3, 3), "layer");
  }
}

// --------------------------------------------------------------------------- change points

// Cranks of length l side by side carry a coupler: it keeps its direction, and all cranks turn as one of them would with
// its inertia and weight. In line with the coupler (twice in a turn) the cranks could as well go on as an
// antiparallelogram: the joints lose one equation there.
TEST(Parallelogram, TurnsThroughItsChangePointsAsOneCrank) {
  const double m = 0.7, l = 0.3, I = m * l * l / 12.0, M = 2.0, wide = 0.5;
  for (const int cranks : {2, 3}) {
    BodyScene scene;
    MotionState start;
    start.q.resize(3 * (cranks + 1));
    start.u.resize(3 * (cranks + 1));
    const double phi = 0.9, omega = 12.0;
    const Vector2 along(std::cos(phi), std::sin(phi));
    const Vector2 across(-along.y(), along.x());
    for (int k = 0; k < cranks; ++k) {
      scene.bodies.push_back({.name = "crank" + std::to_string(k), .mass = m, .inertia = I});
      const Vector2 pivot(wide * k, 0.0);
      scene.joints.push_back({.name = "pivot" + std::to_string(k),
                              .first = {k, {-0.5 * l, 0.0}},
                              .second = {on_ground, pivot}});
      scene.joints.push_back({.name = "pin" + std::to_string(k),
                              .first = {k, {0.5 * l, 0.0}},
                              .second = {cranks, pivot}});
      start.q.segment(3 * k, 3) << pivot + 0.5 * l * along, phi;
      start.u.segment(3 * k, 3) << 0.5 * l * omega * across, omega;
    }
    scene.bodies.push_back({.name = "coupler", .mass = M, .inertia = 0.05});
    start.q.tail(3) << l * along, 0.0;
    start.u.tail(3) << l * omega * across, 0.0;
    const BodySystem system(scene);
    const Motion motion = follow(system, start, {.until = 5.0});
    ASSERT_EQ(motion.result.reason, EndReason::end) << motion.result.message;
    const double J = cranks * (I + 0.25 * m * l * l) + M * l * l;
    const double weight = testing::kGravity * l * (0.5 * cranks * m + M);
    const double energy = 0.5 * J * omega * omega + weight * std::sin(phi);
    double turned = 0.0;
    for (const testing::Snapshot& s : motion.samples) {
      turned = s.q[2] - phi;
      const double expected = std::sqrt(2.0 / J * (energy - weight * std::sin(s.q[2])));
      // At a change point velocities hang on the rounding of positions, and go back to what they are behind it.
      const double apart = std::abs(std::sin(s.q[2])) > 1e-3 ? 1e-6 : 1e-3;
      for (int k = 0; k < cranks; ++k) {
        EXPECT_NEAR(s.q[3 * k + 2], s.q[2], 1e-9);
        EXPECT_NEAR(s.u[3 * k + 2], expected, apart * omega) << "crank " << k << " at " << s.t;
      }
      EXPECT_NEAR(s.q[3 * cranks + 2], 0.0, 1e-9) << "the coupler keeps its direction";
      EXPECT_LE(std::abs(s.ledger.residual), 1e-6 * energy);
    }
    EXPECT_GT(turned, 40.0) << "many change points";
  }
}

// ------------------------------------------------------------------------------------ drift

TEST(Joints, AreKeptAndEnergyIsExplainedForTenSeconds) {
  const std::array<Twins, 3> all{double_pendulum(rough(0.1, 0.9)),
                                 slider_crank(rough(0.05, 0.95), 30.0),
                                 four_bar(rough(0.05, 0.95), 30.0)};
  for (const Twins& twin : all) {
    const BodySystem& system = *twin.bodies;
    const Motion motion = follow(system, twin.start_of_bodies(), {.until = 10.0});
    EXPECT_EQ(motion.result.reason, EndReason::end) << motion.result.message;
    EXPECT_GE(motion.of(EventKind::impact).size(), 5U);
    double worst = 0.0, residual = 0.0, energy = 0.0;
    for (const testing::Snapshot& s : motion.samples) {
      const Evaluation at = testing::evaluated(system, s.t, s.q, s.u, kJoints);
      worst = std::max(worst, at.joint_gap.cwiseAbs().maxCoeff());
      residual = std::max(residual, std::abs(s.ledger.residual));
      energy = std::max(energy, s.ledger.kinetic + std::abs(s.ledger.potential));
    }
    EXPECT_LE(worst, 1e-12 * system.info().size);
    EXPECT_LE(residual, 1e-8 * energy);  // each step leaves up to 1e-10, of either sign
  }
}

// ----------------------------------------------------------------------------------- motors

/// The crank follows s(t) = start + speed t + A (sin(w t + phase) - sin phase); everything else follows the crank.
TEST(DrivenCrank, MovesTheOtherBodiesByClosedFormKinematics) {
  const Motor motor{.speed = 20.0, .amplitude = 0.4, .angular_frequency = 30.0, .phase = 0.7};
  const ContactParameters none = rough(0.0);
  const std::array<Twins, 2> all{slider_crank(none, 0.0), four_bar(none, 0.0)};
  for (const Twins& twin : all) {
    const auto& m = dynamic_cast<const CrankMechanism&>(*twin.minimal);
    BodyScene scene = twin.bodies->scene();
    scene.grounds.clear();
    scene.joints[0].motor = motor;
    const double from = 0.5;
    scene.joints[0].motor->start = from;
    const BodySystem driven(scene);
    const auto crank = [&](double t) {
      const double x = motor.angular_frequency * t + motor.phase, w = motor.angular_frequency;
      return std::array{
          from + motor.speed * t + motor.amplitude * (std::sin(x) - std::sin(motor.phase)),
          motor.speed + motor.amplitude * w * std::cos(x)};
    };
    const auto bodies_at = [&](double t) {
      const auto [phi, omega] = crank(t);
      return m.bodies(Eigen::VectorXd::Constant(1, phi), Eigen::VectorXd::Constant(1, omega));
    };
    const Motion motion = follow(driven, bodies_at(0.0), {.until = 3.0});
    ASSERT_EQ(motion.result.reason, EndReason::end) << motion.result.message;
    ASSERT_GE(motion.samples.size(), 100U);
    for (const testing::Snapshot& s : motion.samples) {
      const MotionState exact = bodies_at(s.t);
      ASSERT_LE((s.q - exact.q).lpNorm<Eigen::Infinity>(), kSame) << s.t;
      ASSERT_LE((s.u - exact.u).lpNorm<Eigen::Infinity>(), 10.0 * kSame) << s.t;  // 20 rad/s
      // Nothing is lost: what the bodies have gained is the work of the motor.
      const double gained = s.ledger.kinetic + s.ledger.potential -
                            motion.samples[0].ledger.kinetic - motion.samples[0].ledger.potential;
      ASSERT_NEAR(s.ledger.motion_work, gained, 1e-7 * s.ledger.kinetic) << s.t;
    }
  }
}

}  // namespace
}  // namespace ricochet
