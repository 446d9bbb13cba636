#pragma once
// Scene files: a mechanical system, how it starts, and how it is to be simulated, in YAML (or JSON). A scene has
// one of three forms:
//
//   bodies    planar rigid bodies (shapes, contact points), ground, springs, dampers, forces (system/bodies.hpp)
//   system    matrices of a linear system in generalized coordinates (system/linear.hpp)
//   model     a named model of the papers with its parameters (system/models.hpp)
//
// docs/scene-files.md lists every key with its unit and default. Every value that is not physically possible is an
// InputError at its own place.

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <ricochet/files/errors.hpp>
#include <ricochet/files/yaml.hpp>
#include <ricochet/impact/options.hpp>
#include <ricochet/motion/simulator.hpp>
#include <ricochet/system/system.hpp>

namespace ricochet {

/// Ways through time.
enum class MotionMethod : unsigned char { event, compliant, moreau };
/// Their names in files and on the command line, in this order.
inline constexpr std::array<std::string_view, 3> method_names = {"event", "compliant", "moreau"};

struct Scene {
  std::string title;  ///< one line, may be empty
  std::string text;   ///< the file as it was read
  std::string form;   ///< bodies, system or model
  std::unique_ptr<MechanicalSystem> system;
  MotionState start;
  std::string law = "moreau";
  std::optional<std::string> fallback_law;
  LawOptions laws;
  MotionMethod method = MotionMethod::event;
  SimulationOptions options;
};

/// What a motion may have at most.
inline constexpr double motion_sample_limit = 1e8;  ///< at times of their own
inline constexpr double motion_step_limit = 1e12;   ///< of fixed length

/// The scene in `text`. Throws InputError; `file` is only the name in its message. A `method` and a `step` (> 0) are
/// read as if the file had named them: the method decides what a contact must have.
Scene parse_scene(std::string_view text, const std::string& file,
                  std::optional<MotionMethod> method = std::nullopt,
                  std::optional<double> step = std::nullopt);

/// The same from its tree; the text is left empty.
Scene parse_scene(const YamlNode& document, const std::string& file,
                  std::optional<MotionMethod> method = std::nullopt,
                  std::optional<double> step = std::nullopt);

/// The same from a file. Throws IoError if it cannot be read.
Scene read_scene(const std::string& path, std::optional<MotionMethod> method = std::nullopt,
                 std::optional<double> step = std::nullopt);

}  // namespace ricochet
