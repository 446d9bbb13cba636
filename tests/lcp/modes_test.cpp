// Modes of closed contacts, against the table of one contact and against a plain enumeration that shares nothing with
// the solver: for every combination of modes, and every choice of edges of the friction cones, forces by least
// squares.

#include <gtest/gtest.h>

#include <Eigen/QR>
#include <cmath>
#include <cstdint>
#include <optional>

#include <support/random_problems.hpp>
#include <support/suite.hpp>

#include <ricochet/lcp/modes.hpp>

namespace ricochet {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using testing::Random;

struct Problem {
  MatrixXd G;
  VectorXd b, mu, mu_static;
  std::vector<signed char> sliding;
  double scale = 1.0;

  ModeProblem view() const { return {G, b, mu, mu_static, sliding, scale, 1e-9}; }
};

Problem one_contact(double G_NN, double G_NT, double G_TT, double b_N, double b_T, double mu,
                    signed char sliding) {
  Problem p;
  p.G = (MatrixXd(2, 2) << G_NN, G_NT, G_NT, G_TT).finished();
  p.b = Eigen::Vector2d(b_N, b_T);
  p.mu = p.mu_static = VectorXd::Constant(1, mu);
  p.sliding = {sliding};
  p.scale = p.b.cwiseAbs().maxCoeff();
  return p;
}

ModeSearch search(const Problem& p, const std::vector<Mode>& preferred, bool all = true) {
  ModeSolver solver;
  return solver.search(p.view(), preferred, all);
}

TEST(OneSlidingContact, HasTheSolutionsOfTheSignsOfAAndB) {
  // G_NT = 10, mu = 0.52: A+ = 4 - 5.2 = -1.2 forward, A- = 9.2 backward.
  for (const double b : {-10.0, 3.0}) {
    for (const auto way : {std::int8_t{1}, std::int8_t{-1}}) {
      const Problem p = one_contact(4.0, 10.0, 103.0 / 3.0, b, 1.0, 0.52, way);
      const double A = 4.0 - way * 5.2;
      const Mode slip = way > 0 ? Mode::slip_plus : Mode::slip_minus;
      const ModeSearch found = search(p, {slip});
      EXPECT_TRUE(found.complete);
      std::vector<Mode> expected;
      if (-b / A > 0.0) expected.push_back(slip);
      if (b > 0.0) expected.push_back(Mode::open);
      ASSERT_EQ(found.solutions.size(), expected.size());  // none for A < 0, b < 0; two for b > 0
      for (std::size_t k = 0; k < expected.size(); ++k) {
        const FeasibleModes& s = found.solutions[k];
        EXPECT_EQ(s.modes, std::vector{expected[k]});
        const double l_N = expected[k] == Mode::open ? 0.0 : -b / A;
        EXPECT_NEAR(s.forces.l[0], l_N, 1e-13);
        EXPECT_NEAR(s.forces.l[1], -way * 0.52 * l_N, 1e-13);
        EXPECT_NEAR(s.forces.determinant, expected[k] == Mode::open ? 1.0 : A / 4.0, 1e-14);
      }
    }
  }
}

TEST(OneContactAtRest, SticksInsideTheConeAndSlipsOutsideIt) {
  // Uncoupled: l_N = 10 / 2, stick needs |b_T| / 3 <= mu l_N = 2.
  for (const double b_T : {0.0, 5.9, -5.9, 6.1, -6.1}) {
    const Problem p = one_contact(2.0, 0.0, 3.0, -10.0, b_T, 0.4, 0);
    const ModeSearch found = search(p, {Mode::stick});
    ASSERT_EQ(found.solutions.size(), 1U);
    const Mode expected = std::abs(b_T) < 6.0 ? Mode::stick
                          : b_T > 0.0         ? Mode::slip_plus
                                              : Mode::slip_minus;
    EXPECT_EQ(found.solutions[0].modes[0], expected);
    EXPECT_NEAR(found.solutions[0].forces.xi[1],
                expected == Mode::stick ? 0.0 : b_T - std::copysign(6.0, b_T), 1e-13);
  }
}

TEST(OneContactAtRest, InTheBandOfStaticFrictionBothStickAndSlipArePossible) {
  Problem p = one_contact(2.0, 0.0, 3.0, -10.0, 7.0, 0.4, 0);
  p.mu_static[0] = 0.5;  // holds up to 7.5
  const ModeSearch kept = search(p, {Mode::stick});
  ASSERT_EQ(kept.solutions.size(), 2U);
  EXPECT_EQ(kept.solutions[0].modes[0], Mode::stick);
  EXPECT_EQ(search(p, {Mode::slip_plus}).solutions[0].modes[0], Mode::slip_plus);
  EXPECT_EQ(search(p, {Mode::stick}, false).solutions.size(), 1U);
}

TEST(OneContactAtRest, ThatSticksAlthoughItWouldOpenKeepsItsMode) {
  // b_N > 0 and A+ < 0: stick and open both hold; which one comes first is asked for.
  const Problem p = one_contact(4.0, 10.0, 103.0 / 3.0, 1.0, 10.0, 0.52, 0);
  for (const Mode now : {Mode::stick, Mode::open}) {
    const ModeSearch found = search(p, {now});
    ASSERT_EQ(found.solutions.size(), 3U);  // and slip+, with forces that push the wrong way
    EXPECT_EQ(found.solutions[0].modes[0], now);
    EXPECT_LT(found.solutions[2].forces.determinant, 0.0);
  }
}

// ------------------------------------------------------------------- the oracle

std::vector<Mode> allowed(const Problem& p, Index i) {
  if (p.mu_static[i] == 0.0) return {Mode::open, Mode::frictionless};
  if (p.sliding[static_cast<std::size_t>(i)] > 0) return {Mode::open, Mode::slip_plus};
  if (p.sliding[static_cast<std::size_t>(i)] < 0) return {Mode::open, Mode::slip_minus};
  return {Mode::open, Mode::stick, Mode::slip_plus, Mode::slip_minus};
}

/// Accelerations in these modes, if some forces inside the cones (to `tolerance`) give them.
std::optional<VectorXd> accelerations(const Problem& p, const std::vector<Mode>& modes,
                                      double tolerance) {
  const Index n = p.mu.size();
  std::vector<VectorXd> edges;
  std::vector<Index> rows;
  for (Index i = 0; i < n; ++i) {
    const auto edge = [&](double ratio) {
      VectorXd e = VectorXd::Zero(2 * n);
      e[2 * i] = 1.0 / p.G(2 * i, 2 * i);
      e[2 * i + 1] = ratio / p.G(2 * i, 2 * i);
      edges.push_back(e);
    };
    const Mode mode = modes[static_cast<std::size_t>(i)];
    if (mode == Mode::open) continue;
    rows.push_back(2 * i);
    if (mode == Mode::stick) {
      rows.push_back(2 * i + 1);
      edge(p.mu_static[i]);
      edge(-p.mu_static[i]);
    } else {
      edge(mode == Mode::slip_plus ? -p.mu[i] : mode == Mode::slip_minus ? p.mu[i] : 0.0);
    }
  }
  // A point of {A a = r, a >= 0} exists iff one with independent columns does.
  for (unsigned set = 0; set < (1U << edges.size()); ++set) {
    VectorXd l = VectorXd::Zero(2 * n);
    bool inside = true;
    std::vector<std::size_t> chosen;
    for (std::size_t k = 0; k < edges.size(); ++k) {
      if ((set >> k & 1U) != 0) chosen.push_back(k);
    }
    const auto columns = static_cast<Index>(chosen.size());
    if (columns > 0) {
      MatrixXd A(static_cast<Index>(rows.size()), columns);
      VectorXd r(static_cast<Index>(rows.size()));
      for (Index k = 0; k < A.rows(); ++k) {
        const Index row = rows[static_cast<std::size_t>(k)];
        r[k] = -p.b[row];
        for (Index c = 0; c < columns; ++c) {
          A(k, c) = p.G.row(row).dot(edges[chosen[static_cast<std::size_t>(c)]]);
        }
      }
      const VectorXd a = A.colPivHouseholderQr().solve(r);
      for (Index c = 0; c < columns; ++c) {
        inside = inside && a[c] >= -tolerance * p.scale;
        l += a[c] * edges[chosen[static_cast<std::size_t>(c)]];
      }
    }
    const VectorXd xi = p.G * l + p.b;
    for (const Index row : rows) inside = inside && std::abs(xi[row]) <= 1e-9 * p.scale;
    for (Index i = 0; i < n; ++i) {
      const Mode mode = modes[static_cast<std::size_t>(i)];
      const bool rests = p.sliding[static_cast<std::size_t>(i)] == 0;
      const double least = -tolerance * p.scale;
      if (mode == Mode::open) inside = inside && xi[2 * i] >= least;
      if (mode == Mode::slip_plus && rests) inside = inside && xi[2 * i + 1] >= least;
      if (mode == Mode::slip_minus && rests) inside = inside && -xi[2 * i + 1] >= least;
    }
    if (inside) return xi;
  }
  return std::nullopt;
}

/// All different accelerations.
std::vector<VectorXd> enumerate(const Problem& p, double tolerance) {
  std::vector<VectorXd> found;
  const Index n = p.mu.size();
  std::vector<Mode> modes(static_cast<std::size_t>(n));
  const auto visit = [&](auto&& self, Index i) -> void {
    if (i < n) {
      for (const Mode mode : allowed(p, i)) {
        modes[static_cast<std::size_t>(i)] = mode;
        self(self, i + 1);
      }
      return;
    }
    const auto xi = accelerations(p, modes, tolerance);
    if (!xi) return;
    for (const VectorXd& known : found) {
      if ((known - *xi).cwiseAbs().maxCoeff() <= 1e-7 * p.scale) return;
    }
    found.push_back(*xi);
  };
  visit(visit, 0);
  return found;
}

/// Contacts of one or two free bodies with the ground. One body with several sticking contacts has dependent
/// equations. Sliding contacts of one body have one coefficient: else three of them in line would leave even the
/// accelerations open.
Problem random_problem(Random& random, int contacts) {
  const int bodies = random.integer(1, 2);
  const Index f = 3 * bodies;
  VectorXd inverse(f), h(f);
  for (Index k = 0; k < f; ++k) inverse[k] = 1.0 / random.uniform(k % 3 == 2 ? 0.05 : 0.5, 2.0);
  for (Index k = 0; k < f; ++k) h[k] = random.uniform(-10.0, 10.0);
  MatrixXd W = MatrixXd::Zero(f, 2 * contacts);
  Problem p;
  p.mu.resize(contacts);
  p.mu_static.resize(contacts);
  const bool flat = random.chance(0.3);  // all normals up, all points in line
  const double mu = random.uniform(0.1, 1.5);
  for (int i = 0; i < contacts; ++i) {
    const int body = random.integer(0, bodies - 1);
    const double angle = flat ? 0.0 : random.uniform(-1.5, 1.5);
    const double x = random.uniform(-1.0, 1.0), y = flat ? -0.5 : random.uniform(-1.0, 1.0);
    const double nx = std::sin(angle), ny = std::cos(angle);
    W.block(3 * body, 2 * i, 3, 1) = Eigen::Vector3d(nx, ny, x * ny - y * nx);
    W.block(3 * body, 2 * i + 1, 3, 1) = Eigen::Vector3d(ny, -nx, -x * nx - y * ny);
    p.mu[i] = random.chance(0.1) ? 0.0 : flat ? mu : random.uniform(0.0, 1.5);
    p.mu_static[i] = p.mu[i] * (random.chance(0.5) ? 1.0 : random.uniform(1.0, 1.5));
    p.sliding.push_back(static_cast<signed char>(random.integer(-1, 1)));
  }
  if (flat) {  // sliding is then the same everywhere
    for (int i = 1; i < contacts; ++i) p.mu[i] = p.mu[0];
    for (signed char& s : p.sliding) s = p.sliding[0];
    p.mu_static = p.mu_static.cwiseMax(p.mu);
    if (p.mu[0] == 0.0) p.mu_static.setZero();
  }
  p.G = W.transpose() * inverse.asDiagonal() * W;
  p.b = W.transpose() * inverse.asDiagonal() * h;
  p.scale = std::max(1.0, p.b.cwiseAbs().maxCoeff());
  return p;
}

TEST(SeveralContacts, SolutionsAreThoseOfThePlainEnumeration) {
  const long count = testing::suite_count(20'000);
  long several = 0, none = 0, certain = 0, singular = 0;
  for (int contacts = 1; contacts <= 3; ++contacts) {
    Random random(static_cast<std::uint64_t>(contacts));
    for (long k = 0; k < count; ++k) {
      const Problem p = random_problem(random, contacts);
      const auto expected = enumerate(p, 1e-7);
      if (enumerate(p, -1e-7).size() != expected.size()) continue;  // on the edge of a mode
      ++certain;
      std::vector<Mode> preferred;
      for (Index i = 0; i < contacts; ++i) preferred.push_back(allowed(p, i).back());
      const ModeSearch found = search(p, preferred);
      ASSERT_TRUE(found.complete);
      ASSERT_EQ(found.solutions.size(), expected.size()) << contacts << " contacts, case " << k;
      for (const FeasibleModes& s : found.solutions) {
        singular += s.forces.singular ? 1 : 0;
        double nearest = 1e300;
        for (const VectorXd& xi : expected) {
          nearest = std::min(nearest, (xi - s.forces.xi).cwiseAbs().maxCoeff());
        }
        EXPECT_LE(nearest, 1e-6 * p.scale) << contacts << " contacts, case " << k;
      }
      several += expected.size() > 1 ? 1 : 0;
      none += expected.empty() ? 1 : 0;
    }
  }
  EXPECT_GT(certain, count * 5 / 2);
  EXPECT_GT(several, count / 20);  // the suite has all kinds
  EXPECT_GT(none, count / 100);
  EXPECT_GT(singular, count / 20);
}

/// The same contact n times over.
Problem repeated(const Problem& one, Index n) {
  Problem p = one;
  p.G = one.G.replicate(n, n);
  p.b = one.b.replicate(n, 1);
  p.mu = p.mu_static = one.mu.replicate(n, 1);
  p.sliding.assign(static_cast<std::size_t>(n), one.sliding[0]);
  return p;
}

TEST(DependentContacts, PushTheWrongWayWhereOneOfThemDoes) {
  // A / G_NN = 1 -+ mu G_NT / G_NN, however often the contact is listed.
  for (const double mu : {0.1, 0.39, 0.4, 0.52}) {
    for (const Index n : {2, 3, 7}) {
      const Problem p = repeated(one_contact(4.0, 10.0, 103.0 / 3.0, -10.0, 1.0, mu, 1), n);
      const std::vector<Mode> modes(static_cast<std::size_t>(n), Mode::slip_plus);
      ModeSolver solver;
      ModeForces forces;
      solver.forces(p.view(), modes, forces);
      EXPECT_TRUE(forces.singular);
      EXPECT_NEAR(forces.determinant, 1.0 - 2.5 * mu, 1e-13) << n << " contacts";
    }
  }
}

// At rest Coulomb's law leaves no paradox: some modes are consistent, however many contacts depend on each other.
TEST(ManyContacts, AtRestAlwaysHaveConsistentModes) {
  const long count = testing::suite_count(2'000);
  Random random(8);
  ModeSolver solver;
  for (long k = 0; k < count; ++k) {
    Problem p = random_problem(random, random.integer(6, 14));
    p.mu_static = p.mu;
    std::fill(p.sliding.begin(), p.sliding.end(), 0);
    std::vector<Mode> preferred;
    for (Index i = 0; i < p.mu.size(); ++i) {
      preferred.push_back(p.mu[i] > 0.0 ? Mode::stick : Mode::frictionless);
    }
    const ModeSearch found = solver.search(p.view(), preferred, false);
    ASSERT_EQ(found.solutions.size(), 1U) << "case " << k;
    const VectorXd& l = found.solutions[0].forces.l;
    const VectorXd xi = p.G * l + p.b;
    for (Index i = 0; i < p.mu.size(); ++i) {
      const double unit = p.scale / p.G(2 * i, 2 * i), slack = 1e-7;
      const double l_n = l[2 * i] / unit, l_t = l[2 * i + 1] / unit;
      const double x_n = xi[2 * i] / p.scale, x_t = xi[2 * i + 1] / p.scale;
      EXPECT_NEAR(std::min(l_n, x_n), 0.0, slack) << "case " << k;
      EXPECT_LE(std::abs(l_t), p.mu[i] * l_n + slack) << "case " << k;
      if (std::abs(x_t) > slack && x_n < slack) {
        EXPECT_NEAR(l_t, x_t > 0.0 ? -p.mu[i] * l_n : p.mu[i] * l_n, slack) << "case " << k;
      }
    }
  }
}

TEST(ManyContacts, WithoutCouplingAreTheSolutionsOfEach) {
  const Index n = 9;
  Problem p;
  p.G = MatrixXd::Identity(2 * n, 2 * n) * 2.0;
  p.b.resize(2 * n);
  p.mu = p.mu_static = VectorXd::Constant(n, 0.5);
  std::vector<Mode> expected, preferred(static_cast<std::size_t>(n), Mode::stick);
  const Mode cycle[] = {Mode::stick, Mode::open, Mode::slip_plus, Mode::slip_minus};
  for (Index i = 0; i < n; ++i) {
    const Mode mode = cycle[i % 4];
    p.b[2 * i] = mode == Mode::open ? 1.0 : -1.0;
    p.b[2 * i + 1] = mode == Mode::slip_plus ? 0.7 : mode == Mode::slip_minus ? -0.7 : 0.2;
    p.sliding.push_back(0);
    expected.push_back(mode);
  }
  const ModeSearch found = search(p, preferred, false);
  ASSERT_EQ(found.solutions.size(), 1U);
  EXPECT_EQ(found.solutions[0].modes, expected);
}

}  // namespace
}  // namespace ricochet
