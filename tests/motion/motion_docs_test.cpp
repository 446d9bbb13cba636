// The program of docs/motion.md: a system of one's own, compiled, run, and checked by mechanics.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <support/documents.hpp>
#include <support/sketch_checks.hpp>

// [system]
#include <ricochet/impact/registry.hpp>
#include <ricochet/motion/simulator.hpp>

using namespace ricochet;

// A point mass m on a rod of length l beside a wall: phi from the vertical, gap = wall + l sin(phi).
class Pendulum final : public MechanicalSystem {
 public:
  Pendulum(double mass, double length, double wall, double restitution)
      : m(mass), l(length), wall_(wall) {
    info_.q = {{"phi", "rad", 1.0}};
    info_.u = {{"omega", "rad/s", std::sqrt(g / l)}};
    info_.contacts = {{"bob/wall", {.mu = 0.0, .newton = restitution}}};
    info_.size = l;
    info_.constant_mass = true;
  }

  void evaluate(double, const ConstVector& q, const ConstVector& u, unsigned need,
                Evaluation& out) const override {
    const double s = std::sin(q[0]), c = std::cos(q[0]);
    if (need & kMass) out.M(0, 0) = m * l * l;
    if (need & kForces) out.h[0] = -m * g * l * s;
    if (need & kGaps) out.gap[0] = wall_ + l * s;
    if (need & kContacts) {
      out.W(0, 0) = l * c;                 // gap' = l cos(phi) omega
      out.bias[0] = -l * s * u[0] * u[0];  // gap'' = l cos(phi) omega' + this
    }
    if (need & kPotential) out.potential = -m * g * l * c;
  }
  // [face]
  Sketch sketch() const override {
    Sketch s{.frames = 1};
    s.parts = {{.shape = SketchPart::Shape::half_plane,
                .role = SketchPart::Role::ground,
                .points = {{-wall_, 0.0}, {1.0, 0.0}},  // a point of it, its normal
                .name = "wall"},
               {.frame = 0, .points = {{0.0, 0.0}, {0.0, -l}}},
               {.shape = SketchPart::Shape::disc,
                .frame = 0,
                .points = {{0.0, -l}},
                .radius = 0.04 * l,
                .name = "bob"}};
    return s;
  }

  void place(double, const ConstVector& q, Placement& out) const override {
    out.fit(1, 1);  // frames, contacts
    out.frames[0] = {0.0, 0.0, q[0]};
    const Vector2 bob = placed(out.frames[0], {0.0, -l});
    out.contacts[0] = contact_at(bob, {1.0, 0.0}, bob.x() + wall_);  // point, normal, gap
  }
  // [end of face]

 private:
  static constexpr double g = 9.81;
  double m, l, wall_;
};
// [end of system]

namespace {

using ricochet::testing::between;
using ricochet::testing::squeezed;
using ricochet::testing::text_of;

struct Swing {
  std::vector<double> times;
  RunResult run;
  std::string printed;
};

Swing swing() {
  ::testing::internal::CaptureStdout();
  // [run]
  struct Impacts : MotionObserver {
    std::vector<double> times;
    void event(const Event& e) override {
      if (e.kind == EventKind::impact) times.push_back(e.time);
    }
  } impacts;
  const Pendulum pendulum(1.0, 0.5, 0.0, 0.8);
  MotionState start;
  start.q = Eigen::VectorXd::Constant(1, 1.0);
  start.u = Eigen::VectorXd::Zero(1);
  Simulator simulator(pendulum, *find_law("moreau"), {.until = 3.0});
  const RunResult run = simulator.run(start, impacts);
  for (const double t : impacts.times) std::printf("%.6f s\n", t);
  std::printf("%s\n", run.message.c_str());
  // [end of run]
  return {impacts.times, run, ::testing::internal::GetCapturedStdout()};
}

TEST(MotionDocs, SystemOfOnesOwnIsTheOneShownAndFitsOnAPage) {
  const std::string page = text_of("docs/motion.md");
  const std::string own = text_of("tests/motion/motion_docs_test.cpp");
  const std::string system = between(page, "```cpp\n", "```");
  const std::string run =
      between(page.substr(page.find(system) + system.size()), "```cpp\n", "```");
  EXPECT_EQ(squeezed(system), squeezed(between(own, "// [system]\n", "// [face]\n") +
                                       between(own, "// [end of face]\n", "// [end of system]")));
  EXPECT_EQ(squeezed(run), squeezed(between(own, "// [run]\n", "// [end of run]")));
  EXPECT_LT(
      std::count(system.begin(), system.end(), '\n') + std::count(run.begin(), run.end(), '\n'),
      60);
  EXPECT_EQ(between(page, "prints\n\n```text\n", "```"), swing().printed);
  const std::string rest = page.substr(page.find("Two more members give it a face"));
  EXPECT_EQ(squeezed(between(rest, "```cpp\n", "```")),
            squeezed(between(own, "// [face]\n", "// [end of face]")));
}

TEST(MotionDocs, FaceOfThePendulumTouchesTheWallWhereItsGapCloses) {
  const Pendulum pendulum(1.0, 0.5, 0.1, 0.8);
  ricochet::testing::expect_sound_sketch(pendulum.sketch());
  for (const double phi : {-0.3, 0.0, 0.7, 2.0}) {
    const Eigen::VectorXd q = Eigen::VectorXd::Constant(1, phi);
    EXPECT_LT(ricochet::testing::gap_error(pendulum, 0.0, q), 1e-15);
  }
}

// From phi_0 to the wall at the lowest point: a quarter period sqrt(l/g) K(sin(phi_0/2)). Each impact leaves e of
// the speed, so 1 - cos(amplitude) falls to e^2 of itself, and half a period of that swing follows.
TEST(MotionDocs, PendulumStrikesTheWallAfterQuartersAndHalvesOfItsExactPeriod) {
  const Swing s = swing();
  double height = 1.0 - std::cos(1.0);
  double t = 0.0;
  ASSERT_GE(s.times.size(), 4U);
  for (std::size_t i = 0; i < s.times.size(); ++i) {
    const double K = std::comp_ellint_1(std::sqrt(height / 2.0));
    t += (i == 0 ? 1.0 : 2.0) * std::sqrt(0.5 / 9.81) * K;
    EXPECT_NEAR(s.times[i], t, 1e-8);
    height *= 0.64;
  }
}

TEST(MotionDocs, PendulumKeepsItsBooks) {
  const RunResult run = swing().run;
  const double given = 9.81 * 0.5 * (1.0 - std::cos(1.0));
  EXPECT_EQ(run.reason, EndReason::end);
  EXPECT_NEAR(run.final.ledger.impact_loss,
              given * (1.0 - std::pow(0.64, static_cast<double>(swing().times.size()))), 1e-8);
  EXPECT_LT(std::abs(run.final.ledger.residual), 1e-8 * given);
}

}  // namespace
