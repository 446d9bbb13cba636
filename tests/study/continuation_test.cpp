// Branches of orbits: special points against closed forms, and those of the bounce models confirmed by direct
// simulation on both sides.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "orbits.hpp"

#include <support/suite.hpp>

#include <ricochet/study/continuation.hpp>

namespace ricochet {
namespace {

using testing::build;

struct Family final : SystemFamily {
  std::function<FamilyMember(double)> member;
  explicit Family(std::function<FamilyMember(double)> f) : member(std::move(f)) {}
  FamilyMember at(double p) const override { return member(p); }
};

FamilyMember of(ModelInstance m, double period = 0.0) {
  FamilyMember member;
  member.system = std::move(m.system);
  member.start = m.start;
  member.law = find_law("moreau");
  member.period = period;
  member.refusal = m.refusal;
  return member;
}

struct Points {
  std::vector<BranchPoint> all;
  BranchEnd end = BranchEnd::none;
  std::string message;

  std::vector<BranchPoint> special(SpecialKind kind) const {
    std::vector<BranchPoint> some;
    for (const BranchPoint& point : all) {
      if (point.special == kind) some.push_back(point);
    }
    return some;
  }
  /// p of the k-th special point of a kind; NaN if there is none.
  double p(SpecialKind kind, std::size_t k = 0) const {
    const auto some = special(kind);
    return k < some.size() ? some[k].p : std::numeric_limits<double>::quiet_NaN();
  }
};

Points walk(Branch& branch) {
  Points points;
  BranchPoint point;
  while (branch.next(point)) points.all.push_back(point);
  points.end = branch.end();
  points.message = branch.message();
  return points;
}

// ------------------------------------------------------------ closed forms

constexpr double kShake = 20.0 * std::numbers::pi;  // rad/s

/// A ball on a shaking table over A w^2 / g.
Family ball(double e) {
  return Family([e](double strength) {
    return of(
        build("bouncing-ball", {{"height", 0.01},
                                {"vertical_velocity", 0.4},
                                {"restitution", e},
                                {"amplitude", strength * testing::kGravity / (kShake * kShake)},
                                {"angular_frequency", kShake}}),
        2.0 * std::numbers::pi / kShake);
  });
}
const OrbitOptions kBall{.settle = 3.0, .drifting = {0, 2, 3, 5}};
constexpr Section kShakes{.period = 0.1, .offset = 0.06};

TEST(VibratingTable, FirstPeriodDoublingAndFoldAreTheClosedForms) {
  for (const auto& [e, start] : {std::pair(0.5, 1.2), std::pair(0.8, 0.8)}) {
    const Family family = ball(e);
    const double born = std::numbers::pi * (1.0 - e) / (1.0 + e);
    const double doubles =
        std::sqrt(born * born + 4.0 * std::pow((1.0 + e * e) / (1.0 + e) / (1.0 + e), 2));
    const ContinuationOptions options{.low = 0.8 * born, .high = 1.1 * doubles};
    Branch up(family, kShakes, kBall, options, start, 1);
    ASSERT_TRUE(up.begin()) << up.message();
    const Points above = walk(up);
    EXPECT_EQ(above.end, BranchEnd::range) << above.message;
    EXPECT_EQ(above.all.back().p, options.high);
    EXPECT_NEAR(above.p(SpecialKind::period_doubling), doubles, 1e-8);
    EXPECT_EQ(above.special(SpecialKind::period_doubling).size(), 1U);
    // Downwards it turns back where the table is only just fast enough; the other half is unstable.
    Branch down(family, kShakes, kBall, options, start, -1);
    ASSERT_TRUE(down.begin());
    const Points below = walk(down);
    EXPECT_NEAR(below.p(SpecialKind::fold), born, 1e-8);
    EXPECT_EQ(below.end, BranchEnd::range) << below.message;
    EXPECT_EQ(below.all.back().p, options.high);
    EXPECT_EQ(below.all.back().stability, Stability::unstable);
  }
}

TEST(VibratingTable, TheDoubledOrbitDoublesAgain) {
  const Family family = ball(0.5);
  Section twice = kShakes;
  twice.returns = 2;
  OrbitOptions settled = kBall;
  settled.settle = 10.0;
  Branch branch(family, twice, settled, {.low = 1.5, .high = 1.8}, 1.54, 1);
  ASSERT_TRUE(branch.begin()) << branch.message();
  const Points points = walk(branch);
  const double again = points.p(SpecialKind::period_doubling);
  ASSERT_GT(again, 1.54) << points.message;
  // Directly: two different flights below, four above.
  for (const double side : {-1.0, 1.0}) {
    const FamilyMember m = family.at(again + side * 0.002);
    testing::Motion motion;
    Simulator(*m.system, *m.law, {.until = 40.0})
        .resume(points.special(SpecialKind::period_doubling)[0].state, motion);
    std::vector<double> times;
    for (const Event& e : motion.of(EventKind::impact)) times.push_back(e.time);
    ASSERT_GT(times.size(), 20U);
    const auto flight = [&](std::size_t back) {
      return times[times.size() - back] - times[times.size() - back - 1];
    };
    EXPECT_NEAR(flight(1), flight(5), 1e-6);
    if (side < 0.0) {
      EXPECT_NEAR(flight(1), flight(3), 1e-6);
    } else {
      EXPECT_GT(std::abs(flight(1) - flight(3)), 1e-4);
    }
  }
}

TEST(ForcedOscillator, MultipliersLeaveTheUnitCircleWhereDampingVanishes) {
  // q'' + c q' + 100 q = sin(7 t), c the parameter: lambda = exp((-c +- i sqrt(400 - c^2)) T / 2).
  const Family family([](double c) {
    LinearParameters p;
    p.mass = p.stiffness = p.damping = Eigen::MatrixXd::Identity(1, 1);
    p.stiffness *= 100.0;
    p.damping *= c;
    p.force = Eigen::VectorXd::Zero(1);
    p.amplitude = Eigen::VectorXd::Ones(1);
    p.angular_frequency = 7.0;
    p.contacts = {{.name = "far", .gap = 1.0, .normal = Eigen::VectorXd::Ones(1)}};
    FamilyMember m;
    m.system = std::make_unique<LinearSystem>(std::move(p));
    m.start = testing::state({0.0}, {0.0});
    m.law = find_law("moreau");
    m.period = 2.0 * std::numbers::pi / 7.0;
    return m;
  });
  Branch branch(family, {.period = 2.0 * std::numbers::pi / 7.0}, {.settle = 5.0},
                {.low = -1.0, .high = 2.0}, 1.0, -1);
  ASSERT_TRUE(branch.begin()) << branch.message();
  const Points points = walk(branch);
  EXPECT_NEAR(points.p(SpecialKind::neimark_sacker), 0.0, 1e-8);
  EXPECT_EQ(points.end, BranchEnd::range) << points.message;
  EXPECT_TRUE(points.special(SpecialKind::fold).empty());
  EXPECT_TRUE(points.special(SpecialKind::period_doubling).empty());
  EXPECT_EQ(points.all.front().stability, Stability::stable);
  EXPECT_EQ(points.all.back().stability, Stability::unstable);
}

TEST(ImpactOscillator, GrazesWhereItsAmplitudeReachesTheStop) {
  // Without contact the amplitude is F / sqrt((k - w^2)^2 + (c w)^2); the stop stands 0.02 away.
  const double w = 7.0, c = 1.0, k = 100.0, gap = 0.02;
  const Family family([=](double F) {
    LinearParameters p;
    p.mass = p.stiffness = p.damping = Eigen::MatrixXd::Identity(1, 1);
    p.stiffness *= k;
    p.damping *= c;
    p.amplitude = Eigen::VectorXd::Constant(1, F);
    p.angular_frequency = w;
    p.contacts = {{.name = "stop",
                   .gap = gap,
                   .normal = Eigen::VectorXd::Ones(1),
                   .parameters = testing::rough(0.0, 0.8)}};
    p.size = 0.1;
    p.q = {{"x", "m", 0.01}};
    p.u = {{"v", "m/s", 0.1}};
    FamilyMember m;
    m.system = std::make_unique<LinearSystem>(std::move(p));
    m.start = testing::state({0.0}, {0.0});
    m.law = find_law("moreau");
    m.period = 2.0 * std::numbers::pi / w;
    return m;
  });
  Branch branch(family, {.period = 2.0 * std::numbers::pi / w}, {.settle = 30.0},
                {.low = 0.5, .high = 2.0}, 0.8, 1);
  ASSERT_TRUE(branch.begin()) << branch.message();
  const Points points = walk(branch);
  const double exact = gap * std::sqrt(std::pow(k - w * w, 2) + c * c * w * w);
  EXPECT_NEAR(points.p(SpecialKind::grazing), exact, 1e-8 * exact) << points.message;
}

TEST(Branch, GoesOnFromAPointToldBefore) {
  const Family family = ball(0.5);
  const ContinuationOptions options{.low = 1.0, .high = 1.6};
  Branch whole(family, kShakes, kBall, options, 1.2, 1);
  ASSERT_TRUE(whole.begin());
  const Points points = walk(whole);
  ASSERT_GT(points.all.size(), 6U);
  Branch rest(family, kShakes, kBall, options, 1.2, 1);
  ASSERT_TRUE(rest.restore(points.all[4])) << rest.message();
  const Points again = walk(rest);
  ASSERT_EQ(again.all.size(), points.all.size() - 5);
  for (std::size_t i = 0; i < again.all.size(); ++i) {
    EXPECT_NEAR(again.all[i].p, points.all[i + 5].p, 1e-8);
    EXPECT_EQ(again.all[i].special, points.all[i + 5].special);
  }
}

TEST(Branch, WithoutAnOrbitSaysWhy) {
  const Family family([](double p) { return of(build("hopping-finger", {{"speed", p}})); });
  Branch branch(family, {.event = EventKind::open}, {.longest_return = 1.0},
                {.low = -0.5, .high = 0.5}, -0.2, 1);
  EXPECT_FALSE(branch.begin());
  EXPECT_EQ(branch.end(), BranchEnd::no_orbit);
  EXPECT_FALSE(branch.message().empty());
}

// ------------------------------------------------------- the bounce models

Family bounce(std::string_view model) {
  return Family([model](double mu) {
    FamilyMember m = of(build(model, {{"friction", mu}}));
    m.simulation.tolerance = 1e-11;
    return m;
  });
}
constexpr Section kOpens{.event = EventKind::open};
const ContinuationOptions kMu{.low = 0.35, .high = 0.7};

/// Modes after each landing, and times between take-offs, of the motion from a state.
struct Hops : MotionObserver {
  std::vector<double> opened;
  std::vector<Mode> landed;
  bool wants_samples() const override { return false; }
  void event(const Event& e) override {
    if (e.kind == EventKind::open) opened.push_back(e.time);
    if (e.kind == EventKind::close) landed.push_back(e.modes[0]);
  }
  /// The last period, over n hops.
  double period(std::size_t n = 1) const { return opened.back() - opened[opened.size() - 1 - n]; }
};

/// The motion at mu from the orbit that a branch has told nearest to it.
Hops hop(const Family& family, const Points& points, double mu, double until, double step = 0.0) {
  const BranchPoint* nearest = &points.all.front();
  for (const BranchPoint& b : points.all) {
    if (std::abs(b.p - mu) < std::abs(nearest->p - mu)) nearest = &b;
  }
  const FamilyMember m = family.at(mu);
  Hops hops;
  MotionState start = nearest->state;
  start.t = 0.0;
  Simulator(*m.system, *m.law, {.until = until, .largest_step = step}).resume(start, hops);
  return hops;
}

/// The full model takes its time: with RICOCHET_SUITE=full only.
struct BounceModel : ::testing::TestWithParam<std::string_view> {
  void SetUp() override {
    if (full() && testing::suite_count(10) < 10) GTEST_SKIP() << "in the full suite";
  }
  bool full() const { return GetParam() == "frictional-bounce"; }
  /// Located values: the simplified model, the full one.
  double value(double simplified, double whole) const { return full() ? whole : simplified; }
};

TEST_P(BounceModel, HoppingIsBornBelowTheParadoxAndDoublesItsPeriodUpwards) {
  const Family family = bounce(GetParam());
  Branch down(family, kOpens, {.settle = 3.0}, kMu, 0.42, -1);
  ASSERT_TRUE(down.begin()) << down.message();
  const Points below = walk(down);
  ASSERT_EQ(below.special(SpecialKind::sequence_change).size(), 3U) << below.message;
  // Down to mu_I stick ends in flight; below, in a little sliding first. There A = 0: J + m a^2 = mu m a h.
  const double paradox = below.p(SpecialKind::sequence_change, 0);
  const BranchPoint at = below.special(SpecialKind::sequence_change)[0];
  const double phi = full() ? at.state.q[2] : 0.0;  // where stick ends
  const double a = 0.3 * std::cos(phi) - std::sin(phi), h = std::cos(phi) + 0.3 * std::sin(phi);
  EXPECT_NEAR(paradox, (0.03 + a * a) / (a * h), 1e-6);  // singular there: no more digits
  if (!full()) {
    EXPECT_NEAR(at.period, 0.02216155, 2e-6);
    EXPECT_NEAR(at.multipliers[0].real(), 0.84594, 1e-4);
    EXPECT_NEAR(at.multipliers[0].imag(), 0.44911, 1e-4);
  }
  // Then landing begins to slide, too.
  const double slides = below.p(SpecialKind::sequence_change, 1);
  EXPECT_EQ(hop(family, below, slides + 2e-5, 2.0).landed.back(), Mode::stick);
  EXPECT_EQ(hop(family, below, slides - 2e-5, 2.0).landed.back(), Mode::slip_plus);
  // And the orbit ends where its stick phase has vanished; it coexists with sliding down to there.
  const double end = below.p(SpecialKind::sequence_change, 2);
  EXPECT_LT(end, paradox - 0.001);
  EXPECT_EQ(below.end, BranchEnd::jump);
  EXPECT_GT(hop(family, below, end + 2e-5, 5.0).opened.size(), 300U);
  EXPECT_LT(hop(family, below, end - 2e-5, 5.0).opened.size(), 200U);

  Branch up(family, kOpens, {.settle = 3.0}, kMu, 0.42, 1);
  ASSERT_TRUE(up.begin());
  const Points above = walk(up);
  const double doubles = above.p(SpecialKind::period_doubling);
  const Hops one = hop(family, above, doubles - 0.004, 20.0);
  EXPECT_NEAR(one.period(), one.period(2) / 2.0, 1e-6);
  const Hops two = hop(family, above, doubles + 0.004, 60.0);  // it starts on the unstable orbit
  EXPECT_GT(std::abs(two.period() - two.period(2) / 2.0), 1e-4);
  EXPECT_NEAR(two.period(2), two.period(4) / 2.0, 1e-6);
  // The unstable orbit ends where stick leaves its cone tangentially; no smooth bifurcation is told there.
  EXPECT_EQ(above.end, BranchEnd::jump);
  EXPECT_EQ(above.all.back().special, SpecialKind::cone_edge_grazing) << above.message;
  EXPECT_EQ(above.special(SpecialKind::period_doubling).size(), 1U);
  EXPECT_TRUE(above.special(SpecialKind::fold).empty());
}

TEST_P(BounceModel, LongHopsBeginAtTheEdgeOfTheConeThenLandSlidingAndDouble) {
  const Family family = bounce(GetParam());
  Branch down(family, kOpens, {.settle = 3.0}, kMu, value(0.52, 0.5), -1);
  ASSERT_TRUE(down.begin()) << down.message();
  const Points below = walk(down);
  const double edge = below.p(SpecialKind::cone_edge_grazing);
  EXPECT_EQ(below.end, BranchEnd::jump) << below.message;
  // Directly: hops of this length just above, none of them just below.
  const double period = below.special(SpecialKind::cone_edge_grazing)[0].period;
  // Short steps: the edge of a cone may be crossed and crossed back inside a longer one.
  EXPECT_NEAR(hop(family, below, edge + 2e-5, 6.0, 2e-4).period(), period, 1e-3);
  EXPECT_GT(std::abs(hop(family, below, edge - 2e-5, 6.0, 2e-4).period() - period), 0.02);

  Branch up(family, kOpens, {.settle = 3.0}, kMu, value(0.52, 0.5), 1);
  ASSERT_TRUE(up.begin());
  const Points above = walk(up);
  const double slides = above.p(SpecialKind::sequence_change);
  EXPECT_EQ(hop(family, above, slides - 1e-4, 10.0).landed.back(), Mode::stick);
  EXPECT_EQ(hop(family, above, slides + 1e-4, 10.0).landed.back(), Mode::slip_minus);
  const double doubles = above.p(SpecialKind::period_doubling);
  EXPECT_GT(doubles, slides);
  const Hops one = hop(family, above, doubles - 0.004, 30.0);
  EXPECT_NEAR(one.period(), one.period(2) / 2.0, 1e-6);
  const Hops two = hop(family, above, doubles + 0.004, 30.0);
  EXPECT_GT(std::abs(two.period() - two.period(2) / 2.0), 1e-4);
  EXPECT_EQ(above.all.back().special, SpecialKind::cone_edge_grazing) << above.message;
}

INSTANTIATE_TEST_SUITE_P(Both, BounceModel,
                         ::testing::Values("frictional-bounce-simplified", "frictional-bounce"),
                         [](const auto& each) {
                           return each.param == "frictional-bounce" ? "Full" : "Simplified";
                         });

}  // namespace
}  // namespace ricochet
