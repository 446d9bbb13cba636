#pragma once
// The shell of the pages (web/, built by npm): share/ricochet/web/page.html beside the program's own folder.

#include <optional>
#include <string>

namespace ricochet::app {

/// What to do where the shell was not built.
inline constexpr const char* no_pages =
    "the pages are not built, for which Node.js (18 or newer) and npm are needed: install them "
    "(Debian: apt install nodejs npm) and call ./ricochet again";

/// The text of the shell, or nothing if it was not built. Throws IoError if it cannot be read.
std::optional<std::string> page_shell();

}  // namespace ricochet::app
