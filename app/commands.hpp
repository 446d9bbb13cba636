#pragma once
// The commands of the program: one struct of options and one function per command, each in a file of
// its own name. A run_ function returns the exit code of its command:
//
//   0  every law named has an answer (for `all`: at least one), the motion reached its end, every coefficient has a
//      value or a bound, or the file is valid
//   1  otherwise; the output is written, complete up to there
//
// Bad input and usage leave them as exceptions (InputError, IoError, UsageError: exit code 2).

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "scene_overrides.hpp"

namespace ricochet::app {

/// The command line asks for something impossible: what() reads `--option: what is wrong`.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What every command takes.
struct CommonOptions {
  bool quiet = false;  ///< nothing on stderr but errors
};

enum class Format : unsigned char { table, json, csv };

struct LawsOptions {
  CommonOptions common;
};
int run_laws(const LawsOptions& options);

struct ImpactOptions {
  CommonOptions common;
  std::string file;
  std::string laws = "all";  ///< `all`, or names separated by commas
  bool all_solutions = false;
  Format format = Format::table;
  std::optional<std::string> history;  ///< file for the process of `lzb`
  bool force = false;                  ///< that file may exist
};
int run_impact(const ImpactOptions& options);

struct SimulateOptions : SceneOverrides {
  CommonOptions common;
  std::string file;                          ///< scene
  std::optional<std::string> output;         ///< result file
  Format format = Format::table;             ///< table or json
  std::optional<std::string> continue_from;  ///< result file whose end is the start
  bool force = false;                        ///< the output may exist
};
int run_simulate(const SimulateOptions& options);

struct ExportOptions {
  CommonOptions common;
  std::string file;  ///< result file
  std::string table;
  std::optional<std::string> output;  ///< CSV file; else stdout
  bool force = false;
};
int run_export(const ExportOptions& options);

/// Studies of every kind.
struct StudyOptions {
  CommonOptions common;
  std::string kind;                   ///< map, sweep, ...
  std::string file;                   ///< study
  std::optional<std::string> output;  ///< result file
  std::optional<std::string> figure;  ///< picture, .svg or .png
  Format format = Format::table;
  std::optional<int> threads;  ///< else as many as there are
  bool force = false;
};
int run_study(const StudyOptions& options);

struct IdentifyOptions {
  CommonOptions common;
  std::string file;                   ///< study
  std::optional<std::string> output;  ///< result file
  Format format = Format::table;      ///< table or json
  bool force = false;                 ///< the output may exist
};
int run_identify(const IdentifyOptions& options);

struct ReportOptions {
  CommonOptions common;
  std::string file;    ///< result file
  std::string output;  ///< page
  bool force = false;  ///< the output may exist
};
int run_report(const ReportOptions& options);

struct LabOptions {
  CommonOptions common;
  int port = 0;          ///< 0: any that is free
  bool open = true;      ///< in the browser
  int job_time = 600;    ///< s, of a motion or study
  int job_memory = 256;  ///< MiB, of its results
};
int run_lab(const LabOptions& options);

struct CheckOptions {
  CommonOptions common;
  std::string file;
};
int run_check(const CheckOptions& options);
/// What a problem, scene or study was understood to be. Throws InputError, and IoError for a base that cannot be read.
std::string description_of(const std::string& text, const std::string& file);

}  // namespace ricochet::app
