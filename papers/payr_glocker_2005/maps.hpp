#pragma once
// The figures of Payr & Glocker 2005.

#include <string>
#include <string_view>
#include <vector>

#include <papers/paper.hpp>
#include <papers/payr_glocker_2005/bar.hpp>

namespace ricochet::papers::payr_glocker_2005 {

/// Tints of the palette for the regimes, so that lines and labels stay readable on them.
inline constexpr std::string_view kBackwardTint = "#BCDFF5";
inline constexpr std::string_view kStickTint = "#FBF6C0";
inline constexpr std::string_view kForwardTint = "#F7D9A0";

/// Regime map over velocity ratio and angle, by the engine, with boundaries by the closed forms.
struct RegimeMap {
  struct Cell {
    double ratio = 0.0;  ///< gT-/gN-
    double phi = 0.0;    ///< deg
    Answer answer;
    double post_ratio = 0.0;  ///< gT+/gN+
    bool reversal = false;    ///< sgn gT+ = -sgn gT-
  };
  struct Edge {
    double phi = 0.0;  ///< deg
    Boundaries at;
  };
  Parameters parameters;
  double width = 0.0;  ///< ratios from -width to width
  std::vector<Cell> cells;
  std::vector<Edge> edges;
  int disagreements = 0;      ///< cells whose regime differs from the closed forms
  double largest_gain = 0.0;  ///< energy gained over the energy of the contact
};
RegimeMap regime_map(const Parameters& parameters, double width);
/// The engine's answer at a ratio and an angle (deg).
RegimeMap::Cell cell_at(const Parameters& parameters, double ratio, double phi);

/// Classes of the two kinds of map, as `regions` wants them.
int regime_code(const RegimeMap::Cell& cell);
/// 0: positive, 1: positive after reversal, 2: negative after reversal, 3: negative, 4: zero.
int sign_code(const RegimeMap::Cell& cell);

/// Figures 4, 5 (regimes), 7, 8 and 11 (sign of the post-impact ratio).
Figure regime_figure(const RegimeMap& map, std::string name, std::string title);
Figure sign_figure(const RegimeMap& map, std::string name, std::string title);
Csv map_data(const RegimeMap& map, std::string name);
Csv edge_data(const RegimeMap& map, std::string name);

/// Figures 1-3: the maps Upr and Sgn, the bar.
void add_setup(Reproduction& out);
/// Stronge's lumped contact.
Figure figure12();
/// Figures 6, 9, 10, 13 and their data.
void add_curves(Reproduction& reproduction);

}  // namespace ricochet::papers::payr_glocker_2005
