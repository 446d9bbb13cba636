#pragma once
// A march that shares nothing with the simulator: the rod in its own coordinates (n, t, theta),
// classical Runge-Kutta with a fixed step, friction decided at the start of each step. First order
// at events.

#include <algorithm>
#include <array>
#include <cmath>
#include <ricochet/motion/tip_impact.hpp>

namespace ricochet {

struct PlainMarchResult {
  double P_n = 0.0, P_t = 0.0, omega = 0.0, duration = 0.0, angle = 0.0, kinetic = 0.0;
};

inline PlainMarchResult plain_march(const TipImpact& impact, double h) {
  const double m = impact.rod.mass;
  const double I = impact.rod.inertia;
  const double L = impact.rod.length;
  const double kappa = impact.contact.normal.stiffness;
  const double zeta = impact.contact.normal.damping;
  const double p = impact.contact.normal.exponent;
  const double f = impact.contact.friction;
  using State = std::array<double, 8>;  // n, t, theta, their rates, impulses
  int slip = 0;                         // +1, -1; 0: stick

  const auto tip = [&](const State& s) {
    const double x = 0.5 * L * std::cos(s[2]);
    const double y = 0.5 * L * std::sin(s[2]);
    struct {
      double x, y, d, vn, vt;
    } r{x, y, -(s[0] - x), s[3] + y * s[5], s[4] - x * s[5]};
    return r;
  };
  const auto forces = [&](const State& s) {
    const auto c = tip(s);
    const double Fn = kappa * std::pow(std::max(c.d, 0.0), p) * (1.0 - zeta * c.vn);
    const double k2 = I / m;
    const double hold = (Fn * c.x * c.y - m * k2 * c.y * s[5] * s[5]) / (k2 + c.x * c.x);
    return std::array{Fn, hold};
  };
  const auto rate = [&](const State& s) {
    const auto c = tip(s);
    const auto [Fn, hold] = forces(s);
    const double Ft = slip == 0 ? hold : -slip * f * Fn;
    return State{s[3], s[4], s[5], Fn / m, Ft / m, (c.y * Fn - c.x * Ft) / I, Fn, Ft};
  };

  State s{0.5 * L * std::cos(impact.angle),
          0.0,
          impact.angle,
          impact.v_n,
          impact.v_t,
          impact.omega,
          0.0,
          0.0};
  double before = tip(s).vt;
  double peak = 0.0;
  PlainMarchResult out;
  for (long step = 0; step < 100'000'000; ++step) {
    const auto c = tip(s);
    const auto [Fn, hold] = forces(s);
    const bool arrived = c.vt == 0.0 || c.vt * before < 0.0;
    if (slip == 0 || arrived) {
      const bool first = step == 0;
      const double needed = first ? std::abs(c.x * c.y / (I / m + c.x * c.x)) : std::abs(hold);
      const double limit = first ? f : f * Fn;
      if (slip == 0 && !first && needed > limit) {
        slip = hold > 0.0 ? -1 : 1;
      } else if (slip != 0 || first) {
        slip = (first && c.vt != 0.0) ? (c.vt > 0.0 ? 1 : -1)
               : needed <= limit      ? 0
               : first                ? (c.x * c.y > 0.0 ? -1 : 1)
                                      : (hold > 0.0 ? -1 : 1);
      }
    }
    before = c.vt;
    if (c.vn < 0.0) peak = s[6];
    const auto add = [](const State& a, const State& b, double by) {
      State r;
      for (std::size_t i = 0; i < a.size(); ++i) r[i] = a[i] + by * b[i];
      return r;
    };
    const State k1 = rate(s);
    const State k2 = rate(add(s, k1, 0.5 * h));
    const State k3 = rate(add(s, k2, 0.5 * h));
    const State k4 = rate(add(s, k3, h));
    for (std::size_t i = 0; i < s.size(); ++i) {
      s[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
    }
    const auto end = tip(s);
    if (step > 10 && (end.d <= 0.0 || 1.0 - zeta * end.vn <= 0.0)) {
      out = {s[6], s[7], s[5], static_cast<double>(step + 1) * h, s[2], (s[6] - peak) / peak};
      break;
    }
  }
  return out;
}

}  // namespace ricochet
