#include <ricochet/files/motion_quantities.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <ricochet/files/ledger.hpp>

namespace ricochet {

namespace {

using Outcome = MotionOutcome;

double entry(const Eigen::VectorXd& v, std::size_t i) { return v[static_cast<Eigen::Index>(i)]; }

void of_end(std::vector<MotionQuantity>& list, const SystemInfo& system) {
  list.push_back({{"time", "s"}, [](const Outcome& o, std::size_t) { return o.result.final.t; }});
  for (std::size_t i = 0; i < system.q.size(); ++i) {
    list.push_back({{"final." + system.q[i].name, system.q[i].unit},
                    [](const Outcome& o, std::size_t k) { return entry(o.result.final.q, k); },
                    i});
  }
  for (std::size_t i = 0; i < system.u.size(); ++i) {
    list.push_back({{"final." + system.u[i].name, system.u[i].unit},
                    [](const Outcome& o, std::size_t k) { return entry(o.result.final.u, k); },
                    i});
  }
  for (std::size_t i = 0; i < system.contacts.size(); ++i) {
    list.push_back({{"mode." + system.contacts[i].name, "", code_names(Mode::frictionless)},
                    [](const Outcome& o, std::size_t k) {
                      return k < o.result.final.modes.size()
                                 ? static_cast<double>(o.result.final.modes[k])
                                 : NAN;
                    },
                    i});
  }
  for (std::size_t i = 0; i < ledger_entries.size(); ++i) {
    list.push_back({{fmt::format("energy.{}", ledger_entries[i].name), "J"},
                    [](const Outcome& o, std::size_t k) {
                      return o.result.final.ledger.*ledger_entries[k].value;
                    },
                    i});
  }
}

void of_events(std::vector<MotionQuantity>& list) {
  list.push_back({{"events"}, [](const Outcome& o, std::size_t) {
                    return static_cast<double>(o.result.statistics.events);
                  }});
  for (std::size_t i = 0; i + 1 < Outcome::kinds; ++i) {
    const auto kind = to_string(static_cast<EventKind>(i));
    list.push_back(
        {{fmt::format("count.{}", kind)},
         [](const Outcome& o, std::size_t k) { return static_cast<double>(o.tally[k].count); },
         i});
    list.push_back({{fmt::format("first.{}", kind), "s"},
                    [](const Outcome& o, std::size_t k) {
                      return o.tally[k].count > 0 ? o.tally[k].first : NAN;
                    },
                    i});
    list.push_back({{fmt::format("last.{}", kind), "s"},
                    [](const Outcome& o, std::size_t k) {
                      return o.tally[k].count > 0 ? o.tally[k].last : NAN;
                    },
                    i});
  }
}

void of_way(std::vector<MotionQuantity>& list, const SystemInfo& system) {
  std::size_t at = 0;
  const auto add = [&](const std::string& name, const std::string& unit) {
    list.push_back({{"min." + name, unit},
                    [](const Outcome& o, std::size_t k) { return o.low.empty() ? NAN : o.low[k]; },
                    at,
                    true});
    list.push_back(
        {{"max." + name, unit},
         [](const Outcome& o, std::size_t k) { return o.high.empty() ? NAN : o.high[k]; },
         at,
         true});
    ++at;
  };
  for (const Quantity& q : system.q) add(q.name, q.unit);
  for (const Quantity& u : system.u) add(u.name, u.unit);
  for (const ContactInfo& c : system.contacts) add(c.name + ".gap", "m");
  for (const ContactInfo& c : system.contacts) {
    add(c.name + ".normal_force", "N");
    add(c.name + ".tangential_force", "N");
  }
}

}  // namespace

void MotionOutcome::widen(std::size_t at, std::span<const double> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    low[at + i] = std::min(low[at + i], values[i]);
    high[at + i] = std::max(high[at + i], values[i]);
  }
}

void MotionOutcome::sample(const Sample& s) {
  const std::size_t size = s.q.size() + s.u.size() + s.gap.size() + s.force.size();
  if (low.empty()) {
    low.assign(size, INFINITY);
    high.assign(size, -INFINITY);
  }
  std::size_t at = 0;
  for (const std::span<const double> part : {s.q, s.u, s.gap, s.force}) {
    widen(at, part);
    at += part.size();
  }
}

void MotionOutcome::event(const Event& event) {
  Tally& kind = tally[static_cast<std::size_t>(event.kind)];
  if (kind.count++ == 0) kind.first = event.time;
  kind.last = event.time;
}

std::vector<MotionQuantity> motion_quantities(const SystemInfo& system) {
  std::vector<MotionQuantity> list;
  of_end(list, system);
  of_events(list);
  of_way(list, system);
  return list;
}

StudyColumn reason_column(std::string name) {
  return {std::move(name), "", code_names(EndReason::cancelled)};
}

}  // namespace ricochet
