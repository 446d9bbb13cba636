#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <ricochet/files/names.hpp>
#include <ricochet/files/new_text_file.hpp>
#include <ricochet/files/run_csv.hpp>
#include <ricochet/files/run_file.hpp>
#include <ricochet/files/study_result.hpp>

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

StudyTable study_table(const std::string& path, const std::string& name) {
  const StudyFile file(path);
  const std::vector<std::string>& tables = file.tables();
  if (std::find(tables.begin(), tables.end(), name) == tables.end()) {
    throw UsageError(fmt::format(
        "--table: there is no table '{}', {}", name,
        allowed_names(name, std::vector<std::string_view>(tables.begin(), tables.end()))));
  }
  return file.table(name);
}

int export_study(const ExportOptions& options) {
  const StudyTable table = study_table(options.file, options.table);
  if (!options.output) {
    write_data(table_csv(table));
    return 0;
  }
  NewTextFile out(*options.output, options.force);
  out.add(table_csv(table));
  out.finish();
  talk(options.common, fmt::format("wrote {} rows to {}", table.rows(), *options.output));
  return 0;
}

}  // namespace

int run_export(const ExportOptions& options) {
  if (options.output && options.output->empty()) {
    throw UsageError("-o: the name of the file is empty");
  }
  if (result_kind(options.file) != "simulate") return export_study(options);
  const RunTable table = table_named(options.table);
  const RunFile file(options.file);
  if (!options.output) {
    run_csv(file, table, write_data);
    return 0;
  }
  NewTextFile out(*options.output, options.force);
  run_csv(file, table, [&](std::string_view text) { out.add(text); });
  out.finish();
  talk(options.common, fmt::format("wrote {} rows to {}", file.rows(table), *options.output));
  return 0;
}

}  // namespace ricochet::app
