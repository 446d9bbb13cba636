#pragma once
// The motion of a system with compliant contacts between two events. Every contact is a surface without mass that
// yields by d = -g_N (compression, d' = -gamma_N) and presses with the force of compliant_contact.hpp,
//   lambda_N = kappa d^p (1 + zeta d')
//
// Normal states of a contact:
//   apart    d <= 0: no force
//   closed   d > 0, 1 + zeta d' > 0
//   outrun   d > 0, 1 + zeta d' <= 0: the damped surface recovers more slowly than the body leaves. It follows without
//            force, and presses again as soon as 1 + zeta d' > 0. Reported as open, like `apart`.
// The force is continuous in all of this. The elastic energy kappa d^(p+1)/(p+1) is part of the ledger's
// contact_energy, also while outrun, where the surface consumes it: damping_loss' = (lambda_N - kappa d^p) d' >= 0.
//
// Tangential states of a closed contact. Without tangential_stiffness friction is rigid:
//   slip+-   lambda_T = -+mu lambda_N
//   stick    gamma_T' = 0, the forces of all sticking contacts together from
//            sum_c (W_Tk . M^-1 W_Tc) lambda_Tc = -(W_Tk . M^-1 (h + other contact forces) + bias_Tk),
//            as long as |lambda_T| <= mu_static lambda_N. Dependent equations are left out, as in contact_dynamics.hpp.
// With tangential_stiffness k_T a slider without mass hangs on a spring of stretch s:
//   stick    s' = gamma_T, lambda_T = -k_T s, as long as |k_T s| <= mu_static lambda_N
//   slip+-   k_T s = +-mu lambda_N; the slider moves with v = gamma_T - s' = gamma_T -+ mu lambda_N'/k_T, +-v >= 0
// If mu_static > mu, the slider jumps when it breaks loose: what the spring loses is friction_loss.
// The spring's energy k_T s^2 / 2 is in contact_energy; friction_loss' = -lambda_T v (rigid: v = gamma_T).
//
// State vector x = (q, u, s, books), evaluated_system.hpp. No call allocates once arrays have grown, except widest().

#include <Eigen/Core>
#include <span>
#include <vector>

#include <ricochet/lcp/modes.hpp>
#include <ricochet/motion/compliant_contact.hpp>
#include <ricochet/motion/evaluated_system.hpp>

namespace ricochet {

class CompliantDynamics final : public EvaluatedSystem {
 public:
  /// Every contact must have a stiffness (CompliantSimulator::refusal).
  explicit CompliantDynamics(const MechanicalSystem& system);

  /// The modes from here on; `outrun` says which of the open contacts are outrun.
  void set_modes(double t, State x, std::span<const Mode> modes,
                 std::span<const unsigned char> outrun);
  bool singular() const { return singular_; }  ///< the equations of stick are dependent
  bool any_rigid_stick() const { return !stick_.empty(); }

  void derivative(double t, State x, std::span<double> dxdt);
  /// force(): where the forces of stick are not unique, call widest() afterwards.
  void look(double t, State x) override;
  Ledger ledger(State x, double t) override;

  bool has_spring(Eigen::Index i) const { return spring_[at(i)] > 0.0; }
  double spring(Eigen::Index i) const { return spring_[at(i)]; }  ///< k_T; 0 = rigid
  const CompliantContact& contact(Eigen::Index i) const { return contact_[at(i)]; }
  double static_friction(Eigen::Index i) const { return static_friction_[at(i)]; }

  // After look(), of any contact, whatever its mode:
  double compression(Eigen::Index i) const { return -e_.gap[i]; }
  double rate(Eigen::Index i) const { return -gamma_[2 * i]; }  ///< d'
  double compression_acceleration(Eigen::Index i) const;        ///< d''
  double load(Eigen::Index i) const {                           ///< lambda_N if it touches
    return contact_[at(i)].normal.force(compression(i), rate(i));
  }
  /// Velocity of the slider in slip+- (sign = +-1).
  double slider_velocity(Eigen::Index i, double sign) const;
  /// s: of the state in stick, of the force in slip.
  double stretch(Eigen::Index i, State x) const;
  /// Of x: where the stretch of contact i is kept.
  std::size_t stretch_index(Eigen::Index i) const { return at(nq_ + f_ + i); }
  /// About a quarter of the oscillation of a contact that is struck as now, s.
  double time_scale(Eigen::Index i);

  /// After look(): the problem of modes (lcp/modes.hpp) of contacts with rigid friction, whose normal forces are given:
  /// lambda_N = load, so that the normal rows of G and b say just that.
  void friction_problem(std::span<const Eigen::Index> contacts, std::span<const double> load,
                        Eigen::MatrixXd& G, Eigen::VectorXd& b);
  /// After look(): forces of stick inside all cones with the largest margin, which it returns.
  double widest(ModeSolver& solver);

  /// Closes joints, and moves u so that they are followed and sticking contacts do not slide, by the least step in the
  /// mass metric.
  void project(double t, std::span<double> x);

 private:
  static std::size_t at(Eigen::Index i) { return static_cast<std::size_t>(i); }
  bool rigid_stick(Eigen::Index i) const { return modes_[at(i)] == Mode::stick && !has_spring(i); }
  void solve_forces(State x);
  void stick_equations();
  void solve_stick();

  std::vector<CompliantContact> contact_;
  std::vector<double> static_friction_;
  std::vector<double> spring_;
  std::vector<Mode> modes_;
  std::vector<unsigned char> outrun_;
  std::vector<Eigen::Index> stick_;  ///< contacts of the independent equations
  bool any_loaded_ = false;
  bool singular_ = false;
  Eigen::MatrixXd Y_, A_;
  Eigen::VectorXd l_, work_;
  // of widest()
  std::vector<Eigen::Index> group_;
  std::vector<double> loads_;
  std::vector<Mode> group_modes_;
  std::vector<signed char> sliding_;
  Eigen::MatrixXd G_;
  Eigen::VectorXd b_, mu_;
  ModeForces wide_;
};

}  // namespace ricochet
