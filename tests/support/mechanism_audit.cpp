#include <support/mechanism_audit.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include <support/suite.hpp>

#include <ricochet/impact/registry.hpp>

namespace ricochet::testing {

namespace {

// Watches one motion with measures that share nothing with the engine.
class Auditor : public MotionObserver {
 public:
  Auditor(const RandomMechanism& mechanism, double step)
      : scene_(mechanism.system->scene()),
        size_(mechanism.system->info().size),
        step_(step),
        plastic_(without_restitution(*mechanism.system)),
        at_start_(momentum(scene_, mechanism.start.q.data(), mechanism.start.u.data())) {}

  void sample(const Sample& s) override {
    ++samples;
    double speed = 0.0, far = size_, mass = 0.0;
    for (std::size_t b = 0; b < scene_.bodies.size(); ++b) {
      speed = std::max({speed, std::hypot(s.u[3 * b], s.u[3 * b + 1]), size_ * s.u[3 * b + 2]});
      far = std::max(far, std::hypot(s.q[3 * b], s.q[3 * b + 1]));
      mass += scene_.bodies[b].mass;
      fastest_ = std::max(fastest_, fastest_point(b, s.u.data() + 3 * b));
    }
    // Two bodies approach each other twice as fast as one moves.
    const double depth = overlap(scene_, s.t, s.q.data());
    deepest = std::max(deepest, depth / size_);
    too_deep = std::max(too_deep, (depth - 2.0 * step_ * fastest_) / size_);
    opening = std::max(opening, joint_opening(scene_, size_, s.t, s.q.data()) / size_);
    const Ledger& l = s.ledger;
    residual = std::max(residual, std::abs(l.residual));
    turnover =
        std::max(turnover, l.kinetic + std::abs(l.potential) + std::abs(l.impact_loss) +
                               std::abs(l.friction_loss) + l.damping_loss + std::abs(l.belt_work) +
                               std::abs(l.motion_work) + std::abs(l.force_work));
    for (const double x : s.q) finite = finite && std::isfinite(x);
    for (const double x : s.u) finite = finite && std::isfinite(x);
    for (const double x : s.force) finite = finite && std::isfinite(x);

    const Momentum now = momentum(scene_, s.q.data(), s.u.data());
    largest_momentum_ = std::max(largest_momentum_, mass * speed);
    farthest_ = std::max(farthest_, far);
    if (largest_momentum_ == 0.0) return;
    momentum_change =
        std::max({momentum_change, (now.linear - at_start_.linear).norm() / largest_momentum_,
                  std::abs(now.angular - at_start_.angular) / (largest_momentum_ * farthest_)});
  }
  void event(const Event& e) override {
    if (e.law.empty()) return;
    // Without restitution no law creates energy.
    if (plastic_) created_plastic = std::max(created_plastic, -e.dissipation);
    if (!find_law(e.law)->info().claims.dissipative) return;
    // `lzb` is an integration: it keeps energies to its own tolerance, 1e-8.
    double& most = e.law == "lzb" ? created_by_lzb : created;
    most = std::max(most, -e.dissipation);
  }

  long samples = 0;
  double deepest = 0.0, too_deep = 0.0, opening = 0.0;  // over the size
  double residual = 0.0, turnover = 0.0;                // J
  double created = 0.0, created_by_lzb = 0.0, created_plastic = 0.0;
  double momentum_change = 0.0;  // over the largest so far
  bool finite = true;

 private:
  double fastest_point(std::size_t b, const double* u) const {
    const Body& body = scene_.bodies[b];
    double reach = body.radius;
    for (const ConvexPart& part : body.parts) reach = std::max(reach, bounding_radius(part));
    return std::hypot(u[0], u[1]) + reach * std::abs(u[2]);
  }
  static bool without_restitution(const BodySystem& system) {
    const auto plastic = [](const ContactParameters& p) {
      return p.newton == 0.0 && p.poisson == 0.0 && p.energetic == 0.0 && p.tangential == 0.0;
    };
    for (const ContactRule& rule : system.scene().rules) {
      if (!plastic(rule.parameters)) return false;
    }
    return std::all_of(system.info().contacts.begin(), system.info().contacts.end(),
                       [&](const ContactInfo& contact) { return plastic(contact.parameters); });
  }

  const BodyScene& scene_;
  double size_, step_;
  bool plastic_;
  Momentum at_start_;
  double largest_momentum_ = 0.0, farthest_ = 0.0, fastest_ = 0.0;
};

// What mechanics itself may say no to.
bool physical(const RunResult& r) {
  switch (r.reason) {
    case EndReason::end:
    case EndReason::event_limit:  // a wedge, or joints with play that rattle
    case EndReason::zeno:
    case EndReason::no_solution: return true;
    case EndReason::tolerance:  // a motor that turns a loop further than it can
      return r.message.find("contradict") != std::string::npos;
    default: return false;
  }
}

}  // namespace

double watched_until(const RandomMechanism& mechanism) {
  return mechanism.family == MechanismFamily::crowd ? 0.5 : 5.0;
}

void move_them(const Method& method) {
  const long count = suite_count(2000);
  std::map<std::string, long> reasons, families;
  Auditor worst{random_mechanism(0), 0.0};
  double slowest = 0.0;
  long slowest_seed = 0, events = 0, contacts = 0, joints = 0;
  long faulty = 0;
  std::string examples, faults;
  for (long k = 0; k < count; ++k) {
    const RandomMechanism mechanism = random_mechanism(static_cast<std::uint64_t>(k));
    const ImpactLaw& law = *find_law(method.laws[static_cast<std::size_t>(k) % method.laws.size()]);
    Auditor audit(mechanism, method.step);
    const auto began = std::chrono::steady_clock::now();
    const RunResult r = method.run(mechanism, law, audit);
    const double took =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    const std::string who = fmt::format("{}, seed {} ({}, {})", method.name, k,
                                        to_string(mechanism.family), law.info().name);
    ++reasons[std::string(to_string(r.reason))];
    ++families[std::string(to_string(mechanism.family))];
    if (r.reason != EndReason::end) examples += fmt::format("  {}: {}\n", who, r.message);
    EXPECT_FALSE(r.message.empty()) << who;
    EXPECT_TRUE(audit.finite) << who;
    std::string wrong;
    const auto check = [&](bool holds, const char* what, double value) {
      if (!holds) wrong += fmt::format(" {} {:.1e}", what, value);
    };
    const double turnover = std::max(1e-3, audit.turnover);
    check(physical(r), "unexplained end at", r.final.t);
    check(audit.too_deep < method.deepest, "penetration", audit.deepest);
    if (method.step == 0.0) {
      EXPECT_LT(audit.too_deep, method.deepest) << who;
    }
    EXPECT_LT(audit.opening, method.opening) << who;
    check(audit.residual <= method.residual * turnover, "residual", audit.residual / turnover);
    check(audit.created <= 1e-12 * turnover, "energy", audit.created / turnover);
    EXPECT_LE(audit.created_by_lzb, 1e-8 * turnover) << who;
    check(audit.created_plastic <= method.created * turnover, "energy without restitution",
          audit.created_plastic / turnover);
    if (mechanism.family == MechanismFamily::floating) {
      EXPECT_LT(audit.momentum_change, method.momentum) << who;
      worst.momentum_change = std::max(worst.momentum_change, audit.momentum_change);
    }
    if (!wrong.empty()) {
      ++faulty;
      faults += fmt::format("  {}:{}\n", who, wrong);
    }
    worst.deepest = std::max(worst.deepest, audit.deepest);
    worst.opening = std::max(worst.opening, audit.opening);
    worst.residual = std::max(worst.residual, audit.residual / turnover);
    worst.created_plastic = std::max(worst.created_plastic, audit.created_plastic / turnover);
    events += r.statistics.events;
    contacts += mechanism.system->contacts();
    joints += static_cast<long>(mechanism.system->scene().joints.size());
    if (took > slowest) {
      slowest = took;
      slowest_seed = k;
    }
  }
  std::string text;
  for (const auto& [family, number] : families) text += fmt::format(" {} {}", family, number);
  text += ';';
  for (const auto& [reason, number] : reasons) text += fmt::format(" {} {}", reason, number);
  fmt::print(
      "{}: {} mechanisms ({} joints, {} contacts, {} events):{}; penetration {:.1e} and joints "
      "{:.1e} of the size, residual {:.1e} of the turnover, momentum {:.1e}, energy created "
      "without restitution {:.1e}; slowest {:.1f} s (seed {})\n{}faults {}:\n{}",
      method.name, count, joints, contacts, events, text, worst.deepest, worst.opening,
      worst.residual, worst.momentum_change, worst.created_plastic, slowest, slowest_seed, examples,
      faulty, faults);
  EXPECT_LE(faulty * 100, method.most_faulty * count);
  EXPECT_GE(reasons["end"] * 100, method.fewest_ends * count);
}

}  // namespace ricochet::testing
