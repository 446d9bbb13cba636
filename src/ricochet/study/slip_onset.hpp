#pragma once
// When sliding began, from noisy samples of the sliding velocity.
//
//   gamma_T(t) = 0 for t < t*,   b_1 (t - t*) + b_2 (t - t*)^2 for t >= t*,   s b_1 >= 0
//
// For each t* the b are a linear least-squares problem; chi^2 of what is left is minimised over t*, with the interval
// of its profile.

#include <Eigen/Core>
#include <vector>

namespace ricochet {

struct OnsetFit {
  bool found = false;
  double t = 0.0, low = 0.0, high = 0.0;  ///< s
  /// The profile seen from t*: at time x its root has grown to (x - t*) / sd(x), sd being constant for a parabola.
  double sd(double x) const;
  std::vector<double> times, sds;  ///< the table behind sd(), ascending
};

/// Samples of gamma_T with standard deviations `spread` > 0; s = sign of the sliding; `rise` of chi^2 inside the
/// interval. Not found if the interval does not end inside the samples.
OnsetFit find_onset(const Eigen::VectorXd& t, const Eigen::VectorXd& sliding,
                    const Eigen::VectorXd& spread, double s, double rise);

}  // namespace ricochet
