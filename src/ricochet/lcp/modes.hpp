#pragma once
// Which modes can closed contacts be in? The complementarity problem of accelerations and forces,
//
//   xi = G l + b,      l = (l_N1, l_T1, l_N2, ...) forces,  xi likewise accelerations,  b those without forces
//
// each contact in one of the modes that its tangential velocity allows:
//   sliding (sign s)  open: l = 0, xi_N >= 0            slip: l_T = -s mu l_N, l_N >= 0, xi_N = 0
//   at rest           open, or stick: xi = 0, |l_T| <= mu_s l_N,
//                     or slip+-: l_T = -+mu l_N, l_N >= 0, xi_N = 0, +-xi_T >= 0
//   mu = 0            open, or frictionless: l_T = 0, l_N >= 0, xi_N = 0
// With one sliding contact this is 0 <= A l_N + b_N complementary to l_N >= 0, A = G_NN -+ mu G_NT: for A < 0
// Painleve's paradox, no mode (b_N < 0) or two (b_N > 0).
//
// The equations of the closed contacts may be dependent (a line contact, a wedge). Then forces are not unique;
// of a mode it is asked whether SOME forces inside all cones do it: a linear program finds those with the largest
// margin.
//
// Up to five contacts every combination of modes is tried, the nearest to the preferred ones first. For more: from the
// preferred modes, changing those whose conditions fail; then from the modes of a solution by Lemke's method, each
// contact at rest with the copositive form of solve.hpp, each sliding one with its one direction; then from the modes of one
// time step h -> 0, xi = G L + gamma + h b with impulses L, which has a solution wherever Coulomb's law has one (solve.hpp):
// impulses L = h l are those of modes, impulses that stay finite as h vanishes are a jump, and there are no modes.
//
// Slacks are measured over the acceleration scale a, forces over a / G_NN: a mode is feasible if its least slack is
// >= -tolerance.

#include <Eigen/Core>
#include <span>
#include <vector>

#include <ricochet/lcp/coulomb.hpp>
#include <ricochet/lcp/dense.hpp>
#include <ricochet/lcp/lemke.hpp>
#include <ricochet/lcp/simplex.hpp>
#include <ricochet/lcp/solve.hpp>

namespace ricochet {

/// Views: the caller keeps the arrays alive.
struct ModeProblem {
  Eigen::Ref<const Eigen::MatrixXd> G;          ///< 2n x 2n
  Eigen::Ref<const Eigen::VectorXd> b;          ///< 2n
  Eigen::Ref<const Eigen::VectorXd> mu;         ///< n, kinetic
  Eigen::Ref<const Eigen::VectorXd> mu_static;  ///< n, >= mu
  std::span<const signed char> sliding;  ///< n: +1, -1 sign of the tangential velocity, 0 at rest
  double scale = 1.0;                    ///< a, > 0
  double tolerance = 1e-9;

  Eigen::Index contacts() const { return mu.size(); }
};

/// Solutions whose accelerations differ by no more than this of the scale are one.
inline constexpr double kSameAcceleration = 1e-7;

/// The modes contact i may be in, the most ordinary first.
std::span<const Mode> allowed_modes(const ModeProblem& problem, Eigen::Index i);

/// The forces of given modes.
struct ModeForces {
  Eigen::VectorXd l;      ///< 2n
  Eigen::VectorXd xi;     ///< 2n
  double margin = 0.0;    ///< least slack
  bool singular = false;  ///< dependent equations: forces not unique
  bool possible = true;   ///< false: dependent equations that contradict each other
  /// Determinant of the equations over that of the same equations without friction: 1 where nothing slides, A / G_NN for
  /// one sliding contact. Negative: forces push the wrong way. (Where some depend: in the range of the equations without
  /// friction, which both map into itself.)
  double determinant = 1.0;
};

struct FeasibleModes {
  std::vector<Mode> modes;
  ModeForces forces;
};

struct ModeSearch {
  /// Nearest to the preferred modes first; several only if all were asked for. Told apart by xi.
  std::vector<FeasibleModes> solutions;
  bool complete = true;  ///< every combination of modes was tried, or a solution was found
};

class ModeSolver {
 public:
  /// Forces in these modes, by the equations alone; with dependent equations those of the largest margin.
  /// No allocation once grown.
  void forces(const ModeProblem& problem, std::span<const Mode> modes, ModeForces& out);
  /// The same without the determinant.
  void forces_alone(const ModeProblem& problem, std::span<const Mode> modes, ModeForces& out);

  /// Feasible modes, those that change the fewest contacts of `preferred` first. all: every one, else the first.
  ModeSearch search(const ModeProblem& problem, std::span<const Mode> preferred, bool all);

 private:
  void equations(const ModeProblem& problem, std::span<const Mode> modes);
  bool eliminate();
  void find_determinant(const ModeProblem& problem, ModeForces& out);
  double determinant(const ModeProblem& problem);
  double determinant_in_range(Eigen::Index rank);
  void back_substitute();
  void widest(const ModeProblem& problem, std::span<const Mode> modes, ModeForces& out);
  double slack(const ModeProblem& problem, std::span<const Mode> modes, const ModeForces& f) const;
  void visit(const ModeProblem& problem, std::span<const Mode> preferred, std::size_t contact,
             int changes, bool all, ModeSearch& out);
  void newton(const ModeProblem& problem, ModeSearch& out);
  bool by_lemke(const ModeProblem& problem, int attempt);
  bool by_step(const ModeProblem& problem);
  bool take(const ModeProblem& problem, ModeSearch& out);

  // Unknown c: the force of direction unknown_[c] with its friction; equation r: xi of direction unknown_[r].
  std::vector<Eigen::Index> unknown_;
  std::vector<double> coupling_;  ///< l_T / l_N that goes with the unknown
  Eigen::MatrixXd A_, LU_;
  Eigen::MatrixXd frictionless_, range_, image_;  ///< of determinant()
  Eigen::VectorXi pivots_;
  Eigen::VectorXd rhs_, x_, y_, diagonal_;
  std::vector<Eigen::Index> row_, col_;  ///< order of elimination
  Eigen::Index size_ = 0, rank_ = 0;
  double sign_ = 1.0;

  std::vector<Mode> trial_;
  ModeForces trial_forces_;
  long trials_ = 0;
  struct LemkeUnknown {
    Eigen::Index contact;
    double normal, tangential;  ///< of the force
    double sigma;               ///< 1: it is the sigma of its contact
  };
  std::vector<LemkeUnknown> lemke_unknown_;
  Eigen::MatrixXd lemke_M_;
  Eigen::VectorXd lemke_q_, lemke_z_;
  LemkeWorkspace lemke_;
  Eigen::VectorXd step_q_, step_mu_, step_L_;
  CoulombWorkspace step_;
  // The linear program of dependent equations: edges of the cones, equations, cost, point.
  Eigen::MatrixXd edges_, program_;
  Eigen::VectorXd program_rhs_, cost_, point_;
  Simplex simplex_;
};

}  // namespace ricochet
