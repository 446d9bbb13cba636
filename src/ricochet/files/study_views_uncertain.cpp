// Uncertain outcomes: distributions at every point of the fixed parameters.

#include <algorithm>
#include <array>
#include <cmath>

#include <nlohmann/json.hpp>

#include <ricochet/files/study_views.hpp>
#include <ricochet/study/statistics.hpp>

namespace ricochet {

namespace {

using Json = nlohmann::ordered_json;

// Of the samples of a point.
std::vector<double> samples_of(const StudyTable& cells, const StudyPlan& plan, std::size_t point,
                               std::size_t column) {
  std::vector<double> y;
  y.reserve(plan.samples);
  for (std::size_t s = 0; s < plan.samples; ++s) {
    y.push_back(cells.at(point * plan.samples + s, column));
  }
  return y;
}

std::size_t bins_for(std::size_t samples) {
  const double rice = std::round(2.0 * std::cbrt(static_cast<double>(samples)));
  return static_cast<std::size_t>(std::clamp(rice, 4.0, 80.0));
}

// Bins of equal width from the least to the largest value; a bin holds its lower edge, the last its upper one too.
Json histogram_json(const StudyTable& cells, const StudyPlan& plan, std::size_t column,
                    PageColumns& columns) {
  const std::size_t bins = bins_for(plan.samples);
  std::vector<double> edges, counts(plan.points * bins, 0.0);
  for (std::size_t point = 0; point < plan.points; ++point) {
    const std::vector<double> y = samples_of(cells, plan, point, column);
    const Summary s = summary(y);
    const std::size_t first = edges.size();
    for (std::size_t i = 0; i <= bins; ++i) {
      const double part = static_cast<double>(i) / static_cast<double>(bins);
      edges.push_back(i == bins ? s.largest : s.least + part * (s.largest - s.least));
    }
    const auto begin = edges.begin() + static_cast<std::ptrdiff_t>(first) + 1;
    for (const double value : y) {
      if (!std::isfinite(value)) continue;
      const auto above = std::upper_bound(begin, edges.end() - 1, value);
      counts[point * bins + static_cast<std::size_t>(above - begin)] += 1.0;
    }
  }
  return {{"column", column},
          {"bins", bins},
          {"edges", columns.add(edges)},
          {"counts", columns.add(counts)}};
}

Json band_json(const StudyTable& cells, const StudyPlan& plan, std::size_t column,
               const std::array<double, 3>& p, PageColumns& columns) {
  std::array<std::vector<double>, 3> values;
  for (std::size_t point = 0; point < plan.points; ++point) {
    const std::vector<Percentile> found =
        percentiles(samples_of(cells, plan, point, column), p, plan.confidence);
    for (std::size_t i = 0; i < 3; ++i) values[i].push_back(found[i].value);
  }
  return {{"column", column},
          {"low", columns.add(values[0])},
          {"middle", columns.add(values[1])},
          {"high", columns.add(values[2])}};
}

}  // namespace

nlohmann::ordered_json uncertain_view(const StudyDocument& study, const StudyTable& cells,
                                      const StudyPlan& plan, std::size_t first,
                                      PageColumns& columns) {
  std::vector<std::size_t> fixed, inputs, quantities, varying;
  for (std::size_t k = 0; k < plan.parameters.size(); ++k) {
    (plan.parameters[k].random ? inputs : fixed).push_back(k);
    if (plan.parameters[k].count > 1) varying.push_back(k);
  }
  for (std::size_t c = plan.parameters.size(); c < cells.columns.size(); ++c) {
    quantities.push_back(c);
  }
  Json histograms = Json::array(), bands = Json::array();
  const std::array<double, 3> p = {plan.percentiles.empty() ? 0.0 : plan.percentiles.front(), 0.5,
                                   plan.percentiles.empty() ? 1.0 : plan.percentiles.back()};
  for (std::size_t c = 0; c < cells.columns.size(); ++c) {
    const bool parameter = c < plan.parameters.size();
    if (!cells.columns[c].codes.empty() || (parameter && !plan.parameters[c].random)) continue;
    histograms.push_back(histogram_json(cells, plan, c, columns));
    if (varying.size() == 1 && !parameter) bands.push_back(band_json(cells, plan, c, p, columns));
  }
  Json view = {{"type", "uncertain"},
               {"table", cells.name},
               {"points", plan.points},
               {"samples", plan.samples},
               {"fixed", fixed},
               {"inputs", inputs},
               {"quantities", quantities},
               {"first", first},
               {"histograms", std::move(histograms)},
               {"bands", std::move(bands)},
               {"p", p},
               {"confidence", plan.confidence}};
  if (varying.size() == 1) {
    const PlannedParameter& x = plan.parameters[varying[0]];
    view["x"] = {
        {"column", varying[0]}, {"size", x.count}, {"stride", x.stride}, {"log", x.logarithmic}};
  }
  for (const char* name : {"percentiles", "shares", "sensitivity"}) {
    view[name] = find_table(study, name) != nullptr;
  }
  return view;
}

}  // namespace ricochet
