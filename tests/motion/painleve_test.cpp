// Painleve's paradox in motion. One sliding contact: A = G_NN - s mu G_NT (s the sign of sliding), b the normal
// acceleration without contact force. A < 0, b < 0: no force is possible; A < 0, b > 0: sliding and detachment are.

#include <gtest/gtest.h>

#include <cmath>

#include <support/models.hpp>
#include <support/motions.hpp>

#include <ricochet/system/linear.hpp>

namespace ricochet {
namespace {

using testing::follow;
using testing::kGravity;
using testing::Motion;

constexpr double kDeterminant = 4.0 * 103.0 / 3.0 - 100.0;

/// Two coordinates that are those of the contact: g_N = q0, gamma_T = u1, G = [[4, 10], [10, 103/3]] (that of the
/// simplified bounce model), constant forces such that the free accelerations are b. mu = 0.52: A+ = -1.2.
std::unique_ptr<LinearSystem> contact_space(double b_N, double b_T) {
  LinearParameters p;
  p.mass = (Eigen::Matrix2d() << 103.0 / 3.0, -10.0, -10.0, 4.0).finished() / kDeterminant;
  p.force = p.mass * Eigen::Vector2d(b_N, b_T);
  p.contacts = {{.name = "tip",
                 .normal = Eigen::Vector2d(1.0, 0.0),
                 .tangent = Eigen::Vector2d(0.0, 1.0),
                 .parameters = testing::rough(0.52)}};
  return std::make_unique<LinearSystem>(p);
}

MotionState sliding(double v) { return testing::state({0, 0}, {0, v}); }

TEST(InconsistentSliding, IsAnImpactWithoutCollisionThatStops) {
  // L_N = G_NT v / D, L_T = -G_NN v / D: both velocities are zero afterwards.
  const auto system = contact_space(-10.0, 0.0);
  for (const PainleveRule rule : {PainleveRule::detach, PainleveRule::impact}) {
    for (const std::string_view law : {"moreau", "poisson", "routh-poisson", "routh-stronge"}) {
      const Motion m = follow(*system, sliding(0.2), {.until = 0.1, .painleve = rule}, law);
      const auto impacts = m.of(EventKind::collisionless_impact);
      ASSERT_EQ(impacts.size(), 1U) << law;
      const Event& e = impacts[0];
      EXPECT_EQ(e.time, 0.0);
      EXPECT_EQ(e.law, law);
      EXPECT_NEAR(e.impulse[0], 10.0 * 0.2 / kDeterminant, 1e-12) << law;
      EXPECT_NEAR(e.impulse[1], -4.0 * 0.2 / kDeterminant, 1e-12) << law;
      EXPECT_NEAR(e.dissipation, 0.5 * 4.0 * 0.04 / kDeterminant, 1e-12);
      EXPECT_EQ(e.painleve.contacts, std::vector<Eigen::Index>{0});
      ASSERT_EQ(e.painleve.A.size(), 1U);
      EXPECT_NEAR(e.painleve.A[0], -1.2, 1e-12);
      EXPECT_NEAR(e.painleve.b[0], -10.0, 1e-12);
      EXPECT_TRUE(e.painleve.solutions.empty());
      EXPECT_EQ(m.result.final.modes[0], Mode::stick);
    }
  }
}

TEST(InconsistentSliding, EndsTheMotionIfAskedTo) {
  const auto system = contact_space(-10.0, 0.0);
  const Motion m = follow(*system, sliding(0.2), {.until = 0.1, .painleve = PainleveRule::stop});
  EXPECT_EQ(m.result.reason, EndReason::no_solution);
  EXPECT_NE(m.result.message.find("inconsistent"), std::string::npos);
  EXPECT_EQ(m.result.final.t, 0.0);
  EXPECT_EQ(m.result.final.u[1], 0.2);
  ASSERT_EQ(m.of(EventKind::non_unique).size(), 1U);
  EXPECT_TRUE(m.of(EventKind::non_unique)[0].painleve.solutions.empty());
}

TEST(AmbiguousSliding, FollowsTheRuleAndShowsBothSolutions) {
  const auto system = contact_space(3.0, 0.0);
  for (const PainleveRule rule : {PainleveRule::detach, PainleveRule::impact, PainleveRule::stop}) {
    const Motion m = follow(*system, sliding(0.2), {.until = 0.1, .painleve = rule});
    const auto kind =
        rule == PainleveRule::impact ? EventKind::collisionless_impact : EventKind::non_unique;
    ASSERT_EQ(m.of(kind).size(), 1U);
    const Event e = m.of(kind)[0];
    EXPECT_NEAR(e.painleve.A[0], -1.2, 1e-12);
    EXPECT_NEAR(e.painleve.b[0], 3.0, 1e-12);
    ASSERT_EQ(e.painleve.solutions.size(), 2U);
    for (const ModeSolution& s : e.painleve.solutions) {
      const double force = s.modes[0] == Mode::open ? 0.0 : 3.0 / 1.2;
      EXPECT_TRUE(s.modes[0] == Mode::open || s.modes[0] == Mode::slip_plus);
      EXPECT_NEAR(s.force[0], force, 1e-11);
      EXPECT_NEAR(s.force[1], -0.52 * force, 1e-11);
    }
    EXPECT_NE(e.painleve.solutions[0].modes, e.painleve.solutions[1].modes);
    switch (rule) {
      case PainleveRule::detach:  // and flies
        EXPECT_EQ(m.result.reason, EndReason::end);
        EXPECT_EQ(m.result.final.modes[0], Mode::open);
        EXPECT_NEAR(m.result.final.q[0], 0.5 * 3.0 * 0.01, 1e-13);
        EXPECT_NEAR(m.result.final.u[1], 0.2, 1e-13);
        break;
      case PainleveRule::impact:
        EXPECT_NEAR(e.impulse[0], 10.0 * 0.2 / kDeterminant, 1e-12);
        EXPECT_NEAR(e.velocity_after.cwiseAbs().maxCoeff(), 0.0, 1e-13);
        break;
      case PainleveRule::stop:
        EXPECT_EQ(m.result.reason, EndReason::no_solution);
        EXPECT_EQ(m.result.final.t, 0.0);
        break;
    }
  }
}

TEST(Stick, PersistsWhereDetachmentIsPossibleToo) {
  // b_N = 1 > 0: without force it would open; l = -G^-1 b = (1.759, -0.804) lies inside the cone (0.457 < 0.52).
  const auto system = contact_space(1.0, 10.0);
  MotionState start = sliding(0.0);
  start.modes = {Mode::stick};
  const Motion m = follow(*system, start, {.until = 10.0});
  EXPECT_EQ(m.result.final.modes[0], Mode::stick);
  EXPECT_NEAR(m.result.final.q.cwiseAbs().maxCoeff(), 0.0, 1e-13);
  EXPECT_NEAR(m.samples.back().force[0], -(103.0 / 3.0 - 100.0) / kDeterminant, 1e-10);
  start.modes = {Mode::open};  // and so does detachment, which is no contact
  EXPECT_GT(follow(*system, start, {.until = 1.0}).result.final.q[0], -1e-13);
}

TEST(BounceModel, JumpsFromRestToStickAndHops) {
  // Belt 0.2 m/s, mu = 0.52: G as above.
  const ModelInstance m = testing::build("frictional-bounce-simplified");
  const Motion motion = follow(*m.system, m.start, {.until = 0.3});
  const auto impacts = motion.of(EventKind::collisionless_impact);
  ASSERT_EQ(impacts.size(), 1U);
  const Event& e = impacts[0];
  const double L_N = 2.0 / kDeterminant, L_T = -0.8 / kDeterminant;
  EXPECT_NEAR(L_N, 0.0535714, 5e-8);
  EXPECT_NEAR(e.impulse[0], L_N, 1e-14);
  EXPECT_NEAR(e.impulse[1], L_T, 1e-14);
  EXPECT_NEAR(e.velocity_after[0], L_T, 1e-14);
  EXPECT_NEAR(e.velocity_after[1], L_N, 1e-14);
  EXPECT_NEAR(e.velocity_after[2], (-0.3 * L_N - L_T) / 0.03, 1e-13);
  // Part of the stick phase has b_N > 0 (the contact would open without force), and it holds.
  long pulled = 0;
  for (const testing::Snapshot& s : motion.samples) {
    if (s.modes[0] != Mode::stick) continue;
    const Evaluation now = testing::evaluated(*m.system, s.t, s.q, s.u);
    const Eigen::VectorXd free = now.h.cwiseQuotient(now.M.diagonal());
    pulled += now.W.col(0).dot(free) + now.bias[0] > 0.0 ? 1 : 0;
  }
  EXPECT_GT(pulled, 5);
  // Stick ends at the cone's edge; slip is impossible there (A < 0): it flies with a jump of the force.
  ASSERT_FALSE(motion.of(EventKind::open).empty());
  EXPECT_TRUE(motion.of(EventKind::slip).empty());
}

TEST(PainleveRod, NormalForceGrowsAsThePowerMinusOneThirdTowardsTheSingularPoint) {
  // mu = 5/3: singular at 45 deg with phi'^2 s sin phi = g. l_N ~ (t_c - t)^(-1/3).
  const ModelInstance m = testing::build("painleve-rod", {{"angle", 0.7}, {"slip_velocity", 20.0}});
  const Motion motion = follow(*m.system, m.start, {.until = 2.0});
  const auto impacts = motion.of(EventKind::collisionless_impact);
  ASSERT_EQ(impacts.size(), 1U);
  const Event& e = impacts[0];
  EXPECT_NEAR(e.q[2], 0.25 * 3.14159265358979323846, 1e-5);
  EXPECT_NEAR(e.velocity_before[2] * e.velocity_before[2] * std::sin(e.q[2]), kGravity, 1e-2);
  // The slope of log force over log (t_c - t), by least squares over a decade and a half.
  double n = 0.0, x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
  for (const testing::Snapshot& s : motion.samples) {
    const double left = e.time - s.t;
    if (left < 1e-6 || left > 1e-4 || s.modes[0] != Mode::slip_plus) continue;
    const double a = std::log(left), f = std::log(s.force[0]);
    n += 1.0, x += a, y += f, xx += a * a, xy += a * f;
  }
  ASSERT_GT(n, 20.0);
  EXPECT_NEAR((n * xy - x * y) / (n * xx - x * x), -1.0 / 3.0, 0.01);
}

TEST(PainleveRod, DetachesBeforeTheSingularPointBelowEqualEigenvalues) {
  // mu = 1.45 < 8 / (3 sqrt 3): whatever the start, b_N = 0 comes before A = 0.
  const double mu = 1.45;
  const double critical = std::atan(1.5 * (mu - std::sqrt(mu * mu - 16.0 / 9.0)));  // A = 0
  const double rotation = std::sqrt(kGravity / std::sin(critical));
  int detached = 0;
  for (const double angle : {0.3, 0.6, 0.9 * critical, 0.99 * critical}) {
    for (const double part : {0.0, 0.3, 0.6, 0.9, 0.99}) {
      const ModelInstance m = testing::build("painleve-rod", {{"angle", angle},
                                                              {"friction", mu},
                                                              {"angular_velocity", part * rotation},
                                                              {"slip_velocity", 100.0}});
      const Motion motion = follow(*m.system, m.start, {.until = 1.0});
      ASSERT_FALSE(motion.events.empty());
      EXPECT_TRUE(motion.of(EventKind::collisionless_impact).empty() ||
                  motion.events[0].kind == EventKind::open)
          << angle << ' ' << part;
      detached += motion.events[0].kind == EventKind::open ? 1 : 0;
    }
  }
  EXPECT_GT(detached, 15);
}

}  // namespace
}  // namespace ricochet
