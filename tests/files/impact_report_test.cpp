// What `ricochet impact` prints, from outcomes made by hand.

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include <ricochet/files/impact_report.hpp>
#include <ricochet/files/problem_file.hpp>
#include <ricochet/version.hpp>

namespace ricochet {
namespace {

using Json = nlohmann::ordered_json;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

class NamedLaw final : public ImpactLaw {
 public:
  explicit NamedLaw(std::string_view name) { info_.name = name; }
  const LawInfo& info() const noexcept override { return info_; }
  std::string_view refusal(const ContactProblem&) const noexcept override { return {}; }
  void resolve(const ContactProblem&, ImpactOutcome&, Workspace&, Ask) const override {}

 private:
  LawInfo info_;
};
const NamedLaw first_law("first");
const NamedLaw second_law("second");

ContactProblem two_bodies() {
  return parse_problem(R"(impact: {bodies: [
    {name: a, mass: 2, inertia: 3, velocity: [1, 2, 0.5], centre: [0, 0]},
    {name: "b, the other", mass: 5, inertia: 7, velocity: [-1, 0.5, 0.25], centre: [2, 3]}],
    contacts: [{name: "x, \"y\"", between: [a, "b, the other"], point: [0.5, 1],
                normal_angle_deg: 180, friction: 0.5, restitution: 0.5}]})",
                       "f")
      .problem;
}

ContactProblem in_contact_space() {
  return parse_problem(R"(impact: {delassus: [[2.5, -1.5], [-1.5, 2.5]], velocity: [-1, 0.2],
    contacts: [{friction: 0.8, restitution: 0.5}]})",
                       "f")
      .problem;
}

ImpactOutcome answer(const ContactProblem& problem, double LN, double LT) {
  ImpactOutcome out;
  out.reset(problem);
  out.impulse << LN, LT;
  out.modes[0] = Mode::slip_plus;
  out.phases.push_back({Mode::slip_plus, Stage::compression, 0.75 * LN, 0});
  out.phases.push_back({Mode::stick, Stage::restitution, 0.25 * LN, 0});
  out.status = Status::one_of_many;
  out.residual = 3e-17;
  complete(problem, out);
  ImpactSolution solution;
  solution.impulse = out.impulse;
  solution.gamma = out.gamma;
  solution.u = out.u;
  solution.modes = out.modes;
  out.solutions = {solution, solution};
  out.solutions[1].velocity_dimension = 1;
  out.solutions[1].unbounded = true;
  out.solutions[1].impulses_unique = false;
  out.solutions[1].least_norm = true;
  out.solutions[1].impulse_to = out.impulse;
  out.solutions[1].gamma_to = out.gamma;
  return out;
}

ImpactOutcome refusal() {
  ImpactOutcome out;
  out.status = Status::not_applicable;
  out.message = "needs a, b";
  return out;
}

std::vector<std::string> keys_of(const Json& object) {
  std::vector<std::string> keys;
  for (const auto& item : object.items()) keys.push_back(item.key());
  return keys;
}

using Keys = std::vector<std::string>;

TEST(ImpactJson, HasTheKeysOfItsSchemaInOrder) {
  const ContactProblem problem = two_bodies();
  const std::vector<LawResult> results = {{&first_law, answer(problem, 1.5, -0.25)},
                                          {&second_law, refusal()}};
  const Json json = Json::parse(impact_json({problem, results, true}));
  EXPECT_EQ(keys_of(json), (Keys{"ricochet", "schema", "kind", "results"}));
  EXPECT_EQ(json["ricochet"], version);
  EXPECT_EQ(json["schema"], 1);
  EXPECT_EQ(json["kind"], "impact");
  const Json& result = json["results"][0];
  EXPECT_EQ(keys_of(result),
            (Keys{"law", "status", "velocity", "velocity_before", "contacts", "energy", "residual",
                  "impulses_unique", "impulse_choice", "warnings", "solutions", "bodies"}));
  EXPECT_EQ(result["status"], "one-of-many");
  EXPECT_EQ(keys_of(result["contacts"][0]),
            (Keys{"name", "normal_impulse", "tangential_impulse", "normal_velocity",
                  "tangential_velocity", "normal_velocity_before", "tangential_velocity_before",
                  "mode", "phases"}));
  EXPECT_EQ(keys_of(result["contacts"][0]["phases"][1]), (Keys{"mode", "stage", "normal_impulse"}));
  EXPECT_EQ(result["contacts"][0]["phases"][1]["stage"], "restitution");
  EXPECT_EQ(keys_of(result["energy"]),
            (Keys{"before", "after", "change", "dissipation", "surface_work"}));
  EXPECT_EQ(keys_of(result["bodies"][0]),
            (Keys{"name", "delta_v", "delta_omega", "principal_direction_deg", "energy_change"}));
  ASSERT_EQ(result["solutions"].size(), 2u);
  EXPECT_EQ(result["solutions"][0]["family_dimension"], 0);
  EXPECT_TRUE(result["solutions"][0]["family_to"].is_null());
  EXPECT_EQ(keys_of(result["solutions"][0]),
            (Keys{"velocity", "contacts", "impulses_unique", "impulse_choice", "family_dimension",
                  "family_unbounded", "family_to"}));
  EXPECT_TRUE(result["solutions"][0]["impulse_choice"].is_null());
  EXPECT_EQ(result["solutions"][1]["impulse_choice"], "least-norm");
  EXPECT_EQ(result["solutions"][1]["family_dimension"], 1);
  EXPECT_EQ(result["solutions"][1]["family_unbounded"], true);
  EXPECT_EQ(result["solutions"][1]["family_to"].size(), 1u);
}

TEST(ImpactJson, ResultWithoutAnAnswerSaysOnlyWhy) {
  const ContactProblem problem = two_bodies();
  const std::vector<LawResult> results = {{&second_law, refusal()}};
  const Json json = Json::parse(impact_json({problem, results, true}));
  EXPECT_EQ(json["results"][0].dump(),
            R"({"law":"second","status":"not-applicable","message":"needs a, b"})");
}

TEST(ImpactJson, LawsWithOptionsSayWithWhichTheyWereMade) {
  const NamedLaw lzb("lzb");
  const NamedLaw bowling("bowling");
  const ContactProblem problem = in_contact_space();
  const std::vector<LawResult> results = {{&first_law, answer(problem, 0.5, 0.25)},
                                          {&lzb, answer(problem, 0.5, 0.25)},
                                          {&bowling, refusal()}};
  LawOptions laws;
  laws.lzb.tolerance = 1e-10;
  laws.bowling.objective = {0};
  const Json json = Json::parse(impact_json({problem, results, false, laws}))["results"];
  EXPECT_FALSE(json[0].contains("options"));
  EXPECT_EQ(keys_of(json[1]), (Keys{"law", "status", "options", "velocity", "velocity_before",
                                    "contacts", "energy", "residual", "impulses_unique",
                                    "impulse_choice", "warnings", "solutions", "bodies"}));
  EXPECT_EQ(json[1]["options"]["tolerance"], 1e-10);
  EXPECT_EQ(json[2]["options"]["objective"].dump(), R"(["contact0"])");
  EXPECT_EQ(json[2]["status"], "not-applicable");
}

TEST(ImpactJson, InContactSpaceVelocitiesAndEnergiesAreNullAndTheChangeIsNot) {
  const ContactProblem problem = in_contact_space();
  const std::vector<LawResult> results = {{&first_law, answer(problem, 0.5, 0.25)}};
  const Json result = Json::parse(impact_json({problem, results, false}))["results"][0];
  EXPECT_TRUE(result["velocity"].is_null());
  EXPECT_TRUE(result["velocity_before"].is_null());
  EXPECT_TRUE(result["energy"]["before"].is_null());
  EXPECT_TRUE(result["energy"]["after"].is_null());
  EXPECT_TRUE(result["energy"]["change"].is_number());
  EXPECT_TRUE(result["solutions"].is_null());
  EXPECT_EQ(result["bodies"].size(), 0u);
}

// Doubles of every magnitude, by their bits.
std::vector<double> difficult_numbers() {
  std::vector<double> numbers = {0.0,
                                 -0.0,
                                 0.1,
                                 1.0 / 3.0,
                                 5e-324,
                                 2.2250738585072011e-308,
                                 std::numeric_limits<double>::max(),
                                 -1e22,
                                 9007199254740993.0};
  std::mt19937_64 random(7);
  while (numbers.size() < 20000) {
    const double x = std::bit_cast<double>(random());
    if (std::isfinite(x)) numbers.push_back(x);
  }
  return numbers;
}

TEST(ImpactJson, NumbersReadBackToTheSameBits) {
  const ContactProblem problem = in_contact_space();
  std::vector<LawResult> results = {{&first_law, answer(problem, 0.5, 0.25)}};
  for (const double x : difficult_numbers()) {
    results[0].outcome.impulse[0] = x;
    const Json json = Json::parse(impact_json({problem, results, false}));
    const double back = json["results"][0]["contacts"][0]["normal_impulse"].get<double>();
    ASSERT_EQ(std::bit_cast<std::uint64_t>(back), std::bit_cast<std::uint64_t>(x));
  }
}

TEST(ImpactJson, NonFiniteNumbersAreNull) {
  const ContactProblem problem = in_contact_space();
  std::vector<LawResult> results = {{&first_law, answer(problem, 0.5, 0.25)}};
  results[0].outcome.residual = nan;
  results[0].outcome.impulse[1] = std::numeric_limits<double>::infinity();
  const Json result = Json::parse(impact_json({problem, results, false}))["results"][0];
  EXPECT_TRUE(result["residual"].is_null());
  EXPECT_TRUE(result["contacts"][0]["tangential_impulse"].is_null());
}

// Fields of one CSV line (RFC 4180).
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields{""};
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += line[++i];
    } else if (line[i] == '"') {
      quoted = !quoted;
    } else if (line[i] == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += line[i];
    }
  }
  return fields;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST(ImpactCsv, HasOneRowPerLawSolutionAndContactOfEqualWidth) {
  const ContactProblem problem = two_bodies();
  const std::vector<LawResult> results = {{&first_law, answer(problem, 1.5, -0.25)},
                                          {&second_law, refusal()}};
  const std::vector<std::string> brief = lines_of(impact_csv({problem, results, false}));
  ASSERT_EQ(brief.size(), 3u);
  const std::vector<std::string> all = lines_of(impact_csv({problem, results, true}));
  ASSERT_EQ(all.size(), 5u);
  for (const std::string& line : all) {
    EXPECT_EQ(fields_of(line).size(), fields_of(all[0]).size()) << line;
  }
  EXPECT_EQ(fields_of(all[0])[4], "normal_impulse [N s]");
  EXPECT_EQ(fields_of(all[1])[2], "taken");
  EXPECT_EQ(fields_of(all[1])[3], "x, \"y\"");
  EXPECT_EQ(fields_of(all[1])[4], "1.5");
  EXPECT_EQ(fields_of(all[3])[2], "2");
  EXPECT_EQ(fields_of(all[4]).back(), "needs a, b");
}

TEST(ImpactCsv, NumbersReadBackToTheSameBitsAndZeroHasNoSign) {
  const ContactProblem problem = in_contact_space();
  std::vector<LawResult> results = {{&first_law, answer(problem, 0.5, 0.25)}};
  for (const double x : difficult_numbers()) {
    results[0].outcome.impulse[0] = x;
    const std::string field = fields_of(lines_of(impact_csv({problem, results, false}))[1])[4];
    ASSERT_EQ(std::bit_cast<std::uint64_t>(std::strtod(field.c_str(), nullptr)),
              std::bit_cast<std::uint64_t>(x == 0.0 ? 0.0 : x));
  }
}

TEST(ImpactTable, SaysEveryThingToKnowOnceAndFitsTheWidthOfATerminal) {
  const ContactProblem problem = two_bodies();
  ImpactOutcome gaining = answer(problem, 1.5, -0.25);
  gaining.warnings.push_back({WarningId::energy_gain, 0, 0.12});
  ImpactOutcome refused = refusal();
  const std::vector<LawResult> results = {
      {&first_law, gaining}, {&second_law, gaining}, {&second_law, refused}};
  const std::string text = impact_table({problem, results, false});
  EXPECT_NE(text.find("first, second: 2 answers satisfy the law"), std::string::npos) << text;
  EXPECT_NE(text.find("first, second: energy-gain: "), std::string::npos) << text;
  EXPECT_NE(text.find("second: not-applicable: needs a, b"), std::string::npos) << text;
  EXPECT_NE(text.find("delta-v"), std::string::npos) << text;
  for (const std::string& line : lines_of(text)) EXPECT_LE(line.size(), 100u) << line;
}

TEST(ImpactTable, ShowsRoundingNoiseAsZero) {
  const ContactProblem problem = in_contact_space();
  std::vector<LawResult> results = {{&first_law, answer(problem, 0.5, 0.25)}};
  results[0].outcome.gamma[1] = 3e-17;
  EXPECT_EQ(impact_table({problem, results, false}).find("3e-17  slip+"), std::string::npos);
}

// The cells of the first line of `text` that begins with `start`.
std::vector<std::string> row_of(const std::string& text, const std::string& start) {
  std::vector<std::string> cells;
  for (const std::string& line : lines_of(text)) {
    if (!line.starts_with(start)) continue;
    std::istringstream words(line);
    for (std::string word; words >> word;) cells.push_back(word);
    break;
  }
  return cells;
}

TEST(ImpactTable, ALightBodyBesideAHeavyOneKeepsItsNumbers) {
  const ContactProblem problem = parse_problem(R"(impact: {mass: [[1.0e-8, 0], [0, 1.0e8]],
    velocity: [-1, -1], contacts: [{name: light, normal: [1, 0], restitution: 0.5},
                                   {name: heavy, normal: [0, 1], restitution: 0.5}]})",
                                               "f")
                                     .problem;
  ImpactOutcome out;
  out.reset(problem);
  out.impulse << 1.5e-8, 0.0, 1.0e8, 0.0;
  out.status = Status::solved;
  complete(problem, out);
  out.gamma[2] = 5e-14;  // rounding: the heavy body stops
  const std::vector<LawResult> results = {{&first_law, out}};
  const std::string text = impact_table({problem, results, false});
  EXPECT_EQ(row_of(text, "first  light"),
            (Keys{"first", "light", "1.5e-08", "0", "0.5", "0", "open"}))
      << text;
  EXPECT_EQ(row_of(text, "       heavy"), (Keys{"heavy", "1e+08", "0", "0", "0", "open"})) << text;
  EXPECT_NE(text.find("first: uniqueness was not examined"), std::string::npos) << text;
}

TEST(ImpactTable, AStiffDirectionBesideASoftOneKeepsItsImpulse) {
  const ContactProblem problem = parse_problem(
                                     "impact: {delassus: [[1.0e-8, 0], [0, 1.0e8]], velocity: [-1, "
                                     "0.5], contacts: [{friction: "
                                     "0.5, restitution: 0}]}",
                                     "f")
                                     .problem;
  const std::vector<LawResult> results = {{&first_law, answer(problem, 1e8, -5e-9)}};
  EXPECT_EQ(row_of(impact_table({problem, results, false}), "first").at(2), "-5e-09");
}

TEST(ImpactTable, ChangesOfBodiesThatAreRoundingAreZero) {
  // A ball whose contact is below its centre, seen from an oblique frame: the normal has a lever of 1e-18.
  const ContactProblem problem = parse_problem(
                                     R"(impact: {bodies: [{name: ball, mass: 0.1, inertia: 1.6e-5,
      velocity: [-1, -1.7320508075688772, 0], centre: [0.01, 0.01732050807568877]}],
      contacts: [{between: [ball, ground], point: [0, 0], normal_angle_deg: 60, friction: 0.3,
                  restitution: 1}]})",
                                     "f")
                                     .problem;
  ASSERT_NE(problem.W(2, 0), 0.0);
  const std::vector<LawResult> results = {{&first_law, answer(problem, 0.4, 0.0)}};
  const std::string text = impact_table({problem, results, false});
  EXPECT_NE(text.find("gN- = -2 m/s, gT- = 0 m/s"), std::string::npos) << text;
  EXPECT_EQ(row_of(text, "first  ball"), (Keys{"first", "ball", "4", "0", "60", "0"})) << text;
  EXPECT_EQ(row_of(text, "first").at(6), "0") << text;  // loss
}

TEST(ImpactTable, NoPercentageOfLossWhereSurfacesMove) {
  ContactProblem problem = two_bodies();
  std::vector<LawResult> results = {{&first_law, answer(problem, 1.5, -0.25)}};
  EXPECT_NE(row_of(impact_table({problem, results, false}), "first").at(7), "-");
  problem.surface_velocity[1] = 3.0;
  results[0].outcome = answer(problem, 1.5, -0.25);
  EXPECT_EQ(row_of(impact_table({problem, results, false}), "first").at(7), "-");
}

TEST(BodyChange, HasDirectionAndEnergyOfTheImpulse) {
  const BodyInfo body{"a", 0, 2.0, 3.0};
  const Eigen::Vector3d before(1.0, 2.0, 0.5);
  const BodyChange change = change_of(body, before, Eigen::Vector3d(1.0, -1.0, 0.25));
  EXPECT_DOUBLE_EQ(change.delta_v, 3.0);
  EXPECT_DOUBLE_EQ(change.delta_omega, -0.25);
  EXPECT_DOUBLE_EQ(change.principal_direction_deg, -90.0);
  EXPECT_DOUBLE_EQ(change.energy_change, (1.0 - 4.0) + 1.5 * (0.0625 - 0.25));
  EXPECT_EQ(change_of(body, before, Eigen::Vector3d(0.0, 2.0, 0.5)).principal_direction_deg, 180.0);
  EXPECT_EQ(change_of(body, before, Eigen::Vector3d(0.0, 2.0 - 1e-30, 0.5)).principal_direction_deg,
            180.0);
  EXPECT_TRUE(std::isnan(change_of(body, before, before).principal_direction_deg));
}

}  // namespace
}  // namespace ricochet
