// Trees as text again: maps and lists of maps in lines of their own, lists of plain values in one line.

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include <ricochet/files/yaml.hpp>

namespace ricochet {

namespace {

using Kind = YamlNode::Kind;

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (c == '\r') {
      out += "\\r";
    } else {
      out += c;
    }
  }
  return out + '"';
}

bool plain_key(std::string_view key) {
  const auto letter = [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '.' || c == '-';
  };
  return !key.empty() && std::isalpha(static_cast<unsigned char>(key[0])) != 0 &&
         std::all_of(key.begin(), key.end(), letter);
}

std::string key_text(const YamlKey& key) {
  return plain_key(key.text) ? key.text : quoted(key.text);
}

// Plain scalars were read as they stand in a line or in brackets: quotes leave their meaning unless they are numbers or
// words of YAML, and those hold nothing that brackets would end.
std::string scalar_text(const YamlNode& node) {
  if (node.kind == Kind::null) return "null";
  const bool simple = std::all_of(node.text.begin(), node.text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '.' || c == '-' || c == '+';
  });
  return node.quoted || !simple ? quoted(node.text) : node.text;
}

bool in_one_line(const YamlNode& node) {
  if (node.kind == Kind::null || node.kind == Kind::scalar) return true;
  if (node.items.empty()) return true;
  return node.kind == Kind::sequence &&
         std::all_of(node.items.begin(), node.items.end(), in_one_line);
}

std::string one_line(const YamlNode& node) {
  if (node.kind == Kind::map) return "{}";
  if (node.kind != Kind::sequence) return scalar_text(node);
  std::vector<std::string> items;
  for (const YamlNode& item : node.items) items.push_back(one_line(item));
  return fmt::format("[{}]", fmt::join(items, ", "));
}

void add_block(const YamlNode& node, std::size_t indent, bool begun, std::string& text) {
  const std::string margin(indent, ' ');
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    if (i > 0 || !begun) text += margin;  // the first may stand behind a dash
    const YamlNode& item = node.items[i];
    const bool map = node.kind == Kind::map;
    text += map ? key_text(node.keys[i]) + ':' : "-";
    if (in_one_line(item)) {
      text += ' ' + one_line(item) + '\n';
    } else if (map) {
      text += '\n';
      add_block(item, indent + 2, false, text);
    } else {
      text += ' ';
      add_block(item, indent + 2, true, text);
    }
  }
}

}  // namespace

std::string yaml_text(const YamlNode& document) {
  if (in_one_line(document)) return one_line(document) + '\n';
  std::string text;
  add_block(document, 0, false, text);
  return text;
}

}  // namespace ricochet
