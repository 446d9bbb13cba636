#include <ricochet/motion/among_neighbours.hpp>

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace ricochet {

namespace {

using Eigen::Index;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// Passes a motion among neighbours on to somebody who knows all contacts by their numbers.
class Widened final : public MotionObserver {
 public:
  Widened(const Neighbourhood& near, MotionObserver& observer)
      : near_(near), observer_(observer), told_(near.known().size()) {}

  /// After gather().
  void tell_new_contacts() {
    for (; told_ < near_.known().size(); ++told_)
      observer_.contact(near_.known()[told_], near_.reach());
    gap_.assign(told_, near_.reach());
    force_.assign(2 * told_, 0.0);
    modes_.assign(told_, Mode::open);
  }

  void sample(const Sample& s) override {
    for (std::size_t i = 0; i < near_.ids().size(); ++i) {
      const std::size_t k = at(near_.ids()[i]);
      gap_[k] = std::min(s.gap[i], near_.reach());
      force_[2 * k] = s.force[2 * i];
      force_[2 * k + 1] = s.force[2 * i + 1];
      modes_[k] = s.modes[i];
    }
    observer_.sample({s.t, s.q, s.u, gap_, force_, modes_, s.ledger});
  }
  bool wants_samples() const override { return observer_.wants_samples(); }

  void event(const Event& e) override {
    if (e.kind == EventKind::end) return;  // of a part of the motion
    Event wide = e;
    for (Index& i : wide.contacts) i = near_.ids()[at(i)];
    for (Index& i : wide.painleve.contacts) i = near_.ids()[at(i)];
    for (Warning& warning : wide.warnings) {
      if (concerns_a_contact(warning.id)) warning.contact = near_.ids()[at(warning.contact)];
    }
    wide.modes = widened(e.modes);
    if (e.impulse.size() > 0) {
      wide.impulse.setZero(2 * static_cast<Index>(told_));
      for (std::size_t i = 0; i < near_.ids().size(); ++i) {
        wide.impulse.segment<2>(2 * near_.ids()[i]) =
            e.impulse.segment<2>(2 * static_cast<Index>(i));
      }
    }
    observer_.event(wide);
  }
  bool go_on(double t) override { return observer_.go_on(t); }

  std::vector<Mode> widened(const std::vector<Mode>& modes) const {
    std::vector<Mode> wide(told_, Mode::open);
    for (std::size_t i = 0; i < near_.ids().size(); ++i) wide[at(near_.ids()[i])] = modes[i];
    return wide;
  }

 private:
  const Neighbourhood& near_;
  MotionObserver& observer_;
  std::size_t told_;
  std::vector<double> gap_, force_;
  std::vector<Mode> modes_;
};

}  // namespace

RunResult run_among_neighbours(Neighbourhood& near, MotionState state, bool as_it_stands,
                               MotionObserver& observer, const SimulationOptions& options,
                               const RunPart& run_part) {
  Widened widened(near, observer);
  RunResult result;
  // By the numbers of known contacts:
  Carried all;
  std::vector<Mode> modes = state.modes;
  bool know_modes = !modes.empty();
  SimulationOptions rest = options;  // with what is left of its limits
  while (true) {
    near.gather(state.t, state.q);
    widened.tell_new_contacts();
    const std::vector<Index>& ids = near.ids();
    all.last_impact.resize(near.known().size(), -std::numeric_limits<double>::infinity());
    modes.resize(near.known().size(), Mode::open);
    state.modes.clear();
    Carried carried;
    for (const Index i : ids) {
      if (know_modes) state.modes.push_back(modes[at(i)]);
      carried.last_impact.push_back(all.last_impact[at(i)]);
    }
    for (const Chatter& c : all.chatter) {
      const auto found = std::find(ids.begin(), ids.end(), c.contact);
      if (found != ids.end()) carried.chatter.push_back({c.limit, found - ids.begin()});
    }
    PartOfMotion part = run_part(state, widened, as_it_stands, rest, carried);
    as_it_stands = know_modes = true;  // of the next
    const RunStatistics before = result.statistics;
    result = std::move(part.result);
    result.statistics.steps += before.steps;
    result.statistics.rejected += before.rejected;
    result.statistics.evaluations += before.evaluations;
    result.statistics.events += before.events;
    result.statistics.impacts += before.impacts;
    modes = widened.widened(result.final.modes);
    if (!part.left) break;
    for (std::size_t i = 0; i < ids.size(); ++i) {
      all.last_impact[at(ids[i])] = part.carried.last_impact[i];
    }
    all.chatter.clear();
    for (const Chatter& c : part.carried.chatter) {
      all.chatter.push_back({c.limit, ids[at(c.contact)]});
    }
    state = result.final;
    rest.event_limit = options.event_limit - result.statistics.events;
    rest.step_limit = options.step_limit - result.statistics.steps - result.statistics.rejected;
  }
  if (result.reason == EndReason::event_limit) {  // of all parts
    result.message = fmt::format("{} events up to t = {:.17g} s, no more are allowed",
                                 result.statistics.events, result.final.t);
  }
  result.final.modes = modes;
  Event end;
  end.time = result.final.t;
  end.q = result.final.q;
  end.velocity_before = end.velocity_after = result.final.u;
  end.modes = modes;
  observer.event(end);
  return result;
}

}  // namespace ricochet
