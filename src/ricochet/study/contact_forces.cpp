#include <ricochet/study/contact_forces.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include <ricochet/lcp/dense.hpp>

namespace ricochet {

namespace {
constexpr double kRank = 1e-9;
}

ContactForces::ContactForces(const MechanicalSystem& system, const Eigen::VectorXd& sigma)
    : system_(system), sigma_(sigma) {
  e_.fit(system.info());
}

bool ContactForces::at(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& u,
                       const Eigen::VectorXd& a, std::span<const ContactPhase> phases,
                       Eigen::VectorXd& lambda) {
  const Eigen::Index n = system_.contacts();
  lambda.setZero(2 * n);
  std::vector<Eigen::Index> columns;  // of W, closed contacts
  std::vector<Eigen::Index> held;  // those of them that are constrained, by their place in columns
  for (Eigen::Index i = 0; i < n; ++i) {
    const ContactPhase phase = phases[static_cast<std::size_t>(i)];
    if (phase == ContactPhase::unclear) return false;
    if (phase == ContactPhase::open) continue;
    held.push_back(static_cast<Eigen::Index>(columns.size()));
    columns.push_back(2 * i);
    if (phase == ContactPhase::stick) held.push_back(static_cast<Eigen::Index>(columns.size()));
    columns.push_back(2 * i + 1);
  }
  if (columns.empty()) return true;
  system_.evaluate(t, q, u, kMass | kForces | kContacts, e_);
  const auto c = static_cast<Eigen::Index>(columns.size());
  const Eigen::MatrixXd W = e_.W(Eigen::all, columns);
  Eigen::MatrixXd right(system_.dofs(), c + 1);
  right << W, e_.h;
  Eigen::MatrixXd solved;
  if (!cholesky_solve(e_.M, right, solved)) return false;
  const Eigen::MatrixXd Minv_W = solved.leftCols(c);
  const Eigen::VectorXd Minv_h = solved.col(c);

  // The constraints: lambda = particular + null_space y.
  const Eigen::MatrixXd G = W.transpose() * Minv_W;
  const Eigen::VectorXd free = W.transpose() * Minv_h + e_.bias(columns);
  const Eigen::MatrixXd constraint = G(held, Eigen::all);
  const Eigen::VectorXd rest = -free(held);
  LinearSolution particular;
  solve_any(constraint, rest, kRank, particular);
  if (!(particular.residual <= 1e-6 * (1.0 + rest.cwiseAbs().maxCoeff()))) return false;
  Eigen::VectorXd x = particular.x;
  if (particular.null_space.cols() > 0) {
    const Eigen::MatrixXd S = sigma_.cwiseInverse().asDiagonal();
    const Eigen::MatrixXd all = S * Minv_W;
    const Eigen::MatrixXd A = all * particular.null_space;
    const double size = A.cwiseAbs().maxCoeff();
    if (!(size > kRank * all.cwiseAbs().maxCoeff())) return false;  // forces that move nothing
    LinearSolution fitted;
    solve_any(A / size, S * (a - Minv_h - Minv_W * x) / size, kRank, fitted);
    if (fitted.rank < A.cols()) return false;
    x += particular.null_space * fitted.x;
  }
  for (std::size_t k = 0; k < columns.size(); ++k) {
    lambda[columns[k]] = x[static_cast<Eigen::Index>(k)];
  }
  return lambda.allFinite();
}

bool ContactForces::at(double t, const LocalFit& q, const LocalFit& u,
                       std::span<const ContactPhase> phases, ContactForceEstimate& out) {
  const Eigen::VectorXd position = q.value(t);
  const Eigen::VectorXd velocity = u.value(t);
  const Eigen::VectorXd acceleration = u.slope(t);
  out.t = t;
  if (!at(t, position, velocity, acceleration, phases, out.force)) return false;
  // Differences as wide as the noise; the forces are linear in a and quadratic in u, as a rule.
  const Eigen::Matrix2d noise = u.covariance(t);
  out.covariance.setZero(out.force.size(), out.force.size());
  Eigen::VectorXd up, down;
  Eigen::MatrixXd J(out.force.size(), 2);
  for (Eigen::Index i = 0; i < velocity.size(); ++i) {
    for (const Eigen::Index k : {0, 1}) {
      Eigen::VectorXd moved_velocity = velocity;
      Eigen::VectorXd moved_acceleration = acceleration;
      double& moved = (k == 0 ? moved_velocity : moved_acceleration)[i];
      const double centre = moved;
      const double h = sigma_[i] * std::sqrt(noise(k, k));
      moved = centre + h;
      if (!at(t, position, moved_velocity, moved_acceleration, phases, up)) return false;
      moved = centre - h;
      if (!at(t, position, moved_velocity, moved_acceleration, phases, down)) return false;
      J.col(k) = (up - down) / (2.0 * h);
    }
    out.covariance += sigma_[i] * sigma_[i] * J * noise * J.transpose();
  }
  return true;
}

}  // namespace ricochet
