#pragma once
// routh-newton, routh-poisson, routh-stronge: the exact impulse-space process of one contact (Routh 1860,
// Darboux 1880, Keller 1986), ended by the kinematic, kinetic or energetic coefficient of restitution.
//
// With p the accumulated normal impulse:
//   dgN/dp = alpha + delta tau,   dgT/dp = delta + beta tau,   tau = dL_T/dp
//   slip:    tau = -mu sgn(gT)
//   gT = 0:  stick, tau = -delta/beta, iff |delta| <= mu_s beta; else slip restarts, tau = -mu sgn(delta)
// gN and gT are piecewise linear in p, the work  W = integral gN dp  piecewise quadratic: every event is
// a closed formula. Compression ends at p_c where gN = 0, rising. The impact ends where
//   routh-newton:   gN = -e gN-
//   routh-poisson:  p = (1 + R) p_c
//   routh-stronge:  W(p) - W(p_c) = -E^2 W(p_c)
// Jam (alpha - mu delta sgn(gT) < 0): gN first falls; slip stops at p = |gT| / (mu beta - |delta|).
// Self-locking (alpha beta = delta^2, stick): gN stays as it is; an end that needs it to change is
// no_solution. At gN- = 0 only a jam produces impulses, and zero impulse is a second answer. For
// gN- > 0 the contact opens: no impulse. In the band mu_k beta < |delta| <= mu_s beta stick is taken at
// gT = 0, restarted slip is a second answer.

#include <algorithm>
#include <limits>

#include <ricochet/impact/one_contact.hpp>

namespace ricochet {

namespace routh {

enum class End : unsigned char { kinematic, kinetic, energetic };

/// A stretch of constant tau: slopes of gN and L_T over p, up to the impulse p where gT vanishes.
struct Stretch {
  double slope = 0.0;  ///< dgN/dp
  double tau = 0.0;    ///< dL_T/dp
  double until = std::numeric_limits<double>::infinity();
  Mode mode = Mode::frictionless;
};

/// The one or two stretches of the process.
struct Path {
  std::array<Stretch, 2> stretch;
  int count = 1;
  bool jam = false;
  bool static_band = false;  ///< stick holds by static friction only
};

inline Stretch slip(const OneContact& c, double direction) {
  return {c.alpha - direction * c.mu * c.delta, -direction * c.mu,
          std::numeric_limits<double>::infinity(),
          direction > 0.0 ? Mode::slip_plus : Mode::slip_minus};
}

/// What follows at gT = 0.
inline Stretch from_rest(const OneContact& c, bool& static_band) {
  if (std::abs(c.delta) <= c.mu_static * c.beta) {
    static_band = std::abs(c.delta) > c.mu * c.beta;
    // The slope is det / beta >= 0; rounding must not make a locked contact move.
    const double slope = c.singular() ? 0.0 : c.alpha - c.delta * c.delta / c.beta;
    return {slope, -c.delta / c.beta, std::numeric_limits<double>::infinity(), Mode::stick};
  }
  return slip(c, c.delta > 0.0 ? 1.0 : -1.0);
}

inline Path path(const OneContact& c) {
  Path path;
  if (c.mu_static == 0.0 || (c.beta == 0.0 && c.gT == 0.0)) {
    path.stretch[0] = {c.alpha, 0.0, std::numeric_limits<double>::infinity(), Mode::frictionless};
    return path;
  }
  if (c.gT == 0.0) {
    path.stretch[0] = from_rest(c, path.static_band);
    return path;
  }
  const double s = c.gT > 0.0 ? 1.0 : -1.0;
  path.stretch[0] = slip(c, s);
  path.jam = path.stretch[0].slope < 0.0;
  const double deceleration = c.mu * c.beta - s * c.delta;  // of s gT over p
  if (deceleration > 0.0) {
    path.stretch[0].until = s * c.gT / deceleration;
    path.stretch[1] = from_rest(c, path.static_band);
    path.count = 2;
  }
  return path;
}

/// Follows one path to its end. no_solution if the end is never reached.
inline OneContactResult follow(const OneContact& c, const Path& path, End end) {
  OneContactResult r;
  const double locked = 1e-12 * c.alpha;                             // slopes below count as zero
  const double at_rest = 1e-12 * (std::abs(c.gN) + std::abs(c.gT));  // speeds below count as zero
  int k = 0;                                                         // stretch
  double p = 0.0;
  double g = c.gN;
  double work = 0.0;
  const auto advance = [&](double dp, Stage stage) {
    const Stretch& s = path.stretch[static_cast<std::size_t>(k)];
    work += dp * (g + 0.5 * s.slope * dp);
    g += s.slope * dp;
    p += dp;
    r.L_T += s.tau * dp;
    r.add(s.mode, stage, dp, s.tau * dp);
  };
  const auto room = [&] { return path.stretch[static_cast<std::size_t>(k)].until - p; };

  // Compression, to gN = 0.
  if (path.count == 2) {
    const Stretch& s = path.stretch[0];
    if (!(s.slope > locked && -g <= s.slope * s.until)) {
      advance(s.until, Stage::compression);
      k = 1;
    }
  }
  {
    const Stretch& s = path.stretch[static_cast<std::size_t>(k)];
    if (s.slope > locked) {
      advance(std::max(0.0, -g / s.slope), Stage::compression);
    } else if (g < -at_rest) {
      r.status = Status::no_solution;
      return r;
    }
    g = 0.0;
  }

  // Restitution.
  const double p_c = p;
  const double goal_g = -c.restitution * c.gN;
  double goal_work = -c.restitution * c.restitution * work;
  double goal_p = c.restitution * p_c;
  while (true) {
    const Stretch& s = path.stretch[static_cast<std::size_t>(k)];
    double dp = 0.0;
    switch (end) {
      case End::kinematic: dp = goal_g > g ? (goal_g - g) / s.slope : 0.0; break;
      case End::kinetic: dp = goal_p; break;
      case End::energetic: {
        const double root = std::sqrt(g * g + 2.0 * s.slope * goal_work);
        dp = goal_work > 0.0 ? 2.0 * goal_work / (g + root) : 0.0;
        break;
      }
    }
    if (k == path.count - 1 || dp <= room()) {
      // A locked contact (slope 0) does not accelerate; if it rests it does no work either.
      const bool stuck = s.slope <= locked && dp > 0.0;
      if (stuck && (end == End::kinematic || (end == End::energetic && g <= at_rest))) {
        r.status = Status::no_solution;
        return r;
      }
      advance(dp, Stage::restitution);
      break;
    }
    const double before = work;
    const double step = room();
    advance(step, Stage::restitution);
    goal_work -= work - before;
    goal_p -= step;
    ++k;
  }
  r.L_N = p;
  return r;
}

inline OneContactResult resolve(const OneContact& c, End end) {
  if (c.gN > 0.0) return {};
  const Path taken = path(c);
  if (c.gN == 0.0 && !taken.jam) return {};
  OneContactResult r = follow(c, taken, end);
  if (taken.static_band) {
    OneContact kinetic = c;
    kinetic.mu_static = c.mu;
    const OneContactResult other = follow(kinetic, path(kinetic), end);
    if (r.status == Status::no_solution) {  // stick locks: restarted slip is the answer
      r = other;
    } else if (other.L_N != r.L_N || other.L_T != r.L_T) {
      r.status = Status::one_of_many;
      r.other_L_N = other.L_N;
      r.other_L_T = other.L_T;
      r.other_mode = other.mode;
    }
  }
  if (r.status == Status::no_solution) {
    if (c.gN == 0.0) return {};  // only zero impulse is left
    return r;
  }
  if (c.gN == 0.0) r.status = Status::one_of_many;  // zero impulse is the other answer
  return r;
}

}  // namespace routh

/// restitution = e, kinematic.
inline OneContactResult routh_newton(const OneContact& c) {
  return routh::resolve(c, routh::End::kinematic);
}
/// restitution = R, kinetic.
inline OneContactResult routh_poisson(const OneContact& c) {
  return routh::resolve(c, routh::End::kinetic);
}
/// restitution = E, energetic.
inline OneContactResult routh_stronge(const OneContact& c) {
  const double v = std::max(std::abs(c.gN), std::abs(c.gT));
  if (v > 1e-100 && v < 1e100) return routh::resolve(c, routh::End::energetic);
  if (!(v > 0.0)) return {};
  OneContact unit = c;  // work is quadratic in the velocities: keep it from under- and overflow
  unit.gN = c.gN / v;
  unit.gT = c.gT / v;
  OneContactResult r = routh::resolve(unit, routh::End::energetic);
  r.scale(v);
  return r;
}

}  // namespace ricochet
