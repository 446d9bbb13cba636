#pragma once
// The force of one compliant planar contact: viscoelastic in the normal direction, Coulomb in the
// tangential one. Knows nothing of the bodies that touch.
//
// Normal force (Hunt & Crossley 1975), compression d >= 0 in m, rate d' in m/s (> 0 while
// compressing):
//     F_N = kappa d^p (1 + zeta d')          kappa in N/m^p, p >= 1, zeta in s/m
// It returns to zero when d = 0 or when d' = -1/zeta; contact ends at whichever comes first, and
// the surface cannot pull. Unlike a linear dashpot it is zero at the first touch.
//
// Tangential force, with the contact's equation of motion
//     gT' = b_T + delta F_N + beta F_T       (b_T: tangential acceleration without contact force)
//     gT > 0: F_T = -f F_N     gT < 0: F_T = +f F_N
//     gT = 0: F_T = -(b_T + delta F_N) / beta, the force that keeps gT = 0, iff |F_T| <= f F_N;
//             otherwise slip starts in the direction of b_T + delta F_N.

#include <cmath>
#include <string_view>

namespace ricochet {

struct HuntCrossley {
  double stiffness = 1000.0;  ///< kappa, N/m^p, > 0
  double damping = 0.0;       ///< zeta, s/m, >= 0
  double exponent = 1.0;      ///< p, >= 1

  /// 1 + zeta d'. Contact ends when it falls to zero.
  double damping_factor(double rate) const { return 1.0 + damping * rate; }

  /// The formula continued smoothly past the end of contact (odd in d, pulling for d' < -1/zeta):
  /// what an integrator needs on both sides of the event that ends contact.
  double continued(double compression, double rate) const {
    const double power =
        exponent == 1.0 ? compression
                        : std::copysign(std::pow(std::abs(compression), exponent), compression);
    return stiffness * power * damping_factor(rate);
  }

  /// The force itself: zero out of contact, never pulling.
  double force(double compression, double rate) const {
    return compression > 0.0 && damping_factor(rate) > 0.0 ? continued(compression, rate) : 0.0;
  }

  /// Rate of the continued force, N/s, with d'' = `acceleration`.
  double continued_rate(double compression, double rate, double acceleration) const {
    const double slope =
        exponent == 1.0 ? 1.0 : exponent * std::pow(std::abs(compression), exponent - 1.0);
    return stiffness * slope * rate * damping_factor(rate) +
           continued(compression, 0.0) * damping * acceleration;
  }

  /// Elastic energy stored at a compression: kappa d^(p+1) / (p+1), J.
  double energy(double compression) const {
    return compression > 0.0 ? stiffness * std::pow(compression, exponent + 1.0) / (exponent + 1.0)
                             : 0.0;
  }
};

/// State of the tangential direction while the contact is closed.
enum class TangentialMode : unsigned char {
  slip_plus,   ///< gT >= 0, F_T = -f F_N
  slip_minus,  ///< gT <= 0, F_T = +f F_N
  stick        ///< gT = 0, |F_T| <= f F_N
};
std::string_view to_string(TangentialMode mode);

/// The tangential equation of motion at one instant.
struct TangentialDynamics {
  double beta = 1.0;   ///< 1/kg, > 0
  double delta = 0.0;  ///< 1/kg
  double bias = 0.0;   ///< b_T, m/s^2

  double stick_force(double normal_force) const { return -(bias + delta * normal_force) / beta; }
};

struct CompliantContact {
  HuntCrossley normal;
  double friction = 0.0;  ///< f, >= 0

  double tangential_force(TangentialMode mode, const TangentialDynamics& dynamics,
                          double normal_force) const {
    switch (mode) {
      case TangentialMode::slip_plus: return -friction * normal_force;
      case TangentialMode::slip_minus: return friction * normal_force;
      case TangentialMode::stick: break;
    }
    return dynamics.stick_force(normal_force);
  }

  /// Mode that starts at gT = 0. At the first touch, where F_N = 0, the limit F_N -> 0+ decides: a
  /// bias makes the tip slip its way; without bias the contact sticks iff |delta| <= f beta.
  TangentialMode mode_at_rest(const TangentialDynamics& dynamics, double normal_force) const {
    const bool touch = normal_force == 0.0 && dynamics.bias == 0.0;
    const double load = touch ? 1.0 : normal_force;
    if (friction > 0.0 && std::abs(dynamics.stick_force(load)) <= friction * load) {
      return TangentialMode::stick;
    }
    return dynamics.bias + dynamics.delta * load >= 0.0 ? TangentialMode::slip_plus
                                                        : TangentialMode::slip_minus;
  }
};

}  // namespace ricochet
