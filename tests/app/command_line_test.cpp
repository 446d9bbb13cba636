// The built program, as a user meets it: exit codes, streams, messages.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

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
  for (const auto& arguments : std::vector<std::vector<std::string>>{
           {"--help"}, {"-h"}, {"laws", "--help"}, {"impact", "--help"}, {"check", "--help"}}) {
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
  EXPECT_GE(files.size(), 7u);
  for (const std::string& file : files) {
    for (const char* format : {"table", "json", "csv"}) {
      const ProgramRun run = ricochet({"impact", file, "--format", format, "--all-solutions"});
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
