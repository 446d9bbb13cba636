// The rules by which a printed number is judged.

#include <gtest/gtest.h>

#include <papers/report.hpp>
#include <papers/reproduction.hpp>
#include <stdexcept>

namespace ricochet::papers {
namespace {

Entry entry(std::string_view printed, double computed, Interval range) {
  Entry e;
  e.row = "row";
  e.column = "P_n";
  e.printed = Printed(printed);
  e.computed = computed;
  e.range = range;
  return e;
}

TEST(Printed, KnowsItsLastDigit) {
  EXPECT_DOUBLE_EQ(Printed("0.5975").unit(), 1e-4);
  EXPECT_DOUBLE_EQ(Printed("100").unit(), 1.0);
  EXPECT_DOUBLE_EQ(Printed("-9.788e-3").unit(), 1e-6);
  EXPECT_DOUBLE_EQ(Printed("0e-12").unit(), 1e-12);
  EXPECT_NEAR(Printed("0.800").interval().lo, 0.7995, 1e-9);
  EXPECT_TRUE(Printed("0.938").interval().contains(0.9375));  // a tie may go either way
}

TEST(Printed, FractionsAreExact) {
  EXPECT_DOUBLE_EQ(Printed("4/3").value(), 4.0 / 3.0);
  EXPECT_FALSE(Printed("4/3").interval().contains(1.3333));
}

TEST(Printed, ShowsTheComputedValueWithOneMoreDigit) {
  EXPECT_EQ(Printed("0.800").beside(0.79977), "0.7998");
  EXPECT_EQ(Printed("0.0").beside(-0.0001), "0.00");
  EXPECT_EQ(Printed("1.3564e-4").beside(1.3554e-4), "1.35540e-04");
  EXPECT_EQ(Printed("50.4").rounded(51.43), "51.4");
}

TEST(Printed, RefusesASlipOfTranscription) {
  for (const char* text : {"", "0.5.1", "1,2", " 1", "0.6*", "1/", "nan(", "4/x"}) {
    EXPECT_THROW(Printed{text}, std::invalid_argument) << text;
  }
}

TEST(Classify, ReproducedIsAboutThePrintedDigits) {
  Entry e = entry("0.800", 0.8004, exactly(0.8004));
  classify(e);
  EXPECT_EQ(e.verdict, Verdict::reproduced);
  EXPECT_TRUE(e.reason.empty());
}

TEST(Classify, WithinInputsWhenTheRangeReachesThePrintedDigits) {
  Entry e = entry("0.800", 0.8010, {0.8001, 0.8020});
  classify(e);
  EXPECT_EQ(e.verdict, Verdict::within_inputs);
}

TEST(Classify, MisprintNeedsEvidenceForTheComputedValue) {
  Entry e = entry("0.732", 0.7125, exactly(0.7125));
  classify(e);
  EXPECT_EQ(e.verdict, Verdict::not_reproduced);
  e.implications = {{{0.7120, 0.7130}, "others", ""}};
  classify(e);
  EXPECT_EQ(e.verdict, Verdict::misprint);
  EXPECT_NE(e.reason.find("0.713"), std::string::npos);  // the correction
  // Evidence against both the printed and the computed value convicts neither.
  e.implications = {{{0.60, 0.61}, "others", ""}};
  classify(e);
  EXPECT_EQ(e.verdict, Verdict::not_reproduced);
  EXPECT_NE(e.reason.find("contradicts"), std::string::npos);
  // Evidence that allows the printed value is none.
  e.implications = {{{0.70, 0.74}, "others", ""}};
  classify(e);
  EXPECT_EQ(e.verdict, Verdict::not_reproduced);
}

TEST(Classify, MisprintSaysWhichOfItsWitnessesAreDoubtful) {
  Entry e = entry("0.732", 0.7125, exactly(0.7125));
  e.implications = {{{0.71, 0.72}, "A, B", "B"}, {{0.711, 0.714}, "C, D", ""}};
  classify(e);
  EXPECT_NE(e.reason.find("C, D"), std::string::npos);  // the clean witness is preferred
  e.implications.pop_back();
  classify(e);
  EXPECT_EQ(e.verdict, Verdict::misprint);
  EXPECT_NE(e.reason.find("B not reproduced itself"), std::string::npos);
}

TEST(Classify, MisprintWhenCopiedFromElsewhere) {
  Entry e = entry("38.4", 19.95, exactly(19.95));
  e.copied_from = "table 5";
  classify(e);
  EXPECT_EQ(e.verdict, Verdict::misprint);
  EXPECT_NE(e.reason.find("table 5"), std::string::npos);
}

TEST(Classify, SaysWhenDigitsWereCutOff) {
  Entry e = entry("60.7", 60.77, exactly(60.77));
  classify(e);
  EXPECT_EQ(e.verdict, Verdict::not_reproduced);
  EXPECT_NE(e.reason.find("cut off"), std::string::npos);
}

TEST(Classify, AgreementMeansNothingWhereAnInputIsNotKnown) {
  Entry e = entry("0.63", 0.6302, exactly(0.6302));
  e.missing = "the radius";
  e.sensitivity = "r = 1 gives 0.6302";
  classify(e);
  EXPECT_EQ(e.verdict, Verdict::not_reproduced);
  EXPECT_EQ(e.reason, "the radius is not known; r = 1 gives 0.6302");
}

TEST(Report, CsvFieldsAreQuotedWhenTheyMustBe) {
  EXPECT_EQ(csv_field("plain"), "plain");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("say \"x\""), "\"say \"\"x\"\"\"");
}

TEST(Report, ShowsEveryEntryBesideItsComputedValueWithTotals) {
  Table t{
      "t", "Title", "", {entry("0.800", 0.8004, exactly(0.8004)), entry("0.7", 0.9, exactly(0.9))}};
  for (Entry& e : t.entries) classify(e);
  const std::string text = markdown(t);
  EXPECT_NE(text.find("0.800 = 0.8004"), std::string::npos);
  EXPECT_NE(text.find("0.7 x 0.90"), std::string::npos);
  EXPECT_NE(
      text.find("1 reproduced, 0 within the rounding of the inputs, 0 misprints, 1 not reproduced"),
      std::string::npos);
}

TEST(Report, NumbersThatThePaperDoesNotPrintAreNotCountedWithIts) {
  Reproduction r;
  r.tables.push_back({"a", "A", "", {entry("0.8", 0.8, exactly(0.8))}});
  r.tables.push_back({"b", "B", "", {entry("0.8", 0.8, exactly(0.8))}, false});
  for (Table& t : r.tables) classify(t.entries[0]);
  EXPECT_EQ(totals_of_paper(r).all(), 1);
  const std::string text = markdown(Paper{"x", "y", "z", nullptr}, r);
  EXPECT_NE(text.find("All tables of x: 1 reproduced"), std::string::npos);
  EXPECT_NE(text.find("Not counted, for they are not printed in the paper: 1 reproduced"),
            std::string::npos);
}

}  // namespace
}  // namespace ricochet::papers
