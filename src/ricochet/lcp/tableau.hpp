#pragma once
// The pivot step that Lemke's method and the simplex method share.

#include <Eigen/Core>

namespace ricochet {

/// Makes column `col` of the tableau the unit vector of row `row`. `column` is a buffer.
inline void pivot(Eigen::MatrixXd& tableau, Eigen::Index row, Eigen::Index col,
                  Eigen::VectorXd& column) {
  tableau.row(row) /= tableau(row, col);
  column = tableau.col(col);
  column[row] = 0.0;
  for (Eigen::Index c = 0; c < tableau.cols();
       ++c) {  // many are zero where contacts are far from each other
    if (tableau(row, c) != 0.0) tableau.col(c) -= tableau(row, c) * column;
  }
  tableau.col(col).setZero();
  tableau(row, col) = 1.0;
}

}  // namespace ricochet
