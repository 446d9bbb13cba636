// The minimisation of `bowling`: the exact search for one unknown against a plain scan of the line and
// against NLopt, on random problems; several unknowns against sums of single ones.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include <ricochet/impact/bowling.hpp>
#include <ricochet/impact/registry.hpp>
#include <support/corner.hpp>
#include <support/resolve.hpp>
#include <support/suite.hpp>

namespace ricochet {
namespace {

using Eigen::Index;
using ricochet::testing::ProblemGenerator;
using ricochet::testing::Random;
using ricochet::testing::random_corner;
using ricochet::testing::resolve;
using ricochet::testing::suite_count;

/// Any affine problem of up to three contacts, not only those of a mechanism.
SlipProblem random_slip(Random& random) {
  SlipProblem p;
  const Index n = random.integer(1, 3);
  p.reset(n, 1);
  for (Index i = 0; i < n; ++i) {
    // Some velocities vanish near each other: their dips meet.
    p.velocity0[i] = random.chance(0.3) ? random.uniform(-1e-3, 1e-3) : random.uniform(-2.0, 2.0);
    p.velocity(i, 0) = i == 0 ? 1.0 : random.uniform(-2.0, 2.0);
    p.tangential0[i] = random.uniform(-2.0, 2.0);
    p.tangential(i, 0) = random.uniform(-2.0, 2.0);
    p.normal0[i] = random.uniform(-0.5, 2.0);
    p.normal(i, 0) = random.chance(0.3) ? 0.0 : random.uniform(-1.0, 1.0);
    p.mu_static[i] = random.uniform(0.0, 1.5);
  }
  p.velocity0[0] = 0.0;  // y is the velocity of contact 0
  p.exponent = random.chance(0.7) ? 1.0 : random.uniform(0.6, 3.0);
  p.slip_speed = random.chance(0.5) ? 1.4e-4 : random.uniform(1e-3, 1.0);
  set_least_friction(p, random.uniform() * p.mu_static);
  return p;
}

/// The lowest feasible f of a plain scan; infinite if no point of it is feasible.
double scan(const SlipProblem& p) {
  double best = std::numeric_limits<double>::infinity();
  Eigen::VectorXd y(1);
  const auto look = [&](double x) {
    y[0] = x;
    if (p.violation(y) == 0.0) best = std::min(best, p.objective(y));
  };
  for (int k = -2000; k <= 2000; ++k) {
    const double s = k / 2000.0;
    look(20.0 * s * s * s);
    for (Index i = 0; i < p.contacts(); ++i) {
      const double slope = p.velocity(i, 0);
      if (slope != 0.0) look((30.0 * p.slip_speed * s * s * s - p.velocity0[i]) / slope);
    }
  }
  return best;
}

TEST(BowlingMinimum, NoPointOfAScanIsLower) {
  Random random(33);
  std::vector<double> scratch;
  const long count = suite_count(20'000);
  long found = 0, none = 0, several = 0;
  for (long k = 0; k < count; ++k) {
    const SlipProblem p = random_slip(random);
    const SlipAnswer answer = minimise_one(p, scratch);
    ASSERT_TRUE(answer.complete) << "problem " << k;
    const double scanned = scan(p);
    if (!answer.found) {
      ++none;
      ASSERT_TRUE(std::isinf(scanned)) << "problem " << k << ": a feasible point was missed";
      continue;
    }
    ++found;
    several += answer.several;
    const Eigen::VectorXd y = Eigen::VectorXd::Constant(1, answer.y);
    ASSERT_LE(p.violation(y), 1e-12) << "problem " << k;
    ASSERT_LE(p.objective(y), scanned * (1.0 + 1e-12)) << "problem " << k;
    // It is a minimum: at the foot of f, or where a condition ends.
    for (const double step : {1e-7, -1e-7}) {
      const Eigen::VectorXd near = y.array() + step * p.slip_speed;
      const bool lower = p.objective(near) < p.objective(y) * (1.0 - 1e-12);
      ASSERT_FALSE(lower && p.violation(near) == 0.0) << "problem " << k;
    }
  }
  std::printf("%ld minima, %ld proved infeasible, %ld with a tie\n", found, none, several);
}

TEST(BowlingMinimum, NloptFindsTheSameMinimumOfCornerImpacts) {
  Random random(34);
  const long count = suite_count(2000);
  long missed = 0;
  double worst = 0.0;
  for (long k = 0; k < count; ++k) {
    const ContactProblem problem = random_corner(random).problem();
    BowlingReduction r;
    r.contacts = {0, 1};
    ASSERT_EQ(reduce(problem, {}, r), Reduced::posed);
    ASSERT_EQ(r.slip.unknowns(), 1);
    const SlipAnswer exact = minimise_one(r.slip, r.scratch);
    Eigen::VectorXd y(1);
    ASSERT_EQ(minimise_many(r.slip, y), exact.found) << "impact " << k;
    if (!exact.found) continue;
    const double f = r.slip.objective(Eigen::VectorXd::Constant(1, exact.y));
    ASSERT_GE(r.slip.objective(y), f * (1.0 - 1e-6)) << "impact " << k;
    const double off = std::abs(y[0] - exact.y) / r.slip.speed;
    if (off > 1e-6) {
      ++missed;
    } else {
      worst = std::max(worst, off);
    }
  }
  std::printf("NLopt against the exact minimum: %ld of %ld missed, the others within %.1e\n",
              missed, count, worst);
  EXPECT_LE(missed, count / 100);
}

/// Two problems that have nothing to do with each other.
ContactProblem side_by_side(const ContactProblem& a, const ContactProblem& b) {
  ContactProblem p;
  const Index f = a.dofs();
  p.M = Eigen::MatrixXd::Zero(f + b.dofs(), f + b.dofs());
  p.M.topLeftCorner(f, f) = a.M;
  p.M.bottomRightCorner(b.dofs(), b.dofs()) = b.M;
  p.W = Eigen::MatrixXd::Zero(p.M.rows(), a.W.cols() + b.W.cols());
  p.W.topLeftCorner(f, a.W.cols()) = a.W;
  p.W.bottomRightCorner(b.dofs(), b.W.cols()) = b.W;
  p.u.resize(p.M.rows());
  p.u << a.u, b.u;
  p.contact = a.contact;
  p.contact.insert(p.contact.end(), b.contact.begin(), b.contact.end());
  p.names.assign(p.contact.size(), "contact");
  if (!p.assemble()) p.contact.clear();
  return p;
}

TEST(BowlingMinimum, NloptFindsTheMinimaOfTwoCornersTogether) {
  Random random(35);
  const long count = suite_count(400);
  long missed = 0;
  for (long k = 0; k < count; ++k) {
    const ContactProblem a = random_corner(random).problem();
    const ContactProblem b = random_corner(random).problem();
    const ContactProblem together = side_by_side(a, b);
    BowlingReduction r;
    r.contacts = {0, 1, 2, 3};
    ASSERT_EQ(reduce(together, {}, r), Reduced::posed);
    ASSERT_EQ(r.slip.unknowns(), 2);
    Eigen::VectorXd y(2);
    if (!minimise_many(r.slip, y)) {
      ++missed;
      continue;
    }
    for (Index j = 0; j < 2; ++j) {
      const Index contact = r.objective[static_cast<std::size_t>(j)];
      const ImpactOutcome alone = resolve("bowling", contact < 2 ? a : b);
      const double gT = alone.gamma[2 * (contact % 2) + 1];
      missed += std::abs(y[j] - gT) > 1e-6 * r.slip.speed;
    }
  }
  std::printf("two unknowns: %ld of %ld differ from the exact minima\n", missed, 2 * count);
  EXPECT_LE(missed, count / 50);
}

TEST(Bowling, BallsInDifferentCornersAnswerAsEachAlone) {
  Random random(37);
  for (int k = 0; k < 200; ++k) {
    const ContactProblem a = random_corner(random).problem();
    const ContactProblem b = random_corner(random).problem();
    const ImpactOutcome first = resolve("bowling", a);
    const ImpactOutcome second = resolve("bowling", b);
    const ImpactOutcome both = resolve("bowling", side_by_side(a, b));
    ASSERT_EQ(both.status, Status::unique);
    const double scale = 1e-12 * both.impulse.cwiseAbs().maxCoeff();
    ASSERT_LE((both.impulse.head(4) - first.impulse).cwiseAbs().maxCoeff(), scale);
    ASSERT_LE((both.impulse.tail(4) - second.impulse).cwiseAbs().maxCoeff(), scale);
  }
}

TEST(Bowling, RandomMechanismsAreAnsweredOrSayWhyNot) {
  for (const int contacts : {1, 2, 3, 4}) {
    ProblemGenerator generator(36);
    Workspace workspace;
    ImpactOutcome out;
    const long count = suite_count(contacts > 2 ? 500 : 5000);
    long answers = 0, none = 0, undecided = 0;
    double worst = 0.0;
    for (long k = 0; k < count; ++k) {
      const ContactProblem p = generator.next(contacts).problem;
      find_law("bowling")->resolve(p, out, workspace);
      if (!has_answer(out.status)) {
        const bool proved = out.status == Status::no_solution;
        ASSERT_TRUE(proved || out.status == Status::undecided) << to_string(out.status);
        ASSERT_FALSE(out.message.empty());
        none += proved;
        undecided += !proved;
        continue;
      }
      ++answers;
      worst = std::max(worst, out.residual);
      const double v = p.gamma.cwiseAbs().maxCoeff();
      for (Index i = 0; i < contacts; ++i) {
        ASSERT_GE(out.impulse[2 * i], 0.0);
        ASSERT_GE(out.gamma[2 * i], -1e-8 * v);
      }
    }
    std::printf(
        "%d contacts: %ld answers (residual <= %.1e), %ld without solution, %ld undecided\n",
        contacts, answers, worst, none, undecided);
    EXPECT_LE(undecided, count / 10);
    if (contacts == 1) {
      EXPECT_LE(worst, 1e-12);
    }
  }
}

}  // namespace
}  // namespace ricochet
