#include <fmt/format.h>

#include <cmath>
#include <optional>

#include <ricochet/files/law_options.hpp>
#include <ricochet/files/matrices.hpp>
#include <ricochet/files/problem_file.hpp>
#include <ricochet/files/text_table.hpp>
#include <ricochet/impact/registry.hpp>

#include "commands.hpp"
#include "streams.hpp"

namespace ricochet::app {

namespace {

using Align = TextTable::Align;

std::string shown(double x) { return fmt::format("{:.6g}", x + 0.0); }

// The parameters that are given, under the names they have in files.
std::string parameters_of(const ContactParameters& contact) {
  std::string text = "friction " + shown(contact.mu);
  if (contact.mu_static != contact.mu)
    text += fmt::format(" (static {})", shown(contact.mu_static));
  const auto add = [&](const char* name, const std::optional<double>& value) {
    if (value) text += fmt::format(", {} {}", name, shown(*value));
  };
  add("newton", contact.newton);
  add("poisson", contact.poisson);
  add("energetic", contact.energetic);
  add("tangential", contact.tangential);
  add("stiffness", contact.stiffness);
  add("exponent", contact.exponent);
  add("tangential_stiffness", contact.tangential_stiffness);
  if (contact.impulse_ratio) {
    add("impulse_ratio", contact.impulse_ratio->value);
    if (contact.impulse_ratio->fraction_of_mu0) text += " of mu_0";
  }
  return text;
}

std::string sizes(const ContactProblem& problem) {
  const char* form = problem.in_contact_space() ? "contact space"
                     : problem.bodies.empty()   ? "matrices"
                                                : "bodies";
  std::string text =
      fmt::format("kind: impact\nform: {}\ncontacts: {}\n", form, problem.contacts());
  if (!problem.in_contact_space()) {
    text += fmt::format("degrees of freedom: {}\nkinetic energy: {} J\n", problem.dofs(),
                        shown(0.5 * problem.u.dot(problem.M * problem.u)));
  }
  for (const BodyInfo& body : problem.bodies) {
    const auto v = problem.u.segment<3>(body.first_dof);
    text += fmt::format("body {}: mass {} kg, inertia {} kg m^2, velocity ({}, {}) m/s, {} rad/s\n",
                        body.name, shown(body.mass), shown(body.inertia), shown(v[0]), shown(v[1]),
                        shown(v[2]));
  }
  const Spectrum spectrum = spectrum_of(problem.G);
  return text + fmt::format("rank of the Delassus matrix: {} of {}\n", spectrum.rank,
                            2 * problem.contacts());
}

std::string contact_table(const ContactProblem& problem) {
  TextTable motion;
  motion.column("contact", "", Align::left);
  motion.column("gN-", "[m/s]");
  motion.column("gT-", "[m/s]");
  motion.column("surface vN", "[m/s]");
  motion.column("surface vT", "[m/s]");
  motion.column("alpha", "[1/kg]");
  motion.column("beta", "[1/kg]");
  motion.column("delta", "[1/kg]");
  std::string parameters;
  for (Eigen::Index i = 0; i < problem.contacts(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    const ContactParameters& contact = problem.contact[k];
    const Eigen::Index n = 2 * i;
    motion.row({problem.names[k], shown(problem.gamma[n]), shown(problem.gamma[n + 1]),
                shown(problem.surface_velocity[n]), shown(problem.surface_velocity[n + 1]),
                shown(problem.G(n, n)), shown(problem.G(n + 1, n + 1)),
                shown(problem.G(n, n + 1))});
    parameters += fmt::format("{}: {}\n", problem.names[k], parameters_of(contact));
  }
  return '\n' + motion.text() + '\n' + parameters;
}

// The two values of friction that divide the behaviour of a single contact.
std::string critical_friction(const ContactProblem& problem) {
  if (problem.contacts() != 1) return {};
  const double alpha = problem.G(0, 0);
  const double beta = problem.G(1, 1);
  const double delta = problem.G(0, 1);
  std::string text = "\n";
  if (beta > 0.0) {
    text += fmt::format("sticking is possible from friction |delta| / beta = {}\n",
                        shown(std::abs(delta) / beta));
  }
  if (delta == 0.0) return text + "no friction is supercritical (delta = 0)\n";
  return text + fmt::format(
                    "friction is supercritical above alpha / |delta| = {}, for slip with "
                    "gT of the sign of delta\n",
                    shown(alpha / std::abs(delta)));
}

std::string applicable_laws(const ProblemFile& file) {
  std::string text = "\n";
  const LawSet laws(file.laws);
  for (const ImpactLaw* law : laws.all()) {
    const std::string_view name = law->info().name;
    const std::string_view refusal = law->refusal(file.problem);
    const std::string options = law_options_json(name, file.laws, file.problem.names);
    text += fmt::format("{}: {}\n", name,
                        !refusal.empty()  ? fmt::format("not applicable: {}", refusal)
                        : options.empty() ? "applies"
                                          : fmt::format("applies with {}", options));
  }
  return text;
}

}  // namespace

int run_check(const CheckOptions& options) {
  const ProblemFile file = read_problem(options.file);
  const ContactProblem& problem = file.problem;
  write_data(sizes(problem) + contact_table(problem) + critical_friction(problem) +
             applicable_laws(file));
  talk(options.common, fmt::format("{}: valid", options.file));
  return 0;
}

}  // namespace ricochet::app
