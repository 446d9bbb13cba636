#include <ricochet/files/identify_report.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include <ricochet/files/text_table.hpp>
#include <ricochet/impact/registry.hpp>
#include <ricochet/version.hpp>

namespace ricochet {

namespace {

using Align = TextTable::Align;
using Json = nlohmann::ordered_json;

std::string shown(double x) { return fmt::format("{:.6g}", x + 0.0); }
std::string shown_or_none(double x) { return std::isfinite(x) ? shown(x) : "-"; }

std::string plural(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::vector<std::string> names_of(const IdentifyFile& study,
                                  const std::vector<Eigen::Index>& contacts) {
  std::vector<std::string> names;
  names.reserve(contacts.size());
  for (const Eigen::Index i : contacts) {
    names.push_back(study.contacts[static_cast<std::size_t>(i)]);
  }
  return names;
}

const std::string& name_of(const IdentifyFile& study, Eigen::Index contact) {
  return study.contacts[static_cast<std::size_t>(contact)];
}

// For people.

std::string heading(const IdentifyFile& study, const IdentifyResult& result) {
  std::string text;
  if (!study.title.empty()) text = study.title + '\n';
  if (study.impacts) {
    text +=
        fmt::format("{} of {}, law {}",
                    plural(static_cast<std::size_t>(study.impacts->data.repetitions()), "impact"),
                    study.base, study.impacts->law);
  } else {
    text += fmt::format("{} of {}",
                        plural(static_cast<std::size_t>(result.history.samples()), "sample"),
                        study.base);
  }
  return text + fmt::format(", confidence {} %\n\n", shown(100.0 * study.confidence));
}

std::string parameter_table(const IdentifyFile& study, const IdentifyResult& result) {
  TextTable table;
  table.column("contact", "", Align::left);
  table.column("coefficient", "", Align::left);
  table.column("status", "", Align::left);
  table.column("value");
  table.column("low");
  table.column("high");
  std::string messages;
  for (std::size_t k = 0; k < study.sought.size(); ++k) {
    const Identified& found = result.parameters()[k];
    const std::string contacts =
        fmt::format("{}", fmt::join(names_of(study, study.sought[k].contacts), ", "));
    const std::string_view coefficient = to_string(study.sought[k].coefficient);
    table.row({contacts, std::string(coefficient), std::string(to_string(found.status)),
               shown_or_none(found.value), shown_or_none(found.low), shown_or_none(found.high)});
    if (!found.message.empty()) {
      messages += fmt::format("{} of {}: {}\n", coefficient, contacts, found.message);
    }
  }
  return table.text() + (messages.empty() ? "" : '\n' + messages);
}

// A test and its verdict.
std::string test_line(std::string_view what, const FitTest& test, double confidence,
                      std::string_view good, std::string_view bad) {
  if (test.freedom <= 0) return {};
  return fmt::format("{}: chi^2 = {:.4g} of {} degrees of freedom, p = {:.3g}: {}\n", what,
                     test.chi2, test.freedom, test.p_value,
                     test.p_value >= 1.0 - confidence ? good : bad);
}

std::string impact_lines(const IdentifyFile& study, const ImpactIdentification& found) {
  std::string text = "\n";
  if (found.sigma > 0.0) {
    text += fmt::format("standard deviation of the data, from their scatter: {} m/s\n",
                        shown(found.sigma));
  } else {
    text += test_line("law", found.law, study.confidence, "the law explains the data",
                      "the law does not explain the data, and its coefficients mean little");
    text += test_line("momentum", found.momentum, study.confidence,
                      "impulses at these contacts explain the data",
                      "no impulses at these contacts explain the data: look at the base, the "
                      "measurements or sigma");
  }
  if (found.impulses.empty()) return text == "\n" ? "" : text;
  TextTable table;
  table.column("contact", "", Align::left);
  table.column("mean L_N", "[N s]");
  table.column("mean L_T", "[N s]");
  table.column("L_T / L_N");
  for (std::size_t i = 0; i < found.impulses.size(); ++i) {
    const MeasuredImpulse& impulse = found.impulses[i];
    table.row({study.contacts[i], shown(impulse.normal), shown(impulse.tangential),
               shown_or_none(impulse.tangential / impulse.normal)});
  }
  return text + "\nimpulses from momentum alone\n" + table.text();
}

std::string phase_table(const IdentifyFile& study, const IdentifyResult& result) {
  const HistoryIdentification& found = *result.histories;
  TextTable table;
  table.column("contact", "", Align::left);
  table.column("phase", "", Align::left);
  table.column("from", "[s]");
  table.column("to", "[s]");
  table.column("windows");
  table.column("F_T / F_N");
  for (const PhaseRun& run : found.phases) {
    if (run.phase == ContactPhase::open) continue;
    const double from = result.history.t[run.first];
    const double to = result.history.t[run.last - 1];
    // The ratio of the sums: steady in slip, a mean in stick.
    double normal = 0.0, tangential = 0.0;
    std::size_t windows = 0;
    for (const ForceWindow& window : found.windows) {
      if (window.estimate.t < from || window.estimate.t > to) continue;
      normal += window.estimate.force[2 * run.contact];
      tangential += window.estimate.force[2 * run.contact + 1];
      ++windows;
    }
    table.row({name_of(study, run.contact), std::string(to_string(run.phase)), shown(from),
               shown(to), fmt::format("{}", windows),
               windows == 0 ? "-" : shown_or_none(tangential / normal)});
  }
  return table.empty() ? "" : '\n' + table.text();
}

std::string history_lines(const IdentifyFile& study, const IdentifyResult& result) {
  const HistoryIdentification& found = *result.histories;
  std::string text = phase_table(study, result);
  if (!found.onsets.empty()) {
    TextTable table;
    table.column("contact", "", Align::left);
    table.column("slip begins", "[s]");
    table.column("low", "[s]");
    table.column("high", "[s]");
    table.column("|F_T| / F_N");
    for (const Onset& onset : found.onsets) {
      table.row({name_of(study, onset.contact), shown(onset.time.t), shown(onset.time.low),
                 shown(onset.time.high), shown(onset.ratio)});
    }
    text += '\n' + table.text();
  }
  if (!found.impacts.empty()) {
    TextTable table;
    table.column("contact", "", Align::left);
    table.column("impact", "[s]");
    table.column("gN-", "[m/s]");
    table.column("gN+", "[m/s]");
    for (const MeasuredImpact& impact : found.impacts) {
      table.row({name_of(study, impact.contact), shown(impact.t), shown(impact.before),
                 shown(impact.after)});
    }
    text += '\n' + table.text();
  }
  std::string tests;
  for (std::size_t k = 0; k < study.sought.size(); ++k) {
    tests += test_line(to_string(study.sought[k].coefficient), found.tests[k], study.confidence,
                       "one number explains the data", "it is not one number");
  }
  tests += test_line("smoothing", found.smoothing, study.confidence, "the window fits the motion",
                     "the window is too long, or sigma is not right");
  return text + (tests.empty() ? "" : '\n' + tests);
}

// For programs. nlohmann writes numbers that are not finite as null.

Json test_json(const FitTest& test) {
  if (test.freedom <= 0) return nullptr;
  return {{"chi2", test.chi2}, {"freedom", test.freedom}, {"p_value", test.p_value}};
}

Json parameters_json(const IdentifyFile& study, const IdentifyResult& result) {
  Json list = Json::array();
  for (std::size_t k = 0; k < study.sought.size(); ++k) {
    const Identified& found = result.parameters()[k];
    list.push_back({{"contacts", names_of(study, study.sought[k].contacts)},
                    {"coefficient", to_string(study.sought[k].coefficient)},
                    {"status", to_string(found.status)},
                    {"value", found.value},
                    {"low", found.low},
                    {"high", found.high},
                    {"message", found.message}});
    if (result.histories) list.back()["test"] = test_json(result.histories->tests[k]);
  }
  return list;
}

void add_impacts(const IdentifyFile& study, const ImpactIdentification& found, Json& document) {
  document["law"] = study.impacts->law;
  document["repetitions"] = study.impacts->data.repetitions();
  const bool known = found.sigma == 0.0;
  document["sigma"] = known ? Json(nullptr) : Json(found.sigma);
  document["law_test"] = known ? test_json(found.law) : Json(nullptr);
  document["momentum_test"] = known ? test_json(found.momentum) : Json(nullptr);
  Json impulses = Json::array();
  for (std::size_t i = 0; i < found.impulses.size(); ++i) {
    impulses.push_back({{"contact", study.contacts[i]},
                        {"normal_impulse", found.impulses[i].normal},
                        {"tangential_impulse", found.impulses[i].tangential}});
  }
  document["impulses"] = std::move(impulses);
}

Json windows_json(const IdentifyFile& study, const HistoryIdentification& found) {
  Json windows = Json::array();
  for (const ForceWindow& window : found.windows) {
    Json contacts = Json::array();
    for (std::size_t i = 0; i < window.phases.size(); ++i) {
      if (window.phases[i] == ContactPhase::open) continue;
      const auto N = static_cast<Eigen::Index>(2 * i);
      contacts.push_back(
          {{"name", study.contacts[i]},
           {"phase", to_string(window.phases[i])},
           {"normal_force", window.estimate.force[N]},
           {"tangential_force", window.estimate.force[N + 1]},
           {"normal_sigma", std::sqrt(window.estimate.covariance(N, N))},
           {"tangential_sigma", std::sqrt(window.estimate.covariance(N + 1, N + 1))}});
    }
    windows.push_back({{"time", window.estimate.t}, {"contacts", std::move(contacts)}});
  }
  return windows;
}

void add_histories(const IdentifyFile& study, const IdentifyResult& result, Json& document) {
  const HistoryIdentification& found = *result.histories;
  document["samples"] = result.history.samples();
  document["smoothing_test"] = test_json(found.smoothing);
  Json phases = Json::array();
  for (const PhaseRun& run : found.phases) {
    phases.push_back({{"contact", name_of(study, run.contact)},
                      {"phase", to_string(run.phase)},
                      {"from", result.history.t[run.first]},
                      {"to", result.history.t[run.last - 1]}});
  }
  Json onsets = Json::array();
  for (const Onset& onset : found.onsets) {
    onsets.push_back({{"contact", name_of(study, onset.contact)},
                      {"time", onset.time.t},
                      {"low", onset.time.low},
                      {"high", onset.time.high},
                      {"ratio", onset.ratio}});
  }
  Json impacts = Json::array();
  for (const MeasuredImpact& impact : found.impacts) {
    impacts.push_back({{"contact", name_of(study, impact.contact)},
                       {"time", impact.t},
                       {"normal_velocity_before", impact.before},
                       {"normal_velocity", impact.after},
                       {"sigma_before", impact.before_sigma},
                       {"sigma", impact.after_sigma}});
  }
  document["phases"] = std::move(phases);
  document["windows"] = windows_json(study, found);
  document["onsets"] = std::move(onsets);
  document["impacts"] = std::move(impacts);
}

}  // namespace

bool IdentifyResult::answered() const {
  return std::all_of(parameters().begin(), parameters().end(),
                     [](const Identified& found) { return found.has_value(); });
}

IdentifyResult identify(const IdentifyFile& study) {
  IdentifyResult result;
  if (study.impacts) {
    const LawSet laws(study.impacts->base.laws);
    result.impacts = identify_impacts(study.impacts->base.problem, *laws.find(study.impacts->law),
                                      study.sought, study.impacts->data, study.confidence);
    return result;
  }
  const HistoryStudy& histories = *study.histories;
  const Scene& scene = histories.scene;
  if (histories.simulate) {
    const LawSet laws(scene.laws);
    const ImpactLaw* fallback = scene.fallback_law ? laws.find(*scene.fallback_law) : nullptr;
    RunResult run;
    result.history = simulate_history(*scene.system, *laws.find(scene.law), scene.options,
                                      scene.start, fallback, &run);
    if (run.reason != EndReason::end) {
      result.trouble = fmt::format("{}: {}", to_string(run.reason), run.message);
    }
  } else {
    result.history = histories.history;
  }
  if (histories.noise) add_noise(result.history, histories.noise->sigma, histories.noise->seed);
  result.histories =
      identify_histories(*scene.system, result.history, study.sought, histories.options);
  return result;
}

std::string identify_table(const IdentifyFile& study, const IdentifyResult& result) {
  return heading(study, result) + parameter_table(study, result) +
         (result.impacts ? impact_lines(study, *result.impacts) : history_lines(study, result));
}

std::string identify_json(const IdentifyFile& study, const IdentifyResult& result) {
  Json document{{"ricochet", version},
                {"schema", 1},
                {"kind", "identify"},
                {"title", study.title},
                {"base", study.base},
                {"data", result.impacts ? "impacts" : "histories"},
                {"confidence", study.confidence},
                {"parameters", parameters_json(study, result)}};
  if (result.impacts) {
    add_impacts(study, *result.impacts, document);
  } else {
    add_histories(study, result, document);
  }
  return document.dump(2) + '\n';
}

StudyDocument identify_document(const IdentifyFile& study, const IdentifyResult& result) {
  StudyTable table{"coefficients", {}};
  StudyColumn contacts{"contacts", "", {}};
  for (const SoughtCoefficient& sought : study.sought) {
    contacts.codes.push_back(fmt::format("{}", fmt::join(names_of(study, sought.contacts), ", ")));
  }
  const StudyColumn coefficients{"coefficient", "", code_names(Coefficient::impulse_ratio)};
  const StudyColumn statuses{"status", "", code_names(IdentifyStatus::not_identifiable)};
  table.columns = {contacts, coefficients, statuses, {"value"}, {"low"}, {"high"}};
  for (std::size_t k = 0; k < study.sought.size(); ++k) {
    const Identified& found = result.parameters()[k];
    table.numbers.insert(table.numbers.end(),
                         {static_cast<double>(k), static_cast<double>(study.sought[k].coefficient),
                          static_cast<double>(found.status), found.value, found.low, found.high});
  }
  return {"identify", study.title, study.text, study.base_text, {std::move(table)}};
}

}  // namespace ricochet
