#pragma once
// How the parameters of a study are laid out: which values they have in which cell.
//
// Fixed parameters (grid, list) form a full product of points; random ones (uniform, normal, triangular) are
// drawn N times. Every point meets the same N samples, so that two points differ by their fixed values only:
//
//   cells = points N,     cell = point N + sample,
//   point = (..(i_1 n_2 + i_2) n_3 + ..) i_k: position on fixed parameter k, n_k of them; the last runs fastest
//
// Grid values, j = 0 .. n-1, from the nearer end, so that both ends are exact and a symmetric grid is symmetric:
//   linear        x = from + (to - from) j / (n-1)           or  to - (to - from) (n-1-j) / (n-1)
//   logarithmic   x = from (to/from)^(j/(n-1))               or  to (from/to)^((n-1-j)/(n-1))
//   the middle of an odd count is (from + to)/2, or +-sqrt(from to).
//
// Random values are x = F^-1(u), F the distribution function, u in (0, 1):
//   plain              u = v
//   Latin hypercube    u = (p(sample) + v) / N,  p a random permutation of 0 .. N-1: each of N equally likely
//                      strata is met exactly once
// v is a multiple of 2^-53 (Latin: 2^-29), made by a generator without state from (seed, parameter, sample):
// Philox 4x32-10 (Salmon, Moraes, Dror & Shaw 2011). p is shuffled by the same generator from (seed, parameter).
// A value is therefore a function of (seed, cell, parameter) alone, whoever asks, in whatever order.
//
// Normal with limits: the part of the distribution between them, F(x) = (Phi(z) - Phi(a)) / (Phi(b) - Phi(a)).

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace ricochet {

struct GridValues {
  double from = 0.0;
  double to = 1.0;
  std::int64_t count = 2;    ///< >= 1; with 1, `from` alone
  bool logarithmic = false;  ///< needs ends of equal sign, not zero
};
struct ListedValues {
  std::vector<double> values;
};
struct UniformValues {
  double low = 0.0;
  double high = 1.0;
};
struct NormalValues {
  double mean = 0.0;
  double sd = 1.0;  ///< > 0, of the whole distribution
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
};
struct TriangularValues {
  double low = 0.0;
  double mode = 0.5;  ///< low <= mode <= high
  double high = 1.0;
};

/// How one parameter varies.
struct ParameterSpread {
  std::variant<GridValues, ListedValues, UniformValues, NormalValues, TriangularValues> values;
  bool latin = false;  ///< random ones: Latin hypercube

  bool random() const { return values.index() >= 2; }
};

/// What is wrong with a spread, in words; empty: nothing.
std::string flaw(const ParameterSpread& spread);
/// What is wrong with a plan: one of its spreads, samples without a random parameter, too many cells.
std::string flaw(std::span<const ParameterSpread> spreads, std::int64_t samples);

/// The value at u in (0, 1): x = F^-1(u). Random spreads only.
double at_quantile(const ParameterSpread& spread, double u);

/// Four words that look random, of a counter and a key.
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                    std::array<std::uint32_t, 2> key);

class SamplePlan {
 public:
  /// Of spreads and samples without flaw; samples = 1 if nothing is random.
  SamplePlan(std::vector<ParameterSpread> spreads, std::int64_t samples, std::uint64_t seed);

  std::int64_t cells() const { return points_ * samples_; }
  std::int64_t points() const { return points_; }
  std::int64_t samples() const { return samples_; }
  std::span<const ParameterSpread> spreads() const { return spreads_; }

  /// Position of a cell on a fixed parameter, from 0; 0 for random ones.
  std::int64_t position(std::int64_t cell, std::size_t parameter) const;
  double value(std::int64_t cell, std::size_t parameter) const;
  /// All of a cell, one per parameter.
  void values(std::int64_t cell, std::span<double> out) const;

 private:
  double random_value(std::int64_t sample, std::size_t parameter) const;

  std::vector<ParameterSpread> spreads_;
  std::int64_t samples_;
  std::int64_t points_ = 1;
  std::uint64_t seed_;
  std::vector<std::int64_t> stride_;                ///< in points; 0 for random parameters
  std::vector<std::vector<std::uint32_t>> strata_;  ///< p of Latin parameters, else empty
};

}  // namespace ricochet
