// Moreau-Jean time stepping against closed forms, mechanics, and itself.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <motion/recorder.hpp>
#include <numbers>
#include <string>
#include <support/count_allocations.hpp>
#include <support/motions.hpp>

#include <ricochet/motion/time_stepper.hpp>

namespace ricochet {
namespace {

using Eigen::Index;
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

struct Unsampled : MotionObserver {
  bool wants_samples() const override { return false; }
};

RunResult last_of(const MechanicalSystem& system, const MotionState& start,
                  const SimulationOptions& options) {
  Unsampled nobody;
  RunResult result = TimeStepper(system, options).run(start, nobody);
  EXPECT_EQ(result.reason, EndReason::end) << result.message;
  return result;
}

// ------------------------------------------------------------------ exactness

TEST(TimeStepper, FreeFlightIsExact) {
  // theta = 1/2: constant forces are integrated exactly, whatever the step.
  BodyScene scene;
  scene.bodies = {testing::disc(2.0, 0.1)};
  const auto system = testing::make_system(scene, rough(0.0));
  const Motion m =
      stepped(*system, testing::state({1, 2, 0.5}, {3, 4, 5}), {.until = 1.0, .step = 0.0625});
  EXPECT_NEAR(m.result.final.q[0], 4.0, 1e-14);
  EXPECT_NEAR(m.result.final.q[1], 6.0 - 0.5 * kGravity, 1e-13);
  EXPECT_NEAR(m.result.final.q[2], 5.5, 1e-14);
  EXPECT_NEAR(m.result.final.u[1], 4.0 - kGravity, 1e-13);
  EXPECT_NEAR(m.result.final.ledger.residual, 0.0, 1e-12);
}

TEST(TimeStepper, BlockInsideTheFrictionConeStaysForAHundredThousandSteps) {
  // Two feet, four equations for three degrees of freedom; tan(0.4) = 0.423 < 0.5.
  BodyScene scene;
  scene.gravity = testing::inclined_gravity(0.4);
  scene.bodies = {testing::block(1.5, 0.3, 0.1)};
  scene.grounds = {testing::ground()};
  const auto system = testing::make_system(scene, rough(0.5, 0.3));
  const MotionState start = testing::state({0, 0.1, 0}, {0, 0, 0});
  Motion m = stepped(*system, start, {.until = 100.0, .sample_step = 10.0, .step = 1e-3});
  EXPECT_EQ(m.result.statistics.steps, 100000);
  EXPECT_TRUE(m.kinds().empty());
  EXPECT_NEAR(m.result.final.q[0], 0.0, 1e-12);
  EXPECT_NEAR(m.result.final.q[1], 0.1, 1e-12);
  EXPECT_NEAR(m.result.final.q[2], 0.0, 1e-12);
  const testing::Snapshot& last = m.samples.back();
  EXPECT_LE(last.gap.cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_EQ(last.modes, (std::vector<Mode>{Mode::stick, Mode::stick}));
  EXPECT_NEAR(last.force[0] + last.force[2], 1.5 * kGravity * std::cos(0.4), 1e-9);
  EXPECT_NEAR(last.force[1] + last.force[3], -1.5 * kGravity * std::sin(0.4), 1e-9);
}

TEST(TimeStepper, SlidingBlockIsDeceleratedByFrictionAndStops) {
  // v0 = 2, mu g = 2.943: stops after 0.68 s and 0.6796 m. Sliding is exact but for the residual of the steps, 1e-12 of
  // 2 m/s each, and the stop within a step.
  BodyScene scene;
  scene.bodies = {testing::block(1.5, 0.3, 0.1)};
  scene.grounds = {testing::ground()};
  const auto system = testing::make_system(scene, rough(0.3));
  const MotionState start = testing::state({0, 0.1, 0}, {2, 0, 0});
  const double a = 0.3 * kGravity;
  const Motion half = stepped(*system, start, {.until = 0.5, .step = 1e-3});
  EXPECT_NEAR(half.result.final.u[0], 2.0 - 0.5 * a, 1e-9);
  EXPECT_NEAR(half.result.final.q[0], 1.0 - 0.125 * a, 1e-9);
  EXPECT_NEAR(half.result.final.ledger.friction_loss, 0.75 * (4.0 - std::pow(2.0 - 0.5 * a, 2)),
              1e-9);
  EXPECT_NEAR(half.result.final.ledger.residual, 0.0, 1e-9);
  const Motion full = stepped(*system, start, {.until = 1.0, .step = 1e-3});
  EXPECT_EQ(full.kinds(), std::vector<EventKind>{EventKind::stick});
  EXPECT_NEAR(full.events[0].time, 2.0 / a, 1e-3);
  EXPECT_NEAR(full.result.final.q[0], 2.0 / a, 1e-5);
  EXPECT_NEAR(full.result.final.u[0], 0.0, 1e-13);
}

TEST(TimeStepper, SlidingDiscRollsFromTheTimeOfMechanicsOn) {
  // From v / (3 mu g) on; a rolling disc keeps 2/3 of its speed.
  BodyScene scene;
  scene.bodies = {testing::disc(1.0, 0.2)};
  scene.grounds = {testing::ground()};
  const auto system = testing::make_system(scene, rough(0.2));
  const Motion m =
      stepped(*system, testing::state({0, 0.2, 0}, {3, 0, 0}), {.until = 1.0, .step = 1e-4});
  ASSERT_EQ(m.kinds(), std::vector<EventKind>{EventKind::stick});
  EXPECT_NEAR(m.events[0].time, 3.0 / (3.0 * 0.2 * kGravity), 2e-4);
  EXPECT_NEAR(m.result.final.u[0], 2.0, 1e-9);
  EXPECT_NEAR(m.result.final.u[2], -10.0, 1e-8);
}

TEST(TimeStepper, BlockOnABeltTakesItsWorkFromTheBelt) {
  BodyScene scene;
  scene.bodies = {testing::block(1.5, 0.3, 0.1)};
  Ground belt = testing::ground();
  belt.belt = 1.0;
  scene.grounds = {belt};
  const auto system = testing::make_system(scene, rough(0.3));
  const Motion m =
      stepped(*system, testing::state({0, 0.1, 0}, {0, 0, 0}), {.until = 1.0, .step = 1e-3});
  const Ledger& l = m.result.final.ledger;
  EXPECT_NEAR(m.result.final.u[0], 1.0, 1e-10);
  EXPECT_NEAR(l.belt_work, 1.5, 1e-3);
  EXPECT_NEAR(l.friction_loss, 0.75, 1e-3);
  EXPECT_NEAR(l.residual, 0.0, 1e-9);
}

// ---------------------------------------------------------------- convergence

TEST(TimeStepper, SmoothMotionIsOfSecondOrder) {
  // A mass on a spring: x = cos t.
  BodyScene scene;
  scene.gravity = Vector2::Zero();
  scene.bodies = {testing::disc(1.0, 0.1)};
  scene.springs = {{.from = {0, Vector2::Zero()},
                    .to = {on_ground, Vector2(-10.0, 0.0)},
                    .stiffness = 1.0,
                    .length = 10.0}};
  const auto system = testing::make_system(scene, rough(0.0));
  const auto error = [&](double step) {
    const RunResult r =
        last_of(*system, testing::state({1, 0, 0}, {0, 0, 0}), {.until = 5.0, .step = step});
    return std::abs(r.final.q[0] - std::cos(5.0)) + std::abs(r.final.u[0] + std::sin(5.0));
  };
  const double coarse = error(0.02);
  EXPECT_LT(coarse, 1e-3);
  EXPECT_NEAR(coarse / error(0.01), 4.0, 0.1);
}

TEST(TimeStepper, BouncingBallConvergesWithFirstOrder) {
  // Height 1 m, e = 0.8, t = 1.5 s: after three impacts, against the parabolas between them. The error of a single step
  // length depends on where impacts fall in their steps, so the mean of several lengths is looked at.
  const double e = 0.8;
  const double fall = std::sqrt(2.0 / kGravity);
  const double v1 = kGravity * fall;
  const double second = fall + 2.0 * e * fall;
  const double since = 1.5 - second;  // after the second impact, before the third
  ASSERT_GT(since, 0.0);
  ASSERT_LT(since, 2.0 * e * e * fall);
  const double y = e * e * v1 * since - 0.5 * kGravity * since * since;
  const double v = e * e * v1 - kGravity * since;
  BodyScene scene;
  scene.bodies = {testing::disc(1.0, 0.1)};
  scene.grounds = {testing::ground()};
  const auto system = testing::make_system(scene, rough(0.0, e));
  const auto error = [&](double step) {
    constexpr int kLengths = 20;
    double sum = 0.0;
    for (int k = 0; k < kLengths; ++k) {
      const RunResult r = last_of(*system, testing::state({0, 1.1, 0}, {0, 0, 0}),
                                  {.until = 1.5, .step = step * (1.0 + 0.03 * k)});
      sum += std::abs(r.final.q[1] - 0.1 - y) + std::abs(r.final.u[1] - v);
    }
    return sum / kLengths;
  };
  const double coarse = error(4e-3);
  const double fine = error(1e-3);
  const double finest = error(2.5e-4);
  EXPECT_LT(coarse, 0.2);
  EXPECT_NEAR(coarse / fine, 4.0, 1.6);
  EXPECT_NEAR(fine / finest, 4.0, 1.6);
}

// ------------------------------------------------------------------ mechanics

/// Two discs on a line, the first one thrown at the second, which rests.
struct TwoDiscs {
  explicit TwoDiscs(const ContactParameters& contact, double offset = 0.0) {
    BodyScene scene;
    scene.gravity = Vector2::Zero();
    scene.bodies = {testing::disc(1.0, 0.1), testing::disc(3.0, 0.2)};
    scene.bodies[1].name = "other";
    system = testing::make_system(scene, contact);
    start = testing::state({0, offset, 0, 1, 0, 0}, {2, 0, 0, 0, 0, 0});
  }
  std::unique_ptr<BodySystem> system;
  MotionState start;
};

TEST(TimeStepper, CentralImpactOfTwoDiscsIsNewtons) {
  // u1+ = (m1 - e m2) u / (m1 + m2), u2+ = (1 + e) m1 u / (m1 + m2), whatever the step.
  const double e = 0.6;
  const TwoDiscs discs(rough(0.3, e));
  const Motion m = stepped(*discs.system, discs.start, {.until = 1.0, .step = 0.01});
  EXPECT_NEAR(m.result.final.u[0], (1.0 - 3.0 * e) * 2.0 / 4.0, 1e-14);
  EXPECT_NEAR(m.result.final.u[3], (1.0 + e) * 2.0 / 4.0, 1e-14);
  ASSERT_EQ(m.kinds(), std::vector<EventKind>{EventKind::impact});
  EXPECT_NEAR(m.events[0].time, 0.35, 0.0101);
  EXPECT_NEAR(m.events[0].impulse[0], (1.0 + e) * 2.0 * 0.75, 1e-14);
  EXPECT_NEAR(m.result.final.ledger.impact_loss, 0.5 * 0.75 * 4.0 * (1.0 - e * e), 1e-13);
  EXPECT_NEAR(m.result.final.ledger.residual, 0.0, 1e-13);
}

TEST(TimeStepper, ObliqueImpactKeepsMomentumAndMomentOfMomentum) {
  const TwoDiscs discs(rough(0.3, 0.5), 0.12);
  const Motion m = stepped(*discs.system, discs.start, {.until = 1.0, .step = 1e-3});
  ASSERT_EQ(m.of(EventKind::impact).size(), 1U);
  const Eigen::VectorXd& q = m.result.final.q;
  const Eigen::VectorXd& u = m.result.final.u;
  const double J1 = 0.5 * 0.01, J2 = 0.5 * 3.0 * 0.04;
  EXPECT_NEAR(u[0] + 3.0 * u[3], 2.0, 1e-13);
  EXPECT_NEAR(u[1] + 3.0 * u[4], 0.0, 1e-13);
  const double moment =
      q[0] * u[1] - q[1] * u[0] + 3.0 * (q[3] * u[4] - q[4] * u[3]) + J1 * u[2] + J2 * u[5];
  // Friction acts where the discs touch: at their radii, which a gap of up to v dt moves apart.
  EXPECT_NEAR(moment, -0.12 * 2.0, 2e-3);
  EXPECT_GT(std::abs(u[2]), 0.1) << "friction has turned it";
}

/// Three discs, a block and a tilted segment between walls, with friction and restitution.
struct Playground {
  explicit Playground(bool mirrored = false, double restitution = 0.4, double vx = 1.0) {
    const double s = mirrored ? -1.0 : 1.0;
    BodyScene scene;
    scene.bodies = {testing::disc(1.0, 0.1), testing::disc(2.0, 0.15), testing::disc(0.5, 0.08),
                    testing::block(1.5, 0.2, 0.1)};
    for (std::size_t b = 0; b < 4; ++b) scene.bodies[b].name = "b" + std::to_string(b);
    scene.grounds = {testing::ground(),
                     {.name = "left", .point = Vector2(-1.0, 0.0), .normal = Vector2(1.0, 0.0)},
                     {.name = "right", .point = Vector2(1.0, 0.0), .normal = Vector2(-1.0, 0.0)}};
    system = testing::make_system(scene, rough(0.3, restitution));
    start =
        testing::state({-0.5 * s, 0.6, 0, 0.1 * s, 0.3, 0, 0.05 * s, 0.9, 0, 0.6 * s, 0.4, 0.3 * s},
                       {vx * s, 0, 3 * s, -1 * s, 0, 0, 0, -1, 0, -2 * s, 0, s});
  }
  std::unique_ptr<BodySystem> system;
  MotionState start;
};

TEST(TimeStepper, AMirroredSceneMovesAsTheImage) {
  // The two feet of the block change places; nothing else may.
  const Playground one(false), other(true);
  const SimulationOptions options{.until = 2.0, .step = 1e-3};
  const RunResult a = last_of(*one.system, one.start, options);
  const RunResult b = last_of(*other.system, other.start, options);
  for (Index k = 0; k < a.final.q.size(); ++k) {
    const double sign = k % 3 == 1 ? 1.0 : -1.0;
    EXPECT_NEAR(a.final.q[k], sign * b.final.q[k], 1e-7) << k;
    EXPECT_NEAR(a.final.u[k], sign * b.final.u[k], 1e-6) << k;
  }
  EXPECT_GT(a.statistics.impacts, 5);
}

TEST(TimeStepper, TheSameMotionTwiceGivesTheSameBits) {
  const Playground p;
  const SimulationOptions options{.until = 1.0, .step = 1e-3};
  TimeStepper stepper(*p.system, options);
  Unsampled nobody;
  const RunResult a = stepper.run(p.start, nobody);
  const RunResult b = stepper.run(p.start, nobody);
  const RunResult c = last_of(*p.system, p.start, options);
  EXPECT_EQ(a.final.q, b.final.q);
  EXPECT_EQ(a.final.u, b.final.u);
  EXPECT_EQ(a.final.q, c.final.q);
  EXPECT_EQ(a.final.u, c.final.u);
  EXPECT_EQ(a.final.ledger.residual, c.final.ledger.residual);
}

TEST(TimeStepper, WithoutRestitutionEnergyFallsUntilAllIsAtRest) {
  const Playground p(false, 0.0);
  const Motion m = stepped(*p.system, p.start, {.until = 4.0, .step = 1e-3});
  double energy = std::numeric_limits<double>::infinity();
  const double whole = m.samples.front().ledger.kinetic + m.samples.front().ledger.potential;
  for (const testing::Snapshot& s : m.samples) {
    const double now = s.ledger.kinetic + s.ledger.potential;
    // Turning contacts are kept at their gaps by moving q: of second order in the step.
    EXPECT_LE(now, energy + 1e-6 * whole) << "at " << s.t;
    energy = std::min(energy, now);
  }
  EXPECT_LT(m.result.final.ledger.kinetic, 1e-12);
  EXPECT_LT(std::abs(m.result.final.ledger.residual), 1e-2 * whole);
}

TEST(TimeStepper, ATableThatFallsAwayLetsABlockGoOncePerPeriodAndAllWorkIsBooked) {
  // 2 mm at 15 Hz: the table falls faster than a block for part of every period, and catches it again.
  BodyScene scene;
  scene.bodies = {testing::block(1.0, 0.3, 0.1)};
  scene.grounds = {testing::ground()};
  const double omega = 2.0 * std::numbers::pi * 15.0;
  scene.grounds[0].vibration = {Vector2(0.0, 2e-3), omega, 0.0};
  const auto system = testing::make_system(scene, rough(0.3));
  const MotionState start = testing::state({0, 0.1, 0}, {0, 2e-3 * omega, 0});
  const Motion events = testing::follow(*system, start, {.until = 1.01});
  const Motion m = stepped(*system, start, {.until = 1.01, .step = 2.5e-4});
  EXPECT_EQ(events.of(EventKind::open).size(), 16U);
  EXPECT_EQ(m.of(EventKind::open).size(), 16U);
  EXPECT_EQ(m.of(EventKind::impact).size(), events.of(EventKind::impact).size());
  const Ledger& exact = events.result.final.ledger;
  const Ledger& now = m.result.final.ledger;
  EXPECT_NEAR(now.impact_loss, exact.impact_loss, 0.02 * exact.impact_loss);
  EXPECT_NEAR(now.motion_work, exact.motion_work, 0.02 * exact.impact_loss);
  EXPECT_LT(std::abs(now.residual), 1e-3 * exact.impact_loss);
}

TEST(TimeStepper, PenetrationDoesNotGrowAtRest) {
  // Two discs in the corners of a box, a third dropped between them. Once they rest, gaps are what they are.
  BodyScene scene;
  scene.bodies = {testing::disc(1.0, 0.1), testing::disc(1.0, 0.1), testing::disc(2.0, 0.1)};
  for (std::size_t b = 0; b < 3; ++b) scene.bodies[b].name = "b" + std::to_string(b);
  scene.grounds = {testing::ground(),
                   {.name = "left", .point = Vector2(-0.25, 0.0), .normal = Vector2(1.0, 0.0)},
                   {.name = "right", .point = Vector2(0.25, 0.0), .normal = Vector2(-1.0, 0.0)}};
  const auto system = testing::make_system(scene, rough(0.3, 0.3));
  const MotionState start =
      testing::state({-0.15, 0.1, 0, 0.15, 0.1, 0, 0.01, 0.3, 0}, {0, 0, 0, 0, 0, 0, 0, 0, 0});
  const Motion first = stepped(*system, start, {.until = 3.0, .sample_step = 1.0, .step = 1e-3});
  ASSERT_LT(first.result.final.ledger.kinetic, 1e-20);
  const Motion later = stepped(*system, start, {.until = 103.0, .sample_step = 1.0, .step = 1e-3});
  EXPECT_LE((later.samples.back().gap - first.samples.back().gap).cwiseAbs().maxCoeff(), 1e-11);
  EXPECT_GT(first.samples.back().gap.minCoeff(), -2e-3) << "what approaches in one step";
}

TEST(TimeStepper, AStickingContactKeepsItsGapWhileTheBodyTurnsAboutIt) {
  // A rod that falls over on a rough floor, about its lower tip.
  BodyScene scene;
  scene.bodies = {{"rod", 1.0, 1.0 / 12.0, 0.0, {{"tip", Vector2(-0.5, 0.0)}}}};
  scene.grounds = {testing::ground()};
  const auto system = testing::make_system(scene, rough(5.0));
  const double angle = 1.3;
  const MotionState start =
      testing::state({0.5 * std::cos(angle), 0.5 * std::sin(angle), angle}, {0, 0, 0});
  for (const double theta : {0.5, 1.0}) {
    const Motion m = stepped(*system, start, {.until = 0.5, .step = 1e-3, .theta = theta});
    const double closed = m.samples[1].gap[0];  // with which it closed in the first step
    EXPECT_NEAR(closed, 0.0, 1e-7);
    for (std::size_t k = 1; k < m.samples.size(); ++k) {
      EXPECT_NEAR(m.samples[k].gap[0], closed, 1e-12) << m.samples[k].t;
    }
    // (J + m l^2/4) phi'^2 / 2 = m g l/2 (sin(angle) - sin(phi))
    const double phi = m.result.final.q[2];
    const double expected = std::sqrt(3.0 * kGravity * (std::sin(angle) - std::sin(phi)));
    EXPECT_NEAR(-m.result.final.u[2], expected, theta == 0.5 ? 4e-3 : 2e-2);
    EXPECT_LT(phi, angle);
  }
}

TEST(TimeStepper, APointThatComesRoundTheEndOfASegmentIsBehindIt) {
  // It swings below a table whose free side is above, and comes up behind: nothing holds it.
  BodyScene scene;
  scene.gravity = Vector2::Zero();
  scene.bodies = {{"body", 1.0, 1.0, 0.0, {{"tip", Vector2::Zero()}}}};
  scene.grounds = {segment("table", Vector2(0, 0), Vector2(1, 0))};
  const auto system = testing::make_system(scene, rough(0.0));
  const Motion m =
      stepped(*system, testing::state({1.5, -0.2, 0}, {-1, 0, 0}), {.until = 1.0, .step = 1e-3});
  EXPECT_NEAR(m.result.final.q[0], 0.5, 1e-12);
  EXPECT_NEAR(m.result.final.q[1], -0.2, 1e-12);
  EXPECT_TRUE(m.kinds().empty());
}

// --------------------------------------------------------------------- joints

/// A mass m on a rod of length l: g_J = (x^2 + y^2 - l^2) / (2 l), so that J = (x, y) / l. The equation may be there
/// twice. The point the rod hangs on may move along x: a(t) = amplitude sin(t).
class HungMass final : public MechanicalSystem {
 public:
  HungMass(int copies, double amplitude) : copies_(copies), amplitude_(amplitude) {
    info_.q = {{"x", "m"}, {"y", "m"}};
    info_.u = {{"vx", "m/s"}, {"vy", "m/s"}};
    for (int k = 0; k < copies; ++k) info_.joints.push_back({"rod", "m"});
    info_.constant_mass = true;
  }
  void evaluate(double t, const ConstVector& q, const ConstVector&, unsigned need,
                Evaluation& out) const override {
    if ((need & kMass) != 0) out.M.diagonal().setConstant(2.0);
    if ((need & kForces) != 0) out.h = Eigen::Vector2d(0.0, -2.0 * kGravity);
    if ((need & kPotential) != 0) out.potential = 2.0 * kGravity * q[1];
    if ((need & kJoints) == 0) return;
    const double x = q[0] - amplitude_ * std::sin(t);
    for (int k = 0; k < copies_; ++k) {
      out.J.col(k) = Eigen::Vector2d(x, q[1]) / kLength;
      out.joint_gap[k] = (x * x + q[1] * q[1] - kLength * kLength) / (2.0 * kLength);
      out.joint_velocity[k] = x / kLength * amplitude_ * std::cos(t);
    }
  }
  static constexpr double kLength = 0.5;

 private:
  int copies_;
  double amplitude_;
};

TEST(TimeStepper, AJointHoldsToRoundingAndThePendulumKeepsItsEnergy) {
  for (const int copies : {1, 2}) {
    const HungMass pendulum(copies, 0.0);
    const MotionState start = testing::state({0.5, 0.0}, {0, 0});
    Motion m = stepped(pendulum, start, {.until = 10.0, .sample_step = 0.1, .step = 1e-3});
    double drift = 0.0;
    for (const testing::Snapshot& s : m.samples) {
      drift = std::max(drift, std::abs(s.q.norm() - 0.5));
    }
    EXPECT_LE(drift, 1e-12) << copies;
    // Swings from side to side: v^2 = -2 g y.
    const Eigen::VectorXd& u = m.result.final.u;
    EXPECT_NEAR(u.squaredNorm() + 2.0 * kGravity * m.result.final.q[1], 0.0, 1e-5);
    EXPECT_LT(std::abs(m.result.final.ledger.residual), 1e-5);
  }
}

TEST(TimeStepper, APendulumWithAJointConvergesWithSecondOrder) {
  const HungMass pendulum(1, 0.0);
  const MotionState start = testing::state({0.5, 0.0}, {0, 0});
  const auto at_end = [&](double step) {
    return last_of(pendulum, start, {.until = 1.0, .step = step}).final.q;
  };
  const Eigen::VectorXd exact = at_end(1.25e-4);
  const double coarse = (at_end(4e-3) - exact).norm();
  const double fine = (at_end(2e-3) - exact).norm();
  EXPECT_LT(coarse, 1e-3);
  EXPECT_NEAR(coarse / fine, 4.0, 0.3);
}

TEST(TimeStepper, AMovedSuspensionDoesWorkThatTheBooksKnow) {
  const HungMass pendulum(1, 0.1);
  const Motion coarse =
      stepped(pendulum, testing::state({0.0, -0.5}, {0.1, 0}), {.until = 3.0, .step = 1e-3});
  const Motion fine =
      stepped(pendulum, testing::state({0.0, -0.5}, {0.1, 0}), {.until = 3.0, .step = 2.5e-4});
  const Ledger& l = fine.result.final.ledger;
  EXPECT_GT(std::abs(l.motion_work), 1e-3);
  EXPECT_LT(std::abs(l.residual), 1e-2 * std::abs(l.motion_work));
  EXPECT_LT(std::abs(l.residual), 0.5 * std::abs(coarse.result.final.ledger.residual));
}

// ---------------------------------------------------------------- the method

TEST(TimeStepper, StepsDoNotAllocateWithoutEvents) {
  BodyScene scene;
  scene.bodies = {testing::disc(1.0, 0.2), testing::block(1.0, 0.3, 0.1), testing::disc(1.0, 0.2)};
  scene.bodies[2].name = "flying";
  scene.grounds = {testing::ground()};
  const auto system = testing::make_system(scene, rough(0.1));
  const MotionState start =
      testing::state({0, 0.2, 0, -2, 0.1, 0, 3, 5, 0}, {1, 0, -5, -0.4, 0, 0, 0, 0, 0});
  const auto cost = [&](double step) {
    TimeStepper stepper(*system, {.until = 0.3, .step = step});
    Motion first;
    stepper.run(start, first);
    EXPECT_TRUE(first.kinds().empty());
    Unsampled nobody;
    const long before = allocation_count;
    stepper.run(start, nobody);
    return allocation_count - before;
  };
  EXPECT_EQ(cost(1e-4), cost(1e-2)) << "a hundred times as many steps";
}

TEST(TimeStepper, LastStepEndsWhereTheMotionDoes) {
  const TwoDiscs discs(rough(0.0));
  const Motion m = stepped(*discs.system, discs.start, {.until = 0.1, .step = 0.03});
  EXPECT_EQ(m.result.final.t, 0.1);
  EXPECT_EQ(m.result.statistics.steps, 4);
  EXPECT_NEAR(m.result.final.q[0], 0.2, 1e-15);
  ASSERT_EQ(m.samples.size(), 5U);
  EXPECT_EQ(m.samples[3].t, 3 * 0.03);
}

TEST(TimeStepper, SamplesAreTheStepsThatReachTheirTimes) {
  const TwoDiscs discs(rough(0.0));
  const Motion m =
      stepped(*discs.system, discs.start, {.until = 1.0, .sample_step = 0.25, .step = 0.1});
  std::vector<double> times;
  for (const testing::Snapshot& s : m.samples) times.push_back(s.t);
  ASSERT_EQ(times.size(), 5U);
  const std::vector<double> expected = {0.0, 0.3, 0.5, 0.8, 1.0};
  for (std::size_t k = 0; k < 5; ++k) EXPECT_NEAR(times[k], expected[k], 1e-15);
}

TEST(TimeStepper, GoesOnFromItsEndAsIfItHadNotStopped) {
  BodyScene scene;
  scene.bodies = {testing::block(1.5, 0.3, 0.1)};
  scene.grounds = {testing::ground()};
  const auto system = testing::make_system(scene, rough(0.3));
  const MotionState start = testing::state({0, 0.1, 0}, {2, 0, 0});
  const Motion whole = stepped(*system, start, {.until = 0.5, .step = 1e-3});
  const Motion half = stepped(*system, start, {.until = 0.25, .step = 1e-3});
  const Motion rest = stepped(*system, half.result.final, {.until = 0.5, .step = 1e-3});
  EXPECT_TRUE(rest.kinds().empty());
  EXPECT_NEAR((rest.result.final.q - whole.result.final.q).norm(), 0.0, 1e-12);
  EXPECT_NEAR(rest.result.final.ledger.friction_loss, whole.result.final.ledger.friction_loss,
              1e-11);
  EXPECT_NEAR(rest.result.final.ledger.residual, whole.result.final.ledger.residual, 1e-11);
}

TEST(TimeStepper, AContactWithoutNewtonsCoefficientIsRefused) {
  const TwoDiscs discs({.mu = 0.3, .poisson = 0.5});
  Motion m;
  m.result = TimeStepper(*discs.system, {.until = 1.0, .step = 0.01}).run(discs.start, m);
  EXPECT_EQ(m.result.reason, EndReason::no_solution);
  EXPECT_NE(m.result.message.find("restitution.newton"), std::string::npos);
  EXPECT_EQ(m.result.final.q, discs.start.q);
}

TEST(TimeStepper, ForcesThatAreNotFiniteEndTheMotionWhereItWas) {
  BodyScene scene;
  scene.gravity = Vector2(0.0, -std::numeric_limits<double>::infinity());
  scene.bodies = {testing::disc(1.0, 0.1)};
  const auto system = testing::make_system(scene, rough(0.0));
  Unsampled nobody;
  const RunResult r = TimeStepper(*system, {.until = 1.0, .step = 0.1})
                          .run(testing::state({0, 0, 0}, {0, 0, 0}), nobody);
  EXPECT_EQ(r.reason, EndReason::non_finite);
  EXPECT_TRUE(r.final.q.allFinite());
}

TEST(TimeStepper, AnObserverMayEndIt) {
  struct Impatient final : Unsampled {
    bool go_on(double t) override { return t < 0.5; }
  } observer;
  const TwoDiscs discs(rough(0.0));
  const RunResult r =
      TimeStepper(*discs.system, {.until = 1e6, .step = 0.01}).run(discs.start, observer);
  EXPECT_EQ(r.reason, EndReason::cancelled);
  EXPECT_LT(r.final.t, 1.0);
}

}  // namespace
}  // namespace ricochet
