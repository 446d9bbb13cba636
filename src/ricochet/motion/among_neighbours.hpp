#pragma once
// A motion of a system with many contacts (system/neighbourhood.hpp): from neighbourhood to neighbourhood, each with the contacts
// gathered there, and told as one motion in which contacts have the numbers of Neighbourhood::known().

#include <functional>
#include <vector>

#include <ricochet/motion/simulator.hpp>

namespace ricochet {

/// An accumulation of impacts that has not come to its limit time yet.
struct Chatter {
  double limit = 0.0;  ///< s
  Eigen::Index contact = 0;
};

/// What goes on from one part of a motion to the next.
struct Carried {
  std::vector<double> last_impact{};  ///< s, of each contact; empty: there was none
  std::vector<Chatter> chatter{};
};

struct PartOfMotion {
  RunResult result;
  bool left = false;  ///< it ended because the neighbourhood was left
  Carried carried;
};

/// Moves on among the gathered contacts. as_it_stands: as Simulator::resume.
using RunPart = std::function<PartOfMotion(const MotionState& state, MotionObserver& observer,
                                           bool as_it_stands, const SimulationOptions& options,
                                           const Carried& carried)>;

/// as_it_stands: of the first part.
RunResult run_among_neighbours(Neighbourhood& near, MotionState state, bool as_it_stands,
                               MotionObserver& observer, const SimulationOptions& options,
                               const RunPart& run_part);

}  // namespace ricochet
