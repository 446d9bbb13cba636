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
