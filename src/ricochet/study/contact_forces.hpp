#pragma once
// Contact forces from a measured motion.
//
//   M a = h + W lambda     with lambda = 0 at open contacts,
//   W_N^T a + bias_N = 0   at closed contacts,
//   W_T^T a + bias_T = 0   at sticking contacts.
//
// The constraints hold exactly; what they leave open is fitted to the measured acceleration a, least squares with the
// weights 1 / sigma_i^2. One sliding contact: they leave lambda_T, which a determines. Sticking contacts alone: they
// leave nothing, and the forces follow from the state without differentiating anything (Liu, Zhang, Zhao & Brogliato
// 2013, section 3d, use the normal one of these constraints).

#include <Eigen/Core>
#include <span>

#include <ricochet/study/contact_phases.hpp>
#include <ricochet/study/local_fit.hpp>

namespace ricochet {

/// Forces of all contacts with the covariance that the noise of the velocities gives them.
struct ContactForceEstimate {
  double t = 0.0;
  Eigen::VectorXd force;       ///< 2n, N
  Eigen::MatrixXd covariance;  ///< 2n x 2n, N^2
};

class ContactForces {
 public:
  /// `sigma` of the velocities, > 0.
  ContactForces(const MechanicalSystem& system, const Eigen::VectorXd& sigma);

  /// lambda (2n) at a state and acceleration; false if it is not determined (a block on two sticking feet) or there
  /// is an unclear contact.
  [[nodiscard]] bool at(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& u,
                        const Eigen::VectorXd& a, std::span<const ContactPhase> phases,
                        Eigen::VectorXd& lambda);

  /// The same from local fits of coordinates and velocities, with the covariance; false as above.
  [[nodiscard]] bool at(double t, const LocalFit& q, const LocalFit& u,
                        std::span<const ContactPhase> phases, ContactForceEstimate& out);

 private:
  const MechanicalSystem& system_;
  Eigen::VectorXd sigma_;
  Evaluation e_;
};

}  // namespace ricochet
