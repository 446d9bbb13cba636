#include <ricochet/files/impact_scale.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet {

bool zero_to_rounding(double x, double scale) {
  constexpr double largest = std::numeric_limits<double>::max();  // if the scale overflows
  return std::abs(x) <= 1e-13 * std::min(scale, largest);
}

ImpactScale::ImpactScale(const ContactProblem& problem, const Eigen::VectorXd* impulse,
                         const Eigen::VectorXd* gamma)
    : velocity_(problem.gamma.size()), impulse_(Eigen::VectorXd::Zero(problem.gamma.size())) {
  for (Eigen::Index i = 0; i < problem.contacts(); ++i) {
    const auto of_contact = [&](const Eigen::VectorXd& v) {
      return v.segment<2>(2 * i).cwiseAbs().maxCoeff();
    };
    const double before = std::max(of_contact(problem.gamma), of_contact(problem.surface_velocity));
    const double after = gamma == nullptr ? 0.0 : of_contact(*gamma);
    for (Eigen::Index row = 2 * i; row < 2 * i + 2; ++row) {
      double& v = velocity_[row];
      v = before + after;
      if (!problem.in_contact_space()) {
        v += problem.W.col(row).cwiseAbs().dot(problem.u.cwiseAbs());
      }
      if (impulse == nullptr) continue;
      v += problem.G.col(row).cwiseAbs().dot(impulse->cwiseAbs());
      const double inverse_mass = problem.G(row, row);
      if (inverse_mass > 0.0) impulse_[row] = v / inverse_mass;
      work_ += std::abs((*impulse)[row]) * v;
    }
  }
}

BodyScale body_scale(const ContactProblem& problem, const ImpactOutcome& outcome,
                     const BodyInfo& body) {
  const auto before = problem.u.segment<3>(body.first_dof);
  const auto after = outcome.u.segment<3>(body.first_dof);
  const double speed = std::max(before.head<2>().norm(), after.head<2>().norm());
  const double spin = std::max(std::abs(before[2]), std::abs(after[2]));
  BodyScale scale{speed, spin, 0.0};
  for (Eigen::Index i = 0; i < problem.contacts(); ++i) {
    const auto directions = problem.W.block<3, 2>(body.first_dof, 2 * i);
    const double impulse = outcome.impulse.segment<2>(2 * i).norm();
    const double lever = directions.row(2).norm();      // distance of the point from the centre
    if (directions.topRows<2>().isZero(0.0)) continue;  // of other bodies
    scale.delta_v += impulse / body.mass;
    scale.delta_omega += impulse * lever / body.inertia;
  }
  scale.energy = body.mass * speed * scale.delta_v + body.inertia * spin * scale.delta_omega;
  return scale;
}

}  // namespace ricochet
