#pragma once
// All solutions of a planar Coulomb complementarity problem (coulomb.hpp), by branch and bound over the
// contact modes.
//
// A node of the tree fixes the modes of some contacts. Its impulses are non-negative combinations of cone
// generators, its conditions linear equations with non-negative slacks:
//   open: no impulse, xi_N >= 0            slip+-: L = a (1, -+mu), xi_N = 0, +-xi_T >= 0
//   stick: L = a (1, mu) + b (1, -mu), xi_N = 0, xi_T = 0
//   not yet fixed: L as in stick, xi_N >= 0
// so the set of a node contains those of its children, and a node whose linear program has no point is cut
// off with everything below it. At a leaf the equations are solved directly. A leaf with singular equations
// is a polyhedron; linear programs tell whether xi varies on it.
//
// Solutions are counted by xi. Equal xi with different impulses is one solution with impulses_unique =
// false and the least-norm impulses of its mode:
//   min |L|^2  subject to  G L = G L*,  the mode's cone and slip equations.
//
// Decisions are made to 1e-10 in variables scaled so that G has unit diagonal: a problem that is on a
// boundary counts as having the solutions of both sides. What is found is checked against the problem as
// posed; if something fails (data of very different size), it is left out and `complete` is false.

#include <Eigen/Core>
#include <vector>

#include <ricochet/lcp/coulomb.hpp>

namespace ricochet {

struct CoulombSolution {
  Eigen::VectorXd L;
  Eigen::VectorXd xi;
  std::vector<Mode> modes;
  bool impulses_unique = true;
  bool least_norm = false;  ///< impulses not unique, L is the shortest
  /// Dimension of the family of xi this stands for; 0: one xi. Of a family, L and L_to are two members,
  /// as far apart as it goes in its longest direction; with `unbounded` it goes on beyond L_to.
  int dimension = 0;
  bool unbounded = false;
  Eigen::VectorXd L_to;
  Eigen::VectorXd xi_to;
};

struct Enumeration {
  std::vector<CoulombSolution> solutions;
  bool complete =
      true;  ///< false: solutions may be missing (budget used up, or numerically unclear)
  long nodes = 0;
};

/// node_budget bounds the work; 8 contacts need a few hundred to some ten thousand nodes.
Enumeration enumerate_solutions(const CoulombProblem& problem, long node_budget = 2'000'000);

}  // namespace ricochet
