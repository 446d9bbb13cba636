#include <ricochet/files/impact_page.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <vector>

#include <nlohmann/json.hpp>

#include <ricochet/files/impact_report.hpp>
#include <ricochet/files/impact_scale.hpp>
#include <ricochet/files/impact_scene.hpp>
#include <ricochet/files/page.hpp>
#include <ricochet/files/problem_file.hpp>
#include <ricochet/impact/impulse_diagram.hpp>
#include <ricochet/impact/registry.hpp>

namespace ricochet {

namespace {

using Json = nlohmann::ordered_json;
using Index = Eigen::Index;

/// Lines and regions reach this many times as far as the first view, for those who zoom out.
constexpr double reach = 3.0;

Json json(const ImpulsePoint& p) { return {p.N, p.T}; }
Json json(const std::vector<ImpulsePoint>& points) {
  Json list = Json::array();
  for (const ImpulsePoint& p : points) list.push_back(json(p));
  return list;
}
template <class T>
Json json(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}
Json maybe(double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); }

Json problem_json(const ContactProblem& problem) {
  Json contacts = Json::array();
  for (Index i = 0; i < problem.contacts(); ++i) {
    const ContactParameters& p = problem.contact[static_cast<std::size_t>(i)];
    contacts.push_back({{"name", problem.names[static_cast<std::size_t>(i)]},
                        {"normal_velocity", problem.gamma[2 * i]},
                        {"tangential_velocity", problem.gamma[2 * i + 1]},
                        {"friction", p.mu},
                        {"static_friction", p.static_friction()},
                        {"newton", json(p.newton)},
                        {"poisson", json(p.poisson)},
                        {"energetic", json(p.energetic)},
                        {"tangential", p.tangential}});
  }
  const bool known = !problem.in_contact_space();
  return {
      {"contacts", std::move(contacts)},
      {"degrees_of_freedom", known ? Json(problem.dofs()) : Json(nullptr)},
      {"kinetic_energy", known ? Json(0.5 * problem.u.dot(problem.M * problem.u)) : Json(nullptr)}};
}

Json law_list(std::span<const LawResult> results) {
  Json list = Json::array();
  for (const LawResult& result : results) {
    const LawInfo& info = result.law->info();
    list.push_back({{"name", info.name}, {"summary", info.summary}, {"reference", info.reference}});
  }
  return list;
}

// ---- which numbers of an answer are zero to rounding ------------------------------------------------

class Zeros {
 public:
  void note(std::string_view key, double x, double scale) {
    if (x != 0.0 && zero_to_rounding(x, scale)) keys_.push_back(key);
  }
  Json list() { return std::move(keys_); }

 private:
  Json keys_ = Json::array();
};

Json zeros_per_contact(const ContactProblem& problem, const Eigen::VectorXd& impulse,
                       const Eigen::VectorXd& gamma) {
  const ImpactScale scale(problem, &impulse, &gamma);
  Json contacts = Json::array();
  for (Index i = 0; i < problem.contacts(); ++i) {
    const Index n = 2 * i;
    Zeros zeros;
    zeros.note("normal_impulse", impulse[n], scale.impulse(n));
    zeros.note("tangential_impulse", impulse[n + 1], scale.impulse(n + 1));
    zeros.note("normal_velocity", gamma[n], scale.velocity(n));
    zeros.note("tangential_velocity", gamma[n + 1], scale.velocity(n + 1));
    contacts.push_back(zeros.list());
  }
  return contacts;
}

Json comparison_of(const ContactProblem& problem, const ImpactOutcome& out) {
  if (!has_answer(out.status)) return nullptr;
  const ImpactScale scale(problem, &out.impulse, &out.gamma);
  Json solutions = Json::array();
  for (const ImpactSolution& solution : out.solutions) {
    solutions.push_back(zeros_per_contact(problem, solution.impulse, solution.gamma));
  }
  Json bodies = Json::array();
  for (const BodyInfo& body : problem.bodies) {
    const BodyScale of_body = body_scale(problem, out, body);
    const BodyChange change = change_of(body, problem.u, out.u);
    Zeros zeros;
    zeros.note("delta_v", change.delta_v, of_body.delta_v);
    zeros.note("delta_omega", change.delta_omega, of_body.delta_omega);
    zeros.note("energy_change", change.energy_change, of_body.energy);
    bodies.push_back(zeros.list());
  }
  return {{"loss_percent", maybe(loss_percent(problem, out))},
          {"no_loss", zero_to_rounding(out.energy.dissipation, scale.work())},
          {"zero",
           {{"contacts", zeros_per_contact(problem, out.impulse, out.gamma)},
            {"solutions", std::move(solutions)},
            {"bodies", std::move(bodies)}}}};
}

// ---- the plane of impulses ------------------------------------------------------------------------

/// A stretch is exact between its ends too if the ratio of its impulses is constant: in slip, and in stick if the
/// contact is alone and its sliding velocity vanishes all along.
bool is_straight(const ContactProblem& problem, const ImpulsePoint& from,
                 const ImpulsePath::Stretch& s) {
  if (s.mode != Mode::stick) return true;
  if (problem.contacts() > 1) return false;
  const double v = problem.gamma.cwiseAbs().maxCoeff();
  const auto slides = [&](const ImpulsePoint& p) {
    return std::abs(problem.gamma[1] + problem.G(1, 0) * p.N + problem.G(1, 1) * p.T) > 1e-6 * v;
  };
  return !slides(from) && !slides(s.to);
}

Json path_json(const ContactProblem& problem, const LawResult& result, Index contact,
               const ImpulsePath& path) {
  Json stretches = Json::array();
  ImpulsePoint from;
  for (const ImpulsePath::Stretch& s : path.stretches) {
    stretches.push_back({{"to", json(s.to)},
                         {"mode", to_string(s.mode)},
                         {"stage", to_string(s.stage)},
                         {"straight", is_straight(problem, from, s)}});
    if (problem.contacts() == 1) {  // else velocities also depend on the other contacts
      const Eigen::Vector2d g = problem.gamma + problem.G * Eigen::Vector2d(s.to.N, s.to.T);
      stretches.back()["velocity"] = {g[0], g[1]};
    }
    from = s.to;
  }
  Json others = Json::array();
  for (std::size_t k = 1; k < result.outcome.solutions.size(); ++k) {
    const Eigen::VectorXd& L = result.outcome.solutions[k].impulse;
    others.push_back({L[2 * contact], L[2 * contact + 1]});
  }
  return {{"law", result.law->info().name},
          {"stretches", std::move(stretches)},
          {"end", json(path.end)},
          {"others", std::move(others)}};
}

Json region_json(const ImpulseRegion& region) {
  return {{"polygon", json(region.polygon)}, {"cut", region.cut}};
}

void add_plane(const ImpulseDiagram& d, Json& diagram) {
  diagram["compression"] = json(d.compression);
  diagram["sticking"] = json(d.sticking);
  diagram["crossing"] = d.crossing ? json(*d.crossing) : Json(nullptr);
  diagram["ellipse"] = json(d.ellipse);
  diagram["regions"] = {{"kinematic", region_json(d.region[kKinematic])},
                        {"kinetic", region_json(d.region[kKinetic])},
                        {"energetic", region_json(d.region[kEnergetic])}};
  diagram["turn"] = d.turn ? json(*d.turn) : Json(nullptr);
  const auto interval = [&](std::size_t k) {
    return Json{{"line", json(d.interval[k])}, {"reaches_one", d.reaches_one[k]}};
  };
  diagram["intervals"] = {{"kinematic", interval(kKinematic)},
                          {"kinetic", interval(kKinetic)},
                          {"energetic", interval(kEnergetic)}};
}

/// Around the ends of all laws and nothing else; null if they are at one place, or as wide as the whole.
Json closer_view(const std::vector<ImpulsePoint>& ends, const ImpulseBox& view) {
  ImpulseBox box{view.N_to, view.N_from, view.T_to, view.T_from};
  for (const ImpulsePoint& p : ends) {
    box = {std::min(box.N_from, p.N), std::max(box.N_to, p.N), std::min(box.T_from, p.T),
           std::max(box.T_to, p.T)};
  }
  const double size = std::max(box.N_to - box.N_from, box.T_to - box.T_from);
  const double whole = std::max(view.N_to - view.N_from, view.T_to - view.T_from);
  if (!(size > 1e-6 * whole) || size > 0.6 * whole) return nullptr;
  const double margin = 0.2 * size;
  return {box.N_from - margin, box.N_to + margin, box.T_from - margin, box.T_to + margin};
}

Json diagram_json(const ContactProblem& problem, std::span<const LawResult> results,
                  Index contact) {
  const ContactParameters& p = problem.contact[static_cast<std::size_t>(contact)];
  std::vector<ImpulsePoint> points;
  std::vector<ImpulsePoint> ends;
  Json paths = Json::array();
  for (const LawResult& result : results) {
    if (!has_answer(result.outcome.status)) continue;
    const ImpulsePath path = impulse_path(result.outcome, contact);
    points.push_back(path.end);
    ends.push_back(path.end);
    for (const ImpulsePath::Stretch& s : path.stretches) points.push_back(s.to);
    paths.push_back(path_json(problem, result, contact, path));
  }
  OneContact c;
  c.alpha = problem.G(2 * contact, 2 * contact);
  const double speed = problem.gamma.cwiseAbs().maxCoeff();
  const double scale = speed > 0.0 ? speed / c.alpha : 1.0;
  const bool alone = problem.contacts() == 1;
  if (alone) {
    c = only_contact(problem);
    const ImpulseDiagram known = impulse_diagram(c, box_around(points, scale));
    for (const auto& line : known.interval) points.insert(points.end(), line.begin(), line.end());
  } else {
    c.mu = p.mu;
    c.mu_static = p.static_friction();
  }
  const ImpulseBox view = box_around(points, scale);
  const ImpulseDiagram d = impulse_diagram(c, grown(view, reach));
  Json diagram{{"contact", problem.names[static_cast<std::size_t>(contact)]},
               {"view", {view.N_from, view.N_to, view.T_from, view.T_to}},
               {"closer", closer_view(ends, view)},
               {"cone", json(d.cone)}};
  if (p.static_friction() != p.mu) {  // the cone of slip inside the one of stick
    OneContact kinetic = c;
    kinetic.mu_static = c.mu;
    diagram["slip_cone"] = json(impulse_diagram(kinetic, d.box).cone);
  }
  if (alone) add_plane(d, diagram);
  diagram["paths"] = std::move(paths);
  return diagram;
}

// ---- velocities at the contact ----------------------------------------------------------------------

/// Longest velocity and longest impulse are 1. An arriving velocity ends at the contact, all others begin there.
Json frame_json(const ContactProblem& problem, std::span<const LawResult> results, Index contact) {
  const auto of = [&](const Eigen::VectorXd& v) {  // along the tangent, along the normal
    return Eigen::Vector2d(v[2 * contact + 1], v[2 * contact]);
  };
  const Eigen::Vector2d before = of(problem.gamma);
  double fastest = before.norm();
  double strongest = 0.0;
  for (const LawResult& result : results) {
    if (!has_answer(result.outcome.status)) continue;
    fastest = std::max(fastest, of(result.outcome.gamma).norm());
    strongest = std::max(strongest, of(result.outcome.impulse).norm());
  }
  const auto scaled = [](const Eigen::Vector2d& v, double unit) {
    return unit > 0.0 ? Json{v[0] / unit, v[1] / unit} : Json{0.0, 0.0};
  };
  const bool arrives = before[1] < 0.0;
  Json after = Json::array();
  for (const LawResult& result : results) {
    if (!has_answer(result.outcome.status)) continue;
    after.push_back({{"law", result.law->info().name},
                     {"velocity", scaled(of(result.outcome.gamma), fastest)},
                     {"impulse", scaled(of(result.outcome.impulse), strongest)}});
  }
  const double mu = problem.contact[static_cast<std::size_t>(contact)].static_friction();
  const double edge = 1.0 / std::hypot(1.0, mu);
  return {{"contact", problem.names[static_cast<std::size_t>(contact)]},
          {"arrives", arrives},
          {"before", scaled(arrives ? Eigen::Vector2d(-before) : before, fastest)},
          {"cone", {{mu * edge, edge}, {-mu * edge, edge}}},
          {"after", std::move(after)}};
}

}  // namespace

std::string title_of(std::string_view text, const std::string& name) {
  std::string words;
  while (!text.empty() && text.front() == '#') {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(1, end == std::string_view::npos ? end : end - 1);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    while (!line.empty() && (line.front() == ' ' || line.front() == '#')) line.remove_prefix(1);
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.remove_suffix(1);
    if (line.empty()) break;
    words += (words.empty() ? "" : " ") + std::string(line);
  }
  for (const std::string_view stop : {". ", ": ", "; "}) words = words.substr(0, words.find(stop));
  if (!words.empty() && words.back() == '.') words.pop_back();
  constexpr std::size_t longest = 120;
  if (words.size() > longest) words = words.substr(0, words.rfind(' ', longest)) + " ...";
  return words.empty() ? name : words;
}

nlohmann::ordered_json impact_page(std::string_view text, const std::string& path) {
  const ProblemFile file = parse_problem(text, path);
  const ContactProblem& problem = file.problem;
  const LawSet laws(file.laws);
  Workspace workspace;
  std::vector<LawResult> results;
  for (const ImpactLaw* law : laws.all()) results.push_back(answer_of(*law, problem, workspace));
  const ImpactReport report{problem, results, true, file.laws};

  const std::string name = std::filesystem::path(path).filename().string();
  Json document = page_document("impact", title_of(text, name));
  document["file"] = name;
  document["text"] = text;
  document["problem"] = problem_json(problem);
  document["laws"] = law_list(results);
  document["results"] = impact_results(report);
  Json comparison = Json::array();
  for (const LawResult& r : results) comparison.push_back(comparison_of(problem, r.outcome));
  document["comparison"] = std::move(comparison);
  Json notes = Json::array();
  for (const ImpactNote& note : impact_notes(report)) {
    notes.push_back({{"laws", note.laws}, {"text", note.text}});
  }
  document["notes"] = std::move(notes);
  Json diagrams = Json::array();
  Json frames = Json::array();
  for (Index i = 0; i < problem.contacts(); ++i) {
    diagrams.push_back(diagram_json(problem, results, i));
    frames.push_back(frame_json(problem, results, i));
  }
  document["diagrams"] = std::move(diagrams);
  document["frames"] = std::move(frames);
  document["scene"] = impact_scene(file, results);
  return document;
}

}  // namespace ricochet
