#pragma once
// The key `laws` of a problem file: what the user chooses about a law, beyond the parameters of the
// contacts. docs/problem-files.md lists the options with their ranges and defaults.
//
//   laws: {lzb: {tolerance: 1e-8}, bowling: {objective: [left, right]}}

#include <string>
#include <string_view>
#include <vector>

#include <ricochet/files/value.hpp>
#include <ricochet/impact/options.hpp>

namespace ricochet {

/// The options in `laws`, the value of that key; contacts go by `contact_names`. Throws InputError.
LawOptions read_law_options(const Value& laws, const std::vector<std::string>& contact_names);

/// The options that the law of that name works with, defaults included, as one line of JSON that may be
/// written under `laws` to get the same law; those its method does not use, and an objective left to the
/// law, are not among them. Empty for a law without options.
std::string law_options_json(std::string_view law, const LawOptions& options,
                             const std::vector<std::string>& contact_names);

}  // namespace ricochet
