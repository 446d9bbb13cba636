#pragma once
// The entries of contacts and joints between planar bodies that are not zero: three per body and direction, of two
// bodies at most. What BodySystem scatters into the dense matrices of system.hpp, and what time stepping, which has no
// dense matrices, is assembled from. Letters and signs as there.

#include <array>
#include <limits>

#include <ricochet/system/system.hpp>

namespace ricochet {

/// One contact at a state.
struct ContactRow {
  int dof = 0;     ///< first coordinate of the first body
  int other = -1;  ///< of the second; -1: the ground
  double gap = 0.0;
  std::array<double, 3> N{}, T{};              ///< of W_N, W_T: the first body
  std::array<double, 3> other_N{}, other_T{};  ///< the second
  std::array<double, 2> surface_velocity{};    ///< normal, tangential
  std::array<double, 2> bias{};
  int feature = kNearestFeature;
  double inside = std::numeric_limits<double>::infinity();
};

/// One equation of a joint at a state.
struct JointRow {
  int dof = 0;
  int other = -1;
  double gap = 0.0;
  std::array<double, 3> J{}, other_J{};
  double velocity = 0.0;
  double bias = 0.0;
};

/// Puts contact i into gap, feature, inside (kGaps), W, surface_velocity and bias (kContacts).
void scatter(const ContactRow& row, Eigen::Index i, unsigned need, Evaluation& out);
/// Puts equation i into J, joint_gap, joint_velocity, joint_bias.
void scatter(const JointRow& row, Eigen::Index i, Evaluation& out);

}  // namespace ricochet
