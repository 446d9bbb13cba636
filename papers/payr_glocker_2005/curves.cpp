#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include <papers/figure.hpp>
#include <papers/payr_glocker_2005/facts.hpp>
#include <papers/payr_glocker_2005/maps.hpp>
#include <papers/report.hpp>
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
  Plot plot("Fig. 6: critical friction for forward slip, slender bar", "angle φ (deg)",
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
  Plot plot("Fig. 9: post-impact against pre-impact velocity ratio", kPre, kPost);
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

  CsvWriter surface_csv({"angle_deg", "pre_ratio", "post_ratio"});
  Rows surface;
  for (int a = 1; a < 60; ++a) {
    for (int k = -60; k <= 60; ++k) {
      surface.push_back({0.1 * k, 3.0 * a, post_ratio(p, 3.0 * a, 0.1 * k)});
      surface_csv.row({3.0 * a, surface.back()[0], surface.back()[2]});
    }
    surface.emplace_back();
  }
  Plot space("Fig. 10: post-impact velocity ratio for all angles", "γ_T^- / γ_N^-", "φ (deg)");
  space.in_space()
      .set("zlabel 'γ_T^+ / γ_N^+' rotate parallel")
      .set("xyplane 0")
      .set("view 58, 330, 1.0, 1.25")
      .set("zrange [-8:8]")
      .set("ztics -4,4,8")
      .set("xlabel offset 0,-0.5")
      .set("yrange [0:180]")
      .set("ytics 45")
      .set(
          "palette defined (0 '#00224E', 0.25 '#35456C', 0.5 '#7C7B78', 0.75 '#BCAF6F', 1 "
          "'#FEE838')")
      .unset("colorbox")
      .set("pm3d depthorder border lc rgb '#555555' lw 0.15");
  space.draw(fmt::format("{} using 1:2:3 with pm3d", space.data(surface)), "");
  out.figures.push_back(
      std::move(space).finish("fig10", "Fig. 10: post-impact velocity ratio over all angles"));
  out.data.push_back(std::move(surface_csv).finish("fig10"));
}

/// The sphere of fig. 13: tangential velocity after over |normal velocity before|.
void sphere_curves(Reproduction& out) {
  constexpr double mu = 0.5;
  constexpr double eta2 = 1.21;
  constexpr double eps_T = mu * eta2;
  CsvWriter csv({"e", "incident_slip", "terminal_slip_stronge", "terminal_slip_walton"});
  Plot plot("Fig. 13: sphere on a rough half-plane, μ = 0.5, η^2 = 1.21",
            "incident slip v_1(0) / |v_3(0)|", "terminal slip v_1(t_f) / |v_3(0)|");
  plot.set("xrange [0:5]").set("key top left");
  plot.set("arrow from graph 0, first 0 to graph 1, first 0 nohead dt 3 lc rgb '#555555'");
  const std::array colours = {colour::blue, colour::green, colour::vermilion};
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
        fmt::format("{} using 1:2 with lines lw 2.5 lc rgb '{}'", plot.data(stronge), colours[i]),
        fmt::format("Stronge, e = {}", e));
    plot.draw(fmt::format("{} using 1:2 with lines lw 1.8 dt (8,5) lc rgb '{}'",
                          plot.data(walton_rows), colours[i]),
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
  sphere_curves(reproduction);
}

}  // namespace ricochet::papers::payr_glocker_2005
