// The only source that knows NLopt.

#include <nlopt.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include <ricochet/impact/bowling_slip.hpp>

namespace ricochet {

namespace {

using Eigen::Index;
using Vector = Eigen::Map<const Eigen::VectorXd>;
using Row = Eigen::Map<Eigen::RowVectorXd>;

constexpr double kFeasible = 1e-9;
constexpr Index kPatterns = 6;  // up to so many contacts every pattern of signs is tried
constexpr Index kWork = 4000;   // runs times contacts squared, about a second
constexpr Index kRuns = 4;      // at least

struct Signed {
  const SlipProblem* problem = nullptr;
  std::vector<double> sign;  ///< of t_i
  nlopt_opt optimizer = nullptr;
};

double tangential_velocity(const SlipProblem& p, Index i, const Vector& y) {
  return p.velocity0[i] + p.velocity.row(i).dot(y);
}

/// d mu_i / d v.
double friction_slope(const SlipProblem& p, Index i, double v) {
  const double w = std::abs(v) / p.slip_speed;
  if (w == 0.0 && p.exponent <= 1.0) return 0.0;  // a kink
  const double over = p.friction(i, v) - p.mu_min[i];
  const double magnitude = over * p.exponent * std::pow(w, p.exponent - 1.0) / p.slip_speed;
  return v > 0.0 ? -magnitude : magnitude;
}

/// NLopt runs on to its last evaluation with a NaN: stop it.
double checked(double value, Signed& s) {
  if (std::isfinite(value)) return value;
  nlopt_force_stop(s.optimizer);
  return std::numeric_limits<double>::max();
}

double objective(unsigned k, const double* at, double* gradient, void* data) {
  auto& s = *static_cast<Signed*>(data);
  const SlipProblem& p = *s.problem;
  const Vector y(at, static_cast<Index>(k));
  if (gradient != nullptr) {
    Row g(gradient, static_cast<Index>(k));
    g = 2.0 * y.transpose();
    for (Index i = 0; i < p.contacts(); ++i) {
      const double v = tangential_velocity(p, i, y);
      const double off = p.mu_static[i] - p.friction(i, v);
      g -= 2.0 * off * friction_slope(p, i, v) * p.velocity.row(i);
    }
    for (Index j = 0; j < y.size(); ++j) g[j] = checked(g[j], s);
  }
  return checked(p.objective(y), s);
}

/// Per contact -n_i <= 0 and mu_i n_i - sign_i t_i <= 0, over the impulse scale.
void conditions(unsigned m, double* values, unsigned k, const double* at, double* gradient,
                void* data) {
  auto& s = *static_cast<Signed*>(data);
  const SlipProblem& p = *s.problem;
  const Vector y(at, static_cast<Index>(k));
  for (Index i = 0; i < p.contacts(); ++i) {
    const double v = tangential_velocity(p, i, y);
    const double t = p.tangential0[i] + p.tangential.row(i).dot(y);
    const double n = p.normal0[i] + p.normal.row(i).dot(y);
    const double sign = s.sign[static_cast<std::size_t>(i)];
    const double mu = p.friction(i, v);
    values[2 * i] = checked(-n / p.impulse, s);
    values[2 * i + 1] = checked((mu * n - sign * t) / p.impulse, s);
    if (gradient == nullptr) continue;
    Row press(gradient + 2 * i * y.size(), y.size());
    Row slip(gradient + (2 * i + 1) * y.size(), y.size());
    press = -p.normal.row(i) / p.impulse;
    slip = (friction_slope(p, i, v) * n * p.velocity.row(i) + mu * p.normal.row(i) -
            sign * p.tangential.row(i)) /
           p.impulse;
  }
  if (gradient == nullptr) return;
  for (std::size_t j = 0; j < std::size_t{m} * k; ++j) gradient[j] = checked(gradient[j], s);
}

struct Destroy {
  void operator()(nlopt_opt_s* optimizer) const { nlopt_destroy(optimizer); }
};

/// y = 0, and for each contact the nearest points where it sticks or slips a little, where it ceases to
/// press, and where the impulses reach its least friction.
std::vector<Eigen::VectorXd> starts(const SlipProblem& p) {
  std::vector<Eigen::VectorXd> all = {Eigen::VectorXd::Zero(p.unknowns())};
  const auto nearest = [&](double value, const Eigen::RowVectorXd& slope) {
    const double length = slope.squaredNorm();
    if (length > 0.0) all.emplace_back(-value / length * slope.transpose());
  };
  for (Index i = 0; i < p.contacts(); ++i) {
    for (const double v : {0.0, 10.0, -10.0}) {
      nearest(p.velocity0[i] - v * p.slip_speed, p.velocity.row(i));
    }
    nearest(p.normal0[i], p.normal.row(i));
    for (const double mu : {p.mu_min[i], -p.mu_min[i]}) {
      nearest(p.tangential0[i] - mu * p.normal0[i], p.tangential.row(i) - mu * p.normal.row(i));
    }
  }
  return all;
}

/// Every pattern of signs; with many contacts those of the start and what differs from it in one sign.
std::vector<std::vector<double>> patterns(const SlipProblem& p, const Eigen::VectorXd& start) {
  const auto n = static_cast<std::size_t>(p.contacts());
  std::vector<double> here(n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto row = static_cast<Index>(i);
    here[i] = p.tangential0[row] + p.tangential.row(row).dot(start) < 0.0 ? -1.0 : 1.0;
  }
  std::vector<std::vector<double>> all = {here};
  if (p.contacts() > kPatterns) {
    for (std::size_t i = 0; i < n; ++i) {
      all.push_back(here);
      all.back()[i] = -here[i];
    }
    return all;
  }
  for (std::size_t bits = 1; bits < std::size_t{1} << n; ++bits) {
    all.push_back(here);
    for (std::size_t i = 0; i < n; ++i) {
      if ((bits >> i & 1U) != 0U) all.back()[i] = -here[i];
    }
  }
  return all;
}

}  // namespace

bool minimise_many(const SlipProblem& p, Eigen::VectorXd& y) {
  const auto k = static_cast<unsigned>(p.unknowns());
  const auto conditions_count = static_cast<unsigned>(2 * p.contacts());
  double best = std::numeric_limits<double>::infinity();
  Index runs = std::max(kRuns, kWork / (p.contacts() * p.contacts()));
  for (const Eigen::VectorXd& start : starts(p)) {
    for (std::vector<double>& pattern : patterns(p, start)) {
      if (runs-- == 0) return std::isfinite(best);
      Signed s{&p, std::move(pattern), nullptr};
      const std::unique_ptr<nlopt_opt_s, Destroy> optimizer(nlopt_create(NLOPT_LD_SLSQP, k));
      s.optimizer = optimizer.get();
      nlopt_set_min_objective(optimizer.get(), objective, &s);
      nlopt_add_inequality_mconstraint(optimizer.get(), conditions_count, conditions, &s, nullptr);
      nlopt_set_xtol_rel(optimizer.get(), 1e-15);
      nlopt_set_xtol_abs1(optimizer.get(), 1e-16 * p.speed);
      nlopt_set_maxeval(optimizer.get(), 400);
      Eigen::VectorXd at = start;
      double value = 0.0;
      // The return value is no guide: at the limit of rounding it is a failure. The point is looked at.
      nlopt_optimize(optimizer.get(), at.data(), &value);
      if (!at.allFinite() || !(p.violation(at) <= kFeasible)) continue;
      value = p.objective(at);
      if (value < best * (1.0 - 1e-13)) {
        best = value;
        y = at;
      }
    }
  }
  return std::isfinite(best);
}

}  // namespace ricochet
