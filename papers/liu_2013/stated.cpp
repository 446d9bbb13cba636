#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <papers/liu_2013/impact.hpp>
#include <papers/liu_2013/tables.hpp>

namespace ricochet::papers::liu_2013 {

namespace {

// Table 1, with the rounding of what is printed there.
const Interval kBallModulus = Printed("206e9").interval();
const Interval kFaceModulus = Printed("1.20e9").interval();
const Interval kPoisson = Printed("0.3").interval();
const Interval kBallRadius = Printed("12.5e-3").interval();
const Interval kDiscRadius = Printed("37.5e-3").interval();

/// (1 - nu^2) / E
Interval compliance(const Interval& modulus, const Interval& poisson) {
  return (exactly(1.0) - square(poisson)) / modulus;
}
/// 1 / E* of the paper's formulas, which print E*.
Interval face_compliance(bool rounded) {
  const auto at = [&](const Interval& i) { return rounded ? i : exactly(i.middle()); };
  return compliance(at(kBallModulus), at(kPoisson)) + compliance(at(kFaceModulus), at(kPoisson));
}
Interval ground_compliance(bool rounded) {
  const auto at = [&](const Interval& i) { return rounded ? i : exactly(i.middle()); };
  return exactly(2.0) * compliance(at(kBallModulus), at(kPoisson));
}

/// k = 4/3 E* sqrt(R)
Interval stiffness(const Interval& per_modulus, const Interval& radius) {
  return exactly(4.0 / 3.0) / per_modulus * monotone(radius, [](double r) { return std::sqrt(r); });
}

/// The factor of v_b^(-1/5) in eq. 4.1.
Interval duration_factor(const Interval& per_modulus, const Interval& radius) {
  const Setting s;
  const double m = s.m_b * s.m_d / (s.m_b + s.m_d);
  const Interval q = exactly(m * m) * square(per_modulus) / radius;
  return exactly(2.87) * monotone(q, [](double v) { return std::pow(v, 0.2); });
}

void file(Table& t, Entry e, const Interval& range, std::vector<Implication> implications = {}) {
  e.range = range;
  e.implications = std::move(implications);
  t.file(std::move(e));
}

/// The largest difference between computed and measured numbers of table 4, in percent.
struct Worst {
  double percent = 0.0;
  std::string where;
};
Worst worst_of_table4() {
  Worst worst;
  for (const PrintedCase& c : printed_cases().subspan(1)) {
    for (const auto& [p, name] :
         {std::pair{c.v_1, "v_1"}, std::pair{c.theta, "theta'"}, std::pair{c.v_2, "v_2"}}) {
      const double measured = Printed(p.measured).value();
      const double percent = 100.0 * std::abs(Printed(p.computed).value() / measured - 1.0);
      if (percent > worst.percent) worst = {percent, fmt::format("{} of case {}", name, c.number)};
    }
  }
  return worst;
}

}  // namespace

Table stated_numbers() {
  Table t{
      "stated",
      "Numbers that follow from others",
      "Table 2: b/r. Table 3: stiffnesses from table 1 (the formulas print E* for 1/E*, and k is "
      "in N m^-3/2); friction at D is half of that of the ground; e_D from the impact at b = 0. "
      "Section 4: duration of an impact, samples in it, and what is said of the errors.",
      {}};
  for (const PrintedCase& c : printed_cases()) {
    const Interval b = Printed(c.b).interval();
    const Interval r = exactly(37.5);
    file(t, entry(fmt::format("table 2, case {}", c.number), "b/r", "", c.ratio, b.middle() / 37.5),
         c.number == 1 ? exactly(0.0) : b / r);
  }
  const Interval ball = exactly(kBallRadius.middle());
  const Interval disc = exactly(kDiscRadius.middle());
  file(t,
       entry("table 3", "k_D", "N m^-3/2", "1.9640e8", stiffness(face_compliance(false), ball).lo),
       stiffness(face_compliance(true), kBallRadius));
  file(t,
       entry("table 3", "k_A", "N m^-3/2", "2.9217e10",
             stiffness(ground_compliance(false), disc).lo),
       stiffness(ground_compliance(true), kDiscRadius));
  file(t, entry("table 3", "mu_D", "", "0.07", 0.5 * 0.14), exactly(0.07));
  file(t, entry("table 3", "mu_D^s", "", "0.075", 0.5 * 0.15), exactly(0.075));

  const Setting centred = setting(1, ParameterSet::printed);
  const PostImpact o = resolve(centred);
  const double ball_after = centred.v_b - o.P_D / centred.m_b;
  const double e = (o.v_2 - ball_after) / centred.v_b;
  file(t, entry("case 1, eq. 3.3", "e_D", "", "0.7043", e), exactly(e));

  const double factor = duration_factor(face_compliance(false), ball).lo;
  file(t, entry("eq. 4.1", "k_Tc", "m^(1/5) s^(4/5)", "4.7531e-4", factor),
       duration_factor(face_compliance(true), kBallRadius));
  Interval duration = nothing();
  for (const PrintedCase& c : printed_cases()) {
    duration.include(1e3 * contact_time(Printed(c.v_b).value()));
  }
  file(t, entry("section 4(a)", "T_c", "ms", "0.1", duration.middle()), duration,
       {{duration, "eq. 4.1 with the printed k_Tc and the v_b of table 2", ""}});
  file(t, entry("section 4(a)", "sampling rate", "Hz", "50", 50e3), exactly(50e3),
       {{exactly(50e3), "sections 3(b) and 4(a), which speak of 50 kHz,", ""}});
  const Interval samples = duration * exactly(50.0);
  file(t, entry("section 4(a)", "samples in an impact", "", "5", samples.middle()), samples,
       {{samples, "50 kHz and eq. 4.1 with the printed k_Tc", ""}});
  const Worst worst = worst_of_table4();
  file(t, entry("section 4(a)", "largest error in table 4", "%", "5", worst.percent),
       exactly(worst.percent),
       {{exactly(worst.percent), fmt::format("the two printed values of {}", worst.where), ""}});
  return t;
}

}  // namespace ricochet::papers::liu_2013
