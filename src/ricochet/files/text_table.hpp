#pragma once
// Aligned columns of text for people to read.

#include <string>
#include <vector>

namespace ricochet {

class TextTable {
 public:
  enum class Align : unsigned char { left, right };

  /// Adds a column; `unit` goes on a second heading line, which is left out if no column has one.
  void column(std::string heading, std::string unit = "", Align align = Align::right);
  /// Adds a row of as many cells as there are columns.
  void row(std::vector<std::string> cells);
  bool empty() const { return rows_.empty(); }

  /// Two spaces between columns, no trailing spaces, a line break after every line.
  std::string text() const;

 private:
  std::vector<std::string> headings_;
  std::vector<std::string> units_;
  std::vector<Align> aligns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace ricochet
