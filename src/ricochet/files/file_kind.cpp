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

bool is_study_key(std::string_view key) {
  return std::find(study_kinds.begin(), study_kinds.end(), key) != study_kinds.end();
}

// `painleve` is also a key of scenes: that of a study holds a map.
bool begins_study(const Value& root, std::string_view key) {
  return is_study_key(key) && (!is_scene_key(key) || root.at(key).is_map());
}

// What begins with this key, in words; empty if nothing does.
std::string kind_named(const Value& root, std::string_view key) {
  if (key == problem_key[0]) return "a problem";
  if (begins_study(root, key)) return "a study";
  return is_scene_key(key) ? "a scene" : "";
}

[[noreturn]] void fail_kind(const Value& root, std::string_view key, std::string_view wanted,
                            const std::string& allowed) {
  root.fail_key(
      key, fmt::format("'{}' begins {}, and this must be {}", key, kind_named(root, key), wanted),
      allowed);
}

}  // namespace

FileKind file_kind(std::string_view text, const std::string& file) {
  const YamlNode document = parse_yaml(text, file);
  const Value root(document, file);
  const std::string_view key = first_key(root);
  if (begins_study(root, key)) return FileKind::study;
  if (is_scene_key(key)) return FileKind::scene;
  if (key.empty() || key == problem_key[0]) return FileKind::problem;
  // A slip of the pen is to be reported as one.
  if (!nearest_name(key, problem_key).empty()) return FileKind::problem;
  return nearest_name(key, study_kinds).empty() || !nearest_name(key, scene_keys).empty()
             ? FileKind::scene
             : FileKind::study;
}

void expect_problem(const Value& root) {
  const std::string_view key = first_key(root);
  if (key.empty() || key == problem_key[0]) return;
  if (!kind_named(root, key).empty())
    fail_kind(root, key, "a problem", "a problem begins with impact");
  root.fail_key(key, fmt::format("'{}' is not a kind of file", key),
                allowed_names(key, problem_key));
}

void expect_scene(const Value& root) {
  const std::string_view key = first_key(root);
  if (key != problem_key[0] && !begins_study(root, key)) return;
  fail_kind(root, key, "a scene", "a scene has one of the keys bodies, system, model");
}

void expect_study(const Value& root, std::string_view kind) {
  const std::string_view key = first_key(root);
  const std::span<const std::string_view> kinds =
      kind.empty() ? std::span<const std::string_view>(study_kinds) : std::span(&kind, 1);
  if (std::find(kinds.begin(), kinds.end(), key) != kinds.end()) return;
  const std::string allowed =
      kind.empty() ? fmt::format("a study begins with one of {}", fmt::join(kinds, ", "))
                   : fmt::format("a study for `ricochet {0}` begins with {0}", kind);
  if (key.empty()) root.fail_missing(kinds[0], "the file is empty", allowed);
  if (is_study_key(key)) {
    root.fail_key(key, fmt::format("'{}' begins a study of another kind", key),
                  fmt::format("{}; this one is for `ricochet {}`", allowed, key));
  }
  if (!kind_named(root, key).empty()) fail_kind(root, key, "a study", allowed);
  root.fail_key(key, fmt::format("'{}' is not a kind of file", key), allowed_names(key, kinds));
}

std::string_view study_kind(const Value& root) {
  const std::string_view key = first_key(root);
  return begins_study(root, key) ? key : std::string_view();
}

std::string study_kind(std::string_view text, const std::string& file) {
  const YamlNode document = parse_yaml(text, file);
  return std::string(study_kind(Value(document, file)));
}

std::string read_title(const Value& value) {
  std::string title = value.string();
  const auto control = [](char c) { return static_cast<unsigned char>(c) < 0x20; };
  if (title.size() > 200 || std::any_of(title.begin(), title.end(), control)) {
    value.fail("this cannot be a title", "a title is one line of at most 200 bytes");
  }
  return title;
}

void check_format(const Value& root) {
  const auto format = root.find("format");
  if (format && format->number() != 1.0) {
    format->fail("this format number is not known", "allowed: 1");
  }
}

}  // namespace ricochet
