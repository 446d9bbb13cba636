#include <ricochet/motion/run_base.hpp>

#include <utility>

#include <fmt/format.h>

namespace ricochet {

namespace {

using Eigen::Index;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

}  // namespace

RunBase::RunBase(const MechanicalSystem& s, const SimulationOptions& o)
    : system(s),
      options(o),
      nq(s.coordinates()),
      f(s.dofs()),
      n(s.contacts()),
      size(s.info().size) {}

std::string RunBase::name(Index contact) const { return system.info().contacts[at(contact)].name; }

void RunBase::end(EndReason reason, std::string message) {
  if (ended) return;
  ended = true;
  result.reason = reason;
  result.message = std::move(message);
}

Event RunBase::make_event(EventKind kind, std::vector<Index> contacts) {
  Event event;
  event.time = t;
  event.kind = kind;
  event.contacts = std::move(contacts);
  event.q = coordinates();
  event.velocity_before = event.velocity_after = velocities();
  event.modes = modes;
  return event;
}

void RunBase::report(const Event& event) {
  ++result.statistics.events;
  observer->event(event);
  if (result.statistics.events >= options.event_limit) {
    end(EndReason::event_limit, fmt::format("{} events up to t = {:.17g} s, no more are allowed",
                                            result.statistics.events, t));
  }
}

void RunBase::report_mode_changes() {
  static constexpr EventKind kinds[] = {EventKind::open, EventKind::close, EventKind::stick,
                                        EventKind::slip, EventKind::reverse};
  for (const EventKind kind : kinds) {
    std::vector<Index> contacts;
    const auto all = static_cast<Index>(modes.size());
    for (Index i = 0; i < all; ++i) {
      const Mode was = old_modes[at(i)];
      const Mode is = modes[at(i)];
      if (was == is) continue;
      const EventKind change = is == Mode::open     ? EventKind::open
                               : was == Mode::open  ? EventKind::close
                               : is == Mode::stick  ? EventKind::stick
                               : was == Mode::stick ? EventKind::slip
                                                    : EventKind::reverse;
      if (change == kind) contacts.push_back(i);
    }
    if (!contacts.empty()) report(make_event(kind, std::move(contacts)));
  }
}

}  // namespace ricochet
