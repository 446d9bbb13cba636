// The key `laws` of problem files: what its options mean, and that what is reported reads back.

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <ricochet/files/law_options.hpp>
#include <ricochet/files/problem_file.hpp>

namespace ricochet {
namespace {

const char* const forms[] = {
    "mass: [[2]], velocity: [-1], contacts: [{name: left, normal: [1], restitution: 1}, "
    "{normal: [1], restitution: 1}]",
    "delassus: [[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]], velocity: [-1, 0, -1, 0], contacts: "
    "[{name: left, friction: 0, restitution: 1}, {friction: 0, restitution: 1}]",
    "bodies: [{name: a, mass: 1, inertia: 1, velocity: [0, -1, 0], centre: [0, 1]}], contacts: "
    "[{name: left, between: [a, ground], point: [-1, 0], normal_angle_deg: 90, friction: 0.5, "
    "restitution: 1}, {between: [a, ground], point: [1, 0], normal_angle_deg: 90, friction: 0.5, "
    "restitution: 1}]"};

ProblemFile read(const std::string& laws, const char* form = forms[0]) {
  return parse_problem(fmt::format("impact: {{{}, laws: {}}}", form, laws), "f");
}

std::string complaint(const std::string& laws) {
  try {
    read(laws);
  } catch (const InputError& error) {
    return error.path() + ": " + error.wrong() + ", " + error.allowed();
  }
  return "accepted";
}

TEST(LawOptions, AreReadInEveryForm) {
  for (const char* form : forms) {
    const LawOptions o =
        read(
            "{lzb: {tolerance: 1e-10, method: adaptive, step_limit: 2e3}, "
            "bowling: {objective: [contact1, left], slip_speed: 0.25, slip_exponent: 2}}",
            form)
            .laws;
    EXPECT_EQ(o.lzb.tolerance, 1e-10);
    EXPECT_EQ(o.lzb.method, LzbMethod::adaptive);
    EXPECT_EQ(o.lzb.step_limit, 2000);
    EXPECT_EQ(o.bowling.objective, (std::vector<Eigen::Index>{1, 0}));
    EXPECT_EQ(o.bowling.slip_speed, 0.25);
    EXPECT_EQ(o.bowling.slip_exponent, 2.0);
  }
  const LzbOptions euler = read("{lzb: {method: euler, steps: 1e9}}").laws.lzb;
  EXPECT_EQ(euler.method, LzbMethod::euler);
  EXPECT_EQ(euler.steps, 1'000'000'000);
}

TEST(LawOptions, HaveTheDefaultsOfTheLawsWhereTheFileIsSilent) {
  const LawOptions defaults;
  for (const char* laws : {"{}", "{lzb: {}}", "{bowling: {}, lzb: {}}"}) {
    const LawOptions o = read(laws).laws;
    EXPECT_EQ(o.lzb.tolerance, defaults.lzb.tolerance);
    EXPECT_EQ(o.lzb.method, defaults.lzb.method);
    EXPECT_EQ(o.lzb.steps, defaults.lzb.steps);
    EXPECT_EQ(o.lzb.step_limit, defaults.lzb.step_limit);
    EXPECT_EQ(o.bowling.objective, defaults.bowling.objective);
    EXPECT_EQ(o.bowling.slip_speed, defaults.bowling.slip_speed);
    EXPECT_EQ(o.bowling.slip_exponent, defaults.bowling.slip_exponent);
  }
}

TEST(LawOptions, ObjectiveIsOneContactOrAListOfThem) {
  EXPECT_EQ(read("{bowling: {objective: contact1}}").laws.bowling.objective,
            (std::vector<Eigen::Index>{1}));
  EXPECT_EQ(read("{bowling: {objective: [left]}}").laws.bowling.objective,
            (std::vector<Eigen::Index>{0}));
}

TEST(LawOptions, ComplaintsSayWhatIsAllowed) {
  EXPECT_EQ(complaint("{lbz: {}}"),
            "impact.laws.lbz: there is no law 'lbz', did you mean 'lzb'? allowed: lzb, bowling");
  EXPECT_EQ(complaint("{moreau: {}}"),
            "impact.laws.moreau: moreau has no options, allowed: lzb, bowling");
  EXPECT_EQ(
      complaint("{lzb: {tolerence: 1e-8}}"),
      "impact.laws.lzb.tolerence: unknown key 'tolerence', did you mean 'tolerance'? allowed: "
      "tolerance, method, steps, step_limit");
  EXPECT_EQ(complaint("{lzb: {method: eular}}"),
            "impact.laws.lzb.method: there is no method 'eular', did you mean 'euler'? allowed: "
            "adaptive, euler");
  EXPECT_EQ(complaint("{lzb: {tolerance: 0.5}}"),
            "impact.laws.lzb.tolerance: 0.5 is not allowed, it must be between 1e-12 and 0.01");
  EXPECT_EQ(complaint("{lzb: {steps: 1000}}"),
            "impact.laws.lzb.steps: the method is adaptive, which does not use it, it goes with "
            "method euler only");
  EXPECT_EQ(complaint("{lzb: {method: euler, tolerance: 1e-8}}"),
            "impact.laws.lzb.tolerance: the method is euler, which does not use it, it goes with "
            "method adaptive only");
  EXPECT_EQ(complaint("{lzb: {method: euler, steps: 99.5}}"),
            "impact.laws.lzb.steps: 99.5 is not allowed, it must be a whole number and must be "
            "between 10 and 1000000000");
  EXPECT_EQ(complaint("{bowling: {objective: [left, contact2]}}"),
            "impact.laws.bowling.objective.1: there is no contact 'contact2', did you mean "
            "'contact1'? allowed: left, contact1");
  EXPECT_EQ(
      complaint("{bowling: {objective: [left, left]}}"),
      "impact.laws.bowling.objective.1: the contact 'left' is given twice, each contact once");
  EXPECT_EQ(complaint("{bowling: {objective: []}}"),
            "impact.laws.bowling.objective: the list is empty, name at least one contact");
}

TEST(LawOptions, InUseReadBackToThemselves) {
  const std::vector<std::string> names = {"left", "contact1"};
  for (const auto& [law, given] : std::vector<std::pair<std::string, std::string>>{
           {"lzb", "{}"},
           {"lzb", "{tolerance: 3e-11, step_limit: 7}"},
           {"lzb", "{method: euler}"},
           {"lzb", "{method: euler, steps: 12345, step_limit: 1e15}"},
           {"bowling", "{}"},
           {"bowling", "{objective: [contact1, left], slip_speed: 0.1, slip_exponent: 0.3}"}}) {
    const LawOptions options = read(fmt::format("{{{}: {}}}", law, given)).laws;
    const std::string shown = law_options_json(law, options, names);
    const LawOptions back = read(fmt::format("{{{}: {}}}", law, shown)).laws;
    EXPECT_EQ(law_options_json(law, back, names), shown);
    EXPECT_EQ(back.lzb.tolerance, options.lzb.tolerance);
    EXPECT_EQ(back.lzb.method, options.lzb.method);
    EXPECT_EQ(back.lzb.steps, options.lzb.steps);
    EXPECT_EQ(back.lzb.step_limit, options.lzb.step_limit);
    EXPECT_EQ(back.bowling.objective, options.bowling.objective);
    EXPECT_EQ(back.bowling.slip_speed, options.bowling.slip_speed);
    EXPECT_EQ(back.bowling.slip_exponent, options.bowling.slip_exponent);
  }
}

TEST(LawOptions, InUseAreOnlyThoseOfTheMethodAndNoneOfOtherLaws) {
  const std::vector<std::string> names = {"left"};
  EXPECT_EQ(law_options_json("lzb", {}, names),
            R"({"method":"adaptive","tolerance":1e-08,"step_limit":1000000})");
  LawOptions euler;
  euler.lzb.method = LzbMethod::euler;
  EXPECT_EQ(law_options_json("lzb", euler, names),
            R"({"method":"euler","steps":100000,"step_limit":1000000})");
  EXPECT_EQ(law_options_json("bowling", {}, names),
            R"({"slip_speed":0.00014,"slip_exponent":1.0})");
  EXPECT_TRUE(law_options_json("moreau", {}, names).empty());
}

}  // namespace
}  // namespace ricochet
