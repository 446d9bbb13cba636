// The forces of a set of states, and the choice of states at an event.

#include <algorithm>
#include <cmath>

#include <ricochet/impact/lzb_process.hpp>

namespace ricochet {

namespace {

using Eigen::Index;
using Map = Eigen::Map<Eigen::MatrixXd>;

// The first instants: forces are compared as they are after this time.
constexpr double kFirstInstant = 1e-3;

}  // namespace

// ------------------------------------------------------------------ forces

void LzbProcess::forces(std::span<const double> y) {
  for (Index i = 0; i < n_; ++i) {
    const double F = compliant(i) ? compliant_force(i, y[at(compression(i))]) : 0.0;
    force_[at(i)] = F;
    if (tangent(i) >= 0) force_[at(tangent(i))] = -slip_of(i) * mu_[at(i)] * F;
  }
  const auto m = static_cast<Index>(unknown_.size());
  if (m == 0) return;
  const Map Z(map_storage_.data(), m, n_);
  z_.head(m).setZero();
  for (Index i = 0; i < n_; ++i) {
    if (force_[at(i)] != 0.0) z_.head(m) += Z.col(i) * force_[at(i)];
  }
  spread();
}

void LzbProcess::spread() {
  for (std::size_t k = 0; k < unknown_.size(); ++k) {
    const Index d = unknown_[k];
    const double z = z_[static_cast<Index>(k)];
    force_[at(d)] = z;
    if (d < n_ && tangent(d) >= 0 && slip_of(d) != 0) {
      force_[at(tangent(d))] = -slip_of(d) * mu_[at(d)] * z;
    }
  }
}

void LzbProcess::rebuild_map() {
  unknown_.clear();
  std::fill(index_of_.begin(), index_of_.end(), Index{-1});
  for (Index i = 0; i < n_; ++i) {
    const auto add = [&](Index d) {
      index_of_[at(d)] = static_cast<Index>(unknown_.size());
      unknown_.push_back(d);
    };
    if (state_of(i) == LzbState::resting) add(normal(i));
    if (carries(i) && tangent(i) >= 0 && slip_of(i) == 0) add(tangent(i));
  }
  singular_ = false;
  const auto m = static_cast<Index>(unknown_.size());
  if (m == 0) return;
  /// Change of velocity k by a unit normal force of contact i and the friction that goes with it.
  const auto effect = [&](Index k, Index i) {
    const double slip = tangent(i) >= 0 ? G_(unknown_[at(k)], tangent(i)) * slip_of(i) : 0.0;
    return G_(unknown_[at(k)], i) - mu_[at(i)] * slip;
  };
  Map A(lu_storage_.data(), m, m);
  for (Index l = 0; l < m; ++l) {
    const Index d = unknown_[at(l)];
    for (Index k = 0; k < m; ++k) A(k, l) = d < n_ ? effect(k, d) : G_(unknown_[at(k)], d);
  }
  Map Z(map_storage_.data(), m, n_);
  Z.setZero();
  for (Index i = 0; i < n_; ++i) {
    if (!compliant(i)) continue;
    for (Index k = 0; k < m; ++k) Z(k, i) = -effect(k, i);
  }
  Map copy(lu_storage_.data() + m * m, m, m);
  copy = A;
  if (lu_factor(A, pivots_.head(m))) {
    for (Index i = 0; i < n_; ++i) {
      if (compliant(i)) lu_solve(A, pivots_.head(m), Z.col(i));
    }
    return;
  }
  singular_ = true;
  for (Index i = 0; i < n_; ++i) {
    if (!compliant(i)) continue;
    solve_any(copy, Z.col(i), 1e-11, solution_);
    Z.col(i) = solution_.x;
  }
  solve_any(copy, Eigen::VectorXd::Zero(m), 1e-11, solution_);
  null_space_ = solution_.null_space;
}

double LzbProcess::capacity(Index i) const { return mu_s_[at(i)] * force_[at(i)]; }

/// The most room theta that a distribution z + N y of the reactions leaves to all its bounds:
///   |friction| <= mu_s normal force - theta in stick,  reaction >= theta at rest.
/// slack: per unknown the room left on its upper and its lower bound at that distribution.
double LzbProcess::room(std::vector<double>* slack) const {
  const auto m = static_cast<Index>(unknown_.size());
  const Index r = null_space_.cols();
  Eigen::MatrixXd rows(2 * m, r);
  Eigen::VectorXd bound(2 * m);
  for (Index k = 0; k < m; ++k) {
    const Index d = unknown_[at(k)];
    const Index i = contact_[at(d)];
    Eigen::RowVectorXd held = Eigen::RowVectorXd::Zero(r);
    if (const Index at_rest = index_of_[at(i)]; d >= n_ && at_rest >= 0) {
      held = mu_s_[at(i)] * null_space_.row(at_rest);
    }
    // Upper bound, then lower; a reaction at rest has only the lower one (written twice).
    const double upper = d < n_ ? -1.0 : 1.0;
    const double most = d < n_ ? 0.0 : capacity(i);
    rows.row(2 * k) = upper * null_space_.row(k) - held;
    rows.row(2 * k + 1) = -null_space_.row(k) - held;
    bound[2 * k] = most - upper * z_[k];
    bound[2 * k + 1] = most + z_[k];
  }
  const double scale = std::max(bound.cwiseAbs().maxCoeff(), z_.head(m).cwiseAbs().maxCoeff());
  if (!(scale > 0.0)) return 0.0;
  const Index columns = 2 * r + 2 + 2 * m;
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(2 * m, columns);
  A.leftCols(r) = rows;
  A.middleCols(r, r) = -rows;
  A.col(2 * r).setOnes();
  A.col(2 * r + 1).setConstant(-1.0);
  A.rightCols(2 * m).setIdentity();
  Simplex simplex;
  if (!simplex.find_point(A, bound / scale, 1e-12)) return -scale;
  Eigen::VectorXd cost = Eigen::VectorXd::Zero(columns);
  cost[2 * r] = -1.0;
  cost[2 * r + 1] = 1.0;
  simplex.minimise(cost);
  const Eigen::VectorXd point = simplex.point();
  if (slack) {
    slack->resize(at(2 * m));
    for (Index k = 0; k < 2 * m; ++k) (*slack)[at(k)] = point[2 * r + 2 + k] * scale;
  }
  return (point[2 * r] - point[2 * r + 1]) * scale;
}

// ------------------------------------------------------------------ modes

double LzbProcess::largest_force() const {
  double size = 0.0;
  for (const double f : force_) size = std::max(size, std::abs(f));
  return size;
}

/// True if the forces of the present states satisfy every condition on them.
bool LzbProcess::consistent() const {
  const double noise = 1e-10 * largest_force();
  for (const Index d : unknown_) {
    if (std::abs(acceleration(d)) > noise) return false;
  }
  if (singular_ && room(nullptr) < -noise) return false;
  for (Index i = 0; i < n_; ++i) {
    const bool rests = state_of(i) == LzbState::resting;
    const bool parts = state_of(i) == LzbState::parted && (choice_[at(i)] & kRests);
    if (!singular_ && rests && force_[at(i)] < -noise) return false;
    if (parts && acceleration(i) < -noise) return false;
    if (!carries(i) || tangent(i) < 0) continue;
    if (slip_of(i) == 0) {
      if (!singular_ && std::abs(force_[at(tangent(i))]) > capacity(i) + noise) return false;
    } else if ((choice_[at(i)] & kStands) && slip_of(i) * acceleration(tangent(i)) < -noise) {
      return false;
    }
  }
  return true;
}

/// Lets go of the reaction most beyond its bound. False if all can be held.
bool LzbProcess::release_worst() {
  const double size = largest_force();
  const double noise = 1e-12 * size;
  Index worst = -1;
  double excess = 1.0;  // over the bound
  for (Index k = 0; k < static_cast<Index>(unknown_.size()); ++k) {
    const Index d = unknown_[at(k)];
    double ratio = 0.0;
    if (d < n_) {
      ratio = z_[k] < -noise ? 2.0 - z_[k] / size : 0.0;
    } else if (const double most = capacity(contact_[at(d)]); std::abs(z_[k]) > most + noise) {
      ratio = std::abs(z_[k]) / std::max(most, 1e-9 * std::abs(z_[k]));
    }
    if (ratio > excess) {
      excess = ratio;
      worst = k;
    }
  }
  if (worst < 0) return false;
  release(unknown_[at(worst)], z_[worst] > 0.0 ? -1 : 1);
  return true;
}

/// The same for a group whose reactions are not unique: releases all that have no room. at_limit: the
/// group is at its limit by an event, whatever rounding says.
bool LzbProcess::release_group(bool at_limit) {
  const double size = largest_force();
  std::vector<double> slack;
  const double theta = room(&slack);
  if (slack.empty() || (theta >= -1e-12 * size && !at_limit)) return false;
  bool released = false;
  for (std::size_t k = 0; k < unknown_.size(); ++k) {
    const bool upper = slack[2 * k] <= 1e-9 * size;
    const bool lower = slack[2 * k + 1] <= 1e-9 * size;
    if (!upper && !lower) continue;
    release(unknown_[k], upper ? -1 : 1);
    released = true;
  }
  return released;
}

void LzbProcess::release(Index direction, int slip) {
  const Index i = contact_[at(direction)];
  if (direction < n_) {
    state_of(i) = LzbState::parted;
    choice_[at(i)] |= kRests;
  } else {
    slip_of(i) = static_cast<signed char>(slip);
  }
}

/// Lets go what cannot be held, worst first, until the forces are consistent.
bool LzbProcess::release_modes(bool group_at_limit) {
  for (Index round = 0; round < 4 * n_ + 4; ++round) {
    rebuild_map();
    forces(y_);
    const bool released = singular_ ? release_group(group_at_limit) : release_worst();
    if (!released) return consistent();
    group_at_limit = false;
  }
  return false;
}

/// Every combination of the contacts whose mode is open to choice; for up to eight of them.
bool LzbProcess::search_modes() {
  std::vector<Index> free;
  long count = 1;
  const auto stands = [&](Index i) { return tangent(i) >= 0 && (choice_[at(i)] & kStands) != 0; };
  const auto choices = [&](Index i) {
    return (stands(i) ? 3 : 1) + ((choice_[at(i)] & kRests) ? 1 : 0);
  };
  for (Index i = 0; i < n_; ++i) {
    if (choice_[at(i)] == 0) continue;
    free.push_back(i);
    count *= choices(i);
  }
  if (free.size() > 8) return false;
  for (long code = 0; code < count; ++code) {
    long rest = code;
    for (const Index i : free) {
      const long choice = rest % choices(i);
      rest /= choices(i);
      const bool rigid = choice_[at(i)] & kRests;
      const bool part = rigid && choice == choices(i) - 1;
      if (rigid) state_of(i) = part ? LzbState::parted : LzbState::resting;
      const int slip = !stands(i) ? saved_slips_[at(i)] : choice == 0 ? 0 : choice == 1 ? 1 : -1;
      slip_of(i) = static_cast<signed char>(part ? 0 : slip);
    }
    rebuild_map();
    forces(y_);
    if (consistent()) return true;
  }
  return false;
}

/// Chooses the modes of contacts that stand (gT = 0) and of rigid ones at rest. First: at the first
/// instant, whose forces are those of contacts that approach.
bool LzbProcess::settle_modes(bool first, bool group_at_limit) {
  if (G_.size() == 0) return true;
  for (Index i = 0; i < n_; ++i) {
    if (first && compliant(i)) {
      y_[at(compression(i))] = kFirstInstant * std::max(0.0, -gamma_[at(i)]);
    }
    if (state_of(i) == LzbState::resting) choice_[at(i)] |= kRests;
    if (carries(i) && tangent(i) >= 0 && slip_of(i) == 0) choice_[at(i)] |= kStands;
  }
  saved_states_ = states_;
  saved_slips_ = slips_;
  bool found = release_modes(group_at_limit);
  if (!found) {
    states_ = saved_states_;
    slips_ = saved_slips_;
    found = search_modes();
  }
  for (Index i = 0; i < n_; ++i) {
    if (singular_ && mode(i) == Mode::stick) shared_[at(i)] = true;
    rested_ = rested_ || (state_of(i) == LzbState::resting && largest_force() > 0.0);
    if (mode(i) == Mode::stick && (choice_[at(i)] & kStopped)) {
      const double friction = std::abs(force_[at(tangent(i))]);
      if (friction > mu_[at(i)] * force_[at(i)] * (1.0 + 1e-12)) static_band_ = i;
    }
    const bool stands = (choice_[at(i)] & kStands) != 0;
    if (stands && slip_of(i) != 0) stood_[at(i)] = velocity(tangent(i), y_);
    choice_[at(i)] = 0;
    if (first) y_[at(compression(i))] = 0.0;
  }
  return found;
}

}  // namespace ricochet
