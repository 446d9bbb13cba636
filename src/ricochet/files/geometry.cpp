#include <ricochet/files/geometry.hpp>

#include <cmath>

namespace ricochet {

Eigen::Vector2d read_pair(const Value& value) {
  const std::vector<double> numbers = value.numbers(2);
  return {numbers[0], numbers[1]};
}

Eigen::Vector2d direction_at(double degrees) {
  const double turn = std::remainder(degrees, 360.0);
  const double quarter = std::nearbyint(turn / 90.0);
  const double rest = radians(turn - 90.0 * quarter);
  const double c = std::cos(rest);
  const double s = std::sin(rest);
  switch ((static_cast<int>(quarter) + 4) % 4) {
    case 1: return {-s, c};
    case 2: return {-c, -s};
    case 3: return {s, -c};
    default: return {c, s};
  }
}

std::optional<double> read_angle(const Value& map, const std::string& key) {
  const std::string in_degrees = key + "_deg";
  const auto value = map.either(key, in_degrees);
  if (!value) return std::nullopt;
  return value->key() == key ? value->number() : radians(value->number());
}

}  // namespace ricochet
