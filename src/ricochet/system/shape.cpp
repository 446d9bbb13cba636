#include <ricochet/system/shape.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ricochet {

namespace {

using std::numbers::pi;

double cross(const Vector2& a, const Vector2& b) { return a.x() * b.y() - a.y() * b.x(); }
Vector2 to_the_right(const Vector2& along) { return {along.y(), -along.x()}; }

// A unit vector and how long it was.
struct Direction {
  Vector2 unit;
  double length;
};
Direction direction(const Vector2& v) {
  const double length = v.norm();
  return {v / length, length};
}

std::size_t after(std::size_t i, std::size_t m) { return i + 1 == m ? 0 : i + 1; }
std::size_t before(std::size_t i, std::size_t m) { return i == 0 ? m - 1 : i - 1; }

Direction edge(const ConvexPart& part, std::size_t i) {
  return direction(part.vertices[after(i, part.vertices.size())] - part.vertices[i]);
}

CorePoint on_edge(const ConvexPart& part, const Vector2& P, std::size_t i, double blunt) {
  const Direction along = edge(part, i);
  const Vector2 from_start = P - part.vertices[i];
  const double way = along.unit.dot(from_start);
  CorePoint at;
  at.normal = to_the_right(along.unit);
  at.distance = at.normal.dot(from_start);
  at.foot = part.vertices[i] + way * along.unit;
  at.feature = static_cast<int>(i);
  at.inside = std::min(way, along.length - way) + blunt;
  return at;
}

// The middle of the directions that are normals of the corner between the edges `here` and `onward`, and opposite to
// normals of the wedge.
Vector2 common_normal(const Vector2& here, const Vector2& onward, const Wedge& wedge) {
  const auto angle_from = [](const Vector2& from, const Vector2& to) {
    return std::atan2(cross(from, to), from.dot(to));
  };
  const Vector2 middle = to_the_right(here + onward).normalized();
  const double half = 0.5 * angle_from(here, onward);
  // Opposite normals of the wedge are the directions at most 90 degrees away from both of its edges.
  const double tip = angle_from(middle, (wedge.one + wedge.other).normalized());
  const double half_tip = 0.5 * pi - 0.5 * std::abs(angle_from(wedge.one, wedge.other));
  const double turn = 0.5 * (std::max(-half, tip - half_tip) + std::min(half, tip + half_tip));
  const double c = std::cos(turn);
  const double s = std::sin(turn);
  return {c * middle.x() - s * middle.y(), s * middle.x() + c * middle.y()};
}

CorePoint on_corner(const ConvexPart& part, const Vector2& P, std::size_t i, double blunt,
                    const Wedge* wedge) {
  const std::size_t m = part.vertices.size();
  CorePoint at;
  at.corner = true;
  at.foot = part.vertices[i];
  at.feature = static_cast<int>(m + i);
  const Vector2 away = P - at.foot;
  at.distance = away.norm();
  const bool sharp = at.distance > blunt;
  if (sharp) {
    at.normal = away / at.distance;
    at.curvature = 1.0 / at.distance;
  }
  if (m == 1) return at;
  const Vector2 here = edge(part, before(i, m)).unit;
  const Vector2 onward = edge(part, i).unit;
  at.inside = std::min(here.dot(away), -onward.dot(away)) - blunt;
  if (!sharp) {
    at.normal = m == 2             ? here
                : wedge == nullptr ? to_the_right(here + onward).normalized()
                                   : common_normal(here, onward, *wedge);
  }
  return at;
}

// P is the tip of a wedge and at corner i: on the edge whose normal is the only one in common, or at the corner.
CorePoint tip_at_corner(const ConvexPart& part, const Vector2& P, std::size_t i, double blunt,
                        const Wedge& wedge) {
  constexpr double nearly_parallel = 1e-6;
  const CorePoint at = on_corner(part, P, i, blunt, &wedge);
  for (const std::size_t k : {before(i, part.vertices.size()), i}) {
    CorePoint face = on_edge(part, P, k, blunt);
    if ((face.normal - at.normal).norm() < nearly_parallel) return face;
  }
  return at;
}

// Of a point that is not at a corner.
CorePoint nearest_feature(const ConvexPart& part, const Vector2& P, std::size_t nearest_corner,
                          double blunt) {
  CorePoint deepest;  // of the edges, if P is inside
  deepest.distance = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < part.vertices.size(); ++i) {
    const CorePoint at = on_edge(part, P, i, blunt);
    if (at.distance >= 0.0 && at.inside >= 0.0) return at;  // no other edge has P in front of it
    if (at.distance > deepest.distance) deepest = at;
  }
  return deepest.distance < 0.0 ? deepest : on_corner(part, P, nearest_corner, blunt, nullptr);
}

// The edge with the largest distance among those that have P's foot on them and the wedge at P in front of them;
// infinite if there is none.
CorePoint facing_edge(const ConvexPart& part, const Vector2& P, double blunt, const Wedge& wedge) {
  constexpr double nearly_in_front = -1e-2;  // sine; faces that touch are parallel, not exactly
  CorePoint best;
  best.distance = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < part.vertices.size(); ++i) {
    const CorePoint at = on_edge(part, P, i, blunt);
    const double in_front = std::min(at.normal.dot(wedge.one), at.normal.dot(wedge.other));
    if (in_front > nearly_in_front && at.inside >= 0.0 && at.distance > best.distance) best = at;
  }
  return best;
}

MassProperties uniform_polygon(const std::vector<Vector2>& corners, double density) {
  // Triangles from the first corner, which keeps the differences of large coordinates out of the sums.
  const Vector2 first = corners.front();
  double twice_area = 0.0, second = 0.0;
  Vector2 moment = Vector2::Zero();
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
    const Vector2 a = corners[i] - first;
    const Vector2 b = corners[i + 1] - first;
    const double part = cross(a, b);
    twice_area += part;
    moment += part * (a + b) / 6.0;
    second += part * (a.squaredNorm() + a.dot(b) + b.squaredNorm()) / 12.0;  // about `first`
  }
  MassProperties p;
  p.mass = density * 0.5 * twice_area;
  const Vector2 from_first = moment / (0.5 * twice_area);
  p.centre = first + from_first;
  p.inertia = density * second - p.mass * from_first.squaredNorm();
  return p;
}

}  // namespace

ConvexPart disc_part(double radius, const Vector2& centre) { return {{centre}, radius}; }

ConvexPart box_part(double width, double height) {
  return {rectangle(Vector2::Zero(), 0.5 * width, 0.5 * height), 0.0};
}

ConvexPart capsule_part(double length, double radius) {
  return {{Vector2(-0.5 * length, 0.0), Vector2(0.5 * length, 0.0)}, radius};
}

ConvexPart moved_part(ConvexPart part, const Vector2& to, double angle) {
  for (Vector2& vertex : part.vertices) vertex = placed({to.x(), to.y(), angle}, vertex);
  return part;
}

PolygonFault make_polygon(std::vector<Vector2>& corners) {
  // Turns and lengths below this part of what they are compared with are rounding.
  constexpr double tiny = 1e-9;
  const std::size_t m = corners.size();
  if (m < 3) return {"a polygon has at least 3 corners"};
  Vector2 low = corners[0], high = corners[0];
  for (const Vector2& corner : corners) {
    low = low.cwiseMin(corner);
    high = high.cwiseMax(corner);
  }
  const double size = (high - low).norm();
  double twice_area = 0.0;
  for (std::size_t i = 0; i < m; ++i) {
    const Vector2 along = corners[after(i, m)] - corners[i];
    if (!(along.norm() > tiny * size)) {
      return {"two neighbouring corners are the same point", static_cast<int>(i)};
    }
    twice_area += cross(corners[i] - corners[0], along);
  }
  if (!(std::abs(twice_area) > tiny * size * size)) return {"the polygon has no area"};
  if (twice_area < 0.0) std::reverse(corners.begin() + 1, corners.end());
  double turned = 0.0;
  for (std::size_t i = 0; i < m; ++i) {
    const Vector2 here = corners[i] - corners[before(i, m)];
    const Vector2 onward = corners[after(i, m)] - corners[i];
    const double sine = cross(here, onward) / (here.norm() * onward.norm());
    const int given = static_cast<int>(twice_area < 0.0 && i > 0 ? m - i : i);
    if (!(sine > tiny)) {
      const bool straight = sine > -tiny && here.dot(onward) > 0.0;
      return {straight ? "the polygon does not turn at this corner"
                       : "the polygon is not convex at this corner",
              given};
    }
    turned += std::atan2(cross(here, onward), here.dot(onward));
  }
  if (turned > 3.0 * pi) return {"the polygon crosses itself"};
  return {};
}

MassProperties uniform_mass(const ConvexPart& part, double density) {
  const double r = part.radius;
  MassProperties p;
  switch (part.vertices.size()) {
    case 1:
      p.mass = density * pi * r * r;
      p.centre = part.vertices[0];
      p.inertia = 0.5 * p.mass * r * r;
      return p;
    case 2: {
      // A rectangle between the centres of the caps, and two half discs. A half disc has its centroid at c from its
      // flat side and m r^2 / 2 about the middle of that side; the capsule's centre is l/2 behind it.
      const double l = (part.vertices[1] - part.vertices[0]).norm();
      const double flat = density * 2.0 * r * l;
      const double caps = density * pi * r * r;
      const double c = 4.0 * r / (3.0 * pi);
      p.mass = flat + caps;
      p.centre = 0.5 * (part.vertices[0] + part.vertices[1]);
      p.inertia = flat * (l * l + 4.0 * r * r) / 12.0 + caps * (0.5 * r * r + 0.25 * l * l + l * c);
      return p;
    }
    default: return uniform_polygon(part.vertices, density);
  }
}

MassProperties uniform_mass(std::span<const ConvexPart> parts, double density) {
  if (parts.size() == 1) return uniform_mass(parts[0], density);
  MassProperties sum;
  for (const ConvexPart& part : parts) {
    const MassProperties p = uniform_mass(part, density);
    sum.mass += p.mass;
    sum.centre += p.mass * p.centre;
  }
  sum.centre /= sum.mass;
  for (const ConvexPart& part : parts) {
    const MassProperties p = uniform_mass(part, density);
    sum.inertia += p.inertia + p.mass * (p.centre - sum.centre).squaredNorm();
  }
  return sum;
}

double bounding_radius(const ConvexPart& part) {
  double farthest = 0.0;
  for (const Vector2& vertex : part.vertices) farthest = std::max(farthest, vertex.norm());
  return farthest + part.radius;
}

Wedge wedge_at(const ConvexPart& polygon, std::size_t i) {
  return {edge(polygon, i).unit, -edge(polygon, before(i, polygon.vertices.size())).unit};
}

CorePoint from_core(const ConvexPart& part, const Vector2& P, int hold, double blunt,
                    const Wedge* wedge) {
  const std::size_t m = part.vertices.size();
  if (m == 1) return on_corner(part, P, 0, blunt, wedge);
  if (hold >= 0) {
    const auto feature = static_cast<std::size_t>(hold);
    return feature < m ? on_edge(part, P, feature, blunt)
                       : on_corner(part, P, feature - m, blunt, wedge);
  }
  std::size_t nearest = 0;
  for (std::size_t i = 1; i < m; ++i) {
    if ((P - part.vertices[i]).squaredNorm() < (P - part.vertices[nearest]).squaredNorm()) {
      nearest = i;
    }
  }
  const bool has_wedge = wedge != nullptr && m > 2;
  if (blunt > 0.0 && (P - part.vertices[nearest]).norm() <= blunt) {
    return has_wedge ? tip_at_corner(part, P, nearest, blunt, *wedge)
                     : on_corner(part, P, nearest, blunt, wedge);
  }
  const CorePoint plain = nearest_feature(part, P, nearest, blunt);
  if (!has_wedge || plain.distance > blunt) return plain;
  const CorePoint facing = facing_edge(part, P, blunt, *wedge);
  return std::isfinite(facing.distance) ? facing : plain;
}

double core_separation(std::span<const Vector2> a, std::span<const Vector2> b) {
  double widest = -std::numeric_limits<double>::infinity();
  // How far b is from a along n, an outward normal of a at `from`.
  const auto look = [&](const Vector2& n, const Vector2& from, std::span<const Vector2> other) {
    double least = std::numeric_limits<double>::infinity();
    for (const Vector2& vertex : other) least = std::min(least, n.dot(vertex - from));
    widest = std::max(widest, least);
  };
  const auto look_from = [&](std::span<const Vector2> one, std::span<const Vector2> other) {
    for (std::size_t i = 0; i < one.size(); ++i) {
      const Vector2 along = direction(one[after(i, one.size())] - one[i]).unit;
      look(to_the_right(along), one[i], other);
      if (one.size() == 2) look(-along, one[i], other);  // a line ends there
    }
  };
  look_from(a, b);
  look_from(b, a);
  return widest;
}

}  // namespace ricochet
