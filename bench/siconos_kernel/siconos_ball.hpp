#pragma once
// The bouncing ball by Siconos' event-driven scheme. Read by C++17 too, like siconos_chain.hpp.

#include <cmath>

#include "../bounces.hpp"

namespace ricochet::bench {

struct BallResult {
  double time = HUGE_VAL;   ///< s of CPU time, of the motion alone
  double error = HUGE_VAL;  ///< s, of the last impact's time against the closed form
  int impacts = 0;
};

/// A disc of three degrees of freedom, from rest to bounces.end(). intervals: of Siconos' own clock; at the end of each
/// it ends an integration and starts another.
BallResult siconos_ball(const Bounces& bounces, int intervals);

}  // namespace ricochet::bench
