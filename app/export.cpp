#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <ricochet/files/names.hpp>
#include <ricochet/files/new_text_file.hpp>
#include <ricochet/files/run_csv.hpp>

#include "commands.hpp"
#include "streams.hpp"

namespace ricochet::app {

namespace {

RunTable table_named(std::string_view name) {
  const auto* const it = std::find(std::begin(run_table_names), std::end(run_table_names), name);
  if (it == std::end(run_table_names)) {
    throw UsageError(fmt::format("--table: there is no table '{}', {}", name,
                                 allowed_names(name, run_table_names)));
  }
  return static_cast<RunTable>(it - std::begin(run_table_names));
}

}  // namespace

int run_export(const ExportOptions& options) {
  const RunTable table = table_named(options.table);
  const RunFile file(options.file);
  if (!options.output) {
    run_csv(file, table, write_data);
    return 0;
  }
  if (options.output->empty()) throw UsageError("-o: the name of the file is empty");
  NewTextFile out(*options.output, options.force);
  run_csv(file, table, [&](std::string_view text) { out.add(text); });
  out.finish();
  talk(options.common, fmt::format("wrote {} rows to {}", file.rows(table), *options.output));
  return 0;
}

}  // namespace ricochet::app
