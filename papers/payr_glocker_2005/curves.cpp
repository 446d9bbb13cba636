#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include <papers/payr_glocker_2005/facts.hpp>
#include <papers/payr_glocker_2005/maps.hpp>
#include <papers/report.hpp>
#include <ricochet/files/figure.hpp>
#include <ricochet/impact/stronge_compliant.hpp>
#include <ricochet/impact/walton.hpp>

namespace ricochet::papers::payr_glocker_2005 {

namespace {

using Rows = std::vector<std::vector<double>>;
constexpr std::string_view kPre = "pre-impact velocity ratio γ_T^- / γ_N^-";
constexpr std::string_view kPost = "post-impact velocity ratio γ_T^+ / γ_N^+";

double post_ratio(const Parameters& p, double phi_deg, double ratio) {
  const Answer a = engine(contact(p, radians(phi_deg), -1.0, -ratio));
  return a.gT / a.gN;
}

void critical_friction(Reproduction& out) {
  CsvWriter csv({"angle_deg", "critical_friction"});
  Rows rows;
  for (int k = 1; k < 900; ++k) {
    const double phi = 0.1 * k;
    const OneContact c = contact({.K = kSlender}, radians(phi), -1.0, 0.0);
    rows.push_back({phi, c.alpha / c.delta});
    csv.row(rows.back());
  }
  Plot plot("Fig. 6: critical friction for forward slip, slender bar (K = 1/3)", "angle φ (deg)",
            "critical coefficient of friction μ_c");
  plot.set("xrange [0:90]").set("yrange [0:8]").set("key top center").set("xtics 15");
  plot.draw(
      fmt::format("{} using 1:2 with lines lw 2.5 lc rgb '{}'", plot.data(rows), colour::blue),
      "μ_c = α / δ");
  const std::string minimum =
      plot.data({{degrees(std::atan(2.0)), 2.0 * std::sqrt(kSlender * (1.0 + kSlender))}});
  plot.draw(
      fmt::format("{} using 1:2 with points pt 7 ps 1.2 lc rgb '{}'", minimum, colour::vermilion),
      "minimum 4/3 at 63.435 deg");
  out.figures.push_back(std::move(plot).finish("fig6", "Fig. 6: critical friction"));
  out.data.push_back(std::move(csv).finish("fig6"));
}

void post_ratio_curves(Reproduction& out) {
  const Parameters p{.K = kSlender, .mu = 0.5, .eps_N = 1.0, .eps_T = 1.0};
  CsvWriter csv({"angle_deg", "pre_ratio", "post_ratio"});
  Plot plot("Fig. 9: velocity ratio after against before, slender bar, μ = 1/2, ε_N = ε_T = 1",
            kPre, kPost);
  plot.set("xrange [-6:6]").set("yrange [-5:5]").set("key top right");
  const Boundaries b = boundaries(contact(p, radians(90.0), -1.0, 0.0));
  for (const double edge : {b.backward, b.forward}) {
    plot.set(
        fmt::format("arrow from first {0}, graph 0 to first {0}, graph 1 nohead dt 3 lc rgb '{1}'",
                    edge, colour::grey));
  }
  plot.set("label 1 'forward slip' at graph 0.12,0.06 center")
      .set("label 2 'stick' at graph 0.5,0.06 center");
  plot.set("label 3 'backward slip' at graph 0.88,0.06 center");
  for (const double phi : {90.0, 45.0}) {
    Rows rows;
    for (int k = -600; k <= 600; ++k) {
      rows.push_back({0.01 * k, post_ratio(p, phi, 0.01 * k)});
      csv.row({phi, rows.back()[0], rows.back()[1]});
    }
    plot.draw(
        fmt::format("{} using 1:2 with lines lw 2.5 {} lc rgb '{}'", plot.data(rows),
                    phi == 90.0 ? "" : "dt (10,5)", phi == 90.0 ? colour::blue : colour::vermilion),
        fmt::format("φ = {} deg", phi));
  }
  plot.draw(fmt::format("keyentry with lines dt 3 lc rgb '{}'", colour::grey),
            "regimes at φ = 90 deg");
  out.figures.push_back(
      std::move(plot).finish("fig9", "Fig. 9: post-impact velocity ratio at two angles"));
  out.data.push_back(std::move(csv).finish("fig9"));
}

/// Figure 10. The data lie on a regular grid; the surface is drawn from rows that are cut where the
/// regime changes, so that its ridges are those of the law and not of a grid.
void post_ratio_surface(Reproduction& out) {
  const Parameters p{.K = kSlender, .mu = 0.5, .eps_N = 1.0, .eps_T = 1.0};
  constexpr double width = 6.0;
  CsvWriter csv({"angle_deg", "pre_ratio", "post_ratio"});
  for (int a = 1; a < 60; ++a) {
    for (int k = -60; k <= 60; ++k) {
      csv.row({3.0 * a, 0.1 * k, post_ratio(p, 3.0 * a, 0.1 * k)});
    }
  }
  constexpr int pieces = 4;  // of each regime in a row, along which the surface is straight
  std::array<Rows, 3> surface;
  for (int a = 0; a <= 45; ++a) {
    const double phi = 4.0 * a;
    const Boundaries b = boundaries(contact(p, radians(phi), -1.0, 0.0));
    const std::array ends = {-width, b.forward, b.backward, width};
    for (std::size_t i = 0; i < surface.size(); ++i) {
      for (int k = 0; k <= pieces; ++k) {
        const double ratio = ends[i] + (ends[i + 1] - ends[i]) * k / pieces;
        surface[i].push_back({ratio, phi, post_ratio(p, phi, ratio)});
      }
      surface[i].emplace_back();
    }
  }
  Plot plot("Fig. 10: velocity ratio after impact, slender bar, μ = 1/2, ε_N = ε_T = 1",
            "γ_T^- / γ_N^-", "φ (deg)");
  plot.in_space()
      .set("zlabel 'γ_T^+ / γ_N^+' rotate parallel")
      .set("xyplane 0")
      .set("view 42, 310, 0.9, 1.3")
      .set("xrange [-6:6]")
      .set("zrange [-6:6]")
      .set("ztics -3,3,6")
      .set("xlabel offset 1,-0.5")
      .set("yrange [0:180]")
      .set("ytics 45")
      .set("key at screen 0.97,0.9 right top")
      .unset("colorbox")
      .set("pm3d depthorder border lc rgb '#666666' lw 0.4");
  const std::array<std::string_view, 3> names = {"forward slip", "stick", "backward slip"};
  const std::array<std::string_view, 3> tints = {kForwardTint, kStickTint, kBackwardTint};
  for (std::size_t i = 0; i < surface.size(); ++i) {
    plot.draw(fmt::format("{} using 1:2:3 with pm3d fc rgb '{}'", plot.data(surface[i]), tints[i]),
              "");
    plot.draw(fmt::format("keyentry with points pt 5 ps 2 lc rgb '{}'", tints[i]), names[i]);
  }
  out.figures.push_back(
      std::move(plot).finish("fig10", "Fig. 10: post-impact velocity ratio over all angles"));
  out.data.push_back(std::move(csv).finish("fig10"));
}

/// The sphere of fig. 13: tangential velocity after over |normal velocity before|.
void sphere_curves(Reproduction& out) {
  constexpr double mu = 0.5;
  constexpr double eta2 = 1.21;
  constexpr double eps_T = mu * eta2;
  CsvWriter csv({"e", "incident_slip", "terminal_slip_stronge", "terminal_slip_walton"});
  Plot plot("Fig. 13: sphere on a rough half-plane, μ = 0.5, η^2 = 1.21, β_0 = μη^2 = 0.605",
            "incident slip v_1(0) / |v_3(0)|", "terminal slip v_1(t_f) / |v_3(0)|");
  plot.set("xrange [0:5]").set("key top left");
  plot.set("arrow from graph 0, first 0 to graph 1, first 0 nohead dt 3 lc rgb '#555555'");
  const std::array colours = {colour::blue, colour::green, colour::vermilion};
  // Walton's curves share their part of sticking: each is narrower than the one below it,
  // and wider than Stronge's, on which it lies in gross slip.
  const std::array dashes = {"lw 8 dt (1.5,2.5)", "lw 5 dt (4,4)", "lw 2.8 dt (12,6)"};
  std::size_t i = 0;
  for (const double e : {0.0, 0.5, 1.0}) {
    Rows stronge, walton_rows;
    for (int k = 0; k <= 500; ++k) {
      const double r = 0.01 * k;
      const OneContact c = contact({.K = kSphere, .mu = mu, .eps_N = e, .eps_T = eps_T},
                                   0.5 * std::numbers::pi, -1.0, r);
      const double by_stronge = r + c.beta * stronge_compliant(c, eta2).L_T;
      const double by_walton = r + c.beta * walton(c).L_T;
      stronge.push_back({r, by_stronge});
      walton_rows.push_back({r, by_walton});
      csv.row({e, r, by_stronge, by_walton});
    }
    plot.draw(
        fmt::format("{} using 1:2 with lines lw 1.4 lc rgb '{}'", plot.data(stronge), colours[i]),
        fmt::format("Stronge, e = {}", e));
    plot.draw(fmt::format("{} using 1:2 with lines {} lc rgb '{}'", plot.data(walton_rows),
                          dashes[i], colours[i]),
              fmt::format("Walton, e = {}", e));
    ++i;
  }
  out.figures.push_back(
      std::move(plot).finish("fig13", "Fig. 13: sphere, Stronge's model and Walton's operator"));
  out.data.push_back(std::move(csv).finish("fig13"));
}

}  // namespace

void add_curves(Reproduction& reproduction) {
  critical_friction(reproduction);
  post_ratio_curves(reproduction);
  post_ratio_surface(reproduction);
  sphere_curves(reproduction);
}

}  // namespace ricochet::papers::payr_glocker_2005
