#pragma once
// Fields of CSV files (RFC 4180).

#include <string>
#include <string_view>

namespace ricochet {

/// Text, in quotes only where they are needed.
std::string csv_text(std::string_view text);

/// The shortest text that reads back to the same number (-0 is 0); nothing for what is not finite.
std::string csv_number(double x);

}  // namespace ricochet
