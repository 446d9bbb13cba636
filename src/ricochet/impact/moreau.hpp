#pragma once
// moreau: Newton's law in inequality form with Coulomb friction, normal and tangential restitution
// (Moreau 1988; Glocker; Payr & Glocker 2005, eqs. 11-12), any number of contacts.
//
//   xi_N = gN+ + eps_N gN-,   xi_T = gT+ + eps_T gT-
//   0 <= L_N  complementary to  xi_N >= 0,      -L_T in mu L_N Sgn(xi_T)
//
// This is the Coulomb complementarity problem of lcp/coulomb.hpp with G the Delassus operator and
// q = ((1 + eps_N) gN-, (1 + eps_T) gT-); one contact is solved in closed form (lcp/plane.hpp).
// A contact that opens before the impact (gN- > 0) is given eps_N = 0: it must not end approaching.
// Where several answers exist: one contact follows the limit gN- -> 0- at gN- = 0 and stays without
// impulse at gN- > 0; several contacts give the answer the iteration from zero impulse finds.

#include <ricochet/impact/law.hpp>
#include <ricochet/impact/one_contact.hpp>
#include <ricochet/lcp/plane.hpp>

namespace ricochet {

/// c.restitution = eps_N, c.tangential = eps_T.
inline OneContactResult moreau_one_contact(const OneContact& c) {
  const double q_N = c.gN > 0.0 ? c.gN : (1.0 + c.restitution) * c.gN;
  const double q_T = (1.0 + c.tangential) * c.gT;
  const PlaneAnswer a = solve_plane(c.alpha, c.beta, c.delta, q_N, q_T, c.mu);
  OneContactResult r;
  r.L_N = a.L_N;
  r.L_T = a.L_T;
  r.mode = a.mode;
  r.status = status_of(a);
  r.impulses_unique = a.impulses_unique;
  r.other_L_N = a.other_L_N;
  r.other_L_T = a.other_L_T;
  return r;
}

/// The law for any number of contacts.
class Moreau final : public ImpactLaw {
 public:
  const LawInfo& info() const noexcept override;
  std::string_view refusal(const ContactProblem& problem) const noexcept override;
  void resolve(const ContactProblem& problem, ImpactOutcome& out, Workspace& workspace,
               Ask ask = Ask::answer) const override;
};

}  // namespace ricochet
