#include <ricochet/files/seal.hpp>

#include <fmt/format.h>

#include <boost/crc.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include <ricochet/files/errors.hpp>

namespace ricochet {

namespace {

constexpr std::size_t seal_length = 24;

std::string seal_of(const boost::crc_32_type& sum) {
  return fmt::format("ricochet crc32 {:08x}\n", sum.checksum());
}

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

// The seal the file should have, computed from all but its last `rest` bytes, and those bytes. False, with errno,
// if the file cannot be read.
bool look_through(const std::filesystem::path& path, std::size_t rest, std::string& computed,
                  std::string& tail) {
  errno = 0;
  const File file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) return false;
  boost::crc_32_type sum;
  char block[1 << 16];
  tail.clear();
  while (const std::size_t count = std::fread(block, 1, sizeof block, file.get())) {
    tail.append(block, count);
    if (tail.size() <= rest) continue;
    sum.process_bytes(tail.data(), tail.size() - rest);
    tail.erase(0, tail.size() - rest);
  }
  computed = seal_of(sum);
  return std::ferror(file.get()) == 0;
}

}  // namespace

std::string seal_file(const std::filesystem::path& path) {
  std::string seal;
  std::string nothing;
  if (!look_through(path, 0, seal, nothing)) return std::strerror(errno);
  errno = 0;
  File file(std::fopen(path.c_str(), "ab"), &std::fclose);
  const bool written = file &&
                       std::fwrite(seal.data(), 1, seal.size(), file.get()) == seal.size() &&
                       std::fflush(file.get()) == 0;
  if (!written || std::fclose(file.release()) != 0) return std::strerror(errno);
  return {};
}

void check_seal(const std::string& path) {
  std::string computed;
  std::string found;
  const auto fail = [&](const char* why) {
    throw IoError(fmt::format("{}: cannot be read: {}", path, why));
  };
  if (!look_through(path, seal_length, computed, found)) fail(std::strerror(errno));
  if (!found.starts_with("ricochet crc32 ") || !found.ends_with('\n')) {
    fail("it is not a complete result file of ricochet");
  }
  if (found != computed) fail("it was damaged or changed after it was written");
}

}  // namespace ricochet
