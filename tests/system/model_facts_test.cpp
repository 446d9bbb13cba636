// What theory says of the models: critical friction, equilibria, energies.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include <ricochet/contact/problem.hpp>
#include <support/models.hpp>
#include <support/resolve.hpp>

namespace ricochet {
namespace {

using ricochet::testing::build;
using ricochet::testing::evaluated;
using ricochet::testing::resolve;
using std::numbers::pi;

/// All closed contacts of a model at a state, as an impact problem.
ContactProblem problem_at(const MechanicalSystem& system, const Eigen::VectorXd& q,
                          const Eigen::VectorXd& u, double closed = 1e-12) {
  const Evaluation e = evaluated(system, 0.0, q, u);
  ContactProblem p;
  p.M = e.M;
  p.u = u;
  p.W.resize(u.size(), 0);
  p.surface_velocity.resize(0);
  for (Eigen::Index i = 0; i < system.contacts(); ++i) {
    if (e.gap[i] > closed) continue;
    const Eigen::Index n = p.contacts();
    p.W.conservativeResize(Eigen::NoChange, 2 * n + 2);
    p.W.rightCols(2) = e.W.middleCols(2 * i, 2);
    p.surface_velocity.conservativeResize(2 * n + 2);
    p.surface_velocity.tail(2) = e.surface_velocity.segment(2 * i, 2);
    p.contact.push_back(system.info().contacts[static_cast<std::size_t>(i)].parameters);
    p.names.push_back(system.info().contacts[static_cast<std::size_t>(i)].name);
  }
  EXPECT_TRUE(p.assemble());
  return p;
}
ContactProblem problem_at(const ModelInstance& m) {
  return problem_at(*m.system, m.start.q, m.start.u);
}

/// Free normal acceleration of the first contact.
double free_normal_acceleration(const ModelInstance& m) {
  const Evaluation e = evaluated(m);
  const ContactProblem p = problem_at(m);
  return p.Minv_W.col(0).dot(e.h) + e.bias[0];
}

/// Friction from which sliding with gamma_T > 0 on the first contact is singular.
double critical_friction(const ModelInstance& m) {
  const ContactProblem p = problem_at(m);
  return p.G(0, 0) / p.G(0, 1);
}

TEST(FrictionalBounce, IsInconsistentFromRestAboveTheCriticalFriction) {
  for (const char* name : {"frictional-bounce", "frictional-bounce-simplified"}) {
    const ModelInstance m = build(name, {{"friction", 0.52}});
    const ContactProblem p = problem_at(m);
    EXPECT_NEAR(p.G(0, 0), 4.0, 1e-12);
    EXPECT_NEAR(p.G(0, 1), 10.0, 1e-12);
    EXPECT_NEAR(p.G(1, 1), 1.0 + 1.0 / 0.03, 1e-12);
    EXPECT_NEAR(p.G(0, 0) - 0.52 * p.G(0, 1), -1.2, 1e-12);
    EXPECT_NEAR(free_normal_acceleration(m), -10.0, 1e-12);
    EXPECT_EQ(p.gamma[0], 0.0);
    EXPECT_DOUBLE_EQ(p.gamma[1], 0.2);
    EXPECT_NEAR(critical_friction(m), 0.4, 1e-12);
  }
}

TEST(FrictionalBounce, SlidingEquilibriumLosesConsistencyAtItsCriticalFriction) {
  // (J + m a^2) = mu m a h on the equilibrium k_phi phi = (mu h - a) l_N, l_N = F + k_y y, y = h - h0,
  // x = -mu l_N / k_x: mu = 0.393335 at phi = 0.00861181, to the digits given.
  const double mu = 0.393335, phi = 0.00861181;
  const double a = 0.3 * std::cos(phi) - std::sin(phi), h = std::cos(phi) + 0.3 * std::sin(phi);
  const double force = 10.0 + 1000.0 * (h - 1.0);
  const ModelInstance m =
      build("frictional-bounce",
            {{"friction", mu}, {"phi", phi}, {"y", h - 1.0}, {"x", -mu * force / 500.0}});
  ASSERT_NE(m.system, nullptr) << m.refusal;
  const Evaluation e = evaluated(m);
  EXPECT_NEAR(e.gap[0], 0.0, 1e-15);
  EXPECT_NEAR(e.W(2, 0), -a, 1e-15);
  const Eigen::Vector3d balance = e.h + force * (e.W.col(0) - mu * e.W.col(1));
  EXPECT_NEAR(balance[0], 0.0, 1e-12);
  EXPECT_NEAR(balance[1], 0.0, 1e-12);
  EXPECT_NEAR(balance[2], 0.0,
              2e-5);  // phi has six digits: 150 N m times half a unit of the last, 5e-9, and mu's
  EXPECT_NEAR(critical_friction(m), mu, 1e-6);
}

TEST(FrictionalBounceSimplified, SlidingIsAnOscillatorWithTheReducedInertia) {
  // While it slides (y = a0 phi): J_e phi'' = (mu h0 - a0) F - k_e phi, J_e = J + m a0^2 - mu m a0 h0.
  const double mu = 0.3, phi = 0.01, a0 = 0.3, h0 = 1.0, F = 10.0;
  const ModelInstance m =
      build("frictional-bounce-simplified", {{"friction", mu}, {"phi", phi}, {"y", a0 * phi}});
  const ContactProblem p = problem_at(m);
  const Evaluation e = evaluated(m);
  const double A = p.G(0, 0) - mu * p.G(0, 1);
  const double force = -free_normal_acceleration(m) / A;
  const Eigen::Vector3d acceleration =
      e.M.diagonal().cwiseInverse().cwiseProduct(e.h + force * (e.W.col(0) - mu * e.W.col(1)));
  const double J_e = 0.03 + a0 * a0 - mu * a0 * h0;
  const double k_e = 150.0 + 1000.0 * a0 * a0 - mu * 1000.0 * a0 * h0;
  EXPECT_NEAR(acceleration[2], ((mu * h0 - a0) * F - k_e * phi) / J_e, 1e-9);
  EXPECT_NEAR(acceleration[1], a0 * acceleration[2], 1e-12);
}

TEST(PainleveRod, LeastCriticalFrictionIsFourThirds) {
  const double best = std::atan(2.0);
  EXPECT_NEAR(best * 180.0 / pi, 63.434949, 5e-7);
  EXPECT_NEAR(critical_friction(build("painleve-rod", {{"angle", best}})), 4.0 / 3.0, 1e-12);
  for (const double phi : {0.2, 0.7, 1.0, 1.2, 1.5}) {
    const double t = std::tan(phi);
    EXPECT_NEAR(critical_friction(build("painleve-rod", {{"angle", phi}})),
                (4.0 + t * t) / (3.0 * t), 1e-12);
  }
}

TEST(PainleveRod, SlidesOnItsTipAndIsInconsistentAtItsDefaultStart) {
  const ModelInstance m = build("painleve-rod");
  const ContactProblem p = problem_at(m);
  ASSERT_EQ(p.contacts(), 1);
  EXPECT_NEAR(p.gamma[0], 0.0, 1e-15);
  EXPECT_NEAR(p.gamma[1], 1.0, 1e-15);
  EXPECT_LT(p.G(0, 0) - p.contact[0].mu * p.G(0, 1), 0.0);
  EXPECT_LT(free_normal_acceleration(m), 0.0);
}

TEST(PainleveRod, FreeNormalAccelerationIsCentripetalLessGravity) {
  const double omega = 2.0, phi = 0.9;
  const ModelInstance m = build("painleve-rod", {{"angle", phi}, {"angular_velocity", omega}});
  EXPECT_NEAR(free_normal_acceleration(m), -9.81 + omega * omega * std::sin(phi), 1e-12);
  EXPECT_NEAR(problem_at(m).gamma[0], 0.0, 1e-15);
  EXPECT_NEAR(problem_at(m).gamma[1], 1.0, 1e-15);
}

TEST(SlenderRod, AtFortyFiveDegreesHasBrachsContactMatrix) {
  const ContactProblem p = problem_at(build("slender-rod", {{"height", 0.0}}));
  ASSERT_EQ(p.contacts(), 1);
  EXPECT_NEAR(p.G(0, 0), 2.5, 1e-14);
  EXPECT_NEAR(p.G(1, 1), 2.5, 1e-14);
  EXPECT_NEAR(p.G(0, 1), -1.5, 1e-14);
}

TEST(Rods, LieFlatOnBothEnds) {
  for (const char* name : {"bar", "painleve-rod"}) {
    EXPECT_EQ(problem_at(build(name, {{"angle", 0.0}})).contacts(), 2) << name;
  }
  EXPECT_EQ(problem_at(build("slender-rod", {{"height", 0.0}, {"angle", pi / 2.0}})).contacts(), 2);
}

TEST(BoxOnIncline, CriticalFrictionOfAHomogeneousBoxWhateverTheIncline) {
  for (const auto& [a, h] : {std::pair{0.5, 1.0}, std::pair{1.0, 0.3}, std::pair{0.2, 0.9}}) {
    for (const double incline : {0.0, 0.4}) {
      const ModelInstance m =
          build("box-on-incline",
                {{"half_length", a}, {"centre_height", h}, {"angle", 0.0}, {"incline", incline}});
      EXPECT_EQ(m.system->info().contacts[0].name, "front");
      EXPECT_NEAR(critical_friction(m), (4.0 * a * a + h * h) / (3.0 * a * h), 1e-12);
      // Only the free acceleration knows of the incline.
      EXPECT_NEAR(free_normal_acceleration(m), -9.81 * std::cos(incline), 1e-12);
    }
  }
  EXPECT_NEAR(critical_friction(build("box-on-incline", {{"angle", 0.0}})), 4.0 / 3.0, 1e-12);
}

TEST(BoxOnIncline, SmallRadiusOfGyrationMakesTheCriticalFrictionSmall) {
  const double rho = 0.01;
  const ModelInstance m =
      build("box-on-incline", {{"gyration_radius", rho}, {"half_length", rho}, {"angle", 0.0}});
  EXPECT_NEAR(critical_friction(m), 2.0 * rho, 1e-12);
}

TEST(BoxOnIncline, BalancesOnItsFrontCornerWhereTheWeightPointsThroughIt) {
  const double incline = std::atan(0.5);  // a / h
  const ModelInstance m = build("box-on-incline", {{"angle", 0.0}, {"incline", incline}});
  const Evaluation e = evaluated(m);
  const Eigen::Vector3d forces =
      e.h + 9.81 * std::cos(incline) * e.W.col(0) - 9.81 * std::sin(incline) * e.W.col(1);
  EXPECT_NEAR(forces.norm(), 0.0, 1e-14);
}

TEST(RockingBlock, LosesHousnersShareOfItsAngularVelocity) {
  const double b = 0.2, h = 0.6;
  const ModelInstance m = build("rocking-block", {{"angle", 0.0}, {"angular_velocity", -1.0}});
  // It has turned about its left corner and comes down on the right one.
  const ContactProblem p = problem_at(m);
  ASSERT_EQ(p.contacts(), 2);
  EXPECT_NEAR(p.gamma.head(2).norm(), 0.0, 1e-15);
  const auto after = resolve("moreau", p);
  ASSERT_TRUE(has_answer(after.status));
  EXPECT_NEAR(after.u[2], -(2.0 * h * h - b * b) / (2.0 * (h * h + b * b)), 1e-12);
}

TEST(BallInCorner, FliesSoThatGroundAndWallCloseTogether) {
  for (const auto& [speed, height] : {std::pair{8.0, 1.5}, std::pair{4.0, 5.0}}) {
    const ModelInstance m = build("ball-in-corner", {{"speed", speed}, {"height", height}});
    const double t = std::sqrt(2.0 * (height - 0.5) / 9.8);
    const Evaluation e = evaluated(m);
    const Eigen::VectorXd q =
        m.start.q + t * m.start.u + 0.5 * t * t * e.M.diagonal().cwiseInverse().cwiseProduct(e.h);
    EXPECT_NEAR(evaluated(*m.system, t, q, m.start.u).gap.cwiseAbs().maxCoeff(), 0.0, 1e-14);
    EXPECT_GT(e.gap.minCoeff(), 0.0);
  }
}

TEST(BouncingBall, GapIsTheHeightOverTheTableAlsoWhenItShakes) {
  const ModelInstance m =
      build("bouncing-ball", {{"amplitude", 0.1}, {"angular_frequency", 5.0}, {"phase", 1.0}});
  EXPECT_NEAR(evaluated(m).gap[0], 1.0, 1e-15);
  const double up = 0.1 * (std::sin(5.0 * 0.2 + 1.0) - std::sin(1.0));
  EXPECT_NEAR(evaluated(*m.system, 0.2, m.start.q, m.start.u).gap[0], 1.0 - up, 1e-15);
  EXPECT_DOUBLE_EQ(m.system->info().largest_step, 2.0 * pi / 5.0 / 20.0);
}

TEST(DiscBall, LeastCriticalFrictionOfTheRim) {
  // mu = (r/h)/4 + (4/3)(h/r) upright, least 2 sqrt(3)/3 at r/h = 4 sqrt(3)/3.
  const double h = 0.01;
  for (const double ratio : {12.5, 4.0 / std::sqrt(3.0), 1.5}) {
    EXPECT_NEAR(
        critical_friction(build("disc-ball", {{"radius", ratio * h}, {"half_thickness", h}})),
        0.25 * ratio + 4.0 / (3.0 * ratio), 1e-11);
  }
}

TEST(DiscBall, FallsOnTheFaceOfItsLowerEdge) {
  const ModelInstance m = build("disc-ball");
  const double r = 0.0375, h = 0.003;
  Eigen::VectorXd q = m.start.q;
  const auto flat = [&](double theta) {
    q[3] = h;
    q[4] = theta;
    return evaluated(*m.system, 0.0, q, m.start.u).gap;
  };
  const auto forwards = flat(0.0), backwards = flat(pi);
  EXPECT_NEAR(forwards[0], 0.0, 1e-15);  // A and A'
  EXPECT_NEAR(forwards[4], 0.0, 1e-15);
  EXPECT_NEAR(forwards[2], 2.0 * h, 1e-15);
  EXPECT_NEAR(backwards[2], 0.0, 1e-15);  // C and C'
  EXPECT_NEAR(backwards[5], 0.0, 1e-15);
  EXPECT_NEAR(backwards[0], 2.0 * h, 1e-15);
  // Struck above the centre it turns that way: theta sinks and A stays below.
  const Eigen::VectorXd tilted =
      evaluated(*build("disc-ball", {{"angle", 1.0}}).system, 0.0, m.start.q, m.start.u).gap;
  EXPECT_NEAR(tilted[0], m.start.q[3] - r, 1e-15);
}

TEST(DiscBall, StandsOnThreePointsAndTurnsAboutTheLowestWhenTilted) {
  EXPECT_EQ(problem_at(build("disc-ball", {{"distance", 0.01}})).contacts(), 3);
  const ContactProblem p = problem_at(
      build("disc-ball", {{"distance", 0.01}, {"angle", 1.2}, {"angular_velocity", -2.0}}));
  ASSERT_EQ(p.names, std::vector<std::string>{"A"});
  EXPECT_NEAR(p.gamma.norm(), 0.0, 1e-15);
}

TEST(Woodpecker, KineticEnergyIsThatOfSleeveAndBird) {
  const ModelInstance m = build("woodpecker");
  const Eigen::Vector3d u(0.3, -2.0, 5.0);
  const double bird = u[0] + 0.010 * u[1] + 0.015 * u[2];
  const double energy =
      0.5 * (3e-4 * u[0] * u[0] + 5e-9 * u[1] * u[1] + 4.5e-3 * bird * bird + 7e-7 * u[2] * u[2]);
  EXPECT_NEAR(0.5 * u.dot(evaluated(m).M * u), energy, 1e-18);
}

TEST(Woodpecker, HangsAtRestOnTheLowerEdgeFromACertainFrictionOn) {
  // Vertical forces: l_T = (m_S + m_M) g. Bird: c (phi_M - phi_S) = m_S g l_G. Sleeve: h_M l_N + r_M l_T =
  // m_S g (l_M + l_G). So it jams iff mu >= (m_S + m_M) h_M / (m_S (l_M + l_G) - r_M (m_S + m_M)).
  const double g = 9.81, mS = 4.5e-3, m = 4.8e-3;
  const double phi_M = -0.6e-3 / 5.8e-3;
  const ModelInstance toy = build("woodpecker", {{"phi_M", phi_M},
                                                 {"phi_S", phi_M - mS * g * 0.015 / 5.6e-3},
                                                 {"v_y", 0.0},
                                                 {"v_phi_S", 0.0}});
  ASSERT_NE(toy.system, nullptr) << toy.refusal;
  const Evaluation e = evaluated(toy);
  const double tangential = m * g;
  const double normal = (mS * g * 0.025 - 3.1e-3 * tangential) / 5.8e-3;
  const Eigen::Vector3d balance = e.h + normal * e.W.col(2) + tangential * e.W.col(3);
  EXPECT_NEAR(balance.cwiseAbs().maxCoeff(), 0.0, 1e-16);
  EXPECT_NEAR(e.gap[1], 0.0, 1e-17);
  EXPECT_GT(std::min(e.gap[0], e.gap[2]), 0.0);
  EXPECT_NEAR(tangential / normal, 0.28518746, 1e-8);
  EXPECT_LT(tangential / normal, toy.system->info().contacts[1].parameters.mu);
}

TEST(FrictionOscillator, SlidesAroundTheDeflectionOfKineticFriction) {
  const double x = 0.3 * 9.81 / 100.0;
  const ModelInstance m = build("friction-oscillator", {{"x", x}});
  const Evaluation e = evaluated(m);
  const double weight = 9.81;
  EXPECT_EQ(e.surface_velocity[1], 0.1);  // slower than the belt: gamma_T < 0, friction pushes on
  EXPECT_NEAR((e.h + weight * (e.W.col(0) + 0.3 * e.W.col(1))).norm(), 0.0, 1e-14);
}

TEST(HoppingFinger, TipPressesWithTheGivenForceAtTheRestAngle) {
  const ModelInstance m = build("hopping-finger", {{"press", 3.0}});
  const Evaluation e = evaluated(m);
  EXPECT_NEAR(e.h[0] + 3.0, 0.0, 1e-14);
  EXPECT_EQ(e.surface_velocity[1], -0.2);
}

TEST(HoppingFinger, KineticEnergyIsThatOfHandAndFinger) {
  const ModelInstance m = build("hopping-finger", {{"angle", 0.7}});
  const Eigen::Vector2d u(0.4, -3.0);
  const double vx = 0.05 * std::cos(0.7) * u[1], vy = u[0] + 0.05 * std::sin(0.7) * u[1];
  const double energy =
      0.5 * (0.5 * u[0] * u[0] + 0.1 * (vx * vx + vy * vy) + 8.3e-5 * u[1] * u[1]);
  EXPECT_NEAR(0.5 * u.dot(evaluated(m).M * u), energy, 1e-15);
}

TEST(HoppingFinger, PushedAheadOfItselfItHasPainlevesParadoxPulledItHasNot) {
  const ContactProblem pushed = problem_at(build("hopping-finger"));
  EXPECT_LT(pushed.G(0, 0) - pushed.contact[0].mu * pushed.G(0, 1), 0.0);
  const ContactProblem pulled = problem_at(build("hopping-finger", {{"angle", -0.4}}));
  EXPECT_GT(pulled.G(0, 0) - pulled.contact[0].mu * pulled.G(0, 1), 0.0);
}

}  // namespace
}  // namespace ricochet
