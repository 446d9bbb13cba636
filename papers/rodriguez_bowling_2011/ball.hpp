#pragma once
// The ball of Rodriguez & Bowling 2011: thrown horizontally without spin, it strikes ground and wall at
// once. Coordinates q1, q2 of the centre and angle q3; the ground touches it below, the wall on the right.
//
// The paper does not state the radius, restitution, gravity or inertia. They follow from its tables:
//   R = 0.5 m       height of the centre at the impact
//   e = 0.5         ratio of the normal velocities, both contacts
//   g = 9.8 m/s^2   distances flown, 3.614 and 3.833 m (9.81 gives 3.612 and 3.831)
//   I = m R^2 / 2   spin after the second example (with 2/5 the wall sticks: -9.391 rad/s)
// The mass cancels. Friction, v_s and a are stated.

#include <Eigen/Core>
#include <array>
#include <string_view>
#include <vector>

#include <ricochet/impact/bowling.hpp>
#include <ricochet/impact/registry.hpp>

namespace ricochet::papers::rodriguez_bowling_2011 {

inline constexpr double kRadius = 0.5;
inline constexpr double kGravity = 9.8;
inline constexpr double kInertiaRatio = 0.5;  ///< I / (m R^2)
inline constexpr double kRestitution = 0.5;
inline constexpr double kStatic = 0.5;
inline constexpr double kKinetic = 0.25;

inline constexpr Eigen::Index kGround = 0;
inline constexpr Eigen::Index kWall = 1;
inline constexpr std::array<std::string_view, 2> kContactNames = {"ground", "wall"};

/// A throw, and in closed form the state in which the ball arrives.
struct Example {
  int number = 1;
  double speed = 8.0;   ///< m/s, horizontal
  double height = 1.5;  ///< m, of the centre

  double fall() const { return height - kRadius; }
  double time() const;                                   ///< of flight, s
  double distance() const { return speed * time(); }     ///< m
  double sinking() const { return -kGravity * time(); }  ///< vertical velocity, m/s
  double angle_deg() const;                              ///< of the velocity, to the ground
};
const std::array<Example, 2>& examples();

/// The impact, with the coefficients and a stiffness for whichever law is asked.
ContactProblem impact_of(const Example& example);

/// The law with a given contact in the objective.
ImpactOutcome bowling(const Example& example, std::vector<Eigen::Index> objective = {});

struct LawAnswer {
  std::string law;  ///< with the objective, for `bowling`
  ImpactOutcome outcome;
};
/// `bowling` with either objective, the default first, and every other law that applies.
std::vector<LawAnswer> side_by_side(const Example& example);

}  // namespace ricochet::papers::rodriguez_bowling_2011
