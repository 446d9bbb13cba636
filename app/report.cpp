#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <ricochet/files/errors.hpp>
#include <ricochet/files/file_kind.hpp>
#include <ricochet/files/impact_page.hpp>
#include <ricochet/files/new_text_file.hpp>
#include <ricochet/files/page.hpp>
#include <ricochet/files/run_file.hpp>
#include <ricochet/files/run_page.hpp>
#include <ricochet/files/study_page.hpp>
#include <ricochet/files/study_result.hpp>
#include <ricochet/files/text_file.hpp>
#include <ricochet/files/yaml.hpp>

#include "commands.hpp"
#include "pages.hpp"
#include "streams.hpp"

namespace ricochet::app {

namespace {

// By the first bytes, or by the name: a result file that was cut to nothing is still no problem file.
bool is_result(const std::string& path) {
  constexpr std::string_view signature = "\x89HDF\r\n\x1a\n";
  std::array<char, 8> start{};
  std::ifstream file(path, std::ios::binary);
  file.read(start.data(), start.size());
  return std::string_view(start.data(), start.size()) == signature ||
         std::filesystem::path(path).extension() == ".h5";
}

nlohmann::ordered_json document_of(const std::string& path, PageColumns& columns) {
  if (is_result(path)) {
    if (result_kind(path) == "simulate") return run_page(RunFile(path), columns);
    return study_page(StudyFile(path), columns);
  }
  const std::string text = read_text_file(path, yaml_size_limit);
  std::string command;
  switch (file_kind(text, path)) {
    case FileKind::problem: return impact_page(text, path);
    case FileKind::scene: command = "simulate"; break;
    case FileKind::study: command = study_kind(text, path); break;
  }
  throw IoError(
      fmt::format("{}: this has no result yet: `ricochet {} {} -o FILE.h5` makes one to "
                  "report on",
                  path, command, path));
}

}  // namespace

int run_report(const ReportOptions& options) {
  if (options.output.empty()) throw UsageError("-o: the name of the file is empty");
  const std::optional<std::string> shell = page_shell();
  if (!shell) throw IoError(no_pages);
  std::error_code ignored;
  if (std::filesystem::equivalent(options.file, options.output, ignored)) {
    throw UsageError(fmt::format("-o: {} is the file to report on", options.output));
  }
  NewTextFile out(options.output, options.force);  // before the work
  PageColumns columns;
  const nlohmann::ordered_json document = document_of(options.file, columns);
  const std::string page = page_html(*shell, document, columns);
  out.add(page);
  out.finish();
  talk(options.common, fmt::format("wrote {} ({:.1f} MB)", options.output,
                                   static_cast<double>(page.size()) * 1e-6));
  return 0;
}

}  // namespace ricochet::app
