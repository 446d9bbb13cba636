#pragma once
// A chain of balls by Siconos. Read by C++17 too: Siconos' headers do not compile as C++20 (Boost uBLAS).

#include <cmath>
#include <ctime>

namespace ricochet::bench {

struct ChainResult {
  double time = HUGE_VAL;  ///< s of CPU time, the least
  double gain = 0.0;       ///< energy after over energy before, less 1
  double last = 0.0;       ///< velocity of the last ball
};

inline double cpu_time() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// The chain of tests/support/balls.hpp by steps of the given impulse.
ChainResult siconos_chain(int balls, double step);

}  // namespace ricochet::bench
