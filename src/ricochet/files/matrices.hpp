#pragma once
// Vectors and symmetric matrices from files, with the checks that make them physical.

#include <Eigen/Core>

#include <ricochet/files/value.hpp>

namespace ricochet {

Eigen::VectorXd read_vector(const Value& value, Eigen::Index size);

/// A row of W^T: not all zero, unless it may vanish.
Eigen::VectorXd read_direction(const Value& value, Eigen::Index size, bool may_vanish);

/// A square matrix of `size` rows.
Eigen::MatrixXd read_square(const Value& value, Eigen::Index size);

/// The same, symmetric to 1e-12 of its largest entry; its eigenvalues have any sign. The result is symmetric to
/// the bit.
Eigen::MatrixXd read_symmetric_any(const Value& value, Eigen::Index size);

/// A square matrix of `size` rows (0: as many as are given, at least 1 and at most `most`), symmetric:
/// |a_ij - a_ji| <= 1e-12 sqrt(a_ii a_jj). Diagonal entries are >= 0, and > 0 where
/// `positive(i)` says so. The result is symmetric to the bit.
Eigen::MatrixXd read_symmetric(const Value& value, Eigen::Index size, Eigen::Index most,
                               bool (*positive)(Eigen::Index));

/// Eigenvalues of G scaled to a unit diagonal, D^-1/2 G D^-1/2, over the largest of them, with
/// eigenvectors; those within 1e-12 of zero span the null space. The scaling makes the answer
/// independent of the masses: light and heavy bodies side by side are not singular.
struct Spectrum {
  Eigen::VectorXd scale;  ///< D^1/2; a row with a zero diagonal has that of its contact's other row
  Eigen::VectorXd relative;  ///< ascending; the last is 1
  Eigen::MatrixXd vectors;   ///< columns
  Eigen::Index rank = 0;

  /// Length of the part of v outside the range of G, over the length of v, both scaled like G.
  double outside_range(const Eigen::VectorXd& v) const;
};
inline constexpr double rank_tolerance = 1e-12;

/// Of a symmetric G with a positive trace, rows in pairs (normal, tangential); overflow-safe.
Spectrum spectrum_of(const Eigen::MatrixXd& G);

}  // namespace ricochet
