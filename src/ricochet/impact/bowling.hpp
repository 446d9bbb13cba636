#pragma once
// bowling: indeterminate impact at several points with friction (Rodriguez & Bowling 2011), any number of
// contacts. gamma = (gN, gT) velocities, L = (L_N, L_T) impulses per contact; - before, + after.
//
//   constraints   c . (gamma+ - gamma-) = 0 for every c with W c = 0                          (6)
//   normal        gN+ = -e gN-                                                                (17)
//   impulses      L = G^+ (gamma+ - gamma-), G^+ the pseudo-inverse of G = W^T M^-1 W         (24)
//   tangential    the gT+ that (6) leaves free minimise
//                   |gT+ of the objective|^2 + sum_i (mu_s - mu_i)^2                          (27), (28)
//                   subject to |L_Ti| >= mu_i L_Ni and L_Ni >= 0                              (29), (30)
//                   mu_i = m_i + (mu_s - m_i) exp(-(|gT_i+| / v_s)^a)                         (33)
//                   m_i = min(mu_d, |L_Ti| / L_Ni where gT_i+ = 0)                            (32)
//   mu_s, mu_d static and kinetic friction; v_s, a and the objective: BowlingOptions.
//
// (29) is printed so, with >=, the reverse of Coulomb's law, and with <= the examples of the paper have no
// solution; it is kept. So L_T leaves the friction cone (warning cone_violated), and energy can be gained.
// What the paper leaves open is settled so:
// - As many tangential velocities enter the objective as are free. Which ones is a choice: those that were
//   fastest before the impact, unless the options name them. The answer depends on it (warning).
// - Contacts that do not act on each other are resolved apart. Where none approaches there is no impact,
//   zero impulse; else contacts with gN- <= 0 take part. One that opens (gN- > 0) does so only if it would
//   end approaching, and then ends with gN+ = 0 (warning restitution_ignored).
// - A contact without friction has no tangential impulse; its sliding is not constrained.
// - No tangential velocity is free: (6) and (17) decide, (29) is not asked.
// - Where (17) contradicts (6), or no point satisfies (29) and (30): no solution.
// One free velocity: the global minimum, proved (bowling_slip.hpp). Several: NLopt, status `solved`.
// Mode: stick if |gT+| <= v_s, else slip in the direction of gT+.
// Residual: largest violation of (17), of (29) and (30), of gamma+ = gamma- + G L with the tangential
// velocities that were found, and of no approach after the impact.

#include <ricochet/impact/bowling_reduce.hpp>
#include <ricochet/impact/law.hpp>
#include <ricochet/impact/options.hpp>

namespace ricochet {

struct BowlingWorkspace {
  std::vector<Eigen::Index> candidates;  ///< gN- <= 0, or would end approaching
  std::vector<Eigen::Index> contacts;    ///< of them, that take part
  std::vector<Eigen::Index> left;        ///< of these, not yet resolved
  BowlingReduction part;                 ///< contacts that act on each other
  std::vector<Eigen::Index> choices;     ///< contacts put into objectives by choice
  Eigen::VectorXd sliding;               ///< n, gT+ found
  Eigen::VectorXd friction;              ///< n, mu_i there; < 0 where (29) is not asked
  std::vector<Eigen::Index> other_part;  ///< contacts that have another answer,
  Eigen::VectorXd other_impulse;         ///< 2n, and their impulses in it
};

class Bowling final : public ImpactLaw {
 public:
  explicit Bowling(BowlingOptions options = {}) : options_(std::move(options)) {}
  const LawInfo& info() const noexcept override;
  std::string_view refusal(const ContactProblem& problem) const noexcept override;
  void resolve(const ContactProblem& problem, ImpactOutcome& out, Workspace& workspace,
               Ask ask = Ask::answer) const override;

 private:
  BowlingOptions options_;
};

}  // namespace ricochet
