// Every model: its list of parameters, its start, and the mechanics of evaluate() at random states around it.

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>

#include <ricochet/system/models.hpp>
#include <support/models.hpp>
#include <support/random_problems.hpp>
#include <support/system_checks.hpp>

namespace ricochet {
namespace {

using ricochet::testing::build;
using ricochet::testing::evaluated;
using ricochet::testing::Random;

std::vector<double> defaults(const Model& model) {
  std::vector<double> values;
  for (const ModelParameter& p : model.parameters) values.push_back(p.standard);
  return values;
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const Model& model : all_models()) all.emplace_back(model.name);
  return all;
}

class EveryModel : public ::testing::TestWithParam<std::string> {
 protected:
  const Model& model() const { return *find_model(GetParam()); }
};

TEST_P(EveryModel, DefaultsAreInsideTheirRangesAndNamesAreUnique) {
  std::set<std::string_view> seen;
  for (const ModelParameter& p : model().parameters) {
    EXPECT_TRUE(seen.insert(p.name).second) << p.name;
    EXPECT_LE(p.low, p.standard) << p.name;
    EXPECT_LE(p.standard, p.high) << p.name;
    EXPECT_LT(p.low, p.high) << p.name;
    if (!p.low_allowed) {
      EXPECT_LT(p.low, p.standard) << p.name;
    }
    EXPECT_FALSE(p.meaning.empty()) << p.name;
  }
  for (const std::string_view name : {"friction", "restitution"}) EXPECT_EQ(seen.count(name), 1u);
}

TEST_P(EveryModel, StartsOutsideEverySurface) {
  const ModelInstance m = model().build(defaults(model()));
  EXPECT_EQ(m.refusal, "");
  ASSERT_NE(m.system, nullptr);
  ASSERT_EQ(m.start.q.size(), m.system->coordinates());
  ASSERT_EQ(m.start.u.size(), m.system->dofs());
  const Evaluation e = evaluated(m);
  EXPECT_GE(e.gap.minCoeff(), -1e-15);
  EXPECT_TRUE(e.gap.allFinite() && e.M.allFinite() && e.h.allFinite() && e.W.allFinite());
  std::set<std::string> seen;
  for (const ContactInfo& c : m.system->info().contacts) {
    EXPECT_TRUE(seen.insert(c.name).second) << c.name;
    EXPECT_TRUE(c.parameters.possible());
    EXPECT_TRUE(c.parameters.newton == c.parameters.poisson &&
                c.parameters.newton == c.parameters.energetic && c.parameters.newton);
  }
  for (const auto& list : {m.system->info().q, m.system->info().u}) {
    for (const Quantity& quantity : list) EXPECT_GT(quantity.scale, 0.0) << quantity.name;
  }
}

/// Around the start, far enough for every term to matter.
struct RandomState {
  RandomState(const ModelInstance& m, Random& random, double reach) : t(random.uniform(0.0, 1.0)) {
    const SystemInfo& info = m.system->info();
    const auto noise = [&](const std::vector<Quantity>& list, double factor) {
      Eigen::VectorXd v(static_cast<Eigen::Index>(list.size()));
      for (Eigen::Index i = 0; i < v.size(); ++i) {
        v[i] = random.uniform(-factor, factor) * list[static_cast<std::size_t>(i)].scale;
      }
      return v;
    };
    q = m.start.q + noise(info.q, reach);
    u = m.start.u + noise(info.u, 5.0);
    a = noise(info.u, 100.0);
  }
  double t;
  Eigen::VectorXd q, u, a;
};

void check_mechanics(const ModelInstance& m, double reach = 0.2) {
  ASSERT_NE(m.system, nullptr) << m.refusal;
  Random random(7);
  for (int k = 0; k < 50; ++k) {
    const RandomState s(m, random, reach);
    testing::expect_contact_kinematics(*m.system, s.t, s.q, s.u, s.a);
    testing::expect_lagrange(*m.system, s.t, s.q, s.u);
  }
}

TEST_P(EveryModel, ContactRowsAndForcesFollowFromGapsAndEnergies) {
  check_mechanics(model().build(defaults(model())));
}

TEST_P(EveryModel, FillsOnlyWhatIsAskedForAndTheSameInParts) {
  const ModelInstance m = model().build(defaults(model()));
  const Evaluation all = evaluated(m);
  Evaluation parts;
  parts.fit(m.system->info());
  for (const unsigned need : {kPotential, kContacts, kGaps, kForces, kMass}) {
    m.system->evaluate(0.0, m.start.q, m.start.u, need, parts);
  }
  EXPECT_EQ(all.M, parts.M);
  EXPECT_EQ(all.h, parts.h);
  EXPECT_EQ(all.gap, parts.gap);
  EXPECT_EQ(all.W, parts.W);
  EXPECT_EQ(all.bias, parts.bias);
  EXPECT_EQ(all.surface_velocity, parts.surface_velocity);
  EXPECT_EQ(all.potential, parts.potential);
  EXPECT_EQ(all.damping_power, parts.damping_power);
}

INSTANTIATE_TEST_SUITE_P(Models, EveryModel, ::testing::ValuesIn(names()),
                         [](const auto& model_name) {
                           std::string name = model_name.param;
                           std::erase(name, '-');
                           return name;
                         });

TEST(Models, MechanicsHoldsWithEveryOptionInUse) {
  check_mechanics(build("bouncing-ball", {{"amplitude", 0.1},
                                          {"angular_frequency", 30.0},
                                          {"phase", 0.7},
                                          {"spin", 3.0},
                                          {"horizontal_velocity", 1.0}}));
  check_mechanics(build("ball-in-corner", {{"spin", -5.0}, {"wall_shift", 0.3}}));
  check_mechanics(build("disc-ball", {{"ball_gravity", 1.0}, {"angular_velocity", -3.0}}));
  check_mechanics(build("disc-ball", {{"angle", 0.9}, {"distance", 0.01}}));
  check_mechanics(build("box-on-incline", {{"gyration_radius", 0.2}, {"angular_velocity", 2.0}}));
  check_mechanics(build("friction-oscillator", {{"damping", 3.0}}));
}

TEST(Models, BallBesideTheDiscsFaceTouchesItsEdge) {
  for (const double side : {1.0, -1.0}) {
    ModelInstance m = build("disc-ball", {{"ball_gravity", 1.0}});
    ASSERT_NE(m.system, nullptr);
    m.start.q[1] = m.start.q[3] + side * (0.0375 + 0.009);
    check_mechanics(m, 0.05);  // the edge is sharp: stay where it is far enough for the differences
    const double beyond = std::hypot(0.0125, 0.009) - 0.0125;
    EXPECT_NEAR(evaluated(m).gap[3], beyond, 1e-15);
  }
}

TEST(Models, TheEdgeOfTheDiscsFaceContinuesTheFace) {
  ModelInstance m = build("disc-ball", {{"impact_height", 0.0375}, {"angular_velocity", 1.0}});
  ASSERT_NE(m.system, nullptr);
  m.start.q[1] -= 1e-12;
  const Evaluation face = evaluated(m);
  m.start.q[1] += 2e-12;
  const Evaluation edge = evaluated(m);
  EXPECT_TRUE(face.gap.isApprox(edge.gap, 1e-9));
  EXPECT_TRUE(face.W.isApprox(edge.W, 1e-9));
}

TEST(Models, StartsInsideASurfaceAreRefusedWithTheContactsName) {
  const ModelInstance m = build("frictional-bounce", {{"y", -0.1}});
  EXPECT_EQ(m.system, nullptr);
  EXPECT_NE(m.refusal.find("tip"), std::string::npos) << m.refusal;
  EXPECT_NE(build("ball-in-corner", {{"height", 0.4}}).refusal, "");
  EXPECT_NE(build("disc-ball", {{"impact_height", 0.05}}).refusal, "");
}

TEST(Models, AreFoundByNameOnly) {
  EXPECT_EQ(find_model("no-such-model"), nullptr);
  for (const Model& model : all_models()) EXPECT_EQ(find_model(model.name)->name, model.name);
}

}  // namespace
}  // namespace ricochet
