#pragma once
// Random convex parts, about 1 m large.

#include <cmath>
#include <numbers>

#include <ricochet/system/shape.hpp>
#include <support/random_problems.hpp>

namespace ricochet::testing {

/// Corners on an ellipse: 3 to 7 of them, at least 0.35 rad apart, turned.
inline ConvexPart random_polygon(Random& random) {
  const int m = 3 + static_cast<int>(random.uniform(0.0, 5.0));
  const double width = random.uniform(0.3, 1.0), height = random.uniform(0.3, 1.0);
  ConvexPart part;
  for (int i = 0; i < m; ++i) {
    const double angle = (i + random.uniform(0.0, 0.6)) * 2.0 * std::numbers::pi / m;
    part.vertices.emplace_back(width * std::cos(angle), height * std::sin(angle));
  }
  return moved_part(part, {random.uniform(-0.2, 0.2), random.uniform(-0.2, 0.2)},
                    random.uniform(-3.0, 3.0));
}

/// 0 disc (not around the origin), 1 capsule, 2 polygon, 3 box.
inline ConvexPart random_part(Random& random, int kind) {
  const Vector2 to(random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3));
  const double angle = random.uniform(-3.0, 3.0);
  if (kind == 0) return disc_part(random.uniform(0.1, 0.6), to);
  if (kind == 1) {
    return moved_part(capsule_part(random.uniform(0.2, 1.5), random.uniform(0.05, 0.4)), to, angle);
  }
  if (kind == 2) return random_polygon(random);
  return moved_part(box_part(random.uniform(0.2, 1.5), random.uniform(0.2, 1.5)), to, angle);
}

}  // namespace ricochet::testing
