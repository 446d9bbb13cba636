// Motions. Timed is Simulator::run() of a simulator that has run before, with an observer that wants no samples.
//   error       s, of the time of the last impact against the closed form
//   steps, events, evaluations   of one motion (evaluations: calls of the system)
//   per_step, per_event   s of CPU time: that of the motion over its steps, or events
//   per_second  s of CPU time per s of motion

#include <benchmark/benchmark.h>

#include <cmath>
#include <string>

#include <ricochet/impact/lzb.hpp>
#include <ricochet/impact/moreau.hpp>
#include <ricochet/motion/simulator.hpp>
#include <ricochet/system/bodies.hpp>

#include "../tests/motion/recorder.hpp"
#include "bounces.hpp"

namespace {

using namespace ricochet;
using benchmark::Counter;
using testing::build_model;

/// CPU time over so many things per motion.
Counter time_per(double things) {
  return Counter(things, Counter::kIsIterationInvariantRate | Counter::kInvert);
}

/// Runs a motion again and again. Its counts become counters.
RunStatistics measure(benchmark::State& state, const MechanicalSystem& system,
                      const MotionState& start, const ImpactLaw& law,
                      const SimulationOptions& options, MotionObserver& observer) {
  Simulator simulator(system, law, options);
  RunResult result = simulator.run(start, observer);
  for (auto _ : state) {
    result = simulator.run(start, observer);
    benchmark::DoNotOptimize(result.final.t);
  }
  if (result.reason != EndReason::end) state.SkipWithError(result.message.c_str());
  state.counters["steps"] = static_cast<double>(result.statistics.steps);
  state.counters["events"] = static_cast<double>(result.statistics.events);
  state.counters["evaluations"] = static_cast<double>(result.statistics.evaluations);
  return result.statistics;
}

struct Unsampled : MotionObserver {
  bool wants_samples() const override { return false; }
};

struct LastImpact final : Unsampled {
  double time = 0.0;
  void event(const Event& e) override {
    if (e.kind == EventKind::impact) time = e.time;
  }
};

void bouncing_ball(benchmark::State& state) {
  const bench::Bounces bounces;
  const ModelInstance ball = build_model("bouncing-ball", {{"height", bounces.height},
                                                           {"gravity", bounces.gravity},
                                                           {"restitution", bounces.restitution}});
  LastImpact last;
  measure(state, *ball.system, ball.start, Moreau(), {.until = bounces.end()}, last);
  state.counters["error"] = std::abs(last.time - bounces.time(bounces.count));
}
BENCHMARK(bouncing_ball)->Unit(benchmark::kMicrosecond);

/// Liu et al. 2013, case 2: the impact of four contacts, and the motion until the disc has struck the ground with its
/// face (0.24 s), or clatters and lies still (1.1 s).
void disc_ball(benchmark::State& state) {
  const ModelInstance model = build_model("disc-ball");
  const double until = 1e-3 * static_cast<double>(state.range(0));
  Unsampled nobody;
  measure(state, *model.system, model.start, Lzb(), {.until = until}, nobody);
}
BENCHMARK(disc_ball)->ArgName("ms")->Arg(300)->Arg(1500)->Unit(benchmark::kMillisecond);

/// Leine & Brogliato 2001: stick, slip, flight and impact, again and again.
void frictional_bounce(benchmark::State& state, const char* name) {
  const ModelInstance model = build_model(name);
  const double until = 10.0;
  Unsampled nobody;
  measure(state, *model.system, model.start, Moreau(), {.until = until, .tolerance = 1e-10},
          nobody);
  state.counters["per_second"] = time_per(until);
}
BENCHMARK_CAPTURE(frictional_bounce, full, "frictional-bounce")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(frictional_bounce, simplified, "frictional-bounce-simplified")
    ->Unit(benchmark::kMillisecond);

/// Boxes with feet on a belt (1: a point mass, 2: one box, 4: two). Where the belt runs, they slide, each on a spring;
/// over one that stands they hop. Neither ends.
struct Boxes {
  Boxes(int feet, double belt, double height, double mu, double restitution)
      : system(scene(feet, belt)) {
    for (Eigen::Index i = 0; i < system.contacts(); ++i) {
      system.set_contact(i, {.mu = mu, .newton = restitution});
    }
    start.q.setZero(system.coordinates());
    start.u.setZero(system.dofs());
    for (Eigen::Index b = 0; 3 * b < system.dofs(); ++b) {
      start.q[3 * b] = static_cast<double>(b);
      start.q[3 * b + 1] = height - system.scene().bodies.front().points.front().at.y();
    }
  }

  static BodyScene scene(int feet, double belt) {
    BodyScene scene;
    scene.grounds = {{.name = "belt", .belt = belt}};
    for (int b = 0; b < (feet + 1) / 2; ++b) {
      Body box{.name = "box" + std::to_string(b), .mass = 1.0, .inertia = 0.02};
      if (feet == 1) {
        box.points = {{"foot", Vector2(0.0, 0.0)}};
      } else {
        box.points = {{"left", Vector2(-0.2, -0.1)}, {"right", Vector2(0.2, -0.1)}};
      }
      if (belt != 0.0) {
        scene.springs.push_back({.from = {b, Vector2::Zero()},
                                 .to = {on_ground, Vector2(b - 1.0, 0.1)},
                                 .stiffness = 100.0,
                                 .length = 1.0});
      }
      scene.bodies.push_back(std::move(box));
    }
    return scene;
  }

  BodySystem system;
  MotionState start;
};

void sliding_boxes(benchmark::State& state) {
  const Boxes boxes(static_cast<int>(state.range(0)), 1.0, 0.0, 0.2, 0.0);
  Unsampled nobody;
  const RunStatistics s =
      measure(state, boxes.system, boxes.start, Moreau(), {.until = 5.0}, nobody);
  state.counters["per_step"] = time_per(static_cast<double>(s.steps));
}
BENCHMARK(sliding_boxes)
    ->ArgName("contacts")
    ->Arg(1)
    ->Arg(2)
    ->Arg(4)
    ->Unit(benchmark::kMillisecond);

void hopping_boxes(benchmark::State& state) {
  const Boxes boxes(static_cast<int>(state.range(0)), 0.0, 0.05, 0.0, 1.0);
  Unsampled nobody;
  const RunStatistics s =
      measure(state, boxes.system, boxes.start, Moreau(), {.until = 5.0}, nobody);
  state.counters["per_event"] = time_per(static_cast<double>(s.events));
}
BENCHMARK(hopping_boxes)
    ->ArgName("contacts")
    ->Arg(1)
    ->Arg(2)
    ->Arg(4)
    ->Unit(benchmark::kMillisecond);

}  // namespace
