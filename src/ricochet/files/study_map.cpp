// `map`: an outcome over two parameters on a grid, and the boundaries between its regions.
//
//   map:
//     base, law, quantities                     as in outcome_cells.hpp
//     parameters (two grids), let, set          as in study_parameters.hpp
//     refine                                    as in grid_study.hpp

#include <fmt/format.h>

#include <array>

#include <ricochet/files/grid_study.hpp>
#include <ricochet/files/outcome_cells.hpp>

namespace ricochet {

std::unique_ptr<Study> read_map(const Value& study, const StudyPlace& place) {
  constexpr std::array<std::string_view, 1> own = {"refine"};
  allow_study_keys(study, {OutcomeCells::keys, parameter_keys, own});
  auto cells = std::make_unique<const OutcomeCells>(study, place);
  if (const std::size_t count = cells->parameters().count(); count != 2) {
    study.at("parameters")
        .fail(fmt::format("there are {} parameters", count),
              "a map has two, each with from, to and count");
  }
  return std::make_unique<GridStudy>(study, std::move(cells), "");
}

}  // namespace ricochet
