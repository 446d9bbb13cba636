#pragma once
// The page of a study (page.hpp): all its tables, and what is to be drawn of them.
//
//   {"kind": "study", "title",
//    "study": "map", "written_by": version, "text": the study, "base": its base,
//    "tables": [{"name", "rows", "columns": [...]}], "views": [...]}
//
// A column has `name`, `unit`, and one of
//   numbers: f64                      NaN is missing; with valid (how many are there), least, largest, mean, sd,
//                                     middle: [2 %, 98 %] percentiles
//   codes: u8, names: [...]           255 is missing; with counts per name, missing
//   grid: f64, each: n                a parameter on a grid: row r has grid[floor(r / n) mod size]
//
// Views name tables, and columns by their number in the table. An axis is {"column", "size", "stride", "log"}: the row
// of a cell is the sum of position times stride over the axes.
//
//   map           x, y, others: axes; quantities; first; boundaries: {table, column: of whose regions, lines: f64
//                 x1 y1 x2 y2 per piece}, or null; labels: [{column, labels: [{code, i, j, room}]}]
//                 (region_labels.hpp)
//   curves        x, others: axes; quantities; first; boundaries: {table, column}, or null
//   uncertain     points, samples, fixed, inputs, quantities, first; histograms: [{column, bins, edges, counts}], one after
//                 the other per point; bands: [{column, low, middle, high}] over the one fixed parameter; p; confidence
//   orbits        parameters: their number; status, stability, period; multipliers: [{re, im, modulus: f64}]; x, y: columns
//                 of the portrait; marks: row of `samples` of each event
//   diagram       quantities: [{name, unit, points, branches, special, diagram}], a column or null in each table; path:
//                 vertices of the branches, row r of `branches` as r, row s of `special` as -1 - s, NaN between; stable:
//                 of each vertex (a piece is if both its ends are); stability: column of `branches`
//   coefficients  the intervals in the table `coefficients`

#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include <ricochet/files/page.hpp>
#include <ricochet/files/study_result.hpp>

namespace ricochet {

/// Throws IoError if the file is damaged, or its tables are not those of its study.
nlohmann::ordered_json study_page(const StudyFile& file, PageColumns& columns);

/// The same of a study in memory. written_by: version of the program that has computed it.
nlohmann::ordered_json study_page(const StudyDocument& study, std::string_view written_by,
                                  PageColumns& columns);

}  // namespace ricochet
