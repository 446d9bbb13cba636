#include <papers/payr_glocker_2005/paper.hpp>

#include <fmt/format.h>

#include <papers/payr_glocker_2005/facts.hpp>
#include <papers/payr_glocker_2005/maps.hpp>
#include <papers/payr_glocker_2005/sliding.hpp>

namespace ricochet::papers::payr_glocker_2005 {

namespace {

/// The cells of each map whose regime by the engine differs from the closed forms: none.
void add_agreement(Table& table, const RegimeMap& map, std::string_view figures) {
  table.file(
      entry(fmt::format("{}: engine against eqs. 33-47, {} cells", figures, map.cells.size()),
            "cells that differ", "", "0", map.disagreements));
}

}  // namespace

Reproduction reproduce() {
  Reproduction r;
  const RegimeMap below = regime_map({.K = kSlender, .mu = 0.5, .eps_N = 1.0, .eps_T = 1.0}, 6.0);
  const RegimeMap above =
      regime_map({.K = kSlender, .mu = 5.0 / 3.0, .eps_N = 1.0, .eps_T = 1.0}, 20.0);
  const RegimeMap sphere = regime_map({.K = kSphere, .mu = 0.6, .eps_N = 1.0, .eps_T = 0.0}, 6.0);
  Table maps{
      "maps",
      "Regime maps",
      fmt::format(
          "Figures 4, 5, 7, 8, 11 on a grid. With eps_N = 1 and eps_T = 0 the map of fig. 11 "
          "contains impacts that gain energy, up to {:.1f} % of the least kinetic energy that has "
          "the same contact velocities.",
          100.0 * sphere.largest_gain),
      {}};
  add_agreement(maps, below, "figs. 4, 7");
  add_agreement(maps, above, "figs. 5, 8");
  add_agreement(maps, sphere, "fig. 11");
  r.tables = {stated_numbers(), identities(), std::move(maps), sliding_table()};

  add_setup(r);
  r.figures.push_back(
      regime_figure(below, "fig4", "Fig. 4: impact states, μ = 1/2, ε_N = ε_T = 1"));
  r.figures.push_back(
      regime_figure(above, "fig5", "Fig. 5: impact states, μ = 5/3, ε_N = ε_T = 1"));
  r.figures.push_back(
      sign_figure(below, "fig7", "Fig. 7: sign of the post-impact ratio, μ = 1/2, ε_N = ε_T = 1"));
  r.figures.push_back(
      sign_figure(above, "fig8", "Fig. 8: sign of the post-impact ratio, μ = 5/3, ε_N = ε_T = 1"));
  r.figures.push_back(sign_figure(
      sphere, "fig11", "Fig. 11: bar with the inertia of a sphere, μ = 3/5, ε_N = 1, ε_T = 0"));
  add_curves(r);
  r.figures.push_back(figure12());
  add_sliding(r);
  for (const auto& [map, name] : {std::pair{&below, "fig4_fig7"}, std::pair{&above, "fig5_fig8"},
                                  std::pair{&sphere, "fig11"}}) {
    r.data.push_back(map_data(*map, name));
    r.data.push_back(edge_data(*map, std::string(name) + "_boundaries"));
  }
  return r;
}

}  // namespace ricochet::papers::payr_glocker_2005
