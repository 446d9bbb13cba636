// The same random frictional problems (bench/problems.hpp; 1, 4, 16, 64 contacts), from the same prebuilt
// Delassus matrix, by Ricochet and by Siconos (Debian's libsiconos-numerics-dev): its 2-D nonsmooth
// Gauss-Seidel at 1e-8 and its lexicographic Lemke. Prints the times, the failures, the residual of each
// answer in our measure, and the ratio to the better of the two.
//
// Lemke is given its LCP ready made (3n unknowns L_N, L_T + mu L_N, negative part of xi_T; not timed), since
// Siconos' own conversion of a 2-D friction problem is wrong where mu differs between contacts: it multiplies
// the columns by the mu of the row. The last table shows this: fc2d_lexicolemke with the mu as they are, the
// matrices that agree with "mu of the row" bit for bit, and the same problems with one mu for all contacts.

#include <benchmark/benchmark.h>
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include <ricochet/lcp/solve.hpp>

#include "../problems.hpp"

extern "C" {
#include <FrictionContactProblem.h>
#include <Friction_cst.h>
#include <LCP_Solvers.h>
#include <LinearComplementarityProblem.h>
#include <NumericsMatrix.h>
#include <SolverOptions.h>
#include <fc2d_Solvers.h>
#include <lcp_cst.h>
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

/// Largest violation of the conditions of Coulomb friction.
double residual_of(const Posed& p, const Eigen::VectorXd& L) {
  const CoulombProblem problem{p.G, p.q, p.mu};
  return coulomb_residual(problem, scale_of(problem), L, p.q + p.G * L);
}

/// Failures (reported, or not reported but far from a solution) and the worst residual of the others.
struct Quality {
  int reported = 0;
  int silent = 0;
  double worst = 0.0;
  void add(bool success, double residual) {
    if (!success) {
      ++reported;
    } else if (!(residual <= 1e-4)) {
      ++silent;
    } else {
      worst = std::max(worst, residual);
    }
  }
};
std::map<std::string, Quality> qualities;

/// solve(k, L) answers problem k: first all of them for their quality, then timed.
template <class Solve>
void measure(benchmark::State& state, const std::string& name, Solve solve) {
  const int n = static_cast<int>(state.range(0));
  Eigen::VectorXd L(2 * n);
  Quality quality;
  for (std::size_t k = 0; k < kProblems; ++k) {
    const bool success = solve(k, L);
    quality.add(success, residual_of(posed(n)[k], L));
  }
  qualities[name + "/" + std::to_string(n)] = quality;
  while (state.KeepRunningBatch(kProblems)) {  // whole rounds: every problem has the same weight
    for (std::size_t k = 0; k < kProblems; ++k) benchmark::DoNotOptimize(solve(k, L));
  }
}

void ricochet_solve(benchmark::State& state) {
  const auto& problems = posed(static_cast<int>(state.range(0)));
  CoulombWorkspace workspace;
  measure(state, "ricochet", [&](std::size_t k, Eigen::VectorXd& L) {
    const Posed& p = problems[k];
    L.setZero();
    return solve_coulomb({p.G, p.q, p.mu}, L, workspace).certified;
  });
}

// The matrices of Siconos' problems are leaked on purpose: their destructor would free our arrays.

/// A friction problem of Siconos: velocity = M reaction + q.
class SiconosProblem {
 public:
  explicit SiconosProblem(Posed p) : p_(std::move(p)) {
    const int size = static_cast<int>(p_.q.size());
    problem_.dimension = 2;
    problem_.numberOfContacts = size / 2;
    problem_.M = NM_create_from_data(NM_DENSE, size, size, p_.G.data());
    problem_.q = p_.q.data();
    problem_.mu = p_.mu.data();
  }
  FrictionContactProblem* get() { return &problem_; }

 private:
  Posed p_;
  FrictionContactProblem problem_{};
};

void nsgs_solve(benchmark::State& state) {
  const int n = static_cast<int>(state.range(0));
  std::vector<SiconosProblem> theirs(posed(n).begin(), posed(n).end());
  SolverOptions* options = solver_options_create(SICONOS_FRICTION_2D_NSGS);
  options->dparam[SICONOS_DPARAM_TOL] = 1e-8;
  Eigen::VectorXd velocity(2 * n);
  measure(state, "nsgs", [&](std::size_t k, Eigen::VectorXd& L) {
    int info = 0;
    L.setZero();
    velocity.setZero();
    fc2d_nsgs_dense(theirs[k].get(), L.data(), velocity.data(), &info, options);
    return info == 0;
  });
  solver_options_delete(options);
}

/// The matrix of the LCP in L_N, zeta = L_T + mu L_N and chi = max(0, -xi_T), three rows per contact:
///   xi_N >= 0 and L_N,   xi_T + chi >= 0 and zeta,   2 mu L_N - zeta >= 0 and chi   complementary.
/// L_T = zeta - mu L_N, so the mu in a column is that of the column's contact; `of_row` for the other.
Eigen::MatrixXd lcp_matrix(const Posed& p, bool of_row = false) {
  const Eigen::Index n = p.mu.size();
  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(3 * n, 3 * n);
  for (Eigen::Index j = 0; j < n; ++j) {
    for (Eigen::Index i = 0; i < n; ++i) {
      const auto normal = p.G.block<2, 1>(2 * i, 2 * j);
      const auto tangential = p.G.block<2, 1>(2 * i, 2 * j + 1);
      M.block<2, 1>(3 * i, 3 * j) = normal - p.mu[of_row ? i : j] * tangential;
      M.block<2, 1>(3 * i, 3 * j + 1) = tangential;
    }
    M.block<3, 3>(3 * j, 3 * j).row(2) << 2.0 * p.mu[j], -1.0, 0.0;
    M(3 * j + 1, 3 * j + 2) = 1.0;
  }
  return M;
}

/// The same as a problem of Siconos, and back.
class SiconosLcp {
 public:
  explicit SiconosLcp(const Posed& p) : M_(lcp_matrix(p)), q_(M_.rows()), mu_(p.mu) {
    q_.setZero();
    for (Eigen::Index i = 0; i < mu_.size(); ++i) q_.segment<2>(3 * i) = p.q.segment<2>(2 * i);
    problem_.size = static_cast<int>(q_.size());
    problem_.M = NM_create_from_data(NM_DENSE, problem_.size, problem_.size, M_.data());
    problem_.q = q_.data();
  }
  LinearComplementarityProblem* get() { return &problem_; }
  void impulses(const Eigen::VectorXd& z, Eigen::VectorXd& L) const {
    for (Eigen::Index i = 0; i < mu_.size(); ++i) {
      L[2 * i] = z[3 * i];
      L[2 * i + 1] = z[3 * i + 1] - mu_[i] * z[3 * i];
    }
  }

 private:
  Eigen::MatrixXd M_;
  Eigen::VectorXd q_, mu_;
  LinearComplementarityProblem problem_{};
};

void lemke_solve(benchmark::State& state) {
  const int n = static_cast<int>(state.range(0));
  std::vector<SiconosLcp> theirs(posed(n).begin(), posed(n).end());
  SolverOptions* options = solver_options_create(SICONOS_LCP_LEMKE);
  Eigen::VectorXd z(3 * n);
  Eigen::VectorXd w(3 * n);
  measure(state, "lemke", [&](std::size_t k, Eigen::VectorXd& L) {
    int info = 0;
    z.setZero();
    w.setZero();
    lcp_lexicolemke(theirs[k].get(), z.data(), w.data(), &info, options);
    theirs[k].impulses(z, L);
    return info == 0;
  });
  solver_options_delete(options);
}

/// One row of the last table.
void print_conversion(int n) {
  const auto answers = [n](bool one_mu) {
    Quality quality;
    for (Posed p : posed(n)) {
      if (one_mu) p.mu.setConstant(p.mu.mean());
      SolverOptions* options = solver_options_create(SICONOS_FRICTION_2D_LEMKE);
      Eigen::VectorXd L = Eigen::VectorXd::Zero(2 * n);
      Eigen::VectorXd velocity = L;
      int info = 0;
      fc2d_lexicolemke(SiconosProblem(p).get(), L.data(), velocity.data(), &info, options);
      quality.add(info == 0, residual_of(p, L));
      solver_options_delete(options);
    }
    return quality.reported + quality.silent;
  };
  int of_row = 0;
  for (const Posed& p : posed(n)) {
    LinearComplementarityProblem built{};
    fc2d_tolcp(SiconosProblem(p).get(), &built);
    const Eigen::Map<const Eigen::MatrixXd> M(built.M->matrix0, 3 * n, 3 * n);
    of_row += M == lcp_matrix(p, true);
  }
  fmt::print("{:>8}  {:>12}  {:>12}  {:>12}\n", n, answers(false), of_row, answers(true));
}

/// Collects the times for the closing table: the least of the repetitions (--benchmark_repetitions).
class Collector : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (!run.error_occurred && run.run_type == Run::RT_Iteration) {
        double& best = times.try_emplace(run.benchmark_name(), HUGE_VAL).first->second;
        best = std::min(best, run.GetAdjustedCPUTime());
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
  sizes(benchmark::RegisterBenchmark("nsgs", nsgs_solve));
  sizes(benchmark::RegisterBenchmark("lemke", lemke_solve));
  Collector collector;
  benchmark::RunSpecifiedBenchmarks(&collector);
  fmt::print("\n{:>8}  {:>10} {:>8} {:>7}  {:>10} {:>8} {:>7}  {:>10} {:>8} {:>7}  {:>6}\n",
             "contacts", "ricochet", "residual", "failed", "NSGS", "residual", "failed", "Lemke",
             "residual", "failed", "ratio");
  for (const int n : kSizes) {
    const std::string size = "/" + std::to_string(n);
    fmt::print("{:>8}", n);
    for (const char* name : {"ricochet", "nsgs", "lemke"}) {
      const Quality& quality = qualities[name + size];
      fmt::print("  {:>7.2f} us {:>8.0e} {:>2} + {:>2}", collector.times[name + size] / 1000.0,
                 quality.worst, quality.reported, quality.silent);
    }
    const double better = std::min(collector.times["nsgs" + size], collector.times["lemke" + size]);
    fmt::print("  {:>6.1f}\n", better / collector.times["ricochet" + size]);
  }
  fmt::print(
      "{} problems per size; failed = reported + not reported (residual above 1e-4); residual = "
      "worst\n"
      "of the others; ratio = the better of Siconos' two over ricochet\n\n"
      "Siconos' own conversion to an LCP, of the same problems:\n"
      "{:>8}  {:>12}  {:>12}  {:>12}\n",
      kProblems, "contacts", "failed", "mu of row", "failed, 1 mu");
  for (const int n : kSizes) print_conversion(n);
  return 0;
}
