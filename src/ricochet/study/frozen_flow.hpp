#pragma once
// A piece of motion with its sequence of events frozen, as a map of states, and its derivative.
//
// State x = (q, u), N numbers. In phase k modes are fixed and x' = f_k(t, x) (motion/contact_dynamics.hpp); it ends where
// its trigger h_k (motion/phase_events.hpp) falls to zero; there x+ = g_k(t, x-): closed contacts are put back, the
// recorded jumps follow one another, closed contacts of the new modes are put back. Nothing is decided anew, so the map
// is smooth, and defined on both sides of where the true motion would change its sequence.
//
// Derivative of the state at a fixed time,
//   Phi' = A Phi,  A = df_k/dx by central differences,
//   Phi+ = S Phi-,  S = Dg + (f_2 - Dg f_1 - g_t) h_x / (h_t + h_x . f_1)      (saltation)
// with f_1, f_2 before and after; Dg, g_t, h_x, h_t by central differences. A piece that ends with an event has its end
// on a surface, not at a time: its last S is without f_2, and the direction of the flow goes to zero.
// At the beginning closed contacts are put back, too; so the derivative vanishes in directions that violate them.
//
// Everything is measured in the typical sizes of the coordinates and velocities (SystemInfo): Phi has no unit.

#include <Eigen/Core>
#include <string>
#include <vector>

#include <ricochet/impact/law.hpp>
#include <ricochet/motion/contact_dynamics.hpp>
#include <ricochet/motion/impact_at.hpp>
#include <ricochet/motion/phase_events.hpp>
#include <ricochet/ode/integrator.hpp>
#include <ricochet/study/sequence.hpp>

namespace ricochet {

/// Told what the map passes through: every phase at its beginning, at a few instants of every step, and at its end.
class FlowObserver {
 public:
  virtual ~FlowObserver() = default;
  struct Instant {
    double t;
    std::size_t phase;
    std::span<const double> x;        ///< N
    const ContactDynamics& dynamics;  ///< has looked there
    std::span<const Watched> watched;
    std::span<const double> values;  ///< of `watched`
  };
  virtual void instant(const Instant& now) = 0;
};

struct FrozenResult {
  bool ok = false;
  std::string message;        ///< a sentence, if not ok
  double t = 0.0;             ///< s, at the end
  Eigen::VectorXd x;          ///< N, at the end
  Eigen::MatrixXd D;          ///< dx(end)/dx(begin), N x N in typical sizes; empty if not asked for
  std::vector<double> times;  ///< s, of the passages
  std::vector<double> rates;  ///< of the triggers there: h_t + h_x . f_1 < 0
  std::vector<double>
      approach;  ///< m/s, lowest of the impacts with collision of each passage; infinity: none
};

struct FlowOptions {
  double tolerance = 1e-12;  ///< of a step, as SimulationOptions
  double largest_step = 0.0;
  /// A trigger counts only after this part of the known duration of its phase: event functions are zero, or a little
  /// below, where phases begin.
  double armed = 0.5;
  /// This passage is where its trigger has its least value, not where it is zero: rates[k] is then that least value. -1:
  /// none.
  int least_at = -1;
};

class FrozenFlow {
 public:
  /// Everything must outlive it.
  FrozenFlow(const MechanicalSystem& system, const ImpactLaw& law, const ImpactLaw* fallback,
             const FlowOptions& options = {});

  Eigen::Index size() const { return N_; }
  /// Typical sizes of x.
  const Eigen::VectorXd& scale() const { return scale_; }
  /// Of the system, m.
  double length() const { return system_.info().size; }

  /// From x at sequence.begin through the sequence.
  void follow(const Sequence& sequence, const Eigen::VectorXd& x, bool derivative,
              FrozenResult& out, FlowObserver* observer = nullptr);

 private:
  bool phase(const Sequence& sequence, std::size_t k, FrozenResult& out, FlowObserver* observer);
  bool pass(const Passage& passage, bool last, FrozenResult& out);
  bool event_map(const Passage& passage, double t, Eigen::VectorXd& x, double* approach);
  void field(ContactDynamics& dynamics, double t, const Eigen::VectorXd& x, Eigen::VectorXd& f);
  void field_with_derivative(double t, std::span<const double> z, std::span<double> dz);
  double trigger(double t, const Eigen::VectorXd& x);
  double trigger_rate(double t, const Eigen::VectorXd& x);
  void load(const Eigen::VectorXd& x);
  Eigen::VectorXd unload() const;
  double step_of(const Eigen::VectorXd& x, Eigen::Index j) const;
  void tell(double t, std::size_t k, FlowObserver& observer);

  const MechanicalSystem& system_;
  FlowOptions options_;
  Eigen::Index N_;
  Eigen::VectorXd scale_;
  ContactDynamics dynamics_;  ///< of the phase
  PhaseEvents events_;
  ContactDynamics instant_;  ///< of the event map
  ImpactAt impact_;
  Integrator integrator_;
  std::size_t trigger_index_ = 0;
  bool derivative_ = false;
  double time_step_ = 0.0;  ///< of differences in time
  double t_ = 0.0;
  Eigen::VectorXd x_;  ///< now
  Eigen::MatrixXd Phi_, A_;
  std::vector<double> z_, zscale_, full_, rate_, values_, at_step_;
};

}  // namespace ricochet
