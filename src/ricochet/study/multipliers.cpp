#include <ricochet/study/multipliers.hpp>

#include <algorithm>
#include <cmath>

#include <Eigen/Eigenvalues>

namespace ricochet {

std::vector<std::complex<double>> multipliers_of(const Eigen::MatrixXd& D) {
  if (D.size() == 0 || !D.allFinite()) return {};
  const Eigen::EigenSolver<Eigen::MatrixXd> solver(D, false);
  if (solver.info() != Eigen::Success) return {};
  std::vector<std::complex<double>> all(solver.eigenvalues().begin(), solver.eigenvalues().end());
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
    const double x = std::abs(a), y = std::abs(b);
    return x != y ? x > y : a.imag() > b.imag();
  });
  return all;
}

std::string_view to_string(Stability stability) {
  switch (stability) {
    case Stability::stable: return "stable";
    case Stability::unstable: return "unstable";
    case Stability::marginal: return "marginal";
  }
  return "?";
}

Stability stability_of(const std::vector<std::complex<double>>& multipliers, double tolerance) {
  const double largest = multipliers.empty() ? 0.0 : std::abs(multipliers.front());
  if (largest < 1.0 - tolerance) return Stability::stable;
  return largest > 1.0 + tolerance ? Stability::unstable : Stability::marginal;
}

}  // namespace ricochet
