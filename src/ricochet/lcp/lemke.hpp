#pragma once
// Lemke's method for the linear complementarity problem
//
//   w = M z + q,   w >= 0,   z >= 0,   w . z = 0
//
// with covering vector (1, ..., 1) and lexicographic ties, so that it cannot cycle (Cottle, Pang & Stone
// 1992, section 4.4). It ends at a solution or on a secondary ray. A ray proves non-existence only for
// some matrix classes (e.g. copositive-plus); in general it proves nothing.

#include <Eigen/Core>

namespace ricochet {

enum class LemkeEnd : unsigned char { solved, ray, iteration_limit };

/// Tableau and basis, reused between calls.
struct LemkeWorkspace {
  Eigen::MatrixXd tableau;
  Eigen::VectorXi basis;
  Eigen::VectorXd column;
};

/// z is resized to q.size(). iteration_limit <= 0 means 50 pivots per row.
LemkeEnd lemke(const Eigen::Ref<const Eigen::MatrixXd>& M,
               const Eigen::Ref<const Eigen::VectorXd>& q, Eigen::VectorXd& z,
               LemkeWorkspace& workspace, int iteration_limit = 0);

}  // namespace ricochet
