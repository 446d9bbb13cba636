// One-contact laws: through the full interface (outcome, audit, residual), and in batches.

#include <benchmark/benchmark.h>

#include <ricochet/impact/batch.hpp>
#include <ricochet/impact/registry.hpp>

#include "problems.hpp"

namespace {

using namespace ricochet;

ContactProblem one_contact(bench::Uniform& uniform, bool sphere) {
  ContactProblem p = bench::random_problem(1, uniform);
  if (p.gamma[0] > 0.0) p.gamma[0] = -p.gamma[0];
  if (sphere) p.G(0, 1) = p.G(1, 0) = 0.0;
  return p;
}

void full_interface(benchmark::State& state, const ImpactLaw* law) {
  bench::Uniform uniform(1);
  std::vector<ContactProblem> problems;
  for (int k = 0; k < 1024; ++k)
    problems.push_back(one_contact(uniform, law->info().name == "walton"));
  Workspace workspace;
  ImpactOutcome out;
  std::size_t k = 0;
  for (auto _ : state) {
    law->resolve(problems[k++ % problems.size()], out, workspace);
    benchmark::DoNotOptimize(out.impulse.data());
  }
  state.SetItemsProcessed(state.iterations());
}

void batch(benchmark::State& state, const ImpactLaw* law) {
  const std::size_t n = 4096;
  std::vector<double> a(n), b(n), d(n), gN(n), gT(n), mu(n), e(n), k(n, 1.21), L_N(n), L_T(n);
  std::vector<Status> status(n);
  bench::Uniform uniform(2);
  for (std::size_t i = 0; i < n; ++i) {
    const ContactProblem p = one_contact(uniform, law->info().name == "walton");
    a[i] = p.G(0, 0);
    b[i] = p.G(1, 1);
    d[i] = p.G(0, 1);
    gN[i] = p.gamma[0];
    gT[i] = p.gamma[1];
    mu[i] = p.contact[0].mu;
    e[i] = *p.contact[0].newton;
  }
  const BatchProblems problems{a, b, d, gN, gT, mu, e, {}, {}, k};
  const BatchAnswers answers{L_N, L_T, status};
  for (auto _ : state) {
    if (!resolve_batch(law->info().name, problems, answers)) state.SkipWithError("refused");
    benchmark::DoNotOptimize(L_N.data());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(n));
}

const int registered = [] {
  for (const ImpactLaw* law : all_laws()) {
    const std::string name(law->info().name);
    benchmark::RegisterBenchmark(("one-contact/full/" + name).c_str(), full_interface, law);
    if (name == "lzb" || name == "bowling") continue;  // no closed form, no batch
    benchmark::RegisterBenchmark(("one-contact/batch/" + name).c_str(), batch, law);
  }
  return 0;
}();

}  // namespace
