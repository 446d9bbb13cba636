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

TEST(Boxes, SmallOnesMeetAlsoBesideALargeOne) {
  // Lengths of 1 cm, in a scene that is 10 m large: the bullet passes the bar in 1 ms.
  BodyScene scene{.gravity = Vector2::Zero()};
  scene.bodies = {box("bullet", 0.01, 0.01), box("bar", 0.01, 0.4), box("barn", 10.0, 10.0)};
  const auto system = testing::make_system(scene, rough(0.0, 1.0));
  const Motion m =
      follow(*system, state({0, 0.05, 0.3, 3, 0, 0, 0, -20, 0}, {20, 0, 0, 0, 0, 0, 0, 0, 0}),
             {.until = 0.4});
  ASSERT_EQ(m.kinds(), std::vector{EventKind::impact});
  const double reach = 0.005 * (std::cos(0.3) + std::sin(0.3));  // of its corner
  EXPECT_NEAR(m.events[0].time, (3.0 - 0.005 - reach) / 20.0, 1e-9);
}

TEST(Boxes, CornerThatPassesTheEndOfAFaceRightAfterItHasMetItMeetsIt) {
  // The lower left corner of the upper box comes down on the face of the lower one, 1.1e-4 m from its end, after 1e-4 s;
  // 1e-5 s later it would be past the end, and its gap is positive again.
  BodyScene scene{.gravity = Vector2::Zero()};
  scene.bodies = {box("lower", 0.4, 0.2), box("upper", 0.4, 0.2)};
  const auto system = testing::make_system(scene, rough(0.0, 0.5));
  const double tilt = 0.01, c = std::cos(tilt), s = std::sin(tilt);
  const double x = -0.2 + 1.1e-4 - (-0.2 * c + 0.1 * s);
  const double y = 0.1 + 1e-4 - (-0.2 * s - 0.1 * c);
  const Motion m =
      follow(*system, state({0, 0, 0, x, y, tilt}, {0, 0, 0, -1, -1, 0}), {.until = 0.05});
  ASSERT_FALSE(m.of(EventKind::impact).empty());
  const Event impact = m.of(EventKind::impact)[0];
  EXPECT_NEAR(impact.time, 1e-4, 1e-12);
  EXPECT_NEAR(impact.velocity_before[4], -1.0, 1e-12);
  EXPECT_EQ(impact.contacts.size(), 1U);
}

TEST(Boxes, FaceThatIsPressedToAWallComesToRestOnBothCorners) {
  // A belt carries the box to a wall; it bounces with a flat face until it stays, and the belt goes on below it.
  BodyScene scene;
  scene.bodies = {box("box", 0.4, 0.2)};
  scene.grounds = {{.name = "belt", .belt = -0.8},
                   {.name = "wall", .point = {-1.0, 0.0}, .normal = {1.0, 0.0}}};
  const auto system = testing::make_system(scene, rough(0.3, 0.5));
  const Motion m = follow(*system, state({0, 0.1, 0}, {-0.5, 0, 0}), {.until = 5.0});
  ASSERT_EQ(m.result.reason, EndReason::end) << m.result.message;
  EXPECT_LT(m.events.size(), 200U);
  EXPECT_NEAR(m.result.final.q[0], -0.8, 1e-10);
  EXPECT_NEAR(m.result.final.u.norm(), 0.0, 1e-12);
  double floor = 0.0, wall = 0.0;
  for (std::size_t i = 0; i < system->pairs().size(); ++i) {
    const auto k = 2 * static_cast<Eigen::Index>(i);
    const Eigen::VectorXd& force = m.samples.back().force;
    (system->pairs()[i].ground == 0 ? floor : wall) += force[k];
  }
  EXPECT_GT(wall, 0.0);
  EXPECT_NEAR(wall, 0.3 * floor, 1e-9) << "the belt pulls it to the wall";
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
