#pragma once
// The numbers of Brach 1993, tables 3-7, as printed: text, so that the digits are known.
//
// A run of the simulation appears in table 4 or 6 (inputs, seven results) and again, in the same
// order, in table 5 or 7 (five results) beside the classical solution it is compared with.

#include <span>
#include <string_view>

namespace ricochet::papers::brach_1993 {

/// What the paper says of a row's coefficient of friction.
enum class FrictionMark : unsigned char {
  none,
  zero_velocity,    ///< *: smallest that gives zero tangential velocity at separation
  no_sliding,       ///< dagger: no sliding at separation
  stop_and_reverse  ///< double dagger: smallest that makes sliding stop and reverse
};

/// Which limit the classical column is labelled with.
enum class RatioLabel : unsigned char { none, mu_0, mu_T };

/// P_n (N s), impulse ratio, V_Ct (m/s), Omega (deg/s), T_L (%).
struct FiveColumns {
  std::string_view P_n, mu, V_Ct, Omega, T_L;
};

struct PrintedRun {
  int table;             ///< 4 or 6; its partner is 5 or 7
  std::string_view v_t;  ///< m/s
  std::string_view f;
  FrictionMark mark;
  std::string_view zeta;  ///< s/m
  // table 4 or 6
  std::string_view duration, angle, P_n, mu, e, R, E2;
  // table 5 or 7
  std::string_view e_heading;
  RatioLabel label;
  FiveColumns classical;
  FiveColumns simulation;
};
std::span<const PrintedRun> printed_runs();

/// Table 3: simulation (with zeta) or classical solution (without).
struct PrintedComparison {
  std::string_view zeta;             ///< empty for the classical solution
  std::string_view duration, angle;  ///< simulation only
  std::string_view P_n, mu, e, E2, V_Ct, Omega, T_L;
};
std::span<const PrintedComparison> printed_table3();

}  // namespace ricochet::papers::brach_1993
