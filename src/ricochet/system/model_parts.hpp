#pragma once
// What the sources of the named models share: how parameters are listed and read, how a start is checked.
// Users of the library need models.hpp only.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <ricochet/system/models.hpp>

namespace ricochet::model {

/// Limit of parameters that have none by nature.
inline constexpr double kLarge = 1e12;

constexpr ModelParameter within(std::string_view name, std::string_view unit,
                                std::string_view meaning, double standard, double low,
                                double high) {
  return {name, unit, meaning, standard, low, high, true};
}
constexpr ModelParameter any(std::string_view name, std::string_view unit, std::string_view meaning,
                             double standard) {
  return within(name, unit, meaning, standard, -kLarge, kLarge);
}
constexpr ModelParameter not_negative(std::string_view name, std::string_view unit,
                                      std::string_view meaning, double standard) {
  return within(name, unit, meaning, standard, 0.0, kLarge);
}
constexpr ModelParameter positive(std::string_view name, std::string_view unit,
                                  std::string_view meaning, double standard) {
  return {name, unit, meaning, standard, 0.0, kLarge, false};
}
constexpr ModelParameter gravity(double standard = 9.81) {
  return not_negative("gravity", "m/s^2", "acceleration of gravity", standard);
}
constexpr ModelParameter friction(double standard) {
  return not_negative("friction", "", "kinetic coefficient of friction", standard);
}
constexpr ModelParameter static_friction(double standard = 0.0) {
  return not_negative("static_friction", "", "static coefficient; below `friction` it counts as it",
                      standard);
}
constexpr ModelParameter restitution(double standard) {
  return within("restitution", "", "coefficient of restitution, in the sense of each law", standard,
                0.0, 1.0);
}

/// The values of a model's parameters, by name.
class Values {
 public:
  Values(std::span<const ModelParameter> parameters, std::span<const double> values)
      : parameters_(parameters), values_(values) {}

  /// The model must have that parameter.
  double operator[](std::string_view name) const;

  /// From `friction`, `static_friction` and `restitution`.
  ContactParameters contact() const;

 private:
  std::span<const ModelParameter> parameters_;
  std::span<const double> values_;
};

/// One coefficient of restitution for every sense of it.
ContactParameters contact_parameters(double mu, double mu_static, double restitution);

/// Coordinates x, y and an angle of a body that moves over such lengths (m) and angles (rad).
std::vector<Quantity> planar_coordinates(std::string_view angle, double length, double turn = 1.0);
/// Their velocities, `v_` and the coordinate's name.
std::vector<Quantity> planar_velocities(std::string_view angle, double speed, double angular_speed);

/// The instance, or its refusal if a contact starts inside its surface.
ModelInstance instance(std::unique_ptr<MechanicalSystem> system, MotionState start);

}  // namespace ricochet::model

namespace ricochet {

extern const Model kBouncingBall, kBallInCorner;                    // model_ball.cpp
extern const Model kBar, kSlenderRod, kPainleveRod;                 // model_rod.cpp
extern const Model kBoxOnIncline, kRockingBlock;                    // model_block.cpp
extern const Model kFrictionalBounce, kFrictionalBounceSimplified;  // model_frictional_bounce.cpp
extern const Model kDiscBall, kHoppingFinger, kWoodpecker, kFrictionOscillator;

}  // namespace ricochet
