// How a single body looks: its discs and points, springs at its centre of mass, and the planes it may touch.

#include <algorithm>
#include <cmath>

#include <ricochet/system/single_body.hpp>

namespace ricochet {

namespace {

using Shape = SketchPart::Shape;
using Role = SketchPart::Role;

Vector2 vector(const std::array<double, 2>& v) { return {v[0], v[1]}; }

/// A spring from the body's origin to a wall, both ends given in the picture.
void add_spring(Sketch& sketch, const Vector2& from, const Vector2& to) {
  const Vector2 across = 0.25 * Vector2(from.y() - to.y(), to.x() - from.x());
  sketch.parts.push_back(
      {.role = Role::ground, .points = {to - across, to + across}, .name = "wall"});
  sketch.parts.push_back({.shape = Shape::spring,
                          .role = Role::spring,
                          .frame = 0,
                          .points = {from, to},
                          .name = "spring"});
}

}  // namespace

bool BodyContact::same_plane(const BodyContact& other) const {
  return normal == other.normal && offset == other.offset && belt == other.belt &&
         amplitude == other.amplitude && angular_frequency == other.angular_frequency &&
         phase == other.phase;
}

/// True if the contact is the first with its plane.
bool SingleBody::first_on_plane(std::size_t contact) const {
  const auto own = p_.contacts.begin() + static_cast<std::ptrdiff_t>(contact);
  return std::none_of(p_.contacts.begin(), own,
                      [&](const BodyContact& c) { return c.same_plane(*own); });
}

Sketch SingleBody::sketch() const {
  Sketch sketch{.frames = 1};
  const Pose view{.angle = p_.view};
  for (std::size_t i = 0; i < p_.contacts.size(); ++i) {
    const BodyContact& c = p_.contacts[i];
    if (!first_on_plane(i)) continue;
    const Vector2 n = placed(view, vector(c.normal));
    SketchPart part{.shape = Shape::half_plane, .role = Role::ground};
    if (c.amplitude != 0.0) part.frame = sketch.frames++;
    part.points = {c.offset * n, n};
    part.belt = c.belt;
    part.name = c.ground;
    sketch.parts.push_back(std::move(part));
  }
  for (std::size_t i = 0; i < 2; ++i) {
    if (p_.stiffness[i] == 0.0 && p_.damping[i] == 0.0) continue;
    const Vector2 out = i == 0 ? Vector2(-p_.size, 0.0) : Vector2(0.0, p_.size);
    add_spring(sketch, Vector2::Zero(), placed(view, out));
  }
  if (!p_.outline.empty()) {
    sketch.parts.push_back(
        {.shape = Shape::outline, .frame = 0, .points = p_.outline, .name = p_.name});
    return sketch;
  }
  std::vector<Vector2> points;
  double radius = 0.0;  // of the discs around S that are drawn
  for (const BodyContact& c : p_.contacts) {
    const Vector2 p = vector(c.point);
    if (c.radius > 0.0 && p == Vector2::Zero()) {
      if (c.radius != radius) add_disc(sketch, 0, radius = c.radius, p_.name);
      continue;
    }
    if (c.radius > 0.0) {
      sketch.parts.push_back({.shape = Shape::disc, .frame = 0, .points = {p}, .radius = c.radius});
    }
    if (p != Vector2::Zero()) points.push_back(p);
  }
  if (!points.empty()) add_points(sketch, 0, points, p_.name);
  return sketch;
}

void SingleBody::place(double t, const ConstVector& q, Placement& out) const {
  const Pose view{.angle = p_.view};
  const Vector2 S = placed(view, {q[0], q[1]});
  const Pose body{S.x(), S.y(), p_.view + p_.turn * q[2]};
  out.frames.clear();
  out.frames.push_back(body);
  out.contacts.clear();
  for (std::size_t i = 0; i < p_.contacts.size(); ++i) {
    const BodyContact& c = p_.contacts[i];
    const Vector2 n = placed(view, vector(c.normal));
    const double z = c.shift(t);
    if (c.amplitude != 0.0 && first_on_plane(i)) {
      out.frames.push_back({z * n.x(), z * n.y(), 0.0});
    }
    const Vector2 point = placed(body, vector(c.point)) - c.radius * n;
    out.contacts.push_back(contact_at(point, n, n.dot(point) - c.offset - z));
  }
}

}  // namespace ricochet
