// The page of a motion: its numbers are those of the file, to the bit; what stands between samples is the motion.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include <ricochet/files/course.hpp>
#include <ricochet/files/run_file.hpp>
#include <ricochet/files/run_page.hpp>
#include <ricochet/files/sample_rows.hpp>
#include <ricochet/files/scene_file.hpp>
#include <ricochet/files/simulation.hpp>
#include <support/page_columns.hpp>

namespace ricochet {
namespace {

using Json = nlohmann::ordered_json;

class RunPage : public ::testing::Test {
 protected:
  void SetUp() override {
    path_ = (std::filesystem::temp_directory_path() /
             ("ricochet run page " + std::to_string(getpid()) + ".h5"))
                .string();
  }
  void TearDown() override { std::filesystem::remove(path_); }

  void simulate(const Scene& scene) {
    const RunSetup setup{scene.system->info(), scene.title, scene.text, scene.law, "", "event",
                         scene.options};
    RunWriter writer(path_, true, setup);
    writer.finish(ricochet::simulate(scene, writer));
    writer.commit();
  }
  static Scene shipped(const std::string& name) {
    return read_scene(std::string(RICOCHET_SOURCE_DIR) + "/scenes/" + name + ".yaml");
  }
  std::vector<double> column(const Json& table, const std::string& dataset, std::size_t i) const {
    for (const Json& entry : table) {
      if (entry["name"] == dataset) {
        return test::numbers_of(entry["columns"][i]["data"], columns_);
      }
    }
    ADD_FAILURE() << dataset;
    return {};
  }

  std::string path_;
  PageColumns columns_;
};

TEST_F(RunPage, HoldsTheNumbersOfTheFileToTheBit) {
  for (const char* name : {"disc_ball", "woodpecker", "conveyor"}) {
    simulate(shipped(name));
    const RunFile file(path_);
    columns_ = {};
    const Json document = run_page(file, columns_);
    for (const auto& [table, key] :
         {std::pair{RunTable::samples, "samples"}, std::pair{RunTable::events, "events"}}) {
      for (const DatasetLayout& layout : layout_of(table, file.system())) {
        if (layout.bytes) continue;
        const RunRows rows = file.read(table, layout, 0, file.rows(table));
        const std::size_t width = layout.columns.size();
        for (std::size_t c = 0; c < width; ++c) {
          const std::vector<double> shown = column(document[key], layout.name, c);
          ASSERT_EQ(shown.size(), file.rows(table));
          for (std::size_t r = 0; r < shown.size(); ++r) {
            ASSERT_EQ(shown[r], rows.numbers[r * width + c]) << name << ' ' << layout.columns[c];
          }
        }
      }
    }
    EXPECT_EQ(document["thinned"]["shown"], file.rows(RunTable::samples));
    EXPECT_FALSE(document["drawing"].is_null());
    EXPECT_EQ(document["scene"], file.scene());
  }
}

TEST_F(RunPage, AFlyingBallIsOnItsParabolaBetweenSamples) {
  simulate(shipped("bouncing_ball"));
  const RunFile file(path_);
  const Json document = run_page(file, columns_);
  const std::vector<double> time = column(document["course"], "time", 0);
  const std::vector<double> y = column(document["course"], "q", 1);
  const std::vector<double> v = column(document["course"], "u", 1);
  const std::vector<double> gap = column(document["course"], "gap", 0);
  const std::vector<double> kinetic = column(document["course"], "energy", 0);
  const std::vector<double> potential = column(document["course"], "energy", 1);
  ASSERT_GT(time.size(), 2 * file.rows(RunTable::samples));
  const double first = std::sqrt(2.0 / 9.81);
  int seen = 0;
  for (std::size_t i = 0; i < time.size() && time[i] < first; ++i, ++seen) {
    EXPECT_NEAR(y[i], 1.05 - 0.5 * 9.81 * time[i] * time[i], 1e-12);
    EXPECT_NEAR(v[i], -9.81 * time[i], 1e-12);
    EXPECT_NEAR(gap[i], y[i] - 0.05, 1e-15);
    EXPECT_NEAR(kinetic[i] + potential[i], 0.1 * 9.81 * 1.05, 1e-12);
  }
  EXPECT_GT(seen, 10);
}

TEST_F(RunPage, TheCourseFollowsACurvedMotionToFourthOrder) {
  // A mass on a spring, x = cos t. Halving the step of the samples divides the error by 16.
  const auto worst_error = [](int count) {
    const Scene scene = parse_scene(
        "system: {mass: [[1]], stiffness: [[1]], q: [1], velocity: [0]}\nuntil: 6\n", "scene");
    SampleColumns samples;
    samples.numbers.resize(2 + 10);
    for (int i = 0; i <= count; ++i) {
      const double t = 6.0 * i / count;
      samples.time.push_back(t);
      for (auto& numbers : samples.numbers) numbers.push_back(0.0);
      samples.numbers[0].back() = std::cos(t);
      samples.numbers[1].back() = -std::sin(t);
    }
    const SampleColumns course = with_bends(*scene.system, samples, 100000);
    double worst = 0.0;
    for (std::size_t i = 0; i < course.time.size(); ++i) {
      worst = std::max(worst, std::abs(course.numbers[0][i] - std::cos(course.time[i])));
    }
    EXPECT_GT(course.time.size(), samples.time.size());
    return worst;
  };
  const double order = std::log2(worst_error(8) / worst_error(16));
  EXPECT_NEAR(order, 4.0, 0.3);
}

TEST_F(RunPage, ALongMotionKeepsItsEventsAndSaysHowFarTheRestIs) {
  Scene scene = shipped("friction_oscillator");
  scene.options.sample_step = 1e-3;
  scene.options.until = 60.0;
  simulate(scene);
  const RunFile file(path_);
  ASSERT_GT(file.rows(RunTable::samples), 60000U);
  const ShownSamples shown = shown_samples(file, 5000);
  EXPECT_LE(shown.rows.size(), 5000 + 4 * file.rows(RunTable::events));
  EXPECT_LE(shown.deviation, 1e-2);
  // Every sample at the time of an event is there.
  const std::vector<DatasetLayout> events = layout_of(RunTable::events, file.system());
  const RunRows times = file.read(RunTable::events, events[0], 0, file.rows(RunTable::events));
  std::vector<double> time;
  std::vector<std::vector<double>> rows;
  each_sample(file, [&](const SampleRow& row) {
    time.push_back(row.time);
    rows.emplace_back(row.numbers.begin(), row.numbers.end());
  });
  for (std::size_t r = 0; r < time.size(); ++r) {
    if (!std::binary_search(times.numbers.begin(), times.numbers.end(), time[r])) continue;
    EXPECT_TRUE(std::binary_search(shown.rows.begin(), shown.rows.end(), r)) << time[r];
  }
  // The coordinate is where the page says, straight between the rows that are shown.
  double low = INFINITY, high = -INFINITY, worst = 0.0;
  for (const std::vector<double>& row : rows) {
    low = std::min(low, row[0]);
    high = std::max(high, row[0]);
  }
  for (std::size_t k = 0; k + 1 < shown.rows.size(); ++k) {
    const std::size_t a = shown.rows[k], b = shown.rows[k + 1];
    for (std::size_t i = a + 1; i < b; ++i) {
      const double s = (time[i] - time[a]) / (time[b] - time[a]);
      worst = std::max(worst, std::abs(rows[i][0] - rows[a][0] - s * (rows[b][0] - rows[a][0])));
    }
  }
  EXPECT_LE(worst, shown.deviation * (high - low) * (1.0 + 1e-9));
}

TEST_F(RunPage, AMotionThatSwingsTooOftenIsShownByItsExtremes) {
  Scene scene = parse_scene(
      "system: {mass: [[1]], stiffness: [[1.0e6]], q: [1], velocity: [0]}\nuntil: 20\n"
      "output: {step: 5.0e-4}\n",
      "scene");
  simulate(scene);
  const RunFile file(path_);
  const ShownSamples shown = shown_samples(file, 1000);
  EXPECT_GT(shown.stretches, 0U);
  EXPECT_TRUE(std::isnan(shown.deviation));
  EXPECT_LT(shown.rows.size(), 3500U);
  const Json document = run_page(file, columns_, 1000);
  const std::vector<double> x = column(document["samples"], "q", 0);
  EXPECT_NEAR(*std::max_element(x.begin(), x.end()), 1.0, 1e-6);
  EXPECT_NEAR(*std::min_element(x.begin(), x.end()), -1.0, 1e-6);
}

TEST_F(RunPage, BetweenSamplesOfAThinnedMotionNothingIsMadeUp) {
  // A damped swing that has come to rest: rows far apart, with small velocities that mean nothing for so long a time.
  Scene scene = parse_scene(
      "system: {mass: [[1]], stiffness: [[100]], damping: [[0.5]], q: [1], velocity: [0]}\n"
      "until: 2000\noutput: {step: 0.01}\n",
      "scene");
  simulate(scene);
  const RunFile file(path_);
  const Json document = run_page(file, columns_, 2000);
  ASSERT_LT(document["thinned"]["shown"], file.rows(RunTable::samples));
  EXPECT_EQ(document["course"], document["samples"]);
}

TEST_F(RunPage, RoundingErrorsAreNoBends) {
  simulate(shipped("conveyor"));
  const RunFile file(path_);
  const Json document = run_page(file, columns_);
  const std::size_t rows = column(document["course"], "time", 0).size();
  EXPECT_LT(rows, 10 * file.rows(RunTable::samples));
}

TEST_F(RunPage, OfARunWithoutSamplesHasNoPicture) {
  Scene scene = parse_scene("model: painleve-rod\npainleve: stop\nuntil: 1\n", "scene");
  simulate(scene);
  const RunFile file(path_);
  ASSERT_EQ(file.rows(RunTable::samples), 0U);
  const Json document = run_page(file, columns_);
  EXPECT_TRUE(document["drawing"].is_null());
  EXPECT_TRUE(column(document["samples"], "q", 0).empty());
}

TEST_F(RunPage, ASceneThatThisVersionCannotReadIsToldAndTheNumbersAreShown) {
  Scene scene = shipped("bouncing_ball");
  scene.text = "model: no-such-model\nuntil: 1\n";
  simulate(scene);
  const Json document = run_page(RunFile(path_), columns_);
  EXPECT_TRUE(document["drawing"].is_null());
  EXPECT_NE(document["undrawn"].get<std::string>().find("no-such-model"), std::string::npos);
  EXPECT_FALSE(column(document["samples"], "q", 1).empty());
}

}  // namespace
}  // namespace ricochet
