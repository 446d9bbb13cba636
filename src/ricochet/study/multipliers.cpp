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

Eigen::VectorXd direction_of(const Eigen::MatrixXd& D, double value) {
  const Eigen::EigenSolver<Eigen::MatrixXd> solver(D);
  if (solver.info() != Eigen::Success) return {};
  Eigen::Index best = -1;
  for (Eigen::Index i = 0; i < D.rows(); ++i) {
    const auto lambda = solver.eigenvalues()[i];
    if (lambda.imag() != 0.0) continue;
    if (best < 0 ||
        std::abs(lambda.real() - value) < std::abs(solver.eigenvalues()[best].real() - value)) {
      best = i;
    }
  }
  if (best < 0) return {};
  const Eigen::VectorXd v = solver.eigenvectors().col(best).real();
  Eigen::Index largest = 0;
  v.cwiseAbs().maxCoeff(&largest);
  return v / (v[largest] > 0.0 ? v.norm() : -v.norm());
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
