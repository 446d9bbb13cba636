#include <ricochet/study/sampling.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include <ricochet/study/normal.hpp>

namespace ricochet {

namespace {

constexpr std::int64_t kMostCells = 1'000'000'000'000;
// Up to here no rounding can move a Latin value out of its stratum: u is (p + v) / N with v 2^-29 or more from
// the stratum's edges.
constexpr std::int64_t kMostLatin = std::int64_t{1} << 22;

// What a random word is for: the last word of the counter.
enum Purpose : std::uint32_t { kValue, kShuffle };

std::uint64_t random_bits(std::uint64_t seed, std::size_t parameter, std::uint64_t number,
                          Purpose purpose) {
  const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
  const auto words =
      philox({low(number), low(number >> 32), low(static_cast<std::uint64_t>(parameter)), purpose},
             {low(seed), low(seed >> 32)});
  return (std::uint64_t{words[1]} << 32) | words[0];
}

/// The middle of one of 2^bits equal parts of (0, 1); u and 1 - u are equally likely, bit by bit.
double fraction(std::uint64_t random, int bits) {
  return (static_cast<double>(random >> (64 - bits)) + 0.5) * std::ldexp(1.0, -bits);
}

std::vector<std::uint32_t> shuffled(std::int64_t n, std::uint64_t seed, std::size_t parameter) {
  std::vector<std::uint32_t> p(static_cast<std::size_t>(n));
  std::iota(p.begin(), p.end(), 0U);
  for (std::size_t i = p.size(); i > 1; --i) {
    const double u = fraction(random_bits(seed, parameter, i, kShuffle), 52);
    std::swap(p[i - 1], p[static_cast<std::size_t>(u * static_cast<double>(i))]);
  }
  return p;
}

double grid_value(const GridValues& g, std::int64_t j) {
  const std::int64_t last = g.count - 1;
  const std::int64_t back = last - j;
  if (j == 0) return g.from;
  if (back == 0) return g.to;
  const double n = static_cast<double>(last);
  const double near = static_cast<double>(std::min(j, back));
  const double end = j < back ? g.from : g.to;
  const double other = j < back ? g.to : g.from;
  if (g.logarithmic) {
    if (j == back)
      return std::copysign(std::sqrt(std::abs(g.from)) * std::sqrt(std::abs(g.to)), g.from);
    return end * std::pow(other / end, near / n);
  }
  if (j == back) return 0.5 * g.from + 0.5 * g.to;
  return end + (other - end) * near / n;
}

std::int64_t count_of(const ParameterSpread& spread) {
  if (const auto* g = std::get_if<GridValues>(&spread.values)) return g->count;
  if (const auto* l = std::get_if<ListedValues>(&spread.values)) {
    return static_cast<std::int64_t>(l->values.size());
  }
  return 1;
}

/// Of the part between the limits. Computed in the lower tail, where probabilities are exact: what lies in the
/// upper one is mirrored.
double normal_value(const NormalValues& s, double u) {
  double a = (s.low - s.mean) / s.sd;
  double b = (s.high - s.mean) / s.sd;
  const bool mirror = a > 0.0 || (b >= 0.0 && u > 0.5);
  if (mirror) {
    std::swap(a, b);
    a = -a;
    b = -b;
    u = 1.0 - u;
  }
  const double below = normal_probability(a);
  const double z = normal_quantile(below + u * (normal_probability(b) - below));
  return std::clamp(s.mean + s.sd * (mirror ? -z : z), s.low, s.high);
}

double triangular_value(const TriangularValues& s, double u) {
  const double width = s.high - s.low;
  const double left = s.mode - s.low;
  if (u * width <= left) return s.low + std::sqrt(u * width * left);
  return s.high - std::sqrt((1.0 - u) * width * (s.high - s.mode));
}

std::string range_flaw(double low, double high) {
  if (!std::isfinite(low) || !std::isfinite(high)) return "the ends must be finite";
  if (!(low < high)) return "the range is empty: the lower end must be below the upper one";
  return {};
}

std::string flaw_of(const GridValues& g) {
  if (!std::isfinite(g.from) || !std::isfinite(g.to)) return "the ends must be finite";
  if (g.count < 1) return "the count must be at least 1";
  if (g.count > 1 && g.from == g.to) return "the range is empty: both ends are the same";
  if (g.logarithmic && !(g.from != 0.0 && g.to != 0.0 && (g.from > 0.0) == (g.to > 0.0))) {
    return "a logarithmic range needs two ends of equal sign, neither of them zero";
  }
  return {};
}

std::string flaw_of(const NormalValues& s) {
  if (!std::isfinite(s.mean)) return "the mean must be finite";
  if (!(s.sd > 0.0) || !std::isfinite(s.sd)) return "the standard deviation must be positive";
  if (!(s.low < s.high)) return "the lower limit must be below the upper one";
  const double a = (s.low - s.mean) / s.sd;
  const double b = (s.high - s.mean) / s.sd;
  if (a > 8.0 || b < -8.0) {
    return "nothing is left of the distribution: the limits are more than eight standard "
           "deviations "
           "from the mean";
  }
  return {};
}

std::string flaw_of(const ListedValues& l) {
  if (l.values.empty()) return "the list is empty";
  const bool finite =
      std::all_of(l.values.begin(), l.values.end(), [](double v) { return std::isfinite(v); });
  return finite ? "" : "the values must be finite";
}

std::string flaw_of(const UniformValues& s) { return range_flaw(s.low, s.high); }

std::string flaw_of(const TriangularValues& s) {
  std::string why = range_flaw(s.low, s.high);
  if (why.empty() && !(s.mode >= s.low && s.mode <= s.high)) {
    why = "the mode must lie between the ends";
  }
  return why;
}

}  // namespace

std::string flaw(const ParameterSpread& spread) {
  if (spread.latin && !spread.random()) return "only random values form a Latin hypercube";
  return std::visit([](const auto& values) { return flaw_of(values); }, spread.values);
}

std::string flaw(std::span<const ParameterSpread> spreads, std::int64_t samples) {
  if (samples < 1) return "the number of samples must be at least 1";
  bool random = false, latin = false;
  std::int64_t cells = samples;
  for (const ParameterSpread& s : spreads) {
    if (std::string why = flaw(s); !why.empty()) return why;
    random = random || s.random();
    latin = latin || s.latin;
    if (cells <= kMostCells) cells = count_of(s) > kMostCells ? count_of(s) : cells * count_of(s);
  }
  if (samples > 1 && !random) return "samples are asked for, but no parameter is random";
  if (latin && samples > kMostLatin) {
    return fmt::format("a Latin hypercube has at most {} samples", kMostLatin);
  }
  if (cells > kMostCells) return fmt::format("more than {} cells", kMostCells);
  return {};
}

double at_quantile(const ParameterSpread& spread, double u) {
  if (const auto* s = std::get_if<UniformValues>(&spread.values))
    return s->low + u * (s->high - s->low);
  if (const auto* s = std::get_if<NormalValues>(&spread.values)) return normal_value(*s, u);
  if (const auto* s = std::get_if<TriangularValues>(&spread.values)) return triangular_value(*s, u);
  return std::numeric_limits<double>::quiet_NaN();
}

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> c,
                                    std::array<std::uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53U} * c[0];
    const std::uint64_t b = std::uint64_t{0xCD9E8D57U} * c[2];
    c = {static_cast<std::uint32_t>(b >> 32) ^ c[1] ^ key[0], static_cast<std::uint32_t>(b),
         static_cast<std::uint32_t>(a >> 32) ^ c[3] ^ key[1], static_cast<std::uint32_t>(a)};
    key[0] += 0x9E3779B9U;
    key[1] += 0xBB67AE85U;
  }
  return c;
}

SamplePlan::SamplePlan(std::vector<ParameterSpread> spreads, std::int64_t samples,
                       std::uint64_t seed)
    : spreads_(std::move(spreads)), samples_(samples), seed_(seed) {
  stride_.assign(spreads_.size(), 0);
  strata_.resize(spreads_.size());
  for (std::size_t k = spreads_.size(); k-- > 0;) {
    if (spreads_[k].random()) {
      if (spreads_[k].latin) strata_[k] = shuffled(samples_, seed_, k);
    } else {
      stride_[k] = points_;
      points_ *= count_of(spreads_[k]);
    }
  }
}

std::int64_t SamplePlan::position(std::int64_t cell, std::size_t parameter) const {
  if (stride_[parameter] == 0) return 0;
  return cell / samples_ / stride_[parameter] % count_of(spreads_[parameter]);
}

double SamplePlan::value(std::int64_t cell, std::size_t parameter) const {
  const auto& values = spreads_[parameter].values;
  if (const auto* g = std::get_if<GridValues>(&values)) {
    return grid_value(*g, position(cell, parameter));
  }
  if (const auto* l = std::get_if<ListedValues>(&values)) {
    return l->values[static_cast<std::size_t>(position(cell, parameter))];
  }
  return random_value(cell % samples_, parameter);
}

double SamplePlan::random_value(std::int64_t sample, std::size_t parameter) const {
  const ParameterSpread& spread = spreads_[parameter];
  const std::uint64_t random =
      random_bits(seed_, parameter, static_cast<std::uint64_t>(sample), kValue);
  if (!spread.latin) return at_quantile(spread, fraction(random, 52));
  const double p = strata_[parameter][static_cast<std::size_t>(sample)];
  return at_quantile(spread, (p + fraction(random, 28)) / static_cast<double>(samples_));
}

void SamplePlan::values(std::int64_t cell, std::span<double> out) const {
  for (std::size_t k = 0; k < out.size(); ++k) out[k] = value(cell, k);
}

}  // namespace ricochet
