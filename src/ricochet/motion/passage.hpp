#pragma once
// One instant of an event-driven motion at which something happened, with all that is needed to do it again at a
// neighbouring state: what ended the phase before, which impacts followed, and the modes of the phase after.
//
//   phase in modes_before -> a function of `fired` falls to zero -> closed contacts are put back (unless slid_off) ->
//   jumps, one after the other -> modes_after, closed contacts put back in those -> next phase

#include <Eigen/Core>
#include <vector>

#include <ricochet/lcp/coulomb.hpp>
#include <ricochet/motion/phase_events.hpp>
#include <ricochet/motion/trajectory.hpp>

namespace ricochet {

/// A jump of the velocities.
struct Jump {
  EventKind kind = EventKind::impact;   ///< or collisionless_impact
  std::vector<Eigen::Index> touching;   ///< contacts
  std::vector<Eigen::Index> colliding;  ///< of them; those the event is about
  std::vector<Mode> modes_before;       ///< of all contacts; closed ones have gamma = 0 exactly
  double more_friction = 0.0;           ///< as ImpactAt::resolve has it
  std::string_view law;                 ///< that answered
  double approach = 0.0;                ///< m/s, largest -gamma_N of the colliding ones
  double change = 0.0;                  ///< largest change of a velocity over its typical size
  /// An accumulation ended: impulses in modes_after made all closed contacts stop (ContactDynamics::stop_closed).
  bool softly = false;
  std::vector<Mode> modes_after;  ///< by the motion, before modes were chosen
};

struct Passage {
  double t = 0.0;
  std::vector<Watched> fired;  ///< what fell to zero; at least one unless something went unseen
  Eigen::VectorXd q_before, u_before;
  Eigen::VectorXd q_after, u_after;
  std::vector<Mode> modes_before, modes_after;
  std::vector<char> masked;  ///< in the phase before: contacts behind their bounded surface
  /// A contact slid off the end of its surface: closed contacts were not put back before the jumps.
  bool slid_off = false;
  std::vector<Jump> jumps;
};

}  // namespace ricochet
