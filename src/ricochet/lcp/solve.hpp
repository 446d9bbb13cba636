#pragma once
// One solution of a planar Coulomb complementarity problem (coulomb.hpp), certified by its residual.
//
//  1. Gauss-Seidel sweeps, each contact solved exactly in its own plane, until the modes settle.
//  2. One direct solve of the equations of these modes (xi_N = 0 where closed, xi_T = 0 where sticking,
//     L_T = -+mu L_N where slipping), refined; certified if the residual of ALL conditions is small. If not,
//     a few more in the modes its result points to (generalized Newton).
//  3. Otherwise Lemke's method on the copositive form (Stewart & Trinkle 1996)
//       w_N = xi_N            complementary to L_N
//       w_+ =  xi_T + sigma   complementary to L_T+         L_T = L_T+ - L_T-
//       w_- = -xi_T + sigma   complementary to L_T-
//       w_s = mu L_N - L_T+ - L_T-   complementary to sigma
//     finished by the same direct solve.
// No allocation once the workspace has grown, except for singular equations.

#include <Eigen/Core>
#include <vector>

#include <ricochet/lcp/coulomb.hpp>
#include <ricochet/lcp/dense.hpp>
#include <ricochet/lcp/lemke.hpp>

namespace ricochet {

struct CoulombWorkspace {
  std::vector<Mode> modes, previous, tried;
  Eigen::VectorXd xi;
  Eigen::VectorXd candidate, candidate_xi;
  // Of the direct solve, whose size changes with the modes: storage for the largest, never shrunk.
  std::vector<double> A, LU;
  Eigen::VectorXd x, r;
  Eigen::VectorXi pivots, rows;
  Eigen::MatrixXd lcp_M;
  Eigen::VectorXd lcp_q, lcp_z;
  LemkeWorkspace lemke;
  LinearSolution singular;
};

struct CoulombAnswer {
  bool certified = false;  ///< residual <= 1e-12, or at rounding level for large impulses
  double residual = 0.0;
  int sweeps = 0;
  bool by_lemke = false;
};

/// L holds the start on entry (any values; zero is a good one) and the solution on return.
CoulombAnswer solve_coulomb(const CoulombProblem& problem, Eigen::VectorXd& L,
                            CoulombWorkspace& workspace);

/// The residual of a solution known in double precision and its modes, after refining it in extended
/// precision (64-bit mantissa). Where impulses are thousands of times their scale (a narrow wedge), rounding
/// them to double moves the conditions by more than 1e-12; this tells whether they are met before rounding.
/// On return L is the refined solution rounded, change = G L rounded once. Allocates.
double certify_in_extended_precision(const CoulombProblem& problem, const std::vector<Mode>& modes,
                                     Eigen::VectorXd& L, Eigen::VectorXd& change,
                                     CoulombWorkspace& workspace);

/// Step 2 alone: improves L, a solution known to few digits, by a direct solve in the given modes. L is
/// left as it was if the result is not certified.
CoulombAnswer polish_coulomb(const CoulombProblem& problem, const std::vector<Mode>& modes,
                             Eigen::VectorXd& L, CoulombWorkspace& workspace);

}  // namespace ricochet
