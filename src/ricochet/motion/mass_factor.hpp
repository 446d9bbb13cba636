#pragma once
// The Cholesky factor of a mass matrix, M = L L^T, written out: the matrices are small, and nothing is allocated once
// fit() has been called.

#include <Eigen/Core>
#include <cmath>

namespace ricochet {

class MassFactor {
 public:
  void fit(Eigen::Index f) { L_.setZero(f, f); }

  /// By columns. False if M is not positive definite; the factor is then not finite.
  bool factor(const Eigen::MatrixXd& M) {
    const Eigen::Index f = L_.rows();
    bool definite = true;
    diagonal_ = true;
    for (Eigen::Index j = 0; j < f; ++j) {
      double d = M(j, j);
      for (Eigen::Index k = 0; k < j; ++k) d -= L_(j, k) * L_(j, k);
      const double root = std::sqrt(d);
      definite = definite && root > 0.0;
      L_(j, j) = root;
      for (Eigen::Index i = j + 1; i < f; ++i) {
        double s = M(i, j);
        for (Eigen::Index k = 0; k < j; ++k) s -= L_(i, k) * L_(j, k);
        L_(i, j) = s / root;
        diagonal_ = diagonal_ && L_(i, j) == 0.0;
      }
    }
    return definite;
  }

  /// d = M^-1 d.
  void solve(double* d) const {
    forward(d);
    backward(d);
  }

  /// d = L^-1 d: its plain length is that of d in the metric of M^-1.
  void forward(double* d) const {
    if (diagonal_) return divide(d);
    for (Eigen::Index i = 0; i < L_.rows(); ++i) {
      double s = d[i];
      for (Eigen::Index k = 0; k < i; ++k) s -= L_(i, k) * d[k];
      d[i] = s / L_(i, i);
    }
  }

  /// d = L^-T d.
  void backward(double* d) const {
    if (diagonal_) return divide(d);
    for (Eigen::Index i = L_.rows() - 1; i >= 0; --i) {
      double s = d[i];
      for (Eigen::Index k = i + 1; k < L_.rows(); ++k) s -= L_(k, i) * d[k];
      d[i] = s / L_(i, i);
    }
  }

 private:
  void divide(double* d) const {
    for (Eigen::Index i = 0; i < L_.rows(); ++i) d[i] /= L_(i, i);
  }

  Eigen::MatrixXd L_;
  bool diagonal_ = false;
};

}  // namespace ricochet
