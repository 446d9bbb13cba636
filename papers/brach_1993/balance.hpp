#pragma once
// What the printed numbers of one simulated run say of each other. With m = 1, v_n = -1, omega = 0
// before and x = cos(theta)/2, y = sin(theta)/2 at the final angle,
//     e   = P_n - 1 + y Omega                      (normal velocity of the tip)
//     V_Ct = v_t + mu P_n - x Omega                (tangential velocity of the tip)
//     (1 - T_L) (1 + v_t^2) = (P_n - 1)^2 + (v_t + mu P_n)^2 + Omega^2 / 12
//     E^2 = e R
// Ten printed results, four relations: each number can be compared with what the others imply.

#include <array>

#include <papers/brach_1993/rod.hpp>

namespace ricochet::papers::brach_1993 {

/// Where each quantity of a run lies, by its printed digits (deg, deg/s, %).
using PrintedIntervals = std::array<Interval, kQuantities>;

/// Everything the other entries imply for `target`. `agrees` says which entries may be trusted.
std::vector<Implication> implications(Quantity target, double v_t, const PrintedIntervals& printed,
                                      const std::array<bool, kQuantities>& agrees);

}  // namespace ricochet::papers::brach_1993
