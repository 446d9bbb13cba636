#pragma once
// Chains of touching equal balls.

#include <ricochet/contact/problem.hpp>

namespace ricochet::bench {

/// Balls of mass 1 in a row, touching; the first comes with velocity 1. Hertz contacts of stiffness 1
/// without friction and without loss (e = 1).
inline ContactProblem row_of_balls(int balls) {
  ContactProblem p;
  p.M = Eigen::MatrixXd::Identity(balls, balls);
  p.W = Eigen::MatrixXd::Zero(balls, 2 * (balls - 1));
  p.u = Eigen::VectorXd::Unit(balls, 0);
  for (int i = 0; i + 1 < balls; ++i) {
    p.W(i, 2 * i) = -1.0;
    p.W(i + 1, 2 * i) = 1.0;
    ContactParameters c;
    c.energetic = 1.0;
    c.stiffness = 1.0;
    c.exponent = 1.5;
    p.contact.push_back(c);
    p.names.emplace_back("contact");
  }
  (void)p.assemble();  // the identity is positive definite
  return p;
}

}  // namespace ricochet::bench
