#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <motion/plain_march.hpp>
#include <numbers>
#include <ricochet/impact/routh.hpp>
#include <ricochet/motion/tip_impact.hpp>

namespace ricochet {
namespace {

TipImpact brach_rod(double v_t, double f, double zeta) {
  TipImpact i;
  i.angle = std::numbers::pi / 4.0;
  i.v_t = v_t;
  i.contact.friction = f;
  i.contact.normal = {.stiffness = 1000.0, .damping = zeta, .exponent = 1.0};
  return i;
}

/// Cases that visit every mode and every way of ending.
std::vector<TipImpact> varied_impacts() {
  std::vector<TipImpact> all;
  for (const double v_t : {0.0, 0.2, 0.6, -1.0}) {
    for (const double f : {0.0, 0.01, 0.3, 0.59, 0.7, 1.0}) {
      for (const double zeta : {0.0, 1.5, 20.0}) {
        TipImpact i = brach_rod(v_t, f, zeta);
        all.push_back(i);
        i.contact.normal.exponent = 1.5;
        i.contact.normal.stiffness = 20000.0;
        i.omega = 0.4;
        i.rod = {.mass = 2.0, .length = 0.7, .inertia = 0.1};
        all.push_back(i);
      }
    }
  }
  return all;
}

TEST(TipImpact, ConservesEnergyWithoutDampingAndFriction) {
  for (const double exponent : {1.0, 1.5, 2.5}) {
    TipImpact i = brach_rod(0.3, 0.0, 0.0);
    i.contact.normal.exponent = exponent;
    i.contact.normal.stiffness = std::pow(1000.0, 0.5 * (exponent + 1.0));
    const TipImpactResult r = simulate(i, {.tolerance = 1e-12});
    ASSERT_EQ(r.status, TipImpactStatus::separated);
    EXPECT_NEAR(r.energy_loss, 0.0, 1e-10);
    EXPECT_NEAR(r.work_ratio, 1.0, 1e-10);
  }
}

TEST(TipImpact, WorkRatioIsOneWithoutDampingWhateverTheFriction) {
  for (const double f : {0.01, 0.3, 0.6, 1.0}) {
    const TipImpactResult r = simulate(brach_rod(0.6, f, 0.0), {.tolerance = 1e-12});
    EXPECT_NEAR(r.work_ratio, 1.0, 1e-9);
    EXPECT_GT(std::abs(r.e_times_R - 1.0), 1e-3);  // Brach's column is another quantity
  }
}

TEST(TipImpact, BalancesMomentumAndEnergy) {
  for (const TipImpact& i : varied_impacts()) {
    const TipImpactResult r = simulate(i, {.tolerance = 1e-12});
    ASSERT_EQ(r.status, TipImpactStatus::separated);
    EXPECT_NEAR(i.rod.mass * (r.v_n - i.v_n), r.P_n, 1e-9);
    EXPECT_NEAR(i.rod.mass * (r.v_t - i.v_t), r.P_t, 1e-9);
    EXPECT_NEAR(r.normal_work + r.friction_work, -r.energy_loss * r.energy_before, 1e-9);
    EXPECT_LE(r.friction_work, 1e-12);
    EXPECT_GE(r.energy_loss, -1e-10);
    double impulse = 0.0;
    for (const TipPhase& p : r.phases) {
      EXPECT_GE(p.end, p.start);
      impulse += p.normal_impulse;
    }
    EXPECT_NEAR(impulse, r.P_n, 1e-12);
    EXPECT_LE(std::abs(r.P_t), i.contact.friction * r.P_n * (1.0 + 1e-9) + 1e-12);
  }
}

TEST(TipImpact, MirrorImageGivesTheMirrorImage) {
  for (const TipImpact& i : varied_impacts()) {
    TipImpact m = i;
    m.angle = -i.angle;
    m.v_t = -i.v_t;
    m.omega = -i.omega;
    const TipImpactResult a = simulate(i);
    const TipImpactResult b = simulate(m);
    EXPECT_EQ(a.P_n, b.P_n);
    EXPECT_EQ(a.P_t, -b.P_t);
    EXPECT_EQ(a.omega, -b.omega);
    EXPECT_EQ(a.duration, b.duration);
    EXPECT_EQ(a.phases.size(), b.phases.size());
  }
}

TEST(TipImpact, ScalesWithMass) {
  for (const TipImpact& i : varied_impacts()) {
    TipImpact heavy = i;
    heavy.rod.mass *= 8.0;  // a power of two: only exponents change
    heavy.rod.inertia *= 8.0;
    heavy.contact.normal.stiffness *= 8.0;
    const TipImpactResult a = simulate(i);
    const TipImpactResult b = simulate(heavy);
    EXPECT_NEAR(8.0 * a.P_n, b.P_n, 1e-9 * b.P_n);
    EXPECT_NEAR(a.omega, b.omega, 1e-8);
    EXPECT_NEAR(a.duration, b.duration, 1e-9);
  }
}

TEST(TipImpact, ConvergesWithTheTolerance) {
  for (const TipImpact& i : {brach_rod(0.6, 0.59, 1.31), brach_rod(-1.0, 1.0, 20.0),
                             brach_rod(0.2, 0.3, 0.0), brach_rod(0.0, 1.0, 1.68)}) {
    const TipImpactResult exact = simulate(i, {.tolerance = 1e-13});
    for (const double tolerance : {1e-6, 1e-8, 1e-10}) {
      const TipImpactResult r = simulate(i, {.tolerance = tolerance});
      EXPECT_NEAR(r.P_n, exact.P_n, 1e3 * tolerance);
      EXPECT_NEAR(r.omega, exact.omega, 1e3 * tolerance);
      EXPECT_NEAR(r.gT, exact.gT, 1e3 * tolerance);
    }
  }
}

TEST(TipImpact, UprightRodFollowsTheFirstIntegralOfHuntAndCrossley) {
  // theta = 0: no rotation. v dv/dd = -kappa d^p (1 + zeta v)/m integrates to
  // G(v) + kappa d^(p+1) / (m (p+1)) = const with G(v) = v/zeta - ln(1 + zeta v)/zeta^2.
  for (const double zeta : {0.1, 0.5, 0.9}) {
    for (const double exponent : {1.0, 1.5}) {
      TipImpact i;
      i.contact.normal = {.stiffness = 1e4, .damping = zeta, .exponent = exponent};
      const TipImpactResult r = simulate(i, {.tolerance = 1e-13});
      ASSERT_EQ(r.status, TipImpactStatus::separated);
      const auto G = [&](double v) { return v / zeta - std::log1p(zeta * v) / (zeta * zeta); };
      EXPECT_NEAR(G(1.0), G(-r.kinematic), 1e-10);
      EXPECT_NEAR(i.contact.normal.energy(r.compression), G(1.0), 1e-10);
    }
  }
}

TEST(TipImpact, StiffLimitIsTheEnergeticLawWithCoefficientOne) {
  // The configuration changes by an angle of order kappa^-1/2, and so does every result.
  for (const auto& [v_t, f] :
       {std::pair{0.2, 0.3}, std::pair{0.6, 0.01}, std::pair{0.2, 0.9}, std::pair{-1.0, 0.5},
        std::pair{0.0, 0.2}, std::pair{-1.0, 3.0} /* jams */}) {
    OneContact c;
    c.alpha = c.beta = 2.5;
    c.delta = -1.5;
    c.gN = -1.0;
    c.gT = v_t;
    c.mu = c.mu_static = f;
    c.restitution = 1.0;
    const OneContactResult rigid = routh_stronge(c);
    double previous = 0.0;
    for (const double stiffness : {1e7, 4e7, 1.6e8}) {
      TipImpact i = brach_rod(v_t, f, 0.0);
      i.contact.normal.stiffness = stiffness;
      const TipImpactResult r = simulate(i, {.tolerance = 1e-12});
      const double error = std::hypot(r.P_n - rigid.L_N, r.P_t - rigid.L_T);
      EXPECT_LT(error, 20.0 / std::sqrt(stiffness));
      if (previous > 0.0) {
        EXPECT_NEAR(previous / error, 2.0, 0.1) << v_t << ' ' << f;
      }
      previous = error;
    }
  }
}

TEST(TipImpact, AgreesWithAPlainMarch) {
  for (const TipImpact& i :
       {brach_rod(0.6, 0.01, 1.69), brach_rod(0.0, 1.0, 1.68), brach_rod(0.6, 0.5481, 1.21),
        brach_rod(-1.0, 0.912, 1.49), brach_rod(0.2, 0.5987, 0.0), brach_rod(0.2, 1.0, 20.0)}) {
    const TipImpactResult r = simulate(i, {.tolerance = 1e-12});
    const PlainMarchResult m = plain_march(i, 2e-7);
    EXPECT_NEAR(r.P_n, m.P_n, 2e-5);
    EXPECT_NEAR(r.P_t, m.P_t, 2e-5);
    EXPECT_NEAR(r.omega, m.omega, 1e-4);
    EXPECT_NEAR(r.duration, m.duration, 1e-5);
    EXPECT_NEAR(r.kinetic, m.kinetic, 1e-4);
    EXPECT_NEAR(r.angle, m.angle, 1e-5);
  }
}

TEST(TipImpact, SequenceOfModesOfBrachsExamples) {
  using enum TangentialMode;
  const auto modes = [](const TipImpact& i) {
    std::vector<TangentialMode> m;
    for (const TipPhase& p : simulate(i).phases) m.push_back(p.mode);
    return m;
  };
  EXPECT_EQ(modes(brach_rod(0.6, 0.01, 0.0)), (std::vector{slip_plus, slip_minus}));
  EXPECT_EQ(modes(brach_rod(0.0, 0.5, 0.0)), (std::vector{slip_minus}));
  EXPECT_EQ(modes(brach_rod(0.0, 1.0, 0.0)), (std::vector{stick, slip_plus}));
  EXPECT_EQ(modes(brach_rod(0.6, 0.5481, 1.21)), (std::vector{slip_plus, slip_minus, slip_plus}));
  EXPECT_EQ(modes(brach_rod(-1.0, 1.0, 1.77)), (std::vector{slip_minus, stick, slip_plus}));
}

TEST(TipImpact, DampedContactEndsWhereTheForceVanishes) {
  // The tip outruns the surface: gN = 1/zeta with compression left.
  const TipImpactResult r = simulate(brach_rod(0.0, 0.0, 20.0), {.tolerance = 1e-12});
  EXPECT_NEAR(r.gN, 1.0 / 20.0, 1e-12);
  EXPECT_GT(r.compression_left, 0.0);
  const TipImpactResult elastic = simulate(brach_rod(0.0, 0.0, 0.0));
  EXPECT_NEAR(elastic.compression_left, 0.0, 1e-12);
}

TEST(TipImpact, EndsWithAReason) {
  TipImpact i = brach_rod(0.2, 0.3, 1.0);
  EXPECT_EQ(simulate(i, {.longest_contact = 1e-3}).status, TipImpactStatus::still_in_contact);
  EXPECT_EQ(simulate(i, {.step_limit = 3}).status, TipImpactStatus::step_limit);
  i.v_n = 0.5;
  EXPECT_EQ(simulate(i).status, TipImpactStatus::no_contact);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (double TipImpact::*member : {&TipImpact::angle, &TipImpact::v_n, &TipImpact::omega}) {
    TipImpact bad = brach_rod(0.2, 0.3, 1.0);
    bad.*member = nan;
    EXPECT_EQ(simulate(bad).status, TipImpactStatus::bad_parameters);
  }
  TipImpact soft = brach_rod(0.2, 0.3, 1.0);
  soft.contact.normal.stiffness = 0.0;
  EXPECT_EQ(simulate(soft).status, TipImpactStatus::bad_parameters);
  TipImpact blunt = brach_rod(0.2, 0.3, 1.0);
  blunt.contact.normal.exponent = 0.5;
  EXPECT_EQ(simulate(blunt).status, TipImpactStatus::bad_parameters);
  TipImpact slippery = brach_rod(0.2, -0.1, 1.0);
  EXPECT_EQ(simulate(slippery).status, TipImpactStatus::bad_parameters);
}

}  // namespace
}  // namespace ricochet
