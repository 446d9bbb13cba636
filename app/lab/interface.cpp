#include "lab/interface.hpp"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <ricochet/files/errors.hpp>
#include <ricochet/files/impact_page.hpp>
#include <ricochet/files/names.hpp>
#include <ricochet/files/page.hpp>
#include <ricochet/files/problem_file.hpp>
#include <ricochet/files/text_file.hpp>
#include <ricochet/files/yaml.hpp>
#include <ricochet/impact/registry.hpp>
#include <ricochet/study/regime_map.hpp>
#include <ricochet/version.hpp>

namespace ricochet::app {

namespace {

using Json = nlohmann::ordered_json;
using Stop = std::atomic<bool>;

constexpr int kMostCells = 1000;  // of a map, each way

Json begun(std::string_view kind) { return {{"ricochet", version}, {"schema", 1}, {"kind", kind}}; }

LabResponse ok(const Json& document) {
  return {200, "application/json",
          document.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"};
}

LabResponse refusal(int status, const Json& document) {
  LabResponse response = ok(document);
  response.status = status;
  return response;
}

Json error_document(std::string_view message) {
  Json document = begun("error");
  document["message"] = message;
  return document;
}

Json error_document(const InputError& error) {
  std::string message = error.wrong();
  if (!error.allowed().empty()) message += ", " + error.allowed();
  Json document = error_document(message);
  document["file"] = error.file();
  document["line"] = error.position().line;
  document["column"] = error.position().column;
  document["path"] = error.path();
  return document;
}

// A request whose JSON is not what it should be.
struct BadRequest {
  std::string message;
};

const Json& member(const Json& object, const char* key, const char* of) {
  const auto found = object.find(key);
  if (found == object.end()) throw BadRequest{fmt::format("{} needs '{}'", of, key)};
  return *found;
}

void only(const Json& object, const char* of, std::initializer_list<std::string_view> keys) {
  if (!object.is_object()) throw BadRequest{fmt::format("{} must be an object", of)};
  for (const auto& [key, value] : object.items()) {
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
      throw BadRequest{fmt::format("{} has an unknown key '{}', {}", of, key,
                                   allowed_names(key, std::vector<std::string_view>(keys)))};
    }
  }
}

std::string word(const Json& value, const char* what) {
  if (!value.is_string()) throw BadRequest{fmt::format("{} must be a text", what)};
  return value.get<std::string>();
}

double number(const Json& value, const char* what) {
  if (!value.is_number()) throw BadRequest{fmt::format("{} must be a number", what)};
  return value.get<double>();
}

struct Ordinate {
  RegimeOrdinate what;
  double from, to;
  int count;
};

Ordinate ordinate(const Json& y) {
  only(y, "y", {"what", "from", "to", "count"});
  const std::string what = word(member(y, "what", "y"), "y.what");
  Ordinate o{RegimeOrdinate::friction, number(member(y, "from", "y"), "y.from"),
             number(member(y, "to", "y"), "y.to"), 0};
  const Json& count = member(y, "count", "y");
  if (!count.is_number_integer() || count < 2 || count > kMostCells) {
    throw BadRequest{fmt::format("y.count must be a whole number from 2 to {}", kMostCells)};
  }
  o.count = count.get<int>();
  double most = 100.0, least = 0.0;
  if (what == "friction") {
    o.what = RegimeOrdinate::friction;
  } else if (what == "restitution") {
    o.what = RegimeOrdinate::restitution;
    most = 1.0;
  } else if (what == "ratio") {
    o.what = RegimeOrdinate::ratio;
    least = -(most = 1e6);
  } else {
    constexpr std::string_view names[] = {"friction", "restitution", "ratio"};
    throw BadRequest{fmt::format("y.what is '{}', {}", what, allowed_names(what, names))};
  }
  for (const double value : {o.from, o.to}) {
    if (!(value >= least && value <= most)) {
      throw BadRequest{
          fmt::format("y from {} to {}: {} must be in [{}, {}]", o.from, o.to, what, least, most)};
    }
  }
  return o;
}

LabResponse impact(const LabRequest& request, const Stop&) {
  try {
    return ok(impact_page(request.body, "problem"));
  } catch (const InputError& error) {
    return refusal(422, error_document(error));
  }
}

LabResponse impact_map(const LabRequest& request, const Stop& stop) {
  const Json asked = Json::parse(request.body, nullptr, false);
  if (asked.is_discarded()) throw BadRequest{"the body is no JSON"};
  only(asked, "the request", {"law", "columns", "y"});
  const std::string name = word(member(asked, "law", "the request"), "law");
  const Json& texts = member(asked, "columns", "the request");
  if (!texts.is_array() || texts.size() < 2 || texts.size() > kMostCells) {
    throw BadRequest{fmt::format("columns must be a list of 2 to {} problems", kMostCells)};
  }
  const Ordinate y = ordinate(member(asked, "y", "the request"));
  std::vector<ProblemFile> files(texts.size());
  std::vector<std::optional<LabResponse>> refused(texts.size());
  tbb::parallel_for(std::size_t{0}, texts.size(), [&](std::size_t i) {
    if (!texts[i].is_string()) {
      refused[i] = LabInterface::error(400, "a column must be a text");
      return;
    }
    try {
      files[i] = parse_problem(texts[i].get_ref<const std::string&>(), "problem");
      const auto contacts = files[i].problem.contacts();
      if (contacts == 1) return;
      refused[i] = LabInterface::error(
          400, fmt::format("column {} has {} contacts; a map is of one contact", i, contacts));
    } catch (const InputError& error) {
      Json document = error_document(error);
      document["column_index"] = i;
      refused[i] = refusal(422, document);
    }
  });
  std::vector<ContactProblem> columns;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (refused[i]) return *refused[i];
    columns.push_back(std::move(files[i].problem));
  }
  const LawOptions& options = files.back().laws;
  const LawSet laws(options);
  const ImpactLaw* law = laws.find(name);
  if (law == nullptr) {
    std::vector<std::string_view> names;
    for (const ImpactLaw* known : laws.all()) names.push_back(known->info().name);
    throw BadRequest{fmt::format("there is no law '{}', {}", name, allowed_names(name, names))};
  }
  const RegimeMap map = regime_map(columns, *law, y.what, y.from, y.to, y.count, stop);
  Json document = begun("impact-map");
  document["law"] = name;
  document["columns"] = columns.size();
  document["rows"] = y.count;
  document["regimes"] = map.regimes;
  document["codes"] = base64(map.codes);
  return ok(document);
}

/// Problems that come with the program, in the order of their names.
Json shipped(const std::filesystem::path& folder) {
  Json list = Json::array();
  std::error_code error;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const auto& file : files) {
    const std::string name = file.stem().string();
    const std::string text = read_text_file(file.string(), yaml_size_limit);
    list.push_back({{"name", name}, {"title", title_of(text, name)}, {"text", text}});
  }
  return list;
}

std::string about_text(const std::string& share) {
  Json document = begun("about");
  Json laws = Json::array();
  for (const ImpactLaw* law : all_laws()) {
    const LawInfo& info = law->info();
    laws.push_back({{"name", info.name}, {"summary", info.summary}, {"reference", info.reference}});
  }
  document["laws"] = std::move(laws);
  document["problems"] = shipped(std::filesystem::path(share) / "problems");
  return ok(document).body;
}

struct Route {
  std::string_view path;
  std::string_view type;  ///< of the body, which is posted
  LabResponse (*work)(const LabRequest&, const Stop&);
};
constexpr Route routes[] = {{"/api/impact", "text/plain", impact},
                            {"/api/impact/map", "application/json", impact_map}};

std::string_view essence(std::string_view type) {
  type = type.substr(0, type.find(';'));
  while (!type.empty() && type.back() == ' ') type.remove_suffix(1);
  return type;
}

}  // namespace

LabInterface::LabInterface(std::string page, const std::string& share)
    : page_(std::move(page)), about_(about_text(share)) {}

LabResponse LabInterface::error(int status, std::string_view message) {
  return refusal(status, error_document(message));
}

LabResponse LabInterface::answer(const LabRequest& request, const std::atomic<bool>& stop) const {
  const std::string_view path = request.target.substr(0, request.target.find('?'));
  const auto not_allowed = [](std::string_view methods) {
    LabResponse response = error(405, fmt::format("allowed here: {}", methods));
    response.allow = methods;
    return response;
  };
  if (path == "/" || path == "/api/about") {
    if (request.method != "GET" && request.method != "HEAD") return not_allowed("GET, HEAD");
    if (path == "/") return {200, "text/html; charset=utf-8", page_};
    return {200, "application/json", about_};
  }
  for (const Route& route : routes) {
    if (path != route.path) continue;
    if (request.method != "POST") return not_allowed("POST");
    if (essence(request.type) != route.type) {
      return error(415, fmt::format("the body must be {}", route.type));
    }
    try {
      return route.work(request, stop);
    } catch (const BadRequest& bad) {
      return error(400, bad.message);
    }
  }
  return error(404, "there is nothing of that name here");
}

}  // namespace ricochet::app
