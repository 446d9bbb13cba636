#pragma once
// Section 6 as a motion: the tip of the bar (model `bar`) touches the ground and slides, gN- = 0. Without
// supercritical friction nothing happens; with it, and gT- of the sign that forward slip does not bear, the simulator
// finds sliding inconsistent and makes an impact without collision.

#include <papers/motion.hpp>
#include <papers/paper.hpp>

namespace ricochet::papers::payr_glocker_2005 {

/// The slender bar (m = 1 kg, s = 1 m) that slides at a start angle, `until` s.
struct SlidingBar {
  Recording recording;
  /// The impact without collision at the start, or nullptr.
  const Event* impact() const;
};
/// eps: both coefficients of restitution; velocity: gT-, m/s.
SlidingBar slide_bar(double mu, double phi_deg, double velocity, double eps, double until);

/// Section 6 by simulation.
Table sliding_table();
void add_sliding(Reproduction& out);

}  // namespace ricochet::papers::payr_glocker_2005
