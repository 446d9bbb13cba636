#include <papers/motion.hpp>

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

namespace ricochet::papers {

ModelInstance model(std::string_view name,
                    std::initializer_list<std::pair<std::string_view, double>> values) {
  const Model* found = find_model(name);
  if (found == nullptr) throw std::logic_error(fmt::format("no model {}", name));
  std::vector<double> all;
  for (const ModelParameter& p : found->parameters) all.push_back(p.standard);
  for (const auto& [key, value] : values) {
    const auto at = std::find_if(found->parameters.begin(), found->parameters.end(),
                                 [key = key](const ModelParameter& p) { return p.name == key; });
    if (at == found->parameters.end()) {
      throw std::logic_error(fmt::format("model {} has no parameter {}", name, key));
    }
    all[static_cast<std::size_t>(at - found->parameters.begin())] = value;
  }
  ModelInstance built = found->build(all);
  if (!built.system) throw std::logic_error(fmt::format("model {}: {}", name, built.refusal));
  return built;
}

void Recording::sample(const Sample& s) {
  if (over_) return;
  const auto copy = [](std::span<const double> v) -> Eigen::VectorXd {
    return Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()));
  };
  instants.push_back({s.t,
                      copy(s.q),
                      copy(s.u),
                      copy(s.gap),
                      copy(s.force),
                      {s.modes.begin(), s.modes.end()},
                      s.ledger});
}

void Recording::event(const Event& e) {
  if (over_) return;
  events.push_back(e);
  over_ = last && last(e);
}

RunResult record(const MechanicalSystem& system, const MotionState& start, const ImpactLaw& law,
                 const SimulationOptions& options, Recording& recording) {
  Simulator simulator(system, law, options);
  return simulator.run(start, recording);
}

}  // namespace ricochet::papers
