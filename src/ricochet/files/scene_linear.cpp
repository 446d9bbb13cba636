// The form `system` of scene files.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <ricochet/files/contact_keys.hpp>
#include <ricochet/files/geometry.hpp>
#include <ricochet/files/matrices.hpp>
#include <ricochet/files/problem_file.hpp>
#include <ricochet/files/scene_forms.hpp>
#include <ricochet/lcp/dense.hpp>
#include <ricochet/system/linear.hpp>

namespace ricochet {

namespace {

void read_force(const Value& value, LinearParameters& p) {
  const Eigen::Index f = p.mass.rows();
  if (!value.is_map()) {
    p.force = read_vector(value, f);
    return;
  }
  value.allow_only(
      {"constant", "amplitude", "frequency_hz", "angular_frequency", "phase", "phase_deg"});
  if (const auto constant = value.find("constant")) p.force = read_vector(*constant, f);
  p.amplitude = read_vector(value.at("amplitude"), f);
  p.angular_frequency = read_frequency(value);
  p.phase = read_angle(value, "phase").value_or(0.0);
}

// Dampers take energy: the symmetric part has no negative eigenvalue.
Eigen::MatrixXd read_damping(const Value& value, Eigen::Index size) {
  Eigen::MatrixXd C = read_square(value, size);
  const double largest = C.cwiseAbs().maxCoeff();
  if (largest == 0.0) return C;
  Eigen::VectorXd values;
  Eigen::MatrixXd vectors;
  const Eigen::MatrixXd scaled = C / largest;
  if (!symmetric_eigenvalues(0.5 * (scaled + scaled.transpose()), values, vectors) ||
      values[0] < -rank_tolerance) {
    value.fail("the matrix feeds energy (its symmetric part has a negative eigenvalue)",
               "u . damping u must not be negative for any u");
  }
  return C;
}

// How far the coordinates will go, for pictures: from where they start, how they swing, and where they touch.
double reach_of(const LinearParameters& p, const MotionState& start) {
  double reach = start.q.cwiseAbs().maxCoeff();
  for (Eigen::Index i = 0; i < start.q.size() && p.stiffness.size() != 0; ++i) {
    const double k = p.stiffness(i, i);
    if (!(k > 0.0)) continue;
    reach = std::max(reach, std::abs(start.u[i]) * std::sqrt(p.mass(i, i) / k));
    if (p.force.size() != 0) reach = std::max(reach, std::abs(p.force[i]) / k);
  }
  for (const LinearContact& c : p.contacts) {
    reach = std::max(reach, std::abs(c.gap) / c.normal.cwiseAbs().maxCoeff());
  }
  return reach;
}

LinearContact read_contact(const Value& value, Eigen::Index f, MotionMethod method) {
  value.allow_only(with_contact_keys({"name", "gap", "normal", "tangent", "surface_velocity"}));
  LinearContact contact;
  contact.parameters = read_scene_contact(value, value.has("tangent"), method);
  contact.gap = value.at("gap").number();
  contact.normal = read_direction(value.at("normal"), f, false);
  const bool rubs = contact.parameters.mu_static > 0.0;
  if (const auto tangent = value.find("tangent")) {
    contact.tangent = read_direction(*tangent, f, !rubs);
  } else if (rubs) {
    value.fail_missing("tangent", "the key is missing", "it is required with friction > 0");
  }
  if (const auto surface = value.find("surface_velocity")) {
    const Eigen::Vector2d v = read_pair(*surface);
    contact.surface_normal = v[0];
    contact.surface_tangential = v[1];
  }
  return contact;
}

}  // namespace

SceneSystem read_linear_scene(const Value& root, MotionMethod method) {
  const Value system = root.at("system");
  system.allow_only({"mass", "stiffness", "damping", "force", "q", "velocity", "contacts"});
  LinearParameters p;
  const Value mass = system.at("mass");
  p.mass = read_symmetric(mass, 0, most_dofs, [](Eigen::Index) { return true; });
  const Eigen::Index f = p.mass.rows();
  Eigen::MatrixXd ignored;
  if (!cholesky_solve(p.mass, p.mass, ignored)) {
    mass.fail("the matrix is not positive definite", "every motion must have kinetic energy");
  }
  if (const auto K = system.find("stiffness")) p.stiffness = read_symmetric_any(*K, f);
  if (const auto C = system.find("damping")) p.damping = read_damping(*C, f);
  if (const auto force = system.find("force")) read_force(*force, p);
  MotionState start;
  start.q = start.u = Eigen::VectorXd::Zero(f);
  if (const auto q = system.find("q")) start.q = read_vector(*q, f);
  if (const auto u = system.find("velocity")) start.u = read_vector(*u, f);

  const std::vector<Value> contacts = list_of(system, "contacts", most_contacts);
  for (const Value& contact : contacts) p.contacts.push_back(read_contact(contact, f, method));
  const std::vector<std::string> names = read_contact_names(contacts);
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    LinearContact& contact = p.contacts[i];
    contact.name = names[i];
    const double gap = contact.gap + contact.normal.dot(start.q);
    if (method != MotionMethod::compliant && gap < -allowed_depth * p.size) {
      fail_depth(contacts[i].at("gap"), contact.name, -gap);
    }
  }
  p.reach = reach_of(p, start);
  return {std::make_unique<LinearSystem>(std::move(p)), std::move(start)};
}

}  // namespace ricochet
