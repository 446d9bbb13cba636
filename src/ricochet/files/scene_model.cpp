// The form `model` of scene files.

#include <fmt/format.h>

#include <ricochet/files/scene_forms.hpp>
#include <ricochet/system/models.hpp>

namespace ricochet {

SceneSystem read_model_scene(const Value& root, MotionMethod method) {
  const Value name = root.at("model");
  std::vector<std::string_view> names;
  for (const Model& model : all_models()) names.push_back(model.name);
  const Model& model = all_models()[name.choice(names, "model")];

  std::vector<double> values;
  for (const ModelParameter& parameter : model.parameters) values.push_back(parameter.standard);
  const auto given = root.find("parameters");
  if (given) {
    std::vector<std::string_view> keys;
    for (const ModelParameter& parameter : model.parameters) keys.push_back(parameter.name);
    given->allow_only(keys);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const ModelParameter& p = model.parameters[i];
      if (const auto value = given->find(p.name)) {
        values[i] = value->number({.low = p.low, .high = p.high, .low_allowed = p.low_allowed});
      }
    }
  }
  ModelInstance instance = model.build(values);
  const Value& place = given ? *given : name;
  if (!instance.refusal.empty()) place.fail(instance.refusal, "these values do not go together");
  if (method == MotionMethod::compliant) {
    for (const ContactInfo& contact : instance.system->info().contacts) {
      if (!contact.parameters.stiffness) {
        name.fail(fmt::format("the contact '{}' of this model has no stiffness", contact.name),
                  "method compliant needs one; method event does not");
      }
    }
  }
  return {std::move(instance.system), std::move(instance.start)};
}

}  // namespace ricochet
