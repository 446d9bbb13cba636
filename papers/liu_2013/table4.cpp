#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include <papers/liu_2013/impact.hpp>
#include <papers/liu_2013/tables.hpp>
#include <papers/report.hpp>
#include <ricochet/files/figure.hpp>

namespace ricochet::papers::liu_2013 {

namespace {

struct Column {
  std::string_view name, unit;
  PrintedPair PrintedCase::*printed;
  double PostImpact::*value;
};
constexpr std::array<Column, 3> kColumns = {
    {{"v_1", "m/s", &PrintedCase::v_1, &PostImpact::v_1},
     {"theta'", "rad/s", &PrintedCase::theta, &PostImpact::theta},
     {"v_2", "m/s", &PrintedCase::v_2, &PostImpact::v_2}}};

/// Cases 2 to 9.
std::span<const PrintedCase> compared() { return printed_cases().subspan(1); }

/// v_1 = v_2 + (h_2 - h_1) theta' by eq. 3.1, from the other two numbers of the column.
Implication by_rotation(const PrintedCase& c, const Column& column) {
  const Interval lever = {33.5e-3, 33.55e-3};  // of the printed set, of the reconstruction
  const Interval v_1 = Printed(c.v_1.computed).interval();
  const Interval v_2 = Printed(c.v_2.computed).interval();
  const Interval theta = Printed(c.theta.computed).interval();
  if (column.name == "v_1") return {v_2 + lever * theta, "v_2 and theta' by eq. 3.1", ""};
  if (column.name == "v_2") return {v_1 - lever * theta, "v_1 and theta' by eq. 3.1", ""};
  return {(v_1 - v_2) / lever, "v_1 and v_2 by eq. 3.1", ""};
}

/// The ratio of velocities at D that the paper's own row asks for, with the impulse that gives the
/// disc its v_2; the friction of the ground, at most mu of the little it carries, is left out.
double implied_restitution(const PrintedCase& c) {
  const Setting s = setting(c.number, ParameterSet::printed);
  const double v_2 = Printed(c.v_2.computed).value();
  const double theta = Printed(c.theta.computed).value();
  const double ball = s.v_b - s.m_d * v_2 / s.m_b;
  return (v_2 - s.b * theta - ball) / s.v_b;
}

/// How well the reconstruction could do at all.
std::string inferred(const Entry& e, int number, const Quantity& quantity) {
  const Interval range = over_inferred(number, quantity);
  return fmt::format(
      "{:.2f} % off; half a unit in the last digits of the inferred b, v_b and r spans "
      "{} "
      "to {}",
      100.0 * std::abs(e.computed / e.printed.value() - 1.0), e.printed.beside(range.lo),
      e.printed.beside(range.hi));
}

std::vector<Comparison> side_by_side() {
  std::vector<Comparison> rows;
  for (const PrintedCase& c : compared()) {
    const PostImpact model = resolve(setting(c.number, ParameterSet::printed));
    const PostImpact again = resolve(setting(c.number, ParameterSet::reconstruction));
    for (const Column& column : kColumns) {
      const PrintedPair& p = c.*column.printed;
      rows.push_back({fmt::format("{}", c.number), std::string(column.name),
                      std::string(column.unit), Printed(p.measured), p.band(), Printed(p.computed),
                      model.*column.value, again.*column.value});
    }
  }
  return rows;
}

std::string remarks(const std::vector<Comparison>& rows) {
  const auto inside = [&](auto value) {
    return std::count_if(rows.begin(), rows.end(),
                         [&](const Comparison& c) { return c.band.contains(value(c)); });
  };
  return fmt::format(
      "Inside the band of the trials are {} of the {} numbers of the paper and {} of the printed "
      "model. The printed row of case 6 asks for a restitution of {:.2f} at D with its own b and "
      "v_b (table 3: 0.7043). The band of theta' of case 3 is printed 0.507 downwards, probably "
      "0.0507.",
      inside([](const Comparison& c) { return c.paper.value(); }), rows.size(),
      inside([](const Comparison& c) { return c.model; }), implied_restitution(printed_cases()[5]));
}

std::string note(ParameterSet set) {
  if (set == ParameterSet::reconstruction) {
    return "Not the model: settings found by inversion of tables 4 and 5, a reconstruction of what "
           "was probably computed. r = 37.55 mm, also for laser 2; friction at D pushes the way "
           "the "
           "disc slides, with mu_D from the first instant, which no friction does; stiffness of "
           "the "
           "ground 10 k_D; case 6: b = 16.5 mm, v_b = 0.353 m/s; case 7: b = 17.0 mm, v_b = 0.295 "
           "m/s; case 8: b = -3.0 mm. Ranges: rounding of b and v_b where they are those of table "
           "2.";
  }
  return "The equations and tables as printed. Ranges: rounding of b, v_b, r and table 3. "
         "Experiment: mean, smallest and largest of five trials.";
}

}  // namespace

Table table4(ParameterSet set) {
  const bool printed = set == ParameterSet::printed;
  Table t{printed ? "table4" : "table4_reconstruction",
          printed ? "Table 4: velocities after the impact, printed parameters"
                  : "Table 4: velocities after the impact, reconstruction",
          note(set),
          {}};
  if (printed) {
    t.comparison = side_by_side();
    t.remarks = remarks(t.comparison);
  }
  for (const PrintedCase& c : compared()) {
    const PostImpact o = resolve(setting(c.number, set));
    for (const Column& column : kColumns) {
      const Quantity quantity = [&](const PostImpact& x) { return x.*column.value; };
      Entry e = entry(fmt::format("case {}", c.number), column.name, column.unit,
                      (c.*column.printed).computed, o.*column.value);
      e.range = over_inputs(c.number, set, quantity);
      e.implications = {by_rotation(c, column)};
      if (!e.agrees()) {
        e.sensitivity = printed ? decomposed(c.number, quantity, e.printed.decimals())
                                : inferred(e, c.number, quantity);
      }
      t.file(std::move(e));
    }
  }
  t.rest_on(printed ? Basis::printed_model : Basis::reconstruction);
  return t;
}

Csv table4_data() {
  CsvWriter csv({"quantity", "case", "experiment", "experiment_low", "experiment_high", "paper",
                 "printed_model", "reconstruction"});
  for (const Column& column : kColumns) {
    for (const PrintedCase& c : compared()) {
      const PrintedPair& p = c.*column.printed;
      const Interval trials = p.band();
      csv.row(column.name,
              {static_cast<double>(c.number), p.mean(), trials.lo, trials.hi, p.by_paper(),
               resolve(setting(c.number, ParameterSet::printed)).*column.value,
               resolve(setting(c.number, ParameterSet::reconstruction)).*column.value});
    }
  }
  return std::move(csv).finish("table4_comparison");
}

/// Everything as it differs from the mean of the experiment, so that the bands can be seen.
void add_table4_figures(Reproduction& out) {
  struct Panel {
    std::size_t column;
    std::string_view name, what, axis;
  };
  for (const Panel& panel :
       {Panel{1, "table4", "angular velocity", "θ' - mean of the trials (rad/s)"},
        Panel{0, "table4_v1", "velocity of p_1", "v_1 - mean of the trials (m/s)"},
        Panel{2, "table4_v2", "velocity of p_2", "v_2 - mean of the trials (m/s)"}}) {
    const Column& column = kColumns[panel.column];
    Plot plot(fmt::format("Table 4: {} after the impact, beside the experiment", panel.what),
              "case", panel.axis);
    plot.set("xrange [1.5:9.5]").set("xtics 1").set("bmargin 7.4");
    plot.set("key at screen 0.53,0.015 center bottom vertical maxrows 2");
    plot.set("offsets 0, 0, graph 0.06, graph 0.06");
    plot.set("arrow from graph 0, first 0 to graph 1, first 0 nohead dt 3 lc rgb '#555555'");
    std::vector<std::vector<double>> trials, paper, model, again;
    for (const PrintedCase& c : compared()) {
      const PrintedPair& p = c.*column.printed;
      const double mean = p.mean();
      const double at = c.number;
      trials.push_back({at, 0.0, p.band().lo - mean, p.band().hi - mean});
      paper.push_back({at + 0.14, p.by_paper() - mean});
      model.push_back(
          {at - 0.14, resolve(setting(c.number, ParameterSet::printed)).*column.value - mean});
      again.push_back(
          {at + 0.28,
           resolve(setting(c.number, ParameterSet::reconstruction)).*column.value - mean});
    }
    plot.draw(fmt::format("{} using 1:2:3:4 with yerrorbars pt 7 ps 0.8 lw 1.5 lc rgb '{}'",
                          plot.data(trials), colour::black),
              "experiment and band");
    const auto points = [&](const auto& rows, int type, std::string_view tint,
                            std::string_view legend) {
      plot.draw(fmt::format("{} using 1:2 with points pt {} ps 1.2 lw 2 lc rgb '{}'",
                            plot.data(rows), type, tint),
                legend);
    };
    points(model, 5, colour::blue, "model, printed parameters");
    points(paper, 4, colour::purple, "paper");
    points(again, 2, colour::vermilion, "reconstruction");
    Figure figure =
        std::move(plot).finish(std::string(panel.name), fmt::format("Table 4: {}", panel.what));
    figure.height = 660;
    out.figures.push_back(std::move(figure));
  }
}

}  // namespace ricochet::papers::liu_2013
