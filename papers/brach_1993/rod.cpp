#include <papers/brach_1993/rod.hpp>

#include <cmath>
#include <limits>
#include <numbers>

namespace ricochet::papers::brach_1993 {

double radians(double degrees) { return degrees * std::numbers::pi / 180.0; }
double degrees(double radians) { return radians * 180.0 / std::numbers::pi; }

const QuantityInfo& info(Quantity quantity) {
  static constexpr std::array<QuantityInfo, kQuantities> infos = {{{"duration", "s"},
                                                                   {"angle", "deg"},
                                                                   {"P_n", "N s"},
                                                                   {"mu", ""},
                                                                   {"e", ""},
                                                                   {"R", ""},
                                                                   {"e R", ""},
                                                                   {"V_Ct", "m/s"},
                                                                   {"Omega", "deg/s"},
                                                                   {"T_L", "%"}}};
  return infos[quantity];
}

TipImpactResult simulate_rod(const RodRun& run) {
  TipImpact impact;
  impact.angle = radians(45.0);
  impact.v_t = run.v_t;
  impact.contact.friction = run.f;
  impact.contact.normal = {.stiffness = kStiffness, .damping = run.zeta, .exponent = 1.0};
  return simulate(impact, {.tolerance = 1e-11});
}

Values values_of(const TipImpactResult& r) {
  Values v{};
  v[kDuration] = r.duration;
  v[kAngle] = degrees(r.angle);
  v[kP_n] = r.P_n;
  v[kMu] = r.impulse_ratio;
  v[kE] = r.kinematic;
  v[kR] = r.kinetic;
  v[kE2] = r.e_times_R;
  v[kV_Ct] = r.gT;
  v[kOmega] = degrees(r.omega);
  v[kT_L] = 100.0 * r.energy_loss;
  return v;
}

namespace {

/// Smallest f in [0, 2] from which on the condition holds, to 1e-9.
template <class Condition>
double smallest_friction(Condition holds) {
  double lo = 0.0;
  double hi = 2.0;
  while (hi - lo > 1e-9) {
    const double f = 0.5 * (lo + hi);
    (holds(f) ? hi : lo) = f;
  }
  return hi;
}

bool first_stop_sticks(const TipImpactResult& r) {
  if (r.phases.front().mode == TangentialMode::stick) return true;
  return r.phases.size() > 1 && r.phases[1].mode == TangentialMode::stick;
}

}  // namespace

CriticalFriction critical_friction(double v_t, double zeta) {
  const auto at = [&](double f) { return simulate_rod({v_t, f, zeta}); };
  return {.reverse = smallest_friction([&](double f) { return at(f).gT >= 0.0; }),
          .stick = smallest_friction([&](double f) { return first_stop_sticks(at(f)); })};
}

OneContact rod_contact(double v_t, double restitution, double f) {
  OneContact c;
  c.alpha = 2.5;
  c.beta = 2.5;
  c.delta = -1.5;
  c.gN = -1.0;
  c.gT = v_t;
  c.mu = f;
  c.mu_static = f;
  c.restitution = restitution;
  return c;
}

Values classical_values(const OneContact& c, double P_n, double P_t) {
  Values v;
  v.fill(std::numeric_limits<double>::quiet_NaN());
  const double arm = 0.5 * std::numbers::sqrt2 / 2.0;
  const double gN = c.gN + c.alpha * P_n + c.delta * P_t;
  const double omega = arm * (P_n - P_t) / kInertia;
  const double V_n = c.gN + P_n;
  const double V_t = c.gT + P_t;
  const double before = c.gN * c.gN + c.gT * c.gT;
  v[kAngle] = 45.0;
  v[kP_n] = P_n;
  v[kMu] = P_t / P_n;
  v[kE] = -gN / c.gN;
  v[kV_Ct] = c.gT + c.delta * P_n + c.beta * P_t;
  v[kOmega] = degrees(omega);
  v[kT_L] = 100.0 * (1.0 - (V_n * V_n + V_t * V_t + kInertia * omega * omega) / before);
  return v;
}

Interval input_interval(const Printed& input) {
  const bool chosen = input.value() == 0.0 || input.value() == 1.0;
  return chosen ? exactly(input.value()) : input.interval();
}

}  // namespace ricochet::papers::brach_1993
