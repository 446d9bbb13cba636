#pragma once
// A row of each table of a run, dataset by dataset in the order of run_layout.hpp. Table takes it:
//   add(numbers), add(number), add_codes(codes)      one call per dataset

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include <ricochet/files/ledger.hpp>
#include <ricochet/files/run_layout.hpp>
#include <ricochet/motion/trajectory.hpp>

namespace ricochet {

inline std::span<const double> numbers_of(const Eigen::VectorXd& v) {
  return {v.data(), static_cast<std::size_t>(v.size())};
}

/// Modes of all contacts; unknown if there are none.
template <class Table>
void add_modes(Table& table, std::span<const Mode> modes, std::size_t contacts) {
  std::vector<std::uint8_t>& codes = table.scratch();
  codes.assign(contacts, unknown_mode);
  if (!modes.empty()) std::transform(modes.begin(), modes.end(), codes.begin(), code_of);
  table.add_codes(codes);
}

template <class Table>
void add_ledger(Table& table, const Ledger& ledger) {
  std::array<double, ledger_entries.size()> row{};
  std::transform(ledger_entries.begin(), ledger_entries.end(), row.begin(),
                 [&](const LedgerEntry& entry) { return ledger.*entry.value; });
  table.add(std::span<const double>(row));
}

template <class Table>
void add_row(Table& table, const Sample& sample, std::size_t contacts) {
  table.add(sample.t);
  table.add(sample.q);
  table.add(sample.u);
  table.add(sample.gap);
  table.add(sample.force);
  add_modes(table, sample.modes, contacts);
  add_ledger(table, sample.ledger);
}

template <class Table>
void add_row(Table& table, const Event& event, std::size_t contacts) {
  const auto kind = static_cast<std::uint8_t>(event.kind);
  table.add(event.time);
  table.add_codes({&kind, 1});
  std::vector<std::uint8_t>& concerned = table.scratch();
  concerned.assign(contacts, 0);
  for (const Eigen::Index i : event.contacts) concerned.at(static_cast<std::size_t>(i)) = 1;
  table.add_codes(concerned);
  table.add(numbers_of(event.q));
  table.add(numbers_of(event.velocity_before));
  table.add(numbers_of(event.velocity_after));
  add_modes(table, event.modes, contacts);
  if (event.impulse.size() > 0) {
    table.add(numbers_of(event.impulse));
  } else {
    table.add(std::vector<double>(2 * contacts, 0.0));
  }
  table.add(event.dissipation);
}

template <class Table>
void add_row(Table& table, const RunResult& result, std::size_t contacts) {
  const MotionState& state = result.final;
  table.add(state.t);
  table.add(numbers_of(state.q));
  table.add(numbers_of(state.u));
  add_modes(table, state.modes, contacts);
  add_ledger(table, state.ledger);
  std::vector<double> stretch = state.stretch;
  stretch.resize(contacts, 0.0);  // empty: no springs
  table.add(std::span<const double>(stretch));
}

}  // namespace ricochet
