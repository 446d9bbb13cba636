#pragma once
// Normal random numbers from a seed: the same ones with every compiler and library (std::normal_distribution is
// free to differ, std::mt19937_64 is not).

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

namespace ricochet {

class NormalNumbers {
 public:
  explicit NormalNumbers(std::uint64_t seed) : bits_(seed) {}

  /// The next number of mean 0 and standard deviation 1, by the method of Box and Muller.
  double next() {
    if (spare_) {
      spare_ = false;
      return other_;
    }
    const double radius = std::sqrt(-2.0 * std::log(uniform()));
    const double angle = 2.0 * std::numbers::pi * uniform();
    other_ = radius * std::sin(angle);
    spare_ = true;
    return radius * std::cos(angle);
  }

 private:
  // In (0, 1], 53 bits.
  double uniform() { return (static_cast<double>(bits_() >> 11U) + 1.0) * 0x1p-53; }

  std::mt19937_64 bits_;
  double other_ = 0.0;
  bool spare_ = false;
};

}  // namespace ricochet
