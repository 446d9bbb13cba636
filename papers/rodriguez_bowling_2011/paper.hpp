#pragma once
// A. Rodriguez, A. Bowling: Simulation of indeterminate multi-point impact and contact with friction (2011).

#include <array>
#include <string_view>

#include <papers/paper.hpp>

namespace ricochet::papers::rodriguez_bowling_2011 {

Reproduction reproduce();
extern const Story kStory;

/// Names of what it yields: tables and data, figures.
inline constexpr auto kTables = std::to_array<std::string_view>(
    {"fig4_fig7", "flights", "laws", "objective1", "objective2", "statements", "table1", "table2"});
inline constexpr auto kFigures = std::to_array<std::string_view>(
    {"fig1", "fig2", "fig3", "fig4", "fig5", "fig6", "fig7", "objective1", "objective2"});

}  // namespace ricochet::papers::rodriguez_bowling_2011
