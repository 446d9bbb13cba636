#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include <ricochet/study/painleve.hpp>
#include <ricochet/system/linear.hpp>
#include <support/count_allocations.hpp>
#include <support/models.hpp>
#include <support/motions.hpp>
#include <support/plain_enumeration.hpp>
#include <support/random_problems.hpp>
#include <support/suite.hpp>

namespace ricochet {
namespace {

using std::numbers::pi;
using testing::build;
using testing::Random;
using testing::suite_count;

constexpr double kDegree = pi / 180.0;

/// One contact of a model at its start.
SlidingState one(const ModelInstance& m, int sliding, Eigen::Index contact = 0) {
  SlidingStates states(*m.system);
  const std::vector<Eigen::Index> contacts = {contact};
  const std::vector<signed char> s = {static_cast<signed char>(sliding)};
  return states.classify(m.start.t, m.start.q, m.start.u, contacts, s);
}

SlidingState two(const MechanicalSystem& system, const MotionState& state, int first, int second,
                 std::array<Eigen::Index, 2> contacts = {0, 1}) {
  SlidingStates states(system);
  const std::vector<signed char> s = {static_cast<signed char>(first),
                                      static_cast<signed char>(second)};
  return states.classify(state.t, state.q, state.u, contacts, s);
}

/// Contacts given by G = W^T W and b: unit mass, f degrees of freedom.
std::unique_ptr<LinearSystem> contact_space(const Eigen::MatrixXd& W, const Eigen::VectorXd& force,
                                            const std::vector<double>& mu, bool mirrored = false) {
  LinearParameters p;
  const Eigen::Index f = W.rows();
  p.mass = Eigen::MatrixXd::Identity(f, f);
  p.force = force;
  for (std::size_t i = 0; i < mu.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    LinearContact c;
    c.name = "contact";
    c.normal = W.col(2 * k);
    c.tangent = mirrored ? Eigen::VectorXd(-W.col(2 * k + 1)) : Eigen::VectorXd(W.col(2 * k + 1));
    c.parameters = testing::rough(mu[i]);
    p.contacts.push_back(c);
  }
  return std::make_unique<LinearSystem>(p);
}

MotionState at_rest(Eigen::Index f) {
  MotionState s;
  s.q.setZero(f);
  s.u.setZero(f);
  return s;
}

struct RandomPair {
  Eigen::MatrixXd W;
  Eigen::VectorXd force;
  std::vector<double> mu;
  std::vector<signed char> s;

  Eigen::MatrixXd G() const { return W.transpose() * W; }
  Eigen::VectorXd b() const { return W.transpose() * force; }
};

RandomPair random_pair(Random& random) {
  RandomPair p;
  const Eigen::Index f = random.integer(4, 5);
  p.W.resize(f, 4);
  p.force.resize(f);
  for (Eigen::Index i = 0; i < f; ++i) {
    for (Eigen::Index j = 0; j < 4; ++j) p.W(i, j) = random.uniform(-1.0, 1.0);
    p.force[i] = random.uniform(-1.0, 1.0);
  }
  for (int i = 0; i < 2; ++i) {
    p.mu.push_back(random.uniform(0.1, 2.0));
    p.s.push_back(random.chance(0.5) ? 1 : -1);
  }
  return p;
}

/// A of two sliding contacts, friction times k.
Eigen::Matrix2d sliding_matrix(const RandomPair& p, double k) {
  const Eigen::MatrixXd G = p.G();
  Eigen::Matrix2d A;
  for (Eigen::Index i = 0; i < 2; ++i) {
    for (Eigen::Index j = 0; j < 2; ++j) {
      const auto at = static_cast<std::size_t>(j);
      A(i, j) = G(2 * i, 2 * j) - p.s[at] * k * p.mu[at] * G(2 * i, 2 * j + 1);
    }
  }
  return A;
}

double determinant(const Eigen::Matrix2d& A) { return A(0, 0) * A(1, 1) - A(0, 1) * A(1, 0); }

bool is_P(const Eigen::Matrix2d& A) {
  return A(0, 0) > 0.0 && A(1, 1) > 0.0 && determinant(A) > 0.0;
}

/// Solutions of 0 <= A l + b perp l >= 0, by Cramer's rule in each of the four cases.
int solutions(const Eigen::Matrix2d& A, const Eigen::Vector2d& b) {
  int count = b[0] > 0.0 && b[1] > 0.0 ? 1 : 0;
  for (const Eigen::Index i : {0, 1}) {
    const double l = -b[i] / A(i, i);
    if (l > 0.0 && A(1 - i, i) * l + b[1 - i] > 0.0) ++count;
  }
  const double det = determinant(A);
  const double l0 = (-b[0] * A(1, 1) + b[1] * A(0, 1)) / det;
  const double l1 = (-b[1] * A(0, 0) + b[0] * A(1, 0)) / det;
  return count + (l0 > 0.0 && l1 > 0.0 ? 1 : 0);
}

TEST(SlidingRod, HasTheCriticalFrictionOfTheClosedForm) {
  double least = 10.0, where = 0.0;
  for (int k = 1; k < 9000; ++k) {
    const double phi = 0.01 * k;
    const double t = std::tan(phi * kDegree);
    const SlidingState s = one(build("painleve-rod", {{"angle", phi * kDegree}}), 1);
    ASSERT_TRUE(s.contacts[0].critical_friction);
    const double mu_c = *s.contacts[0].critical_friction;
    EXPECT_NEAR(mu_c, (4.0 + t * t) / (3.0 * t), 1e-12 * mu_c);
    EXPECT_NEAR(*s.critical_factor, mu_c / (5.0 / 3.0), 1e-12 * mu_c);
    if (mu_c < least) {
      least = mu_c;
      where = phi;
    }
  }
  EXPECT_NEAR(where, 63.434949, 0.01);
  const double best = std::atan(2.0);
  EXPECT_NEAR(best / kDegree, 63.434949, 1e-6);
  EXPECT_NEAR(*one(build("painleve-rod", {{"angle", best}}), 1).contacts[0].critical_friction,
              4.0 / 3.0, 1e-14);
  // The other way it slides without paradox.
  EXPECT_FALSE(one(build("painleve-rod", {{"angle", best}}), -1).contacts[0].critical_friction);
  EXPECT_FALSE(one(build("painleve-rod", {{"angle", best}}), -1).critical_factor);
}

TEST(SlidingRod, IsInconsistentBetweenItsTwoAnglesAtFiveThirds) {
  const auto verdict = [](double degrees, double turn = 0.0) {
    return one(build("painleve-rod", {{"angle", degrees * kDegree}, {"angular_velocity", turn}}), 1)
        .verdict;
  };
  constexpr double low = 45.0, high = 75.96375653207353;  // tan = 4
  for (const double d : {1e-6, 1e-3, 1.0, 10.0}) {
    EXPECT_EQ(verdict(low - d), SlidingVerdict::unique_slip);
    EXPECT_EQ(verdict(low + d), SlidingVerdict::inconsistent);
    EXPECT_EQ(verdict(high - d), SlidingVerdict::inconsistent);
    EXPECT_EQ(verdict(high + d), SlidingVerdict::unique_slip);
    // Turning fast enough, b_N = -g + s omega^2 sin phi > 0.
    EXPECT_EQ(verdict(low - d, 5.0), SlidingVerdict::unique_open);
    EXPECT_EQ(verdict(low + d, 5.0), SlidingVerdict::non_unique);
  }
  EXPECT_EQ(verdict(low), SlidingVerdict::edge);
  EXPECT_EQ(verdict(high), SlidingVerdict::edge);
  EXPECT_EQ(verdict(low, 5.0), SlidingVerdict::edge);
  // b_N = 0: between slip and open, and between none and two.
  for (const double angle : {30.0, 60.0}) {
    const double turn = std::sqrt(9.81 / std::sin(angle * kDegree));
    EXPECT_EQ(verdict(angle, turn), SlidingVerdict::edge);
  }
}

TEST(SlidingRod, HasTheForcesOfTheClosedForm) {
  for (const double degrees : {20.0, 60.0}) {
    for (const double turn : {0.0, 5.0}) {
      const double phi = degrees * kDegree, c = std::cos(phi), sn = std::sin(phi);
      const SlidingState s =
          one(build("painleve-rod", {{"angle", phi}, {"angular_velocity", turn}}), 1);
      const double A = 1.0 + 3.0 * c * (c - 5.0 / 3.0 * sn);
      const double b = -9.81 + turn * turn * sn;
      EXPECT_NEAR(s.contacts[0].A, A, 1e-13);
      EXPECT_NEAR(s.contacts[0].b_N, b, 1e-12);
      EXPECT_NEAR(s.contacts[0].gamma_T, 1.0, 1e-13);
      EXPECT_NEAR(s.contacts[0].gamma_N, 0.0, 1e-13);
      EXPECT_EQ(s.solutions.size(), (b > 0.0 ? 1U : 0U) + (-b / A > 0.0 ? 1U : 0U));
      for (const SlidingSolution& x : s.solutions) {
        const double l = x.modes[0] == Mode::open ? 0.0 : -b / A;
        EXPECT_NEAR(x.force[0], l, 1e-12);
        EXPECT_NEAR(x.force[1], -5.0 / 3.0 * l, 1e-12);
        EXPECT_NEAR(x.acceleration[0], A * l + b, 1e-12);
        EXPECT_TRUE(s.contacts[0].can(x.modes[0]));
      }
    }
  }
}

TEST(SlidingRod, DoesNotAskForItsGap) {
  ModelInstance m = build("painleve-rod", {{"angle", 1.0}});
  const SlidingState down = one(m, 1);
  m.start.q[1] += 0.3;
  const SlidingState up = one(m, 1);
  EXPECT_NEAR(up.contacts[0].gap, 0.3, 1e-14);
  EXPECT_EQ(up.verdict, down.verdict);
  EXPECT_EQ(up.contacts[0].A, down.contacts[0].A);
}

TEST(SlidingRod, MirroredSlidesTheSameTheOtherWay) {
  for (double phi = 2.0; phi < 90.0; phi += 1.7) {
    for (const double turn : {0.0, 3.0, 6.0}) {
      const SlidingState a =
          one(build("painleve-rod", {{"angle", phi * kDegree}, {"angular_velocity", turn}}), 1);
      const SlidingState b = one(
          build("painleve-rod", {{"angle", pi - phi * kDegree}, {"angular_velocity", -turn}}), -1);
      EXPECT_EQ(a.verdict, b.verdict) << phi;
      EXPECT_NEAR(a.contacts[0].A, b.contacts[0].A, 1e-12);
      EXPECT_NEAR(a.contacts[0].b_N, b.contacts[0].b_N, 1e-12);
      ASSERT_EQ(a.solutions.size(), b.solutions.size());
    }
  }
}

TEST(BoxOnIncline, HasTheCriticalFrictionOfTheClosedForm) {
  for (const double a : {0.1, 0.5, 1.0}) {
    for (const double rho : {0.05, 0.3}) {
      for (const double incline : {0.0, 0.5}) {
        const ModelInstance m = build("box-on-incline", {{"half_length", a},
                                                         {"centre_height", 0.8},
                                                         {"gyration_radius", rho},
                                                         {"incline", incline},
                                                         {"angle", 0.0},
                                                         {"friction", 0.4}});
        const double mu_c = (rho * rho + a * a) / (a * 0.8);
        const SlidingState s = one(m, 1);
        EXPECT_NEAR(*s.contacts[0].critical_friction, mu_c, 1e-13 * mu_c);
        EXPECT_NEAR(s.contacts[0].b_N, -9.81 * std::cos(incline), 1e-12);
        // Flat on both corners: c_11 = c_12 = -c_21 = -c_22, so the determinant does not depend on friction and
        // the front corner decides alone.
        EXPECT_NEAR(*two(*m.system, m.start, 1, 1).critical_factor, mu_c / 0.4, 1e-12 * mu_c);
      }
    }
  }
  // Homogeneous: least 4/3, at h = 2 a.
  const ModelInstance m =
      build("box-on-incline", {{"half_length", 0.5}, {"centre_height", 1.0}, {"angle", 0.0}});
  EXPECT_NEAR(*one(m, 1).contacts[0].critical_friction, 4.0 / 3.0, 1e-14);
}

TEST(BoxOnIncline, OnBothCornersSlidesTipsOrHasNoAnswer) {
  // Sliding down, friction mu turns it forwards: the front corner carries m g (1 + mu h/a)/2, the back one
  // m g (1 - mu h/a)/2, until mu = a/h.
  const auto flat = [](double mu) {
    const ModelInstance m = build("box-on-incline", {{"half_length", 0.5},
                                                     {"centre_height", 1.0},
                                                     {"angle", 0.0},
                                                     {"incline", 0.0},
                                                     {"friction", mu}});
    return two(*m.system, m.start, 1, 1);
  };
  const SlidingState slip = flat(0.3);
  EXPECT_EQ(slip.verdict, SlidingVerdict::unique_slip);
  EXPECT_NEAR(slip.solutions[0].force[0], 9.81 * (1.0 + 0.6) / 2.0, 1e-12);
  EXPECT_NEAR(slip.solutions[0].force[2], 9.81 * (1.0 - 0.6) / 2.0, 1e-12);
  EXPECT_EQ(flat(0.5).verdict, SlidingVerdict::edge);
  const SlidingState tip = flat(1.0);
  EXPECT_EQ(tip.verdict, SlidingVerdict::unique_mixed);
  EXPECT_EQ(tip.solutions[0].modes, (std::array{Mode::slip_plus, Mode::open}));
  EXPECT_EQ(flat(4.0 / 3.0).verdict, SlidingVerdict::edge);
  EXPECT_EQ(flat(1.5).verdict, SlidingVerdict::inconsistent);
}

TEST(FrictionalBounce, LosesConsistencyAtItsCriticalFriction) {
  const SlidingState s = one(build("frictional-bounce-simplified"), 1);
  EXPECT_NEAR(*s.contacts[0].critical_friction, 0.4, 1e-14);
  EXPECT_NEAR(s.contacts[0].G_NN, 4.0, 1e-13);
  EXPECT_NEAR(s.contacts[0].G_NT, 10.0, 1e-12);
  EXPECT_NEAR(s.contacts[0].G_TT, 103.0 / 3.0, 1e-12);
  EXPECT_NEAR(s.contacts[0].A, -1.2, 1e-12);
  EXPECT_NEAR(s.contacts[0].b_N, -10.0, 1e-13);
  EXPECT_EQ(s.verdict, SlidingVerdict::inconsistent);
  EXPECT_EQ(one(build("frictional-bounce-simplified", {{"friction", 0.39}}), 1).verdict,
            SlidingVerdict::unique_slip);
  // On the sliding equilibrium of the full model: mu_I = 0.393335 at phi = 0.00861181.
  const double phi = 0.00861181;
  const double h = std::cos(phi) + 0.3 * std::sin(phi);
  const ModelInstance full = build("frictional-bounce", {{"phi", phi}, {"y", h - 1.0}});
  EXPECT_NEAR(*one(full, 1).contacts[0].critical_friction, 0.393335, 1e-6);
}

TEST(DiscOnItsRim, JamsMostEasilyAtTwoOverRootThree) {
  // Corner A of the upright disc, mu_c = r/(4h) + 4h/(3r); least over all shapes at r/h = 4/sqrt(3).
  const auto disc = [](double ratio) {
    return build("disc-ball",
                 {{"radius", ratio * 3e-3}, {"impact_height", 0.0}, {"ball_radius", 1e-3}});
  };
  double least = 100.0, where = 0.0;
  for (int k = 50; k < 2000; ++k) {
    const double ratio = 0.01 * k;
    const ModelInstance m = disc(ratio);
    const double mu_c = *one(m, 0).contacts[0].critical_friction;
    EXPECT_NEAR(mu_c, ratio / 4.0 + 4.0 / (3.0 * ratio), 1e-12 * mu_c);
    if (mu_c < least) {
      least = mu_c;
      where = ratio;
    }
  }
  EXPECT_NEAR(where, 4.0 / std::sqrt(3.0), 0.01);
  const ModelInstance best = disc(4.0 / std::sqrt(3.0));
  const double expected = 2.0 * std::sqrt(3.0) / 3.0;
  EXPECT_NEAR(*one(best, 0).contacts[0].critical_friction, expected, 1e-13);
  // On both edges A and C: equal tangents, so the corner in front decides, whichever way it slides.
  for (const int s : {1, -1}) {
    EXPECT_NEAR(*two(*best.system, best.start, s, s, {0, 2}).critical_factor, expected / 0.14,
                1e-11);
  }
}

TEST(AtRest, AModeIsFeasibleWhereItsInequalitiesHold) {
  // One contact, G = [4 10; 10 103/3], mu = 0.52: A+ = -1.2, A- = 9.2.
  Eigen::MatrixXd W(2, 2);
  W << 2.0, 5.0, 0.0, std::sqrt(103.0 / 3.0 - 25.0);
  const double mu = 0.52, D = 4.0 * 103.0 / 3.0 - 100.0;
  Random random(3);
  int several = 0;
  const long count = suite_count(20'000);
  for (long k = 0; k < count; ++k) {
    const Eigen::Vector2d force(random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0));
    const Eigen::Vector2d b = W.transpose() * force;
    const auto system = contact_space(W, force, {mu});
    const ModelInstance m{nullptr, at_rest(2), ""};
    SlidingStates states(*system);
    const std::vector<Eigen::Index> contacts = {0};
    const std::vector<signed char> s = {0};
    const SlidingState& got = states.classify(0.0, m.start.q, m.start.u, contacts, s);
    const double l_n = -(103.0 / 3.0 * b[0] - 10.0 * b[1]) / D;
    const double l_t = -(4.0 * b[1] - 10.0 * b[0]) / D;
    const double plus = -b[0] / -1.2, minus = -b[0] / 9.2;
    const bool stick = l_n > 0.0 && std::abs(l_t) < mu * l_n;
    const bool slip_plus = plus > 0.0 && b[1] + (10.0 - mu * 103.0 / 3.0) * plus > 0.0;
    const bool slip_minus = minus > 0.0 && b[1] + (10.0 + mu * 103.0 / 3.0) * minus < 0.0;
    EXPECT_EQ(got.contacts[0].can(Mode::stick), stick);
    EXPECT_EQ(got.contacts[0].can(Mode::slip_plus), slip_plus);
    EXPECT_EQ(got.contacts[0].can(Mode::slip_minus), slip_minus);
    EXPECT_EQ(got.contacts[0].can(Mode::open), b[0] > 0.0);
    const int all = stick + slip_plus + slip_minus + (b[0] > 0.0);
    EXPECT_EQ(got.solutions.size(), static_cast<std::size_t>(all));
    EXPECT_EQ(got.verdict == SlidingVerdict::non_unique, all > 1);
    several += all > 1;
  }
  EXPECT_GT(several, 0);
}

TEST(TwoSlidingContacts, HaveAsManySolutionsAsPlainEnumerationFinds) {
  Random random(11);
  std::array<int, 5> seen{};                                // a 2 x 2 problem has at most four
  const long count = std::max(2000L, suite_count(40'000));  // enough to see every number
  for (long k = 0; k < count; ++k) {
    const RandomPair p = random_pair(random);
    const auto system = contact_space(p.W, p.force, p.mu);
    const SlidingState s = two(*system, at_rest(p.W.rows()), p.s[0], p.s[1]);
    const Eigen::Vector2d b(p.b()[0], p.b()[2]);
    const int expected = solutions(sliding_matrix(p, 1.0), b);
    ASSERT_EQ(s.solutions.size(), static_cast<std::size_t>(expected)) << k;
    ++seen[static_cast<std::size_t>(expected)];
    EXPECT_EQ(s.verdict == SlidingVerdict::inconsistent, expected == 0);
    EXPECT_EQ(s.verdict == SlidingVerdict::non_unique, expected > 1);
    for (const SlidingSolution& x : s.solutions) {
      for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_GE(x.force[2 * i], -1e-9);
        EXPECT_GE(x.acceleration[2 * i], -1e-8);
        EXPECT_NEAR(x.force[2 * i] * x.acceleration[2 * i], 0.0, 1e-7);
        EXPECT_NEAR(x.force[2 * i + 1], -p.s[i] * p.mu[i] * x.force[2 * i],
                    1e-12 * (1.0 + x.force[2 * i]));
      }
    }
    // Mirrored: tangents and directions turned round.
    const auto mirror = contact_space(p.W, p.force, p.mu, true);
    const SlidingState t = two(*mirror, at_rest(p.W.rows()), -p.s[0], -p.s[1]);
    EXPECT_EQ(t.verdict, s.verdict);
    EXPECT_EQ(t.critical_factor.has_value(), s.critical_factor.has_value());
    if (s.critical_factor) {
      EXPECT_EQ(*t.critical_factor, *s.critical_factor);
    }
  }
  for (std::size_t n = 0; n < 4; ++n) EXPECT_GT(seen[n], 0) << n;  // four are rare
}

TEST(TwoContactsAtRest, HaveAsManySolutionsAsPlainEnumerationFinds) {
  Random random(12);
  int several = 0, compared = 0;
  const long count = suite_count(10'000);
  for (long k = 0; k < count; ++k) {
    const RandomPair p = random_pair(random);
    const auto system = contact_space(p.W, p.force, p.mu);
    const SlidingState s = two(*system, at_rest(p.W.rows()), 0, 0);
    const Eigen::Vector2d mu(p.mu[0], p.mu[1]);
    const testing::PlainResult plain = testing::plain_enumerate(p.G(), p.b(), mu);
    if (plain.on_boundary() || plain.has_continuum()) continue;
    ++compared;
    EXPECT_EQ(s.solutions.size(), plain.solutions.size()) << k;
    several += plain.solutions.size() > 1;
    for (const testing::PlainSolution& x : plain.solutions) {
      double nearest = 1e9;
      for (const SlidingSolution& y : s.solutions) {
        double d = 0.0;
        for (std::size_t j = 0; j < 4; ++j) {
          d = std::max(d, std::abs(y.acceleration[j] - x.xi[static_cast<Eigen::Index>(j)]));
        }
        nearest = std::min(nearest, d);
      }
      EXPECT_LT(nearest, 1e-7);
    }
    EXPECT_FALSE(s.critical_factor);
  }
  EXPECT_GT(compared, static_cast<int>(0.8 * static_cast<double>(count)));
  EXPECT_GT(several, 0);
}

TEST(TwoContacts, AreEnumeratedAsTheSearchOfTheSimulatorDoes) {
  Random random(13);
  const long count = suite_count(10'000);
  ModeSolver solver;
  for (long k = 0; k < count; ++k) {
    RandomPair p = random_pair(random);
    p.s = {1, 0};
    const auto system = contact_space(p.W, p.force, p.mu);
    const SlidingState s = two(*system, at_rest(p.W.rows()), 1, 0);
    const Eigen::MatrixXd G = p.G();
    const Eigen::VectorXd b = p.b();
    const Eigen::Vector2d mu(p.mu[0], p.mu[1]);
    const std::vector<Mode> preferred = {Mode::slip_plus, Mode::stick};
    const ModeSearch found = solver.search({G, b, mu, mu, p.s, 1.0}, preferred, true);
    EXPECT_EQ(found.solutions.size(), s.solutions.size());
  }
}

TEST(CriticalFactor, IsWhereTheSlidingMatrixStopsBeingAPMatrix) {
  Random random(14);
  const long count = suite_count(20'000);
  int by_determinant = 0, none = 0;
  for (long k = 0; k < count; ++k) {
    const RandomPair p = random_pair(random);
    const auto system = contact_space(p.W, p.force, p.mu);
    const std::optional<double> factor =
        two(*system, at_rest(p.W.rows()), p.s[0], p.s[1]).critical_factor;
    const double top = factor.value_or(1e3);
    for (int i = 1; i < 50; ++i)
      EXPECT_TRUE(is_P(sliding_matrix(p, top * 0.02 * i * (1.0 - 1e-9))));
    if (!factor) {
      ++none;
      continue;
    }
    EXPECT_TRUE(is_P(sliding_matrix(p, *factor * (1.0 - 1e-7))));
    EXPECT_FALSE(is_P(sliding_matrix(p, *factor * (1.0 + 1e-7))));
    const Eigen::Matrix2d A = sliding_matrix(p, *factor);
    by_determinant += A(0, 0) > 1e-6 && A(1, 1) > 1e-6;
  }
  EXPECT_GT(by_determinant, count / 10);
  EXPECT_LT(by_determinant, count);
  EXPECT_GT(none, 0);
}

TEST(CriticalFactor, SeparatesOneSolutionForEveryForceFromNot) {
  // The number of solutions depends on the direction of b_N only. Tried are all of them in steps of a degree, and
  // steps inside each of the four cones of b_N in which a pair of modes is possible, which may be thin.
  Random random(15);
  const long count = suite_count(3000);
  for (long k = 0; k < count; ++k) {
    const RandomPair p = random_pair(random);
    const auto system = contact_space(p.W, p.force, p.mu);
    const auto factor = two(*system, at_rest(p.W.rows()), p.s[0], p.s[1]).critical_factor;
    if (!factor) continue;
    const auto others = [&](double times) {  // directions without exactly one solution
      int n = 0;
      const Eigen::Matrix2d A = sliding_matrix(p, times * *factor);
      for (int i = 0; i < 360; ++i) {
        const double angle = (i + 0.37) * kDegree;
        n += solutions(A, Eigen::Vector2d(std::cos(angle), std::sin(angle))) != 1;
      }
      for (const int cone : {0, 1, 2, 3}) {
        Eigen::Vector2d first = -A.col(0), second = -A.col(1);
        if (cone % 2 == 0) first = Eigen::Vector2d::UnitX();
        if (cone < 2) second = Eigen::Vector2d::UnitY();
        for (int i = 1; i < 20; ++i) {
          const double share = 0.05 * i;
          n += solutions(A, share * first + (1.0 - share) * second) != 1;
        }
      }
      return n;
    };
    EXPECT_EQ(others(0.5), 0);
    EXPECT_EQ(others(0.98), 0);
    if (!is_P(sliding_matrix(p, 1.05 * *factor))) {
      EXPECT_GT(others(1.05), 0);
    }
  }
}

TEST(DependentNormals, GiveNoCriticalFactorAndAUniqueMotion) {
  // The same contact twice: forces are shared at will, the motion is that of one.
  Eigen::MatrixXd W(2, 4);
  W << 1.0, 0.0, 1.0, 0.0,  //
      0.0, 1.0, 0.0, 1.0;
  const auto system = contact_space(W, Eigen::Vector2d(-1.0, 0.0), {0.5, 0.5});
  const SlidingState s = two(*system, at_rest(2), 1, 1);
  EXPECT_FALSE(s.critical_factor);
  EXPECT_EQ(s.verdict, SlidingVerdict::unique_slip);
  EXPECT_FALSE(s.solutions[0].forces_unique);
  EXPECT_NEAR(s.solutions[0].force[0] + s.solutions[0].force[2], 1.0, 1e-12);
  const SlidingState rest = two(*system, at_rest(2), 0, 0);
  EXPECT_EQ(rest.verdict, SlidingVerdict::unique_stick);
}

TEST(FrictionlessContacts, AlwaysHaveOneAnswer) {
  Random random(16);
  for (long k = 0; k < suite_count(2000); ++k) {
    RandomPair p = random_pair(random);
    p.mu = {0.0, 0.0};
    const auto system = contact_space(p.W, p.force, p.mu);
    const SlidingState s = two(*system, at_rest(p.W.rows()), p.s[0], 0);
    EXPECT_EQ(s.solutions.size(), 1U);
    EXPECT_FALSE(two(*system, at_rest(p.W.rows()), 1, 1).critical_factor);
  }
}

TEST(SlidingStates, WithoutAFiniteAnswerSaySo) {
  Eigen::MatrixXd W(2, 2);
  W << 0.0, 1.0, 0.0, 0.0;  // the normal direction moves nothing
  const auto system = contact_space(W, Eigen::Vector2d(-1.0, 0.0), {0.5});
  SlidingStates states(*system);
  const std::vector<Eigen::Index> contacts = {0};
  const std::vector<signed char> s = {1};
  MotionState x = at_rest(2);
  EXPECT_EQ(states.classify(0.0, x.q, x.u, contacts, s).verdict, SlidingVerdict::not_finite);
  const ModelInstance rod = build("painleve-rod");
  SlidingStates of_rod(*rod.system);
  Eigen::VectorXd q = rod.start.q;
  q[2] = std::nan("");
  EXPECT_EQ(of_rod.classify(0.0, q, rod.start.u, contacts, s).verdict, SlidingVerdict::not_finite);
  EXPECT_EQ(of_rod.classify(0.0, rod.start.q, rod.start.u, contacts, s).verdict,
            one(rod, 1).verdict);
}

TEST(SlidingStates, DoNotAllocateOnceWarm) {
  const ModelInstance m = build("box-on-incline", {{"angle", 0.0}});
  SlidingStates of_both(*m.system), of_front(*m.system);
  const std::vector<Eigen::Index> both = {0, 1}, front = {0};
  const std::vector<signed char> rest = {0, 0}, slide = {1, 1}, slide_one = {1};
  Eigen::VectorXd q = m.start.q;
  const auto run = [&] {
    for (int k = 0; k < 200; ++k) {
      q[2] = -0.7 + 0.007 * k;
      of_both.classify(0.0, q, m.start.u, both, rest);
      of_both.classify(0.0, q, m.start.u, both, slide);
      of_front.classify(0.0, q, m.start.u, front, slide_one);
    }
    q[2] = 0.0;  // flat at rest: dependent equations
    of_both.classify(0.0, q, m.start.u, both, rest);
  };
  run();
  const long before = allocation_count;
  run();
  EXPECT_EQ(allocation_count - before, 0);
}

}  // namespace
}  // namespace ricochet
