#include <ricochet/files/study_table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include <ricochet/files/csv.hpp>
#include <ricochet/files/text_table.hpp>

namespace ricochet {

std::vector<double> column_of(const StudyTable& table, std::size_t column) {
  std::vector<double> numbers;
  numbers.reserve(table.rows());
  for (std::size_t r = 0; r < table.rows(); ++r) numbers.push_back(table.at(r, column));
  return numbers;
}

std::string_view code_name(const StudyColumn& column, double number) {
  if (!(number >= 0.0) || number >= static_cast<double>(column.codes.size())) return {};
  return column.codes[static_cast<std::size_t>(number)];
}

std::string table_csv(const StudyTable& table) {
  std::string text;
  for (const StudyColumn& column : table.columns) {
    if (&column != &table.columns.front()) text += ',';
    text += csv_text(column.unit.empty() ? column.name
                                         : fmt::format("{} [{}]", column.name, column.unit));
  }
  text += '\n';
  for (std::size_t r = 0; r < table.rows(); ++r) {
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      const StudyColumn& column = table.columns[c];
      if (c > 0) text += ',';
      const double number = table.at(r, c);
      text += column.codes.empty() ? csv_number(number) : csv_text(code_name(column, number));
    }
    text += '\n';
  }
  return text;
}

std::string table_json(const StudyTable& table) {
  using Json = nlohmann::ordered_json;
  Json columns = Json::array();
  for (const StudyColumn& column : table.columns) {
    columns.push_back({{"name", column.name}, {"unit", column.unit}});
  }
  std::string text = fmt::format("{{\"columns\":{},\"rows\":[", columns.dump());
  for (std::size_t r = 0; r < table.rows(); ++r) {
    Json row = Json::array();
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      const double number = table.at(r, c);
      if (!std::isfinite(number)) {
        row.push_back(nullptr);
      } else if (table.columns[c].codes.empty()) {
        row.push_back(number);
      } else {
        row.push_back(code_name(table.columns[c], number));
      }
    }
    if (r > 0) text += ',';
    text += row.dump();
  }
  return text += "]}";
}

std::string table_text(const StudyTable& table, std::size_t most_rows, int digits) {
  TextTable text;
  for (const StudyColumn& column : table.columns) {
    const bool names = !column.codes.empty();
    text.column(column.name, column.unit.empty() ? "" : '[' + column.unit + ']',
                names ? TextTable::Align::left : TextTable::Align::right);
  }
  const std::size_t rows = table.rows();
  const std::size_t shown = std::min(rows, most_rows);
  const auto add = [&](std::size_t r) {
    std::vector<std::string> cells;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      const double number = table.at(r, c);
      if (!table.columns[c].codes.empty()) {
        cells.emplace_back(code_name(table.columns[c], number));
      } else {
        cells.push_back(std::isfinite(number) ? fmt::format("{:.{}g}", number + 0.0, digits) : "");
      }
    }
    text.row(std::move(cells));
  };
  for (std::size_t i = 0; i < shown; ++i) {
    if (shown < rows && i == shown / 2) {
      std::vector<std::string> dots(table.columns.size());
      dots[0] = "...";
      text.row(std::move(dots));
    }
    add(i < shown / 2 ? i : rows - shown + i);
  }
  return text.text();
}

}  // namespace ricochet
