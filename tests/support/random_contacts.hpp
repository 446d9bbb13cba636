#pragma once
// Random single contacts in contact space, as of a planar body of mass m and inertia Theta hit at the arm
// (x, y) from its centre:  alpha = 1/m + x^2/Theta,  beta = 1/m + y^2/Theta,  delta = -x y/Theta.
// About a quarter have supercritical friction for one direction of slip.

#include <ricochet/impact/one_contact.hpp>
#include <support/random_problems.hpp>

namespace ricochet::testing {

inline OneContact random_contact(Random& random) {
  OneContact c;
  const double m = random.uniform(0.5, 2.0);
  const double theta = random.uniform(0.02, 1.0);
  const double x = random.uniform(-1.0, 1.0);
  const double y = random.uniform(-1.0, 1.0);
  c.alpha = 1.0 / m + x * x / theta;
  c.beta = 1.0 / m + y * y / theta;
  c.delta = -x * y / theta;
  c.gN = random.uniform(-1.0, -0.001);
  c.gT = random.uniform(-2.0, 2.0);
  c.mu = c.mu_static = random.uniform(0.0, 1.5);
  c.restitution = random.uniform();
  c.tangential = random.uniform();
  return c;
}

/// The same contact for a sphere or disc: delta = 0.
inline OneContact random_sphere(Random& random) {
  OneContact c = random_contact(random);
  c.delta = 0.0;
  return c;
}

/// The contact-space problem of one contact; newton = poisson = energetic = c.restitution.
inline ContactProblem as_problem(const OneContact& c) {
  ContactProblem p;
  p.contact.resize(1);
  p.names = {"contact"};
  p.G.resize(2, 2);
  p.G << c.alpha, c.delta, c.delta, c.beta;
  p.gamma.resize(2);
  p.gamma << c.gN, c.gT;
  p.surface_velocity.setZero(2);
  ContactParameters& k = p.contact[0];
  k.mu = c.mu;
  k.mu_static = c.mu_static;
  k.newton = k.poisson = k.energetic = c.restitution;
  k.tangential = c.tangential;
  k.stiffness = 1.21;
  k.tangential_stiffness = 1.0;
  return p;
}

}  // namespace ricochet::testing
