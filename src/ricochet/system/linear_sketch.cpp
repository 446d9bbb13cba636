// A linear system as a diagram of blocks on rails.

#include <cmath>

#include <ricochet/system/linear.hpp>

namespace ricochet {

namespace {

using Shape = SketchPart::Shape;
using Role = SketchPart::Role;

constexpr double half_height = 0.35;  // of a block, over its width
constexpr double spacing = 2.0;       // of rails, over the width of a block
constexpr double reach = 1.0;         // of springs and rails beyond a block, over its width

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// The link between coordinates i and j (i = j: to the ground) that a matrix of springs or dampers stands for.
double link(const Eigen::MatrixXd& A, Eigen::Index i, Eigen::Index j) {
  if (A.size() == 0) return 0.0;
  const double sum = i == j ? A.row(i).sum() : -0.5 * (A(i, j) + A(j, i));
  return sum > 1e-12 * A.cwiseAbs().maxCoeff() ? sum : 0.0;
}

}  // namespace

LinearSystem::Layout LinearSystem::lay_out() const {
  const auto f = static_cast<int>(dofs());
  Layout layout;
  layout.width = p_.reach > 0.0 ? 2.0 * p_.reach : p_.size;
  layout.next.assign(at(f), -1);
  layout.previous = layout.next;
  std::vector<double> distance(at(f), 0.0);  // from the previous block
  for (const LinearContact& c : p_.contacts) {
    Layout::Touch touch;
    int involved = 0, other = -1;
    for (int j = 0; j < c.normal.size(); ++j) {
      if (c.normal[j] == 0.0) continue;
      if (involved++ == 0 || std::abs(c.normal[j]) > std::abs(c.normal[touch.block])) {
        touch.block = j;
      }
    }
    if (involved > 0) touch.side = std::copysign(1.0, c.normal[touch.block]);
    touch.stop = involved == 1;
    if (touch.stop) touch.speed = c.surface_normal / c.normal[touch.block];
    if (involved == 2) {  // c (q_ahead - q_behind): they may be neighbours
      for (int j = 0; j < c.normal.size(); ++j) {
        if (c.normal[j] == -c.normal[touch.block]) other = j;
      }
    }
    if (other >= 0) {
      const int ahead = touch.side > 0.0 ? touch.block : other;
      const int behind = touch.side > 0.0 ? other : touch.block;
      int last = ahead;
      while (layout.next[at(last)] >= 0) last = layout.next[at(last)];
      if (layout.previous[at(ahead)] < 0 && layout.next[at(behind)] < 0 && last != behind) {
        layout.next[at(behind)] = ahead;
        layout.previous[at(ahead)] = behind;
        distance[at(ahead)] = layout.width + c.gap / c.normal[ahead];
      }
      touch.block = ahead;
      touch.side = 1.0;
    }
    layout.touches.push_back(touch);
  }
  layout.blocks.resize(at(f));
  int rail = 0;
  for (int first = 0; first < f; ++first) {
    if (layout.previous[at(first)] >= 0) continue;
    double x = 0.0;
    for (int i = first; i >= 0; i = layout.next[at(i)]) {
      x += distance[at(i)];
      layout.blocks[at(i)] = {x, -spacing * layout.width * rail};
    }
    ++rail;
  }
  return layout;
}

Sketch LinearSystem::sketch() const {
  const double w = layout_.width;
  const double h = half_height * w;
  const auto f = static_cast<int>(dofs());
  Sketch sketch{.frames = f, .parts = {}, .schematic = true};
  for (int first = 0; first < f; ++first) {
    if (layout_.previous[at(first)] >= 0) continue;
    int last = first;
    while (layout_.next[at(last)] >= 0) last = layout_.next[at(last)];
    const Vector2 end((0.5 + reach) * w, 0.0), down(0.0, h);
    sketch.parts.push_back({.role = Role::guide,
                            .points = {layout_.blocks[at(first)] - end - down,
                                       layout_.blocks[at(last)] + end - down}});
  }
  for (std::size_t i = 0; i < layout_.touches.size(); ++i) {
    const Layout::Touch& touch = layout_.touches[i];
    if (!touch.stop) continue;
    const LinearContact& c = p_.contacts[i];
    const double x = -c.gap / c.normal[touch.block] - 0.5 * touch.side * w;
    const Vector2 centre = layout_.blocks[at(touch.block)] + Vector2(x, 0.0);
    const Vector2 up(0.0, h);
    SketchPart part{.role = Role::ground, .points = {centre - up, centre + up}, .name = c.name};
    if (touch.speed != 0.0) part.frame = sketch.frames++;
    sketch.parts.push_back(std::move(part));
  }
  add_springs(sketch);
  for (int i = 0; i < f; ++i) {
    sketch.parts.push_back({.shape = Shape::outline,
                            .frame = i,
                            .points = rectangle(Vector2::Zero(), 0.5 * w, h),
                            .name = info_.q[at(i)].name});
  }
  return sketch;
}

void LinearSystem::add_springs(Sketch& sketch) const {
  const double w = layout_.width;
  const auto f = static_cast<int>(dofs());
  const auto add = [&](int i, int j, const Vector2& from, const Vector2& to) {
    const bool spring = link(p_.stiffness, i, j) > 0.0;
    if (!spring && !(link(p_.damping, i, j) > 0.0)) return;
    if (i == j) {
      const Vector2 up(0.0, half_height * w);
      sketch.parts.push_back({.role = Role::ground, .points = {to - up, to + up}});
    }
    sketch.parts.push_back({.shape = Shape::spring,
                            .role = Role::spring,
                            .frame = i,
                            .other_frame = i == j ? sketch_world : j,
                            .points = {from, to},
                            .name = spring ? "spring" : "damper"});
  };
  const Vector2 top(0.0, 0.5 * half_height * w);
  for (int i = 0; i < f; ++i) {
    const bool right = layout_.previous[at(i)] >= 0 && layout_.next[at(i)] < 0;
    const Vector2 out(right ? w : -w, 0.0);
    add(i, i, 0.5 * out, layout_.blocks[at(i)] + (0.5 + reach) * out);
    for (int j = i + 1; j < f; ++j) add(i, j, top, top);
  }
}

void LinearSystem::place(double t, const ConstVector& q, Placement& out) const {
  out.frames.clear();
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    const Vector2& block = layout_.blocks[static_cast<std::size_t>(i)];
    out.frames.push_back({block.x() + q[i], block.y(), 0.0});
  }
  out.contacts.clear();
  for (std::size_t i = 0; i < layout_.touches.size(); ++i) {
    const Layout::Touch& touch = layout_.touches[i];
    if (touch.stop && touch.speed != 0.0) out.frames.push_back({touch.speed * t, 0.0, 0.0});
    const auto k = static_cast<Eigen::Index>(i);
    const double gap = p_.contacts[i].gap + W_.col(2 * k).dot(q) - surface_velocity_[2 * k] * t;
    const Pose& block = out.frames[at(touch.block)];
    const Vector2 face(block.x - 0.5 * touch.side * layout_.width, block.y);
    out.contacts.push_back(contact_at(face, {touch.side, 0.0}, gap));
  }
}

}  // namespace ricochet
