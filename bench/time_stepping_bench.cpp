// Time stepping. Timed is TimeStepper::run() of a stepper that has run before, with an observer that wants no samples.
//   per_step    s of CPU time
//   residual    the largest of a step's contact problem

#include <benchmark/benchmark.h>

#include <string>

#include <ricochet/motion/time_stepper.hpp>
#include <ricochet/system/bodies.hpp>

#include "../tests/motion/recorder.hpp"
#include "bounces.hpp"

namespace {

using namespace ricochet;
using benchmark::Counter;

struct Unsampled final : MotionObserver {
  bool wants_samples() const override { return false; }
};

void measure(benchmark::State& state, const MechanicalSystem& system, const MotionState& start,
             const SimulationOptions& options) {
  TimeStepper stepper(system, options);
  Unsampled nobody;
  RunResult result = stepper.run(start, nobody);
  for (auto _ : state) {
    result = stepper.run(start, nobody);
    benchmark::DoNotOptimize(result.final.t);
  }
  if (result.reason != EndReason::end) state.SkipWithError(result.message.c_str());
  const auto steps = static_cast<double>(result.statistics.steps);
  state.counters["steps"] = steps;
  state.counters["residual"] = result.statistics.residual;
  state.counters["per_step"] =
      Counter(steps, Counter::kIsIterationInvariantRate | Counter::kInvert);
}

/// The ball of bouncing_ball (motion_bench.cpp): ten bounces in steps of 0.1 ms.
void stepped_ball(benchmark::State& state) {
  const bench::Bounces bounces;
  const ModelInstance ball =
      testing::build_model("bouncing-ball", {{"height", bounces.height},
                                             {"gravity", bounces.gravity},
                                             {"restitution", bounces.restitution}});
  measure(state, *ball.system, ball.start, {.until = bounces.end(), .step = 1e-4});
}
BENCHMARK(stepped_ball)->Unit(benchmark::kMillisecond);

/// The same as a disc over a half-plane, as scenes have it.
void stepped_disc(benchmark::State& state) {
  const bench::Bounces bounces;
  BodyScene scene;
  scene.gravity = Vector2(0.0, -bounces.gravity);
  scene.bodies = {{.name = "ball", .mass = 1.0, .inertia = 0.004, .radius = 0.1}};
  scene.grounds = {{.name = "floor"}};
  BodySystem system(scene);
  system.set_contact(0, {.mu = 0.3, .newton = bounces.restitution});
  MotionState start;
  start.q = Eigen::Vector3d(0.0, bounces.height + 0.1, 0.0);
  start.u = Eigen::Vector3d::Zero();
  measure(state, system, start, {.until = bounces.end(), .step = 1e-4});
}
BENCHMARK(stepped_disc)->Unit(benchmark::kMillisecond);

/// Discs in a box, one row upon the other: they fall, collide, and come to rest.
void settling_discs(benchmark::State& state) {
  const auto count = static_cast<int>(state.range(0));
  constexpr int kPerRow = 6;
  BodyScene scene;
  scene.grounds = {
      {.name = "floor"},
      {.name = "left", .point = Vector2(-0.02, 0.0), .normal = Vector2(1.0, 0.0)},
      {.name = "right", .point = Vector2(0.2 * kPerRow + 0.1, 0.0), .normal = Vector2(-1.0, 0.0)}};
  MotionState start;
  start.q.setZero(3 * count);
  start.u.setZero(3 * count);
  for (int b = 0; b < count; ++b) {
    scene.bodies.push_back({.name = "disc" + std::to_string(b),
                            .mass = 1.0,
                            .inertia = 0.5 * 0.09 * 0.09,
                            .radius = 0.09});
    const int row = b / kPerRow;
    start.q[3 * b] = 0.1 + 0.2 * (b % kPerRow) + 0.03 * (row % 2);
    start.q[3 * b + 1] = 0.1 + 0.2 * row;
  }
  scene.rules = {{.one = {}, .other = {}, .parameters = {.mu = 0.4, .newton = 0.0}}};
  measure(state, BodySystem(scene), start, {.until = 2.0, .step = 1e-3});
}
BENCHMARK(settling_discs)->ArgName("bodies")->Arg(12)->Arg(30)->Unit(benchmark::kMillisecond);

}  // namespace
