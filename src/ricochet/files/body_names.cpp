#include <ricochet/files/body_names.hpp>

#include <fmt/format.h>

#include <ricochet/files/contact_keys.hpp>
#include <ricochet/files/geometry.hpp>

namespace ricochet {

bool can_be_joined(std::string_view name) {
  return name.find_first_of("./") == std::string_view::npos && name != any_side &&
         name != any_ground;
}

std::string read_own_name(const Value& value, std::vector<std::string>& taken) {
  std::string name = read_name(value, taken);
  if (!can_be_joined(name)) value.fail(fmt::format("'{}' is not allowed", name), joined_names);
  taken.push_back(name);
  return name;
}

int read_body_name(const Value& value, const std::vector<Body>& bodies, bool ground_allowed) {
  std::vector<std::string_view> allowed;
  for (const Body& body : bodies) allowed.push_back(body.name);
  if (ground_allowed) allowed.push_back(any_ground);
  const std::size_t i = value.choice(allowed, "body");
  return i < bodies.size() ? static_cast<int>(i) : on_ground;
}

Attachment read_attachment(const Value& value, const std::vector<Body>& bodies) {
  if (value.is_sequence()) return {on_ground, read_pair(value)};
  if (value.is_map()) {
    value.allow_only({"body", "at"});
    const auto at = value.find("at");
    return {read_body_name(value.at("body"), bodies, false),
            at ? read_pair(*at) : Vector2(Vector2::Zero())};
  }
  std::vector<std::string> allowed;
  std::vector<Attachment> places;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Body& body = bodies[i];
    const auto number = static_cast<int>(i);
    allowed.push_back(body.name);
    places.push_back({number, Vector2::Zero()});
    for (const BodyPoint& point : body.points) {
      allowed.push_back(body.name + '.' + point.name);
      places.push_back({number, point.at});
    }
  }
  const std::vector<std::string_view> views(allowed.begin(), allowed.end());
  return places[value.choice(views, "body or point")];
}

std::pair<Value, Value> read_two(const Value& list) {
  const std::vector<Value> items = list.items();
  if (items.size() != 2) {
    list.fail(fmt::format("the list has {} entries", items.size()), "it needs 2 names");
  }
  return {items[0], items[1]};
}

}  // namespace ricochet
