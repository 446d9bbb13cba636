#pragma once
// Multiple impacts by brute force: every contact a spring, time in many small steps. The oracle of the
// law `lzb`; it shares no code with it and knows no events.
//
//   gamma' = G F,    F_Ni = k_i x_i^a_i (x_i > 0),    x_i' = -gamma_Ni / eta_i
//   eta_i = 1 while gamma_Ni <= 0, e_i^2 while gamma_Ni > 0;  x_i = 0 at the start
//
// x is the compression. A contact that has let go (x = 0) is loaded again as soon as it approaches.
// With `keep_gaps` x goes on below zero as the gap it is (e = 1 only): springs in positions, the
// compliant system itself. The two agree as long as no contact returns after it has let go.
// e = 0: at the end of its compression the contact loses its spring and is an inelastic unilateral
// constraint from then on.
//
// One step h: x over h/2, all forces there, gamma over h, x over h/2 (position Verlet, second order).
// Friction impulses of a step are those that leave every gamma_T at zero after it, cut to +-mu F h;
// with the normal forces given that is a convex problem with a unique gamma_T, whatever the rank of G:
// projected Gauss-Seidel sweeps. The coefficient is the static one where gamma_T is zero or would
// change its sign, as long as zero can be held with it; else the kinetic one. Static above kinetic
// friction costs one order where stick ends, for the force jumps there.

#include <Eigen/Core>
#include <vector>

#include <ricochet/contact/problem.hpp>

namespace ricochet::testing {

struct SpringMarch {
  long steps = 20'000;  ///< per contact_time()
  bool keep_gaps = false;
  double time_limit = 200.0;  ///< in contact times
};

struct SpringImpact {
  bool ended = false;  ///< no spring is loaded, no contact approaches; else stopped on the way
  double time = 0.0;   ///< s
  Eigen::VectorXd impulse, gamma;  ///< 2n, after
  std::vector<int> loadings;       ///< n: how often the contact was loaded from x = 0
  /// Largest difference of gamma to a march of half as many steps, over the largest |gamma-|; only
  /// from spring_impact_refined().
  double error = 0.0;
};

/// Duration of the impact of the contact that approaches fastest in units of its own stiffness, if it
/// were alone: the clock of the steps. 0 if nothing approaches.
double contact_time(const ContactProblem& problem);

/// Every contact needs stiffness and energetic coefficient.
SpringImpact spring_impact(const ContactProblem& problem, const SpringMarch& march = {});

/// With march.steps and half as many; the result is the finer one.
SpringImpact spring_impact_refined(const ContactProblem& problem, const SpringMarch& march = {});

}  // namespace ricochet::testing
