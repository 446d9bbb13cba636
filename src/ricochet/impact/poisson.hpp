#pragma once
// poisson: Poisson's law in two phases with Coulomb friction (Glocker & Pfeiffer 1995), any number of
// contacts.
//
//   compression   gC = gamma- + G C           0 <= C_N  complementary to  gC_N >= 0
//                                             -C_T in mu C_N Sgn(gC_T)
//   restitution   gamma+ = gC + G D           0 <= D_N - R C_N  complementary to  gamma+_N >= 0
//                                             -D_T in mu D_N Sgn(gamma+_T)
//   impulses      L = C + D
//
// R_i = kinetic coefficient of contact i. The restitution gives each contact at least the impulse R C_N,
// and more where it would otherwise end approaching: the guard against penetration.
//
// Both are Coulomb complementarity problems (lcp/coulomb.hpp). Of the second, D_N = R C_N + E_N: friction
// splits into a part held by E_N (an ordinary contact) and a part held by the known impulse R C_N. The
// latter is written as one more contact with the same tangent whose normal direction is a mass of its own
// that approaches so fast that its impulse is R C_N.
//
// No tangential restitution. Energy: cannot be gained without friction, with one contact, or with all R
// equal; with unequal R and friction it can (flagged).
//
// One contact of full rank: the restitution is unique. (At its floor gamma+_N >= 0 always: the compression has
// ended in stick, or slips on with a -+ mu d > 0. An answer above the floor would be one of the compression's
// problem from gC, where only zero impulse is.)
//
// Where the impulses of the compression are not unique the shortest inside the cone are taken; if gamma+
// depends on that choice, the status is one_of_many.

#include <algorithm>

#include <ricochet/impact/law.hpp>
#include <ricochet/impact/one_contact.hpp>
#include <ricochet/lcp/plane.hpp>

namespace ricochet {

/// The restitution of one contact after the compression (C_N, C_T), in closed form: at its floor, with the
/// friction that stops it or the most there is.
struct PoissonRestitution {
  double D_N, D_T;
};
inline PoissonRestitution poisson_restitution(const OneContact& c, double C_N, double C_T) {
  const double D_N = c.restitution * C_N;
  if (c.beta == 0.0 || c.mu == 0.0) {
    const double most = c.beta == 0.0 ? c.mu * D_N : 0.0;
    return {D_N, c.gT > 0.0 ? -most : c.gT < 0.0 ? most : 0.0};
  }
  const double gT = c.gT + c.delta * (C_N + D_N) + c.beta * C_T;
  return {D_N, std::clamp(-gT / c.beta, -c.mu * D_N, c.mu * D_N)};
}

/// c.restitution = R. Full rank; where alpha beta = delta^2 the class examines more.
inline OneContactResult poisson_one_contact(const OneContact& c) {
  const PlaneAnswer a = solve_plane(c.alpha, c.beta, c.delta, c.gN, c.gT, c.mu);
  OneContactResult r;
  r.status = status_of(a);
  if (a.answers == 0) return r;
  const PoissonRestitution d = poisson_restitution(c, a.L_N, a.L_T);
  r.L_N = a.L_N + d.D_N;
  r.L_T = a.L_T + d.D_T;
  r.mode = a.mode;
  r.impulses_unique = a.impulses_unique;
  if (r.status == Status::unique && c.singular()) r.status = Status::solved;
  return r;
}

class Poisson final : public ImpactLaw {
 public:
  const LawInfo& info() const noexcept override;
  std::string_view refusal(const ContactProblem& problem) const noexcept override;
  void resolve(const ContactProblem& problem, ImpactOutcome& out, Workspace& workspace,
               Ask ask = Ask::answer) const override;
};

}  // namespace ricochet
