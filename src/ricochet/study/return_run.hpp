#pragma once
// Motions from one passage of a section to the next, with the sequence of events in between.
//
// Two kinds of section:
//   event   the state right after an instant at which an event of a kind happened (at a given contact, or any), all
//           that happens at that instant being done. For systems that do not depend on time.
//   clock   the state every `period` seconds, counted from the time of the start plus an offset: for periodically forced
//           systems. No event of the orbit may fall on it.

#include <Eigen/Core>
#include <string>

#include <ricochet/motion/simulator.hpp>
#include <ricochet/study/sequence.hpp>

namespace ricochet {

struct Section {
  EventKind event = EventKind::impact;  ///< not `chatter`, `non_unique` or `end`
  Eigen::Index contact = -1;            ///< -1: at any
  double period = 0.0;                  ///< s; > 0: by the clock, and the event does not matter
  double offset = 0.0;  ///< s after the time of the start: by the clock, where it begins
  int returns = 1;      ///< passages of the section per orbit
  bool by_clock() const { return period > 0.0; }
};

/// A piece of motion between two passages of the section, `returns` apart.
struct Cycle {
  bool complete = false;
  RunResult run;      ///< how the motion ended where it is not complete
  MotionState start;  ///< on the section, with modes
  MotionState end;    ///< on the section again
  Sequence sequence;
};

struct ReturnSettings {
  SimulationOptions simulation;  ///< `until` is not used
  double settle = 0.0;           ///< s, before the section is looked at
  double longest = 10.0;         ///< s, to wait for one passage of the section
};

class ReturnRun {
 public:
  ReturnRun(const MechanicalSystem& system, const ImpactLaw& law, const ImpactLaw* fallback,
            const Section& section, const ReturnSettings& settings);

  /// From any state: settles, waits for the section, then records a cycle.
  Cycle from(const MotionState& start) const;
  /// From a state on the section, as it stands.
  Cycle on(const MotionState& start) const;

 private:
  Cycle by_clock(const MotionState& start, bool as_it_stands) const;
  Cycle by_event(const MotionState& start, bool as_it_stands) const;

  const MechanicalSystem& system_;
  const ImpactLaw& law_;
  const ImpactLaw* fallback_;
  Section section_;
  ReturnSettings settings_;
};

/// Why a section does not fit a system, at this state over this time: an event section of a system that depends on
/// time, or a clock whose period is not that of the system. Empty if it fits.
std::string misfit(const MechanicalSystem& system, const Section& section, const MotionState& state,
                   double time);

}  // namespace ricochet
