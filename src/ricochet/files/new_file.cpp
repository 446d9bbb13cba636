#include <ricochet/files/new_file.hpp>

#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace ricochet {

namespace fs = std::filesystem;

std::string obstacle_to(const fs::path& file, bool force) {
  std::error_code error;
  if (fs::is_directory(file, error)) return fmt::format("{} is a folder", file.string());
  if (!fs::exists(file, error)) return {};
  if (!fs::is_regular_file(file, error)) {
    return fmt::format("{} is not a regular file", file.string());
  }
  return force ? std::string() : fmt::format("{} exists; --force replaces it", file.string());
}

std::string write_text_file(const fs::path& file, std::string_view text) {
  errno = 0;
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (out) return {};
  return errno != 0 ? std::generic_category().message(errno) : "the stream failed";
}

NewFile::NewFile(fs::path file)
    : file_(std::move(file)),
      temporary_(file_.parent_path() /
                 fmt::format(".{}.{}.tmp", file_.filename().string(), getpid())) {}

NewFile::NewFile(NewFile&& other) noexcept
    : file_(std::move(other.file_)), temporary_(std::exchange(other.temporary_, fs::path())) {}

NewFile::~NewFile() {
  std::error_code ignored;
  if (!temporary_.empty()) fs::remove(temporary_, ignored);
}

std::string NewFile::commit() {
  std::error_code error;
  fs::rename(temporary_, file_, error);
  if (error) return error.message();
  temporary_.clear();
  return {};
}

}  // namespace ricochet
