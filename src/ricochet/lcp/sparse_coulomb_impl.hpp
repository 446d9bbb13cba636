#pragma once
// What the files of the sparse solver share (sparse_coulomb.hpp): its data and steps. For them only.
//
//   sparse_coulomb.cpp    residual, sweeps, the course of things
//   sparse_islands.cpp    which rows belong together
//   sparse_newton.cpp     direct solves in modes, Newton's method, proximal steps, Lemke's method

#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include <ricochet/lcp/solve.hpp>
#include <ricochet/lcp/sparse_coulomb.hpp>
#include <ricochet/lcp/sparse_lu.hpp>

namespace ricochet {

struct SparseCoulombSolver::Impl {
  static constexpr int kProximalSteps = 40;
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  template <class T>
  static void grow(std::vector<T>& v, std::size_t size) {
    if (v.size() < size) v.resize(size);
  }

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

  int root(int c);

  void find_islands();

  /// The island k: first[k + 1] ... first[k + 2].
  void enter(int k);

  /// Of an equation: makes its velocity one of the contacts'.
  double weight(int j) const {
    const double own = G_jj[at(j - n)];
    return own > 0.0 ? std::sqrt(mean / own) : 1.0;
  }

  // -------------------------------------------------------------- residual

  /// d of the island, from L.
  void form();

  double residual_of(int i, double xi_n, double xi_t) const;

  /// The natural map of the island, d formed anew.
  double residual();

  // ---------------------------------------------------------------- sweeps

  struct Swept {
    bool changed = false;  // a mode
    double moved = 0.0;    // largest change, over the velocity scale
  };

  /// Of the problem, or (e > 0) of its proximal form.
  Swept sweep(double e = 0.0);

  /// L of the island, to an array of the size of all L.
  void keep(std::vector<double>& to);
  void restore(const std::vector<double>& from);
  void halve();

  // ---------------------------------------------------------- direct solve

  double slip_ratio(int i) const {
    return modes[at(i)] == Mode::slip_plus    ? -mu[i]
           : modes[at(i)] == Mode::slip_minus ? mu[i]
                                              : 0.0;
  }

  /// The equations of the modes.
  int pose();

  double diagonal(int k) const {
    if (k >= 2 * n) return G_jj[at(k - 2 * n)];
    return k % 2 == 0 ? G_nn[at(k / 2)] : G_tt[at(k / 2)];
  }

  /// L of the modes from the unknowns of the equations.
  void take(const Eigen::VectorXd& unknowns);

  /// One solve of the equations of the modes, xi + e G_ii (L - centre) = 0, from L; false if that cannot be done.
  bool direct(double e);

  bool direct_dense(int k, double e);

  /// d - Y y = 0 and C d + E y = r, in local coordinates.
  bool direct_sparse(int k, double e);

  /// The modes that L and the conditions xi + e G_ii (L - centre) point to; false if they are those already.
  bool next_modes(double e);

  /// Newton's method in the modes, for the proximal problem around `centre`. True if the modes have settled or L solves
  /// the problem itself.
  bool newton(double e, int steps);

  /// The residual of L; the best of all is kept.
  double judge();

  /// Proximal steps: e grows where Newton's method goes in circles and falls where it settles. True if they end in a
  /// solution; otherwise L is where it was, or better.
  bool proximal(int steps);

  // ------------------------------------------------------------ one island

  Mode mode_by_impulse(int i) const;
  void modes_by_impulse();
  /// What is told: an impulse on the edge of its cone without sliding is stick (its part of what several contacts share
  /// may be any).
  void modes_by_motion();

  bool tried_already() const;

  double one_contact(int i);

  double island();

  void by_sweeps(bool small);

  /// The contact with the largest residual, and those nearest to it by common coordinates: at most `most`.
  void find_neighbourhood(std::size_t most);

  /// Solves the contacts of the neighbourhood together, the others' impulses as they are.
  void by_lemke(std::size_t most);

  // ------------------------------------------------------------ everything

  void take(const SparseCoulombProblem& p);

  SparseCoulombAnswer solve(const SparseCoulombProblem& p, std::span<double> L_out,
                            std::span<double> d_out);
};

}  // namespace ricochet
