#pragma once
// Joints with clearance: the parts are not held by equations, they touch. Letters as in joints.hpp and system.hpp; the
// normal n points out of the part of b (bearing, guide) into that of a (pin, slider), t = n turned by -90 degrees.
//
// Revolute: a pin of the radius r around P_a in a bearing of the radius r + c around P_b, c the gap. One contact, named
// like the joint. D = |p|; they touch at P_a - r n of the pin and P_b - (r + c) n of the bearing:
//
//   n = -p / D            g_N = c - D               kappa = -1 / D: the bearing is hollow
//   W_N = (n, n.r_a^; -n, -n.r_b^)                  bias_N =  kappa (t.w)^2    + n.z
//   W_T = (t, t.r_a^ + r; -t, -t.r_b^ - (r + c))    bias_T = -kappa (n.w)(t.w) + t.z
//
// At D = 0, where g_N = c is open and all directions are alike, n = (0, 1) and kappa = 0.
//
// Prismatic: a thin slider of the length l, its middle P_a, in a guide whose sides are at the distance c left and right
// of the line through P_b along e. Four contacts: its ends front and back, P_a +- (l / 2) e_a, with the sides left
// (n = -e^) and right (n = e^), `NAME.front/left`, `NAME.front/right`, `NAME.back/left`, `NAME.back/right`. e_a is fixed
// in a and is e where angle_a - angle_b = angle. With p, r_a, w, z of the end:
//
//   g_N = c + n.p
//   W_N = (n, n.r_a^; -n, -n.r_b^ - t.p)            bias_N = n.z - 2 omega_b t.w - omega_b^2 n.p
//   W_T = (t, t.r_a^; -t, -t.r_b^ - c)              bias_T = t.z + omega_b n.w
//
// The guide has no ends. Both kinds: v_s = 0.

#include <vector>

#include <ricochet/system/joints.hpp>

namespace ricochet {

/// One contact of a joint with clearance.
struct ClearanceContact {
  int joint = 0;      ///< its number in the scene
  double end = 0.0;   ///< prismatic: 1 front, -1 back
  double side = 0.0;  ///< prismatic: n = side e^; -1 left, 1 right
  std::string name{};
};

/// The contacts of a joint, none without clearance.
std::vector<ClearanceContact> clearance_contacts(const Joint& joint, int number);

/// At a state; q and u of all bodies.
ContactRow clearance_row(const Joint& joint, const ClearanceContact& contact, const double* q,
                         const double* u);
/// Where it is in the picture.
ContactPlace clearance_place(const Joint& joint, const ClearanceContact& contact, const double* q);

}  // namespace ricochet
