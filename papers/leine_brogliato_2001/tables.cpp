#include <papers/leine_brogliato_2001/tables.hpp>

#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include <papers/leine_brogliato_2001/rod.hpp>

namespace ricochet::papers::leine_brogliato_2001 {

namespace {

double degrees(double rad) { return rad * 180.0 / std::numbers::pi; }
double radians(double deg) { return deg * std::numbers::pi / 180.0; }

/// Between lo and hi, where the engine's answer for the sliding rod changes.
template <class State>
double changes(double mu, double lo, double hi, State state) {
  const auto answer = [&](double v) {
    const auto [phi, rotation] = state(v);
    return sliding_by_engine(mu, phi, rotation);
  };
  const Sliding first = answer(lo);
  for (int i = 0; i < 60; ++i) {
    const double mid = 0.5 * (lo + hi);
    (answer(mid) == first ? lo : hi) = mid;
  }
  return 0.5 * (lo + hi);
}

/// Radius of the rounded tip, over s, that gives this least critical friction.
double rounding_for(double mu) {
  double lo = 0.0, hi = 4.0;
  for (int i = 0; i < 50; ++i) {
    const double mid = 0.5 * (lo + hi);
    (least_friction_of_rod(mid).friction > mu ? lo : hi) = mid;
  }
  return 0.5 * (lo + hi);
}

int cells_that_differ(double mu) {
  int count = 0;
  for (int i = 0; i < 60; ++i) {
    for (int k = 0; k < 40; ++k) {
      const double phi = radians(90.0 * (i + 0.31) / 60.0);
      const double rotation = 0.2 * k + 0.05;
      if (sliding_by_engine(mu, phi, rotation) != sliding_by_signs(mu, phi, rotation)) ++count;
    }
  }
  return count;
}

}  // namespace

Table stated_numbers() {
  Table t{
      "stated",
      "Stated numbers",
      "The text of the report that is available ends in section 2; these are the numbers and "
      "statements about critical friction in it. That a critical friction can be made as small "
      "as one likes is stated as zero to six decimals: the box with its contact a radius of "
      "gyration ahead of the centre, that radius 1e-7 of the height; the simplified bounce "
      "model (a reconstruction) with J/m = 1e-14 m^2, where the simulator begins to meet impacts "
      "without collision.",
      {}};
  add_entry(t, "sec. 1, classical rod", "least critical friction", "", "4/3",
            least_friction_of_rod().friction);
  Entry tip = entry("sec. 1, rod with a rounded tip", "least critical friction", "", "0.63",
                    least_friction_of_rod(1.0).friction);
  tip.missing = "the geometry of the rounded tip, which is that of another paper,";
  tip.sensitivity = fmt::format(
      "a disc of radius r around the tip gives {:.6f} for r = s, {:.6f} for r = 0.99 s and 0.630 "
      "for r = {:.4f} s",
      tip.computed, least_friction_of_rod(0.99).friction, rounding_for(0.63));
  t.file(std::move(tip));
  add_entry(t, "sec. 1, box with a small radius of gyration", "critical friction", "", "0e-6",
            critical_friction_of_box(1e-7, 1e-7, 1.0));
  add_entry(t, "abstract and sec. 1, Frictional Bounce Model", "critical friction", "", "0e-6",
            inconsistent_from(1e-14, 1e-7));
  t.rest_on(Basis::reconstruction, t.entries.size() - 1);
  return t;
}

Table rod_table() {
  const Census low = census(kLowMu, 12);
  const Census high = census(kRodMu, 12);
  Table t{
      "rod",
      "Not printed in the paper: the sliding rod and the box",
      fmt::format(
          "Left of the mark: closed forms (papers/leine_brogliato_2001/rod.hpp). Right of it: what "
          "the engine finds, asked for every feasible mode, or the simulator. Slides start at 20 "
          "m/s from a grid of {} states on the near side of the singular point P. At mu = 1.45 "
          "{} detach and {} reach P; at mu = 5/3 {} and {}. The simulator takes A < 1e-7 G_NN "
          "for the singularity, so a slide that would detach closer to P than that counts as "
          "one that reaches it.",
          low.all(), low.detach, low.reach_P, high.detach, high.reach_P),
      {}};
  t.of_paper = false;
  add_entry(t, "rod, least critical friction", "phi", "deg", "63.434949",
            degrees(least_friction_of_rod().angle));
  for (const double mu : {1.0, kLowMu, kRodMu, 2.5}) {
    add_entry(t, fmt::format("modes by engine and by the signs of A and b, mu = {:.4g}", mu),
              "cells of 2400 that differ", "", "0", cells_that_differ(mu));
  }
  const auto at_rest = [](double deg) { return std::pair{radians(deg), 0.0}; };
  add_entry(t, "rod, mu = 5/3, A = 0", "lower phi", "deg", "45.000000",
            changes(kRodMu, 30.0, 60.0, at_rest));
  add_entry(t, "rod, mu = 5/3, A = 0", "upper phi", "deg", "75.963757",
            changes(kRodMu, 60.0, 89.0, at_rest));
  const SingularPoint P = singular_point(kRodMu);
  add_entry(t, "rod, singular point, mu = 5/3", "phi'", "rad/s", fmt::format("{:.6f}", P.rotation),
            changes(kRodMu, 0.0, 10.0, [&](double w) {
              return std::pair{P.phi - 1e-9, w};
            }));
  add_entry(t, "rod, eigenvalues at P, mu = 5/3", "l_2 / l_1", "", "2/3", P.l_2 / P.l_1);
  add_entry(t, "rod, l_1 = l_2", "mu", "", fmt::format("{:.6f}", 8.0 / (3.0 * std::sqrt(3.0))),
            friction_of_equal_eigenvalues());
  add_entry(t, "slide to P, mu = 5/3", "exponent of l_N over t_c - t", "",
            fmt::format("{:.3f}", P.l_2 / P.l_1 - 1.0),
            exponent_of(slide_from(kRodMu, 0.9 * P.phi, 1.0)));
  add_entry(t, "slides near P, mu = 1.45", "starts that reach P", "", "0", low.reach_P);

  const auto homogeneous = [](double ratio) {  // h over a, half sides; contact at the corner
    return critical_friction_of_box(std::sqrt((1.0 + ratio * ratio) / 3.0), 1.0, ratio);
  };
  add_entry(t, "homogeneous box, h = 2 a", "critical friction", "", "4/3", homogeneous(2.0));
  add_entry(t, "homogeneous box, h = a", "critical friction", "", "5/3", homogeneous(1.0));
  add_entry(t, "box, contact ahead by the radius of gyration rho = 0.1 h", "critical friction", "",
            "0.200000", critical_friction_of_box(0.1, 0.1, 1.0));
  return t;
}

Table criticals_table() {
  Table t{
      "criticals",
      "Not printed in the paper: critical friction of the bounce models",
      "The models and the parameters R1 (c_phi = 0.18 N m s) and R2 (0.06) are a reconstruction. "
      "Left of the mark: reference values of an earlier, separate computation of the same "
      "equations. Right of it: where the simulator no longer slides on from the sliding "
      "equilibrium (mu_I, Painleve), where sliding loses its damping (mu_C, Hopf; formal where "
      "it lies beyond mu_I) and its stiffness (mu_K).",
      {}};
  t.of_paper = false;
  const Criticals s1 = critical_frictions(kSimplified, kDampingR1);
  const Criticals s2 = critical_frictions(kSimplified, kDampingR2);
  const Criticals f1 = critical_frictions(kFull, kDampingR1);
  const Criticals f2 = critical_frictions(kFull, kDampingR2);
  add_entry(t, "simplified, R1", "mu_I", "", "0.400000", s1.mu_I);
  add_entry(t, "simplified, R1", "mu_C", "", "0.500000", s1.mu_C);
  add_entry(t, "simplified, R1", "mu_K", "", "0.800000", s1.mu_K);
  add_entry(t, "simplified, R2", "mu_I", "", "0.400000", s2.mu_I);
  add_entry(t, "simplified, R2", "mu_C", "", "0.366667", s2.mu_C);
  add_entry(t, "simplified, R2", "mu_K", "", "0.800000", s2.mu_K);
  add_entry(t, "full, R1", "mu_I", "", "0.393335", f1.mu_I);
  add_entry(t, "full, R1", "phi at mu_I", "rad", "0.00861181", f1.phi_I);
  add_entry(t, "full, R1", "mu_C", "", "0.489639", f1.mu_C);
  add_entry(t, "full, R1", "phi at mu_C", "rad", "0.0250141", f1.phi_C);
  add_entry(t, "full, R2", "mu_C", "", "0.362056", f2.mu_C);
  t.rest_on(Basis::reconstruction);
  return t;
}

namespace {

void add_first_impact(Table& t) {
  const std::vector<Event> events = first_events(kSimplified, kHoppingMu);
  const Event& impact = events.front();
  const std::string row = "simplified, mu = 0.52, from rest";
  add_entry(t, row, "A", "1/kg", "-1.2000", impact.painleve.A.front());
  add_entry(t, row, "b", "m/s^2", "-10.0000", impact.painleve.b.front());
  add_entry(t, row, "L_N", "N s", "0.0535714", impact.impulse[0]);
  add_entry(t, row, "L_T", "N s", "-0.0214286", impact.impulse[1]);
  add_entry(t, row, "x' after", "m/s", "-0.0214286", impact.velocity_after[0]);
  add_entry(t, row, "y' after", "m/s", "0.0535714", impact.velocity_after[1]);
  add_entry(t, row, "phi' after", "rad/s", "0.178571", impact.velocity_after[2]);
  for (const Event& e : events) {
    if (e.kind == EventKind::open) add_entry(t, row, "lifts off at", "s", "0.214301877", e.time);
    if (e.kind == EventKind::impact) add_entry(t, row, "lands at", "s", "0.262612347", e.time);
  }
}

/// The part that the references of both orbits have in common: durations and the state at the end of stick.
void add_orbit(Table& t, const std::string& row, const Orbit& o,
               const std::array<std::string_view, 6>& reference) {
  add_entry(t, row, "period", "s", reference[0], o.period);
  add_entry(t, row, "flight", "s", reference[1], o.flight);
  add_entry(t, row, "stick", "s", reference[2], o.stick);
  add_entry(t, row, "x at lift-off", "m", reference[3], o.exit_q[0]);
  add_entry(t, row, "phi at lift-off", "rad", reference[4], o.exit_q[2]);
  add_entry(t, row, "phi' at lift-off", "rad/s", reference[5], o.exit_u[2]);
}

}  // namespace

Table hopping_table(const Orbit& simplified, const Orbit& full) {
  Table t{
      "hopping",
      "Not printed in the paper: hopping of the bounce models, R1",
      fmt::format("A reconstruction, as above; left of the mark reference values of a separate "
                  "computation. First the impact without collision of a start from rest on the "
                  "belt, and what follows; then the stable orbits (flight, landing, stick up to "
                  "the edge of the friction cone, where sliding is impossible). States at the "
                  "end of the last two periods differ by {:.0e} and {:.0e}.",
                  simplified.change, full.change),
      {}};
  t.of_paper = false;
  add_first_impact(t);
  const std::string orbit = "simplified, mu = 0.52, orbit";
  add_orbit(
      t, orbit, simplified,
      {"0.338627935", "0.049141017", "0.289486918", "-0.016036032", "0.025662094", "0.253568810"});
  add_entry(t, orbit, "x at landing", "m", "-0.006058551", simplified.landing_q[0]);
  add_entry(t, orbit, "phi at landing", "rad", "-0.022257808", simplified.landing_q[2]);
  add_entry(t, orbit, "phi' after landing", "rad/s", "0.314922189", simplified.landing_u[2]);
  add_entry(t, orbit, "L_N", "N s", "0.616924", simplified.landing_impulse);
  const std::string extremes = "simplified, mu = 0.52, extreme values";
  add_entry(t, extremes, "least x", "m", "-0.0187844", simplified.x_low);
  add_entry(t, extremes, "largest x", "m", "0.0038506", simplified.x_high);
  add_entry(t, extremes, "least phi", "rad", "-0.0226736", simplified.phi_low);
  add_entry(t, extremes, "largest phi", "rad", "0.0259095", simplified.phi_high);
  add_entry(t, extremes, "largest gap", "m", "0.00505414", simplified.highest_gap);
  add_entry(t, extremes, "largest normal force", "N", "17.51894", simplified.largest_force);
  const std::string other = "full, mu = 0.42, orbit";
  add_orbit(
      t, other, full,
      {"0.122097054", "0.032292442", "0.089804612", "-0.008329702", "0.011800238", "0.169347056"});
  add_entry(t, other, "largest gap", "m", "0.000500939", full.highest_gap);
  t.rest_on(Basis::reconstruction);
  return t;
}

}  // namespace ricochet::papers::leine_brogliato_2001
