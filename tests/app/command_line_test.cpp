// The built program, as a user meets it: exit codes, streams, messages.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include <ricochet/version.hpp>
#include <support/program.hpp>

namespace ricochet::test {
namespace {

const std::string source = RICOCHET_SOURCE_DIR;

ProgramRun ricochet(const std::vector<std::string>& arguments) {
  return run_program(RICOCHET_PROGRAM, arguments, source);
}

std::vector<std::string> shipped_problems() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(source + "/problems")) {
    files.push_back("problems/" + entry.path().filename().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Code 2: one line on stderr that says `part`, nothing on stdout.
void expect_refused(const std::vector<std::string>& arguments, const std::string& part) {
  const ProgramRun run = ricochet(arguments);
  EXPECT_EQ(run.code, 2) << run.err;
  EXPECT_EQ(run.out, "");
  EXPECT_TRUE(run.err.starts_with("ricochet: " + part)) << run.err;
  EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
}

const char* const sticking = R"(impact: {mass: [[0.5]], velocity: [-2],
  contacts: [{normal: [0.6], tangent: [1], friction: 0.8, restitution: 0.5}]})";

TEST(Program, HelpAndVersionAreData) {
  for (const auto& arguments : std::vector<std::vector<std::string>>{{"--help"},
                                                                     {"-h"},
                                                                     {"laws", "--help"},
                                                                     {"impact", "--help"},
                                                                     {"simulate", "--help"},
                                                                     {"export", "--help"},
                                                                     {"check", "--help"}}) {
    const ProgramRun run = ricochet(arguments);
    EXPECT_EQ(run.code, 0);
    EXPECT_EQ(run.err, "");
    EXPECT_TRUE(contains(run.out, "Example")) << run.out;
    EXPECT_TRUE(contains(run.out, "Usage: ricochet")) << run.out;
  }
  for (const auto& arguments :
       std::vector<std::vector<std::string>>{{"--version"}, {"impact", "--version"}}) {
    const ProgramRun run = ricochet(arguments);
    EXPECT_EQ(run.code, 0);
    EXPECT_EQ(run.out, "ricochet " + std::string(version) + "\n");
  }
}

TEST(Program, BadUsageIsCode2WithTheOptionsName) {
  expect_refused({}, "no command is given");
  expect_refused({"impct", "x"}, "impct: there is no such command, did you mean 'impact'?");
  expect_refused({"--frob"},
                 "--frob: there is no such option before a command, allowed: --version, --help, "
                 "--quiet");
  expect_refused({"--format", "json", "impact", "problems/sphere.yaml"},
                 "--format: there is no such option before a command");
  expect_refused({"impact"}, "PROBLEM is required");
  expect_refused({"impact", "--foo"}, "--foo: there is no such option");
  expect_refused({"impact", "problems/sphere.yaml", "extra", "--foo"},
                 "--foo: there is no such option");
  expect_refused({"impact", "problems/sphere.yaml", "--all"},
                 "--all: there is no such option, did you mean '--all-solutions'?");
  expect_refused({"impact", "problems/sphere.yaml", "--format", "json", "--format", "csv"},
                 "--format: it is given more than once");
  expect_refused({"impact", "problems/sphere.yaml", "extra"}, "extra: one argument too many");
  expect_refused({"impact", "problems/sphere.yaml", "--formt", "json"},
                 "--formt: there is no such option, did you mean '--format'?");
  expect_refused({"impact", "problems/sphere.yaml", "--format", "xml"},
                 "--format: there is no format 'xml', allowed: table, json, csv");
  expect_refused({"impact", "problems/sphere.yaml", "--law"},
                 "--law: the value is missing, see ricochet impact --help");
  expect_refused({"impact", "problems/sphere.yaml", "--law", "moro"},
                 "--law: there is no law 'moro', did you mean 'moreau'?");
  expect_refused({"impact", "problems/sphere.yaml", "--law", ""}, "--law: there is no law ''");
  expect_refused({"impact", "problems/sphere.yaml", "--law", "moreau,"},
                 "--law: there is no law ''");
  expect_refused({"impact", "problems/sphere.yaml", "--law", "moreau,moreau"},
                 "--law: 'moreau' is given twice");
  expect_refused({"impact", "problems/sphere.yaml", "--law", "all,moreau"},
                 "--law: 'all' stands alone");
  expect_refused({"impact", "problems/sphere.yaml", "--law", "moreau", "--law", "all"},
                 "--law: 'all' stands alone");
}

TEST(Program, LawsMayBeNamedOneByOne) {
  const ProgramRun one =
      ricochet({"impact", "problems/sphere.yaml", "--law", "moreau", "--law", "walton"});
  EXPECT_EQ(one.code, 0) << one.err;
  EXPECT_EQ(one.out, ricochet({"impact", "problems/sphere.yaml", "--law", "moreau,walton"}).out);
}

TEST(Program, HelpNamesTheFileOnce) {
  EXPECT_FALSE(contains(ricochet({"check", "--help"}).out, "FILE FILE"));
}

TEST(Program, UnreadableFilesAreCode2) {
  expect_refused({"impact", "no-such.yaml"}, "no-such.yaml: cannot be read: No such file");
  expect_refused({"check", "problems"}, "problems: cannot be read: Is a directory");
}

TEST(Program, BadFilesAreCode2WithPlaceAndPath) {
  const TemporaryFile file(
      "impact:\n  mass: [[1]]\n  velocity: [-1]\n  contacts:\n    - {normal: [1], "
      "restitution: 1.5}\n");
  for (const char* command : {"impact", "check"}) {
    const ProgramRun run = ricochet({command, file.path()});
    EXPECT_EQ(run.code, 2);
    EXPECT_EQ(run.out, "");
    EXPECT_EQ(run.err, file.path() +
                           ":5:34: impact.contacts.0.restitution: 1.5 is not allowed, it must be "
                           "between 0 and 1\n");
  }
}

TEST(Program, CodeIs0WhenAnyLawOfAllAnswersAnd1WhenANamedOneDoesNot) {
  const TemporaryFile file(sticking);
  EXPECT_EQ(ricochet({"impact", file.path()}).code, 0);
  EXPECT_EQ(ricochet({"impact", file.path(), "--law", "all"}).code, 0);
  EXPECT_EQ(ricochet({"impact", file.path(), "--law", "routh-poisson"}).code, 0);
  const ProgramRun run =
      ricochet({"impact", file.path(), "--law", "routh-poisson,moreau", "--format", "json"});
  EXPECT_EQ(run.code, 1);
  EXPECT_TRUE(run.err.starts_with("ricochet: moreau: no-solution: ")) << run.err;
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json["results"].size(), 2u);
  EXPECT_EQ(json["results"][1]["status"], "no-solution");
  const ProgramRun refused = ricochet({"impact", file.path(), "--law", "walton"});
  EXPECT_EQ(refused.code, 1);
  EXPECT_TRUE(contains(refused.out, "walton: not-applicable: ")) << refused.out;
}

TEST(Program, QuietSilencesTalkAndNotData) {
  const TemporaryFile file(sticking);
  for (const auto& arguments : std::vector<std::vector<std::string>>{
           {"impact", file.path(), "--law", "moreau", "--quiet"},
           {"--quiet", "impact", file.path(), "--law", "moreau"}}) {
    const ProgramRun run = ricochet(arguments);
    EXPECT_EQ(run.code, 1);
    EXPECT_EQ(run.err, "");
    EXPECT_NE(run.out, "");
  }
}

TEST(Program, OutputThatCannotBeWrittenIsNoSuccess) {
  for (const auto& arguments :
       std::vector<std::vector<std::string>>{{"laws"},
                                             {"--help"},
                                             {"--version"},
                                             {"check", "problems/sphere.yaml"},
                                             {"impact", "problems/sphere.yaml"}}) {
    const ProgramRun run = run_program(RICOCHET_PROGRAM, arguments, source, "/dev/full");
    EXPECT_EQ(run.code, 2);
    EXPECT_EQ(run.err, "ricochet: standard output: cannot be written: No space left on device\n");
  }
}

TEST(Program, ReaderThatHangsUpIsNoSuccess) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  close(ends[0]);
  const ProgramRun run =
      run_program(RICOCHET_PROGRAM, {"laws"}, source, "/proc/self/fd/" + std::to_string(ends[1]));
  close(ends[1]);
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.err, "ricochet: standard output: cannot be written: Broken pipe\n");
}

TEST(Program, LawsListsThemAll) {
  const ProgramRun run = ricochet({"laws"});
  EXPECT_EQ(run.code, 0);
  for (const char* law : {"moreau", "routh-newton", "routh-poisson", "routh-stronge", "brach",
                          "walton", "stronge-compliant", "bowling"}) {
    EXPECT_TRUE(contains(run.out, law)) << law;
  }
}

TEST(Program, EveryShippedProblemRunsInEveryFormat) {
  const std::vector<std::string> files = shipped_problems();
  EXPECT_GE(files.size(), 13u);
  for (const std::string& file : files) {
    const bool many = file == "problems/bead_chain.yaml";  // nine contacts
    for (const char* format : {"table", "json", "csv"}) {
      std::vector<std::string> arguments = {"impact", file, "--format", format};
      if (!many) arguments.push_back("--all-solutions");
      const ProgramRun run = ricochet(arguments);
      EXPECT_EQ(run.code, 0) << file << run.err;
      EXPECT_NE(run.out, "") << file;
      EXPECT_EQ(run.err, "") << file;
    }
    const ProgramRun check = ricochet({"check", file});
    EXPECT_EQ(check.code, 0) << file;
    EXPECT_EQ(check.err, "ricochet: " + file + ": valid\n");
  }
}

TEST(Program, ShippedProblemsShowWhatTheyAreFor) {
  const auto status = [](const std::string& file, const std::string& law) {
    const auto json = nlohmann::json::parse(ricochet({"impact", file, "--format", "json"}).out);
    for (const auto& result : json["results"]) {
      if (result["law"] == law) return result["status"].get<std::string>();
    }
    return std::string("absent");
  };
  EXPECT_EQ(status("problems/oblique_bar.yaml", "moreau"), "unique");
  EXPECT_EQ(status("problems/oblique_bar.yaml", "stronge-compliant"), "unique");
  EXPECT_EQ(status("problems/sphere.yaml", "walton"), "unique");
  EXPECT_EQ(status("problems/painleve_rod.yaml", "moreau"), "one-of-many");
  EXPECT_EQ(status("problems/painleve_rod.yaml", "routh-stronge"), "one-of-many");
  EXPECT_EQ(status("problems/self_locking_lever.yaml", "moreau"), "no-solution");
  EXPECT_EQ(status("problems/self_locking_lever.yaml", "routh-poisson"), "unique");
  const auto vehicles = nlohmann::json::parse(
      ricochet({"impact", "problems/two_vehicles.yaml", "--law", "moreau", "--format", "json"})
          .out);
  const auto& bodies = vehicles["results"][0]["bodies"];
  ASSERT_EQ(bodies.size(), 2u);
  // Equal and opposite impulses.
  EXPECT_NEAR(1350 * bodies[0]["delta_v"].get<double>(), 1980 * bodies[1]["delta_v"].get<double>(),
              1e-8);
  EXPECT_NEAR(std::abs(bodies[0]["principal_direction_deg"].get<double>() -
                       bodies[1]["principal_direction_deg"].get<double>()),
              180.0, 1e-9);
  const auto box = nlohmann::json::parse(
      ricochet({"impact", "problems/box_two_corners.yaml", "--law", "moreau", "--format", "json"})
          .out);
  EXPECT_EQ(box["results"][0]["impulses_unique"], false);
  EXPECT_EQ(box["results"][0]["impulse_choice"], "least-norm");
}

// The velocities after the impact of `text` under one law.
std::vector<double> velocity_after(const std::string& text, const std::string& law) {
  const TemporaryFile file(text);
  const ProgramRun run = ricochet({"impact", file.path(), "--law", law, "--format", "json"});
  EXPECT_EQ(run.code, 0) << run.err;
  return nlohmann::json::parse(run.out)["results"][0]["velocity"].get<std::vector<double>>();
}

TEST(Program, CradleWithGapsHandsTheVelocityOnFromImpactToImpact) {
  const std::string first = text_of_file(source + "/problems/five_ball_cradle_gaps.yaml");
  const std::string at = "\n  velocity: [1, 0, 0, 0, 0]";
  const std::string row = " normal: [-1, 1, 0, 0, 0]";
  for (const char* law : {"moreau", "routh-newton", "routh-poisson", "routh-stronge"}) {
    std::vector<double> u = {1, 0, 0, 0, 0};
    for (std::size_t i = 0; i < 4; ++i) {
      std::vector<int> normal(5, 0);
      normal[i] = -1;
      normal[i + 1] = 1;
      std::string text = first;
      text.replace(text.find(at), at.size(),
                   fmt::format("\n  velocity: {}", nlohmann::json(u).dump()));
      text.replace(text.find(row), row.size(),
                   fmt::format(" normal: {}", nlohmann::json(normal).dump()));
      u = velocity_after(text, law);
      for (std::size_t k = 0; k < 5; ++k) EXPECT_NEAR(u[k], k == i + 1 ? 1.0 : 0.0, 1e-15) << law;
    }
  }
  // All contacts closed: energy and momentum are the same, the motion is not.
  const std::vector<double> u =
      velocity_after(text_of_file(source + "/problems/five_ball_cradle.yaml"), "moreau");
  for (std::size_t k = 0; k < 5; ++k) EXPECT_NEAR(u[k], k == 0 ? -0.6 : 0.4, 1e-14);
}

TEST(Program, HistoryNeedsTheLawWhoseProcessItIs) {
  for (const char* law : {"moreau", "moreau,brach"}) {
    expect_refused({"impact", "problems/sphere.yaml", "--law", law, "--history", "x.csv"},
                   "--history: it is that of the law lzb, which is not among those of --law");
  }
  expect_refused({"impact", "problems/sphere.yaml", "--history"},
                 "--history: the value is missing");
  expect_refused({"impact", "problems/sphere.yaml", "--history", ""},
                 "--history: the name of the file is empty");
  EXPECT_FALSE(std::filesystem::exists(source + "/x.csv"));
}

// Columns of a CSV file without quotes, by name.
std::map<std::string, std::vector<std::string>> columns_of(const std::string& text) {
  std::map<std::string, std::vector<std::string>> columns;
  std::vector<std::string> names;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    std::size_t i = 0;
    const bool header = names.empty();
    for (std::string field; std::getline(fields, field, ','); ++i) {
      if (header) {
        names.push_back(field);
      } else {
        columns[names.at(i)].push_back(field);
      }
    }
  }
  return columns;
}

TEST(Program, HistoryOfAnLzbImpactRunsForwardToItsResult) {
  const TemporaryFile file("", ".csv");
  const std::vector<std::string> arguments = {"impact",    "problems/disc_ball_case4.yaml",
                                              "--law",     "lzb",
                                              "--history", file.path(),
                                              "--format",  "json"};
  expect_refused(arguments, file.path() + " exists; --force replaces it");
  EXPECT_EQ(text_of_file(file.path()), "");
  std::vector<std::string> forced = arguments;
  forced.push_back("--force");
  const ProgramRun run = ricochet(forced);
  ASSERT_EQ(run.code, 0) << run.err;
  const auto columns = columns_of(text_of_file(file.path()));
  const auto grows = [&](const std::string& name) {
    double last = 0.0;
    for (const std::string& field : columns.at(name)) {
      EXPECT_GE(std::stod(field), last) << name;
      last = std::stod(field);
    }
    return last;
  };
  EXPECT_GT(grows("time [s]"), 0.0);
  const auto result = nlohmann::json::parse(run.out)["results"][0];
  for (const auto& contact : result["contacts"]) {
    const std::string name = contact["name"].get<std::string>();
    const auto at_the_end = [&](const char* quantity) {
      return std::stod(columns.at(name + quantity).back());
    };
    EXPECT_NEAR(grows(name + ".normal_impulse [N s]"), contact["normal_impulse"].get<double>(),
                1e-15);
    EXPECT_NEAR(at_the_end(".tangential_impulse [N s]"),
                contact["tangential_impulse"].get<double>(), 1e-15);
    EXPECT_NEAR(at_the_end(".normal_velocity [m/s]"), contact["normal_velocity"].get<double>(),
                1e-13);
    EXPECT_NEAR(at_the_end(".energy [J]"), 0.0, 1e-12);
  }
  // The history is no other impact.
  const ProgramRun plain =
      ricochet({"impact", "problems/disc_ball_case4.yaml", "--law", "lzb", "--format", "json"});
  EXPECT_EQ(nlohmann::json::parse(plain.out)["results"][0]["velocity"], result["velocity"]);
}

TEST(Program, WithoutStiffnessLzbRefusesWithCode1AndAnEmptyHistory) {
  const TemporaryFile problem(sticking);
  const TemporaryFile file("", ".csv");
  const ProgramRun run =
      ricochet({"impact", problem.path(), "--law", "lzb", "--history", file.path(), "--force"});
  EXPECT_EQ(run.code, 1);
  EXPECT_TRUE(contains(run.out, "lzb: not-applicable: ")) << run.out;
  EXPECT_TRUE(contains(run.out, "stiffness")) << run.out;
  const std::string history = text_of_file(file.path());
  EXPECT_EQ(std::count(history.begin(), history.end(), '\n'), 1) << history;
}

TEST(Program, UnknownOptionOfALawIsCode2WithItsPlace) {
  const TemporaryFile file(
      "impact:\n  mass: [[1]]\n  velocity: [-1]\n  contacts: [{normal: [1], restitution: 1}]\n"
      "  laws: {lzb: {tolerence: 1e-8}}\n");
  for (const char* command : {"impact", "check"}) {
    const ProgramRun run = ricochet({command, file.path()});
    EXPECT_EQ(run.code, 2);
    EXPECT_EQ(run.out, "");
    EXPECT_EQ(run.err,
              file.path() +
                  ":5:16: impact.laws.lzb.tolerence: unknown key 'tolerence', did you mean "
                  "'tolerance'? allowed: tolerance, method, steps, step_limit\n");
  }
}

// n blocks side by side, each on its own piece of ground.
std::string separate_blocks(int n) {
  std::string bodies;
  std::string contacts;
  for (int i = 0; i < n; ++i) {
    const char* comma = i == 0 ? "" : ", ";
    bodies +=
        fmt::format("{}{{name: b{}, mass: 1, inertia: 1, velocity: [0.5, -1, 0], centre: [{}, 1]}}",
                    comma, i, i);
    contacts += fmt::format(
        "{}{{between: [b{}, ground], point: [{}.25, 0], normal_angle_deg: 90, "
        "friction: 0.3, restitution: 0.5}}",
        comma, i, i);
  }
  return fmt::format("impact: {{bodies: [{}], contacts: [{}]}}", bodies, contacts);
}

TEST(Program, UniquenessIsExaminedUpTo8Contacts) {
  const auto result = [](int n) {
    const TemporaryFile file(separate_blocks(n));
    const ProgramRun run = ricochet({"impact", file.path(), "--law", "moreau", "--format", "json"});
    EXPECT_EQ(run.code, 0) << run.err;
    return nlohmann::json::parse(run.out)["results"][0];
  };
  EXPECT_EQ(result(8)["status"], "unique");
  for (const int n : {9, 100}) {
    const auto many = result(n);
    EXPECT_TRUE(many["status"] == "solved" || many["status"] == "unique") << many["status"];
    EXPECT_EQ(many["contacts"].size(), static_cast<std::size_t>(n));
    EXPECT_LT(many["residual"].get<double>(), 1e-12);
  }
  const TemporaryFile file(separate_blocks(9));
  const ProgramRun table = ricochet({"impact", file.path(), "--law", "moreau"});
  EXPECT_EQ(contains(table.out, "  solved\n"), contains(table.out, "uniqueness was not examined"))
      << table.out;
  expect_refused({"impact", file.path(), "--all-solutions"},
                 "--all-solutions: the problem has 9 contacts");
}

TEST(Program, TheSameProblemGivesTheSameBytes) {
  const std::vector<std::string> arguments = {"impact", "problems/oblique_bar.yaml", "--format",
                                              "json"};
  EXPECT_EQ(ricochet(arguments).out, ricochet(arguments).out);
}

}  // namespace
}  // namespace ricochet::test
