#include <cmath>

#include <fmt/format.h>

#include <papers/brach_1993/classical.hpp>
#include <papers/brach_1993/printed.hpp>
#include <papers/brach_1993/tables.hpp>
#include <ricochet/impact/routh.hpp>

namespace ricochet::papers::brach_1993 {

namespace {

constexpr double kV_t = 0.6;  ///< m/s, of tables 2 and 3
constexpr double kF = 0.01;

Entry entry(std::string row, std::string_view column, std::string_view unit,
            std::string_view printed, double computed, const Interval& range) {
  Entry e = papers::entry(std::move(row), column, unit, printed, computed);
  e.range = range;
  return e;
}

}  // namespace

Table table2() {
  Table t{"table2",
          "Table 2: sequence of evaluations of eq. 15 (v_t = 0.6 m/s, f = 0.01, e R = 1)",
          "Steps 4 and 5 use e; the range shown for them is over the four digits the paper gives "
          "for e.",
          {}};
  const Sequence s = sequence(kV_t, kF);
  const double e = kinematic_of_product(s, 1.0);
  const Printed printed_e("0.9941");
  const auto over_e = [&](Quantity q) {
    const Interval i = printed_e.interval();
    Interval range = exactly(coulomb_values(kV_t, kF, e)[q]);
    for (const double at : {i.lo, i.hi}) range.include(coulomb_values(kV_t, kF, at)[q]);
    return range;
  };
  const Values v = coulomb_values(kV_t, kF, e);
  const auto exact = [](double value) { return exactly(value); };
  t.file(entry("1 start to reversal", "v_Cn", "m/s", "-0.010", s.v_Cn_reversal,
               exact(s.v_Cn_reversal)));
  t.file(entry("2 reversal to end of approach", "v_Ct", "m/s", "-0.006", s.v_Ct_approach,
               exact(s.v_Ct_approach)));
  t.file(entry("3 approach", "mu_A", "", "-9.788e-3", s.mu_A, exact(s.mu_A)));
  t.file(entry("4 rebound", "e", "", printed_e.text(), e, exact(e)));
  t.file(entry("4 rebound", "V_Ct", "m/s", "-0.596", v[kV_Ct], over_e(kV_Ct)));
  t.file(entry("5 whole impact", "mu", "", "1.3564e-4", v[kMu], over_e(kMu)));
  return t;
}

Table text_facts() {
  Table t{"text",
          "Numbers in the text",
          "v_t = 0.2 m/s, e = 1, f = 0.9 by the sequential procedure; simulation at zeta = 0, v_t "
          "= 0.6 "
          "m/s. The paper's E is the square root of e R; the ratio of works is exactly 1 there.",
          {}};
  const OneContact c = rod_contact(0.2, 1.0, 0.9);
  const OneContactResult r = routh_newton(c);
  const Values v = classical_values(c, r.L_N, r.L_T);
  t.file(entry("v_t 0.2 e 1 f 0.9", "mu", "", "0.5319", v[kMu], exactly(v[kMu])));
  t.file(entry("v_t 0.2 e 1 f 0.9", "energy gain", "%", "12", -v[kT_L], exactly(-v[kT_L])));
  for (const auto& [f, e, E] :
       {std::tuple{kF, "1.079", "1.027"}, std::tuple{0.0, "1.085", "1.027"}}) {
    const TipImpactResult run = simulate_rod({kV_t, f, 0.0});
    const double root = std::sqrt(run.e_times_R);
    const std::string row = fmt::format("v_t 0.6 f {} zeta 0", f);
    t.file(entry(row, "e", "", e, run.kinematic, exactly(run.kinematic)));
    t.file(entry(row, "sqrt(e R)", "", E, root, exactly(root)));
  }
  return t;
}

Table table3() {
  Table t{"table3",
          "Table 3: simulation and classical solution (v_t = 0.6 m/s, f = 0.010)",
          "Simulation: zeta as printed. Classical: sequential procedure with e = 0.5 and 0.05, and "
          "with "
          "the e that makes e R = 1. The column e R is headed E^2 in the paper, Omega is in deg/s.",
          {}};
  for (const PrintedComparison& p : printed_table3()) {
    Values v;
    std::array<Interval, kQuantities> range;
    range.fill(nothing());
    std::string row;
    if (p.zeta.empty()) {
      const Printed e(p.e);
      const bool elastic = Printed(p.E2).value() == 1.0;
      const double used = elastic ? kinematic_of_product(sequence(kV_t, kF), 1.0) : e.value();
      v = coulomb_values(kV_t, kF, used);
      row = fmt::format("classical e {}", p.e);
    } else {
      const Printed zeta(p.zeta);
      v = values_of(simulate_rod({kV_t, kF, zeta.value()}));
      const Interval box = input_interval(zeta);
      for (int k = 0; k <= 4; ++k) {
        const Values at = values_of(simulate_rod({kV_t, kF, box.lo + (box.hi - box.lo) * k / 4.0}));
        for (std::size_t q = 0; q < kQuantities; ++q) range[q].include(at[q]);
      }
      row = fmt::format("simulation zeta {}", p.zeta);
    }
    const std::pair<Quantity, std::string_view> cells[] = {{kDuration, p.duration},
                                                           {kAngle, p.angle},
                                                           {kP_n, p.P_n},
                                                           {kMu, p.mu},
                                                           {kE, p.e},
                                                           {kE2, p.E2},
                                                           {kV_Ct, p.V_Ct},
                                                           {kOmega, p.Omega},
                                                           {kT_L, p.T_L}};
    for (const auto& [q, text] : cells) {
      if (text.empty()) continue;
      range[q].include(v[q]);
      t.file(entry(row, info(q).name, info(q).unit, text, v[q], range[q]));
    }
  }
  return t;
}

}  // namespace ricochet::papers::brach_1993
