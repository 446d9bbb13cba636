#pragma once
// Drawings of a set-up: bodies, the ground, arrows with names. No axes; one unit is the same length in both
// directions.

#include <string>
#include <string_view>
#include <vector>

#include <ricochet/files/figure.hpp>

namespace ricochet::papers {

struct Place {
  double x = 0.0, y = 0.0;
};
Place operator+(Place a, Place b);
/// At the angle `degrees` from the x axis.
Place polar(double length, double degrees);

class Sketch {
 public:
  /// What is seen: the rectangle from `low` to `high`.
  Sketch(std::string_view title, Place low, Place high);

  Sketch& line(const std::vector<Place>& points, std::string_view style = "lw 2");
  /// Filled and outlined.
  Sketch& body(std::vector<Place> corners, std::string_view fill = "#DCE9F3");
  Sketch& disc(Place centre, double radius, std::string_view fill = "#DCE9F3");
  /// A dot with a name beside it; `offset` in letters.
  Sketch& point(Place at, std::string_view name, Place offset = {0.8, 0.6});
  /// A vector; its name stands at the head.
  Sketch& arrow(Place from, Place to, std::string_view name, std::string_view tint = colour::black,
                Place offset = {0.6, 0.4});
  /// An axis of a diagram, behind everything.
  Sketch& axis(Place from, Place to, std::string_view name, Place offset);
  Sketch& text(Place at, std::string_view words);
  /// An angle, from one direction to the other about `centre`; its name stands at `name_at` radii.
  Sketch& arc(Place centre, double radius, double from_deg, double to_deg, std::string_view name,
              double name_at = 1.25);
  /// A dimension line with a head at either end.
  Sketch& length(Place from, Place to, std::string_view name, Place offset = {0.6, 0.0});
  /// The boundary of something that does not move, hatched on the side to the left of the way.
  Sketch& wall(Place from, Place to);

  Figure finish(std::string name, std::string title) &&;

 private:
  Plot plot_;
  int tag_ = 0;
  double width_, height_;
};

}  // namespace ricochet::papers
