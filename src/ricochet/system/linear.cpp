#include <cassert>
#include <cmath>
#include <numbers>

#include <ricochet/system/linear.hpp>

namespace ricochet {

namespace {

std::vector<Quantity> numbered(char letter, Eigen::Index count) {
  std::vector<Quantity> names;
  for (Eigen::Index i = 0; i < count; ++i) {
    names.push_back({.name = letter + std::to_string(i), .unit = ""});
  }
  return names;
}

/// x . A x without a temporary; 0 if A is empty.
double quadratic(const Eigen::MatrixXd& A, const ConstVector& x) {
  double sum = 0.0;
  for (Eigen::Index j = 0; j < A.cols(); ++j) sum += x[j] * A.col(j).dot(x);
  return sum;
}

}  // namespace

LinearSystem::LinearSystem(LinearParameters p) : p_(std::move(p)) {
  const Eigen::Index f = p_.mass.rows();
  const auto n = static_cast<Eigen::Index>(p_.contacts.size());
  info_.q = p_.q.empty() ? numbered('q', f) : p_.q;
  info_.u = p_.u.empty() ? numbered('u', f) : p_.u;
  assert(dofs() == f && coordinates() == f && p_.mass.cols() == f);
  info_.size = p_.size;
  info_.constant_mass = true;
  if (p_.amplitude.size() != 0 && p_.angular_frequency != 0.0) {
    info_.largest_step = 2.0 * std::numbers::pi / std::abs(p_.angular_frequency) / 20.0;
  }
  W_.setZero(f, 2 * n);
  surface_velocity_.setZero(2 * n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const LinearContact& c = p_.contacts[static_cast<std::size_t>(i)];
    if (c.normal.size() != 0) W_.col(2 * i) = c.normal;
    if (c.tangent.size() != 0) W_.col(2 * i + 1) = c.tangent;
    surface_velocity_[2 * i] = c.surface_normal;
    surface_velocity_[2 * i + 1] = c.surface_tangential;
    info_.contacts.push_back({c.name, c.parameters, false, true});
  }
  layout_ = lay_out();
}

void LinearSystem::evaluate(double t, const ConstVector& q, const ConstVector& u, unsigned need,
                            Evaluation& out) const {
  if (need & kMass) out.M = p_.mass;
  if (need & kForces) evaluate_forces(t, q, u, out);
  if (need & kGaps) {
    for (Eigen::Index i = 0; i < contacts(); ++i) {
      out.gap[i] = p_.contacts[static_cast<std::size_t>(i)].gap + W_.col(2 * i).dot(q) -
                   surface_velocity_[2 * i] * t;
    }
  }
  if (need & kContacts) {
    out.W = W_;
    out.surface_velocity = surface_velocity_;
  }
  if (need & kPotential) {
    out.potential = 0.5 * quadratic(p_.stiffness, q);
    if (p_.force.size() != 0) out.potential -= p_.force.dot(q);
  }
}

void LinearSystem::evaluate_forces(double t, const ConstVector& q, const ConstVector& u,
                                   Evaluation& out) const {
  if (p_.force.size() != 0) {
    out.h = p_.force;
  } else {
    out.h.setZero();
  }
  out.force_power = 0.0;
  if (p_.amplitude.size() != 0) {
    const double wave = std::sin(p_.angular_frequency * t + p_.phase);
    out.h += wave * p_.amplitude;
    out.force_power = wave * p_.amplitude.dot(u);
  }
  if (p_.damping.size() != 0) out.h.noalias() -= p_.damping * u;
  if (p_.stiffness.size() != 0) out.h.noalias() -= p_.stiffness * q;
  out.damping_power = -quadratic(p_.damping, u);
}

}  // namespace ricochet
