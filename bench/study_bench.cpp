// Studies. Timed is the work of all cells of the first stage, rows kept in memory, without files and figures.
//   cells       per second of wall time
//   threads     argument; the speed-up of two is the ratio of the times of /1 and /2, on an idle machine with two cores
// On two machines, or two ranks of one, the same command does the work; to be compared with the same on one rank:
//   mpirun -n 2 ricochet bifurcate studies/bounce_friction.yaml --threads 1 --quiet -o two.h5
// (as root mpirun wants --allow-run-as-root).

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mutex>
#include <string>

#include <ricochet/contact/outcome.hpp>
#include <ricochet/files/problem_file.hpp>
#include <ricochet/files/study.hpp>
#include <ricochet/impact/moreau.hpp>
#include <ricochet/impact/workspace.hpp>

namespace {

using namespace ricochet;
using benchmark::Counter;

/// The study in `text`; ../ is the source tree.
std::unique_ptr<Study> study_of(std::string text) {
  for (std::size_t at = 0; (at = text.find("../", at)) != std::string::npos;) {
    text.replace(at, 3, RICOCHET_SOURCE_DIR "/");
  }
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / fmt::format("ricochet-bench-{}.yaml", getpid());
  std::ofstream(path) << text;
  std::unique_ptr<Study> study = read_study(path.string());
  std::filesystem::remove(path);
  return study;
}

class Keeper final : public CellSink {
 public:
  explicit Keeper(CellRows& rows) : rows_(rows) {}
  void rows(std::size_t first, std::span<const double> rows) override {
    const std::lock_guard lock(mutex_);
    rows_.put(first, rows);
  }
  void chain_ended(std::size_t cell) override {
    const std::lock_guard lock(mutex_);
    rows_.end_chain(cell);
  }
  bool go_on() override { return true; }

 private:
  CellRows& rows_;
  std::mutex mutex_;
};

void measure(benchmark::State& state, const Study& study) {
  const int threads = static_cast<int>(state.range(0));
  std::size_t cells = 0;
  for (auto _ : state) {
    const std::unique_ptr<CellTask> task = study.stage(0, {});
    CellRows rows(task->layout());
    OpenCells open(rows, static_cast<std::size_t>(threads));
    Keeper keeper(rows);
    work(*task, open, keeper, threads);
    if (rows.open() > 0) state.SkipWithError("cells are missing");
    cells = rows.layout().cells();
  }
  state.counters["cells"] = Counter(static_cast<double>(cells), Counter::kIsIterationInvariantRate);
}

/// Payr & Glocker 2005, fig. 4, with so many ratios and angles: six formulas and an impact per cell.
std::string bar_map(int count) {
  return fmt::format(
      "map:\n"
      "  base: ../problems/bar_contact_space.yaml\n"
      "  law: moreau\n"
      "  parameters:\n"
      "    - {{name: ratio, from: -6, to: 6, count: {0}}}\n"
      "    - {{name: phi, from: 0.5, to: 179.5, count: {0}}}\n"
      "  let: {{K: 1/3, c: cos(phi*deg), s: sin(phi*deg)}}\n"
      "  set:\n"
      "    delassus.0.0: 1 + c^2/K\n"
      "    delassus.0.1: s*c/K\n"
      "    delassus.1.0: s*c/K\n"
      "    delassus.1.1: 1 + s^2/K\n"
      "    velocity.0: -1\n"
      "    velocity.1: -ratio\n"
      "    contacts.tip.friction: 0.5\n"
      "  quantities: [mode]\n",
      count);
}

void regime_map(benchmark::State& state) { measure(state, *study_of(bar_map(1000))); }
BENCHMARK(regime_map)
    ->ArgName("threads")
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

/// The same cells in the plain way: every problem written down, read and solved.
void regime_map_problem_by_problem(benchmark::State& state) {
  const Moreau law;
  ImpactOutcome outcome;
  Workspace workspace;
  constexpr int count = 40;
  int sticks = 0;
  for (auto _ : state) {
    for (int i = 0; i < count * count; ++i) {
      const double ratio = -6.0 + 12.0 * (i % count) / (count - 1);
      const double phi = (0.5 + 179.0 * (i / count) / (count - 1)) * 0.017453292519943295;
      const double c = std::cos(phi), s = std::sin(phi);
      const std::string text = fmt::format(
          "impact:\n  delassus: [[{}, {}], [{}, {}]]\n  velocity: [-1, {}]\n"
          "  contacts:\n    - {{name: tip, friction: 0.5, restitution: {{newton: 0.5, "
          "tangential: 0}}}}\n",
          1.0 + 3.0 * c * c, 3.0 * s * c, 3.0 * s * c, 1.0 + 3.0 * s * s, -ratio);
      const ProblemFile file = parse_problem(text, "problem");
      law.resolve(file.problem, outcome, workspace);
      if (outcome.modes.front() == Mode::stick) ++sticks;
    }
  }
  benchmark::DoNotOptimize(sticks);
  state.counters["cells"] = Counter(count * count, Counter::kIsIterationInvariantRate);
}
BENCHMARK(regime_map_problem_by_problem)->Unit(benchmark::kMillisecond)->UseRealTime();

/// Leine & Brogliato 2001: a tenth of a diagram of 1000 values of the friction with 100 periods each, half of them upwards
/// and half downwards.
void bounce_diagram(benchmark::State& state) {
  measure(state, *study_of("bifurcate:\n"
                           "  base: ../scenes/frictional_bounce_simplified.yaml\n"
                           "  parameters: [{path: parameters.friction, from: 0.405, to: 0.605, "
                           "count: 50}]\n"
                           "  section: {event: impact, contact: tip}\n"
                           "  longest: 1\n"
                           "  record: [phi]\n"
                           "  diagram: {transient: 60, returns: 40}\n"));
}
BENCHMARK(bounce_diagram)
    ->ArgName("threads")
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

/// The uncertain impact of two vehicles, as in studies/two_vehicles.yaml.
void vehicle_sweep(benchmark::State& state) {
  measure(state, *read_study(RICOCHET_SOURCE_DIR "/studies/two_vehicles.yaml"));
}
BENCHMARK(vehicle_sweep)
    ->ArgName("threads")
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

/// Motions of a bouncing ball over its restitution.
void motion_sweep(benchmark::State& state) {
  measure(state, *study_of("sweep:\n"
                           "  base: ../scenes/bouncing_ball.yaml\n"
                           "  parameters: [{path: contacts.0.restitution, from: 0.5, to: 0.9, "
                           "count: 500}]\n"
                           "  quantities: [time, count.impact]\n"));
}
BENCHMARK(motion_sweep)
    ->ArgName("threads")
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
