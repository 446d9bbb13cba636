// Linear systems: what empty fields mean, and the equations with all of them in use.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include <ricochet/system/linear.hpp>
#include <support/models.hpp>
#include <support/random_problems.hpp>
#include <support/system_checks.hpp>

namespace ricochet {
namespace {

using ricochet::testing::evaluated;
using ricochet::testing::Random;

Eigen::MatrixXd random_matrix(Random& random, Eigen::Index rows, Eigen::Index columns) {
  Eigen::MatrixXd A(rows, columns);
  for (Eigen::Index i = 0; i < A.size(); ++i) A.data()[i] = random.uniform(-1.0, 1.0);
  return A;
}

/// Every field in use: dense M, symmetric K, damping with a gyroscopic part, forcing, moving surfaces.
LinearParameters everything(Random& random) {
  const Eigen::Index f = 4;
  LinearParameters p;
  const Eigen::MatrixXd A = random_matrix(random, f, f), B = random_matrix(random, f, f),
                        C = random_matrix(random, f, f);
  p.mass = A * A.transpose() + Eigen::MatrixXd::Identity(f, f);
  p.stiffness = B + B.transpose();
  p.damping = C * C.transpose() + (B - B.transpose());
  p.force = random_matrix(random, f, 1);
  p.amplitude = random_matrix(random, f, 1);
  p.angular_frequency = 3.0;
  p.phase = 0.4;
  for (int i = 0; i < 3; ++i) {
    p.contacts.push_back({.name = "c" + std::to_string(i),
                          .gap = random.uniform(),
                          .normal = random_matrix(random, f, 1),
                          .tangent = random_matrix(random, f, 1),
                          .surface_normal = random.uniform(-1.0, 1.0),
                          .surface_tangential = random.uniform(-1.0, 1.0),
                          .parameters = {.mu = 0.1 * i}});
  }
  return p;
}

TEST(LinearSystem, ContactRowsAndForcesFollowFromGapsAndEnergies) {
  Random random(3);
  for (int k = 0; k < 50; ++k) {
    const LinearSystem system(everything(random));
    const Eigen::VectorXd q = random_matrix(random, 4, 1), u = random_matrix(random, 4, 1),
                          a = random_matrix(random, 4, 1);
    testing::expect_contact_kinematics(system, 0.3, q, u, a);
    testing::expect_lagrange(system, 0.3, q, u);
  }
}

TEST(LinearSystem, EmptyFieldsAreZeroAndNamesAreNumbered) {
  LinearParameters p;
  p.mass = Eigen::Matrix2d::Identity();
  p.contacts.push_back({.name = "c", .gap = 0.5, .normal = Eigen::Vector2d(0.0, 1.0)});
  const LinearSystem system(p);
  EXPECT_EQ(system.info().q[1].name, "q1");
  EXPECT_EQ(system.info().u[0].name, "u0");
  EXPECT_EQ(system.info().largest_step, 0.0);
  EXPECT_TRUE(system.info().constant_mass);
  const Eigen::Vector2d q(1.0, 2.0), u(3.0, 4.0);
  const Evaluation e = evaluated(system, 5.0, q, u);
  EXPECT_EQ(e.h, Eigen::Vector2d::Zero());
  EXPECT_EQ(e.gap[0], 2.5);
  EXPECT_EQ(e.W.col(1), Eigen::Vector2d::Zero());
  EXPECT_EQ(e.potential, 0.0);
  EXPECT_EQ(e.damping_power, 0.0);
  EXPECT_EQ(e.force_power, 0.0);
}

TEST(LinearSystem, ForcingAtResonanceFeedsTheOscillatorHalfTheAmplitudeTimesSpeed) {
  // q'' + q = sin(t + pi/2) = cos t has q = t sin(t) / 2, so u.F = cos t (sin t + t cos t) / 2.
  LinearParameters p;
  p.mass = p.stiffness = Eigen::MatrixXd::Identity(1, 1);
  p.amplitude = Eigen::VectorXd::Ones(1);
  p.angular_frequency = 1.0;
  p.phase = std::numbers::pi / 2.0;
  const LinearSystem system(p);
  EXPECT_DOUBLE_EQ(system.info().largest_step, 2.0 * std::numbers::pi / 20.0);
  const double t = 2.0, s = std::sin(t), c = std::cos(t);
  const Eigen::VectorXd q = Eigen::VectorXd::Constant(1, 0.5 * t * s);
  const Eigen::VectorXd u = Eigen::VectorXd::Constant(1, 0.5 * (s + t * c));
  const Evaluation e = evaluated(system, t, q, u);
  EXPECT_NEAR(e.h[0], c - 0.5 * t * s, 1e-15);
  EXPECT_NEAR(e.force_power, 0.5 * c * (s + t * c), 1e-15);
}

TEST(LinearSystem, SurfaceThatComesTowardsTheBodyClosesTheGapInTime) {
  LinearParameters p;
  p.mass = Eigen::MatrixXd::Identity(1, 1);
  p.contacts.push_back(
      {.name = "c", .gap = 1.0, .normal = Eigen::VectorXd::Ones(1), .surface_normal = 0.5});
  const LinearSystem system(p);
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(1);
  EXPECT_EQ(evaluated(system, 2.0, zero, zero).gap[0], 0.0);
  EXPECT_EQ(evaluated(system, 2.0, zero, zero).surface_velocity[0], 0.5);
}

}  // namespace
}  // namespace ricochet
