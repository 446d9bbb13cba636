#include <papers/rodriguez_bowling_2011/landscape.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <papers/report.hpp>
#include <ricochet/files/figure.hpp>

namespace ricochet::papers::rodriguez_bowling_2011 {

namespace {

SlipProblem slip_of(const Example& example, Eigen::Index objective) {
  BowlingReduction r;
  r.contacts = {kGround, kWall};
  [[maybe_unused]] const Reduced how = reduce(impact_of(example), {.objective = {objective}},
                                              r);  // posed: the normals are compatible
  return r.slip;
}

/// The tangential velocity of a contact at a spin, the other velocities after the impact given by (17).
double tangential_velocity(const Example& example, Eigen::Index contact, double spin) {
  const double centre = contact == kGround ? example.speed : example.sinking();
  return -kRestitution * centre + kRadius * spin;
}

/// Where the points are feasible, as intervals of spin.
std::vector<std::pair<double, double>> feasible_ranges(const Landscape& l) {
  std::vector<std::pair<double, double>> ranges;
  bool inside = false;
  for (const Landscape::Point& p : l.points) {
    if (p.feasible && !inside) ranges.emplace_back(p.spin, p.spin);
    if (p.feasible) ranges.back().second = p.spin;
    inside = p.feasible;
  }
  return ranges;
}

}  // namespace

Landscape landscape_of(const Example& example, double from, double to, int count) {
  const SlipProblem ground = slip_of(example, kGround);
  const SlipProblem wall = slip_of(example, kWall);
  Landscape l;
  for (int k = 0; k <= count; ++k) {
    Landscape::Point p;
    p.spin = from + (to - from) * k / count;
    const auto at = [&](Eigen::Index contact) {
      return Eigen::VectorXd::Constant(1, tangential_velocity(example, contact, p.spin));
    };
    p.by_ground = ground.objective(at(kGround));
    p.by_wall = wall.objective(at(kWall));
    p.feasible = ground.violation(at(kGround)) <= 1e-12;
    l.points.push_back(p);
  }
  for (const Eigen::Index contact : {kGround, kWall}) {
    const double spin = bowling(example, {contact}).u[2];
    const SlipProblem& slip = contact == kGround ? ground : wall;
    l.minima[static_cast<std::size_t>(contact)] = {
        spin,
        slip.objective(Eigen::VectorXd::Constant(1, tangential_velocity(example, contact, spin)))};
  }
  return l;
}

void add_landscape(const Example& example, Reproduction& out) {
  constexpr double from = -20.0;
  constexpr double to = 20.0;
  const Landscape l = landscape_of(example, from, to, 2000);
  CsvWriter csv({"spin_after", "objective_ground", "objective_wall", "feasible"});
  std::vector<std::vector<double>> ground, wall;
  for (const Landscape::Point& p : l.points) {
    csv.row({p.spin, p.by_ground, p.by_wall, p.feasible ? 1.0 : 0.0});
    ground.push_back({p.spin, p.by_ground});
    wall.push_back({p.spin, p.by_wall});
  }
  const std::string title = fmt::format("Example {}, θ = {:.1f} deg: objective over the free spin",
                                        example.number, example.angle_deg());
  Plot plot(title, "spin after the impact, rad/s", "objective (27), (28)");
  plot.set(fmt::format("xrange [{}:{}]", from, to)).set("yrange [0:40]");
  plot.set("bmargin 8").set("key at screen 0.53,0.015 center bottom vertical maxrows 3");
  int object = 0;
  for (const auto& [lo, hi] : feasible_ranges(l)) {
    plot.set(fmt::format(
        "object {} rectangle from first {}, graph 0 to first {}, graph 1 fc rgb '#DDEBF5' "
        "fs solid noborder behind",
        ++object, lo, hi));
  }
  plot.draw("keyentry with points pt 5 ps 2 lc rgb '#DDEBF5'", "feasible: |p_t| ≥ μp_n ≥ 0");
  const std::array<std::string_view, 2> colours = {colour::blue, colour::vermilion};
  const std::array<std::vector<std::vector<double>>*, 2> curves = {&ground, &wall};
  for (std::size_t i = 0; i < 2; ++i) {
    const Landscape::Minimum& m = l.minima[i];
    plot.draw(
        fmt::format("{} using 1:2 with lines lw 2.2 {} lc rgb '{}'", plot.data(*curves[i]),
                    i == 0 ? "" : "dt (10,5)", colours[i]),
        fmt::format("v_t of the {} in it: minimum at {:.3f} rad/s", kContactNames[i], m.spin));
    plot.draw(fmt::format("{} using 1:2 with points pt 7 ps 1.6 lc rgb '{}'",
                          plot.data({{m.spin, m.value}}), colours[i]),
              "");
  }
  const std::string name = fmt::format("objective{}", example.number);
  out.figures.push_back(std::move(plot).finish(
      name, fmt::format("Objective of example {} over the free spin", example.number)));
  out.figures.back().height = 660;
  out.data.push_back(std::move(csv).finish(name));
}

}  // namespace ricochet::papers::rodriguez_bowling_2011
