#pragma once
// A text file written piece by piece that appears whole or not at all.

#include <fstream>
#include <string>
#include <string_view>

#include <ricochet/files/new_file.hpp>

namespace ricochet {

/// Named at the end: without finish() nothing is left.
class NewTextFile {
 public:
  /// Throws IoError if `path` is taken (without `force`) or cannot be written.
  NewTextFile(const std::string& path, bool force);
  /// A failure of the disk is kept for finish().
  void add(std::string_view text);
  /// Throws IoError if not everything could be written.
  void finish();

 private:
  [[noreturn]] void fail(const std::string& why) const;

  NewFile file_;
  std::ofstream out_;
  int error_ = 0;  // errno of the first failure
};

}  // namespace ricochet
