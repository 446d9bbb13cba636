#include <ricochet/study/return_run.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <ricochet/study/cells.hpp>

namespace ricochet {

namespace {

using Eigen::Index;

/// Keeps the passages between two passages of an event section, and stops there; without a section, all of them.
struct Recorder final : MotionObserver {
  const Section* section = nullptr;
  double from = 0.0;     // s, the section counts from here
  bool started = false;  // on the section
  int left = 0;          // passages of the section to come
  bool hit = false;      // an event of the section happened at this instant
  MotionState begin;
  std::vector<Passage> passages;

  bool wants_samples() const override { return false; }
  bool wants_passages() const override { return true; }
  bool go_on(double) override { return cell_is_wanted(); }
  void event(const Event& e) override {
    if (section == nullptr || e.kind != section->event || e.time < from) return;
    hit = hit || section->contact < 0 ||
          std::find(e.contacts.begin(), e.contacts.end(), section->contact) != e.contacts.end();
  }
  bool passage(const Passage& p) override {
    if (started) passages.push_back(p);
    if (!std::exchange(hit, false)) return true;
    if (started) return --left > 0;
    started = true;
    begin.t = p.t;
    begin.q = p.q_after;
    begin.u = p.u_after;
    begin.modes = p.modes_after;
    return true;
  }
};

/// On a clock that starts elsewhere.
void shift(Cycle& cycle, double by) {
  cycle.start.t += by;
  cycle.end.t += by;
  cycle.sequence.begin += by;
  cycle.sequence.end += by;
  for (Passage& p : cycle.sequence.passages) p.t += by;
}

}  // namespace

ReturnRun::ReturnRun(const MechanicalSystem& system, const ImpactLaw& law,
                     const ImpactLaw* fallback, const Section& section,
                     const ReturnSettings& settings)
    : system_(system), law_(law), fallback_(fallback), section_(section), settings_(settings) {}

Cycle ReturnRun::from(const MotionState& start) const {
  return section_.by_clock() ? by_clock(start, false) : by_event(start, false);
}

Cycle ReturnRun::on(const MotionState& start) const {
  return section_.by_clock() ? by_clock(start, true) : by_event(start, true);
}

Cycle ReturnRun::by_event(const MotionState& start, bool as_it_stands) const {
  Recorder recorder;
  recorder.section = &section_;
  recorder.left = section_.returns;
  recorder.from = start.t + (as_it_stands ? 0.0 : settings_.settle);
  SimulationOptions options = settings_.simulation;
  options.until =
      recorder.from + settings_.longest * (section_.returns + (as_it_stands ? 0.0 : 1.0));
  Simulator simulator(system_, law_, options, fallback_);
  Cycle cycle;
  if (as_it_stands) {
    recorder.started = true;
    recorder.begin = start;
    cycle.run = simulator.resume(start, recorder);
  } else {
    cycle.run = simulator.run(start, recorder);
  }
  cycle.complete = recorder.started && recorder.left == 0;
  cycle.start = recorder.begin;
  cycle.end = cycle.run.final;
  cycle.sequence.begin = recorder.begin.t;
  cycle.sequence.end = cycle.end.t;
  cycle.sequence.modes = recorder.begin.modes;
  cycle.sequence.passages = std::move(recorder.passages);
  shift(cycle, -cycle.start.t);
  return cycle;
}

Cycle ReturnRun::by_clock(const MotionState& start, bool as_it_stands) const {
  Cycle cycle;
  cycle.start = start;
  SimulationOptions options = settings_.simulation;
  if (!as_it_stands) {  // a whole number of periods, at least one: modes are found from the state
    struct Silent final : MotionObserver {
      bool wants_samples() const override { return false; }
      bool go_on(double) override { return cell_is_wanted(); }
    } silent;
    const double periods = std::max(1.0, std::ceil(settings_.settle / section_.period));
    options.until = start.t + section_.offset + periods * section_.period;
    cycle.run = Simulator(system_, law_, options, fallback_).run(start, silent);
    if (cycle.run.reason != EndReason::end) return cycle;
    cycle.start = cycle.run.final;
    cycle.start.t = start.t + section_.offset;
  }
  Recorder recorder;
  recorder.started = true;
  options.until = cycle.start.t + section_.returns * section_.period;
  cycle.run = Simulator(system_, law_, options, fallback_).resume(cycle.start, recorder);
  cycle.complete = cycle.run.reason == EndReason::end;
  cycle.end = cycle.run.final;
  cycle.sequence.begin = cycle.start.t;
  cycle.sequence.end = options.until;
  cycle.sequence.modes = cycle.start.modes;
  cycle.sequence.by_clock = true;
  cycle.sequence.passages = std::move(recorder.passages);
  return cycle;
}

std::string misfit(const MechanicalSystem& system, const Section& section, const MotionState& state,
                   double time) {
  Evaluation now, then;
  now.fit(system.info());
  then.fit(system.info());
  const unsigned need = kMass | kForces | kGaps | kContacts;
  const auto differs = [&](double a, double b) {
    system.evaluate(a, state.q, state.u, need, now);
    system.evaluate(b, state.q, state.u, need, then);
    const auto far = [](const auto& x, const auto& y) {
      const double size = x.cwiseAbs().maxCoeff() + y.cwiseAbs().maxCoeff();
      return (x - y).cwiseAbs().maxCoeff() > 1e-9 * size;
    };
    const bool contacts =
        system.contacts() > 0 && (far(now.gap, then.gap) || far(now.W, then.W) ||
                                  far(now.surface_velocity, then.surface_velocity));
    return far(now.h, then.h) || contacts;
  };
  for (const double part : {0.0, 0.137, 0.618}) {
    if (section.by_clock()) {
      const double t = state.t + part * section.period;
      if (differs(t, t + section.period)) {
        return fmt::format("the system does not repeat itself after {:.9g} s", section.period);
      }
    } else if (differs(state.t, state.t + part * time)) {
      return "the system depends on time: its section must be a clock with its period";
    }
  }
  return "";
}

}  // namespace ricochet
