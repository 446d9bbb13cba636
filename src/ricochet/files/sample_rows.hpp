#pragma once
// The samples of a result file row by row, and which of them to show.

#include <functional>
#include <span>
#include <string>
#include <vector>

#include <ricochet/files/run_data.hpp>

namespace ricochet {

/// One sample: its numbers and codes in the order of the datasets, time aside.
struct SampleRow {
  double time = 0.0;
  std::span<const double> numbers;
  std::span<const std::uint8_t> codes;
};

/// Calls `take` for every sample, in order; a few thousand are in memory at a time.
void each_sample(const RunData& file, const std::function<void(const SampleRow&)>& take);

struct ShownSamples {
  std::vector<std::size_t>
      rows;  ///< ascending; the first, the last and those at events are among them
  /// How far numbers that are left out may be from the line through the others, over the range of their column; 0 if
  /// nothing is left out, NaN if the rows are the extremes of `stretches`.
  double deviation = 0.0;
  std::size_t stretches = 0;
};

/// About `most_rows` rows, and those at events.
ShownSamples shown_samples(const RunData& file, std::size_t most_rows);

}  // namespace ricochet
