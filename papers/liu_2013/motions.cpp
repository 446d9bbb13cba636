#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <papers/liu_2013/motion.hpp>
#include <papers/liu_2013/printed.hpp>
#include <papers/liu_2013/tables.hpp>
#include <papers/report.hpp>
#include <ricochet/files/figure.hpp>

namespace ricochet::papers::liu_2013 {

namespace {

/// The phases that section 4(c) tells of, in their order. "slip A" is sliding in either direction.
struct Told {
  int number;
  std::vector<std::string> phases;
};
const std::array<Told, 8>& told() {
  static const std::vector<std::string> sliding = {"slip+ A", "stick A", "slip- A", "slip+ A"};
  static const std::array<Told, 8> all = {{{2, sliding},
                                           {3, sliding},
                                           {4, sliding},
                                           {5, {"stick A", "slip- A", "slip+ A"}},
                                           {6, {"slip- A", "stick A", "slip- A", "slip+ A"}},
                                           {7, {"impacts A", "stick A", "slip- A", "slip+ A"}},
                                           {8, {"impacts C", "impacts A", "slip A"}},
                                           {9, {"impacts C", "slip C", "line impact", "slip A"}}}};
  return all;
}

bool same(const std::string& told, const std::string& found) {
  if (told == found) return true;
  return told.starts_with("slip ") && found.starts_with("slip") &&
         found.substr(6) == told.substr(5);  // "slip+ A" is "slip A"
}

/// How many of the phases told come first, in their order.
int in_order(const std::vector<std::string>& told, const std::vector<std::string>& found) {
  std::size_t k = 0;
  while (k < told.size() && k < found.size() && same(told[k], found[k])) ++k;
  return static_cast<int>(k);
}

/// For which multiples of T_c the motion begins as told, as a sentence.
std::string threshold_for(const Told& t, ParameterSet set) {
  Interval shares = nothing();
  for (int k = -12; k <= 12; ++k) {
    const double share = std::exp2(k / 6.0);
    const DiscMotion m = motion_after(setting(t.number, set), share);
    if (in_order(t.phases, m.phases) == static_cast<int>(t.phases.size())) shares.include(share);
  }
  if (!shares.valid()) {
    return "no contact time from a quarter of T_c to four times T_c makes it the sequence of the "
           "text";
  }
  return fmt::format(
      "it is the sequence of the text with contact times in eq. 2.37 between {:.2f} and {:.2f} T_c",
      shares.lo, shares.hi);
}

std::string sequences() {
  std::string text =
      "| case | printed parameters | lies after (s) | reconstruction | lies after (s) |\n"
      "|---|---|---|---|---|\n";
  for (int number = 1; number <= kCases; ++number) {
    text += fmt::format("| {} |", number);
    for (const ParameterSet set : {ParameterSet::printed, ParameterSet::reconstruction}) {
      const DiscMotion m = motion_after(setting(number, set));
      text += fmt::format(" {} | {:.4f} |", fmt::join(m.phases, ", "), m.flat);
    }
    text += "\n";
  }
  return text;
}

void file_counts(Table& t, ParameterSet set) {
  int flat = 0, stuck = 0;
  for (const Told& c : told()) {
    const DiscMotion m = motion_after(setting(c.number, set));
    if (!std::isnan(m.flat)) ++flat;
    if (std::find(m.phases.begin(), m.phases.end(), "stick A") != m.phases.end()) ++stuck;
  }
  const std::string row = fmt::format("{}, figs. 6-8", to_string(set));
  add_entry(t, row, "cases that end lying", "", "8", flat);
  add_entry(t, row, "cases that stick on the way", "", "8", stuck);
}

}  // namespace

Table motion_table() {
  Table t{"motion",
          "Section 4(c): the motion of the disc after the impact",
          "Each case of figures 6 to 8, from the velocities after the impact (of the model, and of "
          "the reconstruction, which is no prediction) until the disc lies. The text tells the "
          "sequence of phases; the entry is the number of phases that come first, in the order of "
          "the text, out of those it tells. A rebound slower than g T_c is contact (eqs. 2.37, "
          "4.1): where A leaves the ground with about that velocity the beginning of the sequence "
          "hangs on it. All cases, first phase to last (A, C: the edges of the rim; case 1, which "
          "no figure shows, topples because mu r > h):\n\n" +
              sequences(),
          {}};
  for (const ParameterSet set : {ParameterSet::printed, ParameterSet::reconstruction}) {
    const std::size_t first = t.entries.size();
    for (const Told& c : told()) {
      const DiscMotion m = motion_after(setting(c.number, set));
      Entry e = entry(fmt::format("{}, case {}", to_string(set), c.number), "phases as told", "",
                      fmt::format("{}", c.phases.size()), in_order(c.phases, m.phases));
      if (!e.agrees()) {
        e.sensitivity =
            fmt::format("the motion is {}; {}", fmt::join(m.phases, ", "), threshold_for(c, set));
      }
      t.file(std::move(e));
    }
    file_counts(t, set);
    t.rest_on(set == ParameterSet::printed ? Basis::printed_model : Basis::reconstruction, first);
  }
  return t;
}

namespace {

struct Panel {
  std::string_view name;
  std::vector<int> cases;
  double until = 0.0;  ///< s, of the part shown; 0: all
};

void add_panel(const Panel& panel, Reproduction& out) {
  std::string number(panel.name.substr(3));
  if (const auto bar = number.find('_'); bar != std::string::npos) number.replace(bar, 1, ", ");
  Plot plot(fmt::format("Fig. {}: horizontal velocity of the gauged point p_1, case{} {}", number,
                        panel.cases.size() > 1 ? "s" : "", fmt::join(panel.cases, ", ")),
            "time after the impact (s)", "v_1 (m/s)");
  // Left of zero: v_1 right after the impact as table 4 has it.
  const double left = panel.until > 0.0 ? -0.0012 : -0.006;
  plot.set(panel.until > 0.0 ? fmt::format("xrange [{}:{}]", left, panel.until)
                             : fmt::format("xrange [{}:*]", left));
  const int rows_of_key = panel.cases.size() > 1 ? 4 : 2;
  plot.set(fmt::format("bmargin {}", 1.3 * rows_of_key + 4.7));
  plot.set(fmt::format("key at screen 0.53,0.015 center bottom vertical maxrows {}", rows_of_key));
  plot.set("arrow from graph 0, first 0 to graph 1, first 0 nohead dt 3 lc rgb '#555555'");
  const std::array tints = {colour::blue, colour::vermilion, colour::green};
  for (std::size_t k = 0; k < panel.cases.size(); ++k) {
    for (const ParameterSet set : {ParameterSet::printed, ParameterSet::reconstruction}) {
      std::vector<std::vector<double>> rows;
      for (const Gauge& g : motion_after(setting(panel.cases[k], set)).gauge) {
        if (panel.until == 0.0 || g.t <= panel.until) rows.push_back({g.t, g.v_1});
      }
      const bool printed = set == ParameterSet::printed;
      const std::size_t tint = panel.cases.size() > 1 ? k : printed ? 0 : 1;
      plot.draw(fmt::format("{} using 1:2 with lines lw {} {} lc rgb '{}'", plot.data(rows),
                            printed ? 2.2 : 1.6, printed ? "" : "dt (10,5)", tints[tint]),
                fmt::format("case {}, {}", panel.cases[k],
                            printed ? "printed parameters" : "reconstruction"));
    }
  }
  std::vector<std::vector<double>> trials, paper;
  for (const int c : panel.cases) {
    const PrintedPair& v_1 = printed_cases()[static_cast<std::size_t>(c - 1)].v_1;
    trials.push_back({0.6 * left, v_1.mean(), v_1.band().lo, v_1.band().hi});
    paper.push_back({0.25 * left, v_1.by_paper()});
  }
  plot.draw(fmt::format("{} using 1:2:3:4 with yerrorbars pt 7 ps 0.6 lw 1.5 lc rgb '{}'",
                        plot.data(trials), colour::black),
            "experiment, table 4");
  plot.draw(fmt::format("{} using 1:2 with points pt 4 ps 1 lw 2 lc rgb '{}'", plot.data(paper),
                        colour::purple),
            "paper, table 4");
  Figure figure = std::move(plot).finish(
      std::string(panel.name), fmt::format("Fig. {}: velocity of p_1 after the impact", number));
  figure.height = panel.cases.size() > 1 ? 720 : 660;
  out.figures.push_back(std::move(figure));
}

}  // namespace

void add_motion(Reproduction& out) {
  for (const Panel& panel :
       {Panel{"fig6a", {2, 3, 4}}, Panel{"fig6b", {5}}, Panel{"fig7a", {6}}, Panel{"fig7b", {7}},
        Panel{"fig8a", {8}}, Panel{"fig8a_inset", {8}, 0.03}, Panel{"fig8b", {9}},
        Panel{"fig8b_inset", {9}, 0.03}}) {
    add_panel(panel, out);
  }
  CsvWriter csv({"set", "case", "time", "v_1", "v_2", "sliding_velocity", "theta_deg"});
  for (const ParameterSet set : {ParameterSet::printed, ParameterSet::reconstruction}) {
    for (int number = 1; number <= kCases; ++number) {
      for (const Gauge& g : motion_after(setting(number, set)).gauge) {
        csv.row(to_string(set), {static_cast<double>(number), g.t, g.v_1, g.v_2, g.slip,
                                 g.theta * 180.0 / std::numbers::pi});
      }
    }
  }
  out.data.push_back(std::move(csv).finish("fig6_fig8"));
}

void add_figure4(Reproduction& out) {
  Plot speed("Fig. 4a: sliding velocity of A in case 2, as the model gives it",
             "time after the impact (s)", "γ_T of A (m/s)");
  Plot ratio("Fig. 4b: ratio of the forces at A in case 2, as the model gives it",
             "time after the impact (s)", "F_T / F_N");
  const Setting printed = setting(2, ParameterSet::printed);
  for (Plot* p : {&speed, &ratio}) {
    p->set("xrange [0:*]");
    p->set("arrow from graph 0, first 0 to graph 1, first 0 nohead dt 3 lc rgb '#555555'");
  }
  speed.set("key top center");
  ratio.set("yrange [-0.2:0.2]").set("key bottom right");
  for (const auto& [level, name] :
       {std::pair{printed.ground.mu, "μ"}, std::pair{printed.ground.mu_static, "μ_s"}}) {
    const double offset = level == printed.ground.mu ? -0.6 : 0.6;  // letters
    for (const double side : {-1.0, 1.0}) {
      ratio.set(
          fmt::format("arrow from graph 0, first {0} to graph 1, first {0} nohead dt 3 lc "
                      "rgb '#555555'",
                      side * level));
    }
    ratio.set(fmt::format("label '{} = {}' at graph 0.02, first {} left offset 0,{}", name, level,
                          level, offset));
  }
  CsvWriter csv({"set", "time", "sliding_velocity", "normal_force", "tangential_force"});
  for (const ParameterSet set : {ParameterSet::printed, ParameterSet::reconstruction}) {
    std::vector<std::vector<double>> slip, forces;
    for (const Gauge& g : motion_after(setting(2, set)).gauge) {
      csv.row(to_string(set), {g.t, g.slip, g.normal, g.tangential});
      slip.push_back({g.t, g.slip});
      if (g.normal > 0.0) forces.push_back({g.t, g.tangential / g.normal});
    }
    const bool first = set == ParameterSet::printed;
    const std::string style =
        fmt::format("with lines lw {} {} lc rgb '{}'", first ? 2.2 : 1.6, first ? "" : "dt (10,5)",
                    first ? colour::blue : colour::vermilion);
    const std::string_view legend = first ? "printed parameters" : "reconstruction";
    speed.draw(fmt::format("{} using 1:2 {}", speed.data(slip), style), legend);
    ratio.draw(fmt::format("{} using 1:2 {}", ratio.data(forces), style), legend);
  }
  out.figures.push_back(std::move(speed).finish("fig4a", "Fig. 4a: sliding velocity of A, case 2"));
  out.figures.push_back(std::move(ratio).finish("fig4b", "Fig. 4b: ratio of the forces, case 2"));
  out.data.push_back(std::move(csv).finish("fig4"));
}

}  // namespace ricochet::papers::liu_2013
