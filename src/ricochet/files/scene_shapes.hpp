#pragma once
// Shapes of bodies and grounds from scene files; bad ones are complained of where they stand.

#include <ricochet/files/value.hpp>
#include <ricochet/system/bodies.hpp>

namespace ricochet {

/// Limits of one body.
inline constexpr std::size_t most_corners = 64;
inline constexpr std::size_t most_parts = 16;

/// The key `shape` of a body: a plain disc into its radius, everything else into its parts.
void read_shape(const Value& shape, Body& body);

/// The corners of a convex polygon, counter-clockwise.
std::vector<Vector2> read_polygon(const Value& value);

/// The keys `mass` and `inertia`, or `density`, which moves the parts so that their centre of mass is the origin.
void read_mass(const Value& value, Body& body);

}  // namespace ricochet
