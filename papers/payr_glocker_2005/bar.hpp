#pragma once
// The bar of Payr & Glocker 2005: mass m, half length s, central inertia K m s^2, striking a
// half-plane with its tip at the angle phi between bar and surface. With m = s = 1 (eq. 22)
//     alpha = 1 + cos^2 phi / K,  beta = 1 + sin^2 phi / K,  delta = sin phi cos phi / K    in 1/m
// K = 1/3: slender bar; K = 2/5: the inertia of a sphere; phi = 90 deg: a sphere or disc.
//
// Closed collision operator (eqs. 29-50), r = gT-/gN-, q = (1 + eps_N) / (1 + eps_T):
//     backward slip  L_T = +mu L_N   iff  a = alpha + mu delta > 0 and r >= q (delta + mu beta) / a
//     forward slip   L_T = -mu L_N   iff  a = alpha - mu delta > 0 and r <= q (delta - mu beta) / a
//     stick          |L_T| < mu L_N  otherwise
// written here from the paper, apart from the engine, which solves the complementarity problem.

#include <ricochet/impact/one_contact.hpp>

namespace ricochet::papers::payr_glocker_2005 {

inline constexpr double kSlender = 1.0 / 3.0;
inline constexpr double kSphere = 2.0 / 5.0;

struct Parameters {
  double K = kSlender;
  double mu = 0.5;
  double eps_N = 1.0;
  double eps_T = 1.0;
};

/// The bar at an angle (rad) with given contact velocities.
OneContact contact(const Parameters& p, double phi, double gN, double gT);

/// Velocity ratios gT-/gN- where the regime changes; NaN where the slip regime does not exist.
struct Boundaries {
  double backward = 0.0;  ///< eq. 34
  double forward = 0.0;   ///< eq. 47
};
Boundaries boundaries(const OneContact& c);

enum class Regime : unsigned char { backward_slip, stick, forward_slip };
Regime regime_of(Mode mode);

/// What the closed forms say of one impact with gN- < 0.
struct ClosedForm {
  Regime regime = Regime::stick;
  double L_N = 0.0, L_T = 0.0;  ///< eqs. 29-30, 35-36, 42-43
  double post_ratio = 0.0;      ///< gT+/gN+, eqs. 48-50; eps_N > 0
};
ClosedForm closed_form(const OneContact& c);

/// The engine's answer as velocities and energy.
struct Answer {
  Regime regime = Regime::stick;
  double gN = 0.0, gT = 0.0;  ///< after
  /// Change of kinetic energy over the least kinetic energy that has these velocities before.
  double energy_gain = 0.0;
};
Answer engine(const OneContact& c);

double radians(double degrees);
double degrees(double radians);

}  // namespace ricochet::papers::payr_glocker_2005
