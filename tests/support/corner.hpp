#pragma once
// A ball in the corner of ground and wall (Rodriguez & Bowling 2011): contact 0 below, contact 1 to the
// right. Coordinates x, y of the centre and angle.

#include <ricochet/contact/problem.hpp>
#include <support/random_problems.hpp>

namespace ricochet::testing {

inline constexpr Eigen::Index kGround = 0;
inline constexpr Eigen::Index kWall = 1;

struct Corner {
  double mass = 1.0;           ///< kg
  double radius = 0.5;         ///< m
  double inertia_ratio = 0.5;  ///< I / (m R^2)
  double vx = 8.0, vy = -4.4;  ///< m/s
  double spin = 0.0;           ///< rad/s
  double restitution = 0.5;
  double mu_static = 0.5;
  double mu_kinetic = 0.25;

  ContactProblem problem() const {
    ContactProblem p;
    p.M = Eigen::Vector3d(mass, mass, inertia_ratio * mass * radius * radius).asDiagonal();
    p.W.resize(3, 4);
    p.W << 0.0, 1.0, -1.0, 0.0,  // x: ground normal, tangent, wall normal, tangent
        1.0, 0.0, 0.0, 1.0,      // y
        0.0, radius, 0.0, radius;
    p.u = Eigen::Vector3d(vx, vy, spin);
    p.contact.assign(2, {.mu = mu_kinetic, .mu_static = mu_static, .newton = restitution});
    p.names = {"ground", "wall"};
    if (!p.assemble()) p.contact.clear();
    return p;
  }
};

/// Angles of impact in (0, 90) deg, speeds up to 10 m/s, spin up to 10 rad/s, e in [0, 1], inertia
/// between half and all of a disc's.
inline Corner random_corner(Random& random) {
  Corner c;
  c.mass = random.uniform(0.5, 2.0);
  c.inertia_ratio = random.uniform(0.25, 0.5);
  c.vx = random.uniform(0.1, 10.0);
  c.vy = -random.uniform(0.1, 10.0);
  c.spin = random.uniform(-10.0, 10.0);
  c.restitution = random.uniform();
  c.mu_kinetic = random.uniform(0.0, 0.5);
  c.mu_static = c.mu_kinetic + random.uniform(0.0, 0.5);
  return c;
}

}  // namespace ricochet::testing
