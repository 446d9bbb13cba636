#include <papers/rodriguez_bowling_2011/flight.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <papers/report.hpp>
#include <ricochet/files/figure.hpp>

namespace ricochet::papers::rodriguez_bowling_2011 {

namespace {

using Rows = std::vector<std::vector<double>>;

double energy(const Instant& i) { return i.ledger.kinetic + i.ledger.potential; }

}  // namespace

Flight fly(const Example& example, const ImpactLaw& law) {
  const ModelInstance m =
      model("ball-in-corner", {{"speed", example.speed}, {"height", example.height}});
  Recording recording;
  int on_ground = 0;
  recording.last = [&](const Event& e) {
    const bool ground =
        std::find(e.contacts.begin(), e.contacts.end(), kGround) != e.contacts.end();
    return e.kind == EventKind::impact && ground && ++on_ground == 2;
  };
  SimulationOptions options;
  options.until = 10.0;
  options.sample_step = 5e-3;
  record(*m.system, m.start, law, options, recording);
  Flight flight;
  flight.law = law.info().name;
  if (!recording.over()) return flight;
  flight.instants = recording.instants;
  for (const Event& e : recording.events) {
    if (e.kind == EventKind::impact) flight.impacts.push_back(e);
  }
  const double corner = flight.impacts.front().time;
  for (std::size_t k = 0; k < flight.instants.size(); ++k) {
    const Instant& i = flight.instants[k];
    if (i.t > corner) flight.highest_after = std::max(flight.highest_after, i.q[1]);
    if (k > 0) {
      flight.energy_gained =
          std::max(flight.energy_gained, energy(i) - energy(flight.instants[k - 1]));
    }
  }
  return flight;
}

std::vector<Flight> flights(const Example& example) {
  const ModelInstance m = model("ball-in-corner");
  ContactProblem corner = impact_of(example);
  for (std::size_t i = 0; i < 2; ++i) corner.contact[i] = m.system->info().contacts[i].parameters;
  std::vector<Flight> all = {fly(example, *find_law("bowling"))};
  for (const ImpactLaw* law : all_laws()) {
    if (law->info().name == "bowling" || !law->refusal(corner).empty()) continue;
    Flight flight = fly(example, *law);
    if (!flight.impacts.empty()) all.push_back(std::move(flight));
  }
  return all;
}

Table flight_table() {
  std::string note =
      "The motions of figures 4 to 7 under `bowling`, from the throw to the second impact on the "
      "ground, where the paper stops: a trajectory that is lower has the sign -1, energy is not to "
      "grow from one instant to the next. All laws that answer, mass 1 kg:\n\n"
      "| example | law | corner at (s) | highest after (m) | ground again at (s) | there q1 (m) | "
      "energy before, between, after (J) |\n|---|---|---|---|---|---|---|\n";
  Table t{"flights", "Figures 4-7: motions", "", {}};
  for (const Example& example : examples()) {
    const std::vector<Flight> all = flights(example);
    for (const Flight& f : all) {
      const auto after = [&](const Event& e) {
        return 0.5 *
                   (e.velocity_after[0] * e.velocity_after[0] +
                    e.velocity_after[1] * e.velocity_after[1] +
                    kInertiaRatio * kRadius * kRadius * e.velocity_after[2] * e.velocity_after[2]) +
               kGravity * e.q[1];
      };
      note +=
          fmt::format("| {} | {} | {:.4f} | {:.4f} | {:.4f} | {:.4f} | {:.3f}, {:.3f}, {:.3f} |\n",
                      example.number, f.law, f.impacts.front().time, f.highest_after,
                      f.impacts[1].time, f.impacts[1].q[0], energy(f.instants.front()),
                      after(f.impacts.front()), after(f.impacts.back()));
    }
    const Flight& f = all.front();
    const std::string row = fmt::format("sec. 5.{}, figs. {} and {}", example.number,
                                        2 * example.number + 2, 2 * example.number + 3);
    add_entry(t, row, "impacts until the ground is struck again", "", "2",
              static_cast<double>(f.impacts.size()));
    add_entry(t, row, "sign of the change of the highest point", "", "-1",
              f.highest_after < example.height ? -1.0 : 1.0);
    add_entry(t, row, "largest growth of energy", "J", "0e-9", f.energy_gained);
  }
  t.note = std::move(note);
  return t;
}

namespace {

void add_trajectories(const Example& example, const std::vector<Flight>& all, Reproduction& out) {
  const int number = 2 * example.number + 2;
  Plot plot(
      fmt::format("Fig. {}: the ball in the corner, θ = {:.1f} deg", number, example.angle_deg()),
      "q_1 (m)", "q_2 (m)");
  const double wall = example.distance() + kRadius;
  const double top = example.height + kRadius;
  plot.set("size ratio -1").set(fmt::format("xrange [-0.8:{}]", wall + 0.15));
  plot.set(fmt::format("yrange [-0.15:{}]", top + 0.9));
  plot.set("bmargin 5").set("key at screen 0.53,0.015 center bottom vertical maxrows 1");
  plot.set(fmt::format("arrow from -0.8,0 to {0},0 nohead lw 2", wall));
  plot.set(fmt::format("arrow from {0},0 to {0},{1} nohead lw 2", wall, top));
  // The ball under `bowling`, with a radius that shows its turning.
  Rows circles, spokes;
  double next = 0.0;
  for (const Instant& i : all.front().instants) {
    if (i.t < next) continue;
    next = i.t + 0.1;
    circles.push_back({i.q[0], i.q[1], kRadius});
    spokes.push_back({i.q[0], i.q[1], kRadius * std::cos(i.q[2]), kRadius * std::sin(i.q[2])});
  }
  plot.draw(
      fmt::format("{} using 1:2:3 with circles fs empty border lc rgb '#BBBBBB' lc rgb '#BBBBBB'",
                  plot.data(circles)),
      "");
  plot.draw(fmt::format("{} using 1:2:3:4 with vectors nohead lc rgb '#BBBBBB'", plot.data(spokes)),
            "");
  const std::array tints = {colour::blue, colour::vermilion, colour::green, colour::orange,
                            colour::purple};
  for (std::size_t k = 0; k < all.size(); ++k) {
    Rows rows;
    for (const Instant& i : all[k].instants) {  // they differ after the corner only
      if (k == 0 || i.t >= all[k].impacts.front().time) rows.push_back({i.q[0], i.q[1]});
    }
    plot.draw(fmt::format("{} using 1:2 with lines lw {} {} lc rgb '{}'", plot.data(rows),
                          k == 0 ? 2.4 : 1.6, k == 0 ? "" : "dt (10,5)", tints[k % tints.size()]),
              all[k].law);
  }
  out.figures.push_back(std::move(plot).finish(fmt::format("fig{}", number),
                                               fmt::format("Fig. {}: trajectories", number)));
}

void add_energy(const Example& example, const Flight& flight, Reproduction& out) {
  const int number = 2 * example.number + 3;
  Rows rows;
  for (const Instant& i : flight.instants) {
    rows.push_back({i.t, i.ledger.kinetic, i.ledger.potential, energy(i)});
  }
  Plot plot(fmt::format("Fig. {}: energy of the ball (1 kg) under bowling, θ = {:.1f} deg", number,
                        example.angle_deg()),
            "time (s)", "energy (J)");
  plot.set("xrange [0:*]").set("yrange [0:*]").set("key top right");
  const std::string block = plot.data(rows);
  const auto curve = [&](int column, std::string_view tint, std::string_view legend) {
    plot.draw(fmt::format("{} using 1:{} with lines lw 2.2 lc rgb '{}'", block, column, tint),
              legend);
  };
  curve(4, colour::black, "total");
  curve(2, colour::blue, "kinetic");
  curve(3, colour::vermilion, "potential");
  out.figures.push_back(
      std::move(plot).finish(fmt::format("fig{}", number), fmt::format("Fig. {}: energy", number)));
}

}  // namespace

void add_flights(Reproduction& out) {
  CsvWriter csv({"law", "example", "time", "q1", "q2", "q3", "q1_velocity", "q2_velocity",
                 "q3_velocity", "kinetic_energy", "potential_energy"});
  for (const Example& example : examples()) {
    const std::vector<Flight> all = flights(example);
    add_trajectories(example, all, out);
    add_energy(example, all.front(), out);
    for (const Flight& f : all) {
      for (const Instant& i : f.instants) {
        csv.row(f.law, {static_cast<double>(example.number), i.t, i.q[0], i.q[1], i.q[2], i.u[0],
                        i.u[1], i.u[2], i.ledger.kinetic, i.ledger.potential});
      }
    }
  }
  out.data.push_back(std::move(csv).finish("fig4_fig7"));
}

}  // namespace ricochet::papers::rodriguez_bowling_2011
