// The program of docs/impact.md is the one that ./test builds against the installed package
// (tests/consumer); here, that both are the same and that the output shown is true.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <ricochet/impact/registry.hpp>
#include <support/documents.hpp>

namespace ricochet {
namespace {

using testing::between;
using testing::squeezed;
using testing::text_of;

TEST(Docs, ProgramOnThePageIsTheConsumerOfThePackage) {
  EXPECT_EQ(squeezed(between(text_of("docs/impact.md"), "```cpp\n", "```")),
            squeezed(text_of("tests/consumer/main.cpp")));
}

TEST(Docs, OutputOfTheProgramIsTrue) {
  ContactProblem problem;
  problem.M = Eigen::Vector3d(1.0, 1.0, 1.0 / 3.0).asDiagonal();
  problem.W.resize(3, 2);
  problem.W << 0.0, 1.0, 1.0, 0.0, -0.5, 0.8660254;
  problem.u = Eigen::Vector3d(0.5, -1.0, 0.0);
  problem.contact = {{.mu = 0.5, .newton = 0.5}};
  problem.names = {"tip"};
  ASSERT_TRUE(problem.assemble());
  Workspace workspace;
  ImpactOutcome outcome;
  find_law("moreau")->resolve(problem, outcome, workspace);
  const std::string shown = fmt::format("`L_N = {:.4f} N s, loss {:.4f} J`", outcome.impulse[0],
                                        outcome.energy.dissipation);
  EXPECT_NE(text_of("docs/impact.md").find(shown), std::string::npos) << shown;
}

}  // namespace
}  // namespace ricochet
