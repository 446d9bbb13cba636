#pragma once
// Least squares with few parameters inside bounds, for residuals that may have kinks (where a contact changes from
// stick to slip), and intervals by the profile of chi^2.
//
//   chi2(theta) = |z(theta)|^2,   low <= theta <= high,   z = (measured - computed) / standard deviation
//
// The minimum is looked for from the best points of a grid by damped Gauss-Newton steps (Levenberg, Marquardt) that
// stop at the bounds; where those end, steps along each parameter on several scales look past kinks.
//
// The profile of parameter i is P_i(x) = min chi2 over all theta with theta_i = x. Its interval
//   { x : P_i(x) <= chi2_min + rise },   rise = the chi^2 quantile of one degree of freedom,
// has the stated coverage asymptotically, like the one from the covariance, which it equals if z is linear; unlike
// that it needs no derivative at the minimum, respects bounds, and shows a parameter that the data do not bound.

#include <Eigen/Core>
#include <functional>
#include <limits>
#include <vector>

namespace ricochet {

struct LeastSquares {
  Eigen::VectorXd low, high;                ///< bounds, low < high
  std::vector<std::vector<double>> starts;  ///< per parameter: values the search begins from
  /// z(theta), always of the same size; false if there is no answer at theta, which counts as infinitely far.
  std::function<bool(const Eigen::VectorXd& theta, Eigen::VectorXd& z)> residuals;

  Eigen::Index parameters() const { return low.size(); }
};

struct Minimum {
  Eigen::VectorXd theta;
  double chi2 = std::numeric_limits<double>::infinity();  ///< infinite: nowhere an answer
};

/// The least chi2 found from the best points of the grid of all starts.
Minimum minimise(const LeastSquares& problem);
/// The least chi2 found from `theta`; parameter `fixed` (-1: none) stays as it is.
Minimum minimise_from(const LeastSquares& problem, const Eigen::VectorXd& theta,
                      Eigen::Index fixed = -1);

struct ProfileInterval {
  double low = 0.0, high = 0.0;
  bool low_open = false;   ///< the interval goes on to the bound of the range
  bool high_open = false;  ///< likewise
  Minimum best;  ///< the least chi2 met on the way; below the minimum given: start again from it
};
ProfileInterval profile_interval(const LeastSquares& problem, const Minimum& minimum,
                                 Eigen::Index parameter, double rise);

}  // namespace ricochet
