#include <ricochet/files/run_csv.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <ricochet/files/csv.hpp>

namespace ricochet {

namespace {

std::string header(const std::vector<DatasetLayout>& layout) {
  std::string line;
  for (const DatasetLayout& dataset : layout) {
    for (std::size_t i = 0; i < dataset.columns.size(); ++i) {
      const std::string& unit = dataset.units[i];
      if (!line.empty()) line += ',';
      line += csv_text(unit.empty() ? dataset.columns[i]
                                    : fmt::format("{} [{}]", dataset.columns[i], unit));
    }
  }
  return line + '\n';
}

}  // namespace

void run_csv(const RunData& file, RunTable table,
             const std::function<void(std::string_view)>& write) {
  constexpr std::size_t block = 4096;  // rows at a time
  const std::vector<DatasetLayout> layout = layout_of(table, file.system());
  write(header(layout));
  for (std::size_t first = 0; first < file.rows(table); first += block) {
    const std::size_t count = std::min(block, file.rows(table) - first);
    std::vector<std::string> lines(count);
    for (const DatasetLayout& dataset : layout) {
      const RunRows rows = file.read(table, dataset, first, count);
      const std::size_t columns = dataset.columns.size();
      for (std::size_t k = 0; k < count * columns; ++k) {
        std::string& line = lines[k / columns];
        if (!line.empty()) line += ',';
        line +=
            dataset.bytes ? csv_text(dataset.names[rows.codes[k]]) : csv_number(rows.numbers[k]);
      }
    }
    std::string text;
    for (const std::string& line : lines) text += line + '\n';
    write(text);
  }
}

}  // namespace ricochet
