// Boxes that fall, stand and slide: the first contacts with edges and corners.

#include <gtest/gtest.h>

#include <cmath>

#include <support/motions.hpp>

namespace ricochet {
namespace {

using testing::follow;
using testing::kGravity;
using testing::Motion;
using testing::rough;
using testing::state;

// Of 1 kg, homogeneous.
Body box(std::string name, double width, double height) {
  return {.name = std::move(name),
          .mass = 1.0,
          .inertia = (width * width + height * height) / 12.0,
          .parts = {box_part(width, height)}};
}

TEST(Boxes, TiltedBoxFallsOnTheFloorAndLiesThereOnTwoCorners) {
  const auto system = testing::make_system(
      {.bodies = {box("box", 0.4, 0.2)}, .grounds = {testing::ground()}}, rough(0.4, 0.3));
  const Motion m = follow(*system, state({0, 0.5, 0.17}, {0.5, 0, 0}), {.until = 3.0});
  EXPECT_EQ(m.result.reason, EndReason::end) << m.result.message;
  EXPECT_NEAR(m.result.final.q[1], 0.1, 1e-9);
  EXPECT_NEAR(m.result.final.q[2], 0.0, 1e-9);
  EXPECT_EQ(m.result.final.modes, (std::vector{Mode::stick, Mode::stick, Mode::open, Mode::open}));
}

TEST(Boxes, TowerOfEqualBoxesFallsTogetherAndStands) {
  BodyScene scene;
  scene.bodies = {box("a", 0.4, 0.2), box("b", 0.4, 0.2), box("c", 0.4, 0.2)};
  scene.grounds = {testing::ground()};
  const auto system = testing::make_system(scene, rough(0.4, 0.1));
  const Motion m =
      follow(*system, state({0, 0.12, 0, 0, 0.36, 0, 0, 0.61, 0}, {0, 0, 0, 0, 0, 0, 0, 0, 0}),
             {.until = 2.0});
  EXPECT_EQ(m.result.reason, EndReason::end) << m.result.message;
  for (Eigen::Index b = 0; b < 3; ++b) {
    EXPECT_NEAR(m.result.final.q[3 * b], 0.0, 1e-9);
    EXPECT_NEAR(m.result.final.q[3 * b + 1], 0.1 + 0.2 * static_cast<double>(b), 1e-8);
    EXPECT_NEAR(m.result.final.q[3 * b + 2], 0.0, 1e-8);
  }
  double floor = 0.0;
  const testing::Snapshot& last = m.samples.back();
  for (std::size_t i = 0; i < system->pairs().size(); ++i) {
    if (system->pairs()[i].ground == 0) floor += last.force[2 * static_cast<Eigen::Index>(i)];
  }
  EXPECT_NEAR(floor, 3.0 * kGravity, 1e-8) << "the floor carries all three";
}

TEST(Capsules, SlidesDownASmoothInclineOnBothCaps) {
  BodyScene scene{.gravity = testing::inclined_gravity(0.3)};
  scene.bodies = {{.name = "pill", .mass = 2.0, .inertia = 0.1, .parts = {capsule_part(0.6, 0.1)}}};
  scene.grounds = {testing::ground()};
  const auto system = testing::make_system(scene, rough(0.0));
  const Motion m = follow(*system, state({0, 0.1, 0}, {0, 0, 0}), {.until = 1.0});
  EXPECT_EQ(m.result.reason, EndReason::end) << m.result.message;
  EXPECT_NEAR(m.result.final.q[0], 0.5 * kGravity * std::sin(0.3), 1e-10);
  EXPECT_NEAR(m.result.final.q[2], 0.0, 1e-12);
}

}  // namespace
}  // namespace ricochet
