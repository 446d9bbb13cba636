// Branches as rows of numbers: nothing that a branch goes on from is lost.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <ricochet/study/branches.hpp>

namespace ricochet {
namespace {

constexpr std::size_t kCoordinates = 3, kVelocities = 2, kContacts = 2, kDrifting = 1;
constexpr std::size_t kFree = kCoordinates + kVelocities - kDrifting;

/// Every number differs from every other.
BranchPoint some_point(double seed) {
  double next = seed;
  const auto number = [&] { return next += 0.37; };
  const auto fill = [&](Eigen::VectorXd& v, std::size_t n) {
    v.resize(static_cast<Eigen::Index>(n));
    for (double& x : v) x = number();
  };
  BranchPoint point;
  point.p = number();
  point.period = number();
  point.special = SpecialKind::neimark_sacker;
  point.stability = Stability::unstable;
  point.state.t = number();
  fill(point.state.q, kCoordinates);
  fill(point.state.u, kVelocities);
  point.state.modes = {Mode::slip_minus, Mode::stick};
  for (std::size_t i = 0; i <= kFree; ++i) point.tangent.push_back(number());
  point.step = number();
  for (std::size_t i = 0; i < 3; ++i) {
    point.before.push_back(number());
    point.earlier.push_back(number());
  }
  point.last_step = number();
  point.earlier_step = number();
  for (std::size_t i = 0; i < kFree; ++i) {
    const double re = number();
    point.multipliers.emplace_back(re, number());
  }
  fill(point.x.low, kCoordinates + kVelocities);
  fill(point.x.high, kCoordinates + kVelocities);
  return point;
}

void expect_same(const BranchPoint& a, const BranchPoint& b) {
  EXPECT_EQ(a.p, b.p);
  EXPECT_EQ(a.period, b.period);
  EXPECT_EQ(a.special, b.special);
  EXPECT_EQ(a.stability, b.stability);
  EXPECT_EQ(a.state.t, b.state.t);
  EXPECT_EQ(a.state.q, b.state.q);
  EXPECT_EQ(a.state.u, b.state.u);
  EXPECT_EQ(a.state.modes, b.state.modes);
  EXPECT_EQ(a.tangent, b.tangent);
  EXPECT_EQ(a.step, b.step);
  EXPECT_EQ(a.before, b.before);
  EXPECT_EQ(a.earlier, b.earlier);
  EXPECT_EQ(a.last_step, b.last_step);
  EXPECT_EQ(a.earlier_step, b.earlier_step);
  EXPECT_EQ(a.multipliers, b.multipliers);
  EXPECT_EQ(a.x.low, b.x.low);
  EXPECT_EQ(a.x.high, b.x.high);
}

TEST(BranchRow, KeepsEveryFieldOfEveryPointInItsOwnPlace) {
  const BranchRow shape(kCoordinates, kVelocities, kContacts, kDrifting);
  std::vector<double> row(shape.width(), std::numeric_limits<double>::quiet_NaN());
  EXPECT_FALSE(shape.regular(row));
  constexpr std::size_t all = 1 + BranchRow::kMostSpecial;
  for (std::size_t k = 0; k < all; ++k)
    shape.put(row, k, some_point(100.0 * static_cast<double>(k)));
  EXPECT_TRUE(shape.regular(row));
  for (std::size_t k = 0; k < all; ++k) {
    SCOPED_TRACE(k);
    expect_same(shape.get(row, k), some_point(100.0 * static_cast<double>(k)));
  }
  // Exactly what is announced: the last number of the last point is the last of the row, and nothing is left over.
  EXPECT_TRUE(std::isnan(row[BranchRow::kEnd]));
  EXPECT_TRUE(std::isnan(row[BranchRow::kSpecials]));
  for (std::size_t i = BranchRow::kPoints; i < row.size(); ++i) EXPECT_FALSE(std::isnan(row[i]));
}

TEST(BranchRow, KeepsEveryModeKindAndStability) {
  const BranchRow shape(kCoordinates, kVelocities, kContacts, kDrifting);
  std::vector<double> row(shape.width());
  for (unsigned m = 0; m <= static_cast<unsigned>(Mode::frictionless); ++m) {
    for (unsigned k = 0; k <= static_cast<unsigned>(SpecialKind::sequence_change); ++k) {
      for (unsigned s = 0; s <= static_cast<unsigned>(Stability::marginal); ++s) {
        BranchPoint point = some_point(1.0);
        point.state.modes[1] = static_cast<Mode>(m);
        point.special = static_cast<SpecialKind>(k);
        point.stability = static_cast<Stability>(s);
        shape.put(row, 0, point);
        expect_same(shape.get(row, 0), point);
      }
    }
  }
}

}  // namespace
}  // namespace ricochet
