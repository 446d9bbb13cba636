#pragma once
// The two streams of the program: stdout carries data, stderr carries talk.

#include <string_view>

#include "commands.hpp"

namespace ricochet::app {

/// Writes data to stdout and makes sure they arrived. Throws IoError (closed pipe, full disk).
void write_data(std::string_view text);

/// A line on stderr, after the program's name, unless the user wants quiet.
void talk(const CommonOptions& options, std::string_view line);

}  // namespace ricochet::app
