#include <ricochet/system/bodies.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

namespace ricochet {

namespace {

// A direction without length would be NaN.
struct Unit {
  double x, y, length;
};
Unit unit(double x, double y, const Unit& fallback) {
  const double length = std::sqrt(x * x + y * y);
  if (!(length > 0.0)) return fallback;
  return {x / length, y / length, length};
}

void push(int body, const Place& place, double fx, double fy, double* h) {
  if (body == on_ground) return;
  h[3 * body] += fx;
  h[3 * body + 1] += fy;
  h[3 * body + 2] += place.arm_x * fy - place.arm_y * fx;
}

double distance(const Place& a, const Place& b) {
  const double x = b.x - a.x;
  const double y = b.y - a.y;
  return std::sqrt(x * x + y * y);
}

double twist(const TorsionSpring& spring, const double* angles) {
  const double other = spring.second == on_ground ? 0.0 : angles[3 * spring.second];
  return angles[3 * spring.first] - other;
}

}  // namespace

bool moves(const Oscillation& o) { return o.amplitude != Vector2::Zero(); }

bool is_half_plane(const Ground& ground) {
  return ground.corners.empty() && std::isinf(ground.length);
}

bool is_segment(const Ground& ground) {
  return ground.corners.empty() && std::isfinite(ground.length);
}

Ground segment(std::string name, const Vector2& a, const Vector2& b) {
  Ground ground;
  ground.name = std::move(name);
  ground.point = a;
  ground.length = (b - a).norm();
  const Vector2 t = (b - a) / ground.length;
  ground.normal = Vector2(-t.y(), t.x());
  return ground;
}

double distance(const Attachment& from, const Attachment& to, const ConstVector& q) {
  return distance(place_of(from, q.data(), q.data()), place_of(to, q.data(), q.data()));
}

BodySystem::BodySystem(BodyScene scene) : scene_(std::move(scene)) {
  const auto f = 3 * static_cast<Eigen::Index>(scene_.bodies.size());
  mass_.resize(f);
  weight_.resize(f);
  Eigen::Index i = 0;
  for (const Body& body : scene_.bodies) {
    mass_.segment<3>(i) = Eigen::Vector3d(body.mass, body.mass, body.inertia);
    weight_.segment<3>(i) =
        body.mass * Eigen::Vector3d(scene_.gravity.x(), scene_.gravity.y(), 0.0);
    i += 3;
  }
  gather_parts();
  fill_info();
  list_contacts();
  find_joints();
}

void BodySystem::fill_info() {
  double size = 0.0;
  for (const Body& body : scene_.bodies) {
    size = std::max(size, body.radius);
    for (const ConvexPart& part : body.parts) size = std::max(size, bounding_radius(part));
    for (const BodyPoint& point : body.points) size = std::max(size, point.at.norm());
  }
  for (const Joint& joint : scene_.joints) {
    if (joint.kind != Joint::Kind::revolute) continue;
    for (const Attachment& end : {joint.first, joint.second}) {
      if (end.body != on_ground) size = std::max(size, end.at.norm());
    }
  }
  info_.size = size > 0.0 ? size : 1.0;
  info_.constant_mass = true;
  info_.edges = std::any_of(parts_.begin(), parts_.end(),
                            [](const ConvexPart& part) { return part.vertices.size() > 1; });

  const double g = scene_.gravity.norm();
  const double speed = g > 0.0 ? std::sqrt(g * info_.size) : 1.0;
  const double turning = g > 0.0 ? std::sqrt(g / info_.size) : 1.0;
  for (const Body& body : scene_.bodies) {
    info_.q.push_back({body.name + ".x", "m", info_.size});
    info_.q.push_back({body.name + ".y", "m", info_.size});
    info_.q.push_back({body.name + ".angle", "rad", 1.0});
    info_.u.push_back({body.name + ".vx", "m/s", speed});
    info_.u.push_back({body.name + ".vy", "m/s", speed});
    info_.u.push_back({body.name + ".omega", "rad/s", turning});
  }

  double fastest = 0.0;
  for (const Ground& ground : scene_.grounds) {
    if (moves(ground.vibration)) {
      fastest = std::max(fastest, std::abs(ground.vibration.angular_frequency));
    }
  }
  for (const BodyForce& force : scene_.forces) {
    if (moves(force.oscillation) || force.torque_amplitude != 0.0) {
      fastest = std::max(fastest, std::abs(force.oscillation.angular_frequency));
    }
  }
  for (const Joint& joint : scene_.joints) {
    if (joint.motor && joint.motor->amplitude != 0.0) {
      fastest = std::max(fastest, std::abs(joint.motor->angular_frequency));
    }
  }
  constexpr double steps_per_period = 20.0;
  if (fastest > 0.0) info_.largest_step = 2.0 * std::numbers::pi / fastest / steps_per_period;
}

void BodySystem::find_joints() {
  for (int number = 0; const Joint& joint : scene_.joints) {
    for (JointInfo& equation : equation_infos(joint)) info_.joints.push_back(std::move(equation));
    for (int k = 0; ClearanceContact & contact : clearance_contacts(joint, number)) {
      pairs_.push_back({.body = joint.first.body,
                        .other_body = joint.second.body,
                        .vertex = k++,
                        .joint = number});
      info_.contacts.push_back({contact.name, {}, false, false});
      clearances_.push_back(std::move(contact));
    }
    ++number;
  }
}

void BodySystem::set_parameters(Eigen::Index contact, const ContactParameters& parameters) {
  info_.contacts[static_cast<std::size_t>(contact)].parameters = parameters;
}

void BodySystem::evaluate(double t, const ConstVector& q, const ConstVector& u, unsigned need,
                          Evaluation& out) const {
  if ((need & kMass) != 0) out.M.diagonal() = mass_;
  if ((need & kForces) != 0) write_forces(t, q.data(), u.data(), out);
  if ((need & (kGaps | kContacts)) != 0) write_contacts(t, q.data(), u.data(), need, out);
  if ((need & kPotential) != 0) out.potential = potential(q.data());
  if ((need & kJoints) != 0) {
    Eigen::Index i = 0;
    std::array<JointRow, most_equations> rows;
    for (const Joint& joint : scene_.joints) {
      write_rows(joint, t, q.data(), u.data(), rows);
      for (std::size_t k = 0; k < equations_of(joint); ++k) scatter(rows[k], i++, out);
    }
  }
}

void BodySystem::joint_rows(double t, const double* q, const double* u,
                            std::span<JointRow> out) const {
  for (const Joint& joint : scene_.joints) {
    write_rows(joint, t, q, u, out);
    out = out.subspan(equations_of(joint));
  }
}

void BodySystem::write_forces(double t, const double* q, const double* u, Evaluation& out) const {
  out.h = weight_;
  out.damping_power = 0.0;
  out.force_power = 0.0;
  double* h = out.h.data();
  for (const Spring& spring : scene_.springs) {
    const Place a = place_of(spring.from, q, u);
    const Place b = place_of(spring.to, q, u);
    const Unit e = unit(b.x - a.x, b.y - a.y, {0.0, 0.0, 0.0});
    const double rate = e.x * (b.vx - a.vx) + e.y * (b.vy - a.vy);
    const double tension = spring.stiffness * (e.length - spring.length) + spring.damping * rate;
    push(spring.from.body, a, tension * e.x, tension * e.y, h);
    push(spring.to.body, b, -tension * e.x, -tension * e.y, h);
    out.damping_power -= spring.damping * rate * rate;
  }
  for (const TorsionSpring& spring : scene_.torsion_springs) {
    const double rate = twist(spring, u + 2);
    const double torque =
        -spring.stiffness * (twist(spring, q + 2) - spring.angle) - spring.damping * rate;
    h[3 * spring.first + 2] += torque;
    if (spring.second != on_ground) h[3 * spring.second + 2] -= torque;
    out.damping_power -= spring.damping * rate * rate;
  }
  for (const BodyForce& force : scene_.forces) {
    const Place p = place_of({force.body, force.at}, q, u);
    const Oscillation& o = force.oscillation;
    const double wave = std::sin(o.angular_frequency * t + o.phase);
    const double fx = force.constant.x() + o.amplitude.x() * wave;
    const double fy = force.constant.y() + o.amplitude.y() * wave;
    const double torque = force.torque + force.torque_amplitude * wave;
    push(force.body, p, fx, fy, h);
    h[3 * force.body + 2] += torque;
    out.force_power += fx * p.vx + fy * p.vy + torque * u[3 * force.body + 2];
  }
}

double BodySystem::potential(const double* q) const {
  double V = 0.0;
  for (Eigen::Index i = 0; i < weight_.size(); ++i) V -= weight_[i] * q[i];
  for (const Spring& spring : scene_.springs) {
    const double stretch =
        distance(place_of(spring.from, q, q), place_of(spring.to, q, q)) - spring.length;
    V += 0.5 * spring.stiffness * stretch * stretch;
  }
  for (const TorsionSpring& spring : scene_.torsion_springs) {
    const double stretch = twist(spring, q + 2) - spring.angle;
    V += 0.5 * spring.stiffness * stretch * stretch;
  }
  return V;
}

}  // namespace ricochet
