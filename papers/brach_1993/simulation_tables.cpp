#include <cmath>
#include <optional>

#include <fmt/format.h>

#include <papers/brach_1993/balance.hpp>
#include <papers/brach_1993/printed.hpp>
#include <papers/brach_1993/rod.hpp>
#include <papers/brach_1993/tables.hpp>

namespace ricochet::papers::brach_1993 {

namespace {

constexpr double kNearCritical = 0.006;  ///< of f; outcomes change course within this distance

std::string_view symbol(FrictionMark mark) {
  switch (mark) {
    case FrictionMark::none: return "";
    case FrictionMark::zero_velocity: return "*";
    case FrictionMark::no_sliding: return "+";
    case FrictionMark::stop_and_reverse: return "++";
  }
  return "";
}

/// A printed run with everything computed for it.
struct StudiedRun {
  const PrintedRun* printed = nullptr;
  RodRun nominal;
  Values values{};
  std::array<Interval, kQuantities> range;  ///< over the rounding of f and zeta
  Values by_f{}, by_zeta{};                 ///< sensitivities
  std::array<Interval, kQuantities> near;   ///< for f within kNearCritical
  CriticalFriction critical;

  std::string name() const {
    return fmt::format("v_t {} f {}{} zeta {}", printed->v_t, printed->f, symbol(printed->mark),
                       printed->zeta);
  }
};

void widen(std::array<Interval, kQuantities>& range, const Values& values) {
  for (std::size_t q = 0; q < kQuantities; ++q) range[q].include(values[q]);
}

StudiedRun study(const PrintedRun& printed) {
  StudiedRun run;
  run.printed = &printed;
  const Printed f(printed.f);
  const Printed zeta(printed.zeta);
  run.nominal = {Printed(printed.v_t).value(), f.value(), zeta.value()};
  run.values = values_of(simulate_rod(run.nominal));
  run.range.fill(nothing());
  run.near.fill(nothing());
  widen(run.range, run.values);
  const Interval f_box = input_interval(f);
  const Interval zeta_box = input_interval(zeta);
  constexpr int kPoints = 5;
  for (int i = 0; i < kPoints; ++i) {
    for (int j = 0; j < kPoints; ++j) {
      const auto along = [](const Interval& box, int k) {
        return box.lo + (box.hi - box.lo) * k / (kPoints - 1);
      };
      widen(run.range,
            values_of(simulate_rod({run.nominal.v_t, along(f_box, i), along(zeta_box, j)})));
    }
  }
  constexpr double step = 1e-4;
  const Values f_up =
      values_of(simulate_rod({run.nominal.v_t, run.nominal.f + step, run.nominal.zeta}));
  const Values zeta_up =
      values_of(simulate_rod({run.nominal.v_t, run.nominal.f, run.nominal.zeta + step}));
  for (std::size_t q = 0; q < kQuantities; ++q) {
    run.by_f[q] = (f_up[q] - run.values[q]) / step;
    run.by_zeta[q] = (zeta_up[q] - run.values[q]) / step;
  }
  run.critical = critical_friction(run.nominal.v_t, run.nominal.zeta);
  for (int k = -6; k <= 6; ++k) {
    const double at = std::max(0.0, run.nominal.f + kNearCritical * k / 6.0);
    widen(run.near, values_of(simulate_rod({run.nominal.v_t, at, run.nominal.zeta})));
  }
  return run;
}

std::string sensitivity(const StudiedRun& run, Quantity q, const Printed& printed) {
  const double f = run.nominal.f;
  const double to_stick = std::abs(f - run.critical.stick);
  const double to_reverse = std::abs(f - run.critical.reverse);
  const double nearest = to_stick < to_reverse ? run.critical.stick : run.critical.reverse;
  const double off = printed.value() - run.values[q];
  std::string text;
  if (f > 0.0 && std::min(to_stick, to_reverse) <= kNearCritical) {
    text = fmt::format(
        "f is {:.4f} from the critical friction {:.4f}, and within {} of f the value "
        "runs from {} to {}, which {} the printed one",
        std::abs(f - nearest), nearest, kNearCritical, printed.beside(run.near[q].lo),
        printed.beside(run.near[q].hi),
        printed.interval().overlaps(run.near[q]) ? "reaches" : "does not reach");
  }
  const auto needed = [&](double slope, double at, std::string_view name) {
    const bool usable = std::abs(slope) > 1e-9 && std::abs(off / slope) < 10.0;
    return usable ? fmt::format("{} = {:.4g}", name, at + off / slope)
                  : fmt::format("no {} near {}", name, at);
  };
  if (!text.empty()) text += "; ";
  return text + fmt::format("to first order the printed value needs {} or {}",
                            needed(run.by_f[q], f, "f"),
                            needed(run.by_zeta[q], run.nominal.zeta, "zeta"));
}

/// The texts of one run by quantity; those printed in both tables come first from table 4|6.
std::array<std::string_view, kQuantities> texts(const PrintedRun& p) {
  return {p.duration,         p.angle,         p.P_n, p.mu, p.e, p.R, p.E2, p.simulation.V_Ct,
          p.simulation.Omega, p.simulation.T_L};
}

Entry entry_of(const StudiedRun& run, Quantity q, std::string_view text) {
  Entry e;
  e.row = run.name();
  e.column = info(q).name;
  e.unit = info(q).unit;
  e.printed = Printed(text);
  e.computed = run.values[q];
  e.range = run.range[q];
  e.sensitivity = sensitivity(run, q, e.printed);
  return e;
}

/// Implication that the same quantity of the same run is printed elsewhere.
Implication printed_twice(int table, const Entry& other) {
  return {
      .value = other.printed.interval(),
      .from = fmt::format("the digits {} of the same run in table {}", other.printed.text(), table),
      .doubtful = other.agrees() ? "" : other.column};
}

void add_run(const StudiedRun& run, Table& first, Table& second) {
  const PrintedRun& p = *run.printed;
  const auto text = texts(p);
  PrintedIntervals intervals;
  std::array<bool, kQuantities> agrees{};
  std::array<Entry, kQuantities> entries;
  for (std::size_t i = 0; i < kQuantities; ++i) {
    const auto q = static_cast<Quantity>(i);
    entries[i] = entry_of(run, q, text[i]);
    intervals[i] = entries[i].printed.interval();
    agrees[i] = entries[i].agrees();
  }
  // The marks say that the tip does not slide at separation: the printed 0.0 is then exact.
  if (p.mark != FrictionMark::none) intervals[kV_Ct] = exactly(0.0);
  for (std::size_t i = 0; i < kQuantities; ++i) {
    entries[i].implications =
        implications(static_cast<Quantity>(i), run.nominal.v_t, intervals, agrees);
  }
  Entry again_P_n = entry_of(run, kP_n, p.simulation.P_n);
  Entry again_mu = entry_of(run, kMu, p.simulation.mu);
  again_P_n.implications = entries[kP_n].implications;
  again_mu.implications = entries[kMu].implications;
  const auto cross_check = [&](Entry& in_first, Entry& in_second) {
    if (in_first.printed.value() == in_second.printed.value()) return;
    in_first.implications.push_back(printed_twice(p.table + 1, in_second));
    in_second.implications.push_back(printed_twice(p.table, in_first));
  };
  cross_check(entries[kP_n], again_P_n);
  cross_check(entries[kMu], again_mu);

  for (const Quantity q : {kDuration, kAngle, kP_n, kMu, kE, kR, kE2}) first.file(entries[q]);
  second.file(again_P_n);
  second.file(again_mu);
  for (const Quantity q : {kV_Ct, kOmega, kT_L}) second.file(entries[q]);
}

/// The marked coefficient of friction itself.
void add_friction(const StudiedRun& run, Table& table) {
  const FrictionMark m = run.printed->mark;
  if (m != FrictionMark::zero_velocity && m != FrictionMark::stop_and_reverse) return;
  const bool stop = m == FrictionMark::zero_velocity;
  // The paper gives f with four decimals: the smallest such f that does it.
  const auto of = [&](const CriticalFriction& c) {
    return std::ceil(1e4 * (stop ? c.stick : c.reverse)) / 1e4;
  };
  Entry e;
  e.row = fmt::format("v_t {} zeta {} {}", run.printed->v_t, run.printed->zeta,
                      stop ? "* first stop sticks" : "++ stop and reverse");
  e.column = "f";
  e.printed = Printed(run.printed->f);
  e.computed = of(run.critical);
  e.range = exactly(e.computed);
  const Interval zeta = input_interval(Printed(run.printed->zeta));
  for (const double z : {zeta.lo, zeta.hi}) {
    e.range.include(of(critical_friction(run.nominal.v_t, z)));
  }
  const double other = stop ? run.critical.reverse : run.critical.stick;
  e.sensitivity = fmt::format(
      "the condition sets in at {:.6f}; the other critical friction of this "
      "case, where {}, is {:.6f}",
      stop ? run.critical.stick : run.critical.reverse,
      stop ? "the last sliding no longer goes backwards" : "the first stop is followed by sticking",
      other);
  table.file(std::move(e));
}

}  // namespace

RunTables simulation_tables() {
  RunTables t;
  constexpr std::string_view how =
      "Hunt-Crossley contact, 1000 N/m, p = 1, changing configuration; f and zeta as printed. "
      "Marks of f: "
      "* zero tangential velocity at separation, + no sliding at separation, ++ stop and reverse. "
      "The "
      "column e R is headed E^2 in the paper.";
  t.table4 = {"table4", "Table 4: simulation, v_t = 0.0 and 0.2 m/s", std::string(how), {}};
  t.table6 = {"table6", "Table 6: simulation, v_t = 0.6 and -1.0 m/s", std::string(how), {}};
  t.table5_simulation = {"table5_simulation",
                         "Table 5, simulation columns: v_t = 0.0 and 0.2 m/s",
                         std::string(how),
                         {}};
  t.table7_simulation = {"table7_simulation",
                         "Table 7, simulation columns: v_t = 0.6 and -1.0 m/s",
                         std::string(how),
                         {}};
  t.friction = {
      "critical_friction",
      "Marked coefficients of friction of tables 4 and 6",
      "* recomputed as the smallest f whose first stop of sliding is followed by sticking, ++ "
      "as the smallest f for which sliding backwards stops and turns before separation; both with "
      "the "
      "four decimals of the paper, zeta as printed.",
      {}};
  for (const PrintedRun& printed : printed_runs()) {
    const StudiedRun run = study(printed);
    add_run(run, printed.table == 4 ? t.table4 : t.table6,
            printed.table == 4 ? t.table5_simulation : t.table7_simulation);
    add_friction(run, t.friction);
  }
  return t;
}

}  // namespace ricochet::papers::brach_1993
