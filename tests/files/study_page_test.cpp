#include <ricochet/files/study_page.hpp>

#include <unistd.h>

#include <array>
#include <bit>
#include <cmath>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <ricochet/files/boundary_lines.hpp>
#include <ricochet/files/errors.hpp>
#include <ricochet/files/identify_file.hpp>
#include <ricochet/files/identify_report.hpp>
#include <ricochet/files/region_labels.hpp>
#include <support/page_columns.hpp>
#include <support/studies.hpp>

namespace ricochet {
namespace {

using Json = nlohmann::ordered_json;

struct Page {
  PageColumns columns;
  Json document;

  std::vector<double> numbers(const Json& ref) const { return test::numbers_of(ref, columns); }
  std::vector<int> codes(const Json& ref) const {
    std::vector<int> all;
    for (const char c : test::bytes_of(columns.blocks().at(ref.at("u8").get<std::size_t>()))) {
      all.push_back(static_cast<unsigned char>(c));
    }
    return all;
  }
  const Json& table(const std::string& name) const {
    for (const Json& table : document.at("tables")) {
      if (table.at("name") == name) return table;
    }
    throw std::runtime_error("no table " + name);
  }
  // A column as it is in the file; codes as their numbers.
  std::vector<double> column(const Json& table, std::size_t c) const {
    const Json& column = table.at("columns").at(c);
    const auto rows = table.at("rows").get<std::size_t>();
    if (column.contains("numbers")) return numbers(column["numbers"]);
    std::vector<double> all;
    if (column.contains("codes")) {
      for (const int code : codes(column["codes"])) {
        all.push_back(code == 255 ? std::nan("") : static_cast<double>(code));
      }
      return all;
    }
    const std::vector<double> grid = numbers(column.at("grid"));
    const auto each = column.at("each").get<std::size_t>();
    for (std::size_t r = 0; r < rows; ++r) all.push_back(grid.at(r / each % grid.size()));
    return all;
  }
};

class StudyPage : public ::testing::Test {
 protected:
  void SetUp() override {
    path_ = (std::filesystem::temp_directory_path() /
             ("ricochet study page " + std::to_string(getpid()) + ".h5"))
                .string();
  }
  void TearDown() override { std::filesystem::remove(path_); }

  // Through a file, as the program does it.
  Page page_of(const StudyDocument& document) const {
    write_study(path_, true, document);
    Page page;
    page.document = study_page(StudyFile(path_), page.columns);
    return page;
  }
  Page page_of(const std::string& text) {
    const auto study = test::study_of(text);
    tables_ = test::tables_of(*study);
    return page_of(study->document(tables_));
  }
  // Every number of every table is that of the study, to the bit.
  void expect_whole(const Page& page) const {
    ASSERT_EQ(page.document.at("tables").size(), tables_.size());
    for (std::size_t t = 0; t < tables_.size(); ++t) {
      const Json& table = page.document["tables"][t];
      EXPECT_EQ(table["name"], tables_[t].name);
      ASSERT_EQ(table["rows"], tables_[t].rows());
      for (std::size_t c = 0; c < tables_[t].columns.size(); ++c) {
        EXPECT_EQ(table["columns"][c]["name"], tables_[t].columns[c].name);
        EXPECT_EQ(table["columns"][c]["unit"], tables_[t].columns[c].unit);
        const std::vector<double> shown = page.column(table, c);
        ASSERT_EQ(shown.size(), tables_[t].rows());
        for (std::size_t r = 0; r < shown.size(); ++r) {
          const double x = tables_[t].at(r, c);
          if (std::isfinite(x)) {
            ASSERT_EQ(std::bit_cast<std::uint64_t>(shown[r]), std::bit_cast<std::uint64_t>(x));
          } else {
            ASSERT_TRUE(std::isnan(shown[r]));
          }
        }
      }
    }
  }

  std::string path_;
  std::vector<StudyTable> tables_;
};

// A map of the bar's impact: which mode, over the direction of the impact and friction.
std::string bar(const std::string& parameters, const std::string& rest) {
  return "map:\n  title: a <bar>\n  base: ../problems/bar_contact_space.yaml\n  law: moreau\n"
         "  parameters:\n" +
         parameters +
         "  set: {velocity.0: -1, velocity.1: -ratio, contacts.tip.friction: mu}\n"
         "  quantities: [normal_velocity, mode]\n" +
         rest;
}
const std::string two_grids =
    "    - {name: ratio, from: -4, to: 4, count: 9}\n"
    "    - {name: mu, unit: '1', from: 0.1, to: 1.6, count: 5, scale: log}\n";

TEST_F(StudyPage, OfAMapHasItsAxesAndEveryNumber) {
  const Page page = page_of(bar(two_grids, "  refine: mode\n  figure: mode\n"));
  expect_whole(page);
  EXPECT_EQ(page.document["kind"], "study");
  EXPECT_EQ(page.document["study"], "map");
  EXPECT_EQ(page.document["title"], "a <bar>");
  EXPECT_NE(page.document["text"].get<std::string>().find("bar_contact_space"), std::string::npos);
  EXPECT_NE(page.document["base"].get<std::string>().find("delassus"), std::string::npos);
  ASSERT_EQ(page.document["views"].size(), 1U);
  const Json& view = page.document["views"][0];
  EXPECT_EQ(view["type"], "map");
  EXPECT_EQ(view["table"], "cells");
  EXPECT_EQ(view["x"], Json::parse(R"({"column": 0, "size": 9, "stride": 5, "log": false})"));
  EXPECT_EQ(view["y"], Json::parse(R"({"column": 1, "size": 5, "stride": 1, "log": true})"));
  EXPECT_EQ(view["others"], Json::array());
  EXPECT_EQ(view["quantities"], Json::parse("[2, 3, 4]"));  // status, normal_velocity, mode
  EXPECT_EQ(view["first"], 4);
  EXPECT_EQ(view["boundaries"]["column"], 4);
  // Parameters are not repeated per cell.
  EXPECT_EQ(page.numbers(page.table("cells")["columns"][1]["grid"]).size(), 5U);
  // Counts of a column of codes add up.
  const Json& mode = page.table("cells")["columns"][4];
  std::size_t sum = mode["missing"];
  for (const Json& count : mode["counts"]) sum += count.get<std::size_t>();
  EXPECT_EQ(sum, 45U);
}

TEST_F(StudyPage, WithoutAFigureTheFirstQuantityIsDrawn) {
  const Json view = page_of(bar(two_grids, "")).document["views"][0];
  EXPECT_EQ(view["first"], 3);  // after the status
  EXPECT_TRUE(view["boundaries"].is_null());
}

TEST_F(StudyPage, LinesOfAMapPassThroughItsBoundaryPoints) {
  const Page page = page_of(bar(two_grids, "  refine: mode\n"));
  const std::vector<double> lines = page.numbers(page.document["views"][0]["boundaries"]["lines"]);
  ASSERT_GT(lines.size(), 0U);
  ASSERT_EQ(lines.size() % 2, 0U);
  const StudyTable points = test::table_named(tables_, "boundaries");
  const auto is_point = [&](double x, double y) {
    for (std::size_t r = 0; r < points.rows(); ++r) {
      if (points.at(r, 0) == x && points.at(r, 1) == y) return true;
    }
    return false;
  };
  std::size_t on_points = 0, others = 0;
  for (std::size_t i = 0; i < lines.size(); i += 2) {
    if (std::isnan(lines[i])) continue;
    ++(is_point(lines[i], lines[i + 1]) ? on_points : others);
  }
  EXPECT_GT(on_points, points.rows() / 2);
  EXPECT_LE(others, 6U);  // where three regions meet
}

TEST_F(StudyPage, OfOneGridHasCurves) {
  std::string text =
      "painleve:\n  base: ../scenes/painleve_rod.yaml\n  contacts: [tip]\n"
      "  sliding: ['+']\n  parameters: [{name: phi, from: 5.5, to: 89.5, count: 22}]\n"
      "  set: {parameters.angle: phi*deg}\n";
  const Page page = page_of(text);
  expect_whole(page);
  const Json& view = page.document["views"][0];
  EXPECT_EQ(view["type"], "curves");
  EXPECT_EQ(view["x"]["size"], 22);
  EXPECT_EQ(view["first"], 1);  // verdict
  EXPECT_EQ(view["boundaries"]["column"], 1);
  EXPECT_EQ(page.table("boundaries")["rows"], test::table_named(tables_, "boundaries").rows());
}

TEST_F(StudyPage, FurtherParametersChooseASlice) {
  const Page page = page_of(
      "sweep:\n  base: ../problems/bar_contact_space.yaml\n  law: [moreau, poisson]\n  "
      "parameters:\n"
      "    - {path: contacts.tip.friction, values: [0.1, 0.5, 0.3]}\n"
      "    - {name: a, values: [0, 1]}\n"
      "    - {name: v, from: -3, to: -1, count: 3}\n"
      "  set: {velocity.0: v, velocity.1: a}\n  quantities: [normal_velocity]\n");
  expect_whole(page);
  // The first list is neither ascending nor descending: no sides of a map.
  const Json& view = page.document["views"][0];
  EXPECT_EQ(view["type"], "curves");
  EXPECT_EQ(view["x"]["stride"], 6);
  EXPECT_EQ(view["others"][0], Json::parse(R"({"column":1,"size":2,"stride":3,"log":false})"));
  EXPECT_EQ(view["others"][1], Json::parse(R"({"column":2,"size":3,"stride":1,"log":false})"));
  EXPECT_EQ(view["first"], 5);  // two laws: two columns of status
}

TEST_F(StudyPage, OfAnUncertainSweepHasHistogramsOfEverySample) {
  const Page page = page_of(
      "sweep:\n  base: ../problems/two_vehicles.yaml\n  law: routh-stronge\n  parameters:\n"
      "    - {name: e, path: contacts.0.restitution, uniform: {low: 0, high: 0.4}}\n"
      "    - {name: mu, path: contacts.0.friction, values: [0.1, 0.6, 0.4]}\n"
      "  samples: 64\n  percentiles: [0.1, 0.9]\n  quantities: [bodies.car.delta_v, mode]\n");
  expect_whole(page);
  const Json& view = page.document["views"][0];
  EXPECT_EQ(view["type"], "uncertain");
  EXPECT_EQ(view["points"], 3);
  EXPECT_EQ(view["samples"], 64);
  EXPECT_EQ(view["inputs"], Json::parse("[0]"));
  EXPECT_EQ(view["fixed"], Json::parse("[1]"));
  EXPECT_EQ(view["p"], Json::parse("[0.1, 0.5, 0.9]"));
  EXPECT_TRUE(view["sensitivity"].get<bool>());
  const StudyTable cells = test::table_named(tables_, "cells");
  ASSERT_EQ(view["histograms"].size(), 2U);  // of e and delta_v
  for (const Json& histogram : view["histograms"]) {
    const auto bins = histogram["bins"].get<std::size_t>();
    EXPECT_EQ(bins, 8U);  // 2 n^(1/3)
    const std::vector<double> edges = page.numbers(histogram["edges"]);
    ASSERT_EQ(edges.size(), 3 * (bins + 1));
    const std::vector<double> counts = page.numbers(histogram["counts"]);
    ASSERT_EQ(counts.size(), 3 * bins);
    const auto column = histogram["column"].get<std::size_t>();
    for (std::size_t point = 0; point < 3; ++point) {
      for (std::size_t b = 0; b < bins; ++b) {  // counted the other way round
        const double low = edges[point * (bins + 1) + b], high = edges[point * (bins + 1) + b + 1];
        int inside = 0;
        for (std::size_t s = 0; s < 64; ++s) {
          const double x = cells.at(point * 64 + s, column);
          if (x >= low && (x < high || (b + 1 == bins && x == high))) ++inside;
        }
        EXPECT_EQ(counts[point * bins + b], inside);
      }
    }
  }
  // The band over the fixed parameter has the percentiles of the table.
  ASSERT_EQ(view["bands"].size(), 1U);
  const std::vector<double> low = page.numbers(view["bands"][0]["low"]);
  const StudyTable p = test::table_named(tables_, "percentiles");
  EXPECT_EQ(low[0], test::number(p, 0, "value"));
  EXPECT_EQ(test::number(p, 0, "percentile"), 0.1);
}

TEST_F(StudyPage, OfAnOrbitHasItsPortraitAndMultipliers) {
  const Page page = page_of(
      "orbit:\n  base: ../scenes/frictional_bounce_simplified.yaml\n"
      "  section: {event: open, contact: tip}\n  settle: 8\n");
  expect_whole(page);
  ASSERT_EQ(page.document["views"].size(), 1U);
  const Json& view = page.document["views"][0];
  EXPECT_EQ(view["type"], "orbits");
  const Json& samples = page.table("samples")["columns"];
  EXPECT_EQ(samples[view["x"].get<std::size_t>()]["name"], "phi");
  EXPECT_EQ(samples[view["y"].get<std::size_t>()]["name"], "v_phi");
  const std::size_t states = 2 * (view["y"].get<std::size_t>() - view["x"].get<std::size_t>());
  EXPECT_EQ(view["multipliers"].size(), states);
  const StudyTable orbits = test::table_named(tables_, "orbits");
  for (const Json& m : view["multipliers"]) {
    const double re = orbits.at(0, m["re"]), im = orbits.at(0, m["im"]);
    EXPECT_NEAR(std::pow(page.numbers(m["modulus"])[0], 2), re * re + im * im, 1e-15);
  }
  // The motion is sampled at every event.
  const StudyTable events = test::table_named(tables_, "events");
  const StudyTable motion = test::table_named(tables_, "samples");
  const std::vector<double> marks = page.numbers(view["marks"]);
  ASSERT_EQ(marks.size(), events.rows());
  for (std::size_t e = 0; e < marks.size(); ++e) {
    EXPECT_EQ(motion.at(static_cast<std::size_t>(marks[e]), 1), events.at(e, 1));
  }
}

TEST_F(StudyPage, OfABifurcationPassesThroughEveryOrbitAndSpecialPointOnce) {
  const Page page = page_of(
      "bifurcate:\n  base: ../scenes/frictional_bounce_simplified.yaml\n  parameters:\n"
      "    - {path: parameters.friction, name: mu, from: 0.42, to: 0.46, count: 5}\n"
      "  section: {event: impact, contact: tip}\n  longest: 1\n  record: [phi]\n"
      "  diagram: {transient: 5, returns: 6, settle: 2}\n"
      "  branches: [{start: 0.435, settle: 4}]\n  continuation: {step: 0.1, points: 8}\n");
  expect_whole(page);
  const Json& view = page.document["views"][0];
  EXPECT_EQ(view["type"], "diagram");
  const Json& phi = view["quantities"][0];
  EXPECT_EQ(phi["name"], "phi");
  for (const char* name : {"points", "branches", "special"}) {
    EXPECT_EQ(page.table(name)["columns"][phi[name].get<std::size_t>()]["name"], "phi");
  }
  EXPECT_TRUE(phi["diagram"].is_null());
  const StudyTable branches = test::table_named(tables_, "branches");
  const StudyTable special = test::table_named(tables_, "special");
  ASSERT_GT(special.rows(), 0U);  // the doubling at 0.441976
  const std::vector<double> path = page.numbers(view["path"]);
  EXPECT_EQ(page.codes(view["stable"]).size(), path.size());
  std::vector<int> orbits(branches.rows()), points(special.rows());
  double last = NAN;
  for (const double v : path) {
    if (std::isnan(v)) {
      last = NAN;
      continue;
    }
    const double p = v < 0.0 ? special.at(static_cast<std::size_t>(-1.0 - v), 0)
                             : branches.at(static_cast<std::size_t>(v), 0);
    ++(v < 0.0 ? points.at(static_cast<std::size_t>(-1.0 - v))
               : orbits.at(static_cast<std::size_t>(v)));
    // Steps are a tenth of the range at most: special points are where they belong.
    if (!std::isnan(last)) {
      EXPECT_LT(std::abs(p - last), 0.1 * 0.04 * 2.0);
    }
    last = p;
  }
  for (const int times : orbits) EXPECT_EQ(times, 1);
  for (const int times : points) EXPECT_EQ(times, 1);
}

TEST_F(StudyPage, OfAnIdentificationHasItsIntervals) {
  const IdentifyFile study = read_identify(RICOCHET_SOURCE_DIR "/studies/identify_bar.yaml");
  const StudyDocument document = identify_document(study, identify(study));
  tables_ = document.tables;
  const Page page = page_of(document);
  expect_whole(page);
  EXPECT_EQ(page.document["views"][0]["type"], "coefficients");
}

TEST_F(StudyPage, ForeignAndDamagedFilesAreRefused) {
  const auto study = test::study_of(bar(two_grids, ""));
  StudyDocument document = study->document(test::tables_of(*study));
  const StudyDocument whole = document;
  const auto refused = [&] {
    try {
      page_of(document);
      return std::string("not refused");
    } catch (const IoError& error) {
      return std::string(error.what());
    }
  };
  document.tables[0].numbers.resize(document.tables[0].numbers.size() / 3);  // fewer rows
  EXPECT_NE(refused().find("is not that of the study"), std::string::npos);
  document = whole;
  document.tables[0].numbers[0] += 1.0;  // off the grid
  EXPECT_NE(refused().find("column 'ratio' is not that of the study"), std::string::npos);
  document = whole;
  document.tables[0].name = "other";
  EXPECT_NE(refused().find("no table 'cells'"), std::string::npos);
  document = whole;
  document.study = "map: [";
  EXPECT_NE(refused().find("the study in this file"), std::string::npos);
  document.kind = "quilt";
  EXPECT_NE(refused(), "not refused");

  write_study(path_, true, whole);
  std::filesystem::resize_file(path_, std::filesystem::file_size(path_) - 100);
  EXPECT_THROW(StudyFile{path_}, IoError);
}

TEST(RegionLabels, StandInTheMiddleOfEveryLargeRegion) {
  // Two halves of a map, and a single cell of a third code: too small for a name.
  constexpr std::size_t nx = 40, ny = 21;
  std::vector<int> codes;
  for (std::size_t i = 0; i < nx; ++i) {
    for (std::size_t j = 0; j < ny; ++j) codes.push_back(i < nx / 2 ? 0 : 1);
  }
  codes[0] = 2;
  codes.back() = -1;
  const std::vector<RegionLabel> labels = region_labels(codes, nx, ny);
  ASSERT_EQ(labels.size(), 2U);
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_EQ(labels[k].code, k);
    EXPECT_TRUE(labels[k].i == 9U + k * 20U || labels[k].i == 10U + k * 20U) << labels[k].i;
    EXPECT_EQ(labels[k].room, 10U);
    EXPECT_EQ(labels[k].j, 10U);
  }
}

TEST(BoundaryLines, JoinTwoRegionsAcrossAMesh) {
  const std::array<double, 3> x = {0, 1, 2}, y = {0, -1, -2};  // one ascends, one descends
  const std::vector<BoundaryPoint> points = {{0.25, 0.0, false, 0.0, 1.0},
                                             {0.75, -1.0, false, 0.0, 1.0}};
  EXPECT_EQ(boundary_lines(x, y, points), (std::vector<double>{0.25, 0.0, 0.75, -1.0}));
}

TEST(BoundaryLines, MeetWhereThreeRegionsMeet) {
  const std::array<double, 2> x = {0, 1}, y = {0, 1};
  const std::vector<BoundaryPoint> points = {
      {0.5, 0.0, false, 0.0, 1.0}, {0.0, 0.5, true, 0.0, 2.0}, {1.0, 0.4, true, 1.0, 2.0}};
  const std::vector<double> lines = boundary_lines(x, y, points);
  ASSERT_EQ(lines.size(), 16U);  // three lines of two vertices
  int meet = 0;
  for (std::size_t i = 0; i < lines.size(); i += 2) {
    if (std::abs(lines[i] - 0.5) < 1e-12 && std::abs(lines[i + 1] - 0.3) < 1e-12) ++meet;
  }
  EXPECT_EQ(meet, 3);
}

TEST(BoundaryLines, GoOnFromMeshToMeshAndClose) {
  // A disc of radius 2.2 on a grid of 7 x 7: its rim is one closed line.
  std::array<double, 7> x{}, y{};
  for (std::size_t k = 0; k < 7; ++k) x[k] = y[k] = static_cast<double>(k) - 3.0;
  const auto inside = [](double a, double b) { return a * a + b * b < 2.2 * 2.2 ? 1.0 : 0.0; };
  std::vector<BoundaryPoint> points;
  for (std::size_t i = 0; i < 7; ++i) {
    for (std::size_t j = 0; j < 7; ++j) {
      const double here = inside(x[i], y[j]);
      if (i < 6 && inside(x[i + 1], y[j]) != here) {
        const double at = std::copysign(std::sqrt(2.2 * 2.2 - y[j] * y[j]), x[i] + 0.5);
        points.push_back({at, y[j], false, here, 1.0 - here});
      }
      if (j < 6 && inside(x[i], y[j + 1]) != here) {
        const double at = std::copysign(std::sqrt(2.2 * 2.2 - x[i] * x[i]), y[j] + 0.5);
        points.push_back({x[i], at, true, here, 1.0 - here});
      }
    }
  }
  const std::vector<double> line = boundary_lines(x, y, points);
  ASSERT_EQ(line.size(), 2 * (points.size() + 1));
  EXPECT_EQ(line[0], line[line.size() - 2]);
  EXPECT_EQ(line[1], line[line.size() - 1]);
  double length = 0.0;  // of a polygon in the circle: less than the circle, not by much
  for (std::size_t i = 2; i < line.size(); i += 2) {
    EXPECT_NEAR(std::hypot(line[i], line[i + 1]), 2.2, 1e-12);
    length += std::hypot(line[i] - line[i - 2], line[i + 1] - line[i - 1]);
  }
  EXPECT_LT(length, 2.0 * 3.14159265358979 * 2.2);
  EXPECT_GT(length, 0.97 * 2.0 * 3.14159265358979 * 2.2);
}

TEST(BoundaryLines, DoNotGuessAtASaddle) {
  const std::array<double, 2> x = {0, 1}, y = {0, 1};
  const std::vector<BoundaryPoint> points = {{0.5, 0.0, false, 0.0, 1.0},
                                             {0.5, 1.0, false, 1.0, 0.0},
                                             {0.0, 0.5, true, 0.0, 1.0},
                                             {1.0, 0.5, true, 1.0, 0.0}};
  EXPECT_TRUE(boundary_lines(x, y, points).empty());
}

}  // namespace
}  // namespace ricochet
