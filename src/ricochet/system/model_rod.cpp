// Straight rods whose two ends may touch the ground. q = (x, y, angle) of the centre of mass.
//
// bar (Payr & Glocker 2005) and painleve-rod (Painleve 1905; Leine & Brogliato 2001): half length s, J = K m s^2,
// phi between rod and ground, clockwise; tip at (x + s cos phi, y - s sin phi), the other end opposite:
//   tip: g_N = y - s sin phi,  W_N = (0, 1, -s cos phi),  W_T = (1, 0, -s sin phi),
//        bias = phi'^2 (s sin phi, -s cos phi)
//   G_NN = (1 + cos^2 phi / K) / m,  G_TT = (1 + sin^2 phi / K) / m,  G_NT = sin phi cos phi / (K m)
// Sliding with gamma_T > 0 is regular iff G_NN - mu G_NT > 0, that is mu < mu_c(phi) = (K + cos^2 phi) / (sin phi
// cos phi); least 2 sqrt(K (1 + K)), for the slender rod (K = 1/3) 4/3 at 63.434949 deg.
//
// slender-rod (Brach 1993): length l, J = m l^2/12, theta between rod and the surface's normal, clockwise; arms
// X = l/2 cos theta, Y = l/2 sin theta:
//   tip: g_N = y - X,  W_N = (0, 1, Y),  W_T = (1, 0, -X),  bias = theta'^2 (X, Y)

#include <cmath>
#include <numbers>

#include <ricochet/system/model_parts.hpp>
#include <ricochet/system/single_body.hpp>

namespace ricochet {

namespace {

using namespace model;
using std::numbers::pi;

/// A rod with its ends at +-`tip` from the centre, under gravity.
std::unique_ptr<SingleBody> rod(const Values& v, std::string_view angle, double inertia,
                                std::array<double, 2> tip, const ContactParameters& contact) {
  const double s = std::hypot(tip[0], tip[1]);
  SingleBodyParameters p;
  p.mass = v["mass"];
  p.inertia = inertia;
  p.turn = -1.0;
  p.force = {0.0, -p.mass * v["gravity"]};
  p.contacts = {{.name = "tip", .point = tip, .parameters = contact},
                {.name = "end", .point = {-tip[0], -tip[1]}, .parameters = contact}};
  p.q = planar_coordinates(angle, s);
  p.u = planar_velocities(angle, 1.0, 1.0 / s);
  p.size = s;
  p.name = "rod";
  return std::make_unique<SingleBody>(std::move(p));
}

constexpr ModelParameter kBarParameters[] = {
    positive("mass", "kg", "mass", 1.0),
    positive("half_length", "m", "s", 1.0),
    positive("inertia_ratio", "", "K = J / (m s^2); slender 1/3, of a sphere 2/5", 1.0 / 3.0),
    gravity(),
    within("angle", "rad", "phi between bar and ground, at the start", pi / 4.0, 0.0, pi),
    not_negative("height", "m", "of the tip over the ground, at the start", 0.0),
    any("tangential_velocity", "m/s", "of the tip, at the start", 0.5),
    any("normal_velocity", "m/s", "of the tip, at the start; upwards", -1.0),
    any("angular_velocity", "rad/s", "at the start, clockwise", 0.0),
    friction(0.5),
    static_friction(),
    restitution(1.0),
    within("tangential_restitution", "", "eps_T", 1.0, 0.0, 1.0)};

ModelInstance build_bar(std::span<const double> values) {
  const Values v(kBarParameters, values);
  const double s = v["half_length"];
  ContactParameters contact = v.contact();
  contact.tangential = v["tangential_restitution"];
  auto body = rod(v, "phi", v["inertia_ratio"] * v["mass"] * s * s, {s, 0.0}, contact);
  MotionState start = body->over_ground(v["angle"], v["height"], v["tangential_velocity"],
                                        v["normal_velocity"], v["angular_velocity"]);
  return instance(std::move(body), std::move(start));
}

constexpr ModelParameter kPainleve[] = {
    positive("mass", "kg", "mass", 1.0),
    positive("half_length", "m", "s", 1.0),
    gravity(),
    within("angle", "rad", "phi between rod and ground, at the start", pi / 3.0, 0.0, pi),
    any("angular_velocity", "rad/s", "at the start, clockwise", 0.0),
    any("slip_velocity", "m/s", "of the tip along the ground, at the start", 1.0),
    friction(5.0 / 3.0),
    static_friction(),
    restitution(0.0)};

ModelInstance build_painleve(std::span<const double> values) {
  const Values v(kPainleve, values);
  const double s = v["half_length"];
  auto body = rod(v, "phi", v["mass"] * s * s / 3.0, {s, 0.0}, v.contact());
  MotionState start =
      body->over_ground(v["angle"], 0.0, v["slip_velocity"], 0.0, v["angular_velocity"]);
  return instance(std::move(body), std::move(start));
}

constexpr ModelParameter kSlender[] = {
    positive("mass", "kg", "mass", 1.0),
    positive("length", "m", "l", 1.0),
    gravity(),
    within("angle", "rad", "theta between rod and normal of the ground, at the start", pi / 4.0,
           -pi / 2.0, pi / 2.0),
    not_negative("height", "m", "of the lower end over the ground, at the start", 0.5),
    any("horizontal_velocity", "m/s", "of the centre, at the start", 0.0),
    any("vertical_velocity", "m/s", "of the centre, at the start, upwards", 0.0),
    any("angular_velocity", "rad/s", "at the start, clockwise", 0.0),
    friction(0.5),
    static_friction(),
    restitution(0.5)};

ModelInstance build_slender(std::span<const double> values) {
  const Values v(kSlender, values);
  const double l = v["length"];
  auto body = rod(v, "theta", v["mass"] * l * l / 12.0, {0.0, -0.5 * l}, v.contact());
  MotionState start = body->over_ground(v["angle"], v["height"], 0.0, 0.0, 0.0);
  start.u << v["horizontal_velocity"], v["vertical_velocity"], v["angular_velocity"];
  return instance(std::move(body), std::move(start));
}

}  // namespace

constinit const Model kBar{"bar", "A bar whose tip strikes the ground (Payr & Glocker 2005)",
                           kBarParameters, build_bar};
constinit const Model kSlenderRod{"slender-rod",
                                  "A slender rod dropped on the ground, both ends (Brach 1993)",
                                  kSlender, build_slender};
constinit const Model kPainleveRod{
    "painleve-rod", "A rod that slides with its tip on the ground: Painleve's paradox", kPainleve,
    build_painleve};

}  // namespace ricochet
