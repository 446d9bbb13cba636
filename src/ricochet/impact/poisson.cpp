#include <ricochet/impact/poisson.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <ricochet/impact/one_contact.hpp>
#include <ricochet/impact/settle.hpp>
#include <ricochet/impact/workspace.hpp>

namespace ricochet {

namespace {

using Eigen::Index;
using Eigen::VectorXd;

/// The restitution of up to eight contacts, with their twins, is enumerated within this much work.
constexpr Index kEnumerableTwins = 2 * kEnumerable;
constexpr long kNodes = 100'000;

/// The restitution as an ordinary problem: the contacts, then the twins. Twins without impulse only make
/// enumeration harder; on the other hand their number must not change from one impact to the next if
/// nothing is to be allocated.
void pose_restitution(const ContactProblem& problem, const VectorXd& C, Ask ask,
                      RestitutionProblem& r) {
  const Index n = problem.contacts();
  r.floor.resize(n);
  r.twin_of.clear();
  for (Index i = 0; i < n; ++i) {
    const ContactParameters& c = problem.contact[static_cast<std::size_t>(i)];
    r.floor[i] = *c.poisson * C[2 * i];
    const bool wanted = ask == Ask::uniqueness ? r.floor[i] > 0.0 : *c.poisson > 0.0;
    if (wanted && c.mu > 0.0) r.twin_of.push_back(i);
  }
  const auto twins = static_cast<Index>(r.twin_of.size());
  r.G.setZero(2 * (n + twins), 2 * (n + twins));
  r.q.resize(2 * (n + twins));
  r.mu.resize(n + twins);
  r.G.topLeftCorner(2 * n, 2 * n) = problem.G;
  auto q = r.q.head(2 * n);
  q = problem.gamma;
  q.noalias() += problem.G * C;
  for (Index i = 0; i < n; ++i) {
    q += problem.G.col(2 * i) * r.floor[i];
    r.mu[i] = problem.contact[static_cast<std::size_t>(i)].mu;
  }
  // What is left of velocities that cancel is rounding: between walls it would pass for an approach.
  for (Index i = 0; i < 2 * n; ++i) {
    double terms = std::abs(problem.gamma[i]);
    for (Index j = 0; j < 2 * n; ++j) {
      const double floor = j % 2 == 0 ? r.floor[j / 2] : 0.0;
      terms += std::abs(problem.G(j, i)) * (std::abs(C[j]) + floor);
    }
    if (std::abs(q[i]) <= 16.0 * std::numeric_limits<double>::epsilon() * terms) q[i] = 0.0;
  }
  for (Index k = 0; k < twins; ++k) {
    const Index i = r.twin_of[static_cast<std::size_t>(k)];
    const Index normal = 2 * (n + k);
    const double own_mass = problem.G(2 * i, 2 * i);
    r.G(normal, normal) = own_mass;
    r.q[normal] = -own_mass * r.floor[i];
    r.G.block(normal + 1, 0, 1, 2 * n) = problem.G.row(2 * i + 1);
    r.G.block(0, normal + 1, 2 * n, 1) = problem.G.col(2 * i + 1);
    for (Index l = 0; l < twins; ++l) {
      r.G(normal + 1, 2 * (n + l) + 1) =
          problem.G(2 * i + 1, 2 * r.twin_of[static_cast<std::size_t>(l)] + 1);
    }
    r.q[normal + 1] = r.q[2 * i + 1];
    r.mu[n + k] = r.mu[i];
  }
}

/// The impulses of the restitution from those of its problem.
void unpose(const RestitutionProblem& r, const VectorXd& L, VectorXd& D) {
  const Index n = r.floor.size();
  D = L.head(2 * n);
  for (Index i = 0; i < n; ++i) D[2 * i] = std::max(0.0, D[2 * i]) + r.floor[i];
  for (std::size_t k = 0; k < r.twin_of.size(); ++k) {
    D[2 * r.twin_of[k] + 1] += L[2 * (n + static_cast<Index>(k)) + 1];
  }
}

/// Solves the restitution that follows the compression C; D is its impulse.
void restitute(const ContactProblem& problem, const VectorXd& C, Ask ask, VectorXd& D,
               Workspace& w) {
  RestitutionProblem& r = w.restitution;
  if (problem.contacts() == 1 && ask == Ask::answer && !only_contact(problem).singular()) {
    OneContact c = only_contact(problem);
    c.restitution = *problem.contact.front().poisson;
    const PoissonRestitution d = poisson_restitution(c, C[0], C[1]);
    D.resize(2);
    D << d.D_N, d.D_T;
    r.floor.setConstant(1, d.D_N);
    r.settled.status = Status::solved;
    r.settled.impulses_unique = true;
    return;
  }
  pose_restitution(problem, C, ask, r);
  r.L.setZero(r.q.size());
  r.modes.assign(static_cast<std::size_t>(r.mu.size()), Mode::open);
  settle({r.G, r.q, r.mu}, ask, r.L, r.modes, r.coulomb, r.settled, kEnumerableTwins, kNodes);
  unpose(r, r.L, D);
}

/// Mode of an impulse inside the cone.
Mode mode_of(double L_N, double L_T, double mu, double impulse_scale) {
  if (L_N <= 1e-13 * impulse_scale) return Mode::open;
  if (mu == 0.0) return Mode::frictionless;
  if (std::abs(L_T) < mu * L_N * (1.0 - 1e-12)) return Mode::stick;
  return L_T < 0.0 ? Mode::slip_plus : Mode::slip_minus;
}

bool same(const VectorXd& a, const VectorXd& b, double scale) {
  return (a - b).cwiseAbs().maxCoeff() <= 1e-9 * scale;
}

/// How far the restitution D from the velocities gC is from its conditions.
double restitution_residual(const ContactProblem& problem, const VectorXd& gC,
                            const VectorXd& floor, const VectorXd& D, const CoulombScale& scale) {
  double worst = 0.0;
  for (Index i = 0; i < problem.contacts(); ++i) {
    const double mu = problem.contact[static_cast<std::size_t>(i)].mu;
    const double x_N = (gC[2 * i] + problem.G.col(2 * i).dot(D)) / scale.velocity;
    const double x_T = (gC[2 * i + 1] + problem.G.col(2 * i + 1).dot(D)) / scale.velocity;
    const double l_N = D[2 * i] / scale.impulse;
    const double l_T = D[2 * i + 1] / scale.impulse;
    const double most = mu * std::max(l_N, 0.0);
    worst = std::max({worst, std::abs(std::min(l_N - floor[i] / scale.impulse, x_N)),
                      std::abs(l_T - std::clamp(l_T - x_T, -most, most))});
  }
  return worst;
}

/// Adds the answer C + D unless its velocities are known already.
void keep(const ContactProblem& problem, const VectorXd& C, const VectorXd& D,
          const CoulombScale& scale, ImpactOutcome& out) {
  ImpactSolution s;
  s.impulse = C + D;
  s.gamma = problem.gamma + problem.G * s.impulse;
  for (ImpactSolution& known : out.solutions) {
    if (!same(known.gamma, s.gamma, scale.velocity)) continue;
    if (!same(known.impulse, s.impulse, scale.impulse)) known.impulses_unique = false;
    return;
  }
  if (!problem.in_contact_space()) s.u = problem.u + problem.Minv_W * s.impulse;
  for (Index i = 0; i < problem.contacts(); ++i) {
    const double mu = problem.contact[static_cast<std::size_t>(i)].mu;
    s.modes.push_back(mode_of(D[2 * i], D[2 * i + 1], mu, scale.impulse));
    if (s.modes.back() == Mode::open) {
      s.modes.back() = mode_of(C[2 * i], C[2 * i + 1], mu, scale.impulse);
    }
  }
  out.solutions.push_back(std::move(s));
}

/// True if the impulses D of the restitution follow from gamma+: the columns of G that carry a free
/// impulse (normal where the contact is closed, tangential where it sticks too) are independent.
bool determined(const ContactProblem& problem, const RestitutionProblem& r, const VectorXd& D,
                const CoulombScale& scale) {
  std::vector<Index> free;
  for (Index i = 0; i < problem.contacts(); ++i) {
    const double mu = problem.contact[static_cast<std::size_t>(i)].mu;
    if (D[2 * i] - r.floor[i] > 1e-12 * scale.impulse) free.push_back(2 * i);
    if (mode_of(D[2 * i], D[2 * i + 1], mu, scale.impulse) == Mode::stick)
      free.push_back(2 * i + 1);
  }
  Eigen::MatrixXd columns(problem.G.rows(), static_cast<Index>(free.size()));
  for (Index k = 0; k < columns.cols(); ++k) {
    const Index j = free[static_cast<std::size_t>(k)];
    columns.col(k) = problem.G.col(j) / problem.G(j, j);
  }
  LinearSolution solution;
  solve_any(columns, VectorXd::Zero(columns.rows()), 1e-10, solution);
  return solution.rank == columns.cols();
}

/// Another impulse with the same compression, found from another start; false if none is.
bool other_compression(const CoulombProblem& compression, const CoulombScale& scale,
                       const VectorXd& C, VectorXd& other, Workspace& w) {
  for (Index i = 0; i < C.size(); ++i) {
    other[i] = i % 2 == 0 ? scale.impulse * static_cast<double>(1 + i / 2) : 0.0;
  }
  if (!solve_coulomb(compression, other, w.coulomb).certified) return false;
  return same(compression.G * C, compression.G * other, scale.velocity) &&
         !same(C, other, scale.impulse);
}

/// Adds every answer that begins with the compression C. False if some may be missing.
bool follow(const ContactProblem& problem, const VectorXd& C, const CoulombScale& scale,
            ImpactOutcome& out, Workspace& w) {
  VectorXd D;
  restitute(problem, C, Ask::uniqueness, D, w);
  const Settled& r = w.restitution.settled;
  if (!has_answer(r.status)) return r.status == Status::no_solution;
  keep(problem, C, D, scale, out);
  for (const CoulombSolution& s : r.solutions) {
    unpose(w.restitution, s.L, D);
    keep(problem, C, D, scale, out);
    if (s.dimension == 0) continue;
    unpose(w.restitution, s.L_to, D);
    keep(problem, C, D, scale, out);
  }
  return r.status != Status::solved;
}

/// True if gamma+ cannot depend on the choice of the compression's impulses: it then depends on G C alone.
bool choice_is_immaterial(const ContactProblem& problem) {
  const double R = *problem.contact.front().poisson;
  return std::all_of(problem.contact.begin(), problem.contact.end(),
                     [&](const ContactParameters& c) { return c.mu == 0.0 && *c.poisson == R; });
}

/// Lists the answers, the one in `out` first, and settles the status.
void examine(const ContactProblem& problem, const CoulombProblem& compression,
             const CoulombScale& scale, ImpactOutcome& out, Workspace& w) {
  const bool unique_compression = w.settled.status == Status::unique;
  const std::vector<CoulombSolution> compressions = std::move(w.settled.solutions);
  bool proved = unique_compression;
  keep(problem, w.compression, w.expansion, scale, out);
  out.impulses_unique =
      out.impulses_unique && determined(problem, w.restitution, w.expansion, scale);
  proved = follow(problem, w.compression, scale, out, w) && proved;
  VectorXd other(w.compression.size());
  for (const CoulombSolution& c : compressions) {
    if (&c != &compressions.front()) proved = follow(problem, c.L, scale, out, w) && proved;
    if (c.dimension > 0) follow(problem, c.L_to, scale, out, w);
    if (c.impulses_unique || choice_is_immaterial(problem)) continue;
    proved = false;
    if (other_compression(compression, scale, c.L, other, w)) follow(problem, other, scale, out, w);
  }
  out.status = out.solutions.size() > 1 ? Status::one_of_many
               : proved                 ? Status::unique
                                        : Status::solved;
  out.solutions.front().impulses_unique = out.impulses_unique;
  out.solutions.front().least_norm = out.least_norm;
}

}  // namespace

const LawInfo& Poisson::info() const noexcept {
  static const LawInfo info{"poisson",
                            "compression and restitution as two problems with friction",
                            "any",
                            "friction, restitution.poisson",
                            "Glocker & Pfeiffer 1995",
                            {.dissipative = false, .inside_cone = true, .unique = true}};
  return info;
}

std::string_view Poisson::refusal(const ContactProblem& problem) const noexcept {
  for (const ContactParameters& c : problem.contact) {
    if (!c.possible()) return kImpossible;
    if (!c.poisson) return "needs the kinetic coefficient restitution.poisson at every contact";
  }
  return {};
}

void Poisson::resolve(const ContactProblem& problem, ImpactOutcome& out, Workspace& w,
                      Ask ask) const {
  if (!begin(*this, problem, out)) return;
  const Index n = problem.contacts();
  warn_static_friction(problem, out);
  w.mu.resize(n);
  for (Index i = 0; i < n; ++i) w.mu[i] = problem.contact[static_cast<std::size_t>(i)].mu;
  const CoulombProblem compression{problem.G, problem.gamma, w.mu};
  const CoulombScale scale = scale_of(compression);

  VectorXd& C = w.compression;
  C.setZero(2 * n);
  settle(compression, ask, C, out.modes, w.coulomb, w.settled);
  out.status = w.settled.status;
  out.impulses_unique = w.settled.impulses_unique;
  out.least_norm = w.settled.least_norm;
  if (!has_answer(out.status)) {
    out.message = out.status == Status::no_solution ? "the compression has no solution"
                                                    : "no solution of the compression was found";
    return;
  }
  if (n == 1 && out.status == Status::one_of_many && problem.gamma[0] == 0.0 && C[0] > 0.0) {
    out.warnings.push_back({WarningId::limit_of_approach, 0, 0.0});
  }
  restitute(problem, C, Ask::answer, w.expansion, w);
  const Settled& r = w.restitution.settled;
  if (!has_answer(r.status)) {
    const bool proved = r.status == Status::no_solution && w.settled.status == Status::unique &&
                        w.settled.impulses_unique;
    out.status = proved ? Status::no_solution : Status::undecided;
    out.message = proved ? "the restitution has no solution"
                         : "the compression taken has no restitution; others were not tried";
    return;
  }
  out.impulse = C + w.expansion;

  // Residual of both phases; each contact's phases; the mode in which it ends.
  w.coulomb.xi = problem.gamma;
  w.coulomb.xi.noalias() += problem.G * C;
  out.residual = coulomb_residual(compression, scale, C, w.coulomb.xi);
  out.residual = std::max(
      out.residual,
      restitution_residual(problem, w.coulomb.xi, w.restitution.floor, w.expansion, scale));
  for (Index i = 0; i < n; ++i) {
    const double mu = w.mu[i];
    const auto phase = [&](const VectorXd& L, Stage stage) {
      const Mode mode = mode_of(L[2 * i], L[2 * i + 1], mu, scale.impulse);
      if (mode == Mode::open) return;
      out.modes[static_cast<std::size_t>(i)] = mode;
      out.phases.push_back({mode, stage, L[2 * i], L[2 * i + 1], i});
    };
    out.modes[static_cast<std::size_t>(i)] = Mode::open;
    phase(C, Stage::compression);
    phase(w.expansion, Stage::restitution);
  }

  if (ask == Ask::uniqueness) {
    examine(problem, compression, scale, out, w);
  } else if (n > 1 || (out.status == Status::unique && only_contact(problem).singular())) {
    out.status = Status::solved;  // the restitution was not examined
  }
  complete(problem, out);
  certify(out);
}

}  // namespace ricochet
