#include <papers/brach_1993/classical.hpp>

#include <cmath>

#include <ricochet/impact/routh.hpp>

namespace ricochet::papers::brach_1993 {

Sequence sequence(double v_t, double f) {
  const OneContact c = rod_contact(v_t, 0.0, f);
  const OneContactResult approach = routh_newton(c);
  const OneContactResult whole = routh_newton(rod_contact(v_t, 1.0, f));
  const double first = approach.phases[0].normal_impulse;
  const double ratio = v_t > 0.0 ? -f : f;
  Sequence s;
  s.v_Cn_reversal = c.gN + (c.alpha + c.delta * ratio) * first;
  s.v_Ct_approach = c.gT + c.delta * approach.L_N + c.beta * approach.L_T;
  s.mu_A = approach.L_T / approach.L_N;
  s.mu_R = (whole.L_T - approach.L_T) / (whole.L_N - approach.L_N);
  return s;
}

double kinematic_of_product(const Sequence& s, double e_times_R) {
  const OneContact c = rod_contact(0.0, 0.0, 0.0);
  return std::sqrt(e_times_R * (c.alpha + c.delta * s.mu_R) / (c.alpha + c.delta * s.mu_A));
}

Values coulomb_values(double v_t, double f, double e) {
  const OneContact c = rod_contact(v_t, e, f);
  const OneContactResult r = routh_newton(c);
  Values v = classical_values(c, r.L_N, r.L_T);
  double compression = 0.0;
  for (std::size_t i = 0; i < r.phase_count; ++i) {
    if (r.phases[i].stage == Stage::compression) compression += r.phases[i].normal_impulse;
  }
  v[kR] = (r.L_N - compression) / compression;
  v[kE2] = v[kE] * v[kR];
  return v;
}

}  // namespace ricochet::papers::brach_1993
