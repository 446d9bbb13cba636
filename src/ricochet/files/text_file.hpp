#pragma once
// Whole files as text.

#include <cstddef>
#include <string>

namespace ricochet {

/// The bytes of a file, at most `limit` + 1 of them, so that the caller sees one that is too long.
/// Throws IoError.
std::string read_text_file(const std::string& path, std::size_t limit);

}  // namespace ricochet
