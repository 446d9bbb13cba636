#include <ricochet/files/plan_task.hpp>

#include <fmt/format.h>

namespace ricochet {

namespace {

class PlanWorker final : public CellWorker {
 public:
  explicit PlanWorker(const StudyCells& cells)
      : plan_(cells.parameters().plan()),
        worker_(cells.worker()),
        values_(cells.parameters().count()) {}

  bool compute(std::size_t cell, std::size_t, std::span<const double>,
               std::span<double> row) override {
    plan_.values(static_cast<std::int64_t>(cell), values_);
    worker_->compute(values_, row);
    return true;
  }

 private:
  const SamplePlan& plan_;
  std::unique_ptr<StudyCells::Worker> worker_;
  std::vector<double> values_;
};

}  // namespace

CellLayout PlanTask::layout() const {
  return {static_cast<std::size_t>(cells_.parameters().plan().cells()), 1, cells_.columns().size()};
}

std::unique_ptr<CellWorker> PlanTask::worker() const {
  return std::make_unique<PlanWorker>(cells_);
}

StudyTable plan_table(const StudyCells& cells, const CellRows& rows) {
  StudyTable table{"cells", cells.parameters().columns()};
  table.columns.insert(table.columns.end(), cells.columns().begin(), cells.columns().end());
  table.numbers.reserve(rows.layout().cells() * table.columns.size());
  std::vector<double> values(cells.parameters().count());
  for (std::size_t cell = 0; cell < rows.layout().cells(); ++cell) {
    if (!rows.has(cell)) continue;
    cells.parameters().plan().values(static_cast<std::int64_t>(cell), values);
    table.numbers.insert(table.numbers.end(), values.begin(), values.end());
    const std::span<const double> row = rows.row(cell);
    table.numbers.insert(table.numbers.end(), row.begin(), row.end());
  }
  return table;
}

std::string describe(const StudyCells& cells) {
  const SamplePlan& plan = cells.parameters().plan();
  std::string text = fmt::format("base: {}\ncells: {}\n", cells.base().name(), plan.cells());
  for (const StudyColumn& column : cells.parameters().columns()) {
    text += fmt::format("parameter: {}\n", column.name);
  }
  for (const StudyColumn& column : cells.columns()) {
    text += fmt::format("quantity: {}\n", column.name);
  }
  return text;
}

std::string refusals(const StudyCells& cells, const StudyTable& table) {
  const std::size_t parameters = cells.parameters().count();
  const auto refused = static_cast<double>(cells.columns()[0].codes.size() - 1);
  std::size_t count = 0;
  std::string why;
  for (std::size_t r = 0; r < table.rows(); ++r) {
    if (table.at(r, parameters) != refused || count++ > 0) continue;
    const std::span<const double> values(&table.numbers[r * table.columns.size()], parameters);
    for (std::size_t k = 0; k < parameters; ++k) {
      why += fmt::format("{}{} = {:.6g}", k == 0 ? "" : ", ", table.columns[k].name, values[k]);
    }
    why += ": " + cells.worker()->refusal(values);
  }
  if (count == 0) return {};
  return fmt::format("{} of {} cells are not allowed; the first: {}\n", count, table.rows(), why);
}

std::string no_answer(const StudyCells& cells, const StudyTable& table) {
  const std::size_t width = table.columns.size();
  for (std::size_t r = 0; r < table.rows(); ++r) {
    const std::span<const double> row(&table.numbers[r * width], width);
    if (cells.answered(row.subspan(cells.parameters().count()))) return {};
  }
  const std::string why = refusals(cells, table);
  return why.empty() ? "no cell has an answer" : why.substr(0, why.size() - 1);
}

}  // namespace ricochet
