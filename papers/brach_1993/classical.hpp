#pragma once
// Classical solutions for the rod: the sequential use of eq. 15 of Brach 1993, which is the
// impulse-space process of the engine's routh laws.

#include <papers/brach_1993/rod.hpp>

namespace ricochet::papers::brach_1993 {

/// The impact split at the end of approach.
struct Sequence {
  double v_Cn_reversal = 0.0;  ///< normal velocity where the first sliding stops, m/s
  double v_Ct_approach = 0.0;  ///< tangential velocity at the end of approach, m/s
  double mu_A = 0.0;           ///< impulse ratio of approach
  double mu_R = 0.0;           ///< impulse ratio of rebound
};
/// For a rebound that slides in one direction.
Sequence sequence(double v_t, double f);

/// e that belongs to a given product e R, by eq. 9:
/// e / R = (alpha + delta mu_R) / (alpha + delta mu_A).
double kinematic_of_product(const Sequence& s, double e_times_R);

/// Table quantities of the Coulomb solution with kinematic coefficient e, including R and e R.
Values coulomb_values(double v_t, double f, double e);

}  // namespace ricochet::papers::brach_1993
