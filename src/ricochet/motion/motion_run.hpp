#pragma once
// One motion under way by integration: its state, its samples and its books. The methods that integrate
// (simulator.cpp, compliant_simulator.cpp) derive from it.

#include <span>
#include <vector>

#include <ricochet/motion/evaluated_system.hpp>
#include <ricochet/motion/run_base.hpp>
#include <ricochet/ode/integrator.hpp>

namespace ricochet {

struct MotionRun : RunBase {
  /// `evaluated_system` belongs to the method: it is not touched before run time.
  MotionRun(EvaluatedSystem& evaluated_system, const MechanicalSystem& system,
            const SimulationOptions& options);

  EvaluatedSystem& evaluated;
  const double largest_step;  // s, of the options and the system; 0 = no limit

  std::vector<double> x, trial;  // the state
  double impact_loss = 0.0;
  double energy_at_start = 0.0;
  double next_sample = 0.0;
  int short_phases = 0;  // one after the other

  Eigen::Map<Eigen::VectorXd> u_vector() { return {x.data() + nq, f}; }
  std::span<double> books() { return std::span(x).last(EvaluatedSystem::kBooks); }
  Eigen::Map<const Eigen::VectorXd> coordinates() const override { return {x.data(), nq}; }
  Eigen::Map<const Eigen::VectorXd> velocities() const override { return {x.data() + nq, f}; }

  /// State, books and result of a new motion; modes all open.
  void start_at(const MotionState& start);
  /// The energy now is what the books start from.
  void open_books(const MotionState& start);

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
