#include <papers/payr_glocker_2005/maps.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include <papers/payr_glocker_2005/regions.hpp>
#include <papers/report.hpp>
#include <ricochet/files/figure.hpp>

namespace ricochet::papers::payr_glocker_2005 {

namespace {

constexpr int kColumns = 240;
constexpr int kRows = 120;
constexpr double kZero = 1e-12;  ///< a velocity this small against the one before is zero

/// More tints of the palette.
constexpr std::string_view kPositive = "#FFFFFF";
constexpr std::string_view kPositiveReversed = "#F9E0B0";
constexpr std::string_view kNegativeReversed = "#D9A441";
constexpr std::string_view kNegative = "#C4C4C4";

std::string key(std::string_view colour) {
  return fmt::format("keyentry with boxes fs solid 1.0 border lc rgb '#555555' fc rgb '{}'",
                     colour);
}

Plot start(const RegimeMap& map, std::string_view what) {
  Plot plot(what, "pre-impact velocity ratio γ_T^- / γ_N^-", "angle φ (deg)");
  plot.set(fmt::format("xrange [{}:{}]", -map.width, map.width))
      .set("yrange [0:180]")
      .set("ytics 30")
      .set("key bmargin center vertical maxrows 4")
      .set("grid front")
      .set("object 1 rectangle from graph 0,0 to graph 1,1 behind fc rgb 'white' fs noborder")
      .set("style fill solid 1.0");
  return plot;
}

/// Paints the areas; `colours` by class. Borders in the same colour close the seams.
void draw_regions(Plot& plot, const RegimeMap& map, int (*code)(const RegimeMap::Cell&),
                  const std::vector<std::string_view>& colours) {
  const std::vector<Region> all = regions(map.parameters, map.width, code);
  for (std::size_t i = 0; i < colours.size(); ++i) {
    std::vector<std::vector<double>> outlines;
    for (const Region& region : all) {
      if (static_cast<std::size_t>(region.code) != i) continue;
      if (!outlines.empty()) outlines.emplace_back();
      for (const auto& [ratio, phi] : region.outline) outlines.push_back({ratio, phi});
    }
    if (outlines.empty()) continue;
    plot.draw(fmt::format("{0} using 1:2 with filledcurves closed fs solid 1.0 border lc rgb '{1}' "
                          "fc rgb '{1}'",
                          plot.data(outlines), colours[i]),
              "");
  }
}

/// Boundary lines; a missing value breaks them.
void draw_edges(Plot& plot, const RegimeMap& map) {
  std::vector<std::vector<double>> backward, forward;
  for (const RegimeMap::Edge& e : map.edges) {
    backward.push_back({e.at.backward, e.phi});
    forward.push_back({e.at.forward, e.phi});
  }
  plot.draw(fmt::format("{} using 1:2 with lines lw 2.5 lc rgb 'black'", plot.data(backward)),
            "edge of backward slip, eq. 34");
  plot.draw(
      fmt::format("{} using 1:2 with lines lw 2.5 dt (10,5) lc rgb 'black'", plot.data(forward)),
      "edge of forward slip, eq. 47");
}

/// Where the post-impact ratio of eqs. 48 and 50 vanishes: at (1 + eps_T) times the edge of slip,
/// as far as that lies in the slip regime.
void draw_sign_change(Plot& plot, const RegimeMap& map) {
  if (map.parameters.eps_T == 0.0) return;
  std::vector<std::vector<double>> zero;
  const double factor = 1.0 + map.parameters.eps_T;
  for (const RegimeMap::Edge& e : map.edges) {
    zero.push_back({e.at.backward > 0.0 ? factor * e.at.backward : std::nan(""), e.phi});
  }
  zero.emplace_back();
  for (const RegimeMap::Edge& e : map.edges) {
    zero.push_back({e.at.forward < 0.0 ? factor * e.at.forward : std::nan(""), e.phi});
  }
  plot.draw(
      fmt::format("{} using 1:2 with lines lw 1.2 lc rgb '{}'", plot.data(zero), colour::blue),
      "γ_T^+ = 0, eqs. 48, 50");
}

/// Lines mu |delta| = alpha, between which one slip regime does not exist.
void draw_singular_lines(Plot& plot, const RegimeMap& map) {
  std::vector<std::vector<double>> lines;
  bool previous = false;
  for (const RegimeMap::Edge& e : map.edges) {
    const bool missing = std::isnan(e.at.backward) || std::isnan(e.at.forward);
    if (missing != previous) {
      lines.push_back({-map.width, e.phi});
      lines.push_back({map.width, e.phi});
      lines.emplace_back();
    }
    previous = missing;
  }
  if (lines.empty()) return;
  plot.set("label 8 'μδ > α: no forward slip' at graph 0.07,0.33 left front")
      .set("label 9 '-μδ > α: no backward slip' at graph 0.93,0.67 right front");
  plot.draw(fmt::format("{} using 1:2 with lines lw 1.5 dt 3 lc rgb '{}'", plot.data(lines),
                        colour::vermilion),
            "μ|δ| = α, critical friction");
}

}  // namespace

int regime_code(const RegimeMap::Cell& cell) { return static_cast<int>(cell.answer.regime); }

int sign_code(const RegimeMap::Cell& cell) {
  if (std::abs(cell.post_ratio) <= kZero * std::abs(cell.ratio)) return 4;
  const bool positive = cell.post_ratio > 0.0;
  return positive ? (cell.reversal ? 1 : 0) : (cell.reversal ? 2 : 3);
}

RegimeMap::Cell cell_at(const Parameters& parameters, double ratio, double phi) {
  RegimeMap::Cell cell;
  cell.ratio = ratio;
  cell.phi = phi;
  const OneContact c = contact(parameters, radians(phi), -1.0, -ratio);
  cell.answer = engine(c);
  cell.post_ratio = cell.answer.gT / cell.answer.gN;
  cell.reversal = cell.answer.gT * c.gT < -kZero * c.gT * c.gT;
  return cell;
}

RegimeMap regime_map(const Parameters& parameters, double width) {
  RegimeMap map;
  map.parameters = parameters;
  map.width = width;
  for (int row = 0; row < kRows; ++row) {
    const double phi = 180.0 * (row + 0.5) / kRows;
    for (int column = 0; column < kColumns; ++column) {
      const double ratio = width * (2.0 * (column + 0.5) / kColumns - 1.0);
      const RegimeMap::Cell cell = cell_at(parameters, ratio, phi);
      const ClosedForm expected = closed_form(contact(parameters, radians(phi), -1.0, -ratio));
      if (expected.regime != cell.answer.regime) ++map.disagreements;
      map.largest_gain = std::max(map.largest_gain, cell.answer.energy_gain);
      map.cells.push_back(cell);
    }
  }
  for (int k = 1; k < 1800; ++k) {
    const double phi = 0.1 * k;
    map.edges.push_back({phi, boundaries(contact(parameters, radians(phi), -1.0, 0.0))});
  }
  return map;
}

Figure regime_figure(const RegimeMap& map, std::string name, std::string title) {
  Plot plot = start(map, title);
  plot.set("label 1 'backward slip' at graph 0.93,0.12 right front")
      .set("label 2 'stick' at graph 0.5,0.53 center front")
      .set("label 3 'forward slip' at graph 0.07,0.88 left front");
  draw_regions(plot, map, regime_code, {kBackwardTint, kStickTint, kForwardTint});
  plot.draw(key(kBackwardTint), "backward slip, Λ_T = +μΛ_N");
  plot.draw(key(kStickTint), "stick, |Λ_T| < μΛ_N");
  plot.draw(key(kForwardTint), "forward slip, Λ_T = -μΛ_N");
  draw_edges(plot, map);
  draw_singular_lines(plot, map);
  Figure figure = std::move(plot).finish(std::move(name), std::move(title));
  figure.height = 680;
  return figure;
}

Figure sign_figure(const RegimeMap& map, std::string name, std::string title) {
  Plot plot = start(map, title);
  const bool some_zero = std::any_of(map.cells.begin(), map.cells.end(),
                                     [](const auto& c) { return sign_code(c) == 4; });
  // Energy gain: a stipple of every fourth cell of every second row.
  std::vector<std::vector<double>> gains;
  for (std::size_t i = 0; i < map.cells.size(); ++i) {
    const std::size_t row = i / kColumns;
    const auto& c = map.cells[i];
    if (row % 2 == 0 && (i + row) % 4 == 0 && c.answer.energy_gain > 1e-12) {
      gains.push_back({c.ratio, c.phi});
    }
  }
  draw_regions(plot, map, sign_code,
               {kPositive, kPositiveReversed, kNegativeReversed, kNegative, kStickTint});
  plot.draw(key(kPositive), "γ_T^+ / γ_N^+ > 0");
  plot.draw(key(kPositiveReversed), "> 0, sign of γ_T reversed");
  plot.draw(key(kNegative), "γ_T^+ / γ_N^+ < 0");
  plot.draw(key(kNegativeReversed), "< 0, sign of γ_T reversed");
  if (some_zero) plot.draw(key(kStickTint), "γ_T^+ = 0");
  if (!gains.empty()) {
    plot.draw(fmt::format("{} using 1:2 with points pt 7 ps 0.25 lc rgb '{}'", plot.data(gains),
                          colour::vermilion),
              fmt::format("energy gain up to {:.0f} % of T_c", 100.0 * map.largest_gain));
    plot.set("label 1 'T_c: least kinetic energy' at graph 0.98,0.16 right front")
        .set("label 2 'before impact that has' at graph 0.98,0.11 right front")
        .set("label 3 'these γ_N^-, γ_T^-' at graph 0.98,0.06 right front");
  }
  draw_edges(plot, map);
  draw_sign_change(plot, map);
  draw_singular_lines(plot, map);
  Figure figure = std::move(plot).finish(std::move(name), std::move(title));
  figure.height = 700;
  return figure;
}

Csv map_data(const RegimeMap& map, std::string name) {
  CsvWriter csv({"regime", "pre_ratio", "angle_deg", "post_ratio", "energy_gain"});
  constexpr std::array<std::string_view, 3> names = {"backward slip", "stick", "forward slip"};
  for (const auto& c : map.cells) {
    csv.row(names[static_cast<std::size_t>(regime_code(c))],
            {c.ratio, c.phi, c.post_ratio, c.answer.energy_gain});
  }
  return std::move(csv).finish(std::move(name));
}

Csv edge_data(const RegimeMap& map, std::string name) {
  CsvWriter csv({"angle_deg", "backward_slip_from", "forward_slip_up_to"});
  for (const auto& e : map.edges) csv.row({e.phi, e.at.backward, e.at.forward});
  return std::move(csv).finish(std::move(name));
}

}  // namespace ricochet::papers::payr_glocker_2005
