// The plane of impulses where it degenerates: known by hand.

#include <gtest/gtest.h>

#include <cmath>

#include <ricochet/impact/impulse_diagram.hpp>

namespace ricochet {
namespace {

const ImpulseBox box{-10.0, 10.0, -10.0, 10.0};

OneContact contact(double alpha, double beta, double delta, double gN, double gT, double mu) {
  OneContact c;
  c.alpha = alpha;
  c.beta = beta;
  c.delta = delta;
  c.gN = gN;
  c.gT = gT;
  c.mu = c.mu_static = mu;
  return c;
}

void expect_segment(const ImpulseRegion& region, double from, double to) {
  ASSERT_EQ(region.polygon.size(), 2U);
  const double a = region.polygon[0].N;
  const double b = region.polygon[1].N;
  EXPECT_DOUBLE_EQ(std::min(a, b), from);
  EXPECT_DOUBLE_EQ(std::max(a, b), to);
  EXPECT_EQ(region.polygon[0].T, 0.0);
  EXPECT_EQ(region.polygon[1].T, 0.0);
  EXPECT_FALSE(region.cut);
}

TEST(ImpulseDiagram, WithoutFrictionAllCoefficientsAdmitTheSameSegment) {
  // alpha = 2, gN = -3: p_c = 1.5, at coefficient 1 L_N = 3.
  const ImpulseDiagram d = impulse_diagram(contact(2.0, 1.0, 0.5, -3.0, 1.0, 0.0), box);
  for (const ImpulseRegion& region : d.region) expect_segment(region, 1.5, 3.0);
  for (const auto& line : d.interval) {
    ASSERT_EQ(line.size(), 2U);
    EXPECT_DOUBLE_EQ(line[0].N, 1.5);
    EXPECT_DOUBLE_EQ(line[1].N, 3.0);
  }
}

TEST(ImpulseDiagram, WithoutATangentThereIsNoLineOfSticking) {
  const ImpulseDiagram d = impulse_diagram(contact(2.0, 0.0, 0.0, -3.0, 0.0, 0.0), box);
  EXPECT_TRUE(d.sticking.empty());
  EXPECT_TRUE(d.ellipse.empty());
  EXPECT_FALSE(d.crossing.has_value());
  ASSERT_EQ(d.compression.size(), 2U);
  EXPECT_DOUBLE_EQ(d.compression[0].N, 1.5);
  for (const ImpulseRegion& region : d.region) expect_segment(region, 1.5, 3.0);
}

TEST(ImpulseDiagram, OfAContactThatOpensHasLinesButNoRegions) {
  for (const double gN : {0.0, 0.5}) {
    const ImpulseDiagram d = impulse_diagram(contact(2.0, 1.0, 0.5, gN, 1.0, 0.4), box);
    EXPECT_FALSE(d.turn.has_value());
    for (const ImpulseRegion& region : d.region) EXPECT_TRUE(region.polygon.empty());
    EXPECT_EQ(d.compression.size(), 2U);
    EXPECT_EQ(d.sticking.size(), 2U);
    EXPECT_EQ(d.cone.size(), 3U);  // the apex and the far side, where it is not as wide as the box
  }
}

TEST(ImpulseDiagram, SelfLockingLeavesRestitutionToTheKineticCoefficientOnly) {
  // A pinned lever: G = v v^T with v = (0.6, 1) / sqrt(0.5), gamma- = (-1.2, -2). It sticks where gN = gT = 0, and
  // there no impulse along the line moves it.
  const double s = 1.0 / 0.5;
  const OneContact c = contact(0.36 * s, s, 0.6 * s, -1.2, -2.0, 0.8);
  const ImpulseDiagram d = impulse_diagram(c, box);
  ASSERT_TRUE(d.turn.has_value());
  EXPECT_FALSE(d.crossing.has_value());  // the two lines are one
  EXPECT_TRUE(d.ellipse.empty());
  EXPECT_FALSE(d.reaches_one[kKinematic]);
  EXPECT_FALSE(d.reaches_one[kEnergetic]);
  EXPECT_TRUE(d.reaches_one[kKinetic]);
  EXPECT_EQ(d.interval[kKinematic].size(), 1U);
  // Slip- until gN = gT = 0: -1.2 + (0.72 + 1.2 * 0.8) p = 0.
  EXPECT_NEAR(d.turn->N, 1.2 / 1.68, 1e-12);
  EXPECT_NEAR(d.interval[kKinetic].back().N, 2.4 / 1.68, 1e-12);
  // No energy gained and |gN+| <= |gN-| are the same, and the strip inside the cone has no end.
  EXPECT_TRUE(d.region[kKinematic].cut);
  EXPECT_TRUE(d.region[kEnergetic].cut);
  EXPECT_FALSE(d.region[kKinetic].cut);
}

TEST(ImpulseDiagram, InAJamWithoutApproachTheKinematicRegionIsALine) {
  // problems/painleve_rod.yaml: slip stops at p = 1 / (1.5 * 3.4 - 1.2), there gN = (1.6 - 1.8) p; then it sticks, slope
  // 1.6 - 1.44 / 3.4.
  const OneContact c = contact(1.6, 3.4, 1.2, 0.0, 1.0, 1.5);
  const ImpulseDiagram d = impulse_diagram(c, box);
  ASSERT_TRUE(d.turn.has_value());
  const double p_s = 1.0 / (1.5 * 3.4 - 1.2);
  EXPECT_NEAR(d.turn->N, p_s + 0.2 * p_s / (1.6 - 1.44 / 3.4), 1e-12);
  ASSERT_EQ(d.region[kKinematic].polygon.size(), 2U);
  for (const ImpulsePoint& p : d.region[kKinematic].polygon) {
    EXPECT_NEAR(1.6 * p.N + 1.2 * p.T, 0.0, 1e-12);
  }
  EXPECT_GT(d.region[kEnergetic].polygon.size(), 20U);
}

TEST(ImpulseDiagram, InAJamTheKinematicStripHasNoEnd) {
  const ImpulseDiagram d = impulse_diagram(contact(1.6, 3.4, 1.2, -0.5, 1.0, 1.5), box);
  EXPECT_TRUE(d.region[kKinematic].cut);
  EXPECT_FALSE(d.region[kKinetic].cut);
  EXPECT_FALSE(d.region[kEnergetic].cut);
}

TEST(ImpulseDiagram, TheEllipseGoesThroughTheOriginAroundTheCrossing) {
  const OneContact c = contact(2.5, 2.5, -1.5, -1.0, 0.2, 0.9);
  const ImpulseDiagram d = impulse_diagram(c, box);
  // -G^-1 gamma- = (2.5 * 1 - 1.5 * 0.2 ..., ) / 4 by hand: N = (2.5 - 0.3) / 4, T = (1.5 - 0.5) / 4.
  ASSERT_TRUE(d.crossing.has_value());
  EXPECT_NEAR(d.crossing->N, 0.55, 1e-14);
  EXPECT_NEAR(d.crossing->T, 0.25, 1e-14);
  double nearest = 1.0;
  ImpulsePoint mean;
  for (const ImpulsePoint& p : d.ellipse) {
    nearest = std::min(nearest, std::hypot(p.N, p.T));
    mean.N += p.N / static_cast<double>(d.ellipse.size());
    mean.T += p.T / static_cast<double>(d.ellipse.size());
  }
  EXPECT_LT(nearest, 0.02);
  EXPECT_NEAR(mean.N, 0.55, 1e-12);
  EXPECT_NEAR(mean.T, 0.25, 1e-12);
}

TEST(ImpulseBox, HoldsTheOriginAndThePointsAndIsNotFlat) {
  const std::vector<ImpulsePoint> points{{2.0, 0.0}, {3.0, 0.0}};
  const ImpulseBox b = box_around(points, 1.0);
  EXPECT_LT(b.N_from, 0.0);
  EXPECT_GT(b.N_to, 3.0);
  EXPECT_GE(b.T_to - b.T_from, 1.5);
  const ImpulseBox empty = box_around({}, 0.25);
  EXPECT_GT(empty.N_to, 0.25);
  EXPECT_LT(empty.N_to, 0.5);
}

}  // namespace
}  // namespace ricochet
