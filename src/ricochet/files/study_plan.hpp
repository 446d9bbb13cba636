#pragma once
// What a page needs to know of a study's text: how its table of cells is laid out, and what was to be drawn. The base
// is not needed, so that a result file is enough.

#include <string>
#include <vector>

#include <ricochet/files/study_result.hpp>

namespace ricochet {

struct PlannedParameter {
  std::string name;
  bool random = false;
  bool logarithmic = false;
  std::size_t count = 1;   ///< values; 1 of a random one
  std::size_t stride = 1;  ///< rows from one value to the next
};

struct StudyPlan {
  std::vector<PlannedParameter> parameters;
  std::size_t samples = 1;          ///< rows per point
  std::size_t points = 1;           ///< combinations of the fixed parameters
  std::size_t laws = 1;             ///< columns of status
  std::string figure;               ///< the quantity to draw; empty: the usual one
  std::string refined;              ///< the quantity whose boundaries were located; empty: none
  std::vector<double> percentiles;  ///< of uncertain outcomes, ascending
  double confidence = 0.95;
};

/// From the text of the study. Throws IoError if it cannot be read.
StudyPlan study_plan(const StudyDocument& study);

}  // namespace ricochet
