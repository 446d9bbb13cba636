#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <papers/output.hpp>
#include <ricochet/files/errors.hpp>
#include <ricochet/files/figure.hpp>
#include <set>
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
constexpr Paper kOther{"other-2026", "nobody else", "nothing more", small};

const std::string kShell = "<html><title>Ricochet</title><body><!--ricochet-data--></body></html>";

class Output : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("ricochet output's test " + std::to_string(getpid()));
    fs::remove_all(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  WriteResult write_small(bool force = false, const std::optional<std::string>& shell = {}) {
    return write({{&kPaper, small()}}, folder_, force, shell);
  }
  std::string text_of(const std::string& name) const {
    std::ifstream in(folder_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
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

TEST_F(Output, WithTheShellAPaperGetsItsPageWithTheFiguresInIt) {
  if (!gnuplot_present()) GTEST_SKIP() << "gnuplot is not installed";
  const WriteResult r = write_small(false, kShell);
  EXPECT_EQ(r.end, WriteEnd::written) << r.message;
  // One paper is no site: several runs into one folder would quarrel about the index.
  EXPECT_FALSE(fs::exists(folder_ / "index.html"));
  const std::string page = text_of("small-2026.html");
  EXPECT_NE(page.find("<title>small-2026</title>"), std::string::npos);
  EXPECT_NE(page.find("\"kind\":\"paper\""), std::string::npos);
  EXPECT_NE(page.find("\\u003csvg"), std::string::npos);  // the figure itself,
  EXPECT_EQ(page.find("<svg"), std::string::npos);        // never as markup
}

TEST_F(Output, SeveralPapersGetAnIndex) {
  const Environment no_gnuplot("PATH", "");
  const WriteResult r = write({{&kPaper, small()}, {&kOther, small()}}, folder_, false, kShell);
  EXPECT_EQ(r.end, WriteEnd::no_figures) << r.message;
  for (const char* name : {"index.html", "small-2026.html", "other-2026.html"}) {
    EXPECT_TRUE(fs::exists(folder_ / name)) << name;
  }
  EXPECT_NE(text_of("index.html").find("\"href\":\"other-2026.html\""), std::string::npos);
  // Without gnuplot the pages are there and say what they miss.
  EXPECT_NE(text_of("small-2026.html").find("\"svg\":null"), std::string::npos);
}

TEST_F(Output, WithoutTheShellEverythingElseIsWritten) {
  if (!gnuplot_present()) GTEST_SKIP() << "gnuplot is not installed";
  EXPECT_EQ(write_small().end, WriteEnd::written);
  for (const std::string& name : names()) EXPECT_EQ(name.find(".html"), std::string::npos) << name;
}

TEST_F(Output, APageInTheWayRefusesEverything) {
  fs::create_directories(folder_);
  std::ofstream(folder_ / "small-2026.html") << "mine";
  EXPECT_EQ(write_small(false, kShell).end, WriteEnd::refused);
  EXPECT_EQ(names(), std::vector<std::string>{"small-2026.html"});
  EXPECT_EQ(text_of("small-2026.html"), "mine");
  EXPECT_NE(obstacle({&kPaper}, folder_, false, true).find("small-2026.html"), std::string::npos);
  EXPECT_EQ(obstacle({&kPaper}, folder_, false, false), "");
  EXPECT_NE(write_small(true, kShell).end, WriteEnd::refused);
  EXPECT_NE(text_of("small-2026.html"), "mine");

  std::ofstream(folder_ / "index.html") << "mine";
  EXPECT_NE(obstacle({&kOther, &kPaper}, folder_, false, true).find("index.html"),
            std::string::npos);
}

TEST_F(Output, AShellOfAnotherVersionLeavesNothing) {
  EXPECT_THROW(write_small(false, "<html>another</html>"), IoError);
  EXPECT_FALSE(fs::exists(folder_));
}

TEST_F(Output, RefusesAFolderThatIsAFile) {
  std::ofstream(folder_) << "a file";
  EXPECT_EQ(write_small().end, WriteEnd::refused);
}

TEST_F(Output, SeesObstaclesBeforeTheWorkAndGivesPathAndReason) {
  constexpr std::string_view tables[] = {"numbers"};
  const Paper paper{"small-2026", "nobody", "nothing", small, tables, {}};
  EXPECT_EQ(obstacle({&paper}, folder_ / "a" / "b", false, false), "");
  EXPECT_FALSE(fs::exists(folder_));  // and leaves nothing

  EXPECT_NE(obstacle({&paper}, "", false, false).find("empty"), std::string::npos);

  std::ofstream(folder_) << "a file";
  for (const fs::path& folder : {folder_, folder_ / "inside"}) {
    const std::string why = obstacle({&paper}, folder, true, false);
    EXPECT_NE(why.find(folder.string()), std::string::npos) << why;
    EXPECT_NE(why.find("Not a directory"), std::string::npos) << why;
    EXPECT_EQ(why.find(".tmp"), std::string::npos) << why;
  }
  fs::remove(folder_);

  const std::string too_long(300, 'x');
  EXPECT_NE(obstacle({&paper}, folder_ / too_long, true, false).find("too long"),
            std::string::npos);
  EXPECT_FALSE(fs::exists(folder_));

  fs::create_directories(folder_);
  std::ofstream(folder_ / "small-2026-numbers.csv") << "mine";
  EXPECT_NE(obstacle({&paper}, folder_, false, false).find("--force"), std::string::npos);
  EXPECT_EQ(obstacle({&paper}, folder_, true, false), "");
  EXPECT_EQ(names(), std::vector<std::string>{"small-2026-numbers.csv"});
}

TEST_F(Output, AFolderThatCannotBeWrittenIsSeenBeforeTheWork) {
  if (geteuid() == 0) GTEST_SKIP() << "nothing is forbidden to root";
  fs::create_directories(folder_);
  fs::permissions(folder_, fs::perms::owner_read | fs::perms::owner_exec);
  const std::string why = obstacle({&kPaper}, folder_, false, false);
  EXPECT_NE(why.find("Permission denied"), std::string::npos) << why;
  fs::permissions(folder_, fs::perms::owner_all);
}

TEST_F(Output, AFigureThatFailsLeavesNothing) {
  if (!gnuplot_present()) GTEST_SKIP() << "gnuplot is not installed";
  NamedReproduction bad{&kPaper, small()};
  bad.reproduction.figures[0].script = "plot this is not gnuplot\n";
  const WriteResult r = write({bad}, folder_, false, {});
  EXPECT_EQ(r.end, WriteEnd::refused);
  EXPECT_NE(r.message.find("line"), std::string::npos);
  EXPECT_EQ(r.message.find(".tmp"), std::string::npos) << r.message;
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

TEST(Papers, AnnounceWhatTheyYield) {
  for (const Paper& p : all_papers()) {
    const Reproduction r = p.reproduce();
    std::set<std::string_view> tables, figures;
    for (const Table& t : r.tables) tables.insert(t.id);
    for (const Csv& c : r.data) tables.insert(c.name);
    for (const Figure& f : r.figures) figures.insert(f.name);
    EXPECT_EQ(tables, std::set(p.tables.begin(), p.tables.end())) << p.name;
    EXPECT_EQ(figures, std::set(p.figures.begin(), p.figures.end())) << p.name;
  }
}

}  // namespace
}  // namespace ricochet::papers
