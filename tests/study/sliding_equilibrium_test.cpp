// Steady sliding of the Frictional Bounce Model: where it loses its damping (mu_C) and its stiffness (mu_K). Where it
// becomes inconsistent (mu_I) is in painleve_test.cpp.
//
// With y = a0 phi the simplified model slides as  J_e phi'' + c_e phi' + k_e phi = (mu h0 - a0) F,
//   J_e = J + m a0^2 - mu m a0 h0,  c_e = c_phi + c_y a0^2 - mu c_y a0 h0,  k_e = k_phi + k_y a0^2 - mu k_y a0 h0

#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include <ricochet/motion/contact_dynamics.hpp>
#include <ricochet/study/multipliers.hpp>
#include <support/models.hpp>

namespace ricochet::test {
namespace {

using Eigen::Index;

constexpr double a0 = 0.3, h0 = 1.0, J = 0.03, k_x = 500.0, k_y = 1000.0, k_phi = 150.0, c_y = 3.0,
                 load = 10.0;

// Eigenvalues of the motion in slip+ about the equilibrium, but for those that the closed contact makes zero.
std::vector<std::complex<double>> eigenvalues(double mu, double c_phi) {
  ModelInstance model =
      testing::build("frictional-bounce-simplified", {{"friction", mu}, {"damping_phi", c_phi}});
  const double k_e = k_phi + k_y * a0 * a0 - mu * k_y * a0 * h0;
  const double phi = (mu * h0 - a0) * load / k_e;
  const double normal = load + k_y * a0 * phi;
  std::vector<double> x(6 + EvaluatedSystem::kBooks, 0.0), rate = x;
  x[0] = -mu * normal / k_x;
  x[1] = a0 * phi;
  x[2] = phi;
  ContactDynamics dynamics(*model.system);
  dynamics.set_modes(0.0, x, std::vector<Mode>{Mode::slip_plus});
  dynamics.derivative(0.0, x, rate);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(rate[i], 0.0, 1e-9) << "it is an equilibrium";
  Eigen::MatrixXd A(6, 6);
  for (Index j = 0; j < 6; ++j) {
    const auto k = static_cast<std::size_t>(j);
    constexpr double step = 1e-3;  // the field is linear
    for (const double sign : {1.0, -1.0}) {
      std::vector<double> moved = x;
      moved[k] += sign * step;
      dynamics.derivative(0.0, moved, rate);
      for (Index i = 0; i < 6; ++i) {
        A(i, j) =
            (sign > 0.0 ? 0.0 : A(i, j)) + sign * rate[static_cast<std::size_t>(i)] / (2.0 * step);
      }
    }
  }
  std::vector<std::complex<double>> all;
  for (const std::complex<double>& lambda : multipliers_of(A)) {
    if (std::abs(lambda) > 1e-3) all.push_back(lambda);
  }
  return all;
}

template <class Function>
double root(Function f, double low, double high) {
  const bool rising = f(low) < 0.0;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    ((f(middle) < 0.0) == rising ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

// c_phi = 0.06 (set R2): the equilibrium starts to swing before sliding becomes inconsistent at 0.4.
TEST(SlidingEquilibrium, LosesItsDampingWhereTheEffectiveDampingVanishes) {
  const auto growth = [](double mu) {
    double largest = -INFINITY;
    for (const auto& lambda : eigenvalues(mu, 0.06)) largest = std::max(largest, lambda.real());
    return largest;
  };
  EXPECT_LT(growth(0.36), 0.0);
  EXPECT_GT(growth(0.37), 0.0);
  EXPECT_NEAR(root(growth, 0.35, 0.39), (0.06 + c_y * a0 * a0) / (c_y * a0 * h0), 1e-9);
  EXPECT_NEAR(root(growth, 0.35, 0.39), 0.366667, 5e-7);
}

// Beyond 0.4 formally: the sum of the two eigenvalues of phi, -c_e / J_e, changes its sign at 0.5.
TEST(SlidingEquilibrium, LosesItsDampingBeyondTheParadoxInTheFirstParameterSet) {
  const auto sum = [](double mu) {
    double all = 0.0;
    for (const auto& lambda : eigenvalues(mu, 0.18)) all += lambda.real();
    return all + 5.0;  // x swings on its own, its two have the sum -c_x / m
  };
  EXPECT_NEAR(root(sum, 0.45, 0.55), 0.5, 1e-9);
}

// One eigenvalue passes zero: no equilibrium beyond, stick grows without bound.
TEST(SlidingEquilibrium, JamsWhereTheEffectiveStiffnessVanishes) {
  const auto product = [](double mu) {
    std::complex<double> all = 1.0;
    for (const auto& lambda : eigenvalues(mu, 0.18)) all *= lambda;
    return all.real() / (k_x / 1.0);  // of phi alone: k_e / J_e
  };
  // Not at 0.8 itself, where the equilibrium is at infinity: the line through both sides.
  const double below = product(0.79) * (J + a0 * a0 - 0.79 * a0 * h0);
  const double above = product(0.81) * (J + a0 * a0 - 0.81 * a0 * h0);
  EXPECT_GT(below, 0.0);
  EXPECT_LT(above, 0.0);
  EXPECT_NEAR(0.79 + 0.02 * below / (below - above), 0.8, 1e-9);
}

}  // namespace
}  // namespace ricochet::test
