#pragma once
// One motion under way, whatever the method: its state, what its observer is told, its books, and how it ends.
// The methods (simulator.cpp, compliant_simulator.cpp) derive from it.

#include <span>
#include <string>
#include <vector>

#include <ricochet/motion/evaluated_system.hpp>
#include <ricochet/motion/simulator.hpp>
#include <ricochet/motion/trajectory.hpp>
#include <ricochet/ode/integrator.hpp>

namespace ricochet {

struct MotionRun {
  /// `evaluated_system` belongs to the method: it is not touched before run time.
  MotionRun(EvaluatedSystem& evaluated_system, const MechanicalSystem& system,
            const SimulationOptions& options);
  virtual ~MotionRun() = default;

  EvaluatedSystem& evaluated;
  const MechanicalSystem& system;
  const SimulationOptions options;
  const Eigen::Index nq, f, n;
  const double size;          // m
  const double largest_step;  // s, of the options and the system; 0 = no limit
  MotionObserver* observer = nullptr;
  RunResult result;
  bool ended = false;

  // The state.
  double t = 0.0;
  std::vector<double> x, trial;
  std::vector<Mode> modes, old_modes;
  double impact_loss = 0.0;
  double energy_at_start = 0.0;
  double next_sample = 0.0;
  int short_phases = 0;  // one after the other

  Eigen::Map<Eigen::VectorXd> u_vector() { return {x.data() + nq, f}; }
  std::span<double> books() { return std::span(x).last(EvaluatedSystem::kBooks); }
  std::string name(Eigen::Index contact) const;

  /// State, books and result of a new motion; modes all open.
  void start_at(const MotionState& start);
  /// The energy now is what the books start from.
  void open_books(const MotionState& start);

  void end(EndReason reason, std::string message);
  /// False, and the motion has ended, if the system has given something that is not finite.
  bool all_finite();

  Ledger ledger(double time, std::span<const double> state);
  /// Evaluates everything at a state for a sample.
  virtual void look_fully(double time, std::span<const double> state) {
    evaluated.look(time, state);
  }
  void sample(double time, std::span<const double> state);
  /// Removes from a state inside a step what its interpolation has added to constraints.
  virtual void correct(double time, std::span<double> state) {
    (void)time;
    (void)state;
  }
  /// The samples that fall inside a step, where they are asked for at given times.
  void sample_inside(const Step& step);

  Event make_event(EventKind kind, std::vector<Eigen::Index> contacts);
  void report(const Event& event);
  /// One event per kind of change between old_modes and modes.
  void report_mode_changes();

  /// Below this a velocity of contact direction k is zero: rounding of the sum it is, and what it gains while the
  /// clock cannot tell two times apart. After look().
  double standstill(Eigen::Index k);

  /// The largest step from here: largest_step, and such that the gap of a curved contact turns at most once between
  /// two of the integrator's four looks per step, its bodies moving less than a part of the extent, or cannot close at
  /// all, its bodies moving less than the gap in the whole step; never more than a part of the size between two looks.
  /// 0 = no limit. After look().
  double step_limit_at(std::span<const double> state) const;

  /// Takes over time and counts; ends the motion if the integration could not go on, or if phases go nowhere.
  void after_integration(const IntegrationResult& r, double began);
  /// The result, after the last sample and event.
  RunResult conclude();

 private:
  Ledger last_ledger_;  // of the last sample
};

}  // namespace ricochet
