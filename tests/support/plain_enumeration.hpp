#pragma once
// All solutions of the planar Coulomb complementarity problem, by plain enumeration: the oracle of
// the tests. It shares no code with the library's own enumeration and skips no mode.
//
// The problem (lcp/coulomb.hpp): xi = G L + q, 0 <= L_N perp xi_N >= 0, -L_T in mu L_N Sgn(xi_T).
// Its solution set is the union, over the modes of the contacts, of closed polyhedra in L:
//
//   open           L_N = L_T = 0,                    xi_N >= 0
//   slip+          L_T = -mu L_N,  xi_N = 0,         L_N >= 0, xi_T >= 0
//   slip-          L_T = +mu L_N,  xi_N = 0,         L_N >= 0, xi_T <= 0
//   stick          xi_N = xi_T = 0,                  mu L_N - L_T >= 0, mu L_N + L_T >= 0
//   (mu = 0)       open, or closed: L_T = 0, xi_N = 0, L_N >= 0
//
// In each of the 4^n (2 per frictionless contact) modes the impulses left free, L = B z, obey
// linear equations A z = b, whose solutions are z = z0 + K y (K spans the kernel of A; nothing if A
// has full rank), and inequalities H y + h >= 0. Then
//
//   * the mode has a solution iff A z = b is consistent and t* = max_y min_i (H y + h)_i >= 0: one
//     linear programme, whose optimum is checked by its dual; without a kernel, t* = min h;
//   * the dimension of the set of its xi, and of its L, is found by maximizing and minimizing
//     linear functions over the polyhedron (no extent in any direction: a point).
//
// The sets of xi of the modes are convex. Two modes belong to the same solution iff their sets of
// xi meet; the distinct solutions are the connected components of the union. A component is one xi,
// or a continuum of dimension >= 1.
//
// Everything is decided in scaled variables: xi_i / (sqrt(G_ii) v) and L_i sqrt(G_ii) / v, with v =
// max |q_i| / sqrt(G_ii), so that G has unit diagonal and q is at most 1.

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include <ricochet/lcp/coulomb.hpp>

namespace ricochet::testing {

/// One distinct solution, in the units of the problem.
struct PlainSolution {
  Eigen::VectorXd xi;           ///< G L + q
  Eigen::VectorXd L;            ///< one of the impulses that give this xi
  std::vector<Mode> modes;      ///< of L
  bool impulses_unique = true;  ///< no other L has this xi (in a continuum: this sample's)

  int dimension = 0;  ///< of the set of xi: 0 for an isolated xi, >= 1 for a continuum
  // A second sample of a continuum, away from the first (not necessarily at its other end, which
  // may be at infinity); empty for an isolated xi.
  Eigen::VectorXd second_xi;
  Eigen::VectorXd second_L;

  bool continuum() const { return dimension > 0; }
};

struct PlainResult {
  std::vector<PlainSolution> solutions;  ///< distinct by xi; empty: there is no solution

  /// Distance, in decades, of the decision nearest to its threshold (a quantity x compared with a
  /// threshold c counts |log10(x / c)|). Thresholds lie between rounding error and the size of the
  /// data, four decades or more from each; a small margin says that the problem is numerically on
  /// the boundary between two answers.
  double margin = 0.0;
  std::int64_t modes = 0;           ///< examined: all
  std::int64_t feasible_modes = 0;  ///< whose polyhedron is not empty

  /// The answer is not to be relied upon: some decision is within two decades of its threshold.
  bool on_boundary() const { return margin < 2.0; }
  bool has_continuum() const;
  /// More than one xi.
  bool several() const { return solutions.size() > 1 || has_continuum(); }
};

/// G symmetric positive semidefinite 2n x 2n, q 2n, mu n (>= 0).
PlainResult plain_enumerate(const Eigen::MatrixXd& G, const Eigen::VectorXd& q,
                            const Eigen::VectorXd& mu);

/// Largest violation of the problem's conditions by L, in the scaled variables: complementarity as
/// |min(L_N, xi_N)|, friction as |L_T - clamp(L_T - xi_T, -mu L_N, mu L_N)|.
double plain_residual(const Eigen::MatrixXd& G, const Eigen::VectorXd& q, const Eigen::VectorXd& mu,
                      const Eigen::VectorXd& L);

}  // namespace ricochet::testing
