#include <ricochet/impact/impulse_diagram.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <ricochet/impact/routh.hpp>

namespace ricochet {

namespace {

using Polygon = std::vector<ImpulsePoint>;

ImpulsePoint between(const ImpulsePoint& a, const ImpulsePoint& b, double share) {
  return {a.N + share * (b.N - a.N), a.T + share * (b.T - a.T)};
}
bool same(const ImpulsePoint& a, const ImpulsePoint& b) { return a.N == b.N && a.T == b.T; }

/// constant + N L_N + T L_T, a velocity or the like.
struct Affine {
  double constant, N, T;
  double at(const ImpulsePoint& p) const { return constant + N * p.N + T * p.T; }
};

Affine normal_velocity(const OneContact& c) { return {c.gN, c.alpha, c.delta}; }
Affine tangential_velocity(const OneContact& c) { return {c.gT, c.delta, c.beta}; }

/// Where f vanishes between `in` (f > 0) and `out` (f < 0).
ImpulsePoint zero_of(const Affine& f, const ImpulsePoint& in, const ImpulsePoint& out) {
  const double inside = f.at(in);
  return between(in, out, inside / (inside - f.at(out)));
}

void append(Polygon& polygon, const ImpulsePoint& p) {
  if (polygon.empty() || !same(polygon.back(), p)) polygon.push_back(p);
}
void close(Polygon& polygon) {
  while (polygon.size() > 1 && same(polygon.front(), polygon.back())) polygon.pop_back();
}

/// The part of a convex polygon (or segment) where f >= 0.
Polygon clip(const Polygon& polygon, const Affine& f) {
  Polygon kept;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const ImpulsePoint& a = polygon[i];
    const ImpulsePoint& b = polygon[(i + 1) % polygon.size()];
    const double fa = f.at(a);
    const double fb = f.at(b);
    if (fa >= 0.0) append(kept, a);
    if (fa > 0.0 && fb < 0.0) append(kept, zero_of(f, a, b));
    if (fa < 0.0 && fb > 0.0) append(kept, zero_of(f, b, a));
  }
  close(kept);
  return kept;
}

/// The part of a convex polygon where f = 0: two points, or none.
Polygon cut_line(const Polygon& polygon, const Affine& f) {
  Polygon ends;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const ImpulsePoint& a = polygon[i];
    const ImpulsePoint& b = polygon[(i + 1) % polygon.size()];
    const double fa = f.at(a);
    const double fb = f.at(b);
    if (fa == 0.0) append(ends, a);
    if (fa > 0.0 && fb < 0.0) append(ends, zero_of(f, a, b));
    if (fa < 0.0 && fb > 0.0) append(ends, zero_of(f, b, a));
  }
  close(ends);
  if (ends.size() < 2) return {};
  return {ends.front(), ends.back()};
}

Polygon corners(const ImpulseBox& box) {
  return {{box.N_from, box.T_from},
          {box.N_to, box.T_from},
          {box.N_to, box.T_to},
          {box.N_from, box.T_to}};
}

Polygon cone_in(const ImpulseBox& box, double mu) {
  if (mu == 0.0) return {{0.0, 0.0}, {box.N_to, 0.0}};
  return clip(clip(corners(box), {0.0, mu, -1.0}), {0.0, mu, 1.0});
}

bool touches_far_sides(const Polygon& polygon, const ImpulseBox& box) {
  const double near = 1e-9 * (box.N_to - box.N_from + box.T_to - box.T_from);
  return std::any_of(polygon.begin(), polygon.end(), [&](const ImpulsePoint& p) {
    return p.N > box.N_to - near || p.T > box.T_to - near || p.T < box.T_from + near;
  });
}

/// The energy ellipse: with G = K K^T it is the circle |K^T L + y| <= r, K y = gamma-, r = |y|.
class Ellipse {
 public:
  explicit Ellipse(const OneContact& c)
      : k11_(std::sqrt(c.alpha)), k21_(c.delta / k11_), k22_(std::sqrt(c.beta - k21_ * k21_)) {
    y1_ = c.gN / k11_;
    y2_ = (c.gT - k21_ * y1_) / k22_;
    r_ = std::hypot(y1_, y2_);
  }

  ImpulsePoint at(double angle) const {
    return impulse({r_ * std::cos(angle), r_ * std::sin(angle)});
  }

  Polygon whole() const {
    Polygon points;
    for (int i = 0; i < kAround; ++i) points.push_back(at(2.0 * std::numbers::pi * i / kAround));
    return points;
  }

  /// The part of a convex polygon or segment inside: its exact corners, and points along the arcs.
  Polygon inside(const Polygon& polygon) const {
    std::vector<Place> places;
    std::vector<double> crossings;
    for (const ImpulsePoint& p : polygon) places.push_back(place(p));
    const std::size_t n = places.size();
    std::vector<Place> kept;
    for (std::size_t i = 0; i < n; ++i) {
      if (std::hypot(places[i].x, places[i].y) <= r_) kept.push_back(places[i]);
      if (n == 2 && i == 1) break;  // a segment has one edge
      cross(places[i], places[(i + 1) % n], kept, crossings);
    }
    if (n == 2) return ordered(kept);
    std::sort(crossings.begin(), crossings.end());
    for (std::size_t i = 0; i < crossings.size(); ++i) {
      const double from = crossings[i];
      const double to =
          i + 1 < crossings.size() ? crossings[i + 1] : crossings.front() + 2.0 * std::numbers::pi;
      const double middle = 0.5 * (from + to);
      if (!within(places, {r_ * std::cos(middle), r_ * std::sin(middle)})) continue;
      const int steps =
          std::max(24, static_cast<int>((to - from) / (2.0 * std::numbers::pi) * kAround));
      for (int k = 1; k < steps; ++k) {
        const double angle = from + (to - from) * k / steps;
        kept.push_back({r_ * std::cos(angle), r_ * std::sin(angle)});
      }
    }
    return ordered(kept);
  }

 private:
  struct Place {  // K^T L + y
    double x, y;
  };
  static constexpr int kAround = 240;

  Place place(const ImpulsePoint& p) const {
    return {k11_ * p.N + k21_ * p.T + y1_, k22_ * p.T + y2_};
  }
  ImpulsePoint impulse(const Place& w) const {
    const double T = (w.y - y2_) / k22_;
    return {(w.x - y1_ - k21_ * T) / k11_, T};
  }

  /// Crossings of the circle with the edge from a to b.
  void cross(const Place& a, const Place& b, std::vector<Place>& kept,
             std::vector<double>& angles) const {
    const double dx = b.x - a.x;
    const double dy = b.y - a.y;
    const double square = dx * dx + dy * dy;
    const double half = a.x * dx + a.y * dy;
    const double rest = a.x * a.x + a.y * a.y - r_ * r_;
    const double discriminant = half * half - square * rest;
    if (!(discriminant > 0.0)) return;
    const double q = -(half + std::copysign(std::sqrt(discriminant), half));
    for (const double t : {q / square, rest / q}) {
      if (!(t >= 0.0 && t <= 1.0)) continue;
      const Place w{a.x + t * dx, a.y + t * dy};
      kept.push_back(w);
      angles.push_back(std::atan2(w.y, w.x));
    }
  }

  static bool within(const std::vector<Place>& polygon, const Place& w) {
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const Place& a = polygon[i];
      const Place& b = polygon[(i + 1) % polygon.size()];
      if ((b.x - a.x) * (w.y - a.y) - (b.y - a.y) * (w.x - a.x) < 0.0) return false;
    }
    return true;
  }

  /// Points of a convex curve in their order around it.
  Polygon ordered(std::vector<Place> points) const {
    Place middle{0.0, 0.0};
    for (const Place& w : points) {
      middle.x += w.x / static_cast<double>(points.size());
      middle.y += w.y / static_cast<double>(points.size());
    }
    const auto angle = [&](const Place& w) { return std::atan2(w.y - middle.y, w.x - middle.x); };
    std::sort(points.begin(), points.end(),
              [&](const Place& a, const Place& b) { return angle(a) < angle(b); });
    Polygon polygon;
    for (const Place& w : points) append(polygon, impulse(w));
    close(polygon);
    return polygon;
  }

  double k11_, k21_, k22_, y1_ = 0.0, y2_ = 0.0, r_ = 0.0;
};

/// The broken line of the restitution, from the end of the compression.
Polygon restitution_of(const OneContactResult& r) {
  Polygon line{{0.0, 0.0}};
  for (unsigned k = 0; k < r.phase_count; ++k) {
    const OneContactPhase& phase = r.phases[k];
    const ImpulsePoint to{line.back().N + phase.normal_impulse,
                          line.back().T + phase.tangential_impulse};
    if (phase.stage == Stage::compression) line.clear();
    line.push_back(to);
  }
  return line;
}

void follow_process(OneContact c, ImpulseDiagram& d) {
  c.restitution = 0.0;
  const OneContactResult plastic = routh_poisson(c);
  if (!has_answer(plastic.status) || !(plastic.L_N > 0.0)) return;
  d.turn = ImpulsePoint{plastic.L_N, plastic.L_T};
  c.restitution = 1.0;
  const std::array<OneContactResult, 3> full{routh_newton(c), routh_poisson(c), routh_stronge(c)};
  for (std::size_t k = 0; k < 3; ++k) {
    d.reaches_one[k] = has_answer(full[k].status);
    d.interval[k] = d.reaches_one[k] ? restitution_of(full[k]) : Polygon{*d.turn};
  }
}

}  // namespace

ImpulseBox box_around(std::span<const ImpulsePoint> points, double scale) {
  ImpulseBox box{0.0, 0.0, 0.0, 0.0};
  for (const ImpulsePoint& p : points) {
    box.N_from = std::min(box.N_from, p.N);
    box.N_to = std::max(box.N_to, p.N);
    box.T_from = std::min(box.T_from, p.T);
    box.T_to = std::max(box.T_to, p.T);
  }
  if (!(box.N_to > box.N_from)) box.N_to = box.N_from + scale;
  const double width = box.N_to - box.N_from;
  const double missing = std::max(0.0, 0.5 * width - (box.T_to - box.T_from));
  box.T_from -= 0.5 * missing;
  box.T_to += 0.5 * missing;
  const double height = box.T_to - box.T_from;
  return {box.N_from - 0.06 * width, box.N_to + 0.14 * width, box.T_from - 0.12 * height,
          box.T_to + 0.12 * height};
}

ImpulseBox grown(const ImpulseBox& box, double factor) {
  const double N = 0.5 * (box.N_from + box.N_to);
  const double T = 0.5 * (box.T_from + box.T_to);
  const double width = 0.5 * factor * (box.N_to - box.N_from);
  const double height = 0.5 * factor * (box.T_to - box.T_from);
  return {N - width, N + width, T - height, T + height};
}

ImpulsePath impulse_path(const ImpactOutcome& outcome, Eigen::Index contact) {
  ImpulsePath path;
  path.end = {outcome.impulse[2 * contact], outcome.impulse[2 * contact + 1]};
  ImpulsePoint at;
  double size = 0.0;
  for (const Phase& phase : outcome.phases) {
    if (phase.contact != contact) continue;
    at.N += phase.normal_impulse;
    at.T += phase.tangential_impulse;
    size += phase.normal_impulse + std::abs(phase.tangential_impulse);
    path.stretches.push_back({at, phase.mode, phase.stage});
  }
  if (!path.stretches.empty() &&
      std::abs(at.N - path.end.N) + std::abs(at.T - path.end.T) <= 1e-9 * size) {
    path.stretches.back().to = path.end;  // the same but for rounding
  }
  return path;
}

ImpulseDiagram impulse_diagram(const OneContact& c, const ImpulseBox& box) {
  ImpulseDiagram d;
  d.box = box;
  const Affine gN = normal_velocity(c);
  const Affine gT = tangential_velocity(c);
  const Polygon all = corners(box);
  d.cone = cone_in(box, std::max(c.mu, c.mu_static));
  d.compression = cut_line(all, gN);
  if (c.beta > 0.0) d.sticking = cut_line(all, gT);
  const bool full_rank = c.beta > 0.0 && !c.singular();
  const bool moves = c.gN != 0.0 || c.gT != 0.0;
  if (full_rank) {
    const double det = c.alpha * c.beta - c.delta * c.delta;
    d.crossing = ImpulsePoint{(c.delta * c.gT - c.beta * c.gN) / det,
                              (c.delta * c.gN - c.alpha * c.gT) / det};
    if (moves) d.ellipse = Ellipse(c).whole();
  }

  follow_process(c, d);
  if (!d.turn) return d;
  const double p_c = d.turn->N;
  // At gN- = 0 the strip is a line.
  const Polygon strip = c.gN < 0.0 ? clip(clip(d.cone, gN), {-c.gN - gN.constant, -gN.N, -gN.T})
                                   : cut_line(d.cone, gN);
  d.region[kKinematic].polygon = strip;
  d.region[kKinetic].polygon = clip(clip(d.cone, {-p_c, 1.0, 0.0}), {2.0 * p_c, -1.0, 0.0});
  d.region[kEnergetic].polygon = full_rank ? Ellipse(c).inside(clip(d.cone, gN)) : strip;
  for (ImpulseRegion& region : d.region) region.cut = touches_far_sides(region.polygon, box);
  return d;
}

}  // namespace ricochet
