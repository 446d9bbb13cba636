// Discs against planes.
//
// bouncing-ball: a disc (mass m, radius R, J = m R^2/2) over a horizontal table that may shake,
// z(t) = amplitude sin(w t + phase). q = (x, y, phi) of its centre, phi counter-clockwise;
//   g_N = y - R - z,   W_N = (0, 1, 0),   W_T = (1, 0, R).
// At rest on a fixed table with restitution e: hops of height h last 2 sqrt(2 h / g); the n-th speed is e^n times
// the first, and the hops end at sqrt(2 h / g) (1 + e) / (1 - e).
//
// ball-in-corner: the ball of Rodriguez & Bowling 2011, thrown horizontally with `speed` from a height of its
// centre so that it strikes ground and wall at once: the wall stands where the bottom and the side arrive together,
//   x_wall = speed sqrt(2 (height - R) / g) + R + wall_shift,
//   ground  g_N = y - R,           W_N = (0, 1, 0),   W_T = (1, 0, R)
//   wall    g_N = x_wall - x - R,  W_N = (-1, 0, 0),  W_T = (0, 1, R)
// The paper gives neither R nor J nor e nor g: the defaults follow from its tables.

#include <cmath>

#include <ricochet/system/model_parts.hpp>
#include <ricochet/system/single_body.hpp>

namespace ricochet {

namespace {

using namespace model;

constexpr ModelParameter kBouncing[] = {
    positive("mass", "kg", "mass of the disc", 1.0),
    positive("radius", "m", "radius of the disc", 0.05),
    gravity(),
    not_negative("height", "m", "of the lowest point over the table, at the start", 1.0),
    any("horizontal_velocity", "m/s", "at the start", 0.0),
    any("vertical_velocity", "m/s", "at the start, upwards", 0.0),
    any("spin", "rad/s", "at the start, counter-clockwise", 0.0),
    friction(0.0),
    static_friction(),
    restitution(0.9),
    not_negative("amplitude", "m", "of the table's vibration", 0.0),
    not_negative("angular_frequency", "rad/s", "of the table's vibration", 0.0),
    any("phase", "rad", "of the table's vibration", 0.0)};

/// A homogeneous disc under gravity, still without contacts.
SingleBodyParameters disc(const Values& v, double speed) {
  const double R = v["radius"];
  SingleBodyParameters p;
  p.mass = v["mass"];
  p.inertia = 0.5 * p.mass * R * R;
  p.force = {0.0, -p.mass * v["gravity"]};
  p.q = planar_coordinates("phi", R);
  p.u = planar_velocities("phi", speed, speed / R);
  p.size = R;
  p.name = "ball";
  return p;
}

ModelInstance build_bouncing(std::span<const double> values) {
  const Values v(kBouncing, values);
  SingleBodyParameters p = disc(v, 1.0);
  p.contacts = {{.name = "table",
                 .radius = v["radius"],
                 .amplitude = v["amplitude"],
                 .angular_frequency = v["angular_frequency"],
                 .phase = v["phase"],
                 .parameters = v.contact(),
                 .ground = "table"}};
  auto body = std::make_unique<SingleBody>(std::move(p));
  MotionState start = body->over_ground(0.0, v["height"], 0.0, v["vertical_velocity"], 0.0);
  start.u[0] = v["horizontal_velocity"];
  start.u[2] = v["spin"];
  return instance(std::move(body), std::move(start));
}

constexpr ModelParameter kCorner[] = {
    positive("mass", "kg", "mass of the ball", 1.0),
    positive("radius", "m", "R", 0.5),
    gravity(9.8),
    positive("speed", "m/s", "horizontal, towards the wall, at the start", 8.0),
    positive("height", "m", "of the centre at the start, at least the radius", 1.5),
    any("spin", "rad/s", "at the start, counter-clockwise", 0.0),
    any("wall_shift", "m",
        "how much farther the wall stands than where both contacts close at once", 0.0),
    friction(0.25),
    static_friction(0.5),
    restitution(0.5)};

ModelInstance build_corner(std::span<const double> values) {
  const Values v(kCorner, values);
  const double R = v["radius"];
  if (v["height"] < R) return {nullptr, {}, "height must be at least the radius"};
  if (v["gravity"] == 0.0) return {nullptr, {}, "gravity must be more than zero"};
  const double flight = std::sqrt(2.0 * (v["height"] - R) / v["gravity"]);
  SingleBodyParameters p = disc(v, v["speed"]);
  p.contacts = {{.name = "ground", .radius = R, .parameters = v.contact()},
                {.name = "wall",
                 .radius = R,
                 .normal = {-1.0, 0.0},
                 .offset = -(v["speed"] * flight + R + v["wall_shift"]),
                 .parameters = v.contact(),
                 .ground = "wall"}};
  MotionState start;
  start.q = Eigen::Vector3d(0.0, v["height"], 0.0);
  start.u = Eigen::Vector3d(v["speed"], 0.0, v["spin"]);
  return instance(std::make_unique<SingleBody>(std::move(p)), std::move(start));
}

}  // namespace

constinit const Model kBouncingBall{
    "bouncing-ball", "A disc over a table that may shake up and down", kBouncing, build_bouncing};
constinit const Model kBallInCorner{
    "ball-in-corner", "A ball thrown into a corner, ground and wall at once (Rodriguez & Bowling)",
    kCorner, build_corner};

}  // namespace ricochet
