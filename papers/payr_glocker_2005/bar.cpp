#include <papers/payr_glocker_2005/bar.hpp>

#include <cmath>
#include <limits>
#include <numbers>

#include <ricochet/impact/moreau.hpp>

namespace ricochet::papers::payr_glocker_2005 {

double radians(double degrees) { return degrees * std::numbers::pi / 180.0; }
double degrees(double radians) { return radians * 180.0 / std::numbers::pi; }

OneContact contact(const Parameters& p, double phi, double gN, double gT) {
  const double s = std::sin(phi);
  const double c = std::cos(phi);
  OneContact o;
  o.alpha = 1.0 + c * c / p.K;
  o.beta = 1.0 + s * s / p.K;
  o.delta = s * c / p.K;
  o.gN = gN;
  o.gT = gT;
  o.mu = p.mu;
  o.mu_static = p.mu;
  o.restitution = p.eps_N;
  o.tangential = p.eps_T;
  return o;
}

Boundaries boundaries(const OneContact& c) {
  const double q = (1.0 + c.restitution) / (1.0 + c.tangential);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double plus = c.alpha + c.mu * c.delta;
  const double minus = c.alpha - c.mu * c.delta;
  return {.backward = plus > 0.0 ? q * (c.delta + c.mu * c.beta) / plus : nan,
          .forward = minus > 0.0 ? q * (c.delta - c.mu * c.beta) / minus : nan};
}

Regime regime_of(Mode mode) {
  return mode == Mode::slip_minus  ? Regime::backward_slip
         : mode == Mode::slip_plus ? Regime::forward_slip
                                   : Regime::stick;
}

ClosedForm closed_form(const OneContact& c) {
  const Boundaries b = boundaries(c);
  const double r = c.gT / c.gN;
  const double N = 1.0 + c.restitution;
  const double T = 1.0 + c.tangential;
  ClosedForm f;
  const auto slip = [&](double sign) {  // L_T = sign mu L_N
    const double pole = c.alpha + sign * c.mu * c.delta;
    f.L_N = -N * c.gN / pole;
    f.L_T = sign * c.mu * f.L_N;
    f.post_ratio = ((c.delta + sign * c.mu * c.beta) / pole * N - r) / c.restitution;
  };
  if (r >= b.backward) {
    f.regime = Regime::backward_slip;
    slip(1.0);
  } else if (r <= b.forward) {
    f.regime = Regime::forward_slip;
    slip(-1.0);
  } else {
    const double det = c.alpha * c.beta - c.delta * c.delta;
    f.regime = Regime::stick;
    f.L_N = (-c.beta * N * c.gN + c.delta * T * c.gT) / det;
    f.L_T = (c.delta * N * c.gN - c.alpha * T * c.gT) / det;
    f.post_ratio = c.tangential / c.restitution * r;
  }
  return f;
}

Answer engine(const OneContact& c) {
  const OneContactResult r = moreau_one_contact(c);
  Answer a;
  a.regime = regime_of(r.mode);
  a.gN = c.gN + c.alpha * r.L_N + c.delta * r.L_T;
  a.gT = c.gT + c.delta * r.L_N + c.beta * r.L_T;
  // The least kinetic energy a body with these contact velocities can have is g^T G^-1 g / 2.
  const double det = c.alpha * c.beta - c.delta * c.delta;
  const double before =
      0.5 * (c.beta * c.gN * c.gN - 2.0 * c.delta * c.gN * c.gT + c.alpha * c.gT * c.gT) / det;
  const double change = 0.5 * (r.L_N * (a.gN + c.gN) + r.L_T * (a.gT + c.gT));
  a.energy_gain = change / before;
  return a;
}

}  // namespace ricochet::papers::payr_glocker_2005
