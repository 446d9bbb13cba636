#include <ricochet/files/matrices.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <ricochet/lcp/dense.hpp>

namespace ricochet {

namespace {

constexpr double symmetry_tolerance = 1e-12;

// Makes A symmetric to the bit; fails at an entry that differs from its mirror image by more than `allowed(i, j)`.
template <class Allowed>
void make_symmetric(Eigen::MatrixXd& A, const Value& value, const Allowed& allowed) {
  for (Eigen::Index i = 0; i < A.rows(); ++i) {
    for (Eigen::Index j = 0; j < i; ++j) {
      // Halves, because the difference itself may overflow.
      if (!(std::abs(0.5 * A(i, j) - 0.5 * A(j, i)) <= 0.5 * allowed(i, j))) {
        value.items()[static_cast<std::size_t>(i)].items()[static_cast<std::size_t>(j)].fail(
            fmt::format("{} differs from its mirror image {}", A(i, j), A(j, i)),
            "the matrix must be symmetric");
      }
      A(i, j) = A(j, i) = 0.5 * A(i, j) + 0.5 * A(j, i);
    }
  }
}

}  // namespace

Eigen::VectorXd read_vector(const Value& value, Eigen::Index size) {
  const std::vector<double> numbers = value.numbers(static_cast<std::size_t>(size));
  return Eigen::Map<const Eigen::VectorXd>(numbers.data(), size);
}

Eigen::VectorXd read_direction(const Value& value, Eigen::Index size, bool may_vanish) {
  Eigen::VectorXd direction = read_vector(value, size);
  if (!may_vanish && direction.isZero(0.0)) {
    value.fail("all entries are zero", "the direction needs an entry that is not");
  }
  return direction;
}

Eigen::MatrixXd read_square(const Value& value, Eigen::Index size) {
  const std::vector<Value> rows = value.items();
  if (static_cast<Eigen::Index>(rows.size()) != size) {
    value.fail(fmt::format("the matrix has {} rows", rows.size()),
               fmt::format("it needs {}", size));
  }
  Eigen::MatrixXd A(size, size);
  for (Eigen::Index i = 0; i < size; ++i) {
    A.row(i) = read_vector(rows[static_cast<std::size_t>(i)], size).transpose();
  }
  return A;
}

Eigen::MatrixXd read_symmetric_any(const Value& value, Eigen::Index size) {
  Eigen::MatrixXd A = read_square(value, size);
  const double largest = A.cwiseAbs().maxCoeff();
  make_symmetric(A, value,
                 [&](Eigen::Index, Eigen::Index) { return symmetry_tolerance * largest; });
  return A;
}

Eigen::MatrixXd read_symmetric(const Value& value, Eigen::Index size, Eigen::Index most,
                               bool (*positive)(Eigen::Index)) {
  const std::vector<Value> rows = value.items();
  const auto given = static_cast<Eigen::Index>(rows.size());
  if (size == 0 && (given == 0 || given > most)) {
    value.fail(fmt::format("the matrix has {} rows", given),
               fmt::format("1 to {} are allowed", most));
  }
  Eigen::MatrixXd A = read_square(value, size == 0 ? given : size);
  for (Eigen::Index i = 0; i < given; ++i) {
    const auto k = static_cast<std::size_t>(i);
    rows[k].items()[k].number(positive(i) ? above(0.0) : at_least(0.0));
  }
  make_symmetric(A, value, [&](Eigen::Index i, Eigen::Index j) {
    return symmetry_tolerance * std::sqrt(A(i, i)) * std::sqrt(A(j, j));
  });
  return A;
}

double Spectrum::outside_range(const Eigen::VectorXd& v) const {
  const double largest = v.cwiseAbs().maxCoeff();
  if (largest == 0.0) return 0.0;
  const Eigen::VectorXd scaled =
      (v / largest).cwiseQuotient(scale / scale.maxCoeff()).cwiseMax(-1e100).cwiseMin(1e100);
  const Eigen::VectorXd direction = (scaled / scaled.cwiseAbs().maxCoeff()).normalized();
  return (vectors.leftCols(vectors.cols() - rank).transpose() * direction).norm();
}

Spectrum spectrum_of(const Eigen::MatrixXd& G) {
  const Eigen::Index size = G.rows();
  Spectrum spectrum;
  spectrum.scale.resize(size);
  for (Eigen::Index i = 0; i < size; ++i) {
    const Eigen::Index other = i % 2 == 0 ? i + 1 : i - 1;
    const double diagonal = G(i, i) > 0.0 || other == size ? G(i, i) : G(other, other);
    spectrum.scale[i] = diagonal > 0.0 ? std::sqrt(diagonal) : 1.0;
  }
  Eigen::MatrixXd scaled(size, size);
  for (Eigen::Index j = 0; j < size; ++j) {
    for (Eigen::Index i = 0; i < size; ++i) {
      // Entries beyond 1 already make the matrix indefinite; they must only not overflow.
      scaled(i, j) = std::clamp(G(i, j) / spectrum.scale[i] / spectrum.scale[j], -1e3, 1e3);
    }
  }
  Eigen::VectorXd values;
  if (!symmetric_eigenvalues(scaled, values, spectrum.vectors)) {
    throw std::logic_error("the eigenvalues of a finite symmetric matrix did not converge");
  }
  spectrum.relative = values / values[values.size() - 1];
  spectrum.rank = (spectrum.relative.array() > rank_tolerance).count();
  return spectrum;
}

}  // namespace ricochet
