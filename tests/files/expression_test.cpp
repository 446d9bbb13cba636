// Formulas of study files: what they mean, and what is said of those that mean nothing.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <numbers>
#include <random>

#include <ricochet/files/expression.hpp>
#include <support/suite.hpp>

namespace ricochet::test {
namespace {

const std::vector<std::string> names = {"x", "y", "tip.normal_velocity", "_a1", "e"};
const std::vector<double> values = {2.0, -3.0, 0.25, 7.0, 10.0};

double value_of(std::string_view text) { return Expression(text, names)(values); }

void expect_refused(std::string_view text, std::size_t offset, const std::string& wrong,
                    const std::string& allowed = "") {
  try {
    const Expression formula(text, names);
    ADD_FAILURE() << "accepted: " << text;
  } catch (const FormulaError& error) {
    EXPECT_EQ(error.offset(), offset) << text;
    EXPECT_EQ(error.wrong(), wrong) << text;
    EXPECT_NE(error.allowed().find(allowed), std::string::npos) << text << ": " << error.allowed();
    EXPECT_EQ(error.what(), error.wrong() + ", " + error.allowed());
  }
}

TEST(Formula, IsANumberANameOrAConstant) {
  EXPECT_EQ(value_of("0.5"), 0.5);
  EXPECT_EQ(value_of("  1.0e-3 "), 1e-3);
  EXPECT_EQ(value_of("2E+2"), 200.0);
  EXPECT_EQ(value_of("x"), 2.0);
  EXPECT_EQ(value_of("tip.normal_velocity"), 0.25);
  EXPECT_EQ(value_of("_a1"), 7.0);
  EXPECT_EQ(value_of("pi"), std::numbers::pi);
  EXPECT_EQ(value_of("180*deg"), 180.0 * (std::numbers::pi / 180.0));
}

TEST(Formula, FollowsTheOrderOfOperations) {
  EXPECT_EQ(value_of("1 + 2*3"), 7.0);
  EXPECT_EQ(value_of("(1 + 2)*3"), 9.0);
  EXPECT_EQ(value_of("8 - 4 - 2"), 2.0);
  EXPECT_EQ(value_of("8/4/2"), 1.0);
  EXPECT_EQ(value_of("8/4*2"), 4.0);
  EXPECT_EQ(value_of("2^3^2"), 512.0);
  EXPECT_EQ(value_of("-2^2"), -4.0);
  EXPECT_EQ(value_of("(-2)^2"), 4.0);
  EXPECT_EQ(value_of("2^-1"), 0.5);
  EXPECT_EQ(value_of("2*-x"), -4.0);
  EXPECT_EQ(value_of("- - +x"), 2.0);
  EXPECT_EQ(value_of("-x^2*y"), 12.0);
  EXPECT_EQ(value_of("2*x^2"), 8.0);
  EXPECT_EQ(value_of("1 -\n 2"), -1.0);
  EXPECT_EQ(value_of("1+2 < 2*2"), 1.0);
  EXPECT_EQ(value_of("x^y"), 0.125);
}

TEST(Formula, ComparisonsGiveOneOrZero) {
  const std::map<std::string, std::function<bool(double, double)>> signs = {
      {"<", std::less<>()},      {"<=", std::less_equal<>()},   {">", std::greater<>()},
      {"==", std::equal_to<>()}, {"!=", std::not_equal_to<>()}, {">=", std::greater_equal<>()}};
  for (const auto& [sign, compare] : signs) {
    for (const auto& [a, b] : {std::pair(1, 2), std::pair(2, 2), std::pair(3, 2)}) {
      EXPECT_EQ(value_of(std::to_string(a) + sign + std::to_string(b)), compare(a, b) ? 1.0 : 0.0);
    }
  }
  EXPECT_EQ(value_of("(x > 0)*(y < 0) + 2*(x < 0)"), 1.0);
  EXPECT_EQ(value_of("max(x > 0, y > 0)"), 1.0);
}

TEST(Formula, KnowsItsFunctions) {
  using One = double (*)(double);
  const std::map<std::string, One> one = {
      {"sin", std::sin},   {"cos", std::cos},     {"tan", std::tan},   {"asin", std::asin},
      {"acos", std::acos}, {"atan", std::atan},   {"sinh", std::sinh}, {"cosh", std::cosh},
      {"tanh", std::tanh}, {"exp", std::exp},     {"log", std::log},   {"sqrt", std::sqrt},
      {"abs", std::fabs},  {"floor", std::floor}, {"ceil", std::ceil}, {"round", std::round}};
  for (const auto& [name, function] : one) {
    EXPECT_EQ(value_of(name + "(tip.normal_velocity)"), function(0.25)) << name;
    EXPECT_EQ(value_of(name + " ( 0.75 )"), function(0.75)) << name;
  }
  EXPECT_EQ(value_of("sign(x)"), 1.0);
  EXPECT_EQ(value_of("sign(y)"), -1.0);
  EXPECT_EQ(value_of("sign(0)"), 0.0);
  EXPECT_EQ(value_of("abs(y)"), 3.0);
  EXPECT_EQ(value_of("round(-2.5)"), -3.0);
  EXPECT_EQ(value_of("atan2(y, x)"), std::atan2(-3.0, 2.0));
  EXPECT_EQ(value_of("min(x, y)"), -3.0);
  EXPECT_EQ(value_of("max(x, y)"), 2.0);
  EXPECT_EQ(value_of("hypot(x, y)"), std::hypot(2.0, 3.0));
  EXPECT_EQ(value_of("mod(-1, 3)"), 2.0);
  EXPECT_EQ(value_of("mod(370, 360)"), 10.0);
  EXPECT_EQ(value_of("min(max(x, 1), hypot(3, 4))"), 2.0);
}

TEST(Formula, OfWhatIsUndefinedIsNotANumber) {
  for (const char* text :
       {"0/0", "log(-1)", "sqrt(-1)", "asin(2)", "(-8)^(1/3)", "mod(1, 0)", "min(0/0, 1)",
        "min(1, 0/0)", "max(0/0, 1)", "max(1, 0/0)", "sign(0/0)"}) {
    EXPECT_TRUE(std::isnan(value_of(text))) << text;
  }
  EXPECT_EQ(value_of("1/0"), INFINITY);
  EXPECT_EQ(value_of("log(0)"), -INFINITY);
}

// A sum of random products, written and computed side by side.
TEST(Formula, AgreesWithTheCompilersArithmetic) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> number(0.1, 9.0);
  const long trials = testing::suite_count(20'000);
  for (long trial = 0; trial < trials; ++trial) {
    std::string text;
    double sum = 0.0;
    for (int k = 0; k < 5; ++k) {
      const std::size_t v = random() % values.size();
      const double a = std::round(100.0 * number(random)) / 100.0;
      const bool divides = random() % 2 == 0, minus = random() % 2 == 0;
      text += (minus    ? " - "
               : k == 0 ? ""
                        : " + ") +
              std::to_string(a) + (divides ? " / " : " * ") + names[v];
      const double term = divides ? a / values[v] : a * values[v];
      sum = k == 0 ? (minus ? -a : a) : sum;
      if (k == 0) {  // a sign binds tighter than a product
        sum = divides ? sum / values[v] : sum * values[v];
      } else {
        sum = minus ? sum - term : sum + term;
      }
    }
    ASSERT_EQ(value_of(text), sum) << text;
  }
}

TEST(Formula, SaysWhichVariablesItUses) {
  const Expression formula("x + 0*tip.normal_velocity", names);
  EXPECT_TRUE(formula.uses(0));
  EXPECT_FALSE(formula.uses(1));
  EXPECT_TRUE(formula.uses(2));
}

TEST(Formula, ComplainsAtThePlace) {
  const std::string value = "a number, a name or ( is expected";
  expect_refused("", 0, "the formula ends too early", value);
  expect_refused("   ", 3, "the formula ends too early", value);
  expect_refused("1 +", 3, "the formula ends too early", value);
  expect_refused("(1 + 2", 6, "the formula ends too early", "a ')' is expected");
  expect_refused("sin(1", 5, "the formula ends too early", "a ')' is expected");
  expect_refused("min(1)", 5, "')' is not expected here", "a ',' is expected");
  expect_refused("min(1, 2, 3)", 8, "',' is not expected here", "a ')' is expected");
  expect_refused("sin(1, 2)", 5, "',' is not expected here", "a ')' is expected");
  expect_refused("(1 2)", 3, "'2' is not expected here", "a ')' is expected");
  expect_refused("1 + * 2", 4, "'*' is not expected here", value);
  expect_refused(".5", 0, "'.' is not expected here", value);
  expect_refused("x ** 2", 3, "'*' is not expected here", value);
  expect_refused("1 2", 2, "something follows the formula", "an operator is expected");
  expect_refused("2x", 1, "something follows the formula");
  expect_refused("1 < 2 < 3", 6, "something follows the formula");
  expect_refused("x = 1", 2, "something follows the formula");
  expect_refused("1)", 1, "something follows the formula");
  expect_refused("x\t+ 1", 1, "something follows the formula");
  expect_refused("010", 0, "'010' is not a number", "as in 0.5, 3, 1.0e8");
  expect_refused("1 + 1.2.3", 4, "'1.2.3' is not a number");
  expect_refused("1.", 0, "'1.' is not a number");
  expect_refused("1e400", 0, "'1e400' is not a number");
  expect_refused("sin", 0, "there is nothing called 'sin'");
  expect_refused("2 + tip.normal_velocty", 4, "there is nothing called 'tip.normal_velocty'",
                 "did you mean 'tip.normal_velocity'?");
  expect_refused("sni(x)", 0, "there is no function 'sni'", "did you mean 'sin'?");
  expect_refused("x(1)", 0, "there is no function 'x'");
  expect_refused("\xC3\xA4", 0, "'\\xc3' is not expected here", value);
}

// A zero byte does not end a formula.
TEST(Formula, IsReadToItsEnd) {
  using namespace std::string_view_literals;
  expect_refused("1\0+ 2"sv, 1, "something follows the formula");
  expect_refused("1 + \0"sv, 4, "'\\x00' is not expected here");
  expect_refused("(1\0)"sv, 2, "'\\x00' is not expected here");
}

TEST(Formula, HasLimits) {
  EXPECT_EQ(value_of("1" + std::string(1999, ' ')), 1.0);
  expect_refused("1" + std::string(2000, ' '), 0, "the formula has 2001 bytes",
                 "at most 2000 are allowed");
  const auto nested = [](std::size_t levels, const std::string& open, const std::string& close) {
    std::string text;
    for (std::size_t i = 0; i < levels; ++i) text += open;
    text += "1";
    for (std::size_t i = 0; i < levels; ++i) text += close;
    return text;
  };
  for (const auto& [open, close] : {std::pair<std::string, std::string>("(", ")"),
                                    {"-", ""},
                                    {"abs(", ")"},
                                    {"1^", ""},
                                    {"min(2, ", ")"},
                                    {"1+(", ")"},
                                    {"1*(1+(", "))"}}) {
    std::size_t levels = 1;
    for (; levels < 200; ++levels) {
      try {
        EXPECT_TRUE(std::isfinite(value_of(nested(levels, open, close))));
      } catch (const FormulaError& error) {
        EXPECT_EQ(error.wrong(), "the formula is nested too deeply");
        EXPECT_EQ(error.allowed(), "at most 64 levels are allowed");
        break;
      }
    }
    EXPECT_GE(levels, 20U) << open;
    EXPECT_LE(levels, Expression::deepest) << open;
  }
  std::string sum = "1";  // long, but not deep
  for (int i = 0; i < 900; ++i) sum += "+1";
  EXPECT_EQ(value_of(sum), 901.0);
}

TEST(Formula, KnowsWhatCanBeAName) {
  for (const char* word : {"x", "_", "phi1", "tip.normal_velocity", "contacts.0.friction", "Sin"}) {
    EXPECT_TRUE(can_be_variable(word)) << word;
  }
  for (const std::string& word :
       {std::string(), std::string("1x"), std::string("a b"), std::string("a-b"),
        std::string("sin"), std::string("pi"), std::string("deg"), std::string("a."),
        std::string(".a"), std::string("\xC3\xA4"), std::string(65, 'a')}) {
    EXPECT_FALSE(can_be_variable(word)) << word;
  }
}

}  // namespace
}  // namespace ricochet::test
