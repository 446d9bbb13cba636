#include "plain_enumeration.hpp"

#include <Eigen/QR>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

namespace ricochet::testing {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Thresholds, all in scaled variables.
constexpr double kRankTolerance = 1e-10;   // singular value over the largest one
constexpr double kFeasible = 1e-10;        // largest violation of a mode that has a solution
constexpr double kSameXi = 1e-7;           // distance at which two xi are one
constexpr double kExtent = 1e-7;           // size of a set that is a point
constexpr double kConstantRow = 1e-9;      // gradient of an inequality that is constant
constexpr double kPivot = 1e-11;           // zero of the simplex method
constexpr double kDualityGap = 1e-10;      // of an optimum that is trusted
constexpr double kRoundingSlack = 1e-13;   // by which a non-empty polyhedron is widened
constexpr double kSmallestNumber = 1e-17;  // what is below counts as this

// Remembers how near the nearest decision came to its threshold.
class Margin {
 public:
  // x >= 0 was compared with c > 0.
  bool less_or_equal(double x, double c) {
    decades_ = std::min(decades_, std::abs(std::log10(std::max(x, kSmallestNumber) / c)));
    return x <= c;
  }
  void distrust() { decades_ = 0.0; }
  void include(const Margin& other) { decades_ = std::min(decades_, other.decades_); }
  double decades() const { return decades_; }

 private:
  double decades_ = 16.0;
};

// The simplex method on a dictionary: the basic variables are affine in the non-basic ones,
//   x_basic[i] = T(i, last) + sum_j T(i, j) x_nonbasic[j],   likewise the objective (last row);
// non-basic variables are 0, basic variables that are not free are >= 0 from the start and stay so.
// Free variables may have either sign; once basic they stay basic.
struct Dictionary {
  MatrixXd T;
  std::vector<Index> basic, nonbasic;  // variable numbers
  Index free_variables = 0;            // variables 0 .. free_variables-1 are free

  bool is_free(Index variable) const { return variable < free_variables; }

  // Maximizes the objective. False if it did not end.
  bool maximize() {
    const Index rows = static_cast<Index>(basic.size());
    const Index columns = static_cast<Index>(nonbasic.size());
    for (int iteration = 0; iteration < 2000; ++iteration) {
      const bool bland = iteration > 200;
      Index enter = -1;
      for (Index j = 0; j < columns; ++j) {
        const double c = T(rows, j);
        const Index variable = nonbasic[static_cast<std::size_t>(j)];
        const bool improves = is_free(variable) ? std::abs(c) > kPivot : c > kPivot;
        if (!improves) continue;
        if (enter < 0 || (bland ? variable < nonbasic[static_cast<std::size_t>(enter)]
                                : std::abs(c) > std::abs(T(rows, enter)))) {
          enter = j;
        }
      }
      if (enter < 0) return true;
      const double direction = T(rows, enter) > 0.0 ? 1.0 : -1.0;

      Index leave = -1;
      double best = std::numeric_limits<double>::infinity();
      for (Index i = 0; i < rows; ++i) {
        if (is_free(basic[static_cast<std::size_t>(i)])) continue;
        const double slope = direction * T(i, enter);
        if (slope >= -kPivot) continue;
        const double ratio = std::max(T(i, columns), 0.0) / -slope;
        const bool tie = leave >= 0 && std::abs(ratio - best) <= 1e-14 * (1.0 + best);
        const bool wins_tie = tie && (bland ? basic[static_cast<std::size_t>(i)] <
                                                  basic[static_cast<std::size_t>(leave)]
                                            : std::abs(slope) > std::abs(T(leave, enter)));
        if (leave < 0 || (!tie && ratio < best) || wins_tie) {
          leave = i;
          best = std::min(best, ratio);
        }
      }
      if (leave < 0) return false;  // unbounded: excluded by the callers
      pivot(leave, enter);
    }
    return false;
  }

  // The value of free variable k.
  VectorXd free_values() const {
    VectorXd y = VectorXd::Zero(free_variables);
    for (std::size_t i = 0; i < basic.size(); ++i) {
      if (is_free(basic[i])) y(basic[i]) = T(static_cast<Index>(i), T.cols() - 1);
    }
    return y;
  }

 private:
  void pivot(Index leave, Index enter) {
    const double p = T(leave, enter);
    // x_enter = (x_leave - rest) / p
    T.row(leave) /= -p;
    T(leave, enter) = 1.0 / p;
    for (Index i = 0; i < T.rows(); ++i) {
      if (i == leave) continue;
      const double f = T(i, enter);
      if (f == 0.0) continue;
      T(i, enter) = 0.0;
      T.row(i) += f * T.row(leave);
    }
    std::swap(basic[static_cast<std::size_t>(leave)], nonbasic[static_cast<std::size_t>(enter)]);
  }
};

struct Maximin {
  double t = 0.0;
  VectorXd y;
};

// max over y of min_i (H y + h)_i, but not above 1. A variable t is introduced with the slacks s_i
// = h_i + H_i y - t >= 0 and s_m = 1 - t >= 0; with r the index of the smallest h, t = h_r + H_r y
// - s_r makes y = 0, s_r = 0 a feasible dictionary. The optimum t* + sum_j c_j s_j, c <= 0, proves
// by w = -c that t* is the maximum: w >= 0, sum w = 1, H^T w = 0 and w.h = t*.
Maximin maximin(const MatrixXd& H, const VectorXd& h, Margin& margin) {
  const Index m = H.rows();
  const Index p = H.cols();
  Maximin result;
  result.y = VectorXd::Zero(p);
  if (m == 0) {
    result.t = 1.0;
    return result;
  }
  if (p == 0) {
    result.t = std::min(1.0, h.minCoeff());
    return result;
  }
  MatrixXd H1 = MatrixXd::Zero(m + 1, p);
  VectorXd h1 = VectorXd::Ones(m + 1);
  H1.topRows(m) = H;
  h1.head(m) = h;
  Index r = 0;
  h1.minCoeff(&r);

  Dictionary d;
  d.free_variables = p;
  d.T.resize(m + 1, p + 2);  // columns y, s_r, constant
  for (Index j = 0; j < p; ++j) d.nonbasic.push_back(j);
  d.nonbasic.push_back(p + r);
  Index row = 0;
  for (Index i = 0; i <= m; ++i) {
    if (i == r) continue;
    d.basic.push_back(p + i);
    d.T.row(row).head(p) = H1.row(i) - H1.row(r);
    d.T(row, p) = 1.0;
    d.T(row, p + 1) = h1(i) - h1(r);
    ++row;
  }
  d.T.row(m).head(p) = H1.row(r);
  d.T(m, p) = -1.0;
  d.T(m, p + 1) = h1(r);
  if (!d.maximize()) margin.distrust();

  result.y = d.free_values();
  result.t = (H1 * result.y + h1).minCoeff();
  double dual = 0.0;
  for (std::size_t j = 0; j < d.nonbasic.size(); ++j) {
    const Index variable = d.nonbasic[j];
    if (variable >= p) dual -= d.T(m, static_cast<Index>(j)) * h1(variable - p);
  }
  if (!(std::abs(dual - result.t) <= kDualityGap * (1.0 + result.y.lpNorm<Eigen::Infinity>()))) {
    margin.distrust();
  }
  return result;
}

// Argument of the maximum of c.y over H y + h >= 0 near its point y0: |y - y0|_i <= 1.
VectorXd extreme_point(const MatrixXd& H, const VectorXd& h, const VectorXd& y0, const VectorXd& c,
                       Margin& margin) {
  const Index m = H.rows();
  const Index p = H.cols();
  VectorXd slack = H * y0 + h;
  const double widen = (m > 0 ? std::max(0.0, -slack.minCoeff()) : 0.0) + kRoundingSlack;
  Dictionary d;
  d.free_variables = p;
  d.T = MatrixXd::Zero(m + 2 * p + 1, p + 1);
  d.T.topLeftCorner(m, p) = H;
  d.T.col(p).head(m) = slack.array() + widen;
  for (Index j = 0; j < p; ++j) {
    d.T(m + 2 * j, j) = 1.0;
    d.T(m + 2 * j + 1, j) = -1.0;
    d.T(m + 2 * j, p) = d.T(m + 2 * j + 1, p) = 1.0;
    d.nonbasic.push_back(j);
  }
  for (Index i = 0; i < m + 2 * p; ++i) d.basic.push_back(p + i);
  d.T.row(m + 2 * p).head(p) = c.transpose();
  if (!d.maximize()) margin.distrust();
  return y0 + d.free_values();
}

struct Extent {
  int dimension = 0;
  VectorXd first, second;  // two points y whose images are far apart, if dimension > 0
};

// Dimension of the image under X of the polyhedron H y + h >= 0, of which y0 is a point. A
// direction d along which the image has no extent is normal to it; one with extent gives a chord of
// the image, and the search goes on in what is orthogonal to the normals and chords found.
Extent extent_of_image(const MatrixXd& H, const VectorXd& h, const VectorXd& y0, const MatrixXd& X,
                       Margin& margin) {
  Extent extent;
  std::vector<VectorXd> done;
  const auto add = [&](VectorXd v) {
    for (const VectorXd& e : done) v -= e.dot(v) * e;
    if (v.norm() > 0.0) done.push_back(v.normalized());
  };
  for (Index k = 0; k < X.cols(); ++k) {
    // The columns of X span the directions in which the image can extend. A column may be needed
    // again if its first use found a chord in a slanted direction.
    while (true) {
      VectorXd d = X.col(k);
      for (int twice = 0; twice < 2; ++twice) {
        for (const VectorXd& e : done) d -= e.dot(d) * e;
      }
      if (margin.less_or_equal(d.norm(), kConstantRow)) break;
      d.normalize();
      const VectorXd c = X.transpose() * d;
      const VectorXd high = extreme_point(H, h, y0, c, margin);
      const VectorXd low = extreme_point(H, h, y0, -c, margin);
      const VectorXd chord = X * (high - low);
      if (margin.less_or_equal(std::max(0.0, d.dot(chord)), kExtent)) {
        add(d);
        continue;
      }
      if (extent.dimension == 0) {
        extent.first = high;
        extent.second = low;
      }
      ++extent.dimension;
      add(chord);
    }
  }
  return extent;
}

// The solutions of A z = b: z0 + K y, K orthonormal, and the size of what b has outside range(A).
struct AffineSet {
  VectorXd z0;
  MatrixXd K;
  double inconsistency = 0.0;
};

AffineSet solve_affine(const MatrixXd& A, const VectorXd& b, Margin& margin) {
  AffineSet set;
  const Index columns = A.cols();
  if (columns == 0) {
    set.z0.resize(0);
    set.K.resize(0, 0);
    set.inconsistency = b.size() > 0 ? b.norm() : 0.0;
    return set;
  }
  const Eigen::ColPivHouseholderQR<MatrixXd> qr(A);
  const Index most = std::min(A.rows(), columns);
  const double largest = qr.maxPivot();
  // Rank by the pivots of the factorization where they fall clearly on one side, else by singular
  // values.
  Index rank = 0;
  bool clear = true;
  if (largest > 0.0) {
    for (Index i = 0; i < most; ++i) {
      const double pivot = std::abs(qr.matrixQR()(i, i)) / largest;
      clear = clear && (pivot < 1e-13 || pivot > 1e-6);
      if (pivot > kRankTolerance) ++rank;
    }
  }
  if (!clear) {
    const VectorXd sigma = Eigen::JacobiSVD<MatrixXd>(A).singularValues();
    rank = 0;
    for (Index i = 0; i < sigma.size(); ++i) {
      if (!margin.less_or_equal(sigma(i) / sigma(0), kRankTolerance)) ++rank;
    }
  }
  // A P = Q [R1 R2; 0 0]: particular solution P (R1^-1 (Q^T b)_1; 0), kernel P (-R1^-1 R2; I).
  const VectorXd qb = qr.householderQ().adjoint() * b;
  const auto R1 = qr.matrixQR().topLeftCorner(rank, rank).triangularView<Eigen::Upper>();
  VectorXd z = VectorXd::Zero(columns);
  if (rank > 0) z.head(rank) = R1.solve(qb.head(rank));
  set.z0 = qr.colsPermutation() * z;
  const Index p = columns - rank;
  set.K.resize(columns, p);
  if (p > 0) {
    MatrixXd kernel(columns, p);
    if (rank > 0) kernel.topRows(rank) = -R1.solve(qr.matrixQR().block(0, rank, rank, p));
    kernel.bottomRows(p).setIdentity();
    kernel = qr.colsPermutation() * kernel;
    set.K = Eigen::HouseholderQR<MatrixXd>(kernel).householderQ() * MatrixXd::Identity(columns, p);
    set.z0 -= set.K * (set.K.transpose() * set.z0);
  }
  set.inconsistency = qb.tail(A.rows() - rank).norm();
  return set;
}

// The problem in scaled variables: G = S^-1 G S^-1, q = S^-1 q / v, L = S L / v, mu_i s_T / s_N.
struct Scaled {
  MatrixXd G;
  VectorXd q, mu, s;
  double v = 1.0;

  Scaled(const MatrixXd& G0, const VectorXd& q0, const VectorXd& mu0) {
    const Index n = mu0.size();
    const double largest = G0.size() > 0 ? G0.diagonal().maxCoeff() : 0.0;
    s.resize(2 * n);
    for (Index i = 0; i < 2 * n; ++i) {
      const double g = G0(i, i) > 1e-12 * largest ? G0(i, i) : largest;
      s(i) = g > 0.0 ? std::sqrt(g) : 1.0;
    }
    const VectorXd inverse = s.cwiseInverse();
    G = inverse.asDiagonal() * G0 * inverse.asDiagonal();
    q = inverse.cwiseProduct(q0);
    if (n > 0 && q.lpNorm<Eigen::Infinity>() > 0.0) v = q.lpNorm<Eigen::Infinity>();
    q /= v;
    mu.resize(n);
    for (Index i = 0; i < n; ++i) mu(i) = mu0(i) * s(2 * i + 1) / s(2 * i);
  }
  VectorXd impulse_in_units(const VectorXd& L) const { return v * L.cwiseQuotient(s); }
  VectorXd velocity_in_units(const VectorXd& xi) const { return v * xi.cwiseProduct(s); }
};

// The equations and inequalities of one choice of modes. Mode::stick of a frictionless contact does
// not occur; Mode::frictionless is its closed mode.
struct ModeSystem {
  MatrixXd B;   // L = B z
  MatrixXd GB;  // xi = GB z + q
  MatrixXd A;   // equations A z = b
  VectorXd b;   //
  MatrixXd C;   // inequalities C z + d >= 0, rows of C of the size of rows of G or of 1
  VectorXd d;
};

ModeSystem mode_system(const Scaled& problem, const std::vector<Mode>& modes) {
  const Index n = problem.mu.size();
  Index unknowns = 0;
  Index inequalities = 0;
  for (const Mode mode : modes) {
    unknowns += mode == Mode::open ? 0 : mode == Mode::stick ? 2 : 1;
    inequalities += mode == Mode::open || mode == Mode::frictionless ? 1 : 2;
  }
  ModeSystem system;
  system.B = MatrixXd::Zero(2 * n, unknowns);
  std::vector<Index> zero_rows;
  Index column = 0;
  for (Index i = 0; i < n; ++i) {
    const Mode mode = modes[static_cast<std::size_t>(i)];
    if (mode == Mode::open) continue;
    system.B(2 * i, column) = 1.0;
    zero_rows.push_back(2 * i);
    if (mode == Mode::slip_plus) system.B(2 * i + 1, column) = -problem.mu(i);
    if (mode == Mode::slip_minus) system.B(2 * i + 1, column) = problem.mu(i);
    if (mode == Mode::stick) {
      system.B(2 * i + 1, ++column) = 1.0;
      zero_rows.push_back(2 * i + 1);
    }
    ++column;
  }
  system.GB = problem.G * system.B;
  system.A.resize(unknowns, unknowns);
  system.b.resize(unknowns);
  for (Index k = 0; k < unknowns; ++k) {
    const Index row = zero_rows[static_cast<std::size_t>(k)];
    system.A.row(k) = system.GB.row(row);
    system.b(k) = -problem.q(row);
  }
  system.C = MatrixXd::Zero(inequalities, unknowns);
  system.d = VectorXd::Zero(inequalities);
  Index row = 0;
  column = 0;
  for (Index i = 0; i < n; ++i) {
    const Index N = 2 * i;
    const Index T = 2 * i + 1;
    switch (modes[static_cast<std::size_t>(i)]) {
      case Mode::open:
        // By element: with every contact open there are no columns, and no row to point at.
        for (Index k = 0; k < unknowns; ++k) system.C(row, k) = system.GB(N, k);
        system.d(row++) = problem.q(N);
        break;
      case Mode::frictionless: system.C(row++, column++) = 1.0; break;
      case Mode::slip_plus:
        system.C(row++, column++) = 1.0;
        system.C.row(row) = system.GB.row(T);
        system.d(row++) = problem.q(T);
        break;
      case Mode::slip_minus:
        system.C(row++, column++) = 1.0;
        system.C.row(row) = -system.GB.row(T);
        system.d(row++) = -problem.q(T);
        break;
      case Mode::stick:
        system.C(row, column) = system.C(row + 1, column) = problem.mu(i);
        system.C(row++, column + 1) = -1.0;
        system.C(row++, column + 1) = 1.0;
        column += 2;
        break;
    }
  }
  return system;
}

// The non-empty polyhedron of a mode: L = L0 + LK y, xi = xi0 + X y, H y + h >= 0, inside
// at y = `inner`.
struct Cell {
  MatrixXd LK, X, H;
  VectorXd L0, xi0, h, inner;
  int dimension = 0;       // of its xi
  VectorXd first, second;  // samples of y if dimension > 0

  VectorXd L(const VectorXd& y) const { return L0 + LK * y; }
  VectorXd xi(const VectorXd& y) const { return xi0 + X * y; }
};

// Rows that do not depend on y are told to be constant, so that rounding is no direction of ascent.
void clean_rows(MatrixXd& H, Margin& margin) {
  for (Index i = 0; i < H.rows(); ++i) {
    if (H.cols() > 0 && margin.less_or_equal(H.row(i).norm(), kConstantRow)) H.row(i).setZero();
  }
}

// False if the mode has no solution.
bool examine_mode(const Scaled& problem, const std::vector<Mode>& modes, Margin& margin,
                  Cell& cell) {
  const ModeSystem system = mode_system(problem, modes);
  const AffineSet set = solve_affine(system.A, system.b, margin);
  if (set.inconsistency > 1e-6 * std::max(1.0, set.z0.lpNorm<Eigen::Infinity>())) {
    return false;  // clearly
  }
  cell.H = system.C * set.K;
  cell.h = system.C * set.z0 + system.d;
  Margin rows;
  clean_rows(cell.H, rows);
  const Maximin best = maximin(cell.H, cell.h, margin);
  // Relative to the impulses where they are large: their rounding error is.
  const double size = std::max(1.0, (set.z0 + set.K * best.y).lpNorm<Eigen::Infinity>());
  const double violation = std::max({0.0, -best.t, set.inconsistency}) / size;
  if (violation < 1e-3) margin.include(rows);  // else the rows in question could not have mattered
  if (!margin.less_or_equal(violation, kFeasible)) return false;
  cell.L0 = system.B * set.z0;
  cell.LK = system.B * set.K;
  cell.xi0 = system.GB * set.z0 + problem.q;
  cell.X = system.GB * set.K;
  clean_rows(cell.X, margin);
  cell.inner = best.y;
  const Extent extent = extent_of_image(cell.H, cell.h, cell.inner, cell.X, margin);
  cell.dimension = extent.dimension;
  cell.first = extent.first;
  cell.second = extent.second;
  return true;
}

// Do the sets of xi of two cells meet? Points: by their distance. Otherwise by the linear programme
// that makes the largest of the violations of both cells and of |xi_1(y_1) - xi_2(y_2)| least.
bool meet(const Cell& a, const Cell& b, Margin& margin) {
  if (a.dimension == 0 && b.dimension == 0) {
    const VectorXd x = a.xi(a.inner);
    const double distance = (x - b.xi(b.inner)).lpNorm<Eigen::Infinity>();
    return margin.less_or_equal(distance / std::max(1.0, x.lpNorm<Eigen::Infinity>()), kSameXi);
  }
  const Index pa = a.H.cols();
  const Index pb = b.H.cols();
  const Index ma = a.H.rows();
  const Index mb = b.H.rows();
  const Index k = a.X.rows();
  MatrixXd H = MatrixXd::Zero(ma + mb + 2 * k, pa + pb);
  VectorXd h(ma + mb + 2 * k);
  H.topLeftCorner(ma, pa) = a.H;
  H.block(ma, pa, mb, pb) = b.H;
  H.block(ma + mb, 0, k, pa) = a.X;
  H.block(ma + mb, pa, k, pb) = -b.X;
  H.bottomRows(k) = -H.middleRows(ma + mb, k);
  h << a.h, b.h, a.xi0 - b.xi0, b.xi0 - a.xi0;
  return margin.less_or_equal(std::max(0.0, -maximin(H, h, margin).t), kSameXi);
}

// At a given xi (of one impulse L) the impulses form one polyhedron: each contact is in the widest
// mode that xi allows, and G L = xi - q. Is it one point?
bool impulses_unique_at(const Scaled& problem, const VectorXd& xi, const VectorXd& L,
                        Margin& margin) {
  const Index n = problem.mu.size();
  const double size = std::max(1.0, L.lpNorm<Eigen::Infinity>());
  std::vector<Mode> modes(static_cast<std::size_t>(n), Mode::open);
  for (Index i = 0; i < n; ++i) {
    Mode& mode = modes[static_cast<std::size_t>(i)];
    if (!margin.less_or_equal(std::abs(xi(2 * i)) / size, kFeasible)) continue;
    if (problem.mu(i) == 0.0) {
      mode = Mode::frictionless;
    } else if (margin.less_or_equal(std::abs(xi(2 * i + 1)) / size, kFeasible)) {
      mode = Mode::stick;
    } else {
      mode = xi(2 * i + 1) > 0.0 ? Mode::slip_plus : Mode::slip_minus;
    }
  }
  const ModeSystem system = mode_system(problem, modes);
  const AffineSet set = solve_affine(system.GB, xi - problem.q, margin);
  if (set.K.cols() == 0) return true;
  MatrixXd H = system.C * set.K;
  const VectorXd h = system.C * set.z0 + system.d;
  clean_rows(H, margin);
  const Maximin best = maximin(H, h, margin);
  return extent_of_image(H, h, best.y, system.B * set.K, margin).dimension == 0;
}

// The mode of an impulse, by the definitions of lcp/coulomb.hpp.
std::vector<Mode> modes_of_impulse(const Scaled& problem, const VectorXd& L) {
  const double tolerance = kFeasible * std::max(1.0, L.lpNorm<Eigen::Infinity>());
  std::vector<Mode> modes;
  for (Index i = 0; i < problem.mu.size(); ++i) {
    const double normal = L(2 * i);
    const double tangential = L(2 * i + 1);
    const double bound = problem.mu(i) * normal;
    if (normal <= tolerance) {
      modes.push_back(Mode::open);
    } else if (problem.mu(i) == 0.0) {
      modes.push_back(Mode::frictionless);
    } else if (tangential <= -bound + tolerance) {
      modes.push_back(Mode::slip_plus);
    } else if (tangential >= bound - tolerance) {
      modes.push_back(Mode::slip_minus);
    } else {
      modes.push_back(Mode::stick);
    }
  }
  return modes;
}

// Next choice of modes, in the order of an odometer. False after the last.
bool next_modes(const VectorXd& mu, std::vector<Mode>& modes) {
  for (std::size_t i = 0; i < modes.size(); ++i) {
    const bool frictionless = mu(static_cast<Index>(i)) == 0.0;
    switch (modes[i]) {
      case Mode::open: modes[i] = frictionless ? Mode::frictionless : Mode::slip_plus; return true;
      case Mode::slip_plus: modes[i] = Mode::slip_minus; return true;
      case Mode::slip_minus: modes[i] = Mode::stick; return true;
      case Mode::stick:
      case Mode::frictionless: modes[i] = Mode::open; break;
    }
  }
  return false;
}

// Puts a cell into the component it meets; a cell that meets several joins them.
void insert(Cell&& cell, std::vector<std::vector<Cell>>& components, Margin& margin) {
  std::vector<std::size_t> met;
  for (std::size_t c = 0; c < components.size(); ++c) {
    for (const Cell& other : components[c]) {
      if (meet(cell, other, margin)) {
        met.push_back(c);
        break;
      }
    }
  }
  if (met.empty()) {
    components.emplace_back();
    components.back().push_back(std::move(cell));
    return;
  }
  std::vector<Cell>& home = components[met.front()];
  for (std::size_t k = met.size(); k-- > 1;) {
    std::vector<Cell>& other = components[met[k]];
    std::move(other.begin(), other.end(), std::back_inserter(home));
    components.erase(components.begin() + static_cast<std::ptrdiff_t>(met[k]));
  }
  // Of a component that is one xi, one cell is enough to know it.
  const bool adds_nothing =
      cell.dimension == 0 &&
      std::all_of(home.begin(), home.end(), [](const Cell& other) { return other.dimension == 0; });
  if (!adds_nothing) home.push_back(std::move(cell));
}

}  // namespace

bool PlainResult::has_continuum() const {
  return std::any_of(solutions.begin(), solutions.end(),
                     [](const PlainSolution& s) { return s.continuum(); });
}

PlainResult plain_enumerate(const MatrixXd& G, const VectorXd& q, const VectorXd& mu) {
  const Scaled problem(G, q, mu);
  Margin margin;
  PlainResult result;
  std::vector<std::vector<Cell>> components;
  std::vector<Mode> modes(static_cast<std::size_t>(mu.size()), Mode::open);
  do {
    ++result.modes;
    Cell cell;
    if (!examine_mode(problem, modes, margin, cell)) continue;
    ++result.feasible_modes;
    insert(std::move(cell), components, margin);
  } while (next_modes(mu, modes));

  for (const std::vector<Cell>& component : components) {
    const Cell& cell =
        *std::max_element(component.begin(), component.end(),
                          [](const Cell& a, const Cell& b) { return a.dimension < b.dimension; });
    PlainSolution solution;
    solution.dimension = cell.dimension;
    const VectorXd y = cell.dimension > 0 ? cell.first : cell.inner;
    const VectorXd L = cell.L(y);
    const VectorXd xi = cell.xi(y);
    solution.L = problem.impulse_in_units(L);
    solution.xi = problem.velocity_in_units(xi);
    solution.modes = modes_of_impulse(problem, L);
    solution.impulses_unique = impulses_unique_at(problem, xi, L, margin);
    if (cell.dimension > 0) {
      solution.second_L = problem.impulse_in_units(cell.L(cell.second));
      solution.second_xi = problem.velocity_in_units(cell.xi(cell.second));
    }
    result.solutions.push_back(std::move(solution));
  }
  result.margin = margin.decades();
  return result;
}

double plain_residual(const MatrixXd& G, const VectorXd& q, const VectorXd& mu, const VectorXd& L) {
  const Scaled problem(G, q, mu);
  const VectorXd scaled = L.cwiseProduct(problem.s) / problem.v;
  const VectorXd xi = problem.G * scaled + problem.q;
  double residual = 0.0;
  for (Index i = 0; i < problem.mu.size(); ++i) {
    const double normal = scaled(2 * i);
    const double tangential = scaled(2 * i + 1);
    const double bound = problem.mu(i) * std::max(normal, 0.0);
    const double projected = std::clamp(tangential - xi(2 * i + 1), -bound, bound);
    residual = std::max(
        {residual, std::abs(std::min(normal, xi(2 * i))), std::abs(tangential - projected)});
  }
  return residual;
}

}  // namespace ricochet::testing
