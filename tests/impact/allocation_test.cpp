// Resolving an impact allocates nothing once the caller's outcome and workspace have grown.

#include <gtest/gtest.h>

#include <ricochet/impact/registry.hpp>
#include <ricochet/lcp/dense.hpp>
#include <support/count_allocations.hpp>
#include <support/random_contacts.hpp>
#include <support/random_problems.hpp>

namespace ricochet {
namespace {

using ricochet::testing::as_problem;
using ricochet::testing::ProblemFamily;
using ricochet::testing::ProblemGenerator;
using ricochet::testing::Random;
using ricochet::testing::random_sphere;

/// Allocations of a second round over the same problems.
long allocations(const ImpactLaw& law, const std::vector<ContactProblem>& problems) {
  Workspace workspace;
  ImpactOutcome out;
  for (const ContactProblem& p : problems) law.resolve(p, out, workspace);
  const long before = allocation_count;
  for (const ContactProblem& p : problems) law.resolve(p, out, workspace);
  return allocation_count - before;
}

TEST(Allocation, CounterSeesEigen) {
  const long before = allocation_count;
  const Eigen::VectorXd v = Eigen::VectorXd::Zero(100);
  EXPECT_EQ(v.norm(), 0.0);
  EXPECT_GT(allocation_count, before);
}

TEST(Allocation, NoneForOneContactUnderAnyLaw) {
  Random random(1);
  std::vector<ContactProblem> problems;
  for (int k = 0; k < 1000; ++k) problems.push_back(as_problem(random_sphere(random)));
  for (const ImpactLaw* law : all_laws()) {
    EXPECT_EQ(allocations(*law, problems), 0) << law->info().name;
  }
}

TEST(Allocation, NoneForManyContactsOfFullRank) {
  for (const int contacts : {2, 4, 8}) {
    ProblemGenerator generator(2);
    std::vector<ContactProblem> problems;
    Workspace workspace;
    ImpactOutcome out;
    Eigen::VectorXd values;
    Eigen::MatrixXd vectors;
    while (problems.size() < 30) {
      ContactProblem p = generator.next(contacts, ProblemFamily::generic).problem;
      ASSERT_TRUE(symmetric_eigenvalues(p.G, values, vectors));
      const bool same_size = p.dofs() == 3 * contacts;
      if (!same_size || values.minCoeff() < 1e-4 * values.maxCoeff()) continue;
      find_law("moreau")->resolve(p, out, workspace);
      if (out.status == Status::solved) problems.push_back(std::move(p));  // by the iteration alone
    }
    EXPECT_EQ(allocations(*find_law("moreau"), problems), 0) << contacts << " contacts";
  }
}

}  // namespace
}  // namespace ricochet
