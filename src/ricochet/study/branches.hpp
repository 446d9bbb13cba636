#pragma once
// Branches of orbits as work in cells (study/cells.hpp): a chain is a branch, a link is a step along it with the special
// points found on the way. A row holds the points as plain numbers, and every link begins anew from the row before it:
// so a branch that was cut short goes on to the same bits.

#include <memory>
#include <span>
#include <vector>

#include <ricochet/study/cells.hpp>
#include <ricochet/study/continuation.hpp>

namespace ricochet {

/// Where a branch starts, and which way it goes.
struct BranchStart {
  double p = 0.0;
  int direction = 1;    ///< of p
  int returns = 1;      ///< passages of the section per orbit
  double settle = 0.0;  ///< s of motion before the first orbit is sought
};

/// How points lie in a row.
class BranchRow {
 public:
  BranchRow(std::size_t coordinates, std::size_t velocities, std::size_t contacts,
            std::size_t drifting)
      : q_(coordinates), u_(velocities), contacts_(contacts), free_(q_ + u_ - drifting) {}

  static constexpr std::size_t kMostSpecial = 4;  ///< in one step
  static constexpr std::size_t kMostPhases = 24;  ///< whose durations are kept
  static constexpr std::size_t kEnd = 0, kSpecials = 1, kPoints = 2;
  std::size_t width() const { return kPoints + (1 + kMostSpecial) * point_width(); }

  /// Point 0 is the regular one that ends the step; those after it are special ones.
  void put(std::span<double> row, std::size_t number, const BranchPoint& point) const;
  BranchPoint get(std::span<const double> row, std::size_t number) const;
  /// Whether the row has a regular point: the last one of a branch may have none.
  bool regular(std::span<const double> row) const;

 private:
  std::size_t point_width() const {
    return 9 + 2 * kMostPhases + (q_ + u_) + contacts_ + (free_ + 1) + 2 * free_ + 2 * (q_ + u_);
  }
  std::size_t q_, u_, contacts_, free_;
};

class BranchTask final : public CellTask {
 public:
  /// The family must outlive it.
  BranchTask(const SystemFamily& family, const Section& section, const OrbitOptions& orbit,
             const ContinuationOptions& options, const BranchRow& shape,
             std::vector<BranchStart> starts);
  CellLayout layout() const override;
  std::unique_ptr<CellWorker> worker() const override;

 private:
  class Worker;
  const SystemFamily& family_;
  Section section_;
  OrbitOptions orbit_;
  ContinuationOptions options_;
  BranchRow shape_;
  std::vector<BranchStart> starts_;
};

}  // namespace ricochet
