#pragma once
// What can be asked of an impact in a study, by name: about the whole (`dissipation`), about a contact
// (`contacts.tip.normal_velocity`; with one contact also `normal_velocity`), about a free body (`bodies.car.delta_v`),
// about a degree of freedom (`velocity.0`). docs/studies.md lists them.

#include <Eigen/Core>
#include <vector>

#include <ricochet/contact/outcome.hpp>
#include <ricochet/contact/problem.hpp>
#include <ricochet/files/study_table.hpp>

namespace ricochet {

struct ImpactQuantity {
  StudyColumn column;
  double (*value)(const ContactProblem& problem, const ImpactOutcome& outcome, Eigen::Index index);
  Eigen::Index index = 0;   ///< contact, body or degree of freedom
  bool enumerates = false;  ///< needs all solutions
};

/// Every quantity of impacts of this form.
std::vector<ImpactQuantity> impact_quantities(const ContactProblem& problem);

/// The statuses of an impact, as a column of codes.
StudyColumn status_column(std::string name);

}  // namespace ricochet
