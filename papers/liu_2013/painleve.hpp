#pragma once
// The disc that slides on its corner A, tilted by any theta in (0, pi/2]: eqs. 2.35-2.43, derived anew.
//
// With psi = theta + phi, tan phi = h/r, l^2 = r^2 + h^2 the rows of A (components y, z, theta of the
// disc) are normal (0, 1, h sin theta - r cos theta = -l cos psi) and tangent (1, 0, h cos theta +
// r sin theta = l sin psi). Sliding with v_A > 0 makes F_T = -mu F, and with I = m (r^2/4 + h^2/3)
//
//   delta_A'' = A F + B
//   m A = 1 + m l^2 cos^2 psi / I + mu m l^2 sin psi cos psi / I    (2.39)
//   B = l sin psi theta'^2 - g                                      (2.40)
//
// A < 0, Painleve's paradox, needs psi > pi/2 and
//   mu > mu_c = (I/m + l^2 cos^2 psi) / (l^2 sin psi |cos psi|)     (2.41)
// At theta = pi/2 mu_c = r/(4h) + 4h/(3r) (2.42), least over all shapes at r/h = 4/sqrt(3), 2/sqrt(3).
// In general mu_c is least where cos 2 psi = -1/a, a = 1 + 2 I/(m l^2), if the disc gets there
// (r/h < 2.187), and at theta = pi/2 if it does not.
//
// B > 0, detachment, needs theta'^2 > g / (l sin psi). A disc of energy m E (kinetic, and g z_d) has,
// since sliding keeps some of it,
//   theta'^2 <= 2 (E - g l sin psi) / (I/m + l^2 cos^2 psi)
// and friction only takes from E. Released at rest anywhere, E <= g l, that is at most 1 - 1/sqrt(5) =
// 55 % of what detachment needs, for any shape.

namespace ricochet::papers::liu_2013 {

struct TiltedDisc {
  double r = 37.5e-3, h = 3e-3;  ///< m
  double theta = 0.0;            ///< rad

  double arm() const;               ///< l
  double psi() const;               ///< theta + phi
  double inertia_per_mass() const;  ///< m^2
  double mass_times_A(double mu) const;
  /// mu_c; infinite where friction cannot make A negative.
  double critical_friction() const;
  /// Of theta' at which B = 0.
  double critical_rotation() const;
  /// Largest theta'^2 that the energy (J/kg) allows here, over the critical one.
  double share_of_detachment(double energy) const;
  double energy_at_balance() const;  ///< J/kg, at rest with the centre above the corner: g l
};

}  // namespace ricochet::papers::liu_2013
