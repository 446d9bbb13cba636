// How the laws are related: if and only if.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include <ricochet/impact/moreau.hpp>
#include <ricochet/impact/routh.hpp>
#include <ricochet/impact/stronge_compliant.hpp>
#include <support/marches.hpp>
#include <support/random_contacts.hpp>
#include <support/suite.hpp>

namespace ricochet {
namespace {

using ricochet::testing::Impulses;
using ricochet::testing::march_compliant;
using ricochet::testing::march_impulse;
using ricochet::testing::MarchEnd;
using ricochet::testing::Random;
using ricochet::testing::random_contact;
using ricochet::testing::suite_count;

double difference(const OneContactResult& a, double L_N, double L_T) {
  return std::hypot(a.L_N - L_N, a.L_T - L_T) / (std::hypot(a.L_N, a.L_T) + std::hypot(L_N, L_T));
}
double difference(const OneContactResult& a, const OneContactResult& b) {
  return difference(a, b.L_N, b.L_T);
}

/// The smallest share of a phase in the impulse: phases this short cannot be told from none.
double shortest_phase(const OneContactResult& r) {
  double shortest = 1.0;
  for (unsigned k = 0; k < r.phase_count; ++k) {
    shortest = std::min(shortest, r.phases[k].normal_impulse / r.L_N);
  }
  return shortest;
}
bool one_mode_throughout(const OneContactResult& r) {
  for (unsigned k = 0; k < r.phase_count; ++k) {
    if (r.phases[k].mode != r.phases[0].mode) return false;
  }
  return true;
}

TEST(Restitution, ThreeDefinitionsCoincideIfAndOnlyIfTheSlopeNeverChanges) {
  Random random(1);
  const long count = suite_count(100'000);
  long same = 0;
  long different = 0;
  long aside = 0;
  for (long k = 0; k < count; ++k) {
    OneContact c = random_contact(random);
    c.restitution = random.uniform(0.05, 1.0);
    if (random.chance(0.05)) c.mu = c.mu_static = 0.0;
    const OneContactResult e = routh_newton(c);
    const OneContactResult R = routh_poisson(c);
    const OneContactResult E = routh_stronge(c);
    if (std::min({shortest_phase(e), shortest_phase(R), shortest_phase(E)}) < 1e-7) {
      ++aside;
      continue;
    }
    const bool constant =
        one_mode_throughout(e) && one_mode_throughout(R) && one_mode_throughout(E);
    const double apart = std::max({difference(e, R), difference(R, E), difference(e, E)});
    ASSERT_EQ(constant, apart <= 1e-12) << "contact " << k << ": apart " << apart;
    ++(constant ? same : different);
  }
  std::printf("coincide %ld, differ %ld, set aside %ld\n", same, different, aside);
  EXPECT_GT(same, count / 10);
  EXPECT_GT(different, count / 10);
  EXPECT_LT(aside, count / 1000 + 2);
}

TEST(Moreau, EqualsRouthNewtonUnlessTheProcessEndsInSlipAfterAStop) {
  Random random(2);
  const long count = suite_count(100'000);
  long same = 0;
  long different = 0;
  long aside = 0;
  for (long k = 0; k < count; ++k) {
    OneContact c = random_contact(random);
    c.tangential = 0.0;
    if (random.chance(0.5)) c.mu = c.mu_static = 0.5 * c.mu;
    const OneContactResult routh = routh_newton(c);
    const OneContactResult moreau = moreau_one_contact(c);
    if (shortest_phase(routh) < 1e-7) {
      ++aside;
      continue;
    }
    const bool slips_after_a_stop = routh.mode != Mode::stick && !one_mode_throughout(routh);
    const double apart = difference(routh, moreau);
    ASSERT_EQ(!slips_after_a_stop, apart <= 1e-12) << "contact " << k << ": apart " << apart;
    ++(slips_after_a_stop ? different : same);
  }
  std::printf("equal %ld, different %ld, set aside %ld\n", same, different, aside);
  EXPECT_GT(same, count / 10);
  EXPECT_GT(different, count / 50);
  EXPECT_LT(aside, count / 1000 + 2);
}

TEST(Routh, BruteForceMarchConvergesToItAtFirstOrder) {
  const std::pair<MarchEnd, OneContactResult (*)(const OneContact&)> laws[] = {
      {MarchEnd::kinematic, routh_newton},
      {MarchEnd::kinetic, routh_poisson},
      {MarchEnd::energetic, routh_stronge}};
  for (const auto& [end, law] : laws) {
    Random random(3);
    double coarse = 0.0;
    double fine = 0.0;
    double worst = 0.0;
    const long count = 2'000;  // always: a mean over fewer contacts shows the order less clearly
    for (long k = 0; k < count; ++k) {
      const OneContact c = random_contact(random);
      const OneContactResult r = law(c);
      const Impulses a = march_impulse(c, end, r.L_N / 500);
      const Impulses b = march_impulse(c, end, r.L_N / 4'000);
      coarse += difference(r, a.N, a.T);
      fine += difference(r, b.N, b.T);
      worst = std::max(worst, difference(r, b.N, b.T));
    }
    const double order = std::log2(coarse / fine) / 3.0;
    std::printf("mean error %.1e -> %.1e, order %.2f, worst %.1e\n",
                coarse / static_cast<double>(count), fine / static_cast<double>(count), order,
                worst);
    EXPECT_NEAR(order, 1.0, 0.15);
    EXPECT_LT(worst, 1e-3);
  }
}

TEST(StrongeCompliant, BruteForceMarchInTimeConvergesToIt) {
  Random random(4);
  double worst = 0.0;
  double coarse = 0.0;
  double fine = 0.0;
  const long count = suite_count(1'000);
  for (long k = 0; k < count; ++k) {
    OneContact c = random_contact(random);
    c.restitution = random.uniform(0.2, 1.0);
    const double eta2 = random.uniform(0.5, 2.0);
    const OneContactResult r = stronge_compliant(c, eta2);
    const Impulses a = march_compliant(c, eta2, 1e-3);
    const Impulses b = march_compliant(c, eta2, 2.5e-4);
    coarse += difference(r, a.N, a.T);
    fine += difference(r, b.N, b.T);
    worst = std::max(worst, difference(r, b.N, b.T));
  }
  const double order = std::log2(coarse / fine) / 2.0;
  std::printf("order %.2f, worst %.1e\n", order, worst);
  EXPECT_GT(order, 0.9);
  EXPECT_LT(worst, 1e-4);
}

TEST(StrongeCompliant, StiffTangentialSpringApproachesRouthStronge) {
  // eta^2 = k/k_T -> 0: no tangential compliance.
  Random random(5);
  double worst = 0.0;
  for (long k = 0; k < suite_count(2'000); ++k) {
    OneContact c = random_contact(random);
    c.restitution = random.uniform(0.2, 1.0);
    worst = std::max(worst, difference(stronge_compliant(c, 1e-8), routh_stronge(c)));
  }
  std::printf("worst %.1e at eta^2 = 1e-8\n", worst);
  EXPECT_LT(worst, 1e-3);  // of the order sqrt(eta^2)
}

}  // namespace
}  // namespace ricochet
