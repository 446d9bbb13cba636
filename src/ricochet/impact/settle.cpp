#include <ricochet/impact/settle.hpp>

#include <algorithm>

#include <ricochet/impact/one_contact.hpp>

namespace ricochet {

namespace {

using Eigen::Index;
using Eigen::VectorXd;

/// True if L satisfies every condition to 1e-12, or to its own rounding. xi is a buffer.
bool satisfied(const CoulombProblem& problem, const CoulombScale& scale, const VectorXd& L,
               VectorXd& xi) {
  xi = problem.q;
  xi.noalias() += problem.G * L;
  const double rounding = std::min(1e-9, rounding_of(problem, scale, L));
  return coulomb_residual(problem, scale, L, xi) <= std::max(1e-12, rounding);
}

/// The enumerated solution with the xi of L; -1 if none.
Index match(const CoulombProblem& problem, const CoulombScale& scale, const VectorXd& L,
            const std::vector<CoulombSolution>& solutions) {
  const VectorXd xi = problem.q + problem.G * L;
  Index best = -1;
  double distance = 1e-6 * scale.velocity;
  for (std::size_t k = 0; k < solutions.size(); ++k) {
    const CoulombSolution& s = solutions[k];
    VectorXd nearest = s.xi;
    if (s.dimension > 0) {  // the closest point of the segment
      const VectorXd along = s.xi_to - s.xi;
      const double t = (xi - s.xi).dot(along) / along.squaredNorm();
      nearest += std::clamp(t, 0.0, 1.0) * along;
    }
    const double d = (nearest - xi).cwiseAbs().maxCoeff();
    if (d <= distance) {
      distance = d;
      best = static_cast<Index>(k);
    }
  }
  return best;
}

/// Enumerates all solutions, takes one if none is known yet, and settles the status.
void examine(const CoulombProblem& problem, const CoulombScale& scale, long node_budget,
             VectorXd& L, CoulombWorkspace& w, Settled& out) {
  Enumeration all = enumerate_solutions(problem, node_budget);
  out.solutions = std::move(all.solutions);
  const bool found = has_answer(out.status);
  Index chosen = found ? match(problem, scale, L, out.solutions) : -1;
  if (!found && !out.solutions.empty()) chosen = 0;
  bool several = out.solutions.size() > 1;
  for (const CoulombSolution& s : out.solutions) several = several || s.dimension > 0;
  if (chosen >= 0) {
    std::rotate(out.solutions.begin(), out.solutions.begin() + chosen,
                out.solutions.begin() + chosen + 1);  // the one taken first
    const CoulombSolution& s = out.solutions.front();
    out.impulses_unique = s.impulses_unique;
    if (!found) {
      L = s.L;
      polish_coulomb(problem, s.modes, L, w);
    }
    if (s.least_norm && satisfied(problem, scale, s.L, w.xi)) {
      L = s.L;
      out.least_norm = true;
    }
    if (problem.contacts() > 1 || several) {
      out.status = several ? Status::one_of_many : all.complete ? Status::unique : Status::solved;
    }
  } else if (found && several) {  // it lies inside a family of two or more dimensions
    out.status = Status::one_of_many;
  } else if (!found && all.complete) {
    out.status = Status::no_solution;
  }
}

}  // namespace

void settle(const CoulombProblem& problem, Ask ask, VectorXd& L, std::vector<Mode>& modes,
            CoulombWorkspace& workspace, Settled& out, Index enumerable, long node_budget) {
  out.impulses_unique = true;
  out.least_norm = false;
  out.solutions.clear();
  const bool one = problem.contacts() == 1;
  const CoulombScale scale = scale_of(problem);
  if (one) {
    const PlaneAnswer a = solve_plane(problem.G(0, 0), problem.G(1, 1), problem.G(0, 1),
                                      problem.q[0], problem.q[1], problem.mu[0]);
    out.status = status_of(a);
    out.impulses_unique = a.impulses_unique;
    out.least_norm = !a.impulses_unique;
    L[0] = a.L_N;
    L[1] = a.L_T;
    modes[0] = a.mode;
  } else {
    const CoulombAnswer answer = solve_coulomb(problem, L, workspace);
    out.status = answer.certified ? Status::solved : Status::undecided;
  }
  // A single contact is settled in closed form; others may need the enumeration for an answer.
  const bool settled = one || has_answer(out.status);
  const bool wanted = !settled || (ask == Ask::uniqueness && has_answer(out.status));
  if (wanted && problem.contacts() <= enumerable && L.allFinite()) {
    examine(problem, scale, node_budget, L, workspace, out);
    if (ask == Ask::answer) out.solutions.clear();
  }
  if (!one && has_answer(out.status)) modes_of(problem, scale, L, modes);
}

}  // namespace ricochet
