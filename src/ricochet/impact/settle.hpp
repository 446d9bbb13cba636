#pragma once
// A Coulomb complementarity problem (lcp/coulomb.hpp), settled as far as was asked: one answer, or all of
// them with a proof of the status. What the laws that pose such problems share (moreau one, poisson two).
//
// One contact is solved in closed form (lcp/plane.hpp), several by lcp/solve.hpp. Enumeration
// (lcp/enumerate.hpp) follows when uniqueness was asked for, or when no iteration found an answer.

#include <Eigen/Core>
#include <vector>

#include <ricochet/impact/law.hpp>
#include <ricochet/lcp/enumerate.hpp>
#include <ricochet/lcp/solve.hpp>

namespace ricochet {

struct Settled {
  Status status =
      Status::undecided;  ///< about xi: unique, solved, one_of_many, no_solution, undecided
  bool impulses_unique = true;
  bool least_norm = false;  ///< impulses not unique, L is the shortest
  /// All solutions, the one taken first; empty unless they were enumerated.
  std::vector<CoulombSolution> solutions;
};

/// Most contacts whose solutions are enumerated.
inline constexpr Eigen::Index kEnumerable = 8;

/// L: the start (zero is a good one) on entry, the answer on return; unspecified without one.
/// node_budget bounds an enumeration (lcp/enumerate.hpp).
void settle(const CoulombProblem& problem, Ask ask, Eigen::VectorXd& L, std::vector<Mode>& modes,
            CoulombWorkspace& workspace, Settled& out, Eigen::Index enumerable = kEnumerable,
            long node_budget = 2'000'000);

}  // namespace ricochet
