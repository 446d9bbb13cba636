// Joints: every equation against differences along motions, action and reaction, prescribed motions, and the state a
// motion starts from.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include <ricochet/system/bodies.hpp>
#include <ricochet/system/joint_start.hpp>
#include <support/count_allocations.hpp>
#include <support/models.hpp>
#include <support/random_problems.hpp>
#include <support/sketch_checks.hpp>

namespace ricochet {
namespace {

using ricochet::testing::evaluated;
using ricochet::testing::Random;
using Kind = Joint::Kind;
using Vector = Eigen::VectorXd;

Vector random_vector(Random& random, Eigen::Index size, double largest) {
  Vector v(size);
  for (Eigen::Index i = 0; i < size; ++i) v[i] = random.uniform(-largest, largest);
  return v;
}
Vector2 random_pair(Random& random) { return random_vector(random, 2, 1.0); }

// Three bodies, and every kind of joint between two of them and to the ground, with and without a motor. At random
// states the equations do not hold: what is tested does not need it.
BodyScene every_joint(Random& random) {
  BodyScene scene;
  for (const char* name : {"a", "b", "c"}) {
    scene.bodies.push_back({name, random.uniform(0.5, 3.0), random.uniform(0.1, 1.0)});
  }
  int number = 0;
  for (const Kind kind : {Kind::revolute, Kind::prismatic, Kind::weld}) {
    for (const bool driven : {false, true}) {
      if (driven && kind == Kind::weld) continue;
      for (const int second : {on_ground, 2, 0}) {
        Joint joint;
        joint.name = "joint" + std::to_string(number++);
        joint.kind = kind;
        joint.first = {1, random_pair(random)};
        joint.second = {second, random_pair(random)};
        joint.angle = random.uniform(-1.0, 1.0);
        joint.axis = random_pair(random).normalized();
        if (driven) {
          joint.motor = Motor{random.uniform(-1.0, 1.0), random.uniform(-2.0, 2.0),
                              random.uniform(-0.5, 0.5), 3.0, random.uniform(-1.0, 1.0)};
        }
        scene.joints.push_back(joint);
      }
    }
  }
  return scene;
}

// Central differences over this time err by its square times third derivatives (up to 50 / s^3 here) and by rounding
// over it: 1e-8 together; the largest terms are 20.
constexpr double step = 1e-5;
constexpr double tolerance = 2e-6;

TEST(Joints, VelocitiesAndAccelerationsAreTheDerivativesOfTheEquations) {
  Random random(11);
  for (int k = 0; k < 100; ++k) {
    const BodySystem system(every_joint(random));
    ASSERT_EQ(system.joints(), 3 * (2 + 3 + 2 + 3 + 3));
    const double t = random.uniform(0.0, 2.0);
    const Vector q = random_vector(random, 9, 1.0), u = random_vector(random, 9, 1.0),
                 a = random_vector(random, 9, 2.0);
    const auto at = [&](double s) {
      return evaluated(system, t + s, q + s * u + 0.5 * s * s * a, u + s * a, kJoints);
    };
    const auto rate = [&](const Evaluation& e, double s) -> Vector {
      return e.J.transpose() * (u + s * a) - e.joint_velocity;
    };
    const Evaluation now = at(0.0), before = at(-step), after = at(step);
    const Vector first = (after.joint_gap - before.joint_gap) / (2.0 * step);
    const Vector second = (rate(after, step) - rate(before, -step)) / (2.0 * step);
    const Vector predicted = now.J.transpose() * a + now.joint_bias;
    for (Eigen::Index i = 0; i < system.joints(); ++i) {
      const std::string& name = system.info().joints[static_cast<std::size_t>(i)].name;
      EXPECT_NEAR(rate(now, 0.0)[i], first[i], tolerance) << name;
      EXPECT_NEAR(predicted[i], second[i], 10 * tolerance) << name;
    }
  }
}

TEST(Joints, ForcesBetweenTwoBodiesHaveNeitherSumNorMoment) {
  Random random(12);
  for (int k = 0; k < 50; ++k) {
    BodyScene scene = every_joint(random);
    std::erase_if(scene.joints, [](const Joint& j) { return j.second.body == on_ground; });
    const BodySystem system(scene);
    const Vector q = random_vector(random, 9, 1.0);
    const Evaluation e = evaluated(system, 0.3, q, Vector::Zero(9), kJoints);
    for (Eigen::Index i = 0; i < system.joints(); ++i) {
      Eigen::Vector3d sum = Eigen::Vector3d::Zero();  // force and moment about the origin
      for (Eigen::Index b = 0; b < 9; b += 3) {
        const double fx = e.J(b, i), fy = e.J(b + 1, i);
        sum += Eigen::Vector3d(fx, fy, e.J(b + 2, i) + q[b] * fy - q[b + 1] * fx);
      }
      // Hinges and welds act at two anchors, which do not meet here: their moment is that of the distance.
      const std::string& name = system.info().joints[static_cast<std::size_t>(i)].name;
      const bool at_anchors = name.ends_with(".x") || name.ends_with(".y");
      EXPECT_LT(sum.head(2).norm(), 1e-15) << name;
      if (!at_anchors) {
        EXPECT_NEAR(sum[2], 0.0, 4e-15) << name;
      }
    }
  }
}

TEST(Joints, ForcesOfAHingeThatFitsHaveNoMoment) {
  Random random(13);
  for (int k = 0; k < 50; ++k) {
    const Vector q = random_vector(random, 6, 1.0);
    BodyScene scene;
    scene.bodies = {{"a"}, {"b"}};
    Joint joint{.name = "hinge", .first = {0, random_pair(random)}, .second = {1, {}}};
    const Vector2 meeting = placed({q[0], q[1], q[2]}, joint.first.at);
    joint.second.at = placed({0.0, 0.0, -q[5]}, meeting - Vector2(q[3], q[4]));
    scene.joints = {joint};
    const Evaluation e = evaluated(BodySystem(scene), 0.0, q, Vector::Zero(6), kJoints);
    EXPECT_LT(e.joint_gap.norm(), 1e-15);
    for (Eigen::Index i = 0; i < 2; ++i) {
      double moment = 0.0;
      for (Eigen::Index b = 0; b < 6; b += 3) {
        moment += e.J(b + 2, i) + q[b] * e.J(b + 1, i) - q[b + 1] * e.J(b, i);
      }
      EXPECT_NEAR(moment, 0.0, 1e-15);
    }
  }
}

TEST(Joints, RowsAreTheColumnsOfTheDenseMatrix) {
  Random random(14);
  const BodySystem system(every_joint(random));
  const Vector q = random_vector(random, 9, 1.0), u = random_vector(random, 9, 1.0);
  const Evaluation e = evaluated(system, 0.7, q, u, kJoints);
  std::vector<JointRow> rows(static_cast<std::size_t>(system.joints()));
  const long before = allocation_count;
  system.joint_rows(0.7, q.data(), u.data(), rows);
  EXPECT_EQ(allocation_count, before);
  for (Eigen::Index i = 0; i < system.joints(); ++i) {
    const JointRow& row = rows[static_cast<std::size_t>(i)];
    Vector column = Vector::Zero(9);
    for (int k = 0; k < 3; ++k) {
      column[row.dof + k] = row.J[static_cast<std::size_t>(k)];
      if (row.other >= 0) column[row.other + k] = row.other_J[static_cast<std::size_t>(k)];
    }
    EXPECT_EQ(column, e.J.col(i));
    EXPECT_EQ(row.gap, e.joint_gap[i]);
    EXPECT_EQ(row.velocity, e.joint_velocity[i]);
    EXPECT_EQ(row.bias, e.joint_bias[i]);
  }
  Evaluation again;
  again.fit(system.info());
  const long warm = allocation_count;
  system.evaluate(0.7, q, u, kJoints, again);
  EXPECT_EQ(allocation_count, warm);
}

TEST(Joints, EquationsAreNamedByTheirJointAndWhatTheyHold) {
  BodyScene scene;
  scene.bodies = {{"a"}};
  scene.joints = {{.name = "hinge", .first = {0, {}}, .motor = Motor{}},
                  {.name = "slide", .kind = Kind::prismatic, .first = {0, {}}, .motor = Motor{}},
                  {.name = "bond", .kind = Kind::weld, .first = {0, {}}}};
  const BodySystem system(scene);
  const std::pair<const char*, const char*> expected[] = {
      {"hinge.x", "m"},      {"hinge.y", "m"},       {"hinge.motor", "rad"},
      {"slide.normal", "m"}, {"slide.angle", "rad"}, {"slide.motor", "m"},
      {"bond.x", "m"},       {"bond.y", "m"},        {"bond.angle", "rad"}};
  ASSERT_EQ(system.joints(), 9);
  for (std::size_t i = 0; i < 9; ++i) {
    EXPECT_EQ(system.info().joints[i].name, expected[i].first);
    EXPECT_EQ(system.info().joints[i].unit, expected[i].second);
  }
}

TEST(Joints, AngleOfAMotorCountsTurns) {
  BodyScene scene;
  scene.bodies = {{"crank"}};
  scene.joints = {{.name = "axle", .first = {0, {}}, .motor = Motor{.start = 0.5, .speed = 3.0}}};
  const BodySystem system(scene);
  const double t = 1000.0;  // 477 turns
  Vector q = Vector::Zero(3);
  q[2] = 0.5 + 3.0 * t;
  const Evaluation e = evaluated(system, t, q, Vector::Zero(3), kJoints);
  EXPECT_EQ(e.joint_gap[2], 0.0);
  q[2] -= 2.0 * std::numbers::pi;
  EXPECT_NEAR(evaluated(system, t, q, Vector::Zero(3), kJoints).joint_gap[2],
              -2.0 * std::numbers::pi, 1e-12);
  EXPECT_EQ(system.info().largest_step, 0.0);
}

TEST(Joints, OscillatingMotorLimitsTheStep) {
  BodyScene scene;
  scene.bodies = {{"crank"}};
  scene.joints = {{.name = "axle",
                   .first = {0, {}},
                   .motor = Motor{.amplitude = 0.1, .angular_frequency = 8.0}}};
  EXPECT_DOUBLE_EQ(BodySystem(scene).info().largest_step, 2.0 * std::numbers::pi / 8.0 / 20.0);
}

TEST(Joints, HingesAreDrawnAsSmallDiscsAndSlidersAsALineOfTheSecondBody) {
  BodyScene scene;
  scene.bodies = {{"rail", 1.0, 1.0, 1.0}, {"cart", 1.0, 1.0, 0.5}};
  scene.joints = {{.name = "hinge", .first = {0, {0.3, 0.4}}},
                  {.name = "slide",
                   .kind = Kind::prismatic,
                   .first = {1, {}},
                   .second = {0, {0.0, 0.2}},
                   .axis = {0.6, 0.8}},
                  {.name = "bond", .kind = Kind::weld, .first = {1, {}}}};
  const Sketch sketch = BodySystem(scene).sketch();
  testing::expect_sound_sketch(sketch);
  std::vector<SketchPart> guides;
  for (const SketchPart& part : sketch.parts) {
    if (part.role == SketchPart::Role::guide && part.name.empty()) guides.push_back(part);
  }
  const std::size_t marks = guides.size() - 2;  // joints come last
  const SketchPart& hinge = guides[marks];
  EXPECT_EQ(hinge.shape, SketchPart::Shape::disc);
  EXPECT_EQ(hinge.frame, 0);
  EXPECT_EQ(hinge.points[0], Vector2(0.3, 0.4));
  EXPECT_LT(hinge.radius, 0.1);
  const SketchPart& slide = guides[marks + 1];
  EXPECT_EQ(slide.shape, SketchPart::Shape::line);
  EXPECT_EQ(slide.frame, 0);
  EXPECT_LT((slide.points[0] - Vector2(-0.6, -0.6)).norm(), 1e-15);
  EXPECT_LT((slide.points[1] - Vector2(0.6, 1.0)).norm(), 1e-15);
}

// A slider-crank: crank (radius 1, turned by `angle`) on the ground, rod of the length 3, piston on the x axis.
struct SliderCrank {
  BodyScene scene;
  Vector q = Vector::Zero(9);

  explicit SliderCrank(double angle) {
    scene.bodies = {{"crank", 1.0, 0.1}, {"rod", 2.0, 1.5}, {"piston", 0.5, 0.01}};
    scene.joints = {
        {.name = "axle", .first = {0, {-0.5, 0.0}}, .second = {on_ground, {}}},
        {.name = "pin", .first = {0, {0.5, 0.0}}, .second = {1, {-1.5, 0.0}}},
        {.name = "wrist", .first = {1, {1.5, 0.0}}, .second = {2, {}}},
        {.name = "slide", .kind = Kind::prismatic, .first = {2, {}}, .second = {on_ground, {}}}};
    const double tilt = -std::asin(std::sin(angle) / 3.0);
    const Vector2 pin(std::cos(angle), std::sin(angle));
    const Vector2 half(1.5 * std::cos(tilt), 1.5 * std::sin(tilt));
    q << 0.5 * pin.x(), 0.5 * pin.y(), angle, pin.x() + half.x(), pin.y() + half.y(), tilt,
        pin.x() + 2.0 * half.x(), 0.0, 0.0;
  }
};

TEST(JointStart, SliderCrankHasOneDegreeOfFreedom) {
  const SliderCrank crank(0.7);
  EXPECT_EQ(BodySystem(crank.scene).joints(), 8);
  EXPECT_EQ(joint_rank(BodySystem(crank.scene), crank.q), 8);
}

TEST(JointStart, DoubledJointsAreRedundant) {
  SliderCrank crank(0.7);
  crank.scene.joints.push_back(crank.scene.joints[0]);
  crank.scene.joints.push_back(crank.scene.joints[3]);
  EXPECT_EQ(BodySystem(crank.scene).joints(), 12);
  EXPECT_EQ(joint_rank(BodySystem(crank.scene), crank.q), 8);
}

TEST(JointStart, VelocitiesOfASliderCrankFollowFromItsMotor) {
  SliderCrank crank(0.7);
  crank.scene.joints[0].motor = Motor{.start = 0.7, .speed = 3.0};
  Vector u = Vector::Zero(9);
  const BodySystem system(crank.scene);
  EXPECT_TRUE(find_velocities(system, crank.q, std::vector<bool>(9, false), u).holds);
  // x = cos(angle) + sqrt(9 - sin(angle)^2), differentiated by hand.
  const double s = std::sin(0.7), c = std::cos(0.7);
  EXPECT_NEAR(u[6], 3.0 * (-s - s * c / std::sqrt(9.0 - s * s)), 1e-13);
  EXPECT_NEAR(u[2], 3.0, 1e-14);
  EXPECT_NEAR(u[5], -3.0 * c / std::sqrt(9.0 - s * s), 1e-14);
  EXPECT_EQ(u[7], 0.0);  // not the dust of rounding
  EXPECT_TRUE(find_accelerations(system, crank.q, u).holds);
}

TEST(JointStart, VelocitiesThatAreGivenStayAndTheOthersFollow) {
  const SliderCrank crank(0.7);
  Vector u = Vector::Zero(9);
  u[6] = -2.0;
  std::vector<bool> given(9, false);
  given[6] = given[7] = true;  // the piston's velocity
  EXPECT_TRUE(find_velocities(BodySystem(crank.scene), crank.q, given, u).holds);
  EXPECT_EQ(u[6], -2.0);
  const double s = std::sin(0.7), c = std::cos(0.7);
  EXPECT_NEAR(u[2], -2.0 / (-s - s * c / std::sqrt(9.0 - s * s)), 1e-13);
}

TEST(JointStart, FreeVelocitiesAreThoseOfLeastEnergy) {
  // Two equal rods hinged at their ends; the first centre moves across the rods, everything else may follow.
  BodyScene scene;
  scene.bodies = {{"a", 1.0, 1.0 / 12.0}, {"b", 1.0, 1.0 / 12.0}};
  scene.joints = {{.name = "pin", .first = {0, {0.5, 0.0}}, .second = {1, {-0.5, 0.0}}}};
  Vector q(6), u = Vector::Zero(6);
  q << -0.5, 0.0, 0.0, 0.5, 0.0, 0.0;
  u[1] = 1.0;
  std::vector<bool> given(6, false);
  given[0] = given[1] = true;
  const BodySystem system(scene);
  ASSERT_TRUE(find_velocities(system, q, given, u).holds);
  // The hinge needs 1 + omega_a / 2 = v_b - omega_b / 2; by symmetry of the inertias, with the multiplier m:
  // omega_a = -6 m, v_b = m, omega_b = -6 m, and m (1 + 3 + 3) = 1.
  const double m = 1.0 / 7.0;
  EXPECT_NEAR(u[2], -6.0 * m, 1e-14);
  EXPECT_NEAR(u[4], m, 1e-14);
  EXPECT_NEAR(u[5], -6.0 * m, 1e-14);
}

TEST(JointStart, ContradictoryVelocitiesNameTheEquation) {
  SliderCrank crank(0.7);
  Vector u = Vector::Zero(9);
  u[7] = 0.25;
  std::vector<bool> given(9, false);
  given[6] = given[7] = given[8] = true;
  const BodySystem system(crank.scene);
  const JointFit fit = find_velocities(system, crank.q, given, u);
  EXPECT_FALSE(fit.holds);
  EXPECT_EQ(system.info().joints[static_cast<std::size_t>(fit.equation)].name, "slide.normal");
  EXPECT_NEAR(fit.error, 0.25, 1e-14);
}

TEST(JointStart, MotorsThatPartAfterTheStartHaveNoAcceleration) {
  BodyScene scene;
  scene.bodies = {{"wheel"}};
  const Motor slow{.amplitude = 2.0, .angular_frequency = 1.0, .phase = 0.3};
  Motor fast = slow;
  fast.angular_frequency = 2.0;
  fast.amplitude = 1.0;  // the same speed at t = 0
  scene.joints = {{.name = "one", .first = {0, {}}, .motor = slow},
                  {.name = "two", .first = {0, {}}, .motor = fast}};
  Vector q = Vector::Zero(3), u = Vector::Zero(3);
  EXPECT_TRUE(find_velocities(BodySystem(scene), q, {false, false, false}, u).holds);
  EXPECT_NEAR(u[2], 2.0 * std::cos(0.3), 1e-14);
  EXPECT_FALSE(find_accelerations(BodySystem(scene), q, u).holds);
  scene.joints[1].motor = slow;
  EXPECT_TRUE(find_accelerations(BodySystem(scene), q, u).holds);
}

TEST(JointStart, RedundantJointsOfATurningBodyAgreeOnItsAcceleration) {
  BodyScene scene;
  scene.bodies = {{"a"}, {"b"}};
  Vector q(6), u = Vector::Zero(6);
  q << 0.3, 0.4, 0.2, -0.1, 0.9, 1.2;
  Joint bond{.name = "bond", .kind = Kind::weld, .first = {0, {0.1, 0.3}}, .second = {1, {}}};
  const Vector2 meeting = placed({q[0], q[1], q[2]}, bond.first.at);
  bond.second.at = placed({0.0, 0.0, -q[5]}, meeting - Vector2(q[3], q[4]));
  bond.angle = q[2] - q[5];
  scene.joints = {bond, bond};
  const BodySystem system(scene);
  u[2] = 1000.0;
  std::vector<bool> given(6, false);
  given[2] = true;
  EXPECT_TRUE(find_velocities(system, q, given, u).holds);
  EXPECT_NEAR(u[5], 1000.0, 1e-10);
  EXPECT_TRUE(find_accelerations(system, q, u).holds);
  EXPECT_EQ(joint_rank(system, q), 3);
}

TEST(JointStart, TableOnThreeParallelCranksMovesThoughOneIsTooMany) {
  BodyScene scene;
  scene.bodies = {{"table", 5.0, 2.0}};
  const double angle = 0.8, lengths = 0.5;
  const Vector2 crank(lengths * std::cos(angle), lengths * std::sin(angle));
  Vector q(12), u = Vector::Zero(12);
  q.head(3) = Eigen::Vector3d(crank.x(), crank.y(), 0.0);
  for (int k = 0; k < 3; ++k) {
    const Vector2 foot(k - 1.0, 0.0);
    const Vector2 middle = foot + 0.5 * crank;
    scene.bodies.push_back({"crank" + std::to_string(k), 1.0, 0.1});
    scene.joints.push_back({.name = "foot" + std::to_string(k),
                            .first = {k + 1, {-0.5 * lengths, 0.0}},
                            .second = {on_ground, foot}});
    scene.joints.push_back({.name = "head" + std::to_string(k),
                            .first = {k + 1, {0.5 * lengths, 0.0}},
                            .second = {0, foot}});
    q.segment<3>(3 * k + 3) = Eigen::Vector3d(middle.x(), middle.y(), angle);
  }
  const BodySystem system(scene);
  EXPECT_EQ(system.joints(), 12);
  EXPECT_EQ(joint_rank(system, q), 11);
  std::vector<bool> given(12, false);
  given[5] = true;
  u[5] = 2.0;  // of the first crank
  ASSERT_TRUE(find_velocities(system, q, given, u).holds);
  EXPECT_NEAR(u[0], -2.0 * crank.y(), 1e-14);
  EXPECT_NEAR(u[1], 2.0 * crank.x(), 1e-14);
  EXPECT_EQ(u[2], 0.0);
  EXPECT_NEAR(u[11], 2.0, 1e-14);
  EXPECT_TRUE(find_accelerations(system, q, u).holds);
}

TEST(JointStart, SmallErrorsOfTheFileAreMovedAwayAndLargeOnesAreNot) {
  SliderCrank crank(0.7);
  const BodySystem system(crank.scene);
  Vector fitting = crank.q;
  EXPECT_TRUE(put_together(system, fitting).holds);
  EXPECT_EQ(fitting, crank.q);  // what fits to rounding is left alone
  Random random(15);
  Vector near = crank.q + random_vector(random, 9, 1e-7);
  const Vector written = near;
  EXPECT_TRUE(put_together(system, near).holds);
  const Evaluation e = evaluated(system, 0.0, near, Vector::Zero(9), kJoints | kMass);
  EXPECT_LT(e.joint_gap.cwiseAbs().maxCoeff(), 4e-14);
  EXPECT_LT((near - written).norm(), 1e-6);
  // The least move in the mass metric has no part along the free motion: M move = J kappa.
  std::vector<bool> given(9, false);
  given[2] = true;
  Vector free = Vector::Zero(9);
  free[2] = 1.0;
  ASSERT_TRUE(find_velocities(system, near, given, free).holds);
  EXPECT_NEAR(free.dot(e.M * (near - written)), 0.0, 1e-12);
  Vector far = crank.q;
  far[3] += 0.5;
  const JointFit fit = put_together(system, far);
  EXPECT_FALSE(fit.holds);
  EXPECT_NEAR(std::abs(fit.error), 0.5, 1e-14);
}

TEST(JointStart, RedundantJointsThatCannotMeetAreNotPutTogether) {
  BodyScene scene;
  scene.bodies = {{"door"}};
  scene.joints = {
      {.name = "low", .first = {0, {0.0, -0.5}}, .second = {on_ground, {0.0, -0.5}}},
      {.name = "high", .first = {0, {0.0, 0.5}}, .second = {on_ground, {0.0, 0.5 + 1e-8}}}};
  Vector q = Vector::Zero(3);
  const JointFit fit = put_together(BodySystem(scene), q);
  EXPECT_FALSE(fit.holds);
  EXPECT_EQ(fit.equation, 3);
  EXPECT_EQ(q, Vector::Zero(3));
}

}  // namespace
}  // namespace ricochet
