#include <papers/rodriguez_bowling_2011/ball.hpp>

#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace ricochet::papers::rodriguez_bowling_2011 {

double Example::time() const { return std::sqrt(2.0 * fall() / kGravity); }

double Example::angle_deg() const {
  return std::atan2(-sinking(), speed) * 180.0 / std::numbers::pi;
}

const std::array<Example, 2>& examples() {
  static constexpr std::array<Example, 2> all = {Example{1, 8.0, 1.5}, Example{2, 4.0, 5.0}};
  return all;
}

ContactProblem impact_of(const Example& example) {
  ContactProblem p;
  p.M = Eigen::Vector3d(1.0, 1.0, kInertiaRatio * kRadius * kRadius).asDiagonal();
  p.W.resize(3, 4);
  p.W << 0.0, 1.0, -1.0, 0.0,  // q1: normal and tangent of the ground, of the wall
      1.0, 0.0, 0.0, 1.0,      // q2
      0.0, kRadius, 0.0, kRadius;
  p.u = Eigen::Vector3d(example.speed, example.sinking(), 0.0);
  p.contact.assign(2, {.mu = kKinetic,
                       .mu_static = kStatic,
                       .newton = kRestitution,
                       .poisson = kRestitution,
                       .energetic = kRestitution,
                       .stiffness = 1e6});
  p.names = {kContactNames.begin(), kContactNames.end()};
  [[maybe_unused]] const bool posed = p.assemble();  // the mass matrix is positive
  return p;
}

ImpactOutcome bowling(const Example& example, std::vector<Eigen::Index> objective) {
  Workspace workspace;
  ImpactOutcome out;
  Bowling({.objective = std::move(objective)}).resolve(impact_of(example), out, workspace);
  return out;
}

std::vector<LawAnswer> side_by_side(const Example& example) {
  const ContactProblem problem = impact_of(example);
  const bool ground_first = std::abs(problem.gamma[1]) >= std::abs(problem.gamma[3]);
  const Eigen::Index first = ground_first ? kGround : kWall;
  std::vector<LawAnswer> all;
  for (const Eigen::Index objective : {first, kGround + kWall - first}) {
    all.push_back(
        {fmt::format("bowling, v_t of the {}{}", kContactNames[static_cast<std::size_t>(objective)],
                     objective == first ? " (default)" : ""),
         bowling(example, {objective})});
  }
  Workspace workspace;
  for (const ImpactLaw* law : all_laws()) {
    if (law->info().name == "bowling" || !law->refusal(problem).empty()) continue;
    LawAnswer answer{std::string(law->info().name), {}};
    law->resolve(problem, answer.outcome, workspace, Ask::uniqueness);
    if (has_answer(answer.outcome.status)) all.push_back(std::move(answer));
  }
  return all;
}

}  // namespace ricochet::papers::rodriguez_bowling_2011
