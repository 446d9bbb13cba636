#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <optional>
#include <ricochet/files/errors.hpp>

#include "commands.hpp"
#include "lab/jobs.hpp"
#include "lab/server.hpp"
#include "pages.hpp"
#include "streams.hpp"

namespace ricochet::app {

namespace {

constexpr auto kLastJobs = std::chrono::milliseconds(500);  // how long jobs may go on after the end

/// Asks the desktop to show the page; where there is none, nothing happens.
void open_in_browser(const std::string& address) {
  const pid_t child = fork();
  if (child != 0) {
    if (child > 0) waitpid(child, nullptr, 0);  // it ends at once
    return;
  }
  if (fork() != 0) _exit(0);  // so that nobody has to wait for the browser
  setsid();
  const bool quiet = std::freopen("/dev/null", "w", stdout) != nullptr &&
                     std::freopen("/dev/null", "w", stderr) != nullptr;
  for (const char* opener : {"xdg-open", "sensible-browser", "open"}) {
    if (quiet) execlp(opener, opener, address.c_str(), static_cast<char*>(nullptr));
  }
  _exit(0);
}

}  // namespace

int run_lab(const LabOptions& options) {
  std::optional<std::string> page = lab_page();
  if (!page) throw IoError(no_pages);
  JobLimits limits;
  limits.time = std::chrono::seconds(options.job_time);
  limits.bytes = static_cast<std::size_t>(options.job_memory) << 20U;
  LabInterface interface(std::move(*page), page_shell().value_or(""), share_folder(), limits);
  LabServer server(interface, {.port = static_cast<unsigned short>(options.port)});
  const std::string address = fmt::format("http://127.0.0.1:{}/", server.port());
  write_data(address + "\n");
  talk(options.common, "The lab is open; Ctrl+C closes it.");
  if (options.open) open_in_browser(address);
  static_cast<void>(server.run());
  static_cast<void>(interface.end(kLastJobs));
  // Nothing is destroyed: work that cannot be stopped ends with the program, and what jobs have kept may take long to
  // give back.
  std::fflush(nullptr);
  _exit(0);
}

}  // namespace ricochet::app
