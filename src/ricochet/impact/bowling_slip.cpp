#include <ricochet/impact/bowling_slip.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ricochet {

namespace {

using Eigen::Index;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kFeasible = 1e-13;  // of (29) and (30), over the impulse scale
constexpr double kVanished = 746.0;  // exp(-746) is 0 in doubles

double square(double v) { return v * v; }

}  // namespace

void SlipProblem::reset(Index n, Index k) {
  velocity0.setZero(n);
  tangential0.setZero(n);
  normal0.setZero(n);
  velocity.setZero(n, k);
  tangential.setZero(n, k);
  normal.setZero(n, k);
  mu_static.setZero(n);
  mu_min.setZero(n);
}

double SlipProblem::decay(double v) const {
  const double w = std::abs(v) / slip_speed;
  return std::exp(exponent == 1.0 ? -w : -std::pow(w, exponent));
}

double SlipProblem::friction(Index i, double v) const {
  return mu_min[i] + (mu_static[i] - mu_min[i]) * decay(v);
}

double SlipProblem::objective(const Eigen::VectorXd& y) const {
  double f = y.squaredNorm();
  for (Index i = 0; i < contacts(); ++i) {
    const double v = velocity0[i] + velocity.row(i).dot(y);
    f += square(mu_static[i] - friction(i, v));
  }
  return f;
}

double SlipProblem::violation(const Eigen::VectorXd& y) const {
  double worst = 0.0;
  for (Index i = 0; i < contacts(); ++i) {
    const double v = velocity0[i] + velocity.row(i).dot(y);
    const double t = tangential0[i] + tangential.row(i).dot(y);
    const double n = normal0[i] + normal.row(i).dot(y);
    worst = std::max({worst, -n, friction(i, v) * n - std::abs(t)});
  }
  return worst / impulse;
}

void set_least_friction(SlipProblem& p, const Eigen::VectorXd& mu_kinetic) {
  for (Index i = 0; i < p.contacts(); ++i) {
    p.mu_min[i] = mu_kinetic[i];
    const double length = p.velocity.row(i).squaredNorm();
    if (!(length > 1e-18)) continue;
    const double step = -p.velocity0[i] / length;  // y = step * row
    const double t = p.tangential0[i] + step * p.tangential.row(i).dot(p.velocity.row(i));
    const double n = p.normal0[i] + step * p.normal.row(i).dot(p.velocity.row(i));
    if (std::abs(n) <= kFeasible * p.impulse) continue;
    p.mu_min[i] = std::min(p.mu_min[i], std::abs(t / n));
  }
}

namespace {

struct Box {
  double lo, hi;
};

/// What is known of f and the conditions on an interval.
struct Bounds {
  double least = 0.0;                        ///< f is nowhere below
  double slope_lo = 0.0, slope_hi = 0.0;     ///< of f
  bool feasible = true, infeasible = false;  ///< throughout
};

class Search {
 public:
  explicit Search(const SlipProblem& p) : p_(p), slack_(kFeasible * p.impulse) {}

  /// Where n_i >= 0 for all contacts; lo > hi if nowhere.
  Box pressing() const {
    Box box{-kInfinity, kInfinity};
    for (Index i = 0; i < p_.contacts(); ++i) {
      const double n = p_.normal0[i];
      const double slope = p_.normal(i, 0);
      if (std::abs(slope) * p_.speed <= slack_) {
        if (n < -slack_) return {1.0, -1.0};
      } else if (slope > 0.0) {
        box.lo = std::max(box.lo, -n / slope);
      } else {
        box.hi = std::min(box.hi, -n / slope);
      }
    }
    // One point, to rounding.
    if (box.lo > box.hi && box.lo - box.hi <= 1e-13 * (std::abs(box.lo) + p_.speed)) {
      box.hi = box.lo;
    }
    return box;
  }

  /// The ends of `range` and the points between them that divide the line into pieces on which every
  /// factor is monotone.
  void divide(const Box& range, std::vector<double>& at) const {
    at.clear();
    const auto add = [&](double x) {
      if (x > range.lo && x < range.hi) at.push_back(x);
    };
    const auto root = [&](double value, double slope) {
      if (slope != 0.0) add(-value / slope);
    };
    add(0.0);
    const double far = p_.slip_speed * std::pow(kVanished, 1.0 / p_.exponent);
    for (Index i = 0; i < p_.contacts(); ++i) {
      const double v = p_.velocity0[i];
      const double t = p_.tangential0[i];
      const double n = p_.normal0[i];
      const double dt = p_.tangential(i, 0);
      const double dn = p_.normal(i, 0);
      for (const double w : {0.0, far, -far}) root(v - w, p_.velocity(i, 0));
      root(t, dt);
      root(n, dn);
      for (const double mu : {p_.mu_min[i], p_.mu_static[i], p_.friction(i, v)}) {
        root(t - mu * n, dt - mu * dn);
        root(t + mu * n, dt + mu * dn);
      }
    }
    if (std::isfinite(range.lo)) at.push_back(range.lo);
    if (std::isfinite(range.hi)) at.push_back(range.hi);
    std::sort(at.begin(), at.end());
  }

  /// Looks at a point; `settled`: it is an end of a piece or has been closed in to rounding.
  void look(double x, bool settled) {
    double f = x * x;
    for (Index i = 0; i < p_.contacts(); ++i) {
      const double mu = p_.friction(i, p_.velocity0[i] + p_.velocity(i, 0) * x);
      const double t = p_.tangential0[i] + p_.tangential(i, 0) * x;
      const double n = p_.normal0[i] + p_.normal(i, 0) * x;
      if (n < -slack_ || std::abs(t) - mu * n < -slack_) return;
      f += square(p_.mu_static[i] - mu);
    }
    // Near a smooth minimum many points have the same f to rounding: the settled one is the minimum.
    const double rounding = 1e-15 * f;
    const bool better = f < best_ - rounding || (f < best_ && settled == settled_) ||
                        (f <= best_ + rounding && settled && !settled_);
    if (!better) return;
    best_ = f;
    x_ = x;
    settled_ = settled;
  }

  /// Every point of the box that might be lower than the best, or than `limit`.
  void close_in(const Box& box) {
    std::array<Box, 256> stack;
    std::size_t count = 0;
    stack[count++] = box;
    while (count > 0 && complete_) {
      const Box b = stack[--count];
      if (++boxes_ > 200'000) complete_ = false;
      const Bounds known = bounds(b);
      if (known.infeasible || known.least > std::min(best_, limit_)) continue;
      if (known.feasible && (known.slope_lo > 0.0 || known.slope_hi < 0.0)) continue;
      const double middle = 0.5 * (b.lo + b.hi);
      const double size = std::max(std::abs(b.lo), std::abs(b.hi));
      const bool closed = b.hi - b.lo <= 1e-15 * size + 1e-14 * p_.slip_speed;
      if (closed || count + 2 > stack.size()) {
        for (const double x : {b.lo, middle, b.hi}) look(x, true);
        continue;
      }
      look(middle, false);
      // The half nearer to zero, which has the smaller |y|, is looked at first.
      const bool low_first = std::abs(b.lo) < std::abs(b.hi);
      stack[count++] = low_first ? Box{middle, b.hi} : Box{b.lo, middle};
      stack[count++] = low_first ? Box{b.lo, middle} : Box{middle, b.hi};
    }
  }

  void run(const Box& range, std::vector<double>& at) {
    divide(range, at);
    for (const double x : at) look(x, true);
    for (std::size_t k = 1; k < at.size(); ++k) {
      if (at[k] > at[k - 1]) close_in({at[k - 1], at[k]});
    }
  }

  /// Only points up to this f count.
  void limit(double f) { limit_ = f; }
  bool complete() const { return complete_; }
  double best() const { return best_; }
  double x() const { return x_; }

 private:
  Bounds bounds(const Box& b) const {
    Bounds r;
    const double low = std::min(std::abs(b.lo), std::abs(b.hi));
    r.least = b.lo < 0.0 && b.hi > 0.0 ? 0.0 : low * low;
    r.slope_lo = 2.0 * b.lo;
    r.slope_hi = 2.0 * b.hi;
    for (Index i = 0; i < p_.contacts(); ++i) {
      if (p_.mu_static[i] == 0.0) continue;  // (29) holds, mu = 0
      const double slope = p_.velocity(i, 0);
      const Box v = ends(p_.velocity0[i], slope, b);
      const bool divided = !(v.lo < 0.0 && v.hi > 0.0);
      const double near = divided ? std::min(std::abs(v.lo), std::abs(v.hi)) : 0.0;
      const double far = std::max(std::abs(v.lo), std::abs(v.hi));
      const double E_hi = p_.decay(near);
      const double E_lo = p_.decay(far);
      const double c = p_.mu_static[i] - p_.mu_min[i];
      r.least += square(c * (1.0 - E_hi));

      // d/dx (c (1 - E))^2 = 2 c^2 (1 - E) E a w^(a-1) / v_s * sgn(v) dv/dx
      const double factor = 2.0 * c * c * p_.exponent / p_.slip_speed * std::abs(slope);
      if (factor > 0.0) {
        const bool plain = p_.exponent == 1.0;
        const double power_lo = plain ? 1.0 : std::pow(near / p_.slip_speed, p_.exponent - 1.0);
        const double power_hi = plain ? 1.0 : std::pow(far / p_.slip_speed, p_.exponent - 1.0);
        const double steep = factor * (1.0 - E_lo) * E_hi * std::max(power_lo, power_hi);
        const double flat = factor * (1.0 - E_hi) * E_lo * std::min(power_lo, power_hi);
        const bool up = (v.lo + v.hi > 0.0) == (slope > 0.0);
        r.slope_hi += up || !divided ? steep : -flat;
        r.slope_lo += !up || !divided ? -steep : flat;
      }

      const Box t = ends(p_.tangential0[i], p_.tangential(i, 0), b);
      const Box n = ends(p_.normal0[i], p_.normal(i, 0), b);
      const double t_hi = std::max(std::abs(t.lo), std::abs(t.hi));
      const double t_lo = t.lo < 0.0 && t.hi > 0.0 ? 0.0 : std::min(std::abs(t.lo), std::abs(t.hi));
      const double mu_lo = p_.mu_min[i] + c * E_lo;
      const double mu_hi = p_.mu_min[i] + c * E_hi;
      if (t_hi - mu_lo * std::max(0.0, n.lo) < -slack_) r.infeasible = true;
      if (t_lo - mu_hi * n.hi < 0.0) r.feasible = false;
    }
    return r;
  }

  static Box ends(double value, double slope, const Box& b) {
    const double a = value + slope * b.lo;
    const double c = value + slope * b.hi;
    return {std::min(a, c), std::max(a, c)};
  }

  const SlipProblem& p_;
  double slack_;
  double best_ = kInfinity, limit_ = kInfinity;
  double x_ = 0.0;
  bool settled_ = false, complete_ = true;
  long boxes_ = 0;
};

}  // namespace

SlipAnswer minimise_one(const SlipProblem& problem, std::vector<double>& scratch) {
  SlipAnswer answer;
  Search search(problem);
  const Box range = search.pressing();
  if (range.lo <= range.hi) search.run(range, scratch);
  answer.complete = search.complete();
  answer.found = std::isfinite(search.best());
  if (!answer.found) return answer;
  answer.y = search.x();
  // As low as the best, elsewhere?
  const double apart = 0.01 * problem.slip_speed + 1e-9 * std::abs(answer.y);
  for (const Box& side : {Box{range.lo, answer.y - apart}, Box{answer.y + apart, range.hi}}) {
    if (!(side.lo <= side.hi) || answer.several) continue;
    Search rival(problem);
    rival.limit(search.best() * (1.0 + 1e-13));
    rival.run(side, scratch);
    answer.complete = answer.complete && rival.complete();
    answer.several = rival.best() <= search.best() * (1.0 + 1e-13);
    answer.other = rival.x();
  }
  return answer;
}

}  // namespace ricochet
