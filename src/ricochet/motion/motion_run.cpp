#include <ricochet/motion/motion_run.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace ricochet {

namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kStandstill =
    1e-11;  // contact velocities below this part of what they are the sum of are zero
constexpr double kClock =
    16.0 * std::numeric_limits<double>::epsilon();  // events are located to it
constexpr double kShortPhase = 1e-9;                // of the time scale: phases that go nowhere
constexpr int kMostShortPhases = 200;
constexpr double kReach =
    0.5;  // of the extent: how far curved contacts move between two looks at their gaps

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

double smaller_limit(double a, double b) {
  if (a == 0.0 || b == 0.0) return a + b;
  return std::min(a, b);
}

}  // namespace

MotionRun::MotionRun(EvaluatedSystem& e, const MechanicalSystem& s, const SimulationOptions& o)
    : RunBase(s, o),
      evaluated(e),
      largest_step(smaller_limit(o.largest_step, s.info().largest_step)) {}

void MotionRun::start_at(const MotionState& start) {
  result = {};
  ended = false;
  t = start.t;
  x.assign(at(evaluated.state_size()), 0.0);
  trial = x;
  std::copy(start.q.begin(), start.q.end(), x.begin());
  std::copy(start.u.begin(), start.u.end(), x.begin() + nq);
  const std::span<double> kept = books();
  kept[EvaluatedSystem::kFriction] = start.ledger.friction_loss;
  kept[EvaluatedSystem::kDamping] = start.ledger.damping_loss;
  kept[EvaluatedSystem::kBelt] = start.ledger.belt_work;
  kept[EvaluatedSystem::kMotion] = start.ledger.motion_work;
  kept[EvaluatedSystem::kForce] = start.ledger.force_work;
  impact_loss = start.ledger.impact_loss;
  last_ledger_ = start.ledger;
  modes.assign(at(n), Mode::open);
  old_modes = modes;
  short_phases = 0;
  const bool at_times = options.sample_step > 0.0 && observer->wants_samples();
  next_sample = at_times ? t + options.sample_step : kInfinity;
  evaluated.reset();
}

void MotionRun::open_books(const MotionState& start) {
  energy_at_start = 0.0;
  last_ledger_ = ledger(t, x);
  energy_at_start = last_ledger_.residual - start.ledger.residual;
  last_ledger_.residual = start.ledger.residual;
}

bool MotionRun::all_finite() {
  if (evaluated.not_finite().empty()) return true;
  end(EndReason::non_finite,
      fmt::format("something of the system is not finite at t = {:.17g} s: its {}", t,
                  evaluated.not_finite()));
  return false;
}

Ledger MotionRun::ledger(double time, std::span<const double> state) {
  Ledger ledger = evaluated.ledger(state, time);
  ledger.impact_loss = impact_loss;
  ledger.residual = ledger.unexplained(energy_at_start);
  return ledger;
}

void MotionRun::sample(double time, std::span<const double> state) {
  if (!observer->wants_samples()) return;
  look_fully(time, state);
  if (!evaluated.not_finite().empty()) return;
  const Ledger now = ledger(time, state);
  if (!evaluated.force().allFinite() || !std::isfinite(now.residual)) return;
  const auto span = [](const VectorXd& v) {
    return std::span<const double>(v.data(), at(v.size()));
  };
  last_ledger_ = now;
  observer->sample({time, state.first(at(nq)), state.subspan(at(nq), at(f)),
                    span(evaluated.evaluation().gap), span(evaluated.force()), modes, now});
}

void MotionRun::sample_inside(const Step& step) {
  while (next_sample < step.end() && next_sample < options.until) {
    step.state_at(next_sample, trial);
    correct(next_sample, trial);
    sample(next_sample, trial);
    next_sample += options.sample_step;
    if (!observer->go_on(next_sample)) return;  // asked once more at the end of the step
  }
}

double MotionRun::standstill(Index k) {
  const Evaluation& e = evaluated.evaluation();
  double sum = std::abs(e.surface_velocity[k]);
  double least = 0.0;
  double rate = e.bias[k];
  for (Index j = 0; j < f; ++j) {
    sum += std::abs(e.W(j, k) * x[at(nq + j)]);
    least += std::abs(e.W(j, k)) * system.info().u[at(j)].scale;
    rate += e.W(j, k) * evaluated.acceleration()[j];
  }
  return kStandstill * (sum + 1e-3 * least) + kClock * std::abs(t * rate);
}

double MotionRun::step_limit_at(std::span<const double> state) const {
  double limit =
      std::min(largest_step > 0.0 ? largest_step : kInfinity, evaluated.passing_time(state));
  const Evaluation& e = evaluated.evaluation();
  for (Index i = 0; i < n; ++i) {
    if (modes[at(i)] != Mode::open || system.info().contacts[at(i)].straight) continue;
    double v = std::abs(e.surface_velocity[2 * i]) + std::abs(e.surface_velocity[2 * i + 1]);
    double a = 0.0;
    for (Index j = 0; j < f; ++j) {
      const double w = std::abs(e.W(j, 2 * i)) + std::abs(e.W(j, 2 * i + 1));
      v += w * std::abs(state[at(nq + j)]);
      a += w * std::abs(evaluated.acceleration()[j]);
    }
    const double extent = std::min(size, system.info().contacts[at(i)].extent);
    const double way = 4.0 * kReach * std::clamp(e.gap[i] / (4.0 * kReach), extent, size);
    const double dt = 2.0 * way / (v + std::sqrt(v * v + 2.0 * a * way));
    if (dt < limit) limit = dt;
  }
  return std::isfinite(limit) ? limit : 0.0;
}

void MotionRun::after_integration(const IntegrationResult& r, double began) {
  t = r.t;
  result.statistics.steps += r.accepted;
  result.statistics.rejected += r.rejected;
  if (ended || !all_finite()) return;
  const double scale = std::max({std::abs(t), std::abs(options.until), 1e-300});
  short_phases = t - began <= kShortPhase * std::min(scale, 1.0) ? short_phases + 1 : 0;
  switch (r.end) {
    case IntegrationEnd::end_time:
    case IntegrationEnd::event:
    case IntegrationEnd::stopped: break;
    case IntegrationEnd::step_limit:
      end(EndReason::tolerance,
          fmt::format("more integration steps than the {} allowed, at t = {:.17g} s",
                      options.step_limit, t));
      break;
    case IntegrationEnd::step_underflow:
      end(EndReason::step_underflow, fmt::format("no integration step is small enough at t = "
                                                 "{:.17g} s: the motion is singular there",
                                                 t));
      break;
    case IntegrationEnd::non_finite:
      end(EndReason::non_finite,
          fmt::format("the accelerations are not finite at t = {:.17g} s", t));
  }
  if (!ended && short_phases > kMostShortPhases) {
    end(EndReason::zeno, fmt::format("events follow each other without end at t = {:.17g} s", t));
  }
}

RunResult MotionRun::conclude() {
  evaluated.look(t, x);
  if (result.reason == EndReason::end) sample(t, x);
  result.final.t = t;
  result.final.q = Eigen::Map<const VectorXd>(x.data(), nq);
  result.final.u = u_vector();
  result.final.modes = modes;
  result.final.ledger = ledger(t, x);
  if (!std::isfinite(result.final.ledger.residual)) result.final.ledger = last_ledger_;
  result.statistics.evaluations = evaluated.evaluations();
  observer->event(make_event(EventKind::end, {}));
  return result;
}

}  // namespace ricochet
