#pragma once
// From the parameters of a cell to its outcome: the numbers go into the base, the impact is resolved or the motion
// simulated under each law, and the quantities asked for are taken from what comes out. Shared by maps and sweeps.
//
//   base: ../problems/x.yaml       law: moreau, or a list of laws      quantities: [...]
//
// The row of a cell: the status under each law (problems: of the answer; scenes: why the motion ended; `not-allowed` where
// the parameters are not physically possible), then the quantities.

#include <memory>
#include <span>
#include <string>
#include <vector>

#include <ricochet/files/outcome_columns.hpp>
#include <ricochet/files/study_cells.hpp>

namespace ricochet {

class OutcomeCells final : public StudyCells {
 public:
  /// Throws InputError. `place` is where `study` comes from.
  OutcomeCells(const Value& study, const StudyPlace& place);

  /// The keys above.
  static constexpr std::string_view keys[] = {"base", "law", "quantities"};

  std::size_t main_column() const override { return laws_.size(); }
  bool answered(std::span<const double> row) const override;
  std::unique_ptr<Worker> worker() const override;

 private:
  class OutcomeWorker;
  class ImpactWorker;
  class MotionWorker;
  std::vector<StudyColumn> available() const;

  std::vector<std::string> laws_;
  OutcomeColumns quantities_;
};

}  // namespace ricochet
