#include <ricochet/lcp/solve.hpp>

#include <algorithm>
#include <cmath>

#include <ricochet/lcp/plane.hpp>

namespace ricochet {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kCertified = 1e-12;
constexpr double kMostRounding = 1e-9;  // the rounding of huge impulses excuses this much

class Solver {
 public:
  Solver(const CoulombProblem& problem, VectorXd& L, CoulombWorkspace& w)
      : p_(problem), L_(L), w_(w), n_(problem.contacts()), scale_(scale_of(problem)) {}

  CoulombAnswer run() {
    CoulombAnswer answer;
    if (n_ == 1 && one_contact(answer)) return answer;
    w_.modes.assign(static_cast<std::size_t>(n_), Mode::open);
    if (sweeps(40, false, answer) || sweeps(160, true, answer)) return answer;
    answer.by_lemke = true;
    for (int attempt = 0; attempt < 4; ++attempt) {
      by_lemke(attempt);
      if (!L_.allFinite()) continue;
      // A ray is a place to start from like any other.
      if (certify(answer) || accept(L_, answer) || sweeps(40, true, answer)) return answer;
    }
    return answer;
  }

  CoulombAnswer polish(const std::vector<Mode>& modes) {
    CoulombAnswer answer;
    w_.modes = modes;
    certify(answer);
    return answer;
  }

  /// All conditions, by L in extended precision, refined there from the given start.
  double in_extended_precision(const std::vector<Mode>& modes, VectorXd& change) {
    w_.modes = modes;
    const Index k = equations();
    const Eigen::Map<const MatrixXd> A(w_.A.data(), k, k);
    const Index size = 2 * n_;
    std::vector<long double> L(static_cast<std::size_t>(size)), xi(L.size());
    const auto at = [](Index i) { return static_cast<std::size_t>(i); };
    for (Index i = 0; i < n_; ++i) {
      if (modes[at(i)] == Mode::open) continue;
      L[at(2 * i)] = L_[2 * i];
      if (modes[at(i)] == Mode::stick) L[at(2 * i + 1)] = L_[2 * i + 1];
    }
    const auto evaluate = [&] {
      for (Index i = 0; i < n_; ++i) {
        if (const double ratio = slip_ratio(i); ratio != 0.0) {
          L[at(2 * i + 1)] = static_cast<long double>(ratio) * L[at(2 * i)];
        }
      }
      for (Index i = 0; i < size; ++i) {
        long double sum = 0.0L;
        for (Index j = 0; j < size; ++j) sum += static_cast<long double>(p_.G(i, j)) * L[at(j)];
        change[i] = static_cast<double>(sum);
        xi[at(i)] = sum + p_.q[i];
      }
    };
    change.resize(size);
    evaluate();
    for (int round = 0; round < 6 && k > 0; ++round) {
      VectorXd r(k);
      for (Index c = 0; c < k; ++c) r[c] = static_cast<double>(-xi[at(w_.rows[c])]);
      solve_any(A, r, 1e-11, w_.singular);
      for (Index c = 0; c < k; ++c) L[at(w_.rows[c])] += w_.singular.x[c];
      evaluate();
    }
    long double worst = 0.0L;
    for (Index i = 0; i < n_; ++i) {
      const long double l_n = L[at(2 * i)] / scale_.impulse;
      const long double l_t = L[at(2 * i + 1)] / scale_.impulse;
      const long double x_n = xi[at(2 * i)] / scale_.velocity;
      const long double x_t = xi[at(2 * i + 1)] / scale_.velocity;
      const long double bound = p_.mu[i] * std::max(l_n, 0.0L);
      const long double normal = std::abs(std::min(l_n, x_n));
      const long double tangential = std::abs(l_t - std::clamp(l_t - x_t, -bound, bound));
      worst = std::max({worst, normal, tangential});
    }
    for (Index i = 0; i < size; ++i) L_[i] = static_cast<double>(L[at(i)]);
    return static_cast<double>(worst);
  }

 private:
  /// Gauss-Seidel with a try at a direct solve whenever the modes settle, and now and then in between.
  /// Damped: where sweeps run in circles the mean of two rounds does not.
  bool sweeps(int most, bool damped, CoulombAnswer& answer) {
    w_.tried.clear();
    for (int sweep = 1; sweep <= most; ++sweep) {
      w_.previous = w_.modes;
      if (damped) w_.candidate = L_;
      gauss_seidel();
      if (damped) L_ = 0.5 * (L_ + w_.candidate);
      ++answer.sweeps;
      if (!L_.allFinite()) {
        L_.setZero();
        return false;
      }
      const bool settled = w_.modes == w_.previous && w_.modes != w_.tried;
      if (!settled && sweep % 10 != 0) continue;
      w_.tried = w_.modes;
      if (newton(answer)) return true;
      w_.modes = w_.tried;
    }
    return false;
  }

  void gauss_seidel() {
    const Index size = 2 * n_;
    const double* q = p_.q.data();
    double* L = L_.data();
    for (Index i = 0; i < n_; ++i) {
      const double* gn = p_.G.data() + 2 * i * p_.G.outerStride();
      const double* gt = gn + p_.G.outerStride();
      double q_n = q[2 * i];
      double q_t = q[2 * i + 1];
      const Eigen::Map<const VectorXd> l(L, size);
      q_n += Eigen::Map<const VectorXd>(gn, size).dot(l);
      q_t += Eigen::Map<const VectorXd>(gt, size).dot(l);
      const double a = gn[2 * i];
      const double d = gn[2 * i + 1];
      const double b = gt[2 * i + 1];
      q_n -= a * L[2 * i] + d * L[2 * i + 1];
      q_t -= d * L[2 * i] + b * L[2 * i + 1];
      const PlaneAnswer plane = solve_plane(a, b, d, q_n, q_t, p_.mu[i]);
      L[2 * i] = plane.L_N;
      L[2 * i + 1] = plane.L_T;
      w_.modes[static_cast<std::size_t>(i)] = plane.mode;
      if (plane.answers == 0) {  // self-locking: the frictionless impulse keeps the sweep going
        L[2 * i] = -q_n / a;
        L[2 * i + 1] = 0.0;
        w_.modes[static_cast<std::size_t>(i)] = Mode::stick;
      }
    }
  }

  bool one_contact(CoulombAnswer& answer) {
    const PlaneAnswer plane =
        solve_plane(p_.G(0, 0), p_.G(1, 1), p_.G(0, 1), p_.q[0], p_.q[1], p_.mu[0]);
    if (plane.answers == 0) return false;
    L_[0] = plane.L_N;
    L_[1] = plane.L_T;
    return accept(L_, answer);
  }

  /// Takes L if it satisfies all conditions. Leaves its xi in candidate_xi.
  bool accept(const VectorXd& L, CoulombAnswer& answer) {
    w_.candidate_xi = p_.q;
    w_.candidate_xi.noalias() += p_.G * L;
    const double residual = coulomb_residual(p_, scale_, L, w_.candidate_xi);
    if (!(residual <= kCertified) &&
        !(residual <= std::min(kMostRounding, rounding_of(p_, scale_, L)))) {
      return false;
    }
    if (&L != &L_) L_ = L;
    answer.residual = residual;
    answer.certified = true;
    return true;
  }

  /// Solves the equations of w_.modes from the current L and accepts the result if it is a solution.
  bool certify(CoulombAnswer& answer) { return direct() && accept(w_.candidate, answer); }

  /// Direct solves in modes read off the last one's result (the projection of L - xi/G_ii on the cone:
  /// a generalized Newton method), until one is a solution or the modes stop improving.
  bool newton(CoulombAnswer& answer) {
    for (int step = 0; step < 8; ++step) {
      if (!direct()) return false;
      if (accept(w_.candidate, answer)) return true;
      w_.previous = w_.modes;
      for (Index i = 0; i < n_; ++i) {
        const double* L = w_.candidate.data() + 2 * i;
        const double* xi = w_.candidate_xi.data() + 2 * i;
        const double t_n = L[0] - xi[0] / p_.G(2 * i, 2 * i);
        const double b = p_.G(2 * i + 1, 2 * i + 1);
        const double t_t = b > 0.0 ? L[1] - xi[1] / b : L[1];
        Mode& mode = w_.modes[static_cast<std::size_t>(i)];
        if (t_n <= 0.0) {
          mode = Mode::open;
        } else if (p_.mu[i] == 0.0) {
          mode = Mode::frictionless;
        } else if (std::abs(t_t) < p_.mu[i] * t_n) {
          mode = Mode::stick;
        } else {
          mode = t_t < 0.0 ? Mode::slip_plus : Mode::slip_minus;
        }
      }
      if (w_.modes == w_.previous) return false;
    }
    return false;
  }

  /// Unknowns: L_N of every closed contact, then in the same place L_T if it sticks. w_.rows lists the
  /// equations (indices into xi); candidate = B x.
  Index equations() {
    const Index most = 2 * n_;
    if (w_.rows.size() < most) {
      w_.rows.resize(most);
      w_.pivots.resize(most);
      w_.x.resize(most);
      w_.r.resize(most);
      w_.A.resize(static_cast<std::size_t>(most * most));
      w_.LU.resize(static_cast<std::size_t>(most * most));
    }
    Index k = 0;
    for (Index i = 0; i < n_; ++i) {
      const Mode mode = w_.modes[static_cast<std::size_t>(i)];
      if (mode == Mode::open) continue;
      w_.rows[k++] = static_cast<int>(2 * i);
      if (mode == Mode::stick) w_.rows[k++] = static_cast<int>(2 * i + 1);
    }
    Eigen::Map<MatrixXd> A(w_.A.data(), k, k);
    for (Index c = 0; c < k; ++c) {
      const Index j = w_.rows[c];
      const double coupling = j % 2 == 0 ? slip_ratio(j / 2) : 0.0;
      const double* column = p_.G.data() + j * p_.G.outerStride();
      const double* tangent = column + (coupling != 0.0 ? p_.G.outerStride() : 0);
      for (Index i = 0; i < k; ++i) A(i, c) = column[w_.rows[i]] + coupling * tangent[w_.rows[i]];
    }
    return k;
  }

  /// Solves them.
  bool direct() {
    const Index k = equations();
    w_.candidate.setZero(2 * n_);
    if (k == 0) return true;
    const Eigen::Map<const MatrixXd> A(w_.A.data(), k, k);
    Eigen::Map<MatrixXd> LU(w_.LU.data(), k, k);
    auto x = w_.x.head(k);
    auto r = w_.r.head(k);
    const auto pivots = w_.pivots.head(k);
    for (Index c = 0; c < k; ++c) r[c] = -p_.q[w_.rows[c]];
    LU = A;
    if (lu_factor(LU, w_.pivots.head(k))) {
      x = r;
      lu_solve(LU, pivots, x);
      r.noalias() -= A * x;
      lu_solve(LU, pivots, r);
      x += r;
    } else {
      // Singular: the nearest solution of the equations to the iterate, which is in the cone.
      for (Index i = 0; i < k; ++i) x[i] = L_[w_.rows[i]];
      r.noalias() -= A * x;
      solve_any(A, r, 1e-11, w_.singular);
      x += w_.singular.x;
    }
    for (Index i = 0; i < k; ++i) {
      const Index j = w_.rows[i];
      w_.candidate[j] = x[i];
      if (j % 2 == 0 && slip_ratio(j / 2) != 0.0) w_.candidate[j + 1] = slip_ratio(j / 2) * x[i];
    }
    return w_.candidate.allFinite();
  }

  /// L_T / L_N of a slipping contact, 0 otherwise.
  double slip_ratio(Index contact) const {
    const Mode mode = w_.modes[static_cast<std::size_t>(contact)];
    if (mode == Mode::slip_plus) return -p_.mu[contact];
    if (mode == Mode::slip_minus) return p_.mu[contact];
    return 0.0;
  }

  void by_lemke(int attempt) {
    const Index n = n_;
    MatrixXd& M = w_.lcp_M;
    M.setZero(4 * n, 4 * n);
    w_.lcp_q.setZero(4 * n);
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < n; ++j) {
        const double nn = p_.G(2 * i, 2 * j);
        const double nt = p_.G(2 * i, 2 * j + 1);
        const double tn = p_.G(2 * i + 1, 2 * j);
        const double tt = p_.G(2 * i + 1, 2 * j + 1);
        M(i, j) = nn;
        M(i, n + j) = nt;
        M(i, 2 * n + j) = -nt;
        M(n + i, j) = tn;
        M(n + i, n + j) = tt;
        M(n + i, 2 * n + j) = -tt;
        M(2 * n + i, j) = -tn;
        M(2 * n + i, n + j) = -tt;
        M(2 * n + i, 2 * n + j) = tt;
      }
      // sigma is a velocity over the scale of impulses; of order one like the rest after scaling.
      const double unit = scale_.velocity / scale_.impulse;
      M(n + i, 3 * n + i) = unit;
      M(2 * n + i, 3 * n + i) = unit;
      M(3 * n + i, i) = unit * p_.mu[i];
      M(3 * n + i, n + i) = -unit;
      M(3 * n + i, 2 * n + i) = -unit;
      w_.lcp_q[i] = p_.q[2 * i];
      w_.lcp_q[n + i] = p_.q[2 * i + 1];
      w_.lcp_q[2 * n + i] = -p_.q[2 * i + 1];
    }
    lemke(M, w_.lcp_q, w_.lcp_z, w_.lemke, attempt);
    for (Index i = 0; i < n; ++i) {
      L_[2 * i] = w_.lcp_z[i];
      L_[2 * i + 1] = w_.lcp_z[n + i] - w_.lcp_z[2 * n + i];
    }
    modes_of(p_, scale_, L_, w_.modes);
  }

  const CoulombProblem& p_;
  VectorXd& L_;
  CoulombWorkspace& w_;
  Index n_;
  CoulombScale scale_;
};

}  // namespace

CoulombAnswer solve_coulomb(const CoulombProblem& problem, Eigen::VectorXd& L,
                            CoulombWorkspace& workspace) {
  return Solver(problem, L, workspace).run();
}

double certify_in_extended_precision(const CoulombProblem& problem, const std::vector<Mode>& modes,
                                     Eigen::VectorXd& L, Eigen::VectorXd& change,
                                     CoulombWorkspace& workspace) {
  return Solver(problem, L, workspace).in_extended_precision(modes, change);
}

CoulombAnswer polish_coulomb(const CoulombProblem& problem, const std::vector<Mode>& modes,
                             Eigen::VectorXd& L, CoulombWorkspace& workspace) {
  return Solver(problem, L, workspace).polish(modes);
}

}  // namespace ricochet
