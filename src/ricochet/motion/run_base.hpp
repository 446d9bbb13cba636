#pragma once
// One motion under way, whatever the method: what its observer is told, and how it ends.

#include <string>
#include <vector>

#include <ricochet/motion/simulator.hpp>
#include <ricochet/motion/trajectory.hpp>

namespace ricochet {

struct RunBase {
  RunBase(const MechanicalSystem& system, const SimulationOptions& options);
  virtual ~RunBase() = default;

  const MechanicalSystem& system;
  const SimulationOptions options;
  const Eigen::Index nq, f, n;
  const double size;  // m
  MotionObserver* observer = nullptr;
  RunResult result;
  bool ended = false;

  double t = 0.0;
  std::vector<Mode> modes, old_modes;

  virtual Eigen::Map<const Eigen::VectorXd> coordinates() const = 0;
  virtual Eigen::Map<const Eigen::VectorXd> velocities() const = 0;

  std::string name(Eigen::Index contact) const;
  void end(EndReason reason, std::string message);

  Event make_event(EventKind kind, std::vector<Eigen::Index> contacts);
  void report(const Event& event);
  /// One event per kind of change between old_modes and modes.
  void report_mode_changes();
};

}  // namespace ricochet
