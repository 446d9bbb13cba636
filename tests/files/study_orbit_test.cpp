// Orbits of scenes from study files: periods and multipliers that are known, by separate computation or in closed form,
// and what is told of one period.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstring>
#include <numbers>

#include <support/studies.hpp>

namespace ricochet::test {
namespace {

std::vector<StudyTable> run(const std::string& text, int threads = 1) {
  return tables_of(*study_of(text, "orbit"), threads);
}

std::complex<double> multiplier(const StudyTable& orbits, std::size_t row, int k) {
  return {number(orbits, row, fmt::format("multiplier{}.re", k)),
          number(orbits, row, fmt::format("multiplier{}.im", k))};
}

std::vector<std::string> kinds(const StudyTable& events) {
  std::vector<std::string> all;
  for (std::size_t r = 0; r < events.rows(); ++r) all.push_back(code(events, r, "kind"));
  return all;
}

// Known numbers: matrix exponentials and a two-dimensional return map, computed separately.
TEST(OrbitStudy, HoppingOrbitOfTheSimplifiedBounceModelHasItsKnownPeriodAndMultipliers) {
  const auto study = read_study(RICOCHET_SOURCE_DIR "/studies/bounce_orbit.yaml", "orbit");
  const auto tables = tables_of(*study);
  const StudyTable orbits = table_named(tables, "orbits");
  ASSERT_EQ(orbits.rows(), 1U);
  EXPECT_EQ(code(orbits, 0, "status"), "found");
  EXPECT_EQ(code(orbits, 0, "stability"), "stable");
  EXPECT_NEAR(number(orbits, 0, "period"), 0.338627935, 1e-8);
  EXPECT_NEAR(number(orbits, 0, "x"), -0.016036032, 1e-8);
  EXPECT_NEAR(number(orbits, 0, "phi"), 0.025662094, 1e-8);
  EXPECT_NEAR(number(orbits, 0, "v_phi"), 0.253568810, 1e-7);
  EXPECT_NEAR(std::abs(multiplier(orbits, 0, 0) - std::complex(-0.143918, 0.466396)), 0.0, 1e-5);
  EXPECT_NEAR(std::abs(multiplier(orbits, 0, 1) - std::complex(-0.143918, -0.466396)), 0.0, 1e-5);
  for (int k = 2; k < 6; ++k) EXPECT_LT(std::abs(multiplier(orbits, 0, k)), 1e-6);

  const StudyTable events = table_named(tables, "events");
  EXPECT_EQ(kinds(events), (std::vector<std::string>{"impact", "close", "open"}));
  EXPECT_NEAR(number(events, 0, "time"), 0.049141017, 1e-8);
  EXPECT_NEAR(number(events, 2, "time"), 0.338627935, 1e-8);

  // One period: it closes, and its ranges are the known ones.
  const StudyTable samples = table_named(tables, "samples");
  double least = 1.0, most = -1.0, gap = 0.0, force = 0.0;
  for (std::size_t r = 0; r < samples.rows(); ++r) {
    least = std::min(least, number(samples, r, "phi"));
    most = std::max(most, number(samples, r, "phi"));
    gap = std::max(gap, number(samples, r, "tip.gap"));
    force = std::max(force, number(samples, r, "tip.normal_force"));
  }
  EXPECT_NEAR(least, -0.0226736, 1e-5);
  EXPECT_NEAR(most, 0.0259095, 1e-5);
  EXPECT_NEAR(gap, 0.00505414, 1e-5);
  EXPECT_NEAR(force, 17.51894, 1e-2);
  for (const char* name : {"x", "y", "phi", "v_x", "v_y", "v_phi"}) {
    EXPECT_NEAR(number(samples, samples.rows() - 1, name), number(samples, 0, name), 1e-7) << name;
  }
  EXPECT_TRUE(study->figure(tables).has_value());
  EXPECT_EQ(study->unanswered(tables), "");
  EXPECT_NE(study->summary(tables).find("period: 0.3386279352"), std::string::npos);
}

TEST(OrbitStudy, HoppingOrbitOfTheFullBounceModelHasItsKnownPeriodAndMultipliers) {
  const auto tables =
      run("orbit:\n"
          "  base: ../scenes/frictional_bounce.yaml\n"
          "  section: {event: open, contact: tip}\n"
          "  settle: 8\n");
  const StudyTable orbits = table_named(tables, "orbits");
  EXPECT_EQ(code(orbits, 0, "stability"), "stable");
  EXPECT_NEAR(number(orbits, 0, "period"), 0.122097054, 1e-8);
  EXPECT_NEAR(number(orbits, 0, "x"), -0.008329702, 1e-8);
  EXPECT_NEAR(number(orbits, 0, "phi"), 0.011800238, 1e-8);
  EXPECT_NEAR(number(orbits, 0, "v_phi"), 0.169347056, 1e-7);
  EXPECT_NEAR(std::abs(multiplier(orbits, 0, 0) - std::complex(-0.668165, 0.365150)), 0.0, 1e-5);
  EXPECT_NEAR(number(table_named(tables, "events"), 0, "time"), 0.032292442, 1e-8);
}

// With d = (mu_s - mu) m g / k and w = sqrt(k / m) the mass sticks for 2 d / v and slides for (pi + 2 atan(v / (w d))) / w.
TEST(OrbitStudy, StickSlipHasThePeriodOfItsClosedFormAtEverySpeed) {
  const auto tables =
      run("orbit:\n"
          "  base: ../scenes/friction_oscillator.yaml\n"
          "  section: {event: slip}\n"
          "  settle: 5\n"
          "  parameters:\n"
          "    - {path: parameters.belt_speed, from: 0.05, to: 0.2, count: 4}\n");
  const StudyTable orbits = table_named(tables, "orbits");
  ASSERT_EQ(orbits.rows(), 4U);
  const double d = 0.1 * 9.81 / 100.0, w = 10.0;
  for (std::size_t r = 0; r < orbits.rows(); ++r) {
    const double v = number(orbits, r, "parameters.belt_speed");
    const double period = 2.0 * d / v + (std::numbers::pi + 2.0 * std::atan(v / (w * d))) / w;
    EXPECT_NEAR(number(orbits, r, "period"), period, 1e-9) << v;
    EXPECT_LT(std::abs(multiplier(orbits, r, 0)), 1e-6) << "stick forgets everything, v = " << v;
  }
}

// On the periodic motion the height lost pays for everything, and only it drifts.
TEST(OrbitStudy, WoodpeckerRepeatsItselfButForItsHeight) {
  const auto study = read_study(RICOCHET_SOURCE_DIR "/studies/woodpecker_orbit.yaml", "orbit");
  const auto tables = tables_of(*study);
  const StudyTable orbits = table_named(tables, "orbits");
  EXPECT_EQ(code(orbits, 0, "status"), "found");
  EXPECT_EQ(code(orbits, 0, "stability"), "stable");
  const StudyTable samples = table_named(tables, "samples");
  const std::size_t last = samples.rows() - 1;
  EXPECT_LT(number(samples, last, "y"), number(samples, 0, "y") - 1e-3);
  for (const char* name : {"phi_M", "phi_S", "v_y", "v_phi_M", "v_phi_S"}) {
    EXPECT_NEAR(number(samples, last, name), number(samples, 0, name), 1e-5) << name;
  }
  const auto all = kinds(table_named(tables, "events"));
  EXPECT_EQ(std::count(all.begin(), all.end(), "stick"), 1) << "the sleeve jams once per peck";
}

TEST(OrbitStudy, CellsThatAreNotPossibleAreMarkedAndTheOthersAreFound) {
  const auto study = study_of(
      "orbit:\n"
      "  base: ../scenes/friction_oscillator.yaml\n"
      "  section: {event: slip}\n"
      "  settle: 5\n"
      "  parameters:\n"
      "    - {path: parameters.mass, values: [1, -1, 2]}\n");
  const auto tables = tables_of(*study);
  const StudyTable orbits = table_named(tables, "orbits");
  EXPECT_EQ(code(orbits, 0, "status"), "found");
  EXPECT_EQ(code(orbits, 1, "status"), "not-allowed");
  EXPECT_EQ(code(orbits, 2, "status"), "found");
  EXPECT_NE(study->summary(tables).find("1 of 3 cells are not allowed"), std::string::npos);
}

TEST(OrbitStudy, SaysSoWhenTheMotionDoesNotReturn) {
  const auto study = study_of(
      "orbit:\n"
      "  base: ../scenes/friction_oscillator.yaml\n"
      "  section: {event: impact}\n"
      "  longest: 2\n");
  const auto tables = tables_of(*study);
  EXPECT_EQ(code(table_named(tables, "orbits"), 0, "status"), "no-return");
  EXPECT_EQ(study->unanswered(tables), "no periodic orbit was found");
  EXPECT_FALSE(study->figure(tables).has_value());
}

TEST(OrbitStudy, RowsDoNotDependOnThreads) {
  const std::string text =
      "orbit:\n"
      "  base: ../scenes/friction_oscillator.yaml\n"
      "  section: {event: slip}\n"
      "  settle: 2\n"
      "  parameters:\n"
      "    - {path: parameters.belt_speed, from: 0.08, to: 0.2, count: 7}\n";
  const auto one = run(text, 1), three = run(text, 3);
  ASSERT_EQ(one.size(), three.size());
  for (std::size_t t = 0; t < one.size(); ++t) {
    ASSERT_EQ(one[t].numbers.size(), three[t].numbers.size());
    EXPECT_EQ(std::memcmp(one[t].numbers.data(), three[t].numbers.data(),
                          one[t].numbers.size() * sizeof(double)),
              0)
        << one[t].name;
  }
}

}  // namespace
}  // namespace ricochet::test
