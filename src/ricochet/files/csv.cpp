#include <ricochet/files/csv.hpp>

#include <fmt/format.h>

#include <cmath>

namespace ricochet {

std::string csv_text(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

std::string csv_number(double x) {
  return std::isfinite(x) ? fmt::format("{}", x == 0.0 ? 0.0 : x) : std::string();
}

}  // namespace ricochet
