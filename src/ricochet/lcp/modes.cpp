#include <ricochet/lcp/modes.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace ricochet {

namespace {

using Eigen::Index;

constexpr double kRank = 1e-11;  // pivots below it, in equations of unit diagonal: dependent
constexpr double kContradiction = 1e-8;  // of dependent equations, over the acceleration scale
constexpr long kMostTrials = 20'000;
// Up to so many contacts the nearest modes are found by trying in order; beyond, trials cost the cube of the number.
constexpr Index kOrdered = 5;
constexpr int kLemkeAttempts = 3;
constexpr double kStep = 1e-6;          // h of by_step, over scale / speed
constexpr double kJump = 1e3;           // forces over scale / G_NN: larger ones are a jump's
constexpr double kStepResolved = 1e-5;  // of forces over scale / G_NN

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

double sign_of(Mode mode) { return mode == Mode::slip_plus ? 1.0 : -1.0; }
bool slips(Mode mode) { return mode == Mode::slip_plus || mode == Mode::slip_minus; }

}  // namespace

std::span<const Mode> allowed_modes(const ModeProblem& p, Index i) {
  static constexpr std::array frictionless = {Mode::frictionless, Mode::open};
  static constexpr std::array plus = {Mode::slip_plus, Mode::open};
  static constexpr std::array minus = {Mode::slip_minus, Mode::open};
  static constexpr std::array rest = {Mode::stick, Mode::open, Mode::slip_plus, Mode::slip_minus};
  if (p.mu_static[i] == 0.0) return frictionless;
  if (p.sliding[at(i)] > 0) return plus;
  if (p.sliding[at(i)] < 0) return minus;
  return rest;
}

void ModeSolver::equations(const ModeProblem& p, std::span<const Mode> modes) {
  const Index n = p.contacts();
  unknown_.clear();
  coupling_.clear();
  for (Index i = 0; i < n; ++i) {
    const Mode mode = modes[at(i)];
    if (mode == Mode::open) continue;
    unknown_.push_back(2 * i);
    coupling_.push_back(slips(mode) ? -sign_of(mode) * p.mu[i] : 0.0);
    if (mode == Mode::stick) {
      unknown_.push_back(2 * i + 1);
      coupling_.push_back(0.0);
    }
  }
  size_ = static_cast<Index>(unknown_.size());
  if (A_.rows() < size_) {
    const Index most = 2 * n;
    A_.resize(most, most);
    LU_.resize(most, most);
    for (Eigen::VectorXd* v : {&rhs_, &x_, &y_, &diagonal_}) v->resize(most);
    row_.resize(at(most));
    col_.resize(at(most));
  }
  for (Index c = 0; c < size_; ++c) {
    const Index j = unknown_[at(c)];
    const double g = p.G(j, j);
    diagonal_[c] = g > 0.0 ? std::sqrt(g) : 1.0;
  }
  // Scaled to a unit diagonal of G.
  for (Index c = 0; c < size_; ++c) {
    const Index j = unknown_[at(c)];
    const double k = coupling_[at(c)];
    for (Index r = 0; r < size_; ++r) {
      const Index i = unknown_[at(r)];
      const double g = k == 0.0 ? p.G(i, j) : p.G(i, j) + k * p.G(i, j + 1);
      A_(r, c) = g / (diagonal_[r] * diagonal_[c]);
    }
    rhs_[c] = -p.b[j] / diagonal_[c];
  }
}

/// Elimination with complete pivoting; false if equations are dependent.
bool ModeSolver::eliminate() {
  for (Index c = 0; c < size_; ++c) {
    for (Index r = 0; r < size_; ++r) LU_(r, c) = A_(r, c);
    row_[at(c)] = col_[at(c)] = c;
  }
  sign_ = 1.0;
  rank_ = 0;
  for (Index k = 0; k < size_; ++k) {
    Index best_r = k, best_c = k;
    double best = 0.0;
    for (Index c = k; c < size_; ++c) {
      const double largest = LU_.col(c).segment(k, size_ - k).cwiseAbs().maxCoeff();
      if (!(largest > best * (1.0 + 1e-9))) continue;
      for (Index r = k; r < size_; ++r) {
        const double entry = std::abs(LU_(r, c));
        if (entry > best * (1.0 + 1e-9)) {  // ties: the first, so that the choice is stable
          best = entry;
          best_r = r;
          best_c = c;
        }
      }
    }
    if (!(best > kRank)) break;
    if (best_r != k) {
      for (Index c = 0; c < size_; ++c) std::swap(LU_(k, c), LU_(best_r, c));
      std::swap(row_[at(k)], row_[at(best_r)]);
      sign_ = -sign_;
    }
    if (best_c != k) {
      for (Index r = 0; r < size_; ++r) std::swap(LU_(r, k), LU_(r, best_c));
      std::swap(col_[at(k)], col_[at(best_c)]);
      sign_ = -sign_;
    }
    const Index below = size_ - k - 1;
    auto factors = LU_.col(k).segment(k + 1, below);
    factors /= LU_(k, k);
    for (Index c = k + 1; c < size_; ++c) {
      if (LU_(k, c) != 0.0) LU_.col(c).segment(k + 1, below) -= LU_(k, c) * factors;
    }
    ++rank_;
  }
  return rank_ == size_;
}

/// x of the independent unknowns, the others zero. With one step of refinement.
void ModeSolver::back_substitute() {
  x_.head(size_).setZero();
  for (int pass = 0; pass < 2; ++pass) {
    Eigen::VectorXd& y = y_;
    for (Index k = 0; k < rank_; ++k) {
      const Index r = row_[at(k)];
      double sum = rhs_[r];
      if (pass > 0) {
        for (Index c = 0; c < size_; ++c) sum -= A_(r, c) * x_[c];
      }
      for (Index c = 0; c < k; ++c) sum -= LU_(k, c) * y[c];
      y[k] = sum;
    }
    for (Index k = rank_ - 1; k >= 0; --k) {
      double sum = y[k];
      for (Index c = k + 1; c < rank_; ++c) sum -= LU_(k, c) * y[c];
      y[k] = sum / LU_(k, k);
    }
    for (Index k = 0; k < rank_; ++k) x_[col_[at(k)]] += y[k];
  }
}

/// After eliminate(): over that of the equations without friction, by Cholesky's method with pivots on the diagonal.
/// Dependent equations: both A and B = L L^T map the range of B into itself, and there they have determinants.
double ModeSolver::determinant(const ModeProblem& p) {
  double quotient = sign_;
  for (Index k = 0; k < rank_; ++k) quotient *= LU_(k, k);
  Eigen::MatrixXd& B = frictionless_;
  if (B.rows() < size_) {
    for (Eigen::MatrixXd* m : {&frictionless_, &range_, &image_}) m->resize(A_.rows(), A_.rows());
    pivots_.resize(A_.rows());
  }
  for (Index c = 0; c < size_; ++c) {
    for (Index r = 0; r < size_; ++r) {
      B(r, c) = p.G(unknown_[at(r)], unknown_[at(c)]) / (diagonal_[r] * diagonal_[c]);
    }
    row_[at(c)] = c;  // no longer needed
  }
  range_.topLeftCorner(size_, size_).setZero();  // L
  Index rank = 0;
  for (; rank < size_; ++rank) {
    Index best = rank;
    for (Index k = rank + 1; k < size_; ++k) {
      if (B(row_[at(k)], row_[at(k)]) > B(row_[at(best)], row_[at(best)]) * (1.0 + 1e-9)) best = k;
    }
    std::swap(row_[at(rank)], row_[at(best)]);
    const Index k = row_[at(rank)];
    const double pivot = B(k, k);
    if (!(pivot > kRank)) break;
    quotient /= pivot;
    for (Index i = rank; i < size_; ++i) {
      range_(row_[at(i)], rank) = B(row_[at(i)], k) / std::sqrt(pivot);
    }
    for (Index j = rank + 1; j < size_; ++j) {
      const Index c = row_[at(j)];
      const double f = B(k, c) / pivot;
      for (Index i = rank + 1; i < size_; ++i) B(row_[at(i)], c) -= f * B(row_[at(i)], k);
    }
  }
  return rank == size_ ? quotient : determinant_in_range(rank);
}

/// Q from L = Q R; det Q^T A Q over det Q^T B Q = (det R)^2.
double ModeSolver::determinant_in_range(Index rank) {
  double quotient = 1.0;
  for (Index c = 0; c < rank; ++c) {
    auto column = range_.col(c).head(size_);
    const double before = column.norm();
    for (int pass = 0; pass < 2; ++pass) {
      for (Index k = 0; k < c; ++k) {
        const auto other = range_.col(k).head(size_);
        column -= other.dot(column) * other;
      }
    }
    const double size = column.norm();
    if (!(size > kRank * before)) return 0.0;
    column /= size;
    quotient /= size * size;
  }
  const auto Q = range_.topLeftCorner(size_, rank);
  auto AQ = image_.topLeftCorner(size_, rank);
  AQ.noalias() = A_.topLeftCorner(size_, size_) * Q;
  auto Z = frictionless_.topLeftCorner(rank, rank);
  Z.noalias() = Q.transpose() * AQ;
  if (!lu_factor(Z, pivots_.head(rank))) return 0.0;
  for (Index k = 0; k < rank; ++k) quotient *= pivots_[k] == k ? Z(k, k) : -Z(k, k);
  return quotient;
}

double ModeSolver::slack(const ModeProblem& p, std::span<const Mode> modes,
                         const ModeForces& f) const {
  double least = std::numeric_limits<double>::infinity();
  for (Index i = 0; i < p.contacts(); ++i) {
    const double unit = p.scale / p.G(2 * i, 2 * i);  // of forces
    const double l_n = f.l[2 * i] / unit;
    const double l_t = f.l[2 * i + 1] / unit;
    const double xi_n = f.xi[2 * i] / p.scale;
    const double xi_t = f.xi[2 * i + 1] / p.scale;
    const Mode mode = modes[at(i)];
    double here = mode == Mode::open ? xi_n : l_n;
    if (slips(mode) && p.sliding[at(i)] == 0) here = std::min(here, sign_of(mode) * xi_t);
    if (mode == Mode::stick) here = std::min(here, p.mu_static[i] * l_n - std::abs(l_t));
    least = std::min(least, here);
    if (std::isnan(here)) return here;
  }
  return least;
}

void ModeSolver::forces(const ModeProblem& p, std::span<const Mode> modes, ModeForces& out) {
  forces_alone(p, modes, out);
  find_determinant(p, out);
}

void ModeSolver::find_determinant(const ModeProblem& p, ModeForces& out) {
  const auto rubs = [](double k) { return k != 0.0; };
  if (std::any_of(coupling_.begin(), coupling_.end(), rubs)) out.determinant = determinant(p);
}

void ModeSolver::forces_alone(const ModeProblem& p, std::span<const Mode> modes, ModeForces& out) {
  equations(p, modes);
  out.singular = !eliminate();
  out.possible = true;
  back_substitute();
  out.determinant = 1.0;
  out.l.setZero(2 * p.contacts());
  for (Index c = 0; c < size_; ++c) {
    const Index j = unknown_[at(c)];
    const double value = x_[c] / diagonal_[c];
    out.l[j] += value;
    if (coupling_[at(c)] != 0.0) out.l[j + 1] = coupling_[at(c)] * value;
  }
  if (out.singular) widest(p, modes, out);
  out.xi = p.b;
  for (Index j = 0; j < out.l.size(); ++j) {
    if (out.l[j] != 0.0) out.xi += out.l[j] * p.G.col(j);
  }
  if (out.singular) {
    for (Index c = 0; c < size_; ++c) {
      if (!(std::abs(out.xi[unknown_[at(c)]]) <= kContradiction * p.scale)) out.possible = false;
    }
  }
  out.margin = out.possible ? slack(p, modes, out) : -std::numeric_limits<double>::infinity();
}

/// Forces with the largest least coefficient on the edges of their cones: l = C (a + t), a >= 0, t as large as it
/// goes, in the independent equations. Leaves out.l alone if there is no such point.
void ModeSolver::widest(const ModeProblem& p, std::span<const Mode> modes, ModeForces& out) {
  const Index n = p.contacts();
  Index edges = 0;
  for (Index i = 0; i < n; ++i) {
    const Mode mode = modes[at(i)];
    if (mode != Mode::open) edges += mode == Mode::stick && p.mu_static[i] > 0.0 ? 2 : 1;
  }
  Eigen::MatrixXd& C = edges_;
  C.setZero(2 * n, edges);
  Index e = 0;
  for (Index i = 0; i < n; ++i) {
    const Mode mode = modes[at(i)];
    if (mode == Mode::open) continue;
    const double unit = p.scale / p.G(2 * i, 2 * i);
    const auto add = [&](double ratio) {
      C(2 * i, e) = unit;
      C(2 * i + 1, e++) = ratio * unit;
    };
    if (mode == Mode::stick && p.mu_static[i] > 0.0) {
      add(p.mu_static[i]);
      add(-p.mu_static[i]);
    } else {
      add(slips(mode) ? -sign_of(mode) * p.mu[i] : 0.0);
    }
  }
  Eigen::MatrixXd& A = program_;
  A.resize(rank_, edges + 2);
  program_rhs_.resize(rank_);
  for (Index k = 0; k < rank_; ++k) {
    const Index j = unknown_[at(row_[at(k)])];
    for (Index c = 0; c < edges; ++c) A(k, c) = p.G.col(j).dot(C.col(c)) / p.scale;
    A(k, edges) = A.row(k).head(edges).sum();
    A(k, edges + 1) = -A(k, edges);
    program_rhs_[k] = -p.b[j] / p.scale;
  }
  if (!simplex_.find_point(A, program_rhs_, 1e-9)) return;
  cost_.setZero(edges + 2);
  cost_[edges] = -1.0;
  cost_[edges + 1] = 1.0;
  simplex_.minimise(
      cost_);  // unbounded (a wedge that can be tightened for ever): any point inside will do
  simplex_.point(point_);
  point_.head(edges).array() += point_[edges] - point_[edges + 1];
  out.l.noalias() = C * point_.head(edges);
}

bool ModeSolver::take(const ModeProblem& p, ModeSearch& out) {
  ++trials_;
  forces_alone(p, trial_, trial_forces_);
  if (!(trial_forces_.margin >= -p.tolerance) || !trial_forces_.l.allFinite()) return false;
  for (const FeasibleModes& known : out.solutions) {
    const double difference = (known.forces.xi - trial_forces_.xi).cwiseAbs().maxCoeff();
    if (difference <= kSameAcceleration * p.scale) return false;
  }
  find_determinant(p, trial_forces_);
  out.solutions.push_back({trial_, trial_forces_});
  return true;
}

void ModeSolver::visit(const ModeProblem& p, std::span<const Mode> preferred, std::size_t contact,
                       int changes, bool all, ModeSearch& out) {
  if (trials_ >= kMostTrials) {
    out.complete = false;
    return;
  }
  if (!all && !out.solutions.empty()) return;
  if (contact == preferred.size()) {
    if (changes == 0) take(p, out);
    return;
  }
  const auto left = static_cast<int>(preferred.size() - contact);
  for (const Mode mode : allowed_modes(p, static_cast<Index>(contact))) {
    const int rest = changes - (mode == preferred[contact] ? 0 : 1);
    if (rest < 0 || rest > left - 1) continue;
    trial_[contact] = mode;
    visit(p, preferred, contact + 1, rest, all, out);
  }
}

/// From the preferred modes, changing every contact whose conditions fail, until none does.
void ModeSolver::newton(const ModeProblem& p, ModeSearch& out) {
  for (int step = 0; step < 50; ++step) {
    if (take(p, out)) return;
    const ModeForces& f = trial_forces_;
    if (!f.l.allFinite()) return;
    bool changed = false;
    for (Index i = 0; i < p.contacts(); ++i) {
      Mode& mode = trial_[at(i)];
      const Mode before = mode;
      const double l_n = f.l[2 * i], l_t = f.l[2 * i + 1];
      const double small = p.tolerance * p.scale / p.G(2 * i, 2 * i);
      if (mode == Mode::open) {
        if (f.xi[2 * i] < -p.tolerance * p.scale) mode = allowed_modes(p, i).front();
      } else if (l_n < -small) {
        mode = Mode::open;
      } else if (mode == Mode::stick && std::abs(l_t) > p.mu_static[i] * l_n + small) {
        mode = l_t < 0.0 ? Mode::slip_plus : Mode::slip_minus;
      } else if (slips(mode) && p.sliding[at(i)] == 0 &&
                 sign_of(mode) * f.xi[2 * i + 1] < -p.tolerance * p.scale) {
        mode = Mode::stick;
      }
      changed = changed || mode != before;
    }
    if (!changed) return;
  }
}

/// trial_: the modes of a solution found with static friction, forces over scale / G_NN and accelerations over scale.
bool ModeSolver::by_lemke(const ModeProblem& p, int attempt) {
  lemke_unknown_.clear();
  for (Index i = 0; i < p.contacts(); ++i) {
    const double s = p.sliding[at(i)];
    lemke_unknown_.push_back({i, 1.0, -s * p.mu[i], 0.0});
    if (s != 0.0 || p.mu_static[i] == 0.0) continue;
    lemke_unknown_.push_back({i, 0.0, 1.0, 0.0});
    lemke_unknown_.push_back({i, 0.0, -1.0, 0.0});
    lemke_unknown_.push_back({i, 0.0, 0.0, 1.0});
  }
  const auto m = static_cast<Index>(lemke_unknown_.size());
  lemke_M_.setZero(m, m);
  lemke_q_.setZero(m);
  for (Index r = 0; r < m; ++r) {
    const LemkeUnknown& row = lemke_unknown_[at(r)];
    const Index i = row.contact;
    if (row.sigma != 0.0) {  // mu l_N - l_T+ - l_T-
      lemke_M_(r, r - 3) = p.mu_static[i];
      lemke_M_(r, r - 2) = lemke_M_(r, r - 1) = -1.0;
      continue;
    }
    // The row of l_N is xi_N; those of l_T+- are +-xi_T + sigma.
    const Index direction = row.normal != 0.0 ? 2 * i : 2 * i + 1;
    const double sign = row.normal != 0.0 ? 1.0 : row.tangential;
    lemke_q_[r] = sign * p.b[direction] / p.scale;
    for (Index c = 0; c < m; ++c) {
      const auto& [j, normal, tangential, sigma] = lemke_unknown_[at(c)];
      if (sigma != 0.0) {
        lemke_M_(r, c) = j == i && row.normal == 0.0 ? 1.0 : 0.0;
        continue;
      }
      const double g = normal * p.G(direction, 2 * j) + tangential * p.G(direction, 2 * j + 1);
      lemke_M_(r, c) = sign * g / p.G(2 * j, 2 * j);
    }
  }
  if (lemke(lemke_M_, lemke_q_, lemke_z_, lemke_, attempt) != LemkeEnd::solved) return false;
  for (Index c = 0; c < m; ++c) {
    const LemkeUnknown& unknown = lemke_unknown_[at(c)];
    Mode& mode = trial_[at(unknown.contact)];
    if (unknown.normal != 0.0) {
      mode = lemke_z_[c] > p.tolerance ? allowed_modes(p, unknown.contact).front() : Mode::open;
    } else if (unknown.sigma != 0.0 && mode != Mode::open && lemke_z_[c] > p.tolerance) {
      mode = lemke_z_[c - 2] < lemke_z_[c - 1] ? Mode::slip_plus : Mode::slip_minus;
    }
  }
  return true;
}

/// trial_: the modes of the impulses of one time step h -> 0, from the velocities 0 or sliding_ (over one unit of speed)
/// and b h / scale. It has a solution where Lemke's method above may end on a ray; impulses that do not vanish with h are
/// a jump, and no modes.
bool ModeSolver::by_step(const ModeProblem& p) {
  const Index n = p.contacts();
  step_q_ = kStep / p.scale * p.b;
  step_mu_.resize(n);
  for (Index i = 0; i < n; ++i) {
    const int sliding = p.sliding[at(i)];
    step_q_[2 * i + 1] += sliding;
    step_mu_[i] = sliding == 0 ? p.mu_static[i] : p.mu[i];
  }
  step_L_.setZero(2 * n);
  const CoulombAnswer answer = solve_coulomb({p.G, step_q_, step_mu_}, step_L_, step_);
  if (!answer.certified) return false;
  for (Index i = 0; i < n; ++i) {
    const double l_n = step_L_[2 * i] * p.G(2 * i, 2 * i) / kStep;
    const double l_t = step_L_[2 * i + 1] * p.G(2 * i, 2 * i) / kStep;
    if (l_n > kJump) return false;
    Mode& mode = trial_[at(i)];
    mode = l_n > kStepResolved ? allowed_modes(p, i).front() : Mode::open;
    if (mode == Mode::stick && std::abs(l_t) >= step_mu_[i] * l_n - kStepResolved) {
      mode = l_t < 0.0 ? Mode::slip_plus : Mode::slip_minus;
    }
  }
  return true;
}

ModeSearch ModeSolver::search(const ModeProblem& p, std::span<const Mode> preferred, bool all) {
  ModeSearch out;
  trials_ = 0;
  trial_.assign(preferred.begin(), preferred.end());
  if (p.contacts() > kOrdered) {
    newton(p, out);
    for (int attempt = 0; attempt < kLemkeAttempts && out.solutions.empty(); ++attempt) {
      if (by_lemke(p, attempt)) newton(p, out);
    }
    if (out.solutions.empty() && by_step(p)) newton(p, out);
    out.complete = !out.solutions.empty();
    return out;
  }
  const auto n = static_cast<int>(preferred.size());
  for (int changes = 0; changes <= n; ++changes) visit(p, preferred, 0, changes, all, out);
  return out;
}

}  // namespace ricochet
