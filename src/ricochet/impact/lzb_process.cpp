#include <ricochet/impact/lzb_process.hpp>

#include <algorithm>
#include <cmath>

namespace ricochet {

namespace {

using Eigen::Index;

// In units of the process. Below these a velocity, a compression or a force is rounding.
constexpr double kVelocityNoise = 1e-13;
constexpr double kLengthNoise = 1e-13;
constexpr double kForceNoise = 1e-14;
// Velocities below so many local tolerances are errors of the integration.
constexpr double kRest = 100.0;
// No process lasts as long; without an event until then it has stalled.
constexpr double kLongest = 1e12;

}  // namespace

void LzbProcess::set_units(const ContactProblem& problem) {
  double mean = 0.0;
  double fastest = 0.0;
  for (Index i = 0; i < n_; ++i) {
    mean += problem.G(2 * i, 2 * i) / static_cast<double>(n_);
    fastest = std::max(fastest, -problem.gamma[2 * i]);
  }
  v_ = fastest > 0.0 ? fastest : 1.0;
  impulse_ = v_ / mean;
  // X_i: k X^(a+1) / (a+1) = v^2 / (2 G_ii), the compression that stops the contact on its own.
  double shortest = 0.0;
  for (Index i = 0; i < n_; ++i) {
    const ContactParameters& c = problem.contact[at(i)];
    const double a = c.exponent;
    const double G = problem.G(2 * i, 2 * i);
    length_[at(i)] = std::pow(0.5 * (a + 1.0) / (G * *c.stiffness) * v_ * v_, 1.0 / (a + 1.0));
    shortest = i == 0 ? length_[0] : std::min(shortest, length_[at(i)]);
  }
  T_ = shortest / v_;
  for (Index i = 0; i < n_; ++i) {
    const double a = problem.contact[at(i)].exponent;
    length_[at(i)] /= shortest;
    a_[at(i)] = a;
    k_[at(i)] =
        0.5 * (a + 1.0) * mean / problem.G(2 * i, 2 * i) * std::pow(length_[at(i)], -(a + 1.0));
  }
}

void LzbProcess::set_matrix(const ContactProblem& problem) {
  const double unit = impulse_ / v_;
  const auto row = [&](Index d) { return 2 * contact_[at(d)] + (d < n_ ? 0 : 1); };
  start_.assign(1, 0);
  entries_.clear();
  gamma_.resize(at(directions_));
  for (Index d = 0; d < directions_; ++d) {
    gamma_[at(d)] = problem.gamma[row(d)] / v_;
    for (Index c = 0; c < directions_; ++c) {
      const double value = problem.G(row(c), row(d)) * unit;  // G is symmetric
      if (value != 0.0) entries_.push_back({c, value});
    }
    start_.push_back(entries_.size());
  }
  const bool reactions = directions_ > n_ || std::find(e2_.begin(), e2_.end(), 0.0) != e2_.end();
  const Index size = reactions ? directions_ : 0;
  G_.setZero(size, size);
  for (Index d = 0; d < size; ++d) {
    for (std::size_t k = start_[at(d)]; k < start_[at(d) + 1]; ++k) {
      G_(d, entries_[k].column) = entries_[k].value;
    }
  }
}

void LzbProcess::pose(const ContactProblem& problem) {
  n_ = problem.contacts();
  const auto n = at(n_);
  for (auto* list :
       {&k_, &a_, &e2_, &mu_, &mu_s_, &length_, &x_start_, &phase_start_, &phase_start_T_}) {
    list->assign(n, 0.0);
  }
  tangent_.assign(n, -1);
  contact_.resize(n);
  directions_ = n_;
  for (Index i = 0; i < n_; ++i) {
    const ContactParameters& c = problem.contact[at(i)];
    contact_[at(i)] = i;
    e2_[at(i)] = *c.energetic * *c.energetic;
    mu_[at(i)] = c.mu;
    mu_s_[at(i)] = c.static_friction();
    if (mu_s_[at(i)] > 0.0 && problem.G(2 * i + 1, 2 * i + 1) > 0.0) {
      tangent_[at(i)] = directions_++;
      contact_.push_back(i);
    }
  }
  set_units(problem);
  set_matrix(problem);

  y_.assign(at(directions_ + n_ + 1), 0.0);
  scale_.assign(y_.size(), 1.0);
  for (Index i = 0; i < n_; ++i) scale_[at(compression(i))] = length_[at(i)];
  states_.resize(n);
  slips_.assign(n, 0);
  choice_.assign(n, 0);
  stood_.assign(n, 0.0);
  force_.assign(at(directions_), 0.0);
  index_of_.assign(at(directions_), -1);
  crossings_.assign(at(n_ + directions_), Crossing::falling);
  const auto most = at(G_.rows());
  lu_storage_.resize(2 * most * most);
  map_storage_.resize(most * n);
  pivots_.resize(directions_);
  z_.resize(directions_);
  unknown_.clear();
  singular_ = false;
  phases_.clear();
  lost_ = locked_ = 0.0;
  steps_ = 0;
  static_band_ = -1;
  rested_ = false;
  shared_.assign(n, false);
  for (Index i = 0; i < n_; ++i) {
    state_of(i) = LzbState::open;
    if (gamma_[at(i)] <= kVelocityNoise) close(i);
  }
  phase_mode_.assign(n, Mode::open);
  phase_stage_.assign(n, Stage::compression);
}

double LzbProcess::acceleration(Index direction) const {
  double sum = 0.0;
  for (std::size_t k = start_[at(direction)]; k < start_[at(direction) + 1]; ++k) {
    sum += entries_[k].value * force_[at(entries_[k].column)];
  }
  return sum;
}

double LzbProcess::stored(Index i, double x) const {
  return x > 0.0 ? compliant_force(i, x) * x / (a_[at(i)] + 1.0) : 0.0;
}

double LzbProcess::energy(Index i, std::span<const double> y) const {
  return compliant(i) ? stored(i, y[at(compression(i))]) : 0.0;
}

double LzbProcess::dissipation() const { return lost_ + locked_ - y_[at(work())]; }

void LzbProcess::impulses(std::span<const double> y, Eigen::VectorXd& L) const {
  L.setZero(2 * n_);
  for (Index d = 0; d < directions_; ++d) {
    const Index i = contact_[at(d)];
    if (y[at(i)] > 0.0) L[2 * i + (d < n_ ? 0 : 1)] = impulse_ * y[at(d)];  // else noise
  }
}

Mode LzbProcess::mode(Index i) const {
  if (!carries(i)) return Mode::open;
  if (tangent(i) < 0) return Mode::frictionless;
  if (slip_of(i) == 0) return Mode::stick;
  return slip_of(i) > 0 ? Mode::slip_plus : Mode::slip_minus;
}

Stage LzbProcess::stage(Index i) const {
  return state_of(i) == LzbState::compression ? Stage::compression : Stage::restitution;
}

// ------------------------------------------------------------------ events

void LzbProcess::close(Index i) {
  state_of(i) = LzbState::compression;
  y_[at(compression(i))] = 0.0;
  start_slip(i);
}

void LzbProcess::start_slip(Index i) {
  if (tangent(i) < 0) return;
  const double gT = velocity(tangent(i), y_);
  slip_of(i) = std::abs(gT) <= kVelocityNoise ? 0 : gT > 0.0 ? 1 : -1;
  stood_[at(i)] = 0.0;
}

void LzbProcess::leave_compression(Index i) {
  double& x = y_[at(compression(i))];
  if (x <= kLengthNoise * length_[at(i)]) {  // a contact at rest that was never loaded
    x = 0.0;
    state_of(i) = LzbState::open;
    return;
  }
  if (e2_[at(i)] > 0.0) {
    state_of(i) = LzbState::expansion;
    x_start_[at(i)] = x;
    return;
  }
  lost_ += stored(i, x);
  x = 0.0;
  state_of(i) = LzbState::resting;
}

/// Books the energy lost since the expansion began.
void LzbProcess::end_expansion(Index i, double x) {
  lost_ += (1.0 - e2_[at(i)]) * (stored(i, x_start_[at(i)]) - stored(i, x));
}

void LzbProcess::handle(std::size_t event) {
  const auto e = static_cast<Index>(event);
  if (e >= 2 * n_) {
    const Index d = e - n_;
    const Index i = contact_[at(d)];
    if (!carries(i)) return;
    if (slip_of(i) != 0) {  // slip stops
      slip_of(i) = 0;
      choice_[at(i)] |= kStopped;
    } else {  // stick breaks
      slip_of(i) = force_[at(d)] > 0.0 ? -1 : 1;
      choice_[at(i)] |= kStands;
    }
    return;
  }
  const Index i = e / 2;
  double& x = y_[at(compression(i))];
  if (e % 2 == 1) {  // x vanishes
    if (state_of(i) == LzbState::expansion) end_expansion(i, 0.0);
    x = 0.0;
    state_of(i) = LzbState::open;
    return;
  }
  switch (state_of(i)) {
    case LzbState::open: close(i); break;
    case LzbState::compression: leave_compression(i); break;
    case LzbState::expansion:
      end_expansion(i, x);
      state_of(i) = LzbState::compression;
      break;
    case LzbState::resting: release(normal(i), 0); break;
    case LzbState::parted:
      state_of(i) = LzbState::resting;
      start_slip(i);
      break;
  }
}

// ------------------------------------------------------------------ motion

void LzbProcess::right_hand_side(std::span<const double> y, std::span<double> dydt) {
  forces(y);
  double work_rate = 0.0;
  for (Index d = 0; d < directions_; ++d) {
    dydt[at(d)] = force_[at(d)];
    if (d >= n_ && force_[at(d)] != 0.0) work_rate += force_[at(d)] * velocity(d, y);
  }
  for (Index i = 0; i < n_; ++i) {
    double rate = 0.0;
    if (state_of(i) == LzbState::compression) rate = -velocity(i, y);
    if (state_of(i) == LzbState::expansion) rate = -velocity(i, y) / e2_[at(i)];
    dydt[at(compression(i))] = rate;
  }
  dydt[at(work())] = work_rate;
}

void LzbProcess::events(std::span<const double> y, std::span<double> g) {
  std::fill(g.begin(), g.end(), 1.0);
  if (!unknown_.empty()) forces(y);
  for (Index i = 0; i < n_; ++i) {
    const double x = y[at(compression(i))];
    double& g0 = g[at(2 * i)];
    double& g1 = g[at(2 * i + 1)];
    switch (state_of(i)) {
      case LzbState::open:
      case LzbState::parted: g0 = velocity(i, y) + kVelocityNoise; break;
      case LzbState::compression:
        g0 = -velocity(i, y);
        g1 = x + kLengthNoise * length_[at(i)];
        break;
      case LzbState::expansion:
        g0 = velocity(i, y);
        g1 = x;
        break;
      case LzbState::resting:
        if (!singular_) g0 = force_[at(i)] + kForceNoise;
        break;
    }
    if (!carries(i) || tangent(i) < 0) continue;
    double& g2 = g[at(n_ + tangent(i))];
    if (slip_of(i) != 0) {
      g2 = slip_of(i) * (velocity(tangent(i), y) - stood_[at(i)]) + kVelocityNoise;
    } else if (!singular_) {
      g2 = capacity(i) - std::abs(force_[at(tangent(i))]) + kForceNoise;
    }
  }
  if (singular_) g[group_event()] = room(nullptr) + kForceNoise;
}

/// A group whose reactions are not unique has one event for all, that of its last member.
std::size_t LzbProcess::group_event() const {
  const Index d = unknown_.back();
  return at(d < n_ ? 2 * d : n_ + d);
}

bool LzbProcess::finished() const {
  for (Index i = 0; i < n_; ++i) {
    const double x = y_[at(compression(i))];
    if (compliant(i) && x > 0.0) return false;
    if (state_of(i) != LzbState::resting && velocity(i, y_) < -2.0 * kVelocityNoise) return false;
  }
  return true;
}

/// True if nothing moves any more, to `speed`: contacts that bounce between two others have come to
/// rest, or springs hold each other in balance and stay compressed.
bool LzbProcess::came_to_rest(double speed) {
  if (directions_ == n_ && n_ == 1) return false;
  forces(y_);
  for (Index i = 0; i < n_; ++i) {
    const double gN = velocity(i, y_);
    if (gN < -speed) return false;
    if (!carries(i)) continue;
    const double slowest = speed / length_[at(i)];
    if (gN > speed || std::abs(acceleration(i)) > slowest) return false;
    const bool slips = tangent(i) >= 0 && slip_of(i) != 0;
    if (slips && std::abs(acceleration(tangent(i))) > slowest) return false;
  }
  for (Index i = 0; i < n_; ++i) locked_ += energy(i, y_);
  return true;
}

void LzbProcess::note_phases() {
  for (Index i = 0; i < n_; ++i) {
    const Mode now = mode(i);
    const Stage stage_now = stage(i);
    if (now == phase_mode_[at(i)] && stage_now == phase_stage_[at(i)]) continue;
    const double added = y_[at(i)] - phase_start_[at(i)];
    const double now_T = tangent(i) >= 0 ? y_[at(tangent(i))] : 0.0;
    if (phase_mode_[at(i)] != Mode::open && added > 0.0) {
      phases_.push_back({phase_mode_[at(i)], phase_stage_[at(i)], impulse_ * added,
                         impulse_ * (now_T - phase_start_T_[at(i)]), i});
    }
    phase_start_[at(i)] = y_[at(i)];
    phase_start_T_[at(i)] = now_T;
    phase_mode_[at(i)] = now;
    phase_stage_[at(i)] = stage_now;
  }
}

/// All contacts that carry nothing and approach, given what they have after the primary one has received
/// the impulse `step`: the start of the process, where no force sets the time yet.
double LzbProcess::first_contact(double step) {
  Index primary = 0;
  for (Index i = 1; i < n_; ++i) {
    if (velocity(i, y_) < velocity(primary, y_)) primary = i;
  }
  const double speed = -velocity(primary, y_);
  const double a = a_[at(primary)];
  const double dt = std::pow((a + 1.0) * speed * step / k_[at(primary)], 1.0 / (a + 1.0)) / speed;
  for (Index i = 0; i < n_; ++i) {
    if (compliant(i)) y_[at(compression(i))] = std::max(0.0, -velocity(i, y_)) * dt;
  }
  forces(y_);
  for (Index d = 0; d < directions_; ++d) {
    y_[at(d)] += force_[at(d)] * dt / (a_[at(contact_[at(d)])] + 1.0);
  }
  return dt;
}

LzbEnd LzbProcess::run_euler(double step, long step_limit, const StepObserver* observer) {
  if (!settle_modes(true, false)) return LzbEnd::no_consistent_forces;
  std::vector<double> rate(y_.size()), g(crossings_.size()), before(crossings_.size());
  double t = finished() ? 0.0 : first_contact(step);
  note_phases();
  events(y_, before);
  while (!finished()) {
    if (++steps_ > step_limit) return LzbEnd::step_limit;
    right_hand_side(y_, rate);
    Index primary = 0;
    for (Index i = 1; i < n_; ++i) {
      if (energy(i, y_) > energy(primary, y_)) primary = i;
    }
    double dt = 0.0;
    if (!(energy(primary, y_) > 0.0)) {
      dt = first_contact(step);  // all have parted, some meet again
    } else {
      dt = step / force_[at(primary)];
      const double decay = -rate[at(compression(primary))];
      if (decay > 0.0) dt = std::min(dt, 1.000001 * y_[at(compression(primary))] / decay);
      for (std::size_t k = 0; k < y_.size(); ++k) y_[k] += dt * rate[k];
    }
    t += dt;
    if (!std::isfinite(y_[at(work())]) || !std::isfinite(t)) return LzbEnd::non_finite;
    if (observer) (*observer)(t, y_);
    events(y_, g);
    const std::size_t group = singular_ ? group_event() : g.size();
    bool fired = false;
    bool group_fired = false;
    for (std::size_t k = 0; k < g.size(); ++k) {
      if (!(before[k] > 0.0 && g[k] <= 0.0)) continue;
      fired = true;
      if (k == group) {
        group_fired = true;
      } else {
        handle(k);
      }
    }
    if (fired) {
      if (!settle_modes(false, group_fired)) return LzbEnd::no_consistent_forces;
      note_phases();
      events(y_, g);
    }
    before.swap(g);
  }
  conclude();
  return LzbEnd::separated;
}

/// The impact is over: the last phases.
void LzbProcess::conclude() {
  for (Index i = 0; i < n_; ++i) {
    if (state_of(i) == LzbState::expansion) end_expansion(i, y_[at(compression(i))]);
  }
  for (LzbState& state : states_) {
    state = state == LzbState::resting ? LzbState::parted : LzbState::open;
  }
  note_phases();
}

LzbEnd LzbProcess::run(double local_tolerance, long step_limit, const StepObserver* observer) {
  IntegrationOptions options;
  options.tolerance = local_tolerance;
  const auto f = [this](double, std::span<const double> y, std::span<double> dydt) {
    right_hand_side(y, dydt);
  };
  const auto g = [this](double, std::span<const double> y, std::span<double> values) {
    events(y, values);
  };
  const auto show = [&](const Step& step, std::span<double> y) {
    if (observer) (*observer)(step.end(), y);
    return StepAction::go_on;
  };
  const StepHook hook(show);
  if (!settle_modes(true, false)) return LzbEnd::no_consistent_forces;
  double t = 0.0;
  int standing = 0;  // events in a row without progress in time
  while (!finished() && !came_to_rest(kRest * local_tolerance)) {
    note_phases();
    options.step_limit = step_limit - steps_;
    const IntegrationResult r = integrator_.integrate(f, t, y_, t + kLongest, scale_, options, g,
                                                      crossings_, observer ? &hook : nullptr);
    steps_ += r.accepted + r.rejected;
    if (r.end == IntegrationEnd::step_limit) return LzbEnd::step_limit;
    if (r.end == IntegrationEnd::non_finite) return LzbEnd::non_finite;
    if (r.end != IntegrationEnd::event) return LzbEnd::stalled;
    standing = r.t > t ? 0 : standing + 1;
    if (standing > 4 * n_ + 100) return LzbEnd::stalled;
    t = r.t;
    options.initial_step = r.last_step;
    const std::size_t group = singular_ ? group_event() : crossings_.size();
    if (!unknown_.empty()) forces(y_);
    for (const std::size_t event : integrator_.fired()) {
      if (event != group) handle(event);
    }
    if (!settle_modes(false, integrator_.has_fired(group))) return LzbEnd::no_consistent_forces;
  }
  conclude();
  return LzbEnd::separated;
}

}  // namespace ricochet
