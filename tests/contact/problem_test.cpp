// Posing an impact: Delassus operator, contact velocities, energy audit.

#include <gtest/gtest.h>

#include <ricochet/contact/outcome.hpp>
#include <ricochet/contact/problem.hpp>
#include <support/random_problems.hpp>

namespace ricochet {
namespace {

using ricochet::testing::ProblemGenerator;

TEST(ContactProblem, BarOfPayrAndGlockerHasItsAlphaBetaDelta) {
  // Eq. (22): m = 1, s = 1, Theta = 1/3, phi = 30 deg.
  const double phi = M_PI / 6.0;
  ContactProblem p;
  p.M = Eigen::Vector3d(1.0, 1.0, 1.0 / 3.0).asDiagonal();
  p.W.resize(3, 2);
  p.W << 0.0, 1.0, 1.0, 0.0, -std::cos(phi), -std::sin(phi);
  p.u = Eigen::Vector3d(0.0, -1.0, 0.0);
  p.contact.resize(1);
  ASSERT_TRUE(p.assemble());
  EXPECT_NEAR(p.G(0, 0), 1.0 + 3.0 * 0.75, 1e-15);
  EXPECT_NEAR(p.G(1, 1), 1.0 + 3.0 * 0.25, 1e-15);
  EXPECT_NEAR(p.G(0, 1), 3.0 * std::sin(phi) * std::cos(phi), 1e-15);
  EXPECT_EQ(p.G(0, 1), p.G(1, 0));
  EXPECT_DOUBLE_EQ(p.gamma[0], -1.0);
}

TEST(ContactProblem, IndefiniteOrSingularMassIsRefused) {
  ContactProblem p;
  p.W = Eigen::MatrixXd::Identity(2, 2);
  p.u = Eigen::Vector2d(0.0, -1.0);
  p.contact.resize(1);
  for (const Eigen::Matrix2d& M :
       {Eigen::Matrix2d(Eigen::Vector2d(1.0, -1.0).asDiagonal()),
        Eigen::Matrix2d(Eigen::Vector2d(1.0, 0.0).asDiagonal()), Eigen::Matrix2d::Ones().eval()}) {
    p.M = M;
    EXPECT_FALSE(p.assemble());
  }
}

TEST(EnergyAudit, AgreesWithTheKineticEnergyOfTheBodies) {
  ProblemGenerator generator(5);
  for (int k = 0; k < 500; ++k) {
    const ContactProblem p = generator.next(3).problem;
    ImpactOutcome out;
    out.reset(p);
    for (Eigen::Index i = 0; i < out.impulse.size(); ++i) {
      out.impulse[i] = 0.1 * static_cast<double>(i + 1);  // any impulse: the audit is an identity
    }
    out.status = Status::solved;
    complete(p, out);
    const double before = 0.5 * p.u.dot(p.M * p.u);
    const double after = 0.5 * out.u.dot(p.M * out.u);
    const double size = before + after;
    EXPECT_NEAR(out.energy.before, before, 1e-12 * size);
    EXPECT_NEAR(out.energy.after, after, 1e-12 * size);
    EXPECT_NEAR(out.energy.change, -out.energy.dissipation + out.energy.surface_work, 1e-12 * size);
    EXPECT_LE((p.M * (out.u - p.u) - p.W * out.impulse).norm(), 1e-12 * p.M.norm());
    EXPECT_LE((out.gamma - (p.W.transpose() * out.u - p.surface_velocity)).norm(),
              1e-11 * (1.0 + out.gamma.norm()));
  }
}

TEST(Statuses, OnlyThreeComeWithAnAnswer) {
  EXPECT_TRUE(has_answer(Status::unique));
  EXPECT_TRUE(has_answer(Status::solved));
  EXPECT_TRUE(has_answer(Status::one_of_many));
  EXPECT_FALSE(has_answer(Status::no_solution));
  EXPECT_FALSE(has_answer(Status::undecided));
  EXPECT_FALSE(has_answer(Status::not_applicable));
  EXPECT_FALSE(has_answer(Status::not_converged));
  EXPECT_FALSE(has_answer(Status::non_finite));
}

}  // namespace
}  // namespace ricochet
