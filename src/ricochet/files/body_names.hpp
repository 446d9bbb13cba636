#pragma once
// How the parts of a scene of bodies are named and spoken of.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ricochet/files/value.hpp>
#include <ricochet/system/bodies.hpp>

namespace ricochet {

inline constexpr std::string_view any_side = "all";
inline constexpr std::string_view any_ground = "ground";

/// Names are joined by `.` and `/` into those of contacts, coordinates and equations.
bool can_be_joined(std::string_view name);
inline constexpr const char* joined_names = "a name has no '.' or '/' and is not all or ground";

/// A new name, put among those that are taken.
std::string read_own_name(const Value& value, std::vector<std::string>& taken);
/// The number of a body, or of the ground.
int read_body_name(const Value& value, const std::vector<Body>& bodies, bool ground_allowed);
/// `body`, `body.point`, {body, at} or a fixed place [x, y].
Attachment read_attachment(const Value& value, const std::vector<Body>& bodies);
/// A list of two names.
std::pair<Value, Value> read_two(const Value& list);

}  // namespace ricochet
