#include <ricochet/lcp/dense.hpp>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>
#include <utility>

namespace ricochet {

bool cholesky_solve(const MatrixXd& A, const MatrixXd& B, MatrixXd& X) {
  const Eigen::LLT<MatrixXd> llt(A);
  if (llt.info() != Eigen::Success) return false;
  const MatrixXd& L = llt.matrixLLT();
  for (Eigen::Index i = 0; i < A.rows(); ++i) {
    const double pivot = L(i, i) * L(i, i);
    if (!(pivot > 1e-14 * A(i, i))) return false;
  }
  X = llt.solve(B);
  return true;
}

bool symmetric_eigenvalues(const MatrixXd& A, VectorXd& values, MatrixXd& vectors) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(A);
  if (solver.info() != Eigen::Success) return false;
  values = solver.eigenvalues();
  vectors = solver.eigenvectors();
  return true;
}

bool lu_factor(Eigen::Ref<MatrixXd> A, Eigen::Ref<Eigen::VectorXi> pivots) {
  // Panels of a few columns; what is right of a panel is updated by one matrix product.
  constexpr Eigen::Index kPanel = 16;
  const Eigen::Index n = A.rows();
  for (Eigen::Index start = 0; start < n; start += kPanel) {
    const Eigen::Index end = std::min(start + kPanel, n);
    for (Eigen::Index k = start; k < end; ++k) {
      const double size = A.col(k).cwiseAbs().maxCoeff();  // entries of A below, of U above
      Eigen::Index best = 0;
      const double pivot = A.col(k).tail(n - k).cwiseAbs().maxCoeff(&best);
      if (!(pivot > 1e-11 * size)) return false;
      best += k;
      pivots[k] = static_cast<int>(best);
      if (best != k) A.row(k).swap(A.row(best));
      const Eigen::Index below = n - k - 1;
      A.col(k).tail(below) /= A(k, k);
      for (Eigen::Index j = k + 1; j < end; ++j) {
        A.col(j).tail(below) -= A(k, j) * A.col(k).tail(below);
      }
    }
    const Eigen::Index rest = n - end;
    if (rest == 0) break;
    for (Eigen::Index j = end; j < n; ++j) {  // U right of the panel
      for (Eigen::Index k = start; k < end - 1; ++k) {
        const Eigen::Index below = end - k - 1;
        A.col(j).segment(k + 1, below) -= A(k, j) * A.col(k).segment(k + 1, below);
      }
    }
    A.bottomRightCorner(rest, rest).noalias() -=
        A.block(end, start, rest, end - start) * A.block(start, end, end - start, rest);
  }
  return true;
}

void lu_solve(const Eigen::Ref<const MatrixXd>& LU, const Eigen::Ref<const Eigen::VectorXi>& pivots,
              Eigen::Ref<VectorXd> x) {
  const Eigen::Index n = LU.rows();
  for (Eigen::Index k = 0; k < n; ++k) {
    if (pivots[k] != k) std::swap(x[k], x[pivots[k]]);
  }
  for (Eigen::Index k = 0; k < n; ++k) {
    const Eigen::Index below = n - k - 1;
    x.tail(below) -= x[k] * LU.col(k).tail(below);
  }
  for (Eigen::Index k = n - 1; k >= 0; --k) {
    x[k] /= LU(k, k);
    x.head(k) -= x[k] * LU.col(k).head(k);
  }
}

void solve_any(const MatrixXd& A, const VectorXd& b, double threshold, LinearSolution& out) {
  const Eigen::Index k = A.cols();
  if (A.size() == 0) {
    out.x = VectorXd::Zero(k);
    out.null_space = MatrixXd::Identity(k, k);
    out.rank = 0;
    out.residual = b.size() == 0 ? 0.0 : b.cwiseAbs().maxCoeff();
    return;
  }
  // QR of the transpose with column pivoting gives an orthonormal basis of the row space (first `rank`
  // columns of Q) and of the null space (the rest).
  Eigen::ColPivHouseholderQR<MatrixXd> rows(A.transpose());
  rows.setThreshold(threshold);
  out.rank = rows.rank();
  const MatrixXd Q = rows.householderQ() * MatrixXd::Identity(k, k);
  out.null_space = Q.rightCols(k - out.rank);
  const MatrixXd row_space = Q.leftCols(out.rank);
  if (out.rank == 0) {
    out.x = VectorXd::Zero(k);
  } else {
    const Eigen::ColPivHouseholderQR<MatrixXd> reduced(A * row_space);
    VectorXd y = reduced.solve(b);
    y += reduced.solve(b - A * (row_space * y));  // one step of refinement
    out.x = row_space * y;
  }
  out.residual = (A * out.x - b).cwiseAbs().maxCoeff();
}

}  // namespace ricochet
