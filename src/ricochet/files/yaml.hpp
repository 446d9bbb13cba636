#pragma once
// Strict YAML: text -> tree, every node and key with its position. JSON is YAML and is held to the
// same rules.
//
// Refused, each with position: duplicate keys, anchors, aliases, tags, several documents, empty
// documents, keys that are not scalars, nesting deeper than 32, texts over 4 MiB, invalid UTF-8,
// control characters. Scalars stay text here: what a scalar means is decided where it is read
// (value.hpp).

#include <string>
#include <string_view>
#include <vector>

#include <ricochet/files/errors.hpp>

namespace ricochet {

struct YamlKey {
  std::string text;
  Position position;
};

struct YamlNode {
  enum class Kind : unsigned char { null, scalar, sequence, map };

  Kind kind = Kind::null;
  bool quoted = false;  ///< scalar in quotes or a block scalar: a string, never a number
  Position position;
  std::string text;             ///< of a scalar
  std::vector<YamlKey> keys;    ///< of a map; keys[i] belongs to items[i]
  std::vector<YamlNode> items;  ///< of a map or sequence
};

/// A text may begin with it; places are counted behind it.
inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

inline constexpr std::size_t yaml_size_limit = std::size_t{4} << 20;
inline constexpr std::size_t yaml_depth_limit = 32;

/// The one document in `text`. Throws InputError; `file` is only the name in its message.
YamlNode parse_yaml(std::string_view text, const std::string& file);

/// A text that reads back to the same tree, positions aside.
std::string yaml_text(const YamlNode& document);

}  // namespace ricochet
