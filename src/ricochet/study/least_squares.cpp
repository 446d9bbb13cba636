#include <ricochet/study/least_squares.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include <ricochet/lcp/dense.hpp>

namespace ricochet {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

class Search {
 public:
  Search(const LeastSquares& problem, Eigen::Index fixed) : problem_(problem) {
    for (Eigen::Index i = 0; i < problem.parameters(); ++i) {
      if (i != fixed) free_.push_back(i);
    }
  }

  double chi2(const Eigen::VectorXd& theta) { return chi2(theta, trial_z_); }

  Minimum from(const Eigen::VectorXd& theta) {
    Minimum now{theta, chi2(theta, z_)};
    if (free_.empty() || now.chi2 == kInfinity) return now;
    constexpr int rounds = 8;
    for (int i = 0; i < rounds; ++i) {
      descend(now);
      if (!probe(now)) break;
    }
    return now;
  }

 private:
  double range(Eigen::Index i) const { return problem_.high[i] - problem_.low[i]; }

  double chi2(const Eigen::VectorXd& theta, Eigen::VectorXd& z) {
    if (!problem_.residuals(theta, z)) return kInfinity;
    const double sum = z.squaredNorm();
    return sum < kInfinity ? sum : kInfinity;
  }

  // dz/dtheta_i by differences inside the bounds; zero where there is no answer on either side.
  void differentiate(const Eigen::VectorXd& theta) {
    J_.setZero(z_.size(), static_cast<Eigen::Index>(free_.size()));
    for (std::size_t k = 0; k < free_.size(); ++k) {
      const Eigen::Index i = free_[k];
      const double h = 1e-6 * range(i);
      trial_ = theta;
      trial_[i] = std::min(theta[i] + h, problem_.high[i]);
      double up = trial_[i];
      if (chi2(trial_, plus_z_) == kInfinity) {
        up = theta[i];
        plus_z_ = z_;
      }
      trial_[i] = std::max(theta[i] - h, problem_.low[i]);
      double down = trial_[i];
      if (chi2(trial_, trial_z_) == kInfinity) {
        down = theta[i];
        trial_z_ = z_;
      }
      if (up > down) J_.col(static_cast<Eigen::Index>(k)) = (plus_z_ - trial_z_) / (up - down);
    }
  }

  // Damped steps until nothing is gained.
  void descend(Minimum& now) {
    constexpr int most_steps = 60;
    double damping = 1e-3;
    for (int step = 0; step < most_steps; ++step) {
      chi2(now.theta, z_);
      differentiate(now.theta);
      const double before = now.chi2;
      const double moved = improve(now, damping);
      if (!(moved > 1e-12) || !(before - now.chi2 > 1e-14 * before)) return;
    }
  }

  // One accepted step: the largest part of a range moved; 0 if none is downhill.
  double improve(Minimum& now, double& damping) {
    const Eigen::VectorXd slope = J_.transpose() * z_;
    std::vector<Eigen::Index> moving;  // columns of J that may move downhill
    for (std::size_t k = 0; k < free_.size(); ++k) {
      const auto column = static_cast<Eigen::Index>(k);
      const Eigen::Index i = free_[k];
      const bool held = (now.theta[i] <= problem_.low[i] && slope[column] > 0.0) ||
                        (now.theta[i] >= problem_.high[i] && slope[column] < 0.0);
      if (!held && J_.col(column).squaredNorm() > 0.0) moving.push_back(column);
    }
    if (moving.empty()) return 0.0;
    const Eigen::MatrixXd J = J_(Eigen::all, moving);
    const Eigen::MatrixXd normal = J.transpose() * J;
    const Eigen::VectorXd right = -slope(moving);
    for (; damping < 1e12; damping *= 10.0) {
      Eigen::MatrixXd A = normal;
      A.diagonal() *= 1.0 + damping;
      Eigen::MatrixXd d;
      if (!cholesky_solve(A, right, d)) continue;
      trial_ = now.theta;
      double moved = 0.0;
      for (std::size_t k = 0; k < moving.size(); ++k) {
        const Eigen::Index i = free_[static_cast<std::size_t>(moving[k])];
        trial_[i] = std::clamp(now.theta[i] + d(static_cast<Eigen::Index>(k), 0), problem_.low[i],
                               problem_.high[i]);
        moved = std::max(moved, std::abs(trial_[i] - now.theta[i]) / range(i));
      }
      const double there = chi2(trial_);
      if (there < now.chi2) {
        now = {trial_, there};
        damping = std::max(damping * 0.1, 1e-12);
        return moved;
      }
      if (moved < 1e-14) break;
    }
    damping = 1e-3;
    return 0.0;
  }

  // Steps along each parameter, to look past kinks. True if one was worth it.
  bool probe(Minimum& now) {
    constexpr std::array<double, 5> scales = {0.1, 1e-2, 1e-3, 1e-4, 1e-6};
    const double before = now.chi2;
    for (const Eigen::Index i : free_) {
      for (const double scale : scales) {
        for (const double side : {-1.0, 1.0}) {
          trial_ = now.theta;
          trial_[i] =
              std::clamp(now.theta[i] + side * scale * range(i), problem_.low[i], problem_.high[i]);
          const double there = chi2(trial_);
          if (there < now.chi2) now = {trial_, there};
        }
      }
    }
    return before - now.chi2 > 1e-9 * before;
  }

  const LeastSquares& problem_;
  std::vector<Eigen::Index> free_;
  Eigen::VectorXd z_, trial_z_, plus_z_, trial_;
  Eigen::MatrixXd J_;
};

// Follows the profile of one parameter to one side of the minimum.
class ProfileSide {
 public:
  ProfileSide(const LeastSquares& problem, const Minimum& minimum, Eigen::Index parameter,
              double rise, double side)
      : problem_(problem),
        search_(problem, parameter),
        minimum_(minimum),
        i_(parameter),
        rise_(rise),
        side_(side),
        reach_((side > 0.0 ? problem.high[i_] : problem.low[i_]) - minimum.theta[i_]),
        last_(minimum.theta),
        best_(minimum) {}

  // The end of the interval, and whether it goes on to the bound.
  double end(bool& open) {
    open = true;
    const double bound = side_ > 0.0 ? problem_.high[i_] : problem_.low[i_];
    if (reach_ == 0.0) return bound;
    // Steps of growing length to the bound: the last one inside, the first one outside after it.
    constexpr double first = 0x1p-26;
    double inside = 0.0, outside = 1.0, at_outside = 0.0;
    open = false;
    for (double part = first; part <= 1.0; part *= 4.0) {
      const double rise = risen(part);
      if (rise <= rise_) {
        inside = part;
        open = part == 1.0;
      } else if (outside <= inside || at_outside == 0.0) {
        outside = part;
        at_outside = rise;
      }
    }
    if (open) return bound;
    return minimum_.theta[i_] + reach_ * crossing(inside, outside);
  }

  const Minimum& best() const { return best_; }

 private:
  // Rise of the profile at this part of the way to the bound.
  double risen(double part) {
    const double x = part == 1.0 ? minimum_.theta[i_] + reach_ : minimum_.theta[i_] + part * reach_;
    const auto at = [&](Eigen::VectorXd theta) {
      theta[i_] = x;
      return search_.from(theta);
    };
    Minimum there = at(last_);
    if (problem_.parameters() > 1) {
      const Minimum other = at(minimum_.theta);
      if (other.chi2 < there.chi2) there = other;
    }
    if (there.chi2 < kInfinity) last_ = there.theta;
    if (there.chi2 < best_.chi2) best_ = there;
    return there.chi2 - minimum_.chi2;
  }

  // Where the rise passes its limit, by bisection of the parts helped by secants of the rise's root, which is a
  // straight line for a parabola.
  double crossing(double a, double b) {
    double fa = a == 0.0 ? -std::sqrt(rise_) : root(a);
    double fb = root(b);
    for (int k = 0; k < 60 && b - a > 1e-5 * b; ++k) {
      double c = 0.5 * (a + b);
      if (k % 3 != 2 && std::isfinite(fb)) c = a + (b - a) * fa / (fa - fb);
      c = std::clamp(c, a + 0.01 * (b - a), b - 0.01 * (b - a));
      const double fc = root(c);
      (fc <= 0.0 ? a : b) = c;
      (fc <= 0.0 ? fa : fb) = fc;
    }
    return 0.5 * (a + b);
  }
  double root(double part) { return std::sqrt(std::max(risen(part), 0.0)) - std::sqrt(rise_); }

  const LeastSquares& problem_;
  Search search_;
  const Minimum& minimum_;
  Eigen::Index i_;
  double rise_, side_, reach_;
  Eigen::VectorXd last_;
  Minimum best_;
};

}  // namespace

Minimum minimise_from(const LeastSquares& problem, const Eigen::VectorXd& theta,
                      Eigen::Index fixed) {
  return Search(problem, fixed).from(theta);
}

Minimum minimise(const LeastSquares& problem) {
  Search search(problem, -1);
  const auto p = static_cast<std::size_t>(problem.parameters());
  // Every point of the grid, like the digits of a counter.
  std::vector<Minimum> points;
  std::vector<std::size_t> digit(p, 0);
  for (bool more = true; more;) {
    Eigen::VectorXd theta(problem.parameters());
    for (std::size_t i = 0; i < p; ++i) {
      theta[static_cast<Eigen::Index>(i)] = problem.starts[i][digit[i]];
    }
    points.push_back({theta, search.chi2(theta)});
    more = false;
    for (std::size_t i = 0; i < p && !more; ++i) {
      more = ++digit[i] < problem.starts[i].size();
      if (!more) digit[i] = 0;
    }
  }
  std::stable_sort(points.begin(), points.end(),
                   [](const Minimum& a, const Minimum& b) { return a.chi2 < b.chi2; });
  Minimum best = points.front();
  constexpr std::size_t descents = 4;
  for (std::size_t k = 0; k < std::min(descents, points.size()); ++k) {
    const Minimum found = search.from(points[k].theta);
    if (found.chi2 < best.chi2) best = found;
  }
  return best;
}

ProfileInterval profile_interval(const LeastSquares& problem, const Minimum& minimum,
                                 Eigen::Index parameter, double rise) {
  ProfileInterval interval;
  ProfileSide down(problem, minimum, parameter, rise, -1.0);
  interval.low = down.end(interval.low_open);
  ProfileSide up(problem, minimum, parameter, rise, 1.0);
  interval.high = up.end(interval.high_open);
  interval.best = down.best().chi2 < up.best().chi2 ? down.best() : up.best();
  return interval;
}

}  // namespace ricochet
