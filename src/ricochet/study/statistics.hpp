#pragma once
// Statistics of a table of outcomes: rows are cells of a study, an outcome y is one number per row. A row whose
// number is not finite is invalid and left out.
//
// mean = sum y / n,  sd^2 = sum (y - mean)^2 / (n - 1).
//
// Percentile p in [0, 1]: straight between order statistics y_(1) <= .. <= y_(n) at 1 + (n - 1) p, so that 0, 1/2
// and 1 are least, median and largest. Its confidence interval holds for any distribution: with B the number of
// rows below the true percentile, binomial (n, p),
//   low  = y_(l),  l the largest with   P(B < l)  <= (1 - confidence)/2      no such l: -infinity
//   high = y_(u),  u the smallest with  P(B >= u) <= (1 - confidence)/2      no such u: +infinity
//
// Share of a code (mode, status, ...) that k of n rows have: k/n, with Wilson's interval, the p for which k/n is
// within z standard deviations sqrt(p (1-p) / n), z the normal quantile of (1 + confidence)/2:
//   (k/n + z^2/2n -+ z sqrt(k/n (1 - k/n)/n + z^2/4n^2)) / (1 + z^2/n)
//
// Sensitivity of y to inputs x_1 .. x_m, which must be independent of each other to be told apart:
//   coefficient  b_i of the regression (y - mean)/sd = sum b_i (x_i - mean_i)/sd_i + rest; R^2 = 1 - its share left.
//                For a linear y b_i^2 is the share of input i in the variance.
//   rank         Spearman's correlation: that of the ranks, equal values sharing their mean rank. +-1 for every
//                monotone y of one input.
//   share        S_i = Var(E[y | x_i]) / Var(y), what would go if x_i were known; no shape is assumed. Rows are sorted
//                by x_i and cut into B = min(50, sqrt(n)/2) bins of equal count (rows of equal x_i stay together);
//                in each bin a straight line is fitted to y(x_i). With q line parameters in all (two per bin, one
//                where x_i is constant) and Q the sum of squares left over,
//                  S_i = 1 - (Q / (n - q)) / sd^2
//                n - q in place of n takes away what q parameters fit by chance; what is left of bias is the curvature
//                within a bin, (2 pi k/B)^4 / 720 of the share for k waves of a sine over the range. S_i of an input
//                without influence scatters about 0, so it can be negative.
// Standard errors: of b_i that of least squares; of S_i by its influence function,
//   sd over rows of ((1 - S_i) (y - mean)^2 - r^2) / sd^2, over sqrt(n),   r = what the lines leave.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace ricochet {

struct ConfidenceInterval {
  double low = 0.0;
  double high = 0.0;
};

struct Summary {
  std::int64_t rows = 0;   ///< all
  std::int64_t valid = 0;  ///< n
  double mean = 0.0;       ///< NaN without valid rows
  double sd = 0.0;         ///< NaN below two
  double least = 0.0, largest = 0.0;
};
Summary summary(std::span<const double> y);

struct Percentile {
  double p = 0.5;
  double value = 0.0;
  ConfidenceInterval interval{};
};
/// One per entry of p. NaN without valid rows.
std::vector<Percentile> percentiles(std::span<const double> y, std::span<const double> p,
                                    double confidence = 0.95);

struct CodeShare {
  int code = 0;
  std::int64_t count = 0;
  double share = 0.0;
  ConfidenceInterval interval{};
};
ConfidenceInterval wilson(std::int64_t k, std::int64_t n, double confidence = 0.95);
/// Of every code that occurs, ascending.
std::vector<CodeShare> code_shares(std::span<const int> codes, double confidence = 0.95);

enum class SensitivityStatus : unsigned char {
  complete,
  too_few_rows,      ///< fewer than enough_rows(m): what can be computed is, but says little
  constant_outcome,  ///< y varies by less than 1e-13 of itself: there is nothing to explain
  dependent_inputs   ///< an input is constant or a linear function of others: no coefficients
};
std::string_view to_string(SensitivityStatus status);

struct InputSensitivity {
  double coefficient = 0.0, coefficient_error = 0.0;
  double rank = 0.0;
  double share = 0.0, share_error = 0.0;
};

/// What cannot be computed is NaN.
struct Sensitivity {
  SensitivityStatus status = SensitivityStatus::complete;
  std::int64_t rows = 0, valid = 0;  ///< valid: y and all inputs finite
  double r_squared = 0.0;
  std::vector<InputSensitivity> inputs;
};

/// Rows below which nothing is to be concluded about m inputs: ten per input, at least 50.
std::int64_t enough_rows(std::size_t inputs);

/// inputs: one column per input, each as long as y.
Sensitivity sensitivity(std::span<const std::vector<double>> inputs, std::span<const double> y);

}  // namespace ricochet
