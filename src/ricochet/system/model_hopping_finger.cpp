// hopping-finger: a finger pushed over a table. After Moreau's hopping finger (named by Leine & Brogliato 2001);
// the equations and values are our own reconstruction.
//
// A hand (mass m_h) moves with constant speed v over the table and is held up by a spring k_y and a damper c_y; a
// rigid finger (length l, mass m, centre at s from the hinge, J about it) hangs on it by a hinge with torsion spring
// k_phi and damper c_phi. In the frame of the hand the table is a belt that runs with -v. q = (y, phi): height of the
// hinge and angle of the finger to the vertical, positive when the tip is ahead; tip at (l sin phi, y - l cos phi).
//   M = | m_h + m        m s sin phi |,   h = | -m s cos phi phi'^2 - (m_h + m) g - k_y (y - y_0) - c_y y'   |
//       | m s sin phi    J + m s^2   |        | -m g s sin phi - k_phi (phi - phi_0) - c_phi phi'            |
//   g_N = y - l cos phi,   W_N = (1, l sin phi),   W_T = (0, l cos phi),   v_s = (0, -v)
//   bias = phi'^2 (l cos phi, -l sin phi)
//   V = (m_h + m) g y - m g s cos phi + k_y (y - y_0)^2 / 2 + k_phi (phi - phi_0)^2 / 2
// phi_0 is the unstressed angle; y_0 is chosen so that the finger at phi_0, its tip on the table, is pressed with the
// force `press`.

#include <cmath>

#include <ricochet/system/model_parts.hpp>

namespace ricochet {

namespace {

using namespace model;

constexpr ModelParameter kParameters[] = {
    positive("hand_mass", "kg", "m_h", 0.5),
    positive("finger_mass", "kg", "m", 0.1),
    positive("length", "m", "l", 0.1),
    positive("centre", "m", "s, from the hinge to the finger's centre", 0.05),
    positive("inertia", "kg m^2", "J of the finger about its centre", 8.3e-5),
    not_negative("hand_stiffness", "N/m", "k_y", 200.0),
    not_negative("hand_damping", "N s/m", "c_y", 1.0),
    not_negative("finger_stiffness", "N m", "k_phi", 2.0),
    not_negative("finger_damping", "N m s", "c_phi", 2e-3),
    gravity(),
    any("speed", "m/s", "v, of the hand", 0.2),
    not_negative("press", "N", "force of the tip on the table at rest, at phi_0", 2.0),
    within("rest_angle", "rad", "phi_0", 0.4, -1.5, 1.5),
    friction(0.8),
    static_friction(),
    restitution(0.0),
    within("angle", "rad", "phi at the start", 0.4, -1.5, 1.5),
    not_negative("height", "m", "of the tip over the table, at the start", 0.0),
    any("v_y", "m/s", "at the start", 0.0),
    any("v_phi", "rad/s", "at the start", 0.0)};

class HoppingFinger final : public MechanicalSystem {
 public:
  explicit HoppingFinger(const Values& v)
      : hand_(v["hand_mass"]),
        mass_(v["finger_mass"]),
        length_(v["length"]),
        centre_(v["centre"]),
        inertia_(v["inertia"]),
        stiffness_y_(v["hand_stiffness"]),
        damping_y_(v["hand_damping"]),
        stiffness_phi_(v["finger_stiffness"]),
        damping_phi_(v["finger_damping"]),
        gravity_(v["gravity"]),
        speed_(v["speed"]),
        angle_(v["rest_angle"]),
        lift_((hand_ + mass_) * gravity_ + stiffness_y_ * length_ * std::cos(angle_) - v["press"]) {
    info_.q = {{"y", "m", length_}, {"phi", "rad", 1.0}};
    info_.u = {{"v_y", "m/s", 0.1}, {"v_phi", "rad/s", 0.1 / length_}};
    info_.contacts = {{"tip", v.contact()}};
    info_.size = length_;
  }

  void evaluate(double, const ConstVector& q, const ConstVector& u, unsigned need,
                Evaluation& out) const override;

  Sketch sketch() const override;
  void place(double, const ConstVector& q, Placement& out) const override {
    out.fit(2, 1);
    out.frames[0] = {0.0, q[0], 0.0};
    out.frames[1] = {0.0, q[0], q[1]};
    const Vector2 tip = placed(out.frames[1], {0.0, -length_});
    out.contacts[0] = contact_at(tip, Vector2::UnitY(), tip.y());
  }

 private:
  double hand_, mass_, length_, centre_, inertia_;
  double stiffness_y_, damping_y_, stiffness_phi_, damping_phi_;
  double gravity_, speed_, angle_;
  double lift_;  ///< k_y y_0, N
};

void HoppingFinger::evaluate(double, const ConstVector& q, const ConstVector& u, unsigned need,
                             Evaluation& out) const {
  const double s = std::sin(q[1]);
  const double c = std::cos(q[1]);
  const double total = hand_ + mass_;
  const double spin2 = u[1] * u[1];
  if (need & kMass) {
    out.M(0, 0) = total;
    out.M(0, 1) = out.M(1, 0) = mass_ * centre_ * s;
    out.M(1, 1) = inertia_ + mass_ * centre_ * centre_;
  }
  if (need & kForces) {
    out.h[0] = -mass_ * centre_ * c * spin2 - total * gravity_ + lift_ - stiffness_y_ * q[0] -
               damping_y_ * u[0];
    out.h[1] =
        -mass_ * gravity_ * centre_ * s - stiffness_phi_ * (q[1] - angle_) - damping_phi_ * u[1];
    out.damping_power = -damping_y_ * u[0] * u[0] - damping_phi_ * spin2;
    out.force_power = 0.0;
  }
  if (need & kGaps) out.gap[0] = q[0] - length_ * c;
  if (need & kContacts) {
    out.W(0, 0) = 1.0;
    out.W(1, 0) = length_ * s;
    out.W(1, 1) = length_ * c;
    out.surface_velocity[1] = -speed_;
    out.bias[0] = length_ * c * spin2;
    out.bias[1] = -length_ * s * spin2;
  }
  if (need & kPotential) {
    const double twist = q[1] - angle_;
    out.potential = total * gravity_ * q[0] - mass_ * gravity_ * centre_ * c - lift_ * q[0] +
                    0.5 * stiffness_y_ * q[0] * q[0] + 0.5 * stiffness_phi_ * twist * twist;
  }
}

// As the hand sees it: the table runs. Frames: hand, finger.
Sketch HoppingFinger::sketch() const {
  const double l = length_;
  Sketch s{.frames = 2};
  s.parts = {
      {.shape = SketchPart::Shape::half_plane,
       .role = SketchPart::Role::ground,
       .points = {Vector2::Zero(), Vector2::UnitY()},
       .belt = -speed_,
       .name = "table"},
      {.role = SketchPart::Role::ground, .points = {{-0.3 * l, 2.2 * l}, {0.3 * l, 2.2 * l}}},
      {.shape = SketchPart::Shape::spring,
       .role = SketchPart::Role::spring,
       .frame = 0,
       .points = {{0.0, 0.2 * l}, {0.0, 2.2 * l}},
       .name = "spring"},
      {.shape = SketchPart::Shape::outline,
       .frame = 1,
       .points = {{-0.07 * l, 0.0}, {0.0, -l}, {0.07 * l, 0.0}},
       .name = "finger"},
      {.shape = SketchPart::Shape::outline,
       .frame = 0,
       .points = rectangle({0.0, 0.1 * l}, 0.25 * l, 0.1 * l),
       .name = "hand"}};
  return s;
}

ModelInstance build(std::span<const double> values) {
  const Values v(kParameters, values);
  MotionState start;
  start.q = Eigen::Vector2d(v["length"] * std::cos(v["angle"]) + v["height"], v["angle"]);
  start.u = Eigen::Vector2d(v["v_y"], v["v_phi"]);
  return instance(std::make_unique<HoppingFinger>(v), std::move(start));
}

}  // namespace

constinit const Model kHoppingFinger{
    "hopping-finger", "A finger pushed over a table (after Moreau)", kParameters, build};

}  // namespace ricochet
