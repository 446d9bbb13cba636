#include <ricochet/files/scene_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <ricochet/files/contact_keys.hpp>
#include <ricochet/files/file_kind.hpp>
#include <ricochet/files/law_options.hpp>
#include <ricochet/files/scene_forms.hpp>
#include <ricochet/files/text_file.hpp>
#include <ricochet/impact/registry.hpp>
#include <ricochet/lcp/dense.hpp>

namespace ricochet {

namespace {

// The forms, by the key that chooses them and all keys that belong to them.
struct Form {
  std::string_view key;
  std::vector<std::string_view> own_keys;
  SceneSystem (*read)(const Value& root, MotionMethod method);
};
const Form forms[] = {{"bodies",
                       {"gravity", "bodies", "ground", "joints", "springs", "dampers",
                        "torsion_springs", "forces", "contacts"},
                       read_body_scene},
                      {"system", {"system"}, read_linear_scene},
                      {"model", {"model", "parameters"}, read_model_scene}};

bool belongs_to_a_form(std::string_view key) {
  return std::any_of(std::begin(forms), std::end(forms), [&](const Form& form) {
    return std::find(form.own_keys.begin(), form.own_keys.end(), key) != form.own_keys.end();
  });
}

const Form& form_of(const Value& root) {
  root.allow_only(scene_keys);
  const Form* chosen = nullptr;
  for (const Form& form : forms) {
    if (!root.has(form.key)) continue;
    if (chosen != nullptr) {
      root.fail_key(form.key, fmt::format("it stands beside '{}'", chosen->key),
                    "exactly one of bodies, system, model is allowed");
    }
    chosen = &form;
  }
  if (chosen == nullptr) {
    root.fail("the scene has none of the keys bodies, system, model",
              "exactly one of them is required");
  }
  std::vector<std::string_view> keys = chosen->own_keys;
  for (const std::string_view key : scene_keys) {
    if (!belongs_to_a_form(key)) keys.push_back(key);
  }
  root.allow_only(keys);
  return *chosen;
}

std::string read_law(const Value& value) {
  std::vector<std::string_view> names;
  for (const ImpactLaw* law : all_laws()) names.push_back(law->info().name);
  return std::string(names[value.choice(names, "law")]);
}

MotionMethod read_method(const Value& root) {
  const auto method = root.find("method");
  return method ? static_cast<MotionMethod>(method->choice(method_names, "method"))
                : MotionMethod::event;
}

SimulationOptions read_options(const Value& root) {
  SimulationOptions options;
  options.until = root.at("until").number(above(0.0));
  if (const auto v = root.find("tolerance")) options.tolerance = v->number(within(1e-13, 1e-3));
  if (const auto v = root.find("painleve")) {
    constexpr std::array<std::string_view, 3> names = {"detach", "impact", "stop"};
    constexpr std::array<PainleveRule, 3> rules = {PainleveRule::detach, PainleveRule::impact,
                                                   PainleveRule::stop};
    options.painleve = rules[v->choice(names, "rule")];
  }
  if (const auto v = root.find("chatter_height")) options.chatter_height = v->number(above(0.0));
  if (const auto v = root.find("event_limit"))
    options.event_limit = v->whole_number(within(1, 1e15));
  if (const auto v = root.find("largest_step")) options.largest_step = v->number(above(0.0));
  if (const auto v = root.find("step")) options.step = v->number(above(0.0));
  if (const auto v = root.find("theta")) options.theta = v->number(within(0.5, 1.0));
  if (const auto output = root.find("output")) {
    output->allow_only({"step"});
    const Value step = output->at("step");
    options.sample_step = step.number(above(0.0));
    if (!(options.until / options.sample_step <= motion_sample_limit)) {
      step.fail(fmt::format("there would be {:.3g} samples", options.until / options.sample_step),
                "at most 1e8 are allowed");
    }
  }
  return options;
}

// Time stepping has a step, and a law of its own.
void check_stepping(const Value& root, const Scene& scene) {
  if (!(scene.options.step > 0.0)) {
    root.fail_missing("step", "the key is missing", "method moreau needs the length of a step, s");
  }
  if (!(scene.options.until / scene.options.step <= motion_step_limit)) {
    root.at(root.has("step") ? "step" : "until")
        .fail(fmt::format("there would be {:.3g} steps", scene.options.until / scene.options.step),
              "at most 1e12 are allowed");
  }
  for (const std::string_view key : {"law", "fallback_law"}) {
    if (!root.has(key) || read_law(root.at(key)) == "moreau") continue;
    root.at(key).fail(fmt::format("'{}' cannot be used with method moreau", read_law(root.at(key))),
                      "that method contains its own law, only moreau is allowed");
  }
}

// Data that are legal one by one can still leave the range of double precision together.
void check_derived(const Value& form, const MechanicalSystem& system, const MotionState& start) {
  Evaluation e;
  e.fit(system.info());
  system.evaluate(start.t, start.q, start.u, kEverything, e);
  Eigen::MatrixXd forces(e.W.rows(), e.W.cols() + 1), accelerations;
  forces << e.W, e.h;
  bool fits = forces.allFinite() && e.gap.allFinite() && e.surface_velocity.allFinite() &&
              e.bias.allFinite() && e.J.allFinite() && e.joint_gap.allFinite() &&
              e.joint_velocity.allFinite() && e.joint_bias.allFinite() &&
              std::isfinite(e.potential + e.damping_power + e.force_power) &&
              std::isfinite(start.u.dot(e.M * start.u));
  fits = fits && cholesky_solve(e.M, forces, accelerations) && accelerations.allFinite();
  for (Eigen::Index i = 0; fits && i < e.W.cols(); ++i) {
    const double effect = e.W.col(i).dot(accelerations.col(i));  // diagonal of W^T M^-1 W
    const auto& contact = system.info().contacts[static_cast<std::size_t>(i / 2)];
    const bool acts =
        !e.W.col(i).isZero(0.0);  // others are out of action here (bodies.hpp: shadowed)
    const bool needed = acts && (i % 2 == 0 || contact.parameters.static_friction() > 0.0);
    fits = std::isfinite(effect) && (effect > 0.0 || !needed);
  }
  if (!fits) {
    form.fail("masses, forces, energies or contact velocities overflow or vanish",
              "use units in which the numbers are moderate");
  }
}

}  // namespace

std::vector<Value> list_of(const Value& map, std::string_view key, std::size_t most) {
  const auto list = map.find(key);
  if (!list) return {};
  std::vector<Value> items = list->items();
  if (items.empty() || items.size() > most) {
    list->fail(fmt::format("the list has {} entries", items.size()),
               fmt::format("1 to {} are allowed", most));
  }
  return items;
}

std::vector<std::string_view> with_contact_keys(std::initializer_list<std::string_view> own) {
  std::vector<std::string_view> keys(own);
  keys.insert(keys.end(), {"friction", "restitution", "stiffness", "exponent",
                           "tangential_stiffness", "damping", "contact_time", "impulse_ratio"});
  return keys;
}

ContactParameters read_scene_contact(const Value& contact, bool needs_friction,
                                     MotionMethod method) {
  const bool compliant = method == MotionMethod::compliant;
  const ContactParameters parameters =
      read_contact_parameters(contact, {.friction = needs_friction, .restitution = !compliant});
  if (compliant) {
    contact.at("stiffness");
    if (parameters.exponent < 1.0) {
      contact.at("exponent")
          .fail(fmt::format("{} is not allowed", parameters.exponent),
                "it must be >= 1 with method compliant");
    }
  }
  return parameters;
}

double read_frequency(const Value& map) {
  const auto value = map.either("angular_frequency", "frequency_hz");
  if (!value) {
    map.fail_missing("angular_frequency", "the key is missing",
                     "angular_frequency or frequency_hz is required");
  }
  const double number = value->number(above(0.0));
  return value->key() == "frequency_hz" ? 2.0 * std::numbers::pi * number : number;
}

void fail_depth(const Value& place, const std::string& contact, double depth) {
  place.fail(fmt::format("the contact '{}' starts {:.3g} m deep", contact, depth),
             "bodies must not interpenetrate at the start");
}

Scene parse_scene(std::string_view text, const std::string& file,
                  std::optional<MotionMethod> method, std::optional<double> step) {
  Scene scene = parse_scene(parse_yaml(text, file), file, method, step);
  scene.text = text;
  return scene;
}

Scene parse_scene(const YamlNode& document, const std::string& file,
                  std::optional<MotionMethod> method, std::optional<double> step) {
  const Value root(document, file);
  expect_scene(root);
  const Form& form = form_of(root);
  check_format(root);

  Scene scene;
  scene.form = form.key;
  if (const auto title = root.find("title")) scene.title = read_title(*title);
  scene.method = read_method(root);
  if (method) scene.method = *method;
  SceneSystem built = form.read(root, scene.method);
  scene.system = std::move(built.system);
  scene.start = std::move(built.start);
  check_derived(root.at(form.key), *scene.system, scene.start);
  if (const auto law = root.find("law")) scene.law = read_law(*law);
  if (const auto law = root.find("fallback_law")) scene.fallback_law = read_law(*law);
  if (const auto laws = root.find("laws")) {
    std::vector<std::string> names;
    for (const ContactInfo& contact : scene.system->info().contacts) names.push_back(contact.name);
    scene.laws = read_law_options(*laws, names);
  }
  scene.options = read_options(root);
  if (step) scene.options.step = *step;
  if (scene.method == MotionMethod::moreau) check_stepping(root, scene);
  return scene;
}

Scene read_scene(const std::string& path, std::optional<MotionMethod> method,
                 std::optional<double> step) {
  return parse_scene(read_text_file(path, yaml_size_limit), path, method, step);
}

}  // namespace ricochet
