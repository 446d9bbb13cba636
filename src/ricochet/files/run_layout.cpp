#include <ricochet/files/run_layout.hpp>

#include <utility>

#include <ricochet/files/ledger.hpp>
#include <ricochet/motion/trajectory.hpp>

namespace ricochet {

namespace {

using Texts = std::vector<std::string>;

Texts mode_names() {
  Texts names;
  for (std::uint8_t code = 0; code < unknown_mode; ++code) {
    names.emplace_back(to_string(static_cast<Mode>(code)));
  }
  names.emplace_back("unknown");
  return names;
}

Texts kind_names() {
  Texts names;
  for (unsigned code = 0; code <= static_cast<unsigned>(EventKind::end); ++code) {
    names.emplace_back(to_string(static_cast<EventKind>(code)));
  }
  return names;
}

DatasetLayout single(const std::string& name, const std::string& unit) {
  return {.name = name, .columns = {name}, .units = {unit}, .flat = true};
}

// One column per quantity, `ending` after its name.
DatasetLayout per_quantity(const std::string& name, const std::vector<Quantity>& quantities,
                           const std::string& ending = "") {
  DatasetLayout layout{.name = name, .columns = {}, .units = {}};
  for (const Quantity& quantity : quantities) {
    layout.columns.push_back(quantity.name + ending);
    layout.units.push_back(quantity.unit);
  }
  return layout;
}

// For each contact one column per ending.
DatasetLayout per_contact(const std::string& name, const SystemInfo& system, const Texts& endings,
                          const std::string& unit) {
  DatasetLayout layout{.name = name, .columns = {}, .units = {}};
  for (const ContactInfo& contact : system.contacts) {
    for (const std::string& ending : endings) {
      layout.columns.push_back(contact.name + '.' + ending);
      layout.units.push_back(unit);
    }
  }
  return layout;
}

DatasetLayout codes(DatasetLayout layout, Texts names) {
  layout.names = std::move(names);
  layout.bytes = true;
  return layout;
}

DatasetLayout modes(const SystemInfo& system) {
  return codes(per_contact("mode", system, {"mode"}, ""), mode_names());
}

DatasetLayout energy() {
  DatasetLayout layout{.name = "energy", .columns = {}, .units = {}};
  for (const LedgerEntry& entry : ledger_entries) {
    layout.columns.emplace_back(entry.name);
    layout.units.emplace_back("J");
  }
  return layout;
}

}  // namespace

std::vector<DatasetLayout> layout_of(RunTable table, const SystemInfo& system) {
  switch (table) {
    case RunTable::samples:
      return {single("time", "s"),
              per_quantity("q", system.q),
              per_quantity("u", system.u),
              per_contact("gap", system, {"gap"}, "m"),
              per_contact("force", system, {"normal_force", "tangential_force"}, "N"),
              modes(system),
              energy()};
    case RunTable::events:
      return {single("time", "s"),
              codes(single("kind", ""), kind_names()),
              codes(per_contact("contacts", system, {"concerned"}, ""), {"no", "yes"}),
              per_quantity("q", system.q),
              per_quantity("velocity_before", system.u, ".before"),
              per_quantity("velocity_after", system.u, ".after"),
              modes(system),
              per_contact("impulse", system, {"normal_impulse", "tangential_impulse"}, "N s"),
              single("dissipation", "J")};
    case RunTable::final: break;
  }
  return {single("time", "s"),
          per_quantity("q", system.q),
          per_quantity("u", system.u),
          modes(system),
          energy(),
          per_contact("stretch", system, {"stretch"}, "m")};
}

std::string path_in(RunTable table, const DatasetLayout& dataset) {
  return std::string(run_table_names[static_cast<std::size_t>(table)]) + '/' + dataset.name;
}

}  // namespace ricochet
