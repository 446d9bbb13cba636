// Sweeps with uncertain parameters against a calculation of their own; tables, and the files they are kept in.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include <ricochet/files/errors.hpp>
#include <ricochet/files/problem_file.hpp>
#include <ricochet/files/seal.hpp>
#include <ricochet/version.hpp>
#include <support/documents.hpp>
#include <support/program.hpp>
#include <support/resolve.hpp>
#include <support/studies.hpp>
#include <support/suite.hpp>

namespace ricochet::test {
namespace {

namespace fs = std::filesystem;

// The shipped study with another number of samples, seed and design.
std::string vehicles(long samples, int seed, const std::string& design) {
  std::string text = testing::text_of("studies/two_vehicles.yaml");
  const auto replace = [&](const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
  };
  replace("samples: 10000", fmt::format("samples: {}", samples));
  replace("seed: 1", fmt::format("seed: {}", seed));
  replace("design: latin", "design: " + design);
  return text;
}

struct Row {
  double value = 0.0, low = 0.0, high = 0.0;
};
Row percentile(const StudyTable& table, const std::string& quantity, double p) {
  for (std::size_t r = 0; r < table.rows(); ++r) {
    if (code(table, r, "quantity") == quantity && number(table, r, "percentile") == p) {
      return {number(table, r, "value"), number(table, r, "low"), number(table, r, "high")};
    }
  }
  ADD_FAILURE() << quantity << ' ' << p;
  return {};
}
Row percentile_of(const std::string& text, const std::string& quantity, double p) {
  return percentile(table_named(tables_of(*study_of(text)), "percentiles"), quantity, p);
}

// The same uncertain collision, by a generator of its own and the law itself.
class Collisions {
 public:
  explicit Collisions(std::uint64_t seed) : random_(seed) {
    problem_ =
        read_problem(std::string(RICOCHET_SOURCE_DIR) + "/problems/two_vehicles.yaml").problem;
  }
  // delta-v of the car.
  double draw() {
    std::normal_distribution<double> e(0.2, 0.1), mu(0.6, 0.2), speed(13.9, 0.5);
    problem_.contact[0].energetic = between(e, 0.0, 1.0);
    problem_.contact[0].mu = problem_.contact[0].mu_static = between(mu, 0.0, INFINITY);
    problem_.u[0] = speed(random_);
    EXPECT_TRUE(problem_.assemble());
    find_law("routh-stronge")->resolve(problem_, out_, workspace_);
    EXPECT_TRUE(has_answer(out_.status));
    return std::hypot(out_.u[0] - problem_.u[0], out_.u[1] - problem_.u[1]);
  }

 private:
  double between(std::normal_distribution<double>& normal, double low, double high) {
    while (true) {
      const double x = normal(random_);
      if (x >= low && x <= high) return x;
    }
  }
  std::mt19937_64 random_;
  ContactProblem problem_;
  ImpactOutcome out_;
  Workspace workspace_;
};

const std::string delta_v = "bodies.car.delta_v";

TEST(TwoVehicles, RepeatWithTheSeed) {
  const auto csv = [](int seed, int threads) {
    std::string all;
    for (const StudyTable& t : tables_of(*study_of(vehicles(500, seed, "latin")), threads)) {
      all += table_csv(t);
    }
    return all;
  };
  const std::string one = csv(1, 1);
  EXPECT_EQ(csv(1, 1), one);
  EXPECT_EQ(csv(1, 3), one);
  EXPECT_NE(csv(2, 1), one);
}

// Another seed gives another sample of the same distribution: inside the interval as often as it promises.
TEST(TwoVehicles, ChangeWithTheSeedWithinTheirIntervals) {
  const double median = percentile_of(vehicles(100'000, 99, "latin"), delta_v, 0.5).value;
  int inside = 0;
  constexpr int seeds = 60;
  double least = INFINITY, largest = -INFINITY;
  for (int seed = 1; seed <= seeds; ++seed) {
    const Row row = percentile_of(vehicles(400, seed, "random"), delta_v, 0.5);
    EXPECT_LE(row.low, row.value);
    EXPECT_GE(row.high, row.value);
    inside += row.low <= median && median <= row.high ? 1 : 0;
    least = std::min(least, row.value);
    largest = std::max(largest, row.value);
  }
  EXPECT_GT(largest, least);
  // 95 % of 60: 57 with standard deviation 1.7; fewer than 51 once in ten thousand.
  EXPECT_GE(inside, 51);
}

// Root mean square error over seeds, against a sample a hundred times larger, falls as 1/sqrt(N).
TEST(TwoVehicles, ConvergeAsTheRootOfTheNumberOfSamples) {
  const double exact = percentile_of(vehicles(400'000, 12345, "latin"), delta_v, 0.75).value;
  std::vector<double> x, y;
  for (const long samples : {50L, 200L, 800L, 3200L}) {
    double squares = 0.0;
    constexpr int seeds = 24;
    for (int seed = 1; seed <= seeds; ++seed) {
      const double error =
          percentile_of(vehicles(samples, seed, "random"), delta_v, 0.75).value - exact;
      squares += error * error;
    }
    x.push_back(std::log(static_cast<double>(samples)));
    y.push_back(0.5 * std::log(squares / seeds));
  }
  double mean_x = 0.0, mean_y = 0.0, sxx = 0.0, sxy = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) mean_x += x[i] / 4.0, mean_y += y[i] / 4.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sxx += (x[i] - mean_x) * (x[i] - mean_x);
    sxy += (x[i] - mean_x) * (y[i] - mean_y);
  }
  // Each error is known to 1/sqrt(48) = 14 %, the slope to about 0.05.
  EXPECT_NEAR(sxy / sxx, -0.5, 0.15);
}

TEST(TwoVehicles, AgreeWithADirectCalculation) {
  Collisions collisions(4);
  const auto samples = static_cast<std::size_t>(testing::suite_count(1'000'000));
  std::vector<double> direct;
  for (std::size_t i = 0; i < samples; ++i) direct.push_back(collisions.draw());
  std::sort(direct.begin(), direct.end());
  const StudyTable table = table_named(
      tables_of(*study_of(testing::text_of("studies/two_vehicles.yaml"))), "percentiles");
  for (const double p : {0.05, 0.25, 0.5, 0.75, 0.95}) {
    const Row row = percentile(table, delta_v, p);
    const double own = direct[static_cast<std::size_t>(p * static_cast<double>(samples))];
    // Its interval is that of 10^4 independent samples: twice as wide is hardly ever left.
    EXPECT_NEAR(row.value, own, row.high - row.low) << p;
    EXPECT_LT(row.high - row.low, 0.05 * row.value);
  }
}

// One input that decides, one that helps, one without influence.
TEST(Sensitivities, RankTheInputsByWhatTheyDo) {
  const std::string text =
      "sweep:\n  base: ../problems/sphere.yaml\n  samples: 2000\n  seed: 3\n  parameters:\n"
      "    - {name: a, uniform: {low: -1, high: 1}}\n"
      "    - {name: b, uniform: {low: -1, high: 1}}\n    - {name: none, normal: {mean: 5, sd: 2}}\n"
      "  quantities: [{name: y, formula: 3*a + b}, {name: flat, formula: 7}]\n";
  const auto tables = tables_of(*study_of(text));
  const StudyTable s = table_named(tables, "sensitivity");
  ASSERT_EQ(s.rows(), 3U);  // a constant has none
  const std::vector<double> expected = {std::sqrt(0.9), std::sqrt(0.1), 0.0};
  for (std::size_t r = 0; r < 3; ++r) {
    EXPECT_EQ(code(s, r, "quantity"), "y");
    EXPECT_EQ(code(s, r, "input"), (std::vector<std::string>{"a", "b", "none"}[r]));
    EXPECT_NEAR(number(s, r, "coefficient"), expected[r], 0.05);
    EXPECT_NEAR(number(s, r, "share"), expected[r] * expected[r], 0.08);
    EXPECT_NEAR(number(s, r, "rank"), expected[r], 0.08);
  }
  const StudyTable p = table_named(tables, "percentiles");
  EXPECT_EQ(percentile(p, "flat", 0.5).value, 7.0);
  EXPECT_EQ(percentile(p, "flat", 0.05).low, 7.0);
}

TEST(Sweeps, OfFixedParametersHaveEveryCombination) {
  const std::string text =
      "sweep:\n  base: ../problems/sphere.yaml\n  parameters:\n"
      "    - {name: a, from: 1, to: 100, count: 3, scale: log}\n"
      "    - {name: b, values: [5, -2]}\n"
      "  quantities: [{name: y, formula: a*b}]\n";
  const auto tables = tables_of(*study_of(text));
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(table_csv(tables[0]),
            "a,b,status,y\n1,5,unique,5\n1,-2,unique,-2\n10,5,unique,50\n10,-2,unique,-20\n"
            "100,5,unique,500\n100,-2,unique,-200\n");
}

TEST(Sweeps, HaveStatisticsAtEveryFixedPoint) {
  const std::string text =
      "sweep:\n  base: ../problems/sphere.yaml\n  samples: 300\n  percentiles: [0, 1]\n"
      "  confidence: 0.9\n  parameters:\n    - {name: a, values: [10, 20]}\n"
      "    - {name: b, triangular: {low: 0, mode: 0.5, high: 1}}\n"
      "  quantities: [{name: y, formula: a + b}, {name: half, formula: b > 0.5, names: [no, "
      "yes]}]\n";
  const auto tables = tables_of(*study_of(text));
  const StudyTable p = table_named(tables, "percentiles");
  ASSERT_EQ(p.rows(), 4U);
  for (std::size_t r = 0; r < 4; ++r) {
    EXPECT_EQ(p.at(r, 0), r < 2 ? 10.0 : 20.0);
    EXPECT_NEAR(number(p, r, "value"), p.at(r, 0) + number(p, r, "percentile"), 0.1);
    // No interval reaches beyond all samples.
    EXPECT_TRUE(std::isnan(number(p, r, number(p, r, "percentile") == 0.0 ? "low" : "high")));
  }
  // Every point meets the same samples.
  EXPECT_NEAR(number(p, 0, "value") - 10.0, number(p, 2, "value") - 20.0, 1e-14);
  const StudyTable shares = table_named(tables, "shares");
  double yes = 0.0;
  for (std::size_t r = 0; r < shares.rows(); ++r) {
    if (code(shares, r, "quantity") == "half" && code(shares, r, "name") == "yes") {
      yes += number(shares, r, "count");
      EXPECT_NEAR(number(shares, r, "share"), number(shares, r, "count") / 300.0, 1e-15);
      EXPECT_LT(number(shares, r, "low"), number(shares, r, "share"));
    }
  }
  double counted = 0.0;
  for (std::size_t r = 0; r < tables[0].rows(); ++r) {
    counted += number(tables[0], r, "b") > 0.5 ? 1.0 : 0.0;
  }
  EXPECT_EQ(yes, counted);
}

// ------------------------------------------------------------------------------------------------ tables

StudyTable small_table() {
  return {"cells",
          {{"x, y", "m"}, {"mode", "", {"open", "a \"b\""}}, {"z"}},
          {1.0 / 3.0, 0.0, 1e300, NAN, 1.0, -0.0, -5e-324, NAN, 7.0}};
}

TEST(Tables, AsCsvHaveNamesForCodesAndNothingWhereSomethingIsMissing) {
  EXPECT_EQ(table_csv(small_table()),
            "\"x, y [m]\",mode,z\n0.3333333333333333,open,1e+300\n,\"a \"\"b\"\"\",0\n"
            "-5e-324,,7\n");
}

TEST(Tables, AsJsonHaveNullWhereSomethingIsMissing) {
  const auto json = nlohmann::json::parse(table_json(small_table()));
  EXPECT_EQ(json["columns"][0], nlohmann::json({{"name", "x, y"}, {"unit", "m"}}));
  EXPECT_EQ(json["rows"].size(), 3U);
  EXPECT_EQ(json["rows"][0], nlohmann::json({1.0 / 3.0, "open", 1e300}));
  EXPECT_EQ(json["rows"][1], nlohmann::json({nullptr, "a \"b\"", -0.0}));
  EXPECT_EQ(json["rows"][2], nlohmann::json({-5e-324, nullptr, 7.0}));
}

TEST(Tables, AsTextAreAlignedAndCutInTheMiddle) {
  EXPECT_EQ(table_text(small_table(), 10),
            "         x, y  mode        z\n"
            "          [m]\n"
            "     0.333333  open   1e+300\n"
            "               a \"b\"       0\n"
            "-4.94066e-324              7\n");
  StudyTable many{"t", {{"n"}}, {}};
  for (int i = 0; i < 100; ++i) many.numbers.push_back(i);
  EXPECT_EQ(table_text(many, 4), "  n\n  0\n  1\n...\n 98\n 99\n");
}

// ------------------------------------------------------------------------------------------------ files

class StudyFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("ricochet study file test " + std::to_string(getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string path(const std::string& name = "out.h5") const { return (folder_ / name).string(); }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  ProgramRun python(const std::string& script) const {
    return run_program("/usr/bin/python3", {"-c", script}, folder_.string());
  }
  template <class Action>
  static void expect_error(const Action& action, const std::string& part) {
    try {
      action();
      ADD_FAILURE() << "no error: " << part;
    } catch (const IoError& error) {
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
  }

  static StudyDocument document() {
    StudyTable long_table{"long", {{"n"}}, {}};
    for (int i = 0; i < 10'000; ++i) long_table.numbers.push_back(0.1 * i);
    return {"sweep",
            "a title",
            "sweep: {}\n",
            "impact: {}\n",
            {small_table(), long_table, {"empty", {{"a/b"}, {"c", "", {"one"}}}, {}}}};
  }
  fs::path folder_;
};

void expect_same(const StudyTable& a, const StudyTable& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(table_csv(a), table_csv(b));
  ASSERT_EQ(a.columns.size(), b.columns.size());
  for (std::size_t c = 0; c < a.columns.size(); ++c) {
    EXPECT_EQ(a.columns[c].name, b.columns[c].name);
    EXPECT_EQ(a.columns[c].unit, b.columns[c].unit);
    EXPECT_EQ(a.columns[c].codes, b.columns[c].codes);
  }
  ASSERT_EQ(a.numbers.size(), b.numbers.size());
  for (std::size_t i = 0; i < a.numbers.size(); ++i) {
    ASSERT_TRUE(a.numbers[i] == b.numbers[i] ||
                (std::isnan(a.numbers[i]) && std::isnan(b.numbers[i])))
        << i;
  }
}

TEST_F(StudyFiles, GiveBackTheTables) {
  const StudyDocument written = document();
  write_study(path(), false, written);
  EXPECT_EQ(files(), 1U);
  EXPECT_EQ(result_kind(path()), "sweep");
  const StudyFile file(path());
  EXPECT_EQ(file.kind(), "sweep");
  EXPECT_EQ(file.study(), "sweep: {}\n");
  EXPECT_EQ(file.tables(), (std::vector<std::string>{"cells", "long", "empty"}));
  for (const StudyTable& table : written.tables) expect_same(file.table(table.name), table);
}

TEST_F(StudyFiles, OfAWholeStudyGiveItBack) {
  const auto study = study_of(vehicles(200, 1, "latin"));
  const StudyDocument written = study->document(tables_of(*study));
  EXPECT_EQ(written.tables.size(), 4U);
  write_study(path(), false, written);
  const StudyFile file(path());
  EXPECT_EQ(file.study(), study->text);
  for (const StudyTable& table : written.tables) expect_same(file.table(table.name), table);
  write_study(path("again.h5"), false, written);
  EXPECT_EQ(text_of_file(path("again.h5")), text_of_file(path()));
}

TEST_F(StudyFiles, AreReplacedOnlyWithForce) {
  std::ofstream(path()) << "mine";
  expect_error([&] { write_study(path(), false, document()); }, "exists; --force replaces it");
  EXPECT_EQ(text_of_file(path()), "mine");
  write_study(path(), true, document());
  EXPECT_EQ(StudyFile(path()).kind(), "sweep");
  expect_error([&] { write_study(path("absent/out.h5"), false, document()); },
               "cannot be written: No such file or directory");
  EXPECT_EQ(files(), 1U);
}

TEST_F(StudyFiles, AreReadByH5py) {
  write_study(path(), false, document());
  const ProgramRun run = python(R"(
import h5py, json, math
with h5py.File('out.h5', 'r') as f:
  print(json.dumps({
    'attributes': [f.attrs[k] for k in ('ricochet', 'kind', 'title', 'study', 'base')],
    'schema': int(f.attrs['schema']),
    'tables': list(f.attrs['tables']),
    'columns': list(f['cells'].attrs['columns']),
    'unit': f['cells/x, y'].attrs['unit'],
    'x': [None if math.isnan(x) else x for x in f['cells/x, y'][:]],
    'mode': f['cells/mode'][:].tolist(),
    'names': list(f['cells/mode'].attrs['names']),
    'long': f['long/n'].shape,
    'empty': [f['empty/a|b'].shape, f['empty/a|b'].attrs['column']]}))
)");
  ASSERT_EQ(run.code, 0) << run.err;
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json["attributes"],
            nlohmann::json({version, "sweep", "a title", "sweep: {}\n", "impact: {}\n"}));
  EXPECT_EQ(json["schema"], 1);
  EXPECT_EQ(json["tables"], nlohmann::json({"cells", "long", "empty"}));
  EXPECT_EQ(json["columns"], nlohmann::json({"x, y", "mode", "z"}));
  EXPECT_EQ(json["unit"], "m");
  EXPECT_EQ(json["x"], nlohmann::json({1.0 / 3.0, nullptr, -5e-324}));
  EXPECT_EQ(json["mode"], nlohmann::json({0, 1, 255}));
  EXPECT_EQ(json["names"], nlohmann::json({"open", "a \"b\""}));
  EXPECT_EQ(json["long"], nlohmann::json({10'000}));
  EXPECT_EQ(json["empty"][1], "a/b");
}

TEST_F(StudyFiles, CutOffOrDamagedAreRefused) {
  write_study(path(), false, document());
  const std::string whole = text_of_file(path());
  const auto refused = [&](const std::string& bytes, const std::string& why) {
    std::ofstream(path("bad.h5"), std::ios::binary | std::ios::trunc) << bytes;
    expect_error([&] { StudyFile{path("bad.h5")}; }, why);
    expect_error([&] { result_kind(path("bad.h5")); }, why);
  };
  for (std::size_t size = 0; size < whole.size(); size += 9973) {
    refused(whole.substr(0, size), "it is not a complete result file of ricochet");
  }
  for (std::size_t place = 0; place + 24 < whole.size(); place += 7919) {
    std::string bytes = whole;
    bytes[place] = static_cast<char>(bytes[place] ^ 0x10);
    refused(bytes, "it was damaged or changed after it was written");
  }
  expect_error([&] { StudyFile{path("absent.h5")}; }, "cannot be read: No such file");
}

// A whole file with one thing changed through the library of others, and sealed again.
TEST_F(StudyFiles, WithNamesOrSizesThatDoNotFitAreRefused) {
  const std::vector<std::pair<std::string, std::string>> changes = {
      {"del f['cells/z']", "no attribute"},
      {"f.attrs['schema'] = 7", "its schema is 7, this version reads 1"},
      {"del f.attrs['study']", "/ has no attribute 'study'"},
      {"f.attrs['tables'] = ['cells', 'more']", "more has no attribute 'columns'"},
      {"d = dict(f['cells/z'].attrs); del f['cells/z']; f['cells/z'] = [1.0]; "
       "f['cells/z'].attrs.update(d)",
       "the columns of 'cells' differ in length"},
      {"d = dict(f['cells/z'].attrs); del f['cells/z']; f['cells/z'] = [[1.0, 2.0]]*3; "
       "f['cells/z'].attrs.update(d)",
       "the size of cells/z does not fit"},
      {"f['cells/mode'][0] = 77", "a code in cells/mode has no name"}};
  for (const auto& [change, reason] : changes) {
    write_study(path(), true, document());
    const ProgramRun run = python("import h5py\nwith h5py.File('out.h5', 'r+') as f:\n  " + change);
    ASSERT_EQ(run.code, 0) << run.err;
    expect_error([&] { StudyFile{path()}; }, "cannot be read");  // the seal is gone or broken
    EXPECT_EQ(seal_file(path()), "");
    expect_error(
        [&] {
          const StudyFile file(path());
          for (const std::string& name : file.tables()) file.table(name);
        },
        reason);
  }
}

TEST_F(StudyFiles, AreDocumentsInJson) {
  const auto json = nlohmann::json::parse(study_json(document()));
  EXPECT_EQ(json["ricochet"], version);
  EXPECT_EQ(json["schema"], 1);
  EXPECT_EQ(json["kind"], "sweep");
  EXPECT_EQ(json["title"], "a title");
  EXPECT_EQ(json["tables"]["cells"]["rows"].size(), 3U);
  EXPECT_EQ(json["tables"]["empty"]["rows"], nlohmann::json::array());
}

}  // namespace
}  // namespace ricochet::test
