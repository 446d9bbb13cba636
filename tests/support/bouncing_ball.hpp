#pragma once
// A ball that falls from rest and bounces on the ground, told to an observer in closed form:
//
//   y(t) = v t - g t^2 / 2 after each impact, v -> e v;   x(t) = c t
//
// No simulator is asked: whoever writes or prints motions can be tested with it.

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <ricochet/motion/trajectory.hpp>
#include <ricochet/system/system.hpp>

namespace ricochet::testing {

struct BouncingBall {
  double mass = 0.5;         ///< kg
  double height = 1.0;       ///< m, at the start
  double restitution = 0.8;  ///< e
  double drift = 1.0 / 3.0;  ///< c, m/s
  double gravity = 9.81;     ///< m/s^2
  int impacts = 3;           ///< the motion ends half a hop after the last
  int samples = 4;           ///< per hop

  SystemInfo info() const {
    SystemInfo info;
    info.q = {{"ball.x", "m", 1.0}, {"ball.y", "m", 1.0}};
    info.u = {{"ball.vx", "m/s", 1.0}, {"ball.vy", "m/s", 1.0}};
    info.contacts = {{"ball/ground", {.mu = 0.0, .newton = restitution}}};
    return info;
  }

  RunResult run(MotionObserver& observer) const {
    RunResult result;
    Ledger& books = result.final.ledger;
    double start = -std::sqrt(2.0 * height / gravity);  // when it would have left the ground
    double v = -gravity * start;
    double from = 0.0;
    const auto state = [&](double t, double& y, double& vy) {
      const double s = t - start;
      y = v * s - 0.5 * gravity * s * s;
      vy = v - gravity * s;
      books.kinetic = 0.5 * mass * (drift * drift + vy * vy);
      books.potential = mass * gravity * y;
    };
    const auto sample = [&](double t) {
      double y = 0.0;
      double vy = 0.0;
      state(t, y, vy);
      const std::array q = {drift * t, y};
      const std::array u = {drift, vy};
      const std::array gap = {y};
      const std::array force = {0.0, 0.0};
      const std::array mode = {Mode::open};
      observer.sample({t, q, u, gap, force, mode, books});
      ++result.statistics.steps;
    };
    for (int hop = 0; hop <= impacts; ++hop) {
      const double landing = start + 2.0 * v / gravity;
      const double to = hop < impacts ? landing : 0.5 * (from + landing);
      for (int i = 0; i <= samples; ++i) sample(from + (to - from) * i / samples);
      Event event;
      event.time = to;
      event.q = Eigen::Vector2d(drift * to, 0.0);
      event.velocity_before = Eigen::Vector2d(drift, -v);
      event.velocity_after = event.velocity_before;
      event.modes = {Mode::open};
      if (hop < impacts) {
        event.kind = EventKind::impact;
        event.contacts = {0};
        event.velocity_after[1] = restitution * v;
        event.impulse = Eigen::Vector2d(mass * (1.0 + restitution) * v, 0.0);
        event.dissipation = 0.5 * mass * v * v * (1.0 - restitution * restitution);
        event.status = Status::unique;
        books.impact_loss += event.dissipation;
        ++result.statistics.impacts;
        start = from = to;
        v *= restitution;
      } else {
        double vy = 0.0;
        state(to, event.q[1], vy);
        event.velocity_before[1] = event.velocity_after[1] = vy;
        result.final.t = to;
        result.final.q = event.q;
        result.final.u = event.velocity_after;
        result.final.modes = event.modes;
        result.final.stretch = {0.25};
      }
      observer.event(event);
      ++result.statistics.events;
    }
    result.message = "the time asked for was reached";
    return result;
  }
};

/// The ball as a system: normal along y, tangent along x.
class BallSystem final : public MechanicalSystem {
 public:
  explicit BallSystem(const BouncingBall& ball) { info_ = ball.info(); }
  void evaluate(double, const ConstVector& q, const ConstVector&, unsigned,
                Evaluation& out) const override {
    out.gap[0] = q[1];
    out.W << 0.0, 1.0, 1.0, 0.0;
  }
};

}  // namespace ricochet::testing
