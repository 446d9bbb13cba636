#include <ricochet/files/matrices.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <ricochet/lcp/dense.hpp>

namespace ricochet {

namespace {

constexpr double symmetry_tolerance = 1e-12;

}  // namespace

Eigen::VectorXd read_vector(const Value& value, Eigen::Index size) {
  const std::vector<double> numbers = value.numbers(static_cast<std::size_t>(size));
  return Eigen::Map<const Eigen::VectorXd>(numbers.data(), size);
}

Eigen::MatrixXd read_symmetric(const Value& value, Eigen::Index size, Eigen::Index most,
                               bool (*positive)(Eigen::Index)) {
  const std::vector<Value> rows = value.items();
  const auto given = static_cast<Eigen::Index>(rows.size());
  if (size != 0 && given != size) {
    value.fail(fmt::format("the matrix has {} rows", given), fmt::format("it needs {}", size));
  }
  if (given == 0 || given > most) {
    value.fail(fmt::format("the matrix has {} rows", given),
               fmt::format("1 to {} are allowed", most));
  }
  Eigen::MatrixXd A(given, given);
  for (Eigen::Index i = 0; i < given; ++i) {
    const Value& row = rows[static_cast<std::size_t>(i)];
    A.row(i) = read_vector(row, given).transpose();
    const Value diagonal = row.items()[static_cast<std::size_t>(i)];
    diagonal.number(positive(i) ? above(0.0) : at_least(0.0));
  }
  for (Eigen::Index i = 0; i < given; ++i) {
    for (Eigen::Index j = 0; j < i; ++j) {
      const double scale = std::sqrt(A(i, i)) * std::sqrt(A(j, j));
      // Halves, because the difference itself may overflow.
      if (!(std::abs(0.5 * A(i, j) - 0.5 * A(j, i)) <= 0.5 * symmetry_tolerance * scale)) {
        rows[static_cast<std::size_t>(i)].items()[static_cast<std::size_t>(j)].fail(
            fmt::format("{} differs from its mirror image {}", A(i, j), A(j, i)),
            "the matrix must be symmetric");
      }
      A(i, j) = A(j, i) = 0.5 * A(i, j) + 0.5 * A(j, i);
    }
  }
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
