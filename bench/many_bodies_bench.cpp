// How the cost grows with the number of bodies: stacks of boxes that fall onto each other, chains of links that swing.
//   contacts    closed at the end (stacks), or joints (chains)
//   per_step    s of CPU time, of an integration step or of a step of time stepping
//   per_event   s of CPU time of the whole motion over its events

#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>

#include <ricochet/impact/registry.hpp>
#include <ricochet/motion/simulator.hpp>
#include <ricochet/motion/time_stepper.hpp>
#include <ricochet/system/bodies.hpp>

namespace {

using namespace ricochet;
using benchmark::Counter;

struct Unsampled final : MotionObserver {
  bool wants_samples() const override { return false; }
};

struct Setup {
  BodyScene scene;
  MotionState start;
};

/// Boxes of 1 m, each a little aside and 1 mm above the one below; no restitution, friction 0.3.
Setup stack(int boxes) {
  Setup s;
  s.start.q.setZero(3 * boxes);
  s.start.u.setZero(3 * boxes);
  for (int i = 0; i < boxes; ++i) {
    s.scene.bodies.push_back({.name = "box" + std::to_string(i),
                              .mass = 1.0,
                              .inertia = 1.0 / 6.0,
                              .parts = {box_part(1.0, 1.0)}});
    s.start.q[3 * i] = i % 2 == 0 ? 0.02 : -0.02;
    s.start.q[3 * i + 1] = 0.501 + 1.001 * i;
  }
  s.scene.grounds = {{.name = "floor"}};
  s.scene.rules = {{{}, {}, true, {.mu = 0.3, .newton = 0.0}}};
  return s;
}

/// Links of 0.1 m, hinged at their ends, the first to the ground; starts straight, level and at rest.
Setup chain(int links) {
  Setup s;
  s.start.q.setZero(3 * links);
  s.start.u.setZero(3 * links);
  const double half = 0.05;
  for (int i = 0; i < links; ++i) {
    s.scene.bodies.push_back(
        {.name = "link" + std::to_string(i), .mass = 0.1, .inertia = 0.1 * 0.1 * 0.1 / 12.0});
    s.start.q[3 * i] = half + 2.0 * half * i;
    Joint joint{.name = "hinge" + std::to_string(i)};
    joint.first = {i, Vector2(-half, 0.0)};
    if (i > 0) joint.second = {i - 1, Vector2(half, 0.0)};
    s.scene.joints.push_back(joint);
  }
  return s;
}

void count(benchmark::State& state, const RunResult& result, std::size_t contacts) {
  if (result.reason != EndReason::end) state.SkipWithError(result.message.c_str());
  const auto rate = Counter::kIsIterationInvariantRate | Counter::kInvert;
  state.counters["contacts"] = static_cast<double>(contacts);
  state.counters["per_step"] = Counter(static_cast<double>(result.statistics.steps), rate);
  if (result.statistics.events > 0) {
    state.counters["per_event"] = Counter(static_cast<double>(result.statistics.events), rate);
  }
}

std::size_t closed(const RunResult& result) {
  return static_cast<std::size_t>(std::count_if(result.final.modes.begin(),
                                                result.final.modes.end(),
                                                [](Mode mode) { return mode != Mode::open; }));
}

void events_of_a_stack(benchmark::State& state) {
  const Setup s = stack(static_cast<int>(state.range(0)));
  const BodySystem system(s.scene);
  Simulator simulator(system, *find_law("moreau"), {.until = 0.5});
  Unsampled nobody;
  RunResult result;
  for (auto _ : state) result = simulator.run(s.start, nobody);
  count(state, result, closed(result));
}
BENCHMARK(events_of_a_stack)->RangeMultiplier(2)->Range(1, 64)->Unit(benchmark::kMillisecond);

void steps_of_a_stack(benchmark::State& state) {
  const Setup s = stack(static_cast<int>(state.range(0)));
  const BodySystem system(s.scene);
  TimeStepper stepper(system, {.until = 0.5, .step = 1e-3});
  Unsampled nobody;
  RunResult result;
  for (auto _ : state) result = stepper.run(s.start, nobody);
  count(state, result, closed(result));
}
BENCHMARK(steps_of_a_stack)->RangeMultiplier(2)->Range(1, 64)->Unit(benchmark::kMillisecond);

void events_of_a_chain(benchmark::State& state) {
  const Setup s = chain(static_cast<int>(state.range(0)));
  const BodySystem system(s.scene);
  Simulator simulator(system, *find_law("moreau"), {.until = 0.2});
  Unsampled nobody;
  RunResult result;
  for (auto _ : state) result = simulator.run(s.start, nobody);
  count(state, result, s.scene.joints.size());
}
BENCHMARK(events_of_a_chain)->RangeMultiplier(2)->Range(1, 64)->Unit(benchmark::kMillisecond);

void steps_of_a_chain(benchmark::State& state) {
  const Setup s = chain(static_cast<int>(state.range(0)));
  const BodySystem system(s.scene);
  TimeStepper stepper(system, {.until = 0.2, .step = 1e-3});
  Unsampled nobody;
  RunResult result;
  for (auto _ : state) result = stepper.run(s.start, nobody);
  count(state, result, s.scene.joints.size());
}
BENCHMARK(steps_of_a_chain)->RangeMultiplier(2)->Range(1, 64)->Unit(benchmark::kMillisecond);

}  // namespace
