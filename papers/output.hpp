#pragma once
// Reproductions as files in a folder. Everything is written under temporary names first and renamed
// at the end, so a failure leaves nothing behind and never a half file.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <papers/site.hpp>

namespace ricochet::papers {

enum class WriteEnd : unsigned char {
  written,     ///< everything that was asked for
  no_figures,  ///< gnuplot is absent: everything else
  refused      ///< nothing: a file exists, or the folder cannot be written
};

struct WriteResult {
  WriteEnd end = WriteEnd::written;
  std::string message;             ///< empty when everything went well
  std::vector<std::string> files;  ///< names written, in order
};

/// What would refuse the output, found without computing anything: a folder that cannot be made or
/// written, or files that exist (without `force`). Empty if nothing does; leaves nothing behind.
/// `with_pages`: whether write() will be given a shell.
std::string obstacle(const std::vector<const Paper*>& papers, const std::filesystem::path& folder,
                     bool force, bool with_pages);

/// Writes PAPER-report.md, PAPER-TABLE.csv, PAPER-DATA.csv, PAPER-FIGURE.svg|png and, with the shell
/// of the pages (files/page.hpp), PAPER.html, and index.html for several papers. The folder is made if
/// needed; existing files are replaced only with `force`.
WriteResult write(const std::vector<NamedReproduction>& papers, const std::filesystem::path& folder,
                  bool force, const std::optional<std::string>& shell);

}  // namespace ricochet::papers
