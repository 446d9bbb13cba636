#pragma once
// What `ricochet impact` prints: the answers of several laws to one problem, as a table for people, as
// JSON and as CSV for programs.

#include <span>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include <ricochet/contact/outcome.hpp>
#include <ricochet/contact/problem.hpp>
#include <ricochet/impact/law.hpp>
#include <ricochet/impact/options.hpp>

namespace ricochet {

struct LawResult {
  const ImpactLaw* law = nullptr;
  ImpactOutcome outcome;
};

struct ImpactReport {
  const ContactProblem& problem;
  std::span<const LawResult> results;
  bool all_solutions = false;  ///< also every solution found, not only the one taken
  LawOptions laws{};           ///< with which the laws were made
};

/// Up to here uniqueness is examined: the enumeration grows with the number of contacts, and still takes well under a
/// second.
inline constexpr Eigen::Index most_contacts_examined = 8;

/// The answer of a law to the question that reports ask: with uniqueness if there are few contacts.
LawResult answer_of(const ImpactLaw& law, const ContactProblem& problem, Workspace& workspace);

/// What the impact did to one free body.
struct BodyChange {
  double delta_v = 0.0;      ///< m/s, magnitude of the change of the centre's velocity
  double delta_omega = 0.0;  ///< rad/s
  double principal_direction_deg =
      0.0;                     ///< of the impulse on the body, counter-clockwise from x, in
                               ///< (-180, 180]; NaN if there is no impulse
  double energy_change = 0.0;  ///< J
};
BodyChange change_of(const BodyInfo& body, const Eigen::VectorXd& before,
                     const Eigen::VectorXd& after);

/// The energy lost, in per cent of the kinetic energy before; NaN where that is not known or zero, and where moving
/// surfaces supply energy too.
double loss_percent(const ContactProblem& problem, const ImpactOutcome& outcome);

/// Something the reader should not overlook, with the names of the laws it is about.
struct ImpactNote {
  std::vector<std::string> laws;
  std::string text;
};
std::vector<ImpactNote> impact_notes(const ImpactReport& report);

/// What every law says, as in the document below.
nlohmann::ordered_json impact_results(const ImpactReport& report);

/// One JSON document, numbers exact to the bit, non-finite ones null.
std::string impact_json(const ImpactReport& report);

/// A header with units, then one row per law, solution and contact; numbers exact (-0 is written 0). A
/// law without an answer has one row with its status and message.
std::string impact_csv(const ImpactReport& report);

/// One comparison table, then a line for each thing to know. Numbers that are zero to rounding are shown
/// as 0: those below 1e-13 of what they are the sum of (velocities: of the contact's speeds and |G| |L|).
std::string impact_table(const ImpactReport& report);

}  // namespace ricochet
