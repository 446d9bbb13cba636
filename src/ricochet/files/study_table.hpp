#pragma once
// What a study finds, as tables: the one form in which results of studies are printed, written and exported.

#include <string>
#include <string_view>
#include <vector>

namespace ricochet {

/// The names of the values of an enumeration, from the first to `last`: codes of a column.
template <class Codes>
std::vector<std::string> code_names(Codes last) {
  std::vector<std::string> names;
  for (unsigned code = 0; code <= static_cast<unsigned>(last); ++code) {
    names.emplace_back(to_string(static_cast<Codes>(code)));
  }
  return names;
}

struct StudyColumn {
  std::string name;
  std::string unit{};  ///< "" for pure numbers
  std::vector<std::string>
      codes{};  ///< not empty: the numbers 0, 1, ... stand for these (at most 255)
};

/// Rows of numbers; a missing one is NaN.
struct StudyTable {
  std::string name;
  std::vector<StudyColumn> columns;
  std::vector<double> numbers{};  ///< row after row

  std::size_t rows() const { return columns.empty() ? 0 : numbers.size() / columns.size(); }
  double at(std::size_t row, std::size_t column) const {
    return numbers[row * columns.size() + column];
  }
};

/// All numbers of a column.
std::vector<double> column_of(const StudyTable& table, std::size_t column);

/// The name behind a code, or nothing for one that is missing.
std::string_view code_name(const StudyColumn& column, double number);

/// CSV with a header line, names in place of codes, nothing where a number is missing.
std::string table_csv(const StudyTable& table);
/// A JSON object {"columns": [{name, unit}], "rows": [[...]]}: names in place of codes, null where a number is missing.
std::string table_json(const StudyTable& table);
/// For people: aligned columns, numbers with `digits` digits; of a longer table the first and last rows.
std::string table_text(const StudyTable& table, std::size_t most_rows, int digits = 6);

}  // namespace ricochet
