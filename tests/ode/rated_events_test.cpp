// Rated events: dips between two samples of a step are not missed. And what a step hook may do.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include <ricochet/ode/integrator.hpp>

namespace ricochet {
namespace {

// x' = v, v' = 0: one huge step; the event function is a narrow valley in t.
struct Valley {
  double depth;  // least value is -depth at t = 0.61
  double f(double t) const { return 100.0 * (t - 0.61) * (t - 0.61) - depth; }
  double rate(double t) const { return 200.0 * (t - 0.61); }
};

IntegrationResult cross(const Valley& valley, std::size_t rated) {
  Integrator integrator;
  std::array<double, 1> x = {0.0};
  const std::array<double, 1> scale = {1.0};
  const auto f = [](double, std::span<const double>, std::span<double> d) { d[0] = 1.0; };
  const auto g = [&](double t, std::span<const double>, std::span<double> v) {
    v[0] = valley.f(t);
    if (v.size() > 1) v[1] = valley.rate(t);
  };
  const std::array crossings = {Crossing::falling};
  IntegrationOptions options;
  options.initial_step = 1.0;
  options.rated = rated;
  return integrator.integrate(f, 0.0, x, 1.0, scale, options, g, crossings);
}

TEST(RatedEvent, ADipBetweenTwoSamplesIsFound) {
  const Valley valley{0.04};  // below zero for 0.59 < t < 0.63, between the samples 0.5 and 0.75
  EXPECT_EQ(cross(valley, 0).end, IntegrationEnd::end_time);  // the reason why rates exist
  const IntegrationResult found = cross(valley, 1);
  EXPECT_EQ(found.end, IntegrationEnd::event);
  EXPECT_NEAR(found.t, 0.59, 1e-14);
}

TEST(RatedEvent, AValleyAboveZeroIsNoEvent) {
  EXPECT_EQ(cross({-1e-12}, 1).end, IntegrationEnd::end_time);
}

TEST(RatedEvent, AnArchFromZeroThatEndsBelowIsFound) {
  // A throw: g = t (0.2 - t), rising from exactly zero; every sample of the step is below.
  Integrator integrator;
  std::array<double, 1> x = {0.0};
  const std::array<double, 1> scale = {1.0};
  const auto f = [](double, std::span<const double>, std::span<double> d) { d[0] = 1.0; };
  const auto g = [&](double t, std::span<const double>, std::span<double> v) {
    v[0] = t * (0.2 - t);
    v[1] = 0.2 - 2.0 * t;
  };
  const std::array crossings = {Crossing::falling};
  IntegrationOptions options;
  options.initial_step = 1.0;
  options.rated = 1;
  const IntegrationResult r = integrator.integrate(f, 0.0, x, 1.0, scale, options, g, crossings);
  EXPECT_EQ(r.end, IntegrationEnd::event);
  EXPECT_NEAR(r.t, 0.2, 1e-15);
}

TEST(StepHook, SeesTheSolutionInsideEveryStepAndMayChangeIt) {
  // x'' = -x, pulled back to the unit circle after every step: energy stays, the phase is that of cos t.
  Integrator integrator;
  std::array<double, 2> x = {1.0, 0.0};
  const std::array<double, 2> scale = {1.0, 1.0};
  const auto f = [](double, std::span<const double> y, std::span<double> d) {
    d[0] = y[1];
    d[1] = -y[0];
  };
  double worst = 0.0;
  const auto hook = [&](const Step& step, std::span<double> y) {
    std::array<double, 2> inside{};
    const double middle = 0.5 * (step.begin() + step.end());
    step.state_at(middle, inside);
    worst = std::max(worst, std::abs(inside[0] - std::cos(middle)));
    const double r = std::hypot(y[0], y[1]);
    y[0] /= r;
    y[1] /= r;
    return StepAction::changed;
  };
  const auto none = [](double, std::span<const double>, std::span<double>) {};
  const StepHook seen(hook);
  const IntegrationResult r =
      integrator.integrate(f, 0.0, x, 20.0 * std::numbers::pi, scale, {}, none, {}, &seen);
  EXPECT_EQ(r.end, IntegrationEnd::end_time);
  EXPECT_GT(worst, 0.0);
  EXPECT_LT(worst, 1e-7);
  EXPECT_NEAR(std::hypot(x[0], x[1]), 1.0, 4e-16);
  EXPECT_NEAR(x[0], 1.0, 1e-8);
}

TEST(StepHook, StopsWhereItSaysSo) {
  Integrator integrator;
  std::array<double, 1> x = {0.0};
  const std::array<double, 1> scale = {1.0};
  const auto f = [](double, std::span<const double>, std::span<double> d) { d[0] = 1.0; };
  const auto none = [](double, std::span<const double>, std::span<double>) {};
  const auto hook = [](const Step& step, std::span<double>) {
    return step.end() >= 0.5 ? StepAction::stop : StepAction::go_on;
  };
  const StepHook stop(hook);
  IntegrationOptions options;
  options.largest_step = 0.125;
  options.initial_step = 0.125;
  const IntegrationResult r = integrator.integrate(f, 0.0, x, 1.0, scale, options, none, {}, &stop);
  EXPECT_EQ(r.end, IntegrationEnd::stopped);
  EXPECT_DOUBLE_EQ(r.t, 0.5);
  EXPECT_DOUBLE_EQ(x[0], 0.5);
}

}  // namespace
}  // namespace ricochet
