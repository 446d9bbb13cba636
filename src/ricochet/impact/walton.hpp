#pragma once
// walton: the collision operator of spheres and discs (Walton 1992; Payr & Glocker 2005, eqs. 51-57).
//
// The contact normal passes through the centre, so delta = 0. With r = gT-/gN-, K = Theta/(m s^2) and
// 1 + 1/K = beta/alpha the operator is
//   r_s = mu (1 + 1/K) (1 + e) / (1 + beta_0)                 (beta_0: tangential restitution)
//   |r| < r_s:  stick,  gT+ = -beta_0 gT-
//   r >=  r_s:  slip-,  gT+ = gT- - mu (1 + 1/K) (1 + e) gN-
//   r <= -r_s:  slip+,  gT+ = gT- + mu (1 + 1/K) (1 + e) gN-
//   gN+ = -e gN-
// (eq. 53 of the paper lacks the minus sign of -r_s).

#include <ricochet/impact/one_contact.hpp>

namespace ricochet {

/// True if the contact is one of a sphere or disc: delta = 0 to rounding.
inline bool walton_applies(const OneContact& c) {
  return std::abs(c.delta) <= 1e-12 * std::sqrt(c.alpha * c.beta);
}

inline OneContactResult walton(const OneContact& c) {
  OneContactResult r;
  if (!(c.gN < 0.0)) return r;
  r.L_N = -(1.0 + c.restitution) * c.gN / c.alpha;
  if (c.mu == 0.0 || c.beta == 0.0) {
    r.mode = Mode::frictionless;
    return r;
  }
  const double slide = c.mu * (c.beta / c.alpha) * (1.0 + c.restitution);  // mu (1 + 1/K) (1 + e)
  const double ratio = c.gT / c.gN;
  const double limit = slide / (1.0 + c.tangential);
  if (ratio >= limit) {
    r.mode = Mode::slip_minus;
    r.L_T = c.mu * r.L_N;
  } else if (ratio <= -limit) {
    r.mode = Mode::slip_plus;
    r.L_T = -c.mu * r.L_N;
  } else {
    r.mode = Mode::stick;
    r.L_T = -(1.0 + c.tangential) * c.gT / c.beta;
  }
  return r;
}

}  // namespace ricochet
