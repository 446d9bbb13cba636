#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
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

constexpr double rounding = 1e-13;

std::string clean(double x, double scale) {
  constexpr double largest = std::numeric_limits<double>::max();  // if the scale overflows
  return shown(std::abs(x) <= rounding * std::min(scale, largest) ? 0.0 : x);
}

// What velocities and impulses of one answer consist of, row by row: what is less than rounding of that
// is shown as zero. Rows that do not act on each other do not count for each other, so that a light body
// beside a heavy one keeps its numbers.
class Scale {
 public:
  // An answer has impulses and velocities after; without them, what is known before.
  explicit Scale(const ContactProblem& problem, const Eigen::VectorXd* impulse = nullptr,
                 const Eigen::VectorXd* gamma = nullptr)
      : velocity_(problem.gamma.size()), impulse_(Eigen::VectorXd::Zero(problem.gamma.size())) {
    for (Eigen::Index i = 0; i < problem.contacts(); ++i) {
      const auto of_contact = [&](const Eigen::VectorXd& v) {
        return v.segment<2>(2 * i).cwiseAbs().maxCoeff();
      };
      const double before =
          std::max(of_contact(problem.gamma), of_contact(problem.surface_velocity));
      const double after = gamma == nullptr ? 0.0 : of_contact(*gamma);
      for (Eigen::Index row = 2 * i; row < 2 * i + 2; ++row) {
        double& v = velocity_[row];
        v = before + after;
        if (!problem.in_contact_space()) {
          v += problem.W.col(row).cwiseAbs().dot(problem.u.cwiseAbs());
        }
        if (impulse == nullptr) continue;
        v += problem.G.col(row).cwiseAbs().dot(impulse->cwiseAbs());
        const double inverse_mass = problem.G(row, row);
        if (inverse_mass > 0.0) impulse_[row] = v / inverse_mass;
      }
    }
  }

  std::string velocity(double x, Eigen::Index row) const { return clean(x, velocity_[row]); }
  std::string impulse(double x, Eigen::Index row) const { return clean(x, impulse_[row]); }
  double velocity_scale(Eigen::Index row) const { return velocity_[row]; }

 private:
  Eigen::VectorXd velocity_;
  Eigen::VectorXd impulse_;
};

std::string percent(double part, double whole) {
  if (!(whole > 0.0)) return "-";
  const std::string text = fmt::format("{:.2f}", 100.0 * part / whole);
  return text == "-0.00" ? "0.00" : text;
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
  const Eigen::Index n = 2 * i;
  return {scale.impulse(impulse[n], n), scale.impulse(impulse[n + 1], n + 1),
          scale.velocity(gamma[n], n), scale.velocity(gamma[n + 1], n + 1),
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
  const Scale scale(problem);
  const auto before_of = [&](Eigen::Index row) { return scale.velocity(problem.gamma[row], row); };
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
  // Per cent of the kinetic energy say nothing where moving surfaces supply energy too.
  const bool surfaces_move = !problem.surface_velocity.isZero(0.0);
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
    const Scale scale(problem, &out.impulse, &out.gamma);
    double work = 0.0;
    for (Eigen::Index row = 0; row < out.impulse.size(); ++row) {
      work += std::abs(out.impulse[row]) * scale.velocity_scale(row);
    }
    const std::vector<std::string> summary = {
        clean(out.energy.dissipation, work),
        surfaces_move ? "-" : percent(out.energy.dissipation, out.energy.before),
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

// The changes are compared with the velocities themselves and with what the impulses at the body could do.
std::vector<std::string> body_cells(const ContactProblem& problem, const ImpactOutcome& out,
                                    const BodyInfo& body) {
  const auto before = problem.u.segment<3>(body.first_dof);
  const auto after = out.u.segment<3>(body.first_dof);
  const double speed = std::max(before.head<2>().norm(), after.head<2>().norm());
  const double spin = std::max(std::abs(before[2]), std::abs(after[2]));
  double delta_v_scale = speed;
  double delta_omega_scale = spin;
  for (Eigen::Index i = 0; i < problem.contacts(); ++i) {
    const auto directions = problem.W.block<3, 2>(body.first_dof, 2 * i);
    const double impulse = out.impulse.segment<2>(2 * i).norm();
    const double lever = directions.row(2).norm();      // distance of the point from the centre
    if (directions.topRows<2>().isZero(0.0)) continue;  // of other bodies
    delta_v_scale += impulse / body.mass;
    delta_omega_scale += impulse * lever / body.inertia;
  }
  const double energy_scale =
      body.mass * speed * delta_v_scale + body.inertia * spin * delta_omega_scale;
  const BodyChange change = change_of(body, problem.u, out.u);
  const bool moved = change.delta_v > rounding * delta_v_scale;
  return {body.name, clean(change.delta_v, delta_v_scale),
          clean(change.delta_omega, delta_omega_scale),
          moved ? shown(change.principal_direction_deg) : "-",
          clean(change.energy_change, energy_scale)};
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
  if (out.status == Status::solved) {
    notes.add(result, "uniqueness was not examined; motion and impulses may be one choice of many");
  } else if (!out.impulses_unique) {
    notes.add(result, fmt::format("the impulses are not unique; {} are shown",
                                  out.least_norm ? "the smallest" : "some of them"));
  }
  if (out.energy.surface_work != 0.0) {
    notes.add(result,
              fmt::format("the moving surfaces do {} J of work; the kinetic energy changes by {} J",
                          shown(out.energy.surface_work), shown(out.energy.change)));
  }
  for (const Warning& warning : out.warnings) {
    const bool of_all = report.problem.contacts() == 1 || !concerns_a_contact(warning.id);
    const std::string where =
        of_all ? "" : report.problem.names[static_cast<std::size_t>(warning.contact)] + ": ";
    notes.add(result, fmt::format("{}: {}{}", to_string(warning.id), where, message(warning)));
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
      const Scale scale(report.problem, &solution.impulse, &solution.gamma);
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
  Notes notes;
  for (const LawResult& result : report.results) add_notes(report, result, notes);
  return text + notes.text();
}

}  // namespace ricochet
