#pragma once
// Periodic motions of systems with contacts, impacts and friction.
//
// x = (q, u) on a section (study/return_run.hpp); P is the map to the next passage, the `returns`-th one. A periodic
// orbit is a fixed point, P(x) = x, but for coordinates that drift (the woodpecker slides down its pole, a body travels
// along a plane), which are kept at their value and left out. It is found by Newton's method
//   (D - I) dx = -(P(x) - x),   D = dP/dx with the sequence of events frozen (study/frozen_flow.hpp),
// damped, by least squares where D - I is singular. A frozen sequence is a guess: at the end the true motion from x must
// repeat it, otherwise Newton starts anew with the sequence the motion has.
//
// Multipliers are the eigenvalues of D (without drifting coordinates). On an event section the direction of the flow
// has multiplier 0, and so has every direction that a closed contact, or an impact that sticks, forbids: of the
// simplified bounce model's six, four are 0. On a clock section the direction of the flow is one like the others.

#include <Eigen/Core>
#include <complex>
#include <string>
#include <string_view>
#include <vector>

#include <ricochet/study/frozen_flow.hpp>
#include <ricochet/study/multipliers.hpp>
#include <ricochet/study/return_run.hpp>

namespace ricochet {

enum class OrbitStatus : unsigned char {
  found,          ///< P(x) = x to the tolerance, and the motion from x repeats the sequence
  not_converged,  ///< Newton's method ended elsewhere
  no_return,      ///< the motion does not come back to the section in the time allowed
  ended,          ///< the motion ended before
  sequence_changed,  ///< the frozen sequence has an orbit, but the motion from there has another sequence
  misfit             ///< the section does not fit the system
};
std::string_view to_string(OrbitStatus status);

/// How far the orbit is from changing its sequence; dimensionless, zero where it changes.
enum class MarginKind : unsigned char {
  approach,  ///< slowest approach of an impact / the largest speed of a contact
  gap,       ///< least gap of a contact that stays open / size of the system
  edge,      ///< least distance of a sticking contact's force from its cone's edge / largest force
  sliding,   ///< least sliding velocity of a slip / largest speed of a contact
  normal_force,  ///< least normal force in slip / largest force
  determinant,   ///< least determinant in slip (Painleve)
  rate  ///< slowest crossing of an event that ends a phase: |dh/dt| T / largest h in that phase
};
std::string_view to_string(MarginKind kind);

/// Least values of event functions: where they turn inside a phase, or where the phase begins or ends (by another
/// event).
struct Margin {
  enum class Place : unsigned char { begin, inside, end };
  MarginKind kind = MarginKind::gap;
  Place place = Place::inside;
  Eigen::Index contact = 0;
  std::size_t phase = 0;
  double t = 0.0;  ///< s
  double value = 0.0;
};

/// Least and largest values over the orbit.
struct OrbitRange {
  Eigen::VectorXd low, high;
};

struct Orbit {
  OrbitStatus status = OrbitStatus::not_converged;
  std::string message;    ///< a sentence
  MotionState state;      ///< on the section
  double period = 0.0;    ///< s
  double residual = 0.0;  ///< largest |P(x) - x| over |x| plus typical size, of the motion itself
  Eigen::VectorXd drift;  ///< N; P(x) - x of the drifting coordinates, otherwise 0
  Sequence sequence;
  Eigen::MatrixXd monodromy;  ///< D, N x N, in the units of x
  std::vector<std::complex<double>> multipliers;
  Stability stability = Stability::marginal;
  std::vector<Margin> margins;
  OrbitRange x, gap, force;  ///< x = (q, u)
  int iterations = 0;        ///< of Newton's method
  bool found() const { return status == OrbitStatus::found; }
  /// The least value of a kind; infinity if the orbit has none.
  double least(MarginKind kind) const;
  /// The least of all kinds.
  double to_grazing() const;
};

struct OrbitOptions {
  double settle = 0.0;                   ///< s of motion before Newton's method starts
  double longest_return = 10.0;          ///< s to wait for one passage of the section
  double tolerance = 1e-9;               ///< of P(x) - x, over |x| plus typical size
  double marginal = 1e-6;                ///< |lambda| nearer to 1 than this is 1
  int iterations = 30;                   ///< of Newton's method, per sequence
  int attempts = 8;                      ///< sequences tried, the motion going on in between
  std::vector<Eigen::Index> drifting{};  ///< indices into (q, u)
};

/// Margins and ranges of a frozen orbit.
void examine(FrozenFlow& flow, const Sequence& sequence, const Eigen::VectorXd& x, Orbit& out);

class OrbitFinder {
 public:
  /// System and laws must outlive it. simulation.until is not used; its tolerance bounds what can be reached.
  OrbitFinder(const MechanicalSystem& system, const ImpactLaw& law, const Section& section,
              const SimulationOptions& simulation = {.tolerance = 1e-12},
              const OrbitOptions& options = {}, const ImpactLaw* fallback = nullptr);

  /// From any state.
  Orbit find(const MotionState& start) const;
  /// From a state on the section (its modes given), with a sequence to begin with, if there is one.
  Orbit refine(const MotionState& start, const Sequence* sequence = nullptr) const;

 private:
  Orbit search(Cycle cycle) const;
  MotionState next_start(const Cycle& cycle) const;
  void describe(FrozenFlow& flow, const Eigen::VectorXd& x, const FrozenResult& at,
                Orbit& out) const;
  bool newton(FrozenFlow& flow, Sequence& sequence, Eigen::VectorXd& x, FrozenResult& at,
              Orbit& out) const;

  const MechanicalSystem& system_;
  const ImpactLaw& law_;
  const ImpactLaw* fallback_;
  Section section_;
  SimulationOptions simulation_;
  OrbitOptions options_;
  std::vector<Eigen::Index> free_;  ///< not drifting
};

/// What the finder and the continuation share: x of a state and back, the residual, sequences brought up to date.
Eigen::VectorXd state_vector(const MotionState& state);
void set_state(MotionState& state, const Eigen::VectorXd& x);
double residual_of(const Eigen::VectorXd& end, const Eigen::VectorXd& x,
                   const Eigen::VectorXd& scale, const std::vector<Eigen::Index>& free);
/// Rows and columns `free` of D.
Eigen::MatrixXd part_of(const Eigen::MatrixXd& D, const std::vector<Eigen::Index>& free);
void update_times(Sequence& sequence, const FrozenResult& result);

}  // namespace ricochet
