#pragma once
// A study on a grid of parameters, and the boundaries between the regions it finds. Maps and classifications are made
// of it.
//
//   refine: mode              or {quantity: mode, tolerance: 1e-12}: the regions of this quantity
//
// Boundaries. Between two neighbours on the grid with different codes the place where the code changes is bisected
// along the line that joins them, to `tolerance` of that parameter's range. Where more than two codes are met on the
// way, each change is located (up to four). Regions that no line of the grid meets are not seen.

#include <memory>
#include <optional>

#include <ricochet/files/study.hpp>
#include <ricochet/files/study_cells.hpp>

namespace ricochet {

class GridStudy : public Study {
 public:
  /// refined: the quantity whose boundaries are located unless the study names another; empty: none.
  /// Throws InputError if a parameter is not a grid, or for `refine`.
  GridStudy(const Value& study, std::unique_ptr<const StudyCells> cells,
            const std::string& refined);

  const StudyBase& base_file() const override { return cells_->base(); }
  const StudyParameters& parameters() const override { return cells_->parameters(); }
  std::string description() const override;
  std::size_t stages() const override { return refined_ ? 2 : 1; }
  std::unique_ptr<CellTask> stage(std::size_t number,
                                  std::span<const CellRows> before) const override;
  std::vector<StudyTable> tables(std::span<const CellRows> rows) const override;
  std::string summary(const std::vector<StudyTable>& tables) const override;
  std::optional<Figure> figure(const std::vector<StudyTable>& tables) const override;
  std::string unanswered(const std::vector<StudyTable>& tables) const override;

 private:
  /// Two neighbours whose codes differ.
  struct Edge {
    std::size_t from, to;  // cells
    std::size_t along;     // the parameter that differs
  };
  class EdgeTask;
  class EdgeWorker;

  const GridValues& grid(std::size_t parameter) const;
  void read_refine(const Value& refine);
  std::optional<std::size_t> coded(const std::string& name) const;
  std::vector<Edge> edges(const CellRows& rows) const;
  Figure map_figure(const std::vector<StudyTable>& tables) const;
  StudyTable boundary_table(const CellRows& grid, const CellRows& rows) const;

  std::unique_ptr<const StudyCells> cells_;
  std::optional<std::size_t> refined_;  // column of the outcome
  double tolerance_ = 1e-12;
  std::size_t drawn_;  // column of the outcome
};

}  // namespace ricochet
