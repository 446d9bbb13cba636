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
  fill_info();
  find_contacts();
  find_joints();
}

void BodySystem::fill_info() {
  double size = 0.0;
  for (const Body& body : scene_.bodies) {
    size = std::max(size, body.radius);
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

void BodySystem::find_contacts() {
  const auto bodies = static_cast<int>(scene_.bodies.size());
  const auto grounds = static_cast<int>(scene_.grounds.size());
  const auto add = [&](const ContactPair& pair, const Contact& contact, const std::string& first,
                       const std::string& second) {
    pairs_.push_back(pair);
    contacts_.push_back(contact);
    const bool straight = contact.kind == Kind::half_plane && !contact.has_arm;
    const bool bounded = contact.kind == Kind::segment_point;
    info_.contacts.push_back({first + '/' + second, {}, bounded, straight});
  };
  for (int b = 0; b < bodies; ++b) {
    const Body& body = scene_.bodies[static_cast<std::size_t>(b)];
    const auto add_grounds = [&](int point, const std::string& name, const Vector2& rho,
                                 double radius) {
      for (int g = 0; g < grounds; ++g) {
        const Ground& ground = scene_.grounds[static_cast<std::size_t>(g)];
        Contact contact;
        contact.kind = std::isinf(ground.length) ? Kind::half_plane
                       : point < 0               ? Kind::segment_disc
                                                 : Kind::segment_point;
        contact.has_arm = rho != Vector2::Zero();
        contact.dof = 3 * b;
        contact.other = g;
        contact.rho_x = rho.x();
        contact.rho_y = rho.y();
        contact.radius = radius;
        add({.body = b, .point = point, .ground = g}, contact, name, ground.name);
      }
    };
    if (body.radius > 0.0) add_grounds(-1, body.name, Vector2::Zero(), body.radius);
    int number = 0;
    for (const BodyPoint& point : body.points) {
      add_grounds(number++, body.name + '.' + point.name, point.at, 0.0);
    }
  }
  for (int a = 0; a < bodies; ++a) {
    for (int b = a + 1; b < bodies; ++b) {
      const Body& first = scene_.bodies[static_cast<std::size_t>(a)];
      const Body& second = scene_.bodies[static_cast<std::size_t>(b)];
      if (!(first.radius > 0.0 && second.radius > 0.0)) continue;
      if (std::find(scene_.apart.begin(), scene_.apart.end(), std::pair(a, b)) !=
          scene_.apart.end())
        continue;
      Contact contact;
      contact.kind = Kind::discs;
      contact.dof = 3 * a;
      contact.other = 3 * b;
      contact.radius = first.radius;
      contact.other_radius = second.radius;
      add({.body = a, .other_body = b}, contact, first.name, second.name);
    }
  }
}

void BodySystem::find_joints() {
  for (int number = 0; const Joint& joint : scene_.joints) {
    for (JointInfo& equation : equation_infos(joint)) info_.joints.push_back(std::move(equation));
    for (ClearanceContact& contact : clearance_contacts(joint, number)) {
      pairs_.push_back(
          {.body = joint.first.body, .other_body = joint.second.body, .joint = number});
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

// The place of a contact, with the names of the header: n, kappa, gap, the arm r, and the ground's motion.
struct BodySystem::Touch {
  double nx, ny, gap;
  double kappa = 0.0;
  double rx = 0.0, ry = 0.0;
  double dx1 = 0.0, dy1 = 0.0;  // d'
  double dx2 = 0.0, dy2 = 0.0;  // d''
  double belt = 0.0;
};

void BodySystem::write_contacts(double t, const double* q, const double* u, unsigned need,
                                Evaluation& out) const {
  double* gap = out.gap.data();
  Turn turn;
  int turned = -1;  // the body it belongs to; contacts of one body are neighbours
  const auto n = static_cast<Eigen::Index>(contacts_.size());
  for (Eigen::Index i = 0; i < n; ++i) {
    const Contact& contact = contacts_[static_cast<std::size_t>(i)];
    if (contact.has_arm && contact.dof != turned) {
      turned = contact.dof;
      turn = {std::cos(q[turned + 2]), std::sin(q[turned + 2])};
    }
    const Touch at = touch(contact, t, q, turn);
    if ((need & kGaps) != 0) gap[i] = at.gap;
    if ((need & kContacts) != 0) write_columns(contact, at, u, i, out);
  }
  for (Eigen::Index i = n; const ClearanceContact& contact : clearances_) {
    const Joint& joint = scene_.joints[static_cast<std::size_t>(contact.joint)];
    scatter(clearance_row(joint, contact, q, u), i++, need, out);
  }
}

BodySystem::Touch BodySystem::touch(const Contact& contact, double t, const double* q,
                                    const Turn& turn) const {
  const double* body = q + contact.dof;
  if (contact.kind == Kind::discs) {
    const double* other = q + contact.other;
    const Unit n = unit(body[0] - other[0], body[1] - other[1], {0.0, 1.0, 0.0});
    Touch at{n.x, n.y, n.length - contact.radius - contact.other_radius};
    if (n.length > 0.0) at.kappa = 1.0 / n.length;
    return at;
  }
  const Ground& ground = scene_.grounds[static_cast<std::size_t>(contact.other)];
  const double nx = ground.normal.x();
  const double ny = ground.normal.y();
  Touch at{nx, ny, 0.0};
  at.belt = ground.belt;
  double x = body[0] - ground.point.x();
  double y = body[1] - ground.point.y();
  if (contact.has_arm) {
    at.rx = turn.cos * contact.rho_x - turn.sin * contact.rho_y;
    at.ry = turn.sin * contact.rho_x + turn.cos * contact.rho_y;
    x += at.rx;
    y += at.ry;
  }
  const Oscillation& vibration = ground.vibration;
  if (moves(vibration)) {
    const double omega = vibration.angular_frequency;
    const double s = std::sin(omega * t + vibration.phase);
    const double c = omega * std::cos(omega * t + vibration.phase);
    x -= vibration.amplitude.x() * s;
    y -= vibration.amplitude.y() * s;
    at.dx1 = vibration.amplitude.x() * c;
    at.dy1 = vibration.amplitude.y() * c;
    at.dx2 = -omega * omega * vibration.amplitude.x() * s;
    at.dy2 = -omega * omega * vibration.amplitude.y() * s;
  }
  const double height = nx * x + ny * y;
  at.gap = height - contact.radius;
  if (contact.kind == Kind::half_plane) return at;

  const double along = ny * x - nx * y;  // t = (ny, -nx)
  if (along < 0.0 || along > ground.length) {
    const double end = along < 0.0 ? 0.0 : ground.length;
    const Unit n = unit(x - end * ny, y + end * nx, {nx, ny, 0.0});
    at.nx = n.x;
    at.ny = n.y;
    at.gap = n.length - contact.radius;
    if (n.length > 0.0) at.kappa = 1.0 / n.length;
  } else if (contact.kind == Kind::segment_disc && height < 0.0) {
    at.nx = -nx;
    at.ny = -ny;
    at.gap = -height - contact.radius;
  }
  return at;
}

void BodySystem::place(double t, const ConstVector& q, Placement& out) const {
  out.frames.clear();
  for (Eigen::Index i = 0; i < q.size(); i += 3) out.frames.push_back({q[i], q[i + 1], q[i + 2]});
  for (const Ground& ground : scene_.grounds) {
    const Oscillation& o = ground.vibration;
    if (!moves(o)) continue;
    const Vector2 d = o.amplitude * std::sin(o.angular_frequency * t + o.phase);
    out.frames.push_back({d.x(), d.y(), 0.0});
  }
  out.contacts.clear();
  for (const Contact& contact : contacts_) {
    const double* body = q.data() + contact.dof;
    const Touch at = touch(contact, t, q.data(), {std::cos(body[2]), std::sin(body[2])});
    const Vector2 n(at.nx, at.ny);
    const Vector2 P(body[0] + at.rx, body[1] + at.ry);
    out.contacts.push_back(contact_at(P - contact.radius * n, n, at.gap));
  }
  for (const ClearanceContact& contact : clearances_) {
    const Joint& joint = scene_.joints[static_cast<std::size_t>(contact.joint)];
    out.contacts.push_back(clearance_place(joint, contact, q.data()));
  }
}

void BodySystem::write_columns(const Contact& contact, const Touch& at, const double* u,
                               Eigen::Index i, Evaluation& out) {
  const Eigen::Index rows = out.W.rows();
  double* normal = out.W.data() + 2 * i * rows;
  double* tangential = normal + rows;
  const double nx = at.nx;
  const double ny = at.ny;
  const double tx = ny;
  const double ty = -nx;
  const Eigen::Index dof = contact.dof;
  normal[dof] = nx;
  normal[dof + 1] = ny;
  normal[dof + 2] = ny * at.rx - nx * at.ry;
  tangential[dof] = tx;
  tangential[dof + 1] = ty;
  tangential[dof + 2] = ty * at.rx - tx * at.ry + contact.radius;

  const double omega = u[dof + 2];
  double wx = u[dof] - omega * at.ry - at.dx1;
  double wy = u[dof + 1] + omega * at.rx - at.dy1;
  if (contact.kind == Kind::discs) {
    const Eigen::Index other = contact.other;
    normal[other] = -nx;
    normal[other + 1] = -ny;
    tangential[other] = -tx;
    tangential[other + 1] = -ty;
    tangential[other + 2] = contact.other_radius;
    wx -= u[other];
    wy -= u[other + 1];
  }
  out.surface_velocity[2 * i] = nx * at.dx1 + ny * at.dy1;
  out.surface_velocity[2 * i + 1] = tx * at.dx1 + ty * at.dy1 + at.belt;
  const double wn = nx * wx + ny * wy;
  const double wt = tx * wx + ty * wy;
  const double ax = omega * omega * at.rx + at.dx2;
  const double ay = omega * omega * at.ry + at.dy2;
  out.bias[2 * i] = at.kappa * wt * wt - nx * ax - ny * ay;
  out.bias[2 * i + 1] = -at.kappa * wn * wt - tx * ax - ty * ay;
}

}  // namespace ricochet
