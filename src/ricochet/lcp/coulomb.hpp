#pragma once
// The planar Coulomb complementarity problem, in matrices only.
//
//   xi = G L + q,      L = (L_N1, L_T1, L_N2, L_T2, ...),  xi likewise
//   0 <= L_Ni  complementary to  xi_Ni >= 0
//   -L_Ti in mu_i L_Ni Sgn(xi_Ti):   xi_Ti > 0 -> L_Ti = -mu_i L_Ni
//                                    xi_Ti < 0 -> L_Ti = +mu_i L_Ni
//                                    xi_Ti = 0 -> |L_Ti| <= mu_i L_Ni
//
// G is symmetric and positive semidefinite (a Delassus operator), of any rank. The law `moreau` poses
// it with q = ((1 + eps_N) gamma_N-, (1 + eps_T) gamma_T-), xi = gamma+ + eps gamma- (Payr & Glocker
// 2005, eqs. 11-12); other laws pose it with other q.
//
// With friction the problem may have one, several, infinitely many or no solutions. Solutions are
// told apart by xi (which is u+ seen from the contacts); impulses that differ at equal xi are one
// solution whose impulses are not unique.

#include <Eigen/Core>
#include <string_view>
#include <vector>

namespace ricochet {

/// State of a contact, by the branch of the law its impulse is on (Payr & Glocker: about the impulse).
enum class Mode : unsigned char {
  open,         ///< L_N = 0, xi_N >= 0
  slip_plus,    ///< L_T = -mu L_N, xi_N = 0, xi_T >= 0 ("forward slip")
  slip_minus,   ///< L_T = +mu L_N, xi_N = 0, xi_T <= 0 ("backward slip")
  stick,        ///< |L_T| < mu L_N, xi_N = 0, xi_T = 0
  frictionless  ///< mu = 0: L_T = 0, L_N > 0, xi_N = 0
};

std::string_view to_string(Mode mode);

/// The data of one problem. Views: the caller keeps the arrays alive.
struct CoulombProblem {
  Eigen::Ref<const Eigen::MatrixXd> G;   ///< 2n x 2n
  Eigen::Ref<const Eigen::VectorXd> q;   ///< 2n
  Eigen::Ref<const Eigen::VectorXd> mu;  ///< n, >= 0

  Eigen::Index contacts() const { return mu.size(); }
};

/// Scales that make velocities and impulses comparable: v = largest |q|, impulse = v / mean diagonal
/// of G. Both are 1 when the data are zero.
struct CoulombScale {
  double velocity = 1.0;
  double impulse = 1.0;
};
CoulombScale scale_of(const CoulombProblem& problem);

/// Largest violation of the conditions above by L, with xi = G L + q formed from L: velocities over
/// scale.velocity, impulses over scale.impulse, by the natural map (a condition a >= 0, b >= 0, ab = 0
/// counts as |min(a, b)|; friction as |L_T - clamp(L_T - xi_T, -mu L_N, mu L_N)|).
/// NaN if L is not finite.
double coulomb_residual(const CoulombProblem& problem, const CoulombScale& scale,
                        const Eigen::Ref<const Eigen::VectorXd>& L,
                        const Eigen::Ref<const Eigen::VectorXd>& xi);

/// How far rounding L to double precision alone can move the residual: 4 eps max_i sum_j |G_ij L_j| over
/// scale.velocity. Above 1e-12 only where impulses are thousands of times the scale (a narrow wedge).
double rounding_of(const CoulombProblem& problem, const CoulombScale& scale,
                   const Eigen::Ref<const Eigen::VectorXd>& L);

/// The mode each contact's impulse is in.
void modes_of(const CoulombProblem& problem, const CoulombScale& scale,
              const Eigen::Ref<const Eigen::VectorXd>& L, std::vector<Mode>& modes);

}  // namespace ricochet
