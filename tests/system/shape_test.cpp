// Convex parts: mass against sums over a grid, distances against a plain search of the whole boundary.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <ricochet/system/shape.hpp>
#include <support/random_problems.hpp>
#include <support/random_shapes.hpp>

namespace ricochet {
namespace {

using testing::Random;
using testing::random_part;
using testing::random_polygon;

Vector2 random_place(Random& random, double far) {
  return {random.uniform(-far, far), random.uniform(-far, far)};
}

double cross(const Vector2& a, const Vector2& b) { return a.x() * b.y() - a.y() * b.x(); }

double distance_to_segment(const Vector2& P, const Vector2& a, const Vector2& b) {
  const double way = std::clamp((P - a).dot(b - a) / (b - a).squaredNorm(), 0.0, 1.0);
  return (P - a - way * (b - a)).norm();
}

// To the core, negative inside: over all edges, one by one.
double plain_distance(const std::vector<Vector2>& core, const Vector2& P) {
  if (core.size() == 1) return (P - core[0]).norm();
  double least = std::numeric_limits<double>::infinity();
  bool inside = core.size() > 2;
  for (std::size_t i = 0; i < core.size(); ++i) {
    const Vector2 a = core[i], b = core[(i + 1) % core.size()];
    least = std::min(least, distance_to_segment(P, a, b));
    inside = inside && cross(b - a, P - a) > 0.0;
  }
  return inside ? -least : least;
}

TEST(ConvexPart, MassCentreAndInertiaAreThoseOfASumOverAGrid) {
  Random random(3);
  for (int k = 0; k < 12; ++k) {
    const ConvexPart part =
        moved_part(random_part(random, k % 3), random_place(random, 0.5), random.uniform(-3, 3));
    const double far = bounding_radius(part);
    const int n =
        600;  // midpoints of cells; cells on the edge are wrong by half of themselves, at random
    double area = 0.0, second = 0.0;
    Vector2 moment = Vector2::Zero();
    const double h = 2.0 * far / n;
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        const Vector2 P(-far + (i + 0.5) * h, -far + (j + 0.5) * h);
        if (plain_distance(part.vertices, P) > part.radius) continue;
        area += h * h;
        moment += h * h * P;
        second += h * h * P.squaredNorm();
      }
    }
    const MassProperties p = uniform_mass(part, 7.0);
    EXPECT_NEAR(p.mass / 7.0, area, 2e-3 * area) << k;
    EXPECT_LT((p.centre - moment / area).norm(), 2e-3 * far) << k;
    EXPECT_NEAR(p.inertia / 7.0, second - area * (moment / area).squaredNorm(),
                5e-3 * area * far * far)
        << k;
  }
}

TEST(ConvexPart, MassOfSimpleShapesIsThatOfTheFormulas) {
  const MassProperties plate = uniform_mass(moved_part(box_part(0.4, 0.3), {5.0, -2.0}, 0.7), 2.0);
  EXPECT_NEAR(plate.mass, 0.24, 1e-15);
  EXPECT_NEAR(plate.inertia, 0.24 * 0.25 / 12.0, 1e-15);
  EXPECT_LT((plate.centre - Vector2(5.0, -2.0)).norm(), 1e-14);
  const MassProperties round = uniform_mass(disc_part(0.5), 2.0);
  EXPECT_DOUBLE_EQ(round.inertia, 0.5 * round.mass * 0.25);
  // A capsule without length is a disc; one without width a rod.
  const MassProperties short_one = uniform_mass(capsule_part(1e-12, 0.5), 2.0);
  EXPECT_NEAR(short_one.inertia, round.inertia, 1e-11);
  const MassProperties rod = uniform_mass(capsule_part(3.0, 1e-6), 1.0);
  EXPECT_NEAR(rod.inertia / rod.mass, 9.0 / 12.0, 1e-5);
  // Two halves of a plate are the plate.
  const ConvexPart halves[] = {moved_part(box_part(0.2, 0.3), {-0.1, 1.0}, 0.0),
                               moved_part(box_part(0.2, 0.3), {0.1, 1.0}, 0.0)};
  const MassProperties both = uniform_mass(halves, 2.0);
  EXPECT_NEAR(both.mass, plate.mass, 1e-15);
  EXPECT_NEAR(both.inertia, plate.inertia, 1e-15);
  EXPECT_LT((both.centre - Vector2(0.0, 1.0)).norm(), 1e-15);
}

TEST(ConvexPart, DistanceFootAndNormalAreThoseOfTheNearestPointOfTheBoundary) {
  Random random(4);
  int edges = 0, corners = 0, inside = 0;
  for (int k = 0; k < 3000; ++k) {
    const ConvexPart part = random_part(random, k % 4);
    const Vector2 P = random_place(random, 1.0);
    const CorePoint at = from_core(part, P, -1, 0.0);
    EXPECT_NEAR(at.distance, plain_distance(part.vertices, P), 1e-13);
    EXPECT_NEAR(at.normal.norm(), 1.0, 1e-14);
    EXPECT_LT((at.foot + at.distance * at.normal - P).norm(), 1e-13);
    EXPECT_NEAR(plain_distance(part.vertices, at.foot), 0.0, 1e-13);
    const auto m = static_cast<int>(part.vertices.size());
    EXPECT_EQ(at.corner, at.feature >= m);
    EXPECT_GE(at.inside, 0.0);
    EXPECT_EQ(at.curvature, at.corner ? 1.0 / at.distance : 0.0);
    ++(at.distance < 0.0 ? inside : at.corner ? corners : edges);
    const CorePoint held = from_core(part, P, at.feature, 0.0);
    EXPECT_EQ(held.distance, at.distance);
    EXPECT_EQ(held.normal, at.normal);
    EXPECT_EQ(held.inside, at.inside);
  }
  EXPECT_TRUE(edges > 500 && corners > 500 && inside > 100)
      << edges << ' ' << corners << ' ' << inside;
}

TEST(ConvexPart, NormalIsTheSlopeOfTheDistanceAndCurvatureThatOfTheNormalOnEveryHeldFeature) {
  Random random(5);
  const double h = 1e-5;
  for (int k = 0; k < 400; ++k) {
    const ConvexPart part = random_part(random, k % 4);
    const Vector2 P = random_place(random, 2.0);
    for (int feature = part.vertices.size() == 1 ? 1 : 0;
         feature < 2 * static_cast<int>(part.vertices.size()); ++feature) {
      const CorePoint at = from_core(part, P, feature, 0.0);
      EXPECT_EQ(at.feature, feature);
      if (at.corner && at.distance < 0.1) continue;  // third derivatives grow without bound
      const Vector2 direction = random_place(random, 1.0).normalized();
      const CorePoint a = from_core(part, P - h * direction, feature, 0.0);
      const CorePoint b = from_core(part, P + h * direction, feature, 0.0);
      EXPECT_NEAR((b.distance - a.distance) / (2 * h), at.normal.dot(direction), 1e-7);
      const Vector2 t(at.normal.y(), -at.normal.x());
      EXPECT_LT(((b.normal - a.normal) / (2 * h) - at.curvature * t.dot(direction) * t).norm(),
                1e-6);
    }
  }
}

TEST(ConvexPart, DistanceIsContinuousAcrossFeaturesAndInsideVanishesWhereTheyMeet) {
  Random random(6);
  int changes = 0;
  for (int k = 0; k < 200; ++k) {
    const ConvexPart part = random_part(random, 1 + k % 3);
    const Vector2 from = random_place(random, 2.0), way = random_place(random, 2.0) - from;
    const int steps = 4000;
    CorePoint last = from_core(part, from, -1, 0.0);
    for (int i = 1; i <= steps; ++i) {
      const Vector2 P = from + way * i / steps;
      const CorePoint at = from_core(part, P, -1, 0.0);
      const double moved = way.norm() / steps;
      EXPECT_LE(std::abs(at.distance - last.distance), moved * (1 + 1e-9));
      if (at.corner != last.corner && at.distance > 0.0 && last.distance > 0.0) {
        ++changes;
        EXPECT_LE(at.inside, moved * (1 + 1e-9));
        // The feature that was left ends here: held, it goes on smoothly, and says that it is over.
        const CorePoint held = from_core(part, P, last.feature, 0.0);
        EXPECT_LE(held.inside, 1e-12);
        EXPECT_NEAR(held.distance, at.distance, moved);
      }
      last = at;
    }
  }
  EXPECT_GT(changes, 200);
}

TEST(ConvexPart, PointRightOnACornerTakesTheBisectorOfItsEdges) {
  const ConvexPart square = box_part(2.0, 2.0);
  const CorePoint at = from_core(square, {1.0 + 1e-12, 1.0 + 3e-12}, -1, 1e-9);
  EXPECT_LT((at.normal - Vector2(1, 1).normalized()).norm(), 1e-15);
  EXPECT_EQ(at.curvature, 0.0);
  EXPECT_EQ(at.feature, 6);
  const CorePoint end = from_core(capsule_part(2.0, 0.1), {1.0, 0.0}, 3, 0.0);
  EXPECT_EQ(end.normal, Vector2(1, 0));
  EXPECT_EQ(from_core(disc_part(0.1), {0.0, 0.0}, -1, 0.0).normal, Vector2(0, 1));
}

TEST(ConvexPart, CornersAreMadeCounterClockwiseAndBadOnesNamed) {
  std::vector<Vector2> clockwise = {{0, 0}, {0, 1}, {1, 1}, {1, 0}};
  EXPECT_EQ(make_polygon(clockwise).what, "");
  EXPECT_EQ(clockwise, (std::vector<Vector2>{{0, 0}, {1, 0}, {1, 1}, {0, 1}}));
  const auto fault = [](std::vector<Vector2> corners) { return make_polygon(corners); };
  EXPECT_NE(fault({{0, 0}, {1, 0}}).what.find("at least 3"), std::string::npos);
  EXPECT_EQ(fault({{0, 0}, {1, 0}, {1, 0}, {0, 1}}).corner, 1);
  EXPECT_NE(fault({{0, 0}, {1, 1}, {3, 3}}).what.find("no area"), std::string::npos);
  const PolygonFault dent = fault({{0, 0}, {2, 0}, {1, 0.5}, {0, 2}});
  EXPECT_NE(dent.what.find("not convex"), std::string::npos);
  EXPECT_EQ(dent.corner, 2);
  EXPECT_EQ(fault({{0, 0}, {0, 2}, {1, 0.5}, {2, 0}}).corner, 2) << "of the corners as given";
  EXPECT_NE(fault({{0, 0}, {1, 0}, {2, 0}, {0, 1}}).what.find("does not turn"), std::string::npos);
  EXPECT_NE(fault({{0, 0}, {2, 2}, {2, 0}, {0, 1}}).what, "") << "a bow tie";
  std::vector<Vector2> star;
  for (int i = 0; i < 5; ++i) {
    const double angle = 2 * std::numbers::pi * 2 * i / 5;
    star.emplace_back(std::cos(angle), std::sin(angle));
  }
  EXPECT_NE(fault(star).what.find("crosses itself"), std::string::npos);
}

// True if some vertex is inside the other core or two edges cross.
bool overlap_plainly(const std::vector<Vector2>& a, const std::vector<Vector2>& b) {
  for (const Vector2& P : a) {
    if (plain_distance(b, P) < 0.0) return true;
  }
  for (const Vector2& P : b) {
    if (plain_distance(a, P) < 0.0) return true;
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) {
      const Vector2 p = a[i], q = a[(i + 1) % a.size()], r = b[j], s = b[(j + 1) % b.size()];
      if (cross(q - p, r - p) * cross(q - p, s - p) < 0.0 &&
          cross(s - r, p - r) * cross(s - r, q - r) < 0.0)
        return true;
    }
  }
  return false;
}

TEST(ConvexPart, SeparationOfCoresIsNegativeIfAndOnlyIfTheyOverlap) {
  Random random(7);
  int overlaps = 0, crossings = 0;
  for (int k = 0; k < 4000; ++k) {
    const ConvexPart a = moved_part(random_part(random, 1 + k % 2), random_place(random, 0.8),
                                    random.uniform(-3, 3));
    const ConvexPart b = moved_part(random_part(random, 1 + (k / 2) % 2), random_place(random, 0.8),
                                    random.uniform(-3, 3));
    const double apart = core_separation(a.vertices, b.vertices);
    const bool overlap = overlap_plainly(a.vertices, b.vertices);
    if (std::abs(apart) > 1e-12) {
      EXPECT_EQ(apart < 0.0, overlap) << k;
    }
    overlaps += overlap;
    const auto outside = [](const ConvexPart& of, const ConvexPart& part) {
      return std::all_of(of.vertices.begin(), of.vertices.end(),
                         [&](const Vector2& P) { return plain_distance(part.vertices, P) > 0.0; });
    };
    crossings += overlap && outside(a, b) && outside(b, a);
  }
  EXPECT_TRUE(overlaps > 500 && overlaps < 3500 && crossings > 100) << overlaps << ' ' << crossings;
  const ConvexPart flat = box_part(4.0, 1.0), upright = box_part(1.0, 4.0);
  EXPECT_DOUBLE_EQ(core_separation(flat.vertices, upright.vertices), -2.5);
  const std::vector<Vector2> left = {{0, 0}, {1, 0}}, right = {{3, 0}, {2, 0}};
  EXPECT_DOUBLE_EQ(core_separation(left, right), 1.0) << "lines behind each other";
}

}  // namespace
}  // namespace ricochet
