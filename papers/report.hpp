#pragma once
// A reproduction as text: markdown tables for people, CSV for programs.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <papers/paper.hpp>

namespace ricochet::papers {

/// One field of an RFC 4180 file, quoted if it must be.
std::string csv_field(std::string_view text);

/// A CSV file of numbers: one header line, then rows. Numbers read back bit-exactly; a NaN is an
/// empty field.
class CsvWriter {
 public:
  explicit CsvWriter(const std::vector<std::string>& header);
  void row(const std::vector<double>& values);
  /// A row that starts with a label.
  void row(std::string_view label, const std::vector<double>& values);
  Csv finish(std::string name) &&;

 private:
  std::string text_;
};

/// Every entry of a table on its own line.
Csv table_csv(const Table& table);

/// "52 reproduced, 4 within the rounding of the inputs, 1 misprint, 0 not reproduced (57 entries)"
std::string describe(const Totals& totals);

/// Rows with the same quantities, one below the other.
using Grid = std::vector<std::span<const Entry>>;
/// Entries of a row side by side; a row of other quantities than the one above starts a new grid.
std::vector<Grid> grids_of(const Table& table);

/// The table, each printed number beside the computed one with its mark, then the reasons and
/// totals.
std::string markdown(const Table& table);

/// The grand total of a paper: its tables of printed numbers.
Totals totals_of_paper(const Reproduction& reproduction);

/// All tables of a paper and the grand total.
std::string markdown(const Paper& paper, const Reproduction& reproduction);

}  // namespace ricochet::papers
