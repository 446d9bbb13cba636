// How planar bodies look.

#include <cmath>
#include <numbers>
#include <utility>

#include <ricochet/system/bodies.hpp>

namespace ricochet {

namespace {

using Shape = SketchPart::Shape;
using Role = SketchPart::Role;

// Bodies without a shape are drawn as dots of this part of the size.
constexpr double dot = 0.05;

// The edge of a part that is not a disc; arcs of capsules as polygons.
std::vector<Vector2> outline_of(const ConvexPart& part) {
  if (part.vertices.size() != 2) return part.vertices;
  constexpr int arc_pieces = 24;
  const Vector2 along = (part.vertices[1] - part.vertices[0]).normalized();
  const Vector2 right(along.y(), -along.x());
  std::vector<Vector2> outline;
  for (int end = 0; end < 2; ++end) {
    const double side = end == 0 ? 1.0 : -1.0;
    for (int k = 0; k <= arc_pieces; ++k) {
      const double angle = std::numbers::pi * k / arc_pieces;
      const Vector2 out = side * (std::cos(angle) * right + std::sin(angle) * along);
      outline.push_back(part.vertices[end == 0 ? 1 : 0] + part.radius * out);
    }
  }
  return outline;
}

void add_part(Sketch& sketch, int frame, const ConvexPart& part, const std::string& name) {
  SketchPart drawn{.shape = Shape::outline, .frame = frame, .name = name};
  if (part.vertices.size() == 1) {
    drawn.shape = Shape::disc;
    drawn.radius = part.radius;
    drawn.points = part.vertices;
  } else {
    drawn.points = outline_of(part);
  }
  sketch.parts.push_back(std::move(drawn));
}

void add_body(Sketch& sketch, int frame, const Body& body, double size) {
  const bool has_shape = body.radius > 0.0 || !body.parts.empty();
  if (body.radius > 0.0) add_disc(sketch, frame, body.radius, body.name);
  for (std::size_t i = 0; i < body.parts.size(); ++i) {
    const bool labelled = i > 0 || body.radius > 0.0;
    add_part(sketch, frame, body.parts[i], labelled ? std::string() : body.name);
  }
  std::vector<Vector2> points;
  bool reaches_out = false;  // beyond the centre
  for (const BodyPoint& point : body.points) {
    points.push_back(point.at);
    reaches_out = reaches_out || point.at != Vector2::Zero();
  }
  if (reaches_out && has_shape) {  // arms
    for (const Vector2& p : points) {
      sketch.parts.push_back({.frame = frame, .points = {Vector2::Zero(), p}});
    }
  } else if (reaches_out) {
    add_points(sketch, frame, points, body.name);
  } else if (!has_shape) {
    add_disc(sketch, frame, dot * size, body.name);
  }
}

SketchPart part_of(const Ground& ground, int frame) {
  SketchPart part{.role = Role::ground, .frame = frame};
  if (!ground.corners.empty()) {
    part.shape = Shape::outline;
    part.points = ground.corners;
  } else if (is_half_plane(ground)) {
    part.shape = Shape::half_plane;
    part.points = {ground.point, ground.normal};
  } else {
    const Vector2 along(ground.normal.y(), -ground.normal.x());
    part.points = {ground.point, ground.point + ground.length * along};
  }
  part.belt = ground.belt;
  part.name = ground.name;
  return part;
}

// Hinges as small discs; sliders as a line along their axis, of the second body. With clearance: pin and bearing, or
// the slider and the two sides of its guide.
void add_joint(Sketch& sketch, const Joint& joint, double size) {
  const auto add_disc_at = [&](const Attachment& at, double radius) {
    sketch.parts.push_back({.shape = Shape::disc,
                            .role = Role::guide,
                            .frame = at.body,
                            .points = {at.at},
                            .radius = radius});
  };
  const auto add_line = [&](const Attachment& at, const Vector2& half) {
    sketch.parts.push_back(
        {.role = Role::guide, .frame = at.body, .points = {at.at - half, at.at + half}});
  };
  const bool loose = joint.clearance.has_value();
  switch (joint.kind) {
    case Joint::Kind::revolute:
      add_disc_at(joint.first, loose ? joint.clearance->radius : 0.5 * dot * size);
      if (loose) add_disc_at(joint.second, joint.clearance->radius + joint.clearance->gap);
      break;
    case Joint::Kind::prismatic: {
      const Vector2& e = joint.axis;
      if (!loose) {
        add_line(joint.second, size * e);
        break;
      }
      const Vector2 aside = joint.clearance->gap * Vector2(-e.y(), e.x());
      add_line({joint.second.body, joint.second.at + aside}, size * e);
      add_line({joint.second.body, joint.second.at - aside}, size * e);
      add_line(joint.first,
               0.5 * joint.clearance->length * placed({0.0, 0.0, -joint.angle}, joint.axis));
      break;
    }
    case Joint::Kind::weld: break;
  }
}

}  // namespace

Sketch BodySystem::sketch() const {
  Sketch sketch;
  sketch.frames = static_cast<int>(scene_.bodies.size());
  for (const Ground& ground : scene_.grounds) {
    sketch.parts.push_back(
        part_of(ground, moves(ground.vibration) ? sketch.frames++ : sketch_world));
  }
  for (const Spring& spring : scene_.springs) {
    static_assert(on_ground == sketch_world);
    sketch.parts.push_back({.shape = Shape::spring,
                            .role = Role::spring,
                            .frame = spring.from.body,
                            .other_frame = spring.to.body,
                            .points = {spring.from.at, spring.to.at},
                            .name = spring.stiffness > 0.0 ? "spring" : "damper"});
  }
  for (int b = 0; const Body& body : scene_.bodies) add_body(sketch, b++, body, info_.size);
  for (const Joint& joint : scene_.joints) add_joint(sketch, joint, info_.size);
  return sketch;
}

}  // namespace ricochet
