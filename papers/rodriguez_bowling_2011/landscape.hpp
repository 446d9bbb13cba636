#pragma once
// The objective over the one free unknown, shown as the spin after the impact, with the feasible set.

#include <papers/paper.hpp>
#include <papers/rodriguez_bowling_2011/ball.hpp>

namespace ricochet::papers::rodriguez_bowling_2011 {

/// f with the tangential velocity of the ground or of the wall in it, over a range of spins.
struct Landscape {
  struct Point {
    double spin = 0.0;  ///< q3', rad/s
    double by_ground = 0.0, by_wall = 0.0;
    bool feasible = false;  ///< (29) and (30) hold; they do not depend on the objective
  };
  std::vector<Point> points;
  struct Minimum {
    double spin = 0.0, value = 0.0;
  };
  std::array<Minimum, 2> minima;  ///< objective of the ground, of the wall
};
Landscape landscape_of(const Example& example, double from, double to, int count);

/// Adds the figure and its data.
void add_landscape(const Example& example, Reproduction& out);

}  // namespace ricochet::papers::rodriguez_bowling_2011
