#pragma once
// How a system looks, for pictures and animations: parts that never change their shape, in frames that move.
//
// Pictures are in a plane, x to the right and y up, m. A frame has a pose: a point with local coordinates rho is at
// (x, y) + R(angle) rho, angle counter-clockwise, rad. The frame `sketch_world` never moves.
//
// A contact is drawn where it is: `point` on the (first) body and `foot`, the nearest point of the surface or second
// body. With the unit vectors `normal` (out of the foot's side) and `tangent`
//   g_N = normal.(point - foot)
//   W_N.u = normal.v, W_T.u = tangent.v,   v: velocity of the body at `point` minus that of the other one at `foot`
// so that lambda_N normal + lambda_T tangent is the force on the (first) body, its negative that on the other. The
// tangent is the normal turned by -90 degrees, or by +90 in models that count sliding that way. Models for small
// angles are drawn with angles as they are: their pictures agree with their gaps but for squares of the angles.

#include <Eigen/Core>
#include <span>
#include <string>
#include <vector>

namespace ricochet {

using Vector2 = Eigen::Vector2d;

/// Of a frame.
struct Pose {
  double x = 0.0, y = 0.0;  ///< m
  double angle = 0.0;       ///< rad, counter-clockwise
};
/// Where a point of the frame is.
Vector2 placed(const Pose& pose, const Vector2& local);

/// The number of the frame that never moves.
inline constexpr int sketch_world = -1;

struct SketchPart {
  enum class Shape : unsigned char {
    line,     ///< open, through the points
    outline,  ///< closed polygon
    disc,     ///< of `radius` around points[0]
    half_plane,  ///< points[0] on its edge, points[1] its unit normal; solid `radius` deep, 0: without end
    spring  ///< from points[0] in `frame` to points[1] in `other_frame`
  };
  enum class Role : unsigned char {
    body,
    ground,
    spring,  ///< and dampers
    guide    ///< thin helpers: rails, marks, rods without mass
  };
  Shape shape = Shape::line;
  Role role = Role::body;
  int frame = sketch_world;
  int other_frame = sketch_world;  ///< of springs
  std::vector<Vector2> points{};   ///< m, in the frame's axes
  double radius = 0.0;             ///< m
  double belt =
      0.0;  ///< m/s, a ground's surface runs along its normal turned by -90 degrees, or its line
  std::string name{};  ///< for labels; empty: none
};

struct Sketch {
  int frames = 0;                   ///< numbered from 0
  std::vector<SketchPart> parts{};  ///< back to front; empty: nothing to draw
  bool schematic = false;           ///< not to scale: coordinates as blocks on rails
};

struct ContactPlace {
  Vector2 point = Vector2::Zero(), foot = Vector2::Zero();        ///< m
  Vector2 normal = Vector2::UnitY(), tangent = Vector2::UnitX();  ///< unit vectors
};
/// A contact whose surface lies `gap` away from the point, against the normal; tangent: normal turned by -90 degrees.
ContactPlace contact_at(const Vector2& point, const Vector2& normal, double gap);

/// A sketch at a state.
struct Placement {
  std::vector<Pose> frames{};
  std::vector<ContactPlace> contacts{};  ///< one per contact of the system

  /// Allocates nothing if the sizes are the same.
  void fit(int frame_count, Eigen::Index contact_count) {
    frames.resize(static_cast<std::size_t>(frame_count));
    contacts.resize(static_cast<std::size_t>(contact_count));
  }
};

// ---- parts of which most sketches are made

/// A disc around the frame's origin, with a mark that shows how it turns.
void add_disc(Sketch& sketch, int frame, double radius, const std::string& name);
/// The body that has these points, with its centre of mass at the frame's origin: their convex hull; if that does not
/// hold the centre, the hull of them and their mirror images (the base of a block gives the block, a tip a rod).
void add_points(Sketch& sketch, int frame, std::span<const Vector2> points,
                const std::string& name);
/// A rectangle with these half sides around a point.
std::vector<Vector2> rectangle(const Vector2& centre, double half_width, double half_height);
/// The corners of the convex hull, counter-clockwise; two for points on a line.
std::vector<Vector2> convex_hull(std::vector<Vector2> points);

}  // namespace ricochet
