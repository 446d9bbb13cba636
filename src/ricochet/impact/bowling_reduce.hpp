#pragma once
// From a ContactProblem to the minimisation of the law `bowling`: which contacts take part, the velocity
// constraints of the rigid bodies, and everything as a function of the free tangential velocities.
//
// Of the contacts that take part the normal directions and, where there is friction, the tangential ones
// are collected in J (rows of W^T); G here is their Delassus operator, gamma their velocities.
//     c . (gamma+ - gamma-) = 0  for every c with G c = 0, that is J^T c = 0                 (6), any number
// (the difference, so that surfaces may move). Normal velocities are prescribed by (17); the tangential
// ones then have as many free unknowns y as the constraints leave. The impulses (24),
//     p = z^T (J* A^-1 J*^T)^-1 (theta*+ - theta*-),
// lie in the range of z*, which is that of G, and G p = gamma+ - gamma-. So p = G^+ (gamma+ - gamma-),
// the pseudo-inverse: the shortest impulses, whichever tangential velocity is eliminated.

#include <Eigen/Core>
#include <vector>

#include <ricochet/contact/problem.hpp>
#include <ricochet/impact/bowling_slip.hpp>
#include <ricochet/impact/options.hpp>

namespace ricochet {

/// Orthonormal columns c that span the null space of G, judged on G scaled to a unit diagonal
/// (eigenvalues below 1e-12 of the largest).
Eigen::MatrixXd velocity_constraints(const Eigen::MatrixXd& G);

struct BowlingReduction {
  // Set by the caller:
  std::vector<Eigen::Index> contacts;  ///< that take part

  // Found by reduce():
  SlipProblem slip;                     ///< rows are those of `contacts`
  std::vector<Eigen::Index> objective;  ///< contacts whose gT+ are the unknowns y
  bool choice = false;                  ///< other contacts could have been named in the objective

  // Found by the law:
  Eigen::VectorXd y;        ///< k
  Eigen::VectorXd other_y;  ///< k, of another answer

  // Buffers.
  std::vector<Eigen::Index> rows;   ///< of the problem: normals of contacts, then tangents
  std::vector<Eigen::Index> rough;  ///< positions in `contacts` of those with friction
  Eigen::VectorXd diagonal;         ///< square roots of the diagonal of G
  Eigen::MatrixXd G;                ///< of `rows`, scaled to a unit diagonal; then its factors
  Eigen::VectorXi pivots;
  Eigen::MatrixXd affine;  ///< jumps of velocity, then impulses: at y = 0, then per unknown
  Eigen::VectorXd mu_kinetic;
  std::vector<double> scratch;
};

enum class Reduced : unsigned char {
  posed,
  incompatible,       ///< (17) contradicts the velocity constraints
  objective_not_free  ///< the options name a contact without a free tangential velocity of its own
};

/// Prescribes gN+ = -e gN- at the contacts with gN- <= 0 and gN+ = 0 at those with gN- > 0. Does not
/// allocate, once grown, unless there are velocity constraints.
Reduced reduce(const ContactProblem& problem, const BowlingOptions& options, BowlingReduction& r);

}  // namespace ricochet
