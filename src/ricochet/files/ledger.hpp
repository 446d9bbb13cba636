#pragma once
// The entries of the energy ledger (system/state.hpp) under the names they have in files and tables. All in J.

#include <array>
#include <string_view>

#include <ricochet/system/state.hpp>

namespace ricochet {

struct LedgerEntry {
  std::string_view name;
  double Ledger::*value;
  std::string_view meaning;  ///< a few words
};

inline constexpr std::array<LedgerEntry, 10> ledger_entries = {{
    {"kinetic", &Ledger::kinetic, "kinetic energy"},
    {"potential", &Ledger::potential, "potential energy"},
    {"impact_loss", &Ledger::impact_loss, "dissipated by impacts"},
    {"friction_loss", &Ledger::friction_loss, "dissipated by sliding"},
    {"damping_loss", &Ledger::damping_loss, "dissipated by dampers"},
    {"contact_energy", &Ledger::contact_energy, "stored in compliant contacts"},
    {"belt_work", &Ledger::belt_work, "done by surfaces moving along themselves"},
    {"motion_work", &Ledger::motion_work,
     "done by motors and by surfaces moving along their normal"},
    {"force_work", &Ledger::force_work, "done by given forces"},
    {"residual", &Ledger::residual, "not explained by the above"},
}};

}  // namespace ricochet
