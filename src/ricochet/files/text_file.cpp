#include <ricochet/files/text_file.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include <ricochet/files/errors.hpp>

namespace ricochet {

std::string read_text_file(const std::string& path, std::size_t limit) {
  const auto fail = [&] {
    throw IoError(fmt::format("{}: cannot be read: {}", path, std::strerror(errno)));
  };
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                             &std::fclose);
  if (!file) fail();
  std::string text;
  char block[1 << 16];
  while (text.size() <= limit) {
    const std::size_t count = std::fread(block, 1, sizeof block, file.get());
    if (count == 0) break;
    text.append(block, count);
  }
  if (std::ferror(file.get()) != 0) fail();
  if (text.size() > limit) text.resize(limit + 1);
  return text;
}

}  // namespace ricochet
