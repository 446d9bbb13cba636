// How errors follow the tolerance, and how well contacts are kept.
//
// Dormand-Prince with error control per step: the error of a step is the tolerance, so h ~ tolerance^(1/5), and the
// global error, of order h^5, is proportional to the tolerance. Events are located on a continuous extension whose
// error in a step is of order h^5 too.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include <support/models.hpp>
#include <support/motions.hpp>

namespace ricochet {
namespace {

using testing::follow;
using testing::kGravity;
using testing::Motion;
using testing::rough;
using testing::state;

/// Slope of log(error) over log(tolerance) between the coarsest and the finest, and the largest error / tolerance.
struct Convergence {
  double slope = 0.0;
  double factor = 0.0;
};

Convergence converge(const std::function<double(double)>& error_at, double coarse = 1e-5,
                     double fine = 1e-10) {
  double n = 0.0, x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
  Convergence c;
  for (double tolerance = coarse; tolerance > 0.5 * fine; tolerance *= 0.1) {
    const double error = error_at(tolerance);
    const double a = std::log(tolerance), e = std::log(error);
    n += 1.0, x += a, y += e, xx += a * a, xy += a * e;
    c.factor = std::max(c.factor, error / tolerance);
  }
  c.slope = (n * xy - x * y) / (n * xx - x * x);
  return c;
}

double difference(const MotionState& a, const MotionState& b) {
  return (a.q - b.q).cwiseAbs().maxCoeff() + (a.u - b.u).cwiseAbs().maxCoeff();
}

TEST(Accuracy, OfSlidingFollowsTheTolerance) {
  // A rod that slides on its tip and turns.
  const ModelInstance m =
      testing::build("painleve-rod", {{"friction", 0.2}, {"angle", 1.2}, {"slip_velocity", 3.0}});
  const auto end_at = [&](double tolerance) {
    const Motion motion = follow(*m.system, m.start, {.until = 0.4, .tolerance = tolerance});
    EXPECT_TRUE(motion.kinds().empty());
    return motion.result.final;
  };
  const MotionState exact = end_at(1e-13);
  const Convergence c =
      converge([&](double tolerance) { return difference(end_at(tolerance), exact); });
  EXPECT_NEAR(c.slope, 1.0, 0.2);  // six points scatter
  EXPECT_LT(c.factor, 50.0);
}

TEST(Accuracy, ThroughStickAndSlipFollowsTheTolerance) {
  // Against the closed form: the position at the 11th catch, 2 x_k - x_s, and its time (stick_slip_test.cpp).
  const ModelInstance m = testing::build("friction-oscillator", {{"v_x", 0.1}});
  const double rate = 10.0, v = 0.1;  // k = 100, m = 1
  const double x_s = 0.4 * kGravity / 100.0, x_k = 0.3 * kGravity / 100.0;
  const double slide = 2.0 * (std::acos(-1.0) - std::atan(rate * (x_s - x_k) / v)) / rate;
  const double caught = x_s / v + 10.0 * (slide + 2.0 * (x_s - x_k) / v) + slide;
  const Convergence c = converge([&](double tolerance) {
    const Motion motion =
        follow(*m.system, m.start, {.until = caught + 0.1, .tolerance = tolerance});
    const Event e = motion.of(EventKind::stick).at(10);
    return std::abs(e.time - caught) + std::abs(e.q[0] - (2.0 * x_k - x_s));
  });
  EXPECT_NEAR(c.slope, 1.0, 0.2);  // six points scatter
  EXPECT_LT(c.factor, 50.0);
}

TEST(Accuracy, ThroughImpactsFollowsTheTolerance) {
  // Hopping of the bounce model, with collisions, stick and flight.
  const ModelInstance m = testing::build("frictional-bounce-simplified");
  const auto end_at = [&](double tolerance) {
    return follow(*m.system, m.start, {.until = 1.0, .tolerance = tolerance}).result.final;
  };
  const MotionState exact = end_at(1e-13);
  const Convergence c =
      converge([&](double tolerance) { return difference(end_at(tolerance), exact); });
  EXPECT_NEAR(c.slope, 1.0, 0.2);  // six points scatter
  EXPECT_LT(c.factor, 50.0);
}

/// Largest gap and velocity of closed contacts over all steps, over the size and the speed of the motion.
struct Drift {
  double gap = 0.0;
  double velocity = 0.0;
  double residual = 0.0;
  long closed = 0;
};

Drift drift_of(const MechanicalSystem& system, const Motion& m) {
  Drift d;
  for (const testing::Snapshot& s : m.samples) {
    const Evaluation e = testing::evaluated(system, s.t, s.q, s.u);
    for (Eigen::Index i = 0; i < system.contacts(); ++i) {
      const Mode mode = s.modes[static_cast<std::size_t>(i)];
      if (mode == Mode::open) continue;
      ++d.closed;
      d.gap = std::max(d.gap, std::abs(e.gap[i]) / system.info().size);
      for (const Eigen::Index k : {2 * i, 2 * i + 1}) {
        if (k != 2 * i && mode != Mode::stick) continue;
        const double speed = e.W.col(k).cwiseAbs().dot(s.u.cwiseAbs()) +
                             std::abs(e.surface_velocity[k]) + system.info().u[0].scale;
        d.velocity =
            std::max(d.velocity, std::abs(e.W.col(k).dot(s.u) - e.surface_velocity[k]) / speed);
      }
    }
    d.residual = std::max(d.residual, std::abs(s.ledger.residual));
  }
  return d;
}

TEST(ClosedContacts, DoNotDriftWhileARodSwingsOnItsStickingTip) {
  // Upright on its tip, held by a torsion spring stiffer than its weight.
  BodyScene scene;
  scene.bodies = {{"rod", 1.0, 0.1, 0.0, {{"tip", Vector2(0.0, -0.5)}}}};
  scene.grounds = {testing::ground()};
  scene.torsion_springs = {{.first = 0, .stiffness = 20.0}};
  const auto system = testing::make_system(scene, rough(2.0));
  const double c = std::cos(0.3), s = std::sin(0.3);
  for (const double step : {0.0, 0.01}) {  // after every integration step, and between them
    const Motion m = follow(*system, state({-0.5 * s, 0.5 * c, 0.3}, {0, 0, 0}),
                            {.until = 100.0, .sample_step = step});
    EXPECT_TRUE(m.kinds().empty());
    const Drift d = drift_of(*system, m);
    EXPECT_GT(d.closed, 9'000);
    EXPECT_LT(d.gap, 1e-13);
    EXPECT_LT(d.velocity, 1e-13);
    EXPECT_LT(d.residual, 1e-7);  // of 1 J, after 60 swings
  }
}

TEST(ClosedContacts, DoNotDriftOnAShakingBelt) {
  BodyScene scene;
  scene.bodies = {testing::block(1.0, 0.4, 0.2), testing::disc(1.0, 0.2)};
  Ground belt = testing::ground();
  belt.belt = 0.3;
  belt.vibration = {Vector2(0.02, 0.002), 12.0, 0.4};
  scene.grounds = {belt};
  scene.springs = {
      {.from = {0, Vector2::Zero()}, .to = {on_ground, Vector2(0.0, 0.2)}, .stiffness = 30.0}};
  const auto system = testing::make_system(scene, rough(0.25, 0.0, 0.3));
  const double shift = 0.002 * std::sin(0.4), rise = 0.002 * 12.0 * std::cos(0.4);
  const Motion m =
      follow(*system, state({0, 0.2 + shift, 0, 3, 0.2 + shift, 0}, {0, rise, 0, 0, rise, 0}),
             {.until = 100.0});
  EXPECT_EQ(m.result.reason, EndReason::end);
  const Drift d = drift_of(*system, m);
  EXPECT_GT(d.closed, 10'000);
  EXPECT_LT(d.gap, 1e-13);
  EXPECT_LT(d.velocity, 1e-13);
}

}  // namespace
}  // namespace ricochet
