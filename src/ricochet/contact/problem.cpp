#include <ricochet/contact/problem.hpp>

#include <ricochet/lcp/dense.hpp>

namespace ricochet {

bool ContactProblem::assemble() {
  const Eigen::Index f = u.size();
  const Eigen::Index n = contacts();
  if (M.rows() != f || M.cols() != f || W.rows() != f || W.cols() != 2 * n) return false;
  if (surface_velocity.size() != 0 && surface_velocity.size() != 2 * n) return false;
  if (surface_velocity.size() == 0) surface_velocity = Eigen::VectorXd::Zero(2 * contacts());
  if (!cholesky_solve(M, W, Minv_W)) return false;
  G.noalias() = W.transpose() * Minv_W;
  // Symmetric to the bit, so that laws may read either triangle.
  for (Eigen::Index i = 0; i < G.rows(); ++i) {
    for (Eigen::Index j = 0; j < i; ++j) G(i, j) = G(j, i) = 0.5 * (G(i, j) + G(j, i));
  }
  assemble_velocities();
  return true;
}

void ContactProblem::assemble_velocities() {
  gamma.noalias() = W.transpose() * u;
  gamma -= surface_velocity;
}

}  // namespace ricochet
