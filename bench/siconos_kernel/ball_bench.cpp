// The bouncing ball of bounces.hpp, ten bounces, by the simulator under `moreau` and by Siconos' event-driven scheme
// (Debian's libsiconos-kernel-dev: EventDriven, LsodarOSI, Newton's law). Prints the CPU times, the errors of the last
// impact's time, and the ratio of the times.
//
// Timed is the motion alone: both have the system and the simulation ready, and neither keeps anything of it. Siconos
// is shown with its clock divided into more or fewer intervals, down to where it does not get faster. All take turns,
// so that a busy machine is busy for all; each time is the least of its turns.

#include <fmt/core.h>

#include <array>
#include <cmath>

#include <ricochet/impact/moreau.hpp>
#include <ricochet/motion/simulator.hpp>

#include "../../tests/motion/recorder.hpp"
#include "siconos_ball.hpp"
#include "siconos_chain.hpp"

namespace {

using namespace ricochet;
using bench::BallResult;
using bench::Bounces;

constexpr int kTurns = 50;
constexpr std::array kIntervals = {1000, 100, 10, 5, 3, 2};

struct Impacts final : MotionObserver {
  int count = 0;
  double last = 0.0;
  bool wants_samples() const override { return false; }
  void event(const Event& e) override {
    if (e.kind != EventKind::impact) return;
    ++count;
    last = e.time;
  }
};

BallResult ours(Simulator& simulator, const MotionState& start, const Bounces& bounces) {
  constexpr int motions = 20;  // in one reading of the clock, which counts microseconds
  Impacts impacts;
  const double began = bench::cpu_time();
  for (int m = 0; m < motions; ++m) {
    impacts.count = 0;
    simulator.run(start, impacts);
  }
  return {(bench::cpu_time() - began) / motions,
          std::abs(impacts.last - bounces.time(bounces.count)), impacts.count};
}

void keep_faster(BallResult& best, const BallResult& one) {
  if (one.time < best.time) best = one;
}

}  // namespace

int main() {
  const Bounces bounces;
  const ModelInstance ball =
      testing::build_model("bouncing-ball", {{"height", bounces.height},
                                             {"gravity", bounces.gravity},
                                             {"restitution", bounces.restitution}});
  const Moreau law;
  Simulator simulator(*ball.system, law, {.until = bounces.end()});
  BallResult a;
  std::array<BallResult, kIntervals.size()> siconos;
  for (int turn = 0; turn < kTurns; ++turn) {
    for (std::size_t k = 0; k < siconos.size(); ++k) {
      keep_faster(a, ours(simulator, ball.start, bounces));
      keep_faster(siconos[k], bench::siconos_ball(bounces, kIntervals[k]));
    }
  }
  fmt::print("{:>10} {:>9} {:>7} {:>10} {:>9} {:>6}\n", "", "intervals", "impacts", "CPU time",
             "error", "ratio");
  fmt::print("{:>10} {:>9} {:>7} {:>7.1f} us {:>9.1e}\n", "ricochet", "", a.impacts, 1e6 * a.time,
             a.error);
  for (std::size_t k = 0; k < siconos.size(); ++k) {
    const BallResult& b = siconos[k];
    fmt::print("{:>10} {:>9} {:>7} {:>7.1f} us {:>9.1e} {:>6.1f}\n", "Siconos", kIntervals[k],
               b.impacts, 1e6 * b.time, b.error, b.time / a.time);
  }
  return 0;
}
