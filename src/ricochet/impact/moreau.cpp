#include <ricochet/impact/moreau.hpp>

#include <ricochet/impact/settle.hpp>
#include <ricochet/impact/workspace.hpp>

namespace ricochet {

namespace {

using Eigen::Index;

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

void keep(const ContactProblem& problem, std::vector<CoulombSolution>& all, ImpactOutcome& out) {
  for (CoulombSolution& s : all) {
    ImpactSolution keep;
    keep.gamma = problem.gamma + problem.G * s.L;
    if (!problem.in_contact_space()) keep.u = problem.u + problem.Minv_W * s.L;
    keep.velocity_dimension = s.dimension;
    keep.unbounded = s.unbounded;
    keep.impulses_unique = s.impulses_unique;
    keep.least_norm = s.least_norm;
    if (s.dimension > 0) {
      keep.gamma_to = problem.gamma + problem.G * s.L_to;
      keep.impulse_to = std::move(s.L_to);
    }
    keep.impulse = std::move(s.L);
    keep.modes = std::move(s.modes);
    out.solutions.push_back(std::move(keep));
  }
}

/// Impulses so large that rounding them shows in the conditions: certified before rounding.
void refine(const ContactProblem& problem, const CoulombProblem& coulomb, ImpactOutcome& out,
            Workspace& w) {
  Eigen::VectorXd L = out.impulse;
  Eigen::VectorXd change;
  const double residual = certify_in_extended_precision(coulomb, out.modes, L, change, w.coulomb);
  if (!(residual < out.residual)) return;
  out.impulse = L;
  out.gamma = problem.gamma + change;
  out.residual = residual;
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
  if (!begin(*this, problem, out)) return;
  warn_static_friction(problem, out);
  pose(problem, w);
  const CoulombProblem coulomb{problem.G, w.q, w.mu};
  const bool one = problem.contacts() == 1;
  settle(coulomb, ask, out.impulse, out.modes, w.coulomb, w.settled);
  out.status = w.settled.status;
  out.impulses_unique = w.settled.impulses_unique;
  out.least_norm = w.settled.least_norm;
  if (one && out.status == Status::one_of_many && w.q[0] == 0.0 && out.impulse[0] > 0.0) {
    out.warnings.push_back({WarningId::limit_of_approach, 0, 0.0});
  }
  keep(problem, w.settled.solutions, out);
  if (!has_answer(out.status)) {
    out.impulse.setZero();
    out.message =
        out.status == Status::no_solution
            ? (one ? "self-locking: no impulse that obeys Coulomb's law gives gN+ = -e gN-"
                   : "no combination of contact modes satisfies the law")
            : "no solution found, and non-existence not proved";
    return;
  }
  complete(problem, out);
  if (!has_answer(out.status)) return;
  w.coulomb.xi = w.q;
  w.coulomb.xi.noalias() += problem.G * out.impulse;
  out.residual = coulomb_residual(coulomb, scale_of(coulomb), out.impulse, w.coulomb.xi);
  if (out.residual > 1e-12) refine(problem, coulomb, out, w);
  certify(out);
  for (Index i = 0; i < problem.contacts(); ++i) {
    const bool opens = problem.gamma[2 * i] > 0.0 && out.impulse[2 * i] > 0.0;
    if (opens && *problem.contact[static_cast<std::size_t>(i)].newton > 0.0) {
      out.warnings.push_back({WarningId::restitution_ignored, i, 0.0});
    }
  }
}

}  // namespace ricochet
