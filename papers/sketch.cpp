#include <papers/sketch.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace ricochet::papers {

namespace {

std::vector<Place> arc_points(Place centre, double radius, double from_deg, double to_deg) {
  constexpr int steps = 72;
  std::vector<Place> points;
  for (int k = 0; k <= steps; ++k) {
    points.push_back(centre + polar(radius, from_deg + (to_deg - from_deg) * k / steps));
  }
  return points;
}

}  // namespace

Place operator+(Place a, Place b) { return {a.x + b.x, a.y + b.y}; }

Place polar(double length, double degrees) {
  const double angle = degrees * std::numbers::pi / 180.0;
  return {length * std::cos(angle), length * std::sin(angle)};
}

Sketch::Sketch(std::string_view title, Place low, Place high)
    : plot_(title, "", ""), width_(high.x - low.x), height_(high.y - low.y) {
  plot_.unset("border").unset("tics").unset("grid").unset("key");
  plot_.set("size ratio -1").set("lmargin 1").set("rmargin 1").set("bmargin 1");
  plot_.set(fmt::format("xrange [{}:{}]", low.x, high.x));
  plot_.set(fmt::format("yrange [{}:{}]", low.y, high.y));
}

namespace {

std::vector<std::vector<double>> rows_of(const std::vector<Place>& points) {
  std::vector<std::vector<double>> rows;
  rows.reserve(points.size());
  for (const Place p : points) rows.push_back({p.x, p.y});
  return rows;
}

}  // namespace

Sketch& Sketch::line(const std::vector<Place>& points, std::string_view style) {
  plot_.draw(fmt::format("{} using 1:2 with lines {} lc rgb '{}'", plot_.data(rows_of(points)),
                         style, colour::black),
             "");
  return *this;
}

Sketch& Sketch::body(std::vector<Place> corners, std::string_view fill) {
  corners.push_back(corners.front());
  plot_.draw(fmt::format("{} using 1:2 with filledcurves closed fc rgb '{}' fs solid noborder",
                         plot_.data(rows_of(corners)), fill),
             "");
  return line(corners);
}

Sketch& Sketch::disc(Place centre, double radius, std::string_view fill) {
  return body(arc_points(centre, radius, 0.0, 360.0), fill);
}

Sketch& Sketch::point(Place at, std::string_view name, Place offset) {
  plot_.set(fmt::format("label {} {} at {},{} front point pt 7 ps 0.7 offset {},{}", ++tag_,
                        gnuplot_quote(name), at.x, at.y, offset.x, offset.y));
  return *this;
}

Sketch& Sketch::arrow(Place from, Place to, std::string_view name, std::string_view tint,
                      Place offset) {
  plot_.set(
      fmt::format("arrow {} from {},{} to {},{} front filled size screen 0.018,18 lw 2.2 lc "
                  "rgb '{}'",
                  ++tag_, from.x, from.y, to.x, to.y, tint));
  plot_.set(fmt::format("label {} {} at {},{} front textcolor rgb '{}' offset {},{}", ++tag_,
                        gnuplot_quote(name), to.x, to.y, tint, offset.x, offset.y));
  return *this;
}

Sketch& Sketch::axis(Place from, Place to, std::string_view name, Place offset) {
  plot_.set(fmt::format(
      "arrow {} from {},{} to {},{} back filled size screen 0.014,18 lw 1.4 lc rgb '{}'", ++tag_,
      from.x, from.y, to.x, to.y, colour::grey));
  plot_.set(fmt::format("label {} {} at {},{} front offset {},{}", ++tag_, gnuplot_quote(name),
                        to.x, to.y, offset.x, offset.y));
  return *this;
}

Sketch& Sketch::text(Place at, std::string_view words) {
  plot_.set(
      fmt::format("label {} {} at {},{} center front", ++tag_, gnuplot_quote(words), at.x, at.y));
  return *this;
}

Sketch& Sketch::arc(Place centre, double radius, double from_deg, double to_deg,
                    std::string_view name, double name_at) {
  line(arc_points(centre, radius, from_deg, to_deg), "lw 1.2");
  return text(centre + polar(name_at * radius, 0.5 * (from_deg + to_deg)), name);
}

Sketch& Sketch::length(Place from, Place to, std::string_view name, Place offset) {
  plot_.set(fmt::format("arrow {} from {},{} to {},{} heads front size screen 0.010,18 lw 1.1",
                        ++tag_, from.x, from.y, to.x, to.y));
  plot_.set(fmt::format("label {} {} at {},{} front offset {},{}", ++tag_, gnuplot_quote(name),
                        0.5 * (from.x + to.x), 0.5 * (from.y + to.y), offset.x, offset.y));
  return *this;
}

Sketch& Sketch::wall(Place from, Place to) {
  const Place way{to.x - from.x, to.y - from.y};
  const double size = std::hypot(way.x, way.y);
  const double gap = 0.025 * std::max(width_, height_);
  const int strokes = static_cast<int>(size / gap);
  const Place inward{-way.y / size * gap, way.x / size * gap};
  for (int k = 1; k <= strokes; ++k) {
    const double at = static_cast<double>(k) / strokes;
    const Place top{from.x + at * way.x, from.y + at * way.y};
    const Place back{-way.x / size * gap, -way.y / size * gap};
    line({top, top + inward + back}, "lw 0.9");
  }
  return line({from, to}, "lw 2.5");
}

Figure Sketch::finish(std::string name, std::string title) && {
  Figure figure = std::move(plot_).finish(std::move(name), std::move(title));
  figure.width = 720;
  figure.height = static_cast<int>(std::lround(700.0 * height_ / width_)) + 50;
  return figure;
}

}  // namespace ricochet::papers
