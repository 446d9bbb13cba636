// The bouncing ball of bounces.hpp, ten bounces, by the simulator under `moreau` and by Siconos' event-driven scheme
// (Debian's libsiconos-kernel-dev: EventDriven, LsodarOSI, Newton's law). Prints the CPU times, the errors of the last
// impact's time, and the ratio of the times.
//
// Timed is the motion alone: both have the system and the simulation ready, and neither keeps anything of it. Siconos
// is shown with its clock divided into more or fewer intervals, down to where it does not get faster.

#include <fmt/core.h>

#include <algorithm>
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

constexpr int kRepetitions = 50;

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

BallResult ours(const Bounces& bounces) {
  const ModelInstance ball =
      testing::build_model("bouncing-ball", {{"height", bounces.height},
                                             {"gravity", bounces.gravity},
                                             {"restitution", bounces.restitution}});
  const Moreau law;
  Simulator simulator(*ball.system, law, {.until = bounces.end()});
  BallResult result;
  for (int k = 0; k < kRepetitions; ++k) {
    Impacts impacts;
    const int motions = 20;  // in one reading of the clock, which counts microseconds
    const double start = bench::cpu_time();
    for (int m = 0; m < motions; ++m) {
      impacts.count = 0;
      simulator.run(ball.start, impacts);
    }
    result.time = std::min(result.time, (bench::cpu_time() - start) / motions);
    result.error = std::abs(impacts.last - bounces.time(bounces.count));
    result.impacts = impacts.count;
  }
  return result;
}

BallResult siconos(const Bounces& bounces, int intervals) {
  BallResult best;
  for (int k = 0; k < kRepetitions; ++k) {
    const BallResult one = bench::siconos_ball(bounces, intervals);
    if (one.time < best.time) best = one;
  }
  return best;
}

}  // namespace

int main() {
  const Bounces bounces;
  const BallResult a = ours(bounces);
  fmt::print("{:>10} {:>9} {:>7} {:>10} {:>9} {:>6}\n", "", "intervals", "impacts", "CPU time",
             "error", "ratio");
  fmt::print("{:>10} {:>9} {:>7} {:>7.1f} us {:>9.1e}\n", "ricochet", "", a.impacts, 1e6 * a.time,
             a.error);
  for (const int intervals : {1000, 100, 10, 5, 3, 2}) {
    const BallResult b = siconos(bounces, intervals);
    fmt::print("{:>10} {:>9} {:>7} {:>7.1f} us {:>9.1e} {:>6.1f}\n", "Siconos", intervals,
               b.impacts, 1e6 * b.time, b.error, b.time / a.time);
  }
  return 0;
}
