#pragma once
// What `ricochet identify` does with a study and prints: as tables for people, as JSON for programs.

#include <optional>
#include <string>

#include <ricochet/files/identify_file.hpp>
#include <ricochet/files/study_result.hpp>

namespace ricochet {

struct IdentifyResult {
  std::optional<ImpactIdentification> impacts;     ///< either this
  std::optional<HistoryIdentification> histories;  ///< or this
  History history;                                 ///< that was looked at, noise included
  std::string trouble;  ///< why a simulated history ended early; empty if it did not

  const std::vector<Identified>& parameters() const {
    return impacts ? impacts->parameters : histories->parameters;
  }
  /// Every parameter asked for has a value or a bound.
  bool answered() const;
};

/// Carries the study out.
IdentifyResult identify(const IdentifyFile& study);

/// Tables and sentences.
std::string identify_table(const IdentifyFile& study, const IdentifyResult& result);

/// One JSON document, numbers exact to the bit, those that are not finite null.
std::string identify_json(const IdentifyFile& study, const IdentifyResult& result);

/// The coefficients as a table `coefficients`, for a result file.
StudyDocument identify_document(const IdentifyFile& study, const IdentifyResult& result);

}  // namespace ricochet
