// The minimiser, its intervals and the local fits against closed forms.

#include <gtest/gtest.h>

#include <cmath>

#include <ricochet/study/least_squares.hpp>
#include <ricochet/study/local_fit.hpp>
#include <ricochet/study/normal_numbers.hpp>
#include <ricochet/study/quantiles.hpp>
#include <ricochet/study/slip_onset.hpp>
#include <support/coverage.hpp>

namespace ricochet::testing {
namespace {

LeastSquares problem(const Eigen::VectorXd& low, const Eigen::VectorXd& high,
                     std::function<bool(const Eigen::VectorXd&, Eigen::VectorXd&)> residuals) {
  LeastSquares p;
  p.low = low;
  p.high = high;
  p.residuals = std::move(residuals);
  for (Eigen::Index i = 0; i < low.size(); ++i) {
    p.starts.push_back({});
    for (int k = 0; k < 9; ++k) {
      p.starts.back().push_back(low[i] + (high[i] - low[i]) * (k + 0.5) / 9.0);
    }
  }
  return p;
}

TEST(LeastSquares, LinearProblemHasTheIntervalOfTheCovariance) {
  // z = A theta - b with correlated columns: theta = (A^T A)^-1 A^T b, variance = diag (A^T A)^-1.
  Eigen::MatrixXd A(4, 2);
  A << 1, 2, 2, 1, 3, 3, 0.5, -1;
  const Eigen::Vector4d b(1.0, 0.4, 2.0, 0.1);
  const auto p = problem(Eigen::Vector2d(-10, -10), Eigen::Vector2d(10, 10),
                         [&](const Eigen::VectorXd& theta, Eigen::VectorXd& z) {
                           z = A * theta - b;
                           return true;
                         });
  const Eigen::Matrix2d N = A.transpose() * A;
  const double det = N(0, 0) * N(1, 1) - N(0, 1) * N(0, 1);
  Eigen::Matrix2d inverse;
  inverse << N(1, 1), -N(0, 1), -N(1, 0), N(0, 0);
  inverse /= det;
  const Eigen::Vector2d expected = inverse * A.transpose() * b;
  const Minimum minimum = minimise(p);
  for (const Eigen::Index i : {0, 1}) {
    EXPECT_NEAR(minimum.theta[i], expected[i], 1e-8);
    const ProfileInterval interval = profile_interval(p, minimum, i, 4.0);
    const double half = 2.0 * std::sqrt(inverse(i, i));
    EXPECT_NEAR(interval.low, expected[i] - half, 1e-4 * half);
    EXPECT_NEAR(interval.high, expected[i] + half, 1e-4 * half);
    EXPECT_FALSE(interval.low_open || interval.high_open);
  }
}

TEST(LeastSquares, KinksValleysAndHolesDoNotStopTheSearch) {
  // A kink at x = 0.3, nothing changes below y = 1.2, and there is no answer above y = 3.
  const auto p = problem(Eigen::Vector2d(-2, 0), Eigen::Vector2d(2, 5),
                         [](const Eigen::VectorXd& t, Eigen::VectorXd& z) {
                           z.resize(3);
                           z << std::abs(t[0] - 0.3) + 0.1, std::max(t[1], 1.2) - 2.0 * t[0],
                               t[0] * t[0] - 0.09;
                           return t[1] <= 3.0;
                         });
  const Minimum minimum = minimise(p);
  // Brute force.
  double best = 1e9;
  Eigen::VectorXd z;
  for (double x = -2.0; x <= 2.0; x += 1e-3) {
    for (double y = 0.0; y <= 3.0; y += 0.1) {
      p.residuals(Eigen::Vector2d(x, y), z);
      best = std::min(best, z.squaredNorm());
    }
  }
  EXPECT_LE(minimum.chi2, best + 1e-12);
  EXPECT_GE(minimum.chi2, best - 1e-2);
}

TEST(LeastSquares, AFlatParameterHasNoInterval) {
  const auto p = problem(Eigen::Vector2d(0, 0), Eigen::Vector2d(1, 10),
                         [](const Eigen::VectorXd& t, Eigen::VectorXd& z) {
                           z.resize(1);
                           z[0] = (std::min(t[1], 2.0) - 2.0 + 0.0 * t[0]) / 0.1;
                           return true;
                         });
  const Minimum minimum = minimise(p);
  const ProfileInterval flat = profile_interval(p, minimum, 0, 3.84);
  EXPECT_TRUE(flat.low_open && flat.high_open);
  const ProfileInterval bound = profile_interval(p, minimum, 1, 4.0);
  EXPECT_TRUE(bound.high_open);
  EXPECT_NEAR(bound.low, 1.8, 1e-3);
}

TEST(Quantiles, AreThoseOfTheTables) {
  EXPECT_NEAR(normal_two_sided(0.95), 1.959963985, 1e-8);
  EXPECT_NEAR(student_two_sided(0.95, 10.0), 2.228138852, 1e-8);
  EXPECT_NEAR(chi_square_tail(3.841458821, 1.0), 0.05, 1e-9);
  EXPECT_NEAR(chi_square_tail(4.0, 2.0), std::exp(-2.0), 1e-12);
}

TEST(LocalFit, ParabolaIsExactAndItsNoiseIsTheClosedForm) {
  const Eigen::Index n = 21;
  const double h = 0.01;
  Eigen::VectorXd t(n);
  Eigen::MatrixXd x(n, 1);
  for (Eigen::Index k = 0; k < n; ++k) {
    t[k] = 5.0 + h * static_cast<double>(k);
    x(k, 0) = 1.0 - 3.0 * t[k] + 0.5 * t[k] * t[k];
  }
  LocalFit fit;
  ASSERT_TRUE(fit.fit(t, x, 0, n, 2));
  EXPECT_NEAR(fit.value(5.3)[0], 1.0 - 3.0 * 5.3 + 0.5 * 5.3 * 5.3, 1e-9);
  EXPECT_NEAR(fit.slope(5.1)[0], 2.1, 1e-9);
  // Slope in the middle: sum of squared distances is h^2 n (n^2 - 1) / 12.
  EXPECT_NEAR(fit.covariance(fit.middle())(1, 1), 12.0 / (h * h * 21.0 * 440.0), 1e-6);
  EXPECT_NEAR(fit.residual()[0], 0.0, 1e-18);
  EXPECT_FALSE(fit.fit(t, x, 0, 2, 2));
}

TEST(SlipOnset, IsExactWithoutNoiseAndCoveredWithIt) {
  const Eigen::Index n = 80;
  Eigen::VectorXd t(n), sliding(n);
  const Eigen::VectorXd spread = Eigen::VectorXd::Constant(n, 1e-3);
  const double onset = 0.0437;
  for (Eigen::Index k = 0; k < n; ++k) {
    t[k] = 1e-3 * static_cast<double>(k);
    const double x = std::max(t[k] - onset, 0.0);
    sliding[k] = -x - 4.0 * x * x;
  }
  const OnsetFit exact = find_onset(t, sliding, spread, -1.0, 3.8415);
  ASSERT_TRUE(exact.found);
  EXPECT_NEAR(exact.t, onset, 1e-7);
  const long runs = suite_count(5000);
  long hits = 0;
  for (long run = 0; run < runs; ++run) {
    NormalNumbers noise(static_cast<std::uint64_t>(run));
    Eigen::VectorXd noisy = sliding;
    for (double& x : noisy) x += 1e-3 * noise.next();
    const OnsetFit fit = find_onset(t, noisy, spread, -1.0, 3.8415);
    hits += fit.found && fit.low <= onset && onset <= fit.high ? 1 : 0;
  }
  expect_rate("onset", hits, runs, 0.95);
}

TEST(NormalNumbers, HaveMeanVarianceAndTailsOfTheDistribution) {
  NormalNumbers numbers(3);
  const long count = 200000;
  double sum = 0.0, squares = 0.0;
  long beyond = 0;
  for (long i = 0; i < count; ++i) {
    const double x = numbers.next();
    sum += x;
    squares += x * x;
    beyond += std::abs(x) > normal_two_sided(0.95) ? 1 : 0;
  }
  const double n = static_cast<double>(count);
  EXPECT_NEAR(sum / n, 0.0, 4.0 / std::sqrt(n));
  EXPECT_NEAR(squares / n, 1.0, 4.0 * std::sqrt(2.0 / n));
  expect_rate("beyond", beyond, count, 0.05);
}

}  // namespace
}  // namespace ricochet::testing
