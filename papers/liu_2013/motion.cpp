#include <papers/liu_2013/motion.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include <papers/liu_2013/impact.hpp>
#include <ricochet/impact/lzb.hpp>
#include <ricochet/system/single_body.hpp>

namespace ricochet::papers::liu_2013 {

namespace {

constexpr Eigen::Index kRim = 3;  ///< A, B, C come first, then A' and C'
constexpr double kLongest = 1.0;  ///< s

/// The disc right after the impact: upright, in contact where eq. 2.37 says so.
MotionState start_of(const Setting& s, double contact_time) {
  const PostImpact o = resolve(s);
  const Eigen::Index pressed = o.theta > 0.0 ? kC : kA;
  const double limit = kGravity * contact_time;
  double rising = o.normal[kB];
  if (o.normal[static_cast<std::size_t>(pressed)] < limit) rising = s.h * std::abs(o.theta);
  MotionState start;
  start.q = Eigen::Vector3d(0.0, s.r, 0.5 * std::numbers::pi);
  start.u = Eigen::Vector3d(o.v_2 - (s.r - s.laser_2) * o.theta, rising, o.theta);
  return start;
}

/// The points of the rim that are closed, and how the first of them moves; empty in flight.
std::string contact_state(const std::vector<Mode>& modes) {
  std::string names;
  Mode mode = Mode::open;
  for (std::size_t i = 0; i < kRim; ++i) {
    if (modes[i] == Mode::open) continue;
    if (names.empty()) mode = modes[i];
    names += kPointNames[i];
  }
  return names.empty() ? names : fmt::format("{} {}", to_string(mode), names);
}

class PhaseList {
 public:
  void add(const std::string& phase) {
    if (!phase.empty() && (list_.empty() || list_.back() != phase)) list_.push_back(phase);
  }
  void add(const Event& e) {
    if (e.kind == EventKind::impact) {
      const auto on_rim = std::count_if(e.contacts.begin(), e.contacts.end(),
                                        [](Eigen::Index i) { return i < kRim; });
      if (static_cast<std::size_t>(on_rim) < e.contacts.size()) return;  // it lies
      const std::string_view name = kPointNames[static_cast<std::size_t>(e.contacts.front())];
      add(on_rim > 1 ? "line impact" : fmt::format("impacts {}", name));
    }
    add(contact_state(e.modes));
  }
  std::vector<std::string> take() && { return std::move(list_); }

 private:
  std::vector<std::string> list_;
};

Gauge gauge_at(const Setting& s, const Instant& i) {
  const double lowest = std::min({i.gap[kA], i.gap[kB], i.gap[kC]});
  double normal = 0.0, tangential = 0.0;
  for (Eigen::Index k = 0; k < kRim; ++k) {
    normal += i.force[2 * k];
    tangential += i.force[2 * k + 1];
  }
  return {i.t,
          i.u[0] + (i.q[1] - s.laser_1) * i.u[2],
          i.u[0] + (i.q[1] - s.laser_2) * i.u[2],
          i.u[0] + (i.q[1] - lowest) * i.u[2],
          i.q[2],
          normal,
          tangential};
}

}  // namespace

std::unique_ptr<MechanicalSystem> disc_on_ground(const Setting& s, double contact_time) {
  SingleBodyParameters p;
  p.mass = s.m_d;
  p.inertia = s.inertia();
  p.force = {0.0, -s.m_d * kGravity};
  const ContactParameters ground{.mu = s.ground.mu,
                                 .mu_static = s.ground.mu_static,
                                 .energetic = s.ground.e,
                                 .stiffness = s.ground.k,
                                 .exponent = 1.5,
                                 .contact_time = contact_time};
  p.contacts = {{.name = "A", .point = {-s.r, -s.h}, .parameters = ground},
                {.name = "B", .point = {-s.r, 0.0}, .parameters = ground},
                {.name = "C", .point = {-s.r, s.h}, .parameters = ground},
                {.name = "A'", .point = {s.r, -s.h}, .parameters = ground},
                {.name = "C'", .point = {s.r, s.h}, .parameters = ground}};
  p.q = {{"y", "m", s.r}, {"z", "m", s.r}, {"theta", "rad", 1.0}};
  p.u = {{"v_y", "m/s", 0.1}, {"v_z", "m/s", 0.1}, {"v_theta", "rad/s", 0.1 / s.r}};
  p.size = s.r;
  return std::make_unique<SingleBody>(std::move(p));
}

DiscMotion motion_after(const Setting& s, double contact_share) {
  const double T_c = contact_share * contact_time(s.v_b);
  const std::unique_ptr<MechanicalSystem> disc = disc_on_ground(s, T_c);
  Recording recording;
  recording.last = [](const Event& e) {
    return e.kind == EventKind::impact && std::any_of(e.contacts.begin(), e.contacts.end(),
                                                      [](Eigen::Index i) { return i >= kRim; });
  };
  static const Lzb law({.tolerance = 1e-9});
  SimulationOptions options;
  options.until = kLongest;
  options.sample_step = 2e-4;
  const RunResult result = record(*disc, start_of(s, T_c), law, options, recording);

  DiscMotion motion;
  motion.reason = recording.over() ? EndReason::end : result.reason;
  motion.flat =
      recording.over() ? recording.events.back().time : std::numeric_limits<double>::quiet_NaN();
  for (const Instant& i : recording.instants) motion.gauge.push_back(gauge_at(s, i));
  PhaseList phases;
  if (!recording.instants.empty()) phases.add(contact_state(recording.instants.front().modes));
  for (const Event& e : recording.events) {
    phases.add(e);
    if (e.kind == EventKind::impact) ++motion.impacts;
  }
  if (recording.over()) --motion.impacts;
  motion.phases = std::move(phases).take();
  return motion;
}

}  // namespace ricochet::papers::liu_2013
