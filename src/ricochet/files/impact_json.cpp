#include <nlohmann/json.hpp>

#include <ricochet/files/impact_report.hpp>
#include <ricochet/files/law_options.hpp>
#include <ricochet/version.hpp>

namespace ricochet {

namespace {

using Json = nlohmann::ordered_json;

// nlohmann writes non-finite numbers as null, which is what the schema says.
Json numbers(const Eigen::VectorXd& v) {
  const std::vector<double> list(v.begin(), v.end());
  return list;
}

Json velocity_after(const ContactProblem& problem, const Eigen::VectorXd& u) {
  return problem.in_contact_space() ? Json(nullptr) : numbers(u);
}

Json choice(bool least_norm) { return least_norm ? Json("least-norm") : Json(nullptr); }

// The part of a contact that an answer and a listed solution share.
Json contact_after(const ContactProblem& problem, Eigen::Index i, const Eigen::VectorXd& impulse,
                   const Eigen::VectorXd& gamma) {
  return Json{{"name", problem.names[static_cast<std::size_t>(i)]},
              {"normal_impulse", impulse[2 * i]},
              {"tangential_impulse", impulse[2 * i + 1]},
              {"normal_velocity", gamma[2 * i]},
              {"tangential_velocity", gamma[2 * i + 1]}};
}

Json phases_of(const ImpactOutcome& outcome, Eigen::Index contact) {
  Json phases = Json::array();
  for (const Phase& phase : outcome.phases) {
    if (phase.contact != contact) continue;
    phases.push_back({{"mode", to_string(phase.mode)},
                      {"stage", to_string(phase.stage)},
                      {"normal_impulse", phase.normal_impulse}});
  }
  return phases;
}

Json contacts_of(const ContactProblem& problem, const ImpactOutcome& outcome) {
  Json contacts = Json::array();
  for (Eigen::Index i = 0; i < problem.contacts(); ++i) {
    Json contact = contact_after(problem, i, outcome.impulse, outcome.gamma);
    contact["normal_velocity_before"] = problem.gamma[2 * i];
    contact["tangential_velocity_before"] = problem.gamma[2 * i + 1];
    contact["mode"] = to_string(outcome.modes[static_cast<std::size_t>(i)]);
    contact["phases"] = phases_of(outcome, i);
    contacts.push_back(std::move(contact));
  }
  return contacts;
}

Json solutions_of(const ContactProblem& problem, const ImpactOutcome& outcome) {
  Json solutions = Json::array();
  for (const ImpactSolution& solution : outcome.solutions) {
    const bool family = solution.velocity_dimension > 0;
    Json contacts = Json::array();
    Json to = Json::array();
    for (Eigen::Index i = 0; i < problem.contacts(); ++i) {
      contacts.push_back(contact_after(problem, i, solution.impulse, solution.gamma));
      contacts.back()["mode"] = to_string(solution.modes[static_cast<std::size_t>(i)]);
      if (family) {
        to.push_back(contact_after(problem, i, solution.impulse_to, solution.gamma_to));
      }
    }
    solutions.push_back({{"velocity", velocity_after(problem, solution.u)},
                         {"contacts", std::move(contacts)},
                         {"impulses_unique", solution.impulses_unique},
                         {"impulse_choice", choice(solution.least_norm)},
                         {"family_dimension", solution.velocity_dimension},
                         {"family_unbounded", solution.unbounded},
                         {"family_to", family ? std::move(to) : Json(nullptr)}});
  }
  return solutions;
}

Json bodies_of(const ContactProblem& problem, const ImpactOutcome& outcome) {
  Json bodies = Json::array();
  for (const BodyInfo& body : problem.bodies) {
    const BodyChange change = change_of(body, problem.u, outcome.u);
    bodies.push_back({{"name", body.name},
                      {"delta_v", change.delta_v},
                      {"delta_omega", change.delta_omega},
                      {"principal_direction_deg", change.principal_direction_deg},
                      {"energy_change", change.energy_change}});
  }
  return bodies;
}

Json warnings_of(const ImpactOutcome& outcome) {
  Json warnings = Json::array();
  for (const Warning& warning : outcome.warnings) {
    warnings.push_back({{"id", to_string(warning.id)}, {"message", message(warning)}});
  }
  return warnings;
}

Json result_of(const ImpactReport& report, const LawResult& result) {
  const ContactProblem& problem = report.problem;
  const ImpactOutcome& outcome = result.outcome;
  Json json{{"law", result.law->info().name}, {"status", to_string(outcome.status)}};
  const std::string options = law_options_json(result.law->info().name, report.laws, problem.names);
  if (!options.empty()) json["options"] = Json::parse(options);
  if (!has_answer(outcome.status)) {
    json["message"] = outcome.message;
    return json;
  }
  json["velocity"] = velocity_after(problem, outcome.u);
  json["velocity_before"] = velocity_after(problem, problem.u);
  json["contacts"] = contacts_of(problem, outcome);
  json["energy"] = {{"before", outcome.energy.before},
                    {"after", outcome.energy.after},
                    {"change", outcome.energy.change},
                    {"dissipation", outcome.energy.dissipation},
                    {"surface_work", outcome.energy.surface_work}};
  json["residual"] = outcome.residual;
  const bool examined = outcome.status != Status::solved;
  json["impulses_unique"] = examined ? Json(outcome.impulses_unique) : Json(nullptr);
  json["impulse_choice"] = choice(outcome.least_norm);
  json["warnings"] = warnings_of(outcome);
  json["solutions"] = report.all_solutions ? solutions_of(problem, outcome) : Json(nullptr);
  json["bodies"] = bodies_of(problem, outcome);
  return json;
}

}  // namespace

Json impact_results(const ImpactReport& report) {
  Json results = Json::array();
  for (const LawResult& result : report.results) results.push_back(result_of(report, result));
  return results;
}

std::string impact_json(const ImpactReport& report) {
  const Json document{{"ricochet", version},
                      {"schema", 1},
                      {"kind", "impact"},
                      {"results", impact_results(report)}};
  return document.dump(2) + '\n';
}

}  // namespace ricochet
