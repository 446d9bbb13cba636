// Impulses of impacts in motions: what an event says acted is what changed the velocities, also where an accumulation of
// impacts, or a hop too short to be followed, ends in contact.

#include <gtest/gtest.h>

#include <Eigen/LU>

#include <cmath>

#include <ricochet/files/scene_file.hpp>
#include <ricochet/files/simulation.hpp>

namespace ricochet {
namespace {

class Impulses final : public MotionObserver {
 public:
  explicit Impulses(const MechanicalSystem& system) : system_(system) {
    evaluation_.fit(system.info());
  }
  void event(const Event& event) override {
    if (event.kind != EventKind::impact) return;
    system_.evaluate(event.time, event.q, event.velocity_before, kEverything, evaluation_);
    const Eigen::VectorXd& before = event.velocity_before;
    const Eigen::VectorXd& after = event.velocity_after;
    const Eigen::VectorXd momentum = evaluation_.M * (after - before);
    const Eigen::VectorXd left = momentum - evaluation_.W * event.impulse;
    // Norms of momenta in the metric of the masses: mixed units add up.
    const double size = std::sqrt(before.dot(evaluation_.M * before));
    const double wrong = std::sqrt(std::abs(left.dot(evaluation_.M.partialPivLu().solve(left))));
    largest_error = std::max(largest_error, wrong / size);
    ++impacts;
  }

  double largest_error = 0.0;  // of the momentum, relative
  int impacts = 0;

 private:
  const MechanicalSystem& system_;
  Evaluation evaluation_;
};

class ImpulsesOfImpacts : public ::testing::TestWithParam<const char*> {};

TEST_P(ImpulsesOfImpacts, AreWhatChangesTheVelocities) {
  const Scene scene =
      read_scene(std::string(RICOCHET_SOURCE_DIR) + "/scenes/" + GetParam() + ".yaml");
  Impulses seen(*scene.system);
  simulate(scene, seen);
  EXPECT_GT(seen.impacts, 1);
  // Closed contacts are put to rest to rounding after the impact, which moves velocities by as much.
  EXPECT_LT(seen.largest_error, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Scenes, ImpulsesOfImpacts,
                         ::testing::Values("disc_ball", "bouncing_ball", "rocking_block",
                                           "woodpecker", "ball_in_corner"),
                         [](const auto& scene) { return std::string(scene.param); });

}  // namespace
}  // namespace ricochet
