#pragma once
// Joints between planar bodies, as equations g_J(t, q) = 0.
//
// Body a is the first, b the second or the ground. P_a, P_b are the anchors, r_a, r_b their arms (attachment.hpp),
// p = P_a - P_b, w = p', z = omega_b^2 r_b - omega_a^2 r_a; v^ = (-v_y, v_x) is v turned by +90 degrees.
// e = R(angle_b) axis is the axis of a prismatic joint, n = e^ its normal: both turn with b. On the ground angle,
// omega and arm of b are 0 and its entries of J are left out. Each equation, with its entries of J (for a; for b), v_J
// and bias = J'^T u - v_J':
//
//   .x, .y    revolute, weld     g = d.p, d = (1, 0), (0, 1)
//                                J = (d, d.r_a^; -d, -d.r_b^)                 v_J = 0    bias = d.z
//   .normal   prismatic          g = n.p
//                                J = (n, n.r_a^; -n, -n.r_b^ - e.p)           v_J = 0
//                                bias = n.z - 2 omega_b e.w - omega_b^2 n.p
//   .angle    prismatic, weld    g = angle_a - angle_b - angle
//                                J = (0, 1; 0, -1)                            v_J = 0    bias = 0
//   .motor    of a revolute      g = angle_a - angle_b - s(t)
//                                J = (0, 1; 0, -1)                            v_J = s'   bias = -s''
//   .motor    of a prismatic     g = e.p - s(t)
//                                J = (e, e.r_a^; -e, -e.r_b^ + n.p)           v_J = s'
//                                bias = e.z + 2 omega_b n.w - omega_b^2 e.p - s''
//
//   s(t) = start + speed t + amplitude (sin(angular_frequency t + phase) - sin(phase)),     s(0) = start
//
// Angles are differences of coordinates as they are and count turns: nothing is wrapped. kappa (system.hpp) is the
// force of b on a along d, n, e, or the torque of b on a. A joint with clearance has no equations: its parts touch
// (clearance.hpp). SI units.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <ricochet/system/attachment.hpp>
#include <ricochet/system/body_rows.hpp>

namespace ricochet {

/// A prescribed motion of the first body relative to the second: rad of a revolute joint, m of a prismatic one.
struct Motor {
  double start = 0.0;              ///< at t = 0
  double speed = 0.0;              ///< per s
  double amplitude = 0.0;          ///< of an oscillation that is added
  double angular_frequency = 0.0;  ///< rad/s
  double phase = 0.0;              ///< rad
};

/// s, s', s''.
struct Prescribed {
  double value = 0.0, rate = 0.0, acceleration = 0.0;
};
Prescribed prescribed(const Motor& motor, double t);

/// Play of a joint, clearance.hpp.
struct Clearance {
  double gap = 0.0;     ///< m, > 0
  double radius = 0.0;  ///< m, > 0, of the pin of a revolute joint
  double length = 0.0;  ///< m, > 0, of the slider of a prismatic joint
};

struct Joint {
  enum class Kind : unsigned char { revolute, prismatic, weld };
  std::string name;
  Kind kind = Kind::revolute;
  Attachment first{};  ///< of a body
  Attachment second{};
  double angle = 0.0;                    ///< rad, of a relative to b: prismatic, weld
  Vector2 axis = Vector2::UnitX();       ///< unit vector in b's axes: prismatic
  std::optional<Motor> motor{};          ///< of revolute and prismatic joints without clearance
  std::optional<Clearance> clearance{};  ///< of revolute and prismatic joints
};

/// revolute, prismatic, weld.
const char* name_of(Joint::Kind kind);

/// How many equations a joint has, and at most.
inline constexpr std::size_t most_equations = 3;
std::size_t equations_of(const Joint& joint);
/// Their names and units, in the order of the rows: x, y | normal, then angle, then motor.
std::vector<JointInfo> equation_infos(const Joint& joint);
/// Fills the equations_of(joint) rows; q and u of all bodies.
void write_rows(const Joint& joint, double t, const double* q, const double* u,
                std::span<JointRow> out);
/// What its motor prescribes, as it is at q: the relative angle, or e.p.
double displacement(const Joint& joint, const double* q);

}  // namespace ricochet
