#include <support/minimal_mechanisms.hpp>

#include <cmath>
#include <utility>

namespace ricochet::testing {
namespace {

Vector2 along(double angle) { return {std::cos(angle), std::sin(angle)}; }
Vector2 across(double angle) { return {-std::sin(angle), std::cos(angle)}; }
Vector2 turned(const Vector2& v, double angle) {
  return v.x() * along(angle) + v.y() * across(angle);
}

/// An angle with its derivatives by phi.
struct Angle {
  double at = 0.0, first = 0.0, second = 0.0;
};
/// A point with its derivatives by phi.
struct Point {
  Vector2 at, first, second;
};
/// The end of a bar of the length l.
Point end_of(const Point& from, double l, const Angle& x) {
  return {from.at + l * along(x.at), from.first + l * x.first * across(x.at),
          from.second + l * (x.second * across(x.at) - x.first * x.first * along(x.at))};
}
CrankPose pose(const Point& p, const Angle& x) {
  return {{p.at.x(), p.at.y(), x.at},
          {p.first.x(), p.first.y(), x.first},
          {p.second.x(), p.second.y(), x.second}};
}

}  // namespace

Mechanism::Mechanism(Ground stop, const ContactParameters& contact) : stop_(std::move(stop)) {
  info_.contacts = {{"tip/" + stop_.name, contact}};
}

void Mechanism::write_contact(unsigned need, const Vector2& point,
                              const Eigen::Ref<const Eigen::MatrixXd>& slope, const Vector2& rest,
                              Evaluation& out) const {
  const Vector2& n = stop_.normal;
  const Vector2 t(n.y(), -n.x());
  if ((need & kGaps) != 0) out.gap[0] = n.dot(point - stop_.point);
  if ((need & kContacts) != 0) {
    out.W.col(0) = slope.transpose() * n;
    out.W.col(1) = slope.transpose() * t;
    out.bias[0] = n.dot(rest);
    out.bias[1] = t.dot(rest);
  }
}

// ------------------------------------------------------------------------- double pendulum

DoublePendulum::DoublePendulum(const DoublePendulumData& data, Ground stop,
                               const ContactParameters& contact)
    : Mechanism(std::move(stop), contact), d_(data) {
  const double rate = std::sqrt(kWeight / d_.length[0]);
  info_.q = {{"phi1", "rad", 1.0}, {"phi2", "rad", 1.0}};
  info_.u = {{"omega1", "rad/s", rate}, {"omega2", "rad/s", rate}};
  info_.size = d_.length[0];
}

void DoublePendulum::evaluate(double, const ConstVector& q, const ConstVector& u, unsigned need,
                              Evaluation& out) const {
  const auto& [rod1, rod2] = d_.rod;
  const auto [l1, l2] = d_.length;
  const auto [s1, s2] = d_.centre;
  const double sin1 = std::sin(q[0]), cos1 = std::cos(q[0]);
  const double sin2 = std::sin(q[1]), cos2 = std::cos(q[1]);
  const double coupling = rod2.mass * l1 * s2;
  const double moment1 = rod1.mass * s1 + rod2.mass * l1, moment2 = rod2.mass * s2;
  if ((need & kMass) != 0) {
    out.M(0, 0) = rod1.mass * s1 * s1 + rod1.moment + rod2.mass * l1 * l1;
    out.M(0, 1) = out.M(1, 0) = coupling * std::cos(q[0] - q[1]);
    out.M(1, 1) = rod2.mass * s2 * s2 + rod2.moment;
  }
  if ((need & kForces) != 0) {
    const double bend = coupling * std::sin(q[0] - q[1]);
    out.h[0] = -bend * u[1] * u[1] - moment1 * kWeight * sin1;
    out.h[1] = bend * u[0] * u[0] - moment2 * kWeight * sin2;
  }
  if ((need & kPotential) != 0) out.potential = -kWeight * (moment1 * cos1 + moment2 * cos2);
  if ((need & (kGaps | kContacts)) != 0) {
    const Vector2 tip(l1 * sin1 + l2 * sin2, -l1 * cos1 - l2 * cos2);
    Eigen::Matrix2d slope;
    slope << l1 * cos1, l2 * cos2, l1 * sin1, l2 * sin2;
    const double a1 = u[0] * u[0], a2 = u[1] * u[1];
    const Vector2 rest(-l1 * sin1 * a1 - l2 * sin2 * a2, l1 * cos1 * a1 + l2 * cos2 * a2);
    write_contact(need, tip, slope, rest, out);
  }
}

MotionState DoublePendulum::bodies(const ConstVector& q, const ConstVector& u) const {
  const double l1 = d_.length[0];
  const auto [s1, s2] = d_.centre;
  const Vector2 down1(std::sin(q[0]), -std::cos(q[0])), down2(std::sin(q[1]), -std::cos(q[1]));
  const Vector2 way1(std::cos(q[0]), std::sin(q[0])), way2(std::cos(q[1]), std::sin(q[1]));
  MotionState s;
  s.q.resize(6);
  s.u.resize(6);
  s.q << s1 * down1, q[0], l1 * down1 + s2 * down2, q[1];
  s.u << s1 * u[0] * way1, u[0], l1 * u[0] * way1 + s2 * u[1] * way2, u[1];
  return s;
}

// ------------------------------------------------------------------ one degree of freedom

CrankMechanism::CrankMechanism(const std::array<Inertia, 3>& inertia, const Vector2& point,
                               Ground stop, const ContactParameters& contact)
    : Mechanism(std::move(stop), contact), inertia_(inertia), point_(point) {
  info_.q = {{"phi", "rad", 1.0}};
  info_.u = {{"omega", "rad/s", 10.0}};
  info_.size = 0.1;
}

void CrankMechanism::evaluate(double, const ConstVector& q, const ConstVector& u, unsigned need,
                              Evaluation& out) const {
  const std::array<CrankPose, 3> body = poses(q[0]);
  double mass = 0.0, half_slope = 0.0, lift = 0.0, height = 0.0;
  for (std::size_t i = 0; i < body.size(); ++i) {
    const CrankPose& b = body[i];
    const Eigen::Vector3d weights(inertia_[i].mass, inertia_[i].mass, inertia_[i].moment);
    mass += weights.dot(b.first.cwiseProduct(b.first));
    half_slope += weights.dot(b.first.cwiseProduct(b.second));
    lift += inertia_[i].mass * b.first.y();
    height += inertia_[i].mass * b.at.y();
  }
  if ((need & kMass) != 0) out.M(0, 0) = mass;
  if ((need & kForces) != 0) out.h[0] = -half_slope * u[0] * u[0] - kWeight * lift;
  if ((need & kPotential) != 0) out.potential = kWeight * height;
  if ((need & (kGaps | kContacts)) != 0) {
    const CrankPose& last = body[2];
    const Vector2 arm = turned(point_, last.at[2]);
    const Vector2 arm_across(-arm.y(), arm.x());
    const Vector2 at = last.at.head<2>() + arm;
    const Vector2 first = last.first.head<2>() + last.first[2] * arm_across;
    const Vector2 second =
        last.second.head<2>() + last.second[2] * arm_across - last.first[2] * last.first[2] * arm;
    write_contact(need, at, first, second * u[0] * u[0], out);
  }
}

MotionState CrankMechanism::bodies(const ConstVector& q, const ConstVector& u) const {
  const std::array<CrankPose, 3> body = poses(q[0]);
  MotionState s;
  s.q.resize(9);
  s.u.resize(9);
  s.q << body[0].at, body[1].at, body[2].at;
  s.u << body[0].first, body[1].first, body[2].first;
  s.u *= u[0];
  return s;
}

std::array<CrankPose, 3> SliderCrank::poses(double phi) const {
  const auto [a, b, d, c] = d_;
  const Angle crank{phi, 1.0, 0.0};
  Angle rod;
  rod.at = std::asin((d - a * std::sin(phi)) / b);
  const double across_rod = b * std::cos(rod.at);
  rod.first = -a * std::cos(phi) / across_rod;
  rod.second = (a * std::sin(phi) + b * std::sin(rod.at) * rod.first * rod.first) / across_rod;
  const Point origin{Vector2::Zero(), Vector2::Zero(), Vector2::Zero()};
  const Point pin = end_of(origin, a, crank);
  return {pose(end_of(origin, 0.5 * a, crank), crank), pose(end_of(pin, 0.5 * b, rod), rod),
          pose(end_of(pin, b, rod), Angle{})};
}

std::array<CrankPose, 3> FourBar::poses(double phi) const {
  const auto [a, b, d, c] = d_;
  const Angle crank{phi, 1.0, 0.0};
  const Vector2 pivot(d, 0.0), pin = a * along(phi);
  const Vector2 way = pivot - pin;
  const double s = way.norm();
  const double near =
      (s * s + b * b - c * c) / (2.0 * s);  // along the way, to the foot of the joint
  const Vector2 unit = way / s;
  const Vector2 bar = near * unit + std::sqrt(b * b - near * near) * Vector2(-unit.y(), unit.x());
  const Vector2 arm = pin + bar - pivot;
  Angle coupler, rocker;
  coupler.at = std::atan2(bar.y(), bar.x());
  rocker.at = std::atan2(arm.y(), arm.x());
  // The closure, differentiated: along the rocker psi drops out, along the coupler theta does.
  const double sine = std::sin(rocker.at - coupler.at), cosine = std::cos(rocker.at - coupler.at);
  coupler.first = -a * std::sin(rocker.at - phi) / (b * sine);
  rocker.first = -a * std::sin(coupler.at - phi) / (c * sine);
  const double turn_b = b * coupler.first * coupler.first, turn_c = c * rocker.first * rocker.first;
  coupler.second = (a * std::cos(phi - rocker.at) + turn_b * cosine - turn_c) / (b * sine);
  rocker.second = (a * std::cos(phi - coupler.at) + turn_b - turn_c * cosine) / (c * sine);
  const Point origin{Vector2::Zero(), Vector2::Zero(), Vector2::Zero()};
  const Point far{pivot, Vector2::Zero(), Vector2::Zero()};
  return {pose(end_of(origin, 0.5 * a, crank), crank),
          pose(end_of(end_of(origin, a, crank), 0.5 * b, coupler), coupler),
          pose(end_of(far, 0.5 * c, rocker), rocker)};
}

}  // namespace ricochet::testing
