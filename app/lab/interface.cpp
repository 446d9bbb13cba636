#include "lab/interface.hpp"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <ricochet/files/errors.hpp>
#include <ricochet/files/file_kind.hpp>
#include <ricochet/files/impact_page.hpp>
#include <ricochet/files/names.hpp>
#include <ricochet/files/page.hpp>
#include <ricochet/files/problem_file.hpp>
#include <ricochet/files/scene_file.hpp>
#include <ricochet/files/study.hpp>
#include <ricochet/files/text_file.hpp>
#include <ricochet/files/yaml.hpp>
#include <ricochet/impact/registry.hpp>
#include <ricochet/study/regime_map.hpp>

#include "commands.hpp"
#include "lab/complete.hpp"
#include "lab/json.hpp"
#include "lab/run_job.hpp"
#include "lab/study_job.hpp"

namespace ricochet::app {

namespace {

using Stop = std::atomic<bool>;

constexpr int kMostCells = 1000;  // of a map, each way

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
  o.count = static_cast<int>(whole(member(y, "count", "y"), "y.count", 2, kMostCells));
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
    return answer_with(impact_page(request.body, "problem"));
  } catch (const InputError& error) {
    return answer_with(error_document(error), 422);
  }
}

LabResponse impact_map(const LabRequest& request, const Stop& stop) {
  const Json asked = parse_request(request.body, {"law", "columns", "y"});
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
      refused[i] = answer_with(document, 422);
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
  return answer_with(document);
}

LabResponse complete(const LabRequest& request, const Stop&) {
  constexpr long most = 1000000;
  const Json asked = parse_request(request.body, {"text", "line", "column", "base"});
  const std::string text = word(member(asked, "text", "the request"), "text");
  const auto base = asked.find("base");
  const Completions found =
      completions(text, static_cast<int>(whole(member(asked, "line", "it"), "line", 1, most)),
                  static_cast<int>(whole(member(asked, "column", "it"), "column", 1, most)),
                  base == asked.end() ? std::string() : word(*base, "base"));
  Json document = begun("completions");
  document["from"] = found.from;
  document["to"] = found.to;
  document["choices"] = found.choices;
  return answer_with(document);
}

LabResponse check(const LabRequest& request, const Stop&) {
  const std::string text(request.body);
  Json document = begun("check");
  try {
    if (file_kind(text, "problem") == FileKind::problem) {
      const ProblemFile file = parse_problem(text, "problem");
      document["file"] = "problem";
      document["title"] = title_of(text, "");
      document["contacts"] = file.problem.names;
      document["text"] = description_of(text, "problem");
      return answer_with(document);
    }
    const Scene scene = parse_scene(text, "scene");
    const SystemInfo& info = scene.system->info();
    document["file"] = "scene";
    document["title"] = scene.title;
    document["law"] = scene.law;
    document["method"] = method_names[static_cast<std::size_t>(scene.method)];
    document["until"] = scene.options.until;
    document["contacts"] = Json::array();
    for (const ContactInfo& contact : info.contacts) document["contacts"].push_back(contact.name);
    document["coordinates"] = Json::array();
    for (const Quantity& q : info.q) {
      document["coordinates"].push_back({{"name", q.name}, {"unit", q.unit}});
    }
    document["text"] = description_of(text, "scene");
    return answer_with(document);
  } catch (const InputError& error) {
    return answer_with(error_document(error), 422);
  }
}

struct Route {
  std::string_view path;
  std::string_view type;  ///< of the body, which is posted
  LabResponse (*work)(const LabRequest&, const Stop&);
};
constexpr Route routes[] = {{"/api/impact", "text/plain", impact},
                            {"/api/impact/map", "application/json", impact_map},
                            {"/api/check", "text/plain", check},
                            {"/api/complete", "application/json", complete}};

std::string_view essence(std::string_view type) {
  type = type.substr(0, type.find(';'));
  while (!type.empty() && type.back() == ' ') type.remove_suffix(1);
  return type;
}

void expect_type(const LabRequest& request, std::string_view type) {
  if (essence(request.type) != type) {
    throw BadRequest{fmt::format("the body must be {}", type), 415};
  }
}

LabResponse not_allowed(std::string_view methods) {
  LabResponse response = LabInterface::error(405, fmt::format("allowed here: {}", methods));
  response.allow = methods;
  return response;
}

constexpr std::string_view nothing_here = "there is nothing of that name here";

}  // namespace

LabInterface::LabInterface(std::string page, std::string shell, const std::string& share,
                           const JobLimits& limits)
    : page_(std::move(page)),
      shell_(std::move(shell)),
      problems_(shipped(share, "problems")),
      scenes_(shipped(share, "scenes")),
      studies_(shipped(share, "studies")),
      jobs_(std::make_unique<LabJobs>(limits)),
      about_(about()) {}
LabInterface::~LabInterface() = default;

bool LabInterface::end(std::chrono::milliseconds patience) { return jobs_->end(patience); }

LabResponse LabInterface::error(int status, std::string_view message) {
  return answer_with(error_document(message), status);
}

/// In the order of their names.
std::vector<LabInterface::Example> LabInterface::shipped(const std::string& share,
                                                         const char* folder) {
  std::vector<Example> list;
  std::error_code error;
  std::vector<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(share) / folder, error)) {
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const auto& file : files) {
    const std::string name = file.stem().string();
    std::string text = read_text_file(file.string(), yaml_size_limit);
    list.push_back({name, title_of(text, name), std::move(text)});
  }
  return list;
}

std::string LabInterface::shipped_base(const std::string& name) const {
  const std::filesystem::path path(name);
  const std::string folder = path.parent_path().filename().string();
  const std::vector<Example>* list = folder == "problems" ? &problems_
                                     : folder == "scenes" ? &scenes_
                                                          : nullptr;
  for (const Example& example : list != nullptr ? *list : std::vector<Example>()) {
    if (path.filename().string() == example.name + ".yaml") return example.text;
  }
  throw IoError(name + ": does not come with the program");
}

std::string LabInterface::about() const {
  Json document = begun("about");
  Json laws = Json::array();
  for (const ImpactLaw* law : all_laws()) {
    const LawInfo& info = law->info();
    laws.push_back({{"name", info.name}, {"summary", info.summary}, {"reference", info.reference}});
  }
  document["laws"] = std::move(laws);
  const auto list = [](const std::vector<Example>& examples) {
    Json all = Json::array();
    for (const Example& e : examples) {
      all.push_back({{"name", e.name}, {"title", e.title}, {"text", e.text}});
    }
    return all;
  };
  document["problems"] = list(problems_);
  document["scenes"] = list(scenes_);
  document["studies"] = Json::array();
  for (const Example& e : studies_) {
    const std::string kind = study_kind(e.text, e.name);
    if (kind == "identify") continue;  // it needs measurements
    const YamlNode tree = parse_yaml(e.text, e.name);
    const std::string base = Value(tree, e.name).at(kind).at("base").string();
    document["studies"].push_back({{"name", e.name},
                                   {"title", e.title},
                                   {"text", e.text},
                                   {"study", kind},
                                   {"base", shipped_base(base)}});
  }
  document["limits"] = {{"seconds", jobs_->limits().time.count()},
                        {"bytes", jobs_->limits().bytes}};
  return answer_with(document).body;
}

/// Below /api/runs and /api/studies; path: the rest.
LabResponse LabInterface::job(std::string_view path, const LabRequest& request, bool studies) {
  if (path.empty()) {
    if (request.method != "POST") return not_allowed("POST");
    expect_type(request, "application/json");
    std::shared_ptr<LabJob> job;
    try {
      if (studies) {
        const auto base = [this](const std::string& name) { return shipped_base(name); };
        job = study_job(request.body, jobs_->limits(), base, shell_);
      } else {
        job = run_job(request.body, jobs_->limits(), shell_);
      }
    } catch (const InputError& error) {
      return answer_with(error_document(error), 422);
    }
    jobs_->begin(job);
    return answer_with(job->description(), 201);
  }
  path.remove_prefix(1);
  const std::size_t slash = path.find('/');
  const std::string_view id = path.substr(0, slash);
  const std::shared_ptr<LabJob> job = jobs_->find(id);
  const auto study = std::dynamic_pointer_cast<StudyJob>(job);
  if (!job || (study != nullptr) != studies) return error(404, nothing_here);
  if (slash != std::string_view::npos) {
    const std::string_view what = path.substr(slash + 1);
    if (what == "point" && study) {
      if (request.method != "POST") return not_allowed("POST");
      expect_type(request, "application/json");
      return study->point(request.body);
    }
    if (request.method != "GET" && request.method != "HEAD") return not_allowed("GET, HEAD");
    return job->get(what);
  }
  if (request.method == "DELETE") {
    if (request.target.ends_with("?forget")) {
      jobs_->forget(job);
    } else {
      job->cancel();
    }
    return answer_with(job->description());
  }
  if (request.method != "GET" && request.method != "HEAD") return not_allowed("GET, HEAD, DELETE");
  return answer_with(job->description());
}

LabResponse LabInterface::answer(const LabRequest& request, const std::atomic<bool>& stop) {
  const std::string_view path = request.target.substr(0, request.target.find('?'));
  if (path == "/" || path == "/api/about") {
    if (request.method != "GET" && request.method != "HEAD") return not_allowed("GET, HEAD");
    if (path == "/") return {200, "text/html; charset=utf-8", page_};
    return {200, "application/json", about_};
  }
  try {
    for (const Route& route : routes) {
      if (path != route.path) continue;
      if (request.method != "POST") return not_allowed("POST");
      expect_type(request, route.type);
      return route.work(request, stop);
    }
    for (const std::string_view jobs : {"/api/runs", "/api/studies"}) {
      if (!path.starts_with(jobs)) continue;
      const std::string_view rest = path.substr(jobs.size());
      if (rest.empty() || rest[0] == '/') return job(rest, request, jobs == "/api/studies");
    }
  } catch (const BadRequest& bad) {
    return error(bad.status, bad.message);
  }
  return error(404, nothing_here);
}

}  // namespace ricochet::app
