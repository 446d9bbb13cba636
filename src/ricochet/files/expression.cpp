#include <ricochet/files/expression.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

#include <ricochet/files/names.hpp>
#include <ricochet/files/value.hpp>

namespace ricochet {

namespace {

enum Operation : std::uint8_t {
  kNumber,
  kVariable,
  kNegate,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kPower,
  kLess,
  kLessEqual,
  kMore,
  kMoreEqual,
  kEqual,
  kNotEqual,
  kFirstFunction
};

double sign_of(double x) { return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : x; }

struct Function {
  std::string_view name;
  double (*one)(double);
  double (*two)(double, double);
};
constexpr std::array<Function, 22> functions = {{
    {"sin", [](double x) { return std::sin(x); }, nullptr},
    {"cos", [](double x) { return std::cos(x); }, nullptr},
    {"tan", [](double x) { return std::tan(x); }, nullptr},
    {"asin", [](double x) { return std::asin(x); }, nullptr},
    {"acos", [](double x) { return std::acos(x); }, nullptr},
    {"atan", [](double x) { return std::atan(x); }, nullptr},
    {"sinh", [](double x) { return std::sinh(x); }, nullptr},
    {"cosh", [](double x) { return std::cosh(x); }, nullptr},
    {"tanh", [](double x) { return std::tanh(x); }, nullptr},
    {"exp", [](double x) { return std::exp(x); }, nullptr},
    {"log", [](double x) { return std::log(x); }, nullptr},
    {"sqrt", [](double x) { return std::sqrt(x); }, nullptr},
    {"abs", [](double x) { return std::abs(x); }, nullptr},
    {"sign", sign_of, nullptr},
    {"floor", [](double x) { return std::floor(x); }, nullptr},
    {"ceil", [](double x) { return std::ceil(x); }, nullptr},
    {"round", [](double x) { return std::round(x); }, nullptr},
    {"atan2", nullptr, [](double y, double x) { return std::atan2(y, x); }},
    {"min", nullptr, [](double a, double b) { return b < a || std::isnan(b) ? b : a; }},
    {"max", nullptr, [](double a, double b) { return a < b || std::isnan(b) ? b : a; }},
    {"hypot", nullptr, [](double a, double b) { return std::hypot(a, b); }},
    {"mod", nullptr, [](double a, double b) { return a - b * std::floor(a / b); }},
}};

struct Constant {
  std::string_view name;
  double value;
};
constexpr std::array<Constant, 2> constants = {
    {{"pi", std::numbers::pi}, {"deg", std::numbers::pi / 180.0}}};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

template <class List>
auto find_named(const List& list, std::string_view name) {
  return std::find_if(list.begin(), list.end(), [&](const auto& f) { return f.name == name; });
}

double applied(std::uint8_t what, double a, double b) {
  switch (what) {
    case kAdd: return a + b;
    case kSubtract: return a - b;
    case kMultiply: return a * b;
    case kDivide: return a / b;
    case kPower: return b == 2.0 ? a * a : std::pow(a, b);
    case kLess: return a < b ? 1.0 : 0.0;
    case kLessEqual: return a <= b ? 1.0 : 0.0;
    case kMore: return a > b ? 1.0 : 0.0;
    case kMoreEqual: return a >= b ? 1.0 : 0.0;
    case kEqual: return a == b ? 1.0 : 0.0;
    case kNotEqual: return a != b ? 1.0 : 0.0;
    default: break;
  }
  return functions[what - kFirstFunction].two(a, b);
}

bool takes_two(std::uint8_t what) {
  if (what >= kFirstFunction) return functions[what - kFirstFunction].two != nullptr;
  return what >= kAdd;
}

}  // namespace

FormulaError::FormulaError(std::size_t offset, std::string wrong, std::string allowed)
    : std::runtime_error(wrong + ", " + allowed),
      offset_(offset),
      wrong_(std::move(wrong)),
      allowed_(std::move(allowed)) {}

bool can_be_variable(std::string_view word) {
  if (word.empty() || !is_letter(word[0]) || word.size() > 64) return false;
  const bool spelled = std::all_of(word.begin(), word.end(),
                                   [](char c) { return is_letter(c) || is_digit(c) || c == '.'; });
  return spelled && word.back() != '.' && find_named(functions, word) == functions.end() &&
         find_named(constants, word) == constants.end();
}

/// Recursive descent by the grammar of the header.
class FormulaParser {
 public:
  FormulaParser(std::string_view text, std::span<const std::string> variables,
                std::vector<Expression::Step>& steps)
      : text_(text), variables_(variables), steps_(steps) {}

  void parse() {
    if (text_.size() > Expression::longest) {
      fail(0, fmt::format("the formula has {} bytes", text_.size()),
           fmt::format("at most {} are allowed", Expression::longest));
    }
    compare();
    if (!at_end()) fail(at_, "something follows the formula", "an operator is expected");
  }

 private:
  [[noreturn]] static void fail(std::size_t offset, std::string wrong, std::string allowed) {
    throw FormulaError(offset, std::move(wrong), std::move(allowed));
  }

  char peek() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool at_end() {
    peek();
    return at_ == text_.size();
  }
  [[noreturn]] void fail_here(std::string expected) {
    if (at_end()) fail(at_, "the formula ends too early", std::move(expected));
    const char c = text_[at_];
    const auto byte = static_cast<unsigned char>(c);
    fail(at_,
         byte > 0x20 && byte < 0x7f ? fmt::format("'{}' is not expected here", c)
                                    : fmt::format("'\\x{:02x}' is not expected here", byte),
         std::move(expected));
  }
  bool take(std::string_view word) {
    peek();
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }
  void expect(char c) {
    if (peek() != c) fail_here(fmt::format("a '{}' is expected", c));
    ++at_;
  }

  void push(Expression::Step step) {
    const bool leaf = step.what == kNumber || step.what == kVariable;
    if (leaf && ++waiting_ > Expression::deepest) {
      fail(at_, "the formula is nested too deeply",
           fmt::format("at most {} levels are allowed", Expression::deepest));
    }
    if (takes_two(step.what)) --waiting_;
    steps_.push_back(step);
  }

  void compare() {
    sum();
    constexpr std::array<std::pair<std::string_view, Operation>, 6> signs = {{{"<=", kLessEqual},
                                                                              {">=", kMoreEqual},
                                                                              {"==", kEqual},
                                                                              {"!=", kNotEqual},
                                                                              {"<", kLess},
                                                                              {">", kMore}}};
    for (const auto& [sign, operation] : signs) {
      if (!take(sign)) continue;
      sum();
      push({.what = operation});
      return;
    }
  }
  void sum() {
    product();
    while (true) {
      if (take("+")) {
        product();
        push({.what = kAdd});
      } else if (take("-")) {
        product();
        push({.what = kSubtract});
      } else {
        return;
      }
    }
  }
  void product() {
    factor();
    while (true) {
      if (take("*")) {
        factor();
        push({.what = kMultiply});
      } else if (take("/")) {
        factor();
        push({.what = kDivide});
      } else {
        return;
      }
    }
  }
  void factor() {
    if (++depth_ > Expression::deepest) {
      fail(at_, "the formula is nested too deeply",
           fmt::format("at most {} levels are allowed", Expression::deepest));
    }
    if (take("-")) {
      factor();
      push({.what = kNegate});
    } else if (take("+")) {
      factor();
    } else {
      primary();
      if (take("^")) {
        factor();
        push({.what = kPower});
      }
    }
    --depth_;
  }
  void primary() {
    const char c = peek();
    if (c == '(') {
      ++at_;
      compare();
      expect(')');
    } else if (is_digit(c)) {
      number();
    } else if (is_letter(c)) {
      name();
    } else {
      fail_here("a number, a name or ( is expected");
    }
  }
  void number() {
    const std::size_t start = at_;
    while (at_ < text_.size() && (is_digit(text_[at_]) || text_[at_] == '.')) ++at_;
    if (at_ < text_.size() && (text_[at_] == 'e' || text_[at_] == 'E')) {
      std::size_t end = at_ + 1;
      if (end < text_.size() && (text_[end] == '+' || text_[end] == '-')) ++end;
      if (end < text_.size() && is_digit(text_[end])) {
        while (end < text_.size() && is_digit(text_[end])) ++end;
        at_ = end;
      }
    }
    const std::string_view word = text_.substr(start, at_ - start);
    const std::optional<double> value = parse_number(word);
    if (!value) fail(start, fmt::format("'{}' is not a number", word), "as in 0.5, 3, 1.0e8");
    push({.what = kNumber, .number = *value});
  }
  void name() {
    const std::size_t start = at_;
    while (at_ < text_.size() &&
           (is_letter(text_[at_]) || is_digit(text_[at_]) || text_[at_] == '.')) {
      ++at_;
    }
    const std::string_view word = text_.substr(start, at_ - start);
    if (peek() == '(') return call(start, word);
    if (const auto it = std::find(variables_.begin(), variables_.end(), word);
        it != variables_.end()) {
      return push(
          {.what = kVariable, .index = static_cast<std::uint32_t>(it - variables_.begin())});
    }
    if (const auto it = find_named(constants, word); it != constants.end()) {
      return push({.what = kNumber, .number = it->value});
    }
    std::vector<std::string_view> names(variables_.begin(), variables_.end());
    for (const Constant& constant : constants) names.push_back(constant.name);
    fail(start, fmt::format("there is nothing called '{}'", word), allowed_names(word, names));
  }
  void call(std::size_t start, std::string_view word) {
    const auto it = find_named(functions, word);
    if (it == functions.end()) {
      std::vector<std::string_view> names;
      for (const Function& function : functions) names.push_back(function.name);
      fail(start, fmt::format("there is no function '{}'", word), allowed_names(word, names));
    }
    expect('(');
    compare();
    if (it->two != nullptr) {
      expect(',');
      compare();
    }
    expect(')');
    push({.what = static_cast<std::uint8_t>(kFirstFunction + (it - functions.begin()))});
  }

  std::string_view text_;
  std::span<const std::string> variables_;
  std::vector<Expression::Step>& steps_;
  std::size_t at_ = 0;
  std::size_t waiting_ = 0;
  std::size_t depth_ = 0;
};

Expression::Expression(std::string_view text, std::span<const std::string> variables) {
  FormulaParser(text, variables, steps_).parse();
}

double Expression::operator()(std::span<const double> values) const {
  std::array<double, deepest> stack;
  std::size_t top = 0;
  for (const Step& step : steps_) {
    if (step.what == kNumber) {
      stack[top++] = step.number;
    } else if (step.what == kVariable) {
      stack[top++] = values[step.index];
    } else if (step.what == kNegate) {
      stack[top - 1] = -stack[top - 1];
    } else if (takes_two(step.what)) {
      --top;
      stack[top - 1] = applied(step.what, stack[top - 1], stack[top]);
    } else {
      stack[top - 1] = functions[step.what - kFirstFunction].one(stack[top - 1]);
    }
  }
  return stack[0];
}

bool Expression::uses(std::size_t i) const {
  return std::any_of(steps_.begin(), steps_.end(),
                     [&](const Step& s) { return s.what == kVariable && s.index == i; });
}

}  // namespace ricochet
