#include <cmath>

#include <fmt/format.h>

#include <papers/brach_1993/rod.hpp>
#include <papers/brach_1993/tables.hpp>
#include <papers/report.hpp>
#include <ricochet/files/figure.hpp>
#include <ricochet/impact/brach.hpp>
#include <ricochet/impact/routh.hpp>

namespace ricochet::papers::brach_1993 {

namespace {

constexpr double kV_t = 0.2;  ///< m/s

/// Points (impulse ratio, energy loss as a fraction).
using Curve = std::vector<std::vector<double>>;

struct NamedCurve {
  std::string name;
  Curve points;
};

std::vector<double> point(const OneContact& c, double m) {
  const double P_n = -(1.0 + c.restitution) * c.gN / (c.alpha + c.delta * m);
  return {m, classical_values(c, P_n, m * P_n)[kT_L] / 100.0};
}

/// Impulse-ratio solutions at fixed kinematic e, over all ratios.
Curve at_fixed_e(double e) {
  Curve curve;
  for (int k = 0; k <= 160; ++k) curve.push_back(point(rod_contact(kV_t, e, 0.0), 0.005 * k));
  return curve;
}

/// Coulomb solutions at fixed energetic E, from f = 0 until the ratio no longer grows with f.
Curve at_fixed_E(double E) {
  Curve curve;
  for (int k = 0; k <= 400; ++k) {
    const double f = 0.0025 * k;
    const OneContact c = rod_contact(kV_t, E, f);
    const OneContactResult r = routh_stronge(c);
    curve.push_back({r.L_T / r.L_N, classical_values(c, r.L_N, r.L_T)[kT_L] / 100.0});
  }
  return curve;
}

/// A bound as e runs from 0 to 1; `bound` gives the impulse ratio or NaN.
template <class Bound>
Curve along_e(Bound bound) {
  Curve curve;
  for (int k = 0; k <= 400; ++k) {
    const OneContact c = rod_contact(kV_t, k / 400.0, 0.0);
    const double m = bound(brach_limits(c));
    if (std::isfinite(m)) curve.push_back(point(c, m));
  }
  return curve;
}

/// The corners of the region of allowed solutions: O the frictionless impact that loses nothing,
/// C the one with e = 0; A, A', B the ends of the bounds, from e = 1 to e = 0.
void label_corners(Plot& plot, const std::vector<NamedCurve>& all) {
  auto label = [&plot, tag = 0](std::string_view name, const std::vector<double>& at,
                                std::string_view offset) mutable {
    plot.set(fmt::format("label {} {} at first {}, first {} front point pt 7 ps 0.8 offset {}",
                         ++tag, gnuplot_quote(name), at[0], at[1], offset));
  };
  for (const NamedCurve& curve : all) {
    const std::vector<double>& e0 = curve.points.front();
    const std::vector<double>& e1 = curve.points.back();
    if (curve.name == "OC") {
      label("O", e1, "0.6,-0.7");
      label("C", e0, "0.6,0.7");
    } else if (curve.name == "AA'") {
      label("A", e1, "-1.6,-0.7");
      label("A'", e0, "0.8,0.2");
    } else if (curve.name == "A'B") {
      label("B", e0, "0.7,0.6");
    }
  }
}

std::vector<NamedCurve> curves() {
  std::vector<NamedCurve> all;
  for (const double e : {0.0, 0.5, 1.0}) all.push_back({fmt::format("e = {}", e), at_fixed_e(e)});
  all.push_back({"OC", along_e([](const BrachLimits&) { return 0.0; })});
  // The allowed ratios end at the smaller limit.
  all.push_back({"AA'", along_e([](const BrachLimits& b) {
                   return b.mu_T <= b.mu_0 ? b.mu_T : std::nan("");
                 })});
  all.push_back({"A'B", along_e([](const BrachLimits& b) {
                   return b.mu_T <= b.mu_0 ? std::nan("") : b.mu_0;
                 })});
  for (const double E : {0.0, 0.5, 1.0}) all.push_back({fmt::format("E = {}", E), at_fixed_E(E)});
  return all;
}

}  // namespace

Csv figure3_data() {
  CsvWriter csv({"curve", "impulse_ratio", "energy_loss_fraction"});
  for (const NamedCurve& curve : curves()) {
    for (const auto& p : curve.points) csv.row(curve.name, p);
  }
  return std::move(csv).finish("fig3");
}

Figure figure3() {
  Plot plot("Fig. 3: energy loss of the tip impact of a slender rod, v_t = 0.2 m/s",
            "impulse ratio μ = P_t / P_n", "energy loss T_L / T");
  plot.set("xrange [-0.02:0.8]")
      .set("yrange [-0.25:0.65]")
      .set("key bmargin center vertical maxrows 3");
  plot.set("arrow from graph 0, first 0 to graph 1, first 0 nohead lc rgb '#555555' lw 0.8 dt 3");
  const std::vector<NamedCurve> all = curves();
  label_corners(plot, all);
  for (const NamedCurve& curve : all) {
    const std::string block = plot.data(curve.points);
    std::string style;
    std::string legend;
    if (curve.name[0] == 'e') {
      style = fmt::format("lw 1 dt {} lc rgb '{}'",
                          curve.name == "e = 0"   ? 1
                          : curve.name == "e = 1" ? 2
                                                  : 4,
                          colour::black);
      legend = "given " + curve.name;
    } else if (curve.name[0] == 'E') {
      style = fmt::format("lw 3.5 lc rgb '{}'", curve.name == "E = 0"   ? colour::blue
                                                : curve.name == "E = 1" ? colour::vermilion
                                                                        : colour::green);
      legend = "Coulomb, " + curve.name;
    } else {
      style = fmt::format("lw 2 dt (12,4) lc rgb '{}'", curve.name == "OC"    ? colour::grey
                                                        : curve.name == "AA'" ? colour::purple
                                                                              : colour::orange);
      legend = curve.name == "OC"    ? "OC: μ = 0"
               : curve.name == "AA'" ? "AA': μ = μ_T"
                                     : "A'B: μ = μ_0";
    }
    plot.draw(fmt::format("{} using 1:2 with lines {}", block, style), legend);
  }
  Figure figure =
      std::move(plot).finish("fig3", "Fig. 3: energy loss against impulse ratio, with bounds");
  figure.height = 680;
  return figure;
}

}  // namespace ricochet::papers::brach_1993
