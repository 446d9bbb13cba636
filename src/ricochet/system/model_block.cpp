// Rectangular blocks with corners on a plane. q = (x, y, phi) of the centre of mass, phi counter-clockwise.
//
// box-on-incline (Painleve 1895): x points down the incline, y out of it; theta is the angle of the incline, so
// the weight is m g (sin theta, -cos theta). Corners of the base at distance a ahead of (front) and behind (back)
// the centre, the centre h above it, J = m rho^2. Lying flat (phi = 0):
//   front: W_N = (0, 1, a),  W_T = (1, 0, h),   back: W_N = (0, 1, -a),  W_T = (1, 0, h)
// Sliding downwards on the front corner is regular iff mu < mu_c = (rho^2 + a^2) / (a h), whatever theta;
// homogeneous box (half sides a, h; rho^2 = (a^2 + h^2)/3): mu_c = (4 a^2 + h^2) / (3 a h).
//
// rocking-block (Housner 1963): homogeneous, half width b, half height h, four corners, level ground. Without
// slip and bounce the angular velocity after the base has struck is (2 h^2 - b^2) / (2 (h^2 + b^2)) of that before.

#include <cmath>
#include <numbers>

#include <ricochet/system/model_parts.hpp>
#include <ricochet/system/single_body.hpp>

namespace ricochet {

namespace {

using namespace model;
using std::numbers::pi;

constexpr ModelParameter kBox[] = {
    positive("mass", "kg", "mass", 1.0),
    positive("half_length", "m", "a", 0.5),
    positive("centre_height", "m", "h", 1.0),
    not_negative("gyration_radius", "m", "rho; 0: that of a homogeneous box", 0.0),
    gravity(),
    within("incline", "rad", "theta", pi / 6.0, 0.0, pi / 2.0),
    within("angle", "rad", "phi at the start; negative: on the front corner", -0.1, -pi / 2.0,
           pi / 2.0),
    any("angular_velocity", "rad/s", "at the start, counter-clockwise", 0.0),
    not_negative("height", "m", "of the lower corner over the incline, at the start", 0.0),
    any("slip_velocity", "m/s", "of the lower corner down the incline, at the start", 1.0),
    any("normal_velocity", "m/s", "of the lower corner out of the incline, at the start", 0.0),
    friction(1.5),
    static_friction(),
    restitution(0.0)};

ModelInstance build_box(std::span<const double> values) {
  const Values v(kBox, values);
  const double a = v["half_length"];
  const double h = v["centre_height"];
  const double rho = v["gyration_radius"];
  const double weight = v["mass"] * v["gravity"];
  const double size = std::hypot(a, h);
  SingleBodyParameters p;
  p.mass = v["mass"];
  p.inertia = p.mass * (rho > 0.0 ? rho * rho : (a * a + h * h) / 3.0);
  p.force = {weight * std::sin(v["incline"]), -weight * std::cos(v["incline"])};
  p.contacts = {
      {.name = "front", .point = {a, -h}, .parameters = v.contact(), .ground = "incline"},
      {.name = "back", .point = {-a, -h}, .parameters = v.contact(), .ground = "incline"}};
  p.view = -v["incline"];
  p.name = "box";
  p.q = planar_coordinates("phi", size);
  p.u = planar_velocities("phi", 1.0, 1.0 / size);
  p.size = size;
  auto body = std::make_unique<SingleBody>(std::move(p));
  MotionState start = body->over_ground(v["angle"], v["height"], v["slip_velocity"],
                                        v["normal_velocity"], v["angular_velocity"]);
  return instance(std::move(body), std::move(start));
}

constexpr ModelParameter kRocking[] = {
    positive("mass", "kg", "mass", 1.0),
    positive("half_width", "m", "b", 0.2),
    positive("half_height", "m", "h", 0.6),
    gravity(),
    within("angle", "rad", "phi at the start; positive: on the left corner", 0.1, -pi / 2.0,
           pi / 2.0),
    any("angular_velocity", "rad/s", "at the start, about the lower corner", 0.0),
    friction(1.0),
    static_friction(),
    restitution(0.0)};

ModelInstance build_rocking(std::span<const double> values) {
  const Values v(kRocking, values);
  const double b = v["half_width"];
  const double h = v["half_height"];
  const double size = std::hypot(b, h);
  SingleBodyParameters p;
  p.mass = v["mass"];
  p.inertia = p.mass * (b * b + h * h) / 3.0;
  p.name = "block";
  p.force = {0.0, -p.mass * v["gravity"]};
  p.contacts = {{.name = "left", .point = {-b, -h}, .parameters = v.contact()},
                {.name = "right", .point = {b, -h}, .parameters = v.contact()},
                {.name = "top-left", .point = {-b, h}, .parameters = v.contact()},
                {.name = "top-right", .point = {b, h}, .parameters = v.contact()}};
  p.q = planar_coordinates("phi", size);
  p.u = planar_velocities("phi", 1.0, 1.0 / size);
  p.size = size;
  auto body = std::make_unique<SingleBody>(std::move(p));
  MotionState start = body->over_ground(v["angle"], 0.0, 0.0, 0.0, v["angular_velocity"]);
  return instance(std::move(body), std::move(start));
}

}  // namespace

constinit const Model kBoxOnIncline{
    "box-on-incline", "A box that slides down an incline (Painleve 1895)", kBox, build_box};
constinit const Model kRockingBlock{"rocking-block",
                                    "A block that rocks from corner to corner (Housner 1963)",
                                    kRocking, build_rocking};

}  // namespace ricochet
