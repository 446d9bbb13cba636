#pragma once
// The state of a motion and the books of its energy.

#include <Eigen/Core>
#include <vector>

#include <ricochet/lcp/coulomb.hpp>

namespace ricochet {

/// Where the energy went. Everything in J, since the start of the motion.
///   kinetic + potential + contact_energy = (their sum at the start) + belt_work + motion_work + force_work
///                                          - impact_loss - friction_loss - damping_loss + residual
struct Ledger {
  double kinetic = 0.0;
  double potential = 0.0;
  double impact_loss = 0.0;     ///< dissipated by impacts (negative: a law has gained energy)
  double friction_loss = 0.0;   ///< dissipated by sliding, >= 0
  double damping_loss = 0.0;    ///< dissipated by dampers and damped contacts
  double contact_energy = 0.0;  ///< stored in compliant contacts
  double belt_work = 0.0;    ///< done by surfaces moving along themselves: integral lambda_T v_sT
  double motion_work = 0.0;  ///< done by surfaces moving along their normal: integral lambda_N v_sN
  double force_work = 0.0;   ///< done by given forces
  double residual = 0.0;     ///< what the books do not explain

  /// The residual of the other entries.
  double unexplained(double energy_at_start) const {
    return kinetic + potential + contact_energy - energy_at_start - belt_work - motion_work -
           force_work + impact_loss + friction_loss + damping_loss;
  }
};

/// A state from which a motion can go on.
struct MotionState {
  double t = 0.0;
  Eigen::VectorXd q;
  Eigen::VectorXd u;
  std::vector<Mode> modes{};  ///< n, or empty: to be found from q and u
  Ledger ledger{};            ///< the books so far; zero at the start of a motion
  std::vector<double>
      stretch{};  ///< n, or empty: of the tangential springs of compliant contacts, m; empty: none
};

}  // namespace ricochet
