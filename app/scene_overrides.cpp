#include "scene_overrides.hpp"

#include <fmt/format.h>

#include <ricochet/files/names.hpp>
#include <ricochet/impact/registry.hpp>
#include <vector>

#include "commands.hpp"

namespace ricochet::app {

namespace {

MotionMethod method_named(std::string_view name) {
  for (std::size_t i = 0; i < method_names.size(); ++i) {
    if (method_names[i] == name) return static_cast<MotionMethod>(i);
  }
  throw UsageError(fmt::format("--method: there is no method '{}', {}", name,
                               allowed_names(name, method_names)));
}

void check_law(const LawSet& laws, const std::string& name) {
  if (laws.find(name) != nullptr) return;
  std::vector<std::string_view> names;
  for (const ImpactLaw* law : laws.all()) names.push_back(law->info().name);
  throw UsageError(
      fmt::format("--law: there is no law '{}', {}", name, allowed_names(name, names)));
}

}  // namespace

Scene scene_with(std::string_view text, const std::string& file, const SceneOverrides& overrides) {
  if (overrides.step && !(*overrides.step > 0.0)) {
    throw UsageError(
        fmt::format("--step: {} is not allowed, it must be more than 0", *overrides.step));
  }
  // The method decides what the contacts of a scene must have.
  Scene scene = parse_scene(
      text, file, overrides.method ? std::optional(method_named(*overrides.method)) : std::nullopt,
      overrides.step);
  if (overrides.law) scene.law = *overrides.law;
  if (scene.method == MotionMethod::moreau && scene.law != "moreau") {
    throw UsageError(
        fmt::format("--law: method moreau contains its own law, '{}' cannot be used", scene.law));
  }
  if (overrides.step && scene.method != MotionMethod::moreau) {
    throw UsageError("--step: only method moreau has steps of a fixed length");
  }
  if (overrides.until) scene.options.until = *overrides.until;
  if (overrides.tolerance) {
    scene.options.tolerance = *overrides.tolerance;
    if (!(*overrides.tolerance >= 1e-13 && *overrides.tolerance <= 1e-3)) {
      throw UsageError(
          fmt::format("--tolerance: {} is not allowed, it must be between 1e-13 and 1e-3",
                      *overrides.tolerance));
    }
  }
  const LawSet laws(scene.laws);
  check_law(laws, scene.law);
  if (scene.fallback_law) check_law(laws, *scene.fallback_law);
  return scene;
}

void check_until(const Scene& scene) {
  const SimulationOptions& options = scene.options;
  const double length = options.until - scene.start.t;
  if (!(length >= 0.0)) {
    throw UsageError(
        fmt::format("--until: {} s is before the start at {} s", options.until, scene.start.t));
  }
  const double samples = options.sample_step > 0.0 ? length / options.sample_step : 0.0;
  if (samples > motion_sample_limit) {
    throw UsageError(
        fmt::format("--until: there would be {:.3g} samples, at most {:.0e} are allowed", samples,
                    motion_sample_limit));
  }
  const double steps = scene.method == MotionMethod::moreau ? length / options.step : 0.0;
  if (steps > motion_step_limit) {
    throw UsageError(fmt::format("--until: there would be {:.3g} steps, at most {:.0e} are allowed",
                                 steps, motion_step_limit));
  }
}

RunSetup setup_of(const Scene& scene) {
  return {scene.system->info(),
          scene.title,
          scene.text,
          scene.law,
          scene.fallback_law ? std::string_view(*scene.fallback_law) : std::string_view(),
          method_names[static_cast<std::size_t>(scene.method)],
          scene.options};
}

}  // namespace ricochet::app
