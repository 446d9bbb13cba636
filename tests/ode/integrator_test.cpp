#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <ricochet/ode/integrator.hpp>
#include <support/count_allocations.hpp>

namespace ricochet {
namespace {

constexpr std::array<double, 2> kUnit = {1.0, 1.0};

void oscillator(double, std::span<const double> x, std::span<double> dxdt) {
  dxdt[0] = x[1];
  dxdt[1] = -x[0];
}

/// Error of cos(t) after a whole number of steps of fixed size.
double fixed_step_error(double h) {
  Integrator integrator;
  std::array<double, 2> x = {1.0, 0.0};
  IntegrationOptions options;
  options.tolerance = 1e3;  // every step is accepted
  options.initial_step = options.largest_step = h;
  auto f = oscillator;
  const IntegrationResult r = integrator.integrate(f, 0.0, x, 8.0, kUnit, options);
  EXPECT_EQ(r.end, IntegrationEnd::end_time);
  return std::hypot(x[0] - std::cos(8.0), x[1] + std::sin(8.0));
}

TEST(Integrator, ConvergesWithOrderFive) {
  const double ratio = fixed_step_error(0.1) / fixed_step_error(0.05);
  EXPECT_NEAR(std::log2(ratio), 5.0, 0.2);
}

TEST(Integrator, ErrorFollowsTheTolerance) {
  auto f = oscillator;
  double previous = 1.0;
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12}) {
    Integrator integrator;
    std::array<double, 2> x = {1.0, 0.0};
    IntegrationOptions options;
    options.tolerance = tolerance;
    integrator.integrate(f, 0.0, x, 20.0, kUnit, options);
    const double error = std::hypot(x[0] - std::cos(20.0), x[1] + std::sin(20.0));
    EXPECT_LT(error, 100.0 * tolerance);
    EXPECT_LT(error, previous);
    previous = error;
  }
}

TEST(Integrator, ScaleSetsTheAbsoluteErrorOfAComponentNearZero) {
  // x = 1e-8 sin(t): with scale 1 it is noise, with scale 1e-8 it is resolved.
  auto f = oscillator;
  const auto error_with = [&](double scale) {
    Integrator integrator;
    std::array<double, 2> x = {0.0, 1e-8};
    const std::array<double, 2> scales = {scale, scale};
    IntegrationOptions options;
    options.tolerance = 1e-9;
    integrator.integrate(f, 0.0, x, 10.0, scales, options);
    return std::abs(x[0] - 1e-8 * std::sin(10.0)) / 1e-8;
  };
  EXPECT_LT(error_with(1e-8), 1e-6);
  EXPECT_GT(error_with(1.0), 1e-6);
}

TEST(Integrator, ReachesTheEndTimeExactly) {
  auto f = oscillator;
  Integrator integrator;
  std::array<double, 2> x = {1.0, 0.0};
  for (const double end : {1e-300, 1e-12, 0.1, 1.0 / 3.0, 1e3}) {
    const IntegrationResult r = integrator.integrate(f, 0.0, x, end, kUnit);
    EXPECT_EQ(r.end, IntegrationEnd::end_time);
    EXPECT_EQ(r.t, end);
  }
}

TEST(Integrator, NothingToDoWhenTheEndIsTheStart) {
  auto f = oscillator;
  Integrator integrator;
  std::array<double, 2> x = {1.0, 0.0};
  const IntegrationResult r = integrator.integrate(f, 2.0, x, 2.0, kUnit);
  EXPECT_EQ(r.end, IntegrationEnd::end_time);
  EXPECT_EQ(r.accepted, 0);
  EXPECT_EQ(x[0], 1.0);
}

TEST(Integrator, RightHandSideThatIsNanEndsNonFinite) {
  auto f = [](double, std::span<const double>, std::span<double> d) {
    d[0] = std::numeric_limits<double>::quiet_NaN();
    d[1] = 0.0;
  };
  Integrator integrator;
  std::array<double, 2> x = {1.0, 0.0};
  const IntegrationResult r = integrator.integrate(f, 0.0, x, 1.0, kUnit);
  EXPECT_EQ(r.end, IntegrationEnd::non_finite);
  EXPECT_EQ(r.t, 0.0);
  EXPECT_EQ(x[0], 1.0);
}

TEST(Integrator, RightHandSideThatTurnsNanEndsNonFiniteWhereItDoes) {
  auto f = [](double t, std::span<const double>, std::span<double> d) {
    d[0] = std::sqrt(1.0 - t);
    d[1] = 0.0;
  };
  Integrator integrator;
  std::array<double, 2> x = {0.0, 0.0};
  const IntegrationResult r = integrator.integrate(f, 0.0, x, 2.0, kUnit);
  EXPECT_EQ(r.end, IntegrationEnd::non_finite);
  EXPECT_NEAR(r.t, 1.0, 1e-12);
  EXPECT_NEAR(x[0], 2.0 / 3.0, 1e-9);
}

TEST(Integrator, NanInOneComponentOnlyIsSeen) {
  // A maximum norm drops a NaN: the second component must not hide behind the first.
  auto f = [](double t, std::span<const double>, std::span<double> d) {
    d[0] = 1.0;
    d[1] = t > 0.5 ? std::numeric_limits<double>::quiet_NaN() : 0.0;
  };
  Integrator integrator;
  std::array<double, 2> x = {0.0, 0.0};
  const IntegrationResult r = integrator.integrate(f, 0.0, x, 1.0, kUnit);
  EXPECT_EQ(r.end, IntegrationEnd::non_finite);
  EXPECT_NEAR(r.t, 0.5, 1e-9);
  EXPECT_EQ(x[1], 0.0);
}

TEST(Integrator, InfiniteStateEndsNonFinite) {
  auto f = oscillator;
  Integrator integrator;
  std::array<double, 2> x = {std::numeric_limits<double>::infinity(), 0.0};
  EXPECT_EQ(integrator.integrate(f, 0.0, x, 1.0, kUnit).end, IntegrationEnd::non_finite);
}

TEST(Integrator, PoleEndsInStepUnderflow) {
  auto f = [](double, std::span<const double> x, std::span<double> d) { d[0] = 1.0 + x[0] * x[0]; };
  Integrator integrator;
  std::array<double, 1> x = {0.0};
  const std::array<double, 1> scale = {1.0};
  const IntegrationResult r = integrator.integrate(f, 0.0, x, 2.0, scale);
  EXPECT_EQ(r.end, IntegrationEnd::step_underflow);
  EXPECT_NEAR(r.t, 0.5 * std::numbers::pi, 1e-9);
}

TEST(Integrator, StepLimitEndsTheRunWhereItIs) {
  auto f = oscillator;
  Integrator integrator;
  std::array<double, 2> x = {1.0, 0.0};
  IntegrationOptions options;
  options.step_limit = 7;
  const IntegrationResult r = integrator.integrate(f, 0.0, x, 1e6, kUnit, options);
  EXPECT_EQ(r.end, IntegrationEnd::step_limit);
  EXPECT_EQ(r.accepted + r.rejected, 7);
  EXPECT_NEAR(x[0], std::cos(r.t), 1e-8);
}

TEST(Integrator, AllocatesNothingAfterTheFirstCall) {
  auto f = oscillator;
  auto g = [](double, std::span<const double> x, std::span<double> v) { v[0] = x[0]; };
  const std::array<Crossing, 1> crossings = {Crossing::falling};
  Integrator integrator;
  std::array<double, 2> x = {1.0, 0.0};
  integrator.integrate(f, 0.0, x, 10.0, kUnit, {}, g, crossings);
  const long before = allocation_count;
  for (int i = 0; i < 10; ++i) {
    x = {1.0, 0.0};
    integrator.integrate(f, 0.0, x, 10.0, kUnit, {}, g, crossings);
    integrator.integrate(f, 0.0, x, 10.0, kUnit);
  }
  EXPECT_EQ(allocation_count - before, 0);
}

TEST(Integrator, SameBitsEveryTime) {
  auto f = oscillator;
  Integrator used;
  std::array<double, 2> warm = {0.3, 2.0};
  used.integrate(f, 1.0, warm, 5.0, kUnit);
  std::array<double, 2> a = {1.0, 0.0};
  std::array<double, 2> b = {1.0, 0.0};
  Integrator fresh;
  used.integrate(f, 0.0, a, 7.0, kUnit);
  fresh.integrate(f, 0.0, b, 7.0, kUnit);
  EXPECT_EQ(a, b);
}

TEST(Integrator, TreatsStatesOfDifferentDimensionsOneAfterTheOther) {
  Integrator integrator;
  for (const std::size_t dimension : {2U, 7U, 3U, 20U}) {
    std::vector<double> x(dimension), scale(dimension, 1.0);
    for (std::size_t i = 0; i < dimension; ++i) x[i] = static_cast<double>(i);
    auto decay = [](double, std::span<const double> at, std::span<double> rate) {
      ASSERT_EQ(at.size(), rate.size());
      for (std::size_t i = 0; i < at.size(); ++i) rate[i] = -at[i];
    };
    const IntegrationResult r = integrator.integrate(decay, 0.0, x, 1.0, scale);
    ASSERT_EQ(r.end, IntegrationEnd::end_time);
    for (std::size_t i = 0; i < dimension; ++i) {
      EXPECT_NEAR(x[i], static_cast<double>(i) * std::exp(-1.0), 1e-8);
    }
  }
}

}  // namespace
}  // namespace ricochet
