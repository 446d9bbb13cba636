#include <ricochet/files/study_base.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include <ricochet/files/file_kind.hpp>
#include <ricochet/files/names.hpp>
#include <ricochet/files/text_file.hpp>

namespace ricochet {

namespace {

using Kind = YamlNode::Kind;

std::vector<std::string> split(std::string_view path) {
  std::vector<std::string> steps;
  while (true) {
    const std::size_t dot = path.find('.');
    steps.emplace_back(path.substr(0, dot));
    if (dot == std::string_view::npos) return steps;
    path.remove_prefix(dot + 1);
  }
}

// The name that an entry of a list gives itself; empty if none.
std::string_view own_name(const YamlNode& entry) {
  for (std::size_t i = 0; i < entry.keys.size(); ++i) {
    if (entry.keys[i].text == "name") return entry.items[i].text;
  }
  return {};
}

std::size_t find_entry(const Value& where, const YamlNode& list, const std::string& step,
                       const std::string& so_far) {
  std::size_t index = 0;
  const char* end = step.data() + step.size();
  const auto [stop, error] = std::from_chars(step.data(), end, index);
  if (error == std::errc() && stop == end && index < list.items.size()) return index;
  std::vector<std::string> allowed;
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    const std::string_view name = own_name(list.items[i]);
    if (!name.empty() && name == step) return i;
    allowed.push_back(name.empty() ? std::to_string(i) : std::string(name));
  }
  where.fail(fmt::format("the list '{}' of the base has no entry '{}'", so_far, step),
             allowed_names(step, std::vector<std::string_view>(allowed.begin(), allowed.end())));
}

std::size_t find_key(YamlNode& map, const std::string& step) {
  const auto it = std::find_if(map.keys.begin(), map.keys.end(),
                               [&](const YamlKey& key) { return key.text == step; });
  if (it != map.keys.end()) return static_cast<std::size_t>(it - map.keys.begin());
  map.kind = Kind::map;
  map.keys.push_back({step, map.position});
  map.items.emplace_back();
  map.items.back().position = map.position;
  return map.keys.size() - 1;
}

}  // namespace

StudyBase::StudyBase(const Value& key, const StudyPlace& place) : name_(key.string()) {
  file_ = (std::filesystem::path(place.file).parent_path() / name_).string();
  try {
    text_ = place.base ? place.base(name_) : read_text_file(file_, yaml_size_limit);
  } catch (const IoError& error) {
    key.fail(error.what(), "the base is a problem or scene, its path relative to the study file");
  }
  if (place.base) file_ = "base";
  read_tree();
}

StudyBase::StudyBase(std::string text, std::string name)
    : name_(std::move(name)), text_(std::move(text)), file_(name_) {
  read_tree();
}

void StudyBase::read_tree() {
  problem_ = file_kind(text_, file_) == FileKind::problem;
  tree_ = parse_yaml(text_, file_);
  // Everything wrong with the file itself is said now, at its own place.
  if (problem_) {
    parse_problem(tree_, file_);
  } else if (parse_scene(tree_, file_).system->info().crowded) {
    throw InputError(file_, tree_.position, "bodies",
                     "more contacts are possible than can be listed",
                     "studies need scenes that list their contacts");
  }
}

std::size_t StudyBase::slot(const Value& where, std::string_view path) {
  Slot made;
  made.steps = split(path);
  if (problem_ && made.steps[0] != "impact") made.steps.insert(made.steps.begin(), "impact");
  YamlNode* node = &tree_;
  std::string so_far;
  for (std::string& step : made.steps) {
    if (step.empty()) {
      where.fail(fmt::format("'{}' is no path", path),
                 "keys and indices, separated by single dots");
    }
    std::size_t child = 0;
    if (node->kind == Kind::null && node != &tree_ && step == "0") {
      node->kind = Kind::sequence;
      added_lists_.push_back(so_far);
    }
    const bool growing =
        node->kind == Kind::sequence && step == std::to_string(node->items.size()) &&
        std::find(added_lists_.begin(), added_lists_.end(), so_far) != added_lists_.end();
    if (growing) {
      child = node->items.size();
      node->items.emplace_back();
      node->items.back().position = node->position;
    } else if (node->kind == Kind::sequence) {
      child = find_entry(where, *node, step, so_far);
      step = std::to_string(child);
    } else if (node->kind == Kind::map || (node->kind == Kind::null && node != &tree_)) {
      child = find_key(*node, step);
    } else {
      where.fail(
          fmt::format("'{}' is a single value in the base, '{}' leads on from it", so_far, path),
          fmt::format("end at '{}', or write the base differently", so_far));
    }
    made.children.push_back(child);
    node = &node->items[child];
    so_far += so_far.empty() ? step : '.' + step;
  }
  if (node->kind == Kind::map || node->kind == Kind::sequence) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < node->items.size(); ++i) {
      names.push_back(node->kind == Kind::map ? node->keys[i].text : std::to_string(i));
    }
    where.fail(fmt::format("'{}' leads to a {} of the base, not to a number", path,
                           node->kind == Kind::map ? "map" : "list"),
               fmt::format("go on with one of: {}", fmt::join(names, ", ")));
  }
  if (node->kind == Kind::scalar && (node->quoted || !parse_number(node->text))) {
    where.fail(fmt::format("'{}' is '{}' in the base", path, node->text),
               "a path must lead to a number");
  }
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const std::vector<std::size_t>& other = slots_[i].children;
    if (other == made.children) return i;
    if (other.size() < made.children.size() &&
        std::equal(other.begin(), other.end(), made.children.begin())) {
      where.fail(fmt::format("'{}' is a number of this study, '{}' leads on from it",
                             fmt::join(slots_[i].steps, "."), path),
                 "one of the two");
    }
  }
  slots_.push_back(std::move(made));
  return slots_.size() - 1;
}

std::string StudyBase::text_with(std::span<const double> numbers) const {
  BaseCopy copy(*this);
  struct Place {
    Position position;
    std::size_t length, slot;
  };
  std::vector<Place> written;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const YamlNode& node = *copy.places_[i];
    if (node.kind == Kind::scalar) written.push_back({node.position, node.text.size(), i});
  }
  if (written.size() < slots_.size()) {
    for (std::size_t i = 0; i < slots_.size(); ++i) copy.set(i, numbers[i]);
    return yaml_text(copy.tree_);
  }
  std::sort(written.begin(), written.end(), [](const Place& a, const Place& b) {
    return std::pair(a.position.line, a.position.column) <
           std::pair(b.position.line, b.position.column);
  });
  std::string text;
  std::size_t line_start = text_.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
  std::size_t done = 0;
  int line = 1;
  for (const Place& place : written) {
    for (; line < place.position.line; ++line) line_start = text_.find('\n', line_start) + 1;
    const std::size_t at = line_start + static_cast<std::size_t>(place.position.column - 1);
    text.append(text_, done, at - done);
    text += fmt::format("{}", numbers[place.slot]);
    done = at + place.length;
  }
  return text.append(text_, done);
}

void StudyBase::check(std::span<const Value> where, std::span<const double> numbers) const {
  // What is written in the base is possible; only keys that were added are in question.
  BaseCopy copy(*this);
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (copy.places_[i]->kind == Kind::null) copy.set(i, numbers[i]);
  }
  try {
    if (problem_) {
      copy.problem();
    } else {
      copy.scene();
    }
  } catch (const UnknownKeyError& error) {
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      const std::string path = fmt::format("{}", fmt::join(slots_[i].steps, "."));
      if (path == error.path() || path.starts_with(error.path() + '.')) {
        where[i].fail(error.wrong(), error.allowed());
      }
    }
    throw;
  } catch (const InputError&) {
    // Numbers that are not allowed are a matter of the cell.
  }
}

BaseCopy::BaseCopy(const StudyBase& base) : file_(&base.file_), tree_(base.tree_) {
  for (const StudyBase::Slot& slot : base.slots_) {
    YamlNode* node = &tree_;
    for (const std::size_t child : slot.children) node = &node->items[child];
    places_.push_back(node);
  }
}

void BaseCopy::set(std::size_t slot, double number) {
  YamlNode& node = *places_[slot];
  node.kind = Kind::scalar;
  node.text = fmt::format("{}", number);
}

}  // namespace ricochet
