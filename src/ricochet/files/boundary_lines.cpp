#include <ricochet/files/boundary_lines.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace ricochet {

namespace {

using Pair = std::pair<double, double>;

// Position of the value at or before v.
std::size_t position(std::span<const double> values, double v) {
  const bool ascending = values.back() > values.front();
  const auto after = std::partition_point(values.begin(), values.end(), [&](double value) {
    return ascending ? value <= v : value >= v;
  });
  return after == values.begin() ? 0 : static_cast<std::size_t>(after - values.begin()) - 1;
}

Pair codes_of(const BoundaryPoint& p) {
  const double below = std::isnan(p.below) ? -1.0 : p.below;
  const double above = std::isnan(p.above) ? -1.0 : p.above;
  return {std::min(below, above), std::max(below, above)};
}

using Mesh = std::vector<const BoundaryPoint*>;

void join(const BoundaryPoint& a, double x, double y, std::vector<double>& lines) {
  lines.insert(lines.end(), {a.x, a.y, x, y});
}

void join(const Mesh& mesh, std::vector<double>& lines) {
  std::map<Pair, Mesh> sides;
  for (const BoundaryPoint* point : mesh) sides[codes_of(*point)].push_back(point);
  for (const auto& [codes, points] : sides) {
    if (points.size() == 2) join(*points[0], points[1]->x, points[1]->y, lines);
  }
  if (sides.size() != 3 || mesh.size() != 3) return;
  const auto one = sides.begin(), two = std::next(one), three = std::next(two);
  // In order: {a, b}, {a, c}, {b, c}.
  if (one->first.first != two->first.first || one->first.second != three->first.first ||
      two->first.second != three->first.second) {
    return;
  }
  double x = 0.0, y = 0.0;
  for (const BoundaryPoint* point : mesh) {
    x += point->x / 3.0;
    y += point->y / 3.0;
  }
  for (const BoundaryPoint* point : mesh) join(*point, x, y, lines);
}

}  // namespace

std::vector<double> boundary_lines(std::span<const double> x, std::span<const double> y,
                                   std::span<const BoundaryPoint> points) {
  std::map<std::size_t, Mesh> meshes;  // by i (ny - 1) + j
  const std::size_t nx = x.size(), ny = y.size();
  const auto add = [&](std::size_t i, std::size_t j, const BoundaryPoint& point) {
    if (i + 1 < nx && j + 1 < ny) meshes[i * (ny - 1) + j].push_back(&point);
  };
  for (const BoundaryPoint& point : points) {
    const std::size_t i = position(x, point.x), j = position(y, point.y);
    add(i, j, point);
    if (point.along_y && i > 0) add(i - 1, j, point);
    if (!point.along_y && j > 0) add(i, j - 1, point);
  }
  std::vector<double> lines;
  for (const auto& [number, mesh] : meshes) join(mesh, lines);
  return lines;
}

}  // namespace ricochet
