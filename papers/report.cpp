#include <papers/report.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace ricochet::papers {

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\n\r") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

namespace {

std::string number(double v) { return std::isnan(v) ? std::string() : fmt::format("{}", v); }

void append_line(std::string& text, const std::vector<std::string>& fields) {
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) text += ',';
    text += csv_field(fields[i]);
  }
  text += "\r\n";
}

}  // namespace

CsvWriter::CsvWriter(const std::vector<std::string>& header) { append_line(text_, header); }

void CsvWriter::row(const std::vector<double>& values) {
  std::vector<std::string> fields(values.size());
  std::transform(values.begin(), values.end(), fields.begin(), number);
  append_line(text_, fields);
}

void CsvWriter::row(std::string_view label, const std::vector<double>& values) {
  std::vector<std::string> fields{std::string(label)};
  for (const double v : values) fields.push_back(number(v));
  append_line(text_, fields);
}

Csv CsvWriter::finish(std::string name) && { return {std::move(name), std::move(text_)}; }

Csv table_csv(const Table& table) {
  std::string text;
  append_line(text, {"row", "quantity", "unit", "printed", "computed", "computed_low",
                     "computed_high", "class", "reason"});
  for (const Entry& e : table.entries) {
    append_line(text,
                {e.row, e.column, e.unit, e.printed.text(), number(e.computed), number(e.range.lo),
                 number(e.range.hi), std::string(to_string(e.verdict)), e.reason});
  }
  return {table.id, std::move(text)};
}

std::string describe(const Totals& t) {
  return fmt::format(
      "{} reproduced, {} within the rounding of the inputs, {} {}, {} not reproduced ({} entries)",
      t.reproduced, t.within_inputs, t.misprint, t.misprint == 1 ? "misprint" : "misprints",
      t.not_reproduced, t.all());
}

namespace {

using Grid = std::vector<std::vector<std::string>>;

std::string heading(const Entry& e) {
  return e.unit.empty() ? e.column : fmt::format("{} ({})", e.column, e.unit);
}

std::string cell(const Entry& e) {
  return fmt::format("{} {} {}", e.printed.text(), mark(e.verdict), e.printed.beside(e.computed));
}

/// Entries of a row side by side; a row of other quantities than the one above starts a new grid.
std::vector<Grid> grids_of(const Table& table) {
  std::vector<Grid> grids;
  std::size_t i = 0;
  while (i < table.entries.size()) {
    std::vector<std::string> header{"row"};
    std::vector<std::string> line{table.entries[i].row};
    const std::string row = table.entries[i].row;
    for (; i < table.entries.size() && table.entries[i].row == row; ++i) {
      header.push_back(heading(table.entries[i]));
      line.push_back(cell(table.entries[i]));
    }
    if (grids.empty() || grids.back().front() != header) grids.push_back({header});
    grids.back().push_back(line);
  }
  return grids;
}

std::string render(const Grid& grid) {
  std::vector<std::size_t> width(grid.front().size(), 3);
  for (const auto& line : grid) {
    for (std::size_t c = 0; c < line.size(); ++c) width[c] = std::max(width[c], line[c].size());
  }
  std::string text;
  for (std::size_t r = 0; r < grid.size(); ++r) {
    text += '|';
    for (std::size_t c = 0; c < grid[r].size(); ++c) {
      text += fmt::format(" {:<{}} |", grid[r][c], width[c]);
    }
    text += '\n';
    if (r > 0) continue;
    text += '|';
    for (const std::size_t w : width) text += fmt::format(" {:-<{}} |", "", w);
    text += '\n';
  }
  return text;
}

}  // namespace

std::string markdown(const Table& table) {
  std::string text = fmt::format("## {}\n\n", table.title);
  if (!table.note.empty()) text += table.note + "\n\n";
  for (const Grid& grid : grids_of(table)) text += render(grid) + '\n';
  bool first = true;
  for (const Entry& e : table.entries) {
    if (e.reason.empty()) continue;
    if (first) text += "Entries that need a word:\n\n";
    first = false;
    text += fmt::format("- {} {}, {}: {}.\n", to_string(e.verdict), e.row, e.column, e.reason);
  }
  if (!first) text += '\n';
  return text + fmt::format("Total: {}.\n", describe(table.totals()));
}

Totals totals_of_paper(const Reproduction& reproduction) {
  Totals sum;
  for (const Table& table : reproduction.tables) {
    if (table.of_paper) sum += table.totals();
  }
  return sum;
}

std::string markdown(const Paper& paper, const Reproduction& reproduction) {
  std::string text = fmt::format(
      "# {}\n\n{}\n\nEach cell: printed, mark, computed. Marks: = reproduced to the printed digit, "
      "~ within the rounding of the inputs, ! misprint, x not reproduced.\n\n",
      paper.name, paper.citation);
  Totals others;
  for (const Table& table : reproduction.tables) {
    text += markdown(table) + '\n';
    if (!table.of_paper) others += table.totals();
  }
  text +=
      fmt::format("All tables of {}: {}.\n", paper.name, describe(totals_of_paper(reproduction)));
  if (others.all() == 0) return text;
  return text +
         fmt::format("Not counted, for they are not printed in the paper: {}.\n", describe(others));
}

}  // namespace ricochet::papers
