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
#include <ricochet/files/study_base.hpp>
#include <ricochet/files/study_parameters.hpp>
#include <ricochet/impact/registry.hpp>

namespace ricochet {

class OutcomeCells {
 public:
  /// Throws InputError. `file` is that of the study, which `study` comes from.
  OutcomeCells(const Value& study, const std::string& file);

  /// The keys above.
  static constexpr std::string_view keys[] = {"base", "law", "quantities"};

  const StudyBase& base() const { return base_; }
  const StudyParameters& parameters() const { return parameters_; }
  /// Statuses, then quantities.
  const std::vector<StudyColumn>& columns() const { return columns_; }
  std::size_t statuses() const { return laws_.size(); }
  /// Whether a row has an answer under some law.
  bool answered(std::span<const double> row) const;

  /// Computes rows on one thread.
  class Worker {
   public:
    virtual ~Worker() = default;
    /// parameters: one value each. row: one number per column.
    void compute(std::span<const double> parameters, std::span<double> row);

   protected:
    explicit Worker(const OutcomeCells& cells);
    /// From slots_ into status (one per law) and needed_. Throws InputError where the numbers are not allowed.
    virtual void resolve(std::span<double> status) = 0;

    const OutcomeCells& cells_;
    std::vector<double> slots_;
    std::vector<double> needed_;  // of law after law

   private:
    std::vector<double> variables_, scratch_;
  };
  std::unique_ptr<Worker> worker() const;

 private:
  class ImpactWorker;
  class MotionWorker;
  std::vector<StudyColumn> available() const;

  StudyBase base_;
  StudyParameters parameters_;
  std::vector<std::string> laws_;
  OutcomeColumns quantities_;
  std::vector<StudyColumn> columns_;
};

}  // namespace ricochet
