#include <ricochet/lcp/sparse_coulomb.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <ricochet/lcp/dense.hpp>
#include <ricochet/lcp/plane.hpp>
#include <ricochet/lcp/solve.hpp>
#include <ricochet/lcp/sparse_lu.hpp>

namespace ricochet {

namespace {

using Eigen::Index;

constexpr double kFirstProximal = 1e-3;  // e: E over the diagonal of G
constexpr double kMostProximal = 10.0;
constexpr int kProximalSteps = 40;
constexpr int kProximalSweeps = 5;
constexpr int kNewtonSteps = 20;
constexpr int kFirstNewtonSteps =
    8;                           // without a proximal term, which helps where modes run in circles
constexpr double kOpen = 1e-13;  // of the scale: impulses below are none
constexpr double kDiverged = 1e12;          // of the scale: sweeps that lead nowhere
constexpr double kRest = 1e-8;              // of the scale: velocities below are rest
constexpr std::size_t kWholeIsland = 250;   // contacts, as a last resort
constexpr std::size_t kNeighbourhood = 60;  // contacts solved together by Lemke's method
constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::size_t at(int i) { return static_cast<std::size_t>(i); }

template <class T>
void grow(std::vector<T>& v, std::size_t size) {
  if (v.size() < size) v.resize(size);
}

}  // namespace

struct SparseCoulombSolver::Impl {
  SparseCoulombOptions options;
  SparseCoulombAnswer answer;

  // The problem, as plain pointers.
  const int *start = nullptr, *index = nullptr;
  const double *value = nullptr, *response = nullptr, *q = nullptr, *mu = nullptr;
  double *L = nullptr, *d = nullptr;
  int n = 0, m = 0, dofs = 0;
  double least_velocity = 0.0;

  std::vector<double> G_nn, G_tt, G_nt, G_jj;
  std::vector<Mode> modes, tried;
  std::vector<int> island_of;  // n + m

  // Islands: lists of contacts, equations and coordinates, one island after the other.
  std::vector<int> parent;             // of coordinates, union-find
  std::vector<int> number;             // of the island, by the root of its coordinates
  std::vector<int> first, members;     // contacts i, equations n + j
  std::vector<int> coordinate, stamp;  // of the present island
  std::vector<int> local;              // place of a coordinate among them
  int round = 0;

  // The present island.
  std::span<const int> contacts, equations;
  int coordinates = 0;
  CoulombScale scale;
  double mean = 1.0;  // diagonal of G
  double target = 0.0;
  double best = 0.0;  // residual so far
  std::vector<double> best_L;

  // Of the direct solve.
  std::vector<int> row;       // of the equations of the modes
  std::vector<double> ratio;  // L_T / L_N of the column
  std::vector<double> kept, centre, work, A;
  Eigen::VectorXd y, r;  // unknowns, right-hand side
  Eigen::VectorXd x;     // both of the sparse equations
  Eigen::VectorXi pivots;
  SparseLu sparse;
  std::vector<SparseEntry> entries;
  // Of Lemke's method.
  std::vector<int> near;
  std::vector<unsigned char> is_near;
  CoulombWorkspace dense;
  Eigen::MatrixXd dense_G;
  Eigen::VectorXd dense_q, dense_mu, dense_L;

  // ------------------------------------------------------------------ rows

  double dot(int k, const double* v) const {
    double sum = 0.0;
    for (int e = start[k]; e < start[k + 1]; ++e) sum += value[e] * v[index[e]];
    return sum;
  }
  double coupling(int k, int l) const {  // rows with the same list
    double sum = 0.0;
    for (int e = start[k], o = start[l]; e < start[k + 1]; ++e, ++o) sum += value[e] * response[o];
    return sum;
  }
  void add(int k, double amount, double* v) const {
    for (int e = start[k]; e < start[k + 1]; ++e) v[index[e]] += amount * response[e];
  }

  // --------------------------------------------------------------- islands

  int root(int c) {
    while (parent[at(c)] != c) {
      parent[at(c)] = parent[at(parent[at(c)])];
      c = parent[at(c)];
    }
    return c;
  }

  void find_islands() {
    grow(parent, at(dofs));
    grow(number, at(dofs));
    const int lists = n + m;
    const auto list_row = [&](int i) { return i < n ? 2 * i : n + i; };
    for (int i = 0; i < lists; ++i) {
      const int k = list_row(i);
      for (int e = start[k]; e < start[k + 1]; ++e) {
        parent[at(index[e])] = index[e];
        number[at(index[e])] = -1;
      }
    }
    for (int i = 0; i < lists; ++i) {
      const int k = list_row(i);
      for (int e = start[k] + 1; e < start[k + 1]; ++e) {
        const int a = root(index[start[k]]);
        const int b = root(index[e]);
        parent[at(std::max(a, b))] = std::min(a, b);
      }
    }
    grow(island_of, at(lists));
    int count = 0;
    for (int i = 0; i < lists; ++i) {
      int& mine = number[at(root(index[start[list_row(i)]]))];
      if (mine < 0) mine = count++;
      island_of[at(i)] = mine;
    }
    first.assign(at(count + 1), 0);
    for (int i = 0; i < lists; ++i) ++first[at(island_of[at(i)] + 1)];
    for (int k = 0; k < count; ++k) first[at(k + 1)] += first[at(k)];
    grow(members, at(lists));
    for (int i = lists - 1; i >= 0; --i) {  // backwards: first[k + 1] becomes the first of k
      members[at(--first[at(island_of[at(i)] + 1)])] = i;
    }
    first.push_back(lists);
  }

  /// The island k: first[k + 1] ... first[k + 2].
  void enter(int k) {
    const auto begin = members.begin() + first[at(k + 1)];
    const auto end = members.begin() + first[at(k + 2)];
    const auto split = std::lower_bound(begin, end, n);
    contacts = {begin, split};
    equations = {split, end};
    grow(stamp, at(dofs));
    grow(local, at(dofs));
    grow(coordinate, at(dofs));
    ++round;
    coordinates = 0;
    for (auto i = begin; i != end; ++i) {
      const int row_of = *i < n ? 2 * *i : n + *i;
      for (int e = start[row_of]; e < start[row_of + 1]; ++e) {
        const int c = index[e];
        if (stamp[at(c)] == round) continue;
        stamp[at(c)] = round;
        local[at(c)] = coordinates;
        coordinate[at(coordinates++)] = c;
      }
    }
    double speed = least_velocity;
    double sum = 0.0;
    for (const int i : contacts) sum += G_nn[at(i)] + G_tt[at(i)];
    if (contacts.empty()) {
      for (const int j : equations) sum += G_jj[at(j - n)];
      mean = sum / static_cast<double>(equations.size());
    } else {
      mean = 0.5 * sum / static_cast<double>(contacts.size());
    }
    for (const int i : contacts) {
      speed = std::max({speed, std::abs(q[2 * i]), std::abs(q[2 * i + 1])});
    }
    for (const int j : equations) speed = std::max(speed, weight(j) * std::abs(q[n + j]));
    scale.velocity = speed > 0.0 ? speed : 1.0;
    scale.impulse = mean > 0.0 ? scale.velocity / mean : 1.0;
    target = static_cast<int>(2 * contacts.size() + equations.size()) <= options.small
                 ? options.fine
                 : options.target;
  }

  /// Of an equation: makes its velocity one of the contacts'.
  double weight(int j) const {
    const double own = G_jj[at(j - n)];
    return own > 0.0 ? std::sqrt(mean / own) : 1.0;
  }

  // -------------------------------------------------------------- residual

  /// d of the island, from L.
  void form() {
    for (int c = 0; c < coordinates; ++c) d[coordinate[at(c)]] = 0.0;
    for (const int i : contacts) {
      add(2 * i, L[2 * i], d);
      add(2 * i + 1, L[2 * i + 1], d);
    }
    for (const int j : equations) add(n + j, L[n + j], d);
  }

  double residual_of(int i, double xi_n, double xi_t) const {
    const double l_n = L[2 * i] / scale.impulse;
    const double l_t = L[2 * i + 1] / scale.impulse;
    const double bound = mu[i] * std::max(l_n, 0.0);
    const double tangential = l_t - std::clamp(l_t - xi_t / scale.velocity, -bound, bound);
    return std::max(std::abs(std::min(l_n, xi_n / scale.velocity)), std::abs(tangential));
  }

  /// The natural map of the island, d formed anew.
  double residual() {
    form();
    double worst = 0.0;
    const auto meet = [&](double here) {
      if (!(here <= worst)) worst = std::isfinite(here) ? here : kInfinity;
    };
    for (const int i : contacts) {
      meet(residual_of(i, q[2 * i] + dot(2 * i, d), q[2 * i + 1] + dot(2 * i + 1, d)));
    }
    for (const int j : equations) {
      meet(weight(j) * std::abs(q[n + j] + dot(n + j, d)) / scale.velocity);
    }
    return worst;
  }

  // ---------------------------------------------------------------- sweeps

  struct Swept {
    bool changed = false;  // a mode
    double moved = 0.0;    // largest change, over the velocity scale
  };

  /// Of the problem, or (e > 0) of its proximal form.
  Swept sweep(double e = 0.0) {
    Swept swept;
    for (const int i : contacts) {
      double a = G_nn[at(i)];
      double b = G_tt[at(i)];
      const double c = G_nt[at(i)];
      double& l_n = L[2 * i];
      double& l_t = L[2 * i + 1];
      double q_n = q[2 * i] + dot(2 * i, d) - a * l_n - c * l_t;
      double q_t = q[2 * i + 1] + dot(2 * i + 1, d) - c * l_n - b * l_t;
      if (e > 0.0) {
        q_n -= e * a * centre[at(2 * i)];
        q_t -= e * b * centre[at(2 * i + 1)];
        a += e * a;
        b += e * b;
      }
      PlaneAnswer plane = solve_plane(a, b, c, q_n, q_t, mu[i]);
      if (plane.answers == 0) {  // self-locking: the frictionless impulse keeps the sweep going
        plane.L_N = -q_n / a;
        plane.L_T = 0.0;
        plane.mode = Mode::stick;
      }
      const double by_n = plane.L_N - l_n;
      const double by_t = plane.L_T - l_t;
      if (by_n != 0.0) add(2 * i, by_n, d);
      if (by_t != 0.0) add(2 * i + 1, by_t, d);
      l_n = plane.L_N;
      l_t = plane.L_T;
      swept.changed = swept.changed || modes[at(i)] != plane.mode;
      modes[at(i)] = plane.mode;
      swept.moved = std::max(swept.moved, std::abs(by_n) * a + std::abs(by_t) * b);
    }
    for (const int j : equations) {
      const double own = G_jj[at(j - n)];
      if (!(own > 0.0)) continue;
      double xi = q[n + j] + dot(n + j, d);
      if (e > 0.0) xi += e * own * (L[n + j] - centre[at(n + j)]);
      const double by = -xi / (own + e * own);
      L[n + j] += by;
      add(n + j, by, d);
      swept.moved = std::max(swept.moved, weight(j) * std::abs(xi));
    }
    swept.moved /= scale.velocity;
    return swept;
  }

  /// L of the island, to an array of the size of all L.
  void keep(std::vector<double>& to) {
    grow(to, at(2 * n + m));
    for (const int i : contacts) {
      to[at(2 * i)] = L[2 * i];
      to[at(2 * i + 1)] = L[2 * i + 1];
    }
    for (const int j : equations) to[at(n + j)] = L[n + j];
  }
  void restore(const std::vector<double>& from) {
    for (const int i : contacts) {
      L[2 * i] = from[at(2 * i)];
      L[2 * i + 1] = from[at(2 * i + 1)];
    }
    for (const int j : equations) L[n + j] = from[at(n + j)];
    form();
  }
  void halve() {
    for (const int i : contacts) {
      L[2 * i] = 0.5 * (L[2 * i] + kept[at(2 * i)]);
      L[2 * i + 1] = 0.5 * (L[2 * i + 1] + kept[at(2 * i + 1)]);
    }
    for (const int j : equations) L[n + j] = 0.5 * (L[n + j] + kept[at(n + j)]);
    form();
  }

  // ---------------------------------------------------------- direct solve

  double slip_ratio(int i) const {
    return modes[at(i)] == Mode::slip_plus    ? -mu[i]
           : modes[at(i)] == Mode::slip_minus ? mu[i]
                                              : 0.0;
  }

  /// The equations of the modes.
  int pose() {
    row.clear();
    ratio.clear();
    for (const int i : contacts) {
      if (modes[at(i)] == Mode::open) continue;
      row.push_back(2 * i);
      ratio.push_back(slip_ratio(i));
      if (modes[at(i)] == Mode::stick) {
        row.push_back(2 * i + 1);
        ratio.push_back(0.0);
      }
    }
    for (const int j : equations) {
      row.push_back(n + j);
      ratio.push_back(0.0);
    }
    return static_cast<int>(row.size());
  }

  double diagonal(int k) const {
    if (k >= 2 * n) return G_jj[at(k - 2 * n)];
    return k % 2 == 0 ? G_nn[at(k / 2)] : G_tt[at(k / 2)];
  }

  /// L of the modes from the unknowns of the equations.
  void take(const Eigen::VectorXd& unknowns) {
    for (const int i : contacts) L[2 * i] = L[2 * i + 1] = 0.0;
    for (std::size_t k = 0; k < row.size(); ++k) {
      L[row[k]] = unknowns[static_cast<Index>(k)];
      if (ratio[k] != 0.0) L[row[k] + 1] = ratio[k] * L[row[k]];
    }
    form();
  }

  /// One solve of the equations of the modes, xi + e G_ii (L - centre) = 0, from L; false if that cannot be done.
  bool direct(double e) {
    ++answer.direct;
    const int k = pose();
    if (y.size() < k) {
      y.resize(k);
      r.resize(k);
      pivots.resize(k);
    }
    for (int i = 0; i < k; ++i) y[i] = L[row[at(i)]];
    take(y);
    if (k == 0) return true;
    for (int i = 0; i < k; ++i) {
      const int mine = row[at(i)];
      r[i] = -q[mine] - dot(mine, d) - e * diagonal(mine) * (y[i] - centre[at(mine)]);
    }
    if (!(k <= options.small ? direct_dense(k, e) : direct_sparse(k, e))) return false;
    y.head(k) += r.head(k);
    if (!y.head(k).allFinite()) return false;
    take(y);
    return true;
  }

  bool direct_dense(int k, double e) {
    grow(work, at(dofs));
    grow(A, at(k * k));
    Eigen::Map<Eigen::MatrixXd> full(A.data(), k, k);
    for (int c = 0; c < coordinates; ++c) work[at(coordinate[at(c)])] = 0.0;
    for (int c = 0; c < k; ++c) {
      const int column = row[at(c)];
      add(column, 1.0, work.data());
      if (ratio[at(c)] != 0.0) add(column + 1, ratio[at(c)], work.data());
      for (int i = 0; i < k; ++i) full(i, c) = dot(row[at(i)], work.data());
      full(c, c) += e * diagonal(column);
      for (int o = start[column]; o < start[column + 1]; ++o) work[at(index[o])] = 0.0;
    }
    if (!lu_factor(full, pivots.head(k))) return false;
    lu_solve(full, pivots.head(k), r.head(k));
    return true;
  }

  /// d - Y y = 0 and C d + E y = r, in local coordinates.
  bool direct_sparse(int k, double e) {
    entries.clear();
    for (int c = 0; c < coordinates; ++c) entries.push_back({c, c, 1.0});
    for (int i = 0; i < k; ++i) {
      const int mine = row[at(i)];
      const int place = coordinates + i;
      for (int o = start[mine]; o < start[mine + 1]; ++o) {
        entries.push_back({place, local[at(index[o])], value[o]});
        entries.push_back({local[at(index[o])], place, -response[o]});
      }
      if (ratio[at(i)] != 0.0) {
        for (int o = start[mine + 1]; o < start[mine + 2]; ++o) {
          entries.push_back({local[at(index[o])], place, -ratio[at(i)] * response[o]});
        }
      }
      entries.push_back({place, place, e * diagonal(mine)});
    }
    if (!sparse.factor(coordinates + k, entries)) return false;
    x.setZero(coordinates + k);
    x.tail(k) = r.head(k);
    sparse.solve(x);
    r.head(k) = x.tail(k);
    return true;
  }

  /// The modes that L and the conditions xi + e G_ii (L - centre) point to; false if they are those already.
  bool next_modes(double e) {
    bool changed = false;
    for (const int i : contacts) {
      const auto target_of = [&](int k, double own) {
        if (!(own > 0.0)) return L[k];
        const double xi = q[k] + dot(k, d) + e * own * (L[k] - centre[at(k)]);
        return L[k] - xi / own;
      };
      const double t_n = target_of(2 * i, G_nn[at(i)]);
      const double t_t = target_of(2 * i + 1, G_tt[at(i)]);
      const Mode mode = t_n <= 0.0                    ? Mode::open
                        : mu[i] == 0.0                ? Mode::frictionless
                        : std::abs(t_t) < mu[i] * t_n ? Mode::stick
                        : t_t < 0.0                   ? Mode::slip_plus
                                                      : Mode::slip_minus;
      changed = changed || mode != modes[at(i)];
      modes[at(i)] = mode;
    }
    return changed;
  }

  /// Newton's method in the modes, for the proximal problem around `centre`. True if the modes have settled or L solves
  /// the problem itself.
  bool newton(double e, int steps) {
    for (int step = 0; step < steps; ++step) {
      if (!direct(e)) return false;
      if (residual() <= target || !next_modes(e)) return true;
    }
    return false;
  }

  /// The residual of L; the best of all is kept.
  double judge() {
    const double now = residual();
    if (now < best) {
      best = now;
      keep(best_L);
    }
    return now;
  }

  /// Proximal steps: e grows where Newton's method goes in circles and falls where it settles. True if they end in a
  /// solution; otherwise L is where it was, or better.
  bool proximal(int steps) {
    double e = options.least_proximal;
    double least = judge();
    keep(kept);
    for (int step = 0; step < steps; ++step) {
      keep(centre);
      if (e > options.least_proximal) {
        for (int k = 0; k < kProximalSweeps; ++k) sweep(e);
      }
      if (newton(e, e > options.least_proximal ? kNewtonSteps : kFirstNewtonSteps)) {
        const double now = judge();
        if (now <= target) return true;
        if (now < least) {
          least = now;
          keep(kept);
        }
        e = std::max(0.05 * e, options.least_proximal);
      } else {
        if (e >= kMostProximal) break;
        e = std::clamp(30.0 * e, kFirstProximal, kMostProximal);
        restore(centre);
        modes_by_impulse();
      }
    }
    restore(kept);
    return false;
  }

  // ------------------------------------------------------------ one island

  Mode mode_by_impulse(int i) const {
    const double l_n = L[2 * i] / scale.impulse;
    const double l_t = L[2 * i + 1] / scale.impulse;
    if (l_n <= kOpen) return Mode::open;
    if (mu[i] == 0.0) return Mode::frictionless;
    if (std::abs(l_t) < mu[i] * l_n * (1.0 - kOpen)) return Mode::stick;
    return l_t < 0.0 ? Mode::slip_plus : Mode::slip_minus;
  }
  void modes_by_impulse() {
    for (const int i : contacts) modes[at(i)] = mode_by_impulse(i);
  }
  /// What is told: an impulse on the edge of its cone without sliding is stick (its part of what several contacts share
  /// may be any).
  void modes_by_motion() {
    for (const int i : contacts) {
      Mode mode = mode_by_impulse(i);
      const bool slips = mode == Mode::slip_plus || mode == Mode::slip_minus;
      if (slips && std::abs(q[2 * i + 1] + dot(2 * i + 1, d)) <= kRest * scale.velocity) {
        mode = Mode::stick;
      }
      modes[at(i)] = mode;
    }
  }

  bool tried_already() const {
    return std::all_of(contacts.begin(), contacts.end(),
                       [&](int i) { return tried[at(i)] == modes[at(i)]; });
  }

  double one_contact(int i) {
    const PlaneAnswer plane =
        solve_plane(G_nn[at(i)], G_tt[at(i)], G_nt[at(i)], q[2 * i], q[2 * i + 1], mu[i]);
    if (plane.answers == 0) return kInfinity;
    L[2 * i] = plane.L_N;
    L[2 * i + 1] = plane.L_T;
    modes[at(i)] = plane.mode;
    return residual();
  }

  double island() {
    if (contacts.size() == 1 && equations.empty()) {
      const double alone = one_contact(contacts.front());
      if (alone <= target) return alone;
    }
    double now = residual();
    if (!std::isfinite(now)) {
      for (const int i : contacts) L[2 * i] = L[2 * i + 1] = 0.0;
      for (const int j : equations) L[n + j] = 0.0;
      now = residual();
      if (!std::isfinite(now)) return now;
    }
    modes_by_impulse();
    if (now <= target) return now;
    if (contacts.empty()) {
      best = now;
      proximal(options.equation_steps);
      return residual();
    }
    const bool small = static_cast<int>(2 * contacts.size() + equations.size()) <= options.small;
    best = now;
    keep(best_L);
    by_sweeps(small);
    if (best > target) {  // once more, from nothing
      for (const int i : contacts) L[2 * i] = L[2 * i + 1] = 0.0;
      for (const int j : equations) L[n + j] = 0.0;
      form();
      by_sweeps(small);
    }
    if (best > options.enough && contacts.size() <= kWholeIsland && equations.empty()) {
      by_lemke(kWholeIsland);
      judge();
    }
    restore(best_L);
    return residual();
  }

  void by_sweeps(bool small) {
    bool any_tried = false;
    int next = small ? 4 : 10;  // sweep of the next try in any case
    int steps = 1;              // of it
    for (int k = 1; k <= options.sweeps; ++k) {
      const bool damped = k > options.sweeps / 2 && k % 2 == 0;  // where sweeps run in circles
      if (damped) keep(kept);
      const Swept swept = sweep();
      if (damped) halve();
      ++answer.sweeps;
      if (!(swept.moved < kDiverged)) {
        restore(best_L);
        by_lemke(kNeighbourhood);
        if (judge() <= target) return;
      }
      if ((swept.moved <= 0.1 * target || k == next) && judge() <= target) return;
      const bool settled = small && !swept.changed && !(any_tried && tried_already());
      if (!settled && k < next) continue;
      for (const int i : contacts) tried[at(i)] = modes[at(i)];
      any_tried = true;
      if (proximal(k < next ? 1 : steps)) return;
      if (k < next) continue;
      if (steps > 1) {
        by_lemke(kNeighbourhood);
        if (judge() <= target) return;
      }
      next = 2 * k;
      steps = kProximalSteps;
    }
  }

  /// The contact with the largest residual, and those nearest to it by common coordinates: at most `most`.
  void find_neighbourhood(std::size_t most) {
    int worst = contacts.front();
    double largest = -1.0;
    for (const int i : contacts) {
      const double here =
          residual_of(i, q[2 * i] + dot(2 * i, d), q[2 * i + 1] + dot(2 * i + 1, d));
      if (here > largest) {
        largest = here;
        worst = i;
      }
    }
    ++round;  // stamps coordinates that are reached
    near.assign(1, worst);
    grow(is_near, at(n));
    for (const int i : contacts) is_near[at(i)] = i == worst;
    std::size_t from = 0;
    while (from < near.size()) {
      for (; from < near.size(); ++from) {
        const int k = 2 * near[from];
        for (int e = start[k]; e < start[k + 1]; ++e) stamp[at(index[e])] = round;
      }
      for (const int i : contacts) {
        if (is_near[at(i)] != 0 || near.size() >= most) continue;
        const auto reached = [&](int c) { return stamp[at(c)] == round; };
        if (!std::any_of(index + start[2 * i], index + start[2 * i + 1], reached)) continue;
        near.push_back(i);
        is_near[at(i)] = 1;
      }
    }
  }

  /// Solves the contacts of the neighbourhood together, the others' impulses as they are.
  void by_lemke(std::size_t most) {
    find_neighbourhood(most);
    std::sort(near.begin(), near.end());
    for (const int i : near) L[2 * i] = L[2 * i + 1] = 0.0;  // where they stood was no good start
    form();
    const auto size = static_cast<Index>(near.size());
    dense_G.resize(2 * size, 2 * size);
    dense_q.resize(2 * size);
    dense_mu.resize(size);
    dense_L.setZero(2 * size);
    grow(work, at(dofs));
    const auto row_of = [&](Index c) {
      return 2 * near[static_cast<std::size_t>(c / 2)] + static_cast<int>(c % 2);
    };
    for (int c = 0; c < coordinates; ++c) work[at(coordinate[at(c)])] = 0.0;
    for (Index c = 0; c < 2 * size; ++c) {
      const int column = row_of(c);
      add(column, 1.0, work.data());
      for (Index i = 0; i < 2 * size; ++i) dense_G(i, c) = dot(row_of(i), work.data());
      for (int e = start[column]; e < start[column + 1]; ++e) work[at(index[e])] = 0.0;
      dense_q[c] = q[column] + dot(column, d);
      dense_mu[c / 2] = mu[column / 2];
    }
    if (!solve_coulomb({dense_G, dense_q, dense_mu}, dense_L, dense).certified) return;
    for (Index c = 0; c < 2 * size; ++c) L[row_of(c)] = dense_L[c];
    form();
    for (const int i : near) modes[at(i)] = mode_by_impulse(i);
  }

  // ------------------------------------------------------------ everything

  void take(const SparseCoulombProblem& p) {
    start = p.start.data();
    index = p.index.data();
    value = p.value.data();
    response = p.response.data();
    q = p.q.data();
    mu = p.mu.data();
    n = p.contacts();
    m = p.equations();
    dofs = p.dofs;
    least_velocity = p.least_velocity;
  }

  SparseCoulombAnswer solve(const SparseCoulombProblem& p, std::span<double> L_out,
                            std::span<double> d_out) {
    take(p);
    L = L_out.data();
    d = d_out.data();
    answer = {};
    std::fill(d_out.begin(), d_out.end(), 0.0);
    if (n + m == 0) return answer;
    grow(G_nn, at(n));
    grow(G_tt, at(n));
    grow(G_nt, at(n));
    grow(G_jj, at(m));
    grow(modes, at(n));
    grow(tried, at(n));
    for (int i = 0; i < n; ++i) {
      G_nn[at(i)] = coupling(2 * i, 2 * i);
      G_tt[at(i)] = coupling(2 * i + 1, 2 * i + 1);
      G_nt[at(i)] = coupling(2 * i, 2 * i + 1);
    }
    for (int j = 0; j < m; ++j) G_jj[at(j)] = coupling(2 * n + j, 2 * n + j);
    find_islands();
    const int islands = static_cast<int>(first.size()) - 2;
    for (int k = 0; k < islands; ++k) {
      enter(k);
      answer.residual = std::max(answer.residual, island());
      modes_by_motion();
    }
    return answer;
  }
};

SparseCoulombSolver::SparseCoulombSolver(const SparseCoulombOptions& options)
    : impl_(std::make_unique<Impl>()) {
  impl_->options = options;
}
SparseCoulombSolver::~SparseCoulombSolver() = default;

SparseCoulombAnswer SparseCoulombSolver::solve(const SparseCoulombProblem& problem,
                                               std::span<double> L, std::span<double> d) {
  return impl_->solve(problem, L, d);
}

void SparseCoulombSolver::find_islands(const SparseCoulombProblem& problem) {
  impl_->take(problem);
  impl_->find_islands();
}

std::span<const Mode> SparseCoulombSolver::modes() const {
  return {impl_->modes.data(), at(impl_->n)};
}
std::span<const int> SparseCoulombSolver::island() const {
  return {impl_->island_of.data(), at(impl_->n)};
}

}  // namespace ricochet
