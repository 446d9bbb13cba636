#include <papers/leine_brogliato_2001/figures.hpp>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include <papers/leine_brogliato_2001/rod.hpp>
#include <papers/leine_brogliato_2001/tables.hpp>
#include <papers/report.hpp>
#include <ricochet/files/figure.hpp>

namespace ricochet::papers::leine_brogliato_2001 {

namespace {

using Rows = std::vector<std::vector<double>>;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kHighest = 8.0;  ///< rad/s, of the plane of the rod

double degrees(double rad) { return rad * 180.0 / std::numbers::pi; }
double radians(double deg) { return deg * std::numbers::pi / 180.0; }

double lifting_rotation(double phi) {
  return std::min(kHighest, std::sqrt(kGravity / std::sin(phi)));
}

std::string_view tint_of(Sliding s) {
  switch (s) {
    case Sliding::unique_slip: return "#DDEBF5";
    case Sliding::detaches: return "#EEEEEE";
    case Sliding::inconsistent: return "#F5C6A5";
    case Sliding::non_unique: return "#FBE9B7";
  }
  return "";
}

/// The plane between two angles, below and above b = 0, each part filled as the engine answers in its middle.
void fill(Plot& plot, double mu, double from, double to) {
  Rows rows;
  for (int k = 0; k <= 200; ++k) {
    const double phi = from + (to - from) * k / 200.0;
    rows.push_back({degrees(phi), lifting_rotation(phi)});
  }
  const std::string block = plot.data(rows);
  const double middle = 0.5 * (from + to);
  const double edge = lifting_rotation(middle);
  const auto tint = [&](double rotation) {
    return tint_of(sliding_by_engine(mu, middle, rotation));
  };
  plot.draw(fmt::format("{} using 1:2 with filledcurves y1=0 fc rgb '{}'", block, tint(0.5 * edge)),
            "");
  plot.draw(fmt::format("{} using 1:2 with filledcurves y1={} fc rgb '{}'", block, kHighest,
                        tint(0.5 * (edge + kHighest))),
            "");
}

void add_plane(double mu, std::string_view mu_text, const std::string& name, Reproduction& out) {
  const SingularPoint P = singular_point(mu);
  Plot plot(fmt::format("The rod that slides with μ = {}: what Coulomb's law allows", mu_text),
            "angle φ (deg)", "angular velocity φ' (rad/s), s = 1 m");
  plot.set("xrange [0:90]").set(fmt::format("yrange [0:{}]", kHighest)).set("xtics 15");
  plot.set("bmargin 9").set("key at screen 0.53,0.015 center bottom vertical maxrows 4");
  fill(plot, mu, 1e-3, P.phi);
  fill(plot, mu, P.phi, P.phi_2);
  fill(plot, mu, P.phi_2, 0.5 * std::numbers::pi);
  for (const auto& [kind, legend] :
       {std::pair{Sliding::unique_slip, "slides"}, std::pair{Sliding::detaches, "detaches"},
        std::pair{Sliding::inconsistent, "inconsistent"},
        std::pair{Sliding::non_unique, "slides or detaches"}}) {
    plot.draw(fmt::format("keyentry with points pt 5 ps 2 lc rgb '{}'", tint_of(kind)), legend);
  }
  Rows reach, detach;
  for (const double start : {0.35, 0.55, 0.75}) {
    for (int k = 0; k < 8; ++k) {
      const double phi = start * P.phi;
      const Slide slide = slide_from(mu, phi, 0.125 * k * lifting_rotation(phi));
      Rows& rows = slide.end == SlideEnd::reaches_P ? reach : detach;
      for (const Slide::Point& p : slide.points) rows.push_back({degrees(p.phi), p.rotation});
      rows.push_back({kNone, kNone});
    }
  }
  const auto lines = [&](const Rows& rows, std::string_view tint, std::string_view legend) {
    if (rows.empty()) return;
    plot.draw(fmt::format("{} using 1:2 with lines lw 1.4 lc rgb '{}'", plot.data(rows), tint),
              legend);
  };
  lines(detach, colour::black, "motions that detach");
  lines(reach, colour::blue, "motions that reach P");
  plot.draw(fmt::format("{} using 1:2 with points pt 7 ps 1.4 lc rgb '{}'",
                        plot.data({{degrees(P.phi), P.rotation}}), colour::vermilion),
            "P: A = b = 0");
  out.figures.push_back(std::move(plot).finish(
      name, fmt::format("Modes of the sliding rod over angle and rotation, mu = {}", mu_text)));
  out.figures.back().height = 720;
}

}  // namespace

void add_regions(Reproduction& out) {
  add_plane(kRodMu, "5/3", "regions", out);
  add_plane(kLowMu, "1.45", "regions_low", out);
}

void add_critical_friction(Reproduction& out) {
  const ModelInstance rod = model("painleve-rod");
  CsvWriter csv({"angle_deg", "critical_friction"});
  Rows rows;
  for (int k = 10; k < 900; ++k) {
    const double phi = radians(0.1 * k);
    rows.push_back(
        {0.1 * k, critical_friction(*rod.system, Eigen::Vector3d(0.0, std::sin(phi), phi))});
    csv.row(rows.back());
  }
  const Least least = least_friction_of_rod();
  Plot plot("Critical friction of the sliding rod", "angle φ (deg)",
            "critical coefficient of friction μ_c");
  plot.set("xrange [0:90]").set("yrange [0:6]").set("xtics 15").set("key top center");
  plot.draw(
      fmt::format("{} using 1:2 with lines lw 2.5 lc rgb '{}'", plot.data(rows), colour::blue),
      "μ_c = (4 + tan^2 φ) / (3 tan φ)");
  plot.draw(fmt::format("{} using 1:2 with points pt 7 ps 1.2 lc rgb '{}'",
                        plot.data({{degrees(least.angle), least.friction}}), colour::vermilion),
            "least: 4/3 at 63.43 deg");
  out.figures.push_back(
      std::move(plot).finish("critical_friction", "Critical friction of the sliding rod"));
  out.data.push_back(std::move(csv).finish("critical_friction"));
}

void add_approach(Reproduction& out) {
  CsvWriter csv({"start_rotation", "time_left", "normal_force"});
  Plot plot("Normal force of the rod on its way to P, μ = 5/3", "t_c - t (s)", "λ_N (N), m = 1 kg");
  plot.set("logscale xy").set("format '10^{%L}'").set("xrange [1e-7:0.1]").set("key bottom left");
  const SingularPoint P = singular_point(kRodMu);
  const std::array tints = {colour::blue, colour::green, colour::orange};
  std::size_t k = 0;
  for (const double rotation : {0.0, 2.0, 3.0}) {
    const Slide slide = slide_from(kRodMu, 0.9 * P.phi, rotation);
    const double t_c = slide.singular_time();
    Rows rows;
    for (const Slide::Point& p : slide.points) {
      rows.push_back({t_c - p.t, p.normal_force});
      csv.row({rotation, t_c - p.t, p.normal_force});
    }
    plot.draw(fmt::format("{} using 1:2 with lines lw 2 lc rgb '{}'", plot.data(rows), tints[k++]),
              fmt::format("from φ' = {} rad/s", rotation));
  }
  plot.draw(fmt::format("60*x**(-1.0/3.0) with lines lw 1.4 dt (10,5) lc rgb '{}'", colour::black),
            "slope -1/3");
  out.figures.push_back(std::move(plot).finish("approach", "Normal force on the way to P"));
  out.data.push_back(std::move(csv).finish("approach"));
}

void add_small_friction(Reproduction& out) {
  CsvWriter csv({"inertia_per_mass", "best_arm", "arm_0.3"});
  Rows rows;
  for (int k = -24; k <= 0; ++k) {
    const double ratio = std::pow(10.0, 0.25 * k);
    rows.push_back(
        {ratio, inconsistent_from(ratio, std::sqrt(ratio)), inconsistent_from(ratio, 0.3)});
    csv.row(rows.back());
  }
  Plot plot("Simplified bounce model (reconstruction): where sliding becomes inconsistent",
            "J / m (m^2), h_0 = 1 m", "μ_I");
  plot.set("logscale xy").set("format '10^{%L}'").set("key top left").set("yrange [1e-3:30]");
  const std::string block = plot.data(rows);
  plot.draw(fmt::format("{} using 1:2 with points pt 7 ps 0.9 lc rgb '{}'", block, colour::blue),
            "simulator, arm a_0 = √(J/m)");
  plot.draw(fmt::format("2*sqrt(x) with lines lw 1.4 lc rgb '{}'", colour::blue), "2 √(J/m) / h_0");
  plot.draw(
      fmt::format("{} using 1:3 with points pt 5 ps 0.9 lc rgb '{}'", block, colour::vermilion),
      "simulator, a_0 = 0.3 m");
  plot.draw(fmt::format("(x+0.09)/0.3 with lines lw 1.4 dt (10,5) lc rgb '{}'", colour::vermilion),
            "(J + m a_0^2) / (m a_0 h_0)");
  out.figures.push_back(
      std::move(plot).finish("small_friction", "Critical friction of the bounce model over J/m"));
  out.data.push_back(std::move(csv).finish("small_friction"));
}

namespace {

constexpr std::size_t kThin = 20;  ///< every so many instants of an orbit are drawn and written

/// Instants of an orbit for curves: thinned, but for those at changes of mode.
std::vector<const Instant*> thinned(const Orbit& o) {
  std::vector<const Instant*> kept;
  for (std::size_t k = 0; k < o.instants.size(); ++k) {
    const bool change =
        (k > 0 && o.instants[k].modes != o.instants[k - 1].modes) ||
        (k + 1 < o.instants.size() && o.instants[k].modes != o.instants[k + 1].modes);
    if (k % kThin == 0 || change || k + 1 == o.instants.size()) kept.push_back(&o.instants[k]);
  }
  return kept;
}

void add_history(const Orbit& o, Reproduction& out) {
  Rows rows;
  const double start = o.instants.front().t;
  for (int turn = 0; turn < 2; ++turn) {
    for (const Instant* i : thinned(o)) {
      rows.push_back({i->t - start + turn * o.period, 1e3 * i->q[0], 1e3 * i->q[2], 1e3 * i->gap[0],
                      i->force[0]});
    }
  }
  Plot plot("Hopping of the simplified bounce model (reconstruction, R1), μ = 0.52: two periods",
            "time (s)", "mm, mrad, N");
  plot.set(fmt::format("xrange [0:{}]", 2.0 * o.period)).set("yrange [-26:40]");
  plot.set("key top center horizontal maxrows 2");
  plot.set("arrow from graph 0, first 0 to graph 1, first 0 nohead dt 3 lc rgb '#555555'");
  const std::string block = plot.data(rows);
  const auto curve = [&](int column, std::string_view tint, std::string_view legend) {
    plot.draw(fmt::format("{} using 1:{} with lines lw 2 lc rgb '{}'", block, column, tint),
              legend);
  };
  curve(2, colour::blue, "x (mm)");
  curve(3, colour::green, "φ (mrad)");
  curve(4, colour::vermilion, "g_N (mm)");
  curve(5, colour::grey, "λ_N (N)");
  out.figures.push_back(std::move(plot).finish("hopping", "Hopping orbit over time, mu = 0.52"));
}

void add_phase_plane(const Orbit& simplified, const Orbit& full, Reproduction& out) {
  Plot plot("Hopping orbits of the bounce models (reconstruction, R1)", "φ (mrad)", "φ' (rad/s)");
  plot.set("key top left").set("yrange [-2:1.5]");
  const auto orbit = [&](const Orbit& o, std::string_view tint, std::string_view legend) {
    Rows stick, flight, jump;
    for (const Instant* i : thinned(o)) {
      const std::vector<double> point = {1e3 * i->q[2], i->u[2]};
      const std::vector<double> gap = {kNone, kNone};
      const bool closed = i->modes[0] != Mode::open;
      stick.push_back(closed ? point : gap);
      flight.push_back(closed ? gap : point);
      if (!closed) jump = {point};  // the last of them: just before the landing
    }
    jump.push_back({1e3 * o.landing_q[2], o.landing_u[2]});
    plot.draw(fmt::format("{} using 1:2 with lines lw 2.4 lc rgb '{}'", plot.data(stick), tint),
              fmt::format("{}, stick", legend));
    plot.draw(fmt::format("{} using 1:2 with lines lw 1.6 dt (10,5) lc rgb '{}'", plot.data(flight),
                          tint),
              fmt::format("{}, flight", legend));
    plot.draw(fmt::format("{} using 1:2 with lines lw 1.6 dt 3 lc rgb '{}'", plot.data(jump), tint),
              "");
  };
  orbit(simplified, colour::blue, "simplified, μ = 0.52");
  orbit(full, colour::vermilion, "full, μ = 0.42");
  out.figures.push_back(
      std::move(plot).finish("hopping_phase", "Hopping orbits in the plane of phi and phi'"));
}

}  // namespace

void add_hopping(const Orbit& simplified, const Orbit& full, Reproduction& out) {
  add_history(simplified, out);
  add_phase_plane(simplified, full, out);
  CsvWriter csv({"model", "time", "x", "y", "phi", "v_x", "v_y", "v_phi", "gap", "normal_force",
                 "tangential_force"});
  for (const auto& [name, o] : {std::pair{kSimplified, &simplified}, std::pair{kFull, &full}}) {
    for (const Instant* i : thinned(*o)) {
      csv.row(name, {i->t - o->instants.front().t, i->q[0], i->q[1], i->q[2], i->u[0], i->u[1],
                     i->u[2], i->gap[0], i->force[0], i->force[1]});
    }
  }
  out.data.push_back(std::move(csv).finish("hopping_orbits"));
}

}  // namespace ricochet::papers::leine_brogliato_2001
