#pragma once
// The disc after the ball has left it, figures 6-8: it hops, slides and sticks on its edge until it lies flat.
//
// The disc alone, q = (y, z, theta), with the points A, B, C of disc.hpp and the other end A', C' of its diameter,
// starts upright with the velocities of the impact. A point in contact by eq. 2.37 (normal velocity below g T_c) stays
// there, as in table 5: of A, B, C the one that the rotation presses down (A for theta' < 0, C for theta' > 0), or all
// three without rotation. The paper starts from v_1, theta', v_2 of table 4; so the vertical velocity gives way.
// Impacts: `lzb` with the parameters of the ground. They become contact by eq. 2.37 with T_c of eq. 4.1.

#include <string>
#include <vector>

#include <papers/liu_2013/disc.hpp>
#include <papers/motion.hpp>

namespace ricochet::papers::liu_2013 {

/// What figures 6-8 show at an instant.
struct Gauge {
  double t = 0.0;
  double v_1 = 0.0, v_2 = 0.0;  ///< m/s, of the gauged points, which the disc carries along
  double slip = 0.0;            ///< m/s, tangential velocity of the lowest point
  double theta = 0.0;           ///< rad
  double normal = 0.0, tangential = 0.0;  ///< N, of the ground on A, B and C together
};

struct DiscMotion {
  std::vector<Gauge> gauge;
  std::vector<std::string> phases;  ///< "slip+ A", "stick A", "impacts C", "line impact", ...
  double flat = 0.0;                ///< s, when the disc comes to lie; NaN if it does not
  int impacts = 0;                  ///< before that
  EndReason reason = EndReason::end;
};

/// The disc's own system, for tests and studies.
std::unique_ptr<MechanicalSystem> disc_on_ground(const Setting& s, double contact_time);
/// T_c is `contact_share` times that of eq. 4.1.
DiscMotion motion_after(const Setting& s, double contact_share = 1.0);

}  // namespace ricochet::papers::liu_2013
