// What every law must keep, on a million random impacts each (a tenth in the quick suite): always that
// impulses press, nothing approaches afterwards, momentum balances, mirrored and rescaled problems have
// mirrored and rescaled answers, and every energy gain is flagged; and each claim the law declares
// (LawClaims). For each claim a law does not make there is a kept counter-example below.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include <ricochet/impact/registry.hpp>
#include <support/random_contacts.hpp>
#include <support/resolve.hpp>
#include <support/suite.hpp>

namespace ricochet {
namespace {

using ricochet::testing::as_problem;
using ricochet::testing::flagged;
using ricochet::testing::Random;
using ricochet::testing::random_contact;
using ricochet::testing::random_sphere;
using ricochet::testing::resolve;
using ricochet::testing::suite_count;

class EveryLaw : public ::testing::TestWithParam<const ImpactLaw*> {};

TEST_P(EveryLaw, KeepsItsClaimsOnRandomImpacts) {
  const ImpactLaw& law = *GetParam();
  const bool sphere = law.info().name == "walton";
  const bool is_brach = law.info().name == "brach";
  // lzb integrates: it is exact to its tolerance only, and a thousand times slower.
  const bool integrates = law.info().name == "lzb";
  const double accuracy = integrates ? LzbOptions{}.tolerance : 1e-12;
  // `bowling` has a speed of its own, v_s, and adds velocities to coefficients of friction.
  const double velocity_unit = law.info().name == "bowling" ? 1.0 : 0x1p-5;
  Random random(77);
  Workspace workspace;
  ImpactOutcome out;
  ImpactOutcome other;
  const long count = suite_count(integrates ? 50'000 : 1'000'000);
  long gains = 0;
  long outside_cone = 0;
  double worst_residual = 0.0;
  double largest_gain = 0.0;
  for (long k = 0; k < count; ++k) {
    OneContact c = sphere ? random_sphere(random) : random_contact(random);
    if (random.chance(0.05)) c.gN = random.chance(0.5) ? 0.0 : random.uniform(0.0, 1.0);
    if (random.chance(0.05)) c.restitution = random.chance(0.5) ? 0.0 : 1.0;
    if (random.chance(0.02)) c.mu = c.mu_static = 0.0;
    ContactProblem problem = as_problem(c);
    if (is_brach && random.chance(0.5)) {
      problem.contact[0].impulse_ratio = ImpulseRatio{random.uniform(-1.0, 1.0), false};
    }
    law.resolve(problem, out, workspace);
    if (is_brach && out.status == Status::no_solution) continue;  // a ratio beyond the pole
    ASSERT_TRUE(has_answer(out.status)) << "contact " << k << ": " << to_string(out.status);
    const double L_N = out.impulse[0];
    const double L_T = out.impulse[1];
    const double v = std::max(std::abs(c.gN), std::abs(c.gT));
    const double rounding = accuracy * (v + (c.alpha + c.beta) * std::hypot(L_N, L_T));
    ASSERT_GE(L_N, 0.0);
    ASSERT_GE(out.gamma[0], -rounding) << "contact " << k << " approaches after the impact";
    const double momentum = (out.gamma - problem.gamma - problem.G * out.impulse).norm();
    ASSERT_LE(momentum, rounding);
    worst_residual = std::max(worst_residual, out.residual);

    const bool in_cone = std::abs(L_T) <= c.mu * L_N * (1.0 + accuracy) + 1e-14;
    outside_cone += !in_cone;
    if (law.info().claims.inside_cone) {
      ASSERT_TRUE(in_cone) << "contact " << k;
    }

    const double exchanged = 0.5 * (std::abs(L_N * c.gN) + std::abs(L_T * c.gT));
    const bool gain = out.energy.dissipation < -accuracy * exchanged;
    ASSERT_EQ(gain, flagged(out, WarningId::energy_gain));
    if (gain) {
      ++gains;
      largest_gain = std::max(largest_gain, -out.energy.dissipation / exchanged);
    }
    if (law.info().claims.dissipative) {
      ASSERT_GE(out.energy.dissipation, -accuracy * exchanged) << "contact " << k;
    }
    if (law.info().claims.unique && c.gN < 0.0) {
      ASSERT_EQ(out.status, Status::unique);
    }

    // Mirror: t -> -t.
    ContactProblem mirrored = problem;
    mirrored.G(0, 1) = mirrored.G(1, 0) = -c.delta;
    mirrored.gamma[1] = -c.gT;
    if (auto& ratio = mirrored.contact[0].impulse_ratio) ratio->value = -ratio->value;
    law.resolve(mirrored, other, workspace);
    ASSERT_EQ(other.status, out.status);
    ASSERT_NEAR(other.impulse[0], L_N, rounding / c.alpha);
    ASSERT_NEAR(other.impulse[1], -L_T, rounding / c.alpha);

    // Units: masses in other units by 2^7 (1/G), velocities by 2^-5: exact powers of two.
    ContactProblem scaled = problem;
    scaled.G *= 0x1p-7;
    scaled.gamma *= velocity_unit;
    const double impulse_unit = 0x1p7 * velocity_unit;
    law.resolve(scaled, other, workspace);
    ASSERT_EQ(other.status, out.status);
    ASSERT_NEAR(other.impulse[0] / impulse_unit, L_N, rounding / c.alpha);
    ASSERT_NEAR(other.impulse[1] / impulse_unit, L_T, rounding / c.alpha);
  }
  std::printf(
      "%s: %ld impacts, residual <= %.1e, energy gains %ld (largest %.3g), outside the cone %ld\n",
      std::string(law.info().name).c_str(), count, worst_residual, gains, largest_gain,
      outside_cone);
  EXPECT_LE(worst_residual, accuracy);
}

INSTANTIATE_TEST_SUITE_P(Laws, EveryLaw, ::testing::ValuesIn(all_laws().begin(), all_laws().end()),
                         [](const auto& law) {
                           std::string name(law.param->info().name);
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

// ---- Counter-examples to the claims that are not made --------------------------------------------

TEST(CounterExample, RouthNewtonCreatesEnergyWithFriction) {
  // Brach's rod at 45 degrees, v_t = 0.2, e = 1, f = 0.9: 12 % of the kinetic energy (1.04/2).
  const ContactProblem p = as_problem({2.5, 2.5, -1.5, -1.0, 0.2, 0.9, 0.9, 1.0, 0.0});
  ASSERT_FALSE(find_law("routh-newton")->info().claims.dissipative);
  const ImpactOutcome out = resolve("routh-newton", p);
  EXPECT_NEAR(-out.energy.dissipation / 0.52, 0.12, 0.01);
  EXPECT_TRUE(flagged(out, WarningId::energy_gain));
}

TEST(CounterExample, MoreauCreatesEnergyWithUnequalRestitution) {
  // The same rod: eps_N = 1, eps_T = 0.
  const ContactProblem p = as_problem({2.5, 2.5, -1.5, -1.0, 0.2, 0.9, 0.9, 1.0, 0.0});
  ASSERT_FALSE(find_law("moreau")->info().claims.dissipative);
  const ImpactOutcome out = resolve("moreau", p);
  EXPECT_LT(out.energy.dissipation, -0.05);
  EXPECT_TRUE(flagged(out, WarningId::energy_gain));
}

TEST(CounterExample, BowlingCreatesEnergyAndLeavesTheCone) {
  // Sliding is stopped by more than Coulomb allows.
  const ContactProblem p = as_problem({1.0, 3.0, 0.9, -1.0, -0.6, 0.1, 0.1, 0.9, 0.0});
  ASSERT_FALSE(find_law("bowling")->info().claims.dissipative);
  ASSERT_FALSE(find_law("bowling")->info().claims.inside_cone);
  ASSERT_FALSE(find_law("bowling")->info().claims.unique);  // see Bowling.SphereWithoutSlip*
  const ImpactOutcome out = resolve("bowling", p);
  EXPECT_TRUE(flagged(out, WarningId::energy_gain));
  EXPECT_TRUE(flagged(out, WarningId::cone_violated));
}

TEST(CounterExample, BrachWithADrivingRatioCreatesEnergyAndLeavesTheCone) {
  ContactProblem p = as_problem({1.0, 1.0, 0.0, -1.0, 1.0, 0.2, 0.2, 1.0, 0.0});
  p.contact[0].impulse_ratio = ImpulseRatio{0.5, false};  // along the slip
  ASSERT_FALSE(find_law("brach")->info().claims.dissipative);
  ASSERT_FALSE(find_law("brach")->info().claims.inside_cone);
  const ImpactOutcome out = resolve("brach", p);
  EXPECT_TRUE(flagged(out, WarningId::energy_gain));
  EXPECT_TRUE(flagged(out, WarningId::cone_violated));
}

}  // namespace
}  // namespace ricochet
