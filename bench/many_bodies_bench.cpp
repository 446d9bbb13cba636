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

/// A stack's closed contacts at the end, a chain's joints.
std::size_t touching(const Setup& s, const RunResult& result) {
  if (!s.scene.joints.empty()) return s.scene.joints.size();
  const auto& modes = result.final.modes;
  return modes.size() -
         static_cast<std::size_t>(std::count(modes.begin(), modes.end(), Mode::open));
}

template <class Method>
void measure(benchmark::State& state, const Setup& s, Method&& method) {
  Unsampled nobody;
  RunResult result;
  for (auto _ : state) result = method.run(s.start, nobody);
  if (result.reason != EndReason::end) state.SkipWithError(result.message.c_str());
  const auto rate = Counter::kIsIterationInvariantRate | Counter::kInvert;
  state.counters["contacts"] = static_cast<double>(touching(s, result));
  state.counters["per_step"] = Counter(static_cast<double>(result.statistics.steps), rate);
  if (result.statistics.events > 0) {
    state.counters["per_event"] = Counter(static_cast<double>(result.statistics.events), rate);
  }
}

void by_events(benchmark::State& state, const Setup& s, double until) {
  const BodySystem system(s.scene);
  measure(state, s, Simulator(system, *find_law("moreau"), {.until = until}));
}

void by_steps(benchmark::State& state, const Setup& s, double until) {
  const BodySystem system(s.scene);
  measure(state, s, TimeStepper(system, {.until = until, .step = 1e-3}));
}

int bodies(const benchmark::State& state) { return static_cast<int>(state.range(0)); }
void sizes(benchmark::internal::Benchmark* one) {
  one->RangeMultiplier(2)->Range(1, 64)->Unit(benchmark::kMillisecond);
}

void events_of_a_stack(benchmark::State& state) { by_events(state, stack(bodies(state)), 0.5); }
BENCHMARK(events_of_a_stack)->Apply(sizes);
void steps_of_a_stack(benchmark::State& state) { by_steps(state, stack(bodies(state)), 0.5); }
BENCHMARK(steps_of_a_stack)->Apply(sizes);
void events_of_a_chain(benchmark::State& state) { by_events(state, chain(bodies(state)), 0.2); }
BENCHMARK(events_of_a_chain)->Apply(sizes);
void steps_of_a_chain(benchmark::State& state) { by_steps(state, chain(bodies(state)), 0.2); }
BENCHMARK(steps_of_a_chain)->Apply(sizes);

}  // namespace
