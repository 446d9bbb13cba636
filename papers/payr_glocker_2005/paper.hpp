#pragma once
// M. Payr, Ch. Glocker: Oblique frictional impact of a bar (2005).

#include <array>
#include <string_view>

#include <papers/paper.hpp>

namespace ricochet::papers::payr_glocker_2005 {

Reproduction reproduce();
extern const Story kStory;

/// Names of what it yields: tables and data, figures.
inline constexpr auto kTables = std::to_array<std::string_view>(
    {"fig10", "fig11", "fig11_boundaries", "fig13", "fig4_fig7", "fig4_fig7_boundaries",
     "fig5_fig8", "fig5_fig8_boundaries", "fig6", "fig9", "identities", "maps", "sliding",
     "sliding_bar", "stated"});
inline constexpr auto kFigures =
    std::to_array<std::string_view>({"fig1", "fig2", "fig3", "fig4", "fig5", "fig6", "fig7", "fig8",
                                     "fig9", "fig10", "fig11", "fig12", "fig13", "sliding_bar"});

}  // namespace ricochet::papers::payr_glocker_2005
