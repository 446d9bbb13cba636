#pragma once
// What the numbers of one answer consist of: what is less than rounding of that is shown to people as zero.

#include <Eigen/Core>

#include <ricochet/contact/outcome.hpp>
#include <ricochet/contact/problem.hpp>

namespace ricochet {

/// |x| <= 1e-13 scale.
bool zero_to_rounding(double x, double scale);

/// Velocities and impulses row by row: of the contact's speeds and |G| |L|. Rows that do not act on each other do
/// not count for each other, so that a light body beside a heavy one keeps its numbers.
class ImpactScale {
 public:
  /// An answer has impulses and velocities after; without them, what is known before.
  explicit ImpactScale(const ContactProblem& problem, const Eigen::VectorXd* impulse = nullptr,
                       const Eigen::VectorXd* gamma = nullptr);

  double velocity(Eigen::Index row) const { return velocity_[row]; }
  double impulse(Eigen::Index row) const { return impulse_[row]; }
  double work() const { return work_; }  ///< J, of all impulses

 private:
  Eigen::VectorXd velocity_;
  Eigen::VectorXd impulse_;
  double work_ = 0.0;
};

/// Changes of a body are compared with its velocities themselves and with what the impulses on it could do.
struct BodyScale {
  double delta_v = 0.0;
  double delta_omega = 0.0;
  double energy = 0.0;
};
BodyScale body_scale(const ContactProblem& problem, const ImpactOutcome& outcome,
                     const BodyInfo& body);

}  // namespace ricochet
