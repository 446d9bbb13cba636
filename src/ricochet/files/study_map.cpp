// `map`: an outcome over two parameters on a grid, and the boundaries between its regions.
//
//   map:
//     base, law, quantities, parameters (two grids), let, set      as in outcome_cells.hpp, study_parameters.hpp
//     refine: mode              or {quantity: mode, tolerance: 1e-12}: the regions of this quantity
//
// Boundaries. Between two neighbours on the grid with different codes the place where the code changes is bisected
// along the line that joins them, to `tolerance` of that parameter's range. Where more than two codes are met on the
// way, each change is located (up to kMost). Regions that no line of the grid meets are not seen.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <ricochet/files/names.hpp>
#include <ricochet/files/outcome_cells.hpp>
#include <ricochet/files/plan_task.hpp>
#include <ricochet/files/study.hpp>

namespace ricochet {

namespace {

constexpr std::size_t kMost = 4;  // changes located between two neighbours

/// Two neighbours whose codes differ.
struct Edge {
  std::size_t from, to;  // cells
  std::size_t along;     // the parameter that differs
};

/// Where the code changes between neighbours. Row: number of changes, then for each: place, code before, code after.
class EdgeTask final : public CellTask {
 public:
  EdgeTask(const OutcomeCells& cells, std::size_t column, double tolerance, std::vector<Edge> edges)
      : cells_(cells), column_(column), tolerance_(tolerance), edges_(std::move(edges)) {}
  CellLayout layout() const override { return {edges_.size(), 1, 1 + 3 * kMost}; }
  std::unique_ptr<CellWorker> worker() const override { return std::make_unique<Worker>(*this); }

 private:
  struct Worker final : CellWorker {
    explicit Worker(const EdgeTask& owner)
        : task(owner),
          worker(owner.cells_.worker()),
          values(owner.cells_.parameters().count()),
          outcome(owner.cells_.columns().size()) {}

    double code_at(std::size_t along, double x) {
      values[along] = x;
      worker->compute(values, outcome);
      const double code = outcome[task.column_];
      return std::isfinite(code) ? code : -1.0;
    }

    bool compute(std::size_t cell, std::size_t, std::span<const double>,
                 std::span<double> row) override {
      const Edge& edge = task.edges_[cell];
      const SamplePlan& plan = task.cells_.parameters().plan();
      plan.values(static_cast<std::int64_t>(edge.to), values);
      const double end = values[edge.along];
      plan.values(static_cast<std::int64_t>(edge.from), values);
      const auto& grid = std::get<GridValues>(plan.spreads()[edge.along].values);
      const double fine = task.tolerance_ * std::abs(grid.to - grid.from);
      double low = values[edge.along];
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

    const EdgeTask& task;
    std::unique_ptr<OutcomeCells::Worker> worker;
    std::vector<double> values, outcome;
  };

  const OutcomeCells& cells_;
  std::size_t column_;
  double tolerance_;
  std::vector<Edge> edges_;
};

class Map final : public Study {
 public:
  Map(const Value& study, const std::string& file) : cells_(study, file) {
    base = cells_.base().text();
    const Value list = study.at("parameters");
    const auto spreads = cells_.parameters().plan().spreads();
    const bool grids = std::all_of(spreads.begin(), spreads.end(), [](const ParameterSpread& s) {
      return std::holds_alternative<GridValues>(s.values);
    });
    if (spreads.size() != 2 || !grids) {
      list.fail(
          fmt::format("there are {} parameters{}", spreads.size(), grids ? "" : ", not all grids"),
          "a map has two, each with from, to and count");
    }
    if (const auto refine = study.find("refine")) read_refine(*refine);
  }

  std::string description() const override { return describe(cells_); }

  std::size_t stages() const override { return refined_ ? 2 : 1; }

  std::unique_ptr<CellTask> stage(std::size_t number,
                                  std::span<const CellRows> before) const override {
    if (number == 0) return std::make_unique<PlanTask>(cells_);
    return std::make_unique<EdgeTask>(cells_, *refined_, tolerance_, edges(before[0]));
  }

  std::vector<StudyTable> tables(std::span<const CellRows> rows) const override {
    std::vector<StudyTable> all = {plan_table(cells_, rows[0])};
    if (rows.size() > 1) all.push_back(boundary_table(rows[0], rows[1]));
    return all;
  }

  std::string summary(const std::vector<StudyTable>& tables) const override {
    const auto& columns = cells_.parameters().columns();
    std::string lines = title.empty() ? "" : title + '\n';
    lines += fmt::format("{} x {} cells over {} and {}\n\n", count(0), count(1), columns[0].name,
                         columns[1].name);
    lines += describe_columns(tables[0], 2);
    if (tables.size() > 1) {
      lines += fmt::format("{} points on boundaries between regions of {}\n", tables[1].rows(),
                           cells_.columns()[*refined_].name);
    }
    return lines;
  }

  std::string unanswered(const std::vector<StudyTable>& tables) const override {
    return no_answer(cells_, tables[0]);
  }

 private:
  std::size_t count(std::size_t parameter) const {
    const auto& spread = cells_.parameters().plan().spreads()[parameter];
    return static_cast<std::size_t>(std::get<GridValues>(spread.values).count);
  }

  void read_refine(const Value& refine) {
    const Value name = refine.is_map() ? refine.at("quantity") : refine;
    if (refine.is_map()) {
      refine.allow_only({"quantity", "tolerance"});
      if (const auto t = refine.find("tolerance")) tolerance_ = t->number(within(1e-15, 0.1));
    }
    std::vector<std::string_view> names;
    for (const StudyColumn& column : cells_.columns()) {
      if (!column.codes.empty()) names.push_back(column.name);
    }
    const std::string wanted = name.string();
    for (std::size_t c = 0; c < cells_.columns().size(); ++c) {
      const StudyColumn& column = cells_.columns()[c];
      if (column.name == wanted && !column.codes.empty()) refined_ = c;
    }
    if (!refined_) {
      name.fail(fmt::format("there is no quantity '{}' with regions in this map", wanted),
                allowed_names(wanted, names));
    }
  }

  std::vector<Edge> edges(const CellRows& rows) const {
    const std::size_t m = count(0), n = count(1);
    std::vector<Edge> all;
    const auto code = [&](std::size_t cell) {
      const double x = rows.row(cell)[*refined_];
      return std::isfinite(x) ? x : -1.0;
    };
    for (std::size_t i = 0; i < m; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        const std::size_t cell = i * n + j;
        if (j + 1 < n && code(cell) != code(cell + 1)) all.push_back({cell, cell + 1, 1});
        if (i + 1 < m && code(cell) != code(cell + n)) all.push_back({cell, cell + n, 0});
      }
    }
    return all;
  }

  StudyTable boundary_table(const CellRows& grid, const CellRows& rows) const {
    const auto& parameters = cells_.parameters().columns();
    const auto& codes = cells_.columns()[*refined_].codes;
    StudyTable table{"boundaries", parameters};
    table.columns.push_back({"along", "", {parameters[0].name, parameters[1].name}});
    table.columns.push_back({"below", "", codes});
    table.columns.push_back({"above", "", codes});
    const std::vector<Edge> all = edges(grid);
    std::array<double, 2> values{};
    for (std::size_t e = 0; e < all.size(); ++e) {
      if (!rows.has(e)) continue;
      const std::span<const double> row = rows.row(e);
      cells_.parameters().plan().values(static_cast<std::int64_t>(all[e].from), values);
      for (std::size_t k = 0; k < static_cast<std::size_t>(row[0]); ++k) {
        values[all[e].along] = row[1 + 3 * k];
        const auto code = [](double x) { return x < 0.0 ? NAN : x; };
        table.numbers.insert(table.numbers.end(),
                             {values[0], values[1], static_cast<double>(all[e].along),
                              code(row[2 + 3 * k]), code(row[3 + 3 * k])});
      }
    }
    return table;
  }

  OutcomeCells cells_;
  std::optional<std::size_t> refined_;  // column of the outcome
  double tolerance_ = 1e-12;
};

}  // namespace

std::unique_ptr<Study> read_map(const Value& study, const std::string& file) {
  constexpr std::array<std::string_view, 1> own = {"refine"};
  allow_study_keys(study, {OutcomeCells::keys, parameter_keys, own});
  return std::make_unique<Map>(study, file);
}

}  // namespace ricochet
