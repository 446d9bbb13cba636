#pragma once
// What evaluate() of any mechanical system with q' = u must satisfy, by finite differences. Differences are central
// over 2e-5 (s, or of a coordinate) with errors below 1e-9 of the terms for the smooth functions here; the
// tolerance is 1e-6 of the terms.

#include <gtest/gtest.h>

#include <ricochet/system/system.hpp>
#include <support/models.hpp>

namespace ricochet::testing {

inline constexpr double kDifference = 1e-5;
inline constexpr double kDifferenceTolerance = 1e-6;

/// g_N' = W_N.u - v_sN and gamma' = W^T a + bias on the path q + s u + s^2 a / 2 through the state.
inline void expect_contact_kinematics(const MechanicalSystem& system, double t,
                                      const Eigen::VectorXd& q, const Eigen::VectorXd& u,
                                      const Eigen::VectorXd& a) {
  const auto at = [&](double s) {
    return evaluated(system, t + s, q + s * u + 0.5 * s * s * a, u + s * a);
  };
  const double s = kDifference;
  const Evaluation now = at(0.0), before = at(-s), after = at(s);
  const auto gamma = [&](const Evaluation& e, double time) -> Eigen::VectorXd {
    return e.W.transpose() * (u + time * a) - e.surface_velocity;
  };
  const Eigen::VectorXd gap_rate = (after.gap - before.gap) / (2.0 * s);
  const Eigen::VectorXd acceleration = (gamma(after, s) - gamma(before, -s)) / (2.0 * s);
  const Eigen::VectorXd velocity = gamma(now, 0.0);
  const Eigen::VectorXd expected = now.W.transpose() * a + now.bias;
  const double speed = (now.W.cwiseAbs().transpose() * u.cwiseAbs()).sum() +
                       now.surface_velocity.cwiseAbs().sum() + 1e-3;
  const double size =
      (now.W.cwiseAbs().transpose() * a.cwiseAbs()).sum() + now.bias.cwiseAbs().sum() + speed;
  for (Eigen::Index i = 0; i < system.contacts(); ++i) {
    const std::string& name = system.info().contacts[static_cast<std::size_t>(i)].name;
    EXPECT_NEAR(gap_rate[i], velocity[2 * i], kDifferenceTolerance * speed) << name;
    EXPECT_NEAR(acceleration[2 * i], expected[2 * i], kDifferenceTolerance * size) << name;
    EXPECT_NEAR(acceleration[2 * i + 1], expected[2 * i + 1], kDifferenceTolerance * size) << name;
  }
}

/// h against T and V. Lagrange's equations say
///   h = -dV/dq + F + Q(u) - M' u + d(u.M u / 2)/dq,     M' = dM/dq u
/// with given forces F (force_power = F.u) and dampers Q (damping_power = Q.u <= 0, here linear in u). The part of
/// h that is even in u, without its value at u = 0, is the last two terms; the odd part is Q; the value at u = 0 is
/// the rest.
inline void expect_lagrange(const MechanicalSystem& system, double t, const Eigen::VectorXd& q,
                            const Eigen::VectorXd& u) {
  const Eigen::Index f = system.dofs();
  const Eigen::VectorXd rest = Eigen::VectorXd::Zero(f);
  const Evaluation forward = evaluated(system, t, q, u), back = evaluated(system, t, q, -u),
                   still = evaluated(system, t, q, rest);
  Eigen::VectorXd conservative(f), given(f), inertial(f);
  Eigen::VectorXd momentum_change = Eigen::VectorXd::Zero(f);
  double size = 1e-9;
  for (Eigen::Index i = 0; i < f; ++i) {
    const Eigen::VectorXd unit = Eigen::VectorXd::Unit(f, i);
    const double step = kDifference * system.info().q[static_cast<std::size_t>(i)].scale;
    const Evaluation low = evaluated(system, t, q - step * unit, u),
                     high = evaluated(system, t, q + step * unit, u);
    const Eigen::MatrixXd slope = (high.M - low.M) / (2.0 * step);
    conservative[i] = -(high.potential - low.potential) / (2.0 * step);
    given[i] = evaluated(system, t, q, unit).force_power;
    inertial[i] = 0.5 * u.dot(slope * u);
    momentum_change += u[i] * slope * u;
    size = std::max({size, std::abs(forward.h[i]), std::abs(still.potential)});
  }
  const Eigen::VectorXd even = 0.5 * (forward.h + back.h) - still.h;
  const Eigen::VectorXd odd = 0.5 * (forward.h - back.h);
  for (Eigen::Index i = 0; i < f; ++i) {
    const std::string& name = system.info().q[static_cast<std::size_t>(i)].name;
    EXPECT_NEAR(still.h[i], conservative[i] + given[i], kDifferenceTolerance * size) << name;
    EXPECT_NEAR(even[i], inertial[i] - momentum_change[i], kDifferenceTolerance * size) << name;
  }
  EXPECT_NEAR(forward.damping_power, odd.dot(u), 1e-12 * size * u.cwiseAbs().sum());
  EXPECT_LE(forward.damping_power, 0.0);
  EXPECT_EQ(still.damping_power, 0.0);
  EXPECT_TRUE(forward.M.isApprox(forward.M.transpose(), 1e-14));
  EXPECT_GT(u.dot(forward.M * u), 0.0);
  if (system.info().constant_mass) {
    EXPECT_TRUE(momentum_change.isZero(0.0));
  }
}

}  // namespace ricochet::testing
