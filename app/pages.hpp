#pragma once
// The pages (web/, built by npm): share/ricochet/web/page.html, the shell of reports, and lab.html.

#include <optional>
#include <string>

namespace ricochet::app {

/// What to do where the shell was not built.
inline constexpr const char* no_pages =
    "the pages are not built, for which Node.js (18 or newer) and npm are needed: install them "
    "(Debian: apt install nodejs npm) and call ./ricochet again";

/// share/ricochet beside the program's own folder: pages and examples. Empty if it cannot be said where that is.
std::string share_folder();

/// The text of the shell (of the page of the lab), or nothing if it was not built. Throws IoError if it cannot be read.
std::optional<std::string> page_shell();
std::optional<std::string> lab_page();

}  // namespace ricochet::app
