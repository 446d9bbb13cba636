#pragma once
// The areas of a regime map as polygons: sides on the closed-form curves, contents by the engine.
//
// A row of constant angle is cut at every ratio where something can change (eqs. 34, 47, the zeros
// of eqs. 48 and 50, and zero itself); the engine classifies the middle of each piece. Rows with
// the same sequence of classes are joined into polygons. Where the sequence changes, and where a
// curve bends, rows are added until nothing is seen of it.

#include <array>
#include <functional>
#include <vector>

#include <papers/payr_glocker_2005/maps.hpp>

namespace ricochet::papers::payr_glocker_2005 {

struct Region {
  int code = 0;                                ///< class of its inside
  std::vector<std::array<double, 2>> outline;  ///< (ratio, angle in deg), closed
};

/// The polygons that tile the map, for a classification of cells.
std::vector<Region> regions(const Parameters& parameters, double width,
                            const std::function<int(const RegimeMap::Cell&)>& code);

}  // namespace ricochet::papers::payr_glocker_2005
