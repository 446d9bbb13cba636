// A stranger's program on the installed library: a unit mass falls on a smooth floor at 1 m/s and,
// with restitution 1/2, must leave it at 1/2 m/s.

#include <cmath>
#include <cstdio>

#include <ricochet/impact/registry.hpp>
#include <ricochet/version.hpp>

int main() {
  ricochet::ContactProblem problem;
  problem.M = Eigen::MatrixXd::Identity(2, 2);  // u = (x', y')
  problem.W = Eigen::MatrixXd::Zero(2, 2);
  problem.W(1, 0) = 1.0;  // normal: up
  problem.W(0, 1) = 1.0;  // tangent: right
  problem.u = Eigen::Vector2d(0.2, -1.0);
  problem.surface_velocity = Eigen::VectorXd::Zero(2);
  problem.contact.resize(1);
  problem.contact[0].newton = 0.5;
  problem.names = {"floor"};
  if (!problem.assemble()) return 1;

  ricochet::ImpactOutcome outcome;
  ricochet::Workspace workspace;
  ricochet::find_law("moreau")->resolve(problem, outcome, workspace);
  if (!ricochet::has_answer(outcome.status)) return 1;

  std::printf("ricochet %s: leaves the floor at %g m/s\n", ricochet::version.data(), outcome.u(1));
  return std::abs(outcome.u(1) - 0.5) < 1e-12 && outcome.u(0) == 0.2 ? 0 : 1;
}
