#pragma once
// Formulas in study files: numbers, named variables, + - * / ^ and parentheses, comparisons that give 1 or 0,
// functions and constants.
//
//   compare:  sum [< | <= | > | >= | == | != sum]
//   sum:      product {+|- product}
//   product:  factor {*|/ factor}
//   factor:   [-|+] factor | power
//   power:    primary [^ factor]            (right to left: 2^3^2 = 2^9; -2^2 = -4)
//   primary:  number | name | function(sum, ...) | (compare)
//
// Functions: sin cos tan asin acos atan atan2 sinh cosh tanh exp log sqrt abs sign floor ceil round min max hypot mod.
// Constants: pi, and deg = pi / 180 (so that 30*deg is an angle in rad).
// A name is a letter or _ followed by letters, digits, _ and dots (`tip.normal_velocity`).

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace ricochet {

/// A formula that cannot be read: where (bytes from 0) and why.
class FormulaError : public std::runtime_error {
 public:
  FormulaError(std::size_t offset, std::string wrong, std::string allowed);
  std::size_t offset() const { return offset_; }
  const std::string& wrong() const { return wrong_; }
  const std::string& allowed() const { return allowed_; }

 private:
  std::size_t offset_;
  std::string wrong_;
  std::string allowed_;
};

/// True for a word that can name a variable: of the grammar above, and not a function or constant.
bool can_be_variable(std::string_view word);

class Expression {
 public:
  /// Throws FormulaError. `variables` are the names it may use.
  Expression(std::string_view text, std::span<const std::string> variables);

  /// One value per variable, in their order. Never throws; what is undefined (0/0, log(-1)) is NaN or infinite.
  double operator()(std::span<const double> values) const;
  /// Whether it depends on variable i.
  bool uses(std::size_t i) const;

  static constexpr std::size_t longest = 2000;  ///< bytes
  static constexpr std::size_t deepest = 64;    ///< values that wait for their operator

 private:
  friend class FormulaParser;
  struct Step {
    std::uint8_t what;        // operation
    std::uint32_t index = 0;  // variable
    double number = 0.0;
  };
  std::vector<Step> steps_;  // reverse Polish
};

}  // namespace ricochet
