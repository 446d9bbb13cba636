// Several contacts at once: dependent equations, wedges, stacks, simultaneous impacts, and contacts that have nothing
// to do with each other.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <string>

#include <support/models.hpp>
#include <support/motions.hpp>

namespace ricochet {
namespace {

using testing::follow;
using testing::kGravity;
using testing::Motion;
using testing::rough;
using testing::state;

TEST(BodyOnFourPoints, SlidesToRestAsABlockDoes) {
  // Four points in line: of the four normal equations two are independent.
  BodyScene scene;
  scene.bodies = {{"sledge",
                   2.0,
                   0.1,
                   0.0,
                   {{"a", Vector2(-0.4, -0.1)},
                    {"b", Vector2(-0.1, -0.1)},
                    {"c", Vector2(0.2, -0.1)},
                    {"d", Vector2(0.5, -0.1)}}}};
  scene.grounds = {testing::ground()};
  const auto system = testing::make_system(scene, rough(0.3));
  const Motion m = follow(*system, state({0, 0.1, 0}, {1, 0, 0}), {.until = 2.0});
  ASSERT_EQ(m.kinds(), std::vector{EventKind::stick});
  EXPECT_EQ(m.events[0].contacts.size(), 4U);
  EXPECT_NEAR(m.events[0].time, 1.0 / (0.3 * kGravity), 1e-12);
  EXPECT_NEAR(m.result.final.q[0], 0.5 / (0.3 * kGravity), 1e-12);
  for (const testing::Snapshot& s : m.samples) {
    double sum = 0.0;
    for (Eigen::Index i = 0; i < 4; ++i) {
      EXPECT_GE(s.force[2 * i], -1e-9);
      EXPECT_LE(std::abs(s.force[2 * i + 1]), 0.3 * s.force[2 * i] + 1e-7);
      EXPECT_LT(std::abs(s.gap[i]), 1e-14);
      sum += s.force[2 * i];
    }
    EXPECT_NEAR(sum, 2.0 * kGravity, 1e-9);
  }
}

/// A disc of 1 kg, radius 0.2, in a groove whose sides have the normals (+-sin a, cos a).
std::unique_ptr<BodySystem> groove(double a, double mu, double torque = 0.0) {
  BodyScene scene;
  scene.bodies = {testing::disc(1.0, 0.2)};
  scene.grounds = {{"left", Vector2::Zero(), Vector2(std::sin(a), std::cos(a))},
                   {"right", Vector2::Zero(), Vector2(-std::sin(a), std::cos(a))}};
  if (torque != 0.0) scene.forces = {{.body = 0, .torque = torque}};
  return testing::make_system(scene, rough(mu));
}

TEST(DiscInGroove, RestsOnBothSides) {
  for (const double a : {0.3, 1.0, 1.4}) {
    for (const double mu : {0.0, 0.2, 2.0}) {
      const auto system = groove(a, mu);
      const Motion m =
          follow(*system, state({0, 0.2 / std::cos(a), 0}, {0, 0, 0}), {.until = 20.0});
      EXPECT_TRUE(m.kinds().empty());
      // Rounding of the acceleration, 1e-16 g, over steps of up to 20 s: 2e-13 m, a few times that in the angle.
      EXPECT_NEAR((m.result.final.q - m.samples[0].q).cwiseAbs().maxCoeff(), 0.0, 2e-12);
      const Eigen::VectorXd& l = m.samples.back().force;
      // Up: (l_N cos a -+ l_T sin a) of both; with friction there are many such forces.
      const double up = (l[0] + l[2]) * std::cos(a) + (l[3] - l[1]) * std::sin(a);
      EXPECT_NEAR(up, kGravity, 1e-9);
      if (mu == 0.0) {
        EXPECT_NEAR(l[0], 0.5 * kGravity / std::cos(a), 1e-9);
        EXPECT_NEAR(l[2], 0.5 * kGravity / std::cos(a), 1e-9);
      }
      for (const Eigen::Index i : {0, 2}) {
        EXPECT_GE(l[i], -1e-9);
        EXPECT_LE(std::abs(l[i + 1]), mu * l[i] + 1e-7);
      }
    }
  }
}

TEST(DiscInGroove, SpinsDownUnderTheFrictionOfBothSides) {
  // Slipping on both: l_N1 + l_N2 = m g / (cos a (1 + mu^2)), their difference mu cot a of it.
  const double a = 0.8, mu = 0.3, spin = 40.0;
  const double sum = kGravity / (std::cos(a) * (1.0 + mu * mu));
  const auto system = groove(a, mu);
  const Motion m = follow(*system, state({0, 0.2 / std::cos(a), 0}, {0, 0, spin}), {.until = 5.0});
  ASSERT_EQ(m.of(EventKind::stick).size(), 1U);
  const Event stick = m.of(EventKind::stick)[0];
  EXPECT_EQ(stick.contacts.size(), 2U);
  EXPECT_NEAR(stick.time, 0.5 * 0.2 * spin / (mu * sum), 1e-11);
  EXPECT_NEAR(m.samples[0].force[0] - m.samples[0].force[2], mu / std::tan(a) * sum, 1e-10);
  EXPECT_NEAR(m.result.final.u.cwiseAbs().maxCoeff(), 0.0, 1e-13);
}

TEST(DiscInGroove, TurnsUnderATorqueThatItsFrictionCannotHold) {
  // At the limit both slip: R mu (l_N1 + l_N2), as above; beyond it the rest accelerates the disc.
  const double a = 0.8, mu = 0.3;
  const double limit = 0.2 * mu * kGravity / (std::cos(a) * (1.0 + mu * mu));
  for (const double part : {1.0 - 1e-6, 1.0 + 1e-6}) {
    const auto system = groove(a, mu, part * limit);
    const Motion m = follow(*system, state({0, 0.2 / std::cos(a), 0}, {0, 0, 0}), {.until = 1.0});
    const double expected = part < 1.0 ? 0.0 : 1e-6 * limit / 0.02;
    EXPECT_NEAR(m.result.final.u[2], expected, 1e-9);
  }
}

TEST(StackedDiscs, LeanOnTheWallsOfTheirShaft) {
  // Without friction: floor 2 m g, the upper one on the lower one m g / sin, each wall m g cot.
  const double R = 0.2, width = 0.65;
  BodyScene scene;
  scene.bodies = {testing::disc(1.0, R), testing::disc(1.0, R)};
  scene.bodies[1].name = "upper";
  scene.grounds = {testing::ground(),
                   {"left", Vector2::Zero(), Vector2(1.0, 0.0)},
                   {"right", Vector2(width, 0.0), Vector2(-1.0, 0.0)}};
  const double across = width - 2.0 * R;
  const double up = std::sqrt(4.0 * R * R - across * across);
  for (const double mu : {0.0, 0.4}) {
    const auto system = testing::make_system(scene, rough(mu));
    const Motion m =
        follow(*system, state({R, R, 0, width - R, R + up, 0}, {0, 0, 0, 0, 0, 0}), {.until = 5.0});
    EXPECT_EQ(m.result.reason, EndReason::end);
    EXPECT_NEAR((m.result.final.q - m.samples[0].q).cwiseAbs().maxCoeff(), 0.0, 1e-12);
    if (mu > 0.0) continue;
    const Eigen::VectorXd& l = m.samples.back().force;
    const auto force = [&](std::string_view name) {
      for (Eigen::Index i = 0; i < system->contacts(); ++i) {
        if (system->info().contacts[static_cast<std::size_t>(i)].name == name) return l[2 * i];
      }
      return std::nan("");
    };
    EXPECT_NEAR(force("disc/ground"), 2.0 * kGravity, 1e-9);
    EXPECT_NEAR(force("disc/left"), kGravity * across / up, 1e-9);
    EXPECT_NEAR(force("upper/right"), kGravity * across / up, 1e-9);
    EXPECT_NEAR(force("disc/upper"), kGravity * 2.0 * R / up, 1e-9);
  }
}

TEST(FallingBlock, LandsFlatOnBothCornersAtOnce) {
  for (const std::string_view law : {"moreau", "poisson", "lzb"}) {
    for (const double e : {0.0, 0.5}) {
      BodyScene scene;
      scene.bodies = {testing::block(2.0, 0.4, 0.1)};
      scene.grounds = {testing::ground()};
      const auto system = testing::make_system(scene, rough(0.3, e));
      const Motion m = follow(*system, state({0, 0.3, 0}, {0, 0, 0}), {.until = 1.0}, law);
      EXPECT_EQ(m.result.reason, EndReason::end) << law << m.result.message;
      const Event& first = m.events[0];
      EXPECT_EQ(first.kind, EventKind::impact);
      EXPECT_EQ(first.contacts.size(), 2U);
      const double fall = std::sqrt(2.0 * 0.2 / kGravity);
      EXPECT_NEAR(first.time, fall, 1e-13);
      const double v = kGravity * fall;
      EXPECT_NEAR(first.velocity_after[1], e * v, 1e-9) << law;
      EXPECT_NEAR(first.velocity_after[2], 0.0, 1e-9) << law;
      // The last hop ends at (1 + e) / (1 - e) of the fall; then it lies, without having turned or moved.
      EXPECT_NEAR(m.result.final.q[1], 0.1, 1e-12) << law;
      EXPECT_NEAR(m.result.final.q[2], 0.0, 1e-7) << law;
      EXPECT_EQ(m.result.final.modes, (std::vector{Mode::stick, Mode::stick})) << law;
      const double limit = fall * (1.0 + e) / (1.0 - e);
      for (const Event& c : m.of(EventKind::chatter)) EXPECT_NEAR(c.time, limit, 1e-8) << law;
    }
  }
}

TEST(RestingDisc, IsPushedAgainstItsGroundByAnother) {
  // A disc falls on one at rest, from straight above, e = 0: with the ground closed, inelastic laws stop both.
  BodyScene scene;
  scene.bodies = {testing::disc(1.0, 0.2), testing::disc(1.0, 0.2)};
  scene.bodies[1].name = "upper";
  scene.grounds = {testing::ground()};
  const auto system = testing::make_system(scene, rough(0.0));
  for (const std::string_view law : {"moreau", "poisson"}) {
    const Motion m =
        follow(*system, state({0, 0.2, 0, 0, 1.1, 0}, {0, 0, 0, 0, 0, 0}), {.until = 1.0}, law);
    ASSERT_EQ(m.of(EventKind::impact).size(), 1U);
    const Event e = m.of(EventKind::impact)[0];
    const double v = std::sqrt(2.0 * kGravity * 0.5);
    EXPECT_NEAR(e.velocity_after.cwiseAbs().maxCoeff(), 0.0, 1e-12);
    EXPECT_EQ(e.contacts.size(), 1U);  // the one that collided; the ground answers
    EXPECT_NEAR(e.impulse.cwiseAbs().maxCoeff(), v, 1e-11);
    EXPECT_NEAR(e.impulse.sum(), 2.0 * v, 1e-11);  // ground and upper disc
  }
}

TEST(OneContactLaw, ServesAMotionWhoseOtherContactsAreNotReached) {
  // One disc bounces while another rests elsewhere: the impact is of one contact.
  BodyScene scene;
  scene.bodies = {testing::disc(1.0, 0.2), testing::disc(1.0, 0.2)};
  scene.bodies[1].name = "resting";
  scene.grounds = {testing::ground()};
  const auto system = testing::make_system(scene, rough(0.3, 0.8));
  const MotionState start = state({0, 1.2, 0, 5, 0.2, 0}, {0.5, 0, 7, 0, 0, 0});
  const Motion alone = follow(*system, start, {.until = 3.0}, "routh-stronge");
  EXPECT_EQ(alone.result.reason, EndReason::end) << alone.result.message;
  for (const Event& e : alone.of(EventKind::impact)) {
    EXPECT_EQ(e.law, "routh-stronge");
    EXPECT_EQ(e.velocity_after.tail<3>().cwiseAbs().maxCoeff(), 0.0);
  }
}

TEST(OneContactLaw, LeavesCoupledContactsToTheFallbackOrEndsTheMotion) {
  const ModelInstance rocking = testing::build("rocking-block", {{"friction", 3.0}});
  const Motion ended = follow(*rocking.system, rocking.start, {.until = 3.0}, "routh-newton");
  EXPECT_EQ(ended.result.reason, EndReason::no_solution);
  EXPECT_NE(ended.result.message.find("routh-newton"), std::string::npos);
  Motion helped;
  helped.result =
      Simulator(*rocking.system, *find_law("routh-newton"), {.until = 3.0}, find_law("poisson"))
          .run(rocking.start, helped);
  EXPECT_EQ(helped.result.reason, EndReason::end);
  EXPECT_EQ(helped.of(EventKind::impact)[0].law, "poisson");
}

/// Boxes of 1 m and 1 kg, one on the other, each a little aside.
MotionState stack(int boxes, BodyScene& scene) {
  MotionState start;
  start.q.setZero(3 * boxes);
  start.u.setZero(3 * boxes);
  for (int k = 0; k < boxes; ++k) {
    scene.bodies.push_back({.name = std::to_string(k + 1),
                            .mass = 1.0,
                            .inertia = 1.0 / 6.0,
                            .parts = {box_part(1.0, 1.0)}});
    start.q[3 * k] = 0.02 * std::sin(1.7 * k);
    start.q[3 * k + 1] = 0.5 + k;
  }
  scene.grounds = {testing::ground()};
  ContactRule all;
  all.parameters = rough(0.3);
  scene.rules = {all};
  return start;
}

// 128 closed contacts and more equations than unknowns.
TEST(StackOf64Boxes, EveryJointCarriesTheWeightAbove) {
  const int boxes = 64;
  BodyScene scene;
  const MotionState start = stack(boxes, scene);
  const BodySystem system(std::move(scene));
  struct Watcher : Motion {
    std::vector<std::string> names;
    void contact(const ContactInfo& c, double) override { names.push_back(c.name); }
  } m;
  m.result = Simulator(system, *find_law("moreau"), {.until = 1e-3}).run(start, m);
  ASSERT_EQ(m.result.reason, EndReason::end) << m.result.message;
  EXPECT_TRUE(m.kinds().empty());
  EXPECT_LT((m.result.final.q - start.q).cwiseAbs().maxCoeff(), 1e-12);
  // "12.v3/13", "13.v1/12" and "1.v2/floor": the joint below box 13 is number 13, that on the floor 1.
  std::vector<double> carried(static_cast<std::size_t>(boxes) + 1, 0.0);
  const Eigen::VectorXd& force = m.samples.back().force;
  for (std::size_t i = 0; i < m.names.size() && 2 * i < static_cast<std::size_t>(force.size());
       ++i) {
    const int one = std::atoi(m.names[i].c_str());
    const int other = std::atoi(m.names[i].c_str() + m.names[i].find('/') + 1);
    if (other != 0 && std::abs(one - other) != 1) continue;
    carried[static_cast<std::size_t>(std::max(one, other))] +=
        force[2 * static_cast<Eigen::Index>(i)];
  }
  for (int k = 1; k <= boxes; ++k) {
    EXPECT_NEAR(carried[static_cast<std::size_t>(k)], (boxes + 1 - k) * kGravity, 1e-6) << k;
  }
}

}  // namespace
}  // namespace ricochet
