// Chains of touching equal balls (tests/support/balls.hpp) by `lzb` and by the same law in Siconos (Debian's
// libsiconos-kernel-dev: MultipleImpact, explicit steps of equal impulse at the primary contact). Prints the CPU
// times, the energy created, and the ratio of the times: `lzb` at its default tolerance and at one that is still
// more accurate than Siconos is here.
//
// Timed is the law alone: both have the chain and its matrices ready.

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>

#include <ricochet/impact/lzb.hpp>
#include <ricochet/impact/workspace.hpp>

#include "../../tests/support/balls.hpp"
#include "siconos_chain.hpp"

namespace {

using ricochet::bench::ChainResult;
using ricochet::bench::cpu_time;
using ricochet::bench::siconos_chain;

ChainResult ours(int balls, double tolerance, int repetitions) {
  const ricochet::ContactProblem problem = ricochet::testing::row_of_balls(balls, 1.0, 1.5);
  ricochet::Workspace workspace;
  ricochet::ImpactOutcome out;
  ChainResult result;
  for (int k = 0; k < repetitions; ++k) {
    const double start = cpu_time();
    ricochet::Lzb({.tolerance = tolerance}).resolve(problem, out, workspace);
    result.time = std::min(result.time, cpu_time() - start);
  }
  if (!has_answer(out.status)) return {};
  result.gain = out.u.squaredNorm() - 1.0;
  result.last = out.u[balls - 1];
  return result;
}

}  // namespace

int main() {
  fmt::print("{:>6}  {:>9} {:>10} {:>9} {:>12}   {:>6}  {:>10} {:>9} {:>12}  {:>7}\n", "balls",
             "tolerance", "ricochet", "energy", "last ball", "step", "Siconos", "energy",
             "last ball", "ratio");
  for (const int balls : {10, 100}) {
    for (const double step : {1e-3, 1e-4}) {
      const ChainResult b = siconos_chain(balls, step);
      for (const double tolerance : {1e-8, 1e-5}) {
        const ChainResult a = ours(balls, tolerance, balls > 10 ? 10 : 100);
        fmt::print(
            "{:>6}  {:>9.0e} {:>7.2f} ms {:>9.1e} {:>12.8f}   {:>6.0e}  {:>7.0f} ms {:>9.1e} "
            "{:>12.8f}  {:>7.0f}\n",
            balls, tolerance, 1e3 * a.time, a.gain, a.last, step, 1e3 * b.time, b.gain, b.last,
            b.time / a.time);
        std::fflush(stdout);
      }
    }
  }
  return 0;
}
