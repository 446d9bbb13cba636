#include <ricochet/files/impact_report.hpp>

#include <cmath>
#include <limits>
#include <numbers>

#include <ricochet/impact/workspace.hpp>

namespace ricochet {

LawResult answer_of(const ImpactLaw& law, const ContactProblem& problem, Workspace& workspace) {
  LawResult result{&law, {}};
  const bool few = problem.contacts() <= most_contacts_examined;
  law.resolve(problem, result.outcome, workspace, few ? Ask::uniqueness : Ask::answer);
  return result;
}

double loss_percent(const ContactProblem& problem, const ImpactOutcome& outcome) {
  const bool surfaces_move = !problem.surface_velocity.isZero(0.0);
  if (surfaces_move || !(outcome.energy.before > 0.0)) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  return 100.0 * outcome.energy.dissipation / outcome.energy.before;
}

BodyChange change_of(const BodyInfo& body, const Eigen::VectorXd& before,
                     const Eigen::VectorXd& after) {
  const Eigen::Vector3d old = before.segment<3>(body.first_dof);
  const Eigen::Vector3d now = after.segment<3>(body.first_dof);
  const Eigen::Vector3d jump = now - old;
  BodyChange change;
  change.delta_v = std::hypot(jump[0], jump[1]);
  change.delta_omega = jump[2];
  change.principal_direction_deg = std::numeric_limits<double>::quiet_NaN();
  if (change.delta_v > 0.0) {
    const double degrees = std::atan2(jump[1], jump[0]) * (180.0 / std::numbers::pi);
    change.principal_direction_deg = degrees <= -180.0 ? 180.0 : degrees;
  }
  // Differences of squares as products, exact for small changes too.
  const Eigen::Vector3d sum = now + old;
  change.energy_change = 0.5 * body.mass * (jump[0] * sum[0] + jump[1] * sum[1]) +
                         0.5 * body.inertia * jump[2] * sum[2];
  return change;
}

}  // namespace ricochet
