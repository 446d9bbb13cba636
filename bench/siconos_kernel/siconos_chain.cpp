#include "siconos_chain.hpp"

#include <MultipleImpact.hpp>
#include <MultipleImpactNSL.hpp>
#include <SiconosKernel.hpp>
#include <memory>
#include <vector>

namespace ricochet::bench {

// Speeds of approach and energies below this count as nothing when Siconos looks whether the impact is over.
// By default it is 2e-16, and 100 balls do not come to an end in 100 s at any step from 1e-2 to 1e-4; 1e-8
// creates more energy.
constexpr double kEnd = 1e-6;

ChainResult siconos_chain(int balls, double step) {
  const auto system = std::make_shared<NonSmoothDynamicalSystem>(0.0, 1.0);
  std::vector<std::shared_ptr<LagrangianLinearTIDS>> chain;
  std::vector<std::shared_ptr<Interaction>> contacts;
  for (int i = 0; i < balls; ++i) {
    const auto place = std::make_shared<SiconosVector>(1, static_cast<double>(i));
    const auto velocity = std::make_shared<SiconosVector>(1, i == 0 ? 1.0 : 0.0);
    const auto mass = std::make_shared<SimpleMatrix>(1, 1);
    mass->setValue(0, 0, 1.0);
    chain.push_back(std::make_shared<LagrangianLinearTIDS>(place, velocity, mass));
    system->insertDynamicalSystem(chain.back());
  }
  for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
    const auto normal = std::make_shared<SimpleMatrix>(1, 2);
    normal->setValue(0, 0, -1.0);
    normal->setValue(0, 1, 1.0);
    const auto diameter = std::make_shared<SiconosVector>(1, -1.0);
    contacts.push_back(
        std::make_shared<Interaction>(std::make_shared<MultipleImpactNSL>(1.0, 1.0, 1.5),
                                      std::make_shared<LagrangianLinearTIR>(normal, diameter)));
    system->link(contacts.back(), chain[i], chain[i + 1]);
  }
  const auto law = std::make_shared<MultipleImpact>("BiStiffness", step);
  law->SetNstepMax(1'000'000'000);
  law->SetZeroVelEndImp(kEnd);
  law->SetZeroEnerEndImp(kEnd);
  const auto simulation =
      std::make_shared<EventDriven>(system, std::make_shared<TimeDiscretisation>(0.0, 0.1));
  simulation->insertIntegrator(std::make_shared<LsodarOSI>());
  simulation->insertNonSmoothProblem(law, SICONOS_OSNSP_ED_IMPACT);
  simulation->insertNonSmoothProblem(std::make_shared<LCP>(), SICONOS_OSNSP_ED_SMOOTH_ACC);
  simulation->initialize();
  simulation->updateIndexSets();
  system->updateOutput(0.0, 0, 1);
  system->swapInMemory();
  for (const auto& contact : contacts) contact->swapInOldVariables();

  ChainResult result;
  const double start = cpu_time();
  law->compute(0.0);
  result.time = cpu_time() - start;
  simulation->update(1);  // the velocities of the balls from the impulses
  result.gain = -1.0;
  for (const auto& ball : chain) result.gain += std::pow(ball->velocity()->getValue(0), 2);
  result.last = chain.back()->velocity()->getValue(0);
  return result;
}

}  // namespace ricochet::bench
