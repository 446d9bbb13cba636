#pragma once
// The smooth motion between two events: every contact stays in its mode (open, slip+-, stick, frictionless), and
// the accelerations follow from linear equations.
//
// State vector x = (q, u, books), books = (friction_loss, damping_loss, belt_work, motion_work, force_work), J:
//   q' = B u,   M u' = h + sum_c d_c l_c,
//   friction_loss' = -l_T . gamma_T,   damping_loss' = -damping_power,   force_work' = force_power,
//   belt_work' = l_T . v_sT,           motion_work' = l_N . v_sN.
// Unknown forces l_c: the normal force of every closed contact, with its friction in slip (d = W_N -+ mu W_T),
// and the tangential force in stick (d = W_T). Equations: gamma' = 0 in the same directions,
//   sum_c (r_k . M^-1 d_c) l_c = -(r_k . M^-1 h + bias_k),   r_k = W_N or W_T.
// Dependent equations (line contacts, wedges) are left out, the same ones for the whole phase: accelerations do
// not depend on the choice. project() removes the drift of gaps and velocities that integration leaves.
//
// No call allocates once arrays have grown, except widest() for dependent equations.

#include <Eigen/Core>
#include <span>
#include <string_view>
#include <vector>

#include <ricochet/lcp/modes.hpp>
#include <ricochet/system/state.hpp>
#include <ricochet/system/system.hpp>

namespace ricochet {

class ContactDynamics {
 public:
  static constexpr Eigen::Index kBooks = 5;
  using State = std::span<const double>;

  explicit ContactDynamics(const MechanicalSystem& system);

  const MechanicalSystem& system() const { return system_; }
  Eigen::Index state_size() const { return nq_ + f_ + kBooks; }
  std::span<const double> scale() const { return scale_; }

  /// Forgets what an earlier motion left: counts, things not finite.
  void reset();
  /// Errors of the books are measured against this energy: of the motion at the typical speeds, and as it is.
  void scale_books(State x);

  /// The modes from here on; finds the independent equations at this state.
  void set_modes(double t, State x, std::span<const Mode> modes);
  std::span<const Mode> modes() const { return modes_; }
  bool singular() const { return singular_; }  ///< equations are dependent: forces not unique

  /// dx/dt in the present modes.
  void derivative(double t, State x, std::span<double> dxdt);

  /// Evaluates everything at a state: evaluation(), factorized M, u', force(), gamma().
  void look(double t, State x);
  const Evaluation& evaluation() const { return e_; }
  const Eigen::VectorXd& acceleration() const { return a_; }  ///< u'
  /// 2n: those of the independent equations; where forces are not unique, call widest() after look().
  const Eigen::VectorXd& force() const { return force_; }
  const Eigen::VectorXd& gamma() const { return gamma_; }  ///< 2n
  /// Determinant of the equations over the product of the diagonal (ModeForces::determinant).
  double determinant() const { return determinant_; }
  /// After look(): forces inside all cones with the largest margin, which it returns.
  double widest(ModeSolver& solver);

  /// After look(): the acceleration problem of `contacts`, contact directions only. b = accelerations without
  /// contact forces.
  void contact_space(std::span<const Eigen::Index> contacts, Eigen::MatrixXd& G,
                     Eigen::VectorXd& b);
  /// Y = M^-1 d, with the mass matrix of the last look().
  void solve_mass(Eigen::Ref<Eigen::VectorXd> d) const;

  /// After look(): a bound of the normal acceleration of a contact, whatever holds the system without friction:
  /// |W_N . a| <= sqrt(G_NN a . M a), and no constraint makes a = M^-1 h larger in that norm (Gauss).
  double largest_acceleration(Eigen::Index contact);
  double kinetic(State x) const;  ///< J, after look()

  /// Impulses in the present modes (with friction in slip) that make every closed contact stop approaching or
  /// leaving. What surfaces do in it goes to the books.
  void stop_closed(double t, std::span<double> x);

  /// Moves q so that closed gaps vanish and u so that closed contacts do not move (nor sticking ones slide),
  /// by the least step in the mass metric. False if something is not finite.
  bool project(double t, std::span<double> x);

  /// Energies and books as a ledger without residual. After look().
  Ledger ledger(State x, double t);

  long evaluations() const { return evaluations_; }
  /// Name of the first thing that was found not to be finite; empty if everything was.
  std::string_view not_finite() const { return not_finite_; }

 private:
  struct Unknown {
    Eigen::Index contact;
    Eigen::Index row;  ///< direction of its equation and force, column of W
    double coupling;   ///< of the tangential direction: -+mu in slip
  };

  void evaluate(double t, State x, unsigned need);
  void factor_mass();
  void solve_unknowns();
  void solve_forces();
  Eigen::Map<const Eigen::VectorXd> q_of(State x) const { return {x.data(), nq_}; }
  Eigen::Map<const Eigen::VectorXd> u_of(State x) const { return {x.data() + nq_, f_}; }

  const MechanicalSystem& system_;
  Eigen::Index nq_, f_, n_;
  std::vector<double> scale_;
  Evaluation e_;
  Eigen::MatrixXd chol_;  ///< lower Cholesky factor of M
  bool mass_known_ = false;
  std::vector<Mode> modes_;
  std::vector<Unknown> unknown_;  ///< independent ones
  bool singular_ = false;
  bool any_closed_ = false;
  Eigen::MatrixXd Y_, A_;
  Eigen::VectorXd free_, a_, force_, gamma_, l_, step_, q_rate_;
  Eigen::VectorXi pivots_;
  double determinant_ = 1.0;
  long evaluations_ = 0;
  std::string_view not_finite_;
  // of widest()
  std::vector<Eigen::Index> closed_;
  std::vector<Mode> closed_modes_;
  std::vector<signed char> sliding_;
  Eigen::MatrixXd G_;
  Eigen::VectorXd b_, mu_, mu_static_;
  ModeForces wide_;
};

}  // namespace ricochet
