#pragma once
// An impact law: a small class that owns its physics. Solvers, simulators and front ends never ask
// which law they have.

#include <string_view>

#include <ricochet/contact/outcome.hpp>
#include <ricochet/contact/problem.hpp>

namespace ricochet {

/// What a law promises about every answer it gives; tests test exactly these.
struct LawClaims {
  bool dissipative = false;  ///< D >= 0 for every admissible parameter
  bool inside_cone = false;  ///< |L_T| <= mu L_N at every contact
  bool unique = false;  ///< for one approaching contact (gN- < 0) of full rank: exactly one answer
};

struct LawInfo {
  std::string_view name;          ///< as on the command line
  std::string_view summary;       ///< one line
  std::string_view contacts;      ///< "one" or "any", with a condition
  std::string_view coefficients;  ///< what it reads from the contact
  std::string_view reference;
  LawClaims claims;
};

/// Why every law refuses parameters that nothing can have.
inline constexpr std::string_view kImpossible =
    "needs friction >= 0 and coefficients of restitution in [0, 1]";

/// What the caller wants to know beyond one answer.
enum class Ask : unsigned char {
  answer,     ///< one solution
  uniqueness  ///< also enumerate all solutions (out.solutions) and prove the status
};

/// Buffers a law needs; owned by the caller, reused without allocation once grown.
struct Workspace;

class ImpactLaw {
 public:
  virtual ~ImpactLaw() = default;
  virtual const LawInfo& info() const noexcept = 0;
  /// Why this problem cannot be treated; empty if it can.
  virtual std::string_view refusal(const ContactProblem& problem) const noexcept = 0;
  /// Resolves the impact. Never throws for physical reasons: refusal, non-existence, overflow are
  /// statuses of the outcome.
  virtual void resolve(const ContactProblem& problem, ImpactOutcome& out, Workspace& workspace,
                       Ask ask = Ask::answer) const = 0;
};

// How every law begins and ends.

/// Clears the outcome. False if there is nothing to resolve: the law refuses, or the data are not finite;
/// the outcome then says so.
[[nodiscard]] bool begin(const ImpactLaw& law, const ContactProblem& problem, ImpactOutcome& out);

/// For laws that know kinetic friction only: a warning at every contact whose static friction differs.
void warn_static_friction(const ContactProblem& problem, ImpactOutcome& out);

/// An answer whose residual is above the limit is none: not_converged.
void certify(ImpactOutcome& out, double limit = 1e-8);

}  // namespace ricochet
