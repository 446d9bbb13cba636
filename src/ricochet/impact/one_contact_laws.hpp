#pragma once
// The laws of one contact as ImpactLaw classes. Their physics is the inline function in the header of
// the same name (routh.hpp, brach.hpp, walton.hpp, stronge_compliant.hpp).

#include <array>

#include <ricochet/impact/law.hpp>

namespace ricochet {

/// routh-newton, routh-poisson, routh-stronge, brach, walton, stronge-compliant.
const std::array<const ImpactLaw*, 6>& one_contact_laws();

}  // namespace ricochet
