#include <ricochet/files/study_figures.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace ricochet {

namespace {

using Rows = std::vector<std::vector<double>>;

constexpr std::string_view kNoValue = "#E4E4E4";
constexpr std::size_t kMostBoxes = 20'000;  // above it a map is a picture of pixels
constexpr double kPixels = 1000.0;          // along an axis, for points that fall on each other

/// Of areas: neighbours in the list differ most.
constexpr std::array<std::string_view, 12> kAreas = {
    colour::sky,    colour::orange, colour::green, colour::vermilion, colour::yellow, colour::blue,
    colour::purple, colour::grey,   "#332288",     "#882255",         "#DDCC77",      "#117733"};
/// Of lines and points, on white.
constexpr std::array<std::string_view, 8> kLines = {
    colour::blue,   colour::vermilion, colour::green, colour::purple,
    colour::orange, colour::black,     colour::sky,   "#882255"};
constexpr std::array<std::string_view, 4> kDashes = {"dt 1", "dt (10,5)", "dt (3,4)",
                                                     "dt (12,4,3,4)"};
constexpr std::array<int, 6> kMarks = {7, 5, 9, 13, 11, 4};
constexpr std::string_view kViridis =
    "palette defined (0 '#440154', 1 '#472C7A', 2 '#3B518B', 3 '#2C718E', 4 '#21908D', "
    "5 '#27AD81', 6 '#5CC863', 7 '#AADC32', 8 '#FDE725')";

std::string label(const FigureAxis& axis) {
  return gnuplot_plain(axis.unit.empty() ? axis.name
                                         : fmt::format("{} ({})", axis.name, axis.unit));
}

/// An axis of a map: positions on paper and edges of cells. Logarithmic ones are drawn as their decimal logarithms,
/// since pictures of pixels need equal cells.
class MapAxis {
 public:
  MapAxis(const FigureAxis& axis, const std::vector<double>& values)
      : logarithmic_(axis.logarithmic &&
                     std::all_of(values.begin(), values.end(), [](double v) { return v > 0.0; })) {
    for (const double v : values) centre_.push_back(place(v));
    if (centre_.empty()) centre_.push_back(0.0);
    const std::size_t n = centre_.size();
    edge_.resize(n + 1);
    for (std::size_t i = 1; i < n; ++i) edge_[i] = 0.5 * (centre_[i - 1] + centre_[i]);
    edge_[0] = n > 1 ? 2.0 * centre_[0] - edge_[1] : centre_[0] - 0.5;
    edge_[n] = n > 1 ? 2.0 * centre_[n - 1] - edge_[n - 1] : centre_[0] + 0.5;
  }

  double place(double v) const { return logarithmic_ ? std::log10(v) : v; }
  double edge(std::size_t i) const { return edge_[i]; }
  double first() const { return centre_.front(); }
  double step() const {
    const std::size_t n = centre_.size();
    return n > 1 ? (centre_.back() - centre_.front()) / static_cast<double>(n - 1) : 1.0;
  }
  bool uniform() const {
    for (std::size_t i = 0; i < centre_.size(); ++i) {
      const double expected = first() + static_cast<double>(i) * step();
      if (std::abs(centre_[i] - expected) > 1e-6 * std::abs(step())) return false;
    }
    return true;
  }

  void set(Plot& plot, char name) const {
    const double low = std::min(edge_.front(), edge_.back());
    const double high = std::max(edge_.front(), edge_.back());
    plot.set(fmt::format("{}range [{:.10g}:{:.10g}]", name, low, high));
    if (logarithmic_) plot.set(fmt::format("{}tics ({})", name, decades(low, high)));
  }

 private:
  /// Marks at 1, 2, .. 9 times powers of ten; numbers at the powers, and at 2 and 5 if there are few.
  static std::string decades(double low, double high) {
    std::string tics;
    for (int k = static_cast<int>(std::floor(low)); k <= static_cast<int>(std::ceil(high)); ++k) {
      for (int digit = 1; digit < 10; ++digit) {
        const double at = k + std::log10(digit);
        if (at < low || at > high) continue;
        const bool number = digit == 1 || (high - low < 2.0 && (digit == 2 || digit == 5));
        const std::string text =
            !number ? ""
            : k < -3 || k > 3
                ? (digit == 1 ? fmt::format("10^{{{}}}", k) : fmt::format("{}·10^{{{}}}", digit, k))
                : fmt::format("{:.10g}", digit * std::pow(10.0, k));
        tics +=
            fmt::format("{}'{}' {:.10g} {}", tics.empty() ? "" : ", ", text, at, number ? 0 : 1);
      }
    }
    return tics;
  }

  bool logarithmic_;
  std::vector<double> centre_, edge_;
};

Plot start_map(const std::string& title, const MapGrid& grid, const MapAxis& x, const MapAxis& y) {
  Plot plot(gnuplot_plain(title), label(grid.x_axis), label(grid.y_axis));
  x.set(plot, 'x');
  y.set(plot, 'y');
  plot.unset("grid")
      .set(fmt::format("object 1 rectangle from graph 0,0 to graph 1,1 behind fc rgb '{}' fs solid "
                       "1.0 noborder",
                       kNoValue))
      .set("style fill solid 1.0");
  return plot;
}

void draw_curves(Plot& plot, const MapAxis& x, const MapAxis& y, std::span<const MapCurve> all) {
  for (std::size_t k = 0; k < all.size(); ++k) {
    Rows rows;
    for (std::size_t i = 0; i < all[k].x.size(); ++i) {
      rows.push_back({x.place(all[k].x[i]), y.place(all[k].y[i])});
    }
    const std::string style =
        all[k].points ? fmt::format("points pt {} ps 0.4 lc rgb 'black'", kMarks[k % kMarks.size()])
                      : fmt::format("lines lw 2 {} lc rgb 'black'", kDashes[k % kDashes.size()]);
    plot.draw(fmt::format("{} using 1:2 with {}", plot.data(rows), style),
              gnuplot_plain(all[k].name));
  }
}

/// Cells of a map as rectangles x-low, x-high, y-low, y-high, value. Neighbours of equal value in a column are one,
/// and so are equal pieces of neighbouring columns.
struct Box {
  std::size_t x_from, x_to, y_from, y_to;
  double value;
};

std::vector<Box> boxes_of(std::span<const double> values, std::size_t nx, std::size_t ny) {
  std::vector<Box> boxes;
  std::vector<std::size_t> open;  // of the column before
  for (std::size_t i = 0; i < nx; ++i) {
    std::vector<std::size_t> now;
    for (std::size_t j = 0; j < ny;) {
      const double value = values[i * ny + j];
      std::size_t end = j + 1;
      while (end < ny && values[i * ny + end] == value) ++end;
      const auto same = std::find_if(open.begin(), open.end(), [&](std::size_t b) {
        return boxes[b].y_from == j && boxes[b].y_to == end && boxes[b].value == value;
      });
      if (!std::isfinite(value)) {
        // left out
      } else if (same != open.end()) {
        boxes[*same].x_to = i + 1;
        now.push_back(*same);
      } else {
        now.push_back(boxes.size());
        boxes.push_back({i, i + 1, j, end, value});
      }
      j = end;
    }
    open = std::move(now);
  }
  return boxes;
}

std::vector<double> corners(const Box& b, const MapAxis& x, const MapAxis& y) {
  const double left = x.edge(b.x_from), right = x.edge(b.x_to);
  const double lower = y.edge(b.y_from), upper = y.edge(b.y_to);
  return {0.5 * (left + right),
          0.5 * (lower + upper),
          std::min(left, right),
          std::max(left, right),
          std::min(lower, upper),
          std::max(lower, upper),
          b.value};
}

/// The map as a picture of pixels, by the palette.
void draw_pixels(Plot& plot, std::span<const double> values, std::size_t nx, std::size_t ny,
                 const MapAxis& x, const MapAxis& y) {
  Rows rows(ny, std::vector<double>(nx));
  for (std::size_t i = 0; i < nx; ++i) {
    for (std::size_t j = 0; j < ny; ++j) rows[j][i] = values[i * ny + j];
  }
  plot.draw(
      fmt::format("{} matrix using ({:.12g}+$1*({:.12g})):({:.12g}+$2*({:.12g})):3 with image",
                  plot.matrix(rows), x.first(), x.step(), y.first(), y.step()),
      "");
}

/// A key of so many entries below the plot, with room of its own; returns the figure's height.
int key_below(Plot& plot, std::size_t entries) {
  constexpr std::size_t most = 4;  // rows
  if (entries == 0) {
    plot.unset("key");
    return 600;
  }
  const std::size_t columns = (entries + most - 1) / most;
  const std::size_t rows = (entries + columns - 1) / columns;
  plot.set(fmt::format("key bmargin center vertical maxrows {} width 1", rows))
      .set(fmt::format("bmargin {:.1f}", 3.8 + 1.25 * static_cast<double>(rows)));
  return 600 + 22 * static_cast<int>(rows);
}

void set_logarithmic(Plot& plot, const FigureAxis& x, const FigureAxis& y) {
  if (x.logarithmic) plot.set("logscale x").set("format x '10^{%L}'");
  if (y.logarithmic) plot.set("logscale y").set("format y '10^{%L}'");
}

/// Without any value gnuplot finds no range: an empty frame that says so.
void say_nothing(Plot& plot) {
  plot.set("xrange [0:1]").set("yrange [0:1]");
  plot.set("label 99 'no values' at graph 0.5,0.5 center");
}

bool any_finite(const std::vector<double>& x, const std::vector<double>& y) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (std::isfinite(x[i]) && std::isfinite(y[i])) return true;
  }
  return false;
}

std::string points_style(std::size_t k) {
  return fmt::format("pt {} ps 0.8 lc rgb '{}'", kMarks[k % kMarks.size()],
                     kLines[k % kLines.size()]);
}

/// Points on the pixels of the figure, each once.
Rows thinned(const std::vector<double>& x, const std::vector<double>& y) {
  std::array<double, 4> range = {
      std::numeric_limits<double>::max(), std::numeric_limits<double>::lowest(),
      std::numeric_limits<double>::max(), std::numeric_limits<double>::lowest()};
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!std::isfinite(x[i]) || !std::isfinite(y[i])) continue;
    kept.push_back(i);
    range = {std::min(range[0], x[i]), std::max(range[1], x[i]), std::min(range[2], y[i]),
             std::max(range[3], y[i])};
  }
  const auto pixel = [](double v, double low, double high) {
    return high > low ? std::floor((v - low) / (high - low) * kPixels) : 0.0;
  };
  std::map<std::pair<double, double>, std::size_t> first;
  for (const std::size_t i : kept) {
    first.try_emplace({pixel(x[i], range[0], range[1]), pixel(y[i], range[2], range[3])}, i);
  }
  Rows rows;
  for (const auto& [place, i] : first) rows.push_back({x[i], y[i]});
  return rows;
}

/// The steps of the branches that are stable, at both ends, or the others.
Rows pieces(const std::vector<OrbitBranch>& branches, bool stable) {
  Rows rows;
  for (const OrbitBranch& b : branches) {
    bool joined = false;
    for (std::size_t i = 0; i + 1 < b.x.size(); ++i) {
      const bool wanted = (b.stable[i] && b.stable[i + 1]) == stable;
      if (wanted && !joined) {
        rows.emplace_back();
        rows.push_back({b.x[i], b.y[i]});
      }
      if (wanted) rows.push_back({b.x[i + 1], b.y[i + 1]});
      joined = wanted;
    }
  }
  return rows;
}

}  // namespace

Figure category_map(std::string name, const std::string& title, const MapGrid& grid,
                    std::span<const int> codes, std::span<const Category> categories,
                    std::span<const MapCurve> curves) {
  const std::size_t nx = grid.x.size(), ny = grid.y.size();
  const MapAxis x(grid.x_axis, grid.x), y(grid.y_axis, grid.y);
  Plot plot = start_map(title, grid, x, y);
  // Codes by their place in the list.
  std::map<int, std::size_t> place;
  for (std::size_t k = 0; k < categories.size(); ++k) place.try_emplace(categories[k].code, k);
  std::vector<double> values;
  std::vector<bool> present(categories.size(), false);
  for (const int code : codes) {
    const auto known = place.find(code);
    values.push_back(known == place.end() ? std::nan("") : static_cast<double>(known->second));
    if (known != place.end()) present[known->second] = true;
  }
  const auto tint = [&](std::size_t k) {
    return categories[k].colour.empty() ? std::string(kAreas[k % kAreas.size()])
                                        : categories[k].colour;
  };
  const std::vector<Box> boxes = boxes_of(values, nx, ny);
  if (boxes.size() > kMostBoxes && x.uniform() && y.uniform()) {
    std::string palette;
    for (std::size_t k = 0; k < categories.size(); ++k) {
      palette += fmt::format("{}{} '{}'", k == 0 ? "" : ", ", k, tint(k));
    }
    if (categories.size() == 1) palette += fmt::format(", 1 '{}'", tint(0));
    plot.set(fmt::format("palette defined ({}) maxcolors {}", palette, categories.size()))
        .set(fmt::format("cbrange [-0.5:{}.5]", categories.size() - 1))
        .unset("colorbox");
    draw_pixels(plot, values, nx, ny, x, y);
  } else {
    for (std::size_t k = 0; k < categories.size(); ++k) {
      Rows rows;
      for (const Box& b : boxes) {
        if (b.value == static_cast<double>(k)) rows.push_back(corners(b, x, y));
      }
      if (rows.empty()) continue;
      // Borders in the same colour close the seams.
      plot.draw(
          fmt::format("{0} using 1:2:3:4:5:6 with boxxyerror fs solid 1.0 border lc rgb '{1}' "
                      "lw 1 fc rgb '{1}'",
                      plot.data(rows), tint(k)),
          "");
    }
  }
  std::size_t entries = curves.size();
  for (std::size_t k = 0; k < categories.size(); ++k) {
    if (!present[k]) continue;
    ++entries;
    plot.draw(fmt::format("keyentry with boxes fs solid 1.0 border lc rgb '#555555' fc rgb '{}'",
                          tint(k)),
              gnuplot_plain(categories[k].name));
  }
  draw_curves(plot, x, y, curves);
  const int height = key_below(plot, entries);
  Figure figure = std::move(plot).finish(std::move(name), title);
  figure.height = height;
  return figure;
}

Figure continuous_map(std::string name, const std::string& title, const MapGrid& grid,
                      std::span<const double> values, const FigureAxis& quantity,
                      std::span<const MapCurve> curves) {
  const std::size_t nx = grid.x.size(), ny = grid.y.size();
  const MapAxis x(grid.x_axis, grid.x), y(grid.y_axis, grid.y);
  Plot plot = start_map(title, grid, x, y);
  std::vector<double> shown(values.begin(), values.end());
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (double& v : shown) {
    if (!std::isfinite(v) || (quantity.logarithmic && !(v > 0.0))) {
      v = std::nan("");
      continue;
    }
    low = std::min(low, v);
    high = std::max(high, v);
  }
  if (!(low <= high)) low = high = 1.0;  // nothing to show
  if (low == high) {
    const double half = low == 0.0 ? 1.0 : 0.5 * std::abs(low);
    low -= half;
    high += half;
  }
  plot.set(std::string(kViridis))
      .set(fmt::format("cbrange [{:.10g}:{:.10g}]", low, high))
      .set("cblabel " + gnuplot_quote(label(quantity)))
      .set("rmargin 9");
  if (quantity.logarithmic) plot.set("logscale cb").set("format cb '%h'");
  const std::vector<Box> boxes = boxes_of(shown, nx, ny);
  if (boxes.size() > kMostBoxes && x.uniform() && y.uniform()) {
    draw_pixels(plot, shown, nx, ny, x, y);
  } else {
    Rows rows;
    for (const Box& b : boxes) rows.push_back(corners(b, x, y));
    plot.draw(
        fmt::format("{} using 1:2:3:4:5:6:7 with boxxyerror lc palette lw 1 fs solid 1.0 border",
                    plot.data(rows)),
        "");
  }
  draw_curves(plot, x, y, curves);
  const int height = key_below(plot, curves.size());
  Figure figure = std::move(plot).finish(std::move(name), title);
  figure.height = height;
  return figure;
}

Figure curves(std::string name, const std::string& title, const FigureAxis& x_axis,
              const FigureAxis& y_axis, std::span<const Series> series) {
  Plot plot(gnuplot_plain(title), label(x_axis), label(y_axis));
  set_logarithmic(plot, x_axis, y_axis);
  for (std::size_t k = 0; k < series.size(); ++k) {  // bands below everything
    const Series& s = series[k];
    if (s.low.empty()) continue;
    Rows band;
    for (std::size_t i = 0; i < s.x.size(); ++i) band.push_back({s.x[i], s.low[i], s.high[i]});
    plot.draw(
        fmt::format("{} using 1:2:3 with filledcurves fs transparent solid 0.2 noborder fc rgb "
                    "'{}'",
                    plot.data(band), kLines[k % kLines.size()]),
        "");
  }
  for (std::size_t k = 0; k < series.size(); ++k) {
    const Series& s = series[k];
    Rows rows;
    for (std::size_t i = 0; i < s.x.size(); ++i) rows.push_back({s.x[i], s.y[i]});
    const std::string line = fmt::format("lw 2.2 {} lc rgb '{}'", kDashes[k % kDashes.size()],
                                         kLines[k % kLines.size()]);
    const std::string style =
        s.style == SeriesStyle::points ? "points " + points_style(k)
        : s.style == SeriesStyle::line
            ? "lines " + line
            : fmt::format("linespoints {} pt {} ps 0.8", line, kMarks[k % kMarks.size()]);
    plot.draw(fmt::format("{} using 1:2 with {}", plot.data(rows), style), gnuplot_plain(s.name));
  }
  if (std::none_of(series.begin(), series.end(),
                   [](const Series& s) { return any_finite(s.x, s.y); })) {
    say_nothing(plot);
  }
  const auto named =
      std::count_if(series.begin(), series.end(), [](const Series& s) { return !s.name.empty(); });
  const int height = key_below(plot, static_cast<std::size_t>(named));
  Figure figure = std::move(plot).finish(std::move(name), title);
  figure.height = height;
  return figure;
}

Figure bifurcation_diagram(std::string name, const std::string& title, const FigureAxis& x_axis,
                           const FigureAxis& y_axis, const BifurcationData& data) {
  Plot plot(gnuplot_plain(title), label(x_axis), label(y_axis));
  set_logarithmic(plot, x_axis, y_axis);
  plot.set("autoscale fix")
      .set("offsets graph 0.02, graph 0.02, graph 0.05, graph 0.05")
      .set("style textbox opaque noborder margins 0.3,0.3 fillcolor rgb 'white'");
  std::size_t entries = 0;
  const auto add = [&](const Rows& rows, const std::string& style, std::string_view legend) {
    if (rows.empty()) return;
    plot.draw(fmt::format("{} using 1:2 with {}", plot.data(rows), style), legend);
    ++entries;
  };
  // A small mark in the figure, a large one in the key.
  const auto add_points = [&](const Rows& rows, std::string_view tint, std::string_view legend) {
    if (rows.empty()) return;
    add(rows, fmt::format("points pt 7 ps 0.12 lc rgb '{}'", tint), "");
    plot.draw(fmt::format("keyentry with points pt 7 ps 0.8 lc rgb '{}'", tint), legend);
  };
  const bool both = !data.up_x.empty() && !data.down_x.empty();
  add_points(thinned(data.down_x, data.down_y), colour::orange, "parameter falling");
  add_points(thinned(data.up_x, data.up_y), colour::blue,
             both || data.branches.empty() ? "parameter growing" : "simulation");
  add(pieces(data.branches, true), "lines lw 2 lc rgb 'black'", "stable orbit");
  add(pieces(data.branches, false),
      fmt::format("lines lw 1.6 dt (8,5) lc rgb '{}'", colour::vermilion), "unstable orbit");
  std::vector<std::string> kinds;
  for (const SpecialPoint& p : data.special) {
    if (std::find(kinds.begin(), kinds.end(), p.kind) == kinds.end()) kinds.push_back(p.kind);
  }
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    Rows rows;
    for (const SpecialPoint& p : data.special) {
      if (p.kind == kinds[k]) rows.push_back({p.x, p.y});
    }
    // Coloured mark with a dark rim, so that it is seen on points and lines alike.
    constexpr std::array<int, 5> marks = {7, 5, 9, 13, 11};
    const int mark = marks[k % marks.size()];
    const std::string block = plot.data(rows);
    plot.draw(fmt::format("{} using 1:2 with points pt {} ps 1.5 lc rgb 'black'", block, mark), "");
    plot.draw(fmt::format("{} using 1:2 with points pt {} ps 1.1 lc rgb '{}'", block, mark,
                          kAreas[(k + 2) % kAreas.size()]),
              gnuplot_plain(kinds[k]));
    ++entries;
  }
  int number = 0;
  for (const SpecialPoint& p : data.special) {
    if (p.text.empty() || !std::isfinite(p.x) || !std::isfinite(p.y)) continue;
    plot.set(fmt::format("label {} {} at {:.10g},{:.10g} left front boxed offset char 0.8,0.7",
                         ++number, gnuplot_quote(gnuplot_plain(p.text)), p.x, p.y));
  }
  if (entries == 0) say_nothing(plot);
  const int height = key_below(plot, entries);
  Figure figure = std::move(plot).finish(std::move(name), title);
  figure.height = height;
  return figure;
}

}  // namespace ricochet
