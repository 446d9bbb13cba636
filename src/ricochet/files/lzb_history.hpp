#pragma once
// The process of an `lzb` impact as a CSV file: one row per sample, each contact with columns of its own.
//
//   time [s], primary_impulse [N s], primary_contact, and per contact NAME
//   NAME.energy [J], NAME.normal_impulse [N s], NAME.tangential_impulse [N s],
//   NAME.normal_velocity [m/s], NAME.tangential_velocity [m/s], NAME.mode, NAME.stage
//
// Numbers read back to the same bits (-0 is written 0).

#include <string>
#include <vector>

#include <ricochet/files/new_text_file.hpp>
#include <ricochet/impact/lzb.hpp>

namespace ricochet {

/// The line of column names, and that of a sample.
std::string lzb_history_header(const std::vector<std::string>& contact_names);
std::string lzb_history_row(const std::vector<std::string>& contact_names, const LzbSample& sample);

/// Such a file, written as the impact goes on and named at the end: without finish() nothing is left.
class LzbHistory {
 public:
  /// Throws IoError if `path` is taken (without `force`) or cannot be written.
  LzbHistory(const std::string& path, bool force, std::vector<std::string> contact_names);
  /// Adds a row. A failure of the disk is kept for finish().
  void add(const LzbSample& sample) { file_.add(lzb_history_row(names_, sample)); }
  /// Throws IoError if not everything could be written.
  void finish() { file_.finish(); }

 private:
  std::vector<std::string> names_;
  NewTextFile file_;
};

}  // namespace ricochet
