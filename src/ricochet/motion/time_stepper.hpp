#pragma once
// Moreau-Jean time stepping: steps of fixed length dt, impulses instead of forces, no events to locate. For many
// contacts, and for motions whose events accumulate. Theory, order and promises: docs/time-stepping.md.
//
// One step from (t, q, u), letters of system/system.hpp; everything is evaluated at the middle (t_m, q_m, u):
//
//   q_m = q + dt/2 B u,  t_m = t + dt/2
//   M (u+ - u) = dt h + W P + J K              P impulses of the active contacts, K of the joints, N s
//   active:    g_N(t_m, q_m) <= 1e-10 size, and what was closed after the step before
//   gamma-+ = W^T u-+ - v_s                    contact velocities before and after
//   0 <= P_N  complementary to  gamma_N+ + eps_N gamma_N- >= 0
//   -P_T in mu P_N Sgn(gamma_T+ + eps_T gamma_T-)                      mu static where it stuck before
//   q+ = q + dt B(q_m) u_theta,   u_theta = theta u+ + (1 - theta) u
//
// Joints, and contacts that do not collide (closed after the step before on the same feature, or not approaching), are
// kept by the velocity that moves q: J^T u_theta = v_J, and eps_N = eps_T = (1 - theta) / theta, since what approaches
// there is the turning of the normal. Contacts that collide have the eps of the law, eps_N = 0 if they flew for no more
// than a step; those that slide in the same island its eps_T. Then impulses more in the middle move q+ and u+, so that
// g_J(q+) = 0 and closed contacts have the gap with which they closed; and u+ is moved, as little as possible in the
// metric of M, so that J^T u+ = v_J, gamma_N+ = 0 there, and gamma_T+ = 0 where they stick.
//
// A step without a solution is taken with eps = 0 throughout, which has one unless something is driven (v_s, v_J).
//
// The mode of a contact after a step is that of its impulse; `open` also if the step has thrown it back. Events, at
// the ends of steps: `impact` (contacts that were open, approach faster than the forces of one step make them, and
// carry an impulse), `open`, `close`, `stick`, `slip`, `reverse` (modes that differ from those of the step before; what
// closes in the first step was closed from the start). Samples are taken at the ends of steps: of each, or of the first
// that reaches the next multiple of the sample step. Forces are impulses over dt.
//
// Books: an impulse works with (u + u+)/2, which balances the kinetic energy exactly. In an island of contacts one of
// which collides everything lost goes to impact_loss; elsewhere what sliding takes goes to friction_loss. Dampers and
// given forces are booked with their power at (t_m, q_m, u). Of what keeps gaps and velocities: friction where it stops
// sliding, impact_loss where it stops what has just landed, and the work of what is driven. What is left is the error of
// the scheme: `residual`.

#include <memory>
#include <string>

#include <ricochet/motion/simulator.hpp>

namespace ricochet {

class TimeStepper {
 public:
  /// The system must outlive the stepper. options.step > 0; options about tolerances, Painleve and chatter play no
  /// part. A contact without Newton's coefficient of restitution ends the motion as soon as it is met (`no_solution`).
  TimeStepper(const MechanicalSystem& system, const SimulationOptions& options);
  ~TimeStepper();

  /// From `start` to options.until, the last step shortened to end there. Nothing is thrown for physical or numerical
  /// reasons. A step whose contact problem is not solved to 1e-6 ends the motion (`no_solution` where something is
  /// driven, `tolerance` otherwise); the largest residual
  /// of a step is in the statistics. Once its arrays have grown, no step without an event allocates (but for large
  /// islands: lcp/sparse_coulomb.hpp, and where neighbours are gathered). Of a crowded system (neighbourhood.hpp)
  /// the modes of `start` are not read.
  RunResult run(const MotionState& start, MotionObserver& observer);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ricochet
