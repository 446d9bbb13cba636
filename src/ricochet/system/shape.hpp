#pragma once
// Convex shapes of planar bodies, in the body's own axes.
//
// A part is a CORE - the convex hull of its m vertices, in counter-clockwise order - and everything within `radius` of
// it:
//   m = 1, radius > 0     a disc around that vertex
//   m = 2, radius > 0     a capsule between the two
//   m >= 3, radius = 0    a convex polygon; every corner turns left
//
// The core is bounded by features. Edge i = 0..m-1 runs from vertex i to vertex i+1 (the last one back to the first),
// with its unit outward normal to the right of that way; the two edges of a capsule are the two sides of one line.
// Corner i has the number m + i. For a point P, its nearest point F of the boundary (the foot) and D = |P - F|:
//
//   outside, foot on an edge    n = normal of the edge    s = D      kappa = 0
//   outside, foot a corner      n = (P - F) / D           s = D      kappa = 1 / D
//   inside (m >= 3)             the edge with the largest s <= 0; kappa = 0
//
// so that P = F + s n always, and grad s = n, grad n = kappa t t^T with t across n. A HELD feature is continued beyond
// its ends: an edge as the line it lies on, a corner as the point it is. `inside` says where it ends: of an edge, the
// distance of the foot from its nearer end, along the edge, negative beyond; of a corner, how far P is beyond the ends
// of both adjacent edges, negative where P is not; infinite for the single corner of a disc.
//
// Points closer to each other than `blunt` are not told apart: edges reach so far beyond their ends (and corners begin
// there, `inside` counts from there), and a point that is so near a corner finds no normal there. Then, if it is the
// tip of a WEDGE, the corner of another shape, n is the middle of the normals that corner and wedge have in common,
// and kappa = 0; if that is the normal of an edge at the corner (two equal boxes, one exactly on the other, touch with
// their faces) the foot is on that edge. The tip of a wedge that is elsewhere on the boundary or inside looks at the
// edges only that have the wedge in front of them: a box that comes down exactly beside the end of another box's face
// is in that face, not at its side. For a point without a wedge n is the bisector of the normals of the two edges (for
// a capsule, along the line; for a disc, up). SI units: m, kg, kg/m^2, kg m^2.

#include <limits>
#include <span>
#include <string>
#include <vector>

#include <ricochet/system/sketch.hpp>

namespace ricochet {

struct ConvexPart {
  std::vector<Vector2> vertices{};
  double radius = 0.0;
};

ConvexPart disc_part(double radius, const Vector2& centre = Vector2::Zero());
/// Around the origin; its first vertex is the lower left corner.
ConvexPart box_part(double width, double height);
/// Along x, around the origin; `length` is between the centres of its caps.
ConvexPart capsule_part(double length, double radius);
/// The same, in axes in which it is turned by an angle and moved by `to` afterwards.
ConvexPart moved_part(ConvexPart part, const Vector2& to, double angle);

/// Why these points are not the corners of a convex polygon; nothing wrong: `what` is empty.
struct PolygonFault {
  std::string what{};
  int corner = -1;  ///< where, if it is about one of them
};
/// Turns clockwise corners round (the first one stays the first) and says what is wrong with them.
PolygonFault make_polygon(std::vector<Vector2>& corners);

struct MassProperties {
  double mass = 0.0;
  Vector2 centre = Vector2::Zero();  ///< of mass
  double inertia = 0.0;              ///< about that centre
};
/// Of a uniform part; with density 1 area, centroid and second moment.
MassProperties uniform_mass(const ConvexPart& part, double density);
/// Of several together, each counted in full also where they overlap.
MassProperties uniform_mass(std::span<const ConvexPart> parts, double density);

/// The largest distance of a point of the part from the origin.
double bounding_radius(const ConvexPart& part);

/// Where a point is, as seen from a part's core; the part's radius is not in it.
struct CorePoint {
  Vector2 foot = Vector2::Zero();
  Vector2 normal = Vector2::UnitY();  ///< n
  double distance = 0.0;              ///< s
  double curvature = 0.0;             ///< kappa
  int feature = 0;
  bool corner = false;
  double inside = std::numeric_limits<double>::infinity();
};
/// Unit vectors along the two edges that leave the tip.
struct Wedge {
  Vector2 one, other;
};
/// The corner i of a polygon.
Wedge wedge_at(const ConvexPart& polygon, std::size_t i);

/// `hold` is the feature to look at, or -1 for the nearest; `wedge` that of which P is the tip, if any.
CorePoint from_core(const ConvexPart& part, const Vector2& P, int hold, double blunt,
                    const Wedge* wedge = nullptr);

/// A lower bound of the distance of two cores that is sharp in its sign: negative if and only if they overlap, and then
/// the least distance by which one must be moved for them to part. Vertices of both in the same axes; m >= 2 each.
double core_separation(std::span<const Vector2> a, std::span<const Vector2> b);

}  // namespace ricochet
