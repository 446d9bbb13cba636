// Thinning of long motions: what is left out is within the stated distance of the line through what stays.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include <ricochet/files/thinning.hpp>

namespace ricochet {
namespace {

struct Table {
  std::vector<double> time;
  std::vector<std::vector<double>> rows;
};

// A sine, a saw with jumps (two rows at one time), and noise that is far below its tolerance.
Table signals(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> step(1e-4, 1e-2), noise(-1e-9, 1e-9);
  Table table;
  double t = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    if (i % 97 != 0 || i == 0) t += step(random);
    const double saw = t - std::floor(t) + (i % 97 == 0 ? 0.25 : 0.0);
    table.time.push_back(t);
    table.rows.push_back({std::sin(7.0 * t), saw, noise(random)});
  }
  return table;
}

std::vector<std::size_t> through_door(const Table& table, const std::vector<double>& tolerance,
                                      std::size_t must_every) {
  Door door(tolerance);
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    door.row(table.time[i], table.rows[i], i % must_every == 0);
  }
  return door.finish();
}

TEST(Door, RowsLeftOutAreWithinTheToleranceOfTheLine) {
  const std::vector<double> tolerance = {1e-2, 1e-2, 1e-6};
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Table table = signals(5000, seed);
    const std::vector<std::size_t> kept = through_door(table, tolerance, 1000);
    EXPECT_LT(kept.size(), table.rows.size() / 3);
    EXPECT_EQ(kept.front(), 0U);
    EXPECT_EQ(kept.back(), table.rows.size() - 1);
    double worst = 0.0;
    for (std::size_t k = 0; k + 1 < kept.size(); ++k) {
      const std::size_t a = kept[k], b = kept[k + 1];
      ASSERT_LT(a, b);
      for (std::size_t i = a + 1; i < b; ++i) {
        ASSERT_LT(table.time[a], table.time[b]);
        const double s = (table.time[i] - table.time[a]) / (table.time[b] - table.time[a]);
        for (std::size_t c = 0; c < tolerance.size(); ++c) {
          const double line = table.rows[a][c] + s * (table.rows[b][c] - table.rows[a][c]);
          worst = std::max(worst, std::abs(table.rows[i][c] - line) / tolerance[c]);
        }
      }
    }
    EXPECT_LE(worst, 1.0 + 1e-9);
    EXPECT_GT(worst, 0.3) << "the tolerance is made use of";
  }
}

TEST(Door, KeepsBothSidesOfAJumpAndWhatMustStay) {
  const Table table = signals(2000, 1);
  const std::vector<std::size_t> kept = through_door(table, {10.0, 10.0, 10.0}, 333);
  const auto has = [&](std::size_t row) {
    return std::binary_search(kept.begin(), kept.end(), row);
  };
  for (std::size_t i = 1; i < table.rows.size(); ++i) {
    if (table.time[i] == table.time[i - 1]) {
      EXPECT_TRUE(has(i - 1) && has(i)) << i;
    }
    if (i % 333 == 0) {
      EXPECT_TRUE(has(i)) << i;
    }
  }
}

TEST(Door, AStraightMotionIsItsEnds) {
  Door door({1e-9});
  for (int i = 0; i < 1000; ++i) {
    const double y = 3.0 * i;
    door.row(0.1 * i, {&y, 1}, false);
  }
  EXPECT_EQ(door.finish(), (std::vector<std::size_t>{0, 999}));
}

TEST(Extremes, EveryStretchHasItsLeastAndLargestRows) {
  const Table table = signals(10000, 3);
  constexpr std::size_t stretch = 500;
  Extremes extremes(3, stretch);
  for (std::size_t i = 0; i < table.rows.size(); ++i) extremes.row(table.rows[i], i % 777 == 0);
  const std::vector<std::size_t> kept = extremes.finish();
  EXPECT_LT(kept.size(), 400U);
  EXPECT_TRUE(std::is_sorted(kept.begin(), kept.end(), std::less_equal<>()));
  EXPECT_EQ(kept.front(), 0U);
  EXPECT_EQ(kept.back(), table.rows.size() - 1);
  for (std::size_t first = 0; first < table.rows.size(); first += stretch) {
    for (std::size_t c = 0; c < 3; ++c) {
      double low = INFINITY, high = -INFINITY, kept_low = INFINITY, kept_high = -INFINITY;
      for (std::size_t i = first; i < first + stretch; ++i) {
        low = std::min(low, table.rows[i][c]);
        high = std::max(high, table.rows[i][c]);
        if (!std::binary_search(kept.begin(), kept.end(), i)) continue;
        kept_low = std::min(kept_low, table.rows[i][c]);
        kept_high = std::max(kept_high, table.rows[i][c]);
      }
      EXPECT_EQ(low, kept_low);
      EXPECT_EQ(high, kept_high);
    }
  }
  for (std::size_t i = 0; i < table.rows.size(); i += 777) {
    EXPECT_TRUE(std::binary_search(kept.begin(), kept.end(), i));
  }
}

TEST(Thinning, NothingInNothingOut) {
  EXPECT_TRUE(Door({1.0}).finish().empty());
  EXPECT_TRUE(Extremes(1, 10).finish().empty());
}

}  // namespace
}  // namespace ricochet
