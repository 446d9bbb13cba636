// Periodic orbits and bifurcation diagrams.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <ricochet/files/study_views.hpp>
#include <ricochet/study/orbit.hpp>

namespace ricochet {

namespace {

using Json = nlohmann::ordered_json;

// Among the columns after the first, which may be a parameter of the same name.
std::optional<std::size_t> find_column(const StudyTable* table, std::string_view name) {
  if (table == nullptr) return std::nullopt;
  for (std::size_t c = 1; c < table->columns.size(); ++c) {
    if (table->columns[c].name == name) return c;
  }
  return std::nullopt;
}

// The row of `samples` at each event: the state just before it.
std::vector<double> event_rows(const StudyTable& events, const StudyTable& samples) {
  std::vector<double> rows;
  std::size_t r = 0;
  for (std::size_t e = 0; e < events.rows(); ++e) {
    const double orbit = events.at(e, 0), time = events.at(e, 1);
    // Both are sorted by orbit, then time; events of one time share their row.
    while (r < samples.rows() &&
           (samples.at(r, 0) < orbit || (samples.at(r, 0) == orbit && samples.at(r, 1) < time))) {
      ++r;
    }
    const bool there = r < samples.rows() && samples.at(r, 0) == orbit;
    rows.push_back(there ? static_cast<double>(r) : NAN);
  }
  return rows;
}

/// The branches as lines, with their special points in their places: there stability changes, and there they end.
struct BranchPath {
  std::vector<double> vertices;
  std::vector<std::uint8_t> stable;

  void add(double vertex, bool is_stable) {
    vertices.push_back(vertex);
    stable.push_back(is_stable ? 1 : 0);
  }
};

BranchPath branch_path(const StudyTable& branches, const StudyTable& special) {
  BranchPath path;
  const std::size_t stability = column_in(branches, "stability");
  const std::size_t branch_of = column_in(branches, "branch");
  const std::size_t special_branch = column_in(special, "branch");
  const std::size_t special_after = column_in(special, "after");
  std::size_t next = 0;  // special point
  // Those of `branch` that come before its orbit number `before`.
  const auto add_special = [&](double branch, double before) {
    for (; next < special.rows() && special.at(next, special_branch) <= branch; ++next) {
      const bool here = special.at(next, special_branch) == branch;
      if (here && special.at(next, special_after) >= before) break;
      if (!path.vertices.empty()) path.add(-1.0 - static_cast<double>(next), true);
    }
  };
  constexpr double all = std::numeric_limits<double>::infinity();
  double branch = -1.0, count = 0.0;
  for (std::size_t r = 0; r < branches.rows(); ++r) {
    if (branches.at(r, branch_of) != branch) {
      add_special(branch, all);
      if (r > 0) path.add(NAN, false);
      branch = branches.at(r, branch_of);
      count = 0.0;
    }
    add_special(branch, ++count);
    path.add(static_cast<double>(r),
             branches.at(r, stability) == static_cast<double>(Stability::stable));
  }
  add_special(branch, all);
  return path;
}

}  // namespace

nlohmann::ordered_json orbits_view(const StudyDocument& study, const StudyPlan& plan,
                                   PageColumns& columns) {
  const StudyTable& orbits = table_of(study, "orbits");
  const StudyTable& events = table_of(study, "events");
  const StudyTable& samples = table_of(study, "samples");
  Json multipliers = Json::array();  // of each: real part, imaginary part, modulus
  for (std::size_t k = 0;; ++k) {
    const auto re = find_column(&orbits, fmt::format("multiplier{}.re", k));
    const auto im = find_column(&orbits, fmt::format("multiplier{}.im", k));
    if (!re || !im) break;
    std::vector<double> modulus;
    for (std::size_t r = 0; r < orbits.rows(); ++r) {
      modulus.push_back(std::hypot(orbits.at(r, *re), orbits.at(r, *im)));
    }
    multipliers.push_back({{"re", *re}, {"im", *im}, {"modulus", columns.add(modulus)}});
  }
  // samples: orbit, time, q, u, then gap and two forces per contact.
  const std::size_t contacts = events.columns[column_in(events, "contact")].codes.size();
  const std::size_t half = (samples.columns.size() - 2 - 3 * contacts) / 2;
  const std::size_t x = plan.figure.empty() ? 1 + half : column_in(samples, plan.figure);
  return {{"type", "orbits"},
          {"parameters", plan.parameters.size()},
          {"status", column_in(orbits, "status")},
          {"stability", column_in(orbits, "stability")},
          {"period", column_in(orbits, "period")},
          {"multipliers", std::move(multipliers)},
          {"x", x},
          {"y", std::min(x + half, samples.columns.size() - 1)},
          {"marks", columns.add(event_rows(events, samples))}};
}

nlohmann::ordered_json diagram_view(const StudyDocument& study, PageColumns& columns) {
  constexpr std::array<const char*, 4> names = {"points", "branches", "special", "diagram"};
  std::array<const StudyTable*, 4> tables{};
  for (std::size_t t = 0; t < names.size(); ++t) tables[t] = find_table(study, names[t]);
  // Every column of numbers that belongs to a point of the plane, first those recorded.
  constexpr std::array<std::string_view, 4> places = {"return", "branch", "returns", "after"};
  Json quantities = Json::array();
  std::vector<std::string_view> seen(places.begin(), places.end());
  for (const StudyTable* table : {tables[0], tables[1], tables[3]}) {
    if (table == nullptr) continue;
    std::vector<std::size_t> order;
    for (std::size_t c = 1; c < table->columns.size(); ++c) order.push_back(c);
    // In `branches` the state comes after what is said of the orbit; it is the first drawn.
    if (table == tables[1]) {
      const auto state =
          order.begin() + static_cast<std::ptrdiff_t>(column_in(*table, "largest_multiplier"));
      std::rotate(order.begin(), state, order.end());
    }
    for (const std::size_t c : order) {
      const StudyColumn& column = table->columns[c];
      if (!column.codes.empty() || std::find(seen.begin(), seen.end(), column.name) != seen.end()) {
        continue;
      }
      seen.push_back(column.name);
      Json quantity = {{"name", column.name}, {"unit", column.unit}};
      for (std::size_t t = 0; t < tables.size(); ++t) {
        const auto found = find_column(tables[t], column.name);
        quantity[names[t]] = found ? Json(*found) : Json(nullptr);
      }
      quantities.push_back(std::move(quantity));
    }
  }
  Json view = {{"type", "diagram"}, {"quantities", std::move(quantities)}};
  if (tables[1] != nullptr) {
    const BranchPath path = branch_path(*tables[1], table_of(study, "special"));
    view["path"] = columns.add(path.vertices);
    view["stable"] = columns.add(path.stable);
    view["stability"] = column_in(*tables[1], "stability");
  }
  return view;
}

}  // namespace ricochet
