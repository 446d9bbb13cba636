// The named models against the impact problems of the papers, written apart from them.

#include <gtest/gtest.h>

#include <cmath>

#include <papers/liu_2013/disc.hpp>
#include <papers/payr_glocker_2005/bar.hpp>
#include <papers/rodriguez_bowling_2011/ball.hpp>
#include <support/models.hpp>

namespace ricochet {
namespace {

using ricochet::testing::build;
using ricochet::testing::evaluated;

TEST(DiscBallModel, StartsWithTheImpactProblemOfEachCase) {
  using namespace papers::liu_2013;
  for (int number = 1; number <= kCases; ++number) {
    const Setting s = setting(number, ParameterSet::printed);
    const ContactProblem printed = contact_problem(s);
    const ModelInstance m = build("disc-ball", {{"impact_height", s.b},
                                                {"ball_velocity", s.v_b},
                                                {"friction", s.ground.mu},
                                                {"static_friction", s.ground.mu_static}});
    ASSERT_NE(m.system, nullptr) << m.refusal;
    const Evaluation e = evaluated(m);
    EXPECT_NEAR(e.gap.head(4).cwiseAbs().maxCoeff(), 0.0, 1e-16);
    EXPECT_GT(e.gap.tail(3).minCoeff(), 1e-3);
    EXPECT_TRUE(e.M.isApprox(printed.M, 1e-15));
    EXPECT_TRUE(e.W.leftCols(8).isApprox(printed.W, 1e-15));
    EXPECT_TRUE(m.start.u.isApprox(printed.u, 1e-15));
    for (std::size_t i = 0; i < 4; ++i) {
      const ContactInfo& c = m.system->info().contacts[i];
      EXPECT_EQ(c.name, printed.names[i]);
      EXPECT_EQ(c.parameters.mu, printed.contact[i].mu);
      EXPECT_EQ(c.parameters.mu_static, printed.contact[i].mu_static);
      EXPECT_EQ(c.parameters.energetic, printed.contact[i].energetic);
      EXPECT_EQ(c.parameters.stiffness, printed.contact[i].stiffness);
      EXPECT_EQ(c.parameters.exponent, printed.contact[i].exponent);
    }
  }
}

TEST(DiscBallModel, DefaultsAreThoseOfTheSecondCase) {
  using namespace papers::liu_2013;
  const Setting s = setting(2, ParameterSet::printed);
  const ModelInstance m = build("disc-ball");
  EXPECT_DOUBLE_EQ(m.start.u[0], s.v_b);
  EXPECT_DOUBLE_EQ(m.start.q[1] - m.start.q[3], s.b);
  EXPECT_NEAR(m.system->info().contacts[0].parameters.contact_time, contact_time(s.v_b), 5e-7);
}

TEST(BarModel, HasThePapersContactMatrixAtEveryAngle) {
  using namespace papers::payr_glocker_2005;
  for (const double phi : {0.1, 0.7, 1.3, 2.0, 3.0}) {
    const OneContact c = contact({}, phi, -1.0, 0.5);
    const ModelInstance m = build("bar", {{"angle", phi}});
    ASSERT_NE(m.system, nullptr) << m.refusal;
    const Evaluation e = evaluated(m);
    const Eigen::MatrixXd W = e.W.leftCols(2);
    const Eigen::MatrixXd G = W.transpose() * e.M.diagonal().cwiseInverse().asDiagonal() * W;
    EXPECT_NEAR(G(0, 0), c.alpha, 1e-13);
    EXPECT_NEAR(G(1, 1), c.beta, 1e-13);
    EXPECT_NEAR(G(0, 1), c.delta, 1e-13);
    const Eigen::VectorXd gamma = W.transpose() * m.start.u;
    EXPECT_NEAR(gamma[0], -1.0, 1e-15);
    EXPECT_NEAR(gamma[1], 0.5, 1e-15);
  }
}

TEST(BallInCornerModel, ArrivesWithTheImpactProblemOfEachExample) {
  using namespace papers::rodriguez_bowling_2011;
  for (const Example& example : examples()) {
    const ContactProblem printed = impact_of(example);
    const ModelInstance m =
        build("ball-in-corner", {{"speed", example.speed}, {"height", example.height}});
    ASSERT_NE(m.system, nullptr) << m.refusal;
    const Eigen::VectorXd q = Eigen::Vector3d(example.distance(), kRadius, 0.0);
    const Eigen::VectorXd u = Eigen::Vector3d(example.speed, example.sinking(), 0.0);
    const Evaluation e = evaluated(*m.system, example.time(), q, u);
    EXPECT_NEAR(e.gap.cwiseAbs().maxCoeff(), 0.0, 1e-15);
    EXPECT_TRUE(u.isApprox(printed.u, 1e-15));
    EXPECT_TRUE(e.W.isApprox(printed.W, 1e-15));
    EXPECT_TRUE(e.M.isApprox(printed.M * (e.M(0, 0) / printed.M(0, 0)), 1e-15));
  }
}

}  // namespace
}  // namespace ricochet
