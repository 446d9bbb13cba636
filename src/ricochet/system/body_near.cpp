// Which planar bodies are near each other.
//
// Every part of a body, bare point, segment and polygon of the ground has a box that holds it. Boxes are sorted by
// their left sides; each is compared with those that begin before it ends (sweep and prune). Half-planes have no box:
// everything is compared with them.

#include <algorithm>
#include <cmath>

#include <ricochet/system/bodies.hpp>

namespace ricochet {

struct BodySystem::Box {
  double left = 0.0, right = 0.0, bottom = 0.0, top = 0.0;
  int body = on_ground;
  int index = 0;  // of a part or point of the body, or of a ground
  bool point = false;
  double x = 0.0, y = 0.0, cos = 1.0,
         sin = 0.0;  // the body's place and turn, the ground's displacement

  Vector2 world(const Vector2& rho) const {
    return {x + cos * rho.x() - sin * rho.y(), y + sin * rho.x() + cos * rho.y()};
  }
  void hold(const Vector2& rho, double radius) {
    const Vector2 P = world(rho);
    left = std::min(left, P.x() - radius);
    right = std::max(right, P.x() + radius);
    bottom = std::min(bottom, P.y() - radius);
    top = std::max(top, P.y() + radius);
  }
  bool is_near(const Vector2& P, double reach) const {
    return P.x() >= left - reach && P.x() <= right + reach && P.y() >= bottom - reach &&
           P.y() <= top + reach;
  }
};

void BodySystem::gather_boxes(double t, const double* q, std::vector<Box>& boxes) const {
  constexpr double far = std::numeric_limits<double>::infinity();
  boxes.clear();
  Box empty{.left = far, .right = -far, .bottom = far, .top = -far};
  const auto begin = [&](int index, bool point) -> Box& {
    empty.index = index;
    empty.point = point;
    return boxes.emplace_back(empty);
  };
  for (int b = 0; const Body& body : scene_.bodies) {
    const double* at = q + 3 * b;
    empty.body = b;
    empty.x = at[0];
    empty.y = at[1];
    empty.cos = std::cos(at[2]);
    empty.sin = std::sin(at[2]);
    for (int i = 0; i < part_count(b); ++i) {
      Box& box = begin(i, false);
      const ConvexPart& part = parts_[part_of_body(b, i)];
      for (const Vector2& vertex : part.vertices) box.hold(vertex, part.radius);
    }
    for (int p = 0; const BodyPoint& point : body.points) begin(p++, true).hold(point.at, 0.0);
    ++b;
  }
  empty = {.left = far, .right = -far, .bottom = far, .top = -far};
  for (int g = 0; const Ground& ground : scene_.grounds) {
    if (!is_half_plane(ground)) {
      const Oscillation& o = ground.vibration;
      const double wave = moves(o) ? std::sin(o.angular_frequency * t + o.phase) : 0.0;
      empty.x = o.amplitude.x() * wave;
      empty.y = o.amplitude.y() * wave;
      Box& box = begin(g, false);
      for (const Vector2& vertex : parts_[part_of_ground(g)].vertices) box.hold(vertex, 0.0);
    }
    ++g;
  }
}

void BodySystem::append_contacts(const Box& a, const Box& b, std::vector<ContactPair>& out) const {
  if (a.body == b.body) return;
  if (a.body == on_ground || (b.body != on_ground && b.body < a.body)) {
    append_contacts(b, a, out);
  } else if (b.body == on_ground) {
    if (a.point) {
      out.push_back({.body = a.body, .point = a.index, .ground = b.index});
    } else {
      append_with_ground(a.body, a.index, b.index, out);
    }
  } else if (!a.point && !b.point && may_touch(a.body, b.body)) {
    append_between(a.body, a.index, b.body, b.index, out);
  }
}

void BodySystem::near(double t, const double* q, double reach,
                      std::vector<ContactPair>& out) const {
  thread_local std::vector<Box> boxes;
  gather_boxes(t, q, boxes);
  out.clear();
  for (int g = 0; const Ground& ground : scene_.grounds) {
    if (is_half_plane(ground)) {
      const Box plane{.index = g};
      for (const Box& box : boxes) append_contacts(box, plane, out);
    }
    ++g;
  }
  std::sort(boxes.begin(), boxes.end(), [](const Box& a, const Box& b) {
    if (a.left != b.left) return a.left < b.left;
    if (a.body != b.body) return a.body < b.body;
    return a.point != b.point ? b.point : a.index < b.index;
  });
  // Gaps and boxes are rounded differently.
  const double wide = reach + 1e-12 * (std::abs(reach) + info_.size);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    for (std::size_t j = i + 1; j < boxes.size() && boxes[j].left <= boxes[i].right + wide; ++j) {
      const Box& a = boxes[i];
      const Box& b = boxes[j];
      if (b.bottom > a.top + wide || a.bottom > b.top + wide) continue;
      const auto old = static_cast<std::ptrdiff_t>(out.size());
      append_contacts(a, b, out);
      const auto is_away = [&](const ContactPair& pair) {  // most vertices are, of most pairs
        const bool of_ground = pair.point < 0 && pair.vertex < 0;
        const int owner = of_ground ? on_ground : pair.body;
        const Contact contact = contact_of(pair);
        const Vector2 P = (a.body == owner ? a : b).world({contact.rho_x, contact.rho_y});
        return !(a.body == owner ? b : a).is_near(P, contact.radius + wide);
      };
      out.erase(std::remove_if(out.begin() + old, out.end(), is_away), out.end());
    }
  }
  const auto is_far = [&](const ContactPair& pair) {
    const double gap = gap_now(pair, t, q);
    if (!(gap < reach) || !touches(pair)) return true;
    return contact_of(pair).kind == Kind::segment_free_side && gap <= -reach;
  };
  out.erase(std::remove_if(out.begin(), out.end(), is_far), out.end());
  std::sort(out.begin(), out.end());
  // Few, and always near.
  out.insert(out.end(), pairs_.end() - static_cast<std::ptrdiff_t>(clearances_.size()),
             pairs_.end());
}

std::vector<Vector2> BodySystem::core_of(const Box& box) const {
  const bool ground = box.body == on_ground;
  std::vector<Vector2> core =
      parts_[ground ? part_of_ground(box.index) : part_of_body(box.body, box.index)].vertices;
  for (Vector2& vertex : core) vertex = box.world(vertex);
  return core;
}

BodySystem::Crossing BodySystem::deepest_crossing(double t, const double* q) const {
  std::vector<Box> boxes;
  gather_boxes(t, q, boxes);
  std::erase_if(boxes, [](const Box& box) { return box.point; });
  Crossing deepest;
  std::vector<ContactPair> contacts;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    for (std::size_t j = i + 1; j < boxes.size(); ++j) {
      const Box& a = boxes[i];
      const Box& b = boxes[j];
      if (a.left > b.right || b.left > a.right || a.bottom > b.top || b.bottom > a.top) continue;
      contacts.clear();
      append_contacts(a, b, contacts);
      const auto any = std::find_if(contacts.begin(), contacts.end(),
                                    [&](const ContactPair& pair) { return touches(pair); });
      if (any == contacts.end() || contacts.size() == 1) continue;  // discs: their gap says it
      const double depth = -core_separation(core_of(a), core_of(b));
      if (depth > deepest.depth) deepest = {*any, depth};
    }
  }
  return deepest;
}

}  // namespace ricochet
