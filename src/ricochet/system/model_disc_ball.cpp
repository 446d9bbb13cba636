// disc-ball: a ball strikes the face of a disc that stands on its rim (Liu, Zhang, Zhao & Brogliato 2013).
//
// q = (y_b, z_b, y_d, z_d, theta): ball and centre of the disc, y horizontal, z up; axes of the disc e2 = (cos theta,
// sin theta) along its diameter and e3 = (-sin theta, cos theta) out of the face that is struck; upright: theta = pi/2.
// Disc: radius r, thickness 2h, I = m_d (r^2/4 + h^2/3). Ball: radius r_b, does not turn.
//   M = diag(m_b, m_b, m_d, m_d, I),   h = (0, -m_b g k_b, 0, -m_d g, 0)
// k_b = ball_gravity: 0 for the ball of the experiment, a pendulum at its lowest point; 1 for a free ball.
//
// Points of the disc a e2 + b e3 against the ground; A, B, C are its line of contact when it stands, A and A' the
// face it falls on when theta sinks to 0, C and C' the other one:
//   A (-r, -h)  B (-r, 0)  C (-r, h)  A' (r, -h)  C' (r, h)
//   g_N = z_d + a sin theta + b cos theta,   bias = -theta'^2 (a sin + b cos, a cos - b sin)
//   W_N = (0, 0, 0, 1, a cos theta - b sin theta),   W_T = (0, 0, 1, 0, -a sin theta - b cos theta)
// E, ball on the ground: g_N = z_b - r_b, W_N = (0, 1, 0, 0, 0), W_T = (1, 0, 0, 0, 0).
// D, ball on the face: p = ball - centre of the disc, b = p.e2, v = its velocity relative to the centre
//   g_N = p.e3 - h - r_b,   W_N = (e3, -e3, -b),   bias_N = -2 theta' v.e2 - theta'^2 p.e3
//                           W_T = (-e2, e2, -h),   bias_T = -theta' v.e3
// as long as |b| <= r; beyond, the edge P = +-r e2 + h e3 of the face: n = (p - P)/|p - P|, t = n turned by -90 deg,
// w = v - theta' P', P' = -h e2 +- r e3 (velocity relative to the edge)
//   g_N = |p - P| - r_b,    W_N = (n, -n, -n.P'),   bias_N = theta'^2 n.P + (t.w)^2 / |p - P|
//                           W_T = (-t, t, t.P'),    bias_T = -theta'^2 t.P + (t.w)(n.w) / |p - P|
// (gamma_T of D is the velocity of the disc relative to the ball). (2.1) of the paper is misprinted for D.

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <ricochet/system/model_parts.hpp>

namespace ricochet {

namespace {

using namespace model;
using std::numbers::pi;

constexpr ModelParameter kParameters[] = {
    positive("ball_mass", "kg", "m_b", 69.24e-3),
    positive("disc_mass", "kg", "m_d", 209.69e-3),
    positive("ball_radius", "m", "r_b", 12.5e-3),
    positive("radius", "m", "r, of the disc", 37.5e-3),
    positive("half_thickness", "m", "h, of the disc", 3e-3),
    gravity(),
    within("ball_gravity", "",
           "share of gravity that the ball feels; 0: a pendulum at its lowest point", 0.0, 0.0,
           1.0),
    any("impact_height", "m", "b, where the ball strikes, above the disc's centre", 2e-3),
    any("ball_velocity", "m/s", "v_b, towards the disc", 0.275),
    not_negative("distance", "m", "of the ball from the face, at the start", 0.0),
    within("angle", "rad", "theta at the start; the lowest point touches the ground", pi / 2.0, 0.0,
           pi),
    any("angular_velocity", "rad/s", "theta' at the start, about the lowest point", 0.0),
    friction(0.14),
    static_friction(0.15),
    restitution(0.9064),
    positive("stiffness", "N/m^exponent", "of A, B, C, A', C' and E", 2.9217e10),
    not_negative("contact_time", "s",
                 "of A, B, C, A', C': slower rebounds become contact (2.37); 0: none do", 6.15e-4),
    not_negative("ball_friction", "", "kinetic coefficient of D", 0.07),
    not_negative("ball_static_friction", "", "static coefficient of D", 0.075),
    within("ball_restitution", "", "of D, in the sense of each law", 0.7043, 0.0, 1.0),
    positive("ball_stiffness", "N/m^exponent", "of D", 1.9640e8),
    positive("exponent", "", "of the force in the compression, all contacts", 1.5)};

struct Vector {
  double y, z;
};
double dot(Vector a, Vector b) { return a.y * b.y + a.z * b.z; }

enum Point : Eigen::Index { kA, kB, kC, kD, kA2, kC2, kE };

class DiscBall final : public MechanicalSystem {
 public:
  explicit DiscBall(const Values& v)
      : m_b_(v["ball_mass"]),
        m_d_(v["disc_mass"]),
        r_b_(v["ball_radius"]),
        r_(v["radius"]),
        h_(v["half_thickness"]),
        inertia_(m_d_ * (r_ * r_ / 4.0 + h_ * h_ / 3.0)),
        ball_weight_(m_b_ * v["gravity"] * v["ball_gravity"]),
        disc_weight_(m_d_ * v["gravity"]),
        corners_{{{kA, -r_, -h_}, {kB, -r_, 0.0}, {kC, -r_, h_}, {kA2, r_, -h_}, {kC2, r_, h_}}} {
    info_.q = {{"y_b", "m", r_},
               {"z_b", "m", r_},
               {"y_d", "m", r_},
               {"z_d", "m", r_},
               {"theta", "rad", 1.0}};
    const double speed = 0.1;
    info_.u = {{"v_y_b", "m/s", speed},
               {"v_z_b", "m/s", speed},
               {"v_y_d", "m/s", speed},
               {"v_z_d", "m/s", speed},
               {"v_theta", "rad/s", speed / r_}};
    ContactParameters ball_ground = v.contact();
    ball_ground.stiffness = v["stiffness"];
    ball_ground.exponent = v["exponent"];
    ContactParameters disc_ground = ball_ground;
    disc_ground.contact_time = v["contact_time"];
    ContactParameters face =
        contact_parameters(v["ball_friction"], v["ball_static_friction"], v["ball_restitution"]);
    face.stiffness = v["ball_stiffness"];
    face.exponent = v["exponent"];
    info_.contacts = {{"A", disc_ground},  {"B", disc_ground},  {"C", disc_ground}, {"D", face},
                      {"A'", disc_ground}, {"C'", disc_ground}, {"E", ball_ground}};
    info_.size = r_;
    info_.constant_mass = true;
  }

  void evaluate(double, const ConstVector& q, const ConstVector& u, unsigned need,
                Evaluation& out) const override;

  Sketch sketch() const override;
  void place(double, const ConstVector& q, Placement& out) const override;

 private:
  struct Corner {
    Point contact;
    double a, b;
  };
  void evaluate_ball(const ConstVector& q, const ConstVector& u, Vector e2, Vector e3,
                     unsigned need, Evaluation& out) const;

  double m_b_, m_d_, r_b_, r_, h_, inertia_, ball_weight_, disc_weight_;
  std::array<Corner, 5> corners_;
};

void DiscBall::evaluate(double, const ConstVector& q, const ConstVector& u, unsigned need,
                        Evaluation& out) const {
  if (need & kMass) {
    out.M(0, 0) = out.M(1, 1) = m_b_;
    out.M(2, 2) = out.M(3, 3) = m_d_;
    out.M(4, 4) = inertia_;
  }
  if (need & kForces) {
    out.h[1] = -ball_weight_;
    out.h[3] = -disc_weight_;
    out.damping_power = out.force_power = 0.0;
  }
  if (need & kPotential) out.potential = ball_weight_ * q[1] + disc_weight_ * q[3];
  if (!(need & (kGaps | kContacts))) return;

  const double c = std::cos(q[4]);
  const double s = std::sin(q[4]);
  const double spin2 = u[4] * u[4];
  for (const Corner& corner : corners_) {
    const double up = corner.a * s + corner.b * c;
    if (need & kGaps) out.gap[corner.contact] = q[3] + up;
    if (need & kContacts) {
      const double along = corner.a * c - corner.b * s;
      const Eigen::Index N = 2 * corner.contact;
      out.W(3, N) = 1.0;
      out.W(4, N) = along;
      out.W(2, N + 1) = 1.0;
      out.W(4, N + 1) = -up;
      out.bias[N] = -spin2 * up;
      out.bias[N + 1] = -spin2 * along;
    }
  }
  evaluate_ball(q, u, {c, s}, {-s, c}, need, out);
  if (need & kGaps) out.gap[kE] = q[1] - r_b_;
  if (need & kContacts) out.W(1, 2 * kE) = out.W(0, 2 * kE + 1) = 1.0;
}

void DiscBall::evaluate_ball(const ConstVector& q, const ConstVector& u, Vector e2, Vector e3,
                             unsigned need, Evaluation& out) const {
  const Vector p{q[0] - q[2], q[1] - q[3]};
  const Vector v{u[0] - u[2], u[1] - u[3]};
  const double spin = u[4];
  const double b = dot(p, e2);
  const bool on_face = std::abs(b) <= r_;
  double gap = 0.0, arm_N = 0.0, arm_T = 0.0, bias_N = 0.0, bias_T = 0.0;
  Vector n = e3;
  Vector t = e2;
  if (on_face) {
    const double height = dot(p, e3);
    gap = height - h_ - r_b_;
    arm_N = -b;
    arm_T = -h_;
    bias_N = -2.0 * spin * dot(v, e2) - spin * spin * height;
    bias_T = -spin * dot(v, e3);
  } else {
    const double a = std::copysign(r_, b);
    const Vector edge{a * e2.y + h_ * e3.y, a * e2.z + h_ * e3.z};
    const Vector turned{-edge.z, edge.y};
    const Vector d{p.y - edge.y, p.z - edge.z};
    const double distance = std::hypot(d.y, d.z);
    n = {d.y / distance, d.z / distance};
    t = {n.z, -n.y};
    const Vector w{v.y - spin * turned.y, v.z - spin * turned.z};
    gap = distance - r_b_;
    arm_N = -dot(n, turned);
    arm_T = dot(t, turned);
    bias_N = spin * spin * dot(n, edge) + dot(t, w) * dot(t, w) / distance;
    bias_T = -spin * spin * dot(t, edge) + dot(t, w) * dot(n, w) / distance;
  }
  if (need & kGaps) out.gap[kD] = gap;
  if (need & kContacts) {
    out.W.col(2 * kD) << n.y, n.z, -n.y, -n.z, arm_N;
    out.W.col(2 * kD + 1) << -t.y, -t.z, t.y, t.z, arm_T;
    out.bias[2 * kD] = bias_N;
    out.bias[2 * kD + 1] = bias_T;
  }
}

// In the plane y-z, the disc seen edge-on. Frames: ball, disc (its axes e2, e3).
Sketch DiscBall::sketch() const {
  Sketch s{.frames = 2};
  s.parts = {{.shape = SketchPart::Shape::half_plane,
              .role = SketchPart::Role::ground,
              .points = {Vector2::Zero(), Vector2::UnitY()},
              .name = "ground"},
             {.shape = SketchPart::Shape::outline,
              .frame = 1,
              .points = rectangle(Vector2::Zero(), r_, h_),
              .name = "disc"},
             {.shape = SketchPart::Shape::disc,
              .frame = 0,
              .points = {Vector2::Zero()},
              .radius = r_b_,
              .name = "ball"}};
  return s;
}

void DiscBall::place(double, const ConstVector& q, Placement& out) const {
  out.fit(2, 7);
  const Pose& ball = out.frames[0] = {q[0], q[1], 0.0};
  const Pose& disc = out.frames[1] = {q[2], q[3], q[4]};
  for (const Corner& corner : corners_) {
    const Vector2 point = placed(disc, {corner.a, corner.b});
    out.contacts[static_cast<std::size_t>(corner.contact)] =
        contact_at(point, Vector2::UnitY(), point.y());
  }
  out.contacts[kE] = contact_at({ball.x, ball.y - r_b_}, Vector2::UnitY(), ball.y - r_b_);
  // D: the ball against the nearest point of the face.
  const Vector2 centre(ball.x, ball.y);
  const Vector2 e2(std::cos(q[4]), std::sin(q[4]));
  const double b = (centre - Vector2(disc.x, disc.y)).dot(e2);
  const Vector2 nearest = placed(disc, {std::clamp(b, -r_, r_), h_});
  const Vector2 face_normal(-e2.y(), e2.x());
  const bool on_face = std::abs(b) <= r_;
  const Vector2 n = on_face ? face_normal : (centre - nearest).normalized();
  ContactPlace& D = out.contacts[kD];
  D = contact_at(centre - r_b_ * n, n, n.dot(centre - nearest) - r_b_);
  D.tangent = -D.tangent;  // gamma_T of D is the disc's velocity
}

ModelInstance build(std::span<const double> values) {
  const Values v(kParameters, values);
  const double r = v["radius"], h = v["half_thickness"], b = v["impact_height"];
  if (std::abs(b) > r) return {nullptr, {}, "impact_height must be within the radius"};
  const double c = std::cos(v["angle"]);
  const double s = std::sin(v["angle"]);
  const double z = r * s + h * std::abs(c);                // of the centre: A (or C) touches
  const double arm = -r * c + (c < 0.0 ? -h * s : h * s);  // of that point, horizontal
  const double out = h + v["ball_radius"] + v["distance"];
  const double spin = v["angular_velocity"];
  MotionState start;
  start.q.resize(5);
  start.u.resize(5);
  start.q << b * c - out * s, z + b * s + out * c, 0.0, z, v["angle"];
  start.u << v["ball_velocity"], 0.0, -z * spin, -arm * spin, spin;
  return instance(std::make_unique<DiscBall>(v), std::move(start));
}

}  // namespace

constinit const Model kDiscBall{"disc-ball",
                                "A ball strikes a disc that stands on its rim (Liu et al. 2013)",
                                kParameters, build};

}  // namespace ricochet
