// The Frictional Bounce Model: a body on springs whose tip is pressed on a running belt. The equations are our
// reconstruction of Leine & Brogliato 2001 (INRIA RR-4322), and so are the default values.
//
// Mass m, inertia J, springs and dampers k_x, c_x, ... on the displacement (x, y) of the centre of mass and on the
// rotation phi (clockwise), load F downwards; unstressed at x = y = phi = 0, where the tip touches. The tip is a0
// ahead of the centre and h0 below it. The belt runs in -x with speed v:
//   m x'' = -k_x x - c_x x' + l_T,   m y'' = -k_y y - c_y y' - F + l_N,
//   J phi'' = -k_phi phi - c_phi phi' - a l_N - h l_T
// frictional-bounce: a = a0 cos phi - h0 sin phi, h = h0 cos phi + a0 sin phi
//   g_N = y + h0 - h,   gamma_T = x' - h phi' + v,   bias = phi'^2 (h, -a)
// frictional-bounce-simplified: a = a0, h = h0 constant, g_N = y - a0 phi, no bias: linear between events
//   G_NN = 1/m + a^2/J,  G_NT = a h / J,  G_TT = 1/m + h^2/J
// Sliding is regular iff mu < (J + m a^2) / (m a h).

#include <cmath>

#include <ricochet/system/linear.hpp>
#include <ricochet/system/model_parts.hpp>
#include <ricochet/system/single_body.hpp>

namespace ricochet {

namespace {

using namespace model;

constexpr std::array<ModelParameter, 22> parameters(double mu) {
  return {positive("mass", "kg", "m", 1.0),
          positive("inertia", "kg m^2", "J", 0.03),
          any("arm", "m", "a0: the tip is so far ahead of the centre", 0.3),
          positive("drop", "m", "h0: the tip is so far below the centre", 1.0),
          positive("stiffness_x", "N/m", "k_x", 500.0),
          positive("stiffness_y", "N/m", "k_y", 1000.0),
          positive("stiffness_phi", "N m", "k_phi", 150.0),
          not_negative("damping_x", "N s/m", "c_x", 5.0),
          not_negative("damping_y", "N s/m", "c_y", 3.0),
          not_negative("damping_phi", "N m s", "c_phi", 0.18),
          not_negative("load", "N", "F", 10.0),
          any("belt_speed", "m/s", "v, in -x", 0.2),
          friction(mu),
          static_friction(),
          restitution(0.0),
          any("x", "m", "at the start", 0.0),
          any("y", "m", "at the start", 0.0),
          any("phi", "rad", "at the start", 0.0),
          any("v_x", "m/s", "at the start", 0.0),
          any("v_y", "m/s", "at the start", 0.0),
          any("v_phi", "rad/s", "at the start", 0.0),
          positive("scale", "m", "typical displacement, against which errors are measured", 0.01)};
}
constexpr auto kFull = parameters(0.42);
constexpr auto kSimplified = parameters(0.52);

/// Either of the two, but for the contact's geometry.
struct Suspension {
  explicit Suspension(const Values& v)
      : stiffness{v["stiffness_x"], v["stiffness_y"], v["stiffness_phi"]},
        damping{v["damping_x"], v["damping_y"], v["damping_phi"]} {
    const double s = v["scale"];
    const double rate = std::sqrt(v["stiffness_y"] / v["mass"]);
    size = v["drop"];
    q = planar_coordinates("phi", s, s / size);
    u = planar_velocities("phi", s * rate, s / size * rate);
    start.q = Eigen::Vector3d(v["x"], v["y"], v["phi"]);
    start.u = Eigen::Vector3d(v["v_x"], v["v_y"], v["v_phi"]);
  }
  std::array<double, 3> stiffness, damping;
  std::vector<Quantity> q, u;
  double size = 1.0;
  MotionState start;
};

/// The body, a block with its tip below it; both models look like it.
SingleBody full_body(const Values& v, const Suspension& s) {
  SingleBodyParameters p;
  p.mass = v["mass"];
  p.inertia = v["inertia"];
  p.turn = -1.0;
  p.force = {0.0, -v["load"]};
  p.stiffness = s.stiffness;
  p.damping = s.damping;
  p.contacts = {{.name = "tip",
                 .point = {v["arm"], -v["drop"]},
                 .offset = -v["drop"],
                 .belt = -v["belt_speed"],
                 .parameters = v.contact(),
                 .ground = "belt"}};
  p.q = s.q;
  p.u = s.u;
  p.size = s.size;
  p.outline = rectangle({0.0, 0.0}, 0.3 * s.size, 0.3 * s.size);
  p.outline.emplace_back(v["arm"], -v["drop"]);
  p.outline = convex_hull(std::move(p.outline));
  return SingleBody(std::move(p));
}

ModelInstance build_full(std::span<const double> values) {
  const Values v(kFull, values);
  Suspension s(v);
  return instance(std::make_unique<SingleBody>(full_body(v, s)), std::move(s.start));
}

class SimplifiedBounce final : public LinearSystem {
 public:
  SimplifiedBounce(LinearParameters p, SingleBody full)
      : LinearSystem(std::move(p)), full_(std::move(full)) {}

  Sketch sketch() const override { return full_.sketch(); }
  void place(double t, const ConstVector& q, Placement& out) const override {
    full_.place(t, q, out);
  }

 private:
  SingleBody full_;
};

ModelInstance build_simplified(std::span<const double> values) {
  const Values v(kSimplified, values);
  Suspension s(v);
  LinearParameters p;
  p.mass = Eigen::Vector3d(v["mass"], v["mass"], v["inertia"]).asDiagonal();
  p.stiffness = Eigen::Vector3d(s.stiffness.data()).asDiagonal();
  p.damping = Eigen::Vector3d(s.damping.data()).asDiagonal();
  p.force = Eigen::Vector3d(0.0, -v["load"], 0.0);
  p.contacts = {{.name = "tip",
                 .normal = Eigen::Vector3d(0.0, 1.0, -v["arm"]),
                 .tangent = Eigen::Vector3d(1.0, 0.0, -v["drop"]),
                 .surface_tangential = -v["belt_speed"],
                 .parameters = v.contact()}};
  p.q = s.q;
  p.u = s.u;
  p.size = s.size;
  return instance(std::make_unique<SimplifiedBounce>(std::move(p), full_body(v, s)),
                  std::move(s.start));
}

}  // namespace

constinit const Model kFrictionalBounce{
    "frictional-bounce", "A sprung body with its tip on a belt (Leine & Brogliato 2001)", kFull,
    build_full};
constinit const Model kFrictionalBounceSimplified{
    "frictional-bounce-simplified", "The same for small angles: linear between events", kSimplified,
    build_simplified};

}  // namespace ricochet
