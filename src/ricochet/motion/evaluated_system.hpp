#pragma once
// A mechanical system evaluated at a state, its mass matrix factorized: what every method of motion starts from.
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

  /// d = M^-1 d, with the mass matrix of the last look().
  void solve_mass(Eigen::Ref<Eigen::VectorXd> d) const;
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
  /// Adds column `row` of W to the `kept` basis vectors, orthogonal in the mass metric. False if less than
  /// `dependent` of its length is left: the others span it.
  bool extend_basis(Eigen::Index row, Eigen::Index kept, double dependent);

  Eigen::Map<const Eigen::VectorXd> q_of(State x) const { return {x.data(), nq_}; }
  Eigen::Map<const Eigen::VectorXd> u_of(State x) const { return {x.data() + nq_, f_}; }
  static std::span<double> books_of(std::span<double> x) { return x.last(kBooks); }
  static State books_of(State x) { return x.last(kBooks); }

  const MechanicalSystem& system_;
  Eigen::Index nq_, f_, n_;
  Evaluation e_;
  Eigen::VectorXd a_, force_, gamma_;
  std::string_view not_finite_;

 private:
  void factor_mass();

  std::vector<double> scale_;
  MassFactor mass_;
  Eigen::MatrixXd basis_;
  bool mass_known_ = false;
  long evaluations_ = 0;
};

}  // namespace ricochet
