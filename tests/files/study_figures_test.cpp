#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <ricochet/files/study_figures.hpp>

namespace ricochet {
namespace {

namespace fs = std::filesystem;

const double kNaN = std::nan("");

int count(const std::string& text, std::string_view what) {
  int n = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}

bool has(const Figure& figure, std::string_view what) {
  return figure.script.find(what) != std::string::npos;
}

/// Draws both kinds of picture; what gnuplot says against it.
std::string drawn(const Figure& figure) {
  if (!gnuplot_present()) return {};
  const fs::path folder =
      fs::temp_directory_path() / ("ricochet figures " + std::to_string(getpid()));
  fs::create_directories(folder);
  std::string why;
  for (const auto& [picture, ending] :
       {std::pair{Picture::svg, ".svg"}, std::pair{Picture::png, ".png"}}) {
    const fs::path file = folder / (figure.name + ending);
    why += render(figure, picture, file);
    if (why.empty() && fs::file_size(file) < 1000) why = "the picture is empty";
  }
  fs::remove_all(folder);
  return why;
}

MapGrid small_grid() { return {{"v_x", "m/s"}, {"mu"}, {0.0, 1.0, 2.0}, {0.0, 0.5}}; }

TEST(CategoryMap, HasOneRectanglePerRegionAndOneKeyEntryPerCodeThatOccurs) {
  // Columns: (1 1), (1 1), (1 7): code 1 is a rectangle of two columns and one cell; 9 does not occur.
  const std::vector<int> codes = {1, 1, 1, 1, 1, 7};
  const std::vector<Category> categories = {{9, "never"}, {1, "slip"}, {7, "no_solution"}};
  const Figure f = category_map("map", "Regimes", small_grid(), codes, categories);
  EXPECT_TRUE(has(f, "0.5 0.25 -0.5 1.5 -0.25 0.75 1 \n2 0 1.5 2.5 -0.25 0.25 1 \nEOD"));
  EXPECT_TRUE(has(f, "2 0.5 1.5 2.5 0.25 0.75 2 \nEOD"));
  EXPECT_TRUE(has(f, "title 'slip'"));
  EXPECT_TRUE(has(f, "title 'no\\_solution'"));
  EXPECT_FALSE(has(f, "never"));
  EXPECT_TRUE(has(f, "set xlabel 'v\\_x (m/s)'"));
  EXPECT_TRUE(has(f, "set xrange [-0.5:2.5]"));
  EXPECT_EQ(drawn(f), "");
}

TEST(CategoryMap, KeepsTheColourOfACategoryWhateverElseOccurs) {
  const std::vector<Category> categories = {{0, "a"}, {1, "b"}, {2, "c", "#123456"}};
  const std::vector<int> all = {0, 0, 1, 1, 2, 2}, some = {1, 1, 1, 1, 2, 2};
  const Figure f = category_map("f", "", small_grid(), all, categories);
  const Figure g = category_map("g", "", small_grid(), some, categories);
  const auto colour_of = [](const Figure& figure, const std::string& name) {
    const auto end = figure.script.find("' title '" + name + "'");
    return figure.script.substr(end - 7, 7);
  };
  EXPECT_EQ(colour_of(f, "b"), colour_of(g, "b"));
  EXPECT_EQ(colour_of(f, "c"), "#123456");
  EXPECT_NE(colour_of(f, "a"), colour_of(f, "b"));
}

TEST(CategoryMap, OfManySmallRegionsIsAPictureOfPixels) {
  MapGrid grid{{"x"}, {"y"}, {}, {}};
  for (int i = 0; i < 200; ++i) {
    grid.x.push_back(i);
    grid.y.push_back(0.1 * i);
  }
  std::vector<int> codes;
  for (int i = 0; i < 200; ++i) {
    for (int j = 0; j < 200; ++j) codes.push_back((i + j) % 2);
  }
  const std::vector<Category> categories = {{0, "even"}, {1, "odd"}};
  const Figure f = category_map("pixels", "", grid, codes, categories);
  EXPECT_TRUE(has(f, "with image"));
  EXPECT_EQ(count(f.script, "with boxxyerror"), 0);
  EXPECT_EQ(drawn(f), "");
}

TEST(Maps, WithoutValuesOrWithOneCellAreDrawnToo) {
  const std::vector<Category> categories = {{0, "a"}};
  const std::vector<int> unknown(6, 5);
  EXPECT_EQ(drawn(category_map("none", "", small_grid(), unknown, categories)), "");
  const std::vector<double> nothing(6, kNaN);
  EXPECT_EQ(drawn(continuous_map("nan", "", small_grid(), nothing, {"E", "J"})), "");
  const MapGrid one{{"x"}, {"y"}, {3.0}, {1.0}};
  EXPECT_EQ(drawn(category_map("one", "", one, std::vector<int>{0}, categories)), "");
  EXPECT_EQ(drawn(continuous_map("single", "", one, std::vector<double>{0.0}, {"E", "J"})), "");
}

TEST(ContinuousMap, LeavesOutWhatHasNoPlaceOnALogarithmicScale) {
  const std::vector<double> values = {1.0, 10.0, -1.0, 0.0, kNaN, 100.0};
  const Figure f = continuous_map("log", "", small_grid(), values, {"loss", "J", true});
  EXPECT_TRUE(has(f, "cbrange [1:100]"));
  EXPECT_TRUE(has(f, "set cblabel 'loss (J)'"));
  EXPECT_EQ(drawn(f), "");
}

TEST(LogarithmicAxis, HasItsCellsBetweenGeometricMeans) {
  MapGrid grid = small_grid();
  grid.x = {0.01, 1.0, 100.0};
  grid.x_axis.logarithmic = true;
  const std::vector<double> values = {1.0, 2.0, 3.0, 4.0, 5.0, 6.0};
  const std::vector<MapCurve> curve = {{"limit", {0.1, 10.0}, {0.0, 0.5}, false}};
  const Figure f = continuous_map("decades", "", grid, values, {"v", "m/s"}, curve);
  EXPECT_TRUE(has(f, "set xrange [-3:3]"));
  EXPECT_TRUE(has(f, "-2 0 -3 -1 -0.25 0.25 1 "));  // from 0.001 to 0.1
  EXPECT_TRUE(has(f, "'0.01' -2 0"));
  EXPECT_TRUE(has(f, "-1 0 \n1 0.5 \n"));  // the curve
  EXPECT_EQ(drawn(f), "");
}

TEST(Curves, HaveBandsAndBreaksAndDifferInColourAndDash) {
  const std::vector<Series> series = {
      {"median", {0, 1, 2}, {1, 2, 3}, {0, 1, 2}, {2, 3, 4}},
      {"broken", {0, 1, 2}, {3, kNaN, 1}},
      {"measured", {0, 1}, {1, 1}, {}, {}, SeriesStyle::points},
      {"both", {0, 1}, {2, 1}, {}, {}, SeriesStyle::line_and_points}};
  const Figure f = curves("sweep", "It's 100 %", {"e"}, {"dv", "m/s"}, series);
  EXPECT_EQ(count(f.script, "with filledcurves"), 1);
  EXPECT_TRUE(has(f, "0 3 \n\n2 1 \n"));
  EXPECT_TRUE(has(f, "dt (10,5)"));
  EXPECT_EQ(drawn(f), "");
  EXPECT_EQ(drawn(curves("empty", "", {"e"}, {"dv"}, {})), "");
  const std::vector<Series> nan = {{"nothing", {0, 1}, {kNaN, kNaN}}};
  EXPECT_EQ(drawn(curves("nan", "", {"e"}, {"dv"}, nan)), "");
}

TEST(BifurcationDiagram, DrawsStableStepsSolidAndTheOthersDashed) {
  BifurcationData data;
  data.branches = {{{0, 1, 2, 3}, {5, 6, 7, 8}, {true, true, false, true}}};
  data.special = {{1.5, 6.5, "fold", "F_1"}, {2.5, 7.5, "fold"}, {2.0, 7.0, "grazing", "G"}};
  const Figure f = bifurcation_diagram("bif", "", {"mu"}, {"x", "m"}, data);
  EXPECT_TRUE(has(f, "<< EOD\n\n0 5 \n1 6 \nEOD"));
  EXPECT_TRUE(has(f, "<< EOD\n\n1 6 \n2 7 \n3 8 \nEOD"));
  EXPECT_EQ(count(f.script, "title 'fold'"), 1);
  EXPECT_EQ(count(f.script, "set label"), 2);
  EXPECT_TRUE(has(f, "'F\\_1' at 1.5,6.5"));
  EXPECT_EQ(drawn(f), "");
  EXPECT_EQ(drawn(bifurcation_diagram("empty", "", {"mu"}, {"x", "m"}, {})), "");
}

TEST(BifurcationDiagram, DrawsPointsThatFallOnEachOtherOnce) {
  BifurcationData data;
  for (int k = 0; k < 50; ++k) {
    for (int i = 0; i < 200; ++i) {
      data.up_x.push_back(k);
      data.up_y.push_back(k + 1e-9 * i);
    }
  }
  data.up_x.push_back(kNaN);
  data.up_y.push_back(1.0);
  const Figure f = bifurcation_diagram("bif", "", {"mu"}, {"x", "m"}, data);
  const auto from = f.script.find("EOD\n");
  const std::string block = f.script.substr(from, f.script.find("EOD\n", from + 4) - from);
  EXPECT_LE(count(block, "\n"), 102);
  EXPECT_GE(count(block, "\n"), 50);
  EXPECT_EQ(drawn(f), "");
}

}  // namespace
}  // namespace ricochet
