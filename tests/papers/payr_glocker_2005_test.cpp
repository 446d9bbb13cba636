#include <gtest/gtest.h>

#include <papers/payr_glocker_2005/bar.hpp>
#include <papers/payr_glocker_2005/facts.hpp>
#include <papers/payr_glocker_2005/maps.hpp>
#include <papers/payr_glocker_2005/paper.hpp>
#include <papers/payr_glocker_2005/regions.hpp>
#include <papers/payr_glocker_2005/sliding.hpp>

namespace ricochet::papers::payr_glocker_2005 {
namespace {

const Entry& find(const Table& table, std::string_view row_part, std::string_view column) {
  for (const Entry& e : table.entries) {
    if (e.row.find(row_part) != std::string::npos && e.column == column) return e;
  }
  throw std::out_of_range(std::string(row_part));
}

TEST(PayrGlocker2005, StatedNumbersComeOutAndThreeMisprintsAreFound) {
  const Table t = stated_numbers();
  for (const Entry& e : t.entries) {
    EXPECT_NE(e.verdict, Verdict::not_reproduced) << e.row << ' ' << e.column << ": " << e.reason;
  }
  EXPECT_EQ(t.totals().misprint, 3);
  EXPECT_EQ(find(t, "eq. 53", "sign of the bound").verdict, Verdict::misprint);
  EXPECT_EQ(find(t, "eq. 59", "v1 after").verdict, Verdict::misprint);
  EXPECT_NEAR(find(t, "eq. 59", "v1 after").computed, 1.5, 1e-12);
  EXPECT_EQ(find(t, "sec. 6", "sign of L_T").verdict, Verdict::misprint);
}

TEST(PayrGlocker2005, IdentitiesHoldToTwelveDecimals) {
  for (const Entry& e : identities().entries) {
    EXPECT_EQ(e.verdict, Verdict::reproduced) << e.row << ": " << e.computed;
  }
}

TEST(PayrGlocker2005, GrossSlipStartsAtDifferentRatios) {
  EXPECT_NEAR(gross_slip_from_stronge(1.0, 0.5, 1.21), 2.895, 5e-4);
  EXPECT_NEAR(gross_slip_from_walton(1.0, 0.5, 0.605), 2.181, 5e-4);
}

TEST(PayrGlocker2005, MapsOfTheEngineAreThoseOfTheClosedForms) {
  for (const Parameters& p :
       {Parameters{kSlender, 0.5, 1.0, 1.0}, Parameters{kSlender, 5.0 / 3.0, 1.0, 1.0},
        Parameters{kSphere, 0.6, 1.0, 0.0}}) {
    const RegimeMap map = regime_map(p, 6.0);
    EXPECT_EQ(map.disagreements, 0);
    // Symmetric about (0, 90 deg): backward and forward slip change places.
    const std::size_t n = map.cells.size();
    for (std::size_t i = 0; i < n; ++i) {
      const auto other = [](Regime r) {
        return r == Regime::stick           ? Regime::stick
               : r == Regime::backward_slip ? Regime::forward_slip
                                            : Regime::backward_slip;
      };
      EXPECT_EQ(map.cells[i].answer.regime, other(map.cells[n - 1 - i].answer.regime));
    }
  }
}

/// Twice the area, positive whichever way the outline runs.
double twice_area(const Region& region) {
  double sum = 0.0;
  for (std::size_t i = 0; i < region.outline.size(); ++i) {
    const auto& [x0, y0] = region.outline[i];
    const auto& [x1, y1] = region.outline[(i + 1) % region.outline.size()];
    sum += x0 * y1 - x1 * y0;
  }
  return std::abs(sum);
}

bool inside(const Region& region, double x, double y) {
  bool in = false;
  for (std::size_t i = 0; i < region.outline.size(); ++i) {
    const auto& [x0, y0] = region.outline[i];
    const auto& [x1, y1] = region.outline[(i + 1) % region.outline.size()];
    if ((y0 > y) != (y1 > y) && x < x0 + (y - y0) / (y1 - y0) * (x1 - x0)) in = !in;
  }
  return in;
}

TEST(PayrGlocker2005, RegionsTileTheMapAndAgreeWithItsCells) {
  const std::vector<std::pair<Parameters, double>> maps = {{{kSlender, 0.5, 1.0, 1.0}, 6.0},
                                                           {{kSlender, 5.0 / 3.0, 1.0, 1.0}, 20.0},
                                                           {{kSphere, 0.6, 1.0, 0.0}, 6.0}};
  for (const auto& [parameters, width] : maps) {
    const RegimeMap map = regime_map(parameters, width);
    for (const auto code : {regime_code, sign_code}) {
      const std::vector<Region> all = regions(parameters, width, code);
      double area = 0.0;
      for (const Region& region : all) area += 0.5 * twice_area(region);
      EXPECT_NEAR(area / (2.0 * width * 180.0), 1.0, 1e-6);
      int wrong = 0;
      for (const auto& cell : map.cells) {
        for (const Region& region : all) {
          if (inside(region, cell.ratio, cell.phi) && region.code != code(cell)) ++wrong;
        }
      }
      // A cell may lie between a curve and its chord.
      EXPECT_LE(wrong, 3);
    }
  }
}

TEST(PayrGlocker2005, Figure11ContainsEnergyGain) {
  EXPECT_NEAR(regime_map({kSphere, 0.6, 1.0, 0.0}, 6.0).largest_gain, 0.45, 0.01);
  // Equal coefficients never gain.
  EXPECT_LT(regime_map({kSlender, 0.5, 1.0, 1.0}, 6.0).largest_gain, 1e-12);
}

TEST(PayrGlocker2005, SupercriticalFrictionTakesOneSlipStateAway) {
  const Boundaries b =
      boundaries(contact({kSlender, 5.0 / 3.0, 1.0, 1.0}, radians(60.0), -1.0, 0.0));
  EXPECT_TRUE(std::isnan(b.forward));
  EXPECT_FALSE(std::isnan(b.backward));
}

TEST(PayrGlocker2005, SlidingBarMeetsAnImpactWithoutCollisionExactlyInTheSupercriticalBand) {
  for (const Entry& e : sliding_table().entries) {
    EXPECT_EQ(e.verdict, Verdict::reproduced) << e.row << ' ' << e.column << ": " << e.computed;
  }
  for (const double edge : {std::atan(1.0), std::atan(4.0)}) {
    const double inside = edge < 1.0 ? 1e-4 : -1e-4;
    EXPECT_NE(slide_bar(5.0 / 3.0, degrees(edge) + inside, 1.0, 0.0, 0.0).impact(), nullptr);
    EXPECT_EQ(slide_bar(5.0 / 3.0, degrees(edge) - inside, 1.0, 0.0, 0.0).impact(), nullptr);
  }
}

TEST(PayrGlocker2005, LockingImpulseOfTheSlidingBarIsThatOfEquations35And36) {
  for (const double eps : {0.0, 0.5, 1.0}) {
    const SlidingBar bar = slide_bar(5.0 / 3.0, 60.0, 1.0, eps, 0.0);
    const OneContact c = contact({.K = kSlender}, radians(60.0), 0.0, 1.0);
    const double D = c.alpha * c.beta - c.delta * c.delta;
    ASSERT_NE(bar.impact(), nullptr);
    EXPECT_NEAR(bar.impact()->impulse[0], (1.0 + eps) * c.delta / D, 1e-12);
    EXPECT_NEAR(bar.impact()->impulse[1], -(1.0 + eps) * c.alpha / D, 1e-12);
  }
}

}  // namespace
}  // namespace ricochet::papers::payr_glocker_2005
