// Coefficients from measured impacts: exact without noise, inside the stated intervals at the stated rate with it.

#include <gtest/gtest.h>

#include <cmath>

#include <ricochet/impact/registry.hpp>
#include <ricochet/study/identify_impacts.hpp>
#include <ricochet/study/normal_numbers.hpp>
#include <ricochet/study/quantiles.hpp>
#include <support/coverage.hpp>

namespace ricochet::testing {
namespace {

constexpr auto kIdentified = IdentifyStatus::identified;

// A slender bar of 1 kg and half length 1 m falls with one tip on the ground, at 60 degrees.
ContactProblem bar(double e, double mu) {
  ContactProblem p;
  p.M = Eigen::Vector3d(1.0, 1.0, 1.0 / 3.0).asDiagonal();
  p.W.resize(3, 2);
  p.W << 0, 1, 1, 0, -0.5, std::sqrt(0.75);
  p.u = Eigen::Vector3d(0.5, -1.0, 0.0);
  p.surface_velocity.setZero(2);
  p.names = {"tip"};
  p.contact.resize(1);
  set_coefficient(p.contact[0], Coefficient::restitution, e);
  set_coefficient(p.contact[0], Coefficient::friction, mu);
  EXPECT_TRUE(p.assemble());
  return p;
}

// A block lands on two corners, the second a little later than the first.
ContactProblem block(double e_left, double e_right, double mu) {
  ContactProblem p;
  p.M = Eigen::Vector3d(2.0, 2.0, 0.4).asDiagonal();
  p.W.resize(3, 4);
  p.W << 0, 1, 0, 1, 1, 0, 1, 0, -0.5, 0.3, 0.5, 0.3;
  p.u = Eigen::Vector3d(0.6, -1.0, 0.3);
  p.surface_velocity.setZero(4);
  p.names = {"left", "right"};
  p.contact.resize(2);
  for (ContactParameters& contact : p.contact) {
    set_coefficient(contact, Coefficient::friction, mu);
    contact.stiffness = 1e6;
  }
  set_coefficient(p.contact[0], Coefficient::restitution, e_left);
  set_coefficient(p.contact[1], Coefficient::restitution, e_right);
  EXPECT_TRUE(p.assemble());
  return p;
}

std::vector<VelocityComponent> generalized(Eigen::Index f) {
  std::vector<VelocityComponent> all;
  for (Eigen::Index i = 0; i < f; ++i) all.push_back({false, i});
  return all;
}
std::vector<VelocityComponent> of_contact() { return {{true, 0}, {true, 1}}; }

// An experiment: impacts with these velocities before (rows), noise of these standard deviations.
ImpactData experiment(const ContactProblem& truth, const ImpactLaw& law,
                      const std::vector<VelocityComponent>& before,
                      const std::vector<VelocityComponent>& after, const Eigen::MatrixXd& rows,
                      double sigma_before, double sigma_after, std::uint64_t seed) {
  NormalNumbers noise(seed);
  ContactProblem p = truth;
  Workspace workspace;
  ImpactOutcome out;
  ImpactData data;
  data.before = before;
  data.after = after;
  data.before_values = rows;
  data.after_values.resize(rows.rows(), static_cast<Eigen::Index>(after.size()));
  data.before_sigma.setConstant(rows.cols(), sigma_before);
  data.after_sigma.setConstant(data.after_values.cols(), sigma_after);
  const bool contact_space = before[0].contact;
  if (contact_space) p.u.resize(0);
  for (Eigen::Index k = 0; k < rows.rows(); ++k) {
    if (contact_space) {
      p.gamma = rows.row(k);
    } else {
      p.u = rows.row(k);
      EXPECT_TRUE(p.assemble());
    }
    law.resolve(p, out, workspace);
    EXPECT_TRUE(has_answer(out.status)) << out.message;
    for (std::size_t i = 0; i < after.size(); ++i) {
      const double exact = (after[i].contact ? out.gamma : out.u)[after[i].index];
      data.after_values(k, static_cast<Eigen::Index>(i)) = exact + sigma_after * noise.next();
    }
    for (Eigen::Index i = 0; i < rows.cols(); ++i) {
      data.before_values(k, i) += sigma_before * noise.next();
    }
  }
  return data;
}

Eigen::MatrixXd repeated(const Eigen::VectorXd& row, Eigen::Index times) {
  return row.transpose().replicate(times, 1);
}

const std::vector<SoughtCoefficient> kBoth = {sought(Coefficient::restitution, {0}),
                                              sought(Coefficient::friction, {0})};

TEST(IdentifyImpacts, NewtonsCoefficientIsTheRatioOfNormalVelocitiesWithItsClosedInterval) {
  const ContactProblem truth = bar(0.6, 0.0);
  Eigen::MatrixXd rows(4, 2);
  rows << -1.0, 0.3, -0.5, 0.1, -1.5, 0.0, -0.8, -0.4;
  const ImpactData data =
      experiment(truth, *find_law("moreau"), of_contact(), {{true, 0}}, rows, 0.0, 0.01, 7);
  const std::vector<SoughtCoefficient> e = {sought(Coefficient::restitution, {0})};
  const Identified found = identify_impacts(truth, *find_law("moreau"), e, data, 0.9).parameters[0];
  const double sum = rows.col(0).squaredNorm();
  const double value = -rows.col(0).dot(data.after_values.col(0)) / sum;
  EXPECT_EQ(found.status, kIdentified);
  EXPECT_NEAR(found.value, value, 1e-8);
  const double half = normal_two_sided(0.9) * 0.01 / std::sqrt(sum);
  EXPECT_NEAR(found.low, value - half, 1e-5 * half);
  EXPECT_NEAR(found.high, value + half, 1e-5 * half);
}

TEST(IdentifyImpacts, ExactDataGiveTheCoefficientsUnderEveryOneContactLawInSlip) {
  for (const char* law :
       {"moreau", "poisson", "routh-newton", "routh-poisson", "routh-stronge", "lzb", "brach"}) {
    ContactProblem truth = bar(0.37, 0.21);
    truth.contact[0].stiffness = 1e6;
    const ImpactData data = experiment(truth, *find_law(law), generalized(3), generalized(3),
                                       repeated(Eigen::Vector3d(1.5, -1.0, 0.1), 1), 0.0, 1e-9, 1);
    ContactProblem base = bar(0.9, 0.9);
    base.contact[0].stiffness = 1e6;
    const ImpactIdentification same = identify_impacts(base, *find_law(law), kBoth, data);
    EXPECT_EQ(same.parameters[0].status, kIdentified) << law;
    EXPECT_NEAR(same.parameters[0].value, 0.37, 1e-7) << law;
    EXPECT_EQ(same.parameters[1].status, kIdentified) << law;
    EXPECT_NEAR(same.parameters[1].value, 0.21, 1e-7) << law;
    // The impulses follow from momentum alone: slip has |L_T| = mu L_N.
    ASSERT_EQ(same.impulses.size(), 1U);
    EXPECT_NEAR(std::abs(same.impulses[0].tangential / same.impulses[0].normal), 0.21, 1e-7) << law;
  }
}

TEST(IdentifyImpacts, SticksGiveOnlyALowerBoundOfFriction) {
  // gT- = 0.5 is stopped by L_T / L_N = -0.3 or so: mu = 0.8 is not seen.
  const ContactProblem truth = bar(0.5, 2.0);
  const ImpactData data = experiment(truth, *find_law("poisson"), generalized(3), generalized(3),
                                     repeated(truth.u, 5), 0.0, 1e-6, 3);
  const ImpactIdentification found = identify_impacts(truth, *find_law("poisson"), kBoth, data);
  EXPECT_EQ(found.parameters[0].status, kIdentified);
  EXPECT_NEAR(found.parameters[0].value, 0.5, 1e-5);
  EXPECT_EQ(found.parameters[1].status, IdentifyStatus::lower_bound);
  const double ratio = std::abs(found.impulses[0].tangential / found.impulses[0].normal);
  EXPECT_GT(found.parameters[1].low, 0.9 * ratio);
  EXPECT_LT(found.parameters[1].low, 2.0);
  EXPECT_TRUE(std::isnan(found.parameters[1].value));
  EXPECT_TRUE(std::isinf(found.parameters[1].high));
}

TEST(IdentifyImpacts, ACoefficientTheLawDoesNotUseIsNotIdentifiable) {
  const ContactProblem truth = bar(0.5, 0.1);
  const ImpactData data = experiment(truth, *find_law("moreau"), generalized(3), generalized(3),
                                     repeated(truth.u, 3), 0.0, 1e-3, 3);
  const std::vector<SoughtCoefficient> two = {sought(Coefficient::friction, {0}),
                                              sought(Coefficient::static_friction, {0})};
  const ImpactIdentification found = identify_impacts(truth, *find_law("moreau"), two, data);
  EXPECT_EQ(found.parameters[0].status, kIdentified);
  EXPECT_EQ(found.parameters[1].status, IdentifyStatus::not_identifiable);
  EXPECT_NE(found.parameters[1].message, "");
}

TEST(IdentifyImpacts, ElasticImpactIsAtTheBound) {
  const ContactProblem truth = bar(1.0, 0.0);
  ImpactData data = experiment(truth, *find_law("moreau"), of_contact(), {{true, 0}},
                               repeated(truth.gamma, 2), 0.0, 1e-3, 3);
  data.after_values.setConstant(1.0005);  // faster than it came, by less than the noise
  const std::vector<SoughtCoefficient> e = {sought(Coefficient::restitution, {0})};
  const Identified found = identify_impacts(truth, *find_law("moreau"), e, data).parameters[0];
  EXPECT_EQ(found.status, IdentifyStatus::at_bound);
  EXPECT_EQ(found.value, 1.0);
  EXPECT_EQ(found.high, 1.0);
  EXPECT_LT(found.low, 1.0);
}

TEST(IdentifyImpacts, TwoContactsHaveTheirOwnCoefficientsOrShareOne) {
  for (const char* law : {"moreau", "poisson", "lzb"}) {
    const ContactProblem truth = block(0.3, 0.7, 0.12);
    Eigen::MatrixXd rows(2, 3);
    rows << 0.9, -1.0, 0.3, -0.8, -1.1, -0.2;
    const ImpactData data =
        experiment(truth, *find_law(law), generalized(3), generalized(3), rows, 0.0, 1e-7, 5);
    const std::vector<SoughtCoefficient> three = {sought(Coefficient::restitution, {0}),
                                                  sought(Coefficient::restitution, {1}),
                                                  sought(Coefficient::friction, {0, 1})};
    const auto found = identify_impacts(block(0.5, 0.5, 0.5), *find_law(law), three, data);
    const double expected[] = {0.3, 0.7, 0.12};
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(found.parameters[i].status, kIdentified) << law << i;
      EXPECT_NEAR(found.parameters[i].value, expected[i], 1e-5) << law << i;
    }
    EXPECT_GT(found.law.p_value, 1e-3) << law;
  }
}

TEST(IdentifyImpacts, TangentialRestitutionAndImpulseRatioAreFoundWhereTheLawUsesThem) {
  ContactProblem truth = bar(0.4, 3.0);  // sticks
  truth.contact[0].tangential = 0.35;
  const ImpactData rebound = experiment(truth, *find_law("moreau"), generalized(3), generalized(3),
                                        repeated(truth.u, 2), 0.0, 1e-8, 1);
  const std::vector<SoughtCoefficient> tangential = {sought(Coefficient::restitution, {0}),
                                                     sought(Coefficient::tangential, {0})};
  const auto found = identify_impacts(truth, *find_law("moreau"), tangential, rebound);
  EXPECT_NEAR(found.parameters[0].value, 0.4, 1e-6);
  EXPECT_NEAR(found.parameters[1].value, 0.35, 1e-6);
  truth.contact[0].impulse_ratio = ImpulseRatio{-0.07, false};
  const ImpactData slide = experiment(truth, *find_law("brach"), generalized(3), generalized(3),
                                      repeated(Eigen::Vector3d(1.5, -1.0, 0.1), 2), 0.0, 1e-8, 1);
  const std::vector<SoughtCoefficient> ratio = {sought(Coefficient::impulse_ratio, {0})};
  EXPECT_NEAR(identify_impacts(truth, *find_law("brach"), ratio, slide).parameters[0].value, -0.07,
              1e-6);
}

TEST(IdentifyImpacts, TheWrongLawIsFoundOutAndTheWrongMassEvenWithoutALaw) {
  // In the slower of these impacts sliding reverses: the law of Newton and Coulomb cannot follow.
  const ContactProblem truth = bar(0.8, 0.2);
  Eigen::MatrixXd rows(10, 3);
  for (Eigen::Index k = 0; k < 10; ++k) {
    rows.row(k) = Eigen::RowVector3d(0.05 + 0.1 * static_cast<double>(k), -1.0, 0.0);
  }
  const ImpactData data = experiment(truth, *find_law("routh-poisson"), generalized(3),
                                     generalized(3), rows, 0.0, 1e-3, 9);
  const auto right = identify_impacts(truth, *find_law("routh-poisson"), kBoth, data);
  EXPECT_GT(right.law.p_value, 1e-3);
  EXPECT_GT(right.momentum.p_value, 1e-3);
  EXPECT_NEAR(right.parameters[1].value, 0.2, 0.01);
  const auto wrong = identify_impacts(truth, *find_law("moreau"), kBoth, data);
  EXPECT_LT(wrong.law.p_value, 1e-6);
  EXPECT_DOUBLE_EQ(wrong.momentum.p_value, right.momentum.p_value);
  const auto refused = identify_impacts(truth, *find_law("walton"), kBoth, data);
  EXPECT_EQ(refused.parameters[0].status, IdentifyStatus::not_identifiable);
  EXPECT_NE(refused.parameters[0].message.find("refuses"), std::string::npos);
  ContactProblem heavy = truth;
  heavy.M(2, 2) *= 1.1;
  ASSERT_TRUE(heavy.assemble());
  const auto mass = identify_impacts(heavy, *find_law("routh-poisson"), kBoth, data);
  EXPECT_LT(mass.momentum.p_value, 1e-6);
  EXPECT_LT(mass.law.p_value, 1e-6);
  EXPECT_EQ(mass.momentum.freedom, 10);
}

// Coverage. `hits` counts the experiments whose interval holds the truth.

struct Setting {
  const char* law;
  double e, mu;
  Eigen::Vector3d u;
  double sigma_before, sigma_after;
  bool sigma_known;
};

// The share of experiments that bound mu from below only.
double expect_coverage(const Setting& s, bool at_least) {
  const long runs = suite_count(2000);
  const ContactProblem truth = bar(s.e, s.mu);
  Eigen::MatrixXd rows = repeated(s.u, 6);
  for (Eigen::Index k = 0; k < 6; ++k) rows.row(k) *= 1.0 + 0.1 * static_cast<double>(k);
  long hits[2] = {0, 0};
  long fits = 0;
  long bounds = 0;
  for (long run = 0; run < runs; ++run) {
    ImpactData data =
        experiment(truth, *find_law(s.law), generalized(3), generalized(3), rows, s.sigma_before,
                   s.sigma_after, 1000U + static_cast<std::uint64_t>(run));
    if (!s.sigma_known) data.after_sigma.resize(0);
    const auto found = identify_impacts(truth, *find_law(s.law), kBoth, data);
    const double expected[] = {s.e, s.mu};
    for (std::size_t i = 0; i < 2; ++i) {
      const Identified& p = found.parameters[i];
      if (p.low <= expected[i] && expected[i] <= p.high) ++hits[i];
    }
    if (found.law.p_value > 0.05) ++fits;
    if (found.parameters[1].status == IdentifyStatus::lower_bound) ++bounds;
  }
  expect_rate("e", hits[0], runs, 0.95, at_least);
  expect_rate("mu", hits[1], runs, 0.95, at_least);
  if (s.sigma_known) expect_rate("fits", fits, runs, 0.95, at_least);
  return static_cast<double>(bounds) / static_cast<double>(runs);
}

TEST(IdentifyImpacts, IntervalsHoldTheTruthAtTheStatedRateInSlip) {
  expect_coverage({"routh-poisson", 0.4, 0.15, {1.5, -1.0, 0.1}, 0.0, 0.01, true}, false);
}

TEST(IdentifyImpacts, IntervalsHoldTheTruthWhenTheVelocitiesBeforeAreNoisyToo) {
  expect_coverage({"moreau", 0.5, 0.2, {1.5, -1.0, 0.1}, 0.01, 0.01, true}, false);
}

TEST(IdentifyImpacts, IntervalsHoldTheTruthWhenTheNoiseIsNotKnown) {
  expect_coverage({"poisson", 0.5, 0.2, {1.5, -1.0, 0.1}, 0.0, 0.02, false}, false);
}

TEST(IdentifyImpacts, IntervalsHoldTheTruthAtTheEdgeBetweenStickAndSlip) {
  // Stick needs the impulse G^-1 (1.5, -0.3): |L_T| / L_N = 0.31738. Some of the intervals have an upper end.
  const double bounds =
      expect_coverage({"moreau", 0.5, 0.31738, {0.3, -1.0, 0.0}, 0.0, 0.01, true}, true);
  EXPECT_GT(bounds, 0.5);
  // Few have: of a handful of seeds (sanitizer builds) perhaps none.
  if (suite_count(2000) >= 200) {
    EXPECT_LT(bounds, 1.0);
  }
}

TEST(IdentifyImpacts, LowerBoundsHoldTheTruthInStick) {
  const double bounds =
      expect_coverage({"moreau", 0.6, 1.2, {0.3, -1.0, 0.0}, 0.0, 0.02, true}, true);
  EXPECT_GT(bounds, 0.93);  // one-sided: in half of the 5 % the noise looks like slip
}

TEST(IdentifyImpacts, IntervalsHoldTheTruthWhereSlidingStopsDuringTheImpact) {
  // e and mu make up for each other and meet their bounds: the intervals are wider than need be.
  expect_coverage({"routh-stronge", 0.6, 1.5, {0.3, -1.0, 0.0}, 0.0, 0.01, true}, true);
}

}  // namespace
}  // namespace ricochet::testing
