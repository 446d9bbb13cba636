#pragma once
// A folder for tests of the commands of studies: empty but for links to the shipped problems, scenes and studies.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <support/program.hpp>

namespace ricochet::test {

using Words = std::vector<std::string>;

class StudyFolder : public ::testing::Test {
 protected:
  void SetUp() override {
    namespace fs = std::filesystem;
    folder_ = fs::temp_directory_path() / ("ricochet studies test " + std::to_string(getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    for (const char* name : {"problems", "scenes", "studies"}) {
      fs::create_directory_symlink(std::string(RICOCHET_SOURCE_DIR "/") + name, folder_ / name);
    }
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  ProgramRun ricochet(const Words& arguments, const std::string& stdout_to = "") const {
    return run_program(RICOCHET_PROGRAM, arguments, folder_.string(), stdout_to);
  }
  // Code 2: one line on stderr that says `part`, nothing on stdout.
  void expect_refused(const Words& arguments, const std::string& part) const {
    const ProgramRun run = ricochet(arguments);
    EXPECT_EQ(run.code, 2) << run.err;
    EXPECT_EQ(run.out, "");
    EXPECT_NE(run.err.find(part), std::string::npos) << run.err;
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
  }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  std::string bytes(const std::string& name) const {
    return text_of_file((folder_ / name).string());
  }
  bool exists(const std::string& name) const { return std::filesystem::exists(folder_ / name); }
  // Files beside the links, hidden ones too.
  long files() const {
    using std::filesystem::directory_iterator;
    return std::distance(directory_iterator(folder_), directory_iterator()) - 3;
  }

  // A sweep of `cells` motions that take about 7 ms for each second of `until`.
  std::string toy_study(int cells, const std::string& until) const {
    write("toy.yaml",
          "sweep:\n  base: scenes/woodpecker.yaml\n  parameters: [{path: until, from: " + until +
              ", to: " + until + "5, count: " + std::to_string(cells) +
              "}]\n  quantities: [time, count.impact, energy.kinetic]\n");
    return "toy.yaml";
  }

  std::filesystem::path folder_;
};

}  // namespace ricochet::test
