#pragma once
// A sampled motion, measured or computed: what the identification from histories reads.

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include <ricochet/motion/simulator.hpp>

namespace ricochet {

/// Samples in the order of time; one time may occur twice, before and after an event.
struct History {
  Eigen::VectorXd t;  ///< s, K of them
  Eigen::MatrixXd q;  ///< K x coordinates
  Eigen::MatrixXd u;  ///< K x velocities

  Eigen::Index samples() const { return t.size(); }
};

/// The program's own motion as an experiment. options.sample_step > 0 is the sampling interval. `result` (may be
/// null) receives how the motion ended.
History simulate_history(const MechanicalSystem& system, const ImpactLaw& law,
                         const SimulationOptions& options, const MotionState& start,
                         const ImpactLaw* fallback = nullptr, RunResult* result = nullptr);

/// Adds independent normal noise to every velocity: sigma[i] is the standard deviation of u[i].
void add_noise(History& history, const Eigen::VectorXd& sigma, std::uint64_t seed);

/// Coordinates from the velocities, q' = B(q) u by the trapezoidal rule, from `start` at the first sample.
void integrate_coordinates(const MechanicalSystem& system, const Eigen::VectorXd& start,
                           History& history);

}  // namespace ricochet
