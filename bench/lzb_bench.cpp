// `lzb`. Cost against accuracy of the disc-ball impact (problems/disc_ball_case4.yaml) by the two methods, and
// chains of touching equal balls without loss (Hertz, e = 1), struck at one end.
//   error    of the velocities, against the adaptive method at tolerance 1e-12, over the largest of them
//   certified  1 if the law gave its answer out as one: its conditions hold to 1e-8 (Euler: not asked)
//   gain     energy after over energy before, less 1
//   steps    of the last run (the law repeats a run that misses its tolerance; the time is of all runs)
// The argument of the adaptive benchmarks is -log10 of the tolerance.

#include <benchmark/benchmark.h>

#include <cmath>
#include <string>

#include <ricochet/files/problem_file.hpp>
#include <ricochet/impact/lzb.hpp>
#include <ricochet/impact/workspace.hpp>

#include "../tests/support/balls.hpp"

namespace {

using namespace ricochet;

const ContactProblem& disc_ball() {
  static const ContactProblem problem =
      read_problem(std::string(RICOCHET_SOURCE_DIR) + "/problems/disc_ball_case4.yaml").problem;
  return problem;
}

double tolerance_of(std::int64_t digits) { return std::pow(10.0, -static_cast<double>(digits)); }

double error_of(const Eigen::VectorXd& u) {
  static const Eigen::VectorXd reference = [] {
    Workspace workspace;
    ImpactOutcome out;
    Lzb({.tolerance = 1e-12}).resolve(disc_ball(), out, workspace);
    return out.u;
  }();
  return (u - reference).lpNorm<Eigen::Infinity>() / reference.lpNorm<Eigen::Infinity>();
}

void disc_ball_by(benchmark::State& state, const LzbOptions& options) {
  const Lzb law(options);
  Workspace workspace;
  ImpactOutcome out;
  for (auto _ : state) {
    law.resolve(disc_ball(), out, workspace);
    benchmark::DoNotOptimize(out.impulse.data());
  }
  state.counters["error"] = error_of(out.u);
  state.counters["certified"] = has_answer(out.status) ? 1.0 : 0.0;
  state.counters["steps"] = static_cast<double>(workspace.lzb.steps());
}

void lzb_adaptive(benchmark::State& state) {
  disc_ball_by(state, {.tolerance = tolerance_of(state.range(0))});
}
BENCHMARK(lzb_adaptive)->DenseRange(4, 10)->Unit(benchmark::kMillisecond);

void lzb_euler(benchmark::State& state) {
  disc_ball_by(state, {.method = LzbMethod::euler, .steps = state.range(0)});
}
BENCHMARK(lzb_euler)->RangeMultiplier(10)->Range(1000, 1'000'000)->Unit(benchmark::kMillisecond);

void lzb_chain(benchmark::State& state) {
  const ContactProblem problem = testing::row_of_balls(static_cast<int>(state.range(0)), 1.0, 1.5);
  const Lzb law({.tolerance = tolerance_of(state.range(1))});
  Workspace workspace;
  ImpactOutcome out;
  for (auto _ : state) {
    law.resolve(problem, out, workspace);
    benchmark::DoNotOptimize(out.impulse.data());
  }
  if (!has_answer(out.status)) return state.SkipWithError("no answer");
  state.counters["gain"] = out.u.squaredNorm() / problem.u.squaredNorm() - 1.0;
  state.counters["steps"] = static_cast<double>(workspace.lzb.steps());
}
BENCHMARK(lzb_chain)
    ->ArgNames({"balls", "digits"})
    ->ArgsProduct({{10, 100, 1000}, {8}})
    ->Unit(benchmark::kMillisecond);

}  // namespace
