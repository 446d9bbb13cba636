#include <ricochet/motion/evaluated_system.hpp>

#include <algorithm>
#include <cmath>

namespace ricochet {

namespace {

using Eigen::Index;
using Eigen::VectorXd;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

}  // namespace

EvaluatedSystem::EvaluatedSystem(const MechanicalSystem& system, std::span<const double> z)
    : system_(system), nq_(system.coordinates()), f_(system.dofs()), n_(system.contacts()) {
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
}

void EvaluatedSystem::reset() {
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

/// A mass matrix that is not positive definite is noticed.
void EvaluatedSystem::factor_mass() {
  if (!mass_.factor(e_.M) && not_finite_.empty()) not_finite_ = "mass matrix";
  mass_known_ = true;
}

void EvaluatedSystem::solve_mass(Eigen::Ref<VectorXd> d) const { mass_.solve(d.data()); }

/// Gram-Schmidt, twice for the sake of rounding.
bool EvaluatedSystem::extend_basis(Index row, Index kept, double dependent) {
  auto y = basis_.col(kept);
  y = e_.W.col(row);
  mass_.forward(y.data());
  const double size = y.norm();
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
