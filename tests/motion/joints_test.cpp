// Joints in the dynamics: systems with more coordinates than they can use, against the same ones in coordinates of
// their own.

#include <gtest/gtest.h>

#include <cmath>
#include <motion/recorder.hpp>
#include <ricochet/impact/registry.hpp>
#include <ricochet/motion/compliant_simulator.hpp>
#include <ricochet/motion/simulator.hpp>
#include <support/count_allocations.hpp>

namespace ricochet {
namespace {

constexpr double g = 9.81;

ContactInfo wall(double friction) {
  return {"bob/wall", {.mu = friction, .newton = 0.8, .stiffness = 1e5}};
}

/// A point mass on a rod of length l: phi from the vertical, a wall x > -wall with its rough side along y.
class Pendulum final : public MechanicalSystem {
 public:
  explicit Pendulum(double friction) {
    info_.q = {{"phi", "rad", 1.0}};
    info_.u = {{"omega", "rad/s", std::sqrt(g / l)}};
    info_.contacts = {wall(friction)};
    info_.size = l;
    info_.constant_mass = true;
  }
  void evaluate(double, const ConstVector& q, const ConstVector& u, unsigned need,
                Evaluation& out) const override {
    const double s = std::sin(q[0]), c = std::cos(q[0]);
    if ((need & kMass) != 0) out.M(0, 0) = m * l * l;
    if ((need & kForces) != 0) out.h[0] = -m * g * l * s;
    if ((need & kGaps) != 0) out.gap[0] = 0.2 + l * s;
    if ((need & kContacts) != 0) {
      out.W(0, 0) = l * c;
      out.bias[0] = -l * s * u[0] * u[0];
      out.W(0, 1) = l * s;
      out.bias[1] = l * c * u[0] * u[0];
    }
    if ((need & kPotential) != 0) out.potential = -m * g * l * c;
  }
  static constexpr double m = 1.3, l = 0.5;
};

/// The same as a point in the plane whose distance from the origin is l; `copies` equations say so, one after the other.
class PointOnRod final : public MechanicalSystem {
 public:
  explicit PointOnRod(double friction, int copies = 1) {
    info_.q = {{"x", "m", l}, {"y", "m", l}};
    info_.u = {{"vx", "m/s", std::sqrt(g * l)}, {"vy", "m/s", std::sqrt(g * l)}};
    info_.contacts = {wall(friction)};
    for (int i = 0; i < copies; ++i) info_.joints.push_back({"rod", "m"});
    info_.size = l;
    info_.constant_mass = true;
  }
  void evaluate(double, const ConstVector& q, const ConstVector& u, unsigned need,
                Evaluation& out) const override {
    if ((need & kMass) != 0) out.M(0, 0) = out.M(1, 1) = m;
    if ((need & kForces) != 0) out.h[1] = -m * g;
    if ((need & kGaps) != 0) out.gap[0] = 0.2 + q[0];
    if ((need & kContacts) != 0) out.W(0, 0) = out.W(1, 1) = 1.0;
    if ((need & kPotential) != 0) out.potential = m * g * q[1];
    if ((need & kJoints) != 0) {
      const double r = std::hypot(q[0], q[1]);
      const double along = (q[0] * u[0] + q[1] * u[1]) / r;
      for (Eigen::Index j = 0; j < joints(); ++j) {
        out.J.col(j) << q[0] / r, q[1] / r;
        out.joint_gap[j] = r - l;
        out.joint_bias[j] = (u.squaredNorm() - along * along) / r;
      }
    }
  }
  static constexpr double m = Pendulum::m, l = Pendulum::l;
};

MotionState at_angle(double phi) {
  MotionState s;
  s.q = Eigen::VectorXd::Constant(1, phi);
  s.u = Eigen::VectorXd::Zero(1);
  return s;
}
MotionState on_rod(double phi) {
  MotionState s;
  s.q.resize(2);
  s.q << PointOnRod::l * std::sin(phi), -PointOnRod::l * std::cos(phi);
  s.u = Eigen::VectorXd::Zero(2);
  return s;
}

struct Kept : testing::Recorder {
  double worst = 0.0;  // distance from the circle, m
  void sample(const Sample& s) override {
    Recorder::sample(s);
    worst = std::max(worst, std::abs(std::hypot(s.q[0], s.q[1]) - PointOnRod::l));
  }
};

TEST(PointHeldByARod, MovesAsThePendulumThroughImpacts) {
  for (const char* law : {"moreau", "poisson", "routh-newton", "routh-poisson", "routh-stronge"}) {
    const Pendulum minimal(0.0);
    const PointOnRod redundant(0.0);
    ContactParameters p = minimal.info().contacts[0].parameters;
    p.poisson = p.energetic = 0.8;
    Pendulum a = minimal;
    PointOnRod b = redundant;
    a.set_contact(0, p);
    b.set_contact(0, p);
    testing::Recorder expected;
    Kept held;
    Simulator(a, *find_law(law), {.until = 3.0}).run(at_angle(1.0), expected);
    const RunResult run = Simulator(b, *find_law(law), {.until = 3.0}).run(on_rod(1.0), held);
    EXPECT_EQ(run.reason, EndReason::end) << run.message;
    const auto impacts = expected.of(EventKind::impact);
    const auto same = held.of(EventKind::impact);
    ASSERT_GE(impacts.size(), 3U) << law;
    ASSERT_EQ(same.size(), impacts.size()) << law;
    for (std::size_t i = 0; i < impacts.size(); ++i) {
      EXPECT_NEAR(same[i].time, impacts[i].time, 1e-9);
      EXPECT_NEAR(same[i].dissipation, impacts[i].dissipation, 1e-9);
      EXPECT_NEAR(same[i].impulse[0], impacts[i].impulse[0], 1e-8);
    }
    EXPECT_LE(held.worst, 1e-15);  // rounding of l
    EXPECT_LE(held.worst_residual, 1e-8 * held.turnover);
  }
}

TEST(PointHeldByARod, SlidesAlongARoughWallAsThePendulum) {
  // One degree of freedom, so that friction can lock the impact; at mu = 0.1 it does not.
  testing::Recorder expected;
  Kept held;
  Simulator(Pendulum(0.1), *find_law("moreau"), {.until = 2.0}).run(at_angle(1.0), expected);
  Simulator(PointOnRod(0.1), *find_law("moreau"), {.until = 2.0}).run(on_rod(1.0), held);
  const auto impacts = expected.of(EventKind::impact);
  const auto same = held.of(EventKind::impact);
  ASSERT_GE(impacts.size(), 2U);
  ASSERT_EQ(same.size(), impacts.size());
  for (std::size_t i = 0; i < impacts.size(); ++i) {
    EXPECT_NEAR(same[i].time, impacts[i].time, 1e-9);
    EXPECT_NEAR(same[i].impulse[1], impacts[i].impulse[1], 1e-8);
  }
}

TEST(RedundantJoints, ChangeNothing) {
  Kept once, thrice;
  const RunResult a =
      Simulator(PointOnRod(0.0, 1), *find_law("moreau"), {.until = 3.0}).run(on_rod(1.0), once);
  const RunResult b =
      Simulator(PointOnRod(0.0, 3), *find_law("moreau"), {.until = 3.0}).run(on_rod(1.0), thrice);
  EXPECT_TRUE((a.final.q - b.final.q).isZero(0.0));
  EXPECT_TRUE((a.final.u - b.final.u).isZero(0.0));
}

TEST(PointHeldByARod, MovesAsThePendulumAgainstAYieldingWall) {
  testing::Recorder expected;
  Kept held;
  const SimulationOptions options{.until = 2.0};
  const RunResult a = CompliantSimulator(Pendulum(0.0), options).run(at_angle(1.0), expected);
  const RunResult b = CompliantSimulator(PointOnRod(0.0), options).run(on_rod(1.0), held);
  EXPECT_EQ(b.reason, EndReason::end) << b.message;
  const double l = PointOnRod::l;
  EXPECT_NEAR(b.final.q[0], l * std::sin(a.final.q[0]), 1e-7);
  EXPECT_NEAR(b.final.q[1], -l * std::cos(a.final.q[0]), 1e-7);
  EXPECT_LE(held.worst, 1e-15);
}

/// A block on a rough floor, shaken by a motor: x = A sin(w t).
class ShakenBlock final : public MechanicalSystem {
 public:
  ShakenBlock() {
    info_.q = {{"x", "m", 1.0}, {"y", "m", 1.0}};
    info_.u = {{"vx", "m/s", 3.0}, {"vy", "m/s", 3.0}};
    info_.contacts = {{"block/floor", {.mu = 0.3, .newton = 0.5}}};
    info_.joints = {{"motor", "m"}};
    info_.constant_mass = true;
    info_.largest_step = 0.02;
  }
  void evaluate(double t, const ConstVector& q, const ConstVector&, unsigned need,
                Evaluation& out) const override {
    if ((need & kMass) != 0) out.M(0, 0) = out.M(1, 1) = m;
    if ((need & kForces) != 0) out.h[1] = -m * g;
    if ((need & kGaps) != 0) out.gap[0] = q[1];
    if ((need & kContacts) != 0) out.W(1, 0) = out.W(0, 1) = 1.0;
    if ((need & kPotential) != 0) out.potential = m * g * q[1];
    if ((need & kJoints) != 0) {
      out.J(0, 0) = 1.0;
      out.joint_gap[0] = q[0] - A * std::sin(w * t);
      out.joint_velocity[0] = A * w * std::cos(w * t);
      out.joint_bias[0] = A * w * w * std::sin(w * t);
    }
  }
  static constexpr double m = 2.0, A = 0.1, w = 10.0;
};

TEST(Motor, WorksAgainstFrictionAndInertia) {
  MotionState start;
  start.q =
      Eigen::Vector2d(0.0, 0.05);      // falls first: the impact on the moving block is at t = 0.1
  start.u = Eigen::VectorXd::Zero(2);  // the motor sets it in motion
  testing::Recorder r;
  const double until = 2.0;
  const ShakenBlock block;
  const RunResult run = Simulator(block, *find_law("moreau"), {.until = until}).run(start, r);
  ASSERT_EQ(run.reason, EndReason::end) << run.message;
  EXPECT_NEAR(run.final.q[0], ShakenBlock::A * std::sin(ShakenBlock::w * until), 1e-14);
  EXPECT_LE(r.worst_residual, 1e-8 * r.turnover);
  // From the impact on, friction mu m g acts along a way of 4 A per period; the impact, whose friction is
  // mu m v (1 + e) = mu m sqrt(2 g 0.05) (1 + e), and the hops after it have their part of it: all in all mu m g t, as if
  // it had always lain there. The way from 0 to t is counted from w t = 1 (t = 0.1009) with its part before.
  const double A = ShakenBlock::A, w = ShakenBlock::w;
  const auto friction = 0.3 * ShakenBlock::m * g;
  double way = 0.0;  // where it lies: after the hops
  const double lies = r.of(EventKind::chatter).back().time;
  for (double t = lies; t < until; t += 1e-5) way += 1e-5 * std::abs(A * w * std::cos(w * t));
  double hops = 0.0;
  for (const Event& e : r.of(EventKind::impact)) {
    hops += std::abs(e.impulse[1] * e.velocity_before[0]);
    EXPECT_NEAR(std::abs(e.impulse[1]), 0.3 * e.impulse[0], 1e-12);
  }
  const double lost = run.final.ledger.friction_loss + run.final.ledger.impact_loss;
  const double fall = ShakenBlock::m * g * 0.05;
  EXPECT_NEAR(lost, fall + hops + friction * way, 1e-3 * lost);  // the sum over the way
}

TEST(Motor, ThatDrivesIntoAWallHasNoSolution) {
  class Driven final : public MechanicalSystem {
   public:
    Driven() {
      info_.q = {{"x", "m", 1.0}};
      info_.u = {{"vx", "m/s", 1.0}};
      info_.contacts = {{"block/wall", {.newton = 0.5}}};
      info_.joints = {{"motor", "m"}};
      info_.constant_mass = true;
    }
    void evaluate(double t, const ConstVector& q, const ConstVector&, unsigned need,
                  Evaluation& out) const override {
      if ((need & kMass) != 0) out.M(0, 0) = 1.0;
      if ((need & kGaps) != 0) out.gap[0] = q[0];
      if ((need & kContacts) != 0) out.W(0, 0) = 1.0;
      if ((need & kJoints) != 0) {
        out.J(0, 0) = 1.0;
        out.joint_gap[0] = q[0] - 1.0 + t;
        out.joint_velocity[0] = -1.0;
      }
    }
  } system;
  MotionState start;
  start.q = Eigen::VectorXd::Constant(1, 1.0);
  start.u = Eigen::VectorXd::Constant(1, -1.0);
  testing::Recorder r;
  const RunResult run = Simulator(system, *find_law("moreau"), {.until = 2.0}).run(start, r);
  EXPECT_EQ(run.reason, EndReason::no_solution);
  EXPECT_NEAR(run.final.t, 1.0, 1e-12);
  EXPECT_NE(run.message.find("joints drive the contact block/wall into its surface"),
            std::string::npos)
      << run.message;
}

TEST(Joints, AreKeptWithoutAllocation) {
  struct Steps : MotionObserver {
    long last = -1, worst = 0;
    double t = -1.0;
    void sample(const Sample& s) override {
      const long now = allocation_count;
      if (last >= 0 && s.t > t) worst = std::max(worst, now - last);
      last = now;
      t = s.t;
    }
    void event(const Event&) override { last = -1; }
  } observer;
  const PointOnRod system(0.0, 2);
  Simulator simulator(system, *find_law("moreau"), {.until = 1.0});
  simulator.run(on_rod(1.0), observer);
  observer = {};
  simulator.run(on_rod(1.0), observer);
  EXPECT_EQ(observer.worst, 0);
}

}  // namespace
}  // namespace ricochet
