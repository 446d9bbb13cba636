#pragma once
// Local polynomials through samples: smoothing and differentiation with their noise.
//
//   x(t) = c_0 + c_1 s + ... + c_p s^p,   s = (t - middle) / half,   least squares over the samples
//
// The samples of a column have independent noise of standard deviation sigma. Then at any time
//   value = b(t) . c,   slope = b'(t) . c,   covariance = sigma^2 b . N^-1 b  (likewise b', b' and b, b')
// with the normal matrix N of the times. Of n samples at steps h, in the middle and for p = 2:
// sd(slope) = sigma sqrt(12 / n^3) / h.

#include <Eigen/Core>

namespace ricochet {

class LocalFit {
 public:
  /// Rows [first, first + count) of the columns of x. False if the samples do not determine the polynomial.
  [[nodiscard]] bool fit(const Eigen::VectorXd& t, const Eigen::MatrixXd& x, Eigen::Index first,
                         Eigen::Index count, int order);

  Eigen::VectorXd value(double t) const { return coefficients_.transpose() * basis(t); }
  Eigen::VectorXd slope(double t) const { return coefficients_.transpose() * basis_slope(t); }
  /// Of (value, slope) of a column, for sigma = 1.
  Eigen::Matrix2d covariance(double t) const;
  /// Per column: sum of the squared residuals, of samples() - order - 1 degrees of freedom.
  const Eigen::VectorXd& residual() const { return residual_; }
  double middle() const { return middle_; }

 private:
  Eigen::VectorXd basis(double t) const;
  Eigen::VectorXd basis_slope(double t) const;

  int order_ = 0;
  double middle_ = 0.0, half_ = 1.0;
  Eigen::MatrixXd coefficients_;  // (order + 1) x columns
  Eigen::MatrixXd inverse_;       // N^-1
  Eigen::VectorXd residual_;
};

}  // namespace ricochet
