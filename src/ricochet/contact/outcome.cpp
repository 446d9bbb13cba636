#include <ricochet/contact/outcome.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet {

std::string_view to_string(Status status) {
  switch (status) {
    case Status::unique: return "unique";
    case Status::solved: return "solved";
    case Status::one_of_many: return "one-of-many";
    case Status::no_solution: return "no-solution";
    case Status::undecided: return "undecided";
    case Status::not_applicable: return "not-applicable";
    case Status::not_converged: return "not-converged";
    case Status::non_finite: return "non-finite";
  }
  return "?";
}

bool has_answer(Status status) {
  return status == Status::unique || status == Status::solved || status == Status::one_of_many;
}

std::string_view to_string(Stage stage) {
  return stage == Stage::compression ? "compression" : "restitution";
}

std::string_view to_string(WarningId id) {
  switch (id) {
    case WarningId::energy_gain: return "energy-gain";
    case WarningId::ratio_limited_mu0: return "ratio-limited-mu0";
    case WarningId::ratio_limited_muT: return "ratio-limited-muT";
    case WarningId::static_friction_unused: return "static-friction-unused";
    case WarningId::stick_in_static_band: return "stick-in-static-band";
    case WarningId::limit_of_approach: return "limit-of-approach";
    case WarningId::cone_violated: return "cone-violated";
    case WarningId::restitution_ignored: return "restitution-ignored";
    case WarningId::no_approach: return "no-approach";
    case WarningId::locked: return "locked";
    case WarningId::approximate: return "approximate";
    case WarningId::objective_choice: return "objective-choice";
  }
  return "?";
}

bool concerns_a_contact(WarningId id) {
  return id != WarningId::energy_gain && id != WarningId::no_approach && id != WarningId::locked &&
         id != WarningId::approximate;
}

std::string message(const Warning& warning) {
  switch (warning.id) {
    case WarningId::energy_gain:
      return fmt::format("the impact creates {:.4g} J of energy", warning.value);
    case WarningId::ratio_limited_mu0:
      return fmt::format("impulse ratio limited to mu_0 = {:.4g}, which just ends sliding",
                         warning.value);
    case WarningId::ratio_limited_muT:
      return fmt::format("impulse ratio limited to mu_T = {:.4g}, beyond which energy is created",
                         warning.value);
    case WarningId::static_friction_unused:
      return "static friction differs from kinetic; this law uses the kinetic coefficient";
    case WarningId::stick_in_static_band:
      return "slip may also restart (mu_k beta < |delta| <= mu_s beta); stick was taken";
    case WarningId::limit_of_approach:
      return "no approach (gN- = 0) but supercritical friction: the limit gN- -> 0- was taken, "
             "zero impulse is another answer";
    case WarningId::cone_violated:
      if (std::isinf(warning.value)) return "|L_T| exceeds mu L_N: there is L_T, but L_N = 0";
      return fmt::format("|L_T| exceeds mu L_N: |L_T| / L_N = {:.4g}", warning.value);
    case WarningId::restitution_ignored:
      return "the contact opens before the impact (gN- > 0): its restitution was set to 0";
    case WarningId::no_approach:
      return "no contact approaches (every gN- > 0); if one should, turn its normal around";
    case WarningId::locked:
      return fmt::format("contacts wedge each other and stay compressed, with {:.4g} J in them",
                         warning.value);
    case WarningId::approximate:
      return fmt::format("explicit Euler, for comparison: the residual is {:.1e}", warning.value);
    case WarningId::objective_choice:
      return "its gT+ was put into the objective, as the fastest before the impact; this is a "
             "choice, and another gives another answer";
  }
  return "?";
}

void ImpactOutcome::reset(const ContactProblem& problem) {
  const Eigen::Index n = problem.contacts();
  status = Status::undecided;
  message = {};
  impulse.setZero(2 * n);
  gamma = problem.gamma;
  u = problem.u;
  modes.assign(static_cast<std::size_t>(n), Mode::open);
  phases.clear();
  energy = {};
  residual = 0.0;
  impulses_unique = true;
  least_norm = false;
  warnings.clear();
  solutions.clear();
}

namespace {

/// How well L . G L is known in doubles: large self-equilibrated impulses cancel in it.
double rounding_of_work(const ContactProblem& problem, const Eigen::VectorXd& L) {
  double sum = 0.0;
  for (Eigen::Index j = 0; j < L.size(); ++j) {
    for (Eigen::Index i = 0; i < L.size(); ++i) sum += std::abs(L[i] * problem.G(i, j) * L[j]);
  }
  return 8.0 * std::numeric_limits<double>::epsilon() * sum;
}

/// y += A x, column by column: a call of Eigen's product costs more than one contact needs.
void add_product(const Eigen::MatrixXd& A, const Eigen::VectorXd& x, Eigen::VectorXd& y) {
  for (Eigen::Index j = 0; j < x.size(); ++j) y += x[j] * A.col(j);
}

}  // namespace

void complete(const ContactProblem& problem, ImpactOutcome& out) {
  const Eigen::Index size = 2 * problem.contacts();
  const auto& L = out.impulse;
  out.gamma = problem.gamma;
  add_product(problem.G, L, out.gamma);

  EnergyAudit& e = out.energy;
  double work = 0.0;     // L . (gamma+ + gamma-) / 2 = -D
  double surface = 0.0;  // L . v_s
  e.reference = 0.0;
  for (Eigen::Index i = 0; i < size; ++i) {
    work += 0.5 * L[i] * (out.gamma[i] + problem.gamma[i]);
    surface += L[i] * problem.surface_velocity[i];
    e.reference += 0.5 * std::abs(L[i] * problem.gamma[i]);
  }
  e.dissipation = -work;
  e.surface_work = surface;
  e.change = work + surface;
  if (problem.in_contact_space()) {
    e.before = e.after = std::numeric_limits<double>::quiet_NaN();
  } else {
    out.u = problem.u;
    add_product(problem.Minv_W, L, out.u);
    e.before = 0.0;  // column by column: no temporary
    for (Eigen::Index j = 0; j < problem.dofs(); ++j) {
      e.before += 0.5 * problem.u[j] * problem.M.col(j).dot(problem.u);
    }
    e.after = e.before + e.change;
    e.reference = std::max(e.reference, e.before);
  }
  if (!L.allFinite() || !out.gamma.allFinite() || !std::isfinite(e.change)) {
    out.status = Status::non_finite;
    out.message = "the numbers overflow";
    out.solutions.clear();
    return;
  }
  bool approach = problem.contacts() == 0;
  for (Eigen::Index i = 0; i < problem.contacts(); ++i) {
    approach = approach || problem.gamma[2 * i] <= 0.0;
  }
  if (!approach) out.warnings.push_back({WarningId::no_approach, 0, 0.0});
  if (e.dissipation < -1e-12 * e.reference && e.dissipation < -rounding_of_work(problem, L)) {
    out.warnings.push_back({WarningId::energy_gain, 0, -e.dissipation});
  }
}

}  // namespace ricochet
