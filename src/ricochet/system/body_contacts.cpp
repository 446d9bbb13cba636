// What a contact of planar bodies does at a state. Letters as in bodies.hpp.

#include <algorithm>
#include <array>
#include <cmath>

#include <ricochet/system/bodies.hpp>

namespace ricochet {

// Cosines and sines of the bodies at the last contact, of X and of Y: neighbours in the list have them in common.
struct BodySystem::Turns {
  int dof[2] = {-1, -1};
  Turn turn[2];

  const Turn& of(int side, int body, const double* q) {
    if (dof[side] != body) {
      dof[side] = body;
      turn[side] = {std::cos(q[body + 2]), std::sin(q[body + 2])};
    }
    return turn[side];
  }
};

struct BodySystem::Touch {
  double nx = 0.0, ny = 1.0;
  double gap = 0.0, s = 0.0, kappa = 0.0;
  double rx = 0.0, ry = 0.0;    // r, if X is a body
  double fx = 0.0, fy = 0.0;    // r_F, if Y is a body
  double dx = 0.0, dy = 0.0;    // d
  double dx1 = 0.0, dy1 = 0.0;  // d'
  double dx2 = 0.0, dy2 = 0.0;  // d''
  bool shadowed = false;
  int feature = kNearestFeature;
  double inside = std::numeric_limits<double>::infinity();

  // Along a vector from the surface to P; if it has no length, `fallback`.
  void point_along(double x, double y, double fallback_x, double fallback_y) {
    s = std::sqrt(x * x + y * y);
    const bool sharp = s > 0.0;
    nx = sharp ? x / s : fallback_x;
    ny = sharp ? y / s : fallback_y;
    kappa = sharp ? 1.0 / s : 0.0;
  }
};

void BodySystem::write_contacts(double t, const double* q, const double* u, unsigned need,
                                Evaluation& out) const {
  Turns turns;
  ContactRow row;
  Eigen::Index i = 0;
  for (const Contact& contact : contacts_) {
    if (contact.kind == Kind::clearance) {
      scatter(clearance_row_of(static_cast<std::size_t>(contact.surface), q, u), i++, need, out);
      continue;
    }
    const Touch at = touch(contact, t, q, turns, out.hold[static_cast<std::size_t>(i)]);
    if ((need & kContacts) != 0) {
      fill_row(contact, at, u, row);
    } else {
      row.gap = at.shadowed ? info_.size : at.gap;
      row.feature = at.feature;
      row.inside = at.inside;
    }
    scatter(row, i++, need, out);
  }
}

ContactRow BodySystem::clearance_row_of(std::size_t contact, const double* q,
                                        const double* u) const {
  const ClearanceContact& clearance = clearances_[contact];
  return clearance_row(scene_.joints[static_cast<std::size_t>(clearance.joint)], clearance, q, u);
}

void BodySystem::contact_row(const ContactPair& pair, double t, const double* q, const double* u,
                             int hold, ContactRow& out) const {
  const Contact contact = contact_of(pair);
  if (contact.kind == Kind::clearance) {
    out = clearance_row_of(static_cast<std::size_t>(contact.surface), q, u);
    return;
  }
  Turns turns;
  const Touch at = touch(contact, t, q, turns, hold);
  fill_row(contact, at, u, out);
}

double BodySystem::gap_now(const ContactPair& pair, double t, const double* q) const {
  Turns turns;
  return touch(contact_of(pair), t, q, turns, kNearestFeature).gap;
}

BodySystem::Touch BodySystem::touch(const Contact& contact, double t, const double* q, Turns& turns,
                                    int hold) const {
  Touch at;
  if (contact.ground >= 0) {
    const Oscillation& v = scene_.grounds[static_cast<std::size_t>(contact.ground)].vibration;
    if (moves(v)) {
      const double omega = v.angular_frequency;
      const double s = std::sin(omega * t + v.phase);
      const double c = omega * std::cos(omega * t + v.phase);
      at.dx = v.amplitude.x() * s;
      at.dy = v.amplitude.y() * s;
      at.dx1 = v.amplitude.x() * c;
      at.dy1 = v.amplitude.y() * c;
      at.dx2 = -omega * omega * v.amplitude.x() * s;
      at.dy2 = -omega * omega * v.amplitude.y() * s;
    }
  }
  if (contact.has_arm && contact.dof >= 0) {
    const Turn& turn = turns.of(0, contact.dof, q);
    at.rx = turn.cos * contact.rho_x - turn.sin * contact.rho_y;
    at.ry = turn.sin * contact.rho_x + turn.cos * contact.rho_y;
  }
  switch (contact.kind) {
    case Kind::half_plane:
    case Kind::segment_both_sides:
    case Kind::segment_free_side: touch_line(contact, q, hold, at); break;
    case Kind::round: touch_round(contact, q, turns, at); break;
    case Kind::core: touch_core(contact, q, turns, hold, at); break;
    case Kind::clearance: break;  // has rows of its own
  }
  return at;
}

void BodySystem::touch_line(const Contact& contact, const double* q, int hold, Touch& at) const {
  const Ground& ground = scene_.grounds[static_cast<std::size_t>(contact.ground)];
  const double nx = ground.normal.x();
  const double ny = ground.normal.y();
  const double x = q[contact.dof] - ground.point.x() + at.rx - at.dx;
  const double y = q[contact.dof + 1] - ground.point.y() + at.ry - at.dy;
  const double height = nx * x + ny * y;
  at.nx = nx;
  at.ny = ny;
  at.s = height;
  at.gap = height - contact.radius;
  if (contact.kind == Kind::half_plane) return;

  enum Feature : int { free_side, other_side, first_end, second_end };
  const double along = ny * x - nx * y;  // t = (ny, -nx)
  at.feature = hold;
  if (hold == kNearestFeature) {
    at.feature = along < 0.0                                                ? first_end
                 : along > ground.length                                    ? second_end
                 : contact.kind == Kind::segment_both_sides && height < 0.0 ? other_side
                                                                            : free_side;
  }
  if (at.feature == first_end || at.feature == second_end) {
    const double end = at.feature == first_end ? 0.0 : ground.length;
    at.point_along(x - end * ny, y + end * nx, nx, ny);
    if (contact.radius == 0.0 && at.s < shadow_margin * info_.size) {
      // Right on the end: halfway between the normal and the way out.
      const double half = std::sqrt(0.5);
      const double out = at.feature == first_end ? -half : half;
      at.nx = half * nx + out * ny;
      at.ny = half * ny - out * nx;
      at.kappa = 0.0;
    }
    at.gap = at.s - contact.radius;
    at.inside = at.feature == first_end ? -along : along - ground.length;
    return;
  }
  at.inside = std::min(along, ground.length - along);
  if (at.feature == other_side) {
    at.nx = -nx;
    at.ny = -ny;
    at.s = -height;
    at.gap = -height - contact.radius;
  }
}

void BodySystem::touch_round(const Contact& contact, const double* q, Turns& turns,
                             Touch& at) const {
  const Vector2& rho = parts_[static_cast<std::size_t>(contact.surface)].vertices[0];
  if (rho != Vector2::Zero()) {
    const Turn& turn = turns.of(1, contact.other, q);
    at.fx = turn.cos * rho.x() - turn.sin * rho.y();
    at.fy = turn.sin * rho.x() + turn.cos * rho.y();
  }
  const double x = q[contact.dof] + at.rx - (q[contact.other] + at.fx);
  const double y = q[contact.dof + 1] + at.ry - (q[contact.other + 1] + at.fy);
  at.point_along(x, y, 0.0, 1.0);
  at.gap = at.s - contact.radius - contact.other_radius;
}

void BodySystem::touch_core(const Contact& contact, const double* q, Turns& turns, int hold,
                            Touch& at) const {
  Vector2 P(contact.rho_x + at.dx, contact.rho_y + at.dy);  // of the ground
  if (contact.dof >= 0) P = {q[contact.dof] + at.rx, q[contact.dof + 1] + at.ry};
  const bool of_body = contact.other >= 0;
  const Turn turn = of_body ? turns.of(1, contact.other, q) : Turn{};
  const Vector2 origin =
      of_body ? Vector2(q[contact.other], q[contact.other + 1]) : Vector2(at.dx, at.dy);
  const Vector2 local(turn.cos * (P.x() - origin.x()) + turn.sin * (P.y() - origin.y()),
                      turn.cos * (P.y() - origin.y()) - turn.sin * (P.x() - origin.x()));
  const double radius = contact.radius + contact.other_radius;
  const double margin = shadow_margin * info_.size;
  const double blunt = radius > 0.0 ? 0.0 : margin;
  const ConvexPart& surface = parts_[static_cast<std::size_t>(contact.surface)];
  CorePoint core = from_core(surface, local, hold, blunt);
  if (contact.corner_of >= 0 && blunt > 0.0 && core.distance <= blunt) {
    Wedge wedge = wedge_at(parts_[static_cast<std::size_t>(contact.corner_of)],
                           static_cast<std::size_t>(contact.corner));
    const Turn own = contact.dof >= 0 ? turns.of(0, contact.dof, q) : Turn{};
    for (Vector2* v : {&wedge.one, &wedge.other}) {
      const Vector2 world(own.cos * v->x() - own.sin * v->y(), own.sin * v->x() + own.cos * v->y());
      *v = {turn.cos * world.x() + turn.sin * world.y(),
            turn.cos * world.y() - turn.sin * world.x()};
    }
    core = from_core(surface, local, hold, blunt, &wedge);
  }
  at.nx = turn.cos * core.normal.x() - turn.sin * core.normal.y();
  at.ny = turn.sin * core.normal.x() + turn.cos * core.normal.y();
  if (of_body) {
    at.fx = turn.cos * core.foot.x() - turn.sin * core.foot.y();
    at.fy = turn.sin * core.foot.x() + turn.cos * core.foot.y();
  }
  at.s = core.distance;
  at.kappa = core.curvature;
  at.gap = core.distance - radius;
  at.feature = core.feature;
  at.inside = core.inside;
  at.shadowed =
      contact.shadowed && hold == kNearestFeature && (core.corner || core.inside - blunt <= margin);
  if (at.shadowed) at.feature = kShadowed;
}

void BodySystem::fill_row(const Contact& contact, const Touch& at, const double* u,
                          ContactRow& row) const {
  const bool of_body = contact.dof >= 0;    // the vertex
  const bool on_body = contact.other >= 0;  // the surface
  row.dof = of_body ? contact.dof : contact.other;
  row.other = of_body ? contact.other : -1;
  row.feature = at.feature;
  row.inside = at.inside;
  row.gap = at.shadowed ? info_.size : at.gap;
  row.other_N = row.other_T = {};
  row.surface_velocity = {};
  if (at.shadowed) {
    row.N = row.T = {};
    row.bias = {};
    return;
  }

  const double nx = at.nx;
  const double ny = at.ny;
  const double tx = ny;
  const double ty = -nx;
  double wx = at.dx1, wy = at.dy1;  // of a vertex of the ground
  double ax = -at.dx2, ay = -at.dy2;
  if (of_body) {
    row.N = {nx, ny, ny * at.rx - nx * at.ry};
    row.T = {tx, ty, ty * at.rx - tx * at.ry + contact.radius};
    const double omega = u[contact.dof + 2];
    wx = u[contact.dof] - omega * at.ry - at.dx1;
    wy = u[contact.dof + 1] + omega * at.rx - at.dy1;
    ax = omega * omega * at.rx + at.dx2;
    ay = omega * omega * at.ry + at.dy2;
  }
  double omega_Y = 0.0;
  if (on_body) {
    // 0.0 is added because an arm of no length is to leave 0, not -0.
    auto& N = of_body ? row.other_N : row.N;
    auto& T = of_body ? row.other_T : row.T;
    N = {-nx, -ny, nx * at.fy - ny * at.fx + 0.0};
    T = {-tx, -ty, tx * at.fy - ty * at.fx + contact.other_radius};
    omega_Y = u[contact.other + 2];
    wx -= u[contact.other] - omega_Y * at.fy;
    wy -= u[contact.other + 1] + omega_Y * at.fx;
    ax -= omega_Y * omega_Y * at.fx;
    ay -= omega_Y * omega_Y * at.fy;
  }
  if (contact.ground >= 0) {
    const double belt = scene_.grounds[static_cast<std::size_t>(contact.ground)].belt;
    const double sign = of_body ? 1.0 : -1.0;  // of the contact's normal and tangent: n, or -n
    row.surface_velocity = {sign * (nx * at.dx1 + ny * at.dy1),
                            sign * (tx * at.dx1 + ty * at.dy1) + belt};
  }
  const double wn = nx * wx + ny * wy;
  const double wt = tx * wx + ty * wy;
  double turn_N = at.kappa * wt * wt;
  double turn_T = -at.kappa * wn * wt;
  if (on_body && at.kappa == 0.0) {
    turn_N = -omega_Y * (2.0 * wt + omega_Y * at.s);
    turn_T = omega_Y * wn;
  }
  row.bias = {turn_N - nx * ax - ny * ay, turn_T - tx * ax - ty * ay};
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
  Turns turns;
  for (const Contact& contact : contacts_) {
    if (contact.kind == Kind::clearance) {
      const ClearanceContact& clearance = clearances_[static_cast<std::size_t>(contact.surface)];
      const Joint& joint = scene_.joints[static_cast<std::size_t>(clearance.joint)];
      out.contacts.push_back(clearance_place(joint, clearance, q.data()));
      continue;
    }
    const Touch at = touch(contact, t, q.data(), turns, kNearestFeature);
    const Vector2 n(at.nx, at.ny);
    if (contact.dof >= 0) {
      const Vector2 P(q[contact.dof] + at.rx, q[contact.dof + 1] + at.ry);
      out.contacts.push_back(contact_at(P - contact.radius * n, n, at.gap));
    } else {
      const Vector2 F(q[contact.other] + at.fx, q[contact.other + 1] + at.fy);
      out.contacts.push_back(contact_at(F + contact.other_radius * n, -n, at.gap));
    }
  }
}

}  // namespace ricochet
