#pragma once
// One frictional impact, posed.
//
//   M (u+ - u-) = W L,    gamma = W^T u - v_s,    gamma+ - gamma- = G L,    G = W^T M^-1 W
//
// n contacts, f degrees of freedom. Contact directions are ordered normal, tangential per contact:
// column 2i of W is W_Ni, column 2i+1 is W_Ti; gamma, L and v_s (velocity of the surface: belt,
// vibrating table) likewise. gamma_N < 0 is approach; L_N >= 0; friction opposes gamma_T.
// In contact space only G and gamma- are known (f = 0): W, M and u are empty.
// SI units: kg, m, s, rad.

#include <Eigen/Core>
#include <string>
#include <vector>

#include <ricochet/contact/parameters.hpp>

namespace ricochet {

/// Where a free body's three coordinates (x, y, angle) sit in u, for reports per body.
struct BodyInfo {
  std::string name;
  Eigen::Index first_dof = 0;
  double mass = 0.0;     ///< kg
  double inertia = 0.0;  ///< kg m^2, about the centre of mass
};

struct ContactProblem {
  // What the caller gives; assemble() derives the rest.
  Eigen::MatrixXd M;                       ///< f x f, symmetric positive definite
  Eigen::MatrixXd W;                       ///< f x 2n
  Eigen::VectorXd u;                       ///< f, before the impact
  Eigen::VectorXd surface_velocity;        ///< 2n
  std::vector<ContactParameters> contact;  ///< n
  std::vector<std::string> names;          ///< n
  std::vector<BodyInfo> bodies;            ///< empty unless posed by free bodies

  // Derived, or given directly in contact space.
  Eigen::MatrixXd Minv_W;  ///< f x 2n
  Eigen::MatrixXd G;       ///< 2n x 2n Delassus operator, symmetric
  Eigen::VectorXd gamma;   ///< 2n, contact velocities before the impact

  Eigen::Index contacts() const { return static_cast<Eigen::Index>(contact.size()); }
  Eigen::Index dofs() const { return u.size(); }
  bool in_contact_space() const { return u.size() == 0; }

  /// Forms Minv_W, G and gamma from M, W, u and surface_velocity (empty: surfaces at rest). False if the
  /// sizes do not fit or M is not (numerically) positive definite; the derived fields are then
  /// unspecified.
  [[nodiscard]] bool assemble();
  /// Only gamma, after u or surface_velocity have changed.
  void assemble_velocities();
};

}  // namespace ricochet
