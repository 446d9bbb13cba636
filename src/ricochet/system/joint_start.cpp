#include <ricochet/system/joint_start.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <ricochet/lcp/dense.hpp>

namespace ricochet {

namespace {

constexpr double zero_pivot = 1e-9;

// J^T x = b in the scaling of the header.
struct ScaledJoints {
  Evaluation e;
  Eigen::VectorXd root_mass;  // M^1/2, M is diagonal
  Eigen::VectorXd scale;      // s
  Eigen::MatrixXd A;          // J^T M^-1/2 over s

  ScaledJoints(const BodySystem& system, const Eigen::VectorXd& q, const Eigen::VectorXd& u) {
    e.fit(system.info());
    system.evaluate(0.0, q, u, kMass | kJoints, e);
    root_mass = e.M.diagonal().cwiseSqrt();
    A = e.J.transpose() * root_mass.cwiseInverse().asDiagonal();
    scale = A.rowwise().norm();  // > 0: every equation moves a body
    A = scale.cwiseInverse().asDiagonal() * A;
  }

  // The least x in the mass metric, with the entries that are fixed left as they are; what stays of J^T x - b, scaled.
  Eigen::VectorXd solve(const Eigen::VectorXd& b, const std::vector<bool>& fixed,
                        Eigen::VectorXd& x) const {
    std::vector<Eigen::Index> free;
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      if (!fixed[static_cast<std::size_t>(i)]) {
        free.push_back(i);
        x[i] = 0.0;
      }
    }
    const Eigen::MatrixXd columns = A(Eigen::all, free);
    LinearSolution solution;
    solve_any(columns, -residual(b, x), zero_pivot, solution);
    for (std::size_t k = 0; k < free.size(); ++k) {
      x[free[k]] = solution.x[static_cast<Eigen::Index>(k)] / root_mass[free[k]];
    }
    return residual(b, x);
  }
  Eigen::VectorXd residual(const Eigen::VectorXd& b, const Eigen::VectorXd& x) const {
    return (e.J.transpose() * x - b).cwiseQuotient(scale);
  }
  // The largest sum of the terms of an equation J^T x = b, scaled.
  double terms(const Eigen::VectorXd& b, const Eigen::VectorXd& x) const {
    return (e.J.cwiseAbs().transpose() * x.cwiseAbs() + b.cwiseAbs())
        .cwiseQuotient(scale)
        .maxCoeff();
  }
  // Whether what stays is small. Equations that contradict each other share what stays: the last is one too many.
  JointFit judge(const Eigen::VectorXd& rest, double allowed) const {
    JointFit fit;
    const double worst = rest.cwiseAbs().maxCoeff(&fit.equation);
    constexpr double alike = 1.0 - 1e-6;
    for (Eigen::Index i = fit.equation; i < rest.size(); ++i) {
      if (std::abs(rest[i]) >= alike * worst) fit.equation = i;
    }
    fit.error = rest[fit.equation] * scale[fit.equation];
    fit.holds = worst <= allowed;
    return fit;
  }
};

// Gaps are differences of places and angles: they vanish to the rounding of these.
double rounding_of_places(const BodySystem& system, const Eigen::VectorXd& q) {
  double largest = system.info().size + q.cwiseAbs().maxCoeff();
  for (const Joint& joint : system.scene().joints) {
    largest = std::max({largest, joint.first.at.norm(), joint.second.at.norm()});
  }
  return 32.0 * std::numeric_limits<double>::epsilon() * largest;
}

std::vector<bool> none(const BodySystem& system) {
  return std::vector<bool>(static_cast<std::size_t>(system.dofs()), false);
}

}  // namespace

Eigen::Index joint_rank(const BodySystem& system, const Eigen::VectorXd& q) {
  if (system.joints() == 0) return 0;
  const ScaledJoints joints(system, q, Eigen::VectorXd::Zero(q.size()));
  LinearSolution solution;
  solve_any(joints.A, Eigen::VectorXd::Zero(system.joints()), zero_pivot, solution);
  return solution.rank;
}

JointFit put_together(const BodySystem& system, Eigen::VectorXd& q) {
  JointFit fit;
  if (system.joints() == 0) return fit;
  const double size = system.info().size;
  const double rounding = rounding_of_places(system, q);
  const Eigen::VectorXd rest = Eigen::VectorXd::Zero(q.size());
  Eigen::VectorXd place = q, move = q;
  constexpr int most_steps = 20;
  for (int step = 0; step < most_steps; ++step) {
    const ScaledJoints joints(system, place, rest);
    const Eigen::VectorXd& g = joints.e.joint_gap;
    Eigen::Index worst = 0;
    const double error = g.cwiseAbs().maxCoeff(&worst);
    if (step == 0) fit = {false, worst, g[worst]};
    if (error <= rounding) {
      q = place;
      return {};
    }
    joints.solve(-g, none(system), move);
    place += move;
    constexpr double furthest = 1e-3;
    for (Eigen::Index i = 0; i < q.size(); ++i) {
      const double allowed = furthest * (i % 3 == 2 ? 1.0 : size);
      if (!(std::abs(place[i] - q[i]) <= allowed)) return fit;
    }
  }
  return fit;
}

JointFit find_velocities(const BodySystem& system, const Eigen::VectorXd& q,
                         const std::vector<bool>& given, Eigen::VectorXd& u) {
  if (system.joints() == 0) return {};
  const ScaledJoints joints(system, q, u);
  const Eigen::VectorXd& v = joints.e.joint_velocity;
  const Eigen::VectorXd rest = joints.solve(v, given, u);
  // What is left of zero by rounding is zero: a body at rest starts at rest.
  constexpr double dust = 16.0 * std::numeric_limits<double>::epsilon();
  const Eigen::VectorXd scaled = u.cwiseProduct(joints.root_mass).cwiseAbs();
  for (Eigen::Index i = 0; i < u.size(); ++i) {
    const bool follows = !given[static_cast<std::size_t>(i)];
    if (follows && scaled[i] <= dust * scaled.maxCoeff()) u[i] = 0.0;
  }
  return joints.judge(rest, 1e-9 * joints.terms(v, u));
}

JointFit find_accelerations(const BodySystem& system, const Eigen::VectorXd& q,
                            const Eigen::VectorXd& u) {
  if (system.joints() == 0) return {};
  const ScaledJoints joints(system, q, u);
  const Eigen::VectorXd b = -joints.e.joint_bias;
  Eigen::VectorXd a(q.size());
  const Eigen::VectorXd rest = joints.solve(b, none(system), a);
  double fastest = 0.0;  // the bias is made of products of omega and velocities, which may cancel
  for (Eigen::Index i = 2; i < u.size(); i += 3) fastest = std::max(fastest, std::abs(u[i]));
  return joints.judge(rest, 1e-6 * (joints.terms(b, a) + joints.terms(b, fastest * u)));
}

}  // namespace ricochet
