#pragma once
// Motions in tests: bodies on level ground, run to the end, everything told kept. An incline is level ground under
// inclined gravity.

#include <cmath>
#include <initializer_list>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include <ricochet/impact/registry.hpp>
#include <ricochet/motion/simulator.hpp>
#include <ricochet/system/bodies.hpp>

namespace ricochet::testing {

inline constexpr double kGravity = 9.81;  ///< m/s^2

struct Snapshot {
  double t = 0.0;
  Eigen::VectorXd q, u, gap, force;
  std::vector<Mode> modes;
  Ledger ledger;
};

struct Motion : MotionObserver {
  RunResult result;
  std::vector<Event> events;
  std::vector<Snapshot> samples;

  void sample(const Sample& s) override {
    const auto copy = [](std::span<const double> v) {
      return Eigen::VectorXd(
          Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size())));
    };
    samples.push_back({s.t,
                       copy(s.q),
                       copy(s.u),
                       copy(s.gap),
                       copy(s.force),
                       {s.modes.begin(), s.modes.end()},
                       s.ledger});
  }
  void event(const Event& e) override { events.push_back(e); }

  std::vector<Event> of(EventKind kind) const {
    std::vector<Event> some;
    for (const Event& e : events) {
      if (e.kind == kind) some.push_back(e);
    }
    return some;
  }
  /// The kinds of all events but the end, in order.
  std::vector<EventKind> kinds() const {
    std::vector<EventKind> all;
    for (const Event& e : events) {
      if (e.kind != EventKind::end) all.push_back(e.kind);
    }
    return all;
  }
};

inline Motion follow(const MechanicalSystem& system, const MotionState& start,
                     const SimulationOptions& options, std::string_view law = "moreau") {
  Motion motion;
  motion.result = Simulator(system, *find_law(law), options).run(start, motion);
  return motion;
}

/// Friction, and one coefficient of restitution in every sense.
inline ContactParameters rough(double mu, double restitution = 0.0, double mu_static = 0.0) {
  ContactParameters c;
  c.mu = mu;
  c.mu_static = mu_static;
  c.newton = c.poisson = c.energetic = restitution;
  c.stiffness = 1e6;
  return c;
}

/// The same parameters at every contact.
inline std::unique_ptr<BodySystem> make_system(BodyScene scene, const ContactParameters& contact) {
  auto system = std::make_unique<BodySystem>(std::move(scene));
  for (Eigen::Index i = 0; i < system->contacts(); ++i) system->set_parameters(i, contact);
  return system;
}

inline Vector2 inclined_gravity(double angle) {
  return {kGravity * std::sin(angle), -kGravity * std::cos(angle)};
}

/// Homogeneous disc.
inline Body disc(double mass, double radius) {
  return {"disc", mass, 0.5 * mass * radius * radius, radius, {}};
}
/// Homogeneous block of half sides a (along) and h, with the two lower corners as points.
inline Body block(double mass, double a, double h) {
  return {"block",
          mass,
          mass * (a * a + h * h) / 3.0,
          0.0,
          {{"left", Vector2(-a, -h)}, {"right", Vector2(a, -h)}}};
}
inline Ground ground() { return {"ground"}; }

inline MotionState state(std::initializer_list<double> q, std::initializer_list<double> u) {
  MotionState s;
  const auto fill = [](std::initializer_list<double> from) {
    Eigen::VectorXd v(static_cast<Eigen::Index>(from.size()));
    std::copy(from.begin(), from.end(), v.begin());
    return v;
  };
  s.q = fill(q);
  s.u = fill(u);
  return s;
}

}  // namespace ricochet::testing
