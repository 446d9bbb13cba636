#pragma once
// What a motion is made of: states, events, the energy ledger, and the reason why it ended.

#include <Eigen/Core>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <ricochet/contact/outcome.hpp>
#include <ricochet/system/state.hpp>
#include <ricochet/system/system.hpp>

namespace ricochet {

enum class EventKind : unsigned char {
  impact,                ///< contacts collided; velocities jumped
  collisionless_impact,  ///< sliding was inconsistent (Painleve): velocities jumped without approach
  open,                  ///< a closed contact left, or lost its force
  close,                 ///< a contact closed and stays closed
  stick,                 ///< sliding ended in stick
  slip,                  ///< stick ended in sliding
  reverse,               ///< sliding passed through zero into the other direction
  chatter,               ///< an accumulation of impacts ended (at its limit time) in contact
  non_unique,            ///< several modes were possible; one was chosen by rule
  end                    ///< of the motion
};
std::string_view to_string(EventKind kind);

/// One possible continuation where Painleve's paradox was met.
struct ModeSolution {
  std::vector<Mode> modes;  ///< of PainleveNumbers::contacts
  Eigen::VectorXd force;    ///< 2 per contact: normal, tangential, N
};

/// The numbers behind a `collisionless-impact` or `non-unique` event.
struct PainleveNumbers {
  std::vector<Eigen::Index> contacts;  ///< those that touch
  /// Per contact: dg_N'' / dlambda_N in its present mode, 1/kg, and free normal acceleration, m/s^2.
  std::vector<double> A, b;
  std::vector<ModeSolution> solutions;  ///< all of them; empty where sliding was inconsistent
};

struct Event {
  double time = 0.0;
  EventKind kind = EventKind::end;
  std::vector<Eigen::Index> contacts;  ///< those it is about
  Eigen::VectorXd q;
  Eigen::VectorXd velocity_before;
  Eigen::VectorXd velocity_after;
  std::vector<Mode> modes;  ///< of all contacts, after

  // Of impacts:
  std::string_view law;      ///< that answered; empty otherwise
  Eigen::VectorXd impulse;   ///< 2n, N s; empty otherwise
  double dissipation = 0.0;  ///< J; with what an accumulation that ends here had left
  Status status = Status::solved;
  std::vector<Warning> warnings;

  PainleveNumbers painleve;  ///< empty unless it applies
};

/// One instant of the motion.
struct Sample {
  double t = 0.0;
  std::span<const double> q;
  std::span<const double> u;
  std::span<const double> gap;    ///< n, m
  std::span<const double> force;  ///< 2n, N: normal, tangential per contact
  std::span<const Mode> modes;    ///< n
  const Ledger& ledger;
};

struct Passage;  // motion/passage.hpp

/// Whoever watches a motion. Spans are valid during the call only.
class MotionObserver {
 public:
  virtual ~MotionObserver() = default;
  /// At the times asked for, at the start, and on both sides of every event that changes velocities or modes.
  virtual void sample(const Sample& sample) { (void)sample; }
  /// False: no samples, which then cost nothing.
  virtual bool wants_samples() const { return true; }
  virtual void event(const Event& event) { (void)event; }
  /// A contact that the system does not list has come near for the first time (neighbourhood.hpp). It has the next
  /// number: from here on samples and events have one contact more, open with the gap `reach` wherever it is not near.
  virtual void contact(const ContactInfo& contact, double reach) {
    (void)contact;
    (void)reach;
  }
  /// Event-driven motions: after everything that happened at an instant, all that is needed to do it again at a
  /// neighbouring state. False ends the motion right there (`cancelled`). Not called unless wanted.
  virtual bool passage(const Passage& passage) {
    (void)passage;
    return true;
  }
  virtual bool wants_passages() const { return false; }
  /// Called now and then with the time reached; false ends the motion (`cancelled`).
  virtual bool go_on(double t) {
    (void)t;
    return true;
  }
};

enum class EndReason : unsigned char {
  end,             ///< the time asked for was reached
  event_limit,     ///< more events than allowed
  zeno,            ///< events accumulate in finite time and cannot be completed
  no_solution,     ///< an impact, or the choice of modes, has no continuation
  non_finite,      ///< forces, gaps, ... or the law gave NaN or infinity
  tolerance,       ///< constraints or the law's conditions cannot be kept to the tolerance
  step_underflow,  ///< the motion is singular here: no step is small enough
  cancelled        ///< by the observer
};
std::string_view to_string(EndReason reason);

struct RunStatistics {
  long steps = 0;        ///< accepted
  long rejected = 0;     ///< steps
  long evaluations = 0;  ///< of the system
  long events = 0;
  long impacts = 0;
  double residual = 0.0;  ///< time stepping: the largest of a step's contact problem
};

struct RunResult {
  EndReason reason = EndReason::end;
  std::string message;  ///< a sentence
  MotionState final;
  RunStatistics statistics;
};

}  // namespace ricochet
