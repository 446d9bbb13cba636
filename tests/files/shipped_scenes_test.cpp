// The shipped scenes run to their end, their books close, and the numbers that their comments know in closed form
// come out.

#include <gtest/gtest.h>

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <string>
#include <vector>

#include <motion/recorder.hpp>
#include <ricochet/files/problem_file.hpp>
#include <ricochet/files/scene_file.hpp>
#include <ricochet/impact/registry.hpp>
#include <ricochet/motion/compliant_simulator.hpp>
#include <ricochet/motion/simulator.hpp>
#include <support/minimal_mechanisms.hpp>
#include <support/resolve.hpp>
#include <support/sketch_checks.hpp>

namespace ricochet {
namespace {

using std::numbers::pi;
using testing::Recorder;

constexpr double g = 9.81;

// Also what the books said at each event.
struct Witness : Recorder {
  std::vector<Ledger> books;
  Ledger last;

  void sample(const Sample& s) override {
    Recorder::sample(s);
    last = s.ledger;
  }
  void event(const Event& e) override {
    Recorder::event(e);
    books.push_back(last);
  }
};

struct Motion {
  Scene scene;
  Witness seen;
  RunResult result;

  std::vector<Event> of(EventKind kind) const { return seen.of(kind); }
  /// The coordinate or velocity of that name, at the end.
  double operator[](const std::string& name) const {
    const SystemInfo& info = scene.system->info();
    for (std::size_t i = 0; i < info.q.size(); ++i) {
      if (info.q[i].name == name) return result.final.q[static_cast<Eigen::Index>(i)];
    }
    for (std::size_t i = 0; i < info.u.size(); ++i) {
      if (info.u[i].name == name) return result.final.u[static_cast<Eigen::Index>(i)];
    }
    ADD_FAILURE() << "no " << name;
    return 0.0;
  }
};

std::vector<std::string> shipped() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(RICOCHET_SOURCE_DIR "/scenes")) {
    names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// By the scene's own law, or by another one.
Motion run(const std::string& name, const std::string& law = "") {
  Motion r{read_scene(RICOCHET_SOURCE_DIR "/scenes/" + name + ".yaml"), {}, {}};
  if (!law.empty()) r.scene.law = law;
  const Scene& s = r.scene;
  if (s.method == MotionMethod::compliant) {
    r.result = CompliantSimulator(*s.system, s.options).run(s.start, r.seen);
    return r;
  }
  const LawSet laws(s.laws);
  const ImpactLaw* fallback = s.fallback_law ? laws.find(*s.fallback_law) : nullptr;
  r.result = Simulator(*s.system, *laws.find(s.law), s.options, fallback).run(s.start, r.seen);
  return r;
}

class ShippedScene : public ::testing::TestWithParam<std::string> {};

// Each step may leave 1e-10 (the tolerance of all of them) of the energy unexplained, and the longest motions take
// 1e4 steps: 1e-6 if all errors had one sign. They do not; 1e-7 leaves out an order of magnitude.
TEST_P(ShippedScene, ReachesItsEndAndItsBooksClose) {
  const Motion r = run(GetParam());
  EXPECT_EQ(r.result.reason, EndReason::end) << r.result.message;
  EXPECT_EQ(r.result.final.t, r.scene.options.until);
  EXPECT_GT(r.seen.turnover, 0.0);
  EXPECT_LE(r.seen.worst_residual, 1e-7 * r.seen.turnover);
  EXPECT_FALSE(r.scene.title.empty());
}

// The comment at the top: what happens, then a paragraph with what to look at.
TEST_P(ShippedScene, TellsItsStory) {
  const std::string text = run(GetParam()).scene.text;
  const std::string story = text.substr(0, text.find("\ntitle: "));
  EXPECT_TRUE(story.starts_with("# ")) << story;
  EXPECT_NE(story.find("\n#\n# "), std::string::npos) << story;
}

TEST_P(ShippedScene, HasAPictureWhoseContactsAreWhereItsGapsSay) {
  const Scene scene = read_scene(RICOCHET_SOURCE_DIR "/scenes/" + GetParam() + ".yaml");
  const MechanicalSystem& system = *scene.system;
  testing::expect_sound_sketch(system.sketch());
  testing::expect_contacts_in_the_picture(system, scene.start.t, scene.start.q);
  // Models for small angles agree to second order; the woodpecker starts with 0.28 rad.
  const bool small_angles = GetParam() == "woodpecker";
  EXPECT_LT(testing::gap_error(system, scene.start.t, scene.start.q),
            (small_angles ? 0.28 * 0.28 : 1e-12) * system.info().size);
}

INSTANTIATE_TEST_SUITE_P(All, ShippedScene, ::testing::ValuesIn(shipped()),
                         [](const auto& p) { return p.param; });

TEST(ShippedScenes, AreOfEveryForm) {
  std::vector<std::string> forms;
  for (const std::string& name : shipped()) {
    forms.push_back(read_scene(RICOCHET_SOURCE_DIR "/scenes/" + name + ".yaml").form);
  }
  EXPECT_GE(forms.size(), 14U);
  EXPECT_GE(std::count(forms.begin(), forms.end(), "bodies"), 3);
  EXPECT_GE(std::count(forms.begin(), forms.end(), "system"), 1);
  EXPECT_GE(std::count(forms.begin(), forms.end(), "model"), 8);
}

// ------------------------------------------------------------------- accumulations and rest

TEST(ShippedScenes, BouncesOfTheBallAccumulateAtTheSumOfTheSeries) {
  const Motion r = run("bouncing_ball");
  const auto chatter = r.of(EventKind::chatter);
  ASSERT_EQ(chatter.size(), 1U);
  EXPECT_NEAR(chatter[0].time, std::sqrt(2.0 / g) * 1.9 / 0.1, 1e-8);
  EXPECT_EQ(r["ball.vy"], 0.0);
}

TEST(ShippedScenes, RockingBlockLosesHousnersPartAtEveryImpact) {
  const Motion r = run("rocking_block");
  const auto impacts = r.of(EventKind::impact);
  ASSERT_GT(impacts.size(), 20U);
  for (const Event& e : impacts) {
    if (std::abs(e.velocity_before[2]) < 1e-4) continue;  // the last ones are where it stops
    EXPECT_NEAR(e.velocity_after[2] / e.velocity_before[2], 0.85, 1e-9);
  }
  // It ends upright, where its base struck, at rest. Drift is removed to 1e-12 of the size.
  EXPECT_NEAR(r["phi"], 0.0, 1e-12);
  EXPECT_NEAR(r["y"], 0.6, 1e-12);
  EXPECT_NEAR(r.result.final.u.norm(), 0.0, 1e-12);
}

TEST(ShippedScenes, TableCarriesTheBallOncePerShake) {
  const Motion r = run("vibrating_table");
  const auto impacts = r.of(EventKind::impact);
  ASSERT_GT(impacts.size(), 50U);
  const Event& last = impacts.back();
  // Multiplier of the orbit: 0.8 per bounce, 59 bounces from a start that is 4 % off.
  EXPECT_NEAR(last.time - impacts[impacts.size() - 2].time, 0.1, 1e-6);
  EXPECT_NEAR(last.velocity_after[1], 0.5 * g * 0.1, 1e-5);
  const double table = 0.0015 * 20 * pi * std::cos(20 * pi * last.time + 0.95);
  EXPECT_NEAR(table, 0.2 / 1.8 * 0.5 * g * 0.1, 1e-5);
}

TEST(ShippedScenes, RockingBoxLosesHousnersPartAtEveryImpact) {
  const Motion r = run("rocking_box");
  int impacts = 0;
  for (const Event& e : r.of(EventKind::impact)) {
    if (std::abs(e.velocity_before[2]) < 1e-4) continue;  // the last ones are where it stops
    EXPECT_NEAR(e.velocity_after[2] / e.velocity_before[2], 0.7, 1e-9);
    ++impacts;
  }
  EXPECT_GT(impacts, 20);
  EXPECT_NEAR(r["box.angle"], 0.0, 1e-10);
  EXPECT_NEAR(r["box.x"], 0.15, 1e-9);
  EXPECT_NEAR(r["box.y"], 0.3, 1e-10);
}

TEST(ShippedScenes, HopsOfTheFlatBoxTakeTheirFrictionFromItsSpeed) {
  const Motion r = run("box_landing_flat");
  const auto impacts = r.of(EventKind::impact);
  const auto chatter = r.of(EventKind::chatter);
  ASSERT_EQ(chatter.size(), 2U);  // both corners
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(impacts[i].contacts.size(), 2U);
    // mu h / a of what both take is the difference of the two, a half width and h half height: the friction's moment.
    const double rear = impacts[i].impulse[0], front = impacts[i].impulse[2];
    EXPECT_NEAR((front - rear) / (front + rear), 0.3 * 0.1 / 0.2, 1e-10);
    EXPECT_NEAR(impacts[i].velocity_after[2], 0.0, 1e-12);
  }
  EXPECT_NEAR(chatter[0].time, 0.6, 1e-8);
  EXPECT_NEAR(chatter[0].velocity_after[0], 3.0 - 0.3 * 0.2 * g * 3.0, 1e-8);
  const auto stick = r.of(EventKind::stick);
  ASSERT_EQ(stick.size(), 1U);
  EXPECT_NEAR(stick[0].time, 3.0 / (0.3 * g), 1e-8);  // as if it had slid from the start
  EXPECT_NEAR(r["box.angle"], 0.0, 1e-12);
}

TEST(ShippedScenes, DimerWalksTheSameWayInEveryShakeAndSpendsWhatThePlateBrings) {
  const Motion r = run("dimer");
  std::vector<std::size_t> bounces;  // of the right end
  for (std::size_t i = 0; i < r.seen.events.size(); ++i) {
    const Event& e = r.seen.events[i];
    if (e.kind != EventKind::impact) continue;
    if (std::count(e.contacts.begin(), e.contacts.end(), 1) > 0) bounces.push_back(i);
  }
  ASSERT_GT(bounces.size(), 70U);
  for (std::size_t k = bounces.size() - 10; k < bounces.size(); ++k) {
    const Event& before = r.seen.events[bounces[k - 1]];
    const Event& e = r.seen.events[bounces[k]];
    EXPECT_NEAR(e.time - before.time, 0.04, 1e-9);
    EXPECT_NEAR(e.q[0] - before.q[0], -0.04 * 0.01645, 1e-7);
    EXPECT_NEAR((e.velocity_before - before.velocity_before).norm(), 0.0, 1e-8);
    const Ledger& from = r.seen.books[bounces[k - 1]];
    const Ledger& to = r.seen.books[bounces[k]];
    const double spent = to.impact_loss + to.friction_loss - from.impact_loss - from.friction_loss;
    EXPECT_GT(spent, 0.0);
    EXPECT_NEAR(to.motion_work - from.motion_work, spent, 1e-8 * spent);
  }
}

// --------------------------------------------------------------------------- stick and slip

TEST(ShippedScenes, FeederCarriesItsBoxWithTheSpeedOfThePointMass) {
  const Motion r = run("feeder");
  const auto impacts = r.of(EventKind::impact);
  ASSERT_GT(impacts.size(), 20U);
  const Event& last = impacts.back();
  const Event& before = impacts[impacts.size() - 11];
  EXPECT_NEAR(last.time - before.time, 10.0 / 15.0, 1e-9);
  // Of a separate computation, tests/motion/feeder_test.cpp.
  EXPECT_NEAR((last.q[0] - before.q[0]) / (last.time - before.time), 0.12320, 1e-5);
}

TEST(ShippedScenes, RatchetAdvancesByOneToothPerPeriod) {
  const Motion r = run("ratchet");
  const double up = 0.4 * 0.01 + 0.01 * std::sqrt(1.16);  // a flank that rises by 0.4
  const double behind = 0.01 + std::sqrt(0.12 * 0.12 - (0.1 - up) * (0.1 - up));
  std::vector<double> caught;
  for (const Event& e : r.of(EventKind::stick)) caught.push_back(e.q[0]);
  ASSERT_EQ(caught.size(), 6U);
  for (std::size_t i = 0; i < caught.size(); ++i) {
    EXPECT_NEAR(caught[i], 0.2 + 0.1 * static_cast<double>(i) + behind, 1e-8);
  }
}

TEST(ShippedScenes, DiscRollsAfterAThirdOfItsStoppingTime) {
  const Motion r = run("rolling_disc");
  const auto stick = r.of(EventKind::stick);
  ASSERT_EQ(stick.size(), 1U);
  EXPECT_NEAR(stick[0].time, 3.0 / (3.0 * 0.2 * g), 1e-11);
  EXPECT_NEAR(r["disc.vx"], 2.0, 1e-10);
  EXPECT_NEAR(r["disc.omega"], -20.0, 1e-9);
  const double mass = 40.0 * pi * 0.01;
  EXPECT_NEAR(r.result.final.ledger.friction_loss, mass * 9.0 / 6.0, 1e-9);
}

TEST(ShippedScenes, BlockSlidesIfTheSlopeExceedsItsFriction) {
  const Motion r = run("block_on_incline");
  const double slope = 20.0 * pi / 180.0;
  const double way = 0.5 * g * (std::sin(slope) - 0.35 * std::cos(slope)) * 4.0;
  const Eigen::VectorXd moved = r.result.final.q - r.scene.start.q;
  EXPECT_NEAR(moved.head(3).norm(), 0.0, 1e-10);
  EXPECT_NEAR(moved[3], -way * std::cos(slope), 1e-10);
  EXPECT_NEAR(moved[4], -way * std::sin(slope), 1e-10);
  EXPECT_NEAR(moved[5], 0.0, 1e-10);
}

TEST(ShippedScenes, OscillatorSticksAndSlidesForItsClosedTimes) {
  const Motion r = run("friction_oscillator");
  const auto stick = r.of(EventKind::stick);
  const auto slip = r.of(EventKind::slip);
  ASSERT_GE(slip.size(), 6U);
  const double d = 0.1 * g / 100.0;
  for (std::size_t i = 1; i < slip.size(); ++i) {  // the first stick begins elsewhere
    EXPECT_NEAR(slip[i].time - stick[i].time, 2.0 * d / 0.1, 1e-8);
    EXPECT_NEAR(stick[i].time - slip[i - 1].time, (pi + 2.0 * std::atan(0.1 / (10.0 * d))) / 10.0,
                1e-8);
  }
}

// ---------------------------------------------------------------------------------- impacts

TEST(ShippedScenes, CradleHandsTheVelocityOn) {
  const Motion r = run("newtons_cradle");
  const auto impacts = r.of(EventKind::impact);
  ASSERT_EQ(impacts.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(impacts[i].time, 0.001 * static_cast<double>(i + 1), 1e-12);
  }
  for (Eigen::Index i = 0; i < 15; ++i) {
    EXPECT_NEAR(r.result.final.u[i], i == 12 ? 1.0 : 0.0, 1e-12);
  }
}

TEST(ShippedScenes, DiscsExchangeTheImpulsesOfASlidingImpact) {
  const Motion r = run("two_discs");
  ASSERT_EQ(r.of(EventKind::impact).size(), 1U);
  const double mass = 50.0 * pi * 0.01;
  const double L_N = 1.8 * mass * 2.0 * std::cos(pi / 6.0) / 2.0;
  const Eigen::VectorXd impulse = r.of(EventKind::impact)[0].impulse;
  EXPECT_NEAR(impulse[0], L_N, 1e-10);
  EXPECT_NEAR(std::abs(impulse[1]), 0.05 * L_N, 1e-10);
  EXPECT_NEAR(r["moving.omega"], r["resting.omega"], 1e-12);
  EXPECT_NEAR(std::abs(r["moving.omega"]), 2.0 * 0.05 * L_N / (mass * 0.1), 1e-10);
  EXPECT_NEAR(r["moving.vx"] + r["resting.vx"], 2.0, 1e-12);
  EXPECT_NEAR(r["moving.vy"] + r["resting.vy"], 0.0, 1e-12);
}

TEST(ShippedScenes, DistanceOfTheMassesBouncesAndTheirCentreDoesNotNotice) {
  const Motion r = run("linear_system");
  const auto impacts = r.of(EventKind::impact);
  const double w = std::sqrt(300.0);
  ASSERT_EQ(impacts.size(), 11U);
  double speed = 0.02 * w;
  for (std::size_t i = 0; i < impacts.size(); ++i) {
    EXPECT_NEAR(impacts[i].time, (static_cast<double>(i) + 0.5) * pi / w, 1e-8);
    EXPECT_NEAR(impacts[i].velocity_before[0] - impacts[i].velocity_before[1], speed, 1e-8);
    EXPECT_NEAR(impacts[i].q.sum() / 2.0, 0.02 * std::cos(10.0 * impacts[i].time), 1e-9);
    speed *= 0.8;
  }
}

TEST(ShippedScenes, BumperLeavesTheWallAfterHalfAPeriodOfTheSpring) {
  const Motion r = run("spring_bumper");
  ASSERT_EQ(r.of(EventKind::impact).size(), 1U);
  ASSERT_EQ(r.of(EventKind::open).size(), 1U);
  EXPECT_NEAR(r.of(EventKind::impact)[0].time, 0.4, 1e-12);
  EXPECT_NEAR(r.of(EventKind::impact)[0].dissipation, 0.5, 1e-12);
  EXPECT_NEAR(r.of(EventKind::open)[0].time, 0.4 + pi / 10.0, 1e-8);
  EXPECT_NEAR(r["rear.vx"] + r["front.vx"], -1.0, 1e-8);
}

TEST(ShippedScenes, UppermostBoxOfTheStackSlidesAsFarAsItsFrictionLets) {
  const Motion r = run("box_stack");
  const auto impacts = r.of(EventKind::impact);
  EXPECT_NEAR(impacts[0].time, 0.02, 1e-12);
  EXPECT_NEAR(impacts[0].velocity_after[6], 1.2, 1e-12);
  const auto stick = r.of(EventKind::stick);
  ASSERT_EQ(stick.size(), 1U);
  EXPECT_NEAR(stick[0].time, 0.02 + 1.2 / (0.5 * g), 1e-8);
  EXPECT_NEAR(r["upper.x"], 1.44 / g, 1e-9);
  for (const std::string name : {"lower.x", "middle.x", "upper.vx", "upper.angle"}) {
    EXPECT_NEAR(r[name], 0.0, 1e-10) << name;
  }
}

TEST(ShippedScenes, WheelKeepsItsMomentOfMomentumAboutTheEdgeAndClimbs) {
  const Motion r = run("wheel_step");
  const auto impacts = r.of(EventKind::impact);
  ASSERT_EQ(impacts.size(), 1U);
  EXPECT_NEAR(impacts[0].velocity_after[2] / impacts[0].velocity_before[2], 1.0 - 2.0 / 15.0, 1e-9);
  EXPECT_NEAR(r["wheel.y"], 0.24, 1e-10);
}

TEST(ShippedScenes, DominoesStrikeOneAnotherInTheirOrderEverFaster) {
  const Motion r = run("dominoes");
  // By energy: it turns about its lower right corner, R from its centre, until its upper right one is at the next.
  const double w = 0.0075, h = 0.048, R2 = 0.25 * (w * w + h * h);
  const double angle = std::asin(0.0125 / h);
  const double fall = 0.5 * (h * (1.0 - std::cos(angle)) - w * std::sin(angle));
  const auto impacts = r.of(EventKind::impact);
  ASSERT_FALSE(impacts.empty());
  EXPECT_NEAR(impacts[0].q[2], -angle, 1e-10);
  EXPECT_NEAR(impacts[0].velocity_before[2], -std::sqrt(36.0 + 1.5 * g * fall / R2), 1e-8);
  std::vector<double>
      times;  // of the first impact of each with the next, in the order in which they come
  for (const Event& e : impacts) {
    const auto next = static_cast<Eigen::Index>(times.size());
    if (next == 7 || std::abs(e.velocity_after[3 * (next + 1) + 2]) < 1e-9) continue;
    times.push_back(e.time);
    for (Eigen::Index later = next + 2; later < 8; ++later) {
      EXPECT_NEAR(e.velocity_after[3 * later + 2], 0.0, 1e-12);
    }
  }
  ASSERT_EQ(times.size(), 7U);
  for (std::size_t i = 2; i < 7; ++i) {
    EXPECT_LT(times[i] - times[i - 1], times[i - 1] - times[i - 2]);
  }
}

TEST(ShippedScenes, DiscLandsOnTheConveyorAsItFalls) {
  const auto impacts = run("conveyor").of(EventKind::impact);
  ASSERT_FALSE(impacts.empty());
  EXPECT_NEAR(impacts[0].time, (std::sqrt(0.25 + 0.1 * g) - 0.5) / g, 1e-10);
}

TEST(ShippedScenes, BallStrikesGroundAndWallAtOnce) {
  const auto impacts = run("ball_in_corner").of(EventKind::impact);
  ASSERT_FALSE(impacts.empty());
  EXPECT_EQ(impacts[0].contacts.size(), 2U);
  EXPECT_NEAR(impacts[0].time, std::sqrt(2.0 / 9.8), 1e-12);
  EXPECT_NEAR(impacts[0].velocity_before[0], 8.0, 1e-12);
  EXPECT_NEAR(impacts[0].velocity_before[1], -std::sqrt(2.0 * 9.8), 1e-11);
  // Newton's law at both: half of each.
  EXPECT_NEAR(impacts[0].velocity_after[0], -4.0, 1e-9);
  EXPECT_NEAR(impacts[0].velocity_after[1], 0.5 * std::sqrt(2.0 * 9.8), 1e-9);
}

TEST(ShippedScenes, DiscAndBallPartWithTheConvergedVelocities) {
  const Motion r = run("disc_ball");
  ASSERT_FALSE(r.seen.events.empty());
  const Event& first = r.seen.events[0];
  EXPECT_EQ(first.time, 0.0);
  // Tolerance of the law: 1e-8 of the ball's 0.275 m/s and, over the radius, of the disc's turn.
  EXPECT_NEAR(first.impulse[2 * first.contacts[0]], 0.0243368372, 1e-9);
  EXPECT_NEAR(first.velocity_after[2], 0.115302836, 1e-8);
  EXPECT_NEAR(first.velocity_after[4], -0.67820031, 3e-7);
  // It lies flat: the centre half a thickness above the ground.
  EXPECT_NEAR(r["theta"], 0.0, 1e-10);
  EXPECT_NEAR(r["z_d"], 0.003, 1e-12);
}

TEST(ShippedScenes, SoftContactLastsHalfAPeriodAndItsSag) {
  const Motion r = run("soft_landing");
  const auto close = r.of(EventKind::close);
  const auto open = r.of(EventKind::open);
  ASSERT_FALSE(open.empty());
  const double v = std::sqrt(2.0 * g * 0.1);
  EXPECT_NEAR(close[0].time, v / g, 1e-10);
  EXPECT_NEAR(open[0].time - close[0].time, (pi + 2.0 * std::atan(g / (100.0 * v))) / 100.0, 1e-9);
  EXPECT_NEAR(open[0].velocity_after[1], v, 1e-8);
}

// ------------------------------------------------------------------------------- mechanisms

/// What the tip gets, and its normal velocity after it.
struct TipImpact {
  double L_N = 0.0, L_T = 0.0, gN = 0.0;
};

// The impact of the tip by Routh's diagram in the two angles: it slides with gamma_T < 0, stops while it is still compressed,
// and sticks to the end, which the three coefficients put at different places.
TEST(ShippedScenes, DoublePendulumGainsEnergyByNewtonsCoefficientAndByNoOther) {
  const testing::DoublePendulumData rods{
      {1.0, 1.0}, {0.5, 0.5}, {{{1.0, 1.0 / 12}, {1.0, 1.0 / 12}}}};
  const testing::DoublePendulum twin(rods, Ground{.name = "wall", .normal = Vector2::UnitX()}, {});
  Eigen::VectorXd q(2), u(2);
  q << -40.0 * pi / 180.0, -60.0 * pi / 180.0;
  u << 0.0, -2.0;
  Evaluation at;
  at.fit(twin.info());
  twin.evaluate(0.0, q, u, kEverything, at);
  const Eigen::Matrix2d G = at.W.transpose() * at.M.inverse() * at.W;
  const Eigen::Vector2d before = at.W.transpose() * u;
  const double mu = 0.5, e = 0.8;
  const double energy = 0.5 * u.dot(at.M * u);
  EXPECT_NEAR(energy, 2.0 / 3.0, 1e-15);
  ASSERT_LT(before[1], 0.0);
  const double p1 = -before[1] / (G(0, 1) + mu * G(1, 1));      // sliding stops
  const double g1 = before[0] + (G(0, 0) + mu * G(0, 1)) * p1;  // gamma_N then
  const double slope = G(0, 0) - G(0, 1) * G(0, 1) / G(1, 1);   // of gamma_N in stick
  ASSERT_LT(g1, 0.0);
  ASSERT_LT(G(0, 1), mu * G(1, 1));  // it can stick
  const double compression = p1 - g1 / slope;
  const double work = 0.5 * p1 * (before[0] + g1) - 0.5 * g1 * g1 / slope;
  const auto end_at = [&](double gN) {
    const double p2 = (gN - g1) / slope;
    return TipImpact{p1 + p2, mu * p1 - G(0, 1) / G(1, 1) * p2, gN};
  };
  const auto expect = [&](const std::string& law, const TipImpact& tip) {
    const Motion r = run("double_pendulum_wall", law);
    const Event& first = r.seen.events.front();
    ASSERT_EQ(first.kind, EventKind::impact) << law;
    EXPECT_NEAR(first.impulse[0], tip.L_N, 1e-10) << law;
    EXPECT_NEAR(first.impulse[1], tip.L_T, 1e-10) << law;
    const double loss = -0.5 * (tip.L_N * (before[0] + tip.gN) + tip.L_T * before[1]);
    EXPECT_NEAR(first.dissipation, loss, 1e-10) << law;
    const bool gains = std::any_of(first.warnings.begin(), first.warnings.end(),
                                   [](const Warning& w) { return w.id == WarningId::energy_gain; });
    EXPECT_EQ(gains, loss < 0.0) << law;
    EXPECT_EQ(gains, law.empty() || law == "moreau") << law;
  };
  expect("", end_at(-e * before[0]));
  expect("moreau", end_at(-e * before[0]));
  expect("routh-stronge", end_at(e * std::sqrt(-2.0 * slope * work)));
  expect("poisson", end_at(e * compression * slope));
  expect("routh-poisson", end_at(e * compression * slope));
  EXPECT_NEAR(run("double_pendulum_wall").seen.events.front().dissipation, 2.0 / 3.0 - 1.681348,
              1e-6);
}

TEST(ShippedScenes, FourBarTakesTheSameWayInTimesThatGrowByOneOverE) {
  const Motion r = run("four_bar_stop");
  const auto impacts = r.of(EventKind::impact);
  ASSERT_EQ(impacts.size(), 5U);
  Evaluation at;
  at.fit(r.scene.system->info());
  r.scene.system->evaluate(0.0, r.scene.start.q, r.scene.start.u, kMass, at);
  double energy = 0.5 * r.scene.start.u.dot(at.M * r.scene.start.u);
  double flight = impacts[1].time - impacts[0].time;
  for (std::size_t i = 0; i < impacts.size(); ++i) {
    EXPECT_NEAR(impacts[i].dissipation, (1.0 - 0.8 * 0.8) * energy, 1e-8);
    EXPECT_NEAR(std::abs(impacts[i].impulse[1]), 0.3 * impacts[i].impulse[0], 1e-12);
    energy *= 0.8 * 0.8;
    if (i < 2) continue;
    flight /= 0.8;
    EXPECT_NEAR(impacts[i].time - impacts[i - 1].time, flight, 1e-8);
  }
}

TEST(ShippedScenes, SliderIsDrivenWithinThePlayOfItsPin) {
  struct Watch : Recorder {
    double play = 0.0,
           turn = 0.0;  // m: worst distance from that without play; rad: of the crank from 40 t
    void sample(const Sample& s) override {
      Recorder::sample(s);
      turn = std::max(turn, std::abs(s.q[2] - 40.0 * s.t));
      const double pin_x = 0.1 * std::cos(40.0 * s.t), pin_y = 0.1 * std::sin(40.0 * s.t);
      play = std::max(play, std::abs(std::hypot(s.q[6] - pin_x, s.q[7] - pin_y) - 0.3));
    }
  } seen;
  const Scene scene = read_scene(RICOCHET_SOURCE_DIR "/scenes/slider_crank.yaml");
  Simulator(*scene.system, *find_law(scene.law), scene.options).run(scene.start, seen);
  EXPECT_LE(seen.turn, 1e-14);
  EXPECT_LE(seen.play, 0.001 + 1e-12);
  EXPECT_GT(seen.play, 0.0009);  // it uses it
  const auto open = seen.of(EventKind::open);
  ASSERT_EQ(open.size(), 7U);
  // The motion has nearly become periodic: what is left of the start shrinks to a fortieth in each turn.
  EXPECT_NEAR(open[6].time - open[4].time, 2.0 * pi / 40.0, 1e-6);
  EXPECT_NEAR(open[5].time - open[3].time, 2.0 * pi / 40.0, 1e-6);
}

TEST(ShippedScenes, CradleOnStringsHandsOnWhatTheRowOfBallsDoes) {
  const Motion r = run("cradle_on_strings");
  const Event first = r.of(EventKind::impact)[0];
  const double inertia = 1.0 + 0.5 * 0.05 * 0.05;  // kg m^2, about the pivot
  const double rate = std::sqrt(2.0 * g * (1.0 - std::cos(pi / 6.0)) / inertia);
  EXPECT_NEAR(first.time, std::sqrt(inertia / g) * std::comp_ellint_1(std::sin(pi / 12.0)), 1e-9);
  EXPECT_NEAR(first.velocity_before[2], rate, 1e-9);
  const ImpactOutcome row = testing::resolve(
      "lzb", read_problem(RICOCHET_SOURCE_DIR "/problems/five_ball_cradle.yaml").problem);
  const Event rigid = run("cradle_on_strings", "moreau").of(EventKind::impact)[0];
  double sum = 0.0, squares = 0.0;
  for (Eigen::Index i = 0; i < 5; ++i) {
    const double share = first.velocity_after[3 * i + 2] / rate;
    EXPECT_NEAR(share, row.u[i],
                1e-7);  // two errors of the law's tolerance, 1e-8, and their sum over the row
    EXPECT_NEAR(rigid.velocity_after[3 * i + 2] / rate, i == 0 ? -0.6 : 0.4, 1e-9);
    sum += share;
    squares += share * share;
  }
  EXPECT_NEAR(sum, 1.0, 1e-9);
  EXPECT_NEAR(squares, 1.0, 1e-8);
}

// Two free bodies that meet at the car's corner, on the front of the van; the impulse that keeps them together there is
// inside the cone of friction.
TEST(ShippedScenes, CrashIsAnImpactThatSticksAndTheRailBrakesWithItsFriction) {
  const Motion r = run("crash");
  const Event first = r.of(EventKind::impact)[0];
  const double angle = first.q[5];
  EXPECT_NEAR(angle, -20.0 * pi / 180.0, 1e-12);
  const Vector2 n(std::cos(angle), std::sin(angle)), t(n.y(), -n.x());
  const Vector2 arm(-2.2, 0.9);
  const Vector2 other = Vector2(first.q[0], first.q[1]) + arm - Vector2(first.q[3], first.q[4]);
  Eigen::Matrix<double, 6, 2> W;
  for (const Eigen::Index k : {0, 1}) {
    const Vector2 d = k == 0 ? n : t;
    W.col(k) << d, arm.x() * d.y() - arm.y() * d.x(), -d, -(other.x() * d.y() - other.y() * d.x());
  }
  Eigen::VectorXd mass(6);
  mass << 1350.0, 1350.0, 2150.0, 1980.0, 1980.0, 3900.0;
  EXPECT_NEAR(other.dot(n), 2.5, 1e-9);  // on the front
  const Eigen::Matrix2d G = W.transpose() * mass.cwiseInverse().asDiagonal() * W;
  const Eigen::Vector2d before = W.transpose() * first.velocity_before;
  const Eigen::Vector2d L = G.inverse() * Eigen::Vector2d(-1.1 * before[0], -before[1]);
  ASSERT_LT(std::abs(L[1]), 0.5 * L[0]);
  const Eigen::VectorXd after = first.velocity_before + mass.cwiseInverse().asDiagonal() * W * L;
  EXPECT_NEAR(L[0], 8154.785, 1e-3);
  EXPECT_NEAR(L[1], 936.847, 1e-3);
  EXPECT_LE((first.velocity_after - after).cwiseAbs().maxCoeff(), 1e-10);
  EXPECT_NEAR((after - first.velocity_before).head(2).norm(), 6.080313, 1e-6);
  EXPECT_NEAR((after - first.velocity_before).segment(3, 2).norm(), 4.145668, 1e-6);
  // Both end along the rail, and have slid there since their last corner came to lie.
  EXPECT_NEAR(r["car.y"], 0.9, 1e-12);
  EXPECT_NEAR(r["van.y"], 1.0, 1e-12);
  const Event lies = r.of(EventKind::chatter).back();
  for (const Eigen::Index x : {0, 3}) {
    EXPECT_NEAR(r.result.final.u[x], lies.velocity_after[x] - 0.3 * 0.4 * (6.0 - lies.time), 1e-9);
  }
}

// --------------------------------------------------------------------------------- Painleve

// Sliding with v is inconsistent, and the only impulse that stops it without approach is (G_NT, -G_NN) v / det G.
TEST(ShippedScenes, ImpactsWithoutCollisionHaveTheirClosedImpulse) {
  for (const std::string name : {"painleve_rod", "box_on_incline", "hopping_finger",
                                 "frictional_bounce", "frictional_bounce_simplified"}) {
    const Motion r = run(name);
    const auto events = r.of(EventKind::collisionless_impact);
    ASSERT_EQ(events.size(), 1U) << name;
    const Event& e = events[0];
    EXPECT_EQ(e.time, 0.0);
    const Eigen::Index i = e.contacts[0];
    Evaluation at;
    at.fit(r.scene.system->info());
    r.scene.system->evaluate(e.time, e.q, e.velocity_before, kEverything, at);
    const Eigen::MatrixXd W = at.W.middleCols(2 * i, 2);
    const Eigen::Matrix2d G = W.transpose() * at.M.inverse() * W;
    const double v = W.col(1).dot(e.velocity_before) - at.surface_velocity[2 * i + 1];
    EXPECT_GT(v, 0.0) << name;
    const double mu = r.scene.system->info().contacts[static_cast<std::size_t>(i)].parameters.mu;
    EXPECT_LT(G(0, 0) - mu * G(0, 1), 0.0) << name;
    // The answer is taken as the limit of an approach of 1e-9 of v.
    const double scale = v / G.determinant() * G(0, 0);
    EXPECT_NEAR(e.impulse[2 * i], G(0, 1) * v / G.determinant(), 1e-8 * scale) << name;
    EXPECT_NEAR(e.impulse[2 * i + 1], -G(0, 0) * v / G.determinant(), 1e-8 * scale) << name;
  }
}

TEST(ShippedScenes, HoppingTipsSettleToTheirPeriods) {
  const auto period = [](const std::string& name, double flight) {
    const Motion r = run(name);
    const auto impacts = r.of(EventKind::impact);
    const auto open = r.of(EventKind::open);
    EXPECT_NEAR(impacts.back().time - open.back().time, flight, 2e-8) << name;
    return impacts.back().time - impacts[impacts.size() - 2].time;
  };
  // Reference values of a separate computation; multipliers 0.49 and 0.76 per hop.
  EXPECT_NEAR(period("frictional_bounce_simplified", 0.049141017), 0.338627935, 2e-8);
  EXPECT_NEAR(period("frictional_bounce", 0.032292442), 0.122097054, 2e-8);
}

TEST(ShippedScenes, FingerHopsInEqualTimes) {
  const auto impacts = run("hopping_finger").of(EventKind::impact);
  ASSERT_GT(impacts.size(), 10U);
  const double period = impacts[1].time - impacts[0].time;
  for (std::size_t i = 1; i < impacts.size(); ++i) {
    EXPECT_NEAR(impacts[i].time - impacts[i - 1].time, period, 1e-7);
  }
}

// Where sliding stops nothing else of the sleeve moves, so that a velocity of rounding is not small compared with
// the others; still it has stopped.
TEST(ShippedScenes, SleeveOfTheWoodpeckerDoesNotReverseWhereItStops) {
  EXPECT_TRUE(run("woodpecker").of(EventKind::reverse).empty());
}

// Over one period the energy is the same, so the weight's work is what was lost.
TEST(ShippedScenes, APeckCostsTheWorkOfTheWeight) {
  const Motion r = run("woodpecker");
  std::vector<std::size_t> pecks;
  for (std::size_t i = 0; i < r.seen.events.size(); ++i) {
    const Event& e = r.seen.events[i];
    if (e.kind == EventKind::impact && e.contacts[0] == 0) pecks.push_back(i);
  }
  ASSERT_GT(pecks.size(), 8U);
  const auto lost = [&](std::size_t i) {
    return r.seen.books[i].impact_loss + r.seen.books[i].friction_loss;
  };
  const std::size_t from = pecks[pecks.size() - 2];
  const std::size_t to = pecks.back();
  const double way = r.seen.events[from].q[0] - r.seen.events[to].q[0];
  EXPECT_GT(way, 0.001);
  // Two pecks still differ a little in their energy: the orbit is approached, not reached.
  EXPECT_NEAR(lost(to) - lost(from), 0.0048 * g * way, 1e-3 * 0.0048 * g * way);
  EXPECT_LT(r.result.final.ledger.impact_loss, r.result.final.ledger.friction_loss);
}

}  // namespace
}  // namespace ricochet
