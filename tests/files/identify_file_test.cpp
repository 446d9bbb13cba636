// Studies of the kind identify, from files to reports; what the document shows is what the program prints.

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include <ricochet/files/csv_table.hpp>
#include <ricochet/files/identify_report.hpp>
#include <support/documents.hpp>
#include <support/program.hpp>

namespace ricochet::test {
namespace {

using Json = nlohmann::ordered_json;
using testing::between;

const std::string source = RICOCHET_SOURCE_DIR;
const std::string in_studies = source + "/studies/test.yaml";  // where relative paths begin

IdentifyResult carried_out(const std::string& text) {
  return identify(parse_identify(text, in_studies));
}

std::string complaint(const std::string& text) {
  try {
    parse_identify(text, in_studies);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

const std::string impact_study = R"(identify:
  base: ../problems/oblique_bar.yaml
  law: moreau
  parameters: [{contact: tip, coefficient: restitution}, {contact: tip, coefficient: friction}]
)";

TEST(IdentifyFile, ResultsOnThePageOfIdentificationAreTrue) {
  const std::string page = testing::text_of("docs/identification.md");
  for (const std::string study : {"studies/identify_bar.yaml", "studies/identify_disc_ball.yaml"}) {
    const IdentifyFile file = read_identify(source + '/' + study);
    const IdentifyResult result = identify(file);
    EXPECT_TRUE(result.answered());
    EXPECT_EQ(result.trouble, "");
    EXPECT_EQ(between(page, "```console\n$ ricochet identify " + study + "\n", "```"),
              identify_table(file, result));
  }
}

TEST(IdentifyFile, ExamplesOnThePageOfIdentificationAreValid) {
  std::string page = testing::text_of("docs/identification.md");
  int examples = 0;
  for (auto start = page.find("```yaml\n"); start != std::string::npos;
       start = page.find("```yaml\n")) {
    page.erase(0, start + 8);
    const IdentifyFile study = parse_identify(page.substr(0, page.find("```")), in_studies);
    EXPECT_TRUE(identify(study).answered()) << identify_table(study, identify(study));
    ++examples;
  }
  EXPECT_EQ(examples, 2);
}

TEST(IdentifyFile, ShippedStudiesHoldTheValuesTheyWereMadeWith) {
  const auto holds = [](const Identified& found, double truth) {
    EXPECT_EQ(found.status, IdentifyStatus::identified);
    EXPECT_LE(found.low, truth);
    EXPECT_GE(found.high, truth);
  };
  const IdentifyResult bar = identify(read_identify(source + "/studies/identify_bar.yaml"));
  holds(bar.parameters()[0], 0.6);
  holds(bar.parameters()[1], 0.25);
  const IdentifyResult disc = identify(read_identify(source + "/studies/identify_disc_ball.yaml"));
  holds(disc.parameters()[0], 0.14);
  holds(disc.parameters()[1], 0.15);
}

TEST(IdentifyFile, AnotherLawDoesNotExplainTheDropsOfTheBar) {
  std::string text = testing::text_of("studies/identify_bar.yaml");
  text.replace(text.find("law: routh-stronge"), 18, "law: routh-poisson");
  const ImpactIdentification found = *carried_out(text).impacts;
  EXPECT_LT(found.law.p_value, 1e-6);
  EXPECT_GT(found.momentum.p_value, 0.05);
  EXPECT_NEAR(found.parameters[0].value, 0.633, 5e-4);  // as on the page
  EXPECT_NEAR(found.parameters[1].value, 0.229, 5e-4);
}

TEST(IdentifyFile, DataInAFileAreThoseInTheStudy) {
  const TemporaryFile csv(
      "tip.gN- [m/s],tip.gT- [m/s],\"tip.gN+\",tip.gT+\r\n-1,2.5,0.5,1\n-2,5,1,2\n", ".csv");
  const std::string rows = impact_study +
                           "  data: {columns: [tip.gN-, tip.gT-, tip.gN+, tip.gT+], rows: "
                           "[[-1, 2.5, 0.5, 1], [-2, 5, 1, 2]]}\n  sigma: 0.01\n";
  const std::string file = impact_study + "  data: {file: " + csv.path() + "}\n  sigma: 0.01\n";
  const IdentifyResult a = carried_out(rows);
  const IdentifyResult b = carried_out(file);
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_EQ(a.parameters()[k].value, b.parameters()[k].value);
    EXPECT_EQ(a.parameters()[k].high, b.parameters()[k].high);
  }
  EXPECT_NEAR(a.parameters()[0].value, 0.5, 1e-8);
}

TEST(IdentifyFile, SigmaByColumnLeavesVelocitiesBeforeExact) {
  const IdentifyFile study =
      parse_identify(impact_study +
                         "  data: {columns: [tip.gN+, tip.gT-, tip.gN-], rows: [[0.5, 2.5, -1]]}\n"
                         "  sigma: {tip.gN+: 0.01, tip.gT-: 0.02}\n",
                     in_studies);
  const ImpactData& data = study.impacts->data;
  EXPECT_EQ(data.after_sigma, Eigen::VectorXd::Constant(1, 0.01));
  EXPECT_EQ(data.before_sigma, Eigen::Vector2d(0.02, 0.0));
  EXPECT_EQ(data.before_values(0, 0), 2.5);
  EXPECT_EQ(data.before[1].index, 0);
}

TEST(IdentifyFile, HistoryOfTheProgramIsReadBack) {
  // The oscillator by hand: sticks on the belt from x = 0, so that k x = 100 v t.
  std::string csv = "time [s],x [m],y [m],v_x [m/s],v_y [m/s],belt.mode\n";
  std::string velocities = "time,v_x,v_y\n";
  for (int k = 0; k <= 300; ++k) {
    const double t = 1e-3 * k;
    csv += std::to_string(t) + ',' + std::to_string(0.1 * t) + ",0,0.1,0,stick\n";
    velocities += std::to_string(t) + ",0.1,0\n";
  }
  for (const std::string& text : {csv, velocities}) {
    const TemporaryFile data(text, ".csv");
    const IdentifyResult result = carried_out(
        "identify:\n  base: ../scenes/friction_oscillator.yaml\n  parameters: [{contact: belt, "
        "coefficient: static_friction}, {contact: belt, coefficient: friction}]\n  sigma: 1e-6\n  "
        "window: 0.02\n  data: {file: " +
        data.path() + "}\n");
    EXPECT_EQ(result.parameters()[0].status, IdentifyStatus::lower_bound);
    EXPECT_NEAR(result.parameters()[0].low, 100 * 0.1 * 0.29 / 9.81, 1e-3);
    EXPECT_EQ(result.parameters()[1].status, IdentifyStatus::not_identifiable);
    EXPECT_FALSE(result.answered());
  }
}

TEST(IdentifyFile, JsonHasTheNumbersOfTheLibraryAndNullForWhatIsNotThere) {
  const IdentifyFile study = parse_identify(
      impact_study + "  sigma: 0.01\n  data: {columns: [tip.gN+], rows: [[0.5]]}\n", in_studies);
  const IdentifyResult result = identify(study);
  const Json json = Json::parse(identify_json(study, result));
  EXPECT_EQ(json["kind"], "identify");
  EXPECT_EQ(json["schema"], 1);
  EXPECT_EQ(json["data"], "impacts");
  EXPECT_EQ(json["parameters"][0]["value"].get<double>(), result.parameters()[0].value);
  EXPECT_EQ(json["parameters"][0]["contacts"], Json::array({"tip"}));
  EXPECT_EQ(json["parameters"][1]["status"], "not-identifiable");  // gN+ = -e gN- whatever mu
  EXPECT_TRUE(json["parameters"][1]["value"].is_null());
  EXPECT_TRUE(json["law_test"].is_null());  // one number, one coefficient: nothing left to test
  const IdentifyFile history = read_identify(source + "/studies/identify_disc_ball.yaml");
  const IdentifyResult motion = identify(history);
  const Json disc = Json::parse(identify_json(history, motion));
  EXPECT_EQ(disc["windows"].size(), motion.histories->windows.size());
  EXPECT_EQ(disc["onsets"][0]["ratio"].get<double>(), motion.histories->onsets[0].ratio);
  EXPECT_GT(disc["smoothing_test"]["p_value"].get<double>(), 0.01);
}

TEST(IdentifyFile, WrongColumnsAreNamedWithWhatMayBeMeant) {
  const auto data = [](const std::string& text) { return impact_study + "  data: " + text + '\n'; };
  EXPECT_NE(
      complaint(data("{columns: [tip.gM+], rows: [[1]]}"))
          .find("test.yaml:5:20: identify.data.columns.0: there is no velocity 'tip.gM+', did "
                "you mean 'tip.gN+'?"),
      std::string::npos)
      << complaint(data("{columns: [tip.gM+], rows: [[1]]}"));
  EXPECT_NE(complaint(data("{columns: [tip.gN-], rows: [[1]]}")).find("after the impact"),
            std::string::npos);
  EXPECT_NE(
      complaint(data("{columns: [tip.gN-, u.0+], rows: [[1, 1]]}")).find("contact velocities"),
      std::string::npos);
  EXPECT_NE(complaint(data("{columns: [u.0+, u.0+], rows: [[1, 1]]}")).find("twice"),
            std::string::npos);
}

TEST(CsvTable, ComplaintsSayWhere) {
  const auto said = [](const std::string& text) -> std::string {
    try {
      const CsvTable table(text, "x.csv");
      for (std::size_t i = 0; i < table.rows(); ++i) {
        for (std::size_t k = 0; k < table.names().size(); ++k) table.number(i, k);
      }
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(said("a,b\n1,2\n"), "");
  EXPECT_EQ(said("a,\"b, c\"\r\n1,\"2\"\r\n"), "");
  const std::pair<const char*, const char*> cases[] = {
      {"", "x.csv:1:1: the file is empty"},
      {"a,b\n", "x.csv:1:1: there are no rows"},
      {"a,b\n1,2\n3\n", "x.csv:3:1: the line has 1 fields"},
      {"a,b\n1,x\n", "x.csv:2:3: b: 'x' is not a number"},
      {"a,b\n1,\n", "x.csv:2:3: b: '' is not a number"},
      {"a,b\n1,1e999\n", "x.csv:2:3: b: 1e999 is too large"},
      {"a,a\n1,2\n", "x.csv:1:3: the column 'a' is there twice"},
      {"a,\n1,2\n", "x.csv:1:3: a column has no name"},
      {"a,\"b\n1,2\n", "x.csv:1:3: the field goes over"},
      {"a,\"b", "x.csv:1:3: the quotes are not closed"},
      {"a,\"b\"c\n1,2\n", "x.csv:1:6: there is text after the quotes"},
      {"a,b\"\n1,2\n", "x.csv:1:4: a quote inside"},
      {"a,b\n\n1,2\n", "x.csv:2:1: the line has 1 fields"},
  };
  for (const auto& [text, expected] : cases) {
    EXPECT_TRUE(said(text).starts_with(expected)) << text << said(text);
  }
}

TEST(CsvTable, UnitsAreNotPartOfNames) {
  const CsvTable table("time [s],v_x [m/s],a[1]\n0,1,-2.5e-3\n", "x.csv");
  EXPECT_EQ(table.names(), (std::vector<std::string>{"time", "v_x", "a[1]"}));
  EXPECT_EQ(table.rows(), 1U);
  EXPECT_EQ(table.number(0, 2), -2.5e-3);
}

}  // namespace
}  // namespace ricochet::test
