#pragma once
// A scene of which the caller has the last word on some things.

#include <optional>
#include <ricochet/files/run_data.hpp>
#include <ricochet/files/scene_file.hpp>
#include <string>

namespace ricochet::app {

/// What is said in place of the scene.
struct SceneOverrides {
  std::optional<double> until;  ///< s
  std::optional<std::string> law;
  std::optional<double> tolerance;
  std::optional<std::string> method;
  std::optional<double> step;  ///< s
};

/// The scene in `text`. Throws InputError for the text and UsageError (`--law: ...`) for what is said in its place.
Scene scene_with(std::string_view text, const std::string& file, const SceneOverrides& overrides);

/// A motion that starts there must end after it, and not be too long. Throws UsageError.
void check_until(const Scene& scene);

/// What the motion of this scene is made from: views of it.
RunSetup setup_of(const Scene& scene);

}  // namespace ricochet::app
