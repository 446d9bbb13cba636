#pragma once
// The smooth motion between two events: every contact stays in its mode (open, slip+-, stick, frictionless), and
// the accelerations follow from linear equations.
//
// State vector x = (q, u, books), as in evaluated_system.hpp:
//   q' = B u,   M u' = h + sum_c d_c l_c,
//   friction_loss' = -l_T . gamma_T,   damping_loss' = -damping_power
// Unknown forces l_c: the normal force of every closed contact, with its friction in slip (d = W_N -+ mu W_T),
// and the tangential force in stick (d = W_T). Equations: gamma' = 0 in the same directions,
//   sum_c (r_k . M^-1 d_c) l_c = -(r_k . M^-1 h + bias_k),   r_k = W_N or W_T.
// Dependent equations (line contacts, wedges) are left out, the same ones for the whole phase, and where nothing slides
// their forces too: accelerations do not depend on the choice. Where something slides they may, through its friction. Then
// forces are spread as by contacts of equal stiffness, (stiffness) x (displacement) with displacements that go together:
//   W_d = W_i X   the dependent directions by the independent ones,   X = B^-1 (W_i . M^-1 W_d),   B = W_i . M^-1 W_i
//   l_d = D l_i,  D_dc = X_cd G_cc / G_dd   (least forces, each over its a / G)
// so that no contact is chosen and motion does not jump with the choice. project() removes the drift of gaps and
// velocities that integration leaves. Joints are in what stands for M^-1 (evaluated_system.hpp).
//
// Surfaces with edges: a closed contact is held on the feature it touches (Evaluation::hold), so that the phase is smooth
// beyond the feature's end; that end is an event.
//
// No call allocates once arrays have grown.

#include <Eigen/Core>
#include <span>
#include <utility>
#include <vector>

#include <ricochet/lcp/modes.hpp>
#include <ricochet/motion/evaluated_system.hpp>

namespace ricochet {

class ContactDynamics final : public EvaluatedSystem {
 public:
  explicit ContactDynamics(const MechanicalSystem& system);

  /// Holds every contact whose gap is below `touching` (m), or that is closed, on the feature it is about to move on;
  /// the others look for the nearest.
  void choose_features(double t, State x, double touching);
  /// A contact that touches and is about to leave its edge at a corner which stands for it from there on.
  bool lost(Eigen::Index contact) const { return lost_[static_cast<std::size_t>(contact)] != 0; }
  bool held(Eigen::Index contact) const {
    return e_.hold[static_cast<std::size_t>(contact)] != kNearestFeature;
  }
  /// The modes from here on; finds the independent equations at this state. Closed contacts are held.
  void set_modes(double t, State x, std::span<const Mode> modes);
  std::span<const Mode> modes() const { return modes_; }
  bool singular() const { return singular_; }  ///< equations are dependent: forces not unique

  /// dx/dt in the present modes.
  void derivative(double t, State x, std::span<double> dxdt);

  /// force(): those of the independent equations; where forces are not unique, call widest() afterwards. Where it
  /// has looked last, it need not look again.
  void look(double t, State x) override;
  /// What events are seen by: as look() where contacts are closed, gaps and gamma only where none is.
  void look_at_contacts(double t, State x);
  /// Determinant of the equations over that without friction (ModeForces::determinant).
  double determinant() const { return determinant_; }
  /// After look(): forces inside all cones with the largest margin, which it returns.
  double widest(ModeSolver& solver);

  /// After look(): the acceleration problem of `contacts`, contact directions only. b = accelerations without
  /// contact forces.
  void contact_space(std::span<const Eigen::Index> contacts, Eigen::MatrixXd& G,
                     Eigen::VectorXd& b);
  /// After look(): these contacts in groups (one after the other, each ended by its entry of `ends`) that do not feel each
  /// other's forces.
  void group(std::vector<Eigen::Index>& contacts, std::vector<std::size_t>& ends);
  /// After look(): a bound of the normal acceleration of a contact, whatever holds the system without friction:
  /// |W_N . a| <= sqrt(G_NN a . M a), and no constraint makes a = M^-1 h larger in that norm (Gauss).
  double largest_acceleration(Eigen::Index contact);

  /// Impulses in the present modes (with friction in slip) that make every closed contact stop approaching or
  /// leaving; they are added to `impulse` (2n), if given. Returns the energy that takes, J; friction and the work of
  /// surfaces go to the books.
  double stop_closed(double t, std::span<double> x, Eigen::VectorXd* impulse = nullptr);

  /// Moves q so that joints and closed gaps are closed, and u so that joints are followed and closed contacts do not
  /// move (nor sticking ones slide), by the least step in the mass metric. Joints to rounding. False if something is not finite.
  bool project(double t, std::span<double> x);

 private:
  struct Unknown {
    Eigen::Index contact;
    Eigen::Index row;  ///< direction of its equation and force, column of W
    double coupling;   ///< of the tangential direction: -+mu in slip
  };

  bool has_looked(double t, State x) const;
  void choose_unknowns(double t, State x);
  void solve_unknowns();
  double frictionless_determinant();
  double spread();
  void keep_dependents_of_sliding();
  void find_entries();
  double along(Eigen::Index unknown, const Eigen::Ref<const Eigen::VectorXd>& v) const;
  void solve_forces();

  std::vector<Mode> modes_;
  std::vector<Unknown>
      unknown_;  ///< independent ones, then the dependent ones that feel something slide
  std::vector<Unknown> dependent_;
  Eigen::Index independent_ = 0;
  std::vector<Eigen::Index> entries_;  ///< of the unknowns' rows: not zero
  std::vector<std::size_t> entry_end_;
  bool singular_ = false;
  bool any_closed_ = false;
  Eigen::MatrixXd Y_, A_, C_;
  Eigen::VectorXd own_;                 ///< diagonal of B
  Eigen::MatrixXd X_, spread_, small_;  ///< of dependent unknowns: X, D, 1 + D X
  Eigen::VectorXd free_;                ///< P h
  Eigen::VectorXd l_;
  std::vector<double> ahead_;
  Eigen::VectorXd gap_here_;
  std::vector<int> feature_here_;
  std::vector<char> lost_;
  Eigen::VectorXi pivots_;
  double determinant_ = 1.0;
  // Where everything is as look() leaves it; seen_ holds q and u.
  bool looked_ = false;
  double seen_at_ = 0.0;
  std::vector<double> seen_;
  // of widest()
  double widest_of(std::span<const Eigen::Index> contacts, ModeSolver& solver);

  std::vector<Eigen::Index> closed_;
  std::vector<std::size_t> ends_;
  std::vector<Eigen::Index> grouped_, reach_;
  std::vector<std::pair<std::size_t, std::size_t>> reach_end_;
  Eigen::VectorXd size_;
  std::vector<Mode> closed_modes_;
  std::vector<signed char> sliding_;
  Eigen::MatrixXd G_;
  Eigen::VectorXd b_, mu_, mu_static_;
  ModeForces wide_;
};

}  // namespace ricochet
