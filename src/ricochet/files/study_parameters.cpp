#include <ricochet/files/study_parameters.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ricochet {

namespace {

constexpr std::size_t kMostParameters = 32;

ParameterSpread read_spread(const Value& value) {
  constexpr std::array<std::string_view, 5> kinds = {"from", "values", "uniform", "normal",
                                                     "triangular"};
  std::string_view chosen;
  for (const std::string_view kind : kinds) {
    if (!value.has(kind)) continue;
    if (!chosen.empty()) {
      value.fail_key(kind, fmt::format("it stands beside '{}'", chosen),
                     "one of from, values, uniform, normal, triangular is allowed");
    }
    chosen = kind;
  }
  for (const std::string_view key : {"to", "count", "scale"}) {
    if (chosen == "from" || !value.has(key)) continue;
    if (chosen.empty()) value.at("from");  // fails: it is missing
    value.fail_key(key, fmt::format("it belongs to 'from', and this has '{}'", chosen),
                   "leave it out");
  }
  ParameterSpread spread;
  if (chosen == "from") {
    GridValues grid;
    grid.from = value.at("from").number();
    grid.to = value.at("to").number();
    grid.count = value.at("count").whole_number(within(1, 1e9));
    if (const auto scale = value.find("scale")) {
      constexpr std::array<std::string_view, 2> scales = {"linear", "log"};
      grid.logarithmic = scale->choice(scales, "scale") == 1;
    }
    if (grid.count > 1 && grid.from == grid.to) {
      value.at("to").fail(fmt::format("the range is empty: from {} to {}", grid.from, grid.to),
                          "from and to must differ, or count must be 1");
    }
    spread.values = grid;
  } else if (chosen == "values") {
    ListedValues list;
    const Value values = value.at("values");
    for (const Value& item : values.items()) list.values.push_back(item.number());
    if (list.values.empty()) values.fail("the list is empty", "at least one number is needed");
    spread.values = std::move(list);
  } else if (chosen == "uniform") {
    const Value of = value.at("uniform");
    of.allow_only({"low", "high"});
    spread.values = UniformValues{of.at("low").number(), of.at("high").number()};
  } else if (chosen == "normal") {
    const Value of = value.at("normal");
    of.allow_only({"mean", "sd", "low", "high"});
    NormalValues normal{of.at("mean").number(), of.at("sd").number(above(0.0))};
    if (const auto low = of.find("low")) normal.low = low->number();
    if (const auto high = of.find("high")) normal.high = high->number();
    spread.values = normal;
  } else if (chosen == "triangular") {
    const Value of = value.at("triangular");
    of.allow_only({"low", "mode", "high"});
    spread.values =
        TriangularValues{of.at("low").number(), of.at("mode").number(), of.at("high").number()};
  } else {
    value.fail("it does not say how the parameter varies",
               "from, to and count, or values, uniform, normal or triangular is required");
  }
  const Value place = value.at(chosen);
  if (const std::string wrong = flaw(spread); !wrong.empty()) {
    place.fail(wrong, "see docs/studies.md");
  }
  return spread;
}

}  // namespace

Expression read_formula(const Value& value, std::span<const std::string> variables) {
  try {
    return Expression(value.scalar(), variables);
  } catch (const FormulaError& error) {
    value.fail(fmt::format("{} (at character {})", error.wrong(), error.offset() + 1),
               error.allowed());
  }
}

std::size_t StudyParameters::new_slot(const Value& where, std::string_view path, StudyBase& base) {
  const std::size_t slot = base.slot(where, path);
  if (slot < where_.size()) where.fail(fmt::format("'{}' is set twice", path), "each once");
  where_.push_back(where);
  return slot;
}

void StudyParameters::read_parameter(const Value& value, StudyBase& base) {
  value.allow_only({"path", "name", "unit", "from", "to", "count", "scale", "values", "uniform",
                    "normal", "triangular"});
  const auto path = value.find("path");
  const auto name = value.find("name");
  if (!path && !name) {
    value.fail("it has neither path nor name", "a path into the base, or a name for formulas");
  }
  StudyColumn column;
  column.name = name ? name->string() : path->string();
  if (name && !can_be_variable(column.name)) {
    name->fail(fmt::format("'{}' cannot be a name in formulas", column.name),
               "a letter, then letters, digits, _ and dots, and not a function or constant");
  }
  if (std::find(variables_.begin(), variables_.end(), column.name) != variables_.end()) {
    (name ? *name : *path).fail(fmt::format("there is '{}' already", column.name), "each once");
  }
  if (const auto unit = value.find("unit")) column.unit = unit->string();
  spreads_.push_back(read_spread(value));
  if (path) {
    const std::size_t slot = new_slot(*path, path->string(), base);
    settings_.push_back({slot, variables_.size(), std::nullopt});
  }
  variables_.push_back(column.name);
  columns_.push_back(std::move(column));
}

StudyParameters::StudyParameters(const Value& study, StudyBase& base, bool required) {
  if (required || study.has("parameters")) {
    const Value list = study.at("parameters");
    const std::vector<Value> items = list.items();
    if (items.empty() || items.size() > kMostParameters) {
      list.fail(fmt::format("there are {} parameters", items.size()),
                fmt::format("1 to {} are allowed", kMostParameters));
    }
    for (const Value& item : items) read_parameter(item, base);
  }
  if (const auto let = study.find("let")) {
    for (const YamlKey& key : let->keys()) {
      if (!can_be_variable(key.text) ||
          std::find(variables_.begin(), variables_.end(), key.text) != variables_.end()) {
        let->fail_key(key.text, fmt::format("'{}' cannot be a new name", key.text),
                      "a letter, then letters, digits, _ and dots, each name once");
      }
      let_.push_back(read_formula(let->at(key.text), variables_));
      variables_.push_back(key.text);
    }
  }
  if (const auto set = study.find("set")) {
    for (const YamlKey& key : set->keys()) {
      const Value value = set->at(key.text);
      const std::size_t slot = new_slot(value, key.text, base);
      settings_.push_back({slot, std::nullopt, read_formula(value, variables_)});
    }
  }

  std::int64_t samples = 1;
  std::uint64_t seed = 1;  // may be given where nothing is random: a study can be fixed for a while
  if (const auto v = study.find("seed")) {
    seed = static_cast<std::uint64_t>(v->whole_number(within(0, 9007199254740991.0)));
  }
  const bool random = std::any_of(spreads_.begin(), spreads_.end(),
                                  [](const ParameterSpread& s) { return s.random(); });
  if (random) {
    samples = study.at("samples").whole_number(within(1, 1e9));
    if (const auto design = study.find("design")) {
      constexpr std::array<std::string_view, 2> designs = {"random", "latin"};
      const bool latin = design->choice(designs, "design") == 1;
      for (ParameterSpread& spread : spreads_) spread.latin = latin && spread.random();
    }
  } else {
    for (const std::string_view key : {"samples", "design"}) {
      if (study.has(key)) {
        study.fail_key(key, "no parameter is random", "leave it out, or give one a distribution");
      }
    }
  }
  if (const std::string wrong = flaw(spreads_, samples); !wrong.empty()) {
    study.at("parameters").fail(wrong, "see docs/studies.md");
  }
  plan_.emplace(spreads_, samples, seed);

  std::vector<double> all(variables_.size());
  plan_->values(0, std::span(all).first(count()));
  complete(all);
  std::vector<double> numbers(base.slots());
  slots(all, numbers);
  base.check(where_, numbers);
  where_.clear();
}

void StudyParameters::complete(std::span<double> variables) const {
  for (std::size_t i = 0; i < let_.size(); ++i) variables[count() + i] = let_[i](variables);
}

void StudyParameters::slots(std::span<const double> variables, std::span<double> slots) const {
  for (const Setting& setting : settings_) {
    slots[setting.slot] =
        setting.variable ? variables[*setting.variable] : (*setting.formula)(variables);
  }
}

}  // namespace ricochet
