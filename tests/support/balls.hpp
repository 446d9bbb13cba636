#pragma once
// Balls in a row.

#include <string>

#include <ricochet/contact/problem.hpp>

namespace ricochet::testing {

/// Balls of equal mass 1 in a row, touching; the first comes with velocity 1. All coefficients of
/// restitution are e; stiffness 1.
inline ContactProblem row_of_balls(int balls, double e, double exponent) {
  ContactProblem p;
  p.M = Eigen::MatrixXd::Identity(balls, balls);
  p.W = Eigen::MatrixXd::Zero(balls, 2 * (balls - 1));
  p.u = Eigen::VectorXd::Unit(balls, 0);
  for (int i = 0; i + 1 < balls; ++i) {
    p.W(i, 2 * i) = -1.0;
    p.W(i + 1, 2 * i) = 1.0;
    ContactParameters c;
    c.newton = c.poisson = c.energetic = e;
    c.stiffness = 1.0;
    c.exponent = exponent;
    p.contact.push_back(c);
    p.names.push_back(std::to_string(i + 1) + "-" + std::to_string(i + 2));
  }
  (void)p.assemble();  // the identity is positive definite
  return p;
}

}  // namespace ricochet::testing
