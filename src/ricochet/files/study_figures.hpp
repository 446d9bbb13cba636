#pragma once
// Figures of studies, from plain arrays: regime maps, heat maps, curves over a parameter, bifurcation diagrams.
//
// Names of axes, series and categories are shown as they are, letter by letter; titles too. A cell of a map is centred
// on its values and reaches half way to its neighbours. What is not finite is left out: grey in maps, a break in
// lines. Colours are told apart by readers with any colour vision; lines differ by their dashes as well.

#include <span>
#include <string>
#include <vector>

#include <ricochet/files/figure.hpp>

namespace ricochet {

struct FigureAxis {
  std::string name;
  std::string unit{};        ///< empty: a pure number
  bool logarithmic = false;  ///< only where every value is positive
};

/// The values of the two parameters of a map, each ascending or descending. Cell (i, j) of x_i and y_j has the number
/// i y.size() + j: the order of a plan whose first parameter is x.
struct MapGrid {
  FigureAxis x_axis, y_axis;
  std::vector<double> x, y;
};

/// Lines or points drawn over a map: boundaries.
struct MapCurve {
  std::string name;  ///< in the key; empty: not there
  std::vector<double> x, y;
  bool points = false;
};

struct Category {
  int code = 0;
  std::string name;
  std::string colour{};  ///< "#RRGGBB"; empty: by its place in the list
};

/// Codes on a grid. The key has the categories that occur, in their own order; a code that is none of them is left
/// out.
Figure category_map(std::string name, const std::string& title, const MapGrid& grid,
                    std::span<const int> codes, std::span<const Category> categories,
                    std::span<const MapCurve> curves = {});

/// Numbers on a grid, in the colours of viridis. Logarithmic: values that are not positive are left out.
Figure continuous_map(std::string name, const std::string& title, const MapGrid& grid,
                      std::span<const double> values, const FigureAxis& quantity,
                      std::span<const MapCurve> curves = {});

enum class SeriesStyle : unsigned char { line, points, line_and_points };

struct Series {
  std::string name;
  std::vector<double> x, y;
  std::vector<double> low{}, high{};  ///< a band around y (percentiles); empty: none
  SeriesStyle style = SeriesStyle::line;
};

Figure curves(std::string name, const std::string& title, const FigureAxis& x_axis,
              const FigureAxis& y_axis, std::span<const Series> series);

/// A family of periodic orbits; y.size() = stable.size() = x.size().
struct OrbitBranch {
  std::vector<double> x, y;
  std::vector<bool> stable;
};
struct SpecialPoint {
  double x = 0.0, y = 0.0;
  std::string kind;    ///< "period doubling", "grazing": one mark and one entry in the key for each
  std::string text{};  ///< beside the point; may be empty
};
struct BifurcationData {
  std::vector<double> up_x, up_y;      ///< points of the sweep with growing parameter
  std::vector<double> down_x, down_y;  ///< and with falling
  std::vector<OrbitBranch> branches{};
  std::vector<SpecialPoint> special{};
};

/// Points that fall on each other at the size of the figure are drawn once.
Figure bifurcation_diagram(std::string name, const std::string& title, const FigureAxis& x_axis,
                           const FigureAxis& y_axis, const BifurcationData& data);

}  // namespace ricochet
