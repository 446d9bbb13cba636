#pragma once
// Stated rates against counted ones.

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include <support/suite.hpp>

namespace ricochet::testing {

/// `hits` of `runs` agree with the probability `rate` to 4 standard deviations of the binomial distribution (1 in
/// 16 000 by chance); `at_least`: or are more.
inline void expect_rate(const char* what, long hits, long runs, double rate,
                        bool at_least = false) {
  const auto n = static_cast<double>(runs);
  const double slack = 4.0 * std::sqrt(n * rate * (1.0 - rate)) + 1.0;
  EXPECT_GE(static_cast<double>(hits), n * rate - slack) << what << ' ' << hits << " of " << runs;
  if (!at_least) {
    EXPECT_LE(static_cast<double>(hits), n * rate + slack) << what << ' ' << hits << " of " << runs;
  }
  ::testing::Test::RecordProperty(what, std::to_string(hits) + " of " + std::to_string(runs));
}

}  // namespace ricochet::testing
