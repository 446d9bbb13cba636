#pragma once
// lzb: multiple impact with friction (Liu, Zhao & Brogliato 2008; with friction Liu, Zhang, Zhao &
// Brogliato 2013, eqs. 2.23-2.34), any number of contacts.
//
// During the impact every contact i is a spring that stores energy and gives back the share e_i^2 of it:
//   F_i = k_i x_i^a_i,   E_i = k_i x_i^(a_i + 1) / (a_i + 1)
//   M u' = W_N F + W_T F_T,          gamma = W^T u
//   x_i' = -gN_i            in compression (gN_i <= 0)
//   x_i' = -gN_i / e_i^2    in expansion   (gN_i >  0)
// (x in m, k in N/m^a, F in N, E in J, gamma in m/s) so that the work of each expansion is e_i^2 times the
// energy it releases. Friction is Coulomb's:
//   slip   F_Ti = -mu_k F_i sgn(gT_i),       stick   gT_i = 0, |F_Ti| <= mu_s F_i.
// The positions are frozen. Contacts at rest (gN- = 0) and contacts that part and meet again take part. The
// impact is over when every x_i = 0 and no contact approaches, or when springs that friction and geometry wedge
// against each other have come to rest in balance (warning `locked`; what they store counts as lost). e_i = 0: at the end of its compression the
// energy vanishes at once and the contact is a rigid inelastic one for the rest of the impact.
//
// This is the law's impulsive form dE_i = -gN_i dP_i / eta_i, dP_i / dP_j = F_i / F_j, in the time
// dt = dP_j / F_j: there E_i = 0 is not a Lipschitz point and contacts at rest are never loaded by a
// straightforward code; in x the start is regular. Only ratios of the stiffnesses matter if all exponents
// are equal, and the result is then linear in the velocities.
//
// Method: lzb_process.hpp, adaptive, error set by LzbOptions::tolerance; or explicit Euler in the primary
// impulse, for comparison. Status: `unique` where the differential equations have one solution (mu_s = mu_k,
// a >= 1, no contact turned rigid), else `solved`. Friction of a group of contacts that stick with one
// common velocity is determined only in sum: the shortest impulses inside the cones are given.

#include <span>

#include <ricochet/impact/law.hpp>
#include <ricochet/impact/options.hpp>
#include <ricochet/ode/function_ref.hpp>

namespace ricochet {

/// One instant of the impact.
struct LzbSample {
  double time = 0.0;                ///< s
  double primary_impulse = 0.0;     ///< N s, of the contact with the most energy at each instant
  Eigen::Index primary = 0;         ///< that contact
  std::span<const double> energy;   ///< n, J, stored in the contacts
  std::span<const double> impulse;  ///< 2n, N s, so far
  std::span<const double> gamma;    ///< 2n, contact velocities now
  std::span<const Mode> modes;      ///< n
  std::span<const Stage> stages;    ///< n
};

class Lzb final : public ImpactLaw {
 public:
  explicit Lzb(const LzbOptions& options = {}) : options_(options) {}
  const LzbOptions& options() const { return options_; }
  const LawInfo& info() const noexcept override;
  std::string_view refusal(const ContactProblem& problem) const noexcept override;
  void resolve(const ContactProblem& problem, ImpactOutcome& out, Workspace& workspace,
               Ask ask = Ask::answer) const override;

  /// The same, with a sample at the beginning and after every step.
  void resolve_with_history(const ContactProblem& problem, ImpactOutcome& out, Workspace& workspace,
                            FunctionRef<void(const LzbSample&)> record) const;

 private:
  using Record = FunctionRef<void(const LzbSample&)>;
  void run(const ContactProblem& problem, ImpactOutcome& out, Workspace& workspace,
           const Record* record) const;
  LzbOptions options_;
};

}  // namespace ricochet
