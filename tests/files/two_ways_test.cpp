// The same scene two ways through time: event-driven, to the tolerance of its integration, and by steps of Moreau and
// Jean, whose error through impacts, stick and slip is of first order.
//
// Ten scenes with impacts. Motions without them come faster (a block that slides is exact, a disc that begins to roll of
// second order); scenes with static friction differ by it, for time stepping knows kinetic friction only.
//
// The error of one stepped motion jumps with where impacts fall within steps. Therefore it is the mean over the time of
// the motion, and over four steps of nearly the same length.

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <ricochet/files/scene_file.hpp>
#include <ricochet/files/simulation.hpp>
#include <support/suite.hpp>

namespace ricochet {
namespace {

constexpr int kLooks = 40;  // instants at which the two are compared

/// Coordinates at the beginning and then at `kLooks` instants: the samples of times (event), or every so many steps.
struct Course : MotionObserver {
  long every = 1;
  long samples = 0;
  double apart = 0.0;  // s, between instants; 0: count samples
  std::vector<Eigen::VectorXd> q;

  void sample(const Sample& s) override {
    const bool wanted =
        apart > 0.0 ? s.t >= apart * (static_cast<double>(q.size()) - 1e-9) : samples % every == 0;
    ++samples;
    if (!wanted) return;
    q.push_back(
        Eigen::Map<const Eigen::VectorXd>(s.q.data(), static_cast<Eigen::Index>(s.q.size())));
  }
};

Scene scene_of(const std::string& name, MotionMethod method, double until) {
  Scene scene =
      read_scene(fmt::format("{}/scenes/{}.yaml", RICOCHET_SOURCE_DIR, name), method, 1.0);
  scene.law = "moreau";
  scene.fallback_law.reset();
  scene.options.until = until;
  return scene;
}

/// Mean distance of a stepped motion from the exact one, each coordinate over its scale.
double error_of(const std::string& name, double until, long steps, const Course& exact) {
  Scene scene = scene_of(name, MotionMethod::moreau, until);
  scene.options.step = until / static_cast<double>(steps);
  scene.options.sample_step = 0.0;
  Course course;
  course.every = steps / kLooks;
  const RunResult run = simulate(scene, course);
  EXPECT_EQ(run.reason, EndReason::end) << run.message;
  double sum = 0.0;
  for (std::size_t k = 1; k <= kLooks; ++k) {
    const Eigen::VectorXd difference = course.q.at(k) - exact.q.at(k);
    for (Eigen::Index i = 0; i < difference.size(); ++i) {
      sum += std::abs(difference[i]) / scene.system->info().q[static_cast<std::size_t>(i)].scale;
    }
  }
  return sum / kLooks;
}

struct Case {
  const char* scene;
  double until;  ///< s, before events accumulate
  long steps;    ///< per look, of the coarsest
};

class TwoWays : public ::testing::TestWithParam<Case> {};

TEST_P(TwoWays, SteppedMotionComesToTheEventDrivenOneWithTheStep) {
  const Case& c = GetParam();
  Scene scene = scene_of(c.scene, MotionMethod::event, c.until);
  scene.options.sample_step = c.until / kLooks;
  scene.options.tolerance = 1e-11;
  Course exact;
  exact.apart = c.until / kLooks;
  ASSERT_EQ(simulate(scene, exact).reason, EndReason::end);
  ASSERT_EQ(exact.q.size(), kLooks + 1U);

  // Least squares line through (log step, log error), five steps: four halvings.
  double n = 0.0, sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
  std::string measured;
  for (int halving = 0; halving <= 4; ++halving) {
    const long least = c.steps << halving;
    double error = 0.0, step = 0.0;
    for (long j = 0; j < 4; ++j) {
      const long steps = kLooks * (least + j * least / 16);
      error += 0.25 * error_of(c.scene, c.until, steps, exact);
      step += 0.25 * c.until / static_cast<double>(steps);
    }
    const double x = std::log(step), y = std::log(error);
    n += 1.0;
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
    measured += fmt::format(" {:.3g}:{:.3g}", step, error);
  }
  const double slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
  RecordProperty("slope", fmt::format("{:.3f}", slope));
  std::printf("%-24s slope %.3f  %s\n", c.scene, slope, measured.c_str());
  EXPECT_GE(slope, 0.8) << c.scene << measured;
  EXPECT_LE(slope, 1.2) << c.scene << measured;
}

INSTANTIATE_TEST_SUITE_P(
    Scenes, TwoWays,
    ::testing::Values(Case{"bouncing_ball", 2.0, 32}, Case{"box_landing_flat", 0.5, 16},
                      Case{"box_stack", 0.5, 32}, Case{"crash", 0.55, 32},
                      Case{"four_bar_stop", 1.0, 32}, Case{"linear_system", 2.0, 32},
                      Case{"newtons_cradle", 1.0, 32}, Case{"rocking_box", 1.0, 32},
                      Case{"spring_bumper", 1.0, 16}, Case{"wheel_step", 1.0, 32}),
    [](const ::testing::TestParamInfo<Case>& one) { return std::string(one.param.scene); });

}  // namespace
}  // namespace ricochet
