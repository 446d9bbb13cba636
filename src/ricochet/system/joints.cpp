#include <ricochet/system/joints.hpp>

#include <cmath>

namespace ricochet {

namespace {

// J of g = d.p, for a direction d that does not turn; the bias of it.
JointRow along(const Joint& joint, const Pair& at, double dx, double dy) {
  JointRow row;
  row.dof = first_dof(joint.first.body);
  row.other = first_dof(joint.second.body);
  row.gap = dx * at.x + dy * at.y;
  row.J = {dx, dy, dy * at.a.arm_x - dx * at.a.arm_y};
  row.other_J = {-dx, -dy, dx * at.b.arm_y - dy * at.b.arm_x};
  row.bias = dx * at.zx + dy * at.zy;
  return row;
}

// The same for a d that turns with the second body: d' = omega_b d^.
JointRow along_turning(const Joint& joint, const Pair& at, double dx, double dy) {
  JointRow row = along(joint, at, dx, dy);
  const double omega = at.b.omega;
  row.other_J[2] += dx * at.y - dy * at.x;  // d^.p
  row.bias += 2.0 * omega * (dx * at.wy - dy * at.wx) - omega * omega * row.gap;
  return row;
}

JointRow turn(const Joint& joint, const double* q, double angle) {
  JointRow row;
  row.dof = first_dof(joint.first.body);
  row.other = first_dof(joint.second.body);
  row.gap = angle_of(joint.first.body, q) - angle_of(joint.second.body, q) - angle;
  row.J = {0.0, 0.0, 1.0};
  row.other_J = {0.0, 0.0, -1.0};
  return row;
}

// e, in the world.
Vector2 axis_at(const Joint& joint, const double* q) {
  const double angle = angle_of(joint.second.body, q);
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  return {c * joint.axis.x() - s * joint.axis.y(), s * joint.axis.x() + c * joint.axis.y()};
}

}  // namespace

Prescribed prescribed(const Motor& motor, double t) {
  const double omega = motor.angular_frequency;
  const double s = std::sin(omega * t + motor.phase);
  const double c = std::cos(omega * t + motor.phase);
  return {motor.start + motor.speed * t + motor.amplitude * (s - std::sin(motor.phase)),
          motor.speed + motor.amplitude * omega * c, -motor.amplitude * omega * omega * s};
}

const char* name_of(Joint::Kind kind) {
  switch (kind) {
    case Joint::Kind::revolute: return "revolute";
    case Joint::Kind::prismatic: return "prismatic";
    case Joint::Kind::weld: break;
  }
  return "weld";
}

std::size_t equations_of(const Joint& joint) {
  if (joint.clearance) return 0;
  return (joint.kind == Joint::Kind::weld ? 3U : 2U) + (joint.motor ? 1U : 0U);
}

std::vector<JointInfo> equation_infos(const Joint& joint) {
  if (joint.clearance) return {};
  std::vector<JointInfo> infos;
  if (joint.kind == Joint::Kind::prismatic) {
    infos.push_back({joint.name + ".normal", "m"});
  } else {
    infos.push_back({joint.name + ".x", "m"});
    infos.push_back({joint.name + ".y", "m"});
  }
  if (joint.kind != Joint::Kind::revolute) infos.push_back({joint.name + ".angle", "rad"});
  if (joint.motor) {
    infos.push_back({joint.name + ".motor", joint.kind == Joint::Kind::revolute ? "rad" : "m"});
  }
  return infos;
}

void write_rows(const Joint& joint, double t, const double* q, const double* u,
                std::span<JointRow> out) {
  if (joint.clearance) return;
  const Pair at = pair_of(joint.first, joint.second, q, u);
  std::size_t k = 0;
  if (joint.kind == Joint::Kind::prismatic) {
    const Vector2 e = axis_at(joint, q);
    out[k++] = along_turning(joint, at, -e.y(), e.x());
  } else {
    out[k++] = along(joint, at, 1.0, 0.0);
    out[k++] = along(joint, at, 0.0, 1.0);
  }
  if (joint.kind != Joint::Kind::revolute) out[k++] = turn(joint, q, joint.angle);
  if (!joint.motor) return;
  const Prescribed s = prescribed(*joint.motor, t);
  if (joint.kind == Joint::Kind::revolute) {
    out[k] = turn(joint, q, s.value);
  } else {
    const Vector2 e = axis_at(joint, q);
    out[k] = along_turning(joint, at, e.x(), e.y());
    out[k].gap -= s.value;
  }
  out[k].velocity = s.rate;
  out[k].bias -= s.acceleration;
}

double displacement(const Joint& joint, const double* q) {
  if (joint.kind == Joint::Kind::revolute) return turn(joint, q, 0.0).gap;
  const Pair at = pair_of(joint.first, joint.second, q, q);
  return axis_at(joint, q).dot(Vector2(at.x, at.y));
}

}  // namespace ricochet
