#pragma once
// brach: the impulse-ratio law (Brach 1989, 1993). Kinematic restitution e and a ratio m = L_T/L_N that
// may stand for any tangential process:
//
//   L_N(m) = -(1+e) gN / (alpha + delta m),   L_T = m L_N,   gN+ = -e gN,
//   gT+(m) = gT + (delta + beta m) L_N        (increases with m)
//
// Limits on m, on the side where friction brakes (gT+ moves towards 0 as m leaves 0):
//   mu_0:  gT+ = 0:   mu_0 = (delta (1+e) gN - alpha gT) / (delta gT - beta (1+e) gN)
//   mu_T:  no energy loss, the root on that side of
//          (1-e) gN (alpha + delta m) + m [2 gT (alpha + delta m) - (1+e) gN (delta + beta m)] = 0
// A limit is absent when it lies beyond the pole alpha + delta m = 0 (L_N would be negative).
// - A prescribed ratio on that side is cut in magnitude to the smaller of |mu_0| and |mu_T|. A ratio on
//   the other side drives the sliding; it is used as given, and any energy gain is flagged.
// - Without a ratio the Coulomb coefficient f gives it by Brach's sequential procedure over
//   one-directional sliding or sticking, which is the process of routh-newton (or, if only an energetic
//   coefficient is given, of routh-stronge); the result is then limited by mu_T.

#include <optional>

#include <ricochet/contact/parameters.hpp>
#include <ricochet/impact/routh.hpp>

namespace ricochet {

/// Limits of the impulse ratio; NaN where a limit is absent.
struct BrachLimits {
  double mu_0 = std::numeric_limits<double>::quiet_NaN();
  double mu_T = std::numeric_limits<double>::quiet_NaN();
  double side = 0.0;  ///< sign of the ratios that brake; 0 if m = 0 already ends sliding
};

/// alpha + delta m below this share of alpha counts as the pole.
inline constexpr double pole = 1e-12;

inline BrachLimits brach_limits(const OneContact& c) {
  BrachLimits limits;
  const double e1 = (1.0 + c.restitution) * c.gN;
  const double frictionless = c.gT - c.delta / c.alpha * e1;  // gT+ at m = 0
  limits.side = frictionless > 0.0 ? -1.0 : frictionless < 0.0 ? 1.0 : 0.0;
  if (limits.side == 0.0) limits.mu_0 = 0.0;
  if (c.singular() || limits.side == 0.0) return limits;  // det = 0: mu_0 is the pole itself
  const auto admissible = [&](double m) {
    return std::isfinite(m) && m * limits.side >= 0.0 && c.alpha + c.delta * m > pole * c.alpha;
  };
  const double mu_0 = (c.delta * e1 - c.alpha * c.gT) / (c.delta * c.gT - c.beta * e1);
  if (admissible(mu_0)) limits.mu_0 = mu_0;

  // c2 m^2 + 2 c1 m + c0 = 0, negative where energy is lost.
  const double c0 = (1.0 - c.restitution) * c.gN * c.alpha;
  const double c1 = c.gT * c.alpha - c.restitution * c.gN * c.delta;
  const double c2 = 2.0 * c.gT * c.delta - e1 * c.beta;
  const double discriminant = c1 * c1 - c2 * c0;
  const bool gains_at_once = c0 == 0.0 && (c1 * limits.side > 0.0 || (c1 == 0.0 && c2 > 0.0));
  if (gains_at_once) {  // e = 1: no loss at m = 0, and every braking ratio gains
    limits.mu_T = 0.0;
  } else if (discriminant >= 0.0) {
    const double t = -(c1 + std::copysign(std::sqrt(discriminant), c1));
    for (const double m : {t / c2, c0 / t}) {
      const bool nonzero = m != 0.0;
      if (nonzero && admissible(m) && !(std::abs(m) >= std::abs(limits.mu_T))) limits.mu_T = m;
    }
  }
  return limits;
}

/// Which limit acted, and its value (NaN: none).
struct BrachAction {
  double cut_to_mu0 = std::numeric_limits<double>::quiet_NaN();
  double cut_to_muT = std::numeric_limits<double>::quiet_NaN();
};

/// c.restitution is the kinematic e, or with `energetic` (and no ratio) Stronge's E.
inline OneContactResult brach(const OneContact& c, const std::optional<ImpulseRatio>& ratio,
                              bool energetic = false, BrachAction* action = nullptr) {
  const auto with_ratio = [&c](double m) {
    OneContactResult r;
    const double slope = c.alpha + c.delta * m;
    if (!(slope > pole * c.alpha)) {
      r.status = Status::no_solution;
      return r;
    }
    r.L_N = -(1.0 + c.restitution) * c.gN / slope;
    r.L_T = m * r.L_N;
    const double after = c.gT + (c.delta + c.beta * m) * r.L_N;
    const double rounding = 1e-12 * (std::abs(c.gT) + std::abs(c.gN));
    r.mode = m == 0.0                      ? Mode::frictionless
             : std::abs(after) <= rounding ? Mode::stick
             : m < 0.0                     ? Mode::slip_plus
                                           : Mode::slip_minus;
    return r;
  };
  if (!ratio) {
    OneContactResult r = energetic ? routh_stronge(c) : routh_newton(c);
    if (energetic || !(r.L_N > 0.0) || !(c.gN < 0.0)) return r;
    // Beyond mu_T is where energy is created: no need for the limits otherwise.
    const double gN = c.gN + c.alpha * r.L_N + c.delta * r.L_T;
    const double gT = c.gT + c.delta * r.L_N + c.beta * r.L_T;
    const double gain = r.L_N * (gN + c.gN) + r.L_T * (gT + c.gT);
    if (!(gain > 1e-12 * (r.L_N * std::abs(c.gN) + std::abs(r.L_T * c.gT)))) return r;
    const BrachLimits limits = brach_limits(c);
    const double m = r.L_T / r.L_N;
    if (m * limits.side > 0.0 && std::abs(m) > std::abs(limits.mu_T)) {
      r = with_ratio(limits.mu_T);
      if (action != nullptr) action->cut_to_muT = limits.mu_T;
    }
    return r;
  }
  if (!(c.gN < 0.0)) return {};
  const BrachLimits limits = brach_limits(c);
  double m = ratio->value;
  if (ratio->fraction_of_mu0) {
    if (std::isnan(limits.mu_0)) {
      OneContactResult r;
      r.status = Status::no_solution;
      return r;
    }
    m *= limits.mu_0;
  }
  if (m * limits.side > 0.0 || limits.side == 0.0) {
    if (std::abs(m) > std::abs(limits.mu_0)) {
      m = limits.mu_0;
      if (action != nullptr) action->cut_to_mu0 = m;
    }
    if (std::abs(m) > std::abs(limits.mu_T)) {
      m = limits.mu_T;
      if (action != nullptr) *action = {std::numeric_limits<double>::quiet_NaN(), m};
    }
  }
  return with_ratio(m);
}

}  // namespace ricochet
