#include <support/spring_impact.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace ricochet::testing {

namespace {

using Eigen::Index;
using Eigen::VectorXd;

class March {
 public:
  March(const ContactProblem& problem, const SpringMarch& options)
      : p_(problem),
        n_(problem.contacts()),
        keep_gaps_(options.keep_gaps),
        L_(VectorXd::Zero(2 * n_)),
        gamma_(problem.gamma),
        x_(VectorXd::Zero(n_)),
        plastic_(count(), false),
        loaded_(count(), false),
        loadings_(count(), 0),
        speed_(problem.gamma.lpNorm<Eigen::Infinity>()),
        dL_(VectorXd::Zero(2 * n_)) {
    for (Index i = 0; i < n_; ++i) {
      const ContactParameters& c = contact(i);
      if (!c.stiffness || !c.energetic) throw std::invalid_argument("no stiffness or restitution");
      if (keep_gaps_ && *c.energetic != 1.0) throw std::invalid_argument("gaps need e = 1");
    }
  }

  void step(double h) {
    drift(0.5 * h);
    kick(h);
    drift(0.5 * h);
  }

  bool over() const {
    if (failed_) return false;
    for (Index i = 0; i < n_; ++i) {
      if (x_[i] > 0.0 || gamma_[2 * i] < -1e-11 * speed_) return false;
    }
    return true;
  }

  bool failed() const { return failed_; }

  SpringImpact result() const {
    SpringImpact r;
    r.impulse = L_;
    r.gamma = gamma_;
    r.loadings = loadings_;
    return r;
  }

 private:
  std::size_t count() const { return static_cast<std::size_t>(n_); }
  const ContactParameters& contact(Index i) const {
    return p_.contact[static_cast<std::size_t>(i)];
  }

  void drift(double h) {
    for (Index i = 0; i < n_; ++i) {
      const std::size_t s = static_cast<std::size_t>(i);
      if (plastic_[s]) continue;
      const double gN = gamma_[2 * i];
      const double e = *contact(i).energetic;
      if (e == 0.0 && gN > 0.0) {
        plastic_[s] = x_[i] > 0.0;
        x_[i] = 0.0;
        continue;
      }
      x_[i] -= h * gN / (gN > 0.0 ? e * e : 1.0);
      if (!keep_gaps_) x_[i] = std::max(x_[i], 0.0);
      if (x_[i] > 0.0 && !loaded_[s]) ++loadings_[s];
      loaded_[s] = x_[i] > 0.0;
    }
  }

  /// Normal impulses of the springs, friction and plastic contacts by sweeps.
  void kick(double h) {
    for (Index i = 0; i < n_; ++i) {
      if (plastic_[static_cast<std::size_t>(i)]) continue;  // keeps its last impulse as a guess
      const ContactParameters& c = contact(i);
      dL_[2 * i] = x_[i] > 0.0 ? h * *c.stiffness * std::pow(x_[i], c.exponent) : 0.0;
    }
    const double zero = 1e-12 * speed_;
    std::vector<bool> held(count());    // zero is to be held with static friction
    std::vector<bool> let_go(count());  // it was tried and cannot
    for (std::size_t s = 0; s < count(); ++s) {
      held[s] = std::abs(gamma_[2 * static_cast<Index>(s) + 1]) <= zero;
    }
    for (bool again = true; again;) {
      sweep(held);
      again = false;
      for (Index i = 0; i < n_; ++i) {
        const std::size_t s = static_cast<std::size_t>(i);
        const double after = gamma_[2 * i + 1] + p_.G.row(2 * i + 1).dot(dL_);
        if (held[s] && std::abs(after) > zero) {
          held[s] = false;
          let_go[s] = again = true;
        } else if (!held[s] && !let_go[s] && after * gamma_[2 * i + 1] < 0.0 &&
                   std::abs(after) > zero) {
          held[s] = again = true;
        }
      }
    }
    gamma_ += p_.G * dL_;
    L_ += dL_;
  }

  void sweep(const std::vector<bool>& held) {
    constexpr int limit = 100'000;
    for (int k = 0; k < limit; ++k) {
      double change = 0.0;
      double largest = 0.0;  // velocity that one impulse of the step makes
      const auto relax = [&](Index row, double lo, double hi) {
        const double after = gamma_[row] + p_.G.row(row).dot(dL_);
        const double old = dL_[row];
        dL_[row] = std::clamp(old - after / p_.G(row, row), lo, hi);
        change = std::max(change, std::abs(dL_[row] - old) * p_.G(row, row));
        largest = std::max(largest, std::abs(dL_[row]) * p_.G(row, row));
      };
      for (Index i = 0; i < n_; ++i) {
        const ContactParameters& c = contact(i);
        const std::size_t s = static_cast<std::size_t>(i);
        if (plastic_[s]) relax(2 * i, 0.0, 1e300);
        const double limit_T = (held[s] ? c.static_friction() : c.mu) * dL_[2 * i];
        if (limit_T > 0.0 && p_.G(2 * i + 1, 2 * i + 1) > 0.0) {  // a guide has no tangent
          relax(2 * i + 1, -limit_T, limit_T);
        } else {
          dL_[2 * i + 1] = 0.0;
        }
      }
      if (change <= 1e-15 * (speed_ + largest)) return;
    }
    failed_ = true;
  }

  const ContactProblem& p_;
  Index n_;
  bool keep_gaps_;
  VectorXd L_, gamma_, x_;
  std::vector<bool> plastic_, loaded_;
  std::vector<int> loadings_;
  double speed_;
  bool failed_ = false;  ///< the sweeps of a step did not converge
  VectorXd dL_;
};

}  // namespace

double contact_time(const ContactProblem& problem) {
  double shortest = 0.0;
  for (Index i = 0; i < problem.contacts(); ++i) {
    const ContactParameters& c = problem.contact[static_cast<std::size_t>(i)];
    const double v = -problem.gamma[2 * i];
    if (v <= 0.0) continue;
    const double a = c.exponent;
    const double m = 1.0 / problem.G(2 * i, 2 * i);
    const double depth = std::pow((a + 1.0) * m * v * v / (2.0 * *c.stiffness), 1.0 / (a + 1.0));
    const double time = 3.0 * depth / v;
    shortest = shortest == 0.0 ? time : std::min(shortest, time);
  }
  return shortest;
}

SpringImpact spring_impact(const ContactProblem& problem, const SpringMarch& options) {
  March march(problem, options);
  const double clock = contact_time(problem);
  const double h = clock / static_cast<double>(options.steps);
  const long limit = static_cast<long>(options.time_limit * static_cast<double>(options.steps));
  long k = 0;
  if (clock > 0.0) {
    do march.step(h);
    while (++k < limit && !march.over() && !march.failed());
  }
  SpringImpact r = march.result();
  r.ended = march.over();
  r.time = h * static_cast<double>(k);
  return r;
}

SpringImpact spring_impact_refined(const ContactProblem& problem, const SpringMarch& options) {
  SpringMarch coarse = options;
  coarse.steps /= 2;
  const SpringImpact before = spring_impact(problem, coarse);
  SpringImpact r = spring_impact(problem, options);
  r.error =
      (r.gamma - before.gamma).lpNorm<Eigen::Infinity>() / problem.gamma.lpNorm<Eigen::Infinity>();
  return r;
}

}  // namespace ricochet::testing
