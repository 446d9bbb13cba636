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
};

namespace {

Vector2 displacement(const Ground& ground, double t) {
  const Oscillation& o = ground.vibration;
  if (!moves(o)) return Vector2::Zero();
  return o.amplitude * std::sin(o.angular_frequency * t + o.phase);
}

}  // namespace

void BodySystem::gather_boxes(double t, const double* q, std::vector<Box>& boxes) const {
  boxes.clear();
  const auto begin = [&](int body, int index, bool point) -> Box& {
    constexpr double far = std::numeric_limits<double>::infinity();
    return boxes.emplace_back(Box{far, -far, far, -far, body, index, point});
  };
  const auto hold = [](Box& box, double x, double y, double radius) {
    box.left = std::min(box.left, x - radius);
    box.right = std::max(box.right, x + radius);
    box.bottom = std::min(box.bottom, y - radius);
    box.top = std::max(box.top, y + radius);
  };
  for (int b = 0; const Body& body : scene_.bodies) {
    const double* at = q + 3 * b;
    const double c = std::cos(at[2]);
    const double s = std::sin(at[2]);
    const auto hold_local = [&](Box& box, const Vector2& rho, double radius) {
      hold(box, at[0] + c * rho.x() - s * rho.y(), at[1] + s * rho.x() + c * rho.y(), radius);
    };
    for (int i = 0; i < part_count(b); ++i) {
      Box& box = begin(b, i, false);
      const ConvexPart& part = parts_[part_of_body(b, i)];
      for (const Vector2& vertex : part.vertices) hold_local(box, vertex, part.radius);
    }
    for (int p = 0; const BodyPoint& point : body.points) {
      hold_local(begin(b, p++, true), point.at, 0.0);
    }
    ++b;
  }
  for (int g = 0; const Ground& ground : scene_.grounds) {
    if (!is_half_plane(ground)) {
      Box& box = begin(on_ground, g, false);
      const Vector2 d = displacement(ground, t);
      for (const Vector2& vertex : parts_[part_of_ground(g)].vertices) {
        hold(box, vertex.x() + d.x(), vertex.y() + d.y(), 0.0);
      }
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
      if (boxes[j].bottom <= boxes[i].top + wide && boxes[i].bottom <= boxes[j].top + wide) {
        append_contacts(boxes[i], boxes[j], out);
      }
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

std::vector<Vector2> BodySystem::core_of(const Box& box, double t, const double* q) const {
  const bool ground = box.body == on_ground;
  std::vector<Vector2> core =
      parts_[ground ? part_of_ground(box.index) : part_of_body(box.body, box.index)].vertices;
  Pose pose;
  if (ground) {
    const Vector2 d = displacement(scene_.grounds[static_cast<std::size_t>(box.index)], t);
    pose = {d.x(), d.y(), 0.0};
  } else {
    const double* at = q + 3 * box.body;
    pose = {at[0], at[1], at[2]};
  }
  for (Vector2& vertex : core) vertex = placed(pose, vertex);
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
      const double depth = -core_separation(core_of(a, t, q), core_of(b, t, q));
      if (depth > deepest.depth) deepest = {*any, depth};
    }
  }
  return deepest;
}

}  // namespace ricochet
