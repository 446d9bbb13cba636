#pragma once
// Where the names of a map's regions are written: in every connected region the cell with most room around it.
//
// Room of a cell: the number of cells to the end of its region, to the nearer side, along x and along y, over the size of
// the map; a text is taken to need twice as much along x as along y. Regions with less room than a text needs, about
// 1/10 of the width by 1/20 of the height, have no label.

#include <span>
#include <vector>

namespace ricochet {

struct RegionLabel {
  std::size_t code = 0;
  std::size_t i = 0, j = 0;  ///< cell
  std::size_t room =
      0;  ///< cells along x on either side of it, itself included, that are of the region
};

/// codes: of the cells (i, j) at i ny + j; negative: none.
std::vector<RegionLabel> region_labels(std::span<const int> codes, std::size_t nx, std::size_t ny);

}  // namespace ricochet
