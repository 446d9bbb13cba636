// A box on a feeder, a table that shakes along a slant, against the point mass: its phases one after the other, each by
// its own closed formula.
//
//   table   (X, Y) = (a, b) sin(w t), velocity (X', Y'), acceleration (X'', Y'')
//   slip    x'' = -+mu (g + Y''):     x' = x0' -+ mu (g (t - t0) + Y' - Y0')     until x' = X'
//   stick   x' = X'                   while |X''| <= mu (g + Y'')
//   flight  y' = y0' - g (t - t0)     from g + Y'' < 0 until y = Y; x' stays
//   landing e = 0, impulse J = Y' - y' over the mass: x' - X' becomes smaller by up to mu J
//
// The box is long and low, mu height < width: it neither tips nor turns, and moves as the point does.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include <support/motions.hpp>

namespace ricochet {
namespace {

using std::numbers::pi;
using testing::follow;
using testing::kGravity;
using testing::Motion;
using testing::rough;
using testing::state;

struct Feeder {
  double a = 0.0, b = 0.0;  // m
  double w = 2.0 * pi * 15.0;
  double mu = 0.4;

  double sine(double t) const { return std::sin(w * t); }
  double cosine(double t) const { return std::cos(w * t); }
  double press(double t) const { return kGravity - b * w * w * sine(t); }  // g + Y''
};

/// The point mass, at rest on the table at t = 0.
struct PointMass {
  Feeder f;
  double t = 0.0, x = 0.0, vx = 0.0, y = 0.0, vy = 0.0;
  enum { stick, slip, flight } phase = stick;
  double side = 1.0;  // of the slip
  int slips = 0, hops = 0;

  // Each phase from where it began.
  double t0 = 0.0, x0 = 0.0, vx0 = 0.0, y0 = 0.0, vy0 = 0.0;

  void begin(int next) {
    phase = next == 0 ? stick : next == 1 ? slip : flight;
    t0 = t;
    x0 = x;
    vx0 = vx;
    y0 = y;
    vy0 = vy;
    slips += next == 1 ? 1 : 0;
    hops += next == 2 ? 1 : 0;
  }
  double relative() const { return vx - f.a * f.w * f.cosine(t); }
  void look(double time) {
    t = time;
    const double s = t - t0;
    const double dY = f.b * f.w * (f.cosine(t) - f.cosine(t0));
    if (phase == stick) {
      x = x0 + f.a * (f.sine(t) - f.sine(t0));
      vx = f.a * f.w * f.cosine(t);
    } else if (phase == slip) {
      vx = vx0 - side * f.mu * (kGravity * s + dY);
      x = x0 + vx0 * s -
          side * f.mu *
              (0.5 * kGravity * s * s + f.b * (f.sine(t) - f.sine(t0)) -
               f.b * f.w * f.cosine(t0) * s);
    } else {
      vx = vx0;
      x = x0 + vx0 * s;
    }
    y = phase == flight ? y0 + vy0 * s - 0.5 * kGravity * s * s : f.b * f.sine(t);
    vy = phase == flight ? vy0 - kGravity * s : f.b * f.w * f.cosine(t);
  }
  /// Positive while the phase lasts.
  double holds() const {
    if (phase == flight) return y - f.b * f.sine(t);
    if (phase == slip) return std::min(side * relative(), f.press(t));
    return f.mu * f.press(t) - std::abs(f.a * f.w * f.w * f.sine(t));
  }
  /// On the table at rest against it, or sliding.
  void decide() {
    if (f.press(t) < 1e-9 * kGravity) {
      begin(2);
    } else if (std::abs(relative()) > 1e-12) {
      side = relative() > 0.0 ? 1.0 : -1.0;
      begin(1);
    } else if (holds_still()) {
      begin(0);
    } else {
      side = f.sine(t) > 0.0 ? 1.0 : -1.0;  // X'' = -a w^2 sin: the table falls behind
      begin(1);
    }
  }
  bool holds_still() const {
    return std::abs(f.a * f.w * f.w * f.sine(t)) < f.mu * f.press(t) * (1.0 - 1e-9);
  }
  void march(double until) {
    const double dt = 1e-5;  // one event at most in each
    decide();
    for (long i = 1; static_cast<double>(i) * dt <= until; ++i) {
      const double next = static_cast<double>(i) * dt;
      while (true) {
        look(next);
        if (holds() >= 0.0 || next - t0 < 1e-9) break;
        double low = std::max(t0, next - dt), high = next;
        for (int k = 0; k < 60; ++k) {
          const double mid = 0.5 * (low + high);
          look(mid);
          (holds() >= 0.0 ? low : high) = mid;
        }
        look(high);
        if (phase == flight) {
          const double J = f.b * f.w * f.cosine(t) - vy;
          const double r = relative();
          vx -= r > 0.0 ? std::min(r, f.mu * J) : std::max(r, -f.mu * J);
          y = f.b * f.sine(t);
          vy = f.b * f.w * f.cosine(t);
        } else if (phase == slip && f.press(t) > 1e-6 * kGravity) {
          vx = f.a * f.w * f.cosine(t);  // it has stopped sliding
        }
        decide();
      }
    }
    look(until);
  }
};

Motion box_on(const Feeder& f, double until) {
  BodyScene scene;
  scene.bodies = {{.name = "box",
                   .mass = 0.2,
                   .inertia = 0.2 * (0.01 + 0.0016) / 12.0,
                   .parts = {box_part(0.1, 0.04)}}};
  scene.grounds = {testing::ground()};
  scene.grounds[0].vibration = {.amplitude = Vector2(f.a, f.b), .angular_frequency = f.w};
  const auto system = testing::make_system(std::move(scene), rough(f.mu));
  return follow(*system, state({0, 0.02, 0}, {f.a * f.w, f.b * f.w, 0}), {.until = until});
}

/// The same after 10 and after 30 periods, so also in the mean speed between them, in which the start has no part.
void expect_the_same(const Feeder& f, bool hops) {
  double way = 0.0, theory = 0.0, before = 0.0;
  for (const double periods : {10.0, 30.0}) {
    const double until = periods * 2.0 * pi / f.w;
    const Motion m = box_on(f, until);
    EXPECT_EQ(m.result.reason, EndReason::end) << m.result.message;
    PointMass p{f};
    p.vx = f.a * f.w;
    p.vy = f.b * f.w;
    p.march(until);
    EXPECT_GT(p.slips, periods);
    EXPECT_EQ(p.hops > 0, hops);
    EXPECT_EQ(m.of(EventKind::open).empty(), !hops);
    EXPECT_NEAR(m.result.final.q[2], 0.0, 1e-9);
    before = way;
    way = m.result.final.q[0];
    theory = p.x;
    // Some centimetres; the march is exact to rounding, the motion to 1e-10 of it per step.
    EXPECT_NEAR(way, theory, 1e-8);
    EXPECT_NEAR(m.result.final.u[0], p.vx, 1e-7);
  }
  EXPECT_GT((way - before) / (20.0 * 2.0 * pi / f.w), 0.02);  // m/s, forwards
}

TEST(Feeder, CarriesBySlipAndStickAsThePointMassTheorySays) {
  expect_the_same({.a = 0.003, .b = 0.0009}, false);  // b w^2 = 0.81 g
  expect_the_same({.a = 0.002, .b = 0.0010, .mu = 0.5}, false);
}

TEST(Feeder, CarriesByHopsAsThePointMassTheorySays) {
  expect_the_same({.a = 0.003, .b = 0.0015}, true);  // b w^2 = 1.36 g
  expect_the_same({.a = 0.002, .b = 0.0020, .mu = 0.3}, true);
}

}  // namespace
}  // namespace ricochet
