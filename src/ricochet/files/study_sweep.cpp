// `sweep`: outcomes over any list of parameters, fixed or uncertain, and what follows for the uncertain ones.
//
//   sweep:
//     base, law, quantities, parameters, let, set, samples, design, seed    as in outcome_cells.hpp, study_parameters.hpp
//     percentiles: [0.05, 0.5, 0.95]      confidence: 0.95
//
// Tables: `cells`, a row per cell; with uncertain parameters also, for each point of the fixed ones, `percentiles` and
// `sensitivity` of every quantity that is a number, and `shares` of every one that has names (study/statistics.hpp).

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include <ricochet/files/outcome_cells.hpp>
#include <ricochet/files/plan_task.hpp>
#include <ricochet/files/study.hpp>
#include <ricochet/files/study_figures.hpp>
#include <ricochet/study/statistics.hpp>

namespace ricochet {

namespace {

class Sweep final : public Study {
 public:
  Sweep(const Value& study, const StudyPlace& place) : cells_(study, place) {
    base = cells_.base().text();
    for (std::size_t k = 0; k < cells_.parameters().count(); ++k) {
      (plan().spreads()[k].random() ? random_ : fixed_).push_back(k);
    }
    constexpr std::size_t most_names = 255;
    if (all_codes().size() > most_names) {
      study.at("quantities")
          .fail(fmt::format("the quantities have {} names", all_codes().size()),
                fmt::format("at most {} different ones are allowed", most_names));
    }
    if (random_.empty()) {
      for (const std::string_view key : {"percentiles", "confidence"}) {
        if (study.has(key)) {
          study.fail_key(key, "no parameter is random", "leave it out, or give one a distribution");
        }
      }
    }
    if (const auto list = study.find("percentiles")) {
      percentiles_.clear();
      for (const Value& p : list->items()) percentiles_.push_back(p.number(within(0.0, 1.0)));
      if (percentiles_.empty()) list->fail("the list is empty", "numbers between 0 and 1");
    }
    if (const auto c = study.find("confidence")) confidence_ = c->number(within(0.5, 0.9999));
    drawn_ = read_figure(study, cells_.columns(), cells_.main_column());
  }

  const StudyBase& base_file() const override { return cells_.base(); }
  const StudyParameters& parameters() const override { return cells_.parameters(); }
  std::string description() const override { return describe(cells_); }

  std::unique_ptr<CellTask> stage(std::size_t, std::span<const CellRows>) const override {
    return std::make_unique<PlanTask>(cells_);
  }

  std::vector<StudyTable> tables(std::span<const CellRows> rows) const override {
    std::vector<StudyTable> all = {plan_table(cells_, rows[0])};
    if (random_.empty() || rows[0].open() > 0) return all;
    all.push_back(
        {"percentiles", statistics_columns({{"percentile"}, {"value"}, {"low"}, {"high"}})});
    all.push_back(
        {"shares", statistics_columns({{"name"}, {"count"}, {"share"}, {"low"}, {"high"}})});
    StudyColumn input{"input", "", {}};
    for (const std::size_t k : random_)
      input.codes.push_back(cells_.parameters().columns()[k].name);
    all.push_back({"sensitivity", statistics_columns({input,
                                                      {"coefficient"},
                                                      {"coefficient_error"},
                                                      {"rank"},
                                                      {"share"},
                                                      {"share_error"}})});
    all[2].columns[fixed_.size() + 1].codes = all_codes();
    for (std::int64_t point = 0; point < plan().points(); ++point) {
      add_statistics(rows[0], point, all);
    }
    std::erase_if(all, [](const StudyTable& t) { return t.numbers.empty(); });
    return all;
  }

  std::string summary(const std::vector<StudyTable>& tables) const override {
    std::string lines = title.empty() ? "" : title + '\n';
    lines += fmt::format("{} cells\n\n", tables[0].rows());
    lines += refusals(cells_, tables[0]);
    if (random_.empty()) return lines + table_text(tables[0], 40);
    if (plan().points() == 1) lines += describe_columns(tables[0], cells_.parameters().count());
    for (const StudyTable& table : tables) {
      if (&table == &tables[0]) continue;
      lines += fmt::format("{}{}\n{}\n", table.name, heading(table.name), table_text(table, 60));
    }
    return lines;
  }

  std::optional<Figure> figure(const std::vector<StudyTable>& tables) const override {
    if (fixed_.size() != 1 || !cells_.columns()[drawn_].codes.empty()) return std::nullopt;
    const StudyColumn& x = cells_.parameters().columns()[fixed_[0]];
    const StudyColumn& y = cells_.columns()[drawn_];
    Series series{y.name, {}, {}};
    if (random_.empty()) {
      series.x = column_of(tables[0], fixed_[0]);
      series.y = column_of(tables[0], cells_.parameters().count() + drawn_);
    } else {  // median, between the least and the largest percentile asked for
      series.name = "median and percentiles";
      const auto [low, high] = std::minmax_element(percentiles_.begin(), percentiles_.end());
      for (std::int64_t point = 0; point < plan().points(); ++point) {
        std::vector<double> values;
        for (std::int64_t s = 0; s < plan().samples(); ++s) {
          const auto row = static_cast<std::size_t>(point * plan().samples() + s);
          values.push_back(tables[0].at(row, cells_.parameters().count() + drawn_));
        }
        const std::array<double, 3> wanted = {*low, 0.5, *high};
        const std::vector<Percentile> p = percentiles(values, wanted, confidence_);
        series.x.push_back(plan().value(point * plan().samples(), fixed_[0]));
        series.low.push_back(p[0].value);
        series.y.push_back(p[1].value);
        series.high.push_back(p[2].value);
      }
    }
    return curves(kind, title, {x.name, x.unit}, {y.name, y.unit}, std::span(&series, 1));
  }

  std::string unanswered(const std::vector<StudyTable>& tables) const override {
    return no_answer(cells_, tables[0]);
  }

 private:
  const SamplePlan& plan() const { return cells_.parameters().plan(); }

  std::string heading(const std::string& name) const {
    if (name == "sensitivity") {
      return ": standardized regression, rank correlation, share of the variance (with standard "
             "errors)";
    }
    return fmt::format(" with intervals of {:g} % confidence", 100.0 * confidence_);
  }

  std::vector<std::string> all_codes() const {
    std::vector<std::string> names;
    for (const StudyColumn& column : cells_.columns()) {
      for (const std::string& code : column.codes) {
        if (std::find(names.begin(), names.end(), code) == names.end()) names.push_back(code);
      }
    }
    return names;
  }

  /// Fixed parameters, the quantity, then these.
  std::vector<StudyColumn> statistics_columns(std::vector<StudyColumn> own) const {
    std::vector<StudyColumn> columns;
    for (const std::size_t k : fixed_) columns.push_back(cells_.parameters().columns()[k]);
    StudyColumn quantity{"quantity", "", {}};
    for (const StudyColumn& c : cells_.columns()) quantity.codes.push_back(c.name);
    columns.push_back(std::move(quantity));
    columns.insert(columns.end(), own.begin(), own.end());
    return columns;
  }

  void add_statistics(const CellRows& rows, std::int64_t point,
                      std::vector<StudyTable>& all) const {
    const std::int64_t samples = plan().samples();
    std::vector<double> head;
    for (const std::size_t k : fixed_) head.push_back(plan().value(point * samples, k));
    std::vector<std::vector<double>> inputs(random_.size());
    for (std::int64_t s = 0; s < samples; ++s) {
      for (std::size_t k = 0; k < random_.size(); ++k) {
        inputs[k].push_back(plan().value(point * samples + s, random_[k]));
      }
    }
    for (std::size_t c = 0; c < cells_.columns().size(); ++c) {
      std::vector<double> y;
      for (std::int64_t s = 0; s < samples; ++s) {
        y.push_back(rows.row(static_cast<std::size_t>(point * samples + s))[c]);
      }
      const auto add = [&](StudyTable& table, std::initializer_list<double> numbers) {
        table.numbers.insert(table.numbers.end(), head.begin(), head.end());
        table.numbers.push_back(static_cast<double>(c));
        for (const double x : numbers) table.numbers.push_back(std::isfinite(x) ? x : NAN);
      };
      const StudyColumn& column = cells_.columns()[c];
      if (!column.codes.empty()) {
        std::vector<int> codes;
        for (const double code : y) {
          if (std::isfinite(code)) codes.push_back(static_cast<int>(code));
        }
        const std::vector<std::string> names = all_codes();
        for (const CodeShare& s : code_shares(codes, confidence_)) {
          const auto name =
              std::find(names.begin(), names.end(), column.codes[static_cast<std::size_t>(s.code)]);
          add(all[2], {static_cast<double>(name - names.begin()), static_cast<double>(s.count),
                       s.share, s.interval.low, s.interval.high});
        }
        continue;
      }
      for (const Percentile& p : percentiles(y, percentiles_, confidence_)) {
        add(all[1], {p.p, p.value, p.interval.low, p.interval.high});
      }
      const Sensitivity s = sensitivity(inputs, y);
      if (s.status == SensitivityStatus::constant_outcome) continue;
      for (std::size_t k = 0; k < s.inputs.size(); ++k) {
        const InputSensitivity& i = s.inputs[k];
        add(all[3], {static_cast<double>(k), i.coefficient, i.coefficient_error, i.rank, i.share,
                     i.share_error});
      }
    }
  }

  OutcomeCells cells_;
  std::vector<std::size_t> fixed_, random_;  // parameters
  std::vector<double> percentiles_ = {0.05, 0.25, 0.5, 0.75, 0.95};
  double confidence_ = 0.95;
  std::size_t drawn_ = 0;  // column of the outcome
};

}  // namespace

std::unique_ptr<Study> read_sweep(const Value& study, const StudyPlace& place) {
  constexpr std::array<std::string_view, 2> own = {"percentiles", "confidence"};
  allow_study_keys(study, {OutcomeCells::keys, parameter_keys, own});
  return std::make_unique<Sweep>(study, place);
}

}  // namespace ricochet
