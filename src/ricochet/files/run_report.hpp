#pragma once
// What `ricochet simulate` prints: a motion as a table for people and as JSON for programs.

#include <cstddef>
#include <deque>
#include <string>
#include <vector>

#include <ricochet/files/run_file.hpp>
#include <ricochet/motion/trajectory.hpp>
#include <ricochet/system/system.hpp>

namespace ricochet {

/// A kind of warning that impacts of a motion came with.
struct RunWarning {
  Warning first;      ///< the first of them
  double time = 0.0;  ///< of that one, s
  long count = 0;     ///< of all
};

/// Remembers the events of a motion: the first `ends`, the last `ends`, and how many came between them.
class EventLog final : public MotionObserver {
 public:
  explicit EventLog(std::size_t ends) : ends_(ends) {}
  void event(const Event& event) override;
  void contact(const ContactInfo& contact, double) override { met_.push_back(contact.name); }

  /// Names of the contacts that the system did not list.
  const std::vector<std::string>& met() const { return met_; }
  const std::vector<Event>& first() const { return first_; }
  const std::deque<Event>& last() const { return last_; }                ///< those after first()
  std::size_t left_out() const { return left_out_; }                     ///< between the two
  const std::vector<RunWarning>& warnings() const { return warnings_; }  ///< of all events

 private:
  std::size_t ends_;
  std::vector<Event> first_;
  std::deque<Event> last_;
  std::size_t left_out_ = 0;
  std::vector<RunWarning> warnings_;
  std::vector<std::string> met_;
};

struct RunReport {
  const MechanicalSystem&
      system;  ///< listing every contact that came near (MechanicalSystem::with_contacts)
  const RunSetup& setup;
  const EventLog& events;
  const RunResult& result;
};

/// One JSON document with the events that the log has, numbers exact to the bit.
std::string run_json(const RunReport& report);

/// Events, final state, energy ledger, and how it ended. What is zero to rounding is shown as 0: contact velocities
/// below 1e-13 of the terms they are the sum of, coordinates and velocities below 1e-13 of their scale.
std::string run_table(const RunReport& report);

}  // namespace ricochet
