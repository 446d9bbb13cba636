#include "siconos_ball.hpp"

#include <SiconosKernel.hpp>
#include <memory>

#include "siconos_chain.hpp"

namespace ricochet::bench {

BallResult siconos_ball(const Bounces& bounces, int intervals) {
  const double radius = 0.05;
  const double mass = 1.0;
  const auto system = std::make_shared<NonSmoothDynamicalSystem>(0.0, bounces.end());
  const auto place = std::make_shared<SiconosVector>(3, 0.0);
  place->setValue(1, bounces.height + radius);
  const auto velocity = std::make_shared<SiconosVector>(3, 0.0);
  const auto inertia = std::make_shared<SimpleMatrix>(3, 3);
  inertia->setValue(0, 0, mass);
  inertia->setValue(1, 1, mass);
  inertia->setValue(2, 2, 0.5 * mass * radius * radius);
  const auto ball = std::make_shared<LagrangianLinearTIDS>(place, velocity, inertia);
  const auto weight = std::make_shared<SiconosVector>(3, 0.0);
  weight->setValue(1, -mass * bounces.gravity);
  ball->setFExtPtr(weight);
  system->insertDynamicalSystem(ball);

  const auto normal = std::make_shared<SimpleMatrix>(1, 3);
  normal->setValue(0, 1, 1.0);
  const auto table = std::make_shared<Interaction>(
      std::make_shared<NewtonImpactNSL>(bounces.restitution),
      std::make_shared<LagrangianLinearTIR>(normal, std::make_shared<SiconosVector>(1, -radius)));
  system->link(table, ball);

  const auto clock = std::make_shared<TimeDiscretisation>(0.0, bounces.end() / intervals);
  const auto simulation = std::make_shared<EventDriven>(system, clock);
  simulation->insertIntegrator(std::make_shared<LsodarOSI>());
  simulation->insertNonSmoothProblem(std::make_shared<LCP>(), SICONOS_OSNSP_ED_IMPACT);
  simulation->insertNonSmoothProblem(std::make_shared<LCP>(), SICONOS_OSNSP_ED_SMOOTH_ACC);
  simulation->setPrintStat(false);
  simulation->initialize();

  BallResult result;
  double last = 0.0;
  const double start = cpu_time();
  while (simulation->hasNextEvent()) {
    simulation->advanceToEvent();
    simulation->processEvents();
    const Event& event = *simulation->eventsManager()->currentEvent();
    if (event.getType() != NS_EVENT) continue;
    ++result.impacts;
    last = event.getDoubleTimeOfEvent();
  }
  result.time = cpu_time() - start;
  result.error = std::abs(last - bounces.time(bounces.count));
  return result;
}

}  // namespace ricochet::bench
