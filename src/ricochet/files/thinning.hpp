#pragma once
// Which rows of a long motion to show: few enough for a page, and nothing that an eye could miss.
//
// Rows come one by one: a time, numbers, and whether the row must stay (it belongs to an event). Two ways:
//
//   Door       Between two kept rows a and b every number y stays within a tolerance h of the straight line,
//                |y_k - y_a - s (t_k - t_a)| <= h   for a < k < b,   s = (y_b - y_a) / (t_b - t_a)
//              For each number the slopes s that do this for all k so far form an interval, the door; a row whose own
//              slope leaves it ends the stretch at the row before. One pass, nothing is kept but the doors.
//   Extremes   For motions that swing too often for that: in each of a number of equal stretches the rows with the
//              least and the largest value of every number. A line through them has the right envelope.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace ricochet {

/// What deviations of numbers are measured by: the range of each, but not less than a millionth of the widest among
/// those of its kind. (Beside energies of 1 J a residual of 1e-16 J is rounding, and so is an angle of 1e-18.)
std::vector<double> visible_ranges(std::vector<double> ranges,
                                   const std::vector<std::string>& kinds);

class Door {
 public:
  /// tolerance: h of each number, > 0.
  explicit Door(std::vector<double> tolerance) : tolerance_(std::move(tolerance)) {}

  /// The next row. must: it is kept in any case, and so is the row before it if time stands still between them.
  void row(double time, std::span<const double> numbers, bool must);
  /// After the last row, which is kept.
  const std::vector<std::size_t>& finish();

 private:
  struct Point {
    double time = 0.0;
    std::vector<double> numbers;
  };
  void keep(std::size_t row);
  void open(const Point& from);

  std::vector<double> tolerance_;
  std::vector<double> least_, largest_;  // slopes: the door of each number
  Point anchor_, last_;
  std::size_t count_ = 0;
  std::vector<std::size_t> kept_;
};

class Extremes {
 public:
  Extremes(std::size_t numbers, std::size_t rows_per_stretch)
      : numbers_(numbers), rows_per_stretch_(rows_per_stretch) {}

  void row(std::span<const double> numbers, bool must);
  const std::vector<std::size_t>& finish();

 private:
  void end_stretch();

  std::size_t numbers_, rows_per_stretch_;
  std::size_t count_ = 0, first_ = 0;  // rows; the first of this stretch
  std::vector<double> least_, largest_;
  std::vector<std::size_t> least_row_, largest_row_, must_;
  std::vector<std::size_t> kept_;
};

}  // namespace ricochet
