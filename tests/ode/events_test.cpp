// The semantics written in ode/integrator.hpp, one test per sentence.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <ricochet/ode/integrator.hpp>
#include <vector>

namespace ricochet {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr std::array<double, 2> kUnit = {1.0, 1.0};

/// x = sin(t), x' = cos(t).
struct Sine {
  std::array<double, 2> x = {0.0, 1.0};
  IntegrationOptions options{.tolerance = 1e-13};
  Integrator integrator;

  template <class Events>
  IntegrationResult run(double t0, double t_end, Events events, std::vector<Crossing> crossings) {
    x = {std::sin(t0), std::cos(t0)};
    auto f = [](double, std::span<const double> s, std::span<double> d) {
      d[0] = s[1];
      d[1] = -s[0];
    };
    return integrator.integrate(f, t0, x, t_end, kUnit, options, events, crossings);
  }
};

auto height(double level) {
  return [level](double, std::span<const double> x, std::span<double> g) { g[0] = x[0] - level; };
}

TEST(Events, AreLocatedToTwelveDigits) {
  Sine s;
  const IntegrationResult r = s.run(0.0, 10.0, height(0.5), {Crossing::rising});
  ASSERT_EQ(r.end, IntegrationEnd::event);
  EXPECT_NEAR(r.t, kPi / 6.0, 1e-12);
  EXPECT_NEAR(s.x[0], 0.5, 1e-12);
}

TEST(Events, LocationConvergesWithTheContinuousExtension) {
  // Fixed steps: the error of the located time falls with at least the fourth power of the step.
  const auto error = [](double h) {
    Sine s;
    s.options.tolerance = 1e3;
    s.options.initial_step = s.options.largest_step = h;
    return std::abs(s.run(0.0, 10.0, height(0.123), {Crossing::falling}).t -
                    (kPi - std::asin(0.123)));
  };
  EXPECT_GT(std::log2(error(0.2) / error(0.1)), 3.9);
}

TEST(Events, EndWhereTheCrossingHasHappened) {
  for (int k = 1; k < 20; ++k) {
    Sine s;
    const double level = 0.049 * k;
    s.run(0.0, 10.0, height(level), {Crossing::rising});
    EXPECT_GE(s.x[0], level);
  }
}

TEST(Events, RespectTheirDirection) {
  Sine s;
  EXPECT_NEAR(s.run(0.1, 10.0, height(0.5), {Crossing::rising}).t, kPi / 6.0, 1e-12);
  EXPECT_NEAR(s.run(0.1, 10.0, height(0.5), {Crossing::falling}).t, 5.0 * kPi / 6.0, 1e-12);
  EXPECT_NEAR(s.run(0.1, 10.0, height(0.5), {Crossing::either}).t, kPi / 6.0, 1e-12);
}

TEST(Events, ZeroAtTheStartDoesNotFireButALaterReturnDoes) {
  Sine s;  // x(0) = 0 exactly, leaves upwards
  const IntegrationResult r = s.run(0.0, 10.0, height(0.0), {Crossing::either});
  ASSERT_EQ(r.end, IntegrationEnd::event);
  EXPECT_NEAR(r.t, kPi, 1e-12);
}

TEST(Events, ZeroAtTheStartTakesItsSignFromTheFirstNonZeroValue) {
  Sine s;  // leaves upwards, so the first rising crossing is a whole period later
  EXPECT_NEAR(s.run(0.0, 10.0, height(0.0), {Crossing::rising}).t, 2.0 * kPi, 1e-11);
}

TEST(Events, AFunctionThatStaysZeroNeverFires) {
  Sine s;
  auto zero = [](double, std::span<const double>, std::span<double> g) { g[0] = 0.0; };
  EXPECT_EQ(s.run(0.0, 10.0, zero, {Crossing::either}).end, IntegrationEnd::end_time);
}

TEST(Events, FirstOfSeveralWins) {
  Sine s;
  auto two = [](double t, std::span<const double> x, std::span<double> g) {
    g[0] = t - 2.0;
    g[1] = x[0] - 0.9;
  };
  const IntegrationResult r = s.run(0.0, 10.0, two, {Crossing::rising, Crossing::rising});
  EXPECT_FALSE(s.integrator.has_fired(0));
  EXPECT_TRUE(s.integrator.has_fired(1));
  EXPECT_NEAR(r.t, std::asin(0.9), 1e-12);
}

TEST(Events, SimultaneousOnesFireTogether) {
  Sine s;
  auto three = [](double t, std::span<const double>, std::span<double> g) {
    g[0] = t - 0.7;
    g[1] = (0.7 - t) * 1e3;
    g[2] = t - 0.8;
  };
  const IntegrationResult r =
      s.run(0.0, 10.0, three, {Crossing::rising, Crossing::falling, Crossing::rising});
  EXPECT_TRUE(s.integrator.has_fired(0));
  EXPECT_TRUE(s.integrator.has_fired(1));
  EXPECT_FALSE(s.integrator.has_fired(2));
  EXPECT_NEAR(r.t, 0.7, 1e-15);
}

TEST(Events, NonFiniteFunctionNeitherArmsNorFires) {
  Sine s;
  auto odd = [](double t, std::span<const double>, std::span<double> g) {
    g[0] = t < 1.0 ? -1.0 : std::numeric_limits<double>::quiet_NaN();
  };
  EXPECT_EQ(s.run(0.0, 3.0, odd, {Crossing::either}).end, IntegrationEnd::end_time);
}

TEST(Events, AtTheEndTimeAnEventIsStillReported) {
  Sine s;
  auto at_end = [](double t, std::span<const double>, std::span<double> g) { g[0] = t - 2.0; };
  const IntegrationResult r = s.run(0.0, 2.0, at_end, {Crossing::rising});
  EXPECT_EQ(r.end, IntegrationEnd::event);
  EXPECT_EQ(r.t, 2.0);
}

TEST(Events, RestartOnTheSurfaceFindsTheNextOne) {
  // Continuing after each event walks through all zeros of the sine.
  auto f = [](double, std::span<const double> x, std::span<double> d) {
    d[0] = x[1];
    d[1] = -x[0];
  };
  auto g = height(0.0);
  const std::array<Crossing, 1> crossings = {Crossing::either};
  Integrator integrator;
  std::array<double, 2> x = {0.0, 1.0};
  double t = 0.0;
  for (int k = 1; k <= 5; ++k) {
    x[0] = 0.0;  // the caller puts the state on the surface it has reached
    const IntegrationResult r =
        integrator.integrate(f, t, x, 100.0, kUnit, {.tolerance = 1e-12}, g, crossings);
    ASSERT_EQ(r.end, IntegrationEnd::event);
    t = r.t;
    EXPECT_NEAR(t, k * kPi, 1e-10);
  }
}

}  // namespace
}  // namespace ricochet
