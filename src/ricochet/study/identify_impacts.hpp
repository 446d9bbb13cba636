#pragma once
// Coefficients of restitution and friction from measured impacts.
//
// One impact, posed by a ContactProblem, is repeated K times. Of repetition k some components y- of the velocities
// before and y+ after the impact were measured, generalized velocities u or contact velocities gamma:
//
//   y+_k = F(y-_k; theta) + noise,    F = the impact law,    theta = the coefficients that are looked for
//
// The estimate is the least chi^2 of weighted least squares over the physical range of theta:
//
//   chi2(theta) = sum_k r_k . C_k^-1 r_k,   r_k = y+_k - F(y-_k; theta),   C_k = S+ + J_k S- J_k^T
//
// S+- = diag(sigma^2) of the components, J_k = dF/dy-: noise before the impact counts as it arrives after it, to
// first order. Components before that were not measured have the values of the problem and are exact. Intervals are
// those of the profile of chi^2 (least_squares.hpp): they hold at kinks of F too. A contact that sticks in every
// impact bounds its mu from below only: all larger values give the same F.
//
// Two questions about the fit:
//   momentum  is M (u+ - u-) = W L for any impulses L at all? Asks the problem (masses, directions), not the law
//   law       chi2 of the estimate: are those impulses the law's?
// SI units.

#include <Eigen/Core>
#include <span>
#include <string>
#include <vector>

#include <ricochet/impact/law.hpp>
#include <ricochet/study/identified.hpp>

namespace ricochet {

/// A component of the velocities: u[index], or gamma[index] (2i: normal, 2i + 1: tangential velocity of contact i).
struct VelocityComponent {
  bool contact = false;
  Eigen::Index index = 0;
};

struct ImpactData {
  /// Either generalized velocities of the problem or contact velocities, not both; the latter (or a problem in
  /// contact space) allow contact velocities after only.
  std::vector<VelocityComponent> before;
  std::vector<VelocityComponent> after;  ///< at least one
  Eigen::MatrixXd before_values;         ///< K x before
  Eigen::MatrixXd after_values;          ///< K x after
  Eigen::VectorXd before_sigma;          ///< >= 0; 0 is exact
  /// > 0. Empty: not known, the same for all components, and estimated from the scatter about the fit; then the
  /// velocities before must be exact.
  Eigen::VectorXd after_sigma;

  Eigen::Index repetitions() const { return after_values.rows(); }
};

/// Impulses that explain the data best, law or no law; means over the repetitions.
struct MeasuredImpulse {
  double normal = 0.0;      ///< N s
  double tangential = 0.0;  ///< N s
};

struct ImpactIdentification {
  std::vector<Identified> parameters;     ///< as they were asked for
  FitTest law;                            ///< of the estimate; no test if sigma was estimated
  FitTest momentum;                       ///< likewise, of any impulses
  double sigma = 0.0;                     ///< m/s; estimated, or 0
  std::vector<MeasuredImpulse> impulses;  ///< per contact; empty if the data do not determine them
};

/// `problem` is assembled; what it says about the coefficients looked for is ignored. confidence in (0, 1).
ImpactIdentification identify_impacts(const ContactProblem& problem, const ImpactLaw& law,
                                      std::span<const SoughtCoefficient> sought,
                                      const ImpactData& data, double confidence = 0.95);

/// Puts a value in the place of a coefficient.
void set_coefficient(ContactParameters& contact, Coefficient coefficient, double value);

}  // namespace ricochet
