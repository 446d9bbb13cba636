// `ricochet report` as a user meets it, with a shell of our own beside a copy of the program: what is not a result
// is refused, and then there is no page.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <support/program.hpp>

namespace ricochet::test {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

class Report : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("ricochet report test " + std::to_string(getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "bin");
    fs::create_directories(folder_ / "share/ricochet/web");
    fs::copy_file(RICOCHET_PROGRAM, folder_ / "bin/ricochet");
    write(folder_ / "share/ricochet/web/page.html",
          "<html><title>Ricochet</title><body><!--ricochet-data--></body></html>");
    for (const char* name : {"scenes", "studies"}) {
      fs::create_directory_symlink(fs::path(RICOCHET_SOURCE_DIR) / name, folder_ / name);
    }
  }
  void TearDown() override { fs::remove_all(folder_); }

  static void write(const fs::path& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
  }
  ProgramRun ricochet(const Words& arguments) const {
    return run_program((folder_ / "bin/ricochet").string(), arguments, folder_.string());
  }
  std::string run_file() const {
    const ProgramRun run = ricochet({"simulate", "scenes/bouncing_ball.yaml", "-o", "run.h5"});
    EXPECT_EQ(run.code, 0) << run.err;
    return text_of_file((folder_ / "run.h5").string());
  }
  void expect_refused(const std::string& file, const std::string& part) const {
    const ProgramRun run = ricochet({"report", file, "-o", "page.html"});
    EXPECT_EQ(run.code, 2) << file;
    EXPECT_EQ(run.out, "");
    EXPECT_NE(run.err.find(part), std::string::npos) << run.err;
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
    EXPECT_FALSE(fs::exists(folder_ / "page.html")) << file;
  }

  fs::path folder_;
};

TEST_F(Report, WritesAPageAndReplacesItOnlyWhenForced) {
  run_file();
  ASSERT_EQ(ricochet({"report", "run.h5", "-o", "page.html"}).code, 0);
  const std::string page = text_of_file((folder_ / "page.html").string());
  EXPECT_NE(page.find("<title>a ball falls and bounces until it rests</title>"), std::string::npos);
  const ProgramRun again = ricochet({"report", "run.h5", "-o", "page.html"});
  EXPECT_EQ(again.code, 2);
  EXPECT_NE(again.err.find("--force"), std::string::npos) << again.err;
  EXPECT_EQ(ricochet({"report", "run.h5", "-o", "page.html", "--force"}).code, 0);
  EXPECT_EQ(text_of_file((folder_ / "page.html").string()), page) << "the same bytes";
}

TEST_F(Report, OfTimeSteppingIsAPageLikeOthers) {
  // The step is not in the scene: the page does without.
  ASSERT_EQ(ricochet({"simulate", "scenes/bouncing_ball.yaml", "--method", "moreau", "--step",
                      "1e-3", "-o", "run.h5"})
                .code,
            0);
  const ProgramRun run = ricochet({"report", "run.h5", "-o", "page.html"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NE(text_of_file((folder_ / "page.html").string()).find("\"theta\""), std::string::npos);
}

TEST_F(Report, OfAProblemIsThePageOfItsImpact) {
  write(folder_ / "drop.yaml",
        "# A point falls on ice: nothing else\n"
        "impact: {delassus: [[1, 0], [0, 1]], velocity: [-1, 0], contacts: [{friction: 0, "
        "restitution: 1}]}\n");
  const ProgramRun run = ricochet({"report", "drop.yaml", "-o", "page.html"});
  ASSERT_EQ(run.code, 0) << run.err;
  const std::string page = text_of_file((folder_ / "page.html").string());
  EXPECT_NE(page.find("<title>A point falls on ice</title>"), std::string::npos);
  EXPECT_NE(page.find(R"("kind":"impact")"), std::string::npos);
  fs::remove(folder_ / "page.html");
  write(folder_ / "drop.yaml",
        "impact: {delassus: [[1, 0], [0, 1]], velocity: [-1, 0], contacts: []}\n");
  expect_refused("drop.yaml", "drop.yaml:1:");
}

TEST_F(Report, DamagedTruncatedAndForeignFilesGiveNoPage) {
  const std::string whole = run_file();
  std::string damaged = whole;
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 1);
  write(folder_ / "damaged.h5", damaged);
  expect_refused("damaged.h5", "damaged.h5: ");
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{7}, whole.size() / 2, whole.size() - 1}) {
    write(folder_ / "cut.h5", whole.substr(0, size));
    expect_refused("cut.h5", "cut.h5: ");
  }
  write(folder_ / "foreign.h5", "not HDF5 at all\n");
  expect_refused("foreign.h5", "foreign.h5: ");
  write(folder_ / "picture.png", "\x89PNG\r\n\x1a\n and more");
  expect_refused("picture.png", "picture.png:");
  expect_refused("absent.h5", "absent.h5: cannot be read");
  expect_refused("scenes/bouncing_ball.yaml", "ricochet simulate scenes/bouncing_ball.yaml -o");
  expect_refused("studies/brach_fig3.yaml", "ricochet map studies/brach_fig3.yaml -o");
  write(folder_ / "bad.yaml", "impact: {velocity: [1]}\n");
  expect_refused("bad.yaml", "bad.yaml:1:");
}

TEST_F(Report, SaysWhatIsMissingWhereThePagesWereNotBuilt) {
  run_file();
  fs::remove_all(folder_ / "share");
  expect_refused("run.h5", "Node.js");
  fs::create_directories(folder_ / "share/ricochet/web");
  write(folder_ / "share/ricochet/web/page.html", "<html></html>");
  expect_refused("run.h5", "shell");
}

TEST_F(Report, WantsAPlaceForThePage) {
  const std::string whole = run_file();
  EXPECT_EQ(ricochet({"report", "run.h5", "-o", "run.h5", "--force"}).code, 2);
  EXPECT_EQ(text_of_file((folder_ / "run.h5").string()), whole) << "the result is still there";
  EXPECT_EQ(ricochet({"report", "run.h5"}).code, 2);
  EXPECT_EQ(ricochet({"report", "run.h5", "-o", ""}).code, 2);
  EXPECT_EQ(ricochet({"report", "run.h5", "-o", "no/such/folder/page.html"}).code, 2);
}

}  // namespace
}  // namespace ricochet::test
