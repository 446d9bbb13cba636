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

using Lines = std::vector<std::vector<std::string>>;

std::string heading(const Entry& e) {
  return e.unit.empty() ? e.column : fmt::format("{} ({})", e.column, e.unit);
}

std::string cell(const Entry& e) {
  return fmt::format("{} {} {}", e.printed.text(), mark(e.verdict), e.printed.beside(e.computed));
}

Lines lines_of(const Grid& grid) {
  Lines lines{{"row"}};
  for (const Entry& e : grid.front()) lines.front().push_back(heading(e));
  for (const auto& row : grid) {
    lines.push_back({row.front().row});
    for (const Entry& e : row) lines.back().push_back(cell(e));
  }
  return lines;
}

std::string render(const Lines& grid) {
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

std::vector<Grid> grids_of(const Table& table) {
  std::vector<Grid> grids;
  const auto same_columns = [](std::span<const Entry> a, std::span<const Entry> b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Entry& x, const Entry& y) {
      return x.column == y.column && x.unit == y.unit;
    });
  };
  const std::span<const Entry> all = table.entries;
  for (std::size_t i = 0, n = 0; i < all.size(); i += n) {
    n = 1;
    while (i + n < all.size() && all[i + n].row == all[i].row) ++n;
    const std::span<const Entry> row = all.subspan(i, n);
    if (grids.empty() || !same_columns(grids.back().front(), row)) grids.emplace_back();
    grids.back().push_back(row);
  }
  return grids;
}

namespace {

std::string render(const std::vector<Comparison>& rows) {
  std::string text =
      "| case | quantity | experiment | from | to | paper | printed model | reconstruction |\n"
      "|---|---|---|---|---|---|---|---|\n";
  for (const Comparison& c : rows) {
    text += fmt::format("| {} | {} ({}) | {} | {:.4f} | {:.4f} | {} | {:.4f} | {:.4f} |\n", c.row,
                        c.column, c.unit, c.measured.text(), c.band.lo, c.band.hi, c.paper.text(),
                        c.model, c.reconstruction);
  }
  return text;
}

}  // namespace

std::string markdown(const Table& table) {
  std::string text = fmt::format("## {}\n\n", table.title);
  if (!table.note.empty()) text += table.note + "\n\n";
  if (!table.comparison.empty()) text += render(table.comparison) + '\n';
  if (!table.remarks.empty()) text += table.remarks + "\n\n";
  for (const Grid& grid : grids_of(table)) text += render(lines_of(grid)) + '\n';
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
