#pragma once
// The named models: systems of the papers and their relatives, each with its parameters, their units, ranges
// and defaults. Equations are at the top of each model's own source.

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <ricochet/system/state.hpp>
#include <ricochet/system/system.hpp>

namespace ricochet {

struct ModelParameter {
  std::string_view name;
  std::string_view unit;     ///< "" for pure numbers
  std::string_view meaning;  ///< a few words
  double standard = 0.0;     ///< the default
  double low = 0.0;          ///< allowed from here
  double high = 0.0;         ///< to here
  bool low_allowed = true;   ///< false: more than `low`
};

/// A system together with the state it starts from.
struct ModelInstance {
  std::unique_ptr<MechanicalSystem> system;
  MotionState start;
  std::string
      refusal;  ///< why these values do not fit together; empty if they do (system is then set)
};

struct Model {
  std::string_view name;     ///< in scene files
  std::string_view summary;  ///< one line
  std::span<const ModelParameter> parameters;
  /// One value per parameter, in their order, each inside its range.
  ModelInstance (*build)(std::span<const double> values);
};

/// Every model, in the order they are listed to users.
std::span<const Model> all_models();
/// The model of that name, or nullptr.
const Model* find_model(std::string_view name);

}  // namespace ricochet
