#include <ricochet/motion/trajectory.hpp>

namespace ricochet {

std::string_view to_string(EventKind kind) {
  switch (kind) {
    case EventKind::impact: return "impact";
    case EventKind::collisionless_impact: return "collisionless-impact";
    case EventKind::open: return "open";
    case EventKind::close: return "close";
    case EventKind::stick: return "stick";
    case EventKind::slip: return "slip";
    case EventKind::reverse: return "reverse";
    case EventKind::chatter: return "chatter";
    case EventKind::non_unique: return "non-unique";
    case EventKind::end: return "end";
  }
  return "?";
}

std::string_view to_string(EndReason reason) {
  switch (reason) {
    case EndReason::end: return "end";
    case EndReason::event_limit: return "event-limit";
    case EndReason::zeno: return "zeno";
    case EndReason::no_solution: return "no-solution";
    case EndReason::non_finite: return "non-finite";
    case EndReason::tolerance: return "tolerance";
    case EndReason::step_underflow: return "step-underflow";
    case EndReason::cancelled: return "cancelled";
  }
  return "?";
}

}  // namespace ricochet
