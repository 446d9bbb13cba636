#include <ricochet/study/normal.hpp>

#include <cmath>
#include <limits>
#include <numbers>

#include <boost/math/special_functions/erf.hpp>

namespace ricochet {

double normal_quantile(double p) {
  if (!(p > 0.0 && p < 1.0)) {
    const double end = std::numeric_limits<double>::infinity();
    return p == 0.0 ? -end : p == 1.0 ? end : std::numeric_limits<double>::quiet_NaN();
  }
  // In double throughout: long double is not the same on every machine.
  using Plain = boost::math::policies::policy<boost::math::policies::promote_double<false>>;
  return -std::numbers::sqrt2 * boost::math::erfc_inv(2.0 * p, Plain());
}

double normal_probability(double z) { return 0.5 * std::erfc(-z / std::numbers::sqrt2); }

}  // namespace ricochet
