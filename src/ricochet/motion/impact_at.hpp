#pragma once
// An impact law applied at a state of a motion.
//
// Of the contacts that touch, those take part that the colliding ones reach through the mass matrix (G couples
// them); the others feel nothing. Contacts that were closed have gamma_N = 0 exactly, sticking ones gamma_T = 0.
// Joints take part through what stands for M^-1 (evaluated_system.hpp): the velocities after the impact follow them. The
// law does not see friction along which they leave no motion: L_T = -mu L_N sgn(gamma_T) then, which the joints take up.

#include <span>
#include <string>
#include <vector>

#include <ricochet/impact/law.hpp>
#include <ricochet/impact/workspace.hpp>
#include <ricochet/motion/contact_dynamics.hpp>
#include <ricochet/motion/trajectory.hpp>

namespace ricochet {

class ImpactAt {
 public:
  ImpactAt(const MechanicalSystem& system, const ImpactLaw& law, const ImpactLaw* fallback);

  /// Resolves the impact at the state that `dynamics` looked at last. modes: before, of all contacts.
  /// collisionless: nothing approaches (Painleve); the answer sought is the limit of vanishing approach, not zero
  /// impulse. Of several contacts: gamma + h b, b the accelerations without contact forces, h so small that it does not
  /// show; then, if nothing jumps, sliding contacts that approach. more_friction: relative addition to mu, at a singular
  /// point where the answer lies on the cone's edge.
  /// False if there is no answer: reason() and message() say why.
  bool resolve(ContactDynamics& dynamics, std::span<const double> x,
               std::span<const Eigen::Index> touching, std::span<const Eigen::Index> colliding,
               std::span<const Mode> modes, bool collisionless, double more_friction);

  const Eigen::VectorXd& velocity() const { return outcome_.u; }  ///< after
  const Eigen::VectorXd& impulse() const { return impulse_; }     ///< 2n, of all contacts
  double dissipation() const { return dissipation_; }
  double belt_work() const { return belt_work_; }
  double motion_work() const { return motion_work_; }  ///< with that of the joints that move
  std::string_view law() const { return answered_by_->info().name; }
  Status status() const { return outcome_.status; }
  const std::vector<Warning>& warnings() const { return outcome_.warnings; }

  /// m/s: contacts that leave more slowly are closed. Zero but where a limit of vanishing approach was taken by a small
  /// approach.
  double unresolved() const { return unresolved_; }

  EndReason reason() const { return reason_; }
  const std::string& message() const { return message_; }

 private:
  void choose_participants(ContactDynamics& dynamics, std::span<const Eigen::Index> touching,
                           std::span<const Eigen::Index> colliding);
  void pose(ContactDynamics& dynamics, std::span<const double> x, std::span<const Mode> modes,
            double more_friction);
  bool answered(bool collisionless);

  const MechanicalSystem& system_;
  const ImpactLaw& law_;
  const ImpactLaw* fallback_;
  const ImpactLaw* answered_by_;
  Workspace workspace_;
  ContactProblem problem_;
  ImpactOutcome outcome_;
  std::vector<Eigen::Index> participants_;
  Eigen::MatrixXd G_;
  Eigen::VectorXd b_;
  Eigen::VectorXd impulse_;
  double dissipation_ = 0.0, belt_work_ = 0.0, motion_work_ = 0.0;
  std::vector<double>
      unfelt_;  ///< friction of participants along which the joints leave no motion; else 0
  double unresolved_ = 0.0;
  EndReason reason_ = EndReason::no_solution;
  std::string message_;
};

}  // namespace ricochet
