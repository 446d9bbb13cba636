#pragma once
// Closed intervals, for numbers known only to their printed digits. Outward rounding is left out:
// the intervals here are half units of a printed digit, far wider than rounding.

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>

namespace ricochet::papers {

struct Interval {
  double lo = 0.0;
  double hi = 0.0;

  bool contains(double v) const { return lo <= v && v <= hi; }
  bool overlaps(const Interval& o) const { return lo <= o.hi && o.lo <= hi; }
  double middle() const { return 0.5 * (lo + hi); }
  bool valid() const { return lo <= hi; }
  void include(double v) {
    lo = std::min(lo, v);
    hi = std::max(hi, v);
  }
  /// Distance between the nearest points; 0 if they overlap.
  double distance(const Interval& o) const { return std::max({0.0, lo - o.hi, o.lo - hi}); }
};

/// An interval that any include() replaces.
inline Interval nothing() {
  return {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
}
inline Interval exactly(double v) { return {v, v}; }

inline Interval operator+(const Interval& a, const Interval& b) {
  return {a.lo + b.lo, a.hi + b.hi};
}
inline Interval operator-(const Interval& a, const Interval& b) {
  return {a.lo - b.hi, a.hi - b.lo};
}
inline Interval operator*(const Interval& a, const Interval& b) {
  const std::initializer_list<double> p = {a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi};
  return {std::min(p), std::max(p)};
}
/// Everything if the divisor contains zero.
inline Interval operator/(const Interval& a, const Interval& b) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  if (b.contains(0.0)) return {-inf, inf};
  return a * Interval{1.0 / b.hi, 1.0 / b.lo};
}
inline Interval square(const Interval& a) {
  const double l = a.lo * a.lo;
  const double h = a.hi * a.hi;
  return {a.contains(0.0) ? 0.0 : std::min(l, h), std::max(l, h)};
}
/// f over an interval on which it is monotone.
template <class F>
Interval monotone(const Interval& a, F f) {
  const double l = f(a.lo);
  const double h = f(a.hi);
  return {std::min(l, h), std::max(l, h)};
}

}  // namespace ricochet::papers
