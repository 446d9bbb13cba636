// Two thousand random mechanisms by events (support/mechanism_audit.hpp).

#include <gtest/gtest.h>

#include <support/mechanism_audit.hpp>

#include <ricochet/impact/registry.hpp>
#include <ricochet/motion/simulator.hpp>

namespace ricochet {
namespace {

using testing::RandomMechanism;

RunResult by_events(const RandomMechanism& mechanism, const ImpactLaw& law,
                    MotionObserver& observer) {
  SimulationOptions options;
  options.until = testing::watched_until(mechanism);
  options.sample_step = 0.01;
  options.event_limit = 10'000;
  options.step_limit = 100'000;
  const ImpactLaw* fallback = find_law(law.info().name == "moreau" ? "poisson" : "moreau");
  return Simulator(*mechanism.system, law, options, fallback).run(mechanism.start, observer);
}

TEST(RandomMechanisms, KeepJointsEnergyAndMomentumByEvents) {
  // Penetration, joints and momentum are kept by all. Of energy 1e-6 of the turnover may be missing, but where loops pass
  // their change points (docs/joints.md) up to 4e-6; those, and ends
  // that are singular, count as faults: less than 1 %. About 4 % of the motions cannot go on: motors that drive contacts
  // against each other, and impacts that lock.
  testing::move_them({.name = "event",
                      .laws = {"moreau", "poisson", "lzb"},
                      .deepest = 1e-8,
                      .step = 0.0,
                      .opening = 1e-8,
                      .residual = 1e-6,
                      .momentum = 1e-9,
                      .created = 1e-8,
                      .most_faulty = 1,
                      .fewest_ends = 92,
                      .run = by_events});
}

}  // namespace
}  // namespace ricochet
