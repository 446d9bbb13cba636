#pragma once
// R. Leine, B. Brogliato: Bifurcations and periodic motion induced by the Painleve paradox (2001).

#include <array>
#include <string_view>

#include <papers/paper.hpp>

namespace ricochet::papers::leine_brogliato_2001 {

Reproduction reproduce();
extern const Story kStory;

/// Names of what it yields: tables and data, figures.
inline constexpr auto kTables =
    std::to_array<std::string_view>({"approach", "critical_friction", "criticals", "hopping",
                                     "hopping_orbits", "rod", "small_friction", "stated"});
inline constexpr auto kFigures =
    std::to_array<std::string_view>({"fig2_1", "regions", "regions_low", "critical_friction",
                                     "approach", "small_friction", "hopping", "hopping_phase"});

}  // namespace ricochet::papers::leine_brogliato_2001
