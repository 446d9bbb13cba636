#include <ricochet/study/quantiles.hpp>

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <limits>

namespace ricochet {

double normal_two_sided(double level) {
  return boost::math::quantile(boost::math::normal(), 0.5 + 0.5 * level);
}

double student_two_sided(double level, double freedom) {
  return boost::math::quantile(boost::math::students_t(freedom), 0.5 + 0.5 * level);
}

double chi_square_tail(double x, double freedom) {
  if (!(freedom > 0.0)) return 1.0;
  if (!(x < std::numeric_limits<double>::infinity())) return 0.0;
  return boost::math::cdf(boost::math::complement(boost::math::chi_squared(freedom), x));
}

}  // namespace ricochet
