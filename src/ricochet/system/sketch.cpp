#include <ricochet/system/sketch.hpp>

#include <algorithm>
#include <cmath>

namespace ricochet {

namespace {

using Shape = SketchPart::Shape;
using Role = SketchPart::Role;

/// Twice the area of the triangle, positive if c is to the left of the way from a to b.
double turn_of(const Vector2& a, const Vector2& b, const Vector2& c) {
  return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
}

/// True if the origin is inside the hull, not on its edge.
bool holds_origin(const std::vector<Vector2>& hull) {
  if (hull.size() < 3) return false;
  for (std::size_t i = 0; i < hull.size(); ++i) {
    if (!(turn_of(hull[i], hull[(i + 1) % hull.size()], Vector2::Zero()) > 0.0)) return false;
  }
  return true;
}

}  // namespace

Vector2 placed(const Pose& pose, const Vector2& local) {
  const double c = std::cos(pose.angle);
  const double s = std::sin(pose.angle);
  return {pose.x + c * local.x() - s * local.y(), pose.y + s * local.x() + c * local.y()};
}

ContactPlace contact_at(const Vector2& point, const Vector2& normal, double gap) {
  return {point, point - gap * normal, normal, {normal.y(), -normal.x()}};
}

std::vector<Vector2> rectangle(const Vector2& centre, double half_width, double half_height) {
  const Vector2 across(half_width, 0.0), up(0.0, half_height);
  return {centre - across - up, centre + across - up, centre + across + up, centre - across + up};
}

// Andrew's monotone chain.
std::vector<Vector2> convex_hull(std::vector<Vector2> points) {
  std::ranges::sort(points, [](const Vector2& a, const Vector2& b) {
    return a.x() < b.x() || (a.x() == b.x() && a.y() < b.y());
  });
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (points.size() < 3) return points;
  double size = 0.0;
  for (const Vector2& p : points) size = std::max(size, (p - points.front()).norm());
  const double flat = 1e-12 * size * size;  // less is a straight line
  std::vector<Vector2> hull;
  const auto walk = [&](auto first, auto last) {
    const std::size_t start = hull.size();
    for (auto p = first; p != last; ++p) {
      while (hull.size() >= start + 2 && turn_of(hull[hull.size() - 2], hull.back(), *p) <= flat) {
        hull.pop_back();
      }
      hull.push_back(*p);
    }
    hull.pop_back();  // where the other half begins
  };
  walk(points.begin(), points.end());
  walk(points.rbegin(), points.rend());
  return hull;
}

void add_disc(Sketch& sketch, int frame, double radius, const std::string& name) {
  SketchPart disc{.shape = Shape::disc, .frame = frame, .points = {Vector2::Zero()}};
  disc.radius = radius;
  disc.name = name;
  sketch.parts.push_back(std::move(disc));
  sketch.parts.push_back(
      {.role = Role::guide, .frame = frame, .points = {Vector2::Zero(), {radius, 0.0}}});
}

void add_points(Sketch& sketch, int frame, std::span<const Vector2> points,
                const std::string& name) {
  std::vector<Vector2> corners(points.begin(), points.end());
  if (!holds_origin(convex_hull(corners))) {
    for (const Vector2& p : points) corners.emplace_back(-p);
  }
  corners = convex_hull(std::move(corners));
  const Shape shape = corners.size() < 3 ? Shape::line : Shape::outline;
  sketch.parts.push_back(
      {.shape = shape, .frame = frame, .points = std::move(corners), .name = name});
}

}  // namespace ricochet
