// The example of docs/impact.md, compiled and run.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <ricochet/impact/registry.hpp>
#include <support/documents.hpp>

namespace {

TEST(Docs, ImpactExampleRunsAndIsTheOneShown) {
  // [example]
  ricochet::ContactProblem problem;
  problem.M = Eigen::Vector3d(1.0, 1.0, 1.0 / 3.0).asDiagonal();  // bar: m, m, Theta
  problem.W.resize(3, 2);
  problem.W << 0.0, 1.0,  // x: normal, tangent
      1.0, 0.0,           // y
      -0.5, -0.866;       // angle
  problem.u = Eigen::Vector3d(0.5, -1.0, 0.0);
  problem.contact = {{.mu = 0.5, .mu_static = 0.5, .newton = 0.5}};
  problem.names = {"tip"};
  if (!problem.assemble()) return;  // mass not positive definite

  ricochet::Workspace workspace;    // one per thread, reused
  ricochet::ImpactOutcome outcome;  // likewise
  ricochet::find_law("moreau")->resolve(problem, outcome, workspace);
  if (ricochet::has_answer(outcome.status)) {
    fmt::print("L_N = {:.4f} N s, loss {:.4f} J\n", outcome.impulse[0], outcome.energy.dissipation);
  }
  // [end]
  using namespace ricochet::testing;
  const std::string page = text_of("docs/impact.md");
  const std::string own = text_of("tests/impact/docs_test.cpp");
  EXPECT_EQ(squeezed(between(page, "```cpp\n", "```")),
            squeezed(between(own, "// [example]\n", "// [end]")));
  EXPECT_NE(page.find(fmt::format("`L_N = {:.4f} N s, loss {:.4f} J`", outcome.impulse[0],
                                  outcome.energy.dissipation)),
            std::string::npos)
      << outcome.impulse[0] << " " << outcome.energy.dissipation;
}

}  // namespace
