#pragma once
// A ball that falls from rest: how the benchmarks choose it, and when it strikes the ground.

#include <cmath>

namespace ricochet::bench {

struct Bounces {
  double height = 1.0;       ///< m, of the lowest point
  double gravity = 9.81;     ///< m/s^2
  double restitution = 0.9;  ///< e
  int count = 10;

  /// The k-th impact (from 1): t_1 = sqrt(2 h / g), then hops of 2 e t_1, 2 e^2 t_1, ... s.
  double time(int k) const {
    const double fall = std::sqrt(2.0 * height / gravity);
    double hops = 0.0;
    for (int i = k - 1; i > 0; --i) hops = restitution * (hops + 2.0);
    return fall * (1.0 + hops);
  }
  /// Half a hop after the last one that counts.
  double end() const { return 0.5 * (time(count) + time(count + 1)); }
};

}  // namespace ricochet::bench
