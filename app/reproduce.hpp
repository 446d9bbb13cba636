#pragma once
// `ricochet reproduce`: the papers, recomputed.
//
//   no paper      lists the papers on stdout
//   PAPER | all   prints the report on stdout; with an output folder also writes tables, data,
//                 figures and pages: one per paper, and index.html for all
//
// Exit code 0; 1 if gnuplot or the shell of the pages is absent (the rest is written). Throws
// UsageError for an unknown paper and IoError for files that exist (without force) or cannot be
// written: exit code 2, at once where it can be foreseen, and nothing is left behind.

#include <optional>
#include <string>

#include "commands.hpp"

namespace ricochet::app {

struct ReproduceOptions {
  CommonOptions common;
  std::string paper;                  ///< name, `all`, or empty
  std::optional<std::string> output;  ///< folder
  bool force = false;
};
int run_reproduce(const ReproduceOptions& options);

}  // namespace ricochet::app
