#include <cmath>

#include <fmt/format.h>

#include <papers/liu_2013/impact.hpp>
#include <papers/liu_2013/tables.hpp>

namespace ricochet::papers::liu_2013 {

namespace {

constexpr double kV_b = 0.275;  ///< m/s, of table 5

/// Table 5 with the friction of a setting, at any impact position.
ContactMode mode_at(double ratio, Setting s) {
  s.b = ratio * s.r;
  return mode_of(resolve(s), s.v_b);
}

/// Where `below` ends, by bisection; it holds at lo and not at hi.
double boundary(ContactMode below, double lo, double hi, const Setting& s) {
  for (int i = 0; i < 20; ++i) {
    const double mid = 0.5 * (lo + hi);
    (mode_at(mid, s) == below ? lo : hi) = mid;
  }
  return 0.5 * (lo + hi);
}

/// Where point A is moved least, 0.1 < b/r < 0.4: ternary search on its normal velocity.
double insensitive_point(Setting s) {
  const auto lift = [&](double ratio) {
    s.b = ratio * s.r;
    return resolve(s).normal[kA];
  };
  double lo = 0.1, hi = 0.4;
  for (int i = 0; i < 40; ++i) {
    const double a = lo + (hi - lo) / 3.0;
    const double b = hi - (hi - lo) / 3.0;
    const bool left = lift(a) < lift(b);
    (left ? hi : lo) = left ? b : a;
  }
  return 0.5 * (lo + hi);
}

void file_position(Table& t, std::string row, std::string_view printed,
                   const std::function<double(const Setting&)>& position) {
  const Setting nominal = at_ratio(0.0, kV_b, ParameterSet::reconstruction);
  Entry e = entry(std::move(row), "b/r", "", printed, position(nominal));
  if (!e.agrees()) {
    const Interval range = over_friction(nominal, position);
    e.sensitivity = fmt::format(
        "{:.4f} away; the rounding of the coefficients of friction, which are not inferred, spans "
        "{} "
        "to {}",
        std::abs(e.computed - e.printed.value()), e.printed.beside(range.lo),
        e.printed.beside(range.hi));
  }
  t.file(std::move(e));
}

std::string number_of(ContactMode mode) { return fmt::format("{}", static_cast<int>(mode)); }

std::string describe(const PostImpact& o, double v_b) {
  const double limit = kGravity * contact_time(v_b);
  return fmt::format(
      "normal velocities of A, B, C are {:.3f}, {:.3f}, {:.3f} g T_c, the sliding velocity is "
      "{:.4f} "
      "v_b, theta' is {:.3f} rad/s",
      o.normal[0] / limit, o.normal[1] / limit, o.normal[2] / limit,
      std::round(1e4 * o.tangential / v_b) / 1e4 + 0.0, o.theta);
}

void file_mode(Table& t, const std::string& row, ContactMode printed, const Setting& s) {
  const PostImpact o = resolve(s);
  Entry e = entry(row, "mode", "", number_of(printed), static_cast<int>(mode_of(o, s.v_b)));
  e.sensitivity = describe(o, s.v_b);
  t.file(std::move(e));
}

/// The middle of a mode's interval; the modes of table 5 from b/r = -0.6 to 1.
void file_sequence(Table& t, ParameterSet set) {
  using enum ContactMode;
  const auto file = [&](ContactMode mode, double lo, double hi) {
    const double mid = 0.5 * (lo + hi);
    file_mode(t, fmt::format("b/r = {:.4f}, mode {}", mid, to_string(mode)), mode,
              at_ratio(mid, kV_b, set));
  };
  file(I, -0.6, 0.0);
  file(II, 0.0, 0.0);
  double from = 0.0;
  for (const PrintedBoundary& b : printed_boundaries()) {
    const double to = Printed(b.ratio).value();
    file(b.below, from, to);
    from = to;
  }
  file(III, from, 1.0);
}

void file_boundaries(Table& t) {
  double from = 0.0;
  for (const PrintedBoundary& b : printed_boundaries()) {
    const double at = Printed(b.ratio).value();
    const double lo = std::max(0.5 * (from + at), at - 0.03);
    file_position(t, fmt::format("end of mode {}", to_string(b.below)), b.ratio,
                  [&](const Setting& s) { return boundary(b.below, lo, at + 0.03, s); });
    from = at;
  }
}

}  // namespace

Table table5(ParameterSet set) {
  const bool printed = set == ParameterSet::printed;
  Table t{
      printed ? "table5" : "table5_reconstruction",
      printed ? "Table 5: contact states after the impact, printed parameters"
              : "Table 5: contact states after the impact, reconstruction",
      "Modes I to VI as numbers 1 to 6; 0 is none of the six. Rows: in the middle of each "
      "interval at v_b = 0.275 m/s, then the cases with their own v_b and friction. A point is in "
      "contact if its normal velocity is below g T_c (eq. 2.37), a threshold near which the "
      "states are as sensitive as can be.",
      {}};
  file_sequence(t, set);
  if (!printed) file_boundaries(t);
  for (const PrintedCase& c : printed_cases()) {
    file_mode(t, fmt::format("case {}", c.number), c.mode, setting(c.number, set));
  }
  if (!printed) {
    file_position(t, "fig. 5: position to which A is insensitive", "0.21", insensitive_point);
  }
  t.rest_on(printed ? Basis::printed_model : Basis::reconstruction);
  return t;
}

}  // namespace ricochet::papers::liu_2013
