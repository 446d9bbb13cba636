#include <ricochet/files/yaml.hpp>

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <unordered_set>
#include <utility>

namespace ricochet {

namespace {

Position position_of(const YAML::Mark& mark) {
  return mark.is_null() ? Position{} : Position{mark.line + 1, mark.column + 1};
}

// Length in bytes of the UTF-8 character at text[i], or 0 if it is not one (overlong forms,
// surrogates and values past U+10FFFF are not).
std::size_t utf8_length(std::string_view text, std::size_t i) {
  const auto byte = [&](std::size_t k) {
    return k < text.size() ? static_cast<unsigned char>(text[k]) : 0u;
  };
  const auto continues = [&](std::size_t k) { return (byte(k) & 0xC0u) == 0x80u; };
  const unsigned lead = byte(i);
  const unsigned second = byte(i + 1);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return continues(i + 1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    if (lead == 0xE0 && second < 0xA0) return 0;
    if (lead == 0xED && second > 0x9F) return 0;
    return continues(i + 1) && continues(i + 2) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    if (lead == 0xF0 && second < 0x90) return 0;
    if (lead == 0xF4 && second > 0x8F) return 0;
    return continues(i + 1) && continues(i + 2) && continues(i + 3) ? 4 : 0;
  }
  return 0;
}

// The parser behind us takes some bytes as signals (EOT ends its input), so they never reach it.
void require_plain_text(std::string_view text, const std::string& file) {
  if (text.size() > yaml_size_limit) {
    throw InputError(file, {}, "", "the file is too large", "at most 4 MiB are allowed");
  }
  Position at;
  for (std::size_t i = 0; i < text.size();) {
    const auto c = static_cast<unsigned char>(text[i]);
    if ((c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F) {
      throw InputError(file, at, "", fmt::format("control character 0x{:02X}", c),
                       "only text is allowed");
    }
    const std::size_t length = utf8_length(text, i);
    if (length == 0) {
      throw InputError(file, at, "", "invalid UTF-8", "only UTF-8 text is allowed");
    }
    i += length;
    at = c == '\n' ? Position{at.line + 1, 1}
                   : Position{at.line, at.column + static_cast<int>(length)};
  }
}

// Builds the tree from the parser's events. `open_` is the path from the root to the innermost
// container that is not closed yet.
class TreeBuilder final : public YAML::EventHandler {
 public:
  TreeBuilder(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  YamlNode take() { return std::move(root_); }
  bool has_document() const { return documents_ > 0; }

  /// Path of the value being read, for messages.
  std::string path() const {
    std::string path;
    for (const Level& level : open_) {
      const bool map = level.node.kind == YamlNode::Kind::map;
      if (map && !level.has_key) break;
      if (!path.empty()) path += '.';
      path += map ? level.node.keys.back().text : std::to_string(level.node.items.size());
    }
    return path;
  }

  [[noreturn]] void fail(Position at, const std::string& wrong, const std::string& allowed) const {
    throw InputError(file_, at, path(), wrong, allowed);
  }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ > 1) {
      fail(position_of(mark), "a second document begins here", "one document per file is allowed");
    }
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    refuse_decorations(mark, "", anchor);
    if (expects_key()) {
      fail(position_of(mark), "the key is empty", "a key must be a name");
    }
    YamlNode node;  // the parser's mark is past the end of nothing: the key tells more
    const bool member = !open_.empty() && open_.back().has_key;
    node.position = member ? open_.back().node.keys.back().position : position_of(mark);
    attach(std::move(node));
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    fail(position_of(mark), "aliases (*name) are not allowed", "write the value out");
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    refuse_decorations(mark, tag, anchor);
    refuse_open_quotes(mark);
    if (expects_key()) {
      begin_member(mark, value);
      return;
    }
    YamlNode node;
    node.kind = YamlNode::Kind::scalar;
    node.quoted = tag == "!";  // the parser's mark for everything that is not a plain scalar
    node.position = position_of(mark);
    node.text = value;
    attach(std::move(node));
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    begin_container(YamlNode::Kind::sequence, mark, tag, anchor);
  }
  void OnSequenceEnd() override { end_container(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    begin_container(YamlNode::Kind::map, mark, tag, anchor);
  }
  void OnMapEnd() override { end_container(); }

 private:
  struct Level {
    YamlNode node;
    std::unordered_set<std::string> seen;  // keys of a map
    bool has_key = false;                  // a key was read, its value is next
  };

  bool expects_key() const {
    return !open_.empty() && open_.back().node.kind == YamlNode::Kind::map && !open_.back().has_key;
  }

  void refuse_decorations(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    if (anchor != 0) {
      fail(position_of(mark), "anchors (&name) are not allowed", "write the value out");
    }
    // A bare `!` leaves the same tag as a quoted scalar; only the text tells them apart.
    const bool bare = !mark.is_null() && static_cast<std::size_t>(mark.pos) < text_.size() &&
                      text_[static_cast<std::size_t>(mark.pos)] == '!';
    if (bare || (!tag.empty() && tag != "?" && tag != "!")) {
      fail(position_of(mark), "tags (!name) are not allowed", "write the value alone");
    }
  }

  // The parser ends a quoted scalar that is never closed where the indentation falls back, silently.
  // One that must close on its line cannot be misread.
  void refuse_open_quotes(const YAML::Mark& mark) {
    if (mark.is_null() || static_cast<std::size_t>(mark.pos) >= text_.size()) return;
    auto i = static_cast<std::size_t>(mark.pos);
    const char quote = text_[i];
    if (quote != '"' && quote != '\'') return;
    for (++i; i < text_.size() && text_[i] != '\n' && text_[i] != '\r'; ++i) {
      if (text_[i] == quote) {
        if (quote == '"' || i + 1 == text_.size() || text_[i + 1] != quote) return;
        ++i;  // '' inside single quotes is one quotation mark
      } else if (quote == '"' && text_[i] == '\\') {
        ++i;
      }
    }
    fail(position_of(mark), "the quotation mark is not closed", "it must be on its own line");
  }

  void begin_member(const YAML::Mark& mark, const std::string& key) {
    Level& level = open_.back();
    if (!level.seen.insert(key).second) {
      const std::string parent = path();
      throw InputError(file_, position_of(mark), parent.empty() ? key : parent + '.' + key,
                       fmt::format("the key '{}' is given twice", key), "each key once");
    }
    level.node.keys.push_back({key, position_of(mark)});
    level.has_key = true;
  }

  void begin_container(YamlNode::Kind kind, const YAML::Mark& mark, const std::string& tag,
                       YAML::anchor_t anchor) {
    refuse_decorations(mark, tag, anchor);
    if (expects_key()) {
      fail(position_of(mark), "a list or map stands in the place of a key",
           "a key must be a name (or is a bracket not closed?)");
    }
    if (open_.size() == yaml_depth_limit) {
      fail(position_of(mark), "nested too deep",
           fmt::format("at most {} levels are allowed", yaml_depth_limit));
    }
    Level level;
    level.node.kind = kind;
    level.node.position = position_of(mark);
    open_.push_back(std::move(level));
  }

  void end_container() {
    YamlNode node = std::move(open_.back().node);
    open_.pop_back();
    attach(std::move(node));
  }

  void attach(YamlNode node) {
    if (open_.empty()) {
      root_ = std::move(node);
    } else {
      open_.back().node.items.push_back(std::move(node));
      open_.back().has_key = false;
    }
  }

  std::string_view text_;
  const std::string& file_;
  YamlNode root_;
  std::vector<Level> open_;
  int documents_ = 0;
};

// Place of the tab that indents the line of `error` or the last one before it that is not blank, if one
// does. Inside brackets tabs are harmless, so a text in JSON has none.
std::optional<Position> tab_indentation(std::string_view text, Position error) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && (text[first] == '{' || text[first] == '[')) return {};
  std::optional<Position> before;
  int number = 0;
  for (std::size_t start = 0; start < text.size() && number < error.line;) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const std::string_view line = text.substr(start, end - start);
    start = end + 1;
    ++number;
    const std::size_t indent = line.find_first_not_of(" \t\r");
    std::optional<Position> here;
    if (const std::size_t tab = line.substr(0, indent).find('\t'); tab != std::string_view::npos) {
      here = Position{number, static_cast<int>(tab) + 1};
    }
    if (number == error.line && here) return here;
    if (number < error.line && indent != std::string_view::npos) before = here;
  }
  return before;
}

// The parser's complaint in plain words: what is wrong and what to do about it.
std::pair<std::string, std::string> plainly(const std::string& complaint) {
  namespace said = YAML::ErrorMsg;
  if (complaint == said::END_OF_MAP) {
    return {"the indentation fits no line above", "keys of one map must begin in the same column"};
  }
  if (complaint == said::END_OF_SEQ) {
    return {"the indentation fits no line above",
            "items of one list must begin in the same column"};
  }
  if (complaint == said::MAP_VALUE) {
    return {"a ':' stands where no key can be",
            "check the indentation, or put text that holds ': ' in quotes"};
  }
  if (complaint == said::BLOCK_ENTRY) {
    return {"a '-' stands where no item of a list can be", "check the indentation"};
  }
  if (complaint == said::END_OF_SEQ_FLOW)
    return {"a bracket '[' is not closed", "add ']' or a comma"};
  if (complaint == said::END_OF_MAP_FLOW)
    return {"a brace '{' is not closed", "add '}' or a comma"};
  if (complaint == said::FLOW_END) {
    return {"a closing bracket or brace fits no open one", "one of them is missing or too many"};
  }
  return {complaint, ""};
}

}  // namespace

YamlNode parse_yaml(std::string_view text, const std::string& file) {
  require_plain_text(text, file);
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  TreeBuilder builder(text, file);
  try {
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::Exception& error) {
    const Position at = position_of(error.mark);
    if (const std::optional<Position> tab = tab_indentation(text, at)) {
      builder.fail(*tab, "not valid YAML: tabs are not allowed for indentation", "use spaces");
    }
    const auto [wrong, advice] = plainly(error.msg);
    builder.fail(at, "not valid YAML: " + wrong, advice);
  }
  if (!builder.has_document()) {
    throw InputError(file, {}, "", "the file is empty", "a map of keys is expected");
  }
  return builder.take();
}

}  // namespace ricochet
