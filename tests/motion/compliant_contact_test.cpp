#include <gtest/gtest.h>

#include <ricochet/motion/compliant_contact.hpp>

namespace ricochet {
namespace {

TEST(HuntCrossley, ForceIsZeroOutOfContactAndNeverPulls) {
  const HuntCrossley h{.stiffness = 1000.0, .damping = 2.0, .exponent = 1.5};
  EXPECT_EQ(h.force(0.0, 1.0), 0.0);
  EXPECT_EQ(h.force(-0.01, 1.0), 0.0);
  EXPECT_EQ(h.force(0.01, -0.5), 0.0);  // d' = -1/zeta
  EXPECT_EQ(h.force(0.01, -0.6), 0.0);
  EXPECT_GT(h.force(0.01, -0.4), 0.0);
}

TEST(HuntCrossley, ContinuationAgreesInContactAndIsSmoothBeyond) {
  const HuntCrossley h{.stiffness = 1000.0, .damping = 2.0, .exponent = 1.5};
  EXPECT_EQ(h.continued(0.02, 0.3), h.force(0.02, 0.3));
  EXPECT_LT(h.continued(0.02, -0.7), 0.0);
  EXPECT_EQ(h.continued(-0.02, 0.0), -h.continued(0.02, 0.0));
}

TEST(HuntCrossley, EnergyIsTheIntegralOfTheElasticForce) {
  const HuntCrossley h{.stiffness = 500.0, .damping = 0.0, .exponent = 1.5};
  const double d = 0.03;
  double sum = 0.0;
  const int n = 20000;
  for (int k = 0; k < n; ++k) sum += h.force(d * (k + 0.5) / n, 0.0) * d / n;
  EXPECT_NEAR(h.energy(d), sum, 1e-8 * sum);
}

TEST(HuntCrossley, RateIsTheDerivativeOfTheForce) {
  for (const double p : {1.0, 1.5, 2.5}) {
    const HuntCrossley h{.stiffness = 500.0, .damping = 2.0, .exponent = p};
    const double d = 0.03, v = 0.4, a = -7.0, dt = 1e-6;
    const auto force = [&](double t) {
      return h.continued(d + v * t + 0.5 * a * t * t, v + a * t);
    };
    const double rate = h.continued_rate(d, v, a);
    EXPECT_NEAR((force(dt) - force(-dt)) / (2.0 * dt), rate, 1e-7 * std::abs(rate));
  }
}

TEST(CompliantContact, FrictionOpposesSlip) {
  const CompliantContact c{.normal = {}, .friction = 0.4};
  const TangentialDynamics dynamics{.beta = 2.0, .delta = -1.0, .bias = 0.5};
  EXPECT_DOUBLE_EQ(c.tangential_force(TangentialMode::slip_plus, dynamics, 10.0), -4.0);
  EXPECT_DOUBLE_EQ(c.tangential_force(TangentialMode::slip_minus, dynamics, 10.0), 4.0);
  // b + delta F_N + beta F_T = 0
  const double stick = c.tangential_force(TangentialMode::stick, dynamics, 10.0);
  EXPECT_NEAR(0.5 - 10.0 + 2.0 * stick, 0.0, 1e-15);
}

TEST(CompliantContact, SticksExactlyWhenTheConstraintForceIsWithinFriction) {
  const TangentialDynamics dynamics{.beta = 2.0, .delta = -1.2, .bias = 0.0};  // needs 0.6 F_N
  EXPECT_EQ((CompliantContact{{}, 0.6}).mode_at_rest(dynamics, 5.0), TangentialMode::stick);
  EXPECT_EQ((CompliantContact{{}, 0.59}).mode_at_rest(dynamics, 5.0), TangentialMode::slip_minus);
  const TangentialDynamics mirrored{.beta = 2.0, .delta = 1.2, .bias = 0.0};
  EXPECT_EQ((CompliantContact{{}, 0.59}).mode_at_rest(mirrored, 5.0), TangentialMode::slip_plus);
}

TEST(CompliantContact, AtTheFirstTouchTheLimitDecides) {
  const CompliantContact c{.normal = {}, .friction = 0.7};
  EXPECT_EQ(c.mode_at_rest({.beta = 2.0, .delta = -1.2, .bias = 0.0}, 0.0), TangentialMode::stick);
  EXPECT_EQ(c.mode_at_rest({.beta = 2.0, .delta = -1.6, .bias = 0.0}, 0.0),
            TangentialMode::slip_minus);
  EXPECT_EQ(c.mode_at_rest({.beta = 2.0, .delta = -1.2, .bias = 0.1}, 0.0),
            TangentialMode::slip_plus);
}

}  // namespace
}  // namespace ricochet
