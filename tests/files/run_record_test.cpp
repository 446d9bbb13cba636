// Motions kept in memory are those of result files, also while they go on.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <ricochet/files/run_file.hpp>
#include <ricochet/files/run_page.hpp>
#include <ricochet/files/run_record.hpp>
#include <ricochet/files/scene_file.hpp>
#include <ricochet/files/simulation.hpp>
#include <support/crowd.hpp>

namespace ricochet {
namespace {

namespace fs = std::filesystem;

RunSetup setup_of(const Scene& scene) {
  return {scene.system->info(), scene.title, scene.text, scene.law, "", "event", scene.options};
}

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// As a rows x columns table must be, dataset by dataset; `rows`: how many are looked at.
void expect_same(const RunData& a, const RunData& b, RunTable table, std::size_t rows) {
  for (const DatasetLayout& dataset : layout_of(table, b.system())) {
    const RunRows x = a.read(table, dataset, 0, rows);
    const RunRows y = b.read(table, dataset, 0, rows);
    EXPECT_EQ(x.numbers, y.numbers) << dataset.name;
    EXPECT_EQ(x.codes, y.codes) << dataset.name;
    EXPECT_FALSE(rows > 0 && !dataset.columns.empty() && x.numbers.empty() && x.codes.empty());
  }
}

void expect_facts(const RunData& a, const RunData& b) {
  const std::vector<RunFact> x = a.facts(), y = b.facts();
  ASSERT_EQ(x.size(), y.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    EXPECT_EQ(x[i].name, y[i].name);
    EXPECT_EQ(x[i].value, y[i].value) << x[i].name;
    EXPECT_EQ(x[i].unit, y[i].unit) << x[i].name;
  }
}

// Records, and half way through compares nothing less than everything with what will be there at the end.
struct HalfWay final : MotionObserver {
  explicit HalfWay(RunRecord& r) : record(r) {}
  void sample(const Sample& s) override {
    record.sample(s);
    if (record.samples() == 60) early = record.snapshot();
  }
  void event(const Event& e) override { record.event(e); }
  void contact(const ContactInfo& c, double reach) override { record.contact(c, reach); }
  RunRecord& record;
  std::unique_ptr<const RunData> early;
};

void expect_record_is_file(const Scene& scene) {
  const RunSetup setup = setup_of(scene);
  RunRecord record(setup);
  HalfWay half(record);
  const RunResult result = simulate(scene, half);
  record.finish(result);

  const fs::path folder = fs::temp_directory_path() / fmt::format("ricochet record {}", getpid());
  fs::create_directories(folder);
  const std::string direct = (folder / "direct.h5").string();
  const std::string replayed = (folder / "replayed.h5").string();
  RunWriter writer(direct, true, setup);
  simulate(scene, writer);
  writer.finish(result);
  writer.commit();
  RunWriter again(replayed, true, setup);
  record.replay(again);
  again.finish(result);
  again.commit();
  EXPECT_EQ(bytes_of(direct), bytes_of(replayed));

  const RunFile file(direct);
  const std::unique_ptr<const RunData> all = record.snapshot();
  for (const RunTable table : {RunTable::samples, RunTable::events, RunTable::final}) {
    ASSERT_EQ(all->rows(table), file.rows(table));
    expect_same(*all, file, table, file.rows(table));
  }
  expect_facts(*all, file);
  PageColumns of_record, of_file;
  EXPECT_EQ(run_page(*all, of_record), run_page(file, of_file));
  EXPECT_EQ(of_record.blocks(), of_file.blocks());

  // What was there half way has not changed since, and is the beginning of what is there now.
  ASSERT_TRUE(half.early);
  EXPECT_EQ(half.early->rows(RunTable::samples), 60U);
  EXPECT_LT(half.early->rows(RunTable::events), file.rows(RunTable::events));
  EXPECT_EQ(half.early->rows(RunTable::final), 0U);
  PageColumns columns;
  const nlohmann::ordered_json early = run_page(*half.early, columns);
  EXPECT_EQ(early["contacts"].size(), half.early->system().contacts.size());
  for (const DatasetLayout& dataset : layout_of(RunTable::samples, half.early->system())) {
    if (dataset.name != "q" && dataset.name != "energy") continue;
    EXPECT_EQ(half.early->read(RunTable::samples, dataset, 10, 50).numbers,
              file.read(RunTable::samples, dataset, 10, 50).numbers);
  }
  EXPECT_GT(record.bytes(), 8 * file.rows(RunTable::samples));
  fs::remove_all(folder);
}

TEST(RunRecords, AreTheResultFilesOfTheirMotions) {
  expect_record_is_file(read_scene(RICOCHET_SOURCE_DIR "/scenes/disc_ball.yaml"));
}

TEST(RunRecords, OfContactsThatComeNearLaterAreTheResultFilesOfTheirMotions) {
  const Scene scene = testing::row_of_discs("output: {step: 0.005}\n");
  ASSERT_TRUE(scene.system->info().crowded);
  expect_record_is_file(scene);
}

}  // namespace
}  // namespace ricochet
