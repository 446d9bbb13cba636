#include <ricochet/lcp/lemke.hpp>

#include <algorithm>
#include <cmath>

#include <ricochet/lcp/tableau.hpp>

namespace ricochet {

namespace {

using Eigen::Index;

// Tableau columns: 0..m-1 the w_i (they hold B^-1), m..2m-1 the z_i, 2m the covering variable z0,
// 2m+1 the right-hand side. Invariant: w - M z - 1 z0 = q in the current basis.

void read(const Eigen::MatrixXd& T, const Eigen::VectorXi& basis, Eigen::VectorXd& z) {
  const Index m = z.size();
  for (Index i = 0; i < m; ++i) {
    if (basis[i] >= m && basis[i] < 2 * m) z[basis[i] - m] = std::max(0.0, T(i, 2 * m + 1));
  }
}

// True if row a is lexicographically smaller than row b in (rhs, B^-1) over the entering column.
bool lexicographically_less(const Eigen::MatrixXd& T, Index m, Index a, Index b, Index col) {
  const double pa = T(a, col);
  const double pb = T(b, col);
  const auto compare = [&](Index k) {
    const double x = T(a, k) / pa;
    const double y = T(b, k) / pb;
    const double tolerance = 1e-13 * (std::abs(x) + std::abs(y));
    return std::abs(x - y) <= tolerance ? 0 : (x < y ? -1 : 1);
  };
  if (const int c = compare(2 * m + 1); c != 0) return c < 0;
  for (Index k = 0; k < m; ++k) {
    if (const int c = compare(k); c != 0) return c < 0;
  }
  return false;
}

}  // namespace

LemkeEnd lemke(const Eigen::Ref<const Eigen::MatrixXd>& M,
               const Eigen::Ref<const Eigen::VectorXd>& q, Eigen::VectorXd& z,
               LemkeWorkspace& workspace, int attempt) {
  const Index m = q.size();
  z.setZero(m);
  if (m == 0 || q.minCoeff() >= 0.0) return LemkeEnd::solved;
  const int iteration_limit = static_cast<int>(50 * m);
  Eigen::VectorXd& cover = workspace.cover;
  cover.setOnes(m);
  for (Index i = 0; attempt > 0 && i < m; ++i) {  // multiples of the golden ratio: well spread
    const double x = 0.6180339887498949 * static_cast<double>((i + 1) * attempt);
    cover[i] = 0.5 + (x - std::floor(x));
  }

  Eigen::MatrixXd& T = workspace.tableau;
  T.resize(m, 2 * m + 2);
  T.leftCols(m).setIdentity();
  T.middleCols(m, m) = -M;
  T.col(2 * m) = -cover;
  T.col(2 * m + 1) = q;
  Eigen::VectorXi& basis = workspace.basis;
  basis.resize(m);
  for (Index i = 0; i < m; ++i) basis[i] = static_cast<int>(i);

  // z0 enters; the most negative row leaves (the last of equals is the lexicographic choice).
  Index row = 0;
  for (Index i = 1; i < m; ++i) {
    if (q[i] / cover[i] <= q[row] / cover[row]) row = i;
  }
  Index entering = 2 * m;
  for (int iteration = 0; iteration < iteration_limit; ++iteration) {
    const Index leaving = basis[row];
    pivot(T, row, entering, workspace.column);
    basis[row] = static_cast<int>(entering);
    if (leaving == 2 * m) {
      read(T, basis, z);
      return LemkeEnd::solved;
    }
    entering = leaving < m ? leaving + m : leaving - m;  // the complement of what left
    const double threshold = 1e-11 * T.col(entering).cwiseAbs().maxCoeff();
    row = -1;
    for (Index i = 0; i < m; ++i) {
      if (T(i, entering) <= threshold) continue;
      if (row < 0 || lexicographically_less(T, m, i, row, entering)) row = i;
    }
    if (row < 0) {
      read(T, basis, z);
      return LemkeEnd::ray;
    }
    // z0 leaves whenever it ties: that ends the method.
    for (Index i = 0; i < m; ++i) {
      if (basis[i] != 2 * m || i == row || T(i, entering) <= threshold) continue;
      const double mine = T(i, 2 * m + 1) / T(i, entering);
      const double best = T(row, 2 * m + 1) / T(row, entering);
      if (mine <= best + 1e-13 * (std::abs(mine) + std::abs(best))) row = i;
    }
  }
  return LemkeEnd::iteration_limit;
}

}  // namespace ricochet
