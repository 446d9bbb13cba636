#pragma once
// The page of a motion: what web/src/run shows. All numbers are those of the result file; the picture is placed by the
// system that its scene describes (system/sketch.hpp).
//
// Of a long motion some samples are left out (files/thinning.hpp), never those at an event: up to `most_rows` stay, and
// those at events. The document says how many there are and how far a line through them may be from the rest.

#include <cstddef>

#include <nlohmann/json_fwd.hpp>

#include <ricochet/files/page.hpp>
#include <ricochet/files/run_data.hpp>

namespace ricochet {

inline constexpr std::size_t rows_of_run_page = 10000;

/// The document; its columns are added to `columns`. Throws IoError for numbers that no run writes.
nlohmann::ordered_json run_page(const RunData& file, PageColumns& columns,
                                std::size_t most_rows = rows_of_run_page);

}  // namespace ricochet
