#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <ricochet/files/errors.hpp>

#include "commands.hpp"
#include "lab/server.hpp"
#include "pages.hpp"
#include "streams.hpp"

namespace ricochet::app {

namespace {

/// Asks the desktop to show the page; where there is none, nothing happens.
void open_in_browser(const std::string& address) {
  if (fork() != 0) return;
  if (fork() != 0) _exit(0);  // not our child: nobody has to wait for it
  setsid();
  for (const char* opener : {"xdg-open", "sensible-browser", "open"}) {
    if (std::freopen("/dev/null", "w", stdout) == nullptr) break;
    if (std::freopen("/dev/null", "w", stderr) == nullptr) break;
    execlp(opener, opener, address.c_str(), static_cast<char*>(nullptr));
  }
  _exit(0);
}

}  // namespace

int run_lab(const LabOptions& options) {
  std::optional<std::string> page = lab_page();
  if (!page) throw IoError(no_pages);
  const LabInterface interface(std::move(*page), share_folder());
  LabServer server(interface, {.port = static_cast<unsigned short>(options.port)});
  const std::string address = fmt::format("http://127.0.0.1:{}/", server.port());
  write_data(address + "\n");
  talk(options.common, "The lab is open; Ctrl+C closes it.");
  if (options.open) open_in_browser(address);
  if (!server.run()) _exit(0);  // work that cannot be stopped ends with the program
  return 0;
}

}  // namespace ricochet::app
