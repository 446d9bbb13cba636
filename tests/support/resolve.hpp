#pragma once
// Asking a law by name, with all solutions.

#include <string_view>

#include <ricochet/impact/registry.hpp>

namespace ricochet::testing {

inline ImpactOutcome resolve(std::string_view law, const ContactProblem& problem) {
  Workspace workspace;
  ImpactOutcome out;
  find_law(law)->resolve(problem, out, workspace, Ask::uniqueness);
  return out;
}

inline bool flagged(const ImpactOutcome& out, WarningId id) {
  for (const Warning& w : out.warnings) {
    if (w.id == id) return true;
  }
  return false;
}

}  // namespace ricochet::testing
