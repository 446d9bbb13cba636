#pragma once
// C. Liu, H. Zhang, Z. Zhao, B. Brogliato: Impact-contact dynamics in a disc-ball system (2013).

#include <array>
#include <string_view>

#include <papers/paper.hpp>

namespace ricochet::papers::liu_2013 {

Reproduction reproduce();
extern const Story kStory;

/// Names of what it yields: tables and data, figures.
inline constexpr auto kTables = std::to_array<std::string_view>(
    {"fig4", "fig5", "fig5_cases", "fig5_reconstruction", "fig6_fig8", "motion", "painleve",
     "sliding_disc", "stated", "table4", "table4_comparison", "table4_reconstruction", "table5",
     "table5_reconstruction"});
inline constexpr auto kFigures =
    std::to_array<std::string_view>({"fig1",        "fig3",        "fig4a",
                                     "fig4b",       "table4",      "table4_v1",
                                     "table4_v2",   "fig5a",       "fig5a_reconstruction",
                                     "fig5b",       "fig5b_inset", "fig6a",
                                     "fig6b",       "fig7a",       "fig7b",
                                     "fig8a",       "fig8a_inset", "fig8b",
                                     "fig8b_inset", "painleve",    "detachment"});

}  // namespace ricochet::papers::liu_2013
