#pragma once
// The numbers of Liu et al. 2013, tables 2, 4 and 5, as printed: text, so that the digits are known.

#include <array>
#include <span>
#include <string_view>

#include <papers/interval.hpp>

namespace ricochet::papers::liu_2013 {

/// Table 5 and "none of the six".
enum class ContactMode : unsigned char { none, I, II, III, IV, V, VI };
std::string_view to_string(ContactMode mode);

/// Mean of five trials with the way to the largest and to the smallest of them, and the paper's
/// computed value.
struct PrintedPair {
  std::string_view measured, up, down, computed;

  double mean() const;
  Interval band() const;  ///< the trials from the smallest to the largest
  double by_paper() const;
};

struct PrintedCase {
  int number;
  std::string_view b, ratio, v_b;  ///< table 2: mm, b/r, m/s
  PrintedPair v_1, theta, v_2;     ///< table 4; empty for case 1
  ContactMode mode;                ///< table 5
};
std::span<const PrintedCase> printed_cases();

/// Table 5 at v_b = 0.275 m/s: the modes in the order of the impact position b/r, and where one ends
/// and the next begins. Mode II is the single point 0.
struct PrintedBoundary {
  ContactMode below, above;
  std::string_view ratio;
};
std::span<const PrintedBoundary> printed_boundaries();

}  // namespace ricochet::papers::liu_2013
