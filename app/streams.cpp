#include "streams.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include <ricochet/files/errors.hpp>

namespace ricochet::app {

void write_data(std::string_view text) {
  errno = 0;
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!written || std::fflush(stdout) != 0) {
    throw IoError(fmt::format("standard output: cannot be written: {}", std::strerror(errno)));
  }
}

void talk(const CommonOptions& options, std::string_view line) {
  if (!options.quiet) fmt::print(stderr, "ricochet: {}\n", line);
}

}  // namespace ricochet::app
