#pragma once
// How many random cases a suite runs: all of them with RICOCHET_SUITE=full, a tenth by default ("quick"),
// a hundredth with "tiny" (sanitizer builds).

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace ricochet::testing {

inline long suite_count(long full) {
  const char* value = std::getenv("RICOCHET_SUITE");
  const std::string_view suite = value == nullptr ? "quick" : value;
  if (suite == "full") return full;
  return std::max(1L, full / (suite == "tiny" ? 100 : 10));
}

}  // namespace ricochet::testing
