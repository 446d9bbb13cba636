#pragma once
// The dense factorizations the project uses, behind plain functions: their templates cost seconds of
// compile time each, so they are instantiated here and nowhere else.

#include <Eigen/Core>

namespace ricochet {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// X = A^-1 B for symmetric positive definite A (Cholesky). False if A is not positive definite to
/// rounding: a pivot is below 1e-14 of the diagonal entry it came from.
[[nodiscard]] bool cholesky_solve(const MatrixXd& A, const MatrixXd& B, MatrixXd& X);

/// Eigenvalues (ascending) and eigenvectors of a symmetric matrix. False if not converged.
[[nodiscard]] bool symmetric_eigenvalues(const MatrixXd& A, VectorXd& values, MatrixXd& vectors);

/// LU factors with partial pivoting, in place. False if a pivot is below 1e-11 of the largest entry of
/// its column in A: singular for our purposes. Neither function allocates.
[[nodiscard]] bool lu_factor(Eigen::Ref<MatrixXd> A, Eigen::Ref<Eigen::VectorXi> pivots);
void lu_solve(const Eigen::Ref<const MatrixXd>& LU, const Eigen::Ref<const Eigen::VectorXi>& pivots,
              Eigen::Ref<VectorXd> x);

/// Solution set of A x = b for any A (m x k), by a complete orthogonal decomposition:
/// x = least-norm solution, null_space = orthonormal basis (k x (k - rank)).
struct LinearSolution {
  VectorXd x;
  MatrixXd null_space;
  Eigen::Index rank = 0;
  double residual = 0.0;  ///< max |A x - b|
};
/// Rows and columns are taken as they are: scale them first. Pivots below `threshold` times the
/// largest count as zero.
void solve_any(const MatrixXd& A, const VectorXd& b, double threshold, LinearSolution& out);

}  // namespace ricochet
