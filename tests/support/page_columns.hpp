#pragma once
// Columns of a page, decoded by other means than they were encoded.

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <ricochet/files/page.hpp>

namespace ricochet::test {

/// The bytes of a base64 text.
inline std::string bytes_of(const std::string& text) {
  const auto value = [](char c) -> unsigned {
    if (c >= 'A' && c <= 'Z') return static_cast<unsigned>(c - 'A');
    if (c >= 'a' && c <= 'z') return static_cast<unsigned>(c - 'a') + 26U;
    if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0') + 52U;
    return c == '+' ? 62U : 63U;
  };
  std::string bytes;
  unsigned held = 0, bits = 0;
  for (const char c : text) {
    if (c == '=') break;
    held = held << 6U | value(c);
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes += static_cast<char>(held >> bits & 255U);
    }
  }
  return bytes;
}

/// The doubles that {"f64": k} or {"all": x, "rows": n} stands for.
inline std::vector<double> numbers_of(const nlohmann::ordered_json& ref,
                                      const PageColumns& columns) {
  if (ref.contains("all")) return std::vector<double>(ref["rows"], ref["all"].get<double>());
  const std::string bytes = bytes_of(columns.blocks().at(ref.at("f64").get<std::size_t>()));
  std::vector<double> numbers(bytes.size() / sizeof(double));
  if (!bytes.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
  return numbers;
}

}  // namespace ricochet::test
