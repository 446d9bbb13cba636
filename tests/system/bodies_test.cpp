// Planar bodies: contact kinematics of every kind against differences along motions, energy, names.

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>

#include <ricochet/system/bodies.hpp>
#include <support/count_allocations.hpp>
#include <support/random_problems.hpp>

namespace ricochet {
namespace {

using ricochet::testing::Random;
using Vector = Eigen::VectorXd;

// A bit of everything: discs and bare points, fixed and moving ground, springs, dampers, forces.
BodyScene busy_scene() {
  BodyScene scene;
  scene.gravity = {0.3, -9.81};
  scene.bodies = {{"wheel", 2.0, 0.1, 0.35},
                  {"rod", 1.5, 0.2, 0.0, {{"left", {-0.8, 0.1}}, {"right", {0.7, -0.05}}}},
                  {"hammer", 3.0, 0.4, 0.25, {{"tip", {0.1, 0.9}}, {"centre", {0.0, 0.0}}}}};
  scene.grounds.resize(2);
  scene.grounds[0].name = "floor";
  scene.grounds[0].normal = Vector2(0.6, 0.8);
  scene.grounds[0].point = Vector2(0.1, -0.2);
  scene.grounds[0].belt = 0.7;
  scene.grounds[1].name = "table";
  scene.grounds[1].vibration = {{0.05, 0.1}, 7.0, 0.4};
  scene.grounds.push_back(segment("step", {-0.5, 0.2}, {0.4, -0.3}));
  scene.grounds.push_back(segment("shaker", {0.3, 0.8}, {-0.6, 0.1}));
  scene.grounds[3].belt = -0.4;
  scene.grounds[3].vibration = {{0.2, -0.1}, 5.0, -1.0};
  scene.springs = {{{0, {0.1, 0.2}}, {1, {-0.3, 0.1}}, 40.0, 0.6, 1.5},
                   {{2, {0.0, 0.3}}, {on_ground, {0.2, 1.5}}, 25.0, 0.0, 0.0},
                   {{on_ground, {-1.0, 0.4}}, {1, {0.0, 0.0}}, 0.0, 0.0, 3.0}};
  scene.torsion_springs = {{0, 2, 5.0, 0.3, 0.2}, {1, on_ground, 3.0, -0.2, 0.1}};
  scene.forces = {{1, {0.4, 0.1}, {2.0, -1.0}, {{3.0, 1.0}, 6.0, 0.2}, 0.5, 0.7},
                  {0, {0.0, 0.0}, {-1.0, 0.5}, {}, 0.0, 0.0}};
  return scene;
}

Vector random_vector(Random& random, Eigen::Index size, double largest) {
  Vector v(size);
  for (Eigen::Index i = 0; i < size; ++i) v[i] = random.uniform(-largest, largest);
  return v;
}

Evaluation evaluated(const MechanicalSystem& system, double t, const Vector& q, const Vector& u) {
  Evaluation e;
  e.fit(system.info());
  system.evaluate(t, q, u, kEverything, e);
  return e;
}

Vector gamma(const Evaluation& e, const Vector& u) {
  return e.W.transpose() * u - e.surface_velocity;
}

// A motion with constant accelerations a: its state at a time after the start.
struct Motion {
  double t0;
  Vector q0, u0, a;
  Vector q(double s) const { return q0 + s * u0 + 0.5 * s * s * a; }
  Vector u(double s) const { return u0 + s * a; }
};

// Central differences over this time have errors of its square times third derivatives (vibrations: up to
// 0.2 m times 7^3 / s^3), and of rounding over it: 1e-8 each.
constexpr double step = 1e-5;
constexpr double tolerance = 2e-6;

class MovingBodies : public ::testing::Test {
 protected:
  Motion random_motion() {
    const Eigen::Index f = system.dofs();
    return {random.uniform(0.0, 2.0), random_vector(random, f, 1.0), random_vector(random, f, 1.0),
            random_vector(random, f, 2.0)};
  }
  Evaluation at(const Motion& motion, double s) const {
    return evaluated(system, motion.t0 + s, motion.q(s), motion.u(s));
  }

  BodySystem system{busy_scene()};
  Random random{4};
};

// True if contact i touches the same feature (side, interior or end) at both evaluations: the normal of an end
// turns slowly, that of an interior not at all, and only the passage between them has a kink.
bool same_feature(const Evaluation& a, const Evaluation& b, Eigen::Index i) {
  return (a.W.col(2 * i) - b.W.col(2 * i)).norm() < 1e-2;
}

TEST_F(MovingBodies, NormalVelocityIsTheRateOfTheGapForEveryContact) {
  std::map<std::string, int> tested;
  for (int k = 0; k < 200; ++k) {
    const Motion motion = random_motion();
    const Evaluation now = at(motion, 0.0), before = at(motion, -step), after = at(motion, step);
    const Vector g = gamma(now, motion.u(0.0));
    for (Eigen::Index i = 0; i < system.contacts(); ++i) {
      if (!same_feature(before, after, i)) continue;
      const std::string& name = system.info().contacts[static_cast<std::size_t>(i)].name;
      ++tested[name];
      const double rate = (after.gap[i] - before.gap[i]) / (2.0 * step);
      EXPECT_NEAR(g[2 * i], rate, tolerance) << name << " of motion " << k;
    }
  }
  EXPECT_EQ(tested.size(), static_cast<std::size_t>(system.contacts()));
  for (const auto& [name, count] : tested) EXPECT_GT(count, 180) << name;
}

TEST_F(MovingBodies, ContactAccelerationIsTheRateOfTheContactVelocityForEveryContact) {
  std::map<std::string, int> tested;
  for (int k = 0; k < 200; ++k) {
    const Motion motion = random_motion();
    const Evaluation now = at(motion, 0.0), before = at(motion, -step), after = at(motion, step);
    const Vector rate =
        (gamma(after, motion.u(step)) - gamma(before, motion.u(-step))) / (2 * step);
    const Vector predicted = now.W.transpose() * motion.a + now.bias;
    for (Eigen::Index i = 0; i < system.contacts(); ++i) {
      if (!same_feature(before, after, i)) continue;
      // Near the end of a segment, or near the centre of a disc, normals turn without bound: kappa = 1 / D.
      const std::string& name = system.info().contacts[static_cast<std::size_t>(i)].name;
      if ((before.W.col(2 * i) - after.W.col(2 * i)).norm() > 1e-3) continue;
      ++tested[name];
      const double scale = 1.0 + std::abs(rate[2 * i]) + std::abs(rate[2 * i + 1]);
      EXPECT_NEAR(predicted[2 * i], rate[2 * i], 10 * tolerance * scale) << name;
      EXPECT_NEAR(predicted[2 * i + 1], rate[2 * i + 1], 10 * tolerance * scale) << name;
    }
  }
  for (const auto& [name, count] : tested) EXPECT_GT(count, 180) << name;
}

TEST_F(MovingBodies, ForcesDoTheWorkThatPotentialAndPowersSay) {
  for (int k = 0; k < 200; ++k) {
    const Motion motion = random_motion();
    const Vector q = motion.q(0.0), u = motion.u(0.0);
    const Evaluation e = evaluated(system, motion.t0, q, u);
    const double V1 = evaluated(system, motion.t0, q + step * u, u).potential;
    const double V0 = evaluated(system, motion.t0, q - step * u, u).potential;
    EXPECT_NEAR(e.h.dot(u), -(V1 - V0) / (2 * step) + e.damping_power + e.force_power, 1e-5);
    EXPECT_LT(e.damping_power, 0.0);
  }
}

TEST_F(MovingBodies, MassesInertiasAndGravityAreThoseOfTheBodies) {
  BodyScene free = busy_scene();
  free.springs.clear();
  free.torsion_springs.clear();
  free.forces.clear();
  const Vector zero = Vector::Zero(9);
  const Evaluation e = evaluated(BodySystem(free), 0.0, zero, zero);
  Vector masses(9), weights(9);
  masses << 2.0, 2.0, 0.1, 1.5, 1.5, 0.2, 3.0, 3.0, 0.4;
  weights << 0.6, -19.62, 0.0, 0.45, -14.715, 0.0, 0.9, -29.43, 0.0;
  EXPECT_EQ(e.M, Eigen::MatrixXd(masses.asDiagonal()));
  EXPECT_LT((e.h - weights).norm(), 1e-14);
}

TEST_F(MovingBodies, EvaluationDoesNotAllocate) {
  Evaluation e;
  e.fit(system.info());
  const Motion motion = random_motion();
  const Vector q = motion.q0, u = motion.u0;
  const long before = allocation_count;
  for (int k = 0; k < 10; ++k) system.evaluate(0.1 * k, q, u, kEverything, e);
  EXPECT_EQ(allocation_count, before);
  e.fit(system.info());  // the counter sees what does allocate
  EXPECT_EQ(Evaluation(e).h.size(), 9);
  EXPECT_GT(allocation_count, before);
}

TEST_F(MovingBodies, EvaluationFillsOnlyWhatIsAskedFor) {
  const Motion motion = random_motion();
  Evaluation all = at(motion, 0.0), some;
  some.fit(system.info());
  system.evaluate(motion.t0, motion.q0, motion.u0, kForces | kGaps, some);
  EXPECT_EQ(some.h, all.h);
  EXPECT_EQ(some.gap, all.gap);
  EXPECT_TRUE(some.W.isZero(0.0));
  EXPECT_TRUE(some.M.isZero(0.0));
  EXPECT_EQ(some.potential, 0.0);
}

TEST_F(MovingBodies, ContactsAndCoordinatesHaveTheNamesOfWhatTheyBelongTo) {
  std::vector<std::string> names;
  for (const ContactInfo& contact : system.info().contacts) names.push_back(contact.name);
  EXPECT_EQ(names.size(), 4u * (1 + 2 + 3) + 1u);
  EXPECT_EQ(names[0], "wheel/floor");
  EXPECT_EQ(names[4], "rod.left/floor");
  EXPECT_EQ(names[23], "hammer.centre/shaker");
  EXPECT_EQ(names[24], "wheel/hammer");
  EXPECT_EQ(system.pairs()[24].other_body, 2);
  EXPECT_EQ(system.pairs()[23].point, 1);
  EXPECT_EQ(system.info().q[3].name, "rod.x");
  EXPECT_EQ(system.info().u[8].name, "hammer.omega");
  EXPECT_EQ(system.info().u[8].unit, "rad/s");
}

TEST_F(MovingBodies, ScalesComeFromTheLargestBodyTheWeightAndTheFastestGivenMotion) {
  const double size = std::hypot(0.1, 0.9);
  EXPECT_DOUBLE_EQ(system.info().size, size);
  EXPECT_DOUBLE_EQ(system.info().u[0].scale, std::sqrt(std::hypot(0.3, 9.81) * size));
  EXPECT_DOUBLE_EQ(system.info().largest_step, 2.0 * std::numbers::pi / 7.0 / 20.0);
  EXPECT_TRUE(system.info().constant_mass);
}

// One body on or near one ground.
Evaluation near(const Body& body, const Ground& ground, const Vector& q, const Vector& u) {
  BodyScene scene;
  scene.bodies = {body};
  scene.grounds = {ground};
  return evaluated(BodySystem(scene), 0.0, q, u);
}
Vector vector3(double x, double y, double angle) { return Eigen::Vector3d(x, y, angle); }

const Body disc{"disc", 1.0, 0.1, 0.5};
const Body particle{"particle", 1.0, 1.0, 0.0, {{"tip", {0.0, 0.0}}}};

TEST(BodyContacts, RollingDiscDoesNotSlide) {
  Ground floor;
  const Vector u = vector3(1.5, 0.0, -3.0);
  const Evaluation e = near(disc, floor, vector3(0.2, 0.7, 1.0), u);
  EXPECT_NEAR(e.gap[0], 0.2, 1e-15);
  EXPECT_EQ(gamma(e, u), Vector::Zero(2));
  floor.belt = 1.5;
  const Vector carried = vector3(1.5, 0.0, 0.0);
  EXPECT_EQ(gamma(near(disc, floor, vector3(0, 0.5, 0), carried), carried), Vector::Zero(2));
}

TEST(BodyContacts, DiscMeetsASegmentFromBothSidesAndAtItsEnds) {
  const Ground sheet = segment("sheet", {0, 0}, {2, 0});
  const Vector rest = Vector::Zero(3);
  const auto normal = [](const Evaluation& e) { return Vector2(e.W.col(0).head(2)); };
  const Evaluation above = near(disc, sheet, vector3(1.0, 0.8, 0), rest);
  EXPECT_NEAR(above.gap[0], 0.3, 1e-15);
  EXPECT_EQ(normal(above), Vector2(0, 1));
  const Evaluation below = near(disc, sheet, vector3(1.0, -0.8, 0), rest);
  EXPECT_NEAR(below.gap[0], 0.3, 1e-15);
  EXPECT_EQ(normal(below), Vector2(0, -1));
  const Evaluation beyond = near(disc, sheet, vector3(2.3, 0.4, 0), rest);
  EXPECT_NEAR(beyond.gap[0], 0.0, 1e-15);
  EXPECT_LT((normal(beyond) - Vector2(0.6, 0.8)).norm(), 1e-15);
}

TEST(BodyContacts, PointMeetsASegmentFromItsFreeSideOnly) {
  const Ground sheet = segment("sheet", {0, 0}, {2, 0});
  const Vector rest = Vector::Zero(3);
  EXPECT_EQ(near(particle, sheet, vector3(1.0, 0.25, 0), rest).gap[0], 0.25);
  EXPECT_EQ(near(particle, sheet, vector3(1.0, -0.25, 0), rest).gap[0], -0.25);
  EXPECT_EQ(near(particle, sheet, vector3(5.0, -4.0, 0), rest).gap[0], 5.0);
  const Ground turned = segment("sheet", {2, 0}, {0, 0});
  EXPECT_EQ(near(particle, turned, vector3(1.0, -0.25, 0), rest).gap[0], 0.25);
}

TEST(BodyContacts, BeltRunsAroundASegment) {
  Ground conveyor = segment("conveyor", {0, 0}, {2, 0});
  conveyor.belt = 0.8;
  // Carried along without sliding: to the right on top, to the left below, downwards at the far end.
  const double places[][2] = {{1.0, 0.5}, {1.0, -0.5}, {2.5, 0.0}};
  const double velocities[][2] = {{0.8, 0.0}, {-0.8, 0.0}, {0.0, -0.8}};
  for (int k = 0; k < 3; ++k) {
    const Vector u = vector3(velocities[k][0], velocities[k][1], 0.0);
    const Evaluation e = near(disc, conveyor, vector3(places[k][0], places[k][1], 0), u);
    EXPECT_NEAR(gamma(e, u).norm(), 0.0, 1e-15) << k;
  }
}

TEST(BodyContacts, DiscThatRidesOnAVibratingTableHasNoContactVelocityOrAcceleration) {
  Ground table;
  table.vibration = {{0.3, 0.2}, 4.0, 0.6};
  const Vector u = vector3(0.3 * 4.0 * std::cos(0.6), 0.2 * 4.0 * std::cos(0.6), 0.0);
  const Vector a = vector3(-0.3 * 16 * std::sin(0.6), -0.2 * 16 * std::sin(0.6), 0.0);
  const Evaluation e = near(disc, table, vector3(0.1, 0.5 + 0.2 * std::sin(0.6), 0.0), u);
  EXPECT_NEAR(e.gap[0], 0.0, 1e-15);
  EXPECT_LT(gamma(e, u).norm(), 1e-14);
  EXPECT_LT((e.W.transpose() * a + e.bias).norm(), 1e-14);
}

TEST(BodyContacts, DiscsThatTurnLikeGearsDoNotSlide) {
  BodyScene scene;
  scene.bodies = {{"a", 1.0, 1.0, 0.5}, {"b", 1.0, 1.0, 1.0}};
  Vector q(6), u(6);
  q << 0.9, 1.2, 0.3, 0, 0, 0.1;
  u << 0, 0, 2.0, 0, 0, -1.0;
  const Evaluation e = evaluated(BodySystem(scene), 0.0, q, u);
  EXPECT_NEAR(e.gap[0], 0.0, 1e-15);
  EXPECT_LT(gamma(e, u).norm(), 1e-15);
  EXPECT_LT((Vector2(e.W.col(0).head(2)) - Vector2(0.6, 0.8)).norm(), 1e-15);
}

TEST(BodyForces, SpringAndDamperOfNoLengthPullNowhere) {
  BodyScene scene;
  scene.gravity = Vector2::Zero();
  scene.bodies = {disc};
  scene.springs = {{{0, {0, 0}}, {on_ground, {0.3, 0.4}}, 10.0, 2.0, 1.0}};
  const BodySystem system(scene);
  const Evaluation e = evaluated(system, 0.0, vector3(0.3, 0.4, 0), vector3(1, 2, 3));
  EXPECT_EQ(e.h, Vector::Zero(3));
  EXPECT_EQ(e.damping_power, 0.0);
  EXPECT_EQ(e.potential, 0.5 * 10.0 * 4.0);
}

TEST(BodyForces, SpringPullsItsEndsTogetherWithTheirArms) {
  BodyScene scene;
  scene.gravity = Vector2::Zero();
  scene.bodies = {disc};
  scene.springs = {{{0, {1.0, 0.0}}, {on_ground, {0.0, 4.0}}, 10.0, 1.0, 2.0}};
  // Turned by 90 degrees the attachment is at (0, 1), 3 m below the other end, and rises with 0.5 m/s.
  const Vector q = vector3(0, 0, std::numbers::pi / 2);
  const Evaluation e = evaluated(BodySystem(scene), 0.0, q, vector3(0, 0.5, 0.25));
  EXPECT_LT((e.h - vector3(0.0, 20.0 - 1.0, 0.0)).norm(), 1e-14);
  EXPECT_NEAR(e.damping_power, -0.5, 1e-15);
}

TEST(BodyForces, GivenForceKeepsItsDirectionInTheWorldAndOscillates) {
  BodyScene scene;
  scene.gravity = Vector2::Zero();
  scene.bodies = {disc};
  scene.forces = {{0, {0.0, 2.0}, {3.0, 0.0}, {{1.0, 0.0}, 2.0, 0.5}, 0.25, 0.5}};
  const BodySystem system(scene);
  Evaluation e;
  e.fit(system.info());
  const Vector q = vector3(0, 0, std::numbers::pi), u = vector3(1.0, 0.0, 2.0);
  system.evaluate(0.3, q, u, kEverything, e);
  const double wave = std::sin(2.0 * 0.3 + 0.5);
  const double force = 3.0 + wave;
  // At (0, -2): the arm gives a positive torque.
  const double torque = 2.0 * force + 0.25 + 0.5 * wave;
  EXPECT_LT((e.h - vector3(force, 0.0, torque)).norm(), 1e-14);
  EXPECT_NEAR(e.force_power, force * 1.0 + torque * 2.0, 1e-13);
  EXPECT_EQ(e.potential, 0.0);
}

}  // namespace
}  // namespace ricochet
