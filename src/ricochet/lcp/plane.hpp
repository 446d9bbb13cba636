#pragma once
// The Coulomb complementarity problem (coulomb.hpp) of a single contact, in closed form.
//
//   xi_N = q_N + a L_N + d L_T,   xi_T = q_T + d L_N + b L_T,   a > 0, b >= 0, det = a b - d^2 >= 0
//
// With s_N = -b q_N + d q_T, s_T = d q_N - a q_T (Payr & Glocker 2005, eqs. 29-47):
// q_N < 0, det > 0: exactly one answer,
//   stick   L = (s_N, s_T) / det                                iff |s_T| < mu s_N
//   slip+-  L_N = -q_N / (a -+ mu d), L_T = -+ mu L_N           else, upper sign iff s_T < 0
// q_N >= 0: no impulse is an answer; with supercritical friction (a <= mu |d|, d q_T > 0) stick, and for
//   q_N > 0 slip too, are others. At q_N = 0 the limit q_N -> 0- (stick) is taken, at q_N > 0 none.
// det = 0: stick needs b q_N = d q_T and its impulses are then not unique (the least-norm ones are
//   taken); where no mode is possible the contact is self-locking and there is no answer.

#include <algorithm>
#include <cmath>

#include <ricochet/lcp/coulomb.hpp>

namespace ricochet {

struct PlaneAnswer {
  double L_N = 0.0;
  double L_T = 0.0;
  Mode mode = Mode::open;
  int answers = 1;  ///< different (xi_N, xi_T) that satisfy the conditions: 0, 1, or 2 for several
  bool impulses_unique = true;
  double other_L_N = 0.0;  ///< another answer, if there are several
  double other_L_T = 0.0;
};

/// det = 0 to rounding: normal and tangential motion are one.
inline bool plane_singular(double a, double b, double d) {
  return (d / a) * (d / b) >= 1.0 - 1e-12;  // by ratios: no overflow
}

namespace detail {

inline PlaneAnswer solve_singular_plane(double a, double b, double d, double q_N, double q_T,
                                        double mu) {
  const double v = std::max(std::abs(q_N), std::abs(q_T));
  const double tolerance = 1e-12;
  PlaneAnswer r;
  r.answers = 0;
  const auto take = [&](double L_N, double L_T, Mode mode) {
    if (r.answers == 0) {
      r.L_N = L_N;
      r.L_T = L_T;
      r.mode = L_N > tolerance * v / a ? mode : Mode::open;
      r.answers = 1;
      return;
    }
    const double jump_N = a * (L_N - r.L_N) + d * (L_T - r.L_T);
    const double jump_T = d * (L_N - r.L_N) + b * (L_T - r.L_T);
    if (std::max(std::abs(jump_N), std::abs(jump_T)) <= 1e-10 * v) return;  // the same velocities
    r.other_L_N = L_N;
    r.other_L_T = L_T;
    r.answers = 2;
  };
  // Stick: a L_N + d L_T = -q_N with |L_T| <= mu L_N; the least-norm point of that line, or its cone edge.
  const bool in_range = std::abs(b * q_N - d * q_T) <= tolerance * (b + std::abs(d)) * v;
  if (in_range && q_N <= 0.0) {
    const double ratio = std::clamp(d / a, -mu, mu);
    const double L_N = -q_N / (a + ratio * d);
    const bool on_edge = std::abs(ratio) == mu;
    take(L_N, ratio * L_N,
         !on_edge      ? Mode::stick
         : ratio < 0.0 ? Mode::slip_plus
                       : Mode::slip_minus);
    r.impulses_unique = L_N <= tolerance * v / a;
  }
  if (q_N >= 0.0) take(0.0, 0.0, Mode::open);
  for (const double s : {1.0, -1.0}) {
    const double slope = a - s * mu * d;
    if (std::abs(slope) <= tolerance * a) continue;
    const double L_N = -q_N / slope;
    const double xi_T = q_T + (d - s * mu * b) * L_N;
    if (L_N >= 0.0 && s * xi_T >= -tolerance * v) {
      take(L_N, -s * mu * L_N, s > 0.0 ? Mode::slip_plus : Mode::slip_minus);
    }
  }
  return r;
}

}  // namespace detail

inline PlaneAnswer solve_plane(double a, double b, double d, double q_N, double q_T, double mu) {
  PlaneAnswer r;
  if (mu == 0.0 || b == 0.0) {
    if (!(q_N < 0.0)) return r;
    r.L_N = -q_N / a;
    r.mode = Mode::frictionless;
    if (mu > 0.0) {  // b = 0: the friction impulse moves nothing, but the law still asks for it
      r.L_T = q_T > 0.0 ? -mu * r.L_N : q_T < 0.0 ? mu * r.L_N : 0.0;
      r.mode = q_T > 0.0 ? Mode::slip_plus : q_T < 0.0 ? Mode::slip_minus : Mode::stick;
      r.impulses_unique = q_T != 0.0;
    }
    return r;
  }
  if (plane_singular(a, b, d)) return detail::solve_singular_plane(a, b, d, q_N, q_T, mu);
  const double det = a * b - d * d;
  const double s_N = -b * q_N + d * q_T;
  const double s_T = d * q_N - a * q_T;
  const bool sticks = s_N > 0.0 && std::abs(s_T) <= mu * s_N;
  if (sticks) {
    r.L_N = s_N / det;
    r.L_T = s_T / det;
    r.mode = Mode::stick;
    if (std::abs(s_T) == mu * s_N) r.mode = s_T < 0.0 ? Mode::slip_plus : Mode::slip_minus;
  }
  if (q_N < 0.0) {
    if (!sticks) {
      const double s = s_T < 0.0 ? 1.0 : -1.0;
      r.L_N = -q_N / (a - s * mu * d);
      r.L_T = -s * mu * r.L_N;
      r.mode = s > 0.0 ? Mode::slip_plus : Mode::slip_minus;
    }
    return r;
  }
  if (sticks) {  // no approach, supercritical friction
    r.answers = 2;
    if (q_N > 0.0) {
      r.other_L_N = r.L_N;
      r.other_L_T = r.L_T;
      r.L_N = r.L_T = 0.0;
      r.mode = Mode::open;
    }
  }
  return r;
}

}  // namespace ricochet
