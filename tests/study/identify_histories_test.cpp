// Coefficients from velocity histories of the program's own motions.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include <ricochet/impact/registry.hpp>
#include <ricochet/study/identify_histories.hpp>
#include <support/coverage.hpp>
#include <support/models.hpp>

namespace ricochet::testing {
namespace {

struct Experiment {
  ModelInstance model;
  History history;
};

Experiment experiment(std::string_view name, Changes changes, const char* law, double until,
                      double step) {
  Experiment e{build(name, changes), {}};
  SimulationOptions options;
  options.until = until;
  options.sample_step = step;
  RunResult result;
  e.history =
      simulate_history(*e.model.system, *find_law(law), options, e.model.start, nullptr, &result);
  EXPECT_EQ(result.reason, EndReason::end) << result.message;
  return e;
}

const std::vector<SoughtCoefficient> kFriction = {sought(Coefficient::friction, {0}),
                                                  sought(Coefficient::static_friction, {0})};

HistoryOptions options_of(const Experiment& e, double sigma, double window) {
  HistoryOptions options;
  options.sigma.setConstant(e.model.system->dofs(), sigma);
  options.phases.window = window;
  return options;
}

HistoryIdentification identified(const Experiment& e, std::span<const SoughtCoefficient> sought,
                                 const HistoryOptions& options) {
  return identify_histories(*e.model.system, e.history, sought, options);
}

bool holds(const Identified& p, double truth) { return p.low <= truth && truth <= p.high; }

// Remembers the forces of a simulation.
class Forces final : public MotionObserver {
 public:
  void sample(const Sample& sample) override {
    t.push_back(sample.t);
    force.emplace_back(sample.force.begin(), sample.force.end());
  }
  std::vector<double> t;
  std::vector<std::vector<double>> force;
};

TEST(IdentifyHistories, ForcesFromTheMotionAreThoseOfTheSimulation) {
  const Experiment e = experiment("friction-oscillator", {}, "moreau", 1.0, 1e-3);
  SimulationOptions simulation;
  simulation.until = 1.0;
  simulation.sample_step = 1e-3;
  Forces forces;
  Simulator(*e.model.system, *find_law("moreau"), simulation).run(e.model.start, forces);
  const auto found = identified(e, kFriction, options_of(e, 1e-6, 0.02));
  EXPECT_GE(found.windows.size(), 30U);
  for (const ForceWindow& window : found.windows) {
    std::size_t k = 0;
    while (forces.t[k + 1] < window.estimate.t) ++k;
    // Between two samples; the window is quadratic, the motion is not: (w h)^2 / 10 of 10 N.
    for (const Eigen::Index i : {0, 1}) {
      const auto j = static_cast<std::size_t>(i);
      const double part = (window.estimate.t - forces.t[k]) / (forces.t[k + 1] - forces.t[k]);
      const double expected =
          forces.force[k][j] + part * (forces.force[k + 1][j] - forces.force[k][j]);
      EXPECT_NEAR(window.estimate.force[i], expected, 0.01) << window.estimate.t;
    }
  }
}

TEST(IdentifyHistories, PhasesOfTheOscillatorAreThoseOfItsClosedForm) {
  Experiment e = experiment("friction-oscillator", {{"v_x", 0.1}}, "moreau", 5.0, 1e-3);
  const HistoryOptions options = options_of(e, 1e-3, 0.02);
  add_noise(e.history, options.sigma, 2);
  const auto found = identified(e, kFriction, options);
  // First stick until k v t = mu_s m g, then slides for (pi + 2 atan(v / (w d))) / w and sticks for 2 d / v.
  const double d = 0.1 * 9.81 / 100.0;
  const double slide = (std::numbers::pi + 2.0 * std::atan(0.1 / (10.0 * d))) / 10.0;
  const double period = slide + 2.0 * d / 0.1;
  const double first = 0.4 * 9.81 / (100.0 * 0.1);
  ASSERT_EQ(found.onsets.size(), 7U);
  for (std::size_t k = 0; k < 7; ++k) {
    EXPECT_NEAR(found.onsets[k].time.t, first + static_cast<double>(k) * period, 0.005);
  }
}

TEST(IdentifyHistories, HistoriesAlmostWithoutNoiseGiveTheCoefficients) {
  Experiment e = experiment("friction-oscillator", {}, "moreau", 3.0, 1e-3);
  const HistoryOptions options = options_of(e, 1e-7, 0.01);
  add_noise(e.history, options.sigma, 1);
  const auto found = identified(e, kFriction, options);
  EXPECT_EQ(found.parameters[0].status, IdentifyStatus::identified);
  EXPECT_NEAR(found.parameters[0].value, 0.3, 1e-4);
  EXPECT_EQ(found.parameters[1].status, IdentifyStatus::identified);
  EXPECT_NEAR(found.parameters[1].value, 0.4, 1e-4);
}

TEST(IdentifyHistories, CoordinatesFollowFromTheVelocities) {
  Experiment e = experiment("friction-oscillator", {}, "moreau", 2.0, 1e-3);
  const Eigen::MatrixXd q = e.history.q;
  integrate_coordinates(*e.model.system, e.model.start.q, e.history);
  EXPECT_LT((e.history.q - q).cwiseAbs().maxCoeff(), 2e-6);
  const auto found = identified(e, kFriction, options_of(e, 1e-4, 0.02));
  EXPECT_NEAR(found.parameters[0].value, 0.3, 1e-3);
  EXPECT_NEAR(found.parameters[1].value, 0.4, 1e-3);
}

TEST(IdentifyHistories, AStickThatNeverSlipsGivesALowerBoundOfStaticFrictionOnly) {
  // On the belt until the spring takes 3 N of the 3.924 N that friction could bear.
  Experiment e = experiment("friction-oscillator", {{"v_x", 0.1}}, "moreau", 0.3, 1e-3);
  const HistoryOptions options = options_of(e, 1e-3, 0.02);
  add_noise(e.history, options.sigma, 1);
  const auto found = identified(e, kFriction, options);
  EXPECT_EQ(found.parameters[0].status, IdentifyStatus::not_identifiable);
  EXPECT_NE(found.parameters[0].message, "");
  EXPECT_EQ(found.parameters[1].status, IdentifyStatus::lower_bound);
  EXPECT_NEAR(found.parameters[1].low, 3.0 / 9.81, 0.02);
  EXPECT_LT(found.parameters[1].low, 0.4);
}

TEST(IdentifyHistories, TwoFeetInStickDoNotDetermineTheirForces) {
  Experiment e = experiment("box-on-incline",
                            {{"friction", 2.0},
                             {"static_friction", 2.0},
                             {"slip_velocity", 0.0},
                             {"angle", 0.0},
                             {"incline", 0.2}},
                            "moreau", 0.5, 1e-3);
  const auto found = identified(e, kFriction, options_of(e, 1e-3, 0.05));
  EXPECT_EQ(found.windows.size(), 0U);
  EXPECT_EQ(found.parameters[1].status, IdentifyStatus::not_identifiable);
}

TEST(IdentifyHistories, TooLongAWindowIsFoundOut) {
  Experiment e = experiment("friction-oscillator", {}, "moreau", 5.0, 1e-3);
  HistoryOptions options = options_of(e, 1e-3, 0.02);
  add_noise(e.history, options.sigma, 1);
  EXPECT_GT(identified(e, kFriction, options).smoothing.p_value, 1e-3);
  options.phases.window = 0.3;
  EXPECT_LT(identified(e, kFriction, options).smoothing.p_value, 1e-6);
}

TEST(IdentifyHistories, ListedImpactsNeedNoSampleOnEachSide) {
  const Experiment e = experiment("bouncing-ball", {{"restitution", 0.7}}, "moreau", 0.9, 1e-3);
  // Regular samples only, as a recorder has them; the ball lands while nobody looks.
  Experiment regular{build("bouncing-ball", {{"restitution", 0.7}}), {}};
  std::vector<Eigen::Index> rows;
  std::vector<double> impacts;
  for (Eigen::Index k = 0; k < e.history.samples(); ++k) {
    const double steps = e.history.t[k] / 1e-3;
    if (std::abs(steps - std::round(steps)) < 1e-6) {
      rows.push_back(k);
    } else if (impacts.empty() || impacts.back() != e.history.t[k]) {
      impacts.push_back(e.history.t[k]);
    }
  }
  ASSERT_GE(impacts.size(), 1U);
  regular.history = {e.history.t(rows), e.history.q(rows, Eigen::all),
                     e.history.u(rows, Eigen::all)};
  HistoryOptions options = options_of(e, 1e-3, 0.03);
  add_noise(regular.history, options.sigma, 4);
  const std::vector<SoughtCoefficient> restitution = {sought(Coefficient::restitution, {0})};
  EXPECT_EQ(identified(regular, restitution, options).parameters[0].status,
            IdentifyStatus::not_identifiable);
  options.phases.impacts = impacts;
  const Identified found = identified(regular, restitution, options).parameters[0];
  EXPECT_EQ(found.status, IdentifyStatus::identified);
  EXPECT_NEAR(found.value, 0.7, 3e-3);  // the next sample is up to 1 ms, 0.01 m/s, after the impact
}

// Coverage.

void expect_friction_covered(Experiment e, const HistoryOptions& options, double mu,
                             double mu_static, long full) {
  const History exact = e.history;
  const long runs = suite_count(full);
  long hits = 0, static_hits = 0, fits = 0;
  for (long run = 0; run < runs; ++run) {
    e.history = exact;
    add_noise(e.history, options.sigma, 500U + static_cast<std::uint64_t>(run));
    const auto found = identified(e, kFriction, options);
    hits += holds(found.parameters[0], mu) ? 1 : 0;
    static_hits += holds(found.parameters[1], mu_static) ? 1 : 0;
    fits += found.tests[0].p_value > 0.05 ? 1 : 0;
  }
  expect_rate("mu", hits, runs, 0.95);
  expect_rate("mu_static", static_hits, runs, 0.95);
  expect_rate("mu fits", fits, runs, 0.95);
}

TEST(IdentifyHistories, IntervalsHoldTheFrictionOfTheOscillatorAtTheStatedRate) {
  Experiment e = experiment("friction-oscillator", {}, "moreau", 3.0, 1e-3);
  const HistoryOptions options = options_of(e, 1e-3, 0.02);
  expect_friction_covered(std::move(e), options, 0.3, 0.4, 2000);
}

TEST(IdentifyHistories, IntervalsOfStaticFrictionAreALittleShortWhereStickEndsSoftly) {
  // mu_s = mu: sliding begins without a jump of the force, gamma_T grows with the square of time.
  Experiment e = experiment("friction-oscillator", {{"v_x", 0.1}, {"static_friction", 0.3}},
                            "moreau", 1.5, 1e-3);
  const HistoryOptions options = options_of(e, 1e-3, 0.04);
  const History exact = e.history;
  const long runs = suite_count(2000);
  long hits = 0;
  for (long run = 0; run < runs; ++run) {
    e.history = exact;
    add_noise(e.history, options.sigma, 500U + static_cast<std::uint64_t>(run));
    hits += holds(identified(e, kFriction, options).parameters[1], 0.3) ? 1 : 0;
  }
  expect_rate("mu_static", hits, runs, 0.90, true);
}

TEST(IdentifyHistories, IntervalsHoldTheFrictionOfTheFallingDiscAtTheStatedRate) {
  // Liu et al. 2013, case 2: 50 kHz, forces at the edge A.
  Experiment e = experiment("disc-ball", {}, "lzb", 0.2, 2e-5);
  HistoryOptions options = options_of(e, 1e-3, 0.004);
  options.sigma[4] = 0.03;  // rad/s: two beams 33.5 mm apart
  options.contacts = {0};
  expect_friction_covered(std::move(e), options, 0.14, 0.15, 2000);
}

TEST(IdentifyHistories, IntervalsHoldTheRestitutionOfABouncingBallAtTheStatedRate) {
  Experiment e = experiment("bouncing-ball", {{"restitution", 0.7}}, "moreau", 1.5, 1e-3);
  const HistoryOptions options = options_of(e, 5e-3, 0.04);
  const History exact = e.history;
  const std::vector<SoughtCoefficient> restitution = {sought(Coefficient::restitution, {0})};
  const long runs = suite_count(2000);
  long hits = 0;
  for (long run = 0; run < runs; ++run) {
    e.history = exact;
    add_noise(e.history, options.sigma, 500U + static_cast<std::uint64_t>(run));
    hits += holds(identified(e, restitution, options).parameters[0], 0.7) ? 1 : 0;
  }
  expect_rate("e", hits, runs, 0.95);
}

}  // namespace
}  // namespace ricochet::testing
