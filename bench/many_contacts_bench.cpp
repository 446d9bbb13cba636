// `moreau` with many contacts from a prebuilt Delassus operator, and the pruned enumeration against the
// naive one (every one of the 4^n modes) by the number of linear programs and modes.

#include <benchmark/benchmark.h>

#include <cmath>

#include <ricochet/impact/registry.hpp>
#include <ricochet/lcp/enumerate.hpp>

#include "problems.hpp"

namespace {

using namespace ricochet;

void moreau(benchmark::State& state) {
  const auto problems = bench::random_problems(state.range(0), 128);
  const ImpactLaw* law = find_law("moreau");
  Workspace workspace;
  ImpactOutcome out;
  std::size_t k = 0;
  for (auto _ : state) {
    law->resolve(problems[k++ % problems.size()], out, workspace);
    benchmark::DoNotOptimize(out.impulse.data());
  }
}
BENCHMARK(moreau)->Arg(1)->Arg(4)->Arg(16)->Arg(64);

void enumeration(benchmark::State& state) {
  const auto problems = bench::random_problems(state.range(0), 32);
  double nodes = 0.0;
  std::size_t k = 0;
  for (auto _ : state) {
    const ContactProblem& p = problems[k++ % problems.size()];
    Eigen::VectorXd mu(p.contacts());
    for (Eigen::Index i = 0; i < p.contacts(); ++i)
      mu[i] = p.contact[static_cast<std::size_t>(i)].mu;
    const Enumeration all = enumerate_solutions({p.G, p.gamma, mu});
    nodes += static_cast<double>(all.nodes);
    benchmark::DoNotOptimize(all.solutions.data());
  }
  state.counters["nodes"] = nodes / static_cast<double>(state.iterations());
  state.counters["modes/nodes"] = std::pow(4.0, static_cast<double>(state.range(0))) *
                                  static_cast<double>(state.iterations()) / nodes;
}
BENCHMARK(enumeration)->Arg(2)->Arg(4)->Arg(8);

}  // namespace
