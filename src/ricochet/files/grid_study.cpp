#include <ricochet/files/grid_study.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <ricochet/files/names.hpp>
#include <ricochet/files/plan_task.hpp>
#include <ricochet/files/study_figures.hpp>

namespace ricochet {

namespace {

constexpr std::size_t kMost = 4;  // changes located between two neighbours

// A missing code is a code of its own.
double code_of(double number) { return std::isfinite(number) ? number : -1.0; }
double from_code(double code) { return code < 0.0 ? NAN : code; }

}  // namespace

/// Where the code changes between neighbours. Row: number of changes, then for each: place, code before, code after.
class GridStudy::EdgeTask final : public CellTask {
 public:
  EdgeTask(const GridStudy& owner, std::vector<Edge> all) : study(owner), edges(std::move(all)) {}
  CellLayout layout() const override { return {edges.size(), 1, 1 + 3 * kMost}; }
  std::unique_ptr<CellWorker> worker() const override;

  const GridStudy& study;
  const std::vector<Edge> edges;
};

class GridStudy::EdgeWorker final : public CellWorker {
 public:
  explicit EdgeWorker(const EdgeTask& task)
      : task_(task),
        worker_(task.study.cells_->worker()),
        values_(task.study.cells_->parameters().count()),
        outcome_(task.study.cells_->columns().size()) {}

  bool compute(std::size_t cell, std::size_t, std::span<const double>,
               std::span<double> row) override {
    const Edge& edge = task_.edges[cell];
    const SamplePlan& plan = task_.study.cells_->parameters().plan();
    const double end = plan.value(static_cast<std::int64_t>(edge.to), edge.along);
    plan.values(static_cast<std::int64_t>(edge.from), values_);
    const GridValues& grid = task_.study.grid(edge.along);
    const double fine = task_.study.tolerance_ * std::abs(grid.to - grid.from);
    double low = values_[edge.along];
    double before = code_at(edge.along, low);
    const double last = code_at(edge.along, end);
    std::size_t found = 0;
    while (before != last && found < kMost) {
      double high = end;
      double after = last;
      while (std::abs(high - low) > fine) {
        const double middle = 0.5 * (low + high);
        if (middle == low || middle == high) break;
        const double code = code_at(edge.along, middle);
        if (code == before) {
          low = middle;
        } else {
          high = middle;
          after = code;
        }
      }
      row[1 + 3 * found] = 0.5 * (low + high);
      row[2 + 3 * found] = before;
      row[3 + 3 * found] = after;
      ++found;
      low = high;
      before = after;
    }
    row[0] = static_cast<double>(found);
    return true;
  }

 private:
  double code_at(std::size_t along, double x) {
    values_[along] = x;
    worker_->compute(values_, outcome_);
    return code_of(outcome_[*task_.study.refined_]);
  }

  const EdgeTask& task_;
  std::unique_ptr<StudyCells::Worker> worker_;
  std::vector<double> values_, outcome_;
};

std::unique_ptr<CellWorker> GridStudy::EdgeTask::worker() const {
  return std::make_unique<EdgeWorker>(*this);
}

GridStudy::GridStudy(const Value& study, std::unique_ptr<const StudyCells> cells,
                     const std::string& refined)
    : cells_(std::move(cells)), refined_(coded(refined)), drawn_(0) {
  base = cells_->base().text();
  const auto spreads = cells_->parameters().plan().spreads();
  for (std::size_t k = 0; k < spreads.size(); ++k) {
    if (std::holds_alternative<GridValues>(spreads[k].values)) continue;
    study.at("parameters")
        .items()[k]
        .fail("this parameter is not a grid", "from, to and count are needed here");
  }
  if (const auto refine = study.find("refine")) read_refine(*refine);
  drawn_ = read_figure(study, cells_->columns(), cells_->main_column());
}

const GridValues& GridStudy::grid(std::size_t parameter) const {
  return std::get<GridValues>(cells_->parameters().plan().spreads()[parameter].values);
}

std::optional<std::size_t> GridStudy::coded(const std::string& name) const {
  for (std::size_t c = 0; c < cells_->columns().size(); ++c) {
    const StudyColumn& column = cells_->columns()[c];
    if (column.name == name && !column.codes.empty()) return c;
  }
  return std::nullopt;
}

void GridStudy::read_refine(const Value& refine) {
  const Value name = refine.is_map() ? refine.at("quantity") : refine;
  if (refine.is_map()) {
    refine.allow_only({"quantity", "tolerance"});
    if (const auto t = refine.find("tolerance")) tolerance_ = t->number(within(1e-15, 0.1));
  }
  const std::string wanted = name.string();
  refined_ = coded(wanted);
  if (refined_) return;
  std::vector<std::string_view> names;
  for (const StudyColumn& column : cells_->columns()) {
    if (!column.codes.empty()) names.push_back(column.name);
  }
  name.fail(fmt::format("there is no quantity '{}' with regions in this study", wanted),
            allowed_names(wanted, names));
}

std::string GridStudy::description() const { return describe(*cells_); }

std::unique_ptr<CellTask> GridStudy::stage(std::size_t number,
                                           std::span<const CellRows> before) const {
  if (number == 0) return std::make_unique<PlanTask>(*cells_);
  return std::make_unique<EdgeTask>(*this, edges(before[0]));
}

std::vector<StudyTable> GridStudy::tables(std::span<const CellRows> rows) const {
  std::vector<StudyTable> all = {plan_table(*cells_, rows[0])};
  if (rows.size() > 1) all.push_back(boundary_table(rows[0], rows[1]));
  return all;
}

std::string GridStudy::summary(const std::vector<StudyTable>& tables) const {
  const auto& columns = cells_->parameters().columns();
  std::string lines = title.empty() ? "" : title + '\n';
  for (std::size_t k = 0; k < columns.size(); ++k) {
    lines += fmt::format("{}{}", k == 0 ? "" : " x ", grid(k).count);
  }
  lines += " cells over ";
  for (std::size_t k = 0; k < columns.size(); ++k) {
    lines += (k == 0 ? "" : " and ") + columns[k].name;
  }
  lines += "\n\n" + describe_columns(tables[0], columns.size()) + refusals(*cells_, tables[0]);
  if (tables.size() > 1) {
    lines += fmt::format("{} points on boundaries between regions of {}\n", tables[1].rows(),
                         cells_->columns()[*refined_].name);
    constexpr std::size_t few = 40;
    if (tables[1].rows() > 0 && tables[1].rows() <= few) {
      lines += '\n' + table_text(tables[1], few, 12);
    }
  }
  return lines;
}

Figure GridStudy::map_figure(const std::vector<StudyTable>& tables) const {
  const auto& parameters = cells_->parameters().columns();
  const SamplePlan& plan = cells_->parameters().plan();
  MapGrid map{{parameters[0].name, parameters[0].unit, grid(0).logarithmic},
              {parameters[1].name, parameters[1].unit, grid(1).logarithmic},
              {},
              {}};
  for (std::int64_t j = 0; j < grid(1).count; ++j) map.y.push_back(plan.value(j, 1));
  for (std::int64_t i = 0; i < grid(0).count; ++i) {
    map.x.push_back(plan.value(i * grid(1).count, 0));
  }
  std::vector<MapCurve> lines;
  if (tables.size() > 1 && drawn_ == *refined_) {
    MapCurve curve{"", {}, {}, true};
    for (std::size_t r = 0; r < tables[1].rows(); ++r) {
      curve.x.push_back(tables[1].at(r, 0));
      curve.y.push_back(tables[1].at(r, 1));
    }
    lines.push_back(std::move(curve));
  }
  const StudyColumn& column = cells_->columns()[drawn_];
  const std::vector<double> values = column_of(tables[0], 2 + drawn_);
  if (column.codes.empty()) {
    return continuous_map(kind, title, map, values, {column.name, column.unit}, lines);
  }
  std::vector<int> codes;
  for (const double value : values) codes.push_back(static_cast<int>(code_of(value)));
  std::vector<Category> categories;
  for (std::size_t c = 0; c < column.codes.size(); ++c) {
    categories.push_back({static_cast<int>(c), column.codes[c]});
  }
  return category_map(kind, title, map, codes, categories, lines);
}

std::optional<Figure> GridStudy::figure(const std::vector<StudyTable>& tables) const {
  const auto& parameters = cells_->parameters().columns();
  if (parameters.size() == 2) return map_figure(tables);
  if (parameters.size() != 1) return std::nullopt;
  const StudyColumn& column = cells_->columns()[drawn_];
  const Series series{column.name, column_of(tables[0], 0), column_of(tables[0], 1 + drawn_)};
  return curves(kind, title, {parameters[0].name, parameters[0].unit, grid(0).logarithmic},
                {column.name, column.unit}, std::span(&series, 1));
}

std::string GridStudy::unanswered(const std::vector<StudyTable>& tables) const {
  return no_answer(*cells_, tables[0]);
}

std::vector<GridStudy::Edge> GridStudy::edges(const CellRows& rows) const {
  const SamplePlan& plan = cells_->parameters().plan();
  // Cells from one value of a parameter to the next; the last parameter runs fastest.
  const std::size_t parameters = cells_->parameters().count();
  std::vector<std::size_t> stride(parameters, 1);
  for (std::size_t k = parameters; k-- > 1;) {
    stride[k - 1] = stride[k] * static_cast<std::size_t>(grid(k).count);
  }
  const auto code = [&](std::size_t cell) { return code_of(rows.row(cell)[*refined_]); };
  std::vector<Edge> all;
  for (std::size_t cell = 0; cell < rows.layout().cells(); ++cell) {
    for (std::size_t k = parameters; k-- > 0;) {
      const std::int64_t position = plan.position(static_cast<std::int64_t>(cell), k);
      if (position + 1 >= grid(k).count) continue;
      const std::size_t next = cell + stride[k];
      if (code(cell) != code(next)) all.push_back({cell, next, k});
    }
  }
  return all;
}

StudyTable GridStudy::boundary_table(const CellRows& grid_rows, const CellRows& rows) const {
  const auto& parameters = cells_->parameters().columns();
  const auto& codes = cells_->columns()[*refined_].codes;
  StudyTable table{"boundaries", parameters};
  StudyColumn along{"along", "", {}};
  for (const StudyColumn& parameter : parameters) along.codes.push_back(parameter.name);
  table.columns.push_back(std::move(along));
  table.columns.push_back({"below", "", codes});
  table.columns.push_back({"above", "", codes});
  const std::vector<Edge> all = edges(grid_rows);
  std::vector<double> values(parameters.size());
  for (std::size_t e = 0; e < all.size(); ++e) {
    if (!rows.has(e)) continue;
    const std::span<const double> row = rows.row(e);
    cells_->parameters().plan().values(static_cast<std::int64_t>(all[e].from), values);
    for (std::size_t k = 0; k < static_cast<std::size_t>(row[0]); ++k) {
      values[all[e].along] = row[1 + 3 * k];
      table.numbers.insert(table.numbers.end(), values.begin(), values.end());
      table.numbers.insert(table.numbers.end(),
                           {static_cast<double>(all[e].along), from_code(row[2 + 3 * k]),
                            from_code(row[3 + 3 * k])});
    }
  }
  return table;
}

}  // namespace ricochet
