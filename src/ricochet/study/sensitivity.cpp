// The sensitivity part of statistics.hpp.

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <ricochet/lcp/dense.hpp>
#include <ricochet/study/statistics.hpp>

namespace ricochet {

namespace {

using Column = std::vector<double>;
using Order = std::vector<std::size_t>;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kConstant =
    1e-13;  // of the largest value: an outcome that varies less does not vary
constexpr double kMostBins = 50.0;

/// Mean 0 and sum of squares 1; all zero if the values do not vary.
Column standardized(const Column& x) {
  const Summary s = summary(x);
  const double size = std::max(std::abs(s.least), std::abs(s.largest));
  Column z(x.size(), 0.0);
  if (!(s.sd > kConstant * size)) return z;
  const double unit = s.sd * std::sqrt(static_cast<double>(x.size() - 1));
  std::transform(x.begin(), x.end(), z.begin(), [&](double v) { return (v - s.mean) / unit; });
  return z;
}

bool varies(const Column& z) {
  return std::any_of(z.begin(), z.end(), [](double v) { return v != 0.0; });
}

double dot(const Column& a, const Column& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// Rows by ascending x, equal ones in their own order.
Order sorted_by(const Column& x) {
  Order order(x.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return x[a] < x[b]; });
  return order;
}

/// From 1; equal values share their mean rank.
Column ranks(const Column& x, const Order& order) {
  Column rank(x.size());
  for (std::size_t i = 0; i < order.size();) {
    std::size_t j = i;
    while (j < order.size() && x[order[j]] == x[order[i]]) ++j;
    for (std::size_t k = i; k < j; ++k) rank[order[k]] = 0.5 * static_cast<double>(i + 1 + j);
    i = j;
  }
  return rank;
}

/// y minus its line over the rows order[from, to), into `left`. Returns the number of parameters of the line.
int take_line(const Column& x, const Column& y, const Order& order, std::size_t from,
              std::size_t to, Column& left) {
  const double n = static_cast<double>(to - from);
  double x_mean = 0.0, y_mean = 0.0;
  for (std::size_t i = from; i < to; ++i) {
    x_mean += x[order[i]] / n;
    y_mean += y[order[i]] / n;
  }
  const bool line = x[order[from]] != x[order[to - 1]];
  double xx = 0.0, xy = 0.0;
  for (std::size_t i = from; i < to && line; ++i) {
    const double dx = x[order[i]] - x_mean;
    xx += dx * dx;
    xy += dx * (y[order[i]] - y_mean);
  }
  const double slope = xx > 0.0 ? xy / xx : 0.0;
  for (std::size_t i = from; i < to; ++i) {
    left[order[i]] = y[order[i]] - y_mean - slope * (x[order[i]] - x_mean);
  }
  return line ? 2 : 1;
}

/// S_i and its error. y: standardized.
void find_share(const Column& x, const Column& y, const Order& order, InputSensitivity& out) {
  const std::size_t rows = x.size();
  const double n = static_cast<double>(rows);
  const double bins = std::max(1.0, std::floor(std::min(kMostBins, 0.5 * std::sqrt(n))));
  Column left(rows);
  int parameters = 0;
  std::size_t from = 0;
  for (double b = 1.0; b <= bins && from < rows; ++b) {
    auto to = b == bins ? rows : std::max(from + 1, static_cast<std::size_t>(n * b / bins));
    while (to < rows && x[order[to]] == x[order[to - 1]]) ++to;  // ties stay together
    parameters += take_line(x, y, order, from, to, left);
    from = to;
  }
  const double free = n - parameters;
  if (!(free >= 1.0)) return;
  out.share = 1.0 - dot(left, left) * (n - 1.0) / free;
  Column influence(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    influence[i] = ((1.0 - out.share) * y[i] * y[i] - left[i] * left[i]) * (n - 1.0);
  }
  out.share_error = summary(influence).sd / std::sqrt(n);
}

/// b_i, their errors and R^2, from the correlations; false if inputs are dependent.
bool find_coefficients(const std::vector<Column>& inputs, const Column& y, Sensitivity& out) {
  const auto m = static_cast<Eigen::Index>(inputs.size());
  MatrixXd correlations(m, m), right = MatrixXd::Zero(m, m + 1), solved;
  for (Eigen::Index i = 0; i < m; ++i) {
    const Column& x = inputs[static_cast<std::size_t>(i)];
    for (Eigen::Index j = 0; j <= i; ++j) {
      correlations(i, j) = correlations(j, i) = dot(x, inputs[static_cast<std::size_t>(j)]);
    }
    right(i, i) = 1.0;
    right(i, m) = dot(x, y);
  }
  if (!cholesky_solve(correlations, right, solved)) return false;
  out.r_squared = right.col(m).dot(solved.col(m));
  const double free = static_cast<double>(out.valid - m - 1);
  for (Eigen::Index i = 0; i < m; ++i) {
    InputSensitivity& input = out.inputs[static_cast<std::size_t>(i)];
    input.coefficient = solved(i, m);
    input.coefficient_error = std::sqrt(std::max(0.0, 1.0 - out.r_squared) * solved(i, i) / free);
  }
  return true;
}

}  // namespace

std::string_view to_string(SensitivityStatus status) {
  switch (status) {
    case SensitivityStatus::complete: return "complete";
    case SensitivityStatus::too_few_rows: return "too-few-rows";
    case SensitivityStatus::constant_outcome: return "constant-outcome";
    case SensitivityStatus::dependent_inputs: return "dependent-inputs";
  }
  return "";
}

std::int64_t enough_rows(std::size_t inputs) {
  return std::max<std::int64_t>(50, 10 * static_cast<std::int64_t>(inputs));
}

Sensitivity sensitivity(std::span<const std::vector<double>> inputs, std::span<const double> y) {
  Sensitivity out;
  out.rows = static_cast<std::int64_t>(y.size());
  out.r_squared = kNaN;
  out.inputs.assign(inputs.size(), {kNaN, kNaN, kNaN, kNaN, kNaN});
  std::vector<Column> x(inputs.size());
  Column valid;
  for (std::size_t row = 0; row < y.size(); ++row) {
    const bool finite = std::isfinite(y[row]) &&
                        std::all_of(inputs.begin(), inputs.end(),
                                    [&](const Column& c) { return std::isfinite(c[row]); });
    if (!finite) continue;
    valid.push_back(y[row]);
    for (std::size_t i = 0; i < x.size(); ++i) x[i].push_back(inputs[i][row]);
  }
  out.valid = static_cast<std::int64_t>(valid.size());
  if (out.valid < enough_rows(inputs.size())) out.status = SensitivityStatus::too_few_rows;
  if (out.valid < static_cast<std::int64_t>(inputs.size()) + 3) return out;

  const Column z = standardized(valid);
  if (!varies(z)) {
    out.status = SensitivityStatus::constant_outcome;
    return out;
  }
  const Column y_rank = standardized(ranks(valid, sorted_by(valid)));
  std::vector<Column> standard;
  bool all_vary = true;
  for (std::size_t i = 0; i < x.size(); ++i) {
    standard.push_back(standardized(x[i]));
    if (!varies(standard[i])) {
      all_vary = false;
      continue;
    }
    const Order order = sorted_by(x[i]);
    out.inputs[i].rank = dot(standardized(ranks(x[i], order)), y_rank);
    find_share(x[i], z, order, out.inputs[i]);
  }
  if (!all_vary || !find_coefficients(standard, z, out)) {
    out.status = SensitivityStatus::dependent_inputs;
  }
  return out;
}

}  // namespace ricochet
