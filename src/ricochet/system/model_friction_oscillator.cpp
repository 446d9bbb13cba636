// friction-oscillator: a mass on a spring and a damper, lying on a running belt.
//
// q = (x, y): along the belt and out of it. The weight m g presses the mass on the belt, which runs with speed v:
//   m x'' = -k x - c x' + l_T,   m y'' = -m g + l_N,   g_N = y,   gamma_T = x' - v
// Lying on the belt: sticks while |k x + c v| <= mu_s m g; slides around x = mu m g sgn(v) / k.

#include <algorithm>

#include <ricochet/system/linear.hpp>
#include <ricochet/system/model_parts.hpp>

namespace ricochet {

namespace {

using namespace model;

constexpr ModelParameter kParameters[] = {positive("mass", "kg", "m", 1.0),
                                          not_negative("stiffness", "N/m", "k", 100.0),
                                          not_negative("damping", "N s/m", "c", 0.0),
                                          gravity(),
                                          any("belt_speed", "m/s", "v", 0.1),
                                          friction(0.3),
                                          static_friction(0.4),
                                          restitution(0.0),
                                          any("x", "m", "at the start; 0: spring unstressed", 0.0),
                                          not_negative("height", "m", "y at the start", 0.0),
                                          any("v_x", "m/s", "at the start", 0.0),
                                          any("v_y", "m/s", "at the start", 0.0)};

/// A mass of the width `size` on the belt, its spring between it and a wall.
class FrictionOscillator final : public LinearSystem {
 public:
  FrictionOscillator(LinearParameters p, const Values& v)
      : LinearSystem(std::move(p)), belt_(v["belt_speed"]) {
    const double k = v["stiffness"];
    sprung_ = k > 0.0 || v["damping"] > 0.0;
    const double limit = std::max(v["friction"], v["static_friction"]) * v["mass"] * v["gravity"];
    wall_ = -2.0 * (info_.size + (k > 0.0 ? limit / k : 0.0));
  }

  Sketch sketch() const override {
    const double b = 0.5 * info_.size;
    Sketch s{.frames = 1};
    s.parts.push_back({.shape = SketchPart::Shape::half_plane,
                       .role = SketchPart::Role::ground,
                       .points = {Vector2::Zero(), Vector2::UnitY()},
                       .belt = belt_,
                       .name = "belt"});
    if (sprung_) {
      s.parts.push_back({.role = SketchPart::Role::ground,
                         .points = {{wall_, 0.0}, {wall_, 2.0 * b}},
                         .name = "wall"});
      s.parts.push_back({.shape = SketchPart::Shape::spring,
                         .role = SketchPart::Role::spring,
                         .frame = 0,
                         .points = {{-b, 0.6 * b}, {wall_, 0.6 * b}},
                         .name = "spring"});
    }
    s.parts.push_back({.shape = SketchPart::Shape::outline,
                       .frame = 0,
                       .points = rectangle({0.0, 0.6 * b}, b, 0.6 * b),
                       .name = "mass"});
    return s;
  }

  void place(double, const ConstVector& q, Placement& out) const override {
    out.fit(1, 1);
    out.frames[0] = {q[0], q[1], 0.0};
    out.contacts[0] = contact_at({q[0], q[1]}, Vector2::UnitY(), q[1]);
  }

 private:
  double belt_, wall_ = 0.0;
  bool sprung_ = false;
};

ModelInstance build(std::span<const double> values) {
  const Values v(kParameters, values);
  const double m = v["mass"];
  const Eigen::Vector2d along(1.0, 0.0);
  const Eigen::Vector2d up(0.0, 1.0);
  LinearParameters p;
  p.mass = m * Eigen::Matrix2d::Identity();
  p.stiffness = (v["stiffness"] * along).asDiagonal();
  p.damping = (v["damping"] * along).asDiagonal();
  p.force = -m * v["gravity"] * up;
  p.contacts = {{.name = "belt",
                 .normal = up,
                 .tangent = along,
                 .surface_tangential = v["belt_speed"],
                 .parameters = v.contact()}};
  p.q = {{"x", "m", 0.1}, {"y", "m", 0.1}};
  p.u = {{"v_x", "m/s", 0.1}, {"v_y", "m/s", 0.1}};
  p.size = 0.1;
  MotionState start;
  start.q = Eigen::Vector2d(v["x"], v["height"]);
  start.u = Eigen::Vector2d(v["v_x"], v["v_y"]);
  return instance(std::make_unique<FrictionOscillator>(std::move(p), v), std::move(start));
}

}  // namespace

constinit const Model kFrictionOscillator{
    "friction-oscillator", "A sprung mass on a belt: stick-slip", kParameters, build};

}  // namespace ricochet
