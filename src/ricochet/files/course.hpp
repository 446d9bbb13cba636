#pragma once
// A motion between its samples, for pictures and curves. An integration step may be as long as the whole flight of a
// ball, of which the file then has both ends and nothing between.
//
// Between two samples with coordinates q0, q1 and rates m0, m1 (times the step h; q' = B(q) u) the motion is the cubic
// that has all four (Hermite), s = 0..1:
//   q(s) = q0 + s d + s (1 - s) ((1 - s) (m0 - d) - s (m1 - d)),   d = q1 - q0
// which is the motion itself as long as accelerations are linear in time, else off by O(h^4). Where q' = u the
// velocities are its derivative, else straight. Gaps, kinetic and potential energy are those of the system there;
// forces and the rest of the ledger go straight from sample to sample; modes stay.

#include <cstddef>
#include <cstdint>
#include <vector>

#include <ricochet/system/system.hpp>

namespace ricochet {

/// Samples column by column: the datasets of a result file in their order, numbers and codes apart.
struct SampleColumns {
  std::vector<double> time;
  std::vector<std::vector<double>> numbers;
  std::vector<std::vector<std::uint8_t>> codes;
};

/// The samples, all of them, and rows between them where the motion bends visibly: at most about `most_rows`.
SampleColumns with_bends(const MechanicalSystem& system, const SampleColumns& samples,
                         std::size_t most_rows);

}  // namespace ricochet
