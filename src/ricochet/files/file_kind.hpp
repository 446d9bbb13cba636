#pragma once
// What kind of file a text is. The first key, `format` aside, decides: `impact` begins a problem; `map`, `sweep`,
// `painleve` (with a map), `orbit`, `bifurcate`, `identify` begin a study; anything else is a scene.

#include <array>
#include <string>
#include <string_view>

#include <ricochet/files/value.hpp>

namespace ricochet {

enum class FileKind : unsigned char { problem, scene, study };

/// The kinds of studies: the key that begins each.
inline constexpr std::array<std::string_view, 6> study_kinds = {"map",   "sweep",     "painleve",
                                                                "orbit", "bifurcate", "identify"};

/// The kind of the file in `text`. Throws InputError if it is not even YAML.
FileKind file_kind(std::string_view text, const std::string& file);

/// Throws InputError at the first key if the root is not that of a problem, of a scene, or of a study of this kind
/// (empty: of any).
void expect_problem(const Value& root);
void expect_scene(const Value& root);
void expect_study(const Value& root, std::string_view kind);
/// The kind of the study that begins here; empty if none does.
std::string_view study_kind(const Value& root);
std::string study_kind(std::string_view text, const std::string& file);

/// A title: one line.
std::string read_title(const Value& value);

/// `format`, if given, must be 1.
void check_format(const Value& root);

/// Keys at the root of scenes, of all forms.
inline constexpr std::array<std::string_view, 27> scene_keys = {
    "title",        "format",         "gravity",     "bodies",          "ground",
    "joints",       "springs",        "dampers",     "torsion_springs", "forces",
    "contacts",     "system",         "model",       "parameters",      "law",
    "fallback_law", "laws",           "method",      "painleve",        "until",
    "tolerance",    "chatter_height", "event_limit", "largest_step",    "output",
    "step",         "theta"};

}  // namespace ricochet
