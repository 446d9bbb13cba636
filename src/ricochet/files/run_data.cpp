#include <ricochet/files/run_data.hpp>

#include <ricochet/version.hpp>

namespace ricochet {

namespace {

std::string_view name_of(PainleveRule rule) {
  switch (rule) {
    case PainleveRule::detach: return "detach";
    case PainleveRule::impact: return "impact";
    case PainleveRule::stop: break;
  }
  return "stop";
}

}  // namespace

std::vector<RunFact> facts_of(const RunSetup& setup) {
  const SimulationOptions& options = setup.options;
  std::vector<RunFact> facts = {{"ricochet", std::string(version)},
                                {"law", std::string(setup.law)},
                                {"fallback_law", std::string(setup.fallback_law)},
                                {"method", std::string(setup.method)},
                                {"until", options.until, "s"},
                                {"tolerance", options.tolerance},
                                {"painleve", std::string(name_of(options.painleve))},
                                {"chatter_height", options.chatter_height, "m"},
                                {"sample_step", options.sample_step, "s"},
                                {"largest_step", options.largest_step, "s"},
                                {"event_limit", options.event_limit},
                                {"step_limit", options.step_limit}};
  if (setup.method == "moreau") {  // others have no fixed step
    facts.push_back({"step", options.step, "s"});
    facts.push_back({"theta", options.theta});
  }
  return facts;
}

std::vector<RunFact> facts_of(const RunResult& result) {
  return {{"reason", std::string(to_string(result.reason))},
          {"message", result.message},
          {"steps", result.statistics.steps},
          {"rejected", result.statistics.rejected},
          {"evaluations", result.statistics.evaluations},
          {"events", result.statistics.events},
          {"impacts", result.statistics.impacts}};
}

}  // namespace ricochet
