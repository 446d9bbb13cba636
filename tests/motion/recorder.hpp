#pragma once
// An observer that remembers the events of a motion and watches its books, and models by name and value.

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <ricochet/motion/trajectory.hpp>
#include <ricochet/system/models.hpp>
#include <string_view>
#include <utility>
#include <vector>

namespace ricochet::testing {

struct Recorder : MotionObserver {
  std::vector<Event> events;
  double worst_residual = 0.0;  // J
  double turnover = 0.0;        // J: largest sum of everything in the ledger
  long samples = 0;

  void sample(const Sample& s) override {
    ++samples;
    const Ledger& l = s.ledger;
    worst_residual = std::max(worst_residual, std::abs(l.residual));
    turnover = std::max(turnover, l.kinetic + std::abs(l.potential) + l.contact_energy +
                                      l.friction_loss + l.damping_loss + std::abs(l.belt_work) +
                                      std::abs(l.motion_work) + std::abs(l.force_work));
  }
  void event(const Event& e) override { events.push_back(e); }

  std::vector<Event> of(EventKind kind) const {
    std::vector<Event> some;
    for (const Event& e : events) {
      if (e.kind == kind) some.push_back(e);
    }
    return some;
  }
};

/// A named model with some parameters set.
inline ModelInstance build_model(
    std::string_view name,
    std::initializer_list<std::pair<std::string_view, double>> parameters = {}) {
  const Model& model = *find_model(name);
  std::vector<double> values;
  for (const ModelParameter& p : model.parameters) {
    double value = p.standard;
    for (const auto& [key, given] : parameters) {
      if (key == p.name) value = given;
    }
    values.push_back(value);
  }
  return model.build(values);
}

/// Gives every contact of a system the same compliance; no tangential spring if its stiffness is zero.
inline void make_compliant(MechanicalSystem& system, double stiffness, double damping = 0.0,
                           double exponent = 1.0, double tangential_stiffness = 0.0) {
  for (Eigen::Index i = 0; i < system.contacts(); ++i) {
    ContactParameters p = system.info().contacts[static_cast<std::size_t>(i)].parameters;
    p.stiffness = stiffness;
    p.damping = damping;
    p.exponent = exponent;
    p.tangential_stiffness.reset();
    if (tangential_stiffness > 0.0) p.tangential_stiffness = tangential_stiffness;
    system.set_contact(i, p);
  }
}

}  // namespace ricochet::testing
