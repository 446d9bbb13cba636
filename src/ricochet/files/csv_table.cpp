#include <ricochet/files/csv_table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include <ricochet/files/value.hpp>

namespace ricochet {

namespace {

// The name without its unit.
std::string bare(const std::string& name) {
  const auto bracket = name.rfind(" [");
  return bracket != std::string::npos && name.ends_with(']') ? name.substr(0, bracket) : name;
}

// Walks through a text field by field.
class Scanner {
 public:
  Scanner(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  bool at_end() const { return i_ == text_.size(); }
  Position position() const { return {line_, static_cast<int>(i_ - line_start_) + 1}; }

  // The next field of the line; `last` if the line ends after it.
  std::string field(bool& last) {
    const Position start = position();
    std::string out;
    if (peek() == '"') {
      ++i_;
      while (true) {
        if (at_end()) fail(start, "the quotes are not closed", "a quote ends the field");
        if (peek() == '"') {
          ++i_;
          if (peek() != '"') break;
        } else if (peek() == '\n') {
          fail(start, "the field goes over the end of the line", "fields are on one line");
        }
        out += text_[i_++];
      }
    } else {
      while (!at_end() && peek() != ',' && !ends_line()) {
        if (peek() == '"')
          fail(position(), "a quote inside a field", "quotes enclose a whole field");
        out += text_[i_++];
      }
    }
    if (peek() == ',') {
      ++i_;
      last = false;
      return out;
    }
    if (!at_end() && !ends_line()) {
      fail(position(), "there is text after the quotes", "a comma or the end of the line");
    }
    if (peek() == '\r') ++i_;
    if (peek() == '\n') {
      ++i_;
      ++line_;
      line_start_ = i_;
    }
    last = true;
    return out;
  }

  [[noreturn]] void fail(Position where, const std::string& wrong,
                         const std::string& allowed) const {
    throw InputError(file_, where, "", wrong, allowed);
  }

 private:
  char peek() const { return i_ < text_.size() ? text_[i_] : '\0'; }
  bool ends_line() const {
    return peek() == '\n' || (peek() == '\r' && i_ + 1 < text_.size() && text_[i_ + 1] == '\n');
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t i_ = 0;
  std::size_t line_start_ = 0;
  int line_ = 1;
};

}  // namespace

CsvTable::CsvTable(std::string_view text, std::string file) : file_(std::move(file)) {
  Scanner scan(text, file_);
  while (!scan.at_end()) {
    const Position start = scan.position();
    std::size_t count = 0;
    for (bool last = false; !last; ++count) {
      const Position place = scan.position();
      fields_.push_back({scan.field(last), place});
    }
    if (names_.empty()) {
      for (const Field& field : fields_) names_.push_back(bare(field.text));
    } else if (count != names_.size()) {
      scan.fail(start, fmt::format("the line has {} fields", count),
                fmt::format("{} are needed, as in the first line", names_.size()));
    }
  }
  if (names_.empty()) fail("the file is empty", "the first line names the columns");
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (names_[i].empty()) fail_name(i, "a column has no name", "the first line names the columns");
    if (std::find(names_.begin(), names_.begin() + static_cast<long>(i), names_[i]) !=
        names_.begin() + static_cast<long>(i)) {
      fail_name(i, fmt::format("the column '{}' is there twice", names_[i]), "each name once");
    }
  }
  if (rows() == 0) fail("there are no rows", "at least one row of numbers is needed");
}

double CsvTable::number(std::size_t row, std::size_t column) const {
  const Field& field = fields_[(row + 1) * names_.size() + column];
  bool out_of_range = false;
  if (const auto number = parse_number(field.text, &out_of_range)) return *number;
  throw InputError(file_, field.position, names_[column],
                   out_of_range ? fmt::format("{} is too large or too small", field.text)
                                : fmt::format("'{}' is not a number", field.text),
                   "a number of double precision is needed");
}

void CsvTable::fail_name(std::size_t column, const std::string& wrong,
                         const std::string& allowed) const {
  throw InputError(file_, fields_[column].position, "", wrong, allowed);
}

void CsvTable::fail(const std::string& wrong, const std::string& allowed) const {
  throw InputError(file_, {1, 1}, "", wrong, allowed);
}

}  // namespace ricochet
