#pragma once
// Reading a YAML tree by what is expected of it. A Value is a node together with its key path and file,
// so that every complaint says where it is and what is allowed:
//
//   const Value contact = contacts.items()[0];
//   contact.allow_only({"friction", "restitution"});
//   const double mu = contact.at("friction").number(at_least(0));
//
// Numbers follow JSON's grammar exactly: -?(0|[1-9][0-9]*)(.[0-9]+)?([eE][+-]?[0-9]+)?, converted
// correctly rounded; a number too large (1e400) or too small (1e-400) for double precision is an error.

#include <initializer_list>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <ricochet/files/yaml.hpp>

namespace ricochet {

/// Which numbers a key takes.
struct Range {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool low_allowed = true;
};
constexpr Range any_number() { return {}; }
constexpr Range above(double low) { return {.low = low, .low_allowed = false}; }
constexpr Range at_least(double low) { return {.low = low}; }
constexpr Range within(double low, double high) { return {.low = low, .high = high}; }

/// The number written in `text` by JSON's grammar, or nothing. `*out_of_range` is set if the grammar
/// holds but the value does not fit.
std::optional<double> parse_number(std::string_view text, bool* out_of_range = nullptr);

class Value {
 public:
  /// The root. `root` and `file` must outlive every Value made from it.
  Value(const YamlNode& root, const std::string& file) : node_(&root), file_(&file) {}

  Position position() const { return node_->position; }
  const std::string& path() const { return path_; }
  bool is_map() const { return node_->kind == YamlNode::Kind::map; }
  bool is_sequence() const { return node_->kind == YamlNode::Kind::sequence; }

  /// Throws InputError at this value.
  [[noreturn]] void fail(const std::string& wrong, const std::string& allowed) const;

  // Maps.
  const std::vector<YamlKey>& keys() const;
  /// Fails at the first key that is not one of `names`, or if this is not a map.
  void allow_only(std::span<const std::string_view> names) const;
  void allow_only(std::initializer_list<std::string_view> names) const {
    allow_only({names.begin(), names.size()});
  }
  bool has(std::string_view key) const;
  /// The given one of two keys for the same thing; fails if both are given.
  std::optional<Value> either(std::string_view key, std::string_view other) const;
  std::optional<Value> find(std::string_view key) const;
  /// The value of a required key; a missing one is reported at this map's own key.
  Value at(std::string_view key) const;
  /// Throws InputError at the key of member `key`, which must exist.
  [[noreturn]] void fail_key(std::string_view key, const std::string& wrong,
                             const std::string& allowed) const;
  /// Throws InputError for a member that is missing but needed.
  [[noreturn]] void fail_missing(std::string_view key, const std::string& wrong,
                                 const std::string& allowed) const;

  // Sequences.
  std::vector<Value> items() const;
  /// Exactly `size` numbers.
  std::vector<double> numbers(std::size_t size) const;

  // Scalars.
  double number(Range range = any_number()) const;
  /// A number without a fraction, however written (1000, 1e3). `range` must be within +-2^53.
  long whole_number(Range range) const;
  /// A string: quoted, or plain text that does not read as a number, true, false or null.
  std::string string() const;
  /// The text of a scalar, number or string.
  const std::string& scalar() const;
  /// The number of the string among `names`; `what` are they?
  std::size_t choice(std::span<const std::string_view> names, std::string_view what) const;
  /// The last step of the path: the key, or the number in the list.
  std::string_view key() const;

 private:
  Value(const Value& parent, const YamlNode& node, std::string_view step, Position key);
  std::string describe() const;

  const YamlNode* node_;
  const std::string* file_;
  std::string path_;
  Position key_;  // where the value's key stands; the value itself in a sequence
};

}  // namespace ricochet
