#include <cstdio>

#include <ricochet/impact/registry.hpp>

int main() {
  ricochet::ContactProblem problem;  // the bar of problems/oblique_bar.yaml
  problem.M = Eigen::Vector3d(1.0, 1.0, 1.0 / 3.0).asDiagonal();
  problem.W.resize(3, 2);
  problem.W << 0.0, 1.0,  // x: normal, tangent
      1.0, 0.0,           // y
      -0.5, 0.8660254;    // angle
  problem.u = Eigen::Vector3d(0.5, -1.0, 0.0);
  problem.contact = {{.mu = 0.5, .newton = 0.5}};
  problem.names = {"tip"};
  if (!problem.assemble()) return 1;  // sizes, or mass not positive definite

  ricochet::Workspace workspace;    // one per thread, reused
  ricochet::ImpactOutcome outcome;  // likewise
  ricochet::find_law("moreau")->resolve(problem, outcome, workspace);
  if (!ricochet::has_answer(outcome.status)) return 1;
  std::printf("L_N = %.4f N s, loss %.4f J\n", outcome.impulse[0], outcome.energy.dissipation);
  return 0;
}
