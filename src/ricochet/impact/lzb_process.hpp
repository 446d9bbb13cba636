#pragma once
// The process of the law `lzb` in its regular form, integrated with event location (lzb.hpp has the
// equations). Everything here is in units of the process: velocities over v, the fastest approach
// before the impact; impulses over v / g, g = mean normal entry of the Delassus operator; time over T,
// the shortest time X_i / v in which a contact alone would stop it; lengths over v T.
//
// State y = (L, x, w): impulses of the n normal and the tangential directions that have friction, n
// compressions, and the work of friction. gamma = gamma- + G L follows, so momentum holds exactly.
//
// In a fixed set of states all forces are a constant linear map of the compliant forces F(x): friction of a
// slipping contact is -+mu_k times its normal force; friction of sticking contacts and reactions of resting
// ones (together: the reactions z) keep their contact velocities constant, A z = B F. Events change the set:
//   open         gN < 0                    -> compression
//   compression  gN > 0                    -> expansion, or resting if e = 0; x < 0 -> open
//   expansion    x = 0 -> open;  gN < 0    -> compression again
//   resting      reaction < 0              -> parted
//   parted       gN < 0                    -> resting
//   slip         gT = 0                    -> stick if the cones allow, else slip the other way
//   stick        outside the static cones  -> slip
// Rank-deficient groups stick as long as SOME distribution of their friction is inside all static cones (a
// small linear program), and slip where that program has no room.

#include <Eigen/Core>
#include <cmath>
#include <span>
#include <vector>

#include <ricochet/contact/outcome.hpp>
#include <ricochet/contact/problem.hpp>
#include <ricochet/lcp/dense.hpp>
#include <ricochet/lcp/simplex.hpp>
#include <ricochet/ode/integrator.hpp>

namespace ricochet {

/// Told the state after every step.
using StepObserver = FunctionRef<void(double t, std::span<const double> x)>;

/// How a contact carries its normal force.
enum class LzbState : unsigned char {
  open,         ///< no force; gN >= 0
  compression,  ///< F = k x^a, x' = -gN
  expansion,    ///< F = k x^a, x' = -gN / e^2
  resting,      ///< e = 0, after its compression: gN = 0, the force is a reaction >= 0
  parted        ///< e = 0, after its compression: no force, gN >= 0
};

enum class LzbEnd : unsigned char {
  separated,
  step_limit,
  stalled,
  no_consistent_forces,
  non_finite
};

class LzbProcess {
 public:
  /// Scales the problem and sets the state before the impact.
  void pose(const ContactProblem& problem);

  /// Runs to separation. local_tolerance: of one integration step. The observer is told (time, y) of every
  /// step, in units of the process; states and slips are then those during the step.
  LzbEnd run(double local_tolerance, long step_limit, const StepObserver* observer);

  /// The same by explicit Euler steps of equal impulse at the primary contact, the one with the most
  /// energy. step: in units of the process.
  LzbEnd run_euler(double step, long step_limit, const StepObserver* observer);

  // What a run leaves behind, in units of the process unless said otherwise.
  std::span<const double> state() const { return y_; }
  const std::vector<Phase>& phases() const { return phases_; }  ///< impulses in N s
  double dissipation() const;                ///< of contacts and friction, from the process itself
  double locked() const { return locked_; }  ///< energy of springs that hold each other in balance
  long steps() const { return steps_; }
  /// A contact that was taken to stick where slip could restart too; -1: none.
  Eigen::Index static_band() const { return static_band_; }
  /// Contacts that stuck in a group whose friction is determined only in sum.
  const std::vector<bool>& shared() const { return shared_; }
  bool rested() const { return rested_; }  ///< a contact that had become rigid carried a force

  // Reading a state.
  double energy(Eigen::Index contact, std::span<const double> y) const;
  void impulses(std::span<const double> y, Eigen::VectorXd& L) const;  ///< 2n, N s
  Mode mode(Eigen::Index contact) const;
  Stage stage(Eigen::Index contact) const;
  double velocity_unit() const { return v_; }
  double impulse_unit() const { return impulse_; }
  double time_unit() const { return T_; }
  double energy_unit() const { return v_ * impulse_; }

 private:
  using Index = Eigen::Index;
  static std::size_t at(Index i) { return static_cast<std::size_t>(i); }

  // What is to be chosen at a contact when an event has happened (bits of choice_).
  static constexpr unsigned char kStands = 1;   // gT = 0: stick or slip
  static constexpr unsigned char kRests = 2;    // rigid with gN = 0: stay or part
  static constexpr unsigned char kStopped = 4;  // slip has just stopped

  struct Entry {
    Index column;
    double value;
  };

  // Indices into y.
  static Index normal(Index i) { return i; }
  Index tangent(Index i) const { return tangent_[static_cast<std::size_t>(i)]; }  // -1: none
  Index compression(Index i) const { return directions_ + i; }
  Index work() const { return directions_ + n_; }

  LzbState& state_of(Index i) { return states_[static_cast<std::size_t>(i)]; }
  LzbState state_of(Index i) const { return states_[static_cast<std::size_t>(i)]; }
  signed char& slip_of(Index i) { return slips_[static_cast<std::size_t>(i)]; }
  signed char slip_of(Index i) const { return slips_[static_cast<std::size_t>(i)]; }
  bool compliant(Index i) const {
    return state_of(i) == LzbState::compression || state_of(i) == LzbState::expansion;
  }
  bool carries(Index i) const { return compliant(i) || state_of(i) == LzbState::resting; }
  double velocity(Index direction, std::span<const double> y) const {
    const auto d = static_cast<std::size_t>(direction);
    double sum = gamma_[d];
    for (std::size_t k = start_[d]; k < start_[d + 1]; ++k) {
      sum += entries_[k].value * y[static_cast<std::size_t>(entries_[k].column)];
    }
    return sum;
  }
  double acceleration(Index direction) const;  ///< under force_
  /// Odd in x: a step that overshoots the end of a contact must meet a smooth force there.
  double compliant_force(Index i, double x) const {
    const double a = a_[static_cast<std::size_t>(i)];
    const double k = k_[static_cast<std::size_t>(i)];
    if (a == 1.5) return k * x * std::sqrt(std::abs(x));
    return k * (a == 1.0 ? x : std::copysign(std::pow(std::abs(x), a), x));
  }
  double stored(Index i, double x) const;

  void set_units(const ContactProblem& problem);
  void set_matrix(const ContactProblem& problem);
  void right_hand_side(std::span<const double> y, std::span<double> dydt);
  void events(std::span<const double> y, std::span<double> g);
  /// Forces of all directions from the compliant ones, in force_ and z_.
  void forces(std::span<const double> y);
  void spread();
  void rebuild_map();
  bool settle_modes(bool first, bool group_at_limit);
  bool release_modes(bool group_at_limit);
  bool release_worst();
  bool release_group(bool at_limit);
  void release(Index direction, int slip);
  bool search_modes();
  bool consistent() const;
  double largest_force() const;
  double room(std::vector<double>* slack) const;
  double capacity(Index i) const;
  void handle(std::size_t event);
  void close(Index i);
  void start_slip(Index i);
  std::size_t group_event() const;
  void leave_compression(Index i);
  void end_expansion(Index i, double x);
  bool finished() const;
  bool came_to_rest(double speed);
  double first_contact(double step);
  void conclude();
  void note_phases();

  Index n_ = 0, directions_ = 0;
  double v_ = 1.0, impulse_ = 1.0, T_ = 1.0;
  std::vector<Index> tangent_;      // per contact
  std::vector<Index> contact_;      // per direction
  std::vector<std::size_t> start_;  // rows of the sparse G
  std::vector<Entry> entries_;
  Eigen::MatrixXd G_;          // the same, dense, only of problems with friction or e = 0
  std::vector<double> gamma_;  // per direction, before
  std::vector<double> k_, a_, e2_, mu_, mu_s_, length_;

  std::vector<double> y_, scale_;
  std::vector<LzbState> states_;
  std::vector<signed char> slips_;     // +1, -1, 0 = stick; of contacts with a tangent
  std::vector<unsigned char> choice_;  // what is to be chosen at an event
  std::vector<double> stood_;  // gT with which a contact that slips stood before: rounding, or 0
  std::vector<LzbState> saved_states_;
  std::vector<signed char> saved_slips_;
  std::vector<double> x_start_;  // compression at which the current expansion began

  std::vector<double> force_;    // per direction
  std::vector<Index> unknown_;   // directions with a reaction
  std::vector<Index> index_of_;  // per direction: place in unknown_, or -1
  Eigen::VectorXd z_;
  std::vector<double> lu_storage_, map_storage_;
  Eigen::VectorXi pivots_;
  bool singular_ = false;
  LinearSolution solution_;
  Eigen::MatrixXd null_space_;

  std::vector<Crossing> crossings_;
  std::vector<Mode> phase_mode_;
  std::vector<Stage> phase_stage_;
  std::vector<double> phase_start_, phase_start_T_;  // impulses where it began
  std::vector<Phase> phases_;
  double lost_ = 0.0;    // in the contacts
  double locked_ = 0.0;  // stored in them at the end
  long steps_ = 0;
  Index static_band_ = -1;
  bool rested_ = false;
  std::vector<bool> shared_;
  Integrator integrator_;
};

}  // namespace ricochet
