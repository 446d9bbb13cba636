// Scenes with more possible contacts than are listed: result files have those that came near, each from when it did.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <ricochet/files/run_file.hpp>
#include <ricochet/files/scene_file.hpp>
#include <ricochet/files/simulation.hpp>
#include <support/crowd.hpp>

namespace ricochet {
namespace {

struct Both final : MotionObserver {
  explicit Both(RunWriter& w) : writer(w) {}
  RunWriter& writer;
  std::vector<std::string> names;
  double far = 0.0;
  void contact(const ContactInfo& contact, double reach) override {
    names.push_back(contact.name);
    far = reach;
    writer.contact(contact, reach);
  }
  void sample(const Sample& s) override { writer.sample(s); }
  void event(const Event& e) override { writer.event(e); }
};

TEST(CrowdedScene, ResultFileHasTheContactsThatCameNear) {
  const Scene scene = testing::row_of_discs();
  ASSERT_TRUE(scene.system->info().crowded);
  const std::string path =
      (std::filesystem::path(::testing::TempDir()) / "ricochet_crowded_scene.h5").string();
  const RunSetup setup{scene.system->info(), "", scene.text, scene.law, "", "event", scene.options};
  RunWriter writer(path, true, setup);
  Both both(writer);
  const RunResult result = simulate(scene, both);
  ASSERT_EQ(result.reason, EndReason::end) << result.message;
  writer.finish(result);
  writer.commit();

  const RunFile file(path);
  std::vector<std::string> written;
  for (const ContactInfo& contact : file.system().contacts) written.push_back(contact.name);
  EXPECT_EQ(written, both.names);
  ASSERT_EQ(written.size(), 51U) << "each with the floor, and the two that meet";
  EXPECT_EQ(written.back(), "d0/d1") << "it came near last";
  const DatasetLayout gap = layout_of(RunTable::samples, file.system())[3];
  ASSERT_EQ(gap.name, "gap");
  const std::size_t rows = file.rows(RunTable::samples);
  const std::vector<double> gaps = file.read(RunTable::samples, gap, 0, rows).numbers;
  ASSERT_EQ(gaps.size(), rows * 51);
  EXPECT_EQ(gaps[50], both.far) << "before it came near";
  double least = both.far;
  for (std::size_t r = 0; r < rows; ++r) least = std::min(least, gaps[51 * r + 50]);
  EXPECT_NEAR(least, 0.0, 1e-10) << "where they collide";
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace ricochet
