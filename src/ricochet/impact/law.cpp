#include <ricochet/impact/law.hpp>

namespace ricochet {

bool begin(const ImpactLaw& law, const ContactProblem& problem, ImpactOutcome& out) {
  out.reset(problem);
  out.message = law.refusal(problem);
  if (!out.message.empty()) {
    out.status = Status::not_applicable;
    return false;
  }
  if (!problem.G.allFinite() || !problem.gamma.allFinite()) {
    out.status = Status::non_finite;
    out.message = "the data are not finite";
    return false;
  }
  return true;
}

void warn_static_friction(const ContactProblem& problem, ImpactOutcome& out) {
  for (Eigen::Index i = 0; i < problem.contacts(); ++i) {
    const ContactParameters& c = problem.contact[static_cast<std::size_t>(i)];
    if (c.static_friction() != c.mu) {
      out.warnings.push_back({WarningId::static_friction_unused, i, 0.0});
    }
  }
}

void certify(ImpactOutcome& out, double limit) {
  if (!has_answer(out.status) || out.residual <= limit) return;
  out.status = Status::not_converged;
  out.message = "the conditions of the law are not met to 1e-8, or to the tolerance asked for";
}

}  // namespace ricochet
