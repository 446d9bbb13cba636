#pragma once
// The zero of a scalar function between two values of opposite sign: regula falsi in Illinois' form.

#include <cmath>

namespace ricochet {

/// f(a) = fa and f(b) = fb of opposite signs. True, and x, once the bracket is narrower than `width` or f is zero; false
/// if f is not finite somewhere.
template <class Function>
bool find_root(Function&& f, double a, double fa, double b, double fb, double width, double& x) {
  for (int i = 0; i < 100; ++i) {
    x = std::abs(b - a) <= width ? 0.5 * (a + b) : b - fb * (b - a) / (fb - fa);
    if (std::abs(b - a) <= width) return true;
    const double fx = f(x);
    if (!std::isfinite(fx)) return false;
    if (fx == 0.0) return true;
    const bool close = std::abs(x - b) <= 0.5 * width;
    if ((fx > 0.0) == (fb > 0.0)) {
      fa *= 0.5;
    } else {
      a = b;
      fa = fb;
    }
    b = x;
    fb = fx;
    if (close) return true;
  }
  return true;
}

}  // namespace ricochet
