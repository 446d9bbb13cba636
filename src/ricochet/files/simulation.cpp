#include <ricochet/files/simulation.hpp>

#include <ricochet/motion/compliant_simulator.hpp>
#include <ricochet/motion/simulator.hpp>
#include <ricochet/motion/time_stepper.hpp>

namespace ricochet {

RunResult simulate(const Scene& scene, MotionObserver& observer) {
  if (scene.method == MotionMethod::compliant) {
    return CompliantSimulator(*scene.system, scene.options).run(scene.start, observer);
  }
  if (scene.method == MotionMethod::moreau) {
    return TimeStepper(*scene.system, scene.options).run(scene.start, observer);
  }
  const LawSet laws(scene.laws);
  const ImpactLaw* fallback = scene.fallback_law ? laws.find(*scene.fallback_law) : nullptr;
  return Simulator(*scene.system, *laws.find(scene.law), scene.options, fallback)
      .run(scene.start, observer);
}

}  // namespace ricochet
