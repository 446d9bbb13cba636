#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <ricochet/files/ledger.hpp>
#include <ricochet/files/run_report.hpp>
#include <ricochet/files/text_table.hpp>

namespace ricochet {

namespace {

using Align = TextTable::Align;

std::string shown(double x) { return fmt::format("{:.6g}", x + 0.0); }
std::string clean(double x, double scale) { return shown(std::abs(x) <= 1e-13 * scale ? 0.0 : x); }
std::string shown_time(double t) { return fmt::format("{:.10g}", t + 0.0); }

std::string plural(std::size_t count, std::string_view noun, std::string_view nouns) {
  return fmt::format("{} {}", count, count == 1 ? noun : nouns);
}

// The first names of a long list.
std::string some_of(const std::vector<std::string>& names) {
  constexpr std::size_t most = 4;
  if (names.size() <= most) return fmt::format("{}", fmt::join(names, ", "));
  return fmt::format("{}, and {} more", fmt::join(names.begin(), names.begin() + most - 1, ", "),
                     names.size() - most + 1);
}

std::string heading(const RunReport& report) {
  const SystemInfo& info = report.system.info();
  std::vector<std::string> names;
  for (const Quantity& quantity : info.q) names.push_back(quantity.name);
  std::string text;
  if (!report.setup.title.empty()) text = fmt::format("{}\n", report.setup.title);
  text += fmt::format("{} ({}), {}; law {}", plural(names.size(), "coordinate", "coordinates"),
                      some_of(names), plural(info.contacts.size(), "contact", "contacts"),
                      report.setup.law);
  const std::string_view fallback = report.setup.fallback_law;
  if (!fallback.empty() && fallback != report.setup.law) text += fmt::format(" or {}", fallback);
  const SimulationOptions& options = report.setup.options;
  const std::string how = report.setup.method == "moreau"
                              ? fmt::format("step {} s", shown(options.step))
                              : fmt::format("tolerance {}", shown(options.tolerance));
  return text + fmt::format(", method {}, {}\n\n", report.setup.method, how);
}

// Says what an event changed, in contact velocities and modes.
class Changes {
 public:
  explicit Changes(const MechanicalSystem& system) : system_(system) { at_.fit(system.info()); }

  std::string of(const Event& event) {
    std::vector<std::string> parts;
    for (const Eigen::Index i : event.contacts) {
      const std::string what = at_contact(event, i);
      if (what.empty()) continue;
      parts.push_back(event.contacts.size() == 1 ? what : fmt::format("{}: {}", name(i), what));
    }
    const PainleveNumbers& numbers = event.painleve;
    for (std::size_t k = 0; k < numbers.contacts.size(); ++k) {
      parts.push_back(fmt::format("{}: A = {} 1/kg, b = {} m/s^2", name(numbers.contacts[k]),
                                  shown(numbers.A[k]), shown(numbers.b[k])));
    }
    if (event.kind == EventKind::non_unique) {
      parts.push_back(plural(numbers.solutions.size(), "continuation", "continuations"));
    }
    return some_of(parts);
  }

  const std::string& name(Eigen::Index i) const {
    return system_.info().contacts[static_cast<std::size_t>(i)].name;
  }

 private:
  std::string at_contact(const Event& event, Eigen::Index i) {
    switch (event.kind) {
      case EventKind::impact: return jump(event, "gN", 2 * i);
      case EventKind::collisionless_impact: return jump(event, "gT", 2 * i + 1);
      case EventKind::end: return {};
      default: break;
    }
    const auto k = static_cast<std::size_t>(i);
    return k < event.modes.size() ? std::string(to_string(event.modes[k])) : std::string();
  }

  // gamma = W^T u - v_s of one direction, before and after.
  std::string jump(const Event& event, const char* symbol, Eigen::Index row) {
    system_.evaluate(event.time, event.q, event.velocity_before, kContacts, at_);
    const double surface = at_.surface_velocity[row];
    const auto column = at_.W.col(row);
    const double scale =
        column.cwiseAbs().dot(event.velocity_before.cwiseAbs() + event.velocity_after.cwiseAbs()) +
        std::abs(surface);
    const auto gamma = [&](const Eigen::VectorXd& u) {
      return clean(column.dot(u) - surface, scale);
    };
    return fmt::format("{} {} -> {} m/s", symbol, gamma(event.velocity_before),
                       gamma(event.velocity_after));
  }

  const MechanicalSystem& system_;
  Evaluation at_;
};

std::string event_table(const RunReport& report) {
  TextTable table;
  table.column("time", "[s]");
  table.column("event", "", Align::left);
  table.column("contacts", "", Align::left);
  table.column("change", "", Align::left);
  table.column("loss", "[J]");
  Changes changes(report.system);
  const auto add = [&](const Event& event) {
    std::vector<std::string> names;
    for (const Eigen::Index i : event.contacts) names.push_back(changes.name(i));
    table.row({shown_time(event.time), std::string(to_string(event.kind)), some_of(names),
               changes.of(event), event.impulse.size() > 0 ? shown(event.dissipation) : ""});
  };
  for (const Event& event : report.events.first()) add(event);
  const std::size_t left_out = report.events.left_out();
  if (left_out > 0) table.row({"...", fmt::format("({} more)", left_out)});
  for (const Event& event : report.events.last()) add(event);
  if (table.empty()) return "no events\n";
  return table.text() +
         (left_out > 0 ? "all events: --format json, or -o FILE.h5 and ricochet export\n" : "");
}

std::string final_state(const RunReport& report) {
  const SystemInfo& info = report.system.info();
  const MotionState& state = report.result.final;
  TextTable table;  // its empty line of headings ends the line before it
  for (int i = 0; i < 3; ++i) table.column("", "", i == 1 ? Align::right : Align::left);
  const auto add = [&](const std::vector<Quantity>& quantities, const Eigen::VectorXd& values) {
    for (std::size_t i = 0; i < quantities.size(); ++i) {
      const double value = values[static_cast<Eigen::Index>(i)];
      table.row({quantities[i].name, clean(value, quantities[i].scale), quantities[i].unit});
    }
  };
  add(info.q, state.q);
  add(info.u, state.u);
  // Of many contacts only the closed ones.
  constexpr std::size_t few = 20;
  std::size_t open = 0;
  for (std::size_t i = 0; i < state.modes.size(); ++i) {
    if (state.modes[i] == Mode::open && state.modes.size() > few) {
      ++open;
    } else {
      table.row({info.contacts[i].name, std::string(to_string(state.modes[i]))});
    }
  }
  const std::string others =
      open > 0 ? fmt::format("open: {}\n", plural(open, "contact", "contacts")) : "";
  return fmt::format("\nstate at t = {} s{}{}", shown_time(state.t), table.text(), others);
}

// Entries that are exactly zero say nothing, but for the energy that is there and the residual. Energies that are
// zero to rounding (a body that has come to rest) are shown as 0.
std::string ledger_table(const Ledger& ledger) {
  TextTable table;
  table.column("energy", "", Align::left);
  table.column("", "[J]");
  table.column("", "", Align::left);
  double all = 0.0;
  for (const LedgerEntry& entry : ledger_entries) all += std::abs(ledger.*entry.value);
  for (const LedgerEntry& entry : ledger_entries) {
    const double value = ledger.*entry.value;
    const bool energy = entry.name == "kinetic" || entry.name == "potential";
    if (value == 0.0 && !energy && entry.name != "residual") continue;
    table.row({std::string(entry.name), energy ? clean(value, all) : shown(value),
               std::string(entry.meaning)});
  }
  return '\n' + table.text();
}

std::string warnings(const RunReport& report) {
  std::string text;
  for (const RunWarning& warning : report.events.warnings()) {
    text += fmt::format("{}: {} (at {} s{})\n", to_string(warning.first.id), message(warning.first),
                        shown_time(warning.time),
                        warning.count > 1 ? fmt::format(", the first of {}", warning.count) : "");
  }
  return text.empty() ? text : '\n' + text;
}

std::string status_line(const RunResult& result) {
  const RunStatistics& s = result.statistics;
  return fmt::format("\n{}: {}\nsteps {} ({} rejected), evaluations {}, events {}, impacts {}\n",
                     to_string(result.reason), result.message, s.steps, s.rejected, s.evaluations,
                     s.events, s.impacts);
}

}  // namespace

std::string run_table(const RunReport& report) {
  return heading(report) + event_table(report) + final_state(report) +
         ledger_table(report.result.final.ledger) + warnings(report) + status_line(report.result);
}

}  // namespace ricochet
