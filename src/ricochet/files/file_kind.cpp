#include <ricochet/files/file_kind.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <ricochet/files/names.hpp>

namespace ricochet {

namespace {

constexpr std::array<std::string_view, 1> problem_key = {"impact"};

std::string_view first_key(const Value& root) {
  for (const YamlKey& key : root.keys()) {
    if (key.text != "format") return key.text;
  }
  return {};
}

bool is_scene_key(std::string_view key) {
  return std::find(scene_keys.begin(), scene_keys.end(), key) != scene_keys.end();
}

}  // namespace

FileKind file_kind(std::string_view text, const std::string& file) {
  const YamlNode document = parse_yaml(text, file);
  const std::string_view key = first_key(Value(document, file));
  // A slip of the pen in `impact` is to be reported as one.
  const bool problem =
      !is_scene_key(key) && (key.empty() || !nearest_name(key, problem_key).empty());
  return problem ? FileKind::problem : FileKind::scene;
}

void expect_problem(const Value& root) {
  const std::string_view key = first_key(root);
  if (key.empty() || key == problem_key[0]) return;
  if (is_scene_key(key)) {
    root.fail_key(key, fmt::format("'{}' begins a scene, and this must be a problem", key),
                  "a problem begins with impact");
  }
  root.fail_key(key, fmt::format("'{}' is not a kind of file", key),
                allowed_names(key, problem_key));
}

void expect_scene(const Value& root) {
  if (first_key(root) != problem_key[0]) return;
  root.fail_key(problem_key[0], "'impact' begins a problem, and this must be a scene",
                "a scene has one of the keys bodies, system, model");
}

void check_format(const Value& root) {
  const auto format = root.find("format");
  if (format && format->number() != 1.0) {
    format->fail("this format number is not known", "allowed: 1");
  }
}

}  // namespace ricochet
