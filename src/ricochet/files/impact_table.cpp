#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <ricochet/files/impact_report.hpp>
#include <ricochet/files/impact_scale.hpp>
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

std::string clean(double x, double scale) { return shown(zero_to_rounding(x, scale) ? 0.0 : x); }

std::string percent(double share) {
  if (!std::isfinite(share)) return "-";
  const std::string text = fmt::format("{:.2f}", share);
  return text == "-0.00" ? "0.00" : text;
}

void add_contact_columns(TextTable& table) {
  table.column("L_N", "[N s]");
  table.column("L_T", "[N s]");
  table.column("gN+", "[m/s]");
  table.column("gT+", "[m/s]");
  table.column("mode", "", Align::left);
}

std::vector<std::string> contact_cells(const ImpactScale& scale, Eigen::Index i,
                                       const Eigen::VectorXd& impulse, const Eigen::VectorXd& gamma,
                                       const std::vector<Mode>& modes) {
  const Eigen::Index n = 2 * i;
  return {clean(impulse[n], scale.impulse(n)), clean(impulse[n + 1], scale.impulse(n + 1)),
          clean(gamma[n], scale.velocity(n)), clean(gamma[n + 1], scale.velocity(n + 1)),
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
  const ImpactScale scale(problem);
  const auto before_of = [&](Eigen::Index row) {
    return clean(problem.gamma[row], scale.velocity(row));
  };
  if (problem.contacts() == 1) {
    return text + fmt::format("before: gN- = {} m/s, gT- = {} m/s\n\n", before_of(0), before_of(1));
  }
  TextTable before;
  before.column("contact", "", Align::left);
  before.column("gN-", "[m/s]");
  before.column("gT-", "[m/s]");
  before.column("friction");
  for (Eigen::Index i = 0; i < problem.contacts(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    before.row(
        {problem.names[k], before_of(2 * i), before_of(2 * i + 1), shown(problem.contact[k].mu)});
  }
  return text + '\n' + before.text() + '\n';
}

// One contact: everything of a law on one row. Several: a row per law, then a row per law and contact.
std::string comparison(const ImpactReport& report) {
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
    const ImpactScale scale(problem, &out.impulse, &out.gamma);
    const std::vector<std::string> summary = {
        clean(out.energy.dissipation, scale.work()), percent(loss_percent(problem, out)),
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

std::vector<std::string> body_cells(const ContactProblem& problem, const ImpactOutcome& out,
                                    const BodyInfo& body) {
  const BodyScale scale = body_scale(problem, out, body);
  const BodyChange change = change_of(body, problem.u, out.u);
  const bool moved = !zero_to_rounding(change.delta_v, scale.delta_v);
  return {body.name, clean(change.delta_v, scale.delta_v),
          clean(change.delta_omega, scale.delta_omega),
          moved ? shown(change.principal_direction_deg) : "-",
          clean(change.energy_change, scale.energy)};
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
      table.row(joined({law}, body_cells(problem, result.outcome, body)));
      law.clear();
    }
  }
  if (table.empty()) return {};
  return "\nper body (direction of the impulse on it, counter-clockwise from x)\n" + table.text();
}

void add(std::vector<ImpactNote>& notes, const LawResult& result, const std::string& text) {
  const std::string law(result.law->info().name);
  for (ImpactNote& note : notes) {
    if (note.text != text) continue;
    note.laws.push_back(law);
    return;
  }
  notes.push_back({{law}, text});
}

void add_notes(const ImpactReport& report, const LawResult& result,
               std::vector<ImpactNote>& notes) {
  const ImpactOutcome& out = result.outcome;
  if (!has_answer(out.status)) {
    add(notes, result, fmt::format("{}: {}", to_string(out.status), out.message));
    return;
  }
  if (out.status == Status::one_of_many) {
    const std::string count =
        out.solutions.size() < 2 ? "several" : std::to_string(out.solutions.size());
    add(notes, result,
        fmt::format("{} answers satisfy the law; one of them is shown{}", count,
                    report.all_solutions ? "" : " (--all-solutions lists them)"));
  }
  if (out.status == Status::solved) {
    add(notes, result,
        "uniqueness was not examined; motion and impulses may be one choice of many");
  } else if (!out.impulses_unique) {
    add(notes, result,
        fmt::format("the impulses are not unique; {} are shown",
                    out.least_norm ? "the smallest" : "some of them"));
  }
  if (out.energy.surface_work != 0.0) {
    add(notes, result,
        fmt::format("the moving surfaces do {} J of work; the kinetic energy changes by {} J",
                    shown(out.energy.surface_work), shown(out.energy.change)));
  }
  for (const Warning& warning : out.warnings) {
    const bool of_all = report.problem.contacts() == 1 || !concerns_a_contact(warning.id);
    const std::string where =
        of_all ? "" : report.problem.names[static_cast<std::size_t>(warning.contact)] + ": ";
    add(notes, result, fmt::format("{}: {}{}", to_string(warning.id), where, message(warning)));
  }
}

std::string solution_table(const ImpactReport& report) {
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
      const ImpactScale scale(report.problem, &solution.impulse, &solution.gamma);
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
  std::string text = heading(report.problem) + comparison(report) + body_table(report);
  if (report.all_solutions) text += solution_table(report);
  const std::vector<ImpactNote> notes = impact_notes(report);
  if (!notes.empty()) text += '\n';
  for (const ImpactNote& note : notes) {
    text += fmt::format("{}: {}\n", fmt::join(note.laws, ", "), note.text);
  }
  return text;
}

std::vector<ImpactNote> impact_notes(const ImpactReport& report) {
  std::vector<ImpactNote> notes;
  for (const LawResult& result : report.results) add_notes(report, result, notes);
  return notes;
}

}  // namespace ricochet
