#pragma once
// Random frictional impacts for the benchmarks: n contacts among n planar bodies and the ground, at random
// points with random normals, mu in [0, 1], restitution in [0, 1], most contacts approaching. Full rank:
// every solver has a fair problem. Fixed seed.

#include <Eigen/Core>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include <ricochet/contact/problem.hpp>

namespace ricochet::bench {

class Uniform {
 public:
  explicit Uniform(std::uint64_t seed) : engine_(seed) {}
  double operator()(double low, double high) {
    return low + (high - low) * (static_cast<double>(engine_() >> 11) * 0x1p-53);
  }

 private:
  std::mt19937_64 engine_;
};

inline ContactProblem random_problem(Eigen::Index n, Uniform& uniform) {
  ContactProblem p;
  const Eigen::Index f = 3 * n;
  p.M.setZero(f, f);
  std::vector<Eigen::Vector2d> centre(static_cast<std::size_t>(n));
  for (Eigen::Index b = 0; b < n; ++b) {
    const double m = uniform(0.5, 2.0);
    p.M.diagonal().segment<3>(3 * b) << m, m, m * uniform(0.1, 0.5);
    centre[static_cast<std::size_t>(b)] << uniform(-1.0, 1.0), uniform(-1.0, 1.0);
  }
  p.W.setZero(f, 2 * n);
  p.u.resize(f);
  for (double& v : p.u) v = uniform(-1.0, 1.0);
  p.contact.resize(static_cast<std::size_t>(n));
  p.names.resize(static_cast<std::size_t>(n), "contact");
  for (Eigen::Index i = 0; i < n; ++i) {
    // Body i against the ground, or (half of them) against a neighbour.
    const Eigen::Index second = i > 0 && uniform(0.0, 1.0) < 0.5 ? i - 1 : -1;
    const double angle = uniform(-M_PI, M_PI);
    const Eigen::Vector2d normal(std::cos(angle), std::sin(angle));
    const Eigen::Vector2d tangent(normal.y(), -normal.x());
    const Eigen::Vector2d point(uniform(-1.0, 1.0), uniform(-1.0, 1.0));
    const auto attach = [&](Eigen::Index body, double sign) {
      const Eigen::Vector2d r = point - centre[static_cast<std::size_t>(body)];
      p.W.col(2 * i).segment<3>(3 * body) << sign * normal,
          sign * (r.x() * normal.y() - r.y() * normal.x());
      p.W.col(2 * i + 1).segment<3>(3 * body) << sign * tangent,
          sign * (r.x() * tangent.y() - r.y() * tangent.x());
    };
    attach(i, 1.0);
    if (second >= 0) attach(second, -1.0);
    if (p.W.col(2 * i).dot(p.u) > 0.0 && uniform(0.0, 1.0) < 0.7) {
      p.W.middleCols(2 * i, 2) *= -1.0;  // the other side of the surface
    }
    ContactParameters& c = p.contact[static_cast<std::size_t>(i)];
    c.mu = c.mu_static = uniform(0.0, 1.0);
    c.newton = c.poisson = c.energetic = uniform(0.0, 1.0);
    c.stiffness = 1.21;
    c.tangential_stiffness = 1.0;
  }
  if (!p.assemble()) p.G.resize(0, 0);
  return p;
}

inline std::vector<ContactProblem> random_problems(Eigen::Index n, std::size_t count) {
  Uniform uniform(static_cast<std::uint64_t>(n));
  std::vector<ContactProblem> problems;
  while (problems.size() < count) problems.push_back(random_problem(n, uniform));
  return problems;
}

}  // namespace ricochet::bench
