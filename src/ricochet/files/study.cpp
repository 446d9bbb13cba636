#include <ricochet/files/study.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include <ricochet/files/file_kind.hpp>
#include <ricochet/files/study_section.hpp>
#include <ricochet/files/text_file.hpp>
#include <ricochet/files/text_table.hpp>
#include <ricochet/study/statistics.hpp>

namespace ricochet {

namespace {

struct Kind {
  std::string_view name;
  std::unique_ptr<Study> (*read)(const Value& study, const StudyPlace& place);
};
constexpr std::array<Kind, 5> kinds = {{{"map", read_map},
                                        {"sweep", read_sweep},
                                        {"painleve", read_painleve},
                                        {"orbit", read_orbit},
                                        {"bifurcate", read_bifurcate}}};

std::string shares_of(const StudyTable& table, std::size_t c) {
  const StudyColumn& column = table.columns[c];
  std::vector<std::size_t> counts(column.codes.size());
  std::size_t missing = 0;
  for (const double code : column_of(table, c)) {
    if (code_name(column, code).empty()) {
      ++missing;
    } else {
      ++counts[static_cast<std::size_t>(code)];
    }
  }
  TextTable text;
  text.column(column.name, "", TextTable::Align::left);
  text.column("cells");
  text.column("share", "[%]");
  const auto row = [&](std::string_view name, std::size_t count) {
    const double share = 100.0 * static_cast<double>(count) / static_cast<double>(table.rows());
    text.row({std::string(name), std::to_string(count), fmt::format("{:.2f}", share)});
  };
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0) row(column.codes[i], counts[i]);
  }
  if (missing > 0) row("(none)", missing);
  return text.text() + '\n';
}

}  // namespace

void allow_study_keys(const Value& study,
                      std::initializer_list<std::span<const std::string_view>> lists) {
  std::vector<std::string_view> all = {"title", "figure"};
  for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
  study.allow_only(all);
}

std::size_t read_figure(const Value& study, std::span<const StudyColumn> columns,
                        std::size_t usual) {
  const auto key = study.find("figure");
  if (!key) return usual;
  std::vector<std::string_view> names;
  for (const StudyColumn& column : columns) names.push_back(column.name);
  return key->choice(names, "quantity");
}

std::string describe_columns(const StudyTable& table, std::size_t skip) {
  std::string text;
  TextTable numbers;
  numbers.column("quantity", "", TextTable::Align::left);
  for (const char* heading : {"cells", "mean", "sd", "least", "largest"}) numbers.column(heading);
  for (std::size_t c = skip; c < table.columns.size(); ++c) {
    const StudyColumn& column = table.columns[c];
    if (!column.codes.empty()) {
      text += shares_of(table, c);
      continue;
    }
    const Summary s = summary(column_of(table, c));
    const auto shown = [](double x) {
      return std::isfinite(x) ? fmt::format("{:.6g}", x + 0.0) : std::string();
    };
    numbers.row(
        {column.unit.empty() ? column.name : fmt::format("{} [{}]", column.name, column.unit),
         std::to_string(s.valid), shown(s.mean), shown(s.sd), shown(s.least), shown(s.largest)});
  }
  return numbers.empty() ? text : text + numbers.text() + '\n';
}

StudyPoint Study::point(std::span<const double> values) const {
  std::vector<double> variables(parameters().variables().size());
  std::copy(values.begin(), values.end(), variables.begin());
  parameters().complete(variables);
  std::vector<double> slots(base_file().slots());
  parameters().slots(variables, slots);
  StudyPoint point{base_file().is_problem(), base_file().text_with(slots), {}, {}};
  const YamlNode document = parse_yaml(text, kind);
  const auto law = Value(document, kind).at(kind).find("law");
  if (law && !law->is_sequence()) point.law = law->string();
  return point;
}

std::optional<StudyPoint> Study::point(const StudyTable& table, std::size_t row) const {
  const auto column = [&](const std::string& name) {
    const auto it = std::find_if(table.columns.begin(), table.columns.end(),
                                 [&](const StudyColumn& c) { return c.name == name; });
    return static_cast<std::size_t>(it - table.columns.begin());
  };
  std::vector<double> values;
  for (const StudyColumn& parameter : parameters().columns()) {
    const std::size_t c = column(parameter.name);
    if (c == table.columns.size() || !std::isfinite(table.at(row, c))) return std::nullopt;
    values.push_back(table.at(row, c));
  }
  StudyPoint found = point(values);
  if (found.problem) return found;
  const SystemInfo info = parse_scene(found.text, "base").system->info();
  MotionState start;
  const std::vector<StudyColumn> names = state_columns(info);
  std::vector<double> state;
  for (const StudyColumn& name : names) {
    const std::size_t c = column(name.name);
    if (c == table.columns.size() || !std::isfinite(table.at(row, c))) return found;
    state.push_back(table.at(row, c));
  }
  const auto map = [&](std::size_t first, std::size_t count) {
    return Eigen::VectorXd::Map(state.data() + first, static_cast<Eigen::Index>(count)).eval();
  };
  start.q = map(0, info.q.size());
  start.u = map(info.q.size(), info.u.size());
  const std::size_t time = column("time");
  if (time < table.columns.size() && std::isfinite(table.at(row, time)))
    start.t = table.at(row, time);
  found.start = std::move(start);
  return found;
}

std::unique_ptr<Study> read_study(const std::string& path, std::string_view wanted) {
  return parse_study(read_text_file(path, yaml_size_limit), {path}, wanted);
}

std::unique_ptr<Study> parse_study(std::string text, const StudyPlace& place,
                                   std::string_view wanted) {
  const YamlNode document = parse_yaml(text, place.file);
  const Value root(document, place.file);
  expect_study(root, wanted);
  const std::string_view name = wanted.empty() ? study_kind(root) : wanted;
  root.allow_only(std::array<std::string_view, 2>{"format", name});
  check_format(root);
  const Value value = root.at(name);
  const auto* const kind =
      std::find_if(kinds.begin(), kinds.end(), [&](const Kind& k) { return k.name == name; });
  if (kind == kinds.end()) root.fail_key(name, "this kind is not read here", "see docs/studies.md");
  std::unique_ptr<Study> study = kind->read(value, place);
  study->kind = name;
  study->text = std::move(text);
  if (const auto title = value.find("title")) study->title = read_title(*title);
  return study;
}

}  // namespace ricochet
