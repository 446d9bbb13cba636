#pragma once
// Random small scenes of bodies: 1 to 5 bodies, 1 to 6 contacts; and geometry of its own, apart from the system's,
// to measure penetration.

#include <cstdint>
#include <memory>

#include <ricochet/system/bodies.hpp>
#include <ricochet/system/state.hpp>

namespace ricochet::testing {

struct RandomScene {
  std::unique_ptr<BodySystem> system;
  MotionState start;
};

/// Discs and bodies with bare points over a floor, some with a wall, a belt, a vibrating floor, springs between
/// them, with or without gravity; nothing overlaps at the start.
RandomScene random_scene(std::uint64_t seed);

/// The deepest penetration of any disc or point at a state, m; >= 0. Independent of BodySystem::evaluate().
double penetration(const BodyScene& scene, double t, const double* q);

}  // namespace ricochet::testing
