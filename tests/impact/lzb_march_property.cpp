// The law `lzb` against the brute-force march on random systems: rank-deficient, wedged, supercritical,
// jammed ones among them, static friction above kinetic in half of them.

#include <gtest/gtest.h>

#include <cmath>

#include <ricochet/impact/lzb.hpp>
#include <ricochet/impact/workspace.hpp>
#include <support/random_problems.hpp>
#include <support/spring_impact.hpp>
#include <support/suite.hpp>

namespace ricochet {
namespace {

using testing::spring_impact;
using testing::SpringImpact;

class LzbOnRandomSystems : public ::testing::TestWithParam<int> {};

TEST_P(LzbOnRandomSystems, IsWhatAMarchInSmallStepsConvergesTo) {
  const int contacts = GetParam();
  const Lzb law({.tolerance = 1e-9, .step_limit = 20'000});
  testing::ProblemGenerator generator(20130100 + static_cast<unsigned>(contacts));
  testing::Random random(20130200 + static_cast<unsigned>(contacts));
  const long count = testing::suite_count(1000);
  Workspace workspace;
  ImpactOutcome out;
  long compared = 0;
  long other = 0;  // static above kinetic friction: another of several solutions
  for (long k = 0; k < count; ++k) {
    ContactProblem p = generator.next(contacts).problem;
    const double exponent = random.uniform(1.0, 2.0);
    const bool one_coefficient = random.chance(0.5);
    for (ContactParameters& c : p.contact) {
      c.stiffness = std::pow(10.0, random.uniform(0.0, 2.0));
      c.exponent = exponent;
      c.energetic = random.uniform(0.2, 1.0);
      c.mu_static = one_coefficient ? c.mu : c.mu * random.uniform(1.0, 1.3);
    }
    if (testing::contact_time(p) == 0.0) continue;  // nothing approaches
    law.resolve(p, out, workspace);
    if (!has_answer(out.status)) continue;  // jammed for good, or nearly so
    const auto march = [&](long steps) { return spring_impact(p, {.steps = steps}); };
    const auto difference = [&](const SpringImpact& s) {
      return (s.gamma - out.gamma).lpNorm<Eigen::Infinity>() / p.gamma.lpNorm<Eigen::Infinity>();
    };
    const SpringImpact first = march(1000);
    if (!first.ended) continue;  // contacts that bounce on and on, less and less
    double worst = difference(first);
    if (worst > 1e-3) worst = difference(march(20'000));
    if (one_coefficient) {
      EXPECT_LT(worst, 1e-3) << contacts << " contacts, problem " << k;
    } else if (worst > 1e-3) {
      ++other;
    }
    ++compared;
  }
  EXPECT_GE(compared, count * 2 / 5 - 3);  // of one contact about 58 % approach and end
  EXPECT_LE(other, count / 200);
  RecordProperty("compared", std::to_string(compared));
  RecordProperty("other", std::to_string(other));
}

INSTANTIATE_TEST_SUITE_P(Contacts, LzbOnRandomSystems, ::testing::Values(1, 2, 3, 4));

}  // namespace
}  // namespace ricochet
