#pragma once
// R. M. Brach: Classical planar impact theory and the tip impact of a slender rod (1993).

#include <array>
#include <string_view>

#include <papers/paper.hpp>

namespace ricochet::papers::brach_1993 {

Reproduction reproduce();
extern const Story kStory;

/// Names of what it yields: tables and data, figures.
inline constexpr auto kTables =
    std::to_array<std::string_view>({"critical_friction", "fig3", "simulation_runs", "table2",
                                     "table3", "table4", "table5_classical", "table5_simulation",
                                     "table6", "table7_classical", "table7_simulation", "text"});
inline constexpr auto kFigures = std::to_array<std::string_view>({"fig1", "fig2", "fig3"});

}  // namespace ricochet::papers::brach_1993
