// The oracle of multiple impacts itself: where the answer is known without it.

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include <support/balls.hpp>
#include <support/random_contacts.hpp>
#include <support/resolve.hpp>
#include <support/spring_impact.hpp>
#include <support/suite.hpp>

namespace ricochet {
namespace {

using testing::as_problem;
using testing::row_of_balls;
using testing::spring_impact;
using testing::spring_impact_refined;
using testing::SpringImpact;

Eigen::VectorXd after(const ContactProblem& p, const SpringImpact& s) {
  return p.u + p.Minv_W * s.impulse;
}

ContactProblem spring(const OneContact& c, double exponent) {
  ContactProblem p = as_problem(c);
  p.contact[0].stiffness = 3.0;
  p.contact[0].exponent = exponent;
  return p;
}

TEST(SpringOracle, OneFrictionlessContactReboundsWithItsCoefficient) {
  for (const double exponent : {1.0, 1.5, 3.0}) {
    for (const double e : {1.0, 0.7, 0.1, 0.0}) {
      const ContactProblem p = spring({2.0, 1.0, 0.0, -0.7, 0.0, 0.0, 0.0, e, 0.0}, exponent);
      const SpringImpact s = spring_impact(p);
      ASSERT_TRUE(s.ended);
      EXPECT_NEAR(s.gamma[0], 0.7 * e, e > 0.0 ? 1e-6 : 1e-3) << exponent << ' ' << e;
    }
  }
}

TEST(SpringOracle, TwoBallsExchangeTheirVelocities) {
  const ContactProblem p = row_of_balls(2, 1.0, 1.5);
  const Eigen::VectorXd u = after(p, spring_impact(p));
  EXPECT_NEAR(u[0], 0.0, 1e-7);
  EXPECT_NEAR(u[1], 1.0, 1e-7);
}

TEST(SpringOracle, ThreeTouchingBallsDisperseTheImpulseAsHertzianChainsDo) {
  const ContactProblem p = row_of_balls(3, 1.0, 1.5);
  for (const bool keep_gaps : {false, true}) {
    const SpringImpact s = spring_impact(p, {.keep_gaps = keep_gaps});
    ASSERT_TRUE(s.ended);
    const Eigen::VectorXd u = after(p, s);
    EXPECT_NEAR(u[0], -0.07095, 5e-6);
    EXPECT_NEAR(u[1], 0.07640, 5e-6);
    EXPECT_NEAR(u[2], 0.99455, 5e-6);
    EXPECT_NEAR(u.squaredNorm(), 1.0, 1e-7);
  }
}

TEST(SpringOracle, EnergyOfElasticChainsIsKeptToSecondOrderAtLeast) {
  const ContactProblem p = row_of_balls(5, 1.0, 1.5);
  const auto error = [&](long steps) {
    return std::abs(after(p, spring_impact(p, {.steps = steps})).squaredNorm() - 1.0);
  };
  const double order = std::log2(error(500) / error(16000)) / 5.0;
  EXPECT_GT(order, 1.9);  // symplectic steps: better than the order of the velocities
  EXPECT_LT(error(16000), 1e-7);
}

/// The result for the linear chain of three balls: springs in series, modes of frequency 1 and
/// sqrt(3), until the first contact lets go; then the second spring alone.
TEST(SpringOracle, LinearChainFollowsItsNormalModes) {
  // x = compressions: x1'' = -2 x1 + x2, x2'' = x1 - 2 x2, x1' = 1, x2' = 0 at the start.
  const auto x = [](double t, double sign) {
    return 0.5 * std::sin(t) + sign * 0.5 * std::sin(std::sqrt(3.0) * t) / std::sqrt(3.0);
  };
  const auto v = [](double t, double sign) {
    return 0.5 * std::cos(t) + sign * 0.5 * std::cos(std::sqrt(3.0) * t);
  };
  double lo = 2.0, hi = 3.0;  // x1 vanishes between
  for (int i = 0; i < 100; ++i) (x(0.5 * (lo + hi), 1.0) > 0.0 ? lo : hi) = 0.5 * (lo + hi);
  // From there the second pair is alone and elastic: its relative velocity ends as
  // sqrt(v2^2 + 2 x2^2), its mean velocity stays.
  const double w = std::sqrt(std::pow(v(lo, -1.0), 2) + 2.0 * std::pow(x(lo, -1.0), 2));
  const ContactProblem p = row_of_balls(3, 1.0, 1.0);
  const SpringImpact s = spring_impact(p);
  ASSERT_TRUE(s.ended);
  EXPECT_NEAR(s.gamma[2], w, 1e-7);
}

TEST(SpringOracle, AgreesWithSpringsInPositionsUntilAContactReturns) {
  ContactProblem p = row_of_balls(3, 1.0, 1.0);
  EXPECT_EQ(spring_impact(p).loadings, std::vector<int>({1, 1}));
  EXPECT_LT((spring_impact(p).gamma - spring_impact(p, {.keep_gaps = true}).gamma).norm(), 1e-7);
  // A light ball in the middle is thrown against a soft spring and back: its flight takes time only
  // where gaps are kept.
  p.M(1, 1) = 0.3;
  p.contact[0].stiffness = 1000.0;
  ASSERT_TRUE(p.assemble());
  const SpringImpact regular = spring_impact(p);
  const SpringImpact gaps = spring_impact(p, {.keep_gaps = true});
  EXPECT_GT(regular.loadings[0], 1);
  EXPECT_GT((regular.gamma - gaps.gamma).norm(), 1e-3);
  for (const SpringImpact& s : {regular, gaps}) {
    const Eigen::VectorXd u = after(p, s);
    EXPECT_NEAR(u.dot(p.M * u), 1.0, 1e-5);
  }
}

TEST(SpringOracle, OneContactWithFrictionIsTheRouthProcessForAnyStiffnessLaw) {
  testing::Random random(20130001);
  const long count = testing::suite_count(2000);
  double worst = 0.0;
  for (long k = 0; k < count; ++k) {
    OneContact c = testing::random_contact(random);
    c.restitution = random.uniform(0.1, 1.0);
    const ContactProblem p = spring(c, random.uniform(1.0, 3.0));
    const SpringImpact s = spring_impact(p, {.steps = 4000});
    ASSERT_TRUE(s.ended);
    const ImpactOutcome o = testing::resolve("routh-stronge", p);
    ASSERT_TRUE(has_answer(o.status));
    worst = std::max(
        worst, (s.gamma - o.gamma).lpNorm<Eigen::Infinity>() /
                   std::max(p.gamma.lpNorm<Eigen::Infinity>(), o.gamma.lpNorm<Eigen::Infinity>()));
  }
  EXPECT_LT(worst, 5e-4);
  RecordProperty("worst", std::to_string(worst));
}

TEST(SpringOracle, SticksInTheStaticBand) {
  // mu beta < |delta| <= mu_s beta: stops and stays; with static = kinetic it slips on.
  OneContact c{1.0, 1.0, 0.5, -1.0, -0.2, 0.4, 0.6, 0.5, 0.0};
  EXPECT_NEAR(spring_impact(spring(c, 1.5)).gamma[1], 0.0, 1e-9);
  c.mu_static = c.mu;
  EXPECT_GT(std::abs(spring_impact(spring(c, 1.5)).gamma[1]), 0.01);
}

TEST(SpringOracle, ContactsAtOnePointActAsOneWithTheirMeanFriction) {
  // Three springs with a third of the load each; single cones of 0.1, 0.2, 0.6 hold together what
  // one of 0.3 holds, though the first two alone would not.
  const OneContact c{1.2, 1.0, 0.25, -1.0, 0.0, 0.3, 0.3, 0.8, 0.0};
  const ContactProblem one = spring(c, 1.5);
  ContactProblem three;
  three.G.resize(6, 6);
  three.gamma.resize(6);
  three.surface_velocity.setZero(6);
  const std::array friction = {0.1, 0.2, 0.6};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) three.G.block(2 * i, 2 * j, 2, 2) = one.G;
    three.gamma.segment(2 * i, 2) = one.gamma;
    three.contact.push_back(one.contact[0]);
    three.contact.back().stiffness = *one.contact[0].stiffness / 3.0;
    three.contact.back().mu = three.contact.back().mu_static = friction[std::size_t(i)];
    three.names.push_back(std::to_string(i));
  }
  const SpringImpact a = spring_impact(one);
  const SpringImpact b = spring_impact(three);
  ASSERT_TRUE(a.ended && b.ended);
  EXPECT_NEAR(a.gamma[1], 0.0, 1e-10);  // sticks
  // The clocks differ: each of the three is softer than the one.
  for (int i = 0; i < 3; ++i) EXPECT_LT((b.gamma.segment(2 * i, 2) - a.gamma).norm(), 1e-6);
}

TEST(SpringOracle, SlipConvergesWithSecondOrder) {
  OneContact c{1.5, 1.0, -0.4, -1.0, 3.0, 0.3, 0.3, 0.6, 0.0};
  const ContactProblem p = spring(c, 1.5);
  const double coarse = spring_impact_refined(p, {.steps = 2000}).error;
  const double fine = spring_impact_refined(p, {.steps = 20000}).error;
  EXPECT_LT(fine, coarse / 30.0);
  EXPECT_LT(fine, 1e-6);
}

TEST(SpringOracle, InelasticContactHoldsWithoutChatter) {
  // A ball on a plastic floor is struck from above: the floor takes everything, nothing rebounds.
  ContactProblem p = row_of_balls(3, 1.0, 1.5);
  p.contact[0].energetic = 0.6;
  p.contact[1].energetic = 0.0;
  p.M(2, 2) = 1e9;
  ASSERT_TRUE(p.assemble());
  const SpringImpact s = spring_impact(p, {.steps = 4000});
  ASSERT_TRUE(s.ended);
  EXPECT_EQ(s.loadings[1], 1);
  EXPECT_GE(s.gamma[2], 0.0);
  EXPECT_LT(s.gamma[2], 1e-9);
}

}  // namespace
}  // namespace ricochet
