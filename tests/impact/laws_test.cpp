// Single cases of each law that are known by hand.

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include <ricochet/impact/batch.hpp>
#include <ricochet/impact/moreau.hpp>
#include <ricochet/impact/registry.hpp>
#include <ricochet/impact/routh.hpp>
#include <ricochet/impact/stronge_compliant.hpp>
#include <support/random_contacts.hpp>
#include <support/resolve.hpp>

namespace ricochet {
namespace {

using ricochet::testing::as_problem;
using ricochet::testing::flagged;
using ricochet::testing::Random;
using ricochet::testing::random_contact;
using ricochet::testing::random_sphere;
using ricochet::testing::resolve;

/// Slender bar of mass m = 1, half length s = 1 at angle phi (Payr & Glocker, eq. 22).
OneContact bar(double phi_deg, double mu) {
  const double phi = phi_deg * M_PI / 180.0;
  OneContact c;
  c.alpha = 1.0 + 3.0 * std::cos(phi) * std::cos(phi);
  c.beta = 1.0 + 3.0 * std::sin(phi) * std::sin(phi);
  c.delta = 3.0 * std::sin(phi) * std::cos(phi);
  c.mu = c.mu_static = mu;
  return c;
}

TEST(ElasticDisc, BouncesWithoutFriction) {
  const ImpactOutcome out =
      resolve("moreau", as_problem({2.0, 4.0, 0.0, -3.0, 1.0, 0.0, 0.0, 0.5, 0.0}));
  EXPECT_EQ(out.status, Status::unique);
  EXPECT_DOUBLE_EQ(out.impulse[0], 2.25);
  EXPECT_DOUBLE_EQ(out.gamma[0], 1.5);
  EXPECT_DOUBLE_EQ(out.gamma[1], 1.0);
  EXPECT_EQ(out.modes[0], Mode::frictionless);
  EXPECT_DOUBLE_EQ(out.energy.dissipation, 0.5 / 2.0 * (9.0 - 2.25));
}

TEST(Painleve, ZeroNormalVelocityWithSupercriticalFrictionHasTwoAnswers) {
  OneContact c = bar(63.0, 5.0 / 3.0);  // alpha < mu delta: jam for gT > 0
  c.gT = 1.0;
  c.restitution = 0.5;
  for (const char* law :
       {"moreau", "routh-newton", "routh-poisson", "routh-stronge", "brach", "stronge-compliant"}) {
    const ImpactOutcome out = resolve(law, as_problem(c));
    EXPECT_EQ(out.status, Status::one_of_many) << law;
    ASSERT_EQ(out.solutions.size(), 2U) << law;
    EXPECT_GT(out.impulse[0], 0.0) << law << ": the limit gN- -> 0- is an impact";
    EXPECT_TRUE(flagged(out, WarningId::limit_of_approach)) << law;
    double least = 1.0;
    for (const ImpactSolution& s : out.solutions) least = std::min(least, s.impulse.norm());
    EXPECT_EQ(least, 0.0) << law << ": zero impulse is the other answer";
    // The limit: the answer for a vanishing approach.
    OneContact near = c;
    near.gN = -1e-9;
    const ImpactOutcome limit = resolve(law, as_problem(near));
    EXPECT_EQ(limit.status, Status::unique) << law;
    EXPECT_NEAR(out.impulse[0], limit.impulse[0], 1e-6) << law;
    EXPECT_NEAR(out.impulse[1], limit.impulse[1], 1e-6) << law;
  }
  EXPECT_NEAR(resolve("routh-newton", as_problem(c)).gamma[0], 0.0, 1e-14);
  EXPECT_GT(resolve("routh-poisson", as_problem(c)).gamma[0], 0.05);  // these two bounce
  EXPECT_GT(resolve("routh-stronge", as_problem(c)).gamma[0], 0.05);
}

TEST(Painleve, TangentialImpulseIsNegativeForPositiveSlip) {
  OneContact c = bar(63.0, 5.0 / 3.0);
  c.gT = 1.0;
  EXPECT_LT(moreau_one_contact(c).L_T, 0.0);
}

TEST(Painleve, SubcriticalFrictionHasNoImpactWithoutCollision) {
  OneContact c = bar(63.0, 1.3);  // below 4/3
  c.gT = 1.0;
  for (const ImpactLaw* law : all_laws()) {
    if (law->info().name == "walton") continue;
    const ImpactOutcome out = resolve(law->info().name, as_problem(c));
    EXPECT_EQ(out.status, Status::unique);
    EXPECT_EQ(out.impulse.norm(), 0.0);
  }
}

TEST(Painleve, OpeningContactThatJamsHasThreeAnswersUnderMoreau) {
  OneContact c = bar(63.0, 5.0 / 3.0);
  c.gN = 0.01;
  c.gT = 1.0;
  const ImpactOutcome out = resolve("moreau", as_problem(c));
  EXPECT_EQ(out.status, Status::one_of_many);
  EXPECT_EQ(out.solutions.size(), 3U);
  EXPECT_EQ(out.impulse.norm(), 0.0);
}

TEST(Painleve, CriticalFrictionOfTheSlenderBarIsFourThirds) {
  double least = 1e9;
  double at = 0.0;
  for (double phi = 60.0; phi < 67.0; phi += 1e-4) {
    const OneContact c = bar(phi, 0.0);
    if (c.alpha / c.delta < least) {
      least = c.alpha / c.delta;
      at = phi;
    }
  }
  EXPECT_NEAR(least, 4.0 / 3.0, 1e-11);
  EXPECT_NEAR(at, 63.4349, 1e-3);
}

/// A pinned lever: one degree of freedom, W_N = 1, W_T = w, M = 1.
ContactProblem lever(double w, double mu, double e) {
  ContactProblem p;
  p.M = Eigen::MatrixXd::Identity(1, 1);
  p.W.resize(1, 2);
  p.W << 1.0, w;
  p.u = Eigen::VectorXd::Constant(1, -1.0);
  p.contact.resize(1);
  p.names = {"tip"};
  ContactParameters& k = p.contact[0];
  k.mu = k.mu_static = mu;
  k.newton = k.poisson = k.energetic = e;
  EXPECT_TRUE(p.assemble());
  return p;
}

TEST(SelfLocking, LeverWithEnoughFrictionHasNoAnswerUnlessPoissonEndsAtRest) {
  const ContactProblem p = lever(2.0, 0.6, 0.5);  // |delta|/beta = 0.5 < mu
  for (const char* law : {"moreau", "routh-newton", "routh-stronge"}) {
    const ImpactOutcome out = resolve(law, p);
    EXPECT_EQ(out.status, Status::no_solution) << law;
    EXPECT_NE(out.message.find("self-locking"), std::string_view::npos) << law;
  }
  const ImpactOutcome poisson = resolve("routh-poisson", p);
  EXPECT_EQ(poisson.status, Status::unique);
  EXPECT_NEAR(poisson.gamma[0], 0.0, 1e-14);
  EXPECT_GT(poisson.impulse[0], 0.0);
}

TEST(SelfLocking, LeverWithLittleFrictionBounces) {
  const ContactProblem p = lever(2.0, 0.3, 0.5);
  for (const char* law : {"moreau", "routh-newton"}) {
    const ImpactOutcome out = resolve(law, p);
    EXPECT_EQ(out.status, Status::unique) << law;
    EXPECT_NEAR(out.gamma[0], 0.5, 1e-14) << law;
  }
}

TEST(SelfLocking, EqualRestitutionBouncesWithImpulsesNotUnique) {
  ContactProblem p = lever(2.0, 0.6, 0.5);
  p.contact[0].tangential = 0.5;
  const ImpactOutcome out = resolve("moreau", p);
  EXPECT_EQ(out.status, Status::unique);
  EXPECT_FALSE(out.impulses_unique);
  EXPECT_TRUE(out.least_norm);
  EXPECT_NEAR(out.gamma[0], 0.5, 1e-14);
  // Least norm of L_N + 2 L_T = 1.5 in the cone |L_T| <= 0.6 L_N: on its edge.
  EXPECT_NEAR(out.impulse[0], 1.5 / 2.2, 1e-14);
  EXPECT_NEAR(out.impulse[1], 0.6 * 1.5 / 2.2, 1e-14);
}

TEST(StaticFriction, InTheBandStickIsTakenAndRestartedSlipIsListed) {
  OneContact c{1.0, 2.0, 1.0, -1.0, 0.0, 0.3, 0.7, 0.5, 0.0};  // |delta|/beta = 0.5
  for (const char* law : {"routh-newton", "routh-poisson", "routh-stronge"}) {
    const ImpactOutcome out = resolve(law, as_problem(c));
    EXPECT_EQ(out.status, Status::one_of_many) << law;
    EXPECT_EQ(out.modes[0], Mode::stick);
    EXPECT_TRUE(flagged(out, WarningId::stick_in_static_band));
    ASSERT_EQ(out.solutions.size(), 2U);
    EXPECT_NEAR(out.solutions[1].impulse[1], -0.3 * out.solutions[1].impulse[0], 1e-14);
  }
  EXPECT_TRUE(flagged(resolve("moreau", as_problem(c)), WarningId::static_friction_unused));
}

TEST(Energy, PayrGlockerIdentityHoldsForEqualRestitution) {
  // T+ - T- = L.xi/(1+eps) - (1-eps)/(1+eps) L.G L/2  (eq. 14)
  Random random(14);
  for (int k = 0; k < 2000; ++k) {
    OneContact c = random_contact(random);
    c.tangential = c.restitution;
    const ContactProblem p = as_problem(c);
    const ImpactOutcome out = resolve("moreau", p);
    const double eps = c.restitution;
    const Eigen::VectorXd xi = out.gamma + eps * p.gamma;
    const double identity = out.impulse.dot(xi) / (1.0 + eps) -
                            0.5 * (1.0 - eps) / (1.0 + eps) * out.impulse.dot(p.G * out.impulse);
    EXPECT_NEAR(out.energy.change, identity, 1e-12 * out.impulse.norm());
    EXPECT_LE(out.energy.change, 1e-13);
  }
}

TEST(Energy, MovingSurfaceDoesWork) {
  // A block at rest in x on a belt at 1 m/s, falling at 1 m/s.
  ContactProblem p;
  p.M = Eigen::Vector2d(2.0, 2.0).asDiagonal();
  p.W.resize(2, 2);
  p.W << 0.0, 1.0, 1.0, 0.0;  // normal y, tangent x
  p.u = Eigen::Vector2d(0.0, -1.0);
  p.surface_velocity = Eigen::Vector2d(0.0, 1.0);
  p.contact.resize(1);
  p.names = {"belt"};
  p.contact[0].mu = p.contact[0].mu_static = 0.25;
  p.contact[0].newton = 0.0;
  ASSERT_TRUE(p.assemble());
  EXPECT_DOUBLE_EQ(p.gamma[1], -1.0);
  const ImpactOutcome out = resolve("moreau", p);
  EXPECT_NEAR(out.impulse[1], 0.5, 1e-15);  // the belt drags it along +x
  EXPECT_NEAR(out.u[0], 0.25, 1e-15);
  EXPECT_NEAR(out.energy.surface_work, 0.5, 1e-15);
  const double kinetic = 0.5 * 2.0 * out.u.squaredNorm();
  EXPECT_NEAR(out.energy.after, kinetic, 1e-14);
  EXPECT_NEAR(out.energy.change, -out.energy.dissipation + out.energy.surface_work, 1e-15);
}

TEST(Sphere, StrongeSlipsGrosslyLaterThanWalton) {
  // mu = 0.5, e* = 1, eta^2 = 1.21: gross slip from |v1/v3| = 2.895 against Walton's 2.181.
  const auto gross = [](double ratio) {
    OneContact c{1.0, 3.5, 0.0, -1.0, ratio, 0.5, 0.5, 1.0, 0.605};
    const OneContactResult r = stronge_compliant(c, 1.21);
    for (unsigned k = 0; k < r.phase_count; ++k) {
      if (r.phases[k].mode != Mode::slip_plus) return false;
    }
    return true;
  };
  EXPECT_FALSE(gross(2.89));
  EXPECT_TRUE(gross(2.90));
  EXPECT_NEAR(0.5 * 3.5 * 2.0 / 1.605, 2.181, 5e-4);
}

TEST(Refusal, SaysWhatIsMissing) {
  ContactProblem p = as_problem({2.5, 2.5, -1.5, -1.0, 0.2, 0.9, 0.9, 1.0, 0.0});
  EXPECT_EQ(resolve("walton", p).status, Status::not_applicable);
  p.contact[0].newton.reset();
  p.contact[0].stiffness.reset();
  for (const char* law : {"moreau", "routh-newton", "stronge-compliant"}) {
    const ImpactOutcome out = resolve(law, p);
    EXPECT_EQ(out.status, Status::not_applicable) << law;
    EXPECT_FALSE(out.message.empty()) << law;
  }
}

TEST(Overflow, IsANonFiniteStatusNotAnAnswer) {
  const ContactProblem p = as_problem({1e-200, 1e-200, 0.0, -1e200, 1e200, 0.5, 0.5, 1.0, 0.0});
  for (const ImpactLaw* law : all_laws()) {
    const ImpactOutcome out = resolve(law->info().name, p);
    EXPECT_FALSE(has_answer(out.status)) << law->info().name;
  }
}

TEST(Batch, GivesTheBitsOfTheSingleCall) {
  Random random(9);
  const std::size_t n = 2000;
  std::vector<double> alpha(n), beta(n), delta(n), gN(n), gT(n), mu(n), e(n), t(n), k(n, 1.21);
  std::vector<double> L_N(n), L_T(n);
  std::vector<Status> status(n);
  for (const std::string_view name : {"moreau", "poisson", "routh-newton", "routh-poisson",
                                      "routh-stronge", "brach", "walton", "stronge-compliant"}) {
    for (std::size_t i = 0; i < n; ++i) {
      const OneContact c = name == "walton" ? random_sphere(random) : random_contact(random);
      alpha[i] = c.alpha;
      beta[i] = c.beta;
      delta[i] = c.delta;
      gN[i] = c.gN;
      gT[i] = c.gT;
      mu[i] = c.mu;
      e[i] = c.restitution;
      t[i] = c.tangential;
    }
    ASSERT_TRUE(
        resolve_batch(name, {alpha, beta, delta, gN, gT, mu, e, t, {}, k}, {L_N, L_T, status}));
    for (std::size_t i = 0; i < n; ++i) {
      const ImpactOutcome out = resolve(
          name, as_problem({alpha[i], beta[i], delta[i], gN[i], gT[i], mu[i], mu[i], e[i], t[i]}));
      ASSERT_EQ(out.impulse[0], L_N[i]) << name;
      ASSERT_EQ(out.impulse[1], L_T[i]) << name;
      ASSERT_EQ(out.status, status[i]) << name;
    }
  }
  EXPECT_FALSE(resolve_batch("no-such-law", {alpha, beta, delta, gN, gT, mu, e, t, {}, k},
                             {L_N, L_T, status}));
  EXPECT_FALSE(
      resolve_batch("moreau", {alpha, beta, delta, gN, gT, mu, {}, t, {}, k}, {L_N, L_T, status}));
}

/// FNV-1a over the bits of impulses.
class Hash {
 public:
  void add(const Eigen::VectorXd& values) {
    for (const double value : values) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, &value, sizeof bits);
      hash_ = (hash_ ^ bits) * 1099511628211ULL;
    }
  }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 14695981039346656037ULL;
};

std::uint64_t hash_of(std::string_view law) {
  Random random(11);
  Workspace workspace;
  ImpactOutcome out;
  Hash hash;
  for (int k = 0; k < 5000; ++k) {
    const OneContact c = law == "walton" ? random_sphere(random) : random_contact(random);
    find_law(law)->resolve(as_problem(c), out, workspace);
    hash.add(out.impulse);
  }
  return hash.value();
}

std::uint64_t hash_of_many_contacts(std::string_view law) {
  ricochet::testing::ProblemGenerator generator(12);
  Workspace workspace;
  ImpactOutcome out;
  Hash hash;
  for (int k = 0; k < 500; ++k) {
    const auto generated = generator.next(4, ricochet::testing::ProblemFamily::generic);
    find_law(law)->resolve(generated.problem, out, workspace);
    hash.add(out.impulse);
  }
  return hash.value();
}

TEST(Determinism, BitsAreTheSameForEveryCompilerAndOptimization) {
  // stronge-compliant, lzb and bowling call sin, pow or exp, which may differ in the last bit between
  // processors.
  EXPECT_EQ(hash_of("moreau"), 9289233259636287271U);
  EXPECT_EQ(hash_of("routh-newton"), 10597511827901432224U);
  EXPECT_EQ(hash_of("routh-poisson"), 14381335953523661978U);
  EXPECT_EQ(hash_of("routh-stronge"), 10251660654878638509U);
  EXPECT_EQ(hash_of("brach"), 13911122367819464270U);
  EXPECT_EQ(hash_of("walton"), 13722288955572017154U);
  EXPECT_EQ(hash_of_many_contacts("moreau"), 9516028391523560652U);
  EXPECT_EQ(hash_of("poisson"), 10091744926905839085U);
  EXPECT_EQ(hash_of_many_contacts("poisson"), 4454756424746057172U);
}

}  // namespace
}  // namespace ricochet
