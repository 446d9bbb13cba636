// Values: JSON's number grammar, strings, names that were meant.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <limits>

#include <ricochet/files/names.hpp>
#include <ricochet/files/value.hpp>

namespace ricochet {
namespace {

TEST(Number, FollowsTheGrammarOfJson) {
  for (const char* text : {"0", "-0", "1", "-1", "10", "0.5", "-0.5", "1e5", "1E5", "1e+5", "1e-5",
                           "1.25e0", "123456789012345678901234567890"}) {
    EXPECT_TRUE(parse_number(text).has_value()) << text;
  }
  for (const char* text :
       {"",    "-",    "+1",   "01",  "010",   "-01",   "1.",   ".5",  "1.e5", "1e",
        "1e+", "0x10", "0b1",  "0o7", "1_000", "1,5",   "1 ",   " 1",  "--1",  "1-",
        "nan", "NaN",  ".nan", "inf", "-inf",  ".inf",  "true", "yes", "no",   "null",
        "~",   "1f",   "1d0",  "١",   "1e1.5", "0.5.1", "e5",   "-e5", "1e 5", "infinity"}) {
    EXPECT_FALSE(parse_number(text).has_value()) << text;
  }
}

TEST(Number, IsRoundedCorrectlyAndKeepsTheSignOfZero) {
  EXPECT_EQ(*parse_number("0.1"), 0.1);
  EXPECT_EQ(*parse_number("1.7976931348623157e308"), std::numeric_limits<double>::max());
  EXPECT_EQ(*parse_number("4.9406564584124654e-324"), std::numeric_limits<double>::denorm_min());
  EXPECT_TRUE(std::signbit(*parse_number("-0")));
  EXPECT_EQ(*parse_number("0e-999"), 0.0);
  // Halfway cases: to even.
  EXPECT_EQ(*parse_number("9007199254740993"), 9007199254740992.0);
}

TEST(Number, ThatDoesNotFitIsToldApartFromBadGrammar) {
  for (const char* text : {"1e400", "-1e400", "1e-400", "1e99999999999999999999"}) {
    bool out_of_range = false;
    EXPECT_FALSE(parse_number(text, &out_of_range).has_value()) << text;
    EXPECT_TRUE(out_of_range) << text;
  }
  bool out_of_range = false;
  EXPECT_FALSE(parse_number("1e", &out_of_range).has_value());
  EXPECT_FALSE(out_of_range);
}

class ValueTest : public ::testing::Test {
 protected:
  Value value(const std::string& text) {
    tree_ = parse_yaml("v: " + text, file_);
    return Value(tree_, file_).at("v");
  }
  std::string complaint(const std::function<void()>& action) {
    try {
      action();
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }
  const std::string file_ = "f";
  YamlNode tree_;
};

TEST_F(ValueTest, WholeNumbersMayBeWrittenAnyWayAndHaveNoFraction) {
  for (const char* text : {"1000", "1e3", "1000.0", "10000e-1"}) {
    EXPECT_EQ(value(text).whole_number(within(1, 1e15)), 1000) << text;
  }
  EXPECT_EQ(value("1e15").whole_number(within(1, 1e15)), 1'000'000'000'000'000);
  for (const char* text : {"1.5", "0", "1e16", "\"1\"", "1e400"}) {
    EXPECT_THROW(value(text).whole_number(within(1, 1e15)), InputError) << text;
  }
}

TEST_F(ValueTest, QuotedNumbersAreStrings) {
  EXPECT_EQ(value("'0.5'").string(), "0.5");
  EXPECT_EQ(complaint([&] { value("'0.5'").number(); }),
            "f:1:4: v: the string '0.5' is given, a number is expected");
}

TEST_F(ValueTest, PlainTextThatOthersReadAsSomethingElseIsNoString) {
  for (const char* text :
       {"1", "010", "+1", ".5", "1e400", "nan", ".NaN", "-.inf", "True", "null", "~"}) {
    EXPECT_NE(complaint([&] { value(text).string(); }), "") << text;
  }
  for (const char* text : {"tip", "2nd", "yes", "1.2.3", "a b"}) {
    EXPECT_EQ(value(text).string(), text);
  }
}

TEST_F(ValueTest, RangesSayWhatIsAllowed) {
  EXPECT_EQ(complaint([&] { value("-1").number(above(0.0)); }),
            "f:1:4: v: -1 is not allowed, it must be > 0");
  EXPECT_EQ(complaint([&] { value("0").number(above(0.0)); }),
            "f:1:4: v: 0 is not allowed, it must be > 0");
  EXPECT_EQ(complaint([&] { value("0.5").number(at_least(1.0)); }),
            "f:1:4: v: 0.5 is not allowed, it must be >= 1");
  EXPECT_EQ(complaint([&] { value("2").number(within(0.0, 1.0)); }),
            "f:1:4: v: 2 is not allowed, it must be between 0 and 1");
  EXPECT_EQ(value("1").number(within(0.0, 1.0)), 1.0);
  EXPECT_NE(complaint([&] { value("1e400").number(); }).find("double precision"),
            std::string::npos);
}

TEST_F(ValueTest, MissingKeysAreReportedAtTheirParentsKey) {
  EXPECT_EQ(complaint([&] { value("\n  a: {b: 1}\n").at("a").at("c"); }),
            "f:2:3: v.a.c: the key is missing, it is required");
}

TEST_F(ValueTest, UnknownKeysSuggestTheNearest) {
  EXPECT_EQ(
      complaint([&] {
        value("{frictoin: 1}").allow_only({"friction", "restitution"});
      }),
      "f:1:5: v.frictoin: unknown key 'frictoin', did you mean 'friction'? allowed: friction, "
      "restitution");
}

TEST(Names, NearestIsASlipNotAnythingAtAll) {
  constexpr std::array<std::string_view, 4> names = {"moreau", "routh-newton", "brach", "mass"};
  EXPECT_EQ(nearest_name("moro", names), "moreau");
  EXPECT_EQ(nearest_name("Moreau", names), "moreau");
  EXPECT_EQ(nearest_name("rouht-newton", names), "routh-newton");
  EXPECT_EQ(nearest_name("barch", names), "brach");
  EXPECT_EQ(nearest_name("laws", names), "");
  EXPECT_EQ(nearest_name("", names), "");
  EXPECT_EQ(nearest_name(std::string(1000, 'x'), names), "");
}

TEST(Names, BeginningOfANameMeansThatName) {
  constexpr std::array<std::string_view, 5> options = {"--help", "--law", "--all-solutions",
                                                       "--format", "--force"};
  EXPECT_EQ(nearest_name("--all", options), "--all-solutions");
  EXPECT_EQ(nearest_name("--fo", options), "--force");  // the shortest
  EXPECT_EQ(nearest_name("-", options), "");
  EXPECT_EQ(nearest_name("--", options), "");
  constexpr std::array<std::string_view, 3> papers = {"all", "payr-glocker-2005", "brach-1993"};
  EXPECT_EQ(nearest_name("brach", papers), "brach-1993");
  constexpr std::array<std::string_view, 5> keys = {"name", "mass", "inertia", "normal_angle_deg",
                                                    "point"};
  EXPECT_EQ(nearest_name("m", keys), "mass");
  EXPECT_EQ(nearest_name("normal", keys), "normal_angle_deg");
}

}  // namespace
}  // namespace ricochet
