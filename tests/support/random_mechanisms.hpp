#pragma once
// Random mechanisms: 1 to 8 bodies of all shapes with up to 8 joints, ground, springs and contacts; and measures of
// them that share nothing with the engine: penetration, open joints, momentum.
//
// Families, by the seed:
//   tree      bodies that hang from each other, from the ground, or from nothing; some joints twice, some with play or
//             a motor, over a floor, in a bowl or in a box, some with a ground polygon, a belt or a shaking floor
//   loop      parallelograms (with two or three cranks), four-bars, slider-cranks and rings, some driven
//   floating  a tree or ring without ground and gravity: nothing acts on it from outside
//   pile      boxes exactly on top of each other, or discs in a bowl
//   crowd     dozens of small bodies falling into a box: more contacts than are listed
// Starts are sound: nothing overlaps, joints are closed, velocities fit them.

#include <cstdint>
#include <memory>
#include <string_view>

#include <ricochet/system/bodies.hpp>
#include <ricochet/system/state.hpp>

namespace ricochet::testing {

enum class MechanismFamily : unsigned char { tree, loop, floating, pile, crowd };
std::string_view to_string(MechanismFamily family);

struct RandomMechanism {
  MechanismFamily family = MechanismFamily::tree;
  std::unique_ptr<BodySystem> system;
  MotionState start;
};

/// The same for the same seed, everywhere.
RandomMechanism random_mechanism(std::uint64_t seed);

/// How deep any two shapes that may touch, or a pin in its bearing, lie in each other, m; >= 0. Grounds: half-planes and
/// polygons. By separating axes.
double overlap(const BodyScene& scene, double t, const double* q);

/// The equation of a joint or motor that is furthest from holding: m, or rad times the size.
double joint_opening(const BodyScene& scene, double size, double t, const double* q);

/// Of all bodies together: linear, and angular about the origin.
struct Momentum {
  Vector2 linear = Vector2::Zero();
  double angular = 0.0;
};
Momentum momentum(const BodyScene& scene, const double* q, const double* u);

}  // namespace ricochet::testing
