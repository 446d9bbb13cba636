#pragma once
// Building named models in tests.

#include <gtest/gtest.h>

#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include <ricochet/system/models.hpp>

namespace ricochet::testing {

using Changes = std::initializer_list<std::pair<std::string_view, double>>;

/// The model with its default values, but for these.
inline ModelInstance build(std::string_view name, Changes changes = {}) {
  const Model* model = find_model(name);
  if (model == nullptr) throw std::invalid_argument("no model " + std::string(name));
  std::vector<double> values;
  for (const ModelParameter& p : model->parameters) values.push_back(p.standard);
  for (const auto& [key, value] : changes) {
    std::size_t i = 0;
    while (i < values.size() && model->parameters[i].name != key) ++i;
    if (i == values.size()) throw std::invalid_argument("no parameter " + std::string(key));
    values[i] = value;
  }
  return model->build(values);
}

/// Everything of a system at a state.
inline Evaluation evaluated(const MechanicalSystem& system, double t, const Eigen::VectorXd& q,
                            const Eigen::VectorXd& u, unsigned need = kEverything) {
  Evaluation e;
  e.fit(system.info());
  system.evaluate(t, q, u, need, e);
  return e;
}
inline Evaluation evaluated(const ModelInstance& model) {
  return evaluated(*model.system, model.start.t, model.start.q, model.start.u);
}

}  // namespace ricochet::testing
