#pragma once
// Comparing the code shown in documents with the code that is compiled.

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

namespace ricochet::testing {

/// A file of the source tree.
inline std::string text_of(const std::string& path) {
  std::ifstream in(std::string(RICOCHET_SOURCE_DIR) + '/' + path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Without spaces and line breaks: layout is free.
inline std::string squeezed(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
  return text;
}

inline std::string between(const std::string& text, const std::string& begin,
                           const std::string& end) {
  const auto a = text.find(begin);
  const auto b = text.find(end, a + begin.size());
  EXPECT_NE(a, std::string::npos);
  EXPECT_NE(b, std::string::npos);
  return text.substr(a + begin.size(), b - a - begin.size());
}

}  // namespace ricochet::testing
