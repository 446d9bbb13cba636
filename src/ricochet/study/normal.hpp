#pragma once
// The standard normal distribution, as sampling and confidence intervals need it.

namespace ricochet {

/// z with P(Z <= z) = p. Exact to rounding also far out in the lower tail; p = 0 and 1 give -+infinity.
double normal_quantile(double p);
/// P(Z <= z), likewise.
double normal_probability(double z);

}  // namespace ricochet
