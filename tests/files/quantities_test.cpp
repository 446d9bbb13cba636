// What can be asked of impacts and motions in a study: every name once, and the numbers of closed forms.

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <set>

#include <ricochet/files/impact_quantities.hpp>
#include <ricochet/files/motion_quantities.hpp>
#include <ricochet/files/problem_file.hpp>
#include <ricochet/files/scene_file.hpp>
#include <support/studies.hpp>

namespace ricochet::test {
namespace {

template <class Quantities>
void expect_each_name_once(const Quantities& quantities, const std::string& file) {
  std::set<std::string> names;
  for (const auto& quantity : quantities) {
    EXPECT_TRUE(names.insert(quantity.column.name).second) << file << ' ' << quantity.column.name;
  }
  EXPECT_GT(names.size(), 10U);
}

std::vector<std::string> shipped(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(RICOCHET_SOURCE_DIR "/") + folder)) {
    if (entry.path().extension() == ".yaml") files.push_back(entry.path().string());
  }
  EXPECT_GT(files.size(), 5U);
  return files;
}

TEST(Quantities, OfShippedProblemsHaveNamesOfTheirOwn) {
  for (const std::string& file : shipped("problems")) {
    expect_each_name_once(impact_quantities(read_problem(file).problem), file);
  }
}

TEST(Quantities, OfShippedScenesHaveNamesOfTheirOwn) {
  for (const std::string& file : shipped("scenes")) {
    expect_each_name_once(motion_quantities(read_scene(file).system->info()), file);
  }
}

// Two contacts whose energies 1/2 |L gamma-| exceed the kinetic energy together: that one counts, as in `ricochet impact`.
TEST(Quantities, LossIsTheShareOfTheKineticEnergyThatIsGone) {
  const StudyTable cells = tables_of(*study_of(
      "sweep:\n  base: ../problems/ball_in_corner.yaml\n  law: moreau\n  parameters: [{path: "
      "contacts.wall.restitution, values: [0, 0.5, 1]}]\n  quantities: [loss, energy_before, "
      "energy_after]\n"))[0];
  ASSERT_EQ(cells.rows(), 3U);
  for (std::size_t row = 0; row < cells.rows(); ++row) {
    const double before = number(cells, row, "energy_before");
    const double lost = before - number(cells, row, "energy_after");
    EXPECT_GT(lost, 0.1 * before);
    EXPECT_NEAR(number(cells, row, "loss"), lost / before, 1e-12);
  }
}

// A ball dropped from 1 m, e = 0.9: impacts at t_1 = sqrt(2 h/g) and every 2 e^k t_1 after it.
TEST(Quantities, OfABouncingBallAreThoseOfTheClosedForm) {
  const std::string text =
      "sweep:\n  base: ../scenes/bouncing_ball.yaml\n  parameters: [{path: until, values: [0.2, "
      "2]}]\n"
      "  quantities: [time, count.impact, first.impact, last.impact, count.stick, first.stick, "
      "final.ball.y, min.ball.y, max.ball.y, max.ball/floor.gap, energy.impact_loss, "
      "mode.ball/floor]\n";
  const StudyTable cells = tables_of(*study_of(text))[0];
  const double g = 9.81, e = 0.9, m = 0.1, first = std::sqrt(2.0 / g);
  ASSERT_EQ(cells.rows(), 2U);
  // Before the first impact.
  EXPECT_EQ(number(cells, 0, "count.impact"), 0.0);
  EXPECT_TRUE(std::isnan(number(cells, 0, "first.impact")));
  EXPECT_TRUE(std::isnan(number(cells, 0, "last.impact")));
  EXPECT_NEAR(number(cells, 0, "final.ball.y"), 1.05 - 0.5 * g * 0.04, 1e-9);
  EXPECT_NEAR(number(cells, 0, "min.ball.y"), 1.05 - 0.5 * g * 0.04, 1e-9);
  EXPECT_EQ(number(cells, 0, "max.ball.y"), 1.05);
  EXPECT_EQ(number(cells, 0, "energy.impact_loss"), 0.0);
  EXPECT_EQ(code(cells, 0, "mode.ball/floor"), "open");
  // Two seconds of bouncing.
  double last = first, speed = g * first, loss = 0.0;
  int impacts = 0;
  for (double t = first; t < 2.0; t += 2.0 * speed / g) {
    last = t;
    ++impacts;
    loss += 0.5 * m * speed * speed * (1.0 - e * e);
    speed *= e;
  }
  EXPECT_EQ(number(cells, 1, "time"), 2.0);
  EXPECT_EQ(number(cells, 1, "count.impact"), impacts);
  EXPECT_NEAR(number(cells, 1, "first.impact"), first, 1e-8);
  EXPECT_NEAR(number(cells, 1, "last.impact"), last, 1e-7);
  EXPECT_NEAR(number(cells, 1, "min.ball.y"), 0.05, 1e-7);
  EXPECT_NEAR(number(cells, 1, "max.ball/floor.gap"), 1.0, 1e-9);
  EXPECT_NEAR(number(cells, 1, "energy.impact_loss"), loss, 1e-7);
  EXPECT_EQ(number(cells, 1, "count.stick"), 0.0);
  EXPECT_TRUE(std::isnan(number(cells, 1, "first.stick")));
}

}  // namespace
}  // namespace ricochet::test
