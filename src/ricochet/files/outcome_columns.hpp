#pragma once
// The quantities that a study asks for:
//
//   quantities:
//     - dissipation                               by name
//     - {name: ratio, formula: tangential_velocity / normal_velocity}
//     - {name: reversed, formula: tangential_velocity*tangential_velocity_before < 0, names: [no, yes]}
//     - {difference: normal_velocity}             of each further law against the first
//
// With several laws there is a column for each, `LAW.NAME`. A formula may use the quantities of its base, the
// parameters of the study and the formulas before it; with `names` its values 0, 1, ... have these names.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <ricochet/files/expression.hpp>
#include <ricochet/files/study_table.hpp>
#include <ricochet/files/value.hpp>

namespace ricochet {

class OutcomeColumns {
 public:
  /// list: the key `quantities`. available: what the base can be asked for. variables: of the study.
  /// Throws InputError.
  OutcomeColumns(const Value& list, std::span<const StudyColumn> available,
                 const std::vector<std::string>& variables, std::vector<std::string> laws);

  /// The columns asked for, law after law.
  const std::vector<StudyColumn>& columns() const { return columns_; }
  /// Which of the available ones have to be computed, by index.
  const std::vector<std::size_t>& needed() const { return needed_; }

  /// variables: their values. needed: those of each law, one law after the other, NaN where missing. out: one number
  /// per column. Arrays grow in `scratch` only.
  void fill(std::span<const double> variables, std::span<const double> needed,
            std::span<double> out, std::vector<double>& scratch) const;

 private:
  enum class Kind : unsigned char { plain, formula, difference };
  struct Item {
    Kind kind;
    std::size_t place = 0;  // among the needed ones
    std::optional<Expression> formula{};
    std::vector<std::size_t> uses{};      // of a formula, among the needed ones
    std::vector<std::size_t> earlier{};   // and among the formulas before it
    std::optional<std::size_t> result{};  // its own number among formulas that others may use
    std::size_t codes = 0;
  };
  std::size_t need(std::size_t available);
  void read(const Value& value, std::span<const StudyColumn> available);

  std::vector<std::string> laws_;
  std::size_t variables_;
  // What formulas may use: variables, everything available, formulas.
  std::vector<std::string> names_;
  std::size_t formulas_ = 0;
  std::vector<Item> items_;
  std::vector<StudyColumn> item_columns_;
  std::vector<StudyColumn> columns_;
  std::vector<std::size_t> needed_;
};

}  // namespace ricochet
