#pragma once
// The outcome of a cell as a function of the parameters of a study: what maps, sweeps and classifications are made of.

#include <memory>
#include <span>
#include <vector>

#include <ricochet/files/study_base.hpp>
#include <ricochet/files/study_parameters.hpp>
#include <ricochet/files/study_table.hpp>

namespace ricochet {

class StudyCells {
 public:
  virtual ~StudyCells() = default;
  StudyCells(const StudyCells&) = delete;
  StudyCells& operator=(const StudyCells&) = delete;

  const StudyBase& base() const { return base_; }
  const StudyParameters& parameters() const { return parameters_; }
  /// Of a row.
  const std::vector<StudyColumn>& columns() const { return columns_; }
  /// The column that is asked about in the first place.
  virtual std::size_t main_column() const = 0;
  /// Whether a row holds an answer.
  virtual bool answered(std::span<const double> row) const = 0;

  /// Computes rows on one thread.
  class Worker {
   public:
    explicit Worker(const StudyCells& cells);
    virtual ~Worker() = default;
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;
    /// parameters: one value each. row: one number per column.
    void compute(std::span<const double> parameters, std::span<double> row);
    /// Why these parameters are not allowed; empty if they are.
    std::string refusal(std::span<const double> parameters);

   protected:
    /// From slots_ and variables_; `row` is all missing. Throws InputError where the numbers are not allowed.
    virtual void fill(std::span<double> row) = 0;
    /// The row of numbers that are not allowed.
    virtual void refuse(std::span<double> row) = 0;

    std::vector<double> slots_;      // numbers of the base
    std::vector<double> variables_;  // of formulas

   private:
    void place(std::span<const double> parameters);
    const StudyCells& owner_;
  };
  virtual std::unique_ptr<Worker> worker() const = 0;

 protected:
  /// Reads `base` and the parameters of a study. Throws InputError.
  StudyCells(const Value& study, const StudyPlace& place, bool parameters_required = true)
      : base_(study.at("base"), place), parameters_(study, base_, parameters_required) {}

  /// Throws InputError if two columns of the table of cells have one name, or the table is too large. Called when
  /// columns_ are complete.
  void check_table(const Value& study) const;

  StudyBase base_;
  StudyParameters parameters_;
  std::vector<StudyColumn> columns_;
};

}  // namespace ricochet
