#include "pages.hpp"

#include <filesystem>
#include <ricochet/files/text_file.hpp>
#include <system_error>

namespace ricochet::app {

std::optional<std::string> page_shell() {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) return std::nullopt;
  const fs::path shell = program.parent_path().parent_path() / "share/ricochet/web/page.html";
  if (!fs::exists(shell, error)) return std::nullopt;
  return read_text_file(shell.string(), std::size_t{64} << 20U);
}

}  // namespace ricochet::app
