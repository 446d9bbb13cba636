#pragma once
// A scene, simulated as it says.

#include <ricochet/files/scene_file.hpp>
#include <ricochet/impact/registry.hpp>

namespace ricochet {

/// By the method and laws of the scene; its law must be one of those listed by `ricochet laws`.
RunResult simulate(const Scene& scene, MotionObserver& observer);

}  // namespace ricochet
