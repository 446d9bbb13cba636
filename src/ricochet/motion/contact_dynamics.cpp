#include <ricochet/motion/contact_dynamics.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <ricochet/lcp/dense.hpp>

namespace ricochet {

namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr double kDependent = 1e-10;  // of an equation's own size: what others leave of it

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

double friction_of(const ContactInfo& contact, Mode mode) {
  if (mode == Mode::slip_plus) return -contact.parameters.mu;
  if (mode == Mode::slip_minus) return contact.parameters.mu;
  return 0.0;
}

}  // namespace

ContactDynamics::ContactDynamics(const MechanicalSystem& system)
    : system_(system), nq_(system.coordinates()), f_(system.dofs()), n_(system.contacts()) {
  const SystemInfo& info = system.info();
  for (const Quantity& q : info.q) scale_.push_back(q.scale);
  for (const Quantity& u : info.u) scale_.push_back(u.scale);
  scale_.insert(scale_.end(), at(kBooks), 1.0);
  e_.fit(info);
  chol_.setZero(f_, f_);
  Y_.setZero(f_, std::max<Index>(1, 2 * n_));
  A_.setZero(2 * n_, 2 * n_);
  for (VectorXd* v : {&free_, &a_, &step_}) v->setZero(f_);
  q_rate_.setZero(nq_);
  force_.setZero(2 * n_);
  gamma_.setZero(2 * n_);
  l_.setZero(2 * n_);
  pivots_.setZero(2 * n_);
  modes_.assign(at(n_), Mode::open);
}

void ContactDynamics::reset() {
  evaluations_ = 0;
  not_finite_ = {};
  mass_known_ = false;
}

void ContactDynamics::scale_books(State x) {
  double energy = kinetic(x);
  for (Index j = 0; j < f_; ++j) {
    const double v = system_.info().u[at(j)].scale;
    energy += 0.5 * e_.M(j, j) * v * v;
  }
  std::fill(scale_.end() - kBooks, scale_.end(), energy);
}

void ContactDynamics::evaluate(double t, State x, unsigned need) {
  if (system_.info().constant_mass && mass_known_) need &= ~static_cast<unsigned>(kMass);
  ++evaluations_;
  system_.evaluate(t, q_of(x), u_of(x), need, e_);
  if (not_finite_.empty()) {
    // A sum is finite only if its terms are (overflow aside, which is no better).
    if ((need & kForces) != 0 && !std::isfinite(e_.h.sum())) not_finite_ = "forces";
    if ((need & kGaps) != 0 && !std::isfinite(e_.gap.sum())) not_finite_ = "gaps";
    if ((need & kMass) != 0 && !std::isfinite(e_.M.sum())) not_finite_ = "mass matrix";
    if ((need & kContacts) != 0 &&
        !std::isfinite(e_.W.sum() + e_.bias.sum() + e_.surface_velocity.sum())) {
      not_finite_ = "contact directions";
    }
  }
  if ((need & kMass) != 0) factor_mass();
}

/// Cholesky, by columns. A mass matrix that is not positive definite gives NaN, which is noticed.
void ContactDynamics::factor_mass() {
  for (Index j = 0; j < f_; ++j) {
    double d = e_.M(j, j);
    for (Index k = 0; k < j; ++k) d -= chol_(j, k) * chol_(j, k);
    const double root = std::sqrt(d);
    if (!(root > 0.0) && not_finite_.empty()) not_finite_ = "mass matrix";
    chol_(j, j) = root;
    for (Index i = j + 1; i < f_; ++i) {
      double s = e_.M(i, j);
      for (Index k = 0; k < j; ++k) s -= chol_(i, k) * chol_(j, k);
      chol_(i, j) = s / root;
    }
  }
  mass_known_ = true;
}

void ContactDynamics::solve_mass(Eigen::Ref<VectorXd> d) const {
  for (Index i = 0; i < f_; ++i) {
    double s = d[i];
    for (Index k = 0; k < i; ++k) s -= chol_(i, k) * d[k];
    d[i] = s / chol_(i, i);
  }
  for (Index i = f_ - 1; i >= 0; --i) {
    double s = d[i];
    for (Index k = i + 1; k < f_; ++k) s -= chol_(k, i) * d[k];
    d[i] = s / chol_(i, i);
  }
}

void ContactDynamics::set_modes(double t, State x, std::span<const Mode> modes) {
  modes_.assign(modes.begin(), modes.end());
  evaluate(t, x, kMass | kContacts);
  unknown_.clear();
  singular_ = false;
  any_closed_ = false;
  // Gram-Schmidt in the mass metric: an equation whose direction the others span is dependent. Normal
  // directions first, so that gaps are kept as far as possible.
  Index kept = 0;
  for (const bool tangential : {false, true}) {
    for (Index i = 0; i < n_; ++i) {
      const Mode mode = modes_[at(i)];
      if (mode == Mode::open || (tangential && mode != Mode::stick)) continue;
      any_closed_ = true;
      const Index row = 2 * i + (tangential ? 1 : 0);
      auto y = Y_.col(kept);
      y = e_.W.col(row);
      for (Index k = 0; k < f_; ++k) {  // L^-1 W: its plain length is the one in the mass metric
        for (Index c = 0; c < k; ++c) y[k] -= chol_(k, c) * y[c];
        y[k] /= chol_(k, k);
      }
      const double size = y.norm();
      for (int pass = 0; pass < 2; ++pass) {
        for (Index c = 0; c < kept; ++c) y -= Y_.col(c).dot(y) * Y_.col(c);
      }
      const double left = y.norm();
      if (!(left > kDependent * size)) {
        singular_ = true;
        continue;
      }
      y /= left;
      ++kept;
      unknown_.push_back(
          {i, row, tangential ? 0.0 : friction_of(system_.info().contacts[at(i)], mode)});
    }
  }
}

/// l_ in place of its right-hand side, by the equations of the unknowns: Y_ = M^-1 d, A_ = r . Y_.
void ContactDynamics::solve_unknowns() {
  const auto k = static_cast<Index>(unknown_.size());
  for (Index c = 0; c < k; ++c) {
    const Unknown& unknown = unknown_[at(c)];
    auto y = Y_.col(c);
    y = e_.W.col(unknown.row);
    if (unknown.coupling != 0.0) y += unknown.coupling * e_.W.col(unknown.row + 1);
    solve_mass(y);
  }
  double diagonal = 1.0;
  for (Index r = 0; r < k; ++r) {
    const auto row = e_.W.col(unknown_[at(r)].row);
    for (Index c = 0; c < k; ++c) A_(r, c) = row.dot(Y_.col(c));
    if (unknown_[at(r)].coupling == 0.0) {
      diagonal *= A_(r, r);
    } else {  // G_NN, of the direction without friction
      step_ = row;
      solve_mass(step_);
      diagonal *= row.dot(step_);
    }
  }
  if (k == 1) {
    determinant_ = A_(0, 0) / diagonal;
    l_[0] /= A_(0, 0);
    return;
  }
  determinant_ = 0.0;
  if (lu_factor(A_.topLeftCorner(k, k), pivots_.head(k))) {
    determinant_ = 1.0;
    for (Index i = 0; i < k; ++i) determinant_ *= pivots_[i] == i ? A_(i, i) : -A_(i, i);
    determinant_ /= diagonal;
    lu_solve(A_.topLeftCorner(k, k), pivots_.head(k), l_.head(k));
  } else {
    l_.head(k).setConstant(std::numeric_limits<double>::quiet_NaN());
  }
}

void ContactDynamics::solve_forces() {
  const auto k = static_cast<Index>(unknown_.size());
  free_ = e_.h;
  solve_mass(free_);
  a_ = free_;
  force_.setZero();
  determinant_ = 1.0;
  if (k == 0) return;
  for (Index r = 0; r < k; ++r) {
    const Index row = unknown_[at(r)].row;
    l_[r] = -(e_.W.col(row).dot(free_) + e_.bias[row]);
  }
  solve_unknowns();
  for (Index c = 0; c < k; ++c) {
    const Unknown& unknown = unknown_[at(c)];
    a_ += l_[c] * Y_.col(c);
    force_[unknown.row] += l_[c];
    if (unknown.coupling != 0.0) force_[unknown.row + 1] += unknown.coupling * l_[c];
  }
}

void ContactDynamics::look(double t, State x) {
  evaluate(t, x, kMass | kForces | kGaps | kContacts);
  for (Index k = 0; k < 2 * n_; ++k) {
    gamma_[k] = e_.W.col(k).dot(u_of(x)) - e_.surface_velocity[k];
  }
  solve_forces();
}

void ContactDynamics::derivative(double t, State x, std::span<double> dxdt) {
  evaluate(t, x, any_closed_ ? kMass | kForces | kContacts : kMass | kForces);
  solve_forces();
  system_.rates(q_of(x), u_of(x), q_rate_);
  std::copy(q_rate_.begin(), q_rate_.end(), dxdt.begin());
  std::copy(a_.begin(), a_.end(), dxdt.begin() + nq_);
  double friction = 0.0, belt = 0.0, motion = 0.0;
  if (any_closed_) {
    for (Index i = 0; i < n_; ++i) {
      const Mode mode = modes_[at(i)];
      if (mode == Mode::open) continue;
      const double v_n = e_.surface_velocity[2 * i];
      const double v_t = e_.surface_velocity[2 * i + 1];
      if (mode == Mode::slip_plus || mode == Mode::slip_minus) {
        friction -= force_[2 * i + 1] * (e_.W.col(2 * i + 1).dot(u_of(x)) - v_t);
      }
      motion += force_[2 * i] * v_n;
      belt += force_[2 * i + 1] * v_t;
    }
  }
  double* books = dxdt.data() + nq_ + f_;
  books[0] = friction;
  books[1] = -e_.damping_power;
  books[2] = belt;
  books[3] = motion;
  books[4] = e_.force_power;
}

void ContactDynamics::contact_space(std::span<const Index> contacts, Eigen::MatrixXd& G,
                                    VectorXd& b) {
  const auto m = static_cast<Index>(contacts.size());
  G.resize(2 * m, 2 * m);
  b.resize(2 * m);
  free_ = e_.h;
  solve_mass(free_);
  for (Index c = 0; c < 2 * m; ++c) {
    const Index column = 2 * contacts[at(c / 2)] + c % 2;
    step_ = e_.W.col(column);
    solve_mass(step_);
    for (Index r = 0; r < 2 * m; ++r) {
      G(r, c) = e_.W.col(2 * contacts[at(r / 2)] + r % 2).dot(step_);
    }
    b[c] = e_.W.col(column).dot(free_) + e_.bias[column];
  }
  for (Index r = 0; r < 2 * m; ++r) {
    for (Index c = 0; c < r; ++c) G(r, c) = G(c, r) = 0.5 * (G(r, c) + G(c, r));
  }
}

double ContactDynamics::largest_acceleration(Index contact) {
  const Index k = 2 * contact;
  double squared = 0.0;  // a . M a = a . h
  for (Index j = 0; j < f_; ++j) squared += free_[j] * e_.h[j];
  step_ = e_.W.col(k);
  solve_mass(step_);
  return std::abs(e_.bias[k]) + std::sqrt(std::max(0.0, squared) * e_.W.col(k).dot(step_));
}

double ContactDynamics::kinetic(State x) const {
  const auto u = u_of(x);
  double sum = 0.0;
  for (Index j = 0; j < f_; ++j) sum += 0.5 * u[j] * e_.M.col(j).dot(u);
  return sum;
}

void ContactDynamics::stop_closed(double t, std::span<double> x) {
  look(t, x);
  const auto k = static_cast<Index>(unknown_.size());
  for (Index r = 0; r < k; ++r) l_[r] = -gamma_[unknown_[at(r)].row];
  if (k == 0) return;
  solve_unknowns();
  if (!std::isfinite(l_.head(k).sum()))
    return;  // singular sliding: project() does it without friction
  double* books = x.data() + nq_ + f_;
  for (Index c = 0; c < k; ++c) {
    const Unknown& unknown = unknown_[at(c)];
    const Index i = 2 * unknown.contact;
    for (Index j = 0; j < f_; ++j) x[at(nq_ + j)] += l_[c] * Y_(j, c);
    if (unknown.row == i) {
      books[3] += l_[c] * e_.surface_velocity[i];
      books[2] += unknown.coupling * l_[c] * e_.surface_velocity[i + 1];
    } else {
      books[2] += l_[c] * e_.surface_velocity[i + 1];
    }
  }
}

double ContactDynamics::widest(ModeSolver& solver) {
  closed_.clear();
  closed_modes_.clear();
  sliding_.clear();
  for (Index i = 0; i < n_; ++i) {
    const Mode mode = modes_[at(i)];
    if (mode == Mode::open) continue;
    closed_.push_back(i);
    closed_modes_.push_back(mode);
    sliding_.push_back(mode == Mode::slip_plus ? 1 : mode == Mode::slip_minus ? -1 : 0);
  }
  const auto m = static_cast<Index>(closed_.size());
  mu_.resize(m);
  mu_static_.resize(m);
  for (Index i = 0; i < m; ++i) {
    const ContactParameters& p = system_.info().contacts[at(closed_[at(i)])].parameters;
    mu_[i] = p.mu;
    mu_static_[i] = p.static_friction();
  }
  contact_space(closed_, G_, b_);
  const double scale = std::max(b_.cwiseAbs().maxCoeff(), 1e-300);
  solver.forces({G_, b_, mu_, mu_static_, sliding_, scale}, closed_modes_, wide_);
  for (Index i = 0; i < m; ++i) force_.segment<2>(2 * closed_[at(i)]) = wide_.l.segment<2>(2 * i);
  return wide_.margin;
}

bool ContactDynamics::project(double t, std::span<double> x) {
  if (!any_closed_) return true;
  const auto k = static_cast<Index>(unknown_.size());
  // Gaps first, then velocities where they point then.
  for (const bool positions : {true, false}) {
    evaluate(t, x, kMass | kContacts | (positions ? static_cast<unsigned>(kGaps) : 0U));
    Index rows = 0;
    for (Index c = 0; c < k; ++c) {
      const Index row = unknown_[at(c)].row;
      if (positions && row % 2 != 0) continue;
      auto y = Y_.col(rows);
      y = e_.W.col(row);
      solve_mass(y);
      l_[rows] =
          positions ? -e_.gap[row / 2] : e_.surface_velocity[row] - e_.W.col(row).dot(u_of(x));
      Index r = 0;
      for (Index b = 0; b < k; ++b) {
        const Index other = unknown_[at(b)].row;
        if (positions && other % 2 != 0) continue;
        A_(r++, rows) = e_.W.col(other).dot(y);
      }
      ++rows;
    }
    if (rows == 0) continue;
    if (!lu_factor(A_.topLeftCorner(rows, rows), pivots_.head(rows))) continue;
    lu_solve(A_.topLeftCorner(rows, rows), pivots_.head(rows), l_.head(rows));
    step_.setZero();
    for (Index c = 0; c < rows; ++c) step_ += l_[c] * Y_.col(c);
    if (!std::isfinite(step_.sum())) {
      if (not_finite_.empty()) not_finite_ = "projection";
      return false;
    }
    if (positions) {
      system_.rates(q_of(x), step_, q_rate_);
      for (Index i = 0; i < nq_; ++i) x[at(i)] += q_rate_[i];
    } else {
      for (Index i = 0; i < f_; ++i) x[at(nq_ + i)] += step_[i];
    }
  }
  return true;
}

Ledger ContactDynamics::ledger(State x, double t) {
  const double* books = x.data() + nq_ + f_;
  Ledger ledger;
  ledger.kinetic = kinetic(x);
  evaluate(t, x, kPotential);
  ledger.potential = e_.potential;
  ledger.friction_loss = books[0];
  ledger.damping_loss = books[1];
  ledger.belt_work = books[2];
  ledger.motion_work = books[3];
  ledger.force_work = books[4];
  return ledger;
}

}  // namespace ricochet
