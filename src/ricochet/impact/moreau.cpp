#include <ricochet/impact/moreau.hpp>

#include <algorithm>

#include <ricochet/impact/workspace.hpp>
#include <ricochet/lcp/enumerate.hpp>
#include <ricochet/lcp/solve.hpp>

namespace ricochet {

namespace {

using Eigen::Index;

/// Most contacts whose solutions are enumerated when no iteration finds one.
constexpr Index kEnumerable = 8;

void pose(const ContactProblem& problem, Workspace& w) {
  const Index n = problem.contacts();
  w.q.resize(2 * n);
  w.mu.resize(n);
  for (Index i = 0; i < n; ++i) {
    const ContactParameters& c = problem.contact[static_cast<std::size_t>(i)];
    const double gN = problem.gamma[2 * i];
    w.q[2 * i] = gN > 0.0 ? gN : (1.0 + *c.newton) * gN;
    w.q[2 * i + 1] = (1.0 + c.tangential) * problem.gamma[2 * i + 1];
    w.mu[i] = c.mu;
  }
}

void solve_one(const ContactProblem& problem, ImpactOutcome& out) {
  OneContact c = only_contact(problem);
  c.restitution = *problem.contact.front().newton;
  const OneContactResult r = moreau_one_contact(c);
  out.status = r.status;
  out.impulse[0] = r.L_N;
  out.impulse[1] = r.L_T;
  out.modes[0] = r.mode;
  out.impulses_unique = r.impulses_unique;
  out.least_norm = !r.impulses_unique;
  if (r.status == Status::one_of_many && c.gN == 0.0 && r.L_N > 0.0) {
    out.warnings.push_back({WarningId::limit_of_approach, 0, 0.0});
  }
}

void keep(const ContactProblem& problem, const CoulombProblem& coulomb, Enumeration& all,
          ImpactOutcome& out) {
  for (CoulombSolution& s : all.solutions) {
    ImpactSolution keep;
    keep.gamma = problem.gamma + coulomb.G * s.L;
    if (!problem.in_contact_space()) keep.u = problem.u + problem.Minv_W * s.L;
    keep.velocity_dimension = s.dimension;
    keep.unbounded = s.unbounded;
    keep.impulses_unique = s.impulses_unique;
    keep.least_norm = s.least_norm;
    if (s.dimension > 0) {
      keep.gamma_to = problem.gamma + coulomb.G * s.L_to;
      keep.impulse_to = std::move(s.L_to);
    }
    keep.impulse = std::move(s.L);
    keep.modes = std::move(s.modes);
    out.solutions.push_back(std::move(keep));
  }
}

/// True if L satisfies every condition to 1e-12, or to its own rounding. xi is a buffer.
bool satisfied(const CoulombProblem& coulomb, const CoulombScale& scale, const Eigen::VectorXd& L,
               Eigen::VectorXd& xi) {
  xi = coulomb.q;
  xi.noalias() += coulomb.G * L;
  const double rounding = std::min(1e-9, rounding_of(coulomb, scale, L));
  return coulomb_residual(coulomb, scale, L, xi) <= std::max(1e-12, rounding);
}

/// The enumerated solution with the velocities of the outcome; -1 if none.
Index match(const ContactProblem& problem, const ImpactOutcome& out, const CoulombScale& scale) {
  Eigen::VectorXd gamma = problem.gamma + problem.G * out.impulse;
  Index best = -1;
  double distance = 1e-6 * scale.velocity;
  for (std::size_t k = 0; k < out.solutions.size(); ++k) {
    const ImpactSolution& s = out.solutions[k];
    Eigen::VectorXd nearest = s.gamma;
    if (s.velocity_dimension > 0) {  // the closest point of the segment
      const Eigen::VectorXd along = s.gamma_to - s.gamma;
      const double t = (gamma - s.gamma).dot(along) / along.squaredNorm();
      nearest += std::clamp(t, 0.0, 1.0) * along;
    }
    const double d = (nearest - gamma).cwiseAbs().maxCoeff();
    if (d <= distance) {
      distance = d;
      best = static_cast<Index>(k);
    }
  }
  return best;
}

/// Enumerates all solutions, takes one if none is known yet, and settles the status.
void examine(const ContactProblem& problem, const CoulombProblem& coulomb,
             const CoulombScale& scale, ImpactOutcome& out, Workspace& w) {
  Enumeration all = enumerate_solutions(coulomb);
  keep(problem, coulomb, all, out);
  const bool found = has_answer(out.status);
  Index chosen = found ? match(problem, out, scale) : -1;
  if (!found && !out.solutions.empty()) chosen = 0;
  bool several = out.solutions.size() > 1;
  for (const ImpactSolution& s : out.solutions) several = several || s.velocity_dimension > 0;
  if (chosen >= 0) {
    std::rotate(out.solutions.begin(), out.solutions.begin() + chosen,
                out.solutions.begin() + chosen + 1);  // the one taken first
    const ImpactSolution& s = out.solutions.front();
    out.impulses_unique = s.impulses_unique;
    if (!found) {
      out.impulse = s.impulse;
      polish_coulomb(coulomb, s.modes, out.impulse, w.coulomb);
    }
    if (s.least_norm && satisfied(coulomb, scale, s.impulse, w.coulomb.xi)) {
      out.impulse = s.impulse;
      out.least_norm = true;
    }
    if (problem.contacts() > 1 || several) {
      out.status = several ? Status::one_of_many : all.complete ? Status::unique : Status::solved;
    }
  } else if (found && several) {  // it lies inside a family of two or more dimensions
    out.status = Status::one_of_many;
  } else if (!has_answer(out.status) && all.complete) {
    out.status = Status::no_solution;
  }
}

}  // namespace

const LawInfo& Moreau::info() const noexcept {
  static const LawInfo info{
      "moreau",
      "Newton-Coulomb in inequality form, with normal and tangential restitution",
      "any",
      "friction, restitution.newton, restitution.tangential",
      "Moreau 1988; Payr & Glocker 2005",
      {.dissipative = false, .inside_cone = true, .unique = true}};
  return info;
}

std::string_view Moreau::refusal(const ContactProblem& problem) const noexcept {
  for (const ContactParameters& c : problem.contact) {
    if (!c.possible()) return kImpossible;
    if (!c.newton) return "needs the kinematic coefficient restitution.newton at every contact";
  }
  return {};
}

void Moreau::resolve(const ContactProblem& problem, ImpactOutcome& out, Workspace& w,
                     Ask ask) const {
  out.reset(problem);
  out.message = refusal(problem);
  if (!out.message.empty()) {
    out.status = Status::not_applicable;
    return;
  }
  for (Index i = 0; i < problem.contacts(); ++i) {
    const ContactParameters& c = problem.contact[static_cast<std::size_t>(i)];
    if (c.static_friction() != c.mu)
      out.warnings.push_back({WarningId::static_friction_unused, i, 0.0});
  }
  if (!problem.G.allFinite() || !problem.gamma.allFinite()) {
    out.status = Status::non_finite;
    out.message = "the data are not finite";
    return;
  }
  pose(problem, w);
  const CoulombProblem coulomb{problem.G, w.q, w.mu};
  const CoulombScale scale = scale_of(coulomb);
  const bool one = problem.contacts() == 1;
  if (one) {
    solve_one(problem, out);
  } else {
    const CoulombAnswer answer = solve_coulomb(coulomb, out.impulse, w.coulomb);
    out.status = answer.certified ? Status::solved : Status::undecided;
  }
  // A single contact is settled in closed form; others may need the enumeration for an answer.
  const bool settled = one || has_answer(out.status);
  const bool wanted = !settled || (ask == Ask::uniqueness && has_answer(out.status));
  if (wanted && problem.contacts() <= kEnumerable && out.impulse.allFinite()) {
    examine(problem, coulomb, scale, out, w);
    if (ask == Ask::answer) out.solutions.clear();
  }
  if (!has_answer(out.status)) {
    out.impulse.setZero();
    out.message =
        out.status == Status::no_solution
            ? (one ? "self-locking: no impulse inside the friction cone gives gN+ = -e gN-"
                   : "no combination of contact modes satisfies the law")
            : "no solution found, and non-existence not proved";
    return;
  }
  complete(problem, out);
  if (!has_answer(out.status)) return;
  w.coulomb.xi = w.q;
  w.coulomb.xi.noalias() += problem.G * out.impulse;
  out.residual = coulomb_residual(coulomb, scale, out.impulse, w.coulomb.xi);
  if (!one) modes_of(coulomb, scale, out.impulse, out.modes);
  if (!(out.residual <= 1e-8)) {
    out.status = Status::not_converged;
    out.message = "the conditions of the law are not met to 1e-8";
  }
  for (Index i = 0; i < problem.contacts(); ++i) {
    const bool opens = problem.gamma[2 * i] > 0.0 && out.impulse[2 * i] > 0.0;
    if (opens && *problem.contact[static_cast<std::size_t>(i)].newton > 0.0) {
      out.warnings.push_back({WarningId::restitution_ignored, i, 0.0});
    }
  }
}

}  // namespace ricochet
