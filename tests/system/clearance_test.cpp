// Joints with clearance: their contacts against differences along motions and against the geometry of pin and guide.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <ricochet/system/bodies.hpp>
#include <support/models.hpp>
#include <support/random_problems.hpp>
#include <support/sketch_checks.hpp>
#include <support/system_checks.hpp>

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

// Pins and sliders of the first body in the second and in the ground.
BodyScene loose_joints(Random& random) {
  BodyScene scene;
  scene.bodies = {{"a", 1.0, 0.3}, {"b", 2.0, 0.5}};
  for (const Kind kind : {Kind::revolute, Kind::prismatic}) {
    for (const int second : {on_ground, 1}) {
      Joint joint;
      joint.name = std::string(name_of(kind)) + (second == 1 ? "-b" : "-ground");
      joint.kind = kind;
      joint.first = {0, random_pair(random)};
      joint.second = {second, random_pair(random)};
      joint.angle = random.uniform(-1.0, 1.0);
      joint.axis = random_pair(random).normalized();
      joint.clearance = Clearance{0.2, 0.5, 0.8};
      scene.joints.push_back(joint);
    }
  }
  return scene;
}

TEST(Clearance, ContactVelocitiesAndAccelerationsAreTheDerivativesOfTheGaps) {
  Random random(21);
  for (int k = 0; k < 200; ++k) {
    const BodySystem system(loose_joints(random));
    ASSERT_EQ(system.contacts(), 1 + 1 + 4 + 4);
    EXPECT_EQ(system.joints(), 0);
    const Vector q = random_vector(random, 6, 1.0);
    const Evaluation e = evaluated(system, 0.0, q, Vector::Zero(6), kGaps);
    if (e.gap[0] > 0.1 || e.gap[1] > 0.1)
      continue;  // near the middle of the bearing normals turn fast
    testing::expect_contact_kinematics(system, 0.0, q, random_vector(random, 6, 1.0),
                                       random_vector(random, 6, 2.0));
  }
}

TEST(Clearance, TangentialVelocityIsThatOfTheSurfacesWhereTheyAreDrawn) {
  Random random(22);
  for (int k = 0; k < 50; ++k) {
    const BodySystem system(loose_joints(random));
    const Vector q = random_vector(random, 6, 1.0), u = random_vector(random, 6, 1.0);
    const Evaluation e = evaluated(system, 0.0, q, u);
    Placement placement;
    system.place(0.0, q, placement);
    for (std::size_t i = 0; i < placement.contacts.size(); ++i) {
      const ContactPlace& c = placement.contacts[i];
      const auto velocity_at = [&](Eigen::Index body, const Vector2& point) {
        const Vector2 arm = point - Vector2(q[body], q[body + 1]);
        return Vector2(u[body] - u[body + 2] * arm.y(), u[body + 1] + u[body + 2] * arm.x());
      };
      Vector2 v = velocity_at(0, c.point);
      if (system.pairs()[i].other_body == 1) v -= velocity_at(3, c.foot);
      const auto n = 2 * static_cast<Eigen::Index>(i);
      EXPECT_NEAR(e.W.col(n).dot(u), c.normal.dot(v), 1e-14);
      EXPECT_NEAR(e.W.col(n + 1).dot(u), c.tangent.dot(v), 1e-14);
      EXPECT_NEAR(e.gap[n / 2], c.normal.dot(c.point - c.foot), 1e-14);
    }
  }
}

TEST(Clearance, ContactsAreWherePinSliderBearingAndGuideAreDrawn) {
  Random random(23);
  for (int k = 0; k < 50; ++k) {
    BodyScene scene = loose_joints(random);
    std::erase_if(scene.joints, [&](const Joint& j) {
      return (j.kind == Kind::revolute) != (k % 2 == 0) || j.second.body != 1;
    });
    const BodySystem system(scene);
    const Vector q = random_vector(random, 6, 0.3);
    const Placement placement = testing::placed_at(system, 0.0, q);
    const auto distance_to_parts_of = [&](int frame, const Vector2& p) {
      double least = 1e9;
      for (const SketchPart& part : system.sketch().parts) {
        if (part.role != SketchPart::Role::guide || part.frame != frame) continue;
        least = std::min(least, testing::distance_to(part, placement, p));
      }
      return least;
    };
    for (const ContactPlace& c : placement.contacts) {
      EXPECT_LT(distance_to_parts_of(0, c.point), 1e-14);
      // The guide is drawn with the length of the bodies, and has no ends.
      if (k % 2 == 0) {
        EXPECT_LT(distance_to_parts_of(1, c.foot), 1e-14);
      }
    }
  }
}

// A wheel (frame at its centre) around a fixed pin, or the like.
BodyScene one_body(const Joint& joint) {
  BodyScene scene;
  scene.bodies = {{"a", 1.0, 0.3}};
  scene.joints = {joint};
  return scene;
}
Vector vector3(double x, double y, double angle) { return Eigen::Vector3d(x, y, angle); }

const Joint loose_pin{.name = "pin", .first = {0, {}}, .clearance = Clearance{0.1, 1.0}};

TEST(Clearance, PinHangsAgainstTheWallOfItsBearing) {
  const BodySystem system(one_body(loose_pin));
  EXPECT_EQ(system.info().contacts[0].name, "pin");
  EXPECT_EQ(system.pairs()[0].joint, 0);
  const Evaluation e = evaluated(system, 0.0, vector3(0.0, -0.1, 0.4), Vector::Zero(3));
  EXPECT_NEAR(e.gap[0], 0.0, 1e-17);
  EXPECT_EQ(Vector2(e.W.col(0).head(2)), Vector2(0.0, 1.0));  // the bearing holds it from below
  EXPECT_EQ(Vector2(e.W.col(1).head(2)), Vector2(1.0, 0.0));
}

TEST(Clearance, PinThatRollsInItsBearingDoesNotSlideAndStaysAtTheWall) {
  // The centre goes around a circle of the radius c with the rate f: no slip needs c f + r omega = 0.
  const BodySystem system(one_body(loose_pin));
  const double f = 2.0, omega = -0.1 * f / 1.0;
  const Vector u = vector3(0.1 * f, 0.0, omega), a = vector3(0.0, 0.1 * f * f, 0.0);
  const Evaluation e = evaluated(system, 0.0, vector3(0.0, -0.1, 0.0), u);
  EXPECT_LT((e.W.transpose() * u).norm(), 1e-16);
  EXPECT_LT((e.W.transpose() * a + e.bias).norm(), 1e-15);
}

TEST(Clearance, PinInTheMiddleOfItsBearingIsOpenAllAround) {
  const BodySystem system(one_body(loose_pin));
  const Evaluation e = evaluated(system, 0.0, Vector::Zero(3), vector3(1.0, 2.0, 3.0));
  EXPECT_EQ(e.gap[0], 0.1);
  EXPECT_EQ(Vector2(e.W.col(0).head(2)), Vector2(0.0, 1.0));
  EXPECT_EQ(e.bias, Vector::Zero(2));
}

TEST(Clearance, SliderTouchesItsGuideWithOneEndOnEachSideWhenItTilts) {
  Joint joint{.name = "slide", .kind = Kind::prismatic, .first = {0, {}}};
  joint.clearance = Clearance{.gap = 0.1, .length = 2.0};
  const BodySystem system(one_body(joint));
  const char* names[] = {"slide.front/left", "slide.front/right", "slide.back/left",
                         "slide.back/right"};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(system.info().contacts[i].name, names[i]);
  const double tilt = std::asin(0.1);
  const Evaluation e = evaluated(system, 0.0, vector3(5.0, 0.0, tilt), Vector::Zero(3));
  EXPECT_NEAR(e.gap[0], 0.0, 1e-16);
  EXPECT_NEAR(e.gap[1], 0.2, 1e-16);
  EXPECT_NEAR(e.gap[2], 0.2, 1e-16);
  EXPECT_NEAR(e.gap[3], 0.0, 1e-16);
  EXPECT_LT((Vector2(e.W.col(0).head(2)) - Vector2(0.0, -1.0)).norm(), 1e-16);
  EXPECT_LT((Vector2(e.W.col(6).head(2)) - Vector2(0.0, 1.0)).norm(), 1e-16);
}

TEST(Clearance, ContactsComeAfterThoseOfShapesAndJointedBodiesThatAreApartDoNotTouch) {
  BodyScene scene;
  scene.bodies = {{"a", 1.0, 0.3, 0.5}, {"b", 1.0, 0.3, 0.5}};
  scene.joints = {loose_pin};
  scene.joints[0].second.body = 1;
  const BodySystem touching(scene);
  ASSERT_EQ(touching.contacts(), 2);
  EXPECT_EQ(touching.info().contacts[0].name, "a/b");
  EXPECT_EQ(touching.pairs()[0].joint, -1);
  EXPECT_EQ(touching.info().contacts[1].name, "pin");
  scene.apart = {{0, 1}};
  const BodySystem apart(scene);
  ASSERT_EQ(apart.contacts(), 1);
  EXPECT_EQ(apart.info().contacts[0].name, "pin");
}

}  // namespace
}  // namespace ricochet
