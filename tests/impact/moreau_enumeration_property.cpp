// `moreau` on large random sets (generator: support/random_problems.hpp) against a plain enumeration that
// shares no code with the library's (support/plain_enumeration.hpp): every problem that has a solution is
// solved to a residual of 1e-12, and the status says what the oracle proves.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <map>

#include <ricochet/impact/registry.hpp>
#include <support/plain_enumeration.hpp>
#include <support/random_problems.hpp>
#include <support/suite.hpp>

namespace ricochet {
namespace {

using ricochet::testing::GeneratedProblem;
using ricochet::testing::plain_enumerate;
using ricochet::testing::PlainResult;
using ricochet::testing::ProblemGenerator;
using ricochet::testing::suite_count;

struct Counts {
  long problems = 0;
  long rank_deficient = 0;
  long unique = 0;
  long several = 0;
  long none = 0;
  long families = 0;
  long checked_by_oracle = 0;
  long on_a_boundary = 0;
  long at_rounding = 0;  ///< impulses so large that their rounding exceeds 1e-12
  double worst_residual = 0.0;
};

bool contains(const ImpactOutcome& out, const ContactProblem& problem, const Eigen::VectorXd& L,
              double tolerance) {
  const Eigen::VectorXd gamma = problem.gamma + problem.G * L;
  for (const ImpactSolution& s : out.solutions) {
    if ((s.gamma - gamma).cwiseAbs().maxCoeff() <= tolerance) return true;
  }
  return false;
}

/// Compares one problem's outcomes with the oracle. Empty if they agree.
std::string compare(const ContactProblem& problem, const PlainResult& oracle,
                    const ImpactOutcome& quick, const ImpactOutcome& full) {
  const double v = std::max(1e-300, problem.gamma.cwiseAbs().maxCoeff());
  if (oracle.solutions.empty()) {
    if (full.status != Status::no_solution) return "oracle: none";
    if (quick.status != Status::no_solution) return "oracle: none (answer only)";
    return {};
  }
  if (!has_answer(quick.status)) return "oracle: solvable (answer only)";
  if (!has_answer(full.status)) return "oracle: solvable";
  bool family = false;
  for (const auto& s : oracle.solutions) family = family || s.continuum();
  const bool alone = oracle.solutions.size() == 1 && !family;
  if (alone != (full.status == Status::unique)) return alone ? "oracle: unique" : "oracle: several";
  if (family) return {};
  for (const auto& s : oracle.solutions) {
    const double size = 1.0 + s.L.cwiseAbs().maxCoeff() * problem.G.diagonal().maxCoeff() / v;
    if (!contains(full, problem, s.L, 1e-7 * v * size))
      return "a solution of the oracle is missing";
  }
  if (full.solutions.size() != oracle.solutions.size()) return "number of solutions";
  return {};
}

Counts run(int contacts, long full_count, long oracle_every) {
  Counts counts;
  ProblemGenerator generator(static_cast<std::uint64_t>(1000 + contacts));
  const ImpactLaw& moreau = *find_law("moreau");
  Workspace workspace;
  ImpactOutcome quick;
  ImpactOutcome full;
  const long count = suite_count(full_count);
  int failures = 0;
  for (long k = 0; k < count && failures < 20; ++k) {
    const GeneratedProblem generated = generator.next(contacts);
    const ContactProblem& problem = generated.problem;
    moreau.resolve(problem, quick, workspace, Ask::answer);
    moreau.resolve(problem, full, workspace, Ask::uniqueness);
    ++counts.problems;
    if (generated.family == ricochet::testing::ProblemFamily::rank_deficient)
      ++counts.rank_deficient;
    if (full.status == Status::unique) ++counts.unique;
    if (full.status == Status::one_of_many) ++counts.several;
    if (full.status == Status::no_solution) ++counts.none;
    for (const ImpactSolution& s : full.solutions) counts.families += s.velocity_dimension > 0;

    std::string wrong;
    if (k % oracle_every == 0) {
      ++counts.checked_by_oracle;
      const auto data = ricochet::testing::moreau_data(problem);
      const PlainResult oracle = plain_enumerate(problem.G, data.q, data.mu);
      wrong = compare(problem, oracle, quick, full);
      if (!wrong.empty() && oracle.on_boundary()) {
        ++counts.on_a_boundary;
        continue;
      }
      if (!wrong.empty()) wrong += " margin " + std::to_string(oracle.margin);
    }
    // The library's own two answers must agree with each other on every problem.
    if (wrong.empty() && has_answer(quick.status) != has_answer(full.status)) {
      wrong = "answer and enumeration disagree";
    }
    if (wrong.empty() && full.status != Status::unique && full.status != Status::one_of_many &&
        full.status != Status::no_solution) {
      wrong = "undecided";
    }
    if (wrong.empty() && has_answer(quick.status)) {
      for (const ImpactOutcome* out : {&quick, &full}) {
        // Impulses thousands of times the scale cannot be written down more exactly in doubles.
        const auto data = ricochet::testing::moreau_data(problem);
        const CoulombProblem coulomb{problem.G, data.q, data.mu};
        const double rounding = rounding_of(coulomb, scale_of(coulomb), out->impulse);
        // The residual is then certified in extended precision, and what is checked here besides is that
        // the rounded numbers are at their rounding.
        counts.at_rounding += rounding > 1e-12;
        counts.worst_residual = std::max(counts.worst_residual, out->residual);
        const Eigen::VectorXd xi = data.q + problem.G * out->impulse;
        const double rounded = coulomb_residual(coulomb, scale_of(coulomb), out->impulse, xi);
        if (!(out->residual <= 1e-12) || !(rounded <= std::max(1e-12, rounding))) {
          wrong = "residual " + std::to_string(out->residual * 1e12) + "e-12";
        }
      }
    }
    if (!wrong.empty()) {
      ++failures;
      ADD_FAILURE() << contacts << " contacts, problem " << k << " (family "
                    << to_string(generated.family) << "): " << wrong << "; status "
                    << to_string(quick.status) << " / " << to_string(full.status) << ", "
                    << full.solutions.size() << " solutions";
    }
  }
  std::printf(
      "%d contacts: %ld problems (%ld rank-deficient by construction): unique %ld, several %ld "
      "(%ld families), none %ld; oracle on %ld (%ld set aside on a boundary); worst residual %.2e "
      "(%ld answers at the rounding of huge impulses)\n",
      contacts, counts.problems, counts.rank_deficient, counts.unique, counts.several,
      counts.families, counts.none, counts.checked_by_oracle, counts.on_a_boundary,
      counts.worst_residual, counts.at_rounding);
  EXPECT_LE(counts.at_rounding, counts.problems / 50 + 4);  // 1 % of two answers each
  EXPECT_LE(counts.on_a_boundary, counts.checked_by_oracle / 1000 + 1);
  return counts;
}

TEST(MoreauOnRandomProblems, OneContactAgreesWithPlainEnumeration) {
  const Counts c = run(1, 50'000, 1);
  EXPECT_GE(c.rank_deficient, c.problems / 20);
  EXPECT_GE(c.none, suite_count(200));
  EXPECT_GE(c.several, suite_count(200));
}

TEST(MoreauOnRandomProblems, TwoContactsAgreeWithPlainEnumeration) {
  const Counts c = run(2, 30'000, 1);
  EXPECT_GE(c.rank_deficient, c.problems / 20);
  EXPECT_GE(c.none, suite_count(200));
  EXPECT_GE(c.several, suite_count(200));
}

TEST(MoreauOnRandomProblems, FourContactsAgreeWithPlainEnumerationOnASample) {
  const Counts c = run(4, 19'000, 20);
  EXPECT_GE(c.rank_deficient, c.problems / 20);
}

TEST(MoreauOnRandomProblems, EightContactsAgreeWithPlainEnumerationOnASample) {
  const Counts c = run(8, 1'000, 50);
  EXPECT_GE(c.rank_deficient, c.problems / 20);
}

}  // namespace
}  // namespace ricochet
