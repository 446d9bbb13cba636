// Two thousand random mechanisms by time stepping (support/mechanism_audit.hpp).

#include <gtest/gtest.h>

#include <support/mechanism_audit.hpp>

#include <ricochet/motion/time_stepper.hpp>

namespace ricochet {
namespace {

using testing::RandomMechanism;

constexpr double kStep = 1e-3;  // s

RunResult by_steps(const RandomMechanism& mechanism, const ImpactLaw&, MotionObserver& observer) {
  SimulationOptions options;
  options.until = testing::watched_until(mechanism);
  options.sample_step = 0.01;
  options.step = kStep;
  return TimeStepper(*mechanism.system, options).run(mechanism.start, observer);
}

// docs/time-stepping.md: joints to 1e-8 at worst; no deeper than what approaches in one step; momentum to rounding, over
// 5000 steps; without restitution contacts take energy only, but for what the forces of a step do meanwhile, 1/8 m (g dt)^2.
// The residual is the error of the scheme: dt times the highest frequencies, 0.06 for the stiffest springs.
// Faults that are printed are open: 9 of 2000 (seven residuals of up to 0.16, one penetration, one joint that comes apart),
// and 4 % of the motions end because something driven cannot go on. The last two bounds are to keep it so.
TEST(RandomMechanisms, KeepJointsEnergyAndMomentumByTimeStepping) {
  testing::move_them({.name = "moreau",
                      .laws = {"moreau"},
                      .deepest = 1e-8,
                      .step = kStep,
                      .opening = 1e-8,
                      .residual = 5e-2,
                      .momentum = 1e-11,
                      .created = 1e-6,
                      .most_faulty = 1,
                      .fewest_ends = 93,
                      .run = by_steps});
}

}  // namespace
}  // namespace ricochet
