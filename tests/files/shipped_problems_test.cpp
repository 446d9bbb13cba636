// The shipped problems are what their comments say: checked by mechanics, not by yesterday's output.

#include <gtest/gtest.h>

#include <cmath>

#include <ricochet/files/matrices.hpp>
#include <ricochet/files/problem_file.hpp>

namespace ricochet {
namespace {

ContactProblem shipped(const std::string& name) {
  return read_problem(RICOCHET_SOURCE_DIR "/problems/" + name).problem;
}

double kinetic_energy(const ContactProblem& p) { return 0.5 * p.u.dot(p.M * p.u); }

TEST(ShippedProblems, CradleIsARowOfEqualBallsOfWhichOnlyTheFirstPairApproaches) {
  const ContactProblem p = shipped("five_ball_cradle.yaml");
  ASSERT_EQ(p.contacts(), 4);
  for (Eigen::Index i = 0; i < 4; ++i) {
    EXPECT_EQ(p.gamma[2 * i], i == 0 ? -1.0 : 0.0);
    EXPECT_EQ(p.W.col(2 * i).sum(), 0.0);  // a common translation opens nothing
    EXPECT_DOUBLE_EQ(p.G(2 * i, 2 * i), 2.0 / 0.06422);
    if (i > 0) {
      EXPECT_DOUBLE_EQ(p.G(2 * i, 2 * i - 2), -1.0 / 0.06422);
    }
  }
  // Hertz: 2/3 E / (1 - nu^2) sqrt(R / 2).
  EXPECT_NEAR(*p.contact[0].stiffness, 2.0 / 3.0 * 206e9 / 0.91 * std::sqrt(0.0125 / 2.0), 2e6);
  const ContactProblem gaps = shipped("five_ball_cradle_gaps.yaml");
  EXPECT_EQ(gaps.contacts(), 1);
  EXPECT_EQ(gaps.W.col(0), p.W.col(0));
  EXPECT_EQ(gaps.u, p.u);
  EXPECT_EQ(gaps.M, p.M);
}

TEST(ShippedProblems, BeadsAndTheirContactsFollowFromRadiusAndSteel) {
  const ContactProblem p = shipped("bead_chain.yaml");
  ASSERT_EQ(p.dofs(), 10);
  ASSERT_EQ(p.contacts(), 9);
  double radius = 0.01;
  for (Eigen::Index i = 0; i < 10; ++i) {
    const double mass = 7850.0 * 4.0 / 3.0 * M_PI * std::pow(radius, 3);
    EXPECT_NEAR(p.M(i, i), mass, 5e-4 * mass);
    if (i == 9) break;
    const double next = 0.95 * radius;
    const double k = 2.0 / 3.0 * 206e9 / 0.91 * std::sqrt(radius * next / (radius + next));
    EXPECT_NEAR(*p.contact[static_cast<std::size_t>(i)].stiffness, k, 5e-4 * k);
    EXPECT_EQ(p.contact[static_cast<std::size_t>(i)].exponent, 1.5);
    EXPECT_EQ(p.W.col(2 * i).sum(), 0.0);
    radius = next;
  }
}

TEST(ShippedProblems, FlatBlockHasOneSlidingVelocityAndRankThree) {
  const ContactProblem p = shipped("block_on_two_corners.yaml");
  EXPECT_EQ(p.W.col(1), p.W.col(3));
  EXPECT_EQ(p.gamma[1], p.gamma[3]);
  EXPECT_EQ(p.gamma[0], p.gamma[2]);  // flat
  EXPECT_EQ(spectrum_of(p.G).rank, 3);
}

TEST(ShippedProblems, StackIsAtRestButForTheStrikerAndFloatsFreely) {
  const ContactProblem p = shipped("three_body_stack.yaml");
  ASSERT_EQ(p.contacts(), 7);
  EXPECT_EQ(p.names[0], "strike");
  EXPECT_EQ(p.gamma[0], -2.0);
  for (Eigen::Index i = 2; i < 14; ++i) EXPECT_EQ(p.gamma[i], 0.0);
  EXPECT_DOUBLE_EQ(kinetic_energy(p), 2.0);
  // Only the two contacts with the ground resist a common translation.
  Eigen::VectorXd up = Eigen::VectorXd::Zero(12);
  for (Eigen::Index b = 0; b < 4; ++b) up[3 * b + 1] = 1.0;
  const Eigen::VectorXd opening = p.W.transpose() * up;
  for (Eigen::Index i = 0; i < 7; ++i) {
    EXPECT_EQ(opening[2 * i], p.names[static_cast<std::size_t>(i)].starts_with("bottom") ? 1 : 0);
  }
}

// Places of contact and centre as (y, z); a body turns from y to z.
TEST(ShippedProblems, DiscAndBallMoveAsRigidBodies) {
  const ContactProblem p = shipped("disc_ball_case4.yaml");
  ASSERT_EQ(p.contacts(), 4);
  constexpr double r = 0.0375, h = 0.003, b = 0.0065;
  EXPECT_DOUBLE_EQ(p.M(4, 4), 0.20969 * (r * r / 4 + h * h / 3));
  EXPECT_DOUBLE_EQ(kinetic_energy(p), 0.5 * 0.06924 * 0.284 * 0.284);
  const Eigen::VectorXd u = (Eigen::VectorXd(5) << 0.3, -0.7, 1.1, 0.2, -1.3).finished();
  const auto disc_at = [&](double y, double z) {
    return Eigen::Vector2d(u[2] - z * u[4], u[3] + y * u[4]);
  };
  const Eigen::VectorXd gamma = p.W.transpose() * u;
  const double y[3] = {h, 0.0, -h};
  for (Eigen::Index i = 0; i < 3; ++i) {
    const Eigen::Vector2d v = disc_at(y[i], -r);
    EXPECT_NEAR(gamma[2 * i], v[1], 1e-15);      // normal up
    EXPECT_NEAR(gamma[2 * i + 1], v[0], 1e-15);  // tangent along y
    EXPECT_EQ(p.W.col(2 * i + 1), p.W.col(1));   // one tangential velocity
  }
  const Eigen::Vector2d relative = disc_at(-h, b) - Eigen::Vector2d(u[0], u[1]);
  EXPECT_NEAR(gamma[6], relative[0], 1e-15);
  EXPECT_NEAR(gamma[7], relative[1], 1e-15);
  // Only the ball moves: D approaches with its speed, nothing slides.
  EXPECT_EQ(p.gamma[6], -0.284);
  EXPECT_EQ(p.gamma.lpNorm<1>(), 0.284);
  // Three normals of a line and one common tangent, two more directions at D: 2 + 1 + 2 of 8.
  EXPECT_EQ(spectrum_of(p.G).rank, 5);
}

}  // namespace
}  // namespace ricochet
