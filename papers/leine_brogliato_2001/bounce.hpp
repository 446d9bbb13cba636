#pragma once
// The Frictional Bounce Model and its simplification (models `frictional-bounce`, `frictional-bounce-simplified`).
//
// Only the idea is in the text that is available (an object with normal and tangential degrees of freedom on a rigid
// surface, completely inelastic impacts, hopping, a critical friction that can be made as small as one likes). The
// equations, at the top of the models' source, and the parameters R1 and R2 are a reconstruction; no number of
// this file is the paper's.
//
// The sliding equilibrium (slip+) loses its consistency, Painleve's paradox, at mu_I: J + m a^2 = mu m a h; its
// damping, Hopf, at mu_C: c_phi + c_y a^2 = mu c_y a h; its stiffness at mu_K: k_phi + k_y a^2 = mu k_y a h, with the
// arms a and h at the equilibrium. Above mu_I the tip hops: flight, landing, stick until the edge of the cone, where
// slip is impossible (A < 0), and flight again.
// SI units.

#include <string_view>
#include <vector>

#include <papers/motion.hpp>

namespace ricochet::papers::leine_brogliato_2001 {

inline constexpr std::string_view kFull = "frictional-bounce";
inline constexpr std::string_view kSimplified = "frictional-bounce-simplified";
inline constexpr double kDampingR1 = 0.18;  ///< c_phi, N m s
inline constexpr double kDampingR2 = 0.06;

struct Criticals {
  double mu_I = 0.0, phi_I = 0.0;  ///< and the rotation of the equilibrium there, rad
  double mu_C = 0.0, phi_C = 0.0;
  double mu_K = 0.0;  ///< of the simplified model only, else NaN
};
/// mu_I: where the simulator, started in the sliding equilibrium, no longer slides (there with several modes to choose
/// from, for b > 0). mu_C and mu_K: where the derivatives of phi'' in sliding, over phi' and phi, vanish. Each by
/// bisection.
Criticals critical_frictions(std::string_view name, double damping_phi);

/// mu_I of the simplified model with J/m and the arm a0 given: where the simulator meets an impact without collision.
double inconsistent_from(double inertia_per_mass, double arm);

/// One period of the orbit to which the motion from rest settles, from one lift-off to the next.
struct Orbit {
  double period = 0.0, flight = 0.0, stick = 0.0;  ///< s
  Eigen::Vector3d exit_q, exit_u;                  ///< where stick ends
  Eigen::Vector3d landing_q, landing_u;            ///< u after the impact
  double landing_impulse = 0.0;                    ///< L_N, N s
  double x_low = 0.0, x_high = 0.0, phi_low = 0.0, phi_high = 0.0;
  double highest_gap = 0.0, largest_force = 0.0;
  double change = 0.0;  ///< of the exit state over the last period, largest component
  std::vector<Instant> instants;
};
Orbit hopping_orbit(std::string_view name, double mu);

/// The first events from rest at x = y = phi = 0 with R1: the impact without collision, the end of stick, the landing.
std::vector<Event> first_events(std::string_view name, double mu);

}  // namespace ricochet::papers::leine_brogliato_2001
