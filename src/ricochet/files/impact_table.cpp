#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <ricochet/files/impact_report.hpp>
#include <ricochet/files/text_table.hpp>

namespace ricochet {

namespace {

using Align = TextTable::Align;

std::string plural(Eigen::Index count, std::string_view noun, std::string_view nouns) {
  return fmt::format("{} {}", count, count == 1 ? noun : nouns);
}

std::string shown(double x) {
  return std::isfinite(x) ? fmt::format("{:.5g}", x + 0.0) : std::string("-");
}

// Numbers of one report, with rounding noise shown as zero.
class Scale {
 public:
  explicit Scale(const ImpactReport& report)
      : velocity_(report.problem.gamma.cwiseAbs().maxCoeff()) {
    for (const LawResult& result : report.results) {
      if (!has_answer(result.outcome.status)) continue;
      impulse_ = std::max(impulse_, result.outcome.impulse.cwiseAbs().maxCoeff());
      velocity_ = std::max(velocity_, result.outcome.gamma.cwiseAbs().maxCoeff());
    }
  }
  std::string velocity(double x) const { return clean(x, velocity_); }
  std::string impulse(double x) const { return clean(x, impulse_); }

 private:
  static std::string clean(double x, double scale) {
    return shown(std::abs(x) <= 1e-13 * scale ? 0.0 : x);
  }
  double velocity_ = 0.0;
  double impulse_ = 0.0;
};

std::string percent(double part, double whole) {
  return whole > 0.0 ? fmt::format("{:.2f}", 100.0 * part / whole + 0.0) : std::string("-");
}

void add_contact_columns(TextTable& table) {
  table.column("L_N", "[N s]");
  table.column("L_T", "[N s]");
  table.column("gN+", "[m/s]");
  table.column("gT+", "[m/s]");
  table.column("mode", "", Align::left);
}

std::vector<std::string> contact_cells(const Scale& scale, Eigen::Index i,
                                       const Eigen::VectorXd& impulse, const Eigen::VectorXd& gamma,
                                       const std::vector<Mode>& modes) {
  return {scale.impulse(impulse[2 * i]), scale.impulse(impulse[2 * i + 1]),
          scale.velocity(gamma[2 * i]), scale.velocity(gamma[2 * i + 1]),
          std::string(to_string(modes[static_cast<std::size_t>(i)]))};
}

template <class... Cells>
std::vector<std::string> joined(std::vector<std::string> cells, const Cells&... more) {
  (cells.insert(cells.end(), more.begin(), more.end()), ...);
  return cells;
}

std::string heading(const ContactProblem& problem) {
  std::string text = plural(problem.contacts(), "contact", "contacts");
  if (problem.in_contact_space()) {
    text += ", in contact space\n";
  } else {
    text += fmt::format(", {}, kinetic energy {} J\n",
                        plural(problem.dofs(), "degree of freedom", "degrees of freedom"),
                        shown(0.5 * problem.u.dot(problem.M * problem.u)));
  }
  if (problem.contacts() == 1) {
    return text + fmt::format("before: gN- = {} m/s, gT- = {} m/s\n\n", shown(problem.gamma[0]),
                              shown(problem.gamma[1]));
  }
  TextTable before;
  before.column("contact", "", Align::left);
  before.column("gN-", "[m/s]");
  before.column("gT-", "[m/s]");
  before.column("friction");
  for (Eigen::Index i = 0; i < problem.contacts(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    before.row({problem.names[k], shown(problem.gamma[2 * i]), shown(problem.gamma[2 * i + 1]),
                shown(problem.contact[k].mu)});
  }
  return text + '\n' + before.text() + '\n';
}

// One contact: everything of a law on one row. Several: a row per law, then a row per law and contact.
std::string comparison(const ImpactReport& report, const Scale& scale) {
  const ContactProblem& problem = report.problem;
  const bool single = problem.contacts() == 1;
  TextTable laws;
  laws.column("law", "", Align::left);
  if (single) add_contact_columns(laws);
  laws.column("loss", "[J]");
  laws.column("loss", "[%]");
  laws.column("residual");
  laws.column("status", "", Align::left);
  TextTable contacts;
  contacts.column("law", "", Align::left);
  contacts.column("contact", "", Align::left);
  add_contact_columns(contacts);

  for (const LawResult& result : report.results) {
    const ImpactOutcome& out = result.outcome;
    if (!has_answer(out.status)) continue;
    const std::string name(result.law->info().name);
    const std::vector<std::string> summary = {
        shown(out.energy.dissipation), percent(out.energy.dissipation, out.energy.before),
        out.residual == 0.0 ? "0" : fmt::format("{:.0e}", out.residual),
        std::string(to_string(out.status))};
    if (single) {
      laws.row(joined({name}, contact_cells(scale, 0, out.impulse, out.gamma, out.modes), summary));
      continue;
    }
    laws.row(joined({name}, summary));
    for (Eigen::Index i = 0; i < problem.contacts(); ++i) {
      contacts.row(joined({i == 0 ? name : "", problem.names[static_cast<std::size_t>(i)]},
                          contact_cells(scale, i, out.impulse, out.gamma, out.modes)));
    }
  }
  if (laws.empty()) return "no law has an answer\n";
  return contacts.empty() ? laws.text() : laws.text() + '\n' + contacts.text();
}

std::string body_table(const ImpactReport& report) {
  const ContactProblem& problem = report.problem;
  TextTable table;
  table.column("law", "", Align::left);
  table.column("body", "", Align::left);
  table.column("delta-v", "[m/s]");
  table.column("delta-omega", "[rad/s]");
  table.column("direction", "[deg]");
  table.column("energy change", "[J]");
  for (const LawResult& result : report.results) {
    if (!has_answer(result.outcome.status)) continue;
    std::string law(result.law->info().name);
    for (const BodyInfo& body : problem.bodies) {
      const BodyChange change = change_of(body, problem.u, result.outcome.u);
      table.row({law, body.name, shown(change.delta_v), shown(change.delta_omega),
                 shown(change.principal_direction_deg), shown(change.energy_change)});
      law.clear();
    }
  }
  if (table.empty()) return {};
  return "\nper body (direction of the impulse on it, counter-clockwise from x)\n" + table.text();
}

// A line for each thing the reader should not overlook, after the names of the laws it is about.
class Notes {
 public:
  void add(const LawResult& result, const std::string& note) {
    const std::string law(result.law->info().name);
    for (auto& [laws, text] : lines_) {
      if (text != note) continue;
      laws += ", " + law;
      return;
    }
    lines_.emplace_back(law, note);
  }

  std::string text() const {
    std::string text;
    for (const auto& [laws, note] : lines_) text += fmt::format("{}: {}\n", laws, note);
    return text.empty() ? text : '\n' + text;
  }

 private:
  std::vector<std::pair<std::string, std::string>> lines_;
};

void add_notes(const ImpactReport& report, const LawResult& result, Notes& notes) {
  const ImpactOutcome& out = result.outcome;
  if (!has_answer(out.status)) {
    notes.add(result, fmt::format("{}: {}", to_string(out.status), out.message));
    return;
  }
  if (out.status == Status::one_of_many) {
    const std::string count =
        out.solutions.size() < 2 ? "several" : std::to_string(out.solutions.size());
    notes.add(result, fmt::format("{} answers satisfy the law; one of them is shown{}", count,
                                  report.all_solutions ? "" : " (--all-solutions lists them)"));
  }
  if (!out.impulses_unique) {
    notes.add(result, fmt::format("the impulses are not unique; {} are shown",
                                  out.least_norm ? "the smallest" : "some of them"));
  }
  if (out.energy.surface_work != 0.0) {
    notes.add(result,
              fmt::format("the moving surfaces do {} J of work; the kinetic energy changes by {} J",
                          shown(out.energy.surface_work), shown(out.energy.change)));
  }
  for (const Warning& warning : out.warnings) {
    const bool of_all = report.problem.contacts() == 1 || warning.id == WarningId::energy_gain;
    const std::string where =
        of_all ? "" : report.problem.names[static_cast<std::size_t>(warning.contact)] + ": ";
    notes.add(result, fmt::format("{}: {}{}", to_string(warning.id), where, message(warning)));
  }
}

std::string solution_table(const ImpactReport& report, const Scale& scale) {
  TextTable table;
  table.column("law", "", Align::left);
  table.column("solution");
  table.column("contact", "", Align::left);
  add_contact_columns(table);
  table.column("stands for", "", Align::left);
  for (const LawResult& result : report.results) {
    int number = 0;
    for (const ImpactSolution& solution : result.outcome.solutions) {
      ++number;
      std::string extent = "itself";
      if (solution.velocity_dimension > 0) {
        extent = fmt::format("a family of dimension {}{}", solution.velocity_dimension,
                             solution.unbounded ? ", unbounded" : "");
      } else if (!solution.impulses_unique) {
        extent = "itself; impulses not unique";
      }
      for (Eigen::Index i = 0; i < report.problem.contacts(); ++i) {
        const bool first = i == 0;
        table.row(joined({first && number == 1 ? std::string(result.law->info().name) : "",
                          first ? std::to_string(number) : "",
                          report.problem.names[static_cast<std::size_t>(i)]},
                         contact_cells(scale, i, solution.impulse, solution.gamma, solution.modes),
                         std::vector<std::string>{first ? extent : ""}));
      }
    }
  }
  return table.empty() ? "\nno solutions were enumerated\n" : "\nall solutions\n" + table.text();
}

}  // namespace

std::string impact_table(const ImpactReport& report) {
  const Scale scale(report);
  std::string text = heading(report.problem) + comparison(report, scale) + body_table(report);
  if (report.all_solutions) text += solution_table(report, scale);
  Notes notes;
  for (const LawResult& result : report.results) add_notes(report, result, notes);
  return text + notes.text();
}

}  // namespace ricochet
