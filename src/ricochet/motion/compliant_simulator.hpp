#pragma once
// Motion with compliant contacts: no impacts, the bodies press into each other and the forces of
// compliant_dynamics.hpp drive them apart. For the same systems as Simulator; every contact needs a stiffness.
// Restitution and impact laws play no part. Theory: docs/compliant-contact.md.
//
// Events, located to the resolution of the clock: `close` (touch), `open` (the normal force has returned to zero),
// `stick`, `slip`, `reverse`. Modes in samples are open, slip+, slip-, stick, frictionless.
//
// Steps resolve the oscillation of the contacts, about 1/sqrt(stiffness) long; with strong damping about 1/(zeta
// lambda_N). Options that speak of impacts (painleve, chatter_height) play no part.

#include <memory>
#include <string>

#include <ricochet/motion/simulator.hpp>

namespace ricochet {

class CompliantSimulator {
 public:
  /// Why the contacts of a system cannot be compliant, as a sentence; empty if they can.
  static std::string refusal(const MechanicalSystem& system);

  /// The system must outlive the simulator, which reads its contacts here. A system that is refused ends its motion at
  /// once (`no_solution`).
  explicit CompliantSimulator(const MechanicalSystem& system,
                              const SimulationOptions& options = {});
  ~CompliantSimulator();

  /// From `start` to options.until. Contacts may start compressed. Nothing is thrown for physical or numerical
  /// reasons. Once its arrays have grown, no integration step allocates (but for dependent equations of stick).
  RunResult run(const MotionState& start, MotionObserver& observer);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ricochet
