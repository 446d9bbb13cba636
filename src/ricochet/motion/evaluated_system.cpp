#include <ricochet/motion/evaluated_system.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet {

namespace {

using Eigen::Index;
using Eigen::VectorXd;

// Of an equation's own size: what others leave of it. At distance d from a change point it is d, the part of the
// rounding of positions that feeds velocities is 1e-16 / d^2, and what is free for the time of the passage turns by d:
// this keeps both small.
constexpr double kDependentJoint = 5e-6;
constexpr double kImpliedJoint = 1e-10;  // less: at every state. States satisfy joints to rounding
// Of the motion without joints, squared: less is none.
constexpr double kBlocked = 1e-13;
constexpr int kMostCorrections = 8;  // of joints, until they are closed to rounding
constexpr double kClosed = 1e-15;    // over the size: joints that are

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

}  // namespace

EvaluatedSystem::EvaluatedSystem(const MechanicalSystem& system, std::span<const double> z)
    : system_(system),
      nq_(system.coordinates()),
      f_(system.dofs()),
      n_(system.contacts()),
      m_(system.joints()) {
  const SystemInfo& info = system.info();
  for (const Quantity& q : info.q) scale_.push_back(q.scale);
  for (const Quantity& u : info.u) scale_.push_back(u.scale);
  scale_.insert(scale_.end(), z.begin(), z.end());
  scale_.insert(scale_.end(), at(kBooks), 1.0);
  e_.fit(info);
  mass_.fit(f_);
  basis_.setZero(f_, std::max<Index>(1, 2 * n_));
  a_.setZero(f_);
  force_.setZero(2 * n_);
  gamma_.setZero(2 * n_);
  for (VectorXd* v : {&a_joint_, &drive_, &column_, &step_}) v->setZero(f_);
  q_rate_.setZero(nq_);
  rest_.setZero(m_);
  K_.setZero(f_, m_);
  S_.setZero(m_, m_);
  c_.setZero(m_);
}

void EvaluatedSystem::reset() {
  joint_.clear();
  evaluations_ = 0;
  not_finite_ = {};
  mass_known_ = false;
}

void EvaluatedSystem::scale_books(State x) {
  double energy = kinetic(x);
  for (Index j = 0; j < f_; ++j) {
    const double v = system_.info().u[at(j)].scale;
    energy += 0.5 * e_.M(j, j) * v * v;
  }
  std::fill(scale_.end() - kBooks, scale_.end(), energy);
}

void EvaluatedSystem::evaluate(double t, State x, unsigned need) {
  if (system_.info().constant_mass && mass_known_) need &= ~static_cast<unsigned>(kMass);
  if (m_ > 0) need |= static_cast<unsigned>(kJoints);
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
    if (m_ > 0 && !std::isfinite(e_.J.sum() + e_.joint_gap.sum() + e_.joint_bias.sum() +
                                 e_.joint_velocity.sum())) {
      not_finite_ = "joints";
    }
  }
  if ((need & kMass) != 0) factor_mass();
  if (!joint_.empty()) factor_joints();
}

/// A mass matrix that is not positive definite is noticed.
void EvaluatedSystem::factor_mass() {
  if (!mass_.factor(e_.M) && not_finite_.empty()) not_finite_ = "mass matrix";
  mass_known_ = true;
}

void EvaluatedSystem::to_metric(Eigen::Ref<VectorXd> d) const { mass_.forward(d.data()); }

void EvaluatedSystem::from_metric(Eigen::Ref<VectorXd> d) const { mass_.backward(d.data()); }

void EvaluatedSystem::solve_mass(Eigen::Ref<VectorXd> d) {
  to_metric(d);
  leave_joints_alone(d);
  from_metric(d);
}

/// K = L^-1 J of the independent equations, the envelope of S = K^T K and its Cholesky factor inside it.
void EvaluatedSystem::factor_joints() {
  const auto k = static_cast<Index>(joint_.size());
  entries_.clear();
  entry_end_.clear();
  for (Index c = 0; c < k; ++c) {
    auto column = K_.col(c);
    column = e_.J.col(joint_[at(c)]);
    to_metric(column);
    for (Index r = 0; r < f_; ++r) {
      if (column[r] != 0.0) entries_.push_back(r);
    }
    entry_end_.push_back(static_cast<Index>(entries_.size()));
  }
  first_.resize(at(k));
  least_left_ = 1.0;
  for (Index i = 0; i < k; ++i) {
    first_[at(i)] = i;
    double own = 0.0;
    for (Index j = 0; j <= i; ++j) {
      double sum = 0.0;
      for (Index e = j > 0 ? entry_end_[at(j - 1)] : 0; e < entry_end_[at(j)]; ++e) {
        sum += K_(entries_[at(e)], i) * K_(entries_[at(e)], j);
      }
      if (sum != 0.0 && first_[at(i)] == i) first_[at(i)] = j;
      if (j == i) own = sum;
      if (j < first_[at(i)]) continue;
      for (Index c = std::max(first_[at(i)], first_[at(j)]); c < j; ++c) sum -= S_(i, c) * S_(j, c);
      if (j < i) {
        S_(i, j) = sum / S_(j, j);
      } else {
        least_left_ = std::min(least_left_, sum / own);
        S_(i, i) = std::sqrt(sum);
        if (!(S_(i, i) > 0.0) && not_finite_.empty()) not_finite_ = "joints, which lock each other";
      }
    }
  }
  driven_ = false;
  for (const Index j : joint_) driven_ = driven_ || e_.joint_velocity[j] != 0.0;
  joint_step(e_.joint_bias, a_joint_);
  a_joint_ *= -1.0;
  drive_.setZero();
  if (driven_) joint_step(e_.joint_velocity, drive_);
}

void EvaluatedSystem::solve_S(VectorXd& c) const {
  const auto k = static_cast<Index>(joint_.size());
  for (Index i = 0; i < k; ++i) {
    for (Index j = first_[at(i)]; j < i; ++j) c[i] -= S_(i, j) * c[j];
    c[i] /= S_(i, i);
  }
  for (Index i = k - 1; i >= 0; --i) {
    c[i] /= S_(i, i);
    for (Index j = first_[at(i)]; j < i; ++j) c[j] -= S_(i, j) * c[i];
  }
}

/// Twice, for the sake of rounding.
void EvaluatedSystem::leave_joints_alone(Eigen::Ref<VectorXd> y) {
  const auto k = static_cast<Index>(joint_.size());
  if (k == 0) return;
  for (int pass = 0; pass < 2; ++pass) {
    for (Index c = 0, e = 0; c < k; ++c) {
      double sum = 0.0;
      for (; e < entry_end_[at(c)]; ++e) sum += K_(entries_[at(e)], c) * y[entries_[at(e)]];
      c_[c] = sum;
    }
    solve_S(c_);
    for (Index c = 0, e = 0; c < k; ++c) {
      for (; e < entry_end_[at(c)]; ++e) y[entries_[at(e)]] -= K_(entries_[at(e)], c) * c_[c];
    }
  }
}

void EvaluatedSystem::joint_step(const VectorXd& r, Eigen::Ref<VectorXd> step) {
  const auto k = static_cast<Index>(joint_.size());
  step.setZero();
  if (k == 0) return;
  for (Index c = 0; c < k; ++c) c_[c] = r[joint_[at(c)]];
  solve_S(c_);
  for (Index c = 0, e = 0; c < k; ++c) {
    for (; e < entry_end_[at(c)]; ++e) step[entries_[at(e)]] += K_(entries_[at(e)], c) * c_[c];
  }
  from_metric(step);
}

/// Gram-Schmidt; next comes the equation of which most is left, of equals the first.
void EvaluatedSystem::choose_joints(double t, State x) {
  if (m_ == 0) return;
  joint_.clear();
  evaluate(t, x, kMass);
  for (Index j = 0; j < m_; ++j) {
    auto column = K_.col(j);
    column = e_.J.col(j);
    to_metric(column);
    rest_[j] = column.norm();  // until it is chosen
  }
  for (;;) {
    Index best = -1;
    double most = kDependentJoint;
    for (Index j = 0; j < m_; ++j) {
      const double left = rest_[j] > 0.0 ? K_.col(j).norm() / rest_[j] : 0.0;
      if (!(left > most)) continue;
      most = left;
      best = j;
    }
    if (best < 0) break;
    joint_.push_back(best);
    rest_[best] = 0.0;
    auto next = K_.col(best);
    next /= next.norm();
    for (Index j = 0; j < m_; ++j) {
      if (rest_[j] > 0.0) K_.col(j) -= next.dot(K_.col(j)) * next;
    }
  }
  passing_ = false;
  for (Index j = 0; j < m_; ++j) {
    passing_ = passing_ || (rest_[j] > 0.0 && K_.col(j).norm() > kImpliedJoint * rest_[j]);
  }
  std::sort(joint_.begin(), joint_.end());
  if (!joint_.empty()) factor_joints();
}

bool EvaluatedSystem::close_joints(double t, std::span<double> x) {
  if (m_ == 0) return true;
  for (int pass = 0; pass < kMostCorrections; ++pass) {
    evaluate(t, x, kMass);
    if (joint_error() <= kClosed) break;
    rest_ = e_.joint_gap;
    rest_ *= -1.0;
    joint_step(rest_, step_);
    if (!add_step(x, true)) return false;
  }
  // Equations that were the best choice may become dependent on the way while others would not; and all may.
  const bool dependent = least_left_ < 100.0 * kDependentJoint * kDependentJoint;
  if (redundant_joints() > 0 || dependent) choose_joints(t, x);
  return true;
}

double EvaluatedSystem::passing_time(State x) {
  if (!passing_) return std::numeric_limits<double>::infinity();
  system_.rates(q_of(x), u_of(x), q_rate_);
  double rate = 0.0;
  for (Index j = 0; j < nq_; ++j) {
    rate = std::max(rate, std::abs(q_rate_[j]) / system_.info().q[at(j)].scale);
  }
  return kDependentJoint / rate;
}

bool EvaluatedSystem::follow_joints(double t, std::span<double> x) {
  evaluate(t, x, kMass | kContacts);
  if (m_ == 0) return true;
  for (Index j = 0; j < m_; ++j) rest_[j] = e_.joint_velocity[j] - e_.J.col(j).dot(u_of(x));
  joint_step(rest_, step_);
  return add_step(x, false);
}

bool EvaluatedSystem::add_step(std::span<double> x, bool positions) {
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
  return true;
}

bool EvaluatedSystem::blocked(Index column) {
  if (joint_.empty()) return false;
  column_ = e_.W.col(column);
  to_metric(column_);
  const double free = column_.squaredNorm();
  leave_joints_alone(column_);
  return !(column_.squaredNorm() > kBlocked * free);
}

double EvaluatedSystem::joint_error(Index* which) const {
  double worst = 0.0;
  for (Index j = 0; j < m_; ++j) {
    const double unit = system_.info().joints[at(j)].unit == "m" ? system_.info().size : 1.0;
    const double error = std::abs(e_.joint_gap[j]) / unit;
    if (!(error > worst)) continue;
    worst = error;
    if (which != nullptr) *which = j;
  }
  return worst;
}

double EvaluatedSystem::joint_power() const {
  if (!driven_) return 0.0;
  double power = -drive_.dot(e_.h);
  for (Index j = 0; j < f_; ++j) power += drive_[j] * e_.M.col(j).dot(a_);
  for (Index k = 0; k < 2 * n_; ++k) {
    if (force_[k] != 0.0) power -= force_[k] * e_.W.col(k).dot(drive_);
  }
  return power;
}

/// Gram-Schmidt, twice for the sake of rounding.
bool EvaluatedSystem::extend_basis(Index row, Index kept, double dependent) {
  auto y = basis_.col(kept);
  y = e_.W.col(row);
  to_metric(y);  // its plain length is the one in the mass metric
  const double size = y.norm();
  leave_joints_alone(y);
  for (int pass = 0; pass < 2; ++pass) {
    for (Index c = 0; c < kept; ++c) y -= basis_.col(c).dot(y) * basis_.col(c);
  }
  const double left = y.norm();
  if (!(left > dependent * size)) return false;
  y /= left;
  return true;
}

void EvaluatedSystem::find_gamma(State x) {
  for (Index k = 0; k < 2 * n_; ++k) {
    gamma_[k] = e_.W.col(k).dot(u_of(x)) - e_.surface_velocity[k];
  }
}

double EvaluatedSystem::kinetic(State x) const {
  const auto u = u_of(x);
  double sum = 0.0;
  for (Index j = 0; j < f_; ++j) sum += 0.5 * u[j] * e_.M.col(j).dot(u);
  return sum;
}

Ledger EvaluatedSystem::ledger(State x, double t) {
  const State books = books_of(x);
  Ledger ledger;
  ledger.kinetic = kinetic(x);
  evaluate(t, x, kPotential);
  ledger.potential = e_.potential;
  ledger.friction_loss = books[kFriction];
  ledger.damping_loss = books[kDamping];
  ledger.belt_work = books[kBelt];
  ledger.motion_work = books[kMotion];
  ledger.force_work = books[kForce];
  return ledger;
}

}  // namespace ricochet
