#pragma once
// What the page of a study draws; study_page.hpp describes the result.

#include <nlohmann/json_fwd.hpp>

#include <ricochet/files/page.hpp>
#include <ricochet/files/study_plan.hpp>
#include <ricochet/files/study_result.hpp>

namespace ricochet {

/// Throws IoError if the tables are not those of the study.
nlohmann::ordered_json study_views(const StudyDocument& study, const StudyPlan& plan,
                                   PageColumns& columns);

// Parts of it.

/// Outcomes with random parameters. first: the quantity drawn.
nlohmann::ordered_json uncertain_view(const StudyDocument& study, const StudyTable& cells,
                                      const StudyPlan& plan, std::size_t first,
                                      PageColumns& columns);
nlohmann::ordered_json orbits_view(const StudyDocument& study, const StudyPlan& plan,
                                   PageColumns& columns);
nlohmann::ordered_json diagram_view(const StudyDocument& study, PageColumns& columns);

/// The table of that name, or null.
const StudyTable* find_table(const StudyDocument& study, std::string_view name);
/// Throws IoError if there is none.
const StudyTable& table_of(const StudyDocument& study, std::string_view name);
/// The number of a column; throws IoError if there is none.
std::size_t column_in(const StudyTable& table, std::string_view name);

}  // namespace ricochet
