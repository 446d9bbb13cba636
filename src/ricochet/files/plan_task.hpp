#pragma once
// The cells of a plan as work: one chain of one link per cell. Shared by maps and sweeps.

#include <string>

#include <ricochet/files/study_cells.hpp>
#include <ricochet/files/study_table.hpp>
#include <ricochet/study/cells.hpp>

namespace ricochet {

/// `cells` outlives it.
class PlanTask final : public CellTask {
 public:
  explicit PlanTask(const StudyCells& cells) : cells_(cells) {}
  CellLayout layout() const override;
  std::unique_ptr<CellWorker> worker() const override;

 private:
  const StudyCells& cells_;
};

/// The table `cells`: parameters and outcome of every cell that is there.
StudyTable plan_table(const StudyCells& cells, const CellRows& rows);

/// What a study of such cells was understood to be.
std::string describe(const StudyCells& cells);

/// How many cells of that table are not allowed, and why the first of them is not, as a line; empty if all are.
std::string refusals(const StudyCells& cells, const StudyTable& table);

/// Empty if some row of that table has an answer; else a sentence.
std::string no_answer(const StudyCells& cells, const StudyTable& table);

}  // namespace ricochet
