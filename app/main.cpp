// The program: runs a command and turns what went wrong into a line on stderr and an exit code.

#include <csignal>
#include <cstdio>
#include <exception>
#include <ricochet/files/errors.hpp>

#include "command_line.hpp"
#include "commands.hpp"

namespace {

constexpr int bad_input = 2;
constexpr int internal_error = 3;

int complain(int code, const char* what, const char* prefix) {
  std::fprintf(stderr, "%s%s\n", prefix, what);  // unlike fmt::print, cannot throw
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  // A reader that hangs up is then an error of the write, not a silent end.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // likewise a file that has become too large
  try {
    return ricochet::app::parse_command_line(argc, argv)();
  } catch (const ricochet::InputError& error) {
    return complain(bad_input, error.what(), "");
  } catch (const ricochet::IoError& error) {
    return complain(bad_input, error.what(), "ricochet: ");
  } catch (const ricochet::app::UsageError& error) {
    return complain(bad_input, error.what(), "ricochet: ");
  } catch (const std::exception& error) {
    return complain(internal_error, error.what(), "ricochet: internal error: ");
  } catch (...) {
    return complain(internal_error, "unknown exception", "ricochet: internal error: ");
  }
}
