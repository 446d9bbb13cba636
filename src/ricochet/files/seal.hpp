#pragma once
// A seal on a finished file: one line at its very end with the CRC-32 of all that comes before,
//
//   "ricochet crc32 8e1f0a2b\n"
//
// so that a file that was cut off, damaged or changed is known before anything in it is believed. The HDF5 library
// does not look beyond its own end of a file, so a sealed HDF5 file is still one.

#include <filesystem>
#include <string>

namespace ricochet {

/// Appends the seal. Says why it could not (empty: it could), without the path.
std::string seal_file(const std::filesystem::path& file);

/// Throws IoError if the file cannot be read, has no seal or a broken one.
void check_seal(const std::string& path);

}  // namespace ricochet
