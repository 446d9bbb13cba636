#include <papers/brach_1993/balance.hpp>

#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ricochet::papers::brach_1993 {

namespace {

constexpr Interval kOne{1.0, 1.0};

/// The printed intervals of a run in SI units.
struct Run {
  double v_t;
  const PrintedIntervals& p;

  Interval x() const {
    return monotone(p[kAngle], [](double a) { return 0.5 * std::cos(radians(a)); });
  }
  Interval y() const {
    return monotone(p[kAngle], [](double a) { return 0.5 * std::sin(radians(a)); });
  }
  Interval omega() const { return monotone(p[kOmega], radians); }
  Interval energy_before() const { return exactly(1.0 + v_t * v_t); }
  Interval V_t() const { return exactly(v_t) + p[kMu] * p[kP_n]; }
  Interval loss(const Interval& V_n, const Interval& V_t_) const {
    const Interval after = square(V_n) + square(V_t_) + exactly(kInertia) * square(omega());
    return exactly(100.0) * (kOne - after / energy_before());
  }
};

struct Relation {
  Quantity target;
  std::vector<Quantity> inputs;
  Interval (*evaluate)(const Run&);
};

const std::vector<Relation>& relations() {
  static const std::vector<Relation> all = {
      {kP_n, {kE, kOmega, kAngle}, [](const Run& r) { return kOne + r.p[kE] - r.y() * r.omega(); }},
      {kP_n,
       {kMu, kV_Ct, kOmega, kAngle},
       [](const Run& r) { return (r.p[kV_Ct] + r.x() * r.omega() - exactly(r.v_t)) / r.p[kMu]; }},
      {kE,
       {kP_n, kOmega, kAngle},
       [](const Run& r) { return r.p[kP_n] - kOne + r.y() * r.omega(); }},
      {kE, {kE2, kR}, [](const Run& r) { return r.p[kE2] / r.p[kR]; }},
      {kR, {kE2, kE}, [](const Run& r) { return r.p[kE2] / r.p[kE]; }},
      {kE2, {kE, kR}, [](const Run& r) { return r.p[kE] * r.p[kR]; }},
      {kAngle,
       {kP_n, kE, kOmega},
       [](const Run& r) {
         const Interval s = exactly(2.0) * (kOne + r.p[kE] - r.p[kP_n]) / r.omega();
         if (s.lo < 0.0 || s.hi > 1.0) return nothing();
         return monotone(s, [](double v) { return degrees(std::asin(v)); });
       }},
      {kMu,
       {kP_n, kV_Ct, kOmega, kAngle},
       [](const Run& r) { return (r.p[kV_Ct] + r.x() * r.omega() - exactly(r.v_t)) / r.p[kP_n]; }},
      {kV_Ct,
       {kP_n, kMu, kOmega, kAngle},
       [](const Run& r) { return r.V_t() - r.x() * r.omega(); }},
      {kOmega,
       {kP_n, kE, kAngle},
       [](const Run& r) { return monotone((kOne + r.p[kE] - r.p[kP_n]) / r.y(), degrees); }},
      {kOmega,
       {kP_n, kMu, kV_Ct, kAngle},
       [](const Run& r) { return monotone((r.V_t() - r.p[kV_Ct]) / r.x(), degrees); }},
      {kT_L, {kP_n, kMu, kOmega}, [](const Run& r) { return r.loss(r.p[kP_n] - kOne, r.V_t()); }},
      {kT_L,
       {kE, kV_Ct, kOmega, kAngle},
       [](const Run& r) {
         return r.loss(r.p[kE] - r.y() * r.omega(), r.p[kV_Ct] + r.x() * r.omega());
       }},
  };
  return all;
}

}  // namespace

std::vector<Implication> implications(Quantity target, double v_t, const PrintedIntervals& printed,
                                      const std::array<bool, kQuantities>& agrees) {
  std::vector<Implication> result;
  const Run run{v_t, printed};
  for (const Relation& relation : relations()) {
    if (relation.target != target) continue;
    Implication i;
    std::vector<std::string_view> names;
    for (const Quantity q : relation.inputs) {
      names.push_back(info(q).name);
      if (agrees[q]) continue;
      i.doubtful += i.doubtful.empty() ? "" : ", ";
      i.doubtful += info(q).name;
    }
    i.value = relation.evaluate(run);
    i.from = fmt::format("the row's own {} by {}", fmt::join(names, ", "),
                         target == kE2 || target == kR || relation.inputs.front() == kE2
                             ? "E^2 = e R"
                             : "momentum balance");
    result.push_back(std::move(i));
  }
  return result;
}

}  // namespace ricochet::papers::brach_1993
