#pragma once
// Orbits in tests, and their multipliers by finite differences of the motion itself.

#include <algorithm>
#include <cmath>
#include <complex>
#include <memory>
#include <vector>

#include <fmt/format.h>
#include <support/models.hpp>
#include <support/motions.hpp>

#include <ricochet/study/orbit.hpp>
#include <ricochet/system/linear.hpp>

namespace ricochet::testing {

inline constexpr SimulationOptions kFine{.tolerance = 1e-13};

struct Silent final : MotionObserver {
  bool wants_samples() const override { return false; }
};

/// The simplified bounce model whose rotation is braked and driven: a brake shoe (coordinate n, pressed with `press`)
/// rubs with static and kinetic friction against the rotation, which is driven by amplitude sin(w t). While the brake
/// holds, the tip slides as it should; when it breaks loose its friction drops at once, the tip's A is negative, and
/// with b_N < 0 there is an impact without collision.
struct BrakedBounce {
  double friction, belt, press, brake_static, brake_kinetic, amplitude, w, damping_x, damping_phi;

  std::unique_ptr<LinearSystem> build() const {
    LinearParameters p;
    p.mass = Eigen::Vector4d(1.0, 1.0, 0.03, 1.0).asDiagonal();
    p.stiffness = Eigen::Vector4d(500.0, 1000.0, 150.0, 0.0).asDiagonal();
    p.damping = Eigen::Vector4d(damping_x, 3.0, damping_phi, 0.0).asDiagonal();
    p.force = Eigen::Vector4d(0.0, -10.0, 0.0, -press);
    p.amplitude = Eigen::Vector4d(0.0, 0.0, amplitude, 0.0);
    p.angular_frequency = w;
    p.contacts = {{.name = "tip",
                   .normal = Eigen::Vector4d(0.0, 1.0, -0.3, 0.0),
                   .tangent = Eigen::Vector4d(1.0, 0.0, -1.0, 0.0),
                   .surface_tangential = -belt,
                   .parameters = rough(friction)},
                  {.name = "brake",
                   .normal = Eigen::Vector4d(0.0, 0.0, 0.0, 1.0),
                   .tangent = Eigen::Vector4d(0.0, 0.0, 1.0, 0.0),
                   .parameters = rough(brake_kinetic, 0.0, brake_static)}};
    for (const char* name : {"x", "y", "phi", "n"}) p.q.push_back({name, "", 0.01});
    for (const char* name : {"v_x", "v_y", "v_phi", "v_n"}) p.u.push_back({name, "", 0.3});
    return std::make_unique<LinearSystem>(std::move(p));
  }
};

/// Multipliers by central differences of the motion over one period, from the middle of the orbit's longest phase. Of an
/// autonomous system one of them is 1, that of the flow.
inline std::vector<std::complex<double>> difference_multipliers(
    const MechanicalSystem& system, const ImpactLaw& law, const Orbit& orbit,
    const std::vector<Eigen::Index>& drifting = {}) {
  std::size_t longest = 0;
  for (std::size_t k = 1; k <= orbit.sequence.passages.size(); ++k) {
    if (duration(orbit.sequence, k) > duration(orbit.sequence, longest)) longest = k;
  }
  const double from = longest == 0 ? orbit.sequence.begin : orbit.sequence.passages[longest - 1].t;
  const double middle = from + 0.5 * duration(orbit.sequence, longest);
  SimulationOptions options = kFine;
  options.until = middle;
  Silent silent;
  const MotionState base = Simulator(system, law, options).resume(orbit.state, silent).final;
  options.until = middle + orbit.period;
  Simulator simulator(system, law, options);
  ContactDynamics contacts(system);
  const Eigen::Index N = system.coordinates() + system.dofs();
  const Eigen::VectorXd x = state_vector(base);
  const auto map = [&](Eigen::Index j, double d) {
    std::vector<double> full(static_cast<std::size_t>(contacts.state_size()), 0.0);
    std::copy(x.begin(), x.end(), full.begin());
    full[static_cast<std::size_t>(j)] += d;
    contacts.set_modes(base.t, full, base.modes);
    contacts.project(base.t, full);
    MotionState start = base;
    set_state(start, Eigen::Map<const Eigen::VectorXd>(full.data(), N));
    return state_vector(simulator.resume(start, silent).final);
  };
  Eigen::MatrixXd D(N, N);
  for (Eigen::Index j = 0; j < N; ++j) {
    const double scale = contacts.scale()[static_cast<std::size_t>(j)];
    const double d = 1e-5 * (scale + std::abs(x[j]));
    D.col(j) = (map(j, d) - map(j, -d)) / (2.0 * d);
  }
  std::vector<Eigen::Index> free;
  for (Eigen::Index i = 0; i < N; ++i) {
    if (std::find(drifting.begin(), drifting.end(), i) == drifting.end()) free.push_back(i);
  }
  return multipliers_of(part_of(D, free));
}

}  // namespace ricochet::testing
