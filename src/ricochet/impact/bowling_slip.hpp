#pragma once
// The minimisation inside the law `bowling` (impact/bowling.hpp), posed in its free unknowns.
//
// y = the k tangential velocities after the impact that enter the objective. Everything else depends on
// them linearly; for contact i
//     v_i(y) tangential velocity,   t_i(y), n_i(y) tangential and normal impulse.
// Friction curve (33) with v_s = slip_speed, a = exponent, and floor (32):
//     mu_i(v) = m_i + (s_i - m_i) exp(-(|v|/v_s)^a),     s_i = mu_static, m_i = mu_min
//     minimise  f(y) = |y|^2 + sum_i (s_i - mu_i(v_i))^2                                      (27), (28)
//     subject to  |t_i| >= mu_i(v_i) n_i,   n_i >= 0                                          (29), (30)
// y and v in m/s enter f beside pure numbers, as printed: the law is not invariant under a change of the
// unit of velocity.

#include <Eigen/Core>
#include <vector>

namespace ricochet {

struct SlipProblem {
  // Row per contact: value at y = 0, and change per unknown.
  Eigen::VectorXd velocity0;    ///< n, m/s
  Eigen::MatrixXd velocity;     ///< n x k
  Eigen::VectorXd tangential0;  ///< n, N s
  Eigen::MatrixXd tangential;   ///< n x k
  Eigen::VectorXd normal0;      ///< n, N s
  Eigen::MatrixXd normal;       ///< n x k
  Eigen::VectorXd mu_static;    ///< n; 0 for a contact without friction, which has t_i = 0
  Eigen::VectorXd mu_min;       ///< n, (32)
  double slip_speed = 1.4e-4;   ///< v_s, m/s
  double exponent = 1.0;        ///< a
  double speed = 1.0;           ///< what counts as a large velocity, m/s
  double impulse = 1.0;         ///< and impulse, N s

  Eigen::Index contacts() const { return velocity0.size(); }
  Eigen::Index unknowns() const { return velocity.cols(); }
  /// Sizes every array for n contacts and k unknowns, with zeros. No allocation when sizes do not grow.
  void reset(Eigen::Index n, Eigen::Index k);
  double decay(double v) const;                     ///< exp(-(|v|/v_s)^a)
  double friction(Eigen::Index i, double v) const;  ///< (33)
  double objective(const Eigen::VectorXd& y) const;
  /// Largest violation of (29) and (30), over `impulse`; 0 if none.
  double violation(const Eigen::VectorXd& y) const;
};

/// Sets mu_min, (32): the smaller of mu_kinetic and the ratio |t_i| / n_i at the no-slip point of the
/// contact, which is the y closest to 0 with v_i(y) = 0. Where there is none, mu_kinetic.
void set_least_friction(SlipProblem& problem, const Eigen::VectorXd& mu_kinetic);

struct SlipAnswer {
  bool found = false;     ///< false: no y satisfies (29) and (30)
  bool complete = false;  ///< the search was finished: `found` and `several` are proved
  double y = 0.0;         ///< the global minimum
  bool several = false;   ///< another minimum is as low (relative 1e-13)
  double other = 0.0;
};

/// The global minimum for one unknown. Branch and bound: between the points where a v_i, t_i or n_i
/// changes its sign every factor of f, f' and of (29) is monotone, so that its values at the ends of an
/// interval bound it inside. An interval is left when it cannot hold a lower f, when (29) fails
/// throughout, or when (29) holds throughout and f is monotone; else it is halved, down to rounding.
/// Beyond the last such point friction is constant, (29) linear and f grows: nothing is to be found.
/// `scratch` is a buffer.
SlipAnswer minimise_one(const SlipProblem& problem, std::vector<double>& scratch);

/// A minimum for any number of unknowns >= 1: NLopt's SLSQP from a fixed set of starts, for each pattern
/// of signs of t_i. Allocates. False if no start leads to a point that satisfies (29) and (30) to 1e-9;
/// that the minimum is global is likely, not proved.
[[nodiscard]] bool minimise_many(const SlipProblem& problem, Eigen::VectorXd& y);

}  // namespace ricochet
