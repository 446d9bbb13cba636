#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ricochet/files/impact_report.hpp>
#include <ricochet/files/lzb_history.hpp>
#include <ricochet/files/names.hpp>
#include <ricochet/files/problem_file.hpp>
#include <ricochet/impact/lzb.hpp>
#include <ricochet/impact/registry.hpp>
#include <string_view>

#include "commands.hpp"
#include "streams.hpp"

namespace ricochet::app {

namespace {

const ImpactLaw* law_named(const LawSet& laws, std::string_view name) {
  if (const ImpactLaw* law = laws.find(name)) return law;
  if (name == "all") throw UsageError("--law: 'all' stands alone, or name the laws without it");
  std::vector<std::string_view> names{"all"};
  for (const ImpactLaw* law : laws.all()) names.push_back(law->info().name);
  throw UsageError(
      fmt::format("--law: there is no law '{}', {}", name, allowed_names(name, names)));
}

std::vector<const ImpactLaw*> chosen_laws(const LawSet& all, std::string_view list) {
  if (list == "all") return {all.all().begin(), all.all().end()};
  std::vector<const ImpactLaw*> laws;
  while (true) {
    const std::size_t comma = list.find(',');
    const ImpactLaw* law = law_named(all, list.substr(0, comma));
    if (std::find(laws.begin(), laws.end(), law) != laws.end()) {
      throw UsageError(fmt::format("--law: '{}' is given twice, each law once", law->info().name));
    }
    laws.push_back(law);
    if (comma == std::string_view::npos) return laws;
    list.remove_prefix(comma + 1);
  }
}

bool is_lzb(const ImpactLaw* law) { return law->info().name == "lzb"; }

// The file of --history, if one is wanted: before the work, so that nobody waits for what cannot be.
std::optional<LzbHistory> history_file(const ImpactOptions& options,
                                       const std::vector<const ImpactLaw*>& laws,
                                       const ContactProblem& problem) {
  if (!options.history) return std::nullopt;
  if (options.history->empty()) throw UsageError("--history: the name of the file is empty");
  if (std::none_of(laws.begin(), laws.end(), is_lzb)) {
    throw UsageError("--history: it is that of the law lzb, which is not among those of --law");
  }
  return std::make_optional<LzbHistory>(*options.history, options.force, problem.names);
}

std::string text_of(const ImpactReport& report, Format format) {
  switch (format) {
    case Format::json: return impact_json(report);
    case Format::csv: return impact_csv(report);
    case Format::table: break;
  }
  return impact_table(report);
}

}  // namespace

int run_impact(const ImpactOptions& options) {
  const ProblemFile file = read_problem(options.file);
  const ContactProblem& problem = file.problem;
  const LawSet all_laws(file.laws);
  const std::vector<const ImpactLaw*> laws = chosen_laws(all_laws, options.laws);
  if (options.all_solutions && problem.contacts() > most_contacts_examined) {
    throw UsageError(fmt::format("--all-solutions: the problem has {} contacts, at most {} allowed",
                                 problem.contacts(), most_contacts_examined));
  }
  std::optional<LzbHistory> history = history_file(options, laws, problem);
  Workspace workspace;
  std::vector<LawResult> results;
  for (const ImpactLaw* law : laws) {
    if (history && is_lzb(law)) {
      const auto record = [&](const LzbSample& sample) { history->add(sample); };
      ImpactOutcome& outcome = results.emplace_back(LawResult{law, {}}).outcome;
      Lzb(file.laws.lzb).resolve_with_history(problem, outcome, workspace, record);
    } else {
      results.push_back(answer_of(*law, problem, workspace));
    }
  }
  if (history) history->finish();
  write_data(text_of({problem, results, options.all_solutions, file.laws}, options.format));

  const auto answered = [](const LawResult& r) { return has_answer(r.outcome.status); };
  if (options.laws == "all") {
    if (std::any_of(results.begin(), results.end(), answered)) return 0;
    talk(options.common, fmt::format("{}: no law has an answer", options.file));
    return 1;
  }
  int code = 0;
  for (const LawResult& result : results) {
    if (answered(result)) continue;
    talk(options.common, fmt::format("{}: {}: {}", result.law->info().name,
                                     to_string(result.outcome.status), result.outcome.message));
    code = 1;
  }
  return code;
}

}  // namespace ricochet::app
