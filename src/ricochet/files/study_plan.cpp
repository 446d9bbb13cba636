#include <ricochet/files/study_plan.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <ricochet/files/value.hpp>

namespace ricochet {

namespace {

PlannedParameter read_parameter(const Value& value) {
  PlannedParameter parameter;
  parameter.name = value.has("name") ? value.at("name").string() : value.at("path").string();
  if (value.has("from")) {
    parameter.count = static_cast<std::size_t>(value.at("count").whole_number(within(1, 1e9)));
    const auto scale = value.find("scale");
    // A grid of negative numbers can be geometric too, but has no logarithms.
    parameter.logarithmic = scale && scale->string() == "log" && value.at("from").number() > 0.0;
  } else if (value.has("values")) {
    parameter.count = value.at("values").items().size();
  } else {
    parameter.random = true;
  }
  return parameter;
}

StudyPlan read_plan(const Value& study, const std::string& kind) {
  StudyPlan plan;
  if (kind == "identify") return plan;  // its parameters are what is sought
  if (const auto list = study.find("parameters")) {
    for (const Value& item : list->items()) plan.parameters.push_back(read_parameter(item));
  }
  if (const auto v = study.find("samples")) {
    plan.samples = static_cast<std::size_t>(v->whole_number(within(1, 1e9)));
  }
  for (std::size_t k = plan.parameters.size(); k-- > 0;) {
    plan.parameters[k].stride = plan.points * plan.samples;
    plan.points *= plan.parameters[k].count;
  }
  if (const auto law = study.find("law"); law && law->is_sequence()) {
    plan.laws = law->items().size();
  }
  if (const auto figure = study.find("figure")) plan.figure = figure->scalar();
  if (kind == "painleve") plan.refined = "verdict";
  if (const auto refine = study.find("refine")) {
    plan.refined = (refine->is_map() ? refine->at("quantity") : *refine).scalar();
  }
  plan.percentiles = {0.05, 0.95};
  if (const auto list = study.find("percentiles")) {
    plan.percentiles.clear();
    for (const Value& p : list->items()) plan.percentiles.push_back(p.number(within(0.0, 1.0)));
    std::sort(plan.percentiles.begin(), plan.percentiles.end());
  }
  if (const auto c = study.find("confidence")) plan.confidence = c->number(within(0.5, 0.9999));
  return plan;
}

}  // namespace

StudyPlan study_plan(const StudyDocument& study) {
  static const std::string file = "the study in this file";
  try {
    const YamlNode root = parse_yaml(study.study, file);
    return read_plan(Value(root, file).at(study.kind), study.kind);
  } catch (const InputError& error) {
    throw IoError(error.what());
  }
}

}  // namespace ricochet
