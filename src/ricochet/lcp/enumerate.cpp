#include <ricochet/lcp/enumerate.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <ricochet/lcp/dense.hpp>
#include <ricochet/lcp/lemke.hpp>
#include <ricochet/lcp/simplex.hpp>

namespace ricochet {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kDecide = 1e-10;  // feasibility, in scaled variables
constexpr double kRank = 1e-11;    // singular equations
constexpr double kSame = 1e-8;     // equal xi

/// What is known of a contact at a node.
enum class Choice : unsigned char { open, slip_plus, slip_minus, stick, frictionless, undecided };

/// The linear conditions of a node: xi = q + X a over the generators' coefficients a >= 0 (first columns),
/// then the slacks; A x = b. Generators span the impulses: L = C a.
struct NodeProgram {
  MatrixXd A;
  VectorXd b;
  MatrixXd C;  // 2n x generators
};

class Enumerator {
 public:
  Enumerator(const CoulombProblem& problem, long budget)
      : n_(problem.contacts()), mu_(problem.mu), budget_(budget) {
    // L = scale L': unit diagonal of G, the cone of contact i becomes |L_T'| <= mu (s_N/s_T) L_N'.
    scale_.resize(2 * n_);
    for (Index i = 0; i < n_; ++i) {
      const double alpha = problem.G(2 * i, 2 * i);
      const double beta = problem.G(2 * i + 1, 2 * i + 1);
      scale_[2 * i] = alpha > 0.0 ? 1.0 / std::sqrt(alpha) : 1.0;
      scale_[2 * i + 1] = beta > 0.0 ? 1.0 / std::sqrt(beta) : scale_[2 * i];
      mu_[i] *= scale_[2 * i] / scale_[2 * i + 1];
    }
    G_ = scale_.asDiagonal() * problem.G * scale_.asDiagonal();
    q_ = scale_.cwiseProduct(problem.q);
    const double largest = q_.size() > 0 ? q_.cwiseAbs().maxCoeff() : 0.0;
    factor_ = largest > 0.0 ? largest : 1.0;
    q_ /= factor_;
    choice_.assign(static_cast<std::size_t>(n_), Choice::undecided);
    order_.resize(static_cast<std::size_t>(n_));
    std::iota(order_.begin(), order_.end(), Index{0});
    std::stable_sort(order_.begin(), order_.end(),
                     [&](Index i, Index j) { return q_[2 * i] < q_[2 * j]; });
  }

  Enumeration run(const CoulombProblem& problem) {
    descend(0);
    result_.nodes = nodes_;
    result_.complete = nodes_ <= budget_;
    for (CoulombSolution& s : result_.solutions) unscale(problem, s);
    const CoulombScale size = scale_of(problem);
    const auto fails = [&](const CoulombSolution& s) {
      const double worst =
          std::max(coulomb_residual(problem, size, s.L, s.xi),
                   s.dimension > 0 ? coulomb_residual(problem, size, s.L_to, s.xi_to) : 0.0);
      return !(worst <= 1e-8);
    };
    if (std::erase_if(result_.solutions, fails) > 0) result_.complete = false;
    // Sizes so different that the absence of a solution is no proof.
    const auto diagonal = problem.G.diagonal();
    double least = diagonal.maxCoeff();
    for (const double g : diagonal) least = g > 0.0 ? std::min(least, g) : least;
    if (diagonal.maxCoeff() > 1e10 * least || problem.mu.maxCoeff() > 1e6) result_.complete = false;
    return std::move(result_);
  }

 private:
  void descend(std::size_t depth) {
    if (++nodes_ > budget_) return;
    program(program_);
    if (!simplex_.find_point(program_.A, program_.b, kDecide)) return;
    if (depth == order_.size()) {
      leaf();
      return;
    }
    const Index i = order_[depth];
    Choice& mine = choice_[static_cast<std::size_t>(i)];
    static constexpr std::array with_friction{Choice::open, Choice::slip_plus, Choice::slip_minus,
                                              Choice::stick};
    static constexpr std::array without{Choice::open, Choice::frictionless};
    if (mu_[i] > 0.0) {
      for (const Choice c : with_friction) {
        mine = c;
        descend(depth + 1);
      }
    } else {
      for (const Choice c : without) {
        mine = c;
        descend(depth + 1);
      }
    }
    mine = Choice::undecided;
  }

  /// Impulse generators and conditions of the current choices.
  void program(NodeProgram& p) const {
    Index generators = 0;
    Index rows = 0;
    Index slacks = 0;
    for (Index i = 0; i < n_; ++i) {
      const Choice c = choice_[static_cast<std::size_t>(i)];
      generators += generator_count(i);
      rows += c == Choice::slip_plus || c == Choice::slip_minus || c == Choice::stick ? 2 : 1;
      slacks += c == Choice::stick || c == Choice::frictionless ? 0 : 1;
    }
    p.C.setZero(2 * n_, generators);
    Index g = 0;
    for (Index i = 0; i < n_; ++i) {
      const Choice c = choice_[static_cast<std::size_t>(i)];
      const auto add = [&](double tangential) {
        const double length = std::hypot(1.0, tangential);
        p.C(2 * i, g) = 1.0 / length;
        p.C(2 * i + 1, g++) = tangential / length;
      };
      if (c == Choice::open) continue;
      if (mu_[i] == 0.0) {
        add(0.0);
      } else {
        if (c != Choice::slip_plus) add(mu_[i]);
        if (c != Choice::slip_minus) add(-mu_[i]);
      }
    }
    p.A.setZero(rows, generators + slacks);
    p.b.resize(rows);
    const MatrixXd X = G_ * p.C;
    Index row = 0;
    Index slack = generators;
    const auto condition = [&](Index k, double sign, bool equality) {
      // By element: with every contact open X has no columns, and no row to point at.
      for (Index j = 0; j < generators; ++j) p.A(row, j) = sign * X(k, j);
      p.b[row] = -sign * q_[k];
      if (!equality) p.A(row, slack++) = -1.0;
      ++row;
    };
    for (Index i = 0; i < n_; ++i) {
      const Choice c = choice_[static_cast<std::size_t>(i)];
      condition(2 * i, 1.0, c != Choice::open && c != Choice::undecided);
      if (c == Choice::stick) condition(2 * i + 1, 1.0, true);
      if (c == Choice::slip_plus) condition(2 * i + 1, 1.0, false);
      if (c == Choice::slip_minus) condition(2 * i + 1, -1.0, false);
    }
  }

  Index generator_count(Index i) const {
    const Choice c = choice_[static_cast<std::size_t>(i)];
    if (c == Choice::open) return 0;
    return mu_[i] > 0.0 && (c == Choice::stick || c == Choice::undecided) ? 2 : 1;
  }

  /// A mode's equations P (q + G L) = 0 in the plain unknowns (L_N, and L_T where it sticks), L = B x.
  struct Equations {
    MatrixXd B;
    MatrixXd P;
    MatrixXd E;  // P G B
  };
  Equations equations() const {
    Index unknowns = 0;
    for (Index i = 0; i < n_; ++i) unknowns += generator_count(i);
    Equations eq;
    eq.B.setZero(2 * n_, unknowns);
    eq.P.setZero(unknowns, 2 * n_);
    Index k = 0;
    for (Index i = 0; i < n_; ++i) {
      const Choice c = choice_[static_cast<std::size_t>(i)];
      if (c == Choice::open) continue;
      eq.B(2 * i, k) = 1.0;
      if (c == Choice::slip_plus) eq.B(2 * i + 1, k) = -mu_[i];
      if (c == Choice::slip_minus) eq.B(2 * i + 1, k) = mu_[i];
      eq.P(k++, 2 * i) = 1.0;
      if (c == Choice::stick) {
        eq.B(2 * i + 1, k) = 1.0;
        eq.P(k++, 2 * i + 1) = 1.0;
      }
    }
    eq.E = eq.P * G_ * eq.B;
    return eq;
  }

  /// Moves L by the least step onto the solutions of the mode's equations.
  void correct(const Equations& eq, VectorXd& L, LinearSolution& step) const {
    solve_any(eq.E, -(eq.P * (q_ + G_ * L)), kRank, step);
    L += eq.B * step.x;
  }

  /// Worst violation of the current mode's inequalities, over the size of L.
  double violation(const VectorXd& L, const VectorXd& xi) const {
    const double size = std::max(1.0, L.size() > 0 ? L.cwiseAbs().maxCoeff() : 0.0);
    double worst = 0.0;
    for (Index i = 0; i < n_; ++i) {
      const double l_n = L[2 * i];
      const double l_t = L[2 * i + 1];
      const double x_t = xi[2 * i + 1];
      switch (choice_[static_cast<std::size_t>(i)]) {
        case Choice::open: worst = std::max(worst, -xi[2 * i]); break;
        case Choice::slip_plus: worst = std::max({worst, -l_n / size, -x_t}); break;
        case Choice::slip_minus: worst = std::max({worst, -l_n / size, x_t}); break;
        case Choice::stick:
          worst = std::max({worst, -l_n / size, (std::abs(l_t) - mu_[i] * l_n) / size});
          break;
        case Choice::frictionless: worst = std::max(worst, -l_n / size); break;
        case Choice::undecided: break;
      }
    }
    return worst;
  }

  void leaf() {
    const Equations eq = equations();
    LinearSolution linear;
    CoulombSolution s;
    s.L = VectorXd::Zero(2 * n_);
    correct(eq, s.L, linear);
    s.xi = q_ + G_ * s.L;
    if (linear.null_space.cols() == 0) {
      // A boundary case may leave the mode by rounding; a neighbour's leaf then has the same point.
      if (violation(s.L, s.xi) <= kDecide * 10.0) accept(std::move(s));
      return;
    }
    // Small against the data and against the rounding of large impulses.
    const double size = 1.0 + s.L.cwiseAbs().maxCoeff();
    if (linear.residual > kDecide * size) return;
    family(eq, eq.B * linear.null_space);
  }

  /// How far the impulses of the current leaf reach along d: two of its members.
  struct Extent {
    VectorXd from, to;
    bool unbounded = false;  // then `to` (or `from`) is one step out on a ray
  };
  Extent extent_along(const VectorXd& d) {
    const Index generators = program_.C.cols();
    VectorXd cost = VectorXd::Zero(program_.A.cols());
    Extent extent;
    for (const double side : {1.0, -1.0}) {
      cost.head(generators) = side * (program_.C.transpose() * d);
      const Simplex::End end = simplex_.minimise(cost);
      VectorXd a = simplex_.point().head(generators);
      if (end == Simplex::End::unbounded) {
        extent.unbounded = true;
        const VectorXd ray = simplex_.ray().head(generators);
        a += ray / std::max(1e-3, ray.cwiseAbs().maxCoeff());
      }
      (side > 0.0 ? extent.from : extent.to) = program_.C * a;
    }
    return extent;
  }

  /// A leaf whose equations are singular: D spans the directions its L can move in.
  void family(const Equations& eq, const MatrixXd& D) {
    const Index generators = program_.C.cols();
    const VectorXd start = program_.C * simplex_.point().head(generators);
    CoulombSolution s;
    // Directions in which xi moves, each made orthogonal to the moves already found.
    std::vector<VectorXd> found;
    double longest = 0.0;
    VectorXd L_from = start;
    VectorXd L_to = start;
    const MatrixXd moves = G_ * D;
    for (Index k = 0; k < moves.cols(); ++k) {
      VectorXd d = moves.col(k);
      for (const VectorXd& known : found) d -= known.dot(d) * known;
      if (d.norm() <= 1e-9 * D.col(k).norm()) continue;
      d.normalize();
      const Extent extent = extent_along(G_ * d);
      VectorXd move = G_ * (extent.to - extent.from);
      const double size = 1.0 + extent.to.cwiseAbs().maxCoeff();
      if (d.dot(move) <= kSame * size) continue;
      ++s.dimension;
      s.unbounded = s.unbounded || extent.unbounded;
      if (move.norm() > longest) {
        longest = move.norm();
        L_from = extent.from;
        L_to = extent.to;
      }
      for (const VectorXd& known : found) move -= known.dot(move) * known;
      found.push_back(move.normalized());
      k = -1;  // the other directions once more, without this move
    }
    // Moves of L that leave xi alone. The inequalities may still forbid them.
    MatrixXd idle = D;
    if (const double largest = moves.cwiseAbs().maxCoeff(); largest > 1e-9) {
      LinearSolution still;
      solve_any(moves, VectorXd::Zero(moves.rows()), 1e-9 / largest, still);
      idle = D * still.null_space;
    }
    for (Index k = 0; k < idle.cols() && s.impulses_unique; ++k) {
      const Extent extent = extent_along(idle.col(k));
      const double size = 1.0 + extent.to.cwiseAbs().maxCoeff();
      s.impulses_unique =
          !extent.unbounded && idle.col(k).dot(extent.to - extent.from) <= kSame * size;
    }
    s.L = L_from;
    if (s.dimension > 0) {
      s.L_to = L_to;
      s.xi_to = q_ + G_ * L_to;
    } else {
      if (!s.impulses_unique) s.least_norm = shortest(idle, s.L) || least_norm(eq, s.L);
      LinearSolution step;
      correct(eq, s.L, step);
    }
    s.xi = q_ + G_ * s.L;
    accept(std::move(s));
  }

  /// Shortens L (as posed) along the directions `idle`; false, L unchanged, if that leaves the cone.
  bool shortest(const MatrixXd& idle, VectorXd& L) const {
    LinearSolution step;
    solve_any(scale_.asDiagonal() * idle, -scale_.cwiseProduct(L), kRank, step);
    const VectorXd best = L + idle * step.x;
    if (violation(best, q_ + G_ * best) > 0.01 * kDecide) return false;
    L = best;
    return true;
  }

  /// The same inside the cone: min |S L|^2 (S = scale: the length as posed) over L = C a, a >= 0, G L = G L*: a monotone LCP in
  /// (a, y+, y-), y the multipliers. Replaces L by it; false, L unchanged, if that fails.
  bool least_norm(const Equations& eq, VectorXd& L) const {
    const MatrixXd& C = program_.C;
    const Index k = C.cols();
    const MatrixXd rows = G_ * C;
    const VectorXd target = G_ * L;
    const VectorXd weight = (scale_ / scale_.maxCoeff()).cwiseAbs2();
    MatrixXd basis;  // of the independent conditions
    orthonormal_columns(rows, basis);
    const MatrixXd R = basis.transpose() * rows;
    const VectorXd r = basis.transpose() * target;
    const Index m = R.rows();
    MatrixXd M = MatrixXd::Zero(k + 2 * m, k + 2 * m);
    VectorXd q = VectorXd::Zero(k + 2 * m);
    M.topLeftCorner(k, k) = C.transpose() * weight.asDiagonal() * C;
    M.block(0, k, k, m) = -R.transpose();
    M.block(0, k + m, k, m) = R.transpose();
    M.block(k, 0, m, k) = R;
    M.block(k + m, 0, m, k) = -R;
    q.segment(k, m) = -r;
    q.segment(k + m, m) = r;
    LemkeWorkspace workspace;
    VectorXd z;
    if (lemke(M, q, z, workspace) != LemkeEnd::solved) return false;
    // Polish on the generators in use: KKT conditions solved directly.
    std::vector<Index> used;
    for (Index j = 0; j < k; ++j) {
      if (z[j] > 1e-9 * z.head(k).maxCoeff()) used.push_back(j);
    }
    const Index u = static_cast<Index>(used.size());
    MatrixXd Cu(C.rows(), u);
    for (Index j = 0; j < u; ++j) Cu.col(j) = C.col(used[static_cast<std::size_t>(j)]);
    const MatrixXd Ru = basis.transpose() * (G_ * Cu);
    MatrixXd K = MatrixXd::Zero(u + m, u + m);
    VectorXd f = VectorXd::Zero(u + m);
    K.topLeftCorner(u, u) = Cu.transpose() * weight.asDiagonal() * Cu;
    K.topRightCorner(u, m) = Ru.transpose();
    K.bottomLeftCorner(m, u) = Ru;
    f.tail(m) = r;
    LinearSolution kkt;
    solve_any(K, f, kRank, kkt);
    VectorXd best = Cu * kkt.x.head(u);
    const bool polished = u == 0 || kkt.x.head(u).minCoeff() >= 0.0;
    if (!polished) best = C * z.head(k);
    LinearSolution step;
    correct(eq, best, step);
    const VectorXd xi = q_ + G_ * best;
    const double size = 1.0 + L.cwiseAbs().maxCoeff();
    const bool same = (G_ * (best - L)).cwiseAbs().maxCoeff() <= kSame * size;
    const bool shorter_now = length_of(best) <= length_of(L) * (1.0 + 1e-12);
    if (!same || !shorter_now || violation(best, xi) > kDecide) return false;
    L = best;
    return true;
  }

  /// Of impulses, as posed.
  double length_of(const VectorXd& L) const { return scale_.cwiseProduct(L).norm(); }

  /// Orthonormal basis of the column space, by pivoted Gram-Schmidt.
  static void orthonormal_columns(const MatrixXd& A, MatrixXd& basis) {
    MatrixXd rest = A;
    const double largest = A.cwiseAbs().maxCoeff();
    basis.resize(A.rows(), 0);
    for (Index k = 0; k < std::min(A.rows(), A.cols()); ++k) {
      Index best = 0;
      if (rest.colwise().norm().maxCoeff(&best) <= kRank * largest) break;
      basis.conservativeResize(Eigen::NoChange, k + 1);
      basis.col(k) = rest.col(best).normalized();
      for (int pass = 0; pass < 2; ++pass) {
        rest -= basis.col(k) * (basis.col(k).transpose() * rest).eval();
      }
    }
  }

  /// True if xi (to kSame) belongs to the family of a leaf with these modes.
  bool contains(const std::vector<Mode>& modes, const VectorXd& xi) {
    const std::vector<Choice> saved = choice_;
    for (std::size_t i = 0; i < modes.size(); ++i) {
      choice_[i] = static_cast<Choice>(modes[i]);  // the first five enumerators agree
    }
    NodeProgram p;
    program(p);
    choice_ = saved;
    const Index rows = p.A.rows();
    MatrixXd A(rows + 2 * n_, p.A.cols());
    VectorXd b(rows + 2 * n_);
    A.setZero();
    A.topRows(rows) = p.A;
    A.bottomRows(2 * n_).leftCols(p.C.cols()) = G_ * p.C;
    b.head(rows) = p.b;
    b.tail(2 * n_) = xi - q_;
    Simplex simplex;
    return simplex.find_point(A, b, kSame);
  }

  void accept(CoulombSolution s) {
    s.modes.resize(choice_.size());
    for (std::size_t i = 0; i < choice_.size(); ++i) s.modes[i] = static_cast<Mode>(choice_[i]);
    const double size = 1.0 + s.L.cwiseAbs().maxCoeff();
    const auto same = [&](const VectorXd& x, const VectorXd& y) {
      return (x - y).cwiseAbs().maxCoeff() <= kSame * size;
    };
    for (CoulombSolution& known : result_.solutions) {
      if (known.dimension > 0) {
        const bool inside =
            contains(known.modes, s.xi) && (s.dimension == 0 || contains(known.modes, s.xi_to));
        if (inside && s.dimension <= known.dimension) return;
      } else if (s.dimension == 0 && same(s.xi, known.xi)) {
        if (s.impulses_unique && known.impulses_unique) {
          if ((s.L - known.L).cwiseAbs().maxCoeff() > kSame * size) merge_impulses(known, s);
        } else if (known.impulses_unique || (!s.impulses_unique && better(s, known))) {
          known = std::move(s);
          known.impulses_unique = false;
        }
        return;
      }
    }
    if (s.dimension > 0) {  // points and smaller families inside the new one
      std::erase_if(result_.solutions, [&](const CoulombSolution& known) {
        return known.dimension < s.dimension && contains(s.modes, known.xi) &&
               (known.dimension == 0 || contains(s.modes, known.xi_to));
      });
    }
    result_.solutions.push_back(std::move(s));
  }

  bool shorter(const CoulombSolution& a, const CoulombSolution& b) const {
    return length_of(a.L) < length_of(b.L) * (1.0 - 1e-12);
  }

  /// Of two impulses for the same xi: the shorter, or of equal ones the one known to be the shortest.
  bool better(const CoulombSolution& a, const CoulombSolution& b) const {
    return shorter(a, b) || (a.least_norm && !b.least_norm && !shorter(b, a));
  }

  /// Two modes, each with its own impulses, at the same xi.
  void merge_impulses(CoulombSolution& known, CoulombSolution& s) const {
    if (shorter(s, known)) known = std::move(s);
    known.impulses_unique = false;
    known.least_norm = false;
  }

  void unscale(const CoulombProblem& problem, CoulombSolution& s) const {
    s.L = factor_ * scale_.cwiseProduct(s.L);
    s.xi = problem.q + problem.G * s.L;
    if (s.dimension > 0) {
      s.L_to = factor_ * scale_.cwiseProduct(s.L_to);
      s.xi_to = problem.q + problem.G * s.L_to;
    }
    const CoulombScale size = scale_of(problem);
    modes_of(problem, size, s.L, s.modes);
  }

  Index n_;
  VectorXd mu_;
  long budget_;
  double factor_ = 1.0;
  VectorXd scale_;
  MatrixXd G_;
  VectorXd q_;
  std::vector<Choice> choice_;
  std::vector<Index> order_;
  NodeProgram program_;
  Simplex simplex_;
  Enumeration result_;
  long nodes_ = 0;
};

}  // namespace

Enumeration enumerate_solutions(const CoulombProblem& problem, long node_budget) {
  return Enumerator(problem, node_budget).run(problem);
}

}  // namespace ricochet
