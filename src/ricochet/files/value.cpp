#include <ricochet/files/value.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

#include <ricochet/files/names.hpp>

namespace ricochet {

namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_json_number(std::string_view text) {
  std::size_t i = 0;
  const auto peek = [&] { return i < text.size() ? text[i] : '\0'; };
  const auto digits = [&] {
    const std::size_t start = i;
    while (is_digit(peek())) ++i;
    return i > start;
  };
  if (peek() == '-') ++i;
  if (peek() == '0') {
    ++i;
  } else if (!digits()) {
    return false;
  }
  if (peek() == '.') {
    ++i;
    if (!digits()) return false;
  }
  if (peek() == 'e' || peek() == 'E') {
    ++i;
    if (peek() == '+' || peek() == '-') ++i;
    if (!digits()) return false;
  }
  return i == text.size();
}

// True for plain text that other YAML readers take for a number, a truth value or nothing, so that a
// name never depends on the reader.
bool reads_as_other_than_text(std::string_view text) {
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  constexpr std::string_view words[] = {"true", "false", "null", "~", ".nan", ".inf"};
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  if (std::find(std::begin(words), std::end(words), lower) != std::end(words)) return true;
  double ignored = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ignored);
  return end == text.data() + text.size() && error != std::errc::invalid_argument;
}

// A scalar as shown in a message: short.
std::string shown(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string line(text.substr(0, longest));
  if (text.size() > longest) {
    while (!line.empty() && (static_cast<unsigned char>(line.back()) & 0x80u) != 0) line.pop_back();
    line += "...";
  }
  return fmt::format("'{}'", line);
}

std::string describe_range(const Range& range) {
  if (!std::isfinite(range.high)) {
    return fmt::format("must be {} {}", range.low_allowed ? ">=" : ">", range.low);
  }
  if (!std::isfinite(range.low)) return fmt::format("must be <= {}", range.high);
  if (!range.low_allowed) return fmt::format("must be > {} and <= {}", range.low, range.high);
  return fmt::format("must be between {} and {}", range.low, range.high);
}

}  // namespace

std::optional<double> parse_number(std::string_view text, bool* out_of_range) {
  if (!is_json_number(text)) return std::nullopt;
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && std::isfinite(value)) return value;
  if (out_of_range != nullptr) *out_of_range = true;
  return std::nullopt;
}

Value::Value(const Value& parent, const YamlNode& node, std::string_view step, Position key)
    : node_(&node),
      file_(parent.file_),
      path_(parent.path_.empty() ? std::string(step) : fmt::format("{}.{}", parent.path_, step)),
      key_(key) {}

void Value::fail(const std::string& wrong, const std::string& allowed) const {
  throw InputError(*file_, node_->position, path_, wrong, allowed);
}

std::string Value::describe() const {
  switch (node_->kind) {
    case YamlNode::Kind::null: return "the value is empty";
    case YamlNode::Kind::scalar:
      return (node_->quoted ? "the string " : "") + shown(node_->text) + " is given";
    case YamlNode::Kind::sequence: return "a list is given";
    case YamlNode::Kind::map: return "a map is given";
  }
  return {};
}

const std::vector<YamlKey>& Value::keys() const {
  if (!is_map()) fail(describe(), "a map of keys is expected");
  return node_->keys;
}

void Value::allow_only(std::span<const std::string_view> names) const {
  for (const YamlKey& key : keys()) {
    if (std::find(names.begin(), names.end(), key.text) == names.end()) {
      const Value member = *find(key.text);
      UnknownKeyError error(*file_, member.key_, member.path_,
                            fmt::format("unknown key {}", shown(key.text)),
                            allowed_names(key.text, names));
      error.with_choices(names);
      throw error;
    }
  }
}

bool Value::has(std::string_view key) const { return find(key).has_value(); }

std::optional<Value> Value::find(std::string_view key) const {
  const std::vector<YamlKey>& all = keys();
  const auto it =
      std::find_if(all.begin(), all.end(), [&](const YamlKey& k) { return k.text == key; });
  if (it == all.end()) return std::nullopt;
  return Value(*this, node_->items[static_cast<std::size_t>(it - all.begin())], key, it->position);
}

std::optional<Value> Value::either(std::string_view key, std::string_view other) const {
  if (!has(other)) return find(key);
  if (has(key)) fail_key(other, fmt::format("it stands beside '{}'", key), "one of the two");
  return find(other);
}

Value Value::at(std::string_view key) const {
  if (std::optional<Value> value = find(key)) return *value;
  fail_missing(key, "the key is missing", "it is required");
}

void Value::fail_key(std::string_view key, const std::string& wrong,
                     const std::string& allowed) const {
  const std::optional<Value> member = find(key);
  throw InputError(*file_, member->key_, member->path_, wrong, allowed);
}

void Value::fail_missing(std::string_view key, const std::string& wrong,
                         const std::string& allowed) const {
  throw InputError(*file_, key_, Value(*this, *node_, key, key_).path_, wrong, allowed);
}

std::vector<Value> Value::items() const {
  if (!is_sequence()) fail(describe(), "a list is expected");
  std::vector<Value> values;
  values.reserve(node_->items.size());
  for (const YamlNode& item : node_->items) {
    values.push_back(Value(*this, item, std::to_string(values.size()), item.position));
  }
  return values;
}

std::vector<double> Value::numbers(std::size_t size) const {
  const std::vector<Value> values = items();
  if (values.size() != size) {
    fail(fmt::format("the list has {} entries", values.size()), fmt::format("it needs {}", size));
  }
  std::vector<double> result;
  result.reserve(size);
  for (const Value& value : values) result.push_back(value.number());
  return result;
}

double Value::number(Range range) const {
  const bool any = !std::isfinite(range.low) && !std::isfinite(range.high);
  const std::string expected = any ? std::string("a number is expected")
                                   : "a number is expected: it " + describe_range(range);
  if (node_->kind != YamlNode::Kind::scalar || node_->quoted) fail(describe(), expected);
  bool out_of_range = false;
  const std::optional<double> value = parse_number(node_->text, &out_of_range);
  if (out_of_range) {
    fail(fmt::format("{} does not fit into double precision", shown(node_->text)),
         "magnitudes from 4.9e-324 to 1.8e308 are allowed");
  }
  if (!value) {
    fail(describe(),
         expected + (node_->text.empty() ? "" : " (as JSON writes it: 0.5, -3, 1.0e8)"));
  }
  const bool low_enough = range.low_allowed ? *value >= range.low : *value > range.low;
  if (!low_enough || *value > range.high) {
    fail(fmt::format("{} is not allowed", node_->text), "it " + describe_range(range));
  }
  return *value;
}

long Value::whole_number(Range range) const {
  const double value = number(range);
  if (value != std::floor(value)) {
    fail(fmt::format("{} is not allowed", node_->text),
         fmt::format("it must be a whole number and {}", describe_range(range)));
  }
  return static_cast<long>(value);
}

std::string Value::string() const {
  if (node_->kind != YamlNode::Kind::scalar) fail(describe(), "a string is expected");
  if (!node_->quoted && reads_as_other_than_text(node_->text)) {
    fail(describe(), "a string is expected; put it in quotes if it is meant as one");
  }
  return node_->text;
}

const std::string& Value::scalar() const {
  if (node_->kind != YamlNode::Kind::scalar) fail(describe(), "a number or a formula is expected");
  return node_->text;
}

std::size_t Value::choice(std::span<const std::string_view> names, std::string_view what) const {
  const std::string name = string();
  const auto it = std::find(names.begin(), names.end(), name);
  if (it == names.end()) {
    throw InputError(*file_, node_->position, path_,
                     fmt::format("there is no {} {}", what, shown(name)),
                     allowed_names(name, names))
        .with_choices(names);
  }
  return static_cast<std::size_t>(it - names.begin());
}

std::string_view Value::key() const { return std::string_view(path_).substr(path_.rfind('.') + 1); }

}  // namespace ricochet
