#include <papers/payr_glocker_2005/sliding.hpp>

#include <cmath>

#include <fmt/format.h>

#include <papers/payr_glocker_2005/bar.hpp>
#include <papers/report.hpp>
#include <ricochet/files/figure.hpp>
#include <ricochet/impact/moreau.hpp>

namespace ricochet::papers::payr_glocker_2005 {

namespace {

using Rows = std::vector<std::vector<double>>;
constexpr double kBelow = 0.5, kAbove = 5.0 / 3.0;  ///< coefficients of friction of figs. 4 and 5

bool meets_impact(double mu, double phi_deg, double velocity) {
  return slide_bar(mu, phi_deg, velocity, 1.0, 0.0).impact() != nullptr;
}

/// Of the angles 2.5, 7.5, ... 177.5 deg, those at which the sliding bar meets an impact.
int angles_with_impact(double mu, double velocity, double from = 0.0, double to = 180.0) {
  int count = 0;
  for (double phi = 2.5; phi < 180.0; phi += 5.0) {
    if (phi > from && phi < to && meets_impact(mu, phi, velocity)) ++count;
  }
  return count;
}

/// The tangential velocity of the tip at an instant.
double tip_velocity(const Instant& i) { return i.u[0] - std::sin(i.q[2]) * i.u[2]; }

/// What happens to the bar that is locked at the start, without restitution.
std::string afterwards(double phi_deg) {
  const SlidingBar bar = slide_bar(kAbove, phi_deg, 1.0, 0.0, 5.0);
  std::string text = fmt::format("{} deg: locked", phi_deg);
  for (const Event& e : bar.recording.events) {
    if (e.kind == EventKind::collisionless_impact) continue;
    if (e.kind == EventKind::open)
      return text + fmt::format(", leaves the ground at {:.3f} s", e.time);
    if (e.kind == EventKind::slip) text += fmt::format(", slides back from {:.3f} s on", e.time);
    if (e.kind == EventKind::impact) return text + fmt::format(", lies at {:.3f} s", e.time);
  }
  return text;
}

}  // namespace

const Event* SlidingBar::impact() const {
  for (const Event& e : recording.events) {
    if (e.kind == EventKind::collisionless_impact) return &e;
  }
  return nullptr;
}

SlidingBar slide_bar(double mu, double phi_deg, double velocity, double eps, double until) {
  const ModelInstance m = model("bar", {{"angle", radians(phi_deg)},
                                        {"friction", mu},
                                        {"restitution", eps},
                                        {"tangential_restitution", eps},
                                        {"tangential_velocity", velocity},
                                        {"normal_velocity", 0.0}});
  SlidingBar bar;
  bar.recording.last = [](const Event& e) { return e.kind == EventKind::impact; };
  SimulationOptions options;
  options.until = until;
  options.sample_step = 2e-3;
  const Moreau law;
  record(*m.system, m.start, law, options, bar.recording);
  return bar;
}

Table sliding_table() {
  Table t{
      "sliding",
      "Section 6: the bar that slides",
      fmt::format(
          "The simulator starts the slender bar with its tip on the ground, gN- = 0, |gT-| = 1 "
          "m/s. "
          "Entries: at how many of 36 angles (2.5, 7.5, ... deg) it meets an impact without "
          "collision; the text tells of none with sub-critical friction, and of all in the grey "
          "bands of fig. 5. What follows the locking is not told; without restitution, {}; {}; "
          "{}.",
          afterwards(50.0), afterwards(60.0), afterwards(75.0)),
      {}};
  for (const double velocity : {1.0, -1.0}) {
    add_entry(t, fmt::format("mu = 1/2, gT- = {:+.0f} m/s, all angles", velocity),
              "angles with an impact", "", "0", angles_with_impact(kBelow, velocity));
  }
  // 47.5, 52.5, ... 72.5 deg lie in the band from 45 to 75.964 deg, their mirrors in the upper one.
  add_entry(t, "mu = 5/3, gT- = +1 m/s, lower band", "angles with an impact", "", "6",
            angles_with_impact(kAbove, 1.0, 45.0, 75.963757));
  add_entry(t, "mu = 5/3, gT- = +1 m/s, other angles", "angles with an impact", "", "0",
            angles_with_impact(kAbove, 1.0) - angles_with_impact(kAbove, 1.0, 45.0, 75.963757));
  add_entry(t, "mu = 5/3, gT- = -1 m/s, upper band", "angles with an impact", "", "6",
            angles_with_impact(kAbove, -1.0, 104.036243, 135.0));
  add_entry(t, "mu = 5/3, gT- = -1 m/s, other angles", "angles with an impact", "", "0",
            angles_with_impact(kAbove, -1.0) - angles_with_impact(kAbove, -1.0, 104.036243, 135.0));
  const SlidingBar locked = slide_bar(kAbove, 60.0, 1.0, 1.0, 0.0);
  const Event& e = *locked.impact();
  const double s = std::sin(e.q[2]), c = std::cos(e.q[2]);
  const auto tip = [&](const Eigen::VectorXd& u) {
    return Eigen::Vector2d(u[1] - c * u[2], u[0] - s * u[2]);
  };
  const std::string row = "mu = 5/3, phi = 60 deg, eps = 1, gT- = +1 m/s";
  add_entry(t, row, "gN+", "m/s", "0.0", tip(e.velocity_after)[0]);
  add_entry(t, row, "gT+ / gT-", "", "-1.0", tip(e.velocity_after)[1] / tip(e.velocity_before)[1]);
  return t;
}

void add_sliding(Reproduction& out) {
  CsvWriter csv({"friction", "restitution", "time", "tip_velocity", "tip_height", "angle_deg"});
  Plot plot("Section 6: the bar slides on its tip from φ = 60 deg with 1 m/s", "time (s)",
            "γ_T (m/s), s = 1 m");
  plot.set("xrange [-0.02:0.5]").set("yrange [-1.1:1.1]").set("key bottom right");
  plot.set("arrow from graph 0, first 0 to graph 1, first 0 nohead dt 3 lc rgb '#555555'");
  struct Run {
    double mu, eps;
    std::string_view tint, legend;
  };
  for (const Run& run : {Run{kBelow, 0.0, colour::black, "μ = 1/2"},
                         Run{kAbove, 0.0, colour::blue, "μ = 5/3, ε_N = ε_T = 0"},
                         Run{kAbove, 1.0, colour::vermilion, "μ = 5/3, ε_N = ε_T = 1"}}) {
    const SlidingBar bar = slide_bar(run.mu, 60.0, 1.0, run.eps, 0.5);
    Rows rows = {{-0.02, 1.0}, {0.0, 1.0}};  // before
    for (const Instant& i : bar.recording.instants) {
      rows.push_back({i.t, tip_velocity(i)});
      csv.row({run.mu, run.eps, i.t, rows.back()[1], i.gap[0], degrees(i.q[2])});
    }
    plot.draw(fmt::format("{} using 1:2 with lines lw 2 lc rgb '{}'", plot.data(rows), run.tint),
              run.legend);
  }
  out.figures.push_back(
      std::move(plot).finish("sliding_bar", "Section 6: tangential velocity of the sliding bar"));
  out.data.push_back(std::move(csv).finish("sliding_bar"));
}

}  // namespace ricochet::papers::payr_glocker_2005
