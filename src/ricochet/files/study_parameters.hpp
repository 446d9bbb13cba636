#pragma once
// The parameters of a study: what varies, how, and which numbers of the base follow from it.
//
//   parameters:                       each with a `path` into the base, a `name` for formulas, or both
//     - {path: contacts.0.friction, from: 0, to: 1, count: 101}        also scale: log
//     - {path: contacts.0.restitution, values: [0, 0.5, 1]}
//     - {path: bodies.car.velocity.0, normal: {mean: 13.9, sd: 0.5}}   also low, high: truncated
//     - {name: phi, uniform: {low: 0, high: 90}}                       also triangular: {low, mode, high}
//   let: {c: cos(phi*deg)}            formulas by name, each may use those before it
//   set: {contacts.0.normal.2: -c}    numbers of the base by formulas
//   samples: 1000, design: latin, seed: 1      of the random ones

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <ricochet/files/expression.hpp>
#include <ricochet/files/study_base.hpp>
#include <ricochet/files/study_table.hpp>
#include <ricochet/files/value.hpp>
#include <ricochet/study/sampling.hpp>

namespace ricochet {

/// A formula, or a plain number, that a key holds. Throws InputError at `value`.
Expression read_formula(const Value& value, std::span<const std::string> variables);

/// The keys above.
inline constexpr std::string_view parameter_keys[] = {"parameters", "let",    "set",
                                                      "samples",    "design", "seed"};

class StudyParameters {
 public:
  /// Of `study`, whose keys are already known to be allowed. Makes the slots of the base and checks them. Without
  /// parameters, where they are not required, there is one cell. Throws InputError.
  StudyParameters(const Value& study, StudyBase& base, bool required = true);

  const SamplePlan& plan() const { return *plan_; }
  std::size_t count() const { return columns_.size(); }
  /// Name and unit of each parameter.
  const std::vector<StudyColumn>& columns() const { return columns_; }
  /// Names that formulas may use: parameters, then those of `let`.
  const std::vector<std::string>& variables() const { return variables_; }

  /// Values of all variables, from those of the parameters in the first places.
  void complete(std::span<double> variables) const;
  /// The numbers for the slots of the base.
  void slots(std::span<const double> variables, std::span<double> slots) const;

 private:
  void read_parameter(const Value& value, StudyBase& base);
  std::size_t new_slot(const Value& where, std::string_view path, StudyBase& base);

  struct Setting {
    std::size_t slot;
    std::optional<std::size_t> variable;  // or
    std::optional<Expression> formula;
  };
  std::vector<StudyColumn> columns_;
  std::vector<ParameterSpread> spreads_;
  std::vector<std::string> variables_;
  std::vector<Expression> let_;
  std::vector<Setting> settings_;
  std::vector<Value> where_;  // of the slots, while reading
  std::optional<SamplePlan> plan_;
};

}  // namespace ricochet
