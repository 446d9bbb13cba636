#pragma once
// A table of a result file as CSV: a first row `NAME [unit]`, then a row per sample or event. Numbers read back to
// the same bits (-0 is written 0), codes are written by name.

#include <functional>
#include <string_view>

#include <ricochet/files/run_data.hpp>

namespace ricochet {

/// Hands the text to `write` piece by piece, some thousand rows at a time.
void run_csv(const RunData& file, RunTable table,
             const std::function<void(std::string_view)>& write);

}  // namespace ricochet
