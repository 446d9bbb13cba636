#include <ricochet/lcp/sparse_coulomb_impl.hpp>

#include <algorithm>
#include <cmath>

#include <ricochet/lcp/plane.hpp>

namespace ricochet {

namespace {

constexpr double kOpen = 1e-13;             // of the scale: impulses below are none
constexpr double kDiverged = 1e12;          // of the scale: sweeps that lead nowhere
constexpr double kRest = 1e-8;              // of the scale: velocities below are rest
constexpr std::size_t kWholeIsland = 250;   // contacts, as a last resort
constexpr std::size_t kNeighbourhood = 60;  // contacts solved together by Lemke's method

}  // namespace

void SparseCoulombSolver::Impl::form() {
  for (int c = 0; c < coordinates; ++c) d[coordinate[at(c)]] = 0.0;
  for (const int i : contacts) {
    add(2 * i, L[2 * i], d);
    add(2 * i + 1, L[2 * i + 1], d);
  }
  for (const int j : equations) add(n + j, L[n + j], d);
}

double SparseCoulombSolver::Impl::residual_of(int i, double xi_n, double xi_t) const {
  const double l_n = L[2 * i] / scale.impulse;
  const double l_t = L[2 * i + 1] / scale.impulse;
  const double bound = mu[i] * std::max(l_n, 0.0);
  const double tangential = l_t - std::clamp(l_t - xi_t / scale.velocity, -bound, bound);
  return std::max(std::abs(std::min(l_n, xi_n / scale.velocity)), std::abs(tangential));
}

double SparseCoulombSolver::Impl::residual() {
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

auto SparseCoulombSolver::Impl::sweep(double e) -> Swept {
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

void SparseCoulombSolver::Impl::keep(std::vector<double>& to) {
  grow(to, at(2 * n + m));
  for (const int i : contacts) {
    to[at(2 * i)] = L[2 * i];
    to[at(2 * i + 1)] = L[2 * i + 1];
  }
  for (const int j : equations) to[at(n + j)] = L[n + j];
}

void SparseCoulombSolver::Impl::restore(const std::vector<double>& from) {
  for (const int i : contacts) {
    L[2 * i] = from[at(2 * i)];
    L[2 * i + 1] = from[at(2 * i + 1)];
  }
  for (const int j : equations) L[n + j] = from[at(n + j)];
  form();
}

void SparseCoulombSolver::Impl::halve() {
  for (const int i : contacts) {
    L[2 * i] = 0.5 * (L[2 * i] + kept[at(2 * i)]);
    L[2 * i + 1] = 0.5 * (L[2 * i + 1] + kept[at(2 * i + 1)]);
  }
  for (const int j : equations) L[n + j] = 0.5 * (L[n + j] + kept[at(n + j)]);
  form();
}

double SparseCoulombSolver::Impl::judge() {
  const double now = residual();
  if (now < best) {
    best = now;
    keep(best_L);
  }
  return now;
}

Mode SparseCoulombSolver::Impl::mode_by_impulse(int i) const {
  const double l_n = L[2 * i] / scale.impulse;
  const double l_t = L[2 * i + 1] / scale.impulse;
  if (l_n <= kOpen) return Mode::open;
  if (mu[i] == 0.0) return Mode::frictionless;
  if (std::abs(l_t) < mu[i] * l_n * (1.0 - kOpen)) return Mode::stick;
  return l_t < 0.0 ? Mode::slip_plus : Mode::slip_minus;
}

void SparseCoulombSolver::Impl::modes_by_impulse() {
  for (const int i : contacts) modes[at(i)] = mode_by_impulse(i);
}

void SparseCoulombSolver::Impl::modes_by_motion() {
  for (const int i : contacts) {
    Mode mode = mode_by_impulse(i);
    const bool slips = mode == Mode::slip_plus || mode == Mode::slip_minus;
    if (slips && std::abs(q[2 * i + 1] + dot(2 * i + 1, d)) <= kRest * scale.velocity) {
      mode = Mode::stick;
    }
    modes[at(i)] = mode;
  }
}

bool SparseCoulombSolver::Impl::tried_already() const {
  return std::all_of(contacts.begin(), contacts.end(),
                     [&](int i) { return tried[at(i)] == modes[at(i)]; });
}

double SparseCoulombSolver::Impl::one_contact(int i) {
  const PlaneAnswer plane =
      solve_plane(G_nn[at(i)], G_tt[at(i)], G_nt[at(i)], q[2 * i], q[2 * i + 1], mu[i]);
  if (plane.answers == 0) return kInfinity;
  L[2 * i] = plane.L_N;
  L[2 * i + 1] = plane.L_T;
  modes[at(i)] = plane.mode;
  return residual();
}

double SparseCoulombSolver::Impl::island() {
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

void SparseCoulombSolver::Impl::by_sweeps(bool small) {
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

void SparseCoulombSolver::Impl::take(const SparseCoulombProblem& p) {
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

SparseCoulombAnswer SparseCoulombSolver::Impl::solve(const SparseCoulombProblem& p,
                                                     std::span<double> L_out,
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
  return {impl_->modes.data(), Impl::at(impl_->n)};
}
std::span<const int> SparseCoulombSolver::island() const {
  return {impl_->island_of.data(), Impl::at(impl_->n)};
}

}  // namespace ricochet
