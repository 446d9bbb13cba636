// The impulse history of an lzb impact as CSV, and files that appear whole or not at all.

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include <ricochet/files/csv.hpp>
#include <ricochet/files/errors.hpp>
#include <ricochet/files/lzb_history.hpp>
#include <support/program.hpp>

namespace ricochet::test {
namespace {

namespace fs = std::filesystem;

class LzbHistoryFile : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("ricochet history test " + std::to_string(getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string path() const { return (folder_ / "run.csv").string(); }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  static void expect_refused(const std::string& path, bool force, const std::string& reason) {
    try {
      const LzbHistory history(path, force, {"A"});
      ADD_FAILURE() << "accepted: " << path;
    } catch (const IoError& error) {
      EXPECT_NE(std::string(error.what()).find(reason), std::string::npos) << error.what();
      EXPECT_EQ(std::string(error.what()).find(".tmp"), std::string::npos) << error.what();
    }
  }

  fs::path folder_;
};

// Two contacts; every number differs.
struct Numbers {
  std::vector<double> energy = {0.5, 1.0 / 3.0};
  std::vector<double> impulse = {1, -2, 3, 4};
  std::vector<double> gamma = {-5, 6, -0.0, 8e-300};
  std::vector<Mode> modes = {Mode::slip_plus, Mode::stick};
  std::vector<Stage> stages = {Stage::compression, Stage::restitution};
  LzbSample sample() const { return {1e-5, 0.25, 1, energy, impulse, gamma, modes, stages}; }
};

const std::vector<std::string> names = {"A", "B, the other"};

TEST(LzbHistoryText, HasAColumnWithUnitPerQuantityAndContact) {
  EXPECT_EQ(lzb_history_header(names),
            "time [s],primary_impulse [N s],primary_contact,A.energy [J],A.normal_impulse [N s],"
            "A.tangential_impulse [N s],A.normal_velocity [m/s],A.tangential_velocity [m/s],A.mode,"
            "A.stage,\"B, the other.energy [J]\",\"B, the other.normal_impulse [N s]\","
            "\"B, the other.tangential_impulse [N s]\",\"B, the other.normal_velocity [m/s]\","
            "\"B, the other.tangential_velocity [m/s]\",\"B, the other.mode\","
            "\"B, the other.stage\"\n");
}

TEST(LzbHistoryText, RowsAreExact) {
  EXPECT_EQ(lzb_history_row(names, Numbers().sample()),
            "1e-05,0.25,\"B, the other\",0.5,1,-2,-5,6,slip+,compression,0.3333333333333333,3,4,0,"
            "8e-300,stick,restitution\n");
}

TEST_F(LzbHistoryFile, AppearsAtTheEndWithEverySample) {
  LzbHistory history(path(), false, names);
  const Numbers numbers;
  for (int i = 0; i < 3; ++i) history.add(numbers.sample());
  EXPECT_FALSE(fs::exists(path()));
  history.finish();
  const std::string row = lzb_history_row(names, numbers.sample());
  EXPECT_EQ(text_of_file(path()), lzb_history_header(names) + row + row + row);
  EXPECT_EQ(files(), 1U);
}

TEST_F(LzbHistoryFile, LeavesNothingWithoutFinish) {
  { LzbHistory(path(), false, names).add(Numbers().sample()); }
  EXPECT_EQ(files(), 0U);
}

TEST_F(LzbHistoryFile, ReplacesOnlyWithForce) {
  std::ofstream(path()) << "mine";
  expect_refused(path(), false, "exists; --force replaces it");
  EXPECT_EQ(text_of_file(path()), "mine");
  LzbHistory history(path(), true, names);
  EXPECT_EQ(text_of_file(path()), "mine");
  history.finish();
  EXPECT_EQ(text_of_file(path()), lzb_history_header(names));
  EXPECT_EQ(files(), 1U);
}

TEST_F(LzbHistoryFile, CannotBeAFolderADeviceOrInAFolderThatIsNotThere) {
  expect_refused(folder_.string(), true, "is a folder");
  expect_refused("/dev/null", true, "/dev/null is not a regular file");
  expect_refused((folder_ / "absent" / "run.csv").string(), false, "No such file or directory");
  EXPECT_EQ(files(), 0U);
}

}  // namespace
}  // namespace ricochet::test
