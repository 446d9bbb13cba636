#include <ricochet/files/region_labels.hpp>

#include <algorithm>
#include <utility>

namespace ricochet {

namespace {

// Cells to the nearer end of the run of equal codes that a cell is in, itself included, along one line of cells.
void runs(std::span<const int> codes, std::size_t first, std::size_t step, std::size_t count,
          std::vector<std::size_t>& to_end) {
  std::size_t run = 0;
  const auto at = [&](std::size_t k) { return first + k * step; };
  for (std::size_t k = 0; k < count; ++k) {
    run = k > 0 && codes[at(k)] == codes[at(k - 1)] ? run + 1 : 1;
    to_end[at(k)] = run;
  }
  for (std::size_t k = count; k-- > 0;) {
    run = k + 1 < count && codes[at(k)] == codes[at(k + 1)] ? run + 1 : 1;
    to_end[at(k)] = std::min(to_end[at(k)], run);
  }
}

}  // namespace

std::vector<RegionLabel> region_labels(std::span<const int> codes, std::size_t nx, std::size_t ny) {
  std::vector<std::size_t> along_x(codes.size()), along_y(codes.size());
  for (std::size_t j = 0; j < ny; ++j) runs(codes, j, ny, nx, along_x);
  for (std::size_t i = 0; i < nx; ++i) runs(codes, i * ny, 1, ny, along_y);
  // The lesser of both, 1: just enough; the other one counts where they are equal.
  const auto room = [&](std::size_t cell) {
    const double x = 20.0 * static_cast<double>(along_x[cell]) / static_cast<double>(nx);
    const double y = 40.0 * static_cast<double>(along_y[cell]) / static_cast<double>(ny);
    return std::pair(std::min(x, y), std::max(x, y));
  };

  std::vector<RegionLabel> labels;
  std::vector<bool> seen(codes.size(), false);
  std::vector<std::size_t> open;
  for (std::size_t start = 0; start < codes.size(); ++start) {
    if (seen[start] || codes[start] < 0) continue;
    std::size_t best = start;
    seen[start] = true;
    open.assign(1, start);
    while (!open.empty()) {
      const std::size_t cell = open.back();
      open.pop_back();
      if (room(cell) > room(best)) best = cell;
      const auto visit = [&](bool there, std::size_t next) {
        if (!there || seen[next] || codes[next] != codes[start]) return;
        seen[next] = true;
        open.push_back(next);
      };
      const std::size_t i = cell / ny, j = cell % ny;
      visit(i > 0, cell - ny);
      visit(i + 1 < nx, cell + ny);
      visit(j > 0, cell - 1);
      visit(j + 1 < ny, cell + 1);
    }
    if (room(best).first < 1.0) continue;
    labels.push_back({static_cast<std::size_t>(codes[start]), best / ny, best % ny, along_x[best]});
  }
  return labels;
}

}  // namespace ricochet
