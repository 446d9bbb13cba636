// `ricochet simulate` and `ricochet export`, as a user meets them: results, exit codes, refusals, files.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include <support/documents.hpp>
#include <support/program.hpp>

namespace ricochet::test {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

// Every test runs in an empty folder that sees the shipped scenes.
class Simulate : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("ricochet simulate test " + std::to_string(getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    fs::create_directory_symlink(std::string(RICOCHET_SOURCE_DIR) + "/scenes", folder_ / "scenes");
  }
  void TearDown() override { fs::remove_all(folder_); }

  ProgramRun ricochet(const Words& arguments, const std::string& stdout_to = "") const {
    return run_program(RICOCHET_PROGRAM, arguments, folder_.string(), stdout_to);
  }
  // `simulate` of the ball, with more arguments.
  ProgramRun simulate(Words more, const std::string& stdout_to = "") const {
    more.insert(more.begin(), {"simulate", ball});
    return ricochet(more, stdout_to);
  }
  nlohmann::json json(Words more) const {
    more.insert(more.end(), {"--format", "json"});
    const ProgramRun run = simulate(more);
    EXPECT_EQ(run.code, 0) << run.err;
    return nlohmann::json::parse(run.out);
  }

  // Code 2: one line on stderr that says `part`, nothing on stdout.
  void expect_refused(const Words& arguments, const std::string& part) const {
    const ProgramRun run = ricochet(arguments);
    EXPECT_EQ(run.code, 2) << run.err;
    EXPECT_EQ(run.out, "");
    EXPECT_TRUE(run.err.starts_with("ricochet: " + part)) << run.err;
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
  }
  void expect_simulate_refused(Words more, const std::string& part) const {
    more.insert(more.begin(), {"simulate", ball});
    expect_refused(more, part);
  }

  std::string bytes(const std::string& name) const {
    return text_of_file((folder_ / name).string());
  }
  bool exists(const std::string& name) const { return fs::exists(folder_ / name); }
  // Files beside the link to the scenes, hidden ones too.
  long files() const {
    return std::distance(fs::directory_iterator(folder_), fs::directory_iterator()) - 1;
  }

  // The ball without loss, for ever: a run that goes on until it is stopped.
  std::string endless_scene() const {
    const std::string text = std::regex_replace(
        testing::text_of(ball), std::regex("restitution: *[0-9.eE+-]+"), "restitution: 1");
    std::ofstream(folder_ / "endless.yaml") << text;
    return "endless.yaml";
  }

  const std::string ball = "scenes/bouncing_ball.yaml";
  fs::path folder_;
};

TEST_F(Simulate, ReachesTheEndWithCode0AndNoTalk) {
  const ProgramRun run = simulate({});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  for (const char* part : {"impact", "law moreau, method event", "\nstate at t = ", "kinetic",
                           "potential", "impact_loss", "\nend: "}) {
    EXPECT_NE(run.out.find(part), std::string::npos) << part << '\n' << run.out;
  }
  EXPECT_EQ(files(), 0);
}

TEST_F(Simulate, GivesTheSameMotionInEveryForm) {
  const auto document = json({"-o", "run.h5"});
  EXPECT_EQ(document["kind"], "simulate");
  EXPECT_EQ(document["status"]["reason"], "end");
  EXPECT_EQ(document["events"].back()["kind"], "end");
  EXPECT_EQ(std::count_if(document["events"].begin(), document["events"].end(),
                          [](const auto& event) { return event["kind"] == "impact"; }),
            document["statistics"]["impacts"]);
  EXPECT_EQ(files(), 1);

  const ProgramRun events = ricochet({"export", "run.h5", "--table", "events"});
  EXPECT_EQ(events.code, 0) << events.err;
  std::istringstream lines(events.out);
  std::string line;
  std::getline(lines, line);
  EXPECT_TRUE(line.starts_with("time [s],kind,")) << line;
  for (const auto& event : document["events"]) {
    ASSERT_TRUE(std::getline(lines, line));
    EXPECT_EQ(std::stod(line), event["time"].get<double>());
    EXPECT_EQ(line.substr(line.find(',') + 1).find(event["kind"].get<std::string>() + ','), 0U);
  }
  EXPECT_FALSE(std::getline(lines, line)) << line;

  const ProgramRun state = ricochet({"export", "run.h5", "--table", "final"});
  EXPECT_EQ(std::stod(state.out.substr(state.out.find('\n') + 1)),
            document["final"]["time"].get<double>());
}

// Between impacts nothing is lost, and an impact takes 1 - e^2 of the energy of the normal motion.
TEST_F(Simulate, BooksTheEnergyOfEveryImpact) {
  const auto document = json({});
  double lost = 0.0;
  for (const auto& event : document["events"]) lost += event.value("dissipation", 0.0);
  EXPECT_GT(lost, 0.0);
  const double booked = document["energy"]["impact_loss"].get<double>();
  EXPECT_NEAR(booked, lost, 1e-12 * lost);
  EXPECT_LT(std::abs(document["energy"]["residual"].get<double>()), 1e-8 * lost);
}

TEST_F(Simulate, WritesTheSameBytesForTheSameCommand) {
  EXPECT_EQ(simulate({"-o", "a.h5"}).code, 0);
  EXPECT_EQ(simulate({"-o", "b.h5"}).code, 0);
  EXPECT_NE(bytes("a.h5"), "");
  EXPECT_EQ(bytes("a.h5"), bytes("b.h5"));
}

TEST_F(Simulate, OfNoTimeIsTheStart) {
  const auto document = json({"--until", "0", "-o", "run.h5"});
  EXPECT_EQ(document["status"]["reason"], "end");
  EXPECT_EQ(document["final"]["time"], 0.0);
  EXPECT_EQ(ricochet({"export", "run.h5", "--table", "samples"}).code, 0);
}

TEST_F(Simulate, TakesTheLawOfTheCommandLine) {
  const ProgramRun run = simulate({"--law", "poisson"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("law poisson"), std::string::npos) << run.out;
}

TEST_F(Simulate, RefusesBadOptionsByName) {
  expect_simulate_refused({"--until", "soon"}, "--until: 'soon' is not a number");
  expect_simulate_refused({"--until", "nan"}, "--until: 'nan' is not a number");
  expect_simulate_refused({"--until=-1"}, "--until: -1 s is before the start at 0 s");
  expect_simulate_refused({"--tolerance", "1"}, "--tolerance: 1 is not allowed");
  expect_simulate_refused({"--law", "moro"},
                          "--law: there is no law 'moro', did you mean 'moreau'?");
  expect_simulate_refused({"--method", "evnt"},
                          "--method: there is no method 'evnt', did you mean 'event'?");
  expect_simulate_refused({"--format", "csv"},
                          "--format: there is no format 'csv', allowed: table, json");
  expect_refused({"simulate"}, "SCENE is required");
  expect_refused({"simulate", "absent.yaml"}, "absent.yaml: cannot be read: No such file");
  EXPECT_EQ(files(), 0);
}

TEST_F(Simulate, TimeSteppingRunsIsWrittenAndGoesOn) {
  const ProgramRun whole = simulate({"--method", "moreau", "--step", "1e-3", "--until", "1.5"});
  EXPECT_EQ(whole.code, 0) << whole.err;
  EXPECT_NE(whole.out.find("law moreau, method moreau, step 0.001 s"), std::string::npos);
  const ProgramRun half =
      simulate({"--method", "moreau", "--step", "1e-3", "--until", "1", "-o", "half.h5"});
  EXPECT_EQ(half.code, 0) << half.err;
  const ProgramRun rest = simulate({"--method", "moreau", "--step", "1e-3", "--until", "1.5",
                                    "--continue", "half.h5", "-o", "rest.h5"});
  EXPECT_EQ(rest.code, 0) << rest.err;
  const auto state = [](const ProgramRun& run) {
    const auto begin = run.out.find("\nstate at t = ");
    return run.out.substr(begin, run.out.find("\nenergy") - begin);
  };
  EXPECT_EQ(state(rest), state(whole));
  EXPECT_EQ(ricochet({"export", "rest.h5", "--table", "samples"}).code, 0);
  const nlohmann::json document = json({"--method", "moreau", "--step", "1e-3", "--until", "1"});
  EXPECT_EQ(document["statistics"]["steps"], 1000);
  EXPECT_LE(document["statistics"]["residual"], 1e-12);
  EXPECT_EQ(document["events"].size(), 2U) << "an impact, and the end";
}

TEST_F(Simulate, RefusesWhatTimeSteppingCannotDo) {
  expect_simulate_refused({"--method", "moreau", "--step", "1e-3", "--law", "poisson"},
                          "--law: method moreau contains its own law");
  expect_simulate_refused({"--step", "1e-3"}, "--step: only method moreau has steps");
  expect_simulate_refused({"--method", "moreau", "--step", "0"}, "--step: 0 is not allowed");
  expect_simulate_refused({"--method", "moreau", "--step", "fine"},
                          "--step: 'fine' is not a number");
  const ProgramRun without = simulate({"--method", "moreau"});
  EXPECT_EQ(without.code, 2);
  EXPECT_NE(without.err.find("step: the key is missing"), std::string::npos) << without.err;
  EXPECT_EQ(files(), 0);
}

TEST_F(Simulate, RefusesFilesThatCannotBeWrittenBeforeTheWork) {
  expect_simulate_refused({"-o", ""}, "-o: the name of the file is empty");
  expect_simulate_refused({"-o", "scenes"}, "scenes is a folder");
  expect_simulate_refused({"-o", "/dev/full", "--force"}, "/dev/full is not a regular file");
  expect_simulate_refused({"-o", "absent/run.h5"},
                          "absent/run.h5: cannot be written: No such file or directory");
  expect_simulate_refused({"-o", "/proc/run.h5"}, "/proc/run.h5: cannot be written: ");
  EXPECT_EQ(files(), 0);
}

TEST_F(Simulate, ReplacesAFileOnlyWithForce) {
  std::ofstream(folder_ / "run.h5") << "mine";
  expect_simulate_refused({"-o", "run.h5"}, "run.h5 exists; --force replaces it");
  EXPECT_EQ(bytes("run.h5"), "mine");
  EXPECT_EQ(simulate({"-o", "run.h5", "--force"}).code, 0);
  EXPECT_EQ(ricochet({"export", "run.h5", "--table", "events"}).code, 0);
  EXPECT_EQ(files(), 1);
}

TEST_F(Simulate, LeavesNothingWhereStdoutIsFull) {
  const ProgramRun run = simulate({"-o", "run.h5"}, "/dev/full");
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.err, "ricochet: standard output: cannot be written: No space left on device\n");
  EXPECT_EQ(files(), 0);
}

TEST_F(Simulate, LeavesNothingWhereTheDiskIsFull) {
  for (const char* blocks : {"0", "1", "8"}) {  // of 512 bytes
    const std::string script = std::string("ulimit -f ") + blocks + "; exec \"$0\" \"$@\"";
    const ProgramRun run =
        run_program("/bin/sh", {"-c", script, RICOCHET_PROGRAM, "simulate", ball, "-o", "run.h5"},
                    folder_.string());
    EXPECT_EQ(run.code, 2) << blocks;
    EXPECT_EQ(run.out, "");
    // With no room at all there is none for the message either.
    if (*blocks != '0') {
      EXPECT_EQ(run.err, "ricochet: run.h5: cannot be written: File too large\n");
    }
    EXPECT_EQ(files(), 0);
  }
}

TEST_F(Simulate, EndsAtCtrlCWithWhatItHas) {
  const std::string scene = endless_scene();
  const ProgramRun run =
      run_program("/usr/bin/timeout",
                  {"--preserve-status", "--foreground", "-s", "INT", "1", RICOCHET_PROGRAM,
                   "simulate", scene, "--until", "1e9", "-o", "run.h5"},
                  folder_.string());
  EXPECT_EQ(run.code, 1) << run.err;
  EXPECT_TRUE(run.err.starts_with("ricochet: endless.yaml: cancelled: ")) << run.err;
  EXPECT_NE(run.out.find("\ncancelled: "), std::string::npos) << run.out;
  EXPECT_EQ(ricochet({"export", "run.h5", "--table", "final"}).code, 0);
  EXPECT_EQ(files(), 2);
}

TEST_F(Simulate, GoesOnFromTheEndOfAnotherRun) {
  ASSERT_EQ(simulate({"--until", "0.7", "-o", "old.h5"}).code, 0);
  const std::string before = bytes("old.h5");
  const auto whole = json({"--until", "1.1"});
  const auto part = json({"--until", "1.1", "--continue", "old.h5", "-o", "new.h5"});
  EXPECT_EQ(bytes("old.h5"), before);
  EXPECT_EQ(part["final"]["time"], whole["final"]["time"]);
  for (std::size_t i = 0; i < whole["final"]["q"].size(); ++i) {
    EXPECT_NEAR(part["final"]["q"][i].get<double>(), whole["final"]["q"][i].get<double>(), 1e-7);
    EXPECT_NEAR(part["final"]["velocity"][i].get<double>(),
                whole["final"]["velocity"][i].get<double>(), 1e-7);
  }
  // The books go on too.
  EXPECT_NEAR(part["energy"]["impact_loss"].get<double>(),
              whole["energy"]["impact_loss"].get<double>(), 1e-7);
  // Only the new part is in the new file.
  const std::string samples = ricochet({"export", "new.h5", "--table", "samples"}).out;
  EXPECT_EQ(std::stod(samples.substr(samples.find('\n') + 1)), 0.7);
}

TEST_F(Simulate, GoesOnWithTheTangentialSpringsOfCompliantContactsAsTheyAre) {
  // A disc pressed on a floor by its weight, rolling to and fro on the spring that holds it tangentially.
  std::ofstream(folder_ / "disc.yaml")
      << "bodies:\n"
         "  - {name: disc, shape: {disc: 0.1}, mass: 1, inertia: 0.005, "
         "position: [0, 0.1], angular_velocity: 1}\n"
         "ground: [{name: floor, half_plane: {point: [0, 0], normal_angle_deg: 90}}]\n"
         "contacts: [{between: [disc, floor], friction: 0.9, stiffness: 1.0e4, damping: 1, "
         "tangential_stiffness: 500}]\n"
         "method: compliant\nuntil: 0.4\n";
  const auto run = [&](Words more) {
    more.insert(more.begin(), {"simulate", "disc.yaml", "--format", "json"});
    const ProgramRun r = ricochet(more);
    EXPECT_EQ(r.code, 0) << r.err;
    return nlohmann::json::parse(r.out);
  };
  const auto whole = run({});
  run({"--until", "0.15", "-o", "old.h5"});
  const std::string final = ricochet({"export", "old.h5", "--table", "final"}).out;
  EXPECT_NE(final.find("stretch"), std::string::npos) << final;
  const auto part = run({"--continue", "old.h5"});
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(part["final"]["q"][i].get<double>(), whole["final"]["q"][i].get<double>(), 1e-9);
    EXPECT_NEAR(part["final"]["velocity"][i].get<double>(),
                whole["final"]["velocity"][i].get<double>(), 1e-7);
  }
  EXPECT_NEAR(part["energy"]["contact_energy"].get<double>(),
              whole["energy"]["contact_energy"].get<double>(), 1e-9);
}

TEST_F(Simulate, GoesOnOnlyFromTheSameScene) {
  ASSERT_EQ(simulate({"--until", "0.7", "-o", "old.h5"}).code, 0);
  const std::string before = bytes("old.h5");
  std::ofstream(folder_ / "other.yaml") << testing::text_of(ball) << "# changed\n";
  expect_refused({"simulate", "other.yaml", "--continue", "old.h5", "-o", "new.h5"},
                 "--continue: old.h5 is the result of another scene");
  expect_simulate_refused({"--until", "0.5", "--continue", "old.h5"},
                          "--until: old.h5 has reached t = 0.7 s already");
  expect_simulate_refused({"--until", "1", "--continue", "old.h5", "-o", "./old.h5", "--force"},
                          "-o: ./old.h5 is the file to go on from, which is never changed");
  expect_simulate_refused({"--until", "1", "--continue", "absent.h5"},
                          "absent.h5: cannot be read: No such file");
  expect_simulate_refused({"--until", "1", "--continue", ball},
                          ball + ": cannot be read: it is not a complete result file of ricochet");
  EXPECT_EQ(bytes("old.h5"), before);
  EXPECT_EQ(files(), 2);
}

TEST_F(Simulate, ExportRefusesWhatItCannotPrint) {
  ASSERT_EQ(simulate({"-o", "run.h5"}).code, 0);
  expect_refused({"export", "run.h5", "--table", "event"},
                 "--table: there is no table 'event', did you mean 'events'? allowed: samples, "
                 "events, final");
  expect_refused({"export", "run.h5"}, "--table is required");
  expect_refused({"export", ball, "--table", "events"},
                 ball + ": cannot be read: it is not a complete result file of ricochet");
  expect_refused({"export", "run.h5", "--table", "events", "-o", "run.h5"},
                 "run.h5 exists; --force replaces it");
  const std::string whole = bytes("run.h5");
  std::ofstream(folder_ / "cut.h5", std::ios::binary) << whole.substr(0, whole.size() / 2);
  expect_refused({"export", "cut.h5", "--table", "events"}, "cut.h5: cannot be read: ");
  EXPECT_EQ(ricochet({"export", "run.h5", "--table", "samples"}, "/dev/full").code, 2);
}

TEST_F(Simulate, CommandsOfTheDocumentOfResultFilesRun) {
  const std::string text = testing::text_of("docs/result-files.md");
  int commands = 0;
  std::size_t place = 0;
  while ((place = text.find("```sh\n", place)) != std::string::npos) {
    const std::size_t end = text.find("```", place + 6);
    std::istringstream lines(text.substr(place + 6, end - place - 6));
    for (std::string line; std::getline(lines, line); ++commands) {
      std::istringstream words(line);
      std::string word;
      words >> word;
      EXPECT_EQ(word, "ricochet");
      Words arguments;
      while (words >> word) arguments.push_back(word);
      const ProgramRun run = ricochet(arguments);
      EXPECT_EQ(run.code, 0) << line << '\n' << run.err;
    }
    place = end;
  }
  EXPECT_EQ(commands, 5);
  const ProgramRun python = run_program(
      "/usr/bin/python3", {"-c", testing::between(text, "```python\n", "```")}, folder_.string());
  EXPECT_EQ(python.code, 0) << python.err;
  EXPECT_NE(python.out.find(" s  impact\n"), std::string::npos) << python.out;
}

}  // namespace
}  // namespace ricochet::test
