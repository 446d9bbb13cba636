#include <fmt/format.h>

#include <cmath>
#include <optional>

#include <ricochet/files/file_kind.hpp>
#include <ricochet/files/identify_file.hpp>
#include <ricochet/files/law_options.hpp>
#include <ricochet/files/matrices.hpp>
#include <ricochet/files/problem_file.hpp>
#include <ricochet/files/scene_file.hpp>
#include <ricochet/files/study.hpp>
#include <ricochet/files/text_file.hpp>
#include <ricochet/files/text_table.hpp>
#include <ricochet/impact/registry.hpp>
#include <ricochet/system/bodies.hpp>
#include <ricochet/system/joint_start.hpp>
#include <ricochet/system/neighbourhood.hpp>

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
  if (contact.damping > 0.0) add("damping", contact.damping);
  if (contact.contact_time > 0.0) add("contact_time", contact.contact_time);
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

std::string description(const ProblemFile& file) {
  const ContactProblem& problem = file.problem;
  return sizes(problem) + contact_table(problem) + critical_friction(problem) +
         applicable_laws(file);
}

// Scenes.

std::string shape_of(const Body& body) {
  std::string text;
  if (body.radius > 0.0) text += fmt::format(", disc of radius {} m", shown(body.radius));
  for (const ConvexPart& part : body.parts) {
    const std::vector<Vector2>& v = part.vertices;
    if (v.size() == 1) {
      text += fmt::format(", disc of radius {} m at ({}, {}) m", shown(part.radius),
                          shown(v[0].x()), shown(v[0].y()));
    } else if (v.size() == 2) {
      text += fmt::format(", capsule of length {} m and radius {} m", shown((v[1] - v[0]).norm()),
                          shown(part.radius));
    } else {
      text += fmt::format(", polygon with {} corners", v.size());
    }
  }
  return text;
}

std::string bodies_of(const BodySystem& system, const MotionState& start) {
  std::string text;
  for (std::size_t b = 0; b < system.scene().bodies.size(); ++b) {
    const Body& body = system.scene().bodies[b];
    const auto q = start.q.segment<3>(3 * static_cast<Eigen::Index>(b));
    const auto u = start.u.segment<3>(3 * static_cast<Eigen::Index>(b));
    text += fmt::format("body {}: mass {} kg, inertia {} kg m^2", body.name, shown(body.mass),
                        shown(body.inertia));
    text += shape_of(body);
    text += fmt::format(", at ({}, {}) m, {} rad, velocity ({}, {}) m/s, {} rad/s\n", shown(q[0]),
                        shown(q[1]), shown(q[2]), shown(u[0]), shown(u[1]), shown(u[2]));
  }
  return text;
}

std::string motor_of(const Joint& joint) {
  if (!joint.motor) return {};
  const Motor& motor = *joint.motor;
  const char* unit = joint.kind == Joint::Kind::revolute ? "rad" : "m";
  std::string text = ", motor";
  if (motor.speed != 0.0 || motor.amplitude == 0.0) {
    text += fmt::format(" with {} {}/s", shown(motor.speed), unit);
  }
  if (motor.amplitude != 0.0) {
    text += fmt::format(" with {} {} sin({} t + {})", shown(motor.amplitude), unit,
                        shown(motor.angular_frequency), shown(motor.phase));
  }
  return text;
}

// The joints with their equations, and how many of these say nothing new at the start.
std::string joints_of(const BodySystem& system, Eigen::Index rank) {
  const BodyScene& scene = system.scene();
  if (scene.joints.empty()) return {};
  const auto name = [&](int body) {
    return body == on_ground ? std::string("ground")
                             : scene.bodies[static_cast<std::size_t>(body)].name;
  };
  std::string text = fmt::format("joints: {}, equations: {}, redundant: {}\n", scene.joints.size(),
                                 system.joints(), system.joints() - rank);
  for (const Joint& joint : scene.joints) {
    text += fmt::format("joint {}: {} between {} and {}{}", joint.name, name_of(joint.kind),
                        name(joint.first.body), name(joint.second.body), motor_of(joint));
    if (joint.clearance) {
      text += fmt::format(", clearance {} m, no equations\n", shown(joint.clearance->gap));
      continue;
    }
    std::string names;
    for (const JointInfo& equation : equation_infos(joint)) {
      names += (names.empty() ? "" : ", ") + equation.name;
    }
    text += ", equations " + names + '\n';
  }
  return text;
}

std::string coordinates_of(const SystemInfo& info, const MotionState& start) {
  const auto with_unit = [](double x, const std::string& unit) {
    return unit.empty() ? shown(x) : shown(x) + ' ' + unit;
  };
  std::string text;
  const auto add = [&](const char* what, const std::vector<Quantity>& quantities,
                       const Eigen::VectorXd& values) {
    for (std::size_t i = 0; i < quantities.size(); ++i) {
      text += fmt::format("{} {}: {}\n", what, quantities[i].name,
                          with_unit(values[static_cast<Eigen::Index>(i)], quantities[i].unit));
    }
  };
  add("coordinate", info.q, start.q);
  add("velocity", info.u, start.u);
  return text;
}

std::string scene_contacts(const SystemInfo& info, const Evaluation& e, const Eigen::VectorXd& u) {
  if (info.contacts.empty()) return {};
  Eigen::VectorXd gamma = e.W.transpose() * u - e.surface_velocity;
  const Eigen::VectorXd terms =
      e.W.cwiseAbs().transpose() * u.cwiseAbs() + e.surface_velocity.cwiseAbs();
  gamma = (gamma.array().abs() <= 1e-13 * terms.array()).select(0.0, gamma);  // zero to rounding
  TextTable table;
  table.column("contact", "", Align::left);
  table.column("gap", "[m]");
  table.column("gN", "[m/s]");
  table.column("gT", "[m/s]");
  table.column("surface vN", "[m/s]");
  table.column("surface vT", "[m/s]");
  std::string parameters;
  for (std::size_t k = 0; k < info.contacts.size(); ++k) {
    const auto i = static_cast<Eigen::Index>(k);
    table.row({info.contacts[k].name, shown(e.gap[i]), shown(gamma[2 * i]), shown(gamma[2 * i + 1]),
               shown(e.surface_velocity[2 * i]), shown(e.surface_velocity[2 * i + 1])});
    parameters +=
        fmt::format("{}: {}\n", info.contacts[k].name, parameters_of(info.contacts[k].parameters));
  }
  return '\n' + table.text() + '\n' + parameters;
}

std::string way_through_time(const Scene& scene) {
  std::vector<std::string> names;
  for (const ContactInfo& contact : scene.system->info().contacts) names.push_back(contact.name);
  if (scene.method == MotionMethod::compliant) {
    return fmt::format("\nmethod: compliant\nuntil: {} s\n", shown(scene.options.until));
  }
  if (scene.method == MotionMethod::moreau) {
    return fmt::format("\nmethod: moreau\nuntil: {} s\nstep: {} s\ntheta: {}\n",
                       shown(scene.options.until), shown(scene.options.step),
                       shown(scene.options.theta));
  }
  const auto law = [&](const char* what, const std::string& name) {
    const std::string options = law_options_json(name, scene.laws, names);
    return fmt::format("{}: {}{}\n", what, name, options.empty() ? "" : " with " + options);
  };
  return fmt::format("\nmethod: event\n{}{}until: {} s\ntolerance: {}\n", law("law", scene.law),
                     scene.fallback_law ? law("fallback law", *scene.fallback_law) : "",
                     shown(scene.options.until), shown(scene.options.tolerance));
}

std::string description(const Scene& scene) {
  const SystemInfo& info = scene.system->info();
  const MotionState& start = scene.start;
  Evaluation e;
  e.fit(info);
  scene.system->evaluate(start.t, start.q, start.u, kEverything, e);
  std::string text = fmt::format("kind: scene\nform: {}\n", scene.form);
  if (!scene.title.empty()) text += fmt::format("title: {}\n", scene.title);
  const auto* bodies = dynamic_cast<const BodySystem*>(scene.system.get());
  const Eigen::Index rank = bodies != nullptr ? joint_rank(*bodies, start.q) : 0;
  std::unique_ptr<Neighbourhood> near;
  if (info.crowded) {  // those that are near now are shown
    near = scene.system->neighbourhood();
    near->gather(start.t, start.q);
    e.fit(near->system().info());
    near->system().evaluate(start.t, start.q, start.u, kEverything, e);
  }
  const SystemInfo& listed = near ? near->system().info() : info;
  text += fmt::format(
      "contacts: {}\ndegrees of freedom: {}\nkinetic energy: {} J\npotential energy: {} J\n",
      near ? fmt::format("{} near the start, of {} possible ones", listed.contacts.size(),
                         bodies->possible_contacts())
           : std::to_string(info.contacts.size()),
      start.u.size() - rank, shown(0.5 * start.u.dot(e.M * start.u)), shown(e.potential));
  text += bodies != nullptr ? bodies_of(*bodies, start) + joints_of(*bodies, rank)
                            : coordinates_of(info, start);
  return text + scene_contacts(listed, e, start.u) + way_through_time(scene);
}

}  // namespace

std::string description_of(const std::string& text, const std::string& file) {
  switch (file_kind(text, file)) {
    case FileKind::problem: return description(parse_problem(text, file));
    case FileKind::scene: return description(parse_scene(text, file));
    case FileKind::study: break;
  }
  if (study_kind(text, file) == "identify") {
    parse_identify(text, file);
    return "kind: identify\n";
  }
  const std::unique_ptr<Study> study = parse_study(text, {file});
  return fmt::format("kind: {}\n{}", study->kind, study->description());
}

int run_check(const CheckOptions& options) {
  write_data(description_of(read_text_file(options.file, yaml_size_limit), options.file));
  talk(options.common, fmt::format("{}: valid", options.file));
  return 0;
}

}  // namespace ricochet::app
