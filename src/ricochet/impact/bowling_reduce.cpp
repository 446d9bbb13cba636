#include <ricochet/impact/bowling_reduce.hpp>

#include <algorithm>
#include <cmath>

#include <ricochet/lcp/dense.hpp>

namespace ricochet {

namespace {

using Eigen::Index;

constexpr double kRank = 1e-12;        // eigenvalues of the scaled G
constexpr double kFree = 1e-9;         // a tangential velocity that moves less is fixed
constexpr double kRounding = 1e-11;    // of dependence on an unknown; wedges amplify it
constexpr double kCompatible = 1e-10;  // of (17) with the constraints, over the speed

const ContactParameters& parameters(const ContactProblem& problem, Index contact) {
  return problem.contact[static_cast<std::size_t>(contact)];
}

/// The spectrum of a G scaled to a unit diagonal.
struct Spectrum {
  VectorXd values;
  MatrixXd vectors;
  Index nullity = 0;
};
Spectrum spectrum_of(const MatrixXd& scaled) {
  Spectrum s;
  if (!symmetric_eigenvalues(scaled, s.values, s.vectors)) s.values.resize(0);
  while (s.nullity < s.values.size() &&
         s.values[s.nullity] <= kRank * s.values[s.values.size() - 1]) {
    ++s.nullity;
  }
  return s;
}

/// Orthonormal basis of what D^-1 times the null vectors of the scaled matrix span.
MatrixXd null_space(const Spectrum& s, const VectorXd& diagonal) {
  const Index size = diagonal.size();
  if (s.nullity == 0) return MatrixXd(size, 0);
  MatrixXd c = diagonal.cwiseInverse().asDiagonal() * s.vectors.leftCols(s.nullity);
  c.colwise().normalize();
  LinearSolution range, null;
  solve_any(c.transpose(), VectorXd::Zero(s.nullity), kRank, range);
  solve_any(range.null_space.transpose(), VectorXd::Zero(range.null_space.cols()), kRank, null);
  // solve_any counts rounding as rank where everything else vanishes.
  return null.null_space.unaryExpr([](double v) { return std::abs(v) < kRank ? 0.0 : v; });
}

void scale(MatrixXd& G, VectorXd& diagonal) {
  diagonal.resize(G.rows());
  for (Index i = 0; i < G.rows(); ++i) diagonal[i] = G(i, i) > 0.0 ? std::sqrt(G(i, i)) : 1.0;
  for (Index j = 0; j < G.cols(); ++j) {
    for (Index i = 0; i < G.rows(); ++i) G(i, j) /= diagonal[i] * diagonal[j];
  }
}

void collect(const ContactProblem& problem, BowlingReduction& r) {
  r.rows.clear();
  r.rough.clear();
  for (const Index i : r.contacts) r.rows.push_back(2 * i);
  for (std::size_t k = 0; k < r.contacts.size(); ++k) {
    const Index i = r.contacts[k];
    if (!(parameters(problem, i).static_friction() > 0.0 && problem.G(2 * i + 1, 2 * i + 1) > 0.0))
      continue;
    r.rows.push_back(2 * i + 1);
    r.rough.push_back(static_cast<Index>(k));
  }
  const auto size = static_cast<Index>(r.rows.size());
  r.G.resize(size, size);
  for (Index j = 0; j < size; ++j) {
    for (Index i = 0; i < size; ++i) {
      r.G(i, j) =
          problem.G(r.rows[static_cast<std::size_t>(i)], r.rows[static_cast<std::size_t>(j)]);
    }
  }
  scale(r.G, r.diagonal);
}

double prescribed_jump(const ContactProblem& problem, Index i) {
  const double gN = problem.gamma[2 * i];
  return gN > 0.0 ? -gN : -(1.0 + *parameters(problem, i).newton) * gN;
}

/// Picks rows of the basis Z of free tangential motions, so many as it has columns, that are
/// independent: first those of the options, then the fastest before the impact.
bool pick_objective(const ContactProblem& problem, const BowlingOptions& options, const MatrixXd& Z,
                    BowlingReduction& r, std::vector<Index>& picked) {
  std::vector<Index> order;  // positions in r.rough
  Index free = 0;
  const auto contact_of = [&](Index row) {
    return r.contacts[static_cast<std::size_t>(r.rough[static_cast<std::size_t>(row)])];
  };
  for (const Index wanted : options.objective) {
    Index row = 0;
    while (row < Z.rows() && contact_of(row) != wanted) ++row;
    if (row == Z.rows()) return false;
    order.push_back(row);
  }
  const auto named = static_cast<std::ptrdiff_t>(order.size());
  for (Index row = 0; row < Z.rows(); ++row) {
    free += Z.row(row).norm() > kFree;
    if (std::find(order.begin(), order.begin() + named, row) == order.begin() + named) {
      order.push_back(row);
    }
  }
  std::stable_sort(order.begin() + named, order.end(), [&](Index a, Index b) {
    return std::abs(problem.gamma[2 * contact_of(a) + 1]) >
           std::abs(problem.gamma[2 * contact_of(b) + 1]);
  });
  MatrixXd basis(Z.cols(), 0);
  picked.clear();
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (basis.cols() == Z.cols()) {
      if (k < options.objective.size()) return false;  // more than are free
      break;
    }
    VectorXd rest = Z.row(order[k]).transpose();
    for (int pass = 0; pass < 2; ++pass) rest -= basis * (basis.transpose() * rest).eval();
    if (rest.norm() <= kFree) {
      if (k < options.objective.size()) return false;
      continue;
    }
    basis.conservativeResize(Eigen::NoChange, basis.cols() + 1);
    basis.rightCols(1) = rest.normalized();
    picked.push_back(order[k]);
    r.objective.push_back(contact_of(order[k]));
  }
  r.choice = options.objective.empty() && free > Z.cols();
  return true;
}

/// Impulses per unknown that are rounding, compared in the measure of their directions, are zero: what
/// does not depend on an unknown must not seem to when that is large.
void drop_rounding(BowlingReduction& r) {
  for (Index j = 1; j < r.affine.cols(); ++j) {
    double largest = 0.0;
    for (Index i = 0; i < r.affine.rows(); ++i) {
      largest = std::max(largest, std::abs(r.affine(i, j) * r.diagonal[i]));
    }
    for (Index i = 0; i < r.affine.rows(); ++i) {
      if (std::abs(r.affine(i, j) * r.diagonal[i]) < kRounding * largest) r.affine(i, j) = 0.0;
    }
  }
}

/// No constraint: every tangential velocity is an unknown.
void pose_free(const ContactProblem& problem, BowlingReduction& r) {
  const auto normals = static_cast<Index>(r.contacts.size());
  const auto k = static_cast<Index>(r.rough.size());
  r.slip.reset(normals, k);
  r.affine.setZero(normals + k, 1 + k);
  for (Index i = 0; i < normals; ++i) {
    r.affine(i, 0) = prescribed_jump(problem, r.contacts[static_cast<std::size_t>(i)]);
  }
  for (Index j = 0; j < k; ++j) {
    const Index row = r.rough[static_cast<std::size_t>(j)];
    const Index contact = r.contacts[static_cast<std::size_t>(row)];
    r.slip.velocity(row, j) = 1.0;
    r.affine(normals + j, 0) = -problem.gamma[2 * contact + 1];
    r.affine(normals + j, 1 + j) = 1.0;
    r.objective.push_back(contact);
  }
  for (Index c = 0; c < r.affine.cols(); ++c) {
    r.affine.col(c).array() /= r.diagonal.array();
    lu_solve(r.G, r.pivots, r.affine.col(c));
    r.affine.col(c).array() /= r.diagonal.array();
  }
}

Reduced pose_constrained(const ContactProblem& problem, const BowlingOptions& options, double speed,
                         BowlingReduction& r) {
  const auto normals = static_cast<Index>(r.contacts.size());
  const auto tangents = static_cast<Index>(r.rough.size());
  const Spectrum spectrum = spectrum_of(r.G);
  const MatrixXd C = null_space(spectrum, r.diagonal);

  VectorXd jump(normals);
  for (Index i = 0; i < normals; ++i) {
    jump[i] = prescribed_jump(problem, r.contacts[static_cast<std::size_t>(i)]);
  }
  // C_T^T jump_T = -C_N^T jump_N.
  LinearSolution slip;
  const VectorXd right = -C.topRows(normals).transpose() * jump;
  solve_any(C.bottomRows(tangents).transpose(), right, kRank, slip);
  if (slip.residual > kCompatible * speed) return Reduced::incompatible;

  const MatrixXd& Z = slip.null_space;
  const Index k = Z.cols();
  std::vector<Index> picked;
  if (!pick_objective(problem, options, Z, r, picked)) return Reduced::objective_not_free;
  MatrixXd Z_picked(k, k);
  VectorXd at_zero(k);  // change of the coordinates of Z that brings the picked velocities to zero
  for (Index j = 0; j < k; ++j) {
    const Index row = picked[static_cast<std::size_t>(j)];
    Z_picked.row(j) = Z.row(row);
    at_zero[j] = -problem.gamma[2 * r.objective[static_cast<std::size_t>(j)] + 1] - slip.x[row];
  }
  Eigen::VectorXi pivots(k);
  MatrixXd T = MatrixXd::Identity(k, k);  // becomes: tangential velocities per unknown
  if (!lu_factor(Z_picked, pivots)) return Reduced::objective_not_free;
  for (Index j = 0; j < k; ++j) lu_solve(Z_picked, pivots, T.col(j));
  T = (Z * T).unaryExpr([](double v) { return std::abs(v) < kRounding ? 0.0 : v; }).eval();

  r.slip.reset(normals, k);
  r.affine.setZero(normals + tangents, 1 + k);
  r.affine.col(0).head(normals) = jump;
  r.affine.col(0).tail(tangents) = slip.x + T * at_zero;
  r.affine.bottomRightCorner(tangents, k) = T;
  for (Index j = 0; j < tangents; ++j) {
    const Index row = r.rough[static_cast<std::size_t>(j)];
    const Index contact = r.contacts[static_cast<std::size_t>(row)];
    r.slip.velocity0[row] = problem.gamma[2 * contact + 1] + r.affine(normals + j, 0);
    r.slip.velocity.row(row) = T.row(j);
  }
  // Some impulses that do it, by the scaled spectrum; then without their part in the null space.
  const Index rank = r.diagonal.size() - spectrum.nullity;
  const MatrixXd U = spectrum.vectors.rightCols(rank);
  const MatrixXd by_mass = r.diagonal.cwiseInverse().asDiagonal() * U;
  const VectorXd inverse = spectrum.values.tail(rank).cwiseInverse();
  r.affine = (by_mass * (inverse.asDiagonal() * (by_mass.transpose() * r.affine))).eval();
  r.affine -= (C * (C.transpose() * r.affine)).eval();
  return Reduced::posed;
}

}  // namespace

MatrixXd velocity_constraints(const MatrixXd& G) {
  MatrixXd scaled = G;
  VectorXd diagonal;
  scale(scaled, diagonal);
  return null_space(spectrum_of(scaled), diagonal);
}

Reduced reduce(const ContactProblem& problem, const BowlingOptions& options, BowlingReduction& r) {
  r.objective.clear();
  r.choice = false;
  collect(problem, r);
  const double speed = problem.gamma.cwiseAbs().maxCoeff();
  r.pivots.resize(r.G.rows());
  const bool free = lu_factor(r.G, r.pivots);
  if (free) {
    pose_free(problem, r);
    for (const Index wanted : options.objective) {
      const auto end = r.objective.end();
      if (std::find(r.objective.begin(), end, wanted) == end) return Reduced::objective_not_free;
    }
  } else {
    collect(problem, r);  // the factorization was in place
    const Reduced how = pose_constrained(problem, options, speed, r);
    if (how != Reduced::posed) return how;
  }
  drop_rounding(r);
  SlipProblem& slip = r.slip;
  const auto normals = static_cast<Index>(r.contacts.size());
  const Index k = slip.unknowns();
  slip.slip_speed = options.slip_speed;
  slip.exponent = options.slip_exponent;
  slip.speed = speed;
  slip.impulse = speed / problem.G.diagonal().mean();
  r.mu_kinetic.setZero(normals);
  for (Index i = 0; i < normals; ++i) {
    slip.normal0[i] = r.affine(i, 0);
    for (Index j = 0; j < k; ++j) slip.normal(i, j) = r.affine(i, 1 + j);
  }
  for (std::size_t j = 0; j < r.rough.size(); ++j) {
    const Index row = r.rough[j];
    const Index from = normals + static_cast<Index>(j);
    const ContactParameters& c = parameters(problem, r.contacts[static_cast<std::size_t>(row)]);
    slip.tangential0[row] = r.affine(from, 0);
    for (Index m = 0; m < k; ++m) slip.tangential(row, m) = r.affine(from, 1 + m);
    slip.mu_static[row] = c.static_friction();
    r.mu_kinetic[row] = c.mu;
  }
  set_least_friction(slip, r.mu_kinetic);
  return Reduced::posed;
}

}  // namespace ricochet
