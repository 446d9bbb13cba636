#include <nlohmann/json.hpp>

#include <ricochet/files/ledger.hpp>
#include <ricochet/files/run_report.hpp>
#include <ricochet/version.hpp>

namespace ricochet {

namespace {

using Json = nlohmann::ordered_json;

Json numbers(const Eigen::VectorXd& v) { return std::vector<double>(v.begin(), v.end()); }

Json names_of(const std::vector<Mode>& modes) {
  Json names = Json::array();
  for (const Mode mode : modes) names.push_back(to_string(mode));
  return names;
}

Json names_of(const std::vector<Eigen::Index>& contacts, const SystemInfo& system) {
  Json names = Json::array();
  for (const Eigen::Index i : contacts) {
    names.push_back(system.contacts[static_cast<std::size_t>(i)].name);
  }
  return names;
}

Json warnings_of(const Event& event) {
  Json warnings = Json::array();
  for (const Warning& warning : event.warnings) {
    warnings.push_back({{"id", to_string(warning.id)}, {"message", message(warning)}});
  }
  return warnings;
}

Json painleve_of(const PainleveNumbers& numbers_of, const SystemInfo& system) {
  Json solutions = Json::array();
  for (const ModeSolution& solution : numbers_of.solutions) {
    solutions.push_back({{"modes", names_of(solution.modes)}, {"force", numbers(solution.force)}});
  }
  return {{"contacts", names_of(numbers_of.contacts, system)},
          {"A", numbers_of.A},
          {"b", numbers_of.b},
          {"solutions", std::move(solutions)}};
}

Json event_of(const Event& event, const SystemInfo& system) {
  Json json{{"time", event.time},
            {"kind", to_string(event.kind)},
            {"contacts", names_of(event.contacts, system)},
            {"q", numbers(event.q)},
            {"velocity_before", numbers(event.velocity_before)},
            {"velocity_after", numbers(event.velocity_after)},
            {"modes", names_of(event.modes)}};
  if (event.impulse.size() > 0) {
    json["impulse"] = numbers(event.impulse);
    json["dissipation"] = event.dissipation;
    json["law"] = event.law;
    json["status"] = to_string(event.status);
    json["warnings"] = warnings_of(event);
  }
  if (!event.painleve.contacts.empty()) json["painleve"] = painleve_of(event.painleve, system);
  return json;
}

Json ledger_of(const Ledger& ledger) {
  Json json;
  for (const LedgerEntry& entry : ledger_entries) json[entry.name] = ledger.*entry.value;
  return json;
}

}  // namespace

// A line per key and event: there may be very many events, and no document of them all is built in memory.
std::string run_json(const RunReport& report) {
  const RunResult& result = report.result;
  const SystemInfo& system = report.system.info();
  std::string text = "{\n";
  const auto line = [&](const char* key, const Json& value, const char* end = ",\n") {
    text += "  " + Json(key).dump() + ": " + value.dump() + end;
  };
  line("ricochet", version);
  line("schema", 1);
  line("kind", "simulate");
  line("status", {{"reason", to_string(result.reason)}, {"message", result.message}});
  text += "  \"events\": [";
  const char* before = "\n    ";
  const auto add = [&](const Event& event) {
    text += before + event_of(event, system).dump();
    before = ",\n    ";
  };
  for (const Event& event : report.events.first()) add(event);
  for (const Event& event : report.events.last()) add(event);
  text += "\n  ],\n";
  line("final", {{"time", result.final.t},
                 {"q", numbers(result.final.q)},
                 {"velocity", numbers(result.final.u)},
                 {"modes", names_of(result.final.modes)}});
  line("energy", ledger_of(result.final.ledger));
  Json counts = {{"steps", result.statistics.steps},
                 {"rejected", result.statistics.rejected},
                 {"evaluations", result.statistics.evaluations},
                 {"events", result.statistics.events},
                 {"impacts", result.statistics.impacts}};
  if (report.setup.method == "moreau") counts["residual"] = result.statistics.residual;
  line("statistics", counts, "\n");
  return text + "}\n";
}

}  // namespace ricochet
