#pragma once
// Impact of the tip of a straight rigid rod on a compliant half-plane, with the configuration
// changing during contact (the vibro-impact model of Brach 1993, section 3). A motion, not an
// impact law.
//
// The rod: mass m, length l, central moment of inertia I. theta is the angle between the rod and
// the surface normal; n, t are the coordinates of its centre along normal and tangent:
//     x = (l/2) cos theta,   y = (l/2) sin theta           (arm of the tip about the centre)
//     gN = n' + y omega,     gT = t' - x omega             (velocity of the tip; gN < 0 compresses)
//     m n'' = F_N,  m t'' = F_T,  I omega' = y F_N - x F_T
// In contact space, with d the compression (d' = -gN):
//     gN' = x omega^2 + alpha F_N + delta F_T,   alpha = 1/m + y^2/I
//     gT' = y omega^2 + delta F_N + beta  F_T,   beta  = 1/m + x^2/I,   delta = -x y / I
// F_N, F_T: compliant_contact.hpp. No other force acts (gravity is negligible in a short contact).
//
// Contact starts at d = 0 with gN < 0 and ends when F_N returns to zero: at d = 0, or at gN =
// 1/zeta with d > 0, when the damped surface recovers more slowly than the tip leaves.
//
// Events inside the contact: slip stops (then stick, or slip the other way), stick breaks into
// slip, greatest compression (gN rises through zero), end of contact. SI units, angles in rad.

#include <string_view>
#include <vector>

#include <ricochet/motion/compliant_contact.hpp>
#include <ricochet/ode/integrator.hpp>

namespace ricochet {

struct Rod {
  double mass = 1.0;            ///< kg
  double length = 1.0;          ///< m
  double inertia = 1.0 / 12.0;  ///< kg m^2 about the centre; slender: m l^2 / 12
};

struct TipImpact {
  Rod rod;
  CompliantContact contact;
  double angle = 0.0;  ///< theta at the first touch, rad
  double v_n = -1.0;   ///< velocity of the centre along the normal, m/s
  double v_t = 0.0;    ///< along the tangent, m/s
  double omega = 0.0;  ///< rad/s
};

struct TipImpactOptions {
  double tolerance = 1e-10;      ///< of the integration, relative
  double longest_contact = 0.0;  ///< s; 0 = 1000 times the half period of the undamped contact
  long step_limit = 1'000'000;   ///< per stretch between events
};

enum class TipImpactStatus : unsigned char {
  separated,         ///< contact ended: all results are valid
  no_contact,        ///< the tip does not approach (gN >= 0): nothing happened
  still_in_contact,  ///< longest_contact reached
  bad_parameters,    ///< a parameter is out of its range or not finite
  step_limit,        ///< as IntegrationEnd
  step_underflow,
  non_finite
};
std::string_view to_string(TipImpactStatus status);

/// One stretch of constant tangential mode.
struct TipPhase {
  TangentialMode mode = TangentialMode::stick;
  double start = 0.0;  ///< s after the first touch
  double end = 0.0;
  double normal_impulse = 0.0;  ///< N s in this stretch
};

struct TipImpactResult {
  TipImpactStatus status = TipImpactStatus::bad_parameters;
  double duration = 0.0;                     ///< s
  double angle = 0.0;                        ///< theta at the end, rad
  double P_n = 0.0;                          ///< N s
  double P_t = 0.0;                          ///< N s
  double impulse_ratio = 0.0;                ///< P_t / P_n
  double v_n = 0.0, v_t = 0.0, omega = 0.0;  ///< of the centre at the end
  double gN = 0.0, gT = 0.0;                 ///< of the tip at the end
  double kinematic = 0.0;                    ///< e = -gN+ / gN-
  double kinetic = 0.0;                      ///< R = P_n after greatest compression / before
  double e_times_R = 0.0;                    ///< the column Brach calls E^2
  double work_ratio =
      0.0;  ///< Stronge's E^2 = -W(restitution) / W(compression), W = integral F_N gN dt
  double normal_work = 0.0;          ///< integral F_N gN dt over the whole contact, J
  double friction_work = 0.0;        ///< integral F_T gT dt, J (<= 0)
  double energy_before = 0.0;        ///< J, kinetic
  double energy_loss = 0.0;          ///< kinetic energy lost / kinetic energy before
  double compression = 0.0;          ///< greatest d, m
  double time_of_compression = 0.0;  ///< when it was reached, s
  double compression_left = 0.0;     ///< d at the end, m; > 0 if the tip outran the surface
  std::vector<TipPhase> phases;
  long steps = 0;
};

/// Owns the work arrays; reuse one for many impacts.
class TipImpactSimulator {
 public:
  void run(const TipImpact& impact, const TipImpactOptions& options, TipImpactResult& result);

 private:
  Integrator integrator_;
};

/// One impact, for callers that do not mind the set-up.
TipImpactResult simulate(const TipImpact& impact, const TipImpactOptions& options = {});

}  // namespace ricochet
