#pragma once
// Reading CSV (RFC 4180): a header line with the names of the columns, then rows of as many fields. Strict: every
// complaint has file, line and column.
//
// A unit in brackets after a name, as `ricochet export` writes it (`v_x [m/s]`), is not part of the name. Fields may be
// in quotes; lines end with LF or CR LF; empty lines are not allowed but at the end.

#include <string>
#include <string_view>
#include <vector>

#include <ricochet/files/errors.hpp>

namespace ricochet {

class CsvTable {
 public:
  /// `file` is only the name in messages. Throws InputError.
  CsvTable(std::string_view text, std::string file);

  const std::vector<std::string>& names() const { return names_; }
  std::size_t rows() const { return names_.empty() ? 0 : fields_.size() / names_.size() - 1; }
  /// The number in a field, by the grammar of JSON. Throws InputError at its place.
  double number(std::size_t row, std::size_t column) const;
  /// Throws InputError at a column's name.
  [[noreturn]] void fail_name(std::size_t column, const std::string& wrong,
                              const std::string& allowed) const;
  /// Throws InputError at the header.
  [[noreturn]] void fail(const std::string& wrong, const std::string& allowed) const;

 private:
  struct Field {
    std::string text;
    Position position;
  };
  std::string file_;
  std::vector<std::string> names_;
  std::vector<Field> fields_;  // the header's first
};

}  // namespace ricochet
