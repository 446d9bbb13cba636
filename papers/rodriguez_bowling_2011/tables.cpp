#include <papers/rodriguez_bowling_2011/tables.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <papers/report.hpp>
#include <ricochet/lcp/dense.hpp>

namespace ricochet::papers::rodriguez_bowling_2011 {

namespace {

/// What a table prints: q1, q2, q3 before and after, their velocities before and after.
struct PrintedStates {
  std::array<std::string_view, 3> position, before, after;
};
const PrintedStates& printed(const Example& example) {
  static constexpr PrintedStates table1 = {
      {"3.614", "0.500", "0.0"}, {"8.0", "-4.430", "0.0"}, {"-4.0", "2.215", "8.0"}};
  static constexpr PrintedStates table2 = {
      {"3.833", "0.500", "0.0"}, {"4.0", "-9.391", "0.0"}, {"-2.0", "4.696", "-7.823"}};
  return example.number == 1 ? table1 : table2;
}

/// q2' before the impact, from the printed distance: time = distance / speed, q2' = -2 fall / time.
Implication by_flight(const Example& example, double factor) {
  const Interval distance = Printed(printed(example).position[0]).interval();
  const Interval sinking = exactly(-2.0 * factor * example.fall() * example.speed) / distance;
  return {sinking, "the table's own distance, speed and fall by free flight", ""};
}

double loss_percent(const ImpactOutcome& out) {
  return 100.0 * out.energy.dissipation / out.energy.before;
}

std::string answers_of(const Example& example) {
  std::string text =
      "| law | q1' | q2' | q3' | L_N ground | L_T ground | L_N wall | L_T wall | energy lost (%) | "
      "status |\n|---|---|---|---|---|---|---|---|---|---|\n";
  for (const LawAnswer& a : side_by_side(example)) {
    const ImpactOutcome& o = a.outcome;
    text += fmt::format("| {} |", a.law);
    for (const Eigen::VectorXd& numbers : {o.u, o.impulse}) {
      for (const double v : numbers) text += fmt::format(" {:.4f} |", std::abs(v) < 5e-13 ? 0 : v);
    }
    text += fmt::format(" {:.2f} | {} |\n", loss_percent(o), to_string(o.status));
  }
  return text;
}

/// How the printed spin lies to the limit of pressing impulses, if the minimum is there.
std::string at_the_limit(const Example& example, double spin) {
  const ImpactOutcome out = bowling(example);
  if (out.impulse[2 * kWall] > 0.0) return {};
  // One contact velocity is free, so everything is linear in the spin: take the slope from two answers.
  const ImpactOutcome other = bowling(example, {kGround});
  const double slope = other.impulse[2 * kWall] / (other.u[2] - out.u[2]);
  return fmt::format(
      "the minimum lies where the normal impulse of the wall vanishes, and the printed value has "
      "{:.1e} N s per kg there, on the pressing side: an optimiser may have stopped short",
      slope * (spin - out.u[2]));
}

}  // namespace

Table state_table(const Example& example) {
  const PrintedStates& p = printed(example);
  const ImpactOutcome out = bowling(example);
  Table t{
      fmt::format("table{}", example.number),
      fmt::format("Table {}: thrown at {} m/s from {} m", example.number, example.speed,
                  example.height),
      "The initial state is taken as exact. The flight is the parabola; the impact is resolved by "
      "`bowling`, which puts the tangential velocity that is larger before the impact into the "
      "objective. With the other one, and under other laws with e = 0.5 and kinetic friction "
      "0.25, for a mass of 1 kg:\n\n" +
          answers_of(example),
      {}};
  const std::array<std::string_view, 3> velocity = {"q1'", "q2'", "q3'"};
  const std::array<std::string_view, 3> unit = {"m/s", "m/s", "rad/s"};
  for (const std::string_view row : {"before the impact", "after the impact"}) {
    add_entry(t, std::string(row), "q1", "m", p.position[0], example.distance());
    add_entry(t, std::string(row), "q2", "m", p.position[1], kRadius);
    add_entry(t, std::string(row), "q3", "rad", p.position[2], 0.0);
    const bool before = row == "before the impact";
    for (std::size_t i = 0; i < 3; ++i) {
      std::vector<Implication> implications;
      std::string sensitivity;
      if (i == 1) implications.push_back(by_flight(example, before ? 1.0 : -kRestitution));
      if (i == 2 && !before) sensitivity = at_the_limit(example, Printed(p.after[i]).value());
      const double computed = before ? impact_of(example).u[static_cast<Eigen::Index>(i)]
                                     : out.u[static_cast<Eigen::Index>(i)];
      add_entry(t, std::string(row), velocity[i], unit[i], before ? p.before[i] : p.after[i],
                computed, std::move(implications), std::move(sensitivity));
    }
  }
  return t;
}

namespace {

/// Largest difference, over the impulses, between the impulses of the law and (24) to the letter with
/// each of the four velocities eliminated in turn through (6).
double difference_to_24(const Example& example) {
  const ContactProblem p = impact_of(example);
  const ImpactOutcome out = bowling(example);
  const Eigen::Vector4d c(1.0, 1.0, 1.0, -1.0);  // (6); the normal of the wall points to the ball
  double worst = 0.0;
  for (Eigen::Index gone = 0; gone < 4; ++gone) {
    MatrixXd z_star = MatrixXd::Zero(4, 3);
    MatrixXd keep = MatrixXd::Zero(3, 4);
    for (Eigen::Index row = 0, k = 0; row < 4; ++row) {
      if (row == gone) continue;
      z_star(row, k) = 1.0;
      z_star(gone, k) = -c[row] / c[gone];
      keep(k++, row) = 1.0;
    }
    MatrixXd z, p_star;
    const MatrixXd mobility = keep * p.G * keep.transpose();
    const bool solved = cholesky_solve(z_star.transpose() * z_star, z_star.transpose(), z) &&
                        cholesky_solve(mobility, keep * (out.gamma - p.gamma), p_star);
    if (!solved) return 1.0;
    worst = std::max(worst, (z.transpose() * p_star - out.impulse).cwiseAbs().maxCoeff());
  }
  return worst / out.impulse.cwiseAbs().maxCoeff();
}

/// What the curve (33) gives at a sliding speed.
double friction_at(double speed) {
  SlipProblem curve;
  curve.reset(1, 1);
  curve.mu_static[0] = kStatic;
  curve.mu_min[0] = kKinetic;
  return curve.friction(0, speed);
}

}  // namespace

Table statements() {
  Table t{
      "statements",
      "Statements of the text",
      "Angles are those of the velocity to the ground just before the impact. A contact that is "
      "said to stick has v_t = 0 after the impact; an energy that decreases has the sign -1. "
      "Impulses (24) with each of the four contact velocities eliminated in turn are compared with "
      "those of the law, which uses the pseudo-inverse of the Delassus matrix.",
      {}};
  const auto& [first, second] = examples();
  add_entry(t, "sec. 5.1, theta about 30", "angle", "deg", "30", first.angle_deg(), {},
            "the text says approximately");
  add_entry(t, "sec. 5.2, theta about 60", "angle", "deg", "60", second.angle_deg(), {},
            "the text says approximately");
  add_entry(t, "sec. 4.2, friction curve", "mu at 0 m/s", "", "0.5", friction_at(0.0));
  add_entry(t, "sec. 4.2, friction curve", "mu at 0.001 m/s", "", "0.25", friction_at(1e-3));

  const ImpactOutcome one = bowling(first);
  const ImpactOutcome two = bowling(second);
  add_entry(t, "sec. 5.1, ground sticks", "v_t of the ground after", "m/s", "0.000", one.gamma[1]);
  const PrintedStates& p = printed(second);
  const Interval slip =
      Printed(p.after[1]).interval() + exactly(kRadius) * Printed(p.after[2]).interval();
  add_entry(t, "sec. 5.2, wall sticks", "v_t of the wall after", "m/s", "0.000", two.gamma[3],
            {{slip, "table 2's own q2' and q3' by q2' + R q3'", ""}});
  const auto sign = [](double v) { return v > 0.0 ? 1.0 : v < 0.0 ? -1.0 : 0.0; };
  add_entry(t, "sec. 5.1, energy decreases", "sign of the change", "", "-1",
            sign(one.energy.change));
  add_entry(t, "sec. 5.2, energy decreases", "sign of the change", "", "-1",
            sign(two.energy.change));
  add_entry(t, "sec. 5, example 1, any velocity eliminated", "difference of impulses", "", "0e-12",
            difference_to_24(first));
  add_entry(t, "sec. 5, example 2, any velocity eliminated", "difference of impulses", "", "0e-12",
            difference_to_24(second));
  return t;
}

Csv law_data() {
  CsvWriter csv({"law", "example", "q1_velocity", "q2_velocity", "q3_velocity", "ground_L_N",
                 "ground_L_T", "wall_L_N", "wall_L_T", "energy_before", "energy_after"});
  for (const Example& example : examples()) {
    for (const LawAnswer& a : side_by_side(example)) {
      const ImpactOutcome& o = a.outcome;
      csv.row(a.law, {static_cast<double>(example.number), o.u[0], o.u[1], o.u[2], o.impulse[0],
                      o.impulse[1], o.impulse[2], o.impulse[3], o.energy.before, o.energy.after});
    }
  }
  return std::move(csv).finish("laws");
}

}  // namespace ricochet::papers::rodriguez_bowling_2011
