// Small linear programs with known answers.

#include <gtest/gtest.h>

#include <ricochet/lcp/simplex.hpp>

namespace ricochet {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

TEST(Simplex, EmptyPolyhedronIsRecognised) {
  Simplex simplex;
  // x + y = -1 with x, y >= 0.
  EXPECT_FALSE(simplex.find_point(MatrixXd::Ones(1, 2), -VectorXd::Ones(1), 1e-10));
}

TEST(Simplex, MinimisesOverATriangle) {
  // x + y + s = 1: minimum of -2x - y is -2 at x = 1, of x is 0.
  Simplex simplex;
  ASSERT_TRUE(simplex.find_point(MatrixXd::Ones(1, 3), VectorXd::Ones(1), 1e-10));
  ASSERT_EQ(simplex.minimise(Eigen::Vector3d(-2.0, -1.0, 0.0)), Simplex::End::optimal);
  EXPECT_NEAR(simplex.point()[0], 1.0, 1e-14);
  ASSERT_EQ(simplex.minimise(Eigen::Vector3d(1.0, 0.0, 0.0)), Simplex::End::optimal);
  EXPECT_NEAR(simplex.point()[0], 0.0, 1e-14);
}

TEST(Simplex, UnboundedDirectionIsARayOfThePolyhedron) {
  // x - y = 0: minimum of -x runs away along (1, 1).
  Simplex simplex;
  MatrixXd A(1, 2);
  A << 1.0, -1.0;
  ASSERT_TRUE(simplex.find_point(A, VectorXd::Zero(1), 1e-10));
  ASSERT_EQ(simplex.minimise(Eigen::Vector2d(-1.0, 0.0)), Simplex::End::unbounded);
  const VectorXd ray = simplex.ray();
  EXPECT_GT(ray[0], 0.0);
  EXPECT_NEAR(ray[0], ray[1], 1e-14);
}

TEST(Simplex, RedundantRowsDoNoHarm) {
  Simplex simplex;
  MatrixXd A(3, 2);
  A << 1.0, 1.0, 2.0, 2.0, 1.0, 1.0;
  ASSERT_TRUE(simplex.find_point(A, Eigen::Vector3d(1.0, 2.0, 1.0), 1e-10));
  ASSERT_EQ(simplex.minimise(Eigen::Vector2d(-1.0, 0.0)), Simplex::End::optimal);
  EXPECT_NEAR(simplex.point()[0], 1.0, 1e-14);
}

TEST(Simplex, NoVariablesMeansTheRightHandSideMustVanish) {
  Simplex simplex;
  EXPECT_TRUE(simplex.find_point(MatrixXd(1, 0), VectorXd::Zero(1), 1e-10));
  EXPECT_FALSE(simplex.find_point(MatrixXd(1, 0), VectorXd::Ones(1), 1e-10));
}

}  // namespace
}  // namespace ricochet
