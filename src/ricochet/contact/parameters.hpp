#pragma once
// What a contact is made of. SI units.

#include <optional>

namespace ricochet {

/// Impulse ratio prescribed to the law `brach`: L_T / L_N itself, or a fraction of the ratio mu_0 that
/// just ends sliding.
struct ImpulseRatio {
  double value = 0.0;
  bool fraction_of_mu0 = false;
};

/// Parameters of one contact. A coefficient that is absent makes the laws that need it refuse.
struct ContactParameters {
  double mu = 0.0;         ///< kinetic coefficient of Coulomb friction, >= 0
  double mu_static = 0.0;  ///< static coefficient; below mu it counts as mu

  // Restitution, each in [0, 1]:
  std::optional<double> newton{};     ///< kinematic e:  gN+ = -e gN-
  std::optional<double> poisson{};    ///< kinetic R:    L_N(restitution) = R L_N(compression)
  std::optional<double> energetic{};  ///< energetic E:  work(restitution) = -E^2 work(compression)
  double tangential = 0.0;            ///< eps_T:        gT+ = -eps_T gT- in stick

  std::optional<double> stiffness{};             ///< normal stiffness, N/m^exponent, > 0
  std::optional<double> tangential_stiffness{};  ///< N/m, > 0
  double exponent = 1.0;                         ///< of F = stiffness x^exponent, > 0
  std::optional<ImpulseRatio> impulse_ratio{};   ///< for `brach`

  // Of motions only:
  double damping = 0.0;  ///< zeta of the compliant force k d^exponent (1 + zeta d'), s/m, >= 0
  double contact_time =
      0.0;  ///< s, >= 0: an impact that leaves gN+ < -b_N contact_time becomes contact (Liu 2.37)

  double static_friction() const { return mu_static > mu ? mu_static : mu; }

  /// Friction is not negative and coefficients of restitution are in [0, 1].
  bool possible() const {
    const auto share = [](double e) { return e >= 0.0 && e <= 1.0; };
    return mu >= 0.0 && share(newton.value_or(0.0)) && share(poisson.value_or(0.0)) &&
           share(energetic.value_or(0.0)) && share(tangential);
  }
};

}  // namespace ricochet
