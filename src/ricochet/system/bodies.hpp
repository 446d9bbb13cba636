#pragma once
// Planar rigid bodies with ground, joints, springs, dampers and given forces.
//
// Each body has q = (x, y, angle), u = (vx, vy, omega): its centre of mass and its turn, counter-clockwise.
// M = diag(m, m, inertia). A point with local coordinates rho is at c + r, r = R(angle) rho, and has the
// velocity v + omega r^, r^ = (-r_y, r_x).
//
// What touches. A body has convex parts (shape.hpp; a disc around the centre of mass is one) and bare points; the ground
// consists of half-planes, segments and convex polygons. The vertices of each part, with its radius, may touch every
// part of every other body and every ground; vertices of ground polygons and ends of segments may touch the parts of
// bodies; bare points touch grounds only. At a contact
//
//   P      the vertex, of X, at the arm r from the centre of mass of X;    r_A its radius
//   F      the foot of P on the core of the surface, of Y, at the arm r_F;  r_B its radius; s = n.(P - F)
//   n      unit normal out of Y into X;   t = n turned by -90 degrees: n = (0, 1) gives t = (1, 0)
//   kappa  curvature of the lines of equal s, 1 / s in front of a corner or disc, 0 in front of an edge
//   w      = v_P - v_F, v_P = v_X + omega_X r^, v_F = v_Y + omega_Y r_F^: velocity of P seen from Y at F
//
// where X or Y may be the ground, whose displacement is d(t) = amplitude sin(omega_v t + phase), without turning:
//
//   g_N = s - r_A - r_B      gamma_N = n.w      gamma_T = t.w + r_A omega_X + r_B omega_Y (- belt, on the ground)
//   W_N = (n, n.r^; -n, -n.r_F^)                W_T = (t, t.r^ + r_A; -t, -t.r_F^ + r_B)
//   v_s = (n.d', t.d' + belt)                   of the surface if that is the ground
//   bias_N = turn_N - n.a      turn_N = kappa (t.w)^2,       without curvature  -omega_Y (2 t.w + omega_Y s)
//   bias_T = turn_T - t.a      turn_T = -kappa (n.w)(t.w),   without curvature  omega_Y n.w
//   a = omega_X^2 r - omega_Y^2 r_F + d''       (-d'' if X is the ground)
//
// The normal turns with -kappa t.w in front of a corner, with omega_Y in front of an edge; that is where turn_N and
// turn_T come from. The FIRST body of a contact, into which the normal of the contact points, is X; if X is the ground
// it is Y, and then the contact's normal is -n and its tangent -t: gap, W and gamma are the same numbers.
//
//   half-plane                   n given; kappa = 0
//   segment, between its ends    n its normal (for rounded vertices: towards P); kappa = 0
//   segment, beyond them         n = (P - end) / s; kappa = 1 / s
//   parts of bodies, polygons    shape.hpp
//
// A segment is a thin sheet. Rounded vertices meet it from both sides. Bare points and corners of polygons meet it from
// its free side, to the left of the way from its first end to its second; one that is behind it has a negative gap. Its
// features: 0 free side, 1 other side, 2 first end, 3 second end. A belt runs along t with v_sT = belt wherever it is
// touched: around a segment, from the first end to the second on the free side and back on the other; clockwise
// around a polygon.
//
// Each touch counts once. Discs touch as the vertex they are, never as a surface with corners to be touched: a disc and
// a polygon have one contact. Of two other parts (that of the earlier body first, ground last) the first one's
// vertices touch every feature of the second; the second one's vertices count only where their foot is on an edge of
// the first, further than shadow_margin from its ends. Elsewhere such a contact is SHADOWED: its gap is the constant
// info().size, its rates are zero, its feature is kShadowed; nothing is said of it by near(). Held features are
// never shadowed. Where corners of polygons meet, lengths below shadow_margin are not told apart (`blunt` in shape.hpp).
//
// Joints are equations (joints.hpp), or contacts if they have clearance (clearance.hpp).
//
// Forces: gravity; springs k (l - l0) and dampers d l' between two attachments at the distance l, along the line
// between them (none where l = 0); torsion springs; given forces. V holds gravity and springs, damping_power the
// dampers, force_power the given forces. SI units.

#include <Eigen/Core>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <ricochet/system/body_rows.hpp>
#include <ricochet/system/clearance.hpp>
#include <ricochet/system/joints.hpp>
#include <ricochet/system/shape.hpp>
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
  double radius = 0.0;   ///< m, of its disc around the centre of mass; 0 = no disc
  std::vector<BodyPoint> points{};
  std::vector<ConvexPart> parts{};  ///< beside the disc; sound (shape.hpp), from the centre of mass
};

/// amplitude sin(angular_frequency t + phase), of a displacement (m) or a force (N).
struct Oscillation {
  Vector2 amplitude = Vector2::Zero();
  double angular_frequency = 0.0;  ///< rad/s
  double phase = 0.0;              ///< rad
};

bool moves(const Oscillation& o);

/// A half-plane (length infinite): solid where normal . (x - point) < 0. Or a segment of `length` that starts at
/// `point` and runs along the normal turned by -90 degrees. Or, if it has corners, a solid convex polygon; point,
/// normal and length then say nothing.
struct Ground {
  std::string name;
  Vector2 point = Vector2::Zero();
  Vector2 normal = Vector2::UnitY();  ///< unit vector
  double length = std::numeric_limits<double>::infinity();
  double belt = 0.0;  ///< m/s
  Oscillation vibration{};
  std::vector<Vector2> corners{};  ///< of a polygon: m, world, counter-clockwise
};
bool is_half_plane(const Ground& ground);
bool is_segment(const Ground& ground);
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

/// Who touches at a contact: a vertex or point of the first body and a surface, or, if `vertex` and `point` are both
/// -1, a part of the first body as the surface and a vertex of the ground. A body's parts are numbered from 0, the
/// disc of Body::radius before Body::parts.
struct ContactPair {
  int body = 0;    ///< the first
  int point = -1;  ///< bare point of that body
  int other_body = on_ground;
  int ground = -1;        ///< if there is no other body
  int part = 0;           ///< of the first body, if there is no point
  int vertex = 0;         ///< of that part
  int other_part = 0;     ///< of the other body
  int other_vertex = -1;  ///< of the ground
  int joint = -1;         ///< whose clearance it is (clearance.hpp); its number there is `vertex`

  bool operator==(const ContactPair&) const = default;
};
/// The order of contacts in lists: those with the ground by body, then those of two bodies, the earlier body first, then
/// those of joints with clearance.
bool operator<(const ContactPair& a, const ContactPair& b);

/// One side of a rule: bodies and grounds, all of them or one; -1 = any.
struct ContactSide {
  bool bodies = true, grounds = true;
  int body = -1, point = -1, ground = -1;

  bool operator==(const ContactSide&) const = default;
};

/// What contacts between two sides, in any order, are made of.
struct ContactRule {
  ContactSide one, other;
  bool touch = true;  ///< false: there are no such contacts
  ContactParameters parameters{};
};
bool speaks_of(const ContactRule& rule, const ContactPair& pair);

struct BodyScene {
  Vector2 gravity{0.0, -9.81};  ///< m/s^2
  std::vector<Body> bodies{};
  std::vector<Ground> grounds{};
  std::vector<Joint> joints{};
  std::vector<Spring> springs{};
  std::vector<TorsionSpring> torsion_springs{};
  std::vector<BodyForce> forces{};
  std::vector<ContactRule> rules{};  ///< of rules that speak of one contact the last one counts
  std::vector<std::pair<int, int>> apart{};  ///< bodies that never touch each other
};

/// A scene with more possible contacts than this has no list of them: pairs() and info().contacts are empty.
inline constexpr std::size_t most_listed_contacts = 1000;
/// So far, and no further, contacts are looked for that are left if rules take away the others.
inline constexpr std::size_t most_searched_contacts = 100000;
/// Of the size: see "shadowed", above.
inline constexpr double shadow_margin = 1e-9;

class BodySystem : public MechanicalSystem {
 public:
  /// The scene's numbers are in their ranges. Contacts are named `body.point/ground`, `body/ground` (discs),
  /// `body1/body2`, `body.v1/ground`, `body1.v1/body2` (vertices from 1), `body.p2.v1/ground` (parts of bodies that have
  /// several) and `body/ground.v1`. Their parameters are those of the rules, or the defaults.
  explicit BodySystem(BodyScene scene);

  const BodyScene& scene() const { return scene_; }
  const std::vector<ContactPair>& pairs() const { return pairs_; }  ///< one per contact
  void set_parameters(Eigen::Index contact, const ContactParameters& parameters);

  /// Replaces the list of contacts; not during a motion.
  void list(std::span<const ContactPair> pairs);
  /// A copy that lists these contacts, by their names.
  std::unique_ptr<MechanicalSystem> with_contacts(
      std::span<const std::string> names) const override;
  /// There are more contacts than are listed.
  bool crowded() const { return info_.crowded; }
  std::unique_ptr<Neighbourhood> neighbourhood() const override;

  /// How many contacts shapes and grounds allow, whatever the rules say; and which (not too many).
  std::size_t possible_contacts() const;
  std::vector<ContactPair> all_possible() const;
  /// Rules do not take it away.
  bool touches(const ContactPair& pair) const;
  /// Those of the list if it is listed, else those of the rules.
  ContactParameters parameters_of(const ContactPair& pair) const;
  std::string name_of(const ContactPair& pair) const;

  /// One contact at a state; `hold` as in Evaluation.
  void contact_row(const ContactPair& pair, double t, const double* q, const double* u, int hold,
                   ContactRow& out) const;
  /// Every contact with a gap below `reach`, shadowed ones by the gap they would have, in the order of lists; of vertices behind the segment
  /// that they meet from its free side only those less deep than `reach`. Allocates only while `out` and the
  /// thread's own work space grow.
  void near(double t, const double* q, double reach, std::vector<ContactPair>& out) const;
  /// How deep the cores of two shapes that may touch lie in each other, m, also where no vertex is inside the other:
  /// the deepest such pair, by one of its contacts. Depth <= 0: none.
  struct Crossing {
    ContactPair pair;
    double depth = 0.0;
  };
  Crossing deepest_crossing(double t, const double* q) const;

  void evaluate(double t, const ConstVector& q, const ConstVector& u, unsigned need,
                Evaluation& out) const override;
  /// The equations of the joints without dense matrices: one row each, in the order of info().joints.
  void joint_rows(double t, const double* q, const double* u, std::span<JointRow> out) const;

  /// Frame b is body b; the grounds that vibrate follow, in their order.
  Sketch sketch() const override;
  void place(double t, const ConstVector& q, Placement& out) const override;

 private:
  enum class Kind : unsigned char {
    half_plane,
    segment_both_sides,
    segment_free_side,
    round,
    core,
    clearance
  };
  // A contact as evaluate() needs it: all of it in one place.
  struct Contact {
    Kind kind = Kind::half_plane;  // of the surface
    bool has_arm = false;          // rho != 0
    bool shadowed = false;         // where the foot is not on an edge
    int dof = 0;       // first coordinate of the body X; -1: the vertex is of the ground
    int other = -1;    // first coordinate of the body Y; -1: the surface is the ground
    int ground = -1;   // its number
    int surface = -1;  // part, of kinds `round` and `core`; which of clearances_
    int corner_of = -1, corner = -1;  // if the vertex is the corner of a polygon: part, and which
    double rho_x = 0.0, rho_y = 0.0;  // the vertex, in the body's axes
    double radius = 0.0;              // r_A
    double other_radius = 0.0;        // r_B
  };
  struct Turn {
    double cos = 1.0, sin = 0.0;
  };
  struct Turns;
  struct Touch;
  struct Box;

  void gather_parts();
  void list_contacts();
  void find_joints();
  void fill_info();
  void write_forces(double t, const double* q, const double* u, Evaluation& out) const;
  double potential(const double* q) const;
  void write_contacts(double t, const double* q, const double* u, unsigned need,
                      Evaluation& out) const;

  // Which contacts there are: body_pairs.cpp. Parts have numbers through all bodies, then one per ground.
  std::size_t part_of_body(int body, int part) const;
  std::size_t part_of_ground(int ground) const;
  int part_count(int body) const;
  const ContactRule* rule_of(const ContactPair& pair) const;
  bool may_touch(int body, int other_body) const;
  void append_with_ground(int body, int part, int ground, std::vector<ContactPair>& out) const;
  void append_between(int body, int part, int other_body, int other_part,
                      std::vector<ContactPair>& out) const;
  Contact contact_of(const ContactPair& pair) const;
  std::size_t clearance_of(const ContactPair& pair) const;            // which of clearances_
  ContactParameters given_parameters(const ContactPair& pair) const;  // by rules or joints
  ContactPair pair_of(const ClearanceContact& contact) const;
  ContactRow clearance_row_of(std::size_t contact, const double* q, const double* u) const;
  double extent_of(const ContactPair& pair) const;

  // What a contact does at a state: body_contacts.cpp.
  Touch touch(const Contact& contact, double t, const double* q, Turns& turns, int hold) const;
  // Also of shadowed ones.
  double gap_now(const ContactPair& pair, double t, const double* q) const;
  void touch_line(const Contact& contact, const double* q, int hold, Touch& at) const;
  void touch_round(const Contact& contact, const double* q, Turns& turns, Touch& at) const;
  void touch_core(const Contact& contact, const double* q, Turns& turns, int hold, Touch& at) const;
  void fill_row(const Contact& contact, const Touch& at, const double* u, ContactRow& row) const;

  // Where things are: body_near.cpp.
  void gather_boxes(double t, const double* q, std::vector<Box>& boxes) const;
  std::vector<Vector2> core_of(const Box& box) const;
  void append_contacts(const Box& a, const Box& b, std::vector<ContactPair>& out) const;

  BodyScene scene_;
  std::vector<ConvexPart> parts_;  // of all bodies, then of the grounds: empty for a half-plane
  std::vector<std::size_t> first_part_;  // of each body, and of the grounds
  std::vector<ContactPair> pairs_;
  std::vector<Contact> contacts_;
  std::vector<ClearanceContact> clearances_;
  Eigen::VectorXd mass_;    // diagonal of M
  Eigen::VectorXd weight_;  // gravity's part of h
};

}  // namespace ricochet
