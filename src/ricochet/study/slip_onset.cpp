#include <ricochet/study/slip_onset.hpp>

#include <algorithm>
#include <cmath>

#include <ricochet/study/least_squares.hpp>

namespace ricochet {

double OnsetFit::sd(double x) const {
  if (x <= times.front()) return sds.front();
  if (x >= times.back()) return sds.back();
  const auto k =
      static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), x) - times.begin());
  const double part = (x - times[k - 1]) / (times[k] - times[k - 1]);
  return sds[k - 1] + part * (sds[k] - sds[k - 1]);
}

OnsetFit find_onset(const Eigen::VectorXd& t, const Eigen::VectorXd& sliding,
                    const Eigen::VectorXd& spread, double s, double rise) {
  const Eigen::Index n = t.size();
  const double from = t[0];
  const double length = t[n - 1] - from;
  const auto residuals = [&](const Eigen::VectorXd& theta, Eigen::VectorXd& z) {
    // Normal equations of b_1, b_2 in the time since t* over the length.
    double n11 = 0.0, n12 = 0.0, n22 = 0.0, r1 = 0.0, r2 = 0.0;
    for (Eigen::Index k = n; k-- > 0 && t[k] > theta[0];) {
      const double x = (t[k] - theta[0]) / length;
      const double w = 1.0 / (spread[k] * spread[k]);
      n11 += w * x * x;
      n12 += w * x * x * x;
      n22 += w * x * x * x * x;
      r1 += w * x * sliding[k];
      r2 += w * x * x * sliding[k];
    }
    const double determinant = n11 * n22 - n12 * n12;
    if (!(determinant > 1e-12 * n11 * n22)) return false;
    double b1 = (r1 * n22 - r2 * n12) / determinant;
    double b2 = (r2 * n11 - r1 * n12) / determinant;
    if (s * b1 < 0.0) {
      b1 = 0.0;
      b2 = r2 / n22;
    }
    z.resize(n);
    for (Eigen::Index k = 0; k < n; ++k) {
      const double x = std::max(t[k] - theta[0], 0.0) / length;
      z[k] = (sliding[k] - x * (b1 + x * b2)) / spread[k];
    }
    return true;
  };
  LeastSquares problem;
  problem.low.setConstant(1, from);
  problem.high.setConstant(1, t[n - 1]);
  problem.residuals = residuals;
  std::vector<double> starts;
  constexpr int count = 64;
  for (int i = 1; i < count; ++i) starts.push_back(from + length * i / count);
  problem.starts = {starts};
  const Minimum minimum = minimise(problem);
  if (!(minimum.chi2 < std::numeric_limits<double>::infinity())) return {};
  const ProfileInterval interval = profile_interval(problem, minimum, 0, rise);
  OnsetFit fit{!interval.low_open && !interval.high_open,
               minimum.theta[0],
               interval.low,
               interval.high,
               {},
               {}};
  if (!fit.found) return fit;
  // To three times the interval's halves on either side.
  for (const double part : {-3.0, -2.0, -1.5, -1.0, -0.5, 0.5, 1.0, 1.5, 2.0, 3.0}) {
    const double half = part < 0.0 ? fit.t - fit.low : fit.high - fit.t;
    const double x = std::clamp(fit.t + part * half, from, t[n - 1]);
    Eigen::VectorXd z;
    if (!residuals(Eigen::VectorXd::Constant(1, x), z)) continue;
    const double root = std::sqrt(std::max(z.squaredNorm() - minimum.chi2, 0.0));
    const bool further = fit.times.empty() || x > fit.times.back();
    if (further && root > 0.0) {
      fit.times.push_back(x);
      fit.sds.push_back(std::abs(x - fit.t) / root);
    }
  }
  fit.found = !fit.times.empty();
  return fit;
}

}  // namespace ricochet
