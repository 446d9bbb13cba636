#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <boost/numeric/odeint/stepper/controlled_runge_kutta.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include <ricochet/ode/integrator.hpp>

namespace ricochet {

namespace {

namespace odeint = boost::numeric::odeint;
using State = std::vector<double>;
// Always: an integrator meets states of different dimensions, and Odeint's default sizes its arrays once.
using Dopri5 = odeint::runge_kutta_dopri5<State, double, State, double, odeint::range_algebra,
                                          odeint::default_operations, odeint::always_resizer>;

constexpr double kEps = std::numeric_limits<double>::epsilon();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kSamplesPerStep = 4;
constexpr double kDeeperDip = 4.0;  // than tangents allow a convex function: dips that are found

/// What the error checker needs; shared because Odeint copies the checker.
struct ErrorControl {
  double tolerance = 1e-10;
  std::span<const double> scale;
  bool non_finite = false;  ///< the last tried step met a non-finite value
};

/// Largest component error over its bound. Looks at every component for non-finite values, which a
/// maximum norm would drop, and answers infinity for them: the step is then rejected and reduced.
class ErrorChecker {
 public:
  explicit ErrorChecker(ErrorControl* control = nullptr) : control_(control) {}

  template <class Algebra>
  double error(Algebra&, const State& x, const State&, const State& x_error, double) const {
    double worst = 0.0;
    bool finite = true;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double bound = control_->tolerance * (control_->scale[i] + std::abs(x[i]));
      finite = finite && std::isfinite(x_error[i]);
      worst = std::max(worst, std::abs(x_error[i]) / bound);
    }
    control_->non_finite = !finite;
    return finite ? worst : kInfinity;
  }

 private:
  ErrorControl* control_;
};

using Controlled = odeint::controlled_runge_kutta<Dopri5, ErrorChecker>;

bool all_finite(const State& x) {
  return std::all_of(x.begin(), x.end(), [](double v) { return std::isfinite(v); });
}

int sign_of(double g) { return g > 0.0 ? 1 : (g < 0.0 ? -1 : 0); }

/// A function that falls from g0 with the rate r0 < 0 and is back at g1 with r1 > 0 after dt: whether zero is so far
/// below that its turning point need not be looked up. A convex function stays above its tangents.
bool far_above_its_dip(double g0, double g1, double r0, double r1, double dt) {
  const double low = std::min(g0, g1);
  const double depth = low - (g0 * r1 - g1 * r0 + r0 * r1 * dt) / (r1 - r0);
  return low > kDeeperDip * depth;
}

bool crosses(Crossing crossing, int before, double after) {
  const bool rising = before < 0 && after >= 0.0;
  const bool falling = before > 0 && after <= 0.0;
  return (crossing != Crossing::falling && rising) || (crossing != Crossing::rising && falling);
}

}  // namespace

std::string_view to_string(IntegrationEnd end) {
  switch (end) {
    case IntegrationEnd::end_time: return "end";
    case IntegrationEnd::event: return "event";
    case IntegrationEnd::stopped: return "stopped";
    case IntegrationEnd::step_limit: return "step-limit";
    case IntegrationEnd::step_underflow: return "step-underflow";
    case IntegrationEnd::non_finite: return "non-finite";
  }
  return "";
}

struct Integrator::Impl final : Step {
  ErrorControl control;
  Controlled stepper{ErrorChecker(&control)};
  State x, x_new, k, k_new, x_inside;
  State g, now, last, root;        ///< one value per event, then the rates
  std::vector<int> before;         ///< last non-zero sign seen; 0 = unarmed
  std::vector<std::size_t> fired;  ///< in this step

  /// The step [a, b] last accepted, between x and x_new.
  double a = 0.0, b = 0.0;
  double seen_end = 0.0;  ///< of the part shown to the hook
  mutable State x_shown;

  double begin() const override { return a; }
  double end() const override { return seen_end; }
  void state_at(double t, std::span<double> at) const override {
    interpolate(t, x_shown);
    std::copy(x_shown.begin(), x_shown.end(), at.begin());
  }

  void interpolate(double t, State& at) const {
    if (t >= b) {
      at = x_new;
    } else {
      stepper.stepper().calc_state(t, at, x, k, a, x_new, k_new, b);
    }
  }
  void inside(double t) { interpolate(t, x_inside); }

  double event_at(EventFunctions events, std::size_t i, double t) {
    inside(t);
    events(t, x_inside, g);
    return g[i];
  }

  struct Bracket {
    double left, right;
  };

  /// About the root of event (or rate) i in (lo, hi], where it crosses, or jumps; g_lo, g_hi: its values there.
  Bracket bracket(EventFunctions events, std::size_t i, double lo, double hi, double g_lo,
                  double g_hi) {
    // A zero at lo belongs to the part before arming: the crossing is at hi as far as samples can
    // tell.
    const Bracket at_end{hi, hi};
    if (sign_of(g_hi) == 0 || sign_of(g_lo) == 0 || sign_of(g_lo) == sign_of(g_hi)) return at_end;
    if (!std::isfinite(g_lo) || !std::isfinite(g_hi)) return at_end;
    auto g_of = [&](double t) {
      const double value = event_at(events, i, t);
      return std::isfinite(value) ? value : g_hi;  // the search needs numbers: as if past the root
    };
    auto narrow = [](double l, double r) {
      return std::abs(r - l) <= 2.0 * kEps * std::max(std::abs(l), std::abs(r));
    };
    std::uintmax_t iterations = 100;
    const auto [left, right] =
        boost::math::tools::toms748_solve(g_of, lo, hi, g_lo, g_hi, narrow, iterations);
    return {left, right};
  }

  /// The end of the bracket past the root.
  double locate(EventFunctions events, std::size_t i, double lo, double hi, double g_lo,
                double g_hi) {
    return bracket(events, i, lo, hi, g_lo, g_hi).right;
  }

  void arm(double t, EventFunctions events, std::size_t count, std::size_t rated) {
    for (State* v : {&g, &now, &last, &root}) v->resize(count + rated);
    before.resize(count);
    events(t, x, g);
    last = g;
    for (std::size_t i = 0; i < count; ++i) before[i] = sign_of(g[i]);
  }

  /// The state was changed: its rates, too.
  void look_again(double t, EventFunctions events) { events(t, x, last); }

  /// A rated event that turns between the samples `last` at lo and `now` at hi: does it fall through zero there, from
  /// above and back (a dip) or from zero up and down again (an arch)? If so, root[i] is where.
  bool falls_between(EventFunctions events, std::size_t i, std::size_t count, double lo,
                     double hi) {
    const std::size_t rate = count + i;
    const bool dip = before[i] > 0 && now[i] > 0.0 && last[rate] < 0.0 && now[rate] > 0.0;
    const bool arch = before[i] <= 0 && now[i] < 0.0 && last[rate] > 0.0 && now[rate] < 0.0;
    if (!dip && !arch) return false;
    if (dip && far_above_its_dip(last[i], now[i], last[rate], now[rate], hi - lo)) return false;
    const Bracket turns = bracket(events, rate, lo, hi, last[rate], now[rate]);
    double turn = turns.right;
    double value = event_at(events, i, turn);
    if (dip && value > 0.0) {  // it may have jumped there: a corner that cuts another one
      turn = turns.left;
      value = event_at(events, i, turn);
    }
    if (dip ? value > 0.0 : value <= 0.0) return false;
    root[i] = dip ? locate(events, i, lo, turn, last[i], value)
                  : locate(events, i, turn, hi, value, now[i]);
    return true;
  }

  /// First event in (a, b]: its time; `fired` lists everything that fires with it, or is empty.
  double first_event(EventFunctions events, std::span<const Crossing> crossings,
                     std::size_t rated) {
    fired.clear();
    const std::size_t count = crossings.size();
    double lo = a;
    for (int sample = 1; sample <= kSamplesPerStep && fired.empty(); ++sample) {
      const double hi = sample == kSamplesPerStep ? b : a + (b - a) * sample / kSamplesPerStep;
      inside(hi);
      events(hi, x_inside, now);
      for (std::size_t i = 0; i < count; ++i) {
        if (crosses(crossings[i], before[i], now[i])) {
          fired.push_back(i);
          root[i] = locate(events, i, lo, hi, last[i], now[i]);
        } else if (i < rated && crossings[i] == Crossing::falling &&
                   falls_between(events, i, count, lo, hi)) {
          fired.push_back(i);
        }
        if (sign_of(now[i]) != 0) before[i] = sign_of(now[i]);
      }
      last.swap(now);
      lo = hi;
    }
    if (fired.empty()) return b;
    double first = b;
    for (const std::size_t i : fired) first = std::min(first, root[i]);
    const double together = 8.0 * kEps * std::max(std::abs(first), b - a);
    std::erase_if(fired, [&](std::size_t i) { return root[i] > first + together; });
    double end = first;
    for (const std::size_t i : fired) end = std::max(end, root[i]);
    return end;
  }

  /// A step that changes x by a small part of its scale, smaller for smaller tolerances.
  double first_step(double span) const {
    double rate = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      rate = std::max(rate, std::abs(k[i]) / (control.scale[i] + std::abs(x[i])));
    }
    const double h = rate > 0.0 ? std::pow(control.tolerance, 0.2) / rate : span;
    return std::min(h, 0.01 * span);
  }
};

Integrator::Integrator() : impl_(std::make_unique<Impl>()) {}
Integrator::~Integrator() = default;
Integrator::Integrator(Integrator&&) noexcept = default;
Integrator& Integrator::operator=(Integrator&&) noexcept = default;

std::span<const std::size_t> Integrator::fired() const { return impl_->fired; }

bool Integrator::has_fired(std::size_t event) const {
  return std::binary_search(impl_->fired.begin(), impl_->fired.end(), event);
}

IntegrationResult Integrator::integrate(RightHandSide f, double t0, std::span<double> x,
                                        double t_end, std::span<const double> scale,
                                        const IntegrationOptions& options) {
  auto none = [](double, std::span<const double>, std::span<double>) {};
  return integrate(f, t0, x, t_end, scale, options, none, {});
}

IntegrationResult Integrator::integrate(RightHandSide f, double t0, std::span<double> x,
                                        double t_end, std::span<const double> scale,
                                        const IntegrationOptions& options, EventFunctions events,
                                        std::span<const Crossing> crossings, const StepHook* hook) {
  Impl& s = *impl_;
  s.control.tolerance = options.tolerance;
  s.control.scale = scale;
  s.control.non_finite = false;
  s.fired.clear();
  s.x.assign(x.begin(), x.end());
  for (State* v : {&s.x_new, &s.k, &s.k_new, &s.x_inside, &s.x_shown}) v->resize(x.size());

  IntegrationResult result;
  result.t = t0;
  auto rhs = [&](const State& at, State& dxdt, double t) {
    ++result.evaluations;
    f(t, at, dxdt);
  };
  auto finish = [&](IntegrationEnd end, const State& state) {
    std::copy(state.begin(), state.end(), x.begin());
    result.end = end;
    return result;
  };

  rhs(s.x, s.k, t0);
  if (!all_finite(s.x) || !all_finite(s.k)) return finish(IntegrationEnd::non_finite, s.x);
  if (!crossings.empty()) s.arm(t0, events, crossings.size(), options.rated);

  double dt = options.initial_step > 0.0 ? options.initial_step : s.first_step(t_end - t0);
  while (result.t < t_end) {
    if (result.accepted + result.rejected >= options.step_limit) {
      return finish(IntegrationEnd::step_limit, s.x);
    }
    if (options.largest_step > 0.0) dt = std::min(dt, options.largest_step);
    const double remaining = t_end - result.t;
    const bool last = dt >= remaining;
    double h = last ? remaining : dt;
    const bool too_small = result.t + h == result.t || h < 16.0 * kEps * std::abs(result.t);
    if (too_small && last && !s.control.non_finite) {
      result.t = t_end;
      break;
    }
    if (too_small || !(h > 0.0)) {
      return finish(
          s.control.non_finite ? IntegrationEnd::non_finite : IntegrationEnd::step_underflow, s.x);
    }
    s.a = result.t;
    double t = result.t;
    const auto tried = s.stepper.try_step(std::ref(rhs), s.x, s.k, t, s.x_new, s.k_new, h);
    if (tried == odeint::fail || !all_finite(s.x_new)) {
      ++result.rejected;
      dt = tried == odeint::fail ? h : 0.2 * dt;
      s.control.non_finite = s.control.non_finite || tried != odeint::fail;
      continue;
    }
    ++result.accepted;
    s.b = last ? t_end : t;
    dt = last ? std::max(dt, h) : h;
    result.last_step = dt;
    double at = s.b;
    if (!crossings.empty()) at = s.first_event(events, crossings, options.rated);
    result.t = s.seen_end = at;
    if (!s.fired.empty()) {
      s.inside(at);
      if (hook) (*hook)(s, s.x_inside);
      return finish(IntegrationEnd::event, s.x_inside);
    }
    if (!hook) {
      s.x.swap(s.x_new);
      s.k.swap(s.k_new);
      continue;
    }
    s.x_inside = s.x_new;
    const StepAction action = (*hook)(s, s.x_inside);
    s.x.swap(s.x_inside);
    s.k.swap(s.k_new);
    if (action == StepAction::stop) return finish(IntegrationEnd::stopped, s.x);
    if (action == StepAction::changed) {
      rhs(s.x, s.k, result.t);
      if (!all_finite(s.x) || !all_finite(s.k)) return finish(IntegrationEnd::non_finite, s.x);
      if (!crossings.empty()) s.look_again(result.t, events);
    }
  }
  return finish(IntegrationEnd::end_time, s.x);
}

}  // namespace ricochet
