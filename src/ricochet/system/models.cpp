#include <algorithm>
#include <array>
#include <sstream>
#include <stdexcept>

#include <ricochet/system/model_parts.hpp>

namespace ricochet {

namespace model {

double Values::operator[](std::string_view name) const {
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    if (parameters_[i].name == name) return values_[i];
  }
  throw std::logic_error("no such model parameter: " + std::string(name));
}

ContactParameters Values::contact() const {
  const Values& v = *this;
  return contact_parameters(v["friction"], v["static_friction"], v["restitution"]);
}

ContactParameters contact_parameters(double mu, double mu_static, double restitution) {
  ContactParameters c;
  c.mu = mu;
  c.mu_static = mu_static;
  c.newton = c.poisson = c.energetic = restitution;
  return c;
}

std::vector<Quantity> planar_coordinates(std::string_view angle, double length, double turn) {
  return {{"x", "m", length}, {"y", "m", length}, {std::string(angle), "rad", turn}};
}

std::vector<Quantity> planar_velocities(std::string_view angle, double speed,
                                        double angular_speed) {
  return {{"v_x", "m/s", speed},
          {"v_y", "m/s", speed},
          {"v_" + std::string(angle), "rad/s", angular_speed}};
}

ModelInstance instance(std::unique_ptr<MechanicalSystem> system, MotionState start) {
  const SystemInfo& info = system->info();
  Evaluation e;
  e.fit(info);
  system->evaluate(start.t, start.q, start.u, kGaps, e);
  for (std::size_t i = 0; i < info.contacts.size(); ++i) {
    const double gap = e.gap[static_cast<Eigen::Index>(i)];
    if (gap >= -1e-9 * info.size) continue;
    std::ostringstream refusal;
    refusal << "contact " << info.contacts[i].name << " starts inside its surface: its gap is "
            << gap << " m";
    return {nullptr, {}, refusal.str()};
  }
  return {std::move(system), std::move(start), ""};
}

}  // namespace model

std::span<const Model> all_models() {
  static const std::array<Model, 13> models = {kBouncingBall,
                                               kBar,
                                               kSlenderRod,
                                               kDiscBall,
                                               kBallInCorner,
                                               kPainleveRod,
                                               kBoxOnIncline,
                                               kFrictionalBounce,
                                               kFrictionalBounceSimplified,
                                               kHoppingFinger,
                                               kWoodpecker,
                                               kRockingBlock,
                                               kFrictionOscillator};
  return models;
}

const Model* find_model(std::string_view name) {
  const auto models = all_models();
  const auto found = std::ranges::find(models, name, &Model::name);
  return found == models.end() ? nullptr : &*found;
}

}  // namespace ricochet
