#include <array>
#include <functional>

#include <fmt/format.h>

#include <papers/liu_2013/impact.hpp>
#include <papers/liu_2013/printed.hpp>
#include <papers/liu_2013/tables.hpp>
#include <papers/report.hpp>
#include <ricochet/files/figure.hpp>

namespace ricochet::papers::liu_2013 {

namespace {

using Rows = std::vector<std::vector<double>>;
constexpr std::array<double, 3> kSpeeds = {0.275, 0.433, 0.353};  ///< m/s, of cases 2, 5, 8

/// The impact at one position. Velocities over v_b: with one exponent for all springs they do not
/// depend on it.
struct Sample {
  double ratio;
  PostImpact per_speed;

  PostImpact at(double v_b) const {
    PostImpact o = per_speed;
    for (double* v : {&o.theta, &o.v_1, &o.v_2, &o.tangential, &o.normal[0], &o.normal[1],
                      &o.normal[2], &o.P_A, &o.P_D}) {
      *v *= v_b;
    }
    return o;
  }
};

std::vector<Sample> sweep(ParameterSet set) {
  std::vector<Sample> samples;
  for (int k = -600; k <= 1000; ++k) {
    const bool near_stick = k > 200 && k < 330;
    if (!near_stick && k % 5 != 0) continue;
    const double ratio = 0.001 * k;
    samples.push_back({ratio, resolve(at_ratio(ratio, 1.0, set))});
  }
  return samples;
}

/// The reconstruction jumps on both sides of b = 0, where its friction changes direction.
Rows curve(ParameterSet set, const std::vector<Sample>& samples,
           const std::function<double(const Sample&)>& value) {
  Rows rows;
  for (const Sample& s : samples) {
    const bool jump = set == ParameterSet::reconstruction && s.ratio == 0.0;
    if (jump) rows.emplace_back();
    rows.push_back({s.ratio, value(s)});
    if (jump) rows.emplace_back();
  }
  return rows;
}

bool printed(ParameterSet set) { return set == ParameterSet::printed; }
std::string_view title_of(ParameterSet set) {
  return printed(set) ? "printed parameters" : "reconstruction";
}

Figure normal_velocities(ParameterSet set, const std::vector<Sample>& samples) {
  Plot plot(fmt::format("Fig. 5a: normal velocities after the impact, {}", title_of(set)),
            "impact position b/r", "γ_N / g T_c");
  plot.set("xrange [-0.6:1]").set("yrange [0:14]").set("key outside right top");
  plot.set(fmt::format("arrow from graph 0, first 1 to graph 1, first 1 nohead dt 3 lc rgb '{}'",
                       colour::grey));
  plot.set("label 1 'in contact below 1' at graph 0.99, first 1 right offset 0,0.5");
  const std::array colours = {colour::blue, colour::vermilion, colour::green};
  const std::array<std::string_view, 3> dashes = {"lw 2", "lw 2 dt (12,6)", "lw 2 dt (3,4)"};
  for (std::size_t v = 0; v < kSpeeds.size(); ++v) {
    const double limit = kGravity * contact_time(kSpeeds[v]);
    for (std::size_t i = 0; i < 3; ++i) {
      const Rows rows =
          curve(set, samples, [&](const Sample& s) { return s.at(kSpeeds[v]).normal[i] / limit; });
      plot.draw(fmt::format("{} using 1:2 with lines {} lc rgb '{}'", plot.data(rows), dashes[v],
                            colours[i]),
                fmt::format("{}, v_b = {} m/s", kPointNames[i], kSpeeds[v]));
    }
  }
  if (!printed(set)) {
    plot.draw(fmt::format("{} using 1:2 with points pt 6 ps 1.2 lw 2 lc rgb '{}'",
                          plot.data({{0.0, 0.0}}), colour::black),
              "all, b = 0");
  }
  Figure figure = std::move(plot).finish(printed(set) ? "fig5a" : "fig5a_reconstruction",
                                         fmt::format("Fig. 5a, {}", title_of(set)));
  figure.width = 1000;
  return figure;
}

Csv data_of(ParameterSet set, const std::vector<Sample>& samples) {
  CsvWriter csv(
      {"v_b", "b_over_r", "normal_A", "normal_B", "normal_C", "tangential", "theta", "mode"});
  for (const double v_b : kSpeeds) {
    const double limit = kGravity * contact_time(v_b);
    for (const Sample& s : samples) {
      const PostImpact o = s.at(v_b);
      csv.row({v_b, s.ratio, o.normal[0] / limit, o.normal[1] / limit, o.normal[2] / limit,
               o.tangential / v_b, o.theta, static_cast<double>(mode_of(o, v_b))});
    }
  }
  return std::move(csv).finish(printed(set) ? "fig5" : "fig5_reconstruction");
}

/// The sliding velocity of the rim, v_1 + h_1 theta' by eq. 3.2, over v_b, as table 4 has it.
struct CaseSlip {
  double ratio = 0.0;  ///< b/r of table 2
  double mean = 0.0;
  Interval band;  ///< from the bands of v_1 and theta'
  double paper = 0.0;
};

CaseSlip slip_of(const PrintedCase& c) {
  const double h_1 = setting(c.number, ParameterSet::printed).laser_1;
  const double v_b = Printed(c.v_b).value();
  const Interval slip = c.v_1.band() + exactly(h_1) * c.theta.band();
  return {Printed(c.ratio).value(), (c.v_1.mean() + h_1 * c.theta.mean()) / v_b,
          slip / exactly(v_b), (c.v_1.by_paper() + h_1 * c.theta.by_paper()) / v_b};
}

/// Beside the curves: what was measured and computed in cases 2 to 9. Cases 5 and 6 have a friction of their own.
void draw_cases(Plot& plot) {
  Rows trials, paper;
  for (const PrintedCase& c : printed_cases().subspan(1)) {
    const CaseSlip s = slip_of(c);
    trials.push_back({s.ratio, s.mean, s.band.lo, s.band.hi});
    paper.push_back({s.ratio, s.paper});
  }
  plot.draw(fmt::format("{} using 1:2:3:4 with yerrorbars pt 7 ps 0.6 lw 1.5 lc rgb '{}'",
                        plot.data(trials), colour::black),
            "experiment, cases 2-9");
  plot.draw(fmt::format("{} using 1:2 with points pt 4 ps 1.2 lw 2 lc rgb '{}'", plot.data(paper),
                        colour::purple),
            "paper, cases 2-9");
}

Csv case_data() {
  CsvWriter csv({"case", "b_over_r", "experiment", "experiment_low", "experiment_high", "paper",
                 "printed_model", "reconstruction"});
  for (const PrintedCase& c : printed_cases().subspan(1)) {
    const CaseSlip s = slip_of(c);
    const auto computed = [&](ParameterSet set) {
      const Setting here = setting(c.number, set);
      return resolve(here).tangential / here.v_b;
    };
    csv.row({static_cast<double>(c.number), s.ratio, s.mean, s.band.lo, s.band.hi, s.paper,
             computed(ParameterSet::printed), computed(ParameterSet::reconstruction)});
  }
  return std::move(csv).finish("fig5_cases");
}

}  // namespace

void add_figure5(Reproduction& reproduction) {
  const auto plot = [](std::string_view title) {
    Plot p(title, "impact position b/r", "γ_T / v_b");
    p.set("key top right");
    p.set("arrow from graph 0, first 0 to graph 1, first 0 nohead dt 3 lc rgb '#555555'");
    return p;
  };
  Plot whole = plot("Fig. 5b: sliding velocity of the rim after the impact, any v_b");
  Plot inset = plot("Fig. 5b, inset: where the rim sticks");
  whole.set("xrange [-0.6:1]");
  inset.set("xrange [0.2:0.33]").set("yrange [-0.1:0.1]");
  for (const ParameterSet set : {ParameterSet::printed, ParameterSet::reconstruction}) {
    const std::vector<Sample> samples = sweep(set);
    reproduction.figures.push_back(normal_velocities(set, samples));
    reproduction.data.push_back(data_of(set, samples));
    const Rows rows = curve(set, samples, [](const Sample& s) { return s.per_speed.tangential; });
    for (Plot* p : {&whole, &inset}) {
      p->draw(fmt::format("{} using 1:2 with lines lw 2.5 {} lc rgb '{}'", p->data(rows),
                          printed(set) ? "" : "dt (10,5)",
                          printed(set) ? colour::blue : colour::vermilion),
              title_of(set));
    }
  }
  draw_cases(whole);
  draw_cases(inset);
  reproduction.data.push_back(case_data());
  reproduction.figures.push_back(
      std::move(whole).finish("fig5b", "Fig. 5b: sliding velocity of the rim"));
  reproduction.figures.push_back(
      std::move(inset).finish("fig5b_inset", "Fig. 5b, inset: where the rim sticks"));
}

}  // namespace ricochet::papers::liu_2013
