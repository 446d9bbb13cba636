#include <ricochet/lcp/simplex.hpp>

#include <algorithm>
#include <cmath>

#include <ricochet/lcp/tableau.hpp>

namespace ricochet {

namespace {
constexpr double kReducedCost = 1e-11;  // entries are scaled to order one
constexpr double kPivot = 1e-10;
}  // namespace

using Eigen::Index;

void Simplex::exchange(Index row, Index col) {
  pivot(tableau_, row, col, column_);
  basis_[row] = static_cast<int>(col);
}

Simplex::End Simplex::iterate(Index allowed_columns) {
  const Index rhs = tableau_.cols() - 1;
  const int limit = static_cast<int>(200 + 20 * (rows_ + allowed_columns));
  const int bland_after = static_cast<int>(20 + 2 * rows_);
  for (int iteration = 0; iteration < limit; ++iteration) {
    Index entering = -1;
    double best = -kReducedCost;
    for (Index j = 0; j < allowed_columns; ++j) {
      if (tableau_(rows_, j) < best) {
        entering = j;
        if (iteration >= bland_after) break;
        best = tableau_(rows_, j);
      }
    }
    if (entering < 0) return End::optimal;
    Index row = -1;
    double ratio = 0.0;
    for (Index i = 0; i < rows_; ++i) {
      const double p = tableau_(i, entering);
      if (p <= kPivot) continue;
      const double r = std::max(0.0, tableau_(i, rhs)) / p;
      const bool tie = row >= 0 && std::abs(r - ratio) <= 1e-14 * (1.0 + ratio);
      // Among ties the largest pivot for stability; the smallest index once Bland's rule is on.
      const bool better_tie =
          tie && (iteration >= bland_after ? basis_[i] < basis_[row] : p > tableau_(row, entering));
      if (row < 0 || (!tie && r < ratio) || better_tie) {
        row = i;
        ratio = r;
      }
    }
    if (row < 0) {
      ray_column_ = entering;
      return End::unbounded;
    }
    exchange(row, entering);
  }
  return End::stalled;
}

bool Simplex::find_point(const Eigen::Ref<const Eigen::MatrixXd>& A,
                         const Eigen::Ref<const Eigen::VectorXd>& b, double tolerance) {
  rows_ = A.rows();
  variables_ = A.cols();
  tableau_.setZero(rows_ + 1, variables_ + 1);
  basis_.resize(rows_);
  const Index rhs = variables_;
  for (Index i = 0; i < rows_; ++i) {
    const double sign = b[i] < 0.0 ? -1.0 : 1.0;
    tableau_.row(i).head(variables_) = sign * A.row(i);
    tableau_(i, rhs) = sign * b[i];
    basis_[i] = static_cast<int>(variables_ + i);
    tableau_.row(rows_).head(variables_) -= tableau_.row(i).head(variables_);
    tableau_(rows_, rhs) -= tableau_(i, rhs);
  }
  iterate(variables_);
  const double size = rows_ > 0 ? tableau_.col(rhs).head(rows_).cwiseAbs().maxCoeff() : 0.0;
  if (-tableau_(rows_, rhs) > tolerance * (1.0 + size)) return false;
  // Artificials still in the basis are at zero: drive them out where the row allows it.
  for (Index i = 0; i < rows_; ++i) {
    if (basis_[i] < variables_) continue;
    Index col = 0;
    double largest = 0.0;
    if (variables_ > 0) largest = tableau_.row(i).head(variables_).cwiseAbs().maxCoeff(&col);
    if (largest > 1e-9) {
      tableau_(i, rhs) = 0.0;
      exchange(i, col);
    } else {
      tableau_.row(i).setZero();  // a redundant row
    }
  }
  return true;
}

Simplex::End Simplex::minimise(const Eigen::Ref<const Eigen::VectorXd>& c) {
  ray_column_ = -1;
  tableau_.row(rows_).setZero();
  tableau_.row(rows_).head(variables_) = c.transpose();
  for (Index i = 0; i < rows_; ++i) {
    if (basis_[i] >= variables_) continue;
    const double cost = c[basis_[i]];
    if (cost != 0.0) tableau_.row(rows_) -= cost * tableau_.row(i);
  }
  return iterate(variables_);
}

Eigen::VectorXd Simplex::point() const {
  Eigen::VectorXd x;
  point(x);
  return x;
}

void Simplex::point(Eigen::VectorXd& x) const {
  x.setZero(variables_);
  for (Index i = 0; i < rows_; ++i) {
    if (basis_[i] < variables_) x[basis_[i]] = std::max(0.0, tableau_(i, tableau_.cols() - 1));
  }
}

Eigen::VectorXd Simplex::ray() const {
  Eigen::VectorXd d = Eigen::VectorXd::Zero(variables_);
  if (ray_column_ < 0) return d;
  d[ray_column_] = 1.0;
  for (Index i = 0; i < rows_; ++i) {
    if (basis_[i] < variables_) d[basis_[i]] = -tableau_(i, ray_column_);
  }
  return d;
}

}  // namespace ricochet
