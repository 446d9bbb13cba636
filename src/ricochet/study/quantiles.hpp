#pragma once
// Quantiles and tail probabilities that intervals and tests of fit are made of.

namespace ricochet {

/// z with P(|N(0, 1)| <= z) = level, level in (0, 1).
double normal_two_sided(double level);
/// The same of Student's t with `freedom` > 0 degrees of freedom.
double student_two_sided(double level, double freedom);
/// P(chi^2 >= x) with `freedom` degrees of freedom, x >= 0; 1 without any.
double chi_square_tail(double x, double freedom);

}  // namespace ricochet
