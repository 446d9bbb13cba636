#pragma once
// Planar rigid bodies with ground, joints, springs, dampers and given forces.
//
// Each body has q = (x, y, angle), u = (vx, vy, omega): its centre of mass and its turn, counter-clockwise.
// M = diag(m, m, inertia). A point with local coordinates rho is at c + r, r = R(angle) rho, and has the
// velocity v + omega r^, r^ = (-r_y, r_x).
//
// What touches: discs around the centre of mass and bare points of bodies; half-planes and segments of the
// ground. Every disc and point may touch every ground, every disc every other disc. n is the unit normal out of
// the ground (or second body) into the (first) body, t = n turned by -90 degrees: n = (0, 1) gives t = (1, 0).
// With P the point (r its arm, radius 0) or the centre of the disc (r = 0), O the nearest point of the ground,
// w the velocity of P relative to it and D = |P - O|:
//
//   g_N = n.(P - O) - radius          gamma_N = n.w          gamma_T = t.w + radius omega - belt
//   W_N = (n, n.r^)                   W_T = (t, t.r^ + radius)
//   v_s = (n.d', t.d' + belt)         d(t) = amplitude sin(omega_v t + phase), displacement of the ground
//   bias_N =  kappa (t.w)^2      - omega^2 n.r - n.d''
//   bias_T = -kappa (n.w)(t.w)   - omega^2 t.r - t.d''
//
//   half-plane                   n given; kappa = 0
//   segment, between its ends    n its normal (for a disc: towards the disc's centre); kappa = 0
//   segment, beyond them         n = (P - end) / D; kappa = 1 / D
//   two discs                    n = (c1 - c2) / D, kappa = 1 / D; W_N = (n, 0, -n, 0), W_T = (t, r1, -t, r2)
//
// A segment is a thin sheet. Discs meet it from both sides. Bare points meet it from its free side, to the left
// of the way from its first end to its second; a point behind it has a negative gap. A belt runs along t with
// v_sT = belt wherever it is touched: around a segment, from the first end to the second on the free side and
// back on the other.
//
// Joints are equations (joints.hpp), or contacts if they have clearance (clearance.hpp).
//
// Forces: gravity; springs k (l - l0) and dampers d l' between two attachments at the distance l, along the line
// between them (none where l = 0); torsion springs; given forces. V holds gravity and springs, damping_power the
// dampers, force_power the given forces. SI units.

#include <Eigen/Core>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <ricochet/system/clearance.hpp>
#include <ricochet/system/joints.hpp>
#include <ricochet/system/system.hpp>

namespace ricochet {

struct BodyPoint {
  std::string name;
  Vector2 at = Vector2::Zero();  ///< m, from the centre of mass, in the body's own axes
};

struct Body {
  std::string name;
  double mass = 1.0;     ///< kg, > 0
  double inertia = 1.0;  ///< kg m^2, about the centre of mass, > 0
  double radius = 0.0;   ///< m, of its disc; 0 = no disc
  std::vector<BodyPoint> points{};
};

/// amplitude sin(angular_frequency t + phase), of a displacement (m) or a force (N).
struct Oscillation {
  Vector2 amplitude = Vector2::Zero();
  double angular_frequency = 0.0;  ///< rad/s
  double phase = 0.0;              ///< rad
};

bool moves(const Oscillation& o);

/// A half-plane (length infinite): solid where normal . (x - point) < 0. Or a segment of `length` that starts at
/// `point` and runs along the normal turned by -90 degrees.
struct Ground {
  std::string name;
  Vector2 point = Vector2::Zero();
  Vector2 normal = Vector2::UnitY();  ///< unit vector
  double length = std::numeric_limits<double>::infinity();
  double belt = 0.0;  ///< m/s
  Oscillation vibration{};
};
/// The segment from a to b (different points), free side to the left.
Ground segment(std::string name, const Vector2& a, const Vector2& b);

/// Distance of two attachments, m.
double distance(const Attachment& from, const Attachment& to, const ConstVector& q);

/// Spring, damper or both. Tension stiffness (l - length) + damping l'.
struct Spring {
  Attachment from, to;
  double stiffness = 0.0;  ///< N/m, >= 0
  double length = 0.0;     ///< m, without force
  double damping = 0.0;    ///< N s/m, >= 0
};

/// Torque -stiffness (angle1 - angle2 - angle) - damping (omega1 - omega2) on the first body, its negative on
/// the second.
struct TorsionSpring {
  int first = 0;
  int second = on_ground;
  double stiffness = 0.0;  ///< N m/rad, >= 0
  double angle = 0.0;      ///< rad, without torque
  double damping = 0.0;    ///< N m s/rad, >= 0
};

/// A given force, its direction fixed in the world, and a torque:
/// constant + oscillation and torque + torque_amplitude sin(angular_frequency t + phase).
struct BodyForce {
  int body = 0;
  Vector2 at = Vector2::Zero();        ///< m, local
  Vector2 constant = Vector2::Zero();  ///< N
  Oscillation oscillation{};           ///< N
  double torque = 0.0;                 ///< N m
  double torque_amplitude = 0.0;       ///< N m
};

struct BodyScene {
  Vector2 gravity{0.0, -9.81};  ///< m/s^2
  std::vector<Body> bodies{};
  std::vector<Ground> grounds{};
  std::vector<Joint> joints{};
  std::vector<std::pair<int, int>>
      apart{};  ///< bodies that do not touch each other, smaller number first
  std::vector<Spring> springs{};
  std::vector<TorsionSpring> torsion_springs{};
  std::vector<BodyForce> forces{};
};

/// Who touches at a contact.
struct ContactPair {
  int body = 0;    ///< the first
  int point = -1;  ///< of that body; -1 = its disc
  int other_body = on_ground;
  int ground = -1;  ///< if there is no other body
  int joint = -1;   ///< whose clearance it is; those come last
};

class BodySystem : public MechanicalSystem {
 public:
  /// The scene's numbers are in their ranges. Contacts are named `body.point/ground`, `body/ground` (discs) and
  /// `body1/body2`; their parameters are still the defaults.
  explicit BodySystem(BodyScene scene);

  const BodyScene& scene() const { return scene_; }
  const std::vector<ContactPair>& pairs() const { return pairs_; }  ///< one per contact
  void set_parameters(Eigen::Index contact, const ContactParameters& parameters);

  void evaluate(double t, const ConstVector& q, const ConstVector& u, unsigned need,
                Evaluation& out) const override;
  /// The equations of the joints without dense matrices: one row each, in the order of info().joints.
  void joint_rows(double t, const double* q, const double* u, std::span<JointRow> out) const;

  /// Frame b is body b; the grounds that vibrate follow, in their order.
  Sketch sketch() const override;
  void place(double t, const ConstVector& q, Placement& out) const override;

 private:
  enum class Kind : unsigned char { half_plane, segment_disc, segment_point, discs };
  // A contact as evaluate() needs it: all of it in one place.
  struct Contact {
    Kind kind = Kind::half_plane;
    bool has_arm = false;  // rho != 0
    int dof = 0;           // first coordinate of the body
    int other = 0;         // the ground's number, or the first coordinate of the second body
    double rho_x = 0.0, rho_y = 0.0;  // the point, in the body's axes
    double radius = 0.0;              // 0 for a bare point
    double other_radius = 0.0;
  };
  struct Turn {
    double cos = 1.0, sin = 0.0;
  };
  struct Touch;

  void find_contacts();
  void find_joints();
  void fill_info();
  void write_forces(double t, const double* q, const double* u, Evaluation& out) const;
  double potential(const double* q) const;
  void write_contacts(double t, const double* q, const double* u, unsigned need,
                      Evaluation& out) const;
  Touch touch(const Contact& contact, double t, const double* q, const Turn& turn) const;
  static void write_columns(const Contact& contact, const Touch& touch, const double* u,
                            Eigen::Index i, Evaluation& out);

  BodyScene scene_;
  std::vector<ContactPair> pairs_;
  std::vector<Contact> contacts_;
  std::vector<ClearanceContact> clearances_;  // the contacts after those
  Eigen::VectorXd mass_;                      // diagonal of M
  Eigen::VectorXd weight_;                    // gravity's part of h
};

}  // namespace ricochet
