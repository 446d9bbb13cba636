#pragma once
// Points of planar bodies and of the ground: where springs and joints are fixed.
//
// A point with local coordinates rho of a body with q = (c, angle), u = (v, omega) is at c + r, r = R(angle) rho, and
// has the velocity v + omega r^, r^ = (-r_y, r_x). SI units.

#include <Eigen/Core>
#include <cmath>

#include <ricochet/system/sketch.hpp>

namespace ricochet {

/// The number of the ground where a body is expected.
inline constexpr int on_ground = -1;

/// A point of a body (local coordinates) or of the ground (fixed, world coordinates).
struct Attachment {
  int body = on_ground;
  Vector2 at = Vector2::Zero();
};

/// A point that moves with its body, or stands still.
struct Place {
  double x = 0.0, y = 0.0;
  double vx = 0.0, vy = 0.0;
  double arm_x = 0.0, arm_y = 0.0;  ///< r, from the centre of mass
  double omega = 0.0;               ///< of its body
};

/// q and u are those of all bodies, three numbers each.
inline Place place_of(const Attachment& attachment, const double* q, const double* u) {
  const double rho_x = attachment.at.x();
  const double rho_y = attachment.at.y();
  if (attachment.body == on_ground) return {.x = rho_x, .y = rho_y};
  q += 3 * attachment.body;
  u += 3 * attachment.body;
  Place p;
  if (rho_x != 0.0 || rho_y != 0.0) {
    const double c = std::cos(q[2]);
    const double s = std::sin(q[2]);
    p.arm_x = c * rho_x - s * rho_y;
    p.arm_y = s * rho_x + c * rho_y;
  }
  p.x = q[0] + p.arm_x;
  p.y = q[1] + p.arm_y;
  p.vx = u[0] - u[2] * p.arm_y;
  p.vy = u[1] + u[2] * p.arm_x;
  p.omega = u[2];
  return p;
}

/// The coordinate of a body's (0 on the ground) angle or of its rate, in q or u of all bodies.
inline double angle_of(int body, const double* q) {
  return body == on_ground ? 0.0 : q[3 * body + 2];
}

/// Two places, the first seen from the second.
struct Pair {
  Place a, b;
  double x = 0.0, y = 0.0;    ///< p = P_a - P_b
  double wx = 0.0, wy = 0.0;  ///< w = p'
  double
      zx = 0.0,
      zy = 0.0;  ///< z = omega_b^2 r_b - omega_a^2 r_a: p'' but for the accelerations of the bodies
};

inline Pair pair_of(const Attachment& first, const Attachment& second, const double* q,
                    const double* u) {
  Pair pair{place_of(first, q, u), place_of(second, q, u)};
  const Place& a = pair.a;
  const Place& b = pair.b;
  pair.x = a.x - b.x;
  pair.y = a.y - b.y;
  pair.wx = a.vx - b.vx;
  pair.wy = a.vy - b.vy;
  pair.zx = b.omega * b.omega * b.arm_x - a.omega * a.omega * a.arm_x;
  pair.zy = b.omega * b.omega * b.arm_y - a.omega * a.omega * a.arm_y;
  return pair;
}

/// The first coordinate of a body; -1 of the ground.
inline int first_dof(int body) { return body == on_ground ? -1 : 3 * body; }

}  // namespace ricochet
