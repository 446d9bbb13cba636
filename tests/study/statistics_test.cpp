#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <ricochet/study/normal.hpp>
#include <ricochet/study/sampling.hpp>
#include <ricochet/study/statistics.hpp>
#include <support/suite.hpp>

namespace ricochet {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const double kNaN = std::nan("");

/// Rows of independent inputs, one column each.
std::vector<std::vector<double>> sampled(const std::vector<ParameterSpread>& spreads,
                                         std::int64_t n, std::uint64_t seed) {
  const SamplePlan plan(spreads, n, seed);
  std::vector<std::vector<double>> columns(spreads.size());
  for (std::size_t k = 0; k < spreads.size(); ++k) {
    for (std::int64_t i = 0; i < n; ++i) columns[k].push_back(plan.value(i, k));
  }
  return columns;
}

template <class F>
std::vector<double> outcome(const std::vector<std::vector<double>>& x, F f) {
  std::vector<double> y, row(x.size());
  for (std::size_t i = 0; i < x[0].size(); ++i) {
    for (std::size_t k = 0; k < x.size(); ++k) row[k] = x[k][i];
    y.push_back(f(row));
  }
  return y;
}

double binomial_below(int n, double p, int k) {  // P(B < k), plainly
  double sum = 0.0;
  for (int i = 0; i < k; ++i) {
    double w = 1.0;
    for (int j = 0; j < i; ++j) w *= p * (n - j) / (i - j);
    sum += w * std::pow(1.0 - p, n - i);
  }
  return sum;
}

TEST(Summary, LeavesInvalidRowsOut) {
  const std::vector<double> y = {kNaN, 2.0, 4.0, kInfinity, 4.0, 6.0, -kInfinity};
  const Summary s = summary(y);
  EXPECT_EQ(s.rows, 7);
  EXPECT_EQ(s.valid, 4);
  EXPECT_EQ(s.mean, 4.0);
  EXPECT_DOUBLE_EQ(s.sd, std::sqrt(8.0 / 3.0));
  EXPECT_EQ(s.least, 2.0);
  EXPECT_EQ(s.largest, 6.0);
  const std::vector<double> p = {0.5};
  EXPECT_EQ(percentiles(y, p)[0].value, 4.0);
}

TEST(Summary, OfNothingAndOfOneRow) {
  EXPECT_TRUE(std::isnan(summary({}).mean));
  const std::vector<double> one = {3.0};
  EXPECT_EQ(summary(one).mean, 3.0);
  EXPECT_TRUE(std::isnan(summary(one).sd));
  const std::vector<double> p = {0.0, 0.5, 1.0};
  EXPECT_TRUE(std::isnan(percentiles({}, p)[1].value));
  for (const Percentile& q : percentiles(one, p)) EXPECT_EQ(q.value, 3.0);
  EXPECT_EQ(percentiles(one, p)[1].interval.low, -kInfinity);
  EXPECT_EQ(percentiles(one, p)[1].interval.high, kInfinity);
}

TEST(Summary, IsExactForEqualRowsAndSmallSpreadOnALargeValue) {
  const std::vector<double> same(1000, 0.1);
  EXPECT_EQ(summary(same).mean, 0.1);
  EXPECT_EQ(summary(same).sd, 0.0);
  std::vector<double> y;
  for (int i = 0; i < 1000; ++i) y.push_back(1e9 + (i % 2));
  EXPECT_NEAR(summary(y).sd, std::sqrt(0.25 * 1000.0 / 999.0), 1e-9);
}

TEST(Percentiles, AreStraightBetweenOrderStatistics) {
  const std::vector<double> y = {40.0, 10.0, 30.0, 20.0};
  const std::vector<double> p = {0.0, 1.0 / 3.0, 0.5, 0.9, 1.0};
  const std::vector<Percentile> q = percentiles(y, p);
  EXPECT_EQ(q[0].value, 10.0);
  EXPECT_NEAR(q[1].value, 20.0, 1e-13);
  EXPECT_EQ(q[2].value, 25.0);
  EXPECT_NEAR(q[3].value, 37.0, 1e-13);
  EXPECT_EQ(q[4].value, 40.0);
}

TEST(PercentileInterval, HasTheOrdersOfTheBinomialDistribution) {
  for (const int n : {5, 10, 30, 60}) {
    std::vector<double> y;
    for (int i = 1; i <= n; ++i) y.push_back(i);
    for (const double p : {0.05, 0.3, 0.5, 0.95}) {
      for (const double confidence : {0.8, 0.95, 0.99}) {
        const double tail = 0.5 * (1.0 - confidence);
        double low = -kInfinity, high = kInfinity;
        for (int l = 1; l <= n && binomial_below(n, p, l) <= tail; ++l) low = l;
        for (int u = n; u >= 1 && 1.0 - binomial_below(n, p, u) <= tail; --u) high = u;
        const std::vector<double> shares = {p};
        const ConfidenceInterval i = percentiles(y, shares, confidence)[0].interval;
        EXPECT_EQ(i.low, low) << n << ' ' << p;
        EXPECT_EQ(i.high, high) << n << ' ' << p;
      }
    }
  }
  // Median of 10 at 95 %: the second and the ninth, as tables say.
  std::vector<double> ten;
  for (int i = 1; i <= 10; ++i) ten.push_back(i);
  const std::vector<double> half = {0.5};
  EXPECT_EQ(percentiles(ten, half)[0].interval.low, 2.0);
  EXPECT_EQ(percentiles(ten, half)[0].interval.high, 9.0);
}

TEST(PercentileInterval, CoversTheTruthAsOftenAsItSays) {
  // An asymmetric distribution: exponential, percentile -ln(1 - p).
  const long trials = testing::suite_count(40'000);
  const std::vector<double> p = {0.5, 0.9};
  std::vector<double> covered(2, 0.0);
  for (long trial = 0; trial < trials; ++trial) {
    const auto x = sampled({{UniformValues{}}}, 100, static_cast<std::uint64_t>(trial));
    const std::vector<double> y = outcome(x, [](const auto& r) { return -std::log(r[0]); });
    const std::vector<Percentile> q = percentiles(y, p, 0.9);
    for (std::size_t k = 0; k < 2; ++k) {
      const double truth = -std::log(1.0 - p[k]);
      covered[k] += q[k].interval.low <= truth && truth <= q[k].interval.high ? 1.0 : 0.0;
    }
  }
  for (const double c : covered) {
    const double share = c / static_cast<double>(trials);
    const double error = std::sqrt(0.09 / static_cast<double>(trials));
    EXPECT_GT(share, 0.9 - 4.0 * error);
    EXPECT_LT(share, 0.96);  // no wider than whole orders make it
  }
}

TEST(PercentileInterval, WithTiesIsATie) {
  std::vector<double> y(200, 1.0);
  for (int i = 0; i < 20; ++i) y[static_cast<std::size_t>(i)] = 5.0;
  const std::vector<double> p = {0.5};
  const Percentile q = percentiles(y, p)[0];
  EXPECT_EQ(q.value, 1.0);
  EXPECT_EQ(q.interval.low, 1.0);
  EXPECT_EQ(q.interval.high, 1.0);
}

TEST(PercentileInterval, OfAMillionRowsIsThatOfTheNormalLimit) {
  std::vector<double> y;
  for (int i = 1; i <= 1'000'000; ++i) y.push_back(i);
  const std::vector<double> p = {0.1};
  const ConfidenceInterval i = percentiles(y, p)[0].interval;
  EXPECT_NEAR(i.low, 1e5 - 1.959964 * 300.0, 2.0);
  EXPECT_NEAR(i.high, 1e5 + 1.959964 * 300.0, 2.0);
}

TEST(Percentiles, ConvergeAsOneOverTheRootOfTheCount) {
  // Root mean square error of the 90 % point of a normal outcome, and its asymptotic value
  // sqrt(p (1-p) / n) / density.
  const double truth = normal_quantile(0.9);
  const double density = std::exp(-0.5 * truth * truth) / std::sqrt(2.0 * std::numbers::pi);
  const std::vector<double> p = {0.9};
  for (const std::int64_t n : {100, 400, 1600, 6400}) {
    double squares = 0.0;
    constexpr int seeds = 200;
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
      const auto x = sampled({{NormalValues{}}}, n, seed);
      squares += std::pow(percentiles(x[0], p)[0].value - truth, 2) / seeds;
    }
    const double expected = std::sqrt(0.09 / static_cast<double>(n)) / density;
    EXPECT_NEAR(std::sqrt(squares) / expected, 1.0, 0.2) << n;
  }
}

TEST(Wilson, SolvesItsOwnEquation) {
  for (const std::int64_t n : {1, 7, 100, 1'000'000}) {
    for (const std::int64_t k : {std::int64_t{0}, n / 3, n / 2, n}) {
      const double share = static_cast<double>(k) / static_cast<double>(n);
      const ConfidenceInterval i = wilson(k, n, 0.95);
      for (const double p : {i.low, i.high}) {
        if (p == 0.0 || p == 1.0) continue;
        EXPECT_NEAR(std::pow(share - p, 2) / (p * (1.0 - p) / static_cast<double>(n)),
                    std::pow(1.959963984540054, 2), 1e-7);
      }
      EXPECT_LE(i.low, share);
      EXPECT_GE(i.high, share);
      EXPECT_EQ(i.low == 0.0, k == 0);
      EXPECT_EQ(i.high == 1.0, k == n);
    }
  }
}

TEST(CodeShares, CountEveryCodeThatOccurs) {
  const std::vector<int> codes = {3, 1, 3, 3, -2, 1};
  const std::vector<CodeShare> s = code_shares(codes);
  ASSERT_EQ(s.size(), 3U);
  EXPECT_EQ(s[0].code, -2);
  EXPECT_EQ(s[1].count, 2);
  EXPECT_EQ(s[2].share, 0.5);
  EXPECT_EQ(s[2].interval.low, wilson(3, 6).low);
  EXPECT_TRUE(code_shares({}).empty());
}

TEST(Sensitivity, OfALinearOutcomeIsItsCoefficientsOverTheSpread) {
  // y = sum a_i x_i: b_i = a_i sd_i / sd, S_i = b_i^2, R^2 = 1.
  const std::vector<ParameterSpread> spreads = {
      {UniformValues{0.0, 1.0}}, {NormalValues{5.0, 2.0}}, {TriangularValues{-1.0, 0.0, 1.0}}};
  const std::vector<double> sd = {1.0 / std::sqrt(12.0), 2.0, 1.0 / std::sqrt(6.0)};
  const std::vector<double> a = {6.0, -0.5, 0.0};
  const double whole = std::hypot(a[0] * sd[0], a[1] * sd[1]);
  const auto x = sampled(spreads, 20'000, 7);
  const auto y =
      outcome(x, [&](const auto& r) { return 3.0 + a[0] * r[0] + a[1] * r[1] + a[2] * r[2]; });
  const Sensitivity s = sensitivity(x, y);
  EXPECT_EQ(s.status, SensitivityStatus::complete);
  EXPECT_NEAR(s.r_squared, 1.0, 1e-12);
  for (std::size_t i = 0; i < 3; ++i) {
    const double b = a[i] * sd[i] / whole;
    // Exact but for the sample's own spreads.
    EXPECT_NEAR(s.inputs[i].coefficient, b, 0.02);
    EXPECT_NEAR(s.inputs[i].coefficient * summary(y).sd / summary(x[i]).sd, a[i], 1e-10);
    EXPECT_LT(s.inputs[i].coefficient_error, 1e-7);
    EXPECT_NEAR(s.inputs[i].share, b * b, 4.0 * s.inputs[i].share_error + 1e-9);
    EXPECT_LT(s.inputs[i].share_error, 0.02);
  }
}

TEST(Sensitivity, WithNoiseHasTheErrorsItStates) {
  // y = x + noise of equal variance: b = sqrt(1/2), S = R^2 = 1/2. And an input without influence.
  const auto seeds = static_cast<std::uint64_t>(testing::suite_count(4000));
  double squares_b = 0.0, squares_s = 0.0, squares_0 = 0.0, stated_b = 0.0, stated_s = 0.0;
  double stated_0 = 0.0, mean_s = 0.0, mean_0 = 0.0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const auto x = sampled({{NormalValues{}}, {NormalValues{}}, {NormalValues{}}}, 400, seed);
    const auto y = outcome(x, [](const auto& r) { return r[0] + r[2]; });
    const std::vector<std::vector<double>> known = {x[0], x[1]};
    const Sensitivity s = sensitivity(known, y);
    const double n = static_cast<double>(seeds);
    squares_b += std::pow(s.inputs[1].coefficient, 2) / n;
    squares_s += std::pow(s.inputs[0].share - 0.5, 2) / n;
    squares_0 += std::pow(s.inputs[1].share, 2) / n;
    stated_b += s.inputs[1].coefficient_error / n;
    stated_s += s.inputs[0].share_error / n;
    stated_0 += s.inputs[1].share_error / n;
    mean_s += s.inputs[0].share / n;
    mean_0 += s.inputs[1].share / n;
  }
  EXPECT_NEAR(std::sqrt(squares_b) / stated_b, 1.0, 0.25);
  EXPECT_NEAR(std::sqrt(squares_s) / stated_s, 1.0, 0.25);
  EXPECT_LT(std::sqrt(squares_0), stated_0);  // without influence it is on the safe side
  EXPECT_GT(std::sqrt(squares_0), 0.5 * stated_0);
  // The correction for chance leaves no bias; without it, there would be one of 2 B / n = 0.05.
  const double root = std::sqrt(static_cast<double>(seeds));
  EXPECT_NEAR(mean_s, 0.5, 4.0 * stated_s / root);
  EXPECT_NEAR(mean_0, 0.0, 4.0 * stated_0 / root);
}

TEST(Sensitivity, OfTheIshigamiFunctionIsItsClosedForm) {
  constexpr double pi = std::numbers::pi;
  const double a = 7.0, b = 0.1;
  const double V1 = 0.5 * std::pow(1.0 + b * std::pow(pi, 4) / 5.0, 2);
  const double V2 = a * a / 8.0;
  const double V = V1 + V2 + 8.0 * b * b * std::pow(pi, 8) / 225.0;
  const std::vector<double> expected = {V1 / V, V2 / V, 0.0};
  EXPECT_NEAR(expected[0], 0.3139, 1e-4);
  EXPECT_NEAR(expected[1], 0.4424, 1e-4);
  const ParameterSpread spread{UniformValues{-pi, pi}};
  const auto ishigami = [&](const std::vector<double>& x) {
    return std::sin(x[0]) + a * std::pow(std::sin(x[1]), 2) +
           b * std::pow(x[2], 4) * std::sin(x[0]);
  };
  const auto x = sampled({spread, spread, spread}, 100'000, 1);
  const Sensitivity s = sensitivity(x, outcome(x, ishigami));
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(s.inputs[i].share, expected[i], 4.0 * s.inputs[i].share_error);
    EXPECT_LT(s.inputs[i].share_error, 0.004);
  }
  EXPECT_NEAR(s.inputs[1].coefficient, 0.0, 0.01);  // even in x_2: regression and ranks are blind
  EXPECT_NEAR(s.inputs[1].rank, 0.0, 0.01);
  EXPECT_LT(s.r_squared, 0.25);

  // The root mean square error of the two that matter falls as 1/sqrt(n): by 4 from 2000 to 32000 rows.
  std::vector<double> error;
  for (const std::int64_t n : {2000, 32'000}) {
    double squares = 0.0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      const auto rows = sampled({spread, spread, spread}, n, 1000 + seed);
      const Sensitivity here = sensitivity(rows, outcome(rows, ishigami));
      for (std::size_t i = 0; i < 2; ++i) {
        squares += std::pow(here.inputs[i].share - expected[i], 2);
      }
    }
    error.push_back(std::sqrt(squares / 200.0));
  }
  EXPECT_NEAR(error[0] / error[1], 4.0, 0.8);
}

TEST(Spearman, IsOneForEveryMonotoneOutcomeAndPlainForRanks) {
  const auto x = sampled({{UniformValues{-1.0, 1.0}}}, 1000, 3);
  const auto up = outcome(x, [](const auto& r) { return std::exp(20.0 * r[0]); });
  const auto down = outcome(x, [](const auto& r) { return -std::pow(r[0], 9); });
  const Sensitivity s = sensitivity(x, up);
  EXPECT_NEAR(s.inputs[0].rank, 1.0, 1e-12);
  EXPECT_LT(s.inputs[0].coefficient, 0.7);
  EXPECT_NEAR(sensitivity(x, down).inputs[0].rank, -1.0, 1e-12);
  // Without ties: 1 - 6 sum d^2 / (n (n^2 - 1)), here d = (1, -1, 0, 2, -2, 0).
  const std::vector<std::vector<double>> six = {{1, 2, 3, 4, 5, 6}};
  const std::vector<double> y = {2, 1, 3, 6, 4, 5};
  EXPECT_NEAR(sensitivity(six, y).inputs[0].rank, 1.0 - 6.0 * (1 + 1 + 0 + 4 + 1 + 1) / 210.0,
              1e-12);
}

TEST(Sensitivity, WithExactTiesTakesEveryLevelAsItIs) {
  // x has three levels; y = level's value + noise. Var(E[y|x]) is that of the levels.
  const auto raw = sampled({{UniformValues{0.0, 3.0}, true}, {NormalValues{0.0, 1.0}}}, 30'000, 11);
  std::vector<std::vector<double>> x(1);
  for (const double v : raw[0]) x[0].push_back(std::floor(v));
  const std::vector<double> level = {0.0, 3.0, -1.0};  // mean 2/3, variance 26/9
  std::vector<double> y;
  for (std::size_t i = 0; i < x[0].size(); ++i) {
    y.push_back(level[static_cast<std::size_t>(x[0][i])] + raw[1][i]);
  }
  const Sensitivity s = sensitivity(x, y);
  EXPECT_NEAR(s.inputs[0].share, (26.0 / 9.0) / (26.0 / 9.0 + 1.0), 0.01);
  // Order of the rows plays no role although x has ties.
  std::vector<std::vector<double>> back = x;
  std::reverse(back[0].begin(), back[0].end());
  std::vector<double> y_back = y;
  std::reverse(y_back.begin(), y_back.end());
  const Sensitivity r = sensitivity(back, y_back);
  EXPECT_NEAR(r.inputs[0].share, s.inputs[0].share, 1e-12);
  EXPECT_NEAR(r.inputs[0].rank, s.inputs[0].rank, 1e-12);
  // Ranks of ties are mean ranks: (1.5, 1.5, 3.5, 3.5) against 1, 2, 3, 4 correlate by 2/sqrt(5).
  const std::vector<std::vector<double>> pairs = {{0.0, 0.0, 1.0, 1.0}};
  const std::vector<double> four = {1.0, 2.0, 3.0, 4.0};
  EXPECT_NEAR(sensitivity(pairs, four).inputs[0].rank, 2.0 / std::sqrt(5.0), 1e-14);
}

TEST(Sensitivity, SaysWhenThereIsNothingToSay) {
  auto x = sampled({{UniformValues{}}, {UniformValues{}}}, 200, 1);
  const std::vector<double> constant(200, 0.1);
  Sensitivity s = sensitivity(x, constant);
  EXPECT_EQ(s.status, SensitivityStatus::constant_outcome);
  EXPECT_TRUE(std::isnan(s.inputs[0].share));
  EXPECT_TRUE(std::isnan(s.r_squared));

  const auto y = outcome(x, [](const auto& r) { return r[0]; });
  x[1] = x[0];
  for (double& v : x[1]) v = 2.0 * v - 1.0;
  s = sensitivity(x, y);
  EXPECT_EQ(s.status, SensitivityStatus::dependent_inputs);
  EXPECT_TRUE(std::isnan(s.inputs[0].coefficient));
  EXPECT_NEAR(s.inputs[1].rank, 1.0, 1e-12);
  x[1] = constant;
  s = sensitivity(x, y);
  EXPECT_EQ(s.status, SensitivityStatus::dependent_inputs);
  EXPECT_TRUE(std::isnan(s.inputs[1].rank));
  EXPECT_NEAR(s.inputs[0].rank, 1.0, 1e-12);

  EXPECT_EQ(enough_rows(2), 50);
  EXPECT_EQ(enough_rows(12), 120);
  for (const std::int64_t n : {0, 1, 2, 4, 5, 20, 49}) {
    const auto few =
        sampled({{UniformValues{}}, {UniformValues{}}}, std::max<std::int64_t>(n, 1), 1);
    std::vector<std::vector<double>> cut = few;
    for (auto& c : cut) c.resize(static_cast<std::size_t>(n));
    std::vector<double> out(cut[0]);
    s = sensitivity(cut, out);
    EXPECT_EQ(s.status, SensitivityStatus::too_few_rows) << n;
    EXPECT_EQ(s.valid, n);
  }
}

TEST(Sensitivity, LeavesInvalidRowsOut) {
  auto x = sampled({{UniformValues{}}, {NormalValues{}}}, 500, 4);
  auto y = outcome(x, [](const auto& r) { return r[0] * r[0] + 0.3 * r[1]; });
  const Sensitivity clean = sensitivity(x, y);
  x[0].insert(x[0].begin() + 100, {0.3, kNaN, 0.7});
  x[1].insert(x[1].begin() + 100, {kInfinity, 0.1, 0.2});
  y.insert(y.begin() + 100, {1.0, 2.0, kNaN});
  const Sensitivity s = sensitivity(x, y);
  EXPECT_EQ(s.rows, 503);
  EXPECT_EQ(s.valid, 500);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(s.inputs[i].coefficient, clean.inputs[i].coefficient);
    EXPECT_EQ(s.inputs[i].share, clean.inputs[i].share);
    EXPECT_EQ(s.inputs[i].rank, clean.inputs[i].rank);
  }
}

}  // namespace
}  // namespace ricochet
