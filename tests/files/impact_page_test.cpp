#include <ricochet/files/impact_page.hpp>

#include <cmath>
#include <filesystem>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <ricochet/files/errors.hpp>
#include <ricochet/files/impact_report.hpp>
#include <ricochet/files/problem_file.hpp>
#include <ricochet/files/text_file.hpp>
#include <ricochet/files/yaml.hpp>
#include <ricochet/impact/registry.hpp>

namespace ricochet {
namespace {

using Json = nlohmann::ordered_json;

std::string path_of(const std::string& name) {
  return std::string(RICOCHET_SOURCE_DIR "/problems/") + name;
}
Json page_of(const std::string& name) {
  return impact_page(read_text_file(path_of(name), yaml_size_limit), path_of(name));
}

const Json& named(const Json& list, const std::string& key, const std::string& name) {
  for (const Json& item : list) {
    if (item[key] == name) return item;
  }
  throw std::out_of_range(name);
}

TEST(ImpactPage, HasTheResultsOfImpactJson) {
  for (const char* name : {"oblique_bar.yaml", "five_ball_cradle.yaml", "two_vehicles.yaml"}) {
    const ProblemFile file = read_problem(path_of(name));
    const LawSet laws(file.laws);
    Workspace workspace;
    std::vector<LawResult> results;
    for (const ImpactLaw* law : laws.all()) {
      results.push_back(answer_of(*law, file.problem, workspace));
    }
    const Json expected = Json::parse(impact_json({file.problem, results, true, file.laws}));
    const Json written = Json::parse(page_of(name).dump());
    EXPECT_EQ(written["results"], expected["results"]) << name;
  }
}

TEST(ImpactPage, OfEveryShippedProblemIsComplete) {
  for (const auto& entry : std::filesystem::directory_iterator(path_of(""))) {
    const std::string name = entry.path().filename().string();
    const Json page = page_of(name);
    const std::size_t contacts = page["problem"]["contacts"].size();
    EXPECT_EQ(page["diagrams"].size(), contacts) << name;
    EXPECT_EQ(page["frames"].size(), contacts) << name;
    EXPECT_EQ(page["comparison"].size(), page["results"].size()) << name;
    EXPECT_EQ(page["diagrams"][0].contains("regions"), contacts == 1) << name;
    for (std::size_t i = 0; i < contacts; ++i) {
      for (const Json& path : page["diagrams"][i]["paths"]) {
        const Json& result = named(page["results"], "law", path["law"]);
        EXPECT_EQ(path["end"][0], result["contacts"][i]["normal_impulse"]) << name;
        EXPECT_EQ(path["end"][1], result["contacts"][i]["tangential_impulse"]) << name;
      }
    }
    // Everything shown is a number: nothing that is not finite, nothing from nowhere.
    const std::string text = page["diagrams"].dump() + page["frames"].dump();
    EXPECT_EQ(text.find("[null"), std::string::npos) << name;
    EXPECT_EQ(text.find(",null]"), std::string::npos) << name;
  }
}

TEST(ImpactPage, TakesItsTitleFromTheFirstWordsOfTheFile) {
  EXPECT_EQ(page_of("oblique_bar.yaml")["title"],
            "A slender bar falls with one tip on rough ground");
  EXPECT_EQ(page_of("five_ball_cradle.yaml")["title"], "Newton's cradle");
  const std::string text =
      "impact: {delassus: [[1, 0], [0, 1]], velocity: [-1, 0], contacts: [{friction: 0, "
      "restitution: 1}]}\n";
  EXPECT_EQ(impact_page(text, "some/where/x.yaml")["title"], "x.yaml");
}

TEST(ImpactPage, RefusesWhatIsNoProblemAtItsPlace) {
  EXPECT_THROW(impact_page("impact: {delassus: 1}\n", "x.yaml"), InputError);
}

TEST(ImpactPage, DrawsFreeBodiesWhereTheyAre) {
  const Json scene = page_of("two_vehicles.yaml")["scene"];
  ASSERT_EQ(scene["bodies"].size(), 2U);
  EXPECT_EQ(scene["bodies"][1]["centre"], Json({0.9, 3.1}));
  EXPECT_DOUBLE_EQ(scene["bodies"][0]["radius"], std::sqrt(2150.0 / 1350.0));
  // The normal points out of the van into the car, 20 degrees off south; the tangent is turned clockwise from it.
  const Json& contact = scene["contacts"][0];
  const double nx = contact["normal"][0].get<double>() - 0.7;
  const double ny = contact["normal"][1].get<double>() - 0.8;
  EXPECT_NEAR(std::atan2(ny, nx), -110.0 * std::acos(-1.0) / 180.0, 1e-12);
  EXPECT_NEAR(contact["tangent"][0].get<double>() - 0.7, ny, 1e-12);
  EXPECT_NEAR(contact["tangent"][1].get<double>() - 0.8, -nx, 1e-12);
  // Arrows have one scale: the car goes 13.9 m/s east, the van 10 m/s south.
  const double seconds = scene["seconds"];
  EXPECT_NEAR(scene["before"][0]["head"][0].get<double>(), 13.9 * seconds, 1e-12);
  EXPECT_NEAR(scene["before"][1]["head"][1].get<double>(), 3.1 - 10.0 * seconds, 1e-12);
  // Impulses: what the car gains is what its impulse says.
  for (const Json& after : scene["after"]) {
    const Json& impulse = after["impulses"][0]["impulse"];
    const Json& u = after["motions"][0]["velocity"];
    EXPECT_NEAR(impulse[0].get<double>(), 1350.0 * (u[0].get<double>() - 13.9), 1e-7)
        << after["law"];
    EXPECT_NEAR(impulse[1].get<double>(), 1350.0 * u[1].get<double>(), 1e-7) << after["law"];
  }
}

TEST(ImpactPage, HasNoSceneWithoutBodies) {
  EXPECT_TRUE(page_of("brach_rod.yaml")["scene"].is_null());
}

TEST(ImpactPage, VelocitiesAtTheContactHaveTheLongestAsUnit) {
  const Json page = page_of("brach_rod.yaml");
  const Json& frame = page["frames"][0];
  double longest = 0.0;
  const auto size = [](const Json& v) {
    return std::hypot(v[0].get<double>(), v[1].get<double>());
  };
  longest = size(frame["before"]);
  for (const Json& after : frame["after"]) longest = std::max(longest, size(after["velocity"]));
  EXPECT_DOUBLE_EQ(longest, 1.0);
  // It arrives with (0.2, -1): the arrow begins on the other side, above the ground.
  EXPECT_TRUE(frame["arrives"]);
  EXPECT_LT(frame["before"][0].get<double>(), 0.0);
  EXPECT_NEAR(frame["before"][1].get<double>() / frame["before"][0].get<double>(), -5.0, 1e-12);
}

}  // namespace
}  // namespace ricochet
