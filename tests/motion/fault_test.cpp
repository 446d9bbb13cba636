// Systems and laws that break in the middle of a motion: it ends with the reason `non-finite` and says what broke;
// nothing that is not finite is ever told or returned.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include <motion/recorder.hpp>
#include <support/faulty.hpp>
#include <support/models.hpp>
#include <support/motions.hpp>
#include <support/suite.hpp>

#include <ricochet/motion/compliant_simulator.hpp>

namespace ricochet {
namespace {

using testing::Fault;
using testing::FaultyLaw;
using testing::FaultySystem;
using testing::rough;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool finite(const Ledger& l) {
  return std::isfinite(l.kinetic + l.potential + l.impact_loss + l.friction_loss + l.damping_loss +
                       l.contact_energy + l.belt_work + l.motion_work + l.force_work + l.residual);
}

struct FiniteWatcher : MotionObserver {
  bool all_finite = true;
  long samples = 0;
  long ends = 0;
  void sample(const Sample& s) override {
    ++samples;
    for (const auto& values : {s.q, s.u, s.gap, s.force}) {
      for (const double v : values) all_finite = all_finite && std::isfinite(v);
    }
    all_finite = all_finite && finite(s.ledger);
  }
  void event(const Event& e) override {
    ends += e.kind == EventKind::end ? 1 : 0;
    all_finite = all_finite && e.q.allFinite() && e.velocity_before.allFinite() &&
                 e.velocity_after.allFinite() && e.impulse.allFinite() &&
                 std::isfinite(e.dissipation) && std::isfinite(e.time);
  }
};

template <class Method>
void expect_broken(Method&& simulator, const MotionState& start, std::string_view source, long k) {
  FiniteWatcher watcher;
  const RunResult r = simulator.run(start, watcher);
  EXPECT_EQ(r.reason, EndReason::non_finite) << source << " from call " << k << ": " << r.message;
  EXPECT_NE(r.message.find(source), std::string::npos) << r.message << " from call " << k;
  EXPECT_TRUE(watcher.all_finite) << source << " from call " << k;
  EXPECT_EQ(watcher.ends, 1);
  EXPECT_TRUE(r.final.q.allFinite() && r.final.u.allFinite() && std::isfinite(r.final.t) &&
              finite(r.final.ledger))
      << source << " from call " << k;
}

/// Breaks every part of the system from the k-th evaluation on, k = 1, 1 + step, ... make: a method for a system.
template <class Make>
void break_everywhere(const MechanicalSystem& system, const MotionState& start, Make&& make) {
  const long step = 1000 / testing::suite_count(1000);
  for (long k = 1; k <= 1000; k += step) {
    for (const Fault fault : testing::all_faults) {
      for (const double value : {kNan, kInfinity}) {
        const FaultySystem broken(system, fault, value, k);
        expect_broken(make(broken), start, testing::source_of(fault), k);
        if (::testing::Test::HasFailure()) return;  // one is enough
      }
    }
  }
}

void break_everywhere(const MechanicalSystem& system, const MotionState& start,
                      const SimulationOptions& options) {
  break_everywhere(system, start, [&](const MechanicalSystem& broken) {
    return Simulator(broken, *find_law("moreau"), options);
  });
}

TEST(BrokenSystem, EndsAHoppingBodyWhereItBreaks) {
  const ModelInstance m = testing::build("frictional-bounce");
  break_everywhere(*m.system, m.start, {.until = 10.0});
}

TEST(BrokenSystem, EndsSlidingRollingAndFlyingBodiesWhereItBreaks) {
  // A block slides to rest, a disc rolls into it, another bounces.
  BodyScene scene;
  scene.bodies = {testing::block(1.0, 0.3, 0.1), testing::disc(1.0, 0.2), testing::disc(2.0, 0.25)};
  scene.bodies[2].name = "other";
  scene.grounds = {testing::ground()};
  const auto system = testing::make_system(scene, rough(0.3, 0.5));
  const MotionState start =
      testing::state({0, 0.1, 0, -1, 0.2, 0, -1.2, 1.5, 0}, {1, 0, 0, 1, 0, 0, 0.5, 0, 3});
  break_everywhere(*system, start, {.until = 1000.0, .sample_step = 0.01, .largest_step = 0.01});
}

TEST(BrokenSystem, EndsStickSlipWhereItBreaks) {
  const ModelInstance m = testing::build("friction-oscillator");
  break_everywhere(*m.system, m.start, {.until = 1000.0});
}

TEST(BrokenSystem, EndsCompliantContactWhereItBreaks) {
  ModelInstance m = testing::build("ball-in-corner");
  testing::make_compliant(*m.system, 1e4, 0.5, 1.5, 5e3);
  break_everywhere(*m.system, m.start, [](const MechanicalSystem& broken) {
    return CompliantSimulator(broken, {.until = 1000.0});
  });
}

TEST(BrokenLaw, EndsTheMotionAtItsFirstBadAnswer) {
  const ModelInstance ball = testing::build(
      "bouncing-ball", {{"restitution", 1.0}, {"height", 0.01}, {"friction", 0.3}, {"spin", 10.0}});
  const long step = 1000 / testing::suite_count(1000);
  for (long k = 1; k <= 1000; k += step) {
    for (const auto part :
         {FaultyLaw::Part::velocity, FaultyLaw::Part::impulse, FaultyLaw::Part::energy}) {
      const FaultyLaw broken(*find_law("moreau"), part, k % 2 == 0 ? kNan : -kInfinity, k);
      expect_broken(Simulator(*ball.system, broken, {.until = 1000.0}), ball.start, "moreau", k);
      if (HasFailure()) return;
    }
  }
}

TEST(BrokenLaw, LeavesTheAnswerToTheFallback) {
  const ModelInstance ball = testing::build("bouncing-ball");
  const FaultyLaw broken(*find_law("moreau"), FaultyLaw::Part::velocity, kNan, 1);
  testing::Motion m;
  m.result =
      Simulator(*ball.system, broken, {.until = 1.0}, find_law("poisson")).run(ball.start, m);
  EXPECT_EQ(m.result.reason, EndReason::end);
  ASSERT_FALSE(m.events.empty());
  EXPECT_EQ(m.events[0].law, "poisson");
}

TEST(BrokenSystem, DoesNotSpoilTheNextMotionOfTheSameSimulator) {
  // The first motion ends at its start, the second has the books of its own start.
  const ModelInstance ball = testing::build("bouncing-ball");
  Simulator simulator(*ball.system, *find_law("moreau"), {.until = 1.0});
  FiniteWatcher watcher;
  simulator.run(ball.start, watcher);
  MotionState bad = ball.start;
  bad.u[0] = kNan;
  const RunResult broken = simulator.run(bad, watcher);
  EXPECT_EQ(broken.reason, EndReason::non_finite);
  EXPECT_EQ(broken.final.ledger.impact_loss, 0.0);
  EXPECT_EQ(simulator.run(ball.start, watcher).reason, EndReason::end);
}

}  // namespace
}  // namespace ricochet
