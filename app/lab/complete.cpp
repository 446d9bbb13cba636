#include "lab/complete.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <ricochet/files/errors.hpp>
#include <ricochet/files/file_kind.hpp>
#include <ricochet/files/problem_file.hpp>
#include <ricochet/files/scene_file.hpp>
#include <ricochet/files/study.hpp>

namespace ricochet::app {

namespace {

constexpr std::string_view probe = "zz-unknown-zz";

bool in_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
}

// UTF-16 units of a piece of UTF-8: as many as characters, two for those of four bytes.
int units(std::string_view text) {
  int count = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0U) != 0x80U) count += byte >= 0xF0U ? 2 : 1;
  }
  return count;
}

// The line before a place, without what opens the items of lists.
std::string_view stripped(std::string_view before) {
  const auto trim = [&] {
    while (!before.empty() && std::isspace(static_cast<unsigned char>(before.front())) != 0) {
      before.remove_prefix(1);
    }
  };
  trim();
  while (before.starts_with("- ")) {
    before.remove_prefix(1);
    trim();
  }
  while (!before.empty() && std::isspace(static_cast<unsigned char>(before.back())) != 0) {
    before.remove_suffix(1);
  }
  return before;
}

// The bracket that the place is in, of this line; 0 if none.
char open_bracket(std::string_view before) {
  int depth = 0;
  for (std::size_t i = before.size(); i-- > 0;) {
    const char c = before[i];
    if (c == '}' || c == ']') ++depth;
    if ((c == '{' || c == '[') && depth-- == 0) return c;
  }
  return 0;
}

bool is_key(std::string_view before) {
  const std::string_view line = stripped(before);
  if (line.empty()) return true;
  const char last = line.back();
  return last == '{' || (last == ',' && open_bracket(before) == '{');
}

const YamlNode* map_with_probe(const YamlNode& node) {
  for (const YamlKey& key : node.keys) {
    if (key.text == probe) return &node;
  }
  for (const YamlNode& item : node.items) {
    if (const YamlNode* found = map_with_probe(item)) return found;
  }
  return nullptr;
}

// What the readers say of the text, if it is about the probe.
std::vector<std::string> choices_at(const std::string& text, Position place,
                                    std::string_view base) {
  const std::string file = "text";
  try {
    switch (file_kind(text, file)) {
      case FileKind::problem: parse_problem(text, file); break;
      case FileKind::scene: parse_scene(text, file); break;
      case FileKind::study:
        parse_study(text, {file, [&](const std::string&) { return std::string(base); }});
    }
  } catch (const InputError& error) {
    if (error.position().line != place.line || error.position().column != place.column) return {};
    std::vector<std::string> names = error.choices();
    if (names.empty()) return {};  // no YAML, perhaps
    const YamlNode document = parse_yaml(text, file);
    if (const YamlNode* map = map_with_probe(document)) {
      std::erase_if(names, [&](const std::string& name) {
        return std::any_of(map->keys.begin(), map->keys.end(),
                           [&](const YamlKey& key) { return key.text == name; });
      });
    }
    return names;
  } catch (const IoError&) {
  }
  return {};
}

}  // namespace

Completions completions(std::string_view text, int line, int column, std::string_view base) {
  std::size_t start = 0;
  for (int i = 1; i < line; ++i) {
    const std::size_t end = text.find('\n', start);
    if (end == std::string_view::npos) return {};
    start = end + 1;
  }
  const std::string_view row = text.substr(start, text.find('\n', start) - start);
  std::size_t caret = 0;
  for (int passed = 0; caret < row.size(); ++caret) {
    const int here = units(row.substr(caret, 1));  // 0 inside a character
    if (passed >= column - 1 && here > 0) break;
    passed += here;
  }
  std::size_t from = caret, to = caret;
  while (from > 0 && in_word(row[from - 1])) --from;
  while (to < row.size() && in_word(row[to])) ++to;
  // The dash of a list is no part of its word.
  while (from < caret && row[from] == '-' && stripped(row.substr(0, from)).empty()) ++from;
  const std::string_view typed = row.substr(from, caret - from);
  const Position place{line, static_cast<int>(from) + 1};
  const auto with = [&](std::string_view piece) {
    return std::string(text.substr(0, start + from)).append(piece).append(text.substr(start + to));
  };
  const std::string key(probe);
  const bool has_colon = stripped(row.substr(to)).starts_with(':');
  Completions found{units(row.substr(0, from)) + 1, units(row.substr(0, to)) + 1, {}};
  if (is_key(row.substr(0, from))) {
    found.choices = choices_at(with(has_colon ? key : key + ": 0"), place, base);
  }
  if (found.choices.empty() && !has_colon) found.choices = choices_at(with(probe), place, base);
  std::erase_if(found.choices, [&](const std::string& name) { return !name.starts_with(typed); });
  return found;
}

}  // namespace ricochet::app
