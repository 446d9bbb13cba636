// Contacts of shapes: kinematics by finite differences on every feature, held and nearest; rows, neighbours, names.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include <ricochet/system/bodies.hpp>
#include <support/count_allocations.hpp>
#include <support/models.hpp>
#include <support/random_problems.hpp>
#include <support/random_shapes.hpp>
#include <support/sketch_checks.hpp>

namespace ricochet {
namespace {

using testing::evaluated;
using testing::Random;
using testing::random_part;
using testing::random_polygon;
using Vector = Eigen::VectorXd;

std::size_t number(Eigen::Index i) { return static_cast<std::size_t>(i); }

Ground polygon_ground(std::string name, const ConvexPart& part) {
  Ground ground;
  ground.name = std::move(name);
  ground.corners = part.vertices;
  return ground;
}

// Bodies of every kind over grounds of every kind, fixed and moving.
BodyScene random_shapes(Random& random, int bodies) {
  BodyScene scene;
  const std::string names[] = {"disc", "box", "polygon", "capsule", "compound", "second"};
  for (int b = 0; b < bodies; ++b) {
    Body body;
    body.name = names[b % 6] + (b < 6 ? "" : std::to_string(b));
    switch (b % 6) {
      case 0: body.radius = 0.3; break;
      case 1: body.parts = {box_part(0.8, 0.5)}; break;
      case 2: body.parts = {random_polygon(random)}; break;
      case 3: body.parts = {random_part(random, 1)}; break;
      case 4:
        body.parts = {random_part(random, 0), random_part(random, 2), random_part(random, 1)};
        body.points = {{"tip", {0.4, 0.9}}};
        break;
      default: body.parts = {random_polygon(random)};
    }
    scene.bodies.push_back(body);
  }
  Ground floor;
  floor.name = "floor";
  floor.normal = Vector2(0.6, 0.8);
  scene.grounds = {floor, segment("sheet", {-0.9, 0.2}, {0.7, -0.3}),
                   polygon_ground("step", random_polygon(random)),
                   polygon_ground("shaker", random_polygon(random))};
  scene.grounds[1].belt = 0.4;
  scene.grounds[1].vibration = {{0.1, -0.2}, 3.0, 0.5};
  scene.grounds[3].belt = -0.7;
  scene.grounds[3].vibration = {{0.2, 0.1}, 4.0, -1.0};
  return scene;
}

Vector random_vector(Random& random, Eigen::Index size, double largest) {
  Vector v(size);
  for (Eigen::Index i = 0; i < size; ++i) v[i] = random.uniform(-largest, largest);
  return v;
}

Evaluation held(const MechanicalSystem& system, double t, const Vector& q, const Vector& u,
                const std::vector<int>& hold) {
  Evaluation e;
  e.fit(system.info());
  e.hold = hold;
  system.evaluate(t, q, u, kEverything, e);
  return e;
}

Vector gamma(const Evaluation& e, const Vector& u) {
  return e.W.transpose() * u - e.surface_velocity;
}

// Central differences over 2e-5 s: errors of squares of 1e-5 s times third derivatives, up to 1e3 m/s^3 for normals
// that turn by less than 1e-3 in that time, and of rounding.
constexpr double step = 1e-5;
constexpr double tolerance = 2e-6;

// Compares the rates of gaps and contact velocities with W and bias, all at held features; the number compared.
int expect_rates(const MechanicalSystem& system, double t, const Vector& q, const Vector& u,
                 const Vector& a, const std::vector<int>& hold, const std::vector<bool>& wanted) {
  const auto at = [&](double s) {
    return held(system, t + s, q + s * u + 0.5 * s * s * a, u + s * a, hold);
  };
  const Evaluation now = at(0.0), before = at(-step), after = at(step);
  const Vector g = gamma(now, u);
  const Vector rate = (gamma(after, u + step * a) - gamma(before, u - step * a)) / (2 * step);
  const Vector expected = now.W.transpose() * a + now.bias;
  int compared = 0;
  for (Eigen::Index i = 0; i < system.contacts(); ++i) {
    if (!wanted[number(i)]) continue;
    if ((before.W.col(2 * i) - after.W.col(2 * i)).norm() > 1e-3) continue;  // near a corner
    ++compared;
    const std::string& name = system.info().contacts[number(i)].name;
    const double scale = 1.0 + std::abs(rate[2 * i]) + std::abs(rate[2 * i + 1]);
    EXPECT_NEAR((after.gap[i] - before.gap[i]) / (2 * step), g[2 * i], tolerance) << name;
    EXPECT_NEAR(expected[2 * i], rate[2 * i], 10 * tolerance * scale) << name;
    EXPECT_NEAR(expected[2 * i + 1], rate[2 * i + 1], 10 * tolerance * scale) << name;
  }
  return compared;
}

TEST(ShapeContacts, VelocitiesAndAccelerationsAreRatesOfTheGapAtTheNearestFeature) {
  Random random(11);
  std::map<std::string, int> tested;  // by the two sides and the kind of feature
  int shadowed = 0;
  for (int k = 0; k < 60; ++k) {
    const BodySystem system(random_shapes(random, 6));
    const Eigen::Index f = system.dofs();
    const double t = random.uniform(0.0, 2.0);
    const Vector q = random_vector(random, f, 1.0), u = random_vector(random, f, 1.0),
                 a = random_vector(random, f, 2.0);
    const Evaluation now = evaluated(system, t, q, u, kEverything);
    std::vector<bool> wanted;
    for (Eigen::Index i = 0; i < system.contacts(); ++i) {
      const bool hidden = now.W.col(2 * i).isZero(0.0);
      wanted.push_back(!hidden);
      if (hidden) {
        ++shadowed;
        EXPECT_EQ(now.gap[i], system.info().size);
        EXPECT_EQ(now.feature[number(i)], kShadowed);
        EXPECT_TRUE(now.W.col(2 * i + 1).isZero(0.0));
        EXPECT_EQ(now.bias.segment<2>(2 * i), Eigen::Vector2d::Zero());
        EXPECT_EQ(now.surface_velocity.segment<2>(2 * i), Eigen::Vector2d::Zero());
        continue;
      }
      const std::string& name = system.info().contacts[number(i)].name;
      EXPECT_GE(now.inside[i], 0.0) << name;
      ++tested[name.substr(0, name.find_first_of("./")) + name.substr(name.find('/'))];
    }
    const int compared = expect_rates(system, t, q, u, a, now.feature, wanted);
    EXPECT_GT(compared, static_cast<int>(system.contacts()) / 3);
  }
  EXPECT_GT(shadowed, 300);
  for (const char* sides :
       {"/compound.p1", "box/", "capsule/", "/step.v1", "/sheet.v1", "/compound.p3"}) {
    int count = 0;
    for (const auto& [name, n] : tested) {
      if (name.find(sides) != std::string::npos) count += n;
    }
    EXPECT_GT(count, 20) << sides;
  }
}

TEST(ShapeContacts, HeldFeaturesAreContinuedSmoothlyBeyondTheirEnds) {
  Random random(12);
  int beyond = 0, corners = 0;
  for (int k = 0; k < 40; ++k) {
    const BodySystem system(random_shapes(random, 4));
    const Eigen::Index f = system.dofs();
    const double t = random.uniform(0.0, 2.0);
    const Vector q = random_vector(random, f, 1.0), u = random_vector(random, f, 1.0),
                 a = random_vector(random, f, 2.0);
    std::vector<int> hold;
    for (const ContactPair& pair : system.pairs()) {
      // Every surface here has 2 edges and 2 corners at least, or none.
      const bool ends = pair.ground != 0 && !(pair.other_body == 0 && pair.other_part == 0);
      hold.push_back(ends ? random.integer(0, 3) : kNearestFeature);
    }
    const Evaluation now = held(system, t, q, u, hold);
    for (Eigen::Index i = 0; i < system.contacts(); ++i) {
      if (hold[number(i)] < 0) continue;
      EXPECT_EQ(now.feature[number(i)], hold[number(i)]);
      beyond += now.inside[i] < 0.0;
      corners += hold[number(i)] >= 2;
    }
    const std::vector<bool> all(system.pairs().size(), true);
    expect_rates(system, t, q, u, a, hold, all);
  }
  EXPECT_TRUE(beyond > 500 && corners > 500) << beyond << ' ' << corners;
}

TEST(ShapeContacts, RowIsTheColumnOfTheDenseMatrices) {
  Random random(13);
  for (int k = 0; k < 20; ++k) {
    const BodySystem system(random_shapes(random, 6));
    const Vector q = random_vector(random, system.dofs(), 1.0),
                 u = random_vector(random, system.dofs(), 1.0);
    const double t = random.uniform(0.0, 2.0);
    const Evaluation e = evaluated(system, t, q, u, kEverything);
    for (Eigen::Index i = 0; i < system.contacts(); ++i) {
      ContactRow row;
      system.contact_row(system.pairs()[number(i)], t, q.data(), u.data(), kNearestFeature, row);
      Vector N = Vector::Zero(system.dofs()), T = N;
      N.segment<3>(row.dof) = Eigen::Vector3d::Map(row.N.data());
      T.segment<3>(row.dof) = Eigen::Vector3d::Map(row.T.data());
      if (row.other >= 0) {
        N.segment<3>(row.other) = Eigen::Vector3d::Map(row.other_N.data());
        T.segment<3>(row.other) = Eigen::Vector3d::Map(row.other_T.data());
      }
      EXPECT_EQ(N, e.W.col(2 * i));
      EXPECT_EQ(T, e.W.col(2 * i + 1));
      EXPECT_EQ(row.gap, e.gap[i]);
      EXPECT_EQ(row.surface_velocity[0], e.surface_velocity[2 * i]);
      EXPECT_EQ(row.surface_velocity[1], e.surface_velocity[2 * i + 1]);
      EXPECT_EQ(row.bias[0], e.bias[2 * i]);
      EXPECT_EQ(row.bias[1], e.bias[2 * i + 1]);
      EXPECT_EQ(row.feature, e.feature[number(i)]);
      EXPECT_EQ(row.inside, e.inside[i]);
    }
  }
}

// near(), without the contacts that are in the shadow of others.
std::vector<ContactPair> near_and_lit(const BodySystem& system, double t, const Vector& q,
                                      double reach) {
  std::vector<ContactPair> near;
  system.near(t, q.data(), reach, near);
  std::erase_if(near, [&](const ContactPair& pair) {
    ContactRow row;
    system.contact_row(pair, t, q.data(), q.data(), kNearestFeature, row);
    return row.N == std::array<double, 3>{};
  });
  return near;
}

TEST(ShapeContacts, NearFindsEveryContactBelowItsReachAndNoOtherButShadowedOnes) {
  Random random(14);
  std::size_t found = 0;
  for (int k = 0; k < 150; ++k) {
    BodyScene scene = random_shapes(random, 7);
    scene.apart = {{3, 1}, {0, 5}};
    scene.rules = {
        {{.bodies = true, .grounds = false, .body = 2}, {.bodies = false, .ground = 1}, false, {}}};
    const BodySystem system(scene);
    const Vector q = random_vector(random, system.dofs(), random.uniform(0.5, 4.0));
    const double t = random.uniform(0.0, 2.0), reach = std::pow(10.0, random.uniform(-4.0, 0.0));
    std::vector<ContactPair> near, plain;
    system.near(t, q.data(), reach, near);
    for (std::size_t i = 0; i < system.pairs().size(); ++i) {
      ContactRow row;
      system.contact_row(system.pairs()[i], t, q.data(), q.data(), kNearestFeature, row);
      const bool is_shadowed = row.N == std::array<double, 3>{};
      const bool behind = system.info().contacts[i].bounded && row.gap <= -reach;
      if (row.gap < reach && !is_shadowed && !behind) plain.push_back(system.pairs()[i]);
    }
    found += plain.size();
    const long before = allocation_count;
    system.near(t, q.data(), reach, near);
    EXPECT_EQ(allocation_count, before);
    EXPECT_EQ(near_and_lit(system, t, q, reach), plain) << k;
  }
  EXPECT_GT(found, 3000u);
}

TEST(ShapeContacts, CountOfPossibleContactsIsThatOfTheirList) {
  Random random(15);
  BodyScene scene = random_shapes(random, 9);
  scene.apart = {{4, 2}, {2, 4}, {1, 8}};
  const BodySystem system(scene);
  EXPECT_EQ(system.possible_contacts(), system.all_possible().size());
  EXPECT_EQ(system.pairs(), system.all_possible());
  EXPECT_TRUE(std::is_sorted(system.pairs().begin(), system.pairs().end()));
  for (const ContactPair& pair : system.pairs()) {
    EXPECT_FALSE((pair.body == 2 && pair.other_body == 4) ||
                 (pair.body == 8 && pair.other_body == 1));
  }
  for (int k = 0; k < 4; ++k)
    scene.bodies.insert(scene.bodies.end(), system.scene().bodies.begin(),
                        system.scene().bodies.end());
  const BodySystem crowd(scene);
  EXPECT_GT(crowd.possible_contacts(), most_listed_contacts);
  EXPECT_TRUE(crowd.pairs().empty());
  EXPECT_EQ(crowd.contacts(), 0);
}

// The scene seen in a mirror, x -> -x.
Vector2 image(const Vector2& v) { return {-v.x(), v.y()}; }
void mirror(std::vector<Vector2>& corners) {
  for (Vector2& corner : corners) corner = image(corner);
  if (corners.size() > 2) std::reverse(corners.begin() + 1, corners.end());
}
BodyScene mirrored(BodyScene scene) {
  for (Body& body : scene.bodies) {
    for (ConvexPart& part : body.parts) mirror(part.vertices);
    for (BodyPoint& point : body.points) point.at = image(point.at);
  }
  for (Ground& ground : scene.grounds) {
    if (is_segment(ground)) {
      const Vector2 along(ground.normal.y(), -ground.normal.x());
      const Vector2 end = ground.point + ground.length * along;
      const Ground old = ground;
      ground = segment(old.name, image(end), image(old.point));
      ground.vibration = old.vibration;
      ground.belt = old.belt;
    }
    mirror(ground.corners);
    if (is_half_plane(ground)) {
      ground.normal = image(ground.normal);
      ground.point = image(ground.point);
    }
    ground.belt = -ground.belt;
    ground.vibration.amplitude = image(ground.vibration.amplitude);
  }
  return scene;
}

TEST(ShapeContacts, MirrorImageHasTheSameGapsAndOppositeSliding) {
  Random random(16);
  for (int k = 0; k < 30; ++k) {
    const BodySystem system(random_shapes(random, 6));
    const BodySystem seen(mirrored(system.scene()));
    const Vector q = random_vector(random, system.dofs(), 1.0),
                 u = random_vector(random, system.dofs(), 1.0);
    Vector signs = Vector::Ones(system.dofs());
    for (Eigen::Index i = 0; i < system.dofs(); i += 3) signs[i] = signs[i + 2] = -1.0;
    const Vector q_seen = q.cwiseProduct(signs), u_seen = u.cwiseProduct(signs);
    const Evaluation e = evaluated(system, 0.3, q, u, kEverything),
                     f = evaluated(seen, 0.3, q_seen, u_seen, kEverything);
    const Vector ge = gamma(e, u), gf = gamma(f, u_seen);
    const auto turned = [](std::size_t vertices, int vertex) {
      const auto m = static_cast<int>(vertices);
      return m > 2 && vertex > 0 ? m - vertex : vertex;
    };
    for (std::size_t i = 0; i < system.pairs().size(); ++i) {
      ContactPair pair = system.pairs()[i];
      const Body& body = system.scene().bodies[static_cast<std::size_t>(pair.body)];
      if (pair.point < 0 && pair.vertex >= 0 && !body.parts.empty()) {
        pair.vertex =
            turned(body.parts[static_cast<std::size_t>(pair.part)].vertices.size(), pair.vertex);
      }
      if (pair.other_vertex >= 0) {
        const Ground& ground = system.scene().grounds[static_cast<std::size_t>(pair.ground)];
        pair.other_vertex = is_segment(ground) ? 1 - pair.other_vertex
                                               : turned(ground.corners.size(), pair.other_vertex);
      }
      const auto found = std::find(seen.pairs().begin(), seen.pairs().end(), pair);
      ASSERT_NE(found, seen.pairs().end());
      const auto j = static_cast<Eigen::Index>(found - seen.pairs().begin());
      const auto n = static_cast<Eigen::Index>(i);
      const std::string& name = system.info().contacts[i].name;
      EXPECT_NEAR(e.gap[n], f.gap[j], 1e-12) << name;
      EXPECT_NEAR(ge[2 * n], gf[2 * j], 1e-11) << name;
      EXPECT_NEAR(ge[2 * n + 1], -gf[2 * j + 1], 1e-11) << name;
      EXPECT_NEAR(e.bias[2 * n], f.bias[2 * j], 1e-9 * (1 + std::abs(e.bias[2 * n]))) << name;
      EXPECT_NEAR(e.bias[2 * n + 1], -f.bias[2 * j + 1], 1e-9 * (1 + std::abs(e.bias[2 * n + 1])))
          << name;
    }
  }
}

// The least distance of two shapes that do not overlap is that of some contact, however the shapes lie.
TEST(ShapeContacts, LeastGapIsTheDistanceOfTheShapes) {
  Random random(17);
  int apart = 0;
  for (int k = 0; k < 500; ++k) {
    BodyScene scene;
    scene.bodies.resize(2);
    scene.bodies[0] = {.name = "a", .parts = {random_part(random, k % 4)}};
    scene.bodies[1] = {.name = "b", .parts = {random_part(random, (k / 4) % 4)}};
    const BodySystem system(scene);
    const Vector q = random_vector(random, 6, 1.5);
    // Sampled: every point of one boundary against the other's core.
    double least = std::numeric_limits<double>::infinity();
    const auto placed_part = [&](int b) {
      return moved_part(scene.bodies[static_cast<std::size_t>(b)].parts[0],
                        {q[3 * b], q[3 * b + 1]}, q[3 * b + 2]);
    };
    const ConvexPart a = placed_part(0), b = placed_part(1);
    const int pieces = 2000;
    for (std::size_t i = 0; i < a.vertices.size(); ++i) {
      const Vector2 from = a.vertices[i], to = a.vertices[(i + 1) % a.vertices.size()];
      for (int j = 0; j <= pieces; ++j) {
        const Vector2 P = from + (to - from) * j / pieces;
        least = std::min(least, from_core(b, P, -1, 0.0).distance - a.radius - b.radius);
      }
    }
    if (least < 0.01 || least >= system.info().size) continue;  // farther: some may be shadowed
    ++apart;
    const Evaluation e = evaluated(system, 0.0, q, Vector::Zero(6), kGaps);
    EXPECT_NEAR(e.gap.minCoeff(), least, 1e-5) << k;
  }
  EXPECT_GT(apart, 100);
}

TEST(ShapeContacts, BoxOnABoxTouchesAtTheEndsOfTheSharedEdgeOnce) {
  BodyScene scene;
  scene.bodies = {{.name = "low", .parts = {box_part(1.0, 1.0)}},
                  {.name = "top", .parts = {box_part(1.0, 1.0)}}};
  const BodySystem system(scene);
  const auto touching = [&](double x) {
    Vector q = Vector::Zero(6);
    q[3] = x;
    q[4] = 1.0;
    std::vector<std::string> names;
    const std::vector<ContactPair> near = near_and_lit(system, 0.0, q, 1e-6);
    for (const ContactPair& pair : near) names.push_back(system.name_of(pair));
    return names;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(touching(0.25), (Names{"low.v3/top", "top.v1/low"}));
  EXPECT_EQ(touching(0.0), (Names{"low.v3/top", "low.v4/top"})) << "corner on corner: once each";
  EXPECT_EQ(touching(-0.25), (Names{"low.v4/top", "top.v2/low"}));
}

TEST(ShapeContacts, EqualBoxesExactlyOnEachOtherTouchWithTheirFacesWhateverTheRounding) {
  Random random(19);
  BodyScene scene;
  scene.bodies = {{.name = "low", .parts = {box_part(1.0, 1.0)}},
                  {.name = "top", .parts = {box_part(1.0, 1.0)}}};
  const BodySystem system(scene);
  for (int k = 0; k < 2000; ++k) {
    const double angle = random.uniform(-3.0, 3.0);
    const Vector2 up(-std::sin(angle), std::cos(angle));
    Vector q(6);
    q << 0.0, 0.0, angle, up.x(), up.y(), angle;
    q += random_vector(random, 6, std::pow(10.0, random.uniform(-17.0, -10.0)));
    const std::vector<ContactPair> near = near_and_lit(system, 0.0, q, 1e-8);
    ASSERT_EQ(near.size(), 2u) << k;
    for (const ContactPair& pair : near) {
      EXPECT_EQ(pair.body, 0);
      ContactRow row;
      system.contact_row(pair, 0.0, q.data(), q.data(), kNearestFeature, row);
      EXPECT_EQ(row.feature, 0) << "the base of the upper box";
      EXPECT_LT((Vector2(row.N[0], row.N[1]) + up).norm(), 1e-9) << k;
      EXPECT_GE(row.inside, 0.0);
      EXPECT_LT(std::abs(row.gap), 1e-9);
    }
  }
}

TEST(ShapeContacts, BoxThatCameTooDeepIntoAnEqualOneIsInItsFaceNotAtItsSide) {
  Random random(21);
  BodyScene scene;
  scene.bodies = {{.name = "low", .parts = {box_part(1.0, 1.0)}},
                  {.name = "top", .parts = {box_part(1.0, 1.0)}}};
  const BodySystem system(scene);
  for (int k = 0; k < 2000; ++k) {
    const double depth = std::pow(10.0, random.uniform(-8.0, -1.0));
    Vector q(6);
    q << 0.0, 0.0, 0.0, 0.0, 1.0 - depth, 0.0;
    if (k > 0) q += random_vector(random, 6, std::pow(10.0, random.uniform(-17.0, -10.0)));
    const std::vector<ContactPair> near = near_and_lit(system, 0.0, q, 1e-4);
    ASSERT_EQ(near.size(), 2u) << k;
    for (const ContactPair& pair : near) {
      EXPECT_EQ(pair.body, 0);
      ContactRow row;
      system.contact_row(pair, 0.0, q.data(), q.data(), kNearestFeature, row);
      EXPECT_NEAR(row.gap, -depth, 1e-9) << k;
      EXPECT_NEAR(row.N[1], -1.0, 1e-9) << k;
    }
  }
}

TEST(ShapeContacts, CornerThatMeetsACornerHasTheMiddleOfTheNormalsOfBoth) {
  BodyScene scene;
  scene.bodies = {{.name = "a", .parts = {box_part(2.0, 2.0)}},
                  {.name = "b", .parts = {box_part(2.0, 2.0)}}};
  const BodySystem system(scene);
  const auto normal = [&](double angle) {
    // b stands on its corner v1, exactly on the corner v3 of a.
    Vector q = Vector::Zero(6);
    const Vector2 v1 = placed({0.0, 0.0, angle}, {-1.0, -1.0});
    q.tail<3>() << 1.0 - v1.x(), 1.0 - v1.y(), angle;
    ContactRow row;
    const ContactPair corner{.body = 0, .other_body = 1, .vertex = 2};
    system.contact_row(corner, 0.0, q.data(), q.data(), kNearestFeature, row);
    EXPECT_NEAR(row.gap, 0.0, 1e-15);
    return Vector2(row.N[0], row.N[1]);
  };
  // Corners point at each other: everything between straight down and straight left, or less of it.
  EXPECT_LT((normal(0.0) - Vector2(-1, -1).normalized()).norm(), 1e-12);
  const double part = 0.3;
  const double middle = -0.75 * std::numbers::pi + 0.5 * part;
  EXPECT_LT((normal(part) - Vector2(std::cos(middle), std::sin(middle))).norm(), 1e-12);
}

TEST(ShapeContacts, EvaluationDoesNotAllocate) {
  Random random(20);
  const BodySystem system(random_shapes(random, 6));
  const Vector q = random_vector(random, system.dofs(), 1.0);
  Evaluation e;
  e.fit(system.info());
  const long before = allocation_count;
  for (int k = 0; k < 10; ++k) system.evaluate(0.1 * k, q, q, kEverything, e);
  EXPECT_EQ(allocation_count, before);
}

TEST(ShapeContacts, NamesSayPartAndVertexWhereThereAreSeveral) {
  BodyScene scene;
  scene.bodies = {{.name = "ball", .radius = 0.1},
                  {.name = "box", .parts = {box_part(1.0, 1.0)}},
                  {.name = "a", .parts = {box_part(1.0, 1.0), disc_part(0.2, {1.0, 0.0})}}};
  scene.grounds = {polygon_ground("step", box_part(3.0, 1.0))};
  const BodySystem system(scene);
  const auto has = [&](std::string_view name) {
    return std::any_of(system.info().contacts.begin(), system.info().contacts.end(),
                       [&](const ContactInfo& contact) { return contact.name == name; });
  };
  for (const char* name :
       {"ball/step", "box.v1/step", "box/step.v2", "ball/box", "a.p1.v1/box", "box.v4/a.p1",
        "a.p2/box", "a.p1/step.v4", "a.p2/step", "ball/a.p1", "ball/a.p2"}) {
    EXPECT_TRUE(has(name)) << name;
  }
  for (const char* name : {"box.v1/ball", "a.p2/step.v1", "box/ball", "box.v1/a.p2"}) {
    EXPECT_FALSE(has(name)) << name;
  }
}

TEST(ShapeContacts, LaterRulesWinAndTakeContactsAway) {
  BodyScene scene;
  scene.bodies = {{.name = "a", .parts = {box_part(1.0, 1.0)}}, {.name = "b", .radius = 0.3}};
  scene.grounds.resize(2);
  scene.grounds[0].name = "floor";
  scene.grounds[1].name = "wall";
  const ContactSide all, wall{.bodies = false, .ground = 1}, b{.grounds = false, .body = 1};
  scene.rules = {
      {all, all, true, {.mu = 0.1}}, {all, wall, false, {}}, {b, wall, true, {.mu = 0.2}}};
  BodySystem system(scene);
  std::vector<std::string> names;
  for (const ContactInfo& contact : system.info().contacts) names.push_back(contact.name);
  EXPECT_EQ(names, (std::vector<std::string>{"a.v1/floor", "a.v2/floor", "a.v3/floor", "a.v4/floor",
                                             "b/floor", "b/wall", "b/a"}));
  EXPECT_EQ(system.parameters_of({.body = 1, .ground = 1}).mu, 0.2);
  EXPECT_EQ(system.parameters_of({.body = 1, .ground = 0}).mu, 0.1);
  EXPECT_FALSE(system.touches({.body = 0, .ground = 1, .vertex = 2}));
  system.set_parameters(5, {.mu = 0.7});
  EXPECT_EQ(system.parameters_of({.body = 1, .ground = 1}).mu, 0.7);
}

TEST(ShapeContacts, CrossingBoxesOverlapThoughNoCornerIsInside) {
  BodyScene scene;
  scene.bodies = {{.name = "flat", .parts = {box_part(4.0, 1.0)}},
                  {.name = "upright", .parts = {box_part(1.0, 4.0)}}};
  scene.grounds = {segment("sheet", {5.0, 0.0}, {8.0, 0.0})};
  const BodySystem system(scene);
  Vector q = Vector::Zero(6);
  EXPECT_GT(evaluated(system, 0.0, q, q, kGaps).gap.minCoeff(), 0.0);
  const BodySystem::Crossing crossing = system.deepest_crossing(0.0, q.data());
  EXPECT_DOUBLE_EQ(crossing.depth, 2.5);
  EXPECT_EQ(crossing.pair.body, 0);
  q[3] = 6.5;  // across the sheet
  const BodySystem::Crossing sheet = system.deepest_crossing(0.0, q.data());
  EXPECT_EQ(sheet.pair.ground, 0);
  EXPECT_DOUBLE_EQ(sheet.depth, 2.0);
  q[4] = 2.0;  // on it
  EXPECT_LE(system.deepest_crossing(0.0, q.data()).depth, 0.0);
}

TEST(ShapeContacts, ContactsAreWhereTheOutlinesAre) {
  Random random(18);
  for (int k = 0; k < 20; ++k) {
    const BodySystem system(random_shapes(random, 6));
    const Sketch sketch = system.sketch();
    testing::expect_sound_sketch(sketch);
    const Vector q = random_vector(random, system.dofs(), 1.0);
    const Placement p = testing::placed_at(system, 0.4, q);
    const Evaluation e = evaluated(system, 0.4, q, q, kEverything);
    ASSERT_EQ(p.contacts.size(), system.pairs().size());
    for (std::size_t i = 0; i < p.contacts.size(); ++i) {
      const ContactPlace& c = p.contacts[i];
      const std::string& name = system.info().contacts[i].name;
      // Arcs are drawn as polygons: 1 - cos(pi / 48) of a radius of at most 0.4 m. A cap that is farther away than the
      // other one may have its nearest point inside the capsule.
      const bool cap = name.starts_with("capsule.v") || name.starts_with("compound.p3.v");
      if (!cap) {
        EXPECT_LT(testing::distance_to(sketch, p, c.point, false), 1e-3) << name;
      }
      EXPECT_LT(testing::distance_to(sketch, p, c.foot, true), 1e-3) << name;
      const auto n = static_cast<Eigen::Index>(i);
      const auto normal = e.W.col(2 * n).segment<2>(3 * system.pairs()[i].body);
      if (normal.isZero(0.0)) continue;  // shadowed
      EXPECT_LT((c.normal - normal).norm(), 1e-15) << name;
      EXPECT_NEAR(c.normal.dot(c.point - c.foot), e.gap[n], 1e-13) << name;
    }
  }
}

}  // namespace
}  // namespace ricochet
