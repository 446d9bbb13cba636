#pragma once
// The three forms of a scene, each a function that builds the system and the state it starts from.

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <ricochet/files/scene_file.hpp>
#include <ricochet/files/value.hpp>

namespace ricochet {

struct SceneSystem {
  std::unique_ptr<MechanicalSystem> system;
  MotionState start;
};

// `root` is the whole scene, its keys already known to be among those of the form; `method` decides what a
// contact must have. Throw InputError.
SceneSystem read_body_scene(const Value& root, MotionMethod method);
SceneSystem read_linear_scene(const Value& root, MotionMethod method);
SceneSystem read_model_scene(const Value& root, MotionMethod method);

/// The entries of a list that may be absent; 1 to `most` of them.
std::vector<Value> list_of(const Value& map, std::string_view key, std::size_t most);

/// The keys of the parameters of a contact of a scene, after those of its own.
std::vector<std::string_view> with_contact_keys(std::initializer_list<std::string_view> own);
/// The parameters of a contact of a scene.
ContactParameters read_scene_contact(const Value& contact, bool needs_friction,
                                     MotionMethod method);

/// A frequency, `frequency_hz` or `angular_frequency` (one is required), in rad/s.
double read_frequency(const Value& map);

/// A contact whose gap is below - this part of the system's size interpenetrates.
inline constexpr double allowed_depth = 1e-9;

/// What to say of a contact that starts too deep, m.
[[noreturn]] void fail_depth(const Value& place, const std::string& contact, double depth);

}  // namespace ricochet
