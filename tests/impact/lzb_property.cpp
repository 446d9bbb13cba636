// lzb on random problems: against routh-stronge, and its own tolerance. (Against brute force:
// lzb_march_property.cpp.)

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include <ricochet/impact/lzb.hpp>
#include <ricochet/impact/routh.hpp>
#include <support/random_contacts.hpp>
#include <support/random_problems.hpp>
#include <support/resolve.hpp>
#include <support/suite.hpp>

namespace ricochet {
namespace {

using Eigen::Index;
using Eigen::VectorXd;
using testing::as_problem;
using testing::ProblemGenerator;
using testing::Random;
using testing::random_contact;
using testing::suite_count;

TEST(Lzb, WithOneContactIsRouthStrongeForAnyExponentAndFriction) {
  Random random(41);
  Workspace workspace;
  ImpactOutcome out;
  const Lzb law({.tolerance = 1e-10});
  const long count = suite_count(20'000);
  double worst = 0.0;
  for (long k = 0; k < count; ++k) {
    OneContact c = random_contact(random);
    if (random.chance(0.05)) c.restitution = random.chance(0.5) ? 0.0 : 1.0;
    if (random.chance(0.05)) c.mu = c.mu_static = 0.0;
    if (random.chance(0.3)) c.mu_static = c.mu * random.uniform(1.0, 1.5);
    ContactProblem p = as_problem(c);
    p.contact[0].exponent = random.uniform(1.0, 3.0);
    p.contact[0].stiffness = 1e8;
    law.resolve(p, out, workspace);
    ASSERT_TRUE(has_answer(out.status)) << k << out.message;
    const OneContactResult exact = routh_stronge(c);
    const double apart = std::hypot(out.impulse[0] - exact.L_N, out.impulse[1] - exact.L_T) /
                         std::hypot(exact.L_N, exact.L_T);
    worst = std::max(worst, apart);
    ASSERT_LE(apart, 1e-9) << k;
  }
  std::printf("%ld contacts, largest difference %.1e\n", count, worst);
}

/// Springs for a random problem: unequal stiffness, equal or unequal exponents, any e.
void make_springs(ContactProblem& p, Random& random) {
  const double exponent = random.chance(0.5) ? 1.5 : 1.0;
  const bool unequal = random.chance(0.3);
  for (ContactParameters& c : p.contact) {
    c.stiffness = std::exp(random.uniform(0.0, 3.0));
    c.exponent = unequal ? random.uniform(1.0, 2.0) : exponent;
    c.energetic = random.uniform(0.3, 1.0);
    if (random.chance(0.2)) c.mu_static = c.mu * random.uniform(1.0, 1.3);
    if (c.mu_static < c.mu) c.mu_static = c.mu;
  }
}

TEST(Lzb, KeepsItsToleranceOnRandomProblems) {
  ProblemGenerator generator(42);
  Random random(43);
  Workspace workspace;
  ImpactOutcome coarse, fine;
  // Contacts that bounce between others come to rest slowly: those are left out by the limit.
  const Lzb usual({.step_limit = 20'000}), exact({.tolerance = 1e-12, .step_limit = 50'000});
  const long count = suite_count(3'000);
  long answered = 0;
  long above = 0;
  double worst = 0.0;
  double worst_residual = 0.0;
  for (long k = 0; k < count; ++k) {
    ContactProblem p = generator.next(random.integer(2, 4)).problem;
    make_springs(p, random);
    usual.resolve(p, coarse, workspace);
    exact.resolve(p, fine, workspace);
    if (!has_answer(coarse.status) || !has_answer(fine.status)) continue;
    ++answered;
    const double v = std::max(p.gamma.cwiseAbs().maxCoeff(), fine.gamma.cwiseAbs().maxCoeff());
    const double apart = (coarse.gamma - fine.gamma).cwiseAbs().maxCoeff() / v;
    worst = std::max(worst, apart);
    worst_residual = std::max(worst_residual, coarse.residual);
    above += apart > 1e-8;
  }
  std::printf(
      "%ld of %ld answered; error above the tolerance 1e-8 in %ld, largest %.1e; residual %.1e\n",
      answered, count, above, worst, worst_residual);
  EXPECT_GE(answered, count * 95 / 100);
  // Where two events nearly coincide the motion is unstable and errors grow: rare, and small still.
  EXPECT_LE(above, count / 100);
  EXPECT_LE(worst_residual, 1e-8);
}

}  // namespace
}  // namespace ricochet
