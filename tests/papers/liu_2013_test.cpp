// Liu et al. 2013: the disc and the ball by three implementations, and how much of the paper comes out.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include <papers/liu_2013/impact.hpp>
#include <papers/liu_2013/motion.hpp>
#include <papers/liu_2013/painleve.hpp>
#include <papers/liu_2013/paper.hpp>
#include <papers/liu_2013/process.hpp>
#include <papers/liu_2013/tables.hpp>
#include <ricochet/impact/lzb.hpp>
#include <ricochet/impact/workspace.hpp>
#include <support/spring_impact.hpp>

namespace ricochet::papers::liu_2013 {
namespace {

const Reproduction& liu() {
  static const Reproduction r = reproduce();
  return r;
}

const Table& table(std::string_view id) {
  for (const Table& t : liu().tables) {
    if (t.id == id) return t;
  }
  throw std::out_of_range(std::string(id));
}

const Entry& find(std::string_view id, std::string_view row, std::string_view column) {
  for (const Entry& e : table(id).entries) {
    if (e.row == row && e.column == column) return e;
  }
  throw std::out_of_range(std::string(row));
}

double deviation(const Entry& e) { return std::abs(e.computed / e.printed.value() - 1.0); }

double difference(const PostImpact& a, const PostImpact& b, const Setting& s) {
  return std::max({std::abs(a.theta - b.theta) * s.r, std::abs(a.v_1 - b.v_1),
                   std::abs(a.v_2 - b.v_2), std::abs(a.normal[0] - b.normal[0]),
                   std::abs(a.normal[2] - b.normal[2]), std::abs(a.tangential - b.tangential)}) /
         s.v_b;
}

TEST(Liu2013, LawAndProcessOfThisFolderAgreeAtEveryImpactPosition) {
  double worst = 0.0;
  for (int k = -60; k <= 100; ++k) {
    const Setting s = at_ratio(0.01 * k, 0.275, ParameterSet::printed);
    const Process p = follow(s);
    ASSERT_TRUE(p.ended) << k;
    worst = std::max(worst, difference(resolve(s), p.after, s));
  }
  for (int number = 1; number <= kCases; ++number) {
    const Setting s = setting(number, ParameterSet::printed);
    worst = std::max(worst, difference(resolve(s), follow(s).after, s));
  }
  EXPECT_LT(worst, 1e-7);
  RecordProperty("worst", std::to_string(1e9 * worst));
}

TEST(Liu2013, BruteForceAgreesWithTheLaw) {
  for (int number = 1; number <= kCases; ++number) {
    const Setting s = setting(number, ParameterSet::printed);
    const ContactProblem problem = contact_problem(s);
    const testing::SpringImpact march = testing::spring_impact(problem, {.steps = 50'000});
    ASSERT_TRUE(march.ended);
    EXPECT_LT(difference(post_impact(s, problem, march.impulse), resolve(s), s), 2e-6) << number;
  }
}

TEST(Liu2013, ConvergedValuesOfThePrintedModel) {
  const PostImpact two = resolve(setting(2, ParameterSet::printed));
  EXPECT_NEAR(two.theta, -0.67820031, 1e-8);
  EXPECT_NEAR(two.v_1, 0.0925831256, 1e-9);
  EXPECT_NEAR(two.v_2, 0.115302836, 1e-9);
  EXPECT_NEAR(two.P_A, 0.00112883415, 1e-10);
  EXPECT_NEAR(two.P_D, 0.0243368372, 1e-9);
  const PostImpact four = resolve(setting(4, ParameterSet::printed));
  EXPECT_NEAR(four.theta, -2.21341129, 1e-8);
  EXPECT_NEAR(four.v_1, 0.0404161803, 1e-9);
  EXPECT_NEAR(four.v_2, 0.114565458, 1e-9);
  EXPECT_NEAR(four.P_A, 0.00345230637, 1e-10);
  EXPECT_NEAR(four.P_D, 0.024508889, 1e-9);
}

TEST(Liu2013, CentralImpactReturnsTheCoefficientOfTheBall) {
  const ContactProblem problem = contact_problem(setting(1, ParameterSet::printed));
  Workspace workspace;
  ImpactOutcome out;
  Lzb({.tolerance = 1e-12}).resolve(problem, out, workspace);
  ASSERT_TRUE(has_answer(out.status));
  const Eigen::Index D = 2 * (problem.contacts() - 1);
  EXPECT_NEAR(-out.gamma[D] / problem.gamma[D], 0.7043, 1e-10);
}

TEST(Liu2013, ResultIsLinearInTheVelocityOfTheBall) {
  for (const ParameterSet set : {ParameterSet::printed, ParameterSet::reconstruction}) {
    for (const double ratio : {-0.2, 0.1, 0.249, 0.6}) {
      const PostImpact slow = resolve(at_ratio(ratio, 0.1, set));
      const PostImpact fast = resolve(at_ratio(ratio, 0.7, set));
      EXPECT_NEAR(fast.theta, 7.0 * slow.theta, 1e-7);
      EXPECT_NEAR(fast.normal[0], 7.0 * slow.normal[0], 1e-8);
      EXPECT_NEAR(fast.tangential, 7.0 * slow.tangential, 1e-8);
    }
  }
}

TEST(Liu2013, ElasticFrictionlessDiscKeepsItsEnergy) {
  for (const double b : {-10e-3, 2e-3, 9.5e-3, 20e-3}) {
    Setting s;
    s.b = b;
    s.v_b = 0.3;
    s.ground = {1.0, 0.0, 0.0, s.ground.k};
    s.ball = {1.0, 0.0, 0.0, s.ball.k};
    const ContactProblem p = contact_problem(s);
    const Eigen::VectorXd u = p.u + p.Minv_W * follow(s, 1e-13).impulse;
    EXPECT_NEAR(u.dot(p.M * u) / p.u.dot(p.M * p.u), 1.0, 1e-10) << b;
  }
}

TEST(Liu2013, PrintedParametersMissTable4AsFarAsTheyShould) {
  for (const int number : {2, 3, 4, 5}) {
    const std::string row = "case " + std::to_string(number);
    EXPECT_LT(deviation(find("table4", row, "theta'")), 0.06) << row;
    EXPECT_LT(deviation(find("table4", row, "v_1")), 0.06) << row;
    EXPECT_LT(deviation(find("table4", row, "v_2")), 0.02) << row;
  }
  for (const int number : {6, 7, 8, 9}) {
    const std::string row = "case " + std::to_string(number);
    EXPECT_GT(
        std::max(deviation(find("table4", row, "theta'")), deviation(find("table4", row, "v_1"))),
        0.05)
        << row;
  }
  EXPECT_EQ(table("table4").totals().reproduced, 0);
}

TEST(Liu2013, ReconstructionGivesTable4AndFindsItsMisprint) {
  for (const Entry& e : table("table4_reconstruction").entries) {
    if (e.row == "case 9" && e.column == "v_1") {
      EXPECT_EQ(e.verdict, Verdict::misprint);
      EXPECT_NEAR(e.computed, 0.1749, 5e-5);
    } else {
      EXPECT_LT(deviation(e), 0.002) << e.row << ' ' << e.column;
    }
  }
  EXPECT_NE(table("table4_reconstruction").note.find("Not the model"), std::string::npos);
}

TEST(Liu2013, ReconstructionGivesTheSequenceAndBoundariesOfTable5) {
  for (const Entry& e : table("table5_reconstruction").entries) {
    if (e.column == "b/r" && e.row.starts_with("end of mode")) {
      EXPECT_LT(std::abs(e.computed - e.printed.value()), 0.003) << e.row;
    } else if (e.column == "mode" && e.row != "case 6") {
      EXPECT_EQ(e.verdict, Verdict::reproduced) << e.row;
    }
  }
}

/// A free disc pushed at D with the ratio mu keeps A in place for b = mu (I/m - h^2) / h.
TEST(Liu2013, PositionToWhichAIsInsensitiveFollowsFromMomentumAlone) {
  const Setting s = at_ratio(0.0, 0.275, ParameterSet::reconstruction);
  const double free = s.ball.mu * (s.inertia() / s.m_d - s.h * s.h) / s.h / s.r;
  EXPECT_NEAR(
      find("table5_reconstruction", "fig. 5: position to which A is insensitive", "b/r").computed,
      free, 1e-3);
}

TEST(Liu2013, CentralImpactHasTheCoefficientOfTheBall) {
  EXPECT_NEAR(find("stated", "case 1, eq. 3.3", "e_D").computed, 0.7043, 1e-7);
}

TEST(Liu2013, NoFrictionBelowTwoOverRootThreeJamsAnyDisc) {
  for (int q = 1; q <= 200; ++q) {
    for (int k = 1; k <= 90; ++k) {
      const TiltedDisc disc{0.1 * q, 1.0, k * std::numbers::pi / 180.0};
      EXPECT_GE(disc.critical_friction(), 2.0 / std::sqrt(3.0) - 1e-12);
      EXPECT_GT(disc.mass_times_A(1.15), 0.0);
    }
  }
}

TEST(Liu2013, FallingDiscHasAtMostFiftyFivePercentOfTheSquaredRotationThatDetaches) {
  double most = 0.0;
  for (int k = 1; k <= 9000; ++k) {
    const TiltedDisc disc{1e6, 1.0, 1e-4 * k * std::numbers::pi / 1.8};
    most = std::max(most, disc.share_of_detachment(disc.energy_at_balance()));
  }
  EXPECT_NEAR(most, 1.0 - 1.0 / std::sqrt(5.0), 1e-5);
}

TEST(Liu2013, IdentitiesAndMisprintsOfTheEquations) {
  for (const Entry& e : table("painleve").entries) {
    const bool misprint = e.row.starts_with("eq. 2.35") || e.row.starts_with("eq. 2.37") ||
                          e.row.starts_with("eq. 2.1 ");
    EXPECT_EQ(e.verdict, misprint ? Verdict::misprint : Verdict::reproduced) << e.row;
  }
}

TEST(Liu2013, EveryEntryOutsideTheFirstTwoClassesHasItsReasonWithNumbers) {
  for (const Table& t : liu().tables) {
    for (const Entry& e : t.entries) {
      const bool needs = e.verdict == Verdict::misprint || e.verdict == Verdict::not_reproduced;
      EXPECT_EQ(needs, !e.reason.empty()) << e.row;
      if (e.verdict == Verdict::not_reproduced) {
        EXPECT_FALSE(e.sensitivity.empty()) << e.row;
      }
    }
  }
}

using Phases = std::vector<std::string>;

TEST(Liu2013, DiscsSlideStickAndSlideBackAsTheTextTellsInCases2To5) {
  for (const int number : {2, 3, 4}) {
    const DiscMotion m = motion_after(setting(number, ParameterSet::reconstruction));
    EXPECT_EQ(m.phases, (Phases{"slip+ A", "stick A", "slip- A", "slip+ A"})) << number;
  }
  EXPECT_EQ(motion_after(setting(5, ParameterSet::reconstruction)).phases,
            (Phases{"stick A", "slip- A", "slip+ A"}));
}

TEST(Liu2013, ImpactsBecomeContactAndALineImpactTiltsTheDiscBackInCases6To9) {
  const auto phases = [](int number, double share) {
    return motion_after(setting(number, ParameterSet::reconstruction), share).phases;
  };
  EXPECT_EQ(phases(6, 1.0), (Phases{"impacts A", "slip- A", "stick A", "slip- A", "slip+ A"}));
  EXPECT_EQ(phases(7, 0.5), (Phases{"impacts A", "stick A", "slip- A", "slip+ A"}));
  // Half the contact time of eq. 2.37: the sequence of the text. With all of it C slides first.
  const Phases eight = phases(8, 0.5);
  ASSERT_GE(eight.size(), 3U);
  EXPECT_EQ(Phases(eight.begin(), eight.begin() + 3),
            (Phases{"impacts C", "impacts A", "slip+ A"}));
  const Phases nine = phases(9, 1.0);
  ASSERT_GE(nine.size(), 3U);
  EXPECT_EQ(Phases(nine.begin(), nine.begin() + 3),
            (Phases{"impacts C", "slip+ C", "line impact"}));
}

TEST(Liu2013, EveryDiscLiesAfterAFifthToAQuarterOfASecond) {
  for (const ParameterSet set : {ParameterSet::printed, ParameterSet::reconstruction}) {
    for (int number = 1; number <= kCases; ++number) {
      const DiscMotion m = motion_after(setting(number, set));
      EXPECT_EQ(m.reason, EndReason::end);
      EXPECT_GT(m.flat, 0.17) << number;
      EXPECT_LT(m.flat, 0.255) << number;
    }
  }
}

TEST(Liu2013, GaugedPointsStartWithTheVelocitiesAfterTheImpact) {
  for (const int number : {2, 6, 9}) {
    const Setting s = setting(number, ParameterSet::printed);
    const PostImpact o = resolve(s);
    const Gauge g = motion_after(s).gauge.front();
    EXPECT_NEAR(g.v_1, o.v_1, 1e-9);
    EXPECT_NEAR(g.v_2, o.v_2, 1e-9);
    EXPECT_NEAR(g.slip, o.tangential, 1e-9);
  }
}

TEST(Liu2013, DiscAloneMovesAsTheDiscThatTheBallHasStruckInTheSimulator) {
  // The whole motion in one run, from the ball's strike on; no contact time, so that hops are followed to their end.
  const Setting s = setting(3, ParameterSet::printed);
  const ModelInstance m =
      model("disc-ball", {{"impact_height", s.b}, {"ball_velocity", s.v_b}, {"contact_time", 0.0}});
  Recording recording;
  const Eigen::Index other_end = 4;
  recording.last = [&](const Event& e) {
    return e.kind == EventKind::impact && e.contacts.back() >= other_end;
  };
  record(*m.system, m.start, Lzb({.tolerance = 1e-9}), {}, recording);
  ASSERT_TRUE(recording.over());
  EXPECT_NEAR(recording.events.back().time, motion_after(s, 0.0).flat, 1e-6);
}

TEST(Liu2013, MotionsThatAreNotTheTextsSayWhatTheyAreAndWhatTheyHangOn) {
  const Table t = motion_table();
  EXPECT_EQ(t.totals().all(), 20);
  for (const Entry& e : t.entries) {
    if (e.verdict == Verdict::reproduced) continue;
    EXPECT_NE(e.reason.find("the motion is"), std::string::npos) << e.row;
    EXPECT_NE(e.reason.find("T_c"), std::string::npos) << e.row;
  }
}

/// Figure 4: in stick the disc turns about A, and both forces follow from theta and theta' alone.
TEST(Liu2013, ForcesAtAAreFrictionInSlipAndThoseOfAPendulumInStick) {
  const Setting s = setting(2, ParameterSet::printed);
  const double l = std::hypot(s.r, s.h);
  const double about_A = s.inertia() + s.m_d * l * l;
  double largest = 0.0;
  int stuck = 0, slid = 0;
  for (const Gauge& g : motion_after(s).gauge) {
    if (g.normal <= 0.0) continue;
    if (std::abs(g.slip) > 1e-6) {
      EXPECT_NEAR(g.tangential, -std::copysign(s.ground.mu * g.normal, g.slip), 1e-9) << g.t;
      ++slid;
      continue;
    }
    const double angle = g.theta + std::atan2(s.h, s.r);
    const double rate = (g.v_2 - g.v_1) / (s.laser_1 - s.laser_2);  // eq. 3.1
    const double rate_of_rate = -s.m_d * kGravity * l * std::cos(angle) / about_A;
    const double T = -s.m_d * l * (std::sin(angle) * rate_of_rate + std::cos(angle) * rate * rate);
    const double N =
        s.m_d * (kGravity + l * (std::cos(angle) * rate_of_rate - std::sin(angle) * rate * rate));
    if (std::abs(std::abs(g.tangential) - s.ground.mu * g.normal) < 1e-12) continue;  // slip begins
    EXPECT_NEAR(g.tangential, T, 1e-6) << g.t;
    EXPECT_NEAR(g.normal, N, 1e-6) << g.t;
    largest = std::max(largest, std::abs(g.tangential / g.normal));
    ++stuck;
  }
  EXPECT_GT(stuck, 300);
  EXPECT_GT(slid, 300);
  EXPECT_NEAR(largest, s.ground.mu_static, 1e-3);  // which is how the paper finds it
}

}  // namespace
}  // namespace ricochet::papers::liu_2013
