// Sparse Coulomb problems against the dense ones, all solutions, and mechanics.

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <support/count_allocations.hpp>
#include <support/random_problems.hpp>
#include <support/suite.hpp>
#include <vector>

#include <ricochet/lcp/enumerate.hpp>
#include <ricochet/lcp/solve.hpp>
#include <ricochet/lcp/sparse_coulomb.hpp>

namespace ricochet {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// A problem as lists, from matrices: C^T (f x rows), M^-1 C^T, q, mu.
struct Lists {
  std::vector<int> start{0}, index;
  std::vector<double> value, response, q, mu, L, d;
  int dofs = 0;

  Lists(const MatrixXd& C, const MatrixXd& Y, const VectorXd& offset, const VectorXd& friction)
      : q(offset.begin(), offset.end()),
        mu(friction.begin(), friction.end()),
        L(q.size(), 0.0),
        d(static_cast<std::size_t>(C.rows()), 0.0),
        dofs(static_cast<int>(C.rows())) {
    const auto used = [&](Index j, Index k) { return C(j, k) != 0.0 || Y(j, k) != 0.0; };
    for (Index k = 0; k < C.cols(); ++k) {
      const bool contact = k < 2 * friction.size();
      for (Index j = 0; j < C.rows(); ++j) {
        if (!used(j, k) && !(contact && used(j, k ^ 1))) continue;
        index.push_back(static_cast<int>(j));
        value.push_back(C(j, k));
        response.push_back(Y(j, k));
      }
      start.push_back(static_cast<int>(index.size()));
    }
  }
  SparseCoulombProblem problem() const {
    double largest = 0.0;
    for (const double v : q) largest = std::max(largest, std::abs(v));
    return {dofs, start, index, value, response, q, mu, 1e-3 * largest};
  }
  SparseCoulombAnswer solve(SparseCoulombSolver& solver) { return solver.solve(problem(), L, d); }
};

VectorXd vector(const std::vector<double>& v) {
  return VectorXd::Map(v.data(), static_cast<Index>(v.size()));
}

// Where the dense solver has an answer the sparse one has, certified by the dense residual; where all solutions are
// known to be one, it is that one.
void expect_as_dense(int contacts, long count, const SparseCoulombOptions& options) {
  testing::ProblemGenerator generator(7 + static_cast<std::uint64_t>(contacts));
  SparseCoulombSolver solver(options);
  CoulombWorkspace workspace;
  long solved = 0, compared = 0, missed = 0;
  for (long k = 0; k < count; ++k) {
    const ContactProblem p = generator.next(contacts).problem;
    const testing::MoreauData data = testing::moreau_data(p);
    const CoulombProblem dense{p.G, data.q, data.mu};
    VectorXd L = VectorXd::Zero(data.q.size());
    if (!solve_coulomb(dense, L, workspace).certified) continue;
    ++solved;
    Lists lists(p.W, p.Minv_W, data.q, data.mu);
    const SparseCoulombAnswer answer = lists.solve(solver);
    if (!(answer.residual <= 1e-10)) {
      ++missed;
      continue;
    }
    const VectorXd mine = vector(lists.L);
    const VectorXd xi = p.G * mine + data.q;
    // Islands are judged by their own, smaller scales: what they certify the whole problem does.
    EXPECT_LE(coulomb_residual(dense, scale_of(dense), mine, xi), 1e-8) << "problem " << k;
    EXPECT_LE((p.Minv_W * mine - vector(lists.d)).cwiseAbs().maxCoeff(),
              1e-12 * (1.0 + (p.Minv_W.cwiseAbs() * mine.cwiseAbs()).maxCoeff()));
    if (contacts > 3) continue;
    const Enumeration all = enumerate_solutions(dense);
    if (!all.complete || all.solutions.size() != 1 || all.solutions[0].dimension > 0) continue;
    ++compared;
    EXPECT_LE((xi - all.solutions[0].xi).cwiseAbs().maxCoeff(), 1e-7 * scale_of(dense).velocity)
        << "problem " << k;
  }
  EXPECT_GT(solved, count / 2);
  EXPECT_EQ(missed, 0);
  EXPECT_TRUE(contacts > 3 || compared > solved / 2) << compared << " of " << solved;
}

TEST(SparseCoulomb, OneContactIsTheClosedForm) {
  expect_as_dense(1, testing::suite_count(20000), {});
}
TEST(SparseCoulomb, FewContactsHaveTheOneSolution) {
  expect_as_dense(2, testing::suite_count(10000), {});
  expect_as_dense(3, testing::suite_count(5000), {});
}
TEST(SparseCoulomb, SparseEquationsGiveTheSame) {
  expect_as_dense(3, testing::suite_count(3000), {.small = 0});
}
TEST(SparseCoulomb, ManyContactsAreSolvedWhereDenseOnesAre) {
  expect_as_dense(8, testing::suite_count(1000), {});
}

// A chain of n masses on a line, joined by equations, the first one thrown against a wall: it moves as one mass.
struct Chain {
  explicit Chain(int n, int repeated = 0) {
    const Index rows = 2 + n - 1 + repeated;
    MatrixXd C = MatrixXd::Zero(n, rows);
    C(0, 0) = 1.0;
    for (Index j = 0; j + 1 < n; ++j) {
      C(j, 2 + j) = 1.0;
      C(j + 1, 2 + j) = -1.0;
    }
    for (Index k = 0; k < repeated; ++k) C.col(2 + n - 1 + k) = 3.0 * C.col(2 + k);
    VectorXd q = VectorXd::Zero(rows);
    q[0] = -1.0;
    lists = std::make_unique<Lists>(C, C, q, VectorXd::Zero(1));
  }
  std::unique_ptr<Lists> lists;
};

TEST(SparseCoulomb, JoinedMassesAreOneMassToTheWall) {
  for (const int n : {2, 10, 300}) {
    Chain chain(n);
    SparseCoulombSolver solver;
    EXPECT_LE(chain.lists->solve(solver).residual, 1e-10) << n;
    EXPECT_NEAR(chain.lists->L[0], n, 1e-7 * n) << "the impulse that stops n masses";
    for (const double change : chain.lists->d) EXPECT_NEAR(change, 1.0, 1e-8);
  }
}

TEST(SparseCoulomb, EquationsThatRepeatOthersAreNoFault) {
  for (const int n : {10, 100}) {
    Chain chain(n, 5);
    SparseCoulombSolver solver;
    EXPECT_LE(chain.lists->solve(solver).residual, 1e-10) << n;
    for (const double change : chain.lists->d) EXPECT_NEAR(change, 1.0, 1e-8);
  }
}

TEST(SparseCoulomb, ASolutionIsAGoodStart) {
  testing::ProblemGenerator generator(3);
  const ContactProblem p = generator.next(6, testing::ProblemFamily::generic).problem;
  const testing::MoreauData data = testing::moreau_data(p);
  Lists lists(p.W, p.Minv_W, data.q, data.mu);
  SparseCoulombSolver solver;
  ASSERT_LE(lists.solve(solver).residual, 1e-10);
  const std::vector<double> L = lists.L;
  const SparseCoulombAnswer again = lists.solve(solver);
  EXPECT_EQ(again.sweeps, 0);
  EXPECT_EQ(again.direct, 0);
}

TEST(SparseCoulomb, SmallIslandsAllocateNothingOnceWarm) {
  testing::ProblemGenerator generator(5);
  std::vector<Lists> all;
  for (int k = 0; k < 50; ++k) {
    const ContactProblem p = generator.next(4, testing::ProblemFamily::generic).problem;
    testing::MoreauData data = testing::moreau_data(p);
    all.emplace_back(p.W, p.Minv_W, data.q, VectorXd::Constant(4, 0.2));
  }
  SparseCoulombSolver solver;
  for (Lists& lists : all) lists.solve(solver);
  for (Lists& lists : all) std::fill(lists.L.begin(), lists.L.end(), 0.0);
  const long before = allocation_count;
  for (Lists& lists : all) EXPECT_LE(lists.solve(solver).residual, 1e-10);
  EXPECT_EQ(allocation_count - before, 0);
}

}  // namespace
}  // namespace ricochet
