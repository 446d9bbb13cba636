// Maps and classifications: regions and their boundaries against closed forms, cells against the laws themselves.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <tuple>

#include <ricochet/files/problem_file.hpp>
#include <support/documents.hpp>
#include <support/resolve.hpp>
#include <support/studies.hpp>

namespace ricochet::test {
namespace {

constexpr double deg = std::numbers::pi / 180.0;

// The bar of Payr & Glocker 2005, as the study files have it.
struct Bar {
  double K = 1.0 / 3.0, mu = 5.0 / 3.0, eps_N = 0.5, eps_T = 0.5;

  struct Contact {
    double alpha, beta, delta;
  };
  Contact at(double phi) const {
    const double s = std::sin(phi * deg), c = std::cos(phi * deg);
    return {1.0 + c * c / K, 1.0 + s * s / K, s * c / K};
  }
  double q() const { return (1.0 + eps_N) / (1.0 + eps_T); }
  // Eqs. 34 and 47: velocity ratios gT-/gN- beyond which the tip slips; NaN where it never does.
  double backward(double phi) const {
    const Contact k = at(phi);
    const double a = k.alpha + mu * k.delta;
    return a > 0.0 ? q() * (k.delta + mu * k.beta) / a : NAN;
  }
  double forward(double phi) const {
    const Contact k = at(phi);
    const double a = k.alpha - mu * k.delta;
    return a > 0.0 ? q() * (k.delta - mu * k.beta) / a : NAN;
  }
  std::string mode(double ratio, double phi) const {
    if (ratio >= backward(phi)) return "slip-";
    return ratio <= forward(phi) ? "slip+" : "stick";
  }
  // gT+/gN+, eqs. 48-50.
  double ratio_after(double ratio, double phi) const {
    const std::string m = mode(ratio, phi);
    if (m == "stick") return eps_T / eps_N * ratio;
    const double edge = m == "slip-" ? backward(phi) : forward(phi);
    return (edge * (1.0 + eps_T) - ratio) / eps_N;
  }

  std::string study(double from, double to, int ratios, int angles, const std::string& more) const {
    return fmt::format(
        "map:\n"
        "  base: ../problems/bar_contact_space.yaml\n"
        "  parameters:\n"
        "    - {{name: ratio, from: {}, to: {}, count: {}}}\n"
        "    - {{name: phi, from: 0.5, to: 179.5, count: {}}}\n"
        "  let: {{c: cos(phi*deg), s: sin(phi*deg)}}\n"
        "  set:\n"
        "    delassus.0.0: 1 + c^2/{K}\n    delassus.0.1: s*c/{K}\n"
        "    delassus.1.0: s*c/{K}\n    delassus.1.1: 1 + s^2/{K}\n"
        "    velocity.0: -1\n    velocity.1: -ratio\n"
        "    contacts.tip.friction: {mu}\n"
        "    contacts.tip.restitution.newton: {N}\n"
        "    contacts.tip.restitution.tangential: {T}\n"
        "{more}",
        from, to, ratios, angles, fmt::arg("K", K), fmt::arg("mu", mu), fmt::arg("N", eps_N),
        fmt::arg("T", eps_T), fmt::arg("more", more));
  }
};

// Cells and boundaries of a map with `mode` are those of the closed forms; the number of boundary points.
void expect_regimes(const Bar& bar, const std::vector<StudyTable>& tables, std::size_t* points) {
  const StudyTable& cells = tables[0];
  std::map<double, std::vector<double>> found;  // ratios by angle
  double low = INFINITY, high = -INFINITY;
  std::size_t wrong = 0;
  for (std::size_t r = 0; r < cells.rows(); ++r) {
    const double ratio = cells.at(r, 0), phi = cells.at(r, 1);
    found[phi];
    low = std::min(low, ratio);
    high = std::max(high, ratio);
    wrong += code(cells, r, "mode") == bar.mode(ratio, phi) ? 0U : 1U;
  }
  EXPECT_EQ(wrong, 0U);

  const StudyTable boundaries = table_named(tables, "boundaries");
  *points = boundaries.rows();
  double worst_ratio = 0.0, worst_angle = 0.0;
  for (std::size_t r = 0; r < boundaries.rows(); ++r) {
    const double ratio = boundaries.at(r, 0), phi = boundaries.at(r, 1);
    const std::string below = code(boundaries, r, "below"), above = code(boundaries, r, "above");
    EXPECT_TRUE((below == "stick") != (above == "stick")) << below << ' ' << above;
    const bool backward = below == "slip-" || above == "slip-";
    const auto edge = [&](double angle) {
      return backward ? bar.backward(angle) : bar.forward(angle);
    };
    if (code(boundaries, r, "along") == "ratio") {
      worst_ratio = std::max(worst_ratio, std::abs(edge(phi) - ratio));
      found[phi].push_back(ratio);
    } else {  // the angle at which the closed form has this ratio: one step of Newton's method away
      const double slope = (edge(phi + 1e-5) - edge(phi - 1e-5)) / 2e-5;
      worst_angle = std::max(worst_angle, std::abs((edge(phi) - ratio) / slope));
    }
  }
  EXPECT_LT(worst_ratio, 1e-10);
  EXPECT_LT(worst_angle * deg, 1e-10);

  // None is left out.
  for (const auto& [phi, ratios] : found) {
    std::size_t expected = 0;
    for (const double edge : {bar.backward(phi), bar.forward(phi)}) {
      expected += edge > low && edge < high ? 1U : 0U;
    }
    EXPECT_EQ(ratios.size(), expected) << phi;
  }
}

TEST(BarMaps, OfTheStudyFilesHaveTheBoundariesOfTheClosedForms) {
  for (const auto& [file, bar] :
       {std::pair("studies/payr_glocker_fig4.yaml", Bar{1.0 / 3.0, 0.5, 1.0, 1.0}),
        std::pair("studies/payr_glocker_fig5.yaml", Bar{1.0 / 3.0, 5.0 / 3.0, 1.0, 1.0})}) {
    const auto study = study_of(testing::text_of(file), "map");
    std::size_t points = 0;
    const auto tables = tables_of(*study);
    EXPECT_EQ(tables[0].rows(), 241U * 180U);
    expect_regimes(bar, tables, &points);
    EXPECT_GT(points, 400U);
  }
}

// In slip gT+ vanishes at 1 + eps_T times the boundary of slip, in stick with gT- (or everywhere, without tangential
// restitution: then the boundaries of slip themselves are seen).
TEST(BarMaps, OfTheSignInTheStudyFilesHaveTheBoundariesOfTheClosedForms) {
  for (const auto& [file, bar] :
       {std::pair("studies/payr_glocker_fig7.yaml", Bar{1.0 / 3.0, 0.5, 1.0, 1.0}),
        std::pair("studies/payr_glocker_fig8.yaml", Bar{1.0 / 3.0, 5.0 / 3.0, 1.0, 1.0}),
        std::pair("studies/payr_glocker_fig11.yaml", Bar{0.4, 0.6, 1.0, 0.0})}) {
    const auto tables = tables_of(*study_of(testing::text_of(file), "map"));
    const StudyTable& boundaries = tables[1];
    EXPECT_GT(boundaries.rows(), 500U);
    double worst = 0.0;
    for (std::size_t r = 0; r < boundaries.rows(); ++r) {
      if (code(boundaries, r, "along") != "ratio") continue;
      const double ratio = boundaries.at(r, 0), phi = boundaries.at(r, 1);
      double nearest = std::abs(ratio);
      for (const double edge : {bar.backward(phi), bar.forward(phi)}) {
        nearest = std::fmin(nearest, std::abs(ratio - (1.0 + bar.eps_T) * edge));
      }
      worst = std::max(worst, nearest);
    }
    EXPECT_LT(worst, 1e-10) << file;
  }
}

// Figures 4 and 7, 5 and 8, and 11.
TEST(BarMaps, OfTheFiguresHaveTheBoundariesOfTheClosedForms) {
  const std::string asked = "  quantities: [mode]\n  refine: mode\n";
  for (const auto& [bar, width] : {std::pair(Bar{1.0 / 3.0, 0.5, 1.0, 1.0}, 6.0),
                                   std::pair(Bar{1.0 / 3.0, 5.0 / 3.0, 1.0, 1.0}, 20.0),
                                   std::pair(Bar{0.4, 0.6, 1.0, 0.0}, 6.0)}) {
    std::size_t points = 0;
    const auto study = study_of(bar.study(-width, width, 100, 90, asked));
    expect_regimes(bar, tables_of(*study), &points);
    EXPECT_GT(points, 90U);
  }
}

// Figures 7 and 8: the sign of the ratio after the impact, and whether the tip reverses, as a formula with names.
TEST(BarMaps, OfTheSignAfterTheImpactHaveTheBoundariesOfTheClosedForms) {
  const std::string asked =
      "  quantities:\n"
      "    - {name: sign, formula: (velocity_ratio < 0) + 2*(tangential_velocity * "
      "tangential_velocity_before < 0), names: [positive, negative, positive reversed, negative "
      "reversed]}\n"
      "  refine: {quantity: sign, tolerance: 1.0e-12}\n";
  for (const auto& [bar, width] : {std::pair(Bar{1.0 / 3.0, 0.5, 1.0, 1.0}, 6.0),
                                   std::pair(Bar{1.0 / 3.0, 5.0 / 3.0, 1.0, 1.0}, 20.0)}) {
    const auto sign = [&bar = bar](double ratio, double phi) -> std::string {
      const double after = bar.ratio_after(ratio, phi);
      const bool reversed = after * ratio > 0.0;  // gN changes its sign too
      return std::string(after < 0.0 ? "negative" : "positive") + (reversed ? " reversed" : "");
    };
    // No ratio of the grid, and none on the way, is zero.
    const auto tables = tables_of(*study_of(bar.study(-0.93 * width, width, 90, 45, asked)));
    std::size_t wrong = 0;
    for (std::size_t r = 0; r < tables[0].rows(); ++r) {
      wrong += code(tables[0], r, "sign") == sign(tables[0].at(r, 0), tables[0].at(r, 1)) ? 0U : 1U;
    }
    EXPECT_EQ(wrong, 0U);
    const StudyTable& boundaries = tables[1];
    EXPECT_GT(boundaries.rows(), 100U);
    for (std::size_t r = 0; r < boundaries.rows(); ++r) {
      if (code(boundaries, r, "along") != "ratio") continue;
      const double ratio = boundaries.at(r, 0), phi = boundaries.at(r, 1);
      const double zero = 1.0 + bar.eps_T;
      double nearest = std::abs(ratio);
      for (const double edge : {zero * bar.backward(phi), zero * bar.forward(phi)}) {
        nearest = std::fmin(nearest, std::abs(ratio - edge));
      }
      EXPECT_LT(nearest, 1e-10) << ratio << ' ' << phi;
      EXPECT_EQ(code(boundaries, r, "below"), sign(ratio - 1e-6, phi));
      EXPECT_EQ(code(boundaries, r, "above"), sign(ratio + 1e-6, phi));
    }
  }
}

// Three regions between two neighbours of a coarse grid: each change is located.
TEST(BarMaps, RegionsBetweenTwoNeighboursAreSeen) {
  const Bar bar{1.0 / 3.0, 0.3, 0.5, 0.5};
  const auto tables =
      tables_of(*study_of(bar.study(-6.0, 6.0, 2, 30, "  quantities: [mode]\n  refine: mode\n")));
  std::size_t points = 0;
  expect_regimes(bar, tables, &points);
  EXPECT_EQ(points, 60U);
}

TEST(BarMaps, DoNotDependOnTheNumberOfThreads) {
  const auto study = study_of(testing::text_of("studies/payr_glocker_fig4.yaml"));
  const std::string one = table_csv(tables_of(*study, 1)[1]);
  for (const int threads : {2, 3}) EXPECT_EQ(table_csv(tables_of(*study, threads)[1]), one);
}

// A rod, mu = 5/3: A = 0 at tan(phi) = 1 and 4; b_N = -g + s phi'^2 sin(phi) = 0.
TEST(PainleveMaps, OfTheRodHaveTheBoundariesOfTheTheory) {
  const auto study = study_of(testing::text_of("studies/painleve_rod.yaml"), "painleve");
  const auto tables = tables_of(*study);
  const StudyTable& cells = tables[0];
  EXPECT_EQ(cells.rows(), 85U * 61U);
  const double g = 9.81;
  const auto b_N = [&](double phi, double omega) {
    return -g + omega * omega * std::sin(phi * deg);
  };
  const auto A = [](double phi) {
    const double s = std::sin(phi * deg), c = std::cos(phi * deg);
    return 1.0 + 3.0 * c * c - 5.0 * s * c;
  };
  std::size_t wrong = 0;
  for (std::size_t r = 0; r < cells.rows(); ++r) {
    const double phi = cells.at(r, 0), omega = cells.at(r, 1);
    EXPECT_NEAR(number(cells, r, "A"), A(phi), 1e-13);
    EXPECT_NEAR(number(cells, r, "b_N"), b_N(phi, omega), 1e-12);
    const double mu_c = (1.0 / 3.0 + std::pow(std::cos(phi * deg), 2)) /
                        (std::sin(phi * deg) * std::cos(phi * deg));
    EXPECT_NEAR(number(cells, r, "critical_friction"), mu_c, 1e-12 * mu_c);
    EXPECT_NEAR(number(cells, r, "critical_factor"), 0.6 * mu_c, 1e-12 * mu_c);
    const std::string verdict = A(phi) > 0.0
                                    ? (b_N(phi, omega) < 0.0 ? "slip" : "open")
                                    : (b_N(phi, omega) < 0.0 ? "inconsistent" : "non-unique");
    wrong += code(cells, r, "verdict") == verdict ? 0U : 1U;
  }
  EXPECT_EQ(wrong, 0U);

  const StudyTable& boundaries = tables[1];
  std::size_t angles = 0, curve = 0;
  for (std::size_t r = 0; r < boundaries.rows(); ++r) {
    const double phi = boundaries.at(r, 0), omega = boundaries.at(r, 1);
    const double to_edge = std::min(std::abs(phi - 45.0), std::abs(phi - std::atan(4.0) / deg));
    if (to_edge < 1e-6) {
      ++angles;
      EXPECT_LT(to_edge, 1e-9) << phi;
      continue;
    }
    ++curve;
    const double along = code(boundaries, r, "along") == "phi"
                             ? omega * omega * std::cos(phi * deg) * deg
                             : 2.0 * omega * std::sin(phi * deg);
    EXPECT_LT(std::abs(b_N(phi, omega) / along), 1e-9) << phi << ' ' << omega;
  }
  EXPECT_GE(angles, 2U * 61U);
  EXPECT_GE(curve, 85U);
}

TEST(PainleveMaps, TakeContactsByIndexToo) {
  const auto with = [](const std::string& contacts, const std::string& sliding) {
    return table_csv(tables_of(*study_of(fmt::format(
        "painleve: {{base: ../scenes/painleve_rod.yaml, contacts: [{}], sliding: [{}], parameters: "
        "[{{path: parameters.angle, from: 0.1, to: 1.4, count: 5}}]}}",
        contacts, sliding)))[0]);
  };
  EXPECT_EQ(with("0", "\"+\""), with("tip", "\"+\""));
  EXPECT_EQ(with("tip, 1", "\"-\", rest"), with("tip, end", "\"-\", rest"));
}

// ------------------------------------------------------------------------------------------------ cells

TEST(MapCells, AreMarkedWhereAParameterIsNotPossibleAndTheOthersAreComputed) {
  const std::string text =
      "map:\n  base: ../problems/oblique_bar.yaml\n  parameters:\n"
      "    - {name: e, path: contacts.0.restitution, from: -0.5, to: 1.5, count: 9}\n"
      "    - {name: mu, path: contacts.0.friction, from: -0.25, to: 1, count: 6}\n"
      "  quantities: [normal_velocity, mode]\n  refine: status\n";
  const auto tables = tables_of(*study_of(text));
  ASSERT_EQ(tables[0].rows(), 54U);
  std::size_t refused = 0;
  for (std::size_t r = 0; r < 54; ++r) {
    const double e = tables[0].at(r, 0), mu = tables[0].at(r, 1);
    if (e < 0.0 || e > 1.0 || mu < 0.0) {
      ++refused;
      EXPECT_EQ(code(tables[0], r, "status"), "not-allowed");
      EXPECT_TRUE(std::isnan(number(tables[0], r, "normal_velocity")));
      EXPECT_EQ(code(tables[0], r, "mode"), "");
      continue;
    }
    EXPECT_EQ(code(tables[0], r, "status"), "unique");
    ContactProblem problem =
        read_problem(std::string(RICOCHET_SOURCE_DIR) + "/problems/oblique_bar.yaml").problem;
    problem.contact[0].mu = problem.contact[0].mu_static = mu;
    problem.contact[0].newton = e;
    problem.contact[0].tangential = 0.0;
    const ImpactOutcome out = testing::resolve("moreau", problem);
    EXPECT_EQ(number(tables[0], r, "normal_velocity"), out.gamma[0]);
    EXPECT_EQ(code(tables[0], r, "mode"), to_string(out.modes[0]));
  }
  EXPECT_EQ(refused, 54U - 5U * 5U);
  // What is possible ends at e = 0 and 1 and mu = 0.
  for (std::size_t r = 0; r < tables[1].rows(); ++r) {
    const bool along_e = code(tables[1], r, "along") == "e";
    const double x = tables[1].at(r, along_e ? 0 : 1);
    EXPECT_LT(std::min(std::abs(x), std::abs(x - (along_e ? 1.0 : 0.0))), 1e-11) << x;
  }
  EXPECT_EQ(tables[1].rows(), 5U * 2U + 5U);
}

TEST(MapCells, OfScenesAreMarkedToo) {
  const std::string text =
      "map:\n  base: ../scenes/bouncing_ball.yaml\n  parameters:\n"
      "    - {name: e, path: contacts.0.restitution, from: 0.5, to: 1.25, count: 4}\n"
      "    - {name: end, path: until, from: 0.2, to: 0.4, count: 2}\n"
      "  quantities: [time, count.impact, first.impact]\n";
  const auto tables = tables_of(*study_of(text));
  ASSERT_EQ(tables[0].rows(), 8U);
  for (std::size_t r = 0; r < 8; ++r) {
    const bool possible = tables[0].at(r, 0) <= 1.0;
    EXPECT_EQ(code(tables[0], r, "status"), possible ? "end" : "not-allowed");
    EXPECT_EQ(std::isnan(number(tables[0], r, "time")), !possible);
    if (possible) {
      EXPECT_EQ(number(tables[0], r, "time"), tables[0].at(r, 1));
    }
  }
}

TEST(MapCells, HaveAColumnForEveryLawAndTheDifferenceToTheFirst) {
  const std::vector<std::string> laws = {"moreau", "routh-stronge", "walton"};
  const std::string text =
      "map:\n  base: ../problems/oblique_bar.yaml\n  law: [moreau, routh-stronge, walton]\n"
      "  parameters:\n"
      "    - {name: vx, path: velocity.0, from: -2, to: 2, count: 7}\n"
      "    - {name: mu, path: contacts.0.friction, from: 0, to: 1.5, count: 4}\n"
      "  quantities:\n"
      "    - tangential_velocity\n    - {difference: tangential_velocity}\n    - mode\n"
      "    - {difference: mode}\n    - {name: slow, unit: m/s, formula: 'abs(tangential_velocity) "
      "- "
      "mu*vx'}\n"
      "    - {name: slips, formula: 'abs(tangential_velocity) > 1.0e-9', names: [no, yes]}\n";
  const std::string file = std::string(RICOCHET_SOURCE_DIR) + "/problems/oblique_bar.yaml";
  const StudyTable cells = tables_of(*study_of(text))[0];
  std::vector<std::string> names;
  for (const StudyColumn& column : cells.columns) names.push_back(column.name);
  EXPECT_EQ(names, (std::vector<std::string>{"vx",
                                             "mu",
                                             "moreau.status",
                                             "routh-stronge.status",
                                             "walton.status",
                                             "moreau.tangential_velocity",
                                             "moreau.mode",
                                             "moreau.slow",
                                             "moreau.slips",
                                             "routh-stronge.tangential_velocity",
                                             "routh-stronge-moreau.tangential_velocity",
                                             "routh-stronge.mode",
                                             "routh-stronge-moreau.mode",
                                             "routh-stronge.slow",
                                             "routh-stronge.slips",
                                             "walton.tangential_velocity",
                                             "walton-moreau.tangential_velocity",
                                             "walton.mode",
                                             "walton-moreau.mode",
                                             "walton.slow",
                                             "walton.slips"}));
  EXPECT_EQ(cells.columns[column_named(cells, "moreau.slow")].unit, "m/s");
  EXPECT_EQ(cells.columns[column_named(cells, "moreau.tangential_velocity")].unit, "m/s");
  for (std::size_t r = 0; r < cells.rows(); ++r) {
    ContactProblem problem = read_problem(file).problem;
    problem.u[0] = cells.at(r, 0);
    problem.contact[0].mu = problem.contact[0].mu_static = cells.at(r, 1);
    ASSERT_TRUE(problem.assemble());
    const ImpactOutcome first = testing::resolve(laws[0], problem);
    for (const std::string& law : laws) {
      const ImpactOutcome out = testing::resolve(law, problem);
      EXPECT_EQ(code(cells, r, law + ".status"), to_string(out.status));
      const std::string less = law + "-moreau.";
      if (!has_answer(out.status)) {  // a bar is no sphere
        EXPECT_EQ(law, "walton");
        for (const char* quantity : {"tangential_velocity", "mode", "slow", "slips"}) {
          EXPECT_TRUE(std::isnan(number(cells, r, law + '.' + quantity))) << quantity;
        }
        EXPECT_TRUE(std::isnan(number(cells, r, less + "tangential_velocity")));
        EXPECT_EQ(code(cells, r, less + "mode"), "");
        continue;
      }
      EXPECT_EQ(number(cells, r, law + ".tangential_velocity"), out.gamma[1]);
      EXPECT_EQ(code(cells, r, law + ".mode"), to_string(out.modes[0]));
      EXPECT_EQ(number(cells, r, law + ".slow"),
                std::abs(out.gamma[1]) - cells.at(r, 1) * cells.at(r, 0));
      EXPECT_EQ(code(cells, r, law + ".slips"), std::abs(out.gamma[1]) > 1e-9 ? "yes" : "no");
      if (law == laws[0]) continue;
      EXPECT_EQ(number(cells, r, less + "tangential_velocity"), out.gamma[1] - first.gamma[1]);
      EXPECT_EQ(code(cells, r, less + "mode"), out.modes == first.modes ? "same" : "different");
    }
  }
}

TEST(MapCells, WithoutANumberAreMissing) {
  const std::string text =
      "map:\n  base: ../problems/sphere.yaml\n  parameters:\n"
      "    - {name: a, from: -1, to: 1, count: 3}\n    - {name: b, from: 0, to: 2, count: 3}\n"
      "  quantities:\n    - {name: root, formula: sqrt(a)}\n    - {name: over, formula: 1/a}\n"
      "    - {name: kind, formula: a + b, names: [none, one, two]}\n";
  const StudyTable cells = tables_of(*study_of(text))[0];
  for (std::size_t r = 0; r < cells.rows(); ++r) {
    const double a = cells.at(r, 0), sum = a + cells.at(r, 1);
    EXPECT_EQ(std::isnan(number(cells, r, "root")), a < 0.0);
    EXPECT_EQ(std::isnan(number(cells, r, "over")), a == 0.0);
    const std::vector<std::string> names = {"none", "one", "two"};
    EXPECT_EQ(code(cells, r, "kind"),
              sum >= 0.0 && sum <= 2.0 ? names[static_cast<std::size_t>(sum)] : "");
  }
}

// Options of laws are numbers of the base like any others.
TEST(MapCells, FollowTheOptionsOfTheLaws) {
  const std::string text =
      "sweep:\n  base: ../problems/disc_ball_case4.yaml\n  law: lzb\n  parameters:\n"
      "    - {path: laws.lzb.tolerance, from: 1.0e-3, to: 1.0e-9, count: 3, scale: log}\n"
      "  quantities: [dissipation]\n";
  const std::string file = std::string(RICOCHET_SOURCE_DIR) + "/problems/disc_ball_case4.yaml";
  const StudyTable cells = tables_of(*study_of(text))[0];
  ASSERT_EQ(cells.rows(), 3U);
  for (std::size_t r = 0; r < 3; ++r) {
    ProblemFile problem = read_problem(file);
    problem.laws.lzb.tolerance = cells.at(r, 0);
    const LawSet laws(problem.laws);
    ImpactOutcome out;
    Workspace workspace;
    laws.find("lzb")->resolve(problem.problem, out, workspace);
    EXPECT_EQ(number(cells, r, "dissipation"), out.energy.dissipation);
  }
  EXPECT_NE(number(cells, 0, "dissipation"), number(cells, 2, "dissipation"));
}

// Liu et al. 2013, table 5 at v_b = 0.275 m/s: where the printed states end, by the reconstruction.
TEST(DiscMap, OfTheReconstructionEndsItsStatesWhereTheTablePrintsThem) {
  const auto tables = tables_of(*study_of(testing::text_of("studies/liu_table5.yaml"), "map"));
  const StudyTable& boundaries = tables[1];
  const std::vector<std::tuple<std::string, std::string, double>> printed = {
      {"III", "IV", 0.0507}, {"IV", "V", 0.244}, {"V", "VI", 0.254}, {"VI", "III", 0.4344}};
  std::size_t found = 0;
  for (std::size_t r = 0; r < boundaries.rows(); ++r) {
    if (boundaries.at(r, 1) != 0.275 || code(boundaries, r, "along") != "b_over_r") continue;
    for (const auto& [below, above, ratio] : printed) {
      if (code(boundaries, r, "below") != below || code(boundaries, r, "above") != above) continue;
      EXPECT_NEAR(boundaries.at(r, 0), ratio, 0.003) << below << ' ' << above;
      ++found;
    }
  }
  EXPECT_EQ(found, printed.size());
}

// Brach 1993, fig. 3: the impulse ratio is cut at mu_0 or, where that would gain energy, at mu_T.
TEST(RodMap, OfTheImpulseRatioHasTheBoundsOfTheClosedForms) {
  const auto tables = tables_of(*study_of(testing::text_of("studies/brach_fig3.yaml"), "map"));
  const StudyTable& boundaries = tables[1];
  constexpr double alpha = 2.5, beta = 2.5, delta = -1.5, gN = -1.0, gT = 0.2;
  std::size_t seen = 0;
  for (std::size_t r = 0; r < boundaries.rows(); ++r) {
    if (code(boundaries, r, "along") != "contacts.tip.impulse_ratio") continue;
    const double m = boundaries.at(r, 0), e = boundaries.at(r, 1);
    const std::string limit = code(boundaries, r, "above");
    ASSERT_EQ(code(boundaries, r, "below"), "no");
    ++seen;
    const double mu_0 = (delta * (1 + e) * gN - alpha * gT) / (delta * gT - beta * (1 + e) * gN);
    if (limit == "mu_0") {
      EXPECT_NEAR(m, mu_0, 1e-10) << e;
    } else {  // no energy is gained or lost
      const double balance = (1 - e) * gN * (alpha + delta * m) +
                             m * (2 * gT * (alpha + delta * m) - (1 + e) * gN * (delta + beta * m));
      EXPECT_NEAR(balance, 0.0, 1e-9) << e;
      EXPECT_LT(m, mu_0);
    }
  }
  EXPECT_EQ(seen, 51U);
}

}  // namespace
}  // namespace ricochet::test
