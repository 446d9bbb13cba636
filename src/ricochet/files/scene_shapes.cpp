#include <ricochet/files/scene_shapes.hpp>

#include <fmt/format.h>

#include <ricochet/files/geometry.hpp>

namespace ricochet {

namespace {

constexpr std::string_view kinds[] = {"disc", "box", "polygon", "capsule"};
constexpr std::string_view kinds_and_compound[] = {"disc", "box", "polygon", "capsule", "compound"};

// The one key of `map` that is among `allowed`.
Value only_kind(const Value& map, std::span<const std::string_view> allowed) {
  std::string names;
  for (const std::string_view name : allowed)
    names += (names.empty() ? "" : ", ") + std::string(name);
  std::optional<Value> found;
  for (const std::string_view name : allowed) {
    if (!map.has(name)) continue;
    if (found)
      map.fail_key(name, fmt::format("it stands beside '{}'", found->key()), "one of " + names);
    found = map.at(name);
  }
  if (!found) map.fail("there is no shape", fmt::format("one of {} is required", names));
  return *found;
}

ConvexPart read_kind(const Value& value) {
  if (value.key() == "disc") return disc_part(value.number(above(0.0)));
  if (value.key() == "box") {
    const std::vector<Value> sides = value.items();
    if (sides.size() != 2) {
      value.fail(fmt::format("the list has {} entries", sides.size()),
                 "[width, height] are needed");
    }
    return box_part(sides[0].number(above(0.0)), sides[1].number(above(0.0)));
  }
  if (value.key() == "capsule") {
    value.allow_only({"length", "radius"});
    const double length = value.at("length").number(above(0.0));
    return capsule_part(length, value.at("radius").number(above(0.0)));
  }
  return {read_polygon(value), 0.0};
}

ConvexPart read_part(const Value& value) {
  value.allow_only({"disc", "box", "polygon", "capsule", "at", "angle", "angle_deg"});
  const auto at = value.find("at");
  const double angle = read_angle(value, "angle").value_or(0.0);
  return moved_part(read_kind(only_kind(value, kinds)), at ? read_pair(*at) : Vector2::Zero(),
                    angle);
}

}  // namespace

std::vector<Vector2> read_polygon(const Value& value) {
  const std::vector<Value> items = value.items();
  if (items.size() < 3 || items.size() > most_corners) {
    value.fail(fmt::format("the polygon has {} corners", items.size()),
               fmt::format("3 to {} are allowed", most_corners));
  }
  std::vector<Vector2> corners;
  for (const Value& item : items) corners.push_back(read_pair(item));
  const PolygonFault fault = make_polygon(corners);
  if (!fault.what.empty()) {
    const Value& where = fault.corner < 0 ? value : items[static_cast<std::size_t>(fault.corner)];
    where.fail(
        fault.what,
        "the corners of a convex polygon in their order are needed; other shapes are a compound");
  }
  return corners;
}

void read_shape(const Value& shape, Body& body) {
  shape.allow_only(kinds_and_compound);
  const Value kind = only_kind(shape, kinds_and_compound);
  if (kind.key() == "compound") {
    const std::vector<Value> parts = kind.items();
    if (parts.empty() || parts.size() > most_parts) {
      kind.fail(fmt::format("there are {} parts", parts.size()),
                fmt::format("1 to {} are allowed", most_parts));
    }
    for (const Value& part : parts) body.parts.push_back(read_part(part));
    return;
  }
  const ConvexPart part = read_kind(kind);
  if (part.vertices.size() == 1) {
    body.radius = part.radius;
  } else {
    body.parts.push_back(part);
  }
}

void read_mass(const Value& value, Body& body) {
  const auto density = value.find("density");
  if (!density) {
    body.mass = value.at("mass").number(above(0.0));
    body.inertia = value.at("inertia").number(above(0.0));
    return;
  }
  for (const char* key : {"mass", "inertia"}) {
    if (value.has(key)) {
      value.fail_key(key, "it stands beside 'density'", "mass and inertia, or density");
    }
  }
  if (body.radius == 0.0 && body.parts.empty()) {
    value.fail_key("density", "the body has no shape", "give mass and inertia instead");
  }
  const double of_area = density->number(above(0.0));
  const MassProperties p = body.parts.empty() ? uniform_mass(disc_part(body.radius), of_area)
                                              : uniform_mass(body.parts, of_area);
  body.mass = p.mass;
  body.inertia = p.inertia;
  for (ConvexPart& part : body.parts) part = moved_part(std::move(part), -p.centre, 0.0);
}

}  // namespace ricochet
