#pragma once
// Studies of the lab.

#include <functional>
#include <memory>

#include "lab/jobs.hpp"

namespace ricochet::app {

/// The text of a problem or scene that comes with the program; throws IoError if there is none of that name.
using ShippedText = std::function<std::string(const std::string& name)>;

class StudyJob : public LabJob {
 public:
  using LabJob::LabJob;
  /// The problem or scene of a row, or of given parameters: {"kind": "point", ...}. Throws BadRequest.
  virtual LabResponse point(std::string_view request) = 0;
};

/// The study that is asked for: {"study": text, "base": text}. Without `base` the study's own is looked up by `shipped`.
/// Throws BadRequest, and InputError for the texts. shell: of report pages; empty: there are none.
std::shared_ptr<StudyJob> study_job(std::string_view request, const JobLimits& limits,
                                    const ShippedText& shipped, std::string_view shell);

}  // namespace ricochet::app
