#pragma once
// Event-driven motion of a MechanicalSystem (system/system.hpp) with unilateral contacts, Coulomb friction and
// impacts. Theory, event semantics and guarantees: docs/motion.md.

#include <memory>

#include <ricochet/impact/law.hpp>
#include <ricochet/motion/trajectory.hpp>
#include <ricochet/system/neighbourhood.hpp>
#include <ricochet/system/system.hpp>

namespace ricochet {

/// What to do where rigid bodies with friction are ambiguous (Painleve).
enum class PainleveRule : unsigned char {
  detach,  ///< several modes possible: the contact opens; none possible: impact without collision
  impact,  ///< several or none: impact without collision
  stop     ///< the motion ends there
};

struct SimulationOptions {
  double until = 1.0;        ///< s, end of the motion
  double tolerance = 1e-10;  ///< of one integration step, relative; in [1e-13, 1e-3]
  PainleveRule painleve = PainleveRule::detach;
  /// Accumulating impacts: a contact whose next hop is lower than this part of the system's size, and that is
  /// pressed, is closed; the limit time of the accumulation is computed and reported. > 0
  double chatter_height = 1e-10;
  double sample_step = 0.0;   ///< s between samples; 0: a sample after every integration step
  double largest_step = 0.0;  ///< s; 0 = no limit but the system's own
  long event_limit = 1'000'000;
  long step_limit = 10'000'000;  ///< of all integration steps
  double step = 0.0;   ///< s, > 0: of time stepping (time_stepper.hpp), which alone reads it
  double theta = 0.5;  ///< in [1/2, 1], likewise
};

class Simulator {
 public:
  /// The system and the laws must outlive the simulator. `fallback` (may be null) is asked where `law` has no
  /// answer.
  Simulator(const MechanicalSystem& system, const ImpactLaw& law,
            const SimulationOptions& options = {}, const ImpactLaw* fallback = nullptr);
  ~Simulator();

  /// From `start` to options.until. Nothing is thrown for physical or numerical reasons. Once its arrays have
  /// grown, no integration step allocates.
  /// A system that does not list all of its contacts (neighbourhood.hpp) has no passages.
  RunResult run(const MotionState& start, MotionObserver& observer);

  /// The same from a state in which an earlier motion ended, with n modes, all that happened at its instant being done:
  /// modes are taken as they stand and not chosen anew. Accumulations of impacts under way are forgotten.
  RunResult resume(const MotionState& state, MotionObserver& observer);

 private:
  struct Impl;
  RunResult run(const MotionState& start, MotionObserver& observer, bool as_it_stands);

  const MechanicalSystem& system_;
  const ImpactLaw& law_;
  const ImpactLaw* fallback_;
  SimulationOptions options_;
  std::unique_ptr<Neighbourhood> near_;  ///< of a system with many contacts
  std::unique_ptr<Impl> impl_;           ///< with all of them, as soon as it is needed
};

}  // namespace ricochet
