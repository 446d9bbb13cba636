#include "bad_input_matrix.hpp"

#include <fmt/format.h>
#include <fnmatch.h>
#include <gtest/gtest.h>

#include <set>

#include <support/program.hpp>

namespace ricochet::test {

namespace {

// Text that JSON cannot hold (.nan, 1e400) rides in strings with this first byte and is written raw.
constexpr char raw_mark = '\x01';
std::string raw(const std::string& text) { return raw_mark + text; }
// A member whose key ends in this byte is written without it: the way to a duplicate key.
constexpr char duplicate_mark = '\x02';

// Writes JSON over many lines, keeping the place of every path.
class Writer {
 public:
  std::string text;
  std::map<std::string, Place> places;

  void write(const Json& value, const std::string& path, Place place) {
    place.value = at_;
    places[path] = place;
    if (value.is_object() || value.is_array()) {
      const bool object = value.is_object();
      put(object ? "{" : "[");
      std::size_t index = 0;
      for (const auto& item : value.items()) {
        put(index == 0 ? "\n " : ",\n ");
        std::string key = object ? item.key() : std::to_string(index);
        if (key.back() == duplicate_mark) key.pop_back();
        Place inner{at_, at_};
        if (object) put('"' + key + "\": ");
        write(item.value(), path.empty() ? key : path + '.' + key, inner);
        ++index;
      }
      put(object ? "}" : "]");
    } else if (value.is_string() && value.get_ref<const std::string&>().starts_with(raw_mark)) {
      put(value.get<std::string>().substr(1));
    } else {
      put(value.dump());
    }
  }

 private:
  void put(const std::string& piece) {
    text += piece;
    for (const char c : piece)
      at_ = c == '\n' ? Position{at_.line + 1, 1} : Position{at_.line, at_.column + 1};
  }
  Position at_;
};

Json::json_pointer pointer(const std::string& path) {
  std::string text;
  std::size_t start = 0;
  while (start <= path.size()) {
    const std::size_t dot = std::min(path.find('.', start), path.size());
    text += '/' + path.substr(start, dot - start);
    start = dot + 1;
  }
  return Json::json_pointer(text);
}

// Every path below `value` with its value, parents first.
void walk(const Json& value, const std::string& path,
          const std::function<void(const std::string&, const Json&)>& visit) {
  if (!path.empty()) visit(path, value);
  if (!value.is_structured()) return;
  std::size_t index = 0;
  for (const auto& item : value.items()) {
    const std::string step = value.is_object() ? item.key() : std::to_string(index++);
    walk(item.value(), path.empty() ? step : path + '.' + step, visit);
  }
}

bool is_within(const std::string& inner, const std::string& outer) {
  return inner == outer || inner.starts_with(outer + '.');
}

bool same(Position a, Position b) { return a.line == b.line && a.column == b.column; }

// True if the complaint's line and column are those of its key path: the key or the value, or, if the
// path is not in the text, the key of its parent.
bool is_in_place(const BadInputCase& spoiled, const InputError& error) {
  if (const auto it = spoiled.places.find(error.path()); it != spoiled.places.end()) {
    return same(error.position(), it->second.key) || same(error.position(), it->second.value);
  }
  const std::size_t dot = error.path().rfind('.');
  const std::string parent = dot == std::string::npos ? "" : error.path().substr(0, dot);
  const auto it = spoiled.places.find(parent);
  return it != spoiled.places.end() && same(error.position(), it->second.key);
}

using Used = std::set<const CasePattern*>;

bool is_among(std::span<const CasePattern> patterns, const BadInputCase& spoiled, Used& used) {
  for (const CasePattern& pattern : patterns) {
    if (fnmatch(pattern.pattern, spoiled.id().c_str(), 0) != 0) continue;
    used.insert(&pattern);
    return true;
  }
  return false;
}

}  // namespace

void BadInputMatrix::add(const std::string& form, const std::string& path,
                         const std::string& operation, const Json& spoiled) {
  Writer writer;
  writer.write(spoiled, "", {});
  cases_.push_back({form, path, operation, writer.text, writer.places});
}

void BadInputMatrix::spoil(const std::string& form, const std::string& path,
                           const std::string& operation, const std::string& by) {
  Json spoiled = documents_.at(form);
  spoiled[pointer(path)] = Json::parse(by);
  add(form, path, operation, spoiled);
}

BadInputMatrix::BadInputMatrix(std::map<std::string, Json> documents)
    : documents_(std::move(documents)) {
  for (const auto& [form, document] : documents_) {
    walk(document, "",
         [&, &form = form, &document = document](const std::string& path, const Json& value) {
           const Json& parent = document[pointer(path).parent_pointer()];
           if (parent.is_object()) spoil_key(form, document, path, parent);
           spoil_value(form, document, path, value);
         });
  }
}

void BadInputMatrix::spoil_key(const std::string& form, const Json& document,
                               const std::string& path, const Json& parent) {
  const Json::json_pointer here = pointer(path);
  const std::string key = here.back();
  Json spoiled = document;
  spoiled[here.parent_pointer()].erase(key);
  add(form, path, "missing", spoiled);

  spoiled = document;
  spoiled[here.parent_pointer()][key + duplicate_mark] = parent[key];
  add(form, path, "duplicate", spoiled);

  spoiled = document;
  spoiled[here.parent_pointer()][key + 'x'] = parent[key];
  add(form, path + 'x', "unknown neighbour", spoiled);
}

void BadInputMatrix::spoil_value(const std::string& form, const Json& document,
                                 const std::string& path, const Json& value) {
  const auto replace = [&](const std::string& operation, const Json& by) {
    Json spoiled = document;
    spoiled[pointer(path)] = by;
    add(form, path, operation, spoiled);
  };
  replace("wrong type: empty", nullptr);
  replace("wrong type: true", true);
  replace("wrong type: yes", raw("yes"));
  if (!value.is_array()) replace("wrong type: list", Json::array({1, 2}));
  if (!value.is_object()) replace("wrong type: map", Json{{"a", 1}});
  if (!value.is_string()) replace("wrong type: string", "text");
  if (value.is_number()) {
    replace("wrong type: quoted number", value.dump());
    replace("wrong grammar: 010", raw("010"));
    replace("wrong grammar: 0x10", raw("0x10"));
    replace("wrong grammar: +1", raw("+1"));
    replace("wrong grammar: 1.", raw("1."));
    replace("wrong grammar: .5", raw(".5"));
    replace("wrong grammar: 1_000", raw("1_000"));
  }
  replace("NaN: .nan", raw(".nan"));
  replace("NaN: NaN", raw("NaN"));
  replace("inf: .inf", raw(".inf"));
  replace("inf: -.inf", raw("-.inf"));
  replace("inf: Infinity", raw("Infinity"));
  replace("1e400", raw("1e400"));
  replace("1e-400", raw("1e-400"));
  replace("negative", -1);
  replace("zero", 0);
  if (value.is_array()) {
    Json shorter = value;
    shorter.erase(shorter.size() - 1);
    replace("wrong length: one less", shorter);
    Json longer = value;
    longer.push_back(value.back());
    replace("wrong length: one more", longer);
    replace("wrong length: none", Json::array());
  }
}

void expect_refusals(const BadInputMatrix& matrix, Complain complain,
                     std::span<const CasePattern> legal, std::span<const CasePattern> elsewhere) {
  for (const auto& [form, document] : matrix.documents()) {
    const auto error = complain(document.dump(1));
    EXPECT_FALSE(error) << form << ": " << error->what();
  }
  Used used;
  std::map<std::string, std::pair<int, int>> counts;  // operation -> refused, legal
  int refused = 0;
  for (const BadInputCase& spoiled : matrix.cases()) {
    auto& [refused_here, legal_here] =
        counts[spoiled.operation.substr(0, spoiled.operation.find(':'))];
    const auto error = complain(spoiled.text);
    if (is_among(legal, spoiled, used)) {
      ++legal_here;
      EXPECT_FALSE(error) << spoiled.id() << " is on the legal list, but: " << error->what();
      continue;
    }
    ++refused, ++refused_here;
    if (!error) {
      ADD_FAILURE() << spoiled.id() << " was accepted and is not on the legal list";
      continue;
    }
    EXPECT_TRUE(is_in_place(spoiled, *error)) << spoiled.id() << ": " << error->what();
    if (!is_within(error->path(), spoiled.path) && !is_within(spoiled.path, error->path())) {
      EXPECT_TRUE(is_among(elsewhere, spoiled, used)) << spoiled.id() << ": " << error->what();
    }
    EXPECT_FALSE(error->wrong().empty()) << spoiled.id();
  }
  for (const auto& patterns : {legal, elsewhere}) {
    for (const CasePattern& pattern : patterns) {
      EXPECT_TRUE(used.count(&pattern)) << "no case is like '" << pattern.pattern << "'";
    }
  }
  fmt::print("bad input: {} cases refused, {} legal\n", refused,
             matrix.cases().size() - static_cast<std::size_t>(refused));
  for (const auto& [operation, count] : counts) {
    fmt::print("  {:32} {:4} refused {:4} legal\n", operation, count.first, count.second);
  }
}

void expect_documented(const BadInputMatrix& matrix, const std::string& document) {
  const std::string manual = text_of_file(std::string(RICOCHET_SOURCE_DIR "/") + document);
  for (const BadInputCase& spoiled : matrix.cases()) {
    if (spoiled.operation != "duplicate") continue;  // one per key
    const std::string key = spoiled.path.substr(spoiled.path.rfind('.') + 1);
    const bool documented = manual.find('`' + key + '`') != std::string::npos ||
                            manual.find('`' + key + ":") != std::string::npos ||
                            manual.find("`{" + key + ":") != std::string::npos;
    EXPECT_TRUE(documented) << key;
  }
}

void expect_code_2(const BadInputMatrix& matrix, Complain complain, const std::string& command) {
  int runs = 0;
  for (std::size_t i = 0; i < matrix.cases().size(); i += 25) {
    const BadInputCase& spoiled = matrix.cases()[i];
    const auto error = complain(spoiled.text);
    if (!error) continue;
    const TemporaryFile file(spoiled.text);
    const ProgramRun run = run_program(RICOCHET_PROGRAM, {command, file.path()});
    ++runs;
    const std::string complaint(error->what());
    EXPECT_EQ(run.code, 2) << spoiled.id();
    EXPECT_EQ(run.out, "") << spoiled.id();
    EXPECT_EQ(run.err, file.path() + complaint.substr(complaint.find(':')) + '\n') << spoiled.id();
  }
  fmt::print("bad input: {} of the refused cases given to the program\n", runs);
}

}  // namespace ricochet::test
