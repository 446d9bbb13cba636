#include "pages.hpp"

#include <filesystem>
#include <ricochet/files/text_file.hpp>
#include <system_error>

namespace ricochet::app {

namespace {

namespace fs = std::filesystem;

std::optional<std::string> built(const char* name) {
  const fs::path page = fs::path(share_folder()) / "web" / name;
  std::error_code error;
  if (!fs::exists(page, error)) return std::nullopt;
  return read_text_file(page.string(), std::size_t{64} << 20U);
}

}  // namespace

std::string share_folder() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) return {};
  return (program.parent_path().parent_path() / "share/ricochet").string();
}

std::optional<std::string> page_shell() { return built("page.html"); }

std::optional<std::string> lab_page() { return built("lab.html"); }

}  // namespace ricochet::app
