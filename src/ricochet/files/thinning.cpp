#include <ricochet/files/thinning.hpp>

#include <algorithm>
#include <limits>
#include <map>

namespace ricochet {

namespace {
constexpr double infinity = std::numeric_limits<double>::infinity();
}  // namespace

std::vector<double> visible_ranges(std::vector<double> ranges,
                                   const std::vector<std::string>& kinds) {
  std::map<std::string, double> widest;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    widest[kinds[i]] = std::max(widest[kinds[i]], ranges[i]);
  }
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    ranges[i] = std::max({ranges[i], 1e-6 * widest[kinds[i]], std::numeric_limits<double>::min()});
  }
  return ranges;
}

void Door::keep(std::size_t row) {
  if (kept_.empty() || kept_.back() < row) kept_.push_back(row);
}

void Door::open(const Point& from) {
  anchor_.time = from.time;
  anchor_.numbers = from.numbers;
  least_.assign(tolerance_.size(), -infinity);
  largest_.assign(tolerance_.size(), infinity);
}

void Door::row(double time, std::span<const double> numbers, bool must) {
  const std::size_t here = count_++;
  const Point before = std::move(last_);
  last_.time = time;
  last_.numbers.assign(numbers.begin(), numbers.end());
  if (here == 0) {
    keep(here);
    open(last_);
    return;
  }
  if (!(time > before.time)) {  // a jump: both sides
    keep(here - 1);
    keep(here);
    open(last_);
    return;
  }
  const auto slope = [&](std::size_t i, double shift) {
    return (numbers[i] + shift - anchor_.numbers[i]) / (time - anchor_.time);
  };
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const double s = slope(i, 0.0);
    if (s >= least_[i] && s <= largest_[i]) continue;
    keep(here - 1);
    open(before);
    break;
  }
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    least_[i] = std::max(least_[i], slope(i, -tolerance_[i]));
    largest_[i] = std::min(largest_[i], slope(i, tolerance_[i]));
  }
  if (must) {
    keep(here);
    open(last_);
  }
}

const std::vector<std::size_t>& Door::finish() {
  if (count_ > 0) keep(count_ - 1);
  return kept_;
}

void Extremes::row(std::span<const double> numbers, bool must) {
  if (count_ == first_) {
    least_.assign(numbers_, infinity);
    largest_.assign(numbers_, -infinity);
    least_row_.assign(numbers_, count_);
    largest_row_.assign(numbers_, count_);
    must_.clear();
  }
  for (std::size_t i = 0; i < numbers_; ++i) {
    if (numbers[i] < least_[i]) {
      least_[i] = numbers[i];
      least_row_[i] = count_;
    }
    if (numbers[i] > largest_[i]) {
      largest_[i] = numbers[i];
      largest_row_[i] = count_;
    }
  }
  if (must || count_ == 0) must_.push_back(count_);
  ++count_;
  if (count_ - first_ == rows_per_stretch_) end_stretch();
}

void Extremes::end_stretch() {
  std::vector<std::size_t>& rows = must_;
  rows.insert(rows.end(), least_row_.begin(), least_row_.end());
  rows.insert(rows.end(), largest_row_.begin(), largest_row_.end());
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  kept_.insert(kept_.end(), rows.begin(), rows.end());
  first_ = count_;
}

const std::vector<std::size_t>& Extremes::finish() {
  if (count_ > first_) {
    must_.push_back(count_ - 1);
    end_stretch();
  } else if (count_ > 0 && kept_.back() != count_ - 1) {
    kept_.push_back(count_ - 1);
  }
  return kept_;
}

}  // namespace ricochet
