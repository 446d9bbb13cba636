#include <ricochet/study/frozen_flow.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace ricochet {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kDifference = 6e-6;  // of a value and its typical size: cube root of the rounding
constexpr double kTimeDifference = 2e-6;  // of the whole piece
constexpr double kLongest = 3.0;          // times its known duration, a phase waits for its trigger
constexpr int kLooks = 8;                 // per step

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

double smaller_limit(double a, double b) {
  if (a == 0.0 || b == 0.0) return a + b;
  return std::min(a, b);
}

}  // namespace

FrozenFlow::FrozenFlow(const MechanicalSystem& system, const ImpactLaw& law,
                       const ImpactLaw* fallback, const FlowOptions& options)
    : system_(system),
      options_(options),
      N_(system.coordinates() + system.dofs()),
      dynamics_(system),
      events_(dynamics_),
      instant_(system),
      impact_(system, law, fallback) {
  options_.largest_step = smaller_limit(options.largest_step, system.info().largest_step);
  scale_ = Eigen::Map<const VectorXd>(dynamics_.scale().data(), N_);
  full_.assign(at(dynamics_.state_size()), 0.0);
  rate_ = full_;
}

void FrozenFlow::load(const VectorXd& x) { std::copy(x.begin(), x.end(), full_.begin()); }

VectorXd FrozenFlow::unload() const { return Eigen::Map<const VectorXd>(full_.data(), N_); }

double FrozenFlow::step_of(const VectorXd& x, Index j) const {
  return kDifference * (scale_[j] + std::abs(x[j]));
}

void FrozenFlow::field(ContactDynamics& dynamics, double t, const VectorXd& x, VectorXd& f) {
  load(x);
  dynamics.derivative(t, full_, rate_);
  f = Eigen::Map<const VectorXd>(rate_.data(), N_);
}

/// z = (x, Phi) and its rate.
void FrozenFlow::field_with_derivative(double t, std::span<const double> z, std::span<double> dz) {
  Eigen::Map<VectorXd> rate(rate_.data(), N_);
  std::copy_n(z.begin(), N_, full_.begin());
  if (derivative_) {
    const Eigen::Map<const VectorXd> x(z.data(), N_);
    for (Index j = 0; j < N_; ++j) {
      const double d = kDifference * (scale_[j] + std::abs(x[j]));
      double& entry = full_[at(j)];
      entry = x[j] + d;
      dynamics_.derivative(t, full_, rate_);
      A_.col(j) = rate;
      entry = x[j] - d;
      dynamics_.derivative(t, full_, rate_);
      A_.col(j) -= rate;
      entry = x[j];
      A_.col(j) *= scale_[j] / (2.0 * d);
      A_.col(j).array() /= scale_.array();
    }
    const Eigen::Map<const MatrixXd> Phi(z.data() + N_, N_, N_);
    Eigen::Map<MatrixXd>(dz.data() + N_, N_, N_).noalias() = A_ * Phi;
  }
  dynamics_.derivative(t, full_, rate_);
  std::copy_n(rate_.begin(), N_, dz.begin());
}

double FrozenFlow::trigger(double t, const VectorXd& x) {
  load(x);
  events_.values(t, full_, values_);
  return values_[trigger_index_];
}

double FrozenFlow::trigger_rate(double t, const VectorXd& x) {
  VectorXd f;
  field(dynamics_, t, x, f);
  const double d = time_step_;
  return (trigger(t + d, x + d * f) - trigger(t - d, x - d * f)) / (2.0 * d);
}

void FrozenFlow::tell(double t, std::size_t k, FlowObserver& observer) {
  events_.values(t, full_, values_);
  dynamics_.look(t, full_);
  if (dynamics_.singular()) events_.widest();
  observer.instant({t, k, std::span<const double>(full_).first(at(N_)), dynamics_,
                    events_.watched(),
                    std::span<const double>(values_).first(events_.watched().size())});
}

bool FrozenFlow::phase(const Sequence& sequence, std::size_t k, FrozenResult& out,
                       FlowObserver* observer) {
  const bool by_clock = k == sequence.passages.size();
  events_.reset();
  const std::vector<char>& masked = by_clock ? sequence.masked : sequence.passages[k].masked;
  for (std::size_t i = 0; i < masked.size(); ++i)
    events_.mask(static_cast<Index>(i), masked[i] != 0);
  events_.watch();
  values_.assign(events_.watched().size() + events_.gaps(), 0.0);
  const double known = duration(sequence, k);

  // z = (x, Phi)
  z_.assign(x_.begin(), x_.end());
  zscale_.assign(scale_.begin(), scale_.end());
  if (derivative_) {
    z_.insert(z_.end(), Phi_.data(), Phi_.data() + Phi_.size());
    zscale_.insert(zscale_.end(), at(Phi_.size()), 1.0);
  }
  at_step_.assign(z_.size(), 0.0);
  const auto rhs = [this](double t, std::span<const double> z, std::span<double> dz) {
    field_with_derivative(t, z, dz);
  };
  const bool closed = std::any_of(dynamics_.modes().begin(), dynamics_.modes().end(),
                                  [](Mode m) { return m != Mode::open; });
  const auto follow_step = [&](const Step& step, std::span<double> z) {
    if (observer != nullptr) {
      for (int i = 1; i <= kLooks; ++i) {
        const double t = step.begin() + (step.end() - step.begin()) * i / kLooks;
        step.state_at(t, at_step_);
        std::copy_n(at_step_.begin(), N_, full_.begin());
        tell(t, k, *observer);
      }
    }
    if (!closed || !integrator_.fired().empty()) return StepAction::go_on;
    std::copy_n(z.begin(), N_, full_.begin());
    if (!dynamics_.project(step.end(), full_)) return StepAction::stop;
    std::copy_n(full_.begin(), N_, z.begin());
    return StepAction::changed;
  };
  const StepHook hook(follow_step);
  IntegrationOptions ode;
  ode.tolerance = options_.tolerance;
  ode.largest_step = options_.largest_step;
  if (observer != nullptr) {
    load(x_);
    tell(t_, k, *observer);
  }
  const auto none = [](double, std::span<const double>, std::span<double>) {};
  const auto fail = [&](std::string_view what) {
    out.message = fmt::format("phase {} from t = {:.9g} s: {}", k + 1, t_, what);
    return false;
  };
  const auto take = [&](const IntegrationResult& r) {
    t_ = r.t;
    x_ = Eigen::Map<const VectorXd>(z_.data(), N_);
    ode.initial_step = r.last_step;
  };
  const double quiet = by_clock ? sequence.end : t_ + options_.armed * known;
  if (quiet > t_) {
    const IntegrationResult r =
        integrator_.integrate(rhs, t_, z_, quiet, zscale_, ode, none, {}, &hook);
    take(r);
    if (r.end != IntegrationEnd::end_time) return fail(to_string(r.end));
  }
  if (!by_clock) {
    const Watched what = sequence.passages[k].fired.front();
    const auto found = std::find(events_.watched().begin(), events_.watched().end(), what);
    if (found == events_.watched().end()) return fail("its trigger is not watched in its modes");
    trigger_index_ = static_cast<std::size_t>(found - events_.watched().begin());
    const bool least = static_cast<int>(k) == options_.least_at;
    const double before = least ? -trigger_rate(t_, x_) : trigger(t_, x_);
    if (!(before > 0.0)) return fail("its event comes too early");
    const auto events = [&](double t, std::span<const double> z, std::span<double> g) {
      const VectorXd x = Eigen::Map<const VectorXd>(z.data(), N_);
      g[0] = least ? -trigger_rate(t, x) : trigger(t, x);
    };
    const Crossing falling[] = {Crossing::falling};
    const double latest = t_ + kLongest * std::max(known, 1e-3 * (sequence.end - sequence.begin));
    const IntegrationResult r =
        integrator_.integrate(rhs, t_, z_, latest, zscale_, ode, events, falling, &hook);
    take(r);
    if (r.end == IntegrationEnd::end_time) return fail("its event does not come");
    if (r.end != IntegrationEnd::event) return fail(to_string(r.end));
  }
  if (derivative_) Phi_ = Eigen::Map<const MatrixXd>(z_.data() + N_, N_, N_);
  if (!dynamics_.not_finite().empty() || !x_.allFinite()) return fail("not finite");
  return true;
}

bool FrozenFlow::event_map(const Passage& passage, double t, VectorXd& x, double* approach) {
  load(x);
  instant_.set_modes(t, full_, passage.modes_before);
  if (!passage.slid_off) instant_.project(t, full_);
  for (const Jump& jump : passage.jumps) {
    instant_.look(t, full_);
    const bool collisionless = jump.kind == EventKind::collisionless_impact;
    if (approach != nullptr && !collisionless) {
      for (const Index i : jump.colliding) {
        *approach = std::min(*approach, -instant_.gamma()[2 * i]);
      }
    }
    if (!impact_.resolve(instant_, full_, jump.touching, jump.colliding, jump.modes_before,
                         collisionless, jump.more_friction)) {
      return false;
    }
    std::copy(impact_.velocity().begin(), impact_.velocity().end(),
              full_.begin() + system_.coordinates());
    if (!jump.softly) continue;
    instant_.set_modes(t, full_, jump.modes_after);
    instant_.stop_closed(t, full_);
  }
  instant_.set_modes(t, full_, passage.modes_after);
  if (!instant_.project(t, full_)) return false;
  x = unload();
  std::fill(full_.begin() + N_, full_.end(), 0.0);  // stop_closed() keeps books
  return instant_.not_finite().empty() && x.allFinite();
}

/// x_ and Phi_ through an instant.
bool FrozenFlow::pass(const Passage& passage, bool last, FrozenResult& out) {
  const double t = t_;
  const VectorXd before = x_;
  const bool least = static_cast<int>(out.times.size()) == options_.least_at;
  const auto h = [&](double time, const VectorXd& x) {
    return least ? trigger_rate(time, x) : trigger(time, x);
  };
  VectorXd f1, f2, h_x(N_);
  field(dynamics_, t, before, f1);
  for (Index j = 0; derivative_ && j < N_; ++j) {
    const double d = step_of(before, j);
    h_x[j] = (h(t, before + d * VectorXd::Unit(N_, j)) - h(t, before - d * VectorXd::Unit(N_, j))) /
             (2.0 * d);
  }
  const double dt = time_step_;
  const double h_t = derivative_ ? (h(t + dt, before) - h(t - dt, before)) / (2.0 * dt) : 0.0;
  out.times.push_back(t);
  out.rates.push_back(least ? trigger(t, before) : trigger_rate(t, before));
  out.approach.push_back(kInfinity);
  const auto fail = [&] {
    out.message = fmt::format("the event at t = {:.9g} s has no answer", t);
    return false;
  };
  if (!event_map(passage, t, x_, &out.approach.back())) return fail();
  if (derivative_) {
    MatrixXd Dg(N_, N_);
    VectorXd forth, back;
    for (Index j = 0; j < N_; ++j) {
      const double d = step_of(before, j);
      forth = back = before;
      forth[j] += d;
      back[j] -= d;
      if (!event_map(passage, t, forth, nullptr) || !event_map(passage, t, back, nullptr)) {
        return fail();
      }
      Dg.col(j) = (forth - back) / (2.0 * d);
    }
    forth = back = before;
    if (!event_map(passage, t + dt, forth, nullptr) || !event_map(passage, t - dt, back, nullptr)) {
      return fail();
    }
    // The event comes dt = -h_x dx / rate later.
    VectorXd along = Dg * f1 + (forth - back) / (2.0 * dt);
    if (!last) {
      load(x_);
      instant_.set_modes(t, full_, passage.modes_after);
      field(instant_, t, x_, f2);
      along -= f2;
    }
    const double rate = h_t + h_x.dot(f1);
    if (rate == 0.0) return fail();
    const MatrixXd S = Dg - along * h_x.transpose() / rate;
    Phi_ = (scale_.cwiseInverse().asDiagonal() * S * scale_.asDiagonal() * Phi_).eval();
  }
  load(x_);
  dynamics_.set_modes(t, full_, passage.modes_after);
  return true;
}

void FrozenFlow::follow(const Sequence& sequence, const VectorXd& x, bool derivative,
                        FrozenResult& out, FlowObserver* observer) {
  out = {};
  derivative_ = derivative;
  t_ = sequence.begin;
  time_step_ = kTimeDifference * (sequence.end - sequence.begin);
  dynamics_.reset();
  instant_.reset();
  std::fill(full_.begin(), full_.end(), 0.0);
  for (const Passage& p : sequence.passages) {
    if (!p.fired.empty()) continue;
    out.message = fmt::format("what happened at t = {:.9g} s has no trigger", p.t);
    return;
  }
  // Closed contacts are put back.
  const auto put_back = [&](const VectorXd& from) {
    load(from);
    instant_.project(t_, full_);
    return unload();
  };
  load(x);
  dynamics_.set_modes(t_, full_, sequence.modes);
  instant_.set_modes(t_, full_, sequence.modes);
  x_ = put_back(x);
  A_.resize(N_, N_);
  if (derivative) {
    Phi_.resize(N_, N_);
    for (Index j = 0; j < N_; ++j) {
      const VectorXd d = step_of(x, j) * VectorXd::Unit(N_, j);
      Phi_.col(j) = (put_back(x + d) - put_back(x - d)) * (scale_[j] / (2.0 * d[j]));
      Phi_.col(j).array() /= scale_.array();
    }
  }
  const std::size_t instants = sequence.passages.size();
  for (std::size_t k = 0; k < instants; ++k) {
    if (!phase(sequence, k, out, observer)) return;
    if (!pass(sequence.passages[k], k + 1 == instants && !sequence.by_clock, out)) return;
  }
  if (sequence.by_clock && !phase(sequence, instants, out, observer)) return;
  out.ok = true;
  out.t = t_;
  out.x = x_;
  if (derivative) out.D = Phi_;
}

}  // namespace ricochet
