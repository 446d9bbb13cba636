#include <ricochet/files/study_page.hpp>

#include <array>
#include <bit>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <ricochet/files/errors.hpp>
#include <ricochet/files/study_plan.hpp>
#include <ricochet/files/study_views.hpp>
#include <ricochet/study/statistics.hpp>

namespace ricochet {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint8_t missing_code = 255;

Json number_or_null(double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); }

void add_codes(const StudyColumn& column, std::span<const double> numbers, PageColumns& columns,
               Json& json) {
  std::vector<std::uint8_t> codes;
  codes.reserve(numbers.size());
  std::vector<std::size_t> counts(column.codes.size());
  std::size_t missing = 0;
  for (const double number : numbers) {
    codes.push_back(std::isfinite(number) ? static_cast<std::uint8_t>(number) : missing_code);
    if (codes.back() < counts.size()) {
      ++counts[codes.back()];
    } else {
      ++missing;
    }
  }
  json["names"] = column.codes;
  json["codes"] = columns.add(codes);
  json["counts"] = counts;
  json["missing"] = missing;
}

void add_numbers(std::span<const double> numbers, PageColumns& columns, Json& json) {
  constexpr std::array<double, 2> middle = {0.02, 0.98};
  const Summary s = summary(numbers);
  const std::vector<Percentile> p = percentiles(numbers, middle);
  json["numbers"] = columns.add(numbers);
  json["valid"] = s.valid;
  json["least"] = number_or_null(s.least);
  json["largest"] = number_or_null(s.largest);
  json["mean"] = number_or_null(s.mean);
  json["sd"] = number_or_null(s.sd);
  json["middle"] = {number_or_null(p[0].value), number_or_null(p[1].value)};
}

// A fixed parameter, by its values alone; false if the column is not as planned.
bool add_grid(const PlannedParameter& parameter, std::span<const double> numbers,
              PageColumns& columns, Json& json) {
  std::vector<double> values;
  for (std::size_t i = 0; i < parameter.count; ++i) {
    values.push_back(numbers[i * parameter.stride]);
  }
  for (std::size_t r = 0; r < numbers.size(); ++r) {
    const double planned = values[r / parameter.stride % parameter.count];
    if (std::bit_cast<std::uint64_t>(numbers[r]) != std::bit_cast<std::uint64_t>(planned)) {
      return false;
    }
  }
  json["grid"] = columns.add(values);
  json["each"] = parameter.stride;
  return true;
}

Json table_json(const StudyTable& table, const StudyPlan* plan, PageColumns& columns) {
  Json all = Json::array();
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const StudyColumn& column = table.columns[c];
    const std::vector<double> numbers = column_of(table, c);
    Json json = {{"name", column.name}, {"unit", column.unit}};
    if (!column.codes.empty()) {
      add_codes(column, numbers, columns, json);
    } else if (plan == nullptr || c >= plan->parameters.size() || plan->parameters[c].random) {
      add_numbers(numbers, columns, json);
    } else if (!add_grid(plan->parameters[c], numbers, columns, json)) {
      throw IoError(fmt::format("the column '{}' is not that of the study", column.name));
    }
    all.push_back(std::move(json));
  }
  return {{"name", table.name}, {"rows", table.rows()}, {"columns", std::move(all)}};
}

// The table that has a row per cell; null if this kind has none.
const StudyTable* cells_of(const StudyDocument& study, const StudyPlan& plan) {
  if (study.kind == "bifurcate" || study.kind == "identify") return nullptr;
  const StudyTable& cells = table_of(study, study.kind == "orbit" ? "orbits" : "cells");
  const std::size_t parameters = plan.parameters.size();
  bool fits = cells.rows() == plan.points * plan.samples && cells.columns.size() > parameters;
  for (std::size_t k = 0; fits && k < parameters; ++k) {
    fits = cells.columns[k].name == plan.parameters[k].name && cells.columns[k].codes.empty();
  }
  if (!fits) throw IoError(fmt::format("the table '{}' is not that of the study", cells.name));
  return &cells;
}

}  // namespace

nlohmann::ordered_json study_page(const StudyDocument& study, std::string_view written_by,
                                  PageColumns& columns) {
  const StudyPlan plan = study_plan(study);
  const StudyTable* cells = cells_of(study, plan);
  Json document = page_document("study", study.title);
  document["study"] = study.kind;
  document["written_by"] = written_by;
  document["text"] = study.study;
  document["base"] = study.base;
  Json tables = Json::array();
  for (const StudyTable& table : study.tables) {
    tables.push_back(table_json(table, &table == cells ? &plan : nullptr, columns));
  }
  document["tables"] = std::move(tables);
  document["views"] = study_views(study, plan, columns);
  return document;
}

nlohmann::ordered_json study_page(const StudyFile& file, PageColumns& columns) {
  const StudyDocument study = file.document();
  try {
    return study_page(study, file.version(), columns);
  } catch (const IoError& error) {
    throw IoError(fmt::format("{}: {}", file.name(), error.what()));
  }
}

}  // namespace ricochet
