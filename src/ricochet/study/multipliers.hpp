#pragma once
// Floquet multipliers: eigenvalues of the derivative of a return map. A small disturbance of the orbit has grown by the
// factor lambda, in its direction, at the next return: stable iff all |lambda| < 1.

#include <Eigen/Core>
#include <complex>
#include <string_view>
#include <vector>

namespace ricochet {

/// By descending modulus, then by descending imaginary part. Empty if not converged.
std::vector<std::complex<double>> multipliers_of(const Eigen::MatrixXd& D);

enum class Stability : unsigned char {
  stable,    ///< all |lambda| < 1
  unstable,  ///< some |lambda| > 1
  marginal   ///< the largest is 1 within the tolerance asked for
};
std::string_view to_string(Stability stability);
Stability stability_of(const std::vector<std::complex<double>>& multipliers, double tolerance);

}  // namespace ricochet
