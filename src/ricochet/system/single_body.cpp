#include <cmath>
#include <numbers>

#include <ricochet/system/single_body.hpp>

namespace ricochet {

double BodyContact::shift(double t) const {
  return amplitude != 0.0 ? amplitude * std::sin(angular_frequency * t + phase) : 0.0;
}

SingleBody::SingleBody(SingleBodyParameters p) : p_(std::move(p)) {
  info_.q = p_.q;
  info_.u = p_.u;
  info_.size = p_.size;
  info_.constant_mass = true;
  double fastest = 0.0;
  for (const BodyContact& c : p_.contacts) {
    const bool straight = c.point[0] == 0.0 && c.point[1] == 0.0;
    info_.contacts.push_back({c.name, c.parameters, false, straight});
    if (c.amplitude != 0.0) fastest = std::max(fastest, std::abs(c.angular_frequency));
  }
  if (fastest > 0.0) info_.largest_step = 2.0 * std::numbers::pi / fastest / 20.0;
}

void SingleBody::evaluate(double t, const ConstVector& q, const ConstVector& u, unsigned need,
                          Evaluation& out) const {
  if (need & kMass) {
    out.M(0, 0) = out.M(1, 1) = p_.mass;
    out.M(2, 2) = p_.inertia;
  }
  if (need & kForces) {
    out.damping_power = out.force_power = 0.0;
    for (Eigen::Index i = 0; i < 3; ++i) {
      const auto k = static_cast<std::size_t>(i);
      out.h[i] = (i < 2 ? p_.force[k] : 0.0) - p_.damping[k] * u[i] - p_.stiffness[k] * q[i];
      out.damping_power -= p_.damping[k] * u[i] * u[i];
    }
  }
  if (need & kPotential) {
    out.potential = -p_.force[0] * q[0] - p_.force[1] * q[1];
    for (Eigen::Index i = 0; i < 3; ++i) {
      out.potential += 0.5 * p_.stiffness[static_cast<std::size_t>(i)] * q[i] * q[i];
    }
  }
  if (!(need & (kGaps | kContacts))) return;

  const double c = std::cos(q[2]);
  const double s = p_.turn * std::sin(q[2]);
  const double spin2 = u[2] * u[2];
  for (Eigen::Index i = 0; i < contacts(); ++i) {
    const BodyContact& contact = p_.contacts[static_cast<std::size_t>(i)];
    const auto [px, py] = contact.point;
    const auto [nx, ny] = contact.normal;
    const double rho_x = px * c - py * s;
    const double rho_y = px * s + py * c;
    double z = 0.0, z1 = 0.0, z2 = 0.0;  // of the plane: displacement, velocity, acceleration
    if (contact.amplitude != 0.0) {
      const double w = contact.angular_frequency;
      z = contact.shift(t);
      z1 = contact.amplitude * w * std::cos(w * t + contact.phase);
      z2 = -w * w * z;
    }
    const double n_rho = nx * rho_x + ny * rho_y;
    if (need & kGaps) {
      out.gap[i] = nx * q[0] + ny * q[1] + n_rho - contact.radius - contact.offset - z;
    }
    if (need & kContacts) {
      const double t_rho = ny * rho_x - nx * rho_y;
      const Eigen::Index N = 2 * i;
      const Eigen::Index T = N + 1;
      out.W(0, N) = nx;
      out.W(1, N) = ny;
      out.W(2, N) = p_.turn * t_rho;
      out.W(0, T) = ny;
      out.W(1, T) = -nx;
      out.W(2, T) = p_.turn * (contact.radius - n_rho);
      out.surface_velocity[N] = z1;
      out.surface_velocity[T] = contact.belt;
      out.bias[N] = -spin2 * n_rho - z2;
      out.bias[T] = -spin2 * t_rho;
    }
  }
}

MotionState SingleBody::over_ground(double angle, double height, double tangential_velocity,
                                    double normal_velocity, double angular_velocity) const {
  MotionState start;
  start.q = Eigen::Vector3d(0.0, 0.0, angle);
  start.u = Eigen::Vector3d::Zero();
  Evaluation e;
  e.fit(info_);
  evaluate(0.0, start.q, start.u, kGaps | kContacts, e);
  Eigen::Index lowest = 0;
  for (Eigen::Index i = 1; i < contacts(); ++i) {
    if (e.gap[i] < e.gap[lowest]) lowest = i;
  }
  start.q[1] = height - e.gap[lowest];
  start.u[0] = tangential_velocity - e.W(2, 2 * lowest + 1) * angular_velocity;
  start.u[1] = normal_velocity - e.W(2, 2 * lowest) * angular_velocity;
  start.u[2] = angular_velocity;
  return start;
}

}  // namespace ricochet
