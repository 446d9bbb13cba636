// Collisions of discs in flight: when they meet, and with which velocities they part.
//   1/a = 1/m1 + 1/m2, and 1/c = 1/a + r1^2/I1 + r2^2/I2 along the tangent; no coupling:
//   L_N = -(1 + e) a gN,   L_T = -c gT, or friction's most, mu L_N, against gT

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <support/motions.hpp>

namespace ricochet {
namespace {

using testing::follow;
using testing::Motion;
using testing::rough;
using testing::state;

/// Two discs without gravity; the first hits the second at rest, whose centre is `aside` to the left of its way.
Motion collide(double aside, double mu, double e, double spin) {
  BodyScene scene;
  scene.gravity = Vector2::Zero();
  scene.bodies = {testing::disc(2.0, 0.2), testing::disc(3.0, 0.3)};
  scene.bodies[1].name = "target";
  const auto system = testing::make_system(scene, rough(mu, e));
  return follow(*system, state({-2, 0, 0, 0, aside, 0}, {1.5, 0, spin, 0, 0, 0}), {.until = 3.0});
}

TEST(CollidingDiscs, MeetWhenTheirCentresAreTheSumOfRadiiApart) {
  for (const double aside : {0.0, 0.2, -0.4, 0.4999}) {
    const Motion m = collide(aside, 0.2, 0.6, 0.0);
    ASSERT_EQ(m.of(EventKind::impact).size(), 1U) << aside;
    // Near grazing the gap closes slowly: 0.02 of the speed at 0.4999.
    EXPECT_NEAR(m.events[0].time, (2.0 - std::sqrt(0.25 - aside * aside)) / 1.5, 1e-11);
  }
  EXPECT_TRUE(collide(0.5001, 0.2, 0.6, 0.0).kinds().empty());
}

TEST(CollidingDiscs, CentralImpactIsNewtons) {
  const Motion m = collide(0.0, 0.7, 0.6, 0.0);
  const double L = 1.6 * 1.2 * 1.5;  // (1 + e) a v, a = 6/5
  EXPECT_NEAR(m.result.final.u[0], 1.5 - L / 2.0, 1e-13);
  EXPECT_NEAR(m.result.final.u[3], L / 3.0, 1e-13);
  for (const Eigen::Index k : {1, 2, 4, 5}) EXPECT_NEAR(m.result.final.u[k], 0.0, 1e-13);
}

TEST(CollidingDiscs, ObliqueImpactSlipsOrSticksByCoulomb) {
  const double r1 = 0.2, r2 = 0.3, m1 = 2.0, m2 = 3.0, v = 1.5, e = 0.6;
  const double a = m1 * m2 / (m1 + m2);
  const double c = 1.0 / (1.0 / a + 2.0 / m1 + 2.0 / m2);
  int slips = 0;
  for (const double aside : {-0.4, -0.1, 0.2, 0.45}) {
    for (const double mu : {0.05, 0.3, 1.0}) {
      for (const double spin : {0.0, 8.0}) {
        const Motion m = collide(aside, mu, e, spin);
        // n = (c1 - c2) / D, t = n turned by -90 degrees.
        const double ny = -aside / 0.5;
        const double nx = -std::sqrt(1.0 - ny * ny);
        const double gN = v * nx;
        const double gT = v * ny + r1 * spin;
        const double L_N = -(1.0 + e) * a * gN;
        const double L_T = std::clamp(-c * gT, -mu * L_N, mu * L_N);
        slips += std::abs(L_T) == mu * L_N ? 1 : 0;
        const Eigen::VectorXd& u = m.result.final.u;
        EXPECT_NEAR(u[0], v + (L_N * nx + L_T * ny) / m1, 1e-11);
        EXPECT_NEAR(u[1], (L_N * ny - L_T * nx) / m1, 1e-11);
        EXPECT_NEAR(u[2], spin + 2.0 * L_T / (m1 * r1), 1e-10);
        EXPECT_NEAR(u[3], -(L_N * nx + L_T * ny) / m2, 1e-11);
        EXPECT_NEAR(u[5], 2.0 * L_T / (m2 * r2), 1e-10);
      }
    }
  }
  EXPECT_GT(slips, 4);
  EXPECT_LT(slips, 20);
}

TEST(CollidingDiscs, MomentumAndMomentOfMomentumAreKept) {
  const Motion m = collide(0.3, 0.4, 0.5, 5.0);
  const auto moment = [](const Eigen::VectorXd& q, const Eigen::VectorXd& u) {
    const double I1 = 0.5 * 2.0 * 0.04, I2 = 0.5 * 3.0 * 0.09;
    return 2.0 * (q[0] * u[1] - q[1] * u[0]) + I1 * u[2] + 3.0 * (q[3] * u[4] - q[4] * u[3]) +
           I2 * u[5];
  };
  const MotionState& end = m.result.final;
  EXPECT_NEAR(2.0 * end.u[0] + 3.0 * end.u[3], 3.0, 1e-12);
  EXPECT_NEAR(2.0 * end.u[1] + 3.0 * end.u[4], 0.0, 1e-12);
  EXPECT_NEAR(moment(end.q, end.u), moment(m.samples[0].q, m.samples[0].u), 1e-11);
}

}  // namespace
}  // namespace ricochet
