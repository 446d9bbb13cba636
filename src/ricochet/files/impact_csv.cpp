#include <fmt/format.h>

#include <ricochet/files/csv.hpp>
#include <ricochet/files/impact_report.hpp>

namespace ricochet {

namespace {

struct Answer {
  std::string label;
  const Eigen::VectorXd& impulse;
  const Eigen::VectorXd& gamma;
  const std::vector<Mode>& modes;
};

std::string rows_of(const ContactProblem& problem, const LawResult& result, const Answer& answer,
                    const std::string& tail) {
  std::string rows;
  for (Eigen::Index i = 0; i < problem.contacts(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    rows += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}\n", result.law->info().name,
                        to_string(result.outcome.status), answer.label, csv_text(problem.names[k]),
                        csv_number(answer.impulse[2 * i]), csv_number(answer.impulse[2 * i + 1]),
                        csv_number(answer.gamma[2 * i]), csv_number(answer.gamma[2 * i + 1]),
                        csv_number(problem.gamma[2 * i]), csv_number(problem.gamma[2 * i + 1]),
                        to_string(answer.modes[k]), tail);
  }
  return rows;
}

}  // namespace

std::string impact_csv(const ImpactReport& report) {
  std::string csv =
      "law,status,solution,contact,normal_impulse [N s],tangential_impulse [N s],"
      "normal_velocity [m/s],tangential_velocity [m/s],normal_velocity_before [m/s],"
      "tangential_velocity_before [m/s],mode,energy_before [J],energy_change [J],dissipation [J],"
      "residual,message\n";
  for (const LawResult& result : report.results) {
    const ImpactOutcome& out = result.outcome;
    if (!has_answer(out.status)) {
      csv += fmt::format("{},{},,,,,,,,,,,,,,{}\n", result.law->info().name, to_string(out.status),
                         csv_text(out.message));
      continue;
    }
    std::string warnings;
    for (const Warning& warning : out.warnings) {
      warnings += (warnings.empty() ? "" : "; ") + message(warning);
    }
    csv += rows_of(report.problem, result, {"taken", out.impulse, out.gamma, out.modes},
                   fmt::format("{},{},{},{},{}", csv_number(out.energy.before),
                               csv_number(out.energy.change), csv_number(out.energy.dissipation),
                               csv_number(out.residual), csv_text(warnings)));
    if (!report.all_solutions) continue;
    int number = 0;
    for (const ImpactSolution& solution : out.solutions) {
      const std::string family =
          solution.velocity_dimension > 0
              ? fmt::format("one member of a family of dimension {}", solution.velocity_dimension)
              : std::string();
      csv += rows_of(report.problem, result,
                     {std::to_string(++number), solution.impulse, solution.gamma, solution.modes},
                     fmt::format("{},,,,{}", csv_number(out.energy.before), family));
    }
  }
  return csv;
}

}  // namespace ricochet
