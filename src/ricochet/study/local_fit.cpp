#include <ricochet/study/local_fit.hpp>

#include <ricochet/lcp/dense.hpp>

namespace ricochet {

Eigen::VectorXd LocalFit::basis(double t) const {
  Eigen::VectorXd b(order_ + 1);
  const double s = (t - middle_) / half_;
  b[0] = 1.0;
  for (int i = 1; i <= order_; ++i) b[i] = b[i - 1] * s;
  return b;
}

Eigen::VectorXd LocalFit::basis_slope(double t) const {
  const Eigen::VectorXd b = basis(t);
  Eigen::VectorXd d(order_ + 1);
  d[0] = 0.0;
  for (int i = 1; i <= order_; ++i) d[i] = i * b[i - 1] / half_;
  return d;
}

bool LocalFit::fit(const Eigen::VectorXd& t, const Eigen::MatrixXd& x, Eigen::Index first,
                   Eigen::Index count, int order) {
  order_ = order;
  if (count < order + 1) return false;
  middle_ = 0.5 * (t[first] + t[first + count - 1]);
  half_ = 0.5 * (t[first + count - 1] - t[first]);
  if (!(half_ > 0.0)) return false;
  Eigen::MatrixXd B(count, order + 1);
  for (Eigen::Index k = 0; k < count; ++k) B.row(k) = basis(t[first + k]);
  const auto rows = x.middleRows(first, count);
  const Eigen::MatrixXd normal = B.transpose() * B;
  if (!cholesky_solve(normal, Eigen::MatrixXd::Identity(order + 1, order + 1), inverse_)) {
    return false;
  }
  coefficients_ = inverse_ * (B.transpose() * rows);
  residual_ = (rows - B * coefficients_).colwise().squaredNorm();
  return true;
}

Eigen::Matrix2d LocalFit::covariance(double t) const {
  Eigen::MatrixXd b(order_ + 1, 2);
  b << basis(t), basis_slope(t);
  return b.transpose() * inverse_ * b;
}

}  // namespace ricochet
