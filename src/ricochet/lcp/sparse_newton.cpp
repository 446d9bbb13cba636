#include <ricochet/lcp/sparse_coulomb_impl.hpp>

#include <algorithm>
#include <cmath>

#include <ricochet/lcp/dense.hpp>

namespace ricochet {

namespace {

using Eigen::Index;

constexpr double kFirstProximal = 1e-3;  // e: E over the diagonal of G
constexpr double kMostProximal = 10.0;
constexpr int kProximalSweeps = 5;
constexpr int kNewtonSteps = 20;
// Without a proximal term, which helps where modes run in circles.
constexpr int kFirstNewtonSteps = 8;

}  // namespace

int SparseCoulombSolver::Impl::pose() {
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

void SparseCoulombSolver::Impl::take(const Eigen::VectorXd& unknowns) {
  for (const int i : contacts) L[2 * i] = L[2 * i + 1] = 0.0;
  for (std::size_t k = 0; k < row.size(); ++k) {
    L[row[k]] = unknowns[static_cast<Index>(k)];
    if (ratio[k] != 0.0) L[row[k] + 1] = ratio[k] * L[row[k]];
  }
  form();
}

bool SparseCoulombSolver::Impl::direct(double e) {
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

bool SparseCoulombSolver::Impl::direct_dense(int k, double e) {
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

bool SparseCoulombSolver::Impl::direct_sparse(int k, double e) {
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

bool SparseCoulombSolver::Impl::next_modes(double e) {
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

bool SparseCoulombSolver::Impl::newton(double e, int steps) {
  for (int step = 0; step < steps; ++step) {
    if (!direct(e)) return false;
    if (residual() <= target || !next_modes(e)) return true;
  }
  return false;
}

bool SparseCoulombSolver::Impl::proximal(int steps) {
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

void SparseCoulombSolver::Impl::find_neighbourhood(std::size_t most) {
  int worst = contacts.front();
  double largest = -1.0;
  for (const int i : contacts) {
    const double here = residual_of(i, q[2 * i] + dot(2 * i, d), q[2 * i + 1] + dot(2 * i + 1, d));
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

void SparseCoulombSolver::Impl::by_lemke(std::size_t most) {
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

}  // namespace ricochet
