#pragma once
// Help for mistyped names: what may have been meant, and what is allowed.

#include <span>
#include <string>
#include <string_view>

namespace ricochet {

/// The shortest name that starts with `typed`; else the nearest by edit distance (insert, delete,
/// replace, swap neighbours), or empty if none is near enough to be a plausible slip: at most a third of
/// the letters wrong, or half of them after a right first letter. Names are not empty.
std::string_view nearest_name(std::string_view typed, std::span<const std::string_view> names);

/// "did you mean 'moreau'? allowed: moreau, brach", without the question if nothing is near.
std::string allowed_names(std::string_view typed, std::span<const std::string_view> names);

}  // namespace ricochet
