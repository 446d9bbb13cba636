#include <ricochet/files/study_views.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <ricochet/files/boundary_lines.hpp>
#include <ricochet/files/errors.hpp>
#include <ricochet/files/region_labels.hpp>

namespace ricochet {

namespace {

using Json = nlohmann::ordered_json;

std::vector<std::size_t> columns_after(const StudyTable& table, std::size_t skip) {
  std::vector<std::size_t> all;
  for (std::size_t c = skip; c < table.columns.size(); ++c) all.push_back(c);
  return all;
}

// The column drawn first: that of `figure`, else the usual one of this kind.
std::size_t first_quantity(const StudyDocument& study, const StudyTable& cells,
                           const StudyPlan& plan) {
  const std::size_t skip = plan.parameters.size();
  // The figure of orbits is a coordinate, and another view.
  if (!plan.figure.empty() && study.kind != "orbit") return column_in(cells, plan.figure);
  const std::size_t usual = study.kind == "painleve" ? 0 : study.kind == "orbit" ? 2 : plan.laws;
  return std::min(skip + usual, cells.columns.size() - 1);
}

Json axis_json(const StudyPlan& plan, std::size_t k) {
  const PlannedParameter& p = plan.parameters[k];
  return {{"column", k}, {"size", p.count}, {"stride", p.stride}, {"log", p.logarithmic}};
}

std::vector<double> values_of(const StudyTable& cells, const StudyPlan& plan, std::size_t k) {
  std::vector<double> values;
  const PlannedParameter& p = plan.parameters[k];
  for (std::size_t i = 0; i < p.count; ++i) values.push_back(cells.at(i * p.stride, k));
  return values;
}

// Whether cells can be laid side by side in this order.
bool can_be_side(const std::vector<double>& values) {
  const bool up = values.back() > values.front();
  return std::adjacent_find(values.begin(), values.end(), [&](double a, double b) {
           return up ? !(a < b) : !(a > b);
         }) == values.end();
}

Json boundaries_json(const StudyDocument& study, const StudyTable& cells, const StudyPlan& plan) {
  const StudyTable* table = find_table(study, "boundaries");
  if (table == nullptr || plan.refined.empty()) return nullptr;
  return {{"table", "boundaries"}, {"column", column_in(cells, plan.refined)}};
}

std::vector<double> lines_of(const StudyTable& cells, const StudyTable& boundaries,
                             const StudyPlan& plan) {
  const std::size_t along = column_in(boundaries, "along");
  const std::size_t below = column_in(boundaries, "below"), above = column_in(boundaries, "above");
  std::vector<BoundaryPoint> points;
  for (std::size_t r = 0; r < boundaries.rows(); ++r) {
    points.push_back({boundaries.at(r, 0), boundaries.at(r, 1), boundaries.at(r, along) == 1.0,
                      boundaries.at(r, below), boundaries.at(r, above)});
  }
  return boundary_lines(values_of(cells, plan, 0), values_of(cells, plan, 1), points);
}

// The names of the regions of every quantity that has them.
Json labels_json(const StudyTable& cells, const StudyPlan& plan) {
  Json all = Json::array();
  for (std::size_t c = plan.parameters.size(); c < cells.columns.size(); ++c) {
    if (cells.columns[c].codes.empty()) continue;
    std::vector<int> codes;
    for (const double code : column_of(cells, c)) {
      codes.push_back(std::isfinite(code) ? static_cast<int>(code) : -1);
    }
    Json labels = Json::array();
    for (const RegionLabel& l :
         region_labels(codes, plan.parameters[0].count, plan.parameters[1].count)) {
      labels.push_back({{"code", l.code}, {"i", l.i}, {"j", l.j}, {"room", l.room}});
    }
    all.push_back({{"column", c}, {"labels", std::move(labels)}});
  }
  return all;
}

// Cells over their parameters: nothing for a single one.
void add_cells(const StudyDocument& study, const StudyTable& cells, const StudyPlan& plan,
               PageColumns& columns, Json& views) {
  const std::size_t first = first_quantity(study, cells, plan);
  if (std::any_of(plan.parameters.begin(), plan.parameters.end(),
                  [](const PlannedParameter& p) { return p.random; })) {
    views.push_back(uncertain_view(study, cells, plan, first, columns));
    return;
  }
  std::vector<std::size_t> varying;
  for (std::size_t k = 0; k < plan.parameters.size(); ++k) {
    if (plan.parameters[k].count > 1) varying.push_back(k);
  }
  if (varying.empty()) return;
  const auto flat = [&](std::size_t k) {
    return varying.size() > k && can_be_side(values_of(cells, plan, varying[k]));
  };
  const std::size_t shown = flat(0) && flat(1) ? 2 : 1;
  Json others = Json::array();
  for (std::size_t k = shown; k < varying.size(); ++k) {
    others.push_back(axis_json(plan, varying[k]));
  }
  Json view = {{"type", shown == 2 ? "map" : "curves"},
               {"table", cells.name},
               {"x", axis_json(plan, varying[0])}};
  if (shown == 2) view["y"] = axis_json(plan, varying[1]);
  view["others"] = std::move(others);
  view["quantities"] = columns_after(cells, plan.parameters.size());
  view["first"] = first;
  view["boundaries"] = boundaries_json(study, cells, plan);
  const bool plain = plan.parameters.size() == 2;
  if (shown == 2) view["labels"] = plain ? labels_json(cells, plan) : Json::array();
  if (!view["boundaries"].is_null() && shown == 2) {
    view["boundaries"]["lines"] = columns.add(
        plain ? lines_of(cells, table_of(study, "boundaries"), plan) : std::vector<double>());
  }
  views.push_back(std::move(view));
}

}  // namespace

const StudyTable* find_table(const StudyDocument& study, std::string_view name) {
  for (const StudyTable& table : study.tables) {
    if (table.name == name) return &table;
  }
  return nullptr;
}

const StudyTable& table_of(const StudyDocument& study, std::string_view name) {
  if (const StudyTable* table = find_table(study, name)) return *table;
  throw IoError(fmt::format("the result of this study has no table '{}'", name));
}

std::size_t column_in(const StudyTable& table, std::string_view name) {
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    if (table.columns[c].name == name) return c;
  }
  throw IoError(fmt::format("the table '{}' has no column '{}'", table.name, name));
}

nlohmann::ordered_json study_views(const StudyDocument& study, const StudyPlan& plan,
                                   PageColumns& columns) {
  Json views = Json::array();
  if (study.kind == "bifurcate") {
    views.push_back(diagram_view(study, columns));
  } else if (study.kind == "identify") {
    views.push_back({{"type", "coefficients"}, {"table", table_of(study, "coefficients").name}});
  } else if (study.kind == "orbit") {
    views.push_back(orbits_view(study, plan, columns));
    add_cells(study, table_of(study, "orbits"), plan, columns, views);
  } else {
    add_cells(study, table_of(study, "cells"), plan, columns, views);
  }
  return views;
}

}  // namespace ricochet
