#pragma once
// Many one-contact impacts at once, by the closed-form laws: arrays in, arrays out, no allocation. Each
// entry is exactly what the law gives for it alone: the same inline functions are called.

#include <cstddef>
#include <span>
#include <string_view>

#include <ricochet/contact/outcome.hpp>

namespace ricochet {

/// The impacts, one per index (see impact/one_contact.hpp for the letters). All spans have the length
/// of gN; the last three may be empty where the law does not use them.
struct BatchProblems {
  std::span<const double> alpha, beta, delta, gN, gT;
  std::span<const double> mu;
  std::span<const double> restitution;      ///< in the sense of the law
  std::span<const double> tangential;       ///< eps_T of `moreau`, `walton`; empty: 0
  std::span<const double> impulse_ratio;    ///< L_T / L_N of `brach`; empty: Coulomb friction
  std::span<const double> stiffness_ratio;  ///< k / k_T of `stronge-compliant`
};

/// The answers. An entry without one (status tells) has impulses 0.
struct BatchAnswers {
  std::span<double> L_N, L_T;
  std::span<Status> status;
};

/// False, with nothing written, if the law has no batch form, a span has the wrong length, or one the
/// law needs is empty. Entries for which `walton` does not apply get Status::not_applicable.
[[nodiscard]] bool resolve_batch(std::string_view law, const BatchProblems& problems,
                                 const BatchAnswers& answers);

}  // namespace ricochet
