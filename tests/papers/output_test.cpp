#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <papers/figure.hpp>
#include <papers/output.hpp>
#include <sstream>

namespace ricochet::papers {
namespace {

namespace fs = std::filesystem;

Reproduction small() {
  Reproduction r;
  Table t{"numbers", "Numbers", "", {}};
  Entry e;
  e.row = "only";
  e.column = "x";
  e.printed = Printed("1.0");
  e.computed = 1.01;
  e.range = exactly(1.01);
  classify(e);
  t.entries.push_back(e);
  r.tables.push_back(t);
  Plot plot("It's a title", "x (m)", "y (m)");
  plot.draw(plot.data({{0, 0}, {1, 1}}) + " using 1:2 with lines", "a 'quoted' legend");
  r.figures.push_back(std::move(plot).finish("line", "A line"));
  return r;
}

constexpr Paper kPaper{"small-2026", "nobody", "nothing", small};

class Output : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("ricochet output's test " + std::to_string(getpid()));
    fs::remove_all(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  WriteResult write_small(bool force = false) {
    return write({{&kPaper, small()}}, folder_, force);
  }
  std::vector<std::string> names() const {
    std::vector<std::string> list;
    if (!fs::exists(folder_)) return list;
    for (const auto& f : fs::directory_iterator(folder_)) list.push_back(f.path().filename());
    std::sort(list.begin(), list.end());
    return list;
  }

  fs::path folder_;
};

/// Puts the variable back.
class Environment {
 public:
  Environment(const char* name, const char* value) : name_(name), old_(std::getenv(name)) {
    setenv(name, value, 1);
  }
  ~Environment() { setenv(name_, old_.c_str(), 1); }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  const char* name_;
  std::string old_;
};

TEST_F(Output, WritesReportTablesAndFiguresInAFolderWithAnAwkwardName) {
  if (!gnuplot_present()) GTEST_SKIP() << "gnuplot is not installed";
  const WriteResult r = write_small();
  EXPECT_EQ(r.end, WriteEnd::written) << r.message;
  EXPECT_EQ(names(), (std::vector<std::string>{"small-2026-line.png", "small-2026-line.svg",
                                               "small-2026-numbers.csv", "small-2026-report.md"}));
  EXPECT_GT(fs::file_size(folder_ / "small-2026-line.png"), 1000U);
}

TEST_F(Output, NeverReplacesWithoutForceAndThenLeavesNothingElse) {
  fs::create_directories(folder_);
  std::ofstream(folder_ / "small-2026-numbers.csv") << "mine";
  const WriteResult r = write_small();
  EXPECT_EQ(r.end, WriteEnd::refused);
  EXPECT_NE(r.message.find("--force"), std::string::npos);
  EXPECT_EQ(names(), std::vector<std::string>{"small-2026-numbers.csv"});
  std::ifstream kept(folder_ / "small-2026-numbers.csv");
  std::string text;
  kept >> text;
  EXPECT_EQ(text, "mine");
}

TEST_F(Output, ReplacesWithForce) {
  const Environment no_gnuplot("PATH", "");
  EXPECT_EQ(write_small().end, WriteEnd::no_figures);
  EXPECT_EQ(write_small().end, WriteEnd::refused);
  EXPECT_EQ(write_small(true).end, WriteEnd::no_figures);
}

TEST_F(Output, WithoutGnuplotWritesTheRestAndSaysSo) {
  const Environment no_gnuplot("PATH", "");
  const WriteResult r = write_small();
  EXPECT_EQ(r.end, WriteEnd::no_figures);
  EXPECT_NE(r.message.find("gnuplot"), std::string::npos);
  EXPECT_EQ(names(), (std::vector<std::string>{"small-2026-numbers.csv", "small-2026-report.md"}));
}

TEST_F(Output, RefusesAFolderThatIsAFile) {
  std::ofstream(folder_) << "a file";
  EXPECT_EQ(write_small().end, WriteEnd::refused);
}

TEST_F(Output, AFigureThatFailsLeavesNothing) {
  if (!gnuplot_present()) GTEST_SKIP() << "gnuplot is not installed";
  NamedReproduction bad{&kPaper, small()};
  bad.reproduction.figures[0].script = "plot this is not gnuplot\n";
  const WriteResult r = write({bad}, folder_, false);
  EXPECT_EQ(r.end, WriteEnd::refused);
  EXPECT_NE(r.message.find("line"), std::string::npos);
  EXPECT_TRUE(names().empty());
  EXPECT_FALSE(fs::exists(folder_));
}

TEST(Gnuplot, QuotesSafely) {
  EXPECT_EQ(gnuplot_quote("plain"), "'plain'");
  EXPECT_EQ(gnuplot_quote("a'; system('x"), "'a''; system(''x'");
  EXPECT_EQ(gnuplot_quote("a\nb"), "'ab'");
}

TEST(Papers, AreFoundByName) {
  EXPECT_EQ(find_paper("nothing"), nullptr);
  for (const Paper& p : all_papers()) EXPECT_EQ(find_paper(p.name), &p);
}

}  // namespace
}  // namespace ricochet::papers
