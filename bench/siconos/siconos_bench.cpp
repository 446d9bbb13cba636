// The same random frictional problems (bench/problems.hpp; 1, 4, 16, 64 contacts), from the same prebuilt
// Delassus matrix, by Ricochet and by Siconos (Debian's libsiconos-numerics-dev): its 2-D nonsmooth
// Gauss-Seidel at 1e-8 and its Lemke. Prints the times, the failures, the residual of each answer in our
// measure, and the ratio to the better of the two. With several contacts most answers of its Lemke do not
// satisfy our conditions although it reports success; the cause is not established (docs/evidence.md).

#include <benchmark/benchmark.h>
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <string>

#include <ricochet/lcp/solve.hpp>

#include "../problems.hpp"

extern "C" {
#include <FrictionContactProblem.h>
#include <Friction_cst.h>
#include <NumericsMatrix.h>
#include <SolverOptions.h>
#include <fc2d_Solvers.h>
}

namespace {

using namespace ricochet;

constexpr std::size_t kProblems = 128;
constexpr int kSizes[] = {1, 4, 16, 64};

struct Posed {
  Eigen::MatrixXd G;
  Eigen::VectorXd q, mu;
};

const std::vector<Posed>& posed(int n) {
  static std::map<int, std::vector<Posed>> cache;
  std::vector<Posed>& all = cache[n];
  if (all.empty()) {
    for (const ContactProblem& p : bench::random_problems(n, kProblems)) {
      Posed x{p.G, p.gamma, Eigen::VectorXd(n)};
      for (int i = 0; i < n; ++i) {
        const ContactParameters& c = p.contact[static_cast<std::size_t>(i)];
        x.mu[i] = c.mu;
        if (x.q[2 * i] < 0.0) x.q[2 * i] *= 1.0 + *c.newton;
      }
      all.push_back(std::move(x));
    }
  }
  return all;
}

/// Failures and the worst residual over all problems of a size, outside the timing.
struct Quality {
  std::size_t graded = 0;
  int failures = 0;
  double worst = 0.0;
};
std::map<std::string, Quality> qualities;

void grade(const std::string& name, const Posed& p, bool reported, const Eigen::VectorXd& L) {
  const CoulombProblem problem{p.G, p.q, p.mu};
  const Eigen::VectorXd xi = p.q + p.G * L;
  const double residual = coulomb_residual(problem, scale_of(problem), L, xi);
  Quality& quality = qualities[name];
  if (quality.graded++ >= kProblems) return;  // the benchmark is run more than once
  const bool failed = !reported || !(residual <= 1e-4);
  quality.failures += failed;
  if (!failed) quality.worst = std::max(quality.worst, residual);
}

void ricochet_solve(benchmark::State& state) {
  const int n = static_cast<int>(state.range(0));
  const auto& problems = posed(n);
  CoulombWorkspace workspace;
  Eigen::VectorXd L(2 * n);
  for (const Posed& p : problems) {
    L.setZero();
    const bool good = solve_coulomb({p.G, p.q, p.mu}, L, workspace).certified;
    grade("ricochet/" + std::to_string(n), p, good, L);
  }
  std::size_t k = 0;
  for (auto _ : state) {
    const Posed& p = problems[k++ % kProblems];
    L.setZero();
    const CoulombAnswer answer = solve_coulomb({p.G, p.q, p.mu}, L, workspace);
    benchmark::DoNotOptimize(answer.residual);
  }
}

/// A Siconos problem that borrows the arrays of ours; velocity = M reaction + q.
class SiconosProblem {
 public:
  explicit SiconosProblem(const Posed& p)
      : G_(p.G), q_(p.q), mu_(p.mu), size_(static_cast<int>(p.q.size())) {
    matrix_ = NM_create_from_data(NM_DENSE, size_, size_, G_.data());
    problem_.dimension = 2;
    problem_.numberOfContacts = size_ / 2;
    problem_.M = matrix_;
    problem_.q = q_.data();
    problem_.mu = mu_.data();
  }
  FrictionContactProblem* get() { return &problem_; }

 private:
  Eigen::MatrixXd G_;
  Eigen::VectorXd q_, mu_;
  int size_;
  NumericsMatrix* matrix_ = nullptr;  // leaked on purpose: its destructor would free our array
  FrictionContactProblem problem_{};
};

using Solver = void (*)(FrictionContactProblem*, double*, double*, int*, SolverOptions*);

void siconos_solve(benchmark::State& state, const std::string& name, int id, Solver solver) {
  const int n = static_cast<int>(state.range(0));
  const auto& problems = posed(n);
  std::vector<SiconosProblem> theirs(problems.begin(), problems.end());
  SolverOptions* options = solver_options_create(id);
  options->dparam[SICONOS_DPARAM_TOL] = 1e-8;
  Eigen::VectorXd reaction(2 * n);
  Eigen::VectorXd velocity(2 * n);
  const auto run = [&](std::size_t k) {
    int info = 0;
    reaction.setZero();
    velocity.setZero();
    solver(theirs[k].get(), reaction.data(), velocity.data(), &info, options);
    return info == 0;
  };
  for (std::size_t k = 0; k < kProblems; ++k) {
    const bool good = run(k);
    grade(name + "/" + std::to_string(n), problems[k], good, reaction);
  }
  std::size_t k = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(run(k++ % kProblems));
  }
  solver_options_delete(options);
}

/// Collects the times for the closing table.
class Collector : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (!run.error_occurred && run.run_type == Run::RT_Iteration) {
        times[run.benchmark_name()] = run.GetAdjustedCPUTime();
      }
    }
    ConsoleReporter::ReportRuns(runs);
  }
  std::map<std::string, double> times;  // ns
};

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  const auto sizes = [](benchmark::internal::Benchmark* b) {
    for (const int n : kSizes) b->Arg(n);
  };
  sizes(benchmark::RegisterBenchmark("ricochet", ricochet_solve));
  sizes(benchmark::RegisterBenchmark("nsgs", [](benchmark::State& s) {
    siconos_solve(s, "nsgs", SICONOS_FRICTION_2D_NSGS, fc2d_nsgs_dense);
  }));
  sizes(benchmark::RegisterBenchmark("lemke", [](benchmark::State& s) {
    siconos_solve(s, "lemke", SICONOS_FRICTION_2D_LEMKE, fc2d_lexicolemke);
  }));
  Collector collector;
  benchmark::RunSpecifiedBenchmarks(&collector);
  fmt::print("\n{:>8}  {:>9} {:>8} {:>4}  {:>9} {:>8} {:>4}  {:>9} {:>8} {:>4}  {:>6}\n",
             "contacts", "ricochet", "residual", "fail", "NSGS", "residual", "fail", "Lemke",
             "residual", "fail", "ratio");
  for (const int n : kSizes) {
    const std::string size = "/" + std::to_string(n);
    fmt::print("{:>8}", n);
    for (const char* name : {"ricochet", "nsgs", "lemke"}) {
      const Quality& quality = qualities[name + size];
      fmt::print("  {:>6.2f} us {:>8.0e} {:>4}", collector.times[name + size] / 1000.0,
                 quality.worst, quality.failures);
    }
    const double better = std::min(collector.times["nsgs" + size], collector.times["lemke" + size]);
    fmt::print("  {:>6.1f}\n", better / collector.times["ricochet" + size]);
  }
  fmt::print("{} problems per size; ratio = the better of Siconos' two over ricochet\n", kProblems);
  return 0;
}
