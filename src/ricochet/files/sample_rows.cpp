#include <ricochet/files/sample_rows.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <ricochet/files/thinning.hpp>

namespace ricochet {

namespace {

constexpr std::size_t block = 4096;  // rows at a time

std::vector<double> event_times(const RunData& file) {
  const std::vector<DatasetLayout> layout = layout_of(RunTable::events, file.system());
  return file.read(RunTable::events, layout.front(), 0, file.rows(RunTable::events)).numbers;
}

// Whether a row is at the time of an event, as all on both sides of a jump or change of mode are. Asked in order.
class AtEvents {
 public:
  explicit AtEvents(const RunData& file) : times_(event_times(file)) {}

  bool operator()(const SampleRow& row) {
    while (next_ < times_.size() && times_[next_] < row.time) ++next_;
    return next_ < times_.size() && times_[next_] == row.time;
  }

 private:
  std::vector<double> times_;
  std::size_t next_ = 0;
};

// Of the numbers of a row.
std::vector<double> ranges(const RunData& file) {
  std::vector<std::string> kinds;
  for (const DatasetLayout& dataset : layout_of(RunTable::samples, file.system())) {
    if (dataset.bytes || dataset.flat) continue;
    for (const std::string& unit : dataset.units) kinds.push_back(dataset.name + ' ' + unit);
  }
  std::vector<double> least(kinds.size(), std::numeric_limits<double>::infinity());
  std::vector<double> largest(kinds.size(), -std::numeric_limits<double>::infinity());
  each_sample(file, [&](const SampleRow& row) {
    for (std::size_t i = 0; i < row.numbers.size(); ++i) {
      least[i] = std::min(least[i], row.numbers[i]);
      largest[i] = std::max(largest[i], row.numbers[i]);
    }
  });
  std::vector<double> range(kinds.size());
  for (std::size_t i = 0; i < kinds.size(); ++i) range[i] = largest[i] - least[i];
  return visible_ranges(std::move(range), kinds);
}

}  // namespace

void each_sample(const RunData& file, const std::function<void(const SampleRow&)>& take) {
  const std::vector<DatasetLayout> layout = layout_of(RunTable::samples, file.system());
  const std::size_t rows = file.rows(RunTable::samples);
  std::vector<RunRows> read(layout.size());
  std::vector<double> numbers;
  std::vector<std::uint8_t> codes;
  for (std::size_t first = 0; first < rows; first += block) {
    const std::size_t count = std::min(block, rows - first);
    for (std::size_t d = 0; d < layout.size(); ++d) {
      read[d] = file.read(RunTable::samples, layout[d], first, count);
    }
    for (std::size_t r = 0; r < count; ++r) {
      numbers.clear();
      codes.clear();
      for (std::size_t d = 1; d < layout.size(); ++d) {  // the first is the time
        const std::size_t columns = layout[d].columns.size();
        const auto from = static_cast<std::ptrdiff_t>(r * columns);
        const auto to = static_cast<std::ptrdiff_t>((r + 1) * columns);
        if (layout[d].bytes) {
          codes.insert(codes.end(), read[d].codes.begin() + from, read[d].codes.begin() + to);
        } else {
          numbers.insert(numbers.end(), read[d].numbers.begin() + from,
                         read[d].numbers.begin() + to);
        }
      }
      take({read[0].numbers[r], numbers, codes});
    }
  }
}

ShownSamples shown_samples(const RunData& file, std::size_t most_rows) {
  ShownSamples shown;
  const std::size_t rows = file.rows(RunTable::samples);
  if (rows <= most_rows) {
    shown.rows.resize(rows);
    std::iota(shown.rows.begin(), shown.rows.end(), std::size_t{0});
    return shown;
  }
  const std::vector<double> range = ranges(file);
  // Up to a hundredth of the range, which is a pixel or two of a plot.
  for (const double deviation : {1e-4, 1e-3, 1e-2}) {
    std::vector<double> tolerance(range.size());
    std::transform(range.begin(), range.end(), tolerance.begin(),
                   [&](double r) { return deviation * r; });
    Door door(std::move(tolerance));
    AtEvents at_events(file);
    std::size_t at_event = 0;
    each_sample(file, [&](const SampleRow& row) {
      const bool must = at_events(row);
      if (must) ++at_event;
      door.row(row.time, row.numbers, must);
    });
    shown.rows = door.finish();
    shown.deviation = deviation;
    if (shown.rows.size() <= most_rows + at_event) return shown;
  }
  const std::size_t stretches = std::max<std::size_t>(100, most_rows / range.size());
  Extremes extremes(range.size(), std::max<std::size_t>(1, rows / stretches));
  AtEvents at_events(file);
  each_sample(file, [&](const SampleRow& row) { extremes.row(row.numbers, at_events(row)); });
  shown.rows = extremes.finish();
  shown.deviation = std::nan("");
  shown.stretches = stretches;
  return shown;
}

}  // namespace ricochet
