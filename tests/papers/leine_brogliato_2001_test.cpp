#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include <papers/leine_brogliato_2001/bounce.hpp>
#include <papers/leine_brogliato_2001/paper.hpp>
#include <papers/leine_brogliato_2001/rod.hpp>
#include <papers/leine_brogliato_2001/tables.hpp>
#include <papers/report.hpp>

namespace ricochet::papers::leine_brogliato_2001 {
namespace {

double degrees(double rad) { return rad * 180.0 / std::numbers::pi; }

TEST(LeineBrogliato2001, OnlyTheRoundedTipIsNotReproducedForItsGeometryIsUnknown) {
  const Table t = stated_numbers();
  EXPECT_EQ(t.totals().reproduced, 3);
  EXPECT_EQ(t.totals().not_reproduced, 1);
  const Entry& tip = t.entries[1];
  EXPECT_EQ(tip.printed.text(), "0.63");
  EXPECT_EQ(tip.verdict, Verdict::not_reproduced);
  EXPECT_NEAR(tip.computed, 0.625183, 5e-7);
  EXPECT_NE(tip.reason.find("not known"), std::string::npos);
}

TEST(LeineBrogliato2001, NumbersThatAreNotThePapersAreCountedApart) {
  const Reproduction r = reproduce();
  EXPECT_EQ(totals_of_paper(r).all(), 4);
  EXPECT_EQ(r.tables.size() + r.data.size(), kTables.size());
  EXPECT_EQ(r.figures.size(), kFigures.size());
  for (const Table& t : r.tables) {
    EXPECT_EQ(t.of_paper, t.id == "stated");
    EXPECT_EQ(t.of_paper, t.title.find("Not printed") == std::string::npos) << t.title;
  }
}

TEST(LeineBrogliato2001, ReferenceValuesComeOut) {
  for (const Table& t : {rod_table(), criticals_table()}) {
    for (const Entry& e : t.entries) {
      EXPECT_EQ(e.verdict, Verdict::reproduced) << e.row << ' ' << e.column << ": " << e.computed;
    }
  }
}

TEST(LeineBrogliato2001, LeastCriticalFrictionOfTheRodIsFourThirdsAtTangentTwo) {
  const Least l = least_friction_of_rod();
  EXPECT_NEAR(l.friction, 4.0 / 3.0, 1e-12);
  EXPECT_NEAR(degrees(l.angle), degrees(std::atan(2.0)), 1e-5);
}

TEST(LeineBrogliato2001, EigenvaluesAtPAreThoseOfTheRegularisedFlow) {
  // phi_tau = A phi', phi'_tau = A phi'' with A phi'' = b (cos - mu sin) s / J, by differences at P.
  for (const double mu : {1.45, 5.0 / 3.0, 2.0}) {
    const SingularPoint P = singular_point(mu);
    const auto flow = [&](double phi, double w) {
      const double push = std::cos(phi) - mu * std::sin(phi);
      const double A = 1.0 + 3.0 * std::cos(phi) * push;
      const double b = -kGravity + w * w * std::sin(phi);
      return Eigen::Vector2d(A * w, 3.0 * push * b);
    };
    const double d = 1e-5;
    const Eigen::Vector2d by_phi =
        (flow(P.phi + d, P.rotation) - flow(P.phi - d, P.rotation)) / (2.0 * d);
    const Eigen::Vector2d by_w =
        (flow(P.phi, P.rotation + d) - flow(P.phi, P.rotation - d)) / (2.0 * d);
    EXPECT_NEAR(flow(P.phi, P.rotation).norm(), 0.0, 1e-12);
    EXPECT_NEAR(by_phi[0] + by_w[1], P.l_1 + P.l_2, 1e-7);
    EXPECT_NEAR(by_phi[0] * by_w[1] - by_phi[1] * by_w[0], P.l_1 * P.l_2, 1e-6);
  }
}

TEST(LeineBrogliato2001, NormalForceGrowsAsThePowerMinusOneThirdTowardsP) {
  for (const double rotation : {0.0, 1.0, 2.0}) {
    const Slide slide = slide_from(kRodMu, 0.7, rotation);
    ASSERT_EQ(slide.end, SlideEnd::reaches_P);
    EXPECT_NEAR(slide.points.back().phi, singular_point(kRodMu).phi, 1e-6);
    // The correction that is left, (t_c - t)^(2/3), is 1e-4 at the end, with a factor of a few.
    EXPECT_NEAR(exponent_of(slide), -1.0 / 3.0, 5e-4);
  }
}

TEST(LeineBrogliato2001, SlidesReachTheSingularPointOnlyAboveEqualEigenvalues) {
  EXPECT_EQ(census(1.45, 10).reach_P, 0);
  EXPECT_EQ(census(1.45, 10).detach, 100);
  EXPECT_GT(census(5.0 / 3.0, 10).reach_P, 20);
  EXPECT_NEAR(friction_of_equal_eigenvalues(), 8.0 / (3.0 * std::sqrt(3.0)), 1e-9);
}

TEST(LeineBrogliato2001, CriticalFrictionOfTheBoxIsLeastWhereTheContactIsAGyrationAhead) {
  for (const double rho : {0.01, 0.3, 2.0}) {
    for (const double a : {0.1, 0.7, 3.0}) {
      EXPECT_NEAR(critical_friction_of_box(rho, a, 1.5), (rho * rho + a * a) / (a * 1.5), 1e-12);
      EXPECT_GE(critical_friction_of_box(rho, a, 1.5),
                critical_friction_of_box(rho, rho, 1.5) - 1e-14);
    }
    EXPECT_NEAR(critical_friction_of_box(rho, rho, 1.5), 2.0 * rho / 1.5, 1e-12);
  }
  for (const double ratio : {1.0, 1.9, 2.1, 4.0}) {  // homogeneous: least at h = 2 a
    EXPECT_GT(critical_friction_of_box(std::sqrt((1.0 + ratio * ratio) / 3.0), 1.0, ratio),
              4.0 / 3.0);
  }
}

TEST(LeineBrogliato2001, BounceModelBecomesInconsistentAtAFrictionAsSmallAsOneLikes) {
  // Sliding counts as inconsistent from A = 1e-7 G_NN on (kSingularSliding), that is from mu_I (1 - 1e-7).
  const double edge = 1.0 - 1e-7;
  for (const double ratio : {1e-2, 1e-5, 1e-8}) {
    EXPECT_NEAR(inconsistent_from(ratio, std::sqrt(ratio)) / (2.0 * std::sqrt(ratio)), edge, 1e-9);
    EXPECT_NEAR(inconsistent_from(ratio, 0.3), edge * (ratio + 0.09) / 0.3, 1e-9);
  }
}

TEST(LeineBrogliato2001, StartFromRestIsAnImpactWithoutCollisionThatSticks) {
  const std::vector<Event> events = first_events(kSimplified, 0.52);
  const Event& e = events.front();
  ASSERT_EQ(e.kind, EventKind::collisionless_impact);
  // G = [4 10; 10 103/3], gT- = v = 0.2: L_N = G_NT gT / D, L_T = -G_NN gT / D.
  const double D = 4.0 * 103.0 / 3.0 - 100.0;
  EXPECT_NEAR(e.impulse[0], 10.0 * 0.2 / D, 1e-14);
  EXPECT_NEAR(e.impulse[1], -4.0 * 0.2 / D, 1e-14);
  EXPECT_EQ(e.modes[0], Mode::stick);
  EXPECT_NEAR(events.back().time, 0.262612347, 1e-9);
}

TEST(LeineBrogliato2001, HoppingOrbitOfTheSimplifiedModel) {
  const Orbit o = hopping_orbit(kSimplified, 0.52);
  EXPECT_LT(o.change, 1e-12);
  EXPECT_NEAR(o.period, 0.338627935, 1e-7);
  EXPECT_NEAR(o.flight, 0.049141017, 1e-7);
  EXPECT_NEAR(o.x_low, -0.0187844, 1e-6);
  EXPECT_NEAR(o.x_high, 0.0038506, 1e-6);
  EXPECT_NEAR(o.highest_gap, 0.00505414, 1e-6);
  EXPECT_NEAR(o.landing_impulse, 0.616924, 1e-6);
  EXPECT_NEAR(o.largest_force, 17.51894, 1e-5);
  // y = a0 phi and y' = a0 phi', x' = h0 phi' - v where stick ends.
  EXPECT_NEAR(o.exit_q[1], 0.3 * o.exit_q[2], 1e-12);
  EXPECT_NEAR(o.exit_u[1], 0.3 * o.exit_u[2], 1e-11);
  EXPECT_NEAR(o.exit_u[0], o.exit_u[2] - 0.2, 1e-11);
}

/// The damped oscillator m q'' = -k q - c q' + f after t, from (q, v).
double oscillator(double m, double k, double c, double f, double q, double v, double t) {
  const double decay = 0.5 * c / m;
  const double w = std::sqrt(k / m - decay * decay);
  const double from = q - f / k;
  return f / k +
         std::exp(-decay * t) * (from * std::cos(w * t) + (v + decay * from) / w * std::sin(w * t));
}

TEST(LeineBrogliato2001, FlightOfTheOrbitIsThreeDampedOscillators) {
  const Orbit o = hopping_orbit(kSimplified, 0.52);
  const double t = o.flight;
  EXPECT_NEAR(oscillator(1.0, 500.0, 5.0, 0.0, o.exit_q[0], o.exit_u[0], t), o.landing_q[0], 1e-11);
  EXPECT_NEAR(oscillator(1.0, 1000.0, 3.0, -10.0, o.exit_q[1], o.exit_u[1], t), o.landing_q[1],
              1e-11);
  EXPECT_NEAR(oscillator(0.03, 150.0, 0.18, 0.0, o.exit_q[2], o.exit_u[2], t), o.landing_q[2],
              1e-11);
}

TEST(LeineBrogliato2001, HoppingOrbitOfTheFullModel) {
  const Orbit o = hopping_orbit(kFull, 0.42);
  EXPECT_LT(o.change, 1e-12);
  EXPECT_NEAR(o.period, 0.122097054, 1e-7);
  EXPECT_NEAR(o.flight, 0.032292442, 1e-7);
  EXPECT_NEAR(o.exit_q[2], 0.011800238, 1e-7);
  EXPECT_NEAR(o.highest_gap, 0.000500939, 1e-6);
}

}  // namespace
}  // namespace ricochet::papers::leine_brogliato_2001
