// lzb where the answer is known: rows of balls, one contact, limits of its parameters.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include <ricochet/impact/lzb.hpp>
#include <support/balls.hpp>
#include <support/resolve.hpp>
#include <support/spring_impact.hpp>

namespace ricochet {
namespace {

using Eigen::Index;
using Eigen::VectorXd;
using testing::resolve;
using testing::row_of_balls;
using testing::spring_impact_refined;
using testing::SpringImpact;

ImpactOutcome with(const LzbOptions& options, const ContactProblem& problem) {
  Workspace workspace;
  ImpactOutcome out;
  Lzb(options).resolve(problem, out, workspace);
  return out;
}

/// A block of mass 1 on the ground that it touches at `feet` points, struck at its side from the left
/// with 1 m/s at the height h of its centre by a ball of mass 1. Coordinates x, y, angle, x of the ball.
ContactProblem struck_block(int feet, double mu, double e) {
  ContactProblem p;
  p.M = Eigen::VectorXd::Constant(4, 1.0).asDiagonal();
  p.M(2, 2) = 0.4;
  p.W = Eigen::MatrixXd::Zero(4, 2 * (feet + 1));
  p.u = VectorXd::Unit(4, 3);
  for (int i = 0; i < feet; ++i) {
    const double x = feet == 1 ? 0.0 : -1.0 + 2.0 * i / (feet - 1);
    p.W.col(2 * i) << 0.0, 1.0, x, 0.0;
    p.W.col(2 * i + 1) << 1.0, 0.0, 0.5, 0.0;
  }
  p.W.col(2 * feet) << 1.0, 0.0, 0.0, -1.0;
  p.W.col(2 * feet + 1) << 0.0, -1.0, 1.0, 0.0;  // -y of the block's left side
  for (int i = 0; i <= feet; ++i) {
    ContactParameters c;
    c.mu = c.mu_static = mu;
    c.energetic = e;
    c.stiffness = 1e6;
    c.exponent = 1.5;
    p.contact.push_back(c);
    p.names.push_back(std::to_string(i));
  }
  EXPECT_TRUE(p.assemble());
  return p;
}

TEST(Lzb, ThreeTouchingHertzianBallsDisperseTheImpulse) {
  const ImpactOutcome out = with({.tolerance = 1e-10}, row_of_balls(3, 1.0, 1.5));
  EXPECT_EQ(out.status, Status::unique);
  EXPECT_NEAR(out.u[0], -0.0709, 1e-4);  // as known from the literature, cut to four digits
  EXPECT_NEAR(out.u[1], 0.0764, 1e-4);
  EXPECT_NEAR(out.u[2], 0.9945, 1e-4);
  EXPECT_NEAR(out.u.sum(), 1.0, 4e-16);
}

TEST(Lzb, EnergyOfElasticFrictionlessRowsIsConservedToTenDigits) {
  for (const int balls : {2, 5, 12}) {
    for (const double exponent : {1.0, 1.5, 3.0}) {
      const ImpactOutcome out = with({.tolerance = 1e-10}, row_of_balls(balls, 1.0, exponent));
      EXPECT_NEAR(out.energy.dissipation / out.energy.before, 0.0, 1e-10) << balls << exponent;
      EXPECT_NEAR(out.u.sum(), 1.0, 1e-15);
      EXPECT_TRUE(out.warnings.empty());
    }
  }
}

TEST(Lzb, IsLinearInTheVelocitiesForEqualExponentsOnly) {
  ContactProblem p = row_of_balls(4, 0.8, 1.5);
  const auto relative = [&](double factor) {
    ContactProblem q = p;
    q.u *= factor;
    EXPECT_TRUE(q.assemble());
    return VectorXd(with({.tolerance = 1e-11}, q).u / factor);
  };
  EXPECT_LT((relative(1.0) - relative(1e3)).norm(), 1e-10);
  p.contact[1].exponent = 1.0;
  EXPECT_GT((relative(1.0) - relative(1e3)).norm(), 1e-2);
}

TEST(Lzb, OnlyRatiosOfStiffnessMatterForEqualExponents) {
  ContactProblem p = row_of_balls(4, 0.8, 1.5);
  p.contact[2].stiffness = 7.0;
  const VectorXd soft = with({.tolerance = 1e-11}, p).u;
  for (ContactParameters& c : p.contact) *c.stiffness *= 1e9;
  EXPECT_LT((with({.tolerance = 1e-11}, p).u - soft).norm(), 1e-10);
}

TEST(Lzb, UnequalStiffnessOfAnElasticRowApproachesASequenceOfSingleImpacts) {
  // The second contact a million times stiffer: the first ball hits the two others as one body. A million
  // times softer: first 1-2 alone, then 2-3.
  ContactProblem p = row_of_balls(3, 1.0, 1.0);
  p.contact[1].stiffness = 1e6;
  const VectorXd stiff = with({}, p).u;
  EXPECT_NEAR(stiff[0], -1.0 / 3.0, 2e-3);
  EXPECT_NEAR(stiff[1] + stiff[2], 4.0 / 3.0, 2e-3);
  p.contact[1].stiffness = 1e-6;
  const VectorXd soft = with({}, p).u;
  EXPECT_NEAR(soft[0], 0.0, 5e-3);
  EXPECT_NEAR(soft[2], 1.0, 5e-3);
}

TEST(Lzb, PlasticContactBecomesARigidInelasticOneWithoutChatter) {
  for (const double exponent : {1.0, 1.5}) {
    ContactProblem p = row_of_balls(3, 1.0, exponent);
    p.contact[1].energetic = 0.0;
    Workspace w;
    ImpactOutcome out;
    Lzb({.tolerance = 1e-10}).resolve(p, out, w);
    ASSERT_TRUE(has_answer(out.status));
    EXPECT_GE(out.gamma[2], -1e-12);
    EXPECT_LT(w.lzb.steps(), 3000);
    EXPECT_LE(out.phases.size(), 6U);
    const SpringImpact oracle = spring_impact_refined(p, {.steps = 40'000});
    ASSERT_TRUE(oracle.ended);
    EXPECT_LT((out.gamma - oracle.gamma).cwiseAbs().maxCoeff(), 20.0 * oracle.error + 1e-6);
  }
}

TEST(Lzb, PlasticFrontOfARowPushesTheRestAsOneBody) {
  // e = 0 between 1 and 2, which stay together: 1-2 as one body of mass 2 against 3.
  ContactProblem p = row_of_balls(3, 1.0, 1.0);
  p.contact[0].energetic = 0.0;
  p.contact[1].stiffness = 1e-8;  // softer by far: the first impact is over when it begins
  const ImpactOutcome out = with({}, p);
  EXPECT_NEAR(out.u[2], 2.0 / 3.0, 1e-3);  // 2 * (1/2) * 2 / (2 + 1)
  EXPECT_NEAR(out.gamma[0], 0.0, 1e-9);
}

TEST(Lzb, ContactsAtRestAreLoadedByACollisionElsewhere) {
  const ImpactOutcome out = with({}, row_of_balls(5, 1.0, 1.5));
  for (Index i = 0; i < 4; ++i) EXPECT_GT(out.impulse[2 * i], 0.1);
}

TEST(Lzb, NothingApproachesNothingHappens) {
  ContactProblem p = row_of_balls(3, 1.0, 1.5);
  p.u.setZero();
  p.u[2] = 1.0;
  ASSERT_TRUE(p.assemble());
  const ImpactOutcome out = with({}, p);
  EXPECT_EQ(out.status, Status::unique);
  EXPECT_EQ(out.impulse.norm(), 0.0);
}

TEST(Lzb, GroupOfFeetSticksAsLongAsTheSumOfTheirConesAllows) {
  // With three feet the friction of each is not determined, only the sum; the motion agrees with the
  // oracle, and the impulses given are inside the cones.
  for (const int feet : {1, 2, 3, 5}) {
    for (const double mu : {0.2, 0.8, 1.4}) {
      for (const double e : {1.0, 0.5}) {
        const ContactProblem p = struck_block(feet, mu, e);
        const ImpactOutcome out = with({.tolerance = 1e-9}, p);
        ASSERT_TRUE(has_answer(out.status)) << out.message;
        const SpringImpact oracle = spring_impact_refined(p, {.steps = 2'000});
        ASSERT_TRUE(oracle.ended);
        EXPECT_LT((out.gamma - oracle.gamma).cwiseAbs().maxCoeff(), 20.0 * oracle.error + 1e-3)
            << feet << " feet, mu " << mu << ", e " << e;
        for (Index i = 0; i <= feet; ++i) {
          EXPECT_LE(std::abs(out.impulse[2 * i + 1]), mu * out.impulse[2 * i] + 1e-12);
        }
      }
    }
  }
}

TEST(Lzb, ElasticContactsAreSpringsInPositionsUnlessOneReturns) {
  // The compliant system itself: gaps that open and stay open, with and without friction.
  int compared = 0;
  for (const int feet : {1, 2, 3}) {
    for (const double mu : {0.0, 0.3, 0.9}) {
      const ContactProblem p = struck_block(feet, mu, 1.0);
      const SpringImpact springs = testing::spring_impact(p, {.steps = 4'000, .keep_gaps = true});
      ASSERT_TRUE(springs.ended);
      bool returned = false;
      for (const int loadings : springs.loadings) returned = returned || loadings > 1;
      if (returned) continue;
      ++compared;
      const ImpactOutcome out = with({.tolerance = 1e-9}, p);
      ASSERT_TRUE(has_answer(out.status));
      EXPECT_LT((out.gamma - springs.gamma).cwiseAbs().maxCoeff(), 1e-3) << feet << ' ' << mu;
    }
  }
  for (const int balls : {3, 5}) {
    const ContactProblem p = row_of_balls(balls, 1.0, 1.5);
    const SpringImpact springs = testing::spring_impact(p, {.steps = 4'000, .keep_gaps = true});
    ASSERT_TRUE(springs.ended);
    EXPECT_LT((with({}, p).gamma - springs.gamma).cwiseAbs().maxCoeff(), 1e-5) << balls;
  }
  std::printf("%d of 9 blocks without a returning contact\n", compared);
  EXPECT_GE(compared, 3);
}

TEST(Lzb, ExplicitEulerConvergesToItAtFirstOrder) {
  const ContactProblem p = struck_block(3, 0.3, 0.7);
  const VectorXd exact = with({.tolerance = 1e-11}, p).gamma;
  const auto error = [&](long steps) {
    const ImpactOutcome out = with({.method = LzbMethod::euler, .steps = steps}, p);
    EXPECT_TRUE(has_answer(out.status)) << out.message;
    EXPECT_TRUE(testing::flagged(out, WarningId::approximate));
    return (out.gamma - exact).norm();
  };
  const double coarse = error(10'000);
  const double fine = error(160'000);
  std::printf("errors %.1e, %.1e\n", coarse, fine);
  EXPECT_LT(fine, 1e-4);
  EXPECT_NEAR(std::log2(coarse / fine) / 4.0, 1.0, 0.35);
}

TEST(Lzb, EachCycleReturnsTheShareESquaredOfItsWork) {
  // From the recorded forces: work of the normal force in each compression and the expansion after it.
  ContactProblem p = row_of_balls(4, 0.6, 1.5);
  p.contact[1].energetic = 0.9;
  p.contact[2].energetic = 0.3;
  Workspace w;
  ImpactOutcome out;
  struct Cycle {
    double in = 0.0, back = 0.0;
  };
  std::vector<std::vector<Cycle>> cycles(3);
  VectorXd L = VectorXd::Zero(6), gamma = p.gamma;
  const auto record = [&](const LzbSample& s) {
    for (Index i = 0; i < 3; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const double now_L = s.impulse[2 * k];
      const double now_g = s.gamma[2 * k];
      const double work = 0.5 * (now_g + gamma[2 * i]) * (now_L - L[2 * i]);
      std::vector<Cycle>& list = cycles[k];
      if (s.stages[k] == Stage::compression && now_L > L[2 * i]) {
        if (list.empty() || list.back().back > 0.0) list.emplace_back();
        list.back().in -= work;
      } else if (now_L > L[2 * i]) {
        list.back().back += work;
      }
      L[2 * i] = now_L;
      gamma[2 * i] = now_g;
    }
  };
  Lzb({.tolerance = 1e-12}).resolve_with_history(p, out, w, record);
  ASSERT_TRUE(has_answer(out.status));
  for (std::size_t k = 0; k < 3; ++k) {
    const double e = *p.contact[k].energetic;
    ASSERT_FALSE(cycles[k].empty());
    double in = 0.0;
    double back = 0.0;
    for (const Cycle& c : cycles[k]) {
      in += c.in;
      back += c.back;
    }
    EXPECT_NEAR(back / in, e * e, 2e-4) << "contact " << k;  // trapezoids over the steps
  }
}

TEST(Lzb, ALooseToleranceIsAnAnswerToThatTolerance) {
  const ContactProblem p = struck_block(2, 0.3, 0.7);
  const VectorXd exact = with({.tolerance = 1e-11}, p).gamma;
  for (const double tolerance : {1e-2, 1e-4, 1e-6}) {
    const ImpactOutcome out = with({.tolerance = tolerance}, p);
    ASSERT_TRUE(has_answer(out.status)) << tolerance;
    EXPECT_LE((out.gamma - exact).norm(), tolerance);
  }
}

TEST(Lzb, SaysWhatItMisses) {
  ContactProblem p = row_of_balls(3, 1.0, 1.5);
  p.contact[1].stiffness.reset();
  EXPECT_EQ(with({}, p).status, Status::not_applicable);
  EXPECT_NE(with({}, p).message.find("stiffness"), std::string_view::npos);
  p.contact[1].stiffness = 1.0;
  p.contact[1].energetic.reset();
  EXPECT_NE(with({}, p).message.find("energetic"), std::string_view::npos);
}

TEST(Lzb, AnExhaustedStepLimitIsNotAnAnswer) {
  const ImpactOutcome out = with({.step_limit = 10}, row_of_balls(5, 1.0, 1.5));
  EXPECT_EQ(out.status, Status::not_converged);
  EXPECT_EQ(out.impulse.norm(), 0.0);
}

TEST(Cradle, GapsTouchingAndLzbGiveThreeDifferentAnswers) {
  // Touching balls: moreau spreads, lzb disperses.
  const ContactProblem touching = row_of_balls(5, 1.0, 1.5);
  const VectorXd moreau = resolve("moreau", touching).u;
  EXPECT_NEAR(moreau[0], -0.6, 1e-14);
  for (Index i = 1; i < 5; ++i) EXPECT_NEAR(moreau[i], 0.4, 1e-14);
  const VectorXd lzb = with({}, touching).u;
  EXPECT_GT(lzb[4], 0.95);
  EXPECT_LT(lzb[0], -0.05);
  // With gaps: one impact after the other, each of two balls.
  VectorXd u = VectorXd::Unit(5, 0);
  for (Index i = 0; i < 4; ++i) {
    for (const char* law : {"moreau", "lzb"}) {
      ContactProblem pair = row_of_balls(2, 1.0, 1.5);
      pair.u = u.segment(i, 2);
      ASSERT_TRUE(pair.assemble());
      const VectorXd after = resolve(law, pair).u;
      EXPECT_NEAR(after[0], 0.0, 1e-9) << law;
      EXPECT_NEAR(after[1], 1.0, 1e-9) << law;
      if (std::string_view(law) == "moreau") continue;
      u.segment(i, 2) << 0.0, 1.0;
    }
  }
  EXPECT_EQ(u[4], 1.0);
}

}  // namespace
}  // namespace ricochet
