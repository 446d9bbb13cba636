// How planar bodies look.

#include <cmath>

#include <ricochet/system/bodies.hpp>

namespace ricochet {

namespace {

using Shape = SketchPart::Shape;
using Role = SketchPart::Role;

// Bodies without a shape are drawn as dots of this part of the size.
constexpr double dot = 0.05;

void add_body(Sketch& sketch, int frame, const Body& body, double size) {
  if (body.radius > 0.0) add_disc(sketch, frame, body.radius, body.name);
  std::vector<Vector2> points;
  bool reaches_out = false;  // beyond the centre
  for (const BodyPoint& point : body.points) {
    points.push_back(point.at);
    reaches_out = reaches_out || point.at != Vector2::Zero();
  }
  if (reaches_out && body.radius > 0.0) {  // arms of the disc
    for (const Vector2& p : points) {
      sketch.parts.push_back({.frame = frame, .points = {Vector2::Zero(), p}});
    }
  } else if (reaches_out) {
    add_points(sketch, frame, points, body.name);
  } else if (!(body.radius > 0.0)) {
    add_disc(sketch, frame, dot * size, body.name);
  }
}

SketchPart part_of(const Ground& ground, int frame) {
  SketchPart part{.role = Role::ground, .frame = frame};
  if (std::isinf(ground.length)) {
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
