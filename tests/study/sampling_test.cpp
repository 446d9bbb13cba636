#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <set>

#include <ricochet/study/normal.hpp>
#include <ricochet/study/sampling.hpp>

namespace ricochet {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

SamplePlan random_plan(const std::vector<ParameterSpread>& spreads, std::int64_t n,
                       std::uint64_t seed = 1) {
  EXPECT_EQ(flaw(spreads, n), "");
  return {spreads, n, seed};
}

std::vector<double> column(const SamplePlan& plan, std::size_t k) {
  std::vector<double> x;
  for (std::int64_t i = 0; i < plan.cells(); ++i) x.push_back(plan.value(i, k));
  return x;
}

double mean_of(const std::vector<double>& x) {
  return std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
}

double correlation(const std::vector<double>& x, const std::vector<double>& y) {
  const double a = mean_of(x), b = mean_of(y);
  double xy = 0.0, xx = 0.0, yy = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xy += (x[i] - a) * (y[i] - b);
    xx += (x[i] - a) * (x[i] - a);
    yy += (y[i] - b) * (y[i] - b);
  }
  return xy / std::sqrt(xx * yy);
}

/// sqrt(n) times the largest distance of the empirical distribution function from F. Above 1.95 with
/// probability 0.001.
template <class F>
double kolmogorov(std::vector<double> x, F distribution) {
  std::sort(x.begin(), x.end());
  const double n = static_cast<double>(x.size());
  double largest = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double f = distribution(x[i]);
    largest =
        std::max({largest, f - static_cast<double>(i) / n, static_cast<double>(i + 1) / n - f});
  }
  return std::sqrt(n) * largest;
}

struct Case {
  const char* name;
  ParameterSpread spread;
  double (*distribution)(double);
  double mean, variance;
};

double phi(double z) { return std::exp(-0.5 * z * z) / std::sqrt(2.0 * std::numbers::pi); }

const std::vector<Case>& cases() {
  // Between a and b of a standard normal: mean (phi(a) - phi(b)) / Z, variance 1 + (a phi(a) - b phi(b)) / Z - mean^2.
  static const double Z = normal_probability(2.0) - normal_probability(-0.5);
  static const double cut = (phi(-0.5) - phi(2.0)) / Z;
  static const std::vector<Case> all = {
      {"uniform",
       {UniformValues{-1.0, 3.0}},
       [](double x) { return (x + 1.0) / 4.0; },
       1.0,
       4.0 / 3.0},
      {"normal",
       {NormalValues{2.0, 0.5}},
       [](double x) { return normal_probability((x - 2.0) / 0.5); },
       2.0,
       0.25},
      {"normal within limits",
       {NormalValues{0.0, 1.0, -0.5, 2.0}},
       [](double x) { return (normal_probability(x) - normal_probability(-0.5)) / Z; },
       cut,
       1.0 + (-0.5 * phi(-0.5) - 2.0 * phi(2.0)) / Z - cut * cut},
      {"triangular",
       {TriangularValues{0.0, 1.0, 4.0}},
       [](double x) { return x < 1.0 ? x * x / 4.0 : 1.0 - (4.0 - x) * (4.0 - x) / 12.0; },
       5.0 / 3.0,
       (16.0 + 1.0 - 4.0) / 18.0},  // (a^2 + b^2 + c^2 - ab - ac - bc) / 18
  };
  return all;
}

TEST(Philox, GivesThePublishedWords) {
  // Known answers of the authors' own program for three counters and keys.
  using Words = std::array<std::uint32_t, 4>;
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}),
            (Words{0x6627e8d5U, 0xe169c58dU, 0xbc57ac4cU, 0x9b00dbd8U}));
  constexpr std::uint32_t f = 0xffffffffU;
  EXPECT_EQ(philox({f, f, f, f}, {f, f}),
            (Words{0x408f276dU, 0x41c83b0eU, 0xa20bc7c6U, 0x6d5451fdU}));
  EXPECT_EQ(
      philox({0x243f6a88U, 0x85a308d3U, 0x13198a2eU, 0x03707344U}, {0xa4093822U, 0x299f31d0U}),
      (Words{0xd16cfe09U, 0x94fdccebU, 0x5001e420U, 0x24126ea1U}));
}

TEST(Grid, HitsItsEndsExactlyAndIsSymmetric) {
  for (const double to : {1.0, 0.3, 1e-7, 12345.678}) {
    for (std::int64_t n = 2; n < 200; ++n) {
      const SamplePlan plan({{GridValues{-to, to, n}}, {GridValues{0.1, to, n}}}, 1, 1);
      ASSERT_EQ(plan.cells(), n * n);
      EXPECT_EQ(plan.value(0, 1), 0.1);
      EXPECT_EQ(plan.value(n - 1, 1), to);
      for (std::int64_t j = 0; j < n; ++j) {
        const double x = plan.value(j * n, 0);
        EXPECT_EQ(x, -plan.value((n - 1 - j) * n, 0));
        EXPECT_NEAR(x, to * (2.0 * static_cast<double>(j) / static_cast<double>(n - 1) - 1.0),
                    1e-15 * to);
      }
    }
  }
  EXPECT_EQ(SamplePlan({{GridValues{3.0, 3.0, 1}}}, 1, 1).value(0, 0), 3.0);
}

TEST(Grid, OfTenthsIsThatOfTheDecimalNumbers) {
  const SamplePlan plan({{GridValues{0.0, 1.0, 11}}}, 1, 1);
  const std::vector<double> tenths = {0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0};
  EXPECT_EQ(column(plan, 0), tenths);
}

TEST(LogarithmicGrid, HasEqualRatiosAndExactEnds) {
  for (const double sign : {1.0, -1.0}) {
    const SamplePlan plan({{GridValues{sign * 1e-3, sign * 7e4, 41, true}}}, 1, 1);
    EXPECT_EQ(plan.value(0, 0), sign * 1e-3);
    EXPECT_EQ(plan.value(40, 0), sign * 7e4);
    const double ratio = std::pow(7e7, 1.0 / 40.0);
    for (int j = 1; j <= 40; ++j) {
      EXPECT_NEAR(plan.value(j, 0) / plan.value(j - 1, 0), ratio, 1e-13 * ratio);
    }
  }
}

TEST(Product, MeetsEveryCombinationOnceWithTheLastParameterFastest) {
  const SamplePlan plan({{GridValues{0.0, 2.0, 3}},
                         {UniformValues{0.0, 1.0}},
                         {ListedValues{{5.0, 7.0}}},
                         {NormalValues{0.0, 1.0}, true}},
                        4, 9);
  EXPECT_EQ(plan.points(), 6);
  ASSERT_EQ(plan.cells(), 24);
  std::vector<double> v(4);
  for (std::int64_t cell = 0; cell < 24; ++cell) {
    plan.values(cell, v);
    const std::int64_t point = cell / 4;
    EXPECT_EQ(v[0], static_cast<double>(point / 2));
    EXPECT_EQ(v[2], point % 2 == 0 ? 5.0 : 7.0);
    EXPECT_EQ(plan.position(cell, 0), point / 2);
    EXPECT_EQ(plan.position(cell, 2), point % 2);
    // Every point meets the same samples.
    EXPECT_EQ(v[1], plan.value(cell % 4, 1));
    EXPECT_EQ(v[3], plan.value(cell % 4, 3));
  }
}

TEST(RandomValues, HaveTheMomentsAndTheDistributionAskedFor) {
  constexpr std::int64_t n = 100'000;
  for (const bool latin : {false, true}) {
    for (Case c : cases()) {
      c.spread.latin = latin;
      const std::vector<double> x = column(random_plan({c.spread}, n, 5), 0);
      const double mean = mean_of(x);
      double second = 0.0;
      for (const double v : x) second += (v - mean) * (v - mean) / static_cast<double>(n);
      const double error = std::sqrt(c.variance / n);
      EXPECT_NEAR(mean, c.mean, (latin ? 0.05 : 4.0) * error) << c.name << latin;
      // The fourth moment of none of them is above three variances squared.
      EXPECT_NEAR(second, c.variance, 4.0 * c.variance * std::sqrt(2.0 / n)) << c.name;
      EXPECT_LT(kolmogorov(x, c.distribution), latin ? 0.01 : 1.95) << c.name;
    }
  }
}

TEST(RandomValues, AreTheInverseOfTheDistributionFunction) {
  for (const Case& c : cases()) {
    for (int k = 1; k < 1000; ++k) {
      EXPECT_NEAR(c.distribution(at_quantile(c.spread, 0.001 * k)), 0.001 * k, 1e-14) << c.name;
    }
  }
}

TEST(NormalValues, AreExactFarOutInBothTails) {
  // From tables of the normal distribution.
  EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-15);
  EXPECT_NEAR(normal_quantile(1e-10), -6.361340902404056, 1e-14);
  for (const double p : {1e-300, 1e-20, 1e-5, 0.2}) {
    EXPECT_NEAR(normal_probability(normal_quantile(p)) / p, 1.0, 1e-12);
  }
  const ParameterSpread high{NormalValues{1.0, 2.0, 13.0, 15.0}};  // 6 to 7 standard deviations
  const ParameterSpread low{NormalValues{-1.0, 2.0, -15.0, -13.0}};
  const double a = normal_probability(-6.0), b = normal_probability(-7.0);
  for (const double u : {1e-6, 0.25, 0.5, 0.75, 1.0 - 0x1p-30}) {
    const double x = at_quantile(high, u);
    EXPECT_NEAR((a - normal_probability(-(x - 1.0) / 2.0)) / (a - b), u, 1e-12);
    EXPECT_NEAR(at_quantile(low, 1.0 - u), -x, 1e-13);
    EXPECT_TRUE(x >= 13.0 && x <= 15.0);
  }
  const ParameterSpread all{NormalValues{0.0, 1.0}};
  EXPECT_EQ(at_quantile(all, 0x1p-53), -at_quantile(all, 1.0 - 0x1p-53));
}

TEST(LatinHypercube, MeetsEveryStratumOnce) {
  for (const std::int64_t n : {1, 2, 3, 10, 1000, 65'536, 100'003}) {
    const SamplePlan plan({{UniformValues{0.0, 1.0}, true}, {UniformValues{0.0, 1.0}, true}}, n, 3);
    for (const std::size_t k : {0U, 1U}) {
      std::vector<int> hits(static_cast<std::size_t>(n), 0);
      for (std::int64_t i = 0; i < n; ++i) {
        ++hits[static_cast<std::size_t>(plan.value(i, k) * static_cast<double>(n))];
      }
      EXPECT_EQ(std::count(hits.begin(), hits.end(), 1), n);
    }
  }
}

TEST(LatinHypercube, ShufflesEveryWayEquallyOften) {
  std::map<std::vector<int>, int> seen;
  constexpr int trials = 24'000;
  for (std::uint64_t seed = 0; seed < trials; ++seed) {
    const SamplePlan plan({{UniformValues{0.0, 4.0}, true}}, 4, seed);
    std::vector<int> order;
    for (int i = 0; i < 4; ++i) order.push_back(static_cast<int>(plan.value(i, 0)));
    ++seen[order];
  }
  ASSERT_EQ(seen.size(), 24U);
  double chi2 = 0.0;
  for (const auto& [order, count] : seen) chi2 += (count - 1000.0) * (count - 1000.0) / 1000.0;
  EXPECT_LT(chi2, 49.7);  // 23 degrees of freedom, probability 0.001
}

TEST(RandomValues, AreIndependentBetweenParametersSeedsAndNeighbours) {
  constexpr std::int64_t n = 40'000;
  const ParameterSpread plain{UniformValues{}}, latin{UniformValues{}, true};
  std::vector<std::vector<double>> columns;
  for (const std::uint64_t seed : {0ULL, 1ULL, 1ULL << 32}) {
    const SamplePlan plan = random_plan({plain, plain, latin, latin}, n, seed);
    for (std::size_t k = 0; k < 4; ++k) columns.push_back(column(plan, k));
  }
  const double limit = 4.0 / std::sqrt(static_cast<double>(n));
  for (std::size_t a = 0; a < columns.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b)
      EXPECT_LT(std::abs(correlation(columns[a], columns[b])), limit);
    std::vector<double> next = columns[a];
    std::rotate(next.begin(), next.begin() + 1, next.end());
    EXPECT_LT(std::abs(correlation(columns[a], next)), limit);
    // Not only on average: no pair of halves of the unit square is preferred.
    const std::vector<double>& other = columns[(a + 1) % columns.size()];
    std::array<int, 64> boxes{};
    for (std::size_t i = 0; i < next.size(); ++i) {
      ++boxes[static_cast<std::size_t>(columns[a][i] * 8.0) * 8 +
              static_cast<std::size_t>(other[i] * 8.0)];
    }
    double chi2 = 0.0;
    for (const int count : boxes) chi2 += (count - n / 64.0) * (count - n / 64.0) / (n / 64.0);
    EXPECT_LT(chi2, 105.0);  // 63 degrees of freedom, probability 0.0007
  }
}

TEST(RandomValues, AreTheSameInEveryOrderAndRepeatWithTheSeed) {
  const std::vector<ParameterSpread> spreads = {{GridValues{0.0, 1.0, 7}},
                                                {NormalValues{0.0, 1.0, -1.0, 1.0}},
                                                {TriangularValues{0.0, 0.2, 1.0}, true},
                                                {UniformValues{}}};
  const SamplePlan plan = random_plan(spreads, 100, 42);
  std::vector<std::vector<double>> forward;
  for (std::int64_t i = 0; i < plan.cells(); ++i) {
    forward.emplace_back(4);
    plan.values(i, forward.back());
  }
  const SamplePlan again = random_plan(spreads, 100, 42);
  for (std::int64_t i = plan.cells(); i-- > 0;) {
    for (std::size_t k = 4; k-- > 0;) {
      EXPECT_EQ(again.value(i, k), forward[static_cast<std::size_t>(i)][k]);
    }
  }
  const SamplePlan other = random_plan(spreads, 100, 43);
  std::set<double> seen;
  for (std::int64_t i = 0; i < 100; ++i) {
    for (std::size_t k = 1; k < 4; ++k) {
      EXPECT_NE(plan.value(i, k), other.value(i, k));
      seen.insert(plan.value(i, k));
    }
  }
  EXPECT_EQ(seen.size(), 300U);
  // A plain sample does not change when more of them are drawn.
  EXPECT_EQ(random_plan(spreads, 1000, 42).value(57, 3), plan.value(57, 3));
}

TEST(Plan, NamesWhatIsWrongWithIt) {
  const auto bad = [](const ParameterSpread& s, std::string_view word) {
    const std::string why = flaw(s);
    EXPECT_NE(why.find(word), std::string::npos) << '"' << why << "\" for " << word;
  };
  bad({GridValues{1.0, 1.0, 5}}, "empty");
  bad({GridValues{0.0, 1.0, 0}}, "count");
  bad({GridValues{0.0, kInfinity, 5}}, "finite");
  bad({GridValues{0.0, 1.0, 5, true}}, "zero");
  bad({GridValues{-1.0, 1.0, 5, true}}, "sign");
  bad({GridValues{0.0, 1.0, 5}, true}, "random");
  bad({ListedValues{}}, "empty");
  bad({ListedValues{{1.0, std::nan("")}}}, "finite");
  bad({UniformValues{1.0, 1.0}}, "empty");
  bad({NormalValues{0.0, 0.0}}, "deviation");
  bad({NormalValues{0.0, 1.0, 2.0, 1.0}}, "limit");
  bad({NormalValues{0.0, 1.0, 9.0, 10.0}}, "left");
  bad({TriangularValues{0.0, 2.0, 1.0}}, "mode");
  EXPECT_EQ(flaw({GridValues{3.0, 3.0, 1}}), "");
  EXPECT_EQ(flaw({GridValues{3.0, -3.0, 4}}), "");

  const std::vector<ParameterSpread> grids = {{GridValues{0.0, 1.0, 1'000'000'000}},
                                              {GridValues{0.0, 1.0, 1'000'000'000}},
                                              {GridValues{0.0, 1.0, 1'000'000'000}}};
  EXPECT_NE(flaw(grids, 1).find("cells"), std::string::npos);
  EXPECT_NE(flaw(std::vector<ParameterSpread>{{GridValues{}}}, 10).find("random"),
            std::string::npos);
  EXPECT_NE(flaw(std::vector<ParameterSpread>{{UniformValues{}}}, 0).find("samples"),
            std::string::npos);
}

}  // namespace
}  // namespace ricochet
