// The plane of impulses: paths end where the laws end and turn on Routh's lines; regions hold exactly the end points
// their coefficients admit.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include <ricochet/impact/impulse_diagram.hpp>
#include <ricochet/impact/routh.hpp>
#include <support/marches.hpp>
#include <support/random_contacts.hpp>
#include <support/resolve.hpp>
#include <support/suite.hpp>

namespace ricochet {
namespace {

using ricochet::testing::as_problem;
using ricochet::testing::march_impulse;
using ricochet::testing::MarchEnd;
using ricochet::testing::Random;
using ricochet::testing::random_contact;
using ricochet::testing::resolve;
using ricochet::testing::suite_count;

double gN_at(const OneContact& c, const ImpulsePoint& p) {
  return c.gN + c.alpha * p.N + c.delta * p.T;
}
double gT_at(const OneContact& c, const ImpulsePoint& p) {
  return c.gT + c.delta * p.N + c.beta * p.T;
}
double lost(const OneContact& c, const ImpulsePoint& p) {
  return -0.5 * (p.N * (c.gN + gN_at(c, p)) + p.T * (c.gT + gT_at(c, p)));
}
double speed(const OneContact& c) { return std::abs(c.gN) + std::abs(c.gT); }
double distance(const ImpulsePoint& a, const ImpulsePoint& b) {
  return std::hypot(a.N - b.N, a.T - b.T);
}
const ImpulseBox wide{-50.0, 50.0, -50.0, 50.0};

TEST(ImpulsePath, EndsAtTheLawsAnswerInsideTheConeAndTurnsOnTheLines) {
  Random random(11);
  const long count = suite_count(20'000);
  long turns = 0;
  long stops = 0;
  for (long k = 0; k < count; ++k) {
    OneContact c = random_contact(random);
    c.restitution = random.chance(0.2) ? (random.chance(0.5) ? 0.0 : 1.0) : c.restitution;
    c.tangential = 0.0;
    const ContactProblem problem = as_problem(c);
    for (const char* law : {"routh-newton", "routh-poisson", "routh-stronge", "poisson", "lzb",
                            "stronge-compliant"}) {
      const bool integrated = std::string(law) == "lzb";
      if (integrated && k % 50 != 0) continue;
      const double near = integrated ? 1e-6 : 1e-9;
      SCOPED_TRACE(std::string(law) + " " + std::to_string(k));
      const ImpactOutcome out = resolve(law, problem);
      ASSERT_TRUE(has_answer(out.status));
      const ImpulsePath path = impulse_path(out, 0);
      EXPECT_EQ(path.end.N, out.impulse[0]);
      EXPECT_EQ(path.end.T, out.impulse[1]);
      ASSERT_FALSE(path.stretches.empty());
      EXPECT_LE(distance(path.stretches.back().to, path.end), 1e-9 * (1.0 + path.end.N));
      ImpulsePoint from;
      for (std::size_t i = 0; i < path.stretches.size(); ++i) {
        const ImpulsePath::Stretch& s = path.stretches[i];
        EXPECT_GE(s.to.N, from.N);
        EXPECT_LE(std::abs(s.to.T), c.mu * s.to.N + near);
        // Of a process of more stretches than are kept (a foot that sticks and slips again and again) the last
        // one stands for the rest.
        const bool whole = i + 1 < OneContactResult{}.phases.size();
        const double dT = s.to.T - from.T;
        if (whole && s.mode == Mode::slip_plus) {
          EXPECT_NEAR(dT, -c.mu * (s.to.N - from.N), near);
        }
        if (whole && s.mode == Mode::slip_minus) {
          EXPECT_NEAR(dT, c.mu * (s.to.N - from.N), near);
        }
        from = s.to;
        if (i + 1 == path.stretches.size()) break;
        const ImpulsePath::Stretch& next = path.stretches[i + 1];
        if (s.stage != next.stage) {
          ++turns;
          EXPECT_NEAR(gN_at(c, s.to), 0.0, near * speed(c));
        } else if (std::string(law) != "stronge-compliant") {
          ++stops;  // the mode changes where sliding stops
          EXPECT_NEAR(gT_at(c, s.to), 0.0, near * speed(c));
        }
      }
    }
  }
  EXPECT_GT(turns, count);
  EXPECT_GT(stops, count / 100);
}

TEST(ImpulsePath, MeetsALineOnlyWhereStageOrModeChange) {
  Random random(12);
  for (long k = 0; k < suite_count(20'000); ++k) {
    OneContact c = random_contact(random);
    const ImpulsePath path = impulse_path(resolve("routh-stronge", as_problem(c)), 0);
    ImpulsePoint from;
    for (const ImpulsePath::Stretch& s : path.stretches) {
      const ImpulsePoint middle{0.5 * (from.N + s.to.N), 0.5 * (from.T + s.to.T)};
      const double gN = gN_at(c, middle);
      const double gT = gT_at(c, middle);
      if (s.to.N - from.N > 1e-6) {
        EXPECT_EQ(s.stage == Stage::compression, gN < 0.0);
        if (s.mode == Mode::slip_plus) {
          EXPECT_GT(gT, 0.0);
        }
        if (s.mode == Mode::slip_minus) {
          EXPECT_LT(gT, 0.0);
        }
        if (s.mode == Mode::stick) {
          EXPECT_NEAR(gT, 0.0, 1e-12 * speed(c));
        }
      }
      from = s.to;
    }
  }
}

TEST(ImpulsePath, OfAlgebraicLawsIsAnEndPointOnly) {
  Random random(13);
  const ContactProblem problem = as_problem(ricochet::testing::random_sphere(random));
  for (const char* law : {"moreau", "walton"}) {
    const ImpulsePath path = impulse_path(resolve(law, problem), 0);
    EXPECT_TRUE(path.stretches.empty()) << law;
    EXPECT_GT(path.end.N, 0.0) << law;
  }
}

TEST(ImpulsePath, OfSeveralContactsEndsAtTheAnswerInsideEachCone) {
  ricochet::testing::ProblemGenerator generator(14);
  long paths = 0;
  for (long k = 0; k < suite_count(1'000); ++k) {
    ContactProblem problem = generator.next(2).problem;
    for (ContactParameters& p : problem.contact) p.stiffness = 1.0e6;
    for (const char* law : {"poisson", "lzb"}) {
      const ImpactOutcome out = resolve(law, problem);
      if (!has_answer(out.status) || !out.impulses_unique || out.least_norm) continue;
      const double size = out.impulse.cwiseAbs().sum();
      for (Eigen::Index i = 0; i < 2; ++i) {
        const ImpulsePath path = impulse_path(out, i);
        if (path.stretches.empty()) continue;
        ++paths;
        EXPECT_LE(distance(path.stretches.back().to, path.end), 1e-6 * size) << law << " " << k;
        const double mu = problem.contact[static_cast<std::size_t>(i)].static_friction();
        for (const ImpulsePath::Stretch& s : path.stretches) {
          EXPECT_LE(std::abs(s.to.T), mu * s.to.N + 1e-6 * size) << law << " " << k;
        }
      }
    }
  }
  EXPECT_GT(paths, 10);
}

// ---- regions -------------------------------------------------------------------------------------

/// How far inside a convex polygon (counter-clockwise); negative: outside.
double depth(const std::vector<ImpulsePoint>& polygon, const ImpulsePoint& p) {
  if (polygon.size() < 3) return -1.0;
  double least = 1e300;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const ImpulsePoint& a = polygon[i];
    const ImpulsePoint& b = polygon[(i + 1) % polygon.size()];
    const double length = distance(a, b);
    if (length < 1e-12) continue;
    least = std::min(least, ((b.N - a.N) * (p.T - a.T) - (b.T - a.T) * (p.N - a.N)) / length);
  }
  return least;
}

/// By definition, with room: 1 inside, -1 outside, 0 too close to tell.
int by_definition(const OneContact& c, double p_c, std::size_t coefficient, const ImpulsePoint& p) {
  std::vector<double> room{c.mu * p.N - p.T, c.mu * p.N + p.T};
  switch (coefficient) {
    case kKinematic:
      room.push_back(gN_at(c, p));
      room.push_back(-c.gN - gN_at(c, p));
      break;
    case kKinetic:
      room.push_back(p.N - p_c);
      room.push_back(2.0 * p_c - p.N);
      break;
    default: room.push_back(gN_at(c, p)); room.push_back(lost(c, p));
  }
  const double least = *std::min_element(room.begin(), room.end());
  return std::abs(least) < 2e-3 * (speed(c) + p_c) ? 0 : least > 0.0 ? 1 : -1;
}

TEST(ImpulseRegion, HoldsExactlyTheEndPointsItsDefinitionAdmits) {
  Random random(21);
  std::array<long, 3> inside{};
  std::array<long, 3> outside{};
  for (long k = 0; k < suite_count(5'000); ++k) {
    const OneContact c = random_contact(random);
    const ImpulseDiagram d = impulse_diagram(c, wide);
    ASSERT_TRUE(d.turn.has_value());
    const double p_c = d.turn->N;
    for (int n = 0; n < 30; ++n) {
      const double N = random.uniform(0.0, 3.0 * p_c);
      const ImpulsePoint p{N, random.uniform(-1.2, 1.2) * c.mu * N};
      for (std::size_t i = 0; i < 3; ++i) {
        const int truth = by_definition(c, p_c, i, p);
        if (truth == 0) continue;
        ++(truth > 0 ? inside : outside)[i];
        EXPECT_EQ(depth(d.region[i].polygon, p) > 0.0, truth > 0)
            << "case " << k << " coefficient " << i << " at " << p.N << ", " << p.T;
      }
    }
  }
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_GT(inside[i], 100);
    EXPECT_GT(outside[i], 100);
  }
}

TEST(ImpulseRegion, OfTheEnergeticCoefficientHoldsEveryEndOfTheLawsThatLoseEnergy) {
  Random random(22);
  for (long k = 0; k < suite_count(5'000); ++k) {
    const OneContact c = random_contact(random);
    const ContactProblem problem = as_problem(c);
    const ImpulseDiagram d = impulse_diagram(c, wide);
    for (const char* law : {"routh-poisson", "routh-stronge", "stronge-compliant", "poisson"}) {
      const ImpactOutcome out = resolve(law, problem);
      ASSERT_TRUE(has_answer(out.status));
      const ImpulsePoint end{out.impulse[0], out.impulse[1]};
      EXPECT_GE(depth(d.region[kEnergetic].polygon, end), -1e-3 * end.N) << law << " " << k;
    }
  }
}

TEST(ImpulseRegion, CornersOfTheEnergeticOneAreExact) {
  Random random(23);
  for (long k = 0; k < suite_count(5'000); ++k) {
    const OneContact c = random_contact(random);
    const ImpulseDiagram d = impulse_diagram(c, wide);
    for (const ImpulsePoint& p : d.region[kEnergetic].polygon) {
      const double energy = speed(c) * speed(c) / c.alpha;
      const bool on_cone = std::abs(std::abs(p.T) - c.mu * p.N) < 1e-9 * (1.0 + p.N);
      const bool on_line = std::abs(gN_at(c, p)) < 1e-9 * speed(c) * (1.0 + p.N);
      const bool on_ellipse = std::abs(lost(c, p)) < 1e-9 * energy * (1.0 + p.N) * (1.0 + p.N);
      EXPECT_TRUE(on_cone || on_line || on_ellipse) << k << ": " << p.N << ", " << p.T;
    }
  }
}

// ---- on the path of the process -------------------------------------------------------------------

TEST(ImpulseInterval, EndsWhereItsCoefficientIsOneByDefinition) {
  Random random(31);
  for (long k = 0; k < suite_count(20'000); ++k) {
    const OneContact c = random_contact(random);
    const ImpulseDiagram d = impulse_diagram(c, wide);
    ASSERT_TRUE(d.turn.has_value());
    EXPECT_NEAR(gN_at(c, *d.turn), 0.0, 1e-12 * speed(c));
    for (std::size_t i = 0; i < 3; ++i) {
      ASSERT_TRUE(d.reaches_one[i]);
      EXPECT_LE(distance(d.interval[i].front(), *d.turn), 1e-12 * d.turn->N);
    }
    EXPECT_NEAR(gN_at(c, d.interval[kKinematic].back()), -c.gN, 1e-11 * speed(c));
    EXPECT_NEAR(d.interval[kKinetic].back().N, 2.0 * d.turn->N, 1e-12 * d.turn->N);
    // Work of the normal force in the restitution, stretch by stretch, against that of the compression, which is
    // known from its own stretches.
    const auto work = [&](const ImpulsePoint& a, const ImpulsePoint& b) {
      return 0.5 * (gN_at(c, a) + gN_at(c, b)) * (b.N - a.N);
    };
    double restitution = 0.0;
    const std::vector<ImpulsePoint>& line = d.interval[kEnergetic];
    for (std::size_t j = 1; j < line.size(); ++j) restitution += work(line[j - 1], line[j]);
    double compression = 0.0;
    ImpulsePoint from;
    const ImpulsePath path = impulse_path(resolve("routh-poisson", as_problem(c)), 0);
    for (const ImpulsePath::Stretch& s : path.stretches) {
      if (s.stage == Stage::compression) compression += work(from, s.to);
      from = s.to;
    }
    EXPECT_NEAR(restitution, -compression, 1e-10 * std::abs(compression)) << k;
  }
}

TEST(ImpulseInterval, EndsWhereSmallStepsOfTheProcessEnd) {
  Random random(32);
  for (long k = 0; k < suite_count(300); ++k) {
    OneContact c = random_contact(random);
    c.restitution = 1.0;
    c.gN = std::min(c.gN, -0.2);
    const ImpulseDiagram d = impulse_diagram(c, wide);
    constexpr MarchEnd ends[] = {MarchEnd::kinematic, MarchEnd::kinetic, MarchEnd::energetic};
    for (std::size_t i = 0; i < 3; ++i) {
      const ImpulsePoint end = d.interval[i].back();
      const auto L = march_impulse(c, ends[i], 1e-5 * end.N);
      EXPECT_LE(distance({L.N, L.T}, end), 2e-3 * distance(end, {})) << k << " " << i;
    }
  }
}

TEST(ImpulseInterval, EndsWhereTheLawWithCoefficientOneEnds) {
  Random random(33);
  for (long k = 0; k < suite_count(5'000); ++k) {
    OneContact c = random_contact(random);
    c.restitution = 1.0;
    const ImpulseDiagram d = impulse_diagram(c, wide);
    const char* laws[] = {"routh-newton", "routh-poisson", "routh-stronge"};
    for (std::size_t i = 0; i < 3; ++i) {
      const ImpactOutcome out = resolve(laws[i], as_problem(c));
      const ImpulsePoint end{out.impulse[0], out.impulse[1]};
      EXPECT_LE(distance(end, d.interval[i].back()), 1e-12 * distance(end, {})) << laws[i];
    }
  }
}

// ---- symmetries -----------------------------------------------------------------------------------

TEST(ImpulseDiagram, OfTheMirroredContactIsTheMirroredDiagram) {
  Random random(41);
  for (long k = 0; k < suite_count(2'000); ++k) {
    const OneContact c = random_contact(random);
    OneContact m = c;
    m.delta = -c.delta;
    m.gT = -c.gT;
    const ImpulseDiagram a = impulse_diagram(c, wide);
    const ImpulseDiagram b = impulse_diagram(m, wide);
    EXPECT_LE(distance(*a.crossing, {b.crossing->N, -b.crossing->T}),
              1e-9 * distance(*a.crossing, {}));
    for (std::size_t i = 0; i < 3; ++i) {
      for (const ImpulsePoint& p : a.region[i].polygon) {
        EXPECT_GE(depth(b.region[i].polygon, {p.N, -p.T}), -2e-3 * (1.0 + p.N)) << k << " " << i;
      }
      const ImpulsePoint end = b.interval[i].back();
      EXPECT_LE(distance(a.interval[i].back(), {end.N, -end.T}), 1e-12 * end.N);
    }
  }
}

TEST(ImpulseDiagram, ScalesWithVelocitiesAndMasses) {
  Random random(42);
  for (long k = 0; k < suite_count(2'000); ++k) {
    const OneContact c = random_contact(random);
    OneContact s = c;  // eight times as fast, sixteen times as heavy: exact in binary
    s.gN *= 8.0;
    s.gT *= 8.0;
    s.alpha /= 16.0;
    s.beta /= 16.0;
    s.delta /= 16.0;
    const ImpulseDiagram a = impulse_diagram(c, wide);
    const ImpulseDiagram b = impulse_diagram(
        s, {128.0 * wide.N_from, 128.0 * wide.N_to, 128.0 * wide.T_from, 128.0 * wide.T_to});
    for (std::size_t i = 0; i < 3; ++i) {
      ASSERT_EQ(a.region[i].polygon.size(), b.region[i].polygon.size());
      for (std::size_t j = 0; j < a.region[i].polygon.size(); ++j) {
        const ImpulsePoint& p = a.region[i].polygon[j];
        const ImpulsePoint& q = b.region[i].polygon[j];
        EXPECT_NEAR(q.N, 128.0 * p.N, 1e-9 * (1.0 + q.N));
        EXPECT_NEAR(q.T, 128.0 * p.T, 1e-9 * (1.0 + q.N));
      }
    }
  }
}

}  // namespace
}  // namespace ricochet
