#pragma once
// The datasets of a result file: what docs/result-files.md describes, as data. The writer makes them, the reader
// demands them.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ricochet/contact/outcome.hpp>
#include <ricochet/system/system.hpp>

namespace ricochet {

struct DatasetLayout {
  std::string name;                  ///< inside its table
  std::vector<std::string> columns;  ///< their names
  std::vector<std::string> units;    ///< one per column, "" for pure numbers
  std::vector<std::string> names{};  ///< of the values 0, 1, ... if they are codes; else empty
  bool bytes = false;                ///< unsigned bytes, not doubles
  bool flat = false;                 ///< one column, stored without a second dimension
};

/// The tables of a run: groups of datasets with one row per sample, event, or one row.
enum class RunTable : unsigned char { samples, events, final };
inline constexpr std::string_view run_table_names[] = {"samples", "events", "final"};

/// The datasets of a table, in order. Of `system` only the names and units matter.
std::vector<DatasetLayout> layout_of(RunTable table, const SystemInfo& system);

/// Where it is in the file: "samples/q".
std::string path_in(RunTable table, const DatasetLayout& dataset);

/// The code of a contact's mode; modes that are not known have the code after the last.
constexpr std::uint8_t code_of(Mode mode) { return static_cast<std::uint8_t>(mode); }
inline constexpr std::uint8_t unknown_mode = code_of(Mode::frictionless) + 1;

}  // namespace ricochet
