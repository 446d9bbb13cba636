#include <ricochet/files/problem_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <ricochet/files/contact_keys.hpp>
#include <ricochet/files/file_kind.hpp>
#include <ricochet/files/geometry.hpp>
#include <ricochet/files/law_options.hpp>
#include <ricochet/files/matrices.hpp>
#include <ricochet/files/names.hpp>
#include <ricochet/files/text_file.hpp>
#include <ricochet/files/value.hpp>

namespace ricochet {

namespace {

bool always(const Value&) { return true; }
bool has_tangent(const Value& contact) { return contact.has("tangent"); }

std::vector<Value> contacts_of(const Value& impact) {
  const Value list = impact.at("contacts");
  std::vector<Value> contacts = list.items();
  if (contacts.empty() || contacts.size() > most_contacts) {
    list.fail(fmt::format("there are {} contacts", contacts.size()),
              fmt::format("1 to {} are allowed", most_contacts));
  }
  return contacts;
}

// Form 1.

ProblemFile read_matrices(const Value& impact) {
  impact.allow_only({"mass", "velocity", "contacts", "laws"});
  ContactProblem problem;
  const Value mass = impact.at("mass");
  problem.M = read_symmetric(mass, 0, most_dofs, [](Eigen::Index) { return true; });
  const Eigen::Index dofs = problem.M.rows();
  problem.u = read_vector(impact.at("velocity"), dofs);

  const std::vector<Value> contacts = contacts_of(impact);
  for (const Value& contact : contacts) {
    contact.allow_only({"name", "normal", "tangent", "friction", "restitution", "stiffness",
                        "exponent", "tangential_stiffness", "surface_velocity", "impulse_ratio"});
  }
  read_contact_keys(contacts, problem, has_tangent);
  problem.W = Eigen::MatrixXd::Zero(dofs, 2 * problem.contacts());
  for (Eigen::Index i = 0; i < problem.contacts(); ++i) {
    const Value& contact = contacts[static_cast<std::size_t>(i)];
    const bool rubs = problem.contact[static_cast<std::size_t>(i)].mu_static > 0.0;
    problem.W.col(2 * i) = read_direction(contact.at("normal"), dofs, false);
    if (const auto tangent = contact.find("tangent")) {
      problem.W.col(2 * i + 1) = read_direction(*tangent, dofs, !rubs);
    } else if (rubs) {
      contact.fail_missing("tangent", "the key is missing", "it is required with friction > 0");
    }
  }
  if (!problem.assemble()) {
    mass.fail("the matrix is not positive definite", "every motion must have kinetic energy");
  }
  return {std::move(problem), {}, {}};
}

// Form 2.

ProblemFile read_contact_space(const Value& impact) {
  impact.allow_only({"delassus", "velocity", "contacts", "laws"});
  ContactProblem problem;
  const std::vector<Value> contacts = contacts_of(impact);
  for (const Value& contact : contacts) {
    contact.allow_only({"name", "friction", "restitution", "stiffness", "exponent",
                        "tangential_stiffness", "surface_velocity", "impulse_ratio"});
  }
  read_contact_keys(contacts, problem, always);

  const Value delassus = impact.at("delassus");
  const Eigen::Index size = 2 * problem.contacts();
  problem.G = read_symmetric(delassus, size, size, [](Eigen::Index i) { return i % 2 == 0; });
  for (Eigen::Index i = 0; i < problem.contacts(); ++i) {
    const Eigen::Index t = 2 * i + 1;
    if (problem.contact[static_cast<std::size_t>(i)].mu_static > 0.0 && problem.G(t, t) == 0.0) {
      delassus.items()[static_cast<std::size_t>(t)].items()[static_cast<std::size_t>(t)].fail(
          "0 is not allowed", "it must be > 0 where friction is > 0");
    }
  }
  const Spectrum spectrum = spectrum_of(problem.G);
  if (spectrum.relative[0] < -rank_tolerance) {
    delassus.fail(
        fmt::format(
            "the matrix is indefinite (scaled to a unit diagonal, its smallest eigenvalue is "
            "{:.3g} of the largest)",
            spectrum.relative[0]),
        "no eigenvalue may be negative");
  }
  const Value velocity = impact.at("velocity");
  problem.gamma = read_vector(velocity, size);
  // W^T u = gamma + v_s is what the range of G = W^T M^-1 W speaks of.
  constexpr double range_tolerance = 1e-10;
  const double outside =
      spectrum.outside_range(0.5 * problem.gamma + 0.5 * problem.surface_velocity);
  if (outside > range_tolerance) {
    velocity.fail(
        fmt::format("the velocity is outside the range of the singular delassus (by {:.3g} of it)",
                    outside),
        "no mechanism with this delassus can move so; it must be delassus times a vector");
  }
  return {std::move(problem), {}, {}};
}

// Form 3.

constexpr std::string_view ground = "ground";

void read_bodies(const Value& list, ContactProblem& problem,
                 std::vector<Eigen::Vector2d>& centres) {
  const std::vector<Value> bodies = list.items();
  if (bodies.empty() || bodies.size() > most_bodies) {
    list.fail(fmt::format("there are {} bodies", bodies.size()),
              fmt::format("1 to {} are allowed", most_bodies));
  }
  const auto dofs = 3 * static_cast<Eigen::Index>(bodies.size());
  problem.M = Eigen::MatrixXd::Zero(dofs, dofs);
  problem.u.resize(dofs);
  std::vector<std::string> names{std::string(ground)};
  for (const Value& body : bodies) {
    body.allow_only({"name", "mass", "inertia", "velocity", "centre"});
    names.push_back(read_name(body.at("name"), names));
    BodyInfo info;
    info.name = names.back();
    info.first_dof = 3 * static_cast<Eigen::Index>(problem.bodies.size());
    info.mass = body.at("mass").number(above(0.0));
    info.inertia = body.at("inertia").number(above(0.0));
    problem.M.diagonal().segment<3>(info.first_dof) =
        Eigen::Vector3d(info.mass, info.mass, info.inertia);
    problem.u.segment<3>(info.first_dof) = read_vector(body.at("velocity"), 3);
    centres.push_back(read_pair(body.at("centre")));
    problem.bodies.push_back(std::move(info));
  }
}

// Index of the named body; -1 for the ground where it is allowed.
int read_body_index(const Value& value, const std::vector<BodyInfo>& bodies, bool ground_allowed) {
  const std::string name = value.string();
  if (ground_allowed && name == ground) return -1;
  std::vector<std::string_view> names;
  for (const BodyInfo& body : bodies) {
    if (body.name == name) return static_cast<int>(names.size());
    names.push_back(body.name);
  }
  if (!ground_allowed && name == ground) {
    value.fail("the ground is the first of the pair", "it must be the second");
  }
  if (ground_allowed) names.push_back(ground);
  value.fail(fmt::format("there is no body '{}'", name), allowed_names(name, names));
}

ProblemFile read_free_bodies(const Value& impact) {
  impact.allow_only({"bodies", "contacts", "laws"});
  ContactProblem problem;
  ProblemPlaces places;
  read_bodies(impact.at("bodies"), problem, places.centres);

  const std::vector<Value> contacts = contacts_of(impact);
  for (const Value& contact : contacts) {
    contact.allow_only({"name", "between", "point", "normal_angle_deg", "friction", "restitution",
                        "stiffness", "exponent", "tangential_stiffness", "surface_velocity",
                        "impulse_ratio"});
  }
  read_contact_keys(contacts, problem, always);
  problem.W = Eigen::MatrixXd::Zero(problem.dofs(), 2 * problem.contacts());
  for (Eigen::Index i = 0; i < problem.contacts(); ++i) {
    const Value& contact = contacts[static_cast<std::size_t>(i)];
    const Value between = contact.at("between");
    const std::vector<Value> pair = between.items();
    if (pair.size() != 2) {
      between.fail(fmt::format("the list has {} entries", pair.size()), "it needs 2 names");
    }
    const int first = read_body_index(pair[0], problem.bodies, false);
    const int second = read_body_index(pair[1], problem.bodies, true);
    if (first == second) between.fail("a body touches itself", "two different ones are needed");
    const Eigen::Vector2d point = read_pair(contact.at("point"));
    const Eigen::Vector2d n = direction_at(contact.at("normal_angle_deg").number());
    const Eigen::Vector2d t(n.y(), -n.x());
    // Velocity of the body at the point, along d: d . (v + omega x r), r = point - centre.
    const auto add = [&](int body, double sign) {
      const Eigen::Vector2d& centre = places.centres[static_cast<std::size_t>(body)];
      const double rx = point.x() - centre.x();
      const double ry = point.y() - centre.y();
      for (Eigen::Index k = 0; k < 2; ++k) {
        const Eigen::Vector2d& d = k == 0 ? n : t;
        problem.W.block<3, 1>(3 * Eigen::Index{body}, 2 * i + k) =
            sign * Eigen::Vector3d(d.x(), d.y(), d.y() * rx - d.x() * ry);
      }
    };
    add(first, 1.0);
    if (second >= 0) add(second, -1.0);
    places.contacts.push_back({point, n, first, second});
  }
  if (!problem.assemble()) {
    throw std::logic_error("a diagonal mass matrix with positive entries was refused");
  }
  return {std::move(problem), {}, std::move(places)};
}

// Data that are legal one by one can still leave the range of double precision together.
void check_derived(const Value& impact, const ContactProblem& problem) {
  bool fits = problem.G.allFinite() && problem.gamma.allFinite();
  for (Eigen::Index i = 0; i < problem.contacts(); ++i) {
    const bool rubs = problem.contact[static_cast<std::size_t>(i)].mu_static > 0.0;
    fits = fits && problem.G(2 * i, 2 * i) > 0.0;
    fits = fits && (!rubs || problem.G(2 * i + 1, 2 * i + 1) > 0.0);
  }
  if (!fits) {
    impact.fail("the contact velocities or the Delassus matrix overflow or vanish",
                "use units in which the numbers are moderate");
  }
}

}  // namespace

ProblemFile parse_problem(std::string_view text, const std::string& file) {
  return parse_problem(parse_yaml(text, file), file);
}

ProblemFile parse_problem(const YamlNode& document, const std::string& file) {
  const Value root(document, file);
  expect_problem(root);
  root.allow_only({"format", "impact"});
  check_format(root);
  const Value impact = root.at("impact");
  impact.allow_only({"mass", "delassus", "bodies", "velocity", "contacts", "laws"});

  struct Form {
    std::string_view key;
    ProblemFile (*read)(const Value&);
  };
  constexpr Form forms[] = {
      {"mass", read_matrices}, {"delassus", read_contact_space}, {"bodies", read_free_bodies}};
  const Form* chosen = nullptr;
  for (const Form& form : forms) {
    if (!impact.has(form.key)) continue;
    if (chosen != nullptr) {
      impact.fail_key(form.key, fmt::format("it stands beside '{}'", chosen->key),
                      "exactly one of mass, delassus, bodies is allowed");
    }
    chosen = &form;
  }
  if (chosen == nullptr) {
    impact.fail("the problem has none of the keys mass, delassus, bodies",
                "exactly one of them is required");
  }
  ProblemFile read = chosen->read(impact);
  check_derived(impact, read.problem);
  if (const auto laws = impact.find("laws")) {
    read.laws = read_law_options(*laws, read.problem.names);
  }
  return read;
}

ProblemFile read_problem(const std::string& path) {
  return parse_problem(read_text_file(path, yaml_size_limit), path);
}

}  // namespace ricochet
