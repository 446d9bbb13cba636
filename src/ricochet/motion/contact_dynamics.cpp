#include <ricochet/motion/contact_dynamics.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <ricochet/lcp/dense.hpp>

namespace ricochet {

namespace {

using Eigen::Index;
using Eigen::VectorXd;

// Of an equation's own size: what others leave of it (its square is a pivot). Those that are left most first.
constexpr std::array kDependent = {0.3, 1e-1, 1e-2, 1e-4, 1e-7};
constexpr double kUnfelt = 1e-14;  // of what a force could do: a contact that does not feel it
constexpr std::size_t kFew = 4;    // contacts that are not worth grouping
constexpr double kAhead = 1e-9;    // of the typical sizes: how far ahead features are looked for

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

double friction_of(const ContactInfo& contact, Mode mode) {
  if (mode == Mode::slip_plus) return -contact.parameters.mu;
  if (mode == Mode::slip_minus) return contact.parameters.mu;
  return 0.0;
}

}  // namespace

ContactDynamics::ContactDynamics(const MechanicalSystem& system) : EvaluatedSystem(system) {
  Y_.setZero(f_, std::max<Index>(1, 2 * n_));
  A_.setZero(2 * n_, 2 * n_);
  C_.setZero(2 * n_, 2 * n_);
  free_.setZero(f_);
  l_.setZero(2 * n_);
  own_.setZero(2 * n_);
  pivots_.setZero(2 * n_);
  modes_.assign(at(n_), Mode::open);
  lost_.assign(at(n_), 0);
  seen_.assign(at(nq_ + f_), 0.0);
}

void ContactDynamics::choose_features(double t, State x, double touching) {
  if (!system_.info().edges) return;
  looked_ = false;
  std::fill(e_.hold.begin(), e_.hold.end(), kNearestFeature);
  evaluate(t, x, kGaps);
  gap_here_ = e_.gap;
  feature_here_ = e_.feature;
  // Which way it goes is seen a little further on, also for one that leaves there.
  system_.rates(q_of(x), u_of(x), q_rate_);
  double speed = 0.0;
  for (Index j = 0; j < nq_; ++j) {
    speed = std::max(speed, std::abs(q_rate_[j]) / system_.info().q[at(j)].scale);
  }
  ahead_.assign(x.begin(), x.end());
  if (speed > 0.0) {
    for (Index j = 0; j < nq_; ++j) ahead_[at(j)] += kAhead / speed * q_rate_[j];
  }
  evaluate(t, ahead_, kGaps);
  for (Index i = 0; i < n_; ++i) {
    const double gap = std::min(gap_here_[i], e_.gap[i]);
    const bool touches = gap <= touching || modes_[at(i)] != Mode::open;
    lost_[at(i)] = touches && e_.feature[at(i)] == kShadowed;
    if (!touches) continue;
    const int feature = lost_[at(i)] ? feature_here_[at(i)] : e_.feature[at(i)];
    if (feature != kShadowed) e_.hold[at(i)] = feature;
  }
}

void ContactDynamics::set_modes(double t, State x, std::span<const Mode> modes) {
  modes_.assign(modes.begin(), modes.end());
  looked_ = false;
  choose_features(t, x, -std::numeric_limits<double>::infinity());
  choose_joints(t, x);
  choose_unknowns(t, x);
}

void ContactDynamics::choose_unknowns(double t, State x) {
  evaluate(t, x, kMass | kContacts);
  unknown_.clear();
  dependent_.clear();
  any_closed_ = false;
  bool slides = false;
  // Normal directions first, so that gaps are kept as far as possible; of those the most independent ones.
  Index kept = 0;
  for (const bool tangential : {false, true}) {
    const std::size_t first = dependent_.size();
    for (Index i = 0; i < n_; ++i) {
      const Mode mode = modes_[at(i)];
      if (mode == Mode::open || (tangential && mode != Mode::stick)) continue;
      any_closed_ = true;
      const double coupling = tangential ? 0.0 : friction_of(system_.info().contacts[at(i)], mode);
      slides = slides || coupling != 0.0;
      dependent_.push_back({i, 2 * i + (tangential ? 1 : 0), coupling});
    }
    for (const double least : kDependent) {
      auto left = dependent_.begin() + static_cast<std::ptrdiff_t>(first);
      for (auto it = left; it != dependent_.end(); ++it) {
        if (extend_basis(it->row, kept, least)) {
          ++kept;
          unknown_.push_back(*it);
        } else {
          *left++ = *it;
        }
      }
      dependent_.erase(left, dependent_.end());
    }
  }
  singular_ = !dependent_.empty();
  independent_ = kept;
  if (slides && singular_) keep_dependents_of_sliding();
}

/// Dependent unknowns that feel something that slides become unknowns.
void ContactDynamics::keep_dependents_of_sliding() {
  const auto slips = [](Mode mode) { return mode == Mode::slip_plus || mode == Mode::slip_minus; };
  closed_.clear();
  for (Index i = 0; i < n_; ++i) {
    if (modes_[at(i)] != Mode::open) closed_.push_back(i);
  }
  group(closed_, ends_);
  auto first = closed_.begin();
  for (const std::size_t end : ends_) {
    const auto last = closed_.begin() + static_cast<std::ptrdiff_t>(end);
    const bool slides = std::any_of(first, last, [&](Index i) { return slips(modes_[at(i)]); });
    for (const Unknown& unknown : dependent_) {
      if (slides && std::find(first, last, unknown.contact) != last) unknown_.push_back(unknown);
    }
    first = last;
  }
}

/// l_ in place of its right-hand side, by the equations of the unknowns: Y_ = M^-1 d, A_ = r . Y_.
void ContactDynamics::solve_unknowns() {
  const auto all = static_cast<Index>(unknown_.size());
  const Index k = independent_;
  for (Index c = 0; c < all; ++c) {
    const Unknown& unknown = unknown_[at(c)];
    auto y = Y_.col(c);
    y = e_.W.col(unknown.row);
    if (unknown.coupling != 0.0) y += unknown.coupling * e_.W.col(unknown.row + 1);
    solve_mass(y);
  }
  bool slides = all > k;
  find_entries();
  for (Index r = 0; r < k; ++r) {
    for (Index c = 0; c < all; ++c) A_(r, c) = along(r, Y_.col(c));
    slides = slides || unknown_[at(r)].coupling != 0.0;
  }
  determinant_ = slides ? 1.0 / frictionless_determinant() : 1.0;
  if (all > k) {
    determinant_ /= spread();
    A_.topLeftCorner(k, k) += A_.block(0, k, k, all - k) * spread_.topLeftCorner(all - k, k);
  }
  if (k == 1) {
    if (slides) determinant_ *= A_(0, 0);
    l_[0] /= A_(0, 0);
  } else if (lu_factor(A_.topLeftCorner(k, k), pivots_.head(k))) {
    for (Index i = 0; i < k && slides; ++i) {
      determinant_ *= pivots_[i] == i ? A_(i, i) : -A_(i, i);
    }
    lu_solve(A_.topLeftCorner(k, k), pivots_.head(k), l_.head(k));
  } else {
    determinant_ = 0.0;
    l_.head(k).setConstant(std::numeric_limits<double>::quiet_NaN());
  }
  if (all > k) l_.segment(k, all - k) = spread_.topLeftCorner(all - k, k) * l_.head(k);
}

/// D of the dependent unknowns, after frictionless_determinant(); returns det(1 + X D).
double ContactDynamics::spread() {
  const Index k = independent_;
  const Index d = static_cast<Index>(unknown_.size()) - k;
  X_.resize(k, d);
  spread_.resize(d, k);
  for (Index c = 0; c < d; ++c) {
    step_ = e_.W.col(unknown_[at(k + c)].row);
    solve_mass(step_);
    auto column = X_.col(c);
    for (Index r = 0; r < k; ++r) {
      double sum = along(r, step_);
      for (Index j = 0; j < r; ++j) sum -= C_(j, r) * column[j];
      column[r] = sum / C_(r, r);
    }
    for (Index r = k - 1; r >= 0; --r) {
      column[r] /= C_(r, r);
      column.head(r) -= column[r] * C_.col(r).head(r);
    }
    spread_.row(c) = column.transpose() / along(k + c, step_);
  }
  for (Index c = 0; c < k; ++c) spread_.col(c) *= own_[c];
  small_.noalias() = spread_ * X_;
  small_.diagonal().array() += 1.0;
  double product = lu_factor(small_, pivots_.head(d)) ? 1.0 : 0.0;
  for (Index i = 0; i < d; ++i) product *= pivots_[i] == i ? small_(i, i) : -small_(i, i);
  return product;
}

/// The entries that are not zero in the rows of the unknowns: of two bodies at most, however many there are.
void ContactDynamics::find_entries() {
  entries_.clear();
  entry_end_.clear();
  for (const Unknown& unknown : unknown_) {
    for (Index j = 0; j < f_; ++j) {
      if (e_.W(j, unknown.row) != 0.0) entries_.push_back(j);
    }
    entry_end_.push_back(entries_.size());
  }
}

double ContactDynamics::along(Index unknown, const Eigen::Ref<const VectorXd>& v) const {
  const auto row = e_.W.col(unknown_[at(unknown)].row);
  double sum = 0.0;
  for (std::size_t k = unknown > 0 ? entry_end_[at(unknown - 1)] : 0; k < entry_end_[at(unknown)];
       ++k) {
    sum += row[entries_[k]] * v[entries_[k]];
  }
  return sum;
}

/// Of W^T P W in the rows of the unknowns, by Cholesky's method: C^T C.
double ContactDynamics::frictionless_determinant() {
  const Index k = independent_;
  double product = 1.0;
  for (Index c = 0; c < k; ++c) {
    step_ = e_.W.col(unknown_[at(c)].row);
    solve_mass(step_);
    for (Index r = c; r < k; ++r) {
      double sum = along(r, step_);
      if (r == c) own_[c] = sum;
      for (Index j = 0; j < c; ++j) sum -= C_(j, r) * C_(j, c);
      C_(c, r) = r == c ? sum : sum / C_(c, c);
      if (r > c) continue;
      product *= sum;
      C_(c, c) = std::sqrt(sum);
    }
  }
  return product;
}

void ContactDynamics::solve_forces() {
  const auto k = static_cast<Index>(unknown_.size());
  free_ = e_.h;
  solve_mass(free_);
  a_ = free_;
  if (m_ > 0) a_ += a_joint_;
  force_.setZero();
  determinant_ = 1.0;
  if (k == 0) return;
  for (Index r = 0; r < independent_; ++r) {
    const Index row = unknown_[at(r)].row;
    l_[r] = -(e_.W.col(row).dot(a_) + e_.bias[row]);
  }
  solve_unknowns();
  for (Index c = 0; c < k; ++c) {
    const Unknown& unknown = unknown_[at(c)];
    a_ += l_[c] * Y_.col(c);
    force_[unknown.row] += l_[c];
    if (unknown.coupling != 0.0) force_[unknown.row + 1] += unknown.coupling * l_[c];
  }
}

bool ContactDynamics::has_looked(double t, State x) const {
  return looked_ && t == seen_at_ && std::equal(seen_.begin(), seen_.end(), x.begin());
}

void ContactDynamics::look(double t, State x) {
  if (has_looked(t, x)) return;
  evaluate(t, x, kMass | kForces | kGaps | kContacts);
  find_gamma(x);
  solve_forces();
  looked_ = true;
  seen_at_ = t;
  std::copy_n(x.begin(), seen_.size(), seen_.begin());
}

void ContactDynamics::look_at_contacts(double t, State x) {
  if (any_closed_) return look(t, x);
  looked_ = false;
  evaluate(t, x, kGaps | kContacts);
  find_gamma(x);
}

void ContactDynamics::derivative(double t, State x, std::span<double> dxdt) {
  if (!has_looked(t, x)) {
    looked_ = false;
    evaluate(t, x, any_closed_ ? kMass | kForces | kContacts : kMass | kForces);
    solve_forces();
  }
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
  const std::span<double> books = books_of(dxdt);
  books[kFriction] = friction;
  books[kDamping] = -e_.damping_power;
  books[kBelt] = belt;
  books[kMotion] = motion + joint_power();
  books[kForce] = e_.force_power;
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
    b[c] = e_.W.col(column).dot(free_) + e_.W.col(column).dot(a_joint_) + e_.bias[column];
  }
  for (Index r = 0; r < 2 * m; ++r) {
    for (Index c = 0; c < r; ++c) G(r, c) = G(c, r) = 0.5 * (G(r, c) + G(c, r));
  }
}

double ContactDynamics::largest_acceleration(Index contact) {
  const Index k = 2 * contact;
  double squared = 0.0;  // a . M a = a . h for a = P h
  for (Index j = 0; j < f_; ++j) squared += free_[j] * e_.h[j];
  step_ = e_.W.col(k);
  solve_mass(step_);
  return std::abs(e_.bias[k] + e_.W.col(k).dot(a_joint_)) +
         std::sqrt(std::max(0.0, squared) * e_.W.col(k).dot(step_));
}

double ContactDynamics::stop_closed(double t, std::span<double> x, Eigen::VectorXd* impulse) {
  look(t, x);
  const auto k = static_cast<Index>(unknown_.size());
  if (k == 0) return 0.0;
  for (Index r = 0; r < independent_; ++r) l_[r] = -gamma_[unknown_[at(r)].row];
  solve_unknowns();
  // Singular sliding: project() does it without friction.
  if (!std::isfinite(l_.head(k).sum())) return 0.0;
  for (Index c = 0; c < k; ++c) {
    for (Index j = 0; j < f_; ++j) x[at(nq_ + j)] += l_[c] * Y_(j, c);
  }
  if (driven()) {  // joints that move: u_J . (M (u+ - u-) - W L)
    double work = 0.0;
    for (Index c = 0; c < k; ++c) {
      const auto [contact, row, coupling] = unknown_[at(c)];
      for (Index j = 0; j < f_; ++j) work += l_[c] * joint_drive()[j] * e_.M.col(j).dot(Y_.col(c));
      work -= l_[c] * e_.W.col(row).dot(joint_drive());
      if (coupling != 0.0) work -= l_[c] * coupling * e_.W.col(row + 1).dot(joint_drive());
    }
    books_of(x)[kMotion] += work;
  }
  // An impulse L in a direction that moves with gamma- before and gamma+ after does the work
  // L (gamma- + gamma+) / 2 on the bodies, and L v_s with the surface.
  const std::span<double> books = books_of(x);
  double loss = 0.0;
  for (Index c = 0; c < k; ++c) {
    const Unknown& unknown = unknown_[at(c)];
    const Index row = unknown.row;
    if (impulse != nullptr) (*impulse)[row] += l_[c];
    loss -= 0.5 * l_[c] * gamma_[row];
    books[row % 2 == 0 ? kMotion : kBelt] += l_[c] * e_.surface_velocity[row];
    if (unknown.coupling == 0.0) continue;
    const double L_T = unknown.coupling * l_[c];
    const double slides = e_.W.col(row + 1).dot(u_of(x)) - e_.surface_velocity[row + 1];
    if (impulse != nullptr) (*impulse)[row + 1] += L_T;
    books[kFriction] -= 0.5 * L_T * (gamma_[row + 1] + slides);
    books[kBelt] += L_T * e_.surface_velocity[row + 1];
  }
  return loss;
}

void ContactDynamics::group(std::vector<Index>& contacts, std::vector<std::size_t>& ends) {
  ends.clear();
  grouped_.clear();
  // What is not zero in the rows of each contact, and how large they are.
  reach_.clear();
  reach_end_.assign(at(n_), {0, 0});
  size_.resize(n_);
  for (const Index i : contacts) {
    const auto rows = e_.W.middleCols<2>(2 * i);
    const std::size_t first = reach_.size();
    double squared = 0.0;
    for (Index j = 0; j < f_; ++j) {
      if (rows(j, 0) == 0.0 && rows(j, 1) == 0.0) continue;
      reach_.push_back(j);
      squared += rows.row(j).squaredNorm();
    }
    reach_end_[at(i)] = {first, reach_.size()};
    size_[i] = std::sqrt(squared);
  }
  // Breadth first: what is left in `contacts` is in no group yet.
  while (!contacts.empty()) {
    std::size_t next = grouped_.size();
    grouped_.push_back(contacts.front());
    contacts.erase(contacts.begin());
    for (; next < grouped_.size() && !contacts.empty(); ++next) {
      const auto at_one = e_.W.middleCols<2>(2 * grouped_[next]);
      for (int direction = 0; direction < 2; ++direction) {
        step_ = at_one.col(direction);
        solve_mass(step_);
        const double size = std::sqrt(at_one.col(direction).dot(step_)) * step_.norm();
        std::erase_if(contacts, [&](Index i) {
          double normal = 0.0, tangential = 0.0;
          for (std::size_t k = reach_end_[at(i)].first; k < reach_end_[at(i)].second; ++k) {
            normal += e_.W(reach_[k], 2 * i) * step_[reach_[k]];
            tangential += e_.W(reach_[k], 2 * i + 1) * step_[reach_[k]];
          }
          const double felt = std::max(std::abs(normal), std::abs(tangential));
          if (!(felt > kUnfelt * size * size_[i])) return false;
          grouped_.push_back(i);
          return true;
        });
      }
    }
    ends.push_back(grouped_.size());
  }
  contacts = grouped_;
}

double ContactDynamics::widest(ModeSolver& solver) {
  closed_.clear();
  for (Index i = 0; i < n_; ++i) {
    if (modes_[at(i)] != Mode::open) closed_.push_back(i);
  }
  if (closed_.size() > kFew) {
    group(closed_, ends_);
  } else {
    ends_.assign(1, closed_.size());
  }
  looked_ = false;
  double margin = std::numeric_limits<double>::infinity();
  std::size_t begin = 0;
  for (const std::size_t end : ends_) {
    margin = std::min(margin, widest_of(std::span(closed_).subspan(begin, end - begin), solver));
    begin = end;
  }
  return margin;
}

double ContactDynamics::widest_of(std::span<const Index> contacts, ModeSolver& solver) {
  const auto m = static_cast<Index>(contacts.size());
  closed_modes_.clear();
  sliding_.clear();
  mu_.resize(m);
  mu_static_.resize(m);
  for (Index i = 0; i < m; ++i) {
    const Mode mode = modes_[at(contacts[at(i)])];
    closed_modes_.push_back(mode);
    sliding_.push_back(mode == Mode::slip_plus ? 1 : mode == Mode::slip_minus ? -1 : 0);
    const ContactParameters& p = system_.info().contacts[at(contacts[at(i)])].parameters;
    mu_[i] = p.mu;
    mu_static_[i] = p.static_friction();
  }
  contact_space(contacts, G_, b_);
  const double scale = std::max(b_.cwiseAbs().maxCoeff(), 1e-300);
  solver.forces_alone({G_, b_, mu_, mu_static_, sliding_, scale}, closed_modes_, wide_);
  for (Index i = 0; i < m; ++i) force_.segment<2>(2 * contacts[at(i)]) = wide_.l.segment<2>(2 * i);
  return std::max(wide_.margin, -1.0);  // finite, also where the equations contradict each other
}

bool ContactDynamics::project(double t, std::span<double> x) {
  looked_ = false;
  const Index redundant = redundant_joints();
  if (!close_joints(t, x)) return false;
  if (redundant_joints() != redundant) choose_unknowns(t, x);
  if (!any_closed_) return follow_joints(t, x);
  const Index k = independent_;
  // Gaps first, then velocities where they point then.
  for (const bool positions : {true, false}) {
    if (positions) {
      evaluate(t, x, kMass | kContacts | kGaps);
    } else if (!follow_joints(t, x)) {
      return false;
    }
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
    if (!add_step(x, positions)) return false;
  }
  return true;
}

}  // namespace ricochet
