#include <ricochet/study/statistics.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include <ricochet/study/normal.hpp>

namespace ricochet {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The orders l and u of the header (from 1) for one percentile; 0 and n + 1: none.
struct Orders {
  std::int64_t low = 0, high = 0;
};

/// Weights of the binomial distribution by their ratios, outwards from its mode, where they are largest: only a few
/// times sqrt(n) of them are not negligible.
Orders interval_orders(std::int64_t n, double p, double confidence) {
  const double N = static_cast<double>(n);
  const auto mode = std::min(n, static_cast<std::int64_t>((N + 1.0) * p));
  const double odds = p / (1.0 - p);
  std::int64_t first = mode;
  std::vector<double> weight = {1.0};  // of B = first, first + 1, ..
  for (double w = 1.0; first > 0 && w > 1e-18; weight.push_back(w)) {
    w *= static_cast<double>(first) / (static_cast<double>(n - first + 1) * odds);
    --first;
  }
  std::reverse(weight.begin(), weight.end());
  for (double w = 1.0; first + static_cast<std::int64_t>(weight.size()) <= n && w > 1e-18;) {
    const auto k = static_cast<double>(first + static_cast<std::int64_t>(weight.size()));
    w *= (N - k + 1.0) / k * odds;
    weight.push_back(w);
  }
  const double tail = 0.5 * (1.0 - confidence) * std::accumulate(weight.begin(), weight.end(), 0.0);
  Orders orders;
  double below = 0.0;  // P(B < l)
  orders.low = first;
  for (std::size_t i = 0; i < weight.size() && below + weight[i] <= tail; ++i) {
    below += weight[i];
    ++orders.low;
  }
  double above = 0.0;  // P(B >= u)
  orders.high = first + static_cast<std::int64_t>(weight.size());
  for (std::size_t i = weight.size(); i-- > 0 && above + weight[i] <= tail;) {
    above += weight[i];
    --orders.high;
  }
  return orders;
}

std::vector<double> finite_of(std::span<const double> y) {
  std::vector<double> kept;
  kept.reserve(y.size());
  std::copy_if(y.begin(), y.end(), std::back_inserter(kept),
               [](double v) { return std::isfinite(v); });
  return kept;
}

}  // namespace

Summary summary(std::span<const double> y) {
  const std::vector<double> kept = finite_of(y);
  Summary s{static_cast<std::int64_t>(y.size()),
            static_cast<std::int64_t>(kept.size()),
            kNaN,
            kNaN,
            kNaN,
            kNaN};
  if (kept.empty()) return s;
  const double n = static_cast<double>(kept.size());
  const auto [least, largest] = std::minmax_element(kept.begin(), kept.end());
  s.least = *least;
  s.largest = *largest;
  // About the first row, so that equal rows have exactly their own value as mean.
  double sum = 0.0;
  for (const double v : kept) sum += v - kept.front();
  s.mean = kept.front() + sum / n;
  if (kept.size() < 2) return s;
  double squares = 0.0;
  for (const double v : kept) squares += (v - s.mean) * (v - s.mean);
  s.sd = std::sqrt(squares / (n - 1.0));
  return s;
}

std::vector<Percentile> percentiles(std::span<const double> y, std::span<const double> p,
                                    double confidence) {
  std::vector<double> sorted = finite_of(y);
  std::sort(sorted.begin(), sorted.end());
  const auto n = static_cast<std::int64_t>(sorted.size());
  const auto order = [&](std::int64_t k) {  // from 1
    return k < 1 ? -kInfinity : k > n ? kInfinity : sorted[static_cast<std::size_t>(k - 1)];
  };
  std::vector<Percentile> out;
  for (const double share : p) {
    Percentile result{share, kNaN, {kNaN, kNaN}};
    if (n > 0) {
      const double at = static_cast<double>(n - 1) * share;
      const auto k = std::min(static_cast<std::int64_t>(at), n - 1);
      const double rest = at - static_cast<double>(k);
      result.value = order(k + 1);
      if (rest > 0.0) result.value += rest * (order(k + 2) - result.value);
      const Orders orders = share > 0.0 && share < 1.0
                                ? interval_orders(n, share, confidence)
                                : Orders{share > 0.0 ? n : 0, share > 0.0 ? n + 1 : 1};
      result.interval = {order(orders.low), order(orders.high)};
    }
    out.push_back(result);
  }
  return out;
}

ConfidenceInterval wilson(std::int64_t k, std::int64_t n, double confidence) {
  if (n == 0) return {0.0, 1.0};
  const double N = static_cast<double>(n);
  const double share = static_cast<double>(k) / N;
  const double z = normal_quantile(0.5 + 0.5 * confidence);
  const double middle = share + z * z / (2.0 * N);
  const double half = z * std::sqrt(share * (1.0 - share) / N + z * z / (4.0 * N * N));
  const double whole = 1.0 + z * z / N;
  // Exactly 0 and 1 where they should be.
  return {k == 0 ? 0.0 : (middle - half) / whole, k == n ? 1.0 : (middle + half) / whole};
}

std::vector<CodeShare> code_shares(std::span<const int> codes, double confidence) {
  std::map<int, std::int64_t> counts;
  for (const int code : codes) ++counts[code];
  const auto n = static_cast<std::int64_t>(codes.size());
  std::vector<CodeShare> out;
  for (const auto& [code, count] : counts) {
    out.push_back({code, count, static_cast<double>(count) / static_cast<double>(n),
                   wilson(count, n, confidence)});
  }
  return out;
}

}  // namespace ricochet
