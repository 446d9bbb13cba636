#pragma once
// A mechanical system evaluated at a state, its mass matrix factorized: what every method of motion starts from.
//
// Joints. With M = L L^T and K = L^-1 J the accelerations that forces f give are
//   u' = P f + a_J,   P = L^-T (1 - K S^-1 K^T) L^-1,   a_J = -L^-T K S^-1 joint_bias,   S = K^T K
// P is the inverse of the mass matrix as far as the joints let the system move. So contacts never see the joints:
// wherever M^-1 stands in their equations, P does. Equations of joints that depend on others are left out, the same ones
// during a step. Where the links of a loop are in line (a change point) one more equation is lost, and beside it almost:
// it is left out for the short time of the passage, and holds again behind it. S is factorized inside its envelope,
// which is narrow for chains.
// Joints that move (v_J: motors) do work with the power kappa . v_J = u_J . (M u' - f), where u_J = L^-T K S^-1 v_J is
// the slowest velocity that follows them.
//
// State vector x = (q, u, z, books): z belongs to the method, and the books are integrals of powers, J:
//   books = (friction_loss, damping_loss, belt_work, motion_work, force_work)
//   belt_work' = lambda_T . v_sT,   motion_work' = lambda_N . v_sN,   force_work' = force_power
//
// No call allocates once arrays have grown.

#include <Eigen/Core>
#include <span>
#include <string_view>
#include <vector>

#include <ricochet/motion/mass_factor.hpp>
#include <ricochet/system/state.hpp>
#include <ricochet/system/system.hpp>

namespace ricochet {

class EvaluatedSystem {
 public:
  static constexpr Eigen::Index kBooks = 5;
  enum Book : std::size_t { kFriction, kDamping, kBelt, kMotion, kForce };
  using State = std::span<const double>;

  virtual ~EvaluatedSystem() = default;

  const MechanicalSystem& system() const { return system_; }
  Eigen::Index state_size() const { return static_cast<Eigen::Index>(scale_.size()); }
  /// Typical magnitude of every entry of x.
  std::span<const double> scale() const { return scale_; }

  /// Forgets what an earlier motion left: counts, things not finite.
  void reset();
  /// Errors of the books are measured against this energy: of the motion at the typical speeds, and as it is.
  void scale_books(State x);

  /// Evaluates everything at a state: evaluation(), factorized M, u', force(), gamma().
  virtual void look(double t, State x) = 0;
  const Evaluation& evaluation() const { return e_; }
  const Eigen::VectorXd& acceleration() const { return a_; }  ///< u'
  const Eigen::VectorXd& force() const { return force_; }     ///< 2n
  const Eigen::VectorXd& gamma() const { return gamma_; }     ///< 2n

  /// d = P d (without joints M^-1 d), at the state of the last look().
  void solve_mass(Eigen::Ref<Eigen::VectorXd> d);
  /// After look(): whether the joints leave no motion in this direction (column of W).
  bool blocked(Eigen::Index column);
  /// After look(): u_J, and whether it is zero.
  const Eigen::VectorXd& joint_drive() const { return drive_; }
  bool driven() const { return driven_; }
  /// Equations of joints that are left out because the others imply them.
  Eigen::Index redundant_joints() const { return m_ - static_cast<Eigen::Index>(joint_.size()); }
  /// Near a change point, s: how long what is free there may go on before the joints are looked at; else infinite.
  double passing_time(State x);
  /// After look(): the equation that is violated most, and by how much, over the size (angles: over 1).
  double joint_error(Eigen::Index* which = nullptr) const;
  double kinetic(State x) const;  ///< J, after look()
  /// Energies and books as a ledger without residual. After look().
  virtual Ledger ledger(State x, double t);

  long evaluations() const { return evaluations_; }
  /// Name of the first thing that was found not to be finite; empty if everything was.
  std::string_view not_finite() const { return not_finite_; }

 protected:
  /// z: scales of what the method adds to the state.
  explicit EvaluatedSystem(const MechanicalSystem& system, std::span<const double> z = {});

  void evaluate(double t, State x, unsigned need);
  void find_gamma(State x);
  /// Finds equations of joints that are independent, as much as can be, and imply all others, at a state where they hold.
  void choose_joints(double t, State x);
  /// Moves q by the least step, in the mass metric, that closes the joints, to rounding; then chooses them anew if some
  /// are redundant. False if something is not finite.
  bool close_joints(double t, std::span<double> x);
  /// Evaluates masses, joints and contacts, and moves u so that the joints are followed.
  bool follow_joints(double t, std::span<double> x);
  /// q (positions) or u of the state, moved by step_; false if that is not finite.
  bool add_step(std::span<double> x, bool positions);
  /// Power of the joints that move, W, with accelerations a_ and contact forces force_.
  double joint_power() const;
  /// Adds column `row` of W to the `kept` basis vectors, orthogonal in the mass metric. False if less than
  /// `dependent` of its length is left: the others span it.
  bool extend_basis(Eigen::Index row, Eigen::Index kept, double dependent);

  Eigen::Map<const Eigen::VectorXd> q_of(State x) const { return {x.data(), nq_}; }
  Eigen::Map<const Eigen::VectorXd> u_of(State x) const { return {x.data() + nq_, f_}; }
  static std::span<double> books_of(std::span<double> x) { return x.last(kBooks); }
  static State books_of(State x) { return x.last(kBooks); }

  const MechanicalSystem& system_;
  Eigen::Index nq_, f_, n_, m_;
  Evaluation e_;
  Eigen::VectorXd a_, force_, gamma_;
  Eigen::VectorXd a_joint_;        ///< a_J
  Eigen::VectorXd step_, q_rate_;  ///< f, nq: for corrections of a state
  std::string_view not_finite_;

 private:
  void factor_mass();
  void factor_joints();
  /// The least step, in the mass metric, that makes up for r in the joints that count: L^-T K S^-1 r. r: m.
  void joint_step(const Eigen::VectorXd& r, Eigen::Ref<Eigen::VectorXd> step);
  void solve_S(Eigen::VectorXd& c) const;
  void to_metric(Eigen::Ref<Eigen::VectorXd> d) const;     ///< d = L^-1 d
  void from_metric(Eigen::Ref<Eigen::VectorXd> d) const;   ///< d = L^-T d
  void leave_joints_alone(Eigen::Ref<Eigen::VectorXd> y);  ///< y = (1 - K S^-1 K^T) y

  std::vector<double> scale_;
  MassFactor mass_;
  Eigen::MatrixXd basis_;
  bool mass_known_ = false;
  long evaluations_ = 0;
  // Joints: the independent ones.
  std::vector<Eigen::Index> joint_;
  std::vector<Eigen::Index> first_;                ///< of the envelope of S, by rows
  std::vector<Eigen::Index> entries_, entry_end_;  ///< of the columns of K: rows that are not zero
  Eigen::MatrixXd K_;
  Eigen::MatrixXd S_;  ///< its Cholesky factor
  Eigen::VectorXd c_, rest_, drive_, column_;
  bool driven_ = false;
  bool passing_ = false;  ///< an equation is left out that is not implied at every state
  double least_left_ =
      1.0;  ///< of the equations that count: what those before leave of one, squared
};

}  // namespace ricochet
