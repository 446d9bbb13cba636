#pragma once
// Brute-force integrations of one impact in small steps: oracles that know nothing of closed formulas.

#include <algorithm>
#include <cmath>

#include <ricochet/impact/one_contact.hpp>

namespace ricochet::testing {

struct Impulses {
  double N = 0.0;
  double T = 0.0;
};

enum class MarchEnd { kinematic, kinetic, energetic };

/// The impulse-space process by explicit Euler steps of dp. Friction is found per step: the tangential
/// impulse that would stop sliding within the step, cut to +-mu dp. First order.
inline Impulses march_impulse(const OneContact& c, MarchEnd end, double dp) {
  double gN = c.gN;
  double gT = c.gT;
  Impulses L;
  double work = 0.0;
  double p_c = -1.0;
  double work_c = 0.0;
  for (long step = 0; step < 100'000'000; ++step) {
    const double stop = -(gT + c.delta * dp) / c.beta;
    const double dT = std::clamp(stop, -c.mu * dp, c.mu * dp);
    const double next = gN + c.alpha * dp + c.delta * dT;
    if (p_c < 0.0 && next >= 0.0 && next > gN) {
      p_c = L.N;
      work_c = work;
    }
    if (p_c >= 0.0) {
      if (end == MarchEnd::kinematic && gN >= -c.restitution * c.gN) break;
      if (end == MarchEnd::kinetic && L.N >= (1.0 + c.restitution) * p_c) break;
      if (end == MarchEnd::energetic && work - work_c >= -c.restitution * c.restitution * work_c)
        break;
    }
    work += 0.5 * (gN + next) * dp;
    gN = next;
    gT += c.delta * dp + c.beta * dT;
    L.N += dp;
    L.T += dT;
  }
  return L;
}

/// Stronge's lumped compliance in time, semi-implicit steps of dt; the foot's friction by cutting the
/// trial spring force to +-mu F_N.
inline Impulses march_compliant(const OneContact& c, double eta2, double dt) {
  double FN = 0.0;
  double FT = 0.0;
  double gN = c.gN;
  double gT = c.gT;
  Impulses L;
  for (long step = 0; step < 100'000'000; ++step) {
    const double kN = gN < 0.0 ? 1.0 : 1.0 / (c.restitution * c.restitution);
    FN -= kN * gN * dt;
    if (gN >= 0.0 && FN <= 0.0) break;
    FT = std::clamp(FT - gT * dt / eta2, -c.mu * FN, c.mu * FN);
    gN += (c.alpha * FN + c.delta * FT) * dt;
    gT += (c.delta * FN + c.beta * FT) * dt;
    L.N += FN * dt;
    L.T += FT * dt;
  }
  return L;
}

}  // namespace ricochet::testing
