#pragma once
// Places, directions and angles from files.

#include <Eigen/Core>
#include <numbers>

#include <ricochet/files/value.hpp>

namespace ricochet {

/// [x, y].
Eigen::Vector2d read_pair(const Value& value);

constexpr double radians(double degrees) { return degrees * (std::numbers::pi / 180.0); }

/// Unit vector at an angle; exact at multiples of 90 degrees.
Eigen::Vector2d direction_at(double degrees);

/// The angle in `key` (rad) or `key`_deg of a map, in rad; nothing if neither is there.
std::optional<double> read_angle(const Value& map, const std::string& key);

}  // namespace ricochet
