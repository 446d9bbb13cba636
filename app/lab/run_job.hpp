#pragma once
// Motions of the lab.

#include <memory>

#include "lab/jobs.hpp"

namespace ricochet::app {

/// The motion that is asked for: {"scene": text, "law", "method", "step", "until", "tolerance", "start"}, all but the
/// first optional. Throws BadRequest, and InputError for the scene. shell: of report pages; empty: there are none.
std::shared_ptr<LabJob> run_job(std::string_view request, const JobLimits& limits,
                                std::string_view shell);

}  // namespace ricochet::app
