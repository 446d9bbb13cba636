#pragma once
// From the words of the command line to the command to run.

#include <functional>

namespace ricochet::app {

/// The command asked for, ready to run; it returns the exit code. Help and version are commands too.
/// Throws UsageError.
std::function<int()> parse_command_line(int argc, const char* const* argv);

}  // namespace ricochet::app
