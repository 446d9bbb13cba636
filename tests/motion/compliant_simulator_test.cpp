// Motion with compliant contacts against closed forms and against the laws and simulators that treat the same physics.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <motion/recorder.hpp>
#include <numbers>
#include <ricochet/impact/stronge_compliant.hpp>
#include <ricochet/motion/compliant_simulator.hpp>
#include <ricochet/motion/tip_impact.hpp>
#include <ricochet/system/linear.hpp>
#include <string>

namespace ricochet {
namespace {

using std::numbers::pi;
using testing::build_model;
using testing::make_compliant;
using testing::Recorder;

/// A ball of 1 kg strikes the ground with 1 m/s, without gravity.
struct Bounce {
  RunResult result;
  double duration = 0.0, restitution = 0.0, damping_loss = 0.0, residual = 0.0;
};
Bounce bounce(double stiffness, double damping, double exponent, double mass = 1.0) {
  ModelInstance ball =
      build_model("bouncing-ball",
                  {{"gravity", 0.0}, {"height", 0.1}, {"vertical_velocity", -1.0}, {"mass", mass}});
  make_compliant(*ball.system, stiffness, damping, exponent);
  CompliantSimulator simulator(*ball.system, {.until = 1.0, .tolerance = 1e-12});
  Recorder recorder;
  Bounce b;
  b.result = simulator.run(ball.start, recorder);
  EXPECT_EQ(recorder.events.size(), 3U);
  if (recorder.events.size() != 3) return b;
  EXPECT_EQ(recorder.events[0].kind, EventKind::close);
  EXPECT_NEAR(recorder.events[0].time, 0.1, 1e-14);
  EXPECT_EQ(recorder.events[1].kind, EventKind::open);
  b.duration = recorder.events[1].time - recorder.events[0].time;
  b.restitution = recorder.events[1].velocity_after[1];
  b.damping_loss = b.result.final.ledger.damping_loss;
  b.residual = recorder.worst_residual;
  return b;
}

TEST(CompliantSimulator, LinearSpringGivesBackEverythingAfterHalfAPeriod) {
  for (const double m : {0.1, 3.0}) {
    for (const double k : {1e3, 1e6}) {
      const Bounce b = bounce(k, 0.0, 1.0, m);
      EXPECT_EQ(b.result.reason, EndReason::end);
      EXPECT_NEAR(b.duration, pi * std::sqrt(m / k), 1e-10 * pi * std::sqrt(m / k));
      EXPECT_NEAR(b.restitution, 1.0, 1e-10);
      EXPECT_LE(b.residual, 1e-11 * m);
    }
  }
}

// d'' = -(k/m) d^p: with z = (d/d_m)^(p+1) the time is a beta function; 3.218 (m^2/(k^2 v))^(1/5) for p = 3/2.
TEST(CompliantSimulator, PowerLawContactLastsAsLongAsTheBetaFunctionSays) {
  for (const double p : {1.5, 2.0, 3.0}) {
    const double k = 1e5;
    const double deepest = std::pow(0.5 * (p + 1.0) / k, 1.0 / (p + 1.0));
    const double q = 1.0 / (p + 1.0);
    const double expected =
        2.0 * deepest * std::sqrt(pi) * q * std::tgamma(q) / std::tgamma(q + 0.5);
    if (p == 1.5) {
      EXPECT_NEAR(expected / std::pow(k, -0.4), 3.218, 5e-4);
    }
    const Bounce b = bounce(k, 0.0, p);
    EXPECT_NEAR(b.duration, expected, 1e-9 * expected);
    EXPECT_NEAR(b.restitution, 1.0, 1e-10);
  }
}

// m v dv/dd = -k d^p (1 + zeta v): v/(1 + zeta v) dv integrates to z v (1 + e) = ln((1 + z v)/(1 - z e v)).
TEST(CompliantSimulator, HuntCrossleyRestitutionSolvesItsImplicitEquation) {
  for (const double p : {1.0, 1.5}) {
    for (const double zeta : {0.1, 1.0, 8.0}) {
      const Bounce b = bounce(1e5, zeta, p);
      const double e = b.restitution;
      EXPECT_GT(e, 0.0);
      EXPECT_LT(zeta * e, 1.0);
      EXPECT_NEAR(std::log((1.0 + zeta) / (1.0 - zeta * e)) / (zeta * (1.0 + e)), 1.0, 1e-8);
      EXPECT_NEAR(b.damping_loss, 0.5 * (1.0 - e * e), 1e-10);
      EXPECT_LE(b.residual, 1e-10);
    }
  }
}

TEST(CompliantSimulator, StronglyDampedContactReturnsTheSpeedAtWhichTheSurfaceRecovers) {
  for (const double zeta : {30.0, 300.0})
    EXPECT_NEAR(zeta * bounce(1e5, zeta, 1.0).restitution, 1.0, 1e-9);
}

TEST(CompliantSimulator, RefusesContactsWithoutStiffness) {
  ModelInstance ball = build_model("bouncing-ball");
  EXPECT_EQ(CompliantSimulator::refusal(*ball.system),
            "contact table: the compliant method needs a stiffness");
  CompliantSimulator simulator(*ball.system);
  Recorder recorder;
  const RunResult r = simulator.run(ball.start, recorder);
  EXPECT_EQ(r.reason, EndReason::no_solution);
  EXPECT_EQ(r.message, CompliantSimulator::refusal(*ball.system));
  make_compliant(*ball.system, 1e5, 0.0, 0.5);
  EXPECT_NE(CompliantSimulator::refusal(*ball.system).find("exponent"), std::string::npos);
  make_compliant(*ball.system, 1e5, -1.0);
  EXPECT_NE(CompliantSimulator::refusal(*ball.system).find("damping"), std::string::npos);
  make_compliant(*ball.system, 1e5);
  EXPECT_EQ(CompliantSimulator::refusal(*ball.system), "");
}

/// A mass on springs over the ground: vertical y, horizontal x, weight, a horizontal force F sin(w t).
LinearParameters mass_over_ground(double stiffness, const ContactParameters& friction,
                                  double force = 0.0, double w = 0.0, int feet = 1) {
  LinearParameters p;
  p.mass = Eigen::Matrix2d::Identity();
  p.force = Eigen::Vector2d(0.0, -10.0);
  p.amplitude = Eigen::Vector2d(force, 0.0);
  p.angular_frequency = w;
  for (int i = 0; i < feet; ++i) {
    LinearContact c;
    c.name = "foot" + std::to_string(i);
    c.normal = Eigen::Vector2d(0.0, 1.0);
    c.tangent = Eigen::Vector2d(1.0, 0.0);
    c.parameters = friction;
    c.parameters.stiffness = stiffness;
    p.contacts.push_back(c);
  }
  return p;
}

MotionState at(double x, double y, double v_x, double v_y = 0.0) {
  MotionState s;
  s.q = Eigen::Vector2d(x, y);
  s.u = Eigen::Vector2d(v_x, v_y);
  return s;
}

TEST(CompliantSimulator, SlidingBlockInEquilibriumStopsAfterItsBrakingDistance) {
  const double mu = 0.3, v = 2.0, k = 1e5;
  const LinearSystem block(mass_over_ground(k, {.mu = mu, .mu_static = 0.4}));
  CompliantSimulator simulator(block, {.until = 2.0});
  Recorder recorder;
  const RunResult r = simulator.run(at(0.0, -10.0 / k, v), recorder);
  EXPECT_EQ(r.reason, EndReason::end);
  ASSERT_EQ(recorder.events.size(), 2U);
  EXPECT_EQ(recorder.events[0].kind, EventKind::stick);
  EXPECT_NEAR(recorder.events[0].time, v / (mu * 10.0), 1e-9);
  EXPECT_NEAR(r.final.q[0], v * v / (2.0 * mu * 10.0), 1e-9);
  EXPECT_NEAR(r.final.u[0], 0.0, 1e-12);
  EXPECT_EQ(r.final.modes[0], Mode::stick);
  EXPECT_NEAR(r.final.ledger.friction_loss, 0.5 * v * v, 1e-9);
}

// Put down without force it sinks and swings; the braking impulse oscillates by mu m v_sink ~ 1/sqrt(kappa).
TEST(CompliantSimulator, SlidingBlockPutDownStopsThereInTheStiffLimit) {
  const double mu = 0.3, v = 2.0;
  double last = 1.0;
  for (const double k : {1e4, 1e6, 1e8}) {
    LinearParameters p = mass_over_ground(k, {.mu = mu});
    p.contacts[0].parameters.damping = 0.1 * std::sqrt(k);
    const LinearSystem block(p);
    CompliantSimulator simulator(block, {.until = 1.0, .sample_step = 0.1});
    Recorder recorder;
    const RunResult r = simulator.run(at(0.0, 0.0, v), recorder);
    const double error = std::abs(r.final.q[0] - v * v / (2.0 * mu * 10.0));
    EXPECT_EQ(r.final.modes[0], Mode::stick);
    EXPECT_LE(error, 0.2 * last);
    EXPECT_LE(error, 1.0 / std::sqrt(k));
    last = error;
  }
}

TEST(CompliantSimulator, FeetThatShareOneDirectionHoldTogetherUpToTheSumOfTheirCones) {
  const double mu = 0.5, force = 8.0, w = 2.0, k = 1e4;
  for (const int feet : {1, 2, 3}) {
    const LinearSystem block(mass_over_ground(k, {.mu = mu}, force, w, feet));
    CompliantSimulator simulator(block, {.until = 0.6});
    Recorder recorder;
    simulator.run(at(0.0, -10.0 / (feet * k), 0.0), recorder);
    const auto slips = recorder.of(EventKind::slip);
    ASSERT_EQ(slips.size(), 1U);
    EXPECT_EQ(slips[0].contacts.size(), static_cast<std::size_t>(feet));
    // Several feet share the force by a linear program, which resolves forces to 1e-9 of their size.
    EXPECT_NEAR(slips[0].time, std::asin(mu * 10.0 / force) / w, feet == 1 ? 1e-9 : 1e-7);
    EXPECT_EQ(slips[0].modes[0], Mode::slip_plus);
  }
}

// k_T: the block hangs on a spring, x'' = F sin(w t) - k_T x, until k_T x reaches mu_static N. With the slider jumping
// to mu N the spring's loss is friction.
TEST(CompliantSimulator, SliderBreaksLooseAtItsStaticLimit) {
  const double mu = 0.3, mu_static = 0.5, force = 8.0, w = 2.0, k = 1e4, k_T = 400.0;
  LinearParameters p = mass_over_ground(k, {.mu = mu, .mu_static = mu_static}, force, w);
  p.contacts[0].parameters.tangential_stiffness = k_T;
  const LinearSystem block(p);
  CompliantSimulator simulator(block, {.until = 0.6, .tolerance = 1e-12});
  Recorder recorder;
  const RunResult r = simulator.run(at(0.0, -10.0 / k, 0.0), recorder);
  const auto slips = recorder.of(EventKind::slip);
  ASSERT_GE(slips.size(), 1U);
  const double omega = std::sqrt(k_T);
  const double t = slips[0].time;
  const double x = force / (k_T - w * w) * (std::sin(w * t) - w / omega * std::sin(omega * t));
  EXPECT_NEAR(k_T * x, mu_static * 10.0, 1e-8);
  EXPECT_NEAR(slips[0].q[0], x, 1e-11);
  const double jump = 0.5 * (std::pow(mu_static * 10.0, 2) - std::pow(mu * 10.0, 2)) / k_T;
  EXPECT_GE(r.final.ledger.friction_loss, jump);
  EXPECT_LE(recorder.worst_residual, 1e-10);
}

/// Watches that an open contact has no force, however deep, and that nothing is given back by damping.
struct OutrunWatch : Recorder {
  double damping = 0.0;
  double deepest_open = 0.0;
  void sample(const Sample& s) override {
    Recorder::sample(s);
    EXPECT_GE(s.force[0], -1e-9);
    if (s.modes[0] == Mode::open) {
      EXPECT_EQ(s.force[0], 0.0);
      deepest_open = std::max(deepest_open, -s.gap[0]);
    }
    EXPECT_GE(s.ledger.damping_loss, damping - 1e-12);
    damping = s.ledger.damping_loss;
  }
};

// A mass on a spring of its own swings in a soft, strongly damped surface and leaves it again and again while the
// surface is still deep: force ends and begins at d' = -1/zeta.
TEST(CompliantSimulator, BodyThatOutrunsTheSurfaceMeetsItAgainWithoutAJump) {
  const double zeta = 10.0;
  LinearParameters p;
  p.mass = Eigen::MatrixXd::Identity(1, 1);
  p.stiffness = 1e4 * Eigen::MatrixXd::Identity(1, 1);
  p.force = Eigen::VectorXd::Constant(1, -100.0);  // at rest 10 mm deep
  LinearContact c;
  c.name = "surface";
  c.normal = Eigen::VectorXd::Ones(1);
  c.parameters.stiffness = 1000.0;
  c.parameters.damping = zeta;
  p.contacts = {c};
  const LinearSystem system(p);
  CompliantSimulator simulator(system, {.until = 0.2, .tolerance = 1e-11});
  OutrunWatch watch;
  MotionState start;
  start.q = Eigen::VectorXd::Constant(1, -0.016);
  start.u = Eigen::VectorXd::Zero(1);
  const RunResult r = simulator.run(start, watch);
  EXPECT_EQ(r.reason, EndReason::end);
  EXPECT_GT(watch.deepest_open, 0.01);
  EXPECT_LE(watch.worst_residual, 1e-9 * watch.turnover);
  int turns = 0;
  for (const Event& e : watch.events) {
    if (e.kind == EventKind::end) continue;
    ++turns;
    EXPECT_LT(e.q[0], 0.0);
    EXPECT_NEAR(e.velocity_after[0], 1.0 / zeta, 1e-9);
  }
  EXPECT_GE(turns, 2);
}

struct RodCase {
  double v_t, friction, zeta, exponent, stiffness, omega;
};

// Both integrate the same equations, with different coordinates and events.
TEST(CompliantSimulator, AgreesWithTheTipOfBrachsRod) {
  std::vector<RodCase> cases;
  for (const double v_t : {0.0, 0.2, 0.6, -1.0}) {
    for (const double f : {0.0, 0.01, 0.3, 0.59, 0.7, 1.0}) {
      for (const double zeta : {0.0, 1.5, 20.0}) {
        cases.push_back({v_t, f, zeta, 1.0, 1000.0, 0.0});
        cases.push_back({v_t, f, zeta, 1.5, 20000.0, 0.4});
      }
    }
  }
  for (const RodCase& c : cases) {
    SCOPED_TRACE(fmt::format("v_t {} f {} zeta {} p {}", c.v_t, c.friction, c.zeta, c.exponent));
    TipImpact tip;
    tip.angle = pi / 4.0;
    tip.v_t = c.v_t;
    tip.omega = c.omega;
    tip.contact = {{c.stiffness, c.zeta, c.exponent}, c.friction};
    const TipImpactResult expected = simulate(tip, {.tolerance = 1e-12});
    ASSERT_EQ(expected.status, TipImpactStatus::separated);

    ModelInstance rod = build_model("slender-rod", {{"gravity", 0.0},
                                                    {"height", 0.0},
                                                    {"horizontal_velocity", c.v_t},
                                                    {"vertical_velocity", -1.0},
                                                    {"angular_velocity", c.omega},
                                                    {"friction", c.friction}});
    make_compliant(*rod.system, c.stiffness, c.zeta, c.exponent);
    CompliantSimulator simulator(*rod.system,
                                 {.until = 2.0 * expected.duration, .tolerance = 1e-12});
    Recorder recorder;
    simulator.run(rod.start, recorder);
    const auto opens = recorder.of(EventKind::open);
    ASSERT_GE(opens.size(), 1U);
    EXPECT_NEAR(opens[0].time, expected.duration, 1e-7 * expected.duration);
    EXPECT_NEAR(opens[0].velocity_after[0], expected.v_t, 1e-7);
    EXPECT_NEAR(opens[0].velocity_after[1], expected.v_n, 1e-7);
    EXPECT_NEAR(opens[0].velocity_after[2], expected.omega, 1e-7);
    EXPECT_LE(recorder.worst_residual, 1e-9);
    // The same sequence of modes: one change less than stretches, and the separation.
    std::size_t changes = 0;
    while (recorder.events[changes].kind != EventKind::open) ++changes;
    if (c.friction > 0.0) {
      EXPECT_EQ(changes + 1, expected.phases.size());
    }
  }
}

// A linear system has a frozen configuration, like the law: the process is the same.
TEST(CompliantSimulator, AgreesWithStrongesCompliantLaw) {
  const double k = 1e6;
  for (const double arm : {0.0, 0.3, -0.4}) {
    for (const double ratio : {0.7, 1.21, 3.0}) {  // k / k_T
      for (const double gT : {-2.0, -0.3, 0.0, 0.1, 0.8, 3.0}) {
        for (const double mu : {0.1, 0.6}) {
          SCOPED_TRACE(fmt::format("arm {} k/k_T {} gT {} mu {}", arm, ratio, gT, mu));
          LinearParameters p;
          p.mass = Eigen::Vector3d(1.0, 1.0, 0.2).asDiagonal();
          LinearContact c;
          c.name = "tip";
          c.normal = Eigen::Vector3d(0.0, 1.0, -arm);
          c.tangent = Eigen::Vector3d(1.0, 0.0, -0.5);
          c.parameters.mu = mu;
          c.parameters.stiffness = k;
          c.parameters.tangential_stiffness = k / ratio;
          p.contacts = {c};
          const LinearSystem system(p);
          OneContact law;
          law.alpha = 1.0 + arm * arm / 0.2;
          law.beta = 1.0 + 0.25 / 0.2;
          law.delta = 0.5 * arm / 0.2;
          law.gN = -1.0;
          law.gT = gT;
          law.mu = law.mu_static = mu;
          law.restitution = 1.0;
          const OneContactResult expected = stronge_compliant(law, ratio);

          CompliantSimulator simulator(system, {.until = 0.1, .tolerance = 1e-12});
          MotionState start;
          start.q = Eigen::Vector3d::Zero();
          start.u = Eigen::Vector3d(gT, -1.0, 0.0);
          Recorder recorder;
          simulator.run(start, recorder);
          const auto opens = recorder.of(EventKind::open);
          ASSERT_EQ(opens.size(), 1U);
          EXPECT_NEAR(opens[0].velocity_after[1] + 1.0, expected.L_N, 1e-8);
          EXPECT_NEAR(opens[0].velocity_after[0] - gT, expected.L_T, 1e-8);
          EXPECT_LE(recorder.worst_residual, 1e-10);
        }
      }
    }
  }
}

TEST(CompliantSimulator, BooksCloseInEveryModel) {
  for (const Model& model : all_models()) {
    for (const double tangential : {0.0, 3e4}) {
      for (const double damping : {0.0, 3.0}) {
        SCOPED_TRACE(fmt::format("{} k_T {} zeta {}", model.name, tangential, damping));
        ModelInstance m = build_model(model.name);
        make_compliant(*m.system, 1e5, damping, 1.0, tangential);
        CompliantSimulator simulator(*m.system, {.until = 0.5, .tolerance = 1e-11});
        Recorder recorder;
        const RunResult r = simulator.run(m.start, recorder);
        EXPECT_EQ(r.reason, EndReason::end) << r.message;
        EXPECT_LE(recorder.worst_residual, 1e-8 * recorder.turnover);
        EXPECT_EQ(r.statistics.impacts, 0);
        EXPECT_GE(r.final.ledger.friction_loss, 0.0);
        EXPECT_GE(r.final.ledger.damping_loss, 0.0);
      }
    }
  }
}

TEST(CompliantSimulator, MotionCanBeInterruptedAnywhere) {
  for (const double tangential : {0.0, 3e4}) {
    ModelInstance m = build_model("frictional-bounce");
    make_compliant(*m.system, 1e5, 3.0, 1.0, tangential);
    Recorder recorder;
    const RunResult whole = CompliantSimulator(*m.system, {.until = 0.1}).run(m.start, recorder);
    for (const double stop : {0.001, 0.0047, 0.03}) {
      const RunResult part = CompliantSimulator(*m.system, {.until = stop}).run(m.start, recorder);
      const RunResult rest =
          CompliantSimulator(*m.system, {.until = 0.1}).run(part.final, recorder);
      EXPECT_LE((rest.final.q - whole.final.q).cwiseAbs().maxCoeff(), 1e-8);
      EXPECT_LE((rest.final.u - whole.final.u).cwiseAbs().maxCoeff(), 1e-6);
      EXPECT_NEAR(rest.final.ledger.damping_loss, whole.final.ledger.damping_loss, 1e-8);
      EXPECT_NEAR(rest.final.ledger.residual, whole.final.ledger.residual, 1e-8);
      EXPECT_EQ(rest.final.modes, whole.final.modes);
    }
  }
}

/// A free fall whose force is lost after a while.
class LostForce final : public MechanicalSystem {
 public:
  LostForce() {
    info_.q = {{"y", "m", 1.0}};
    info_.u = {{"v", "m/s", 1.0}};
    info_.contacts = {{"ground", {.stiffness = 1e4}}};
  }
  void evaluate(double t, const ConstVector& q, const ConstVector&, unsigned,
                Evaluation& out) const override {
    out.M(0, 0) = 1.0;
    out.h[0] = t > 0.5 ? std::numeric_limits<double>::quiet_NaN() : -10.0;
    out.gap[0] = q[0];
    out.W(0, 0) = 1.0;
    out.potential = 10.0 * q[0];
  }
};

TEST(CompliantSimulator, ForcesThatAreNotFiniteEndTheMotionByName) {
  const LostForce system;
  Recorder recorder;
  MotionState start;
  start.q = Eigen::VectorXd::Constant(1, 0.2);
  start.u = Eigen::VectorXd::Zero(1);
  const RunResult r = CompliantSimulator(system, {.until = 1.0}).run(start, recorder);
  EXPECT_EQ(r.reason, EndReason::non_finite);
  EXPECT_NE(r.message.find("forces"), std::string::npos);
  EXPECT_TRUE(r.final.q.allFinite());
  EXPECT_TRUE(std::isfinite(r.final.ledger.residual));
}

TEST(CompliantSimulator, EveryLimitEndsTheMotionWithItsReason) {
  ModelInstance ball = build_model("bouncing-ball");
  make_compliant(*ball.system, 1e5);
  Recorder recorder;
  EXPECT_EQ(CompliantSimulator(*ball.system, {.until = 9.0, .step_limit = 100})
                .run(ball.start, recorder)
                .reason,
            EndReason::tolerance);
  EXPECT_EQ(CompliantSimulator(*ball.system, {.until = 9.0, .event_limit = 3})
                .run(ball.start, recorder)
                .reason,
            EndReason::event_limit);
  struct Stop : Recorder {
    bool go_on(double t) override { return t < 0.5; }
  } stop;
  EXPECT_EQ(CompliantSimulator(*ball.system, {.until = 9.0}).run(ball.start, stop).reason,
            EndReason::cancelled);
}

}  // namespace
}  // namespace ricochet
