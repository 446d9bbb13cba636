#pragma once
// All laws by name.

#include <span>
#include <string_view>

#include <ricochet/impact/law.hpp>
#include <ricochet/impact/workspace.hpp>

namespace ricochet {

/// Every law, in the order they are listed to users.
std::span<const ImpactLaw* const> all_laws();

/// The law of that name, or nullptr.
const ImpactLaw* find_law(std::string_view name);

}  // namespace ricochet
