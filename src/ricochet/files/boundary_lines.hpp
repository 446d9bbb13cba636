#pragma once
// Lines through the points on the boundaries of a map.
//
// A point lies between two neighbours of the grid, where the code changes from `below` to `above`. Four neighbours make a
// mesh; of the points on its four sides
//   two with the same pair of codes                    are joined: the boundary between these two regions
//   three with the pairs {a, b}, {b, c}, {a, c}        are joined to their mean: three regions meet there
// and others are left alone: how four points of one pair are joined is not known.

#include <span>
#include <vector>

namespace ricochet {

struct BoundaryPoint {
  double x = 0.0, y = 0.0;
  bool along_y = false;             ///< whether its neighbours differ in y
  double below = 0.0, above = 0.0;  ///< codes; NaN is a code of its own
};

/// Pieces x1, y1, x2, y2, one after the other. x, y: values of the grid, ascending or descending, at least two each.
std::vector<double> boundary_lines(std::span<const double> x, std::span<const double> y,
                                   std::span<const BoundaryPoint> points);

}  // namespace ricochet
