#include <gtest/gtest.h>

#include <cmath>

#include <papers/rodriguez_bowling_2011/flight.hpp>
#include <papers/rodriguez_bowling_2011/landscape.hpp>
#include <papers/rodriguez_bowling_2011/paper.hpp>
#include <papers/rodriguez_bowling_2011/tables.hpp>

namespace ricochet::papers::rodriguez_bowling_2011 {
namespace {

const Entry& find(const Table& table, std::string_view row_part, std::string_view column) {
  for (const Entry& e : table.entries) {
    if (e.row.find(row_part) != std::string::npos && e.column == column) return e;
  }
  throw std::out_of_range(std::string(row_part));
}

TEST(RodriguezBowling2011, Table1ComesOutButForTheFallingSpeed) {
  const Table t = state_table(examples()[0]);
  EXPECT_EQ(t.totals().reproduced, 10);
  EXPECT_EQ(t.totals().misprint, 2);  // -4.430 contradicts the distance flown; 2.215 is half of it
  EXPECT_EQ(find(t, "after", "q3'").verdict, Verdict::reproduced);
  EXPECT_NEAR(find(t, "before", "q2'").computed, -4.4272, 5e-5);
}

TEST(RodriguezBowling2011, Table2ComesOutButForTheLastDigitOfTheSpin) {
  const Table t = state_table(examples()[1]);
  EXPECT_EQ(t.totals().reproduced, 11);
  const Entry& spin = find(t, "after", "q3'");
  EXPECT_EQ(spin.verdict, Verdict::not_reproduced);
  // Where the normal impulse of the wall vanishes, by hand: q3' = 6 dq1' + 2 dq2'.
  const Example& e = examples()[1];
  EXPECT_NEAR(spin.computed, -1.5 * (6.0 * e.speed + 2.0 * e.sinking()), 1e-12);
  EXPECT_NE(spin.reason.find("pressing side"), std::string::npos);
}

TEST(RodriguezBowling2011, OtherGravityOrInertiaDoesNotFitTheTables) {
  EXPECT_NEAR(examples()[0].distance(), 3.614, 5e-4);
  EXPECT_NEAR(examples()[0].distance() * std::sqrt(9.8 / 9.81), 3.612, 5e-4);
  ContactProblem sphere = impact_of(examples()[1]);
  sphere.M(2, 2) *= 0.8;  // 2/5 instead of 1/2
  ASSERT_TRUE(sphere.assemble());
  Workspace workspace;
  ImpactOutcome out;
  Bowling().resolve(sphere, out, workspace);
  EXPECT_NEAR(out.u[2], -9.391, 5e-4);
}

TEST(RodriguezBowling2011, BothObjectivesAndEveryLawThatAppliesAreShown) {
  for (const Example& e : examples()) {
    const std::vector<LawAnswer> all = side_by_side(e);
    ASSERT_GE(all.size(), 3U);
    EXPECT_NE(all[0].law.find("default"), std::string::npos);
    EXPECT_EQ(all[0].outcome.impulse, bowling(e).impulse);
    EXPECT_NEAR(all[1].outcome.u[2], e.number == 1 ? -4.4272 : 4.0, 5e-5);
    EXPECT_EQ(all[2].law, "moreau");
  }
}

TEST(RodriguezBowling2011, WallOfExample2DoesNotStick) {
  const Table t = statements();
  EXPECT_EQ(t.totals().not_reproduced, 3);  // and the two angles
  EXPECT_NE(find(t, "5.2, wall sticks", "v_t of the wall after").reason.find("contradicts"),
            std::string::npos);
  EXPECT_EQ(find(t, "5.1, ground sticks", "v_t of the ground after").verdict, Verdict::reproduced);
}

TEST(RodriguezBowling2011, MinimaAreTheLowestFeasiblePointsOfTheLandscape) {
  for (const Example& e : examples()) {
    const Landscape l = landscape_of(e, -20.0, 20.0, 20'000);
    for (const Landscape::Point& p : l.points) {
      if (!p.feasible) continue;
      EXPECT_GE(p.by_ground, l.minima[0].value);
      EXPECT_GE(p.by_wall, l.minima[1].value);
    }
  }
}

TEST(RodriguezBowling2011, CoulombsOwnInequalityHasNoSolutionWithTheseImpulses) {
  // |p_t| <= mu p_n at both contacts, mu at most 0.5, over every spin that leaves p_n >= 0.
  for (const Example& e : examples()) {
    BowlingReduction r;
    r.contacts = {kGround, kWall};
    ASSERT_EQ(reduce(impact_of(e), {}, r), Reduced::posed);
    for (double y = -100.0; y < 100.0; y += 0.01) {
      bool inside = true;
      for (const Eigen::Index i : {kGround, kWall}) {
        const double t = r.slip.tangential0[i] + r.slip.tangential(i, 0) * y;
        const double n = r.slip.normal0[i] + r.slip.normal(i, 0) * y;
        inside = inside && std::abs(t) <= kStatic * n;
      }
      EXPECT_FALSE(inside) << e.number << ' ' << y;
    }
  }
}

TEST(RodriguezBowling2011,
     SimulatedFlightsReachTheCornerInItsStateAndTheGroundAgainAfterTheSameTime) {
  for (const Example& e : examples()) {
    const Flight f = fly(e, *find_law("bowling"));
    ASSERT_EQ(f.impacts.size(), 2U);
    const Event& corner = f.impacts[0];
    EXPECT_EQ(corner.contacts.size(), 2U);
    EXPECT_NEAR(corner.time, e.time(), 1e-12);
    EXPECT_NEAR(corner.q[0], e.distance(), 1e-12);
    EXPECT_NEAR((corner.velocity_after - bowling(e).u).norm(), 0.0, 1e-9);
    // Half the speed up: half the way in time, twice; a quarter of the fall in height.
    EXPECT_NEAR(f.impacts[1].time, 2.0 * e.time(), 1e-11);
    EXPECT_NEAR(f.highest_after, kRadius + 0.25 * e.fall(), 1e-4);  // samples 5 ms apart
    EXPECT_LT(f.energy_gained, 1e-11);
  }
}

TEST(RodriguezBowling2011, YieldsWhatItAnnounces) {
  const Reproduction r = reproduce();
  EXPECT_EQ(r.tables.size() + r.data.size(), kTables.size());
  EXPECT_EQ(r.figures.size(), kFigures.size());
}

}  // namespace
}  // namespace ricochet::papers::rodriguez_bowling_2011
