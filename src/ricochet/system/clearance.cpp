#include <ricochet/system/clearance.hpp>

#include <cmath>

namespace ricochet {

namespace {

Vector2 turned(const Vector2& v, double angle) {
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  return {c * v.x() - s * v.y(), s * v.x() + c * v.y()};
}

// What of a contact is the same for pin and slider: directions, arms of the anchors, the part z of the bias.
ContactRow row_with(const Joint& joint, const Pair& at, double nx, double ny) {
  const double tx = ny;
  const double ty = -nx;
  ContactRow row;
  row.dof = first_dof(joint.first.body);
  row.other = first_dof(joint.second.body);
  row.N = {nx, ny, ny * at.a.arm_x - nx * at.a.arm_y};
  row.T = {tx, ty, ty * at.a.arm_x - tx * at.a.arm_y};
  row.other_N = {-nx, -ny, nx * at.b.arm_y - ny * at.b.arm_x};
  row.other_T = {-tx, -ty, tx * at.b.arm_y - ty * at.b.arm_x};
  row.bias = {nx * at.zx + ny * at.zy, tx * at.zx + ty * at.zy};
  return row;
}

ContactRow pin_row(const Joint& joint, const double* q, const double* u) {
  const Pair at = pair_of(joint.first, joint.second, q, u);
  const double D = std::sqrt(at.x * at.x + at.y * at.y);
  const double nx = D > 0.0 ? -at.x / D : 0.0;
  const double ny = D > 0.0 ? -at.y / D : 1.0;
  const double kappa = D > 0.0 ? -1.0 / D : 0.0;
  ContactRow row = row_with(joint, at, nx, ny);
  const double r = joint.clearance->radius;
  const double c = joint.clearance->gap;
  row.gap = c - D;
  row.T[2] += r;
  row.other_T[2] -= r + c;
  const double wn = nx * at.wx + ny * at.wy;
  const double wt = ny * at.wx - nx * at.wy;
  row.bias[0] += kappa * wt * wt;
  row.bias[1] -= kappa * wn * wt;
  return row;
}

Attachment end_of(const Joint& joint, const ClearanceContact& contact) {
  const Vector2 direction = turned(joint.axis, -joint.angle);  // e_a
  Attachment end = joint.first;
  end.at += 0.5 * joint.clearance->length * contact.end * direction;
  return end;
}

ContactRow slider_row(const Joint& joint, const ClearanceContact& contact, const double* q,
                      const double* u) {
  const Pair at = pair_of(end_of(joint, contact), joint.second, q, u);
  const Vector2 e = turned(joint.axis, angle_of(joint.second.body, q));
  const double nx = -contact.side * e.y();
  const double ny = contact.side * e.x();
  ContactRow row = row_with(joint, at, nx, ny);
  const double c = joint.clearance->gap;
  const double np = nx * at.x + ny * at.y;
  const double omega = at.b.omega;
  row.gap = c + np;
  row.other_N[2] -= ny * at.x - nx * at.y;
  row.other_T[2] -= c;
  row.bias[0] -= 2.0 * omega * (ny * at.wx - nx * at.wy) + omega * omega * np;
  row.bias[1] += omega * (nx * at.wx + ny * at.wy);
  return row;
}

}  // namespace

std::vector<ClearanceContact> clearance_contacts(const Joint& joint, int number) {
  if (!joint.clearance) return {};
  if (joint.kind == Joint::Kind::revolute) return {{.joint = number, .name = joint.name}};
  return {{number, 1.0, -1.0, joint.name + ".front/left"},
          {number, 1.0, 1.0, joint.name + ".front/right"},
          {number, -1.0, -1.0, joint.name + ".back/left"},
          {number, -1.0, 1.0, joint.name + ".back/right"}};
}

ContactRow clearance_row(const Joint& joint, const ClearanceContact& contact, const double* q,
                         const double* u) {
  return joint.kind == Joint::Kind::revolute ? pin_row(joint, q, u)
                                             : slider_row(joint, contact, q, u);
}

ContactPlace clearance_place(const Joint& joint, const ClearanceContact& contact, const double* q) {
  const ContactRow row = clearance_row(joint, contact, q, q);  // velocities do not matter here
  const Vector2 n(row.N[0], row.N[1]);
  const bool pin = joint.kind == Joint::Kind::revolute;
  const Place p = place_of(pin ? joint.first : end_of(joint, contact), q, q);
  const double radius = pin ? joint.clearance->radius : 0.0;
  return contact_at(Vector2(p.x, p.y) - radius * n, n, row.gap);
}

}  // namespace ricochet
