#pragma once
// Lemke's method for the linear complementarity problem
//
//   w = M z + q,   w >= 0,   z >= 0,   w . z = 0
//
// with a positive covering vector and lexicographic ties, so that it cannot cycle (Cottle, Pang & Stone
// 1992, section 4.4). It ends at a solution or on a secondary ray. A ray proves non-existence only for
// some matrix classes (e.g. copositive-plus); in general it proves nothing, and another covering vector
// may lead to a solution.

#include <Eigen/Core>

namespace ricochet {

enum class LemkeEnd : unsigned char { solved, ray, iteration_limit };

/// Tableau and basis, reused between calls.
struct LemkeWorkspace {
  Eigen::MatrixXd tableau;
  Eigen::VectorXi basis;
  Eigen::VectorXd column;
  Eigen::VectorXd cover;  ///< covering vector; every entry > 0
};

/// z is resized to q.size(); at a ray it is the point the ray starts from. `attempt` 0 covers with (1, ..., 1), others with different fixed vectors.
LemkeEnd lemke(const Eigen::Ref<const Eigen::MatrixXd>& M,
               const Eigen::Ref<const Eigen::VectorXd>& q, Eigen::VectorXd& z,
               LemkeWorkspace& workspace, int attempt = 0);

}  // namespace ricochet
