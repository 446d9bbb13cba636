#pragma once
// Files that appear whole or not at all: filled under a temporary name in the same folder, then renamed.
// Everything here says why it failed in a string (empty: it did not), without the path.

#include <filesystem>
#include <string>
#include <string_view>

namespace ricochet {

/// What stands in the way of making `file`: something that is not a file, or, without `force`, one that
/// exists. With its path; empty if nothing does.
std::string obstacle_to(const std::filesystem::path& file, bool force);

/// Writes a file at once.
std::string write_text_file(const std::filesystem::path& file, std::string_view text);

/// A file in the making. Whoever fills it writes to temporary(); what was not committed goes again.
class NewFile {
 public:
  explicit NewFile(std::filesystem::path file);
  ~NewFile();
  NewFile(NewFile&& other) noexcept;
  NewFile(const NewFile&) = delete;
  NewFile& operator=(NewFile&&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  const std::filesystem::path& path() const { return file_; }
  const std::filesystem::path& temporary() const { return temporary_; }
  /// Gives the file its name, in place of any that has it.
  std::string commit();

 private:
  std::filesystem::path file_;
  std::filesystem::path temporary_;  // empty: nothing to remove
};

}  // namespace ricochet
