#pragma once
// States that fit the joints, for the start of a motion.
//
// Lengths of equations and moves are measured by the kinetic energy: with J_i the column of equation i,
// s_i = sqrt(J_i.M^-1 J_i), equations are divided by s_i and velocities multiplied by M^1/2, so that metres and radians
// can be compared. Equations that depend on others are welcome as long as they agree with them; the rank is that of the
// scaled J, where pivots below 1e-9 of the largest count as zero.

#include <Eigen/Core>
#include <vector>

#include <ricochet/system/bodies.hpp>

namespace ricochet {

/// How many of the equations are independent at q. Degrees of freedom are left 3 bodies - rank, and equations are
/// redundant joints() - rank.
Eigen::Index joint_rank(const BodySystem& system, const Eigen::VectorXd& q);

/// Whether all equations hold; if not, that which is furthest from it and by how much (m, rad, per s, per s^2).
struct JointFit {
  bool holds = true;
  Eigen::Index equation = 0;
  double error = 0.0;
};

/// Moves q, already near, to g_J(0, q) = 0: the least move in the mass metric, Newton steps to rounding. Leaves q alone
/// where it fits to rounding. Fails if the equations have no common solution within 1e-3 of the size.
JointFit put_together(const BodySystem& system, Eigen::VectorXd& q);

/// Velocities at t = 0 with J^T u = v_J: those given (3 per body) are kept, the others become those of the least
/// kinetic energy. Fails where the equations cannot hold to 1e-9 of the speeds.
JointFit find_velocities(const BodySystem& system, const Eigen::VectorXd& q,
                         const std::vector<bool>& given, Eigen::VectorXd& u);

/// Whether there are accelerations with J^T u' + joint_bias = 0 at t = 0, to 1e-6 of the terms: motors that agree at
/// the start but not after it, and positions that cannot be left with the velocity u, have none.
JointFit find_accelerations(const BodySystem& system, const Eigen::VectorXd& q,
                            const Eigen::VectorXd& u);

}  // namespace ricochet
