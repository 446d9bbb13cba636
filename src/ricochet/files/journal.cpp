#include <ricochet/files/journal.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <bit>
#include <boost/crc.hpp>
#include <cerrno>
#include <cstring>
#include <vector>

#include <ricochet/files/errors.hpp>

namespace ricochet {

static_assert(std::endian::native == std::endian::little, "journals are little-endian");

namespace {

constexpr std::string_view kMagic = "ricochet journal 1\n";
constexpr std::size_t kHead = 12;  // index and length
constexpr std::size_t kSum = 4;

std::uint32_t crc(const char* data, std::size_t size) {
  boost::crc_32_type sum;
  sum.process_bytes(data, size);
  return sum.checksum();
}

template <class Number>
void append(std::string& bytes, Number number) {
  char raw[sizeof number];
  std::memcpy(raw, &number, sizeof number);
  bytes.append(raw, sizeof number);
}

template <class Number>
Number number_at(const char* data) {
  Number number;
  std::memcpy(&number, data, sizeof number);
  return number;
}

[[noreturn]] void fail(const std::filesystem::path& path, std::string_view what) {
  throw IoError(fmt::format("{}: cannot be {}: {}", path.string(), what, std::strerror(errno)));
}

}  // namespace

Journal::Journal(const std::filesystem::path& path, std::uint64_t hash, bool replace,
                 const Record& record)
    : path_(path), synced_(std::chrono::steady_clock::now()) {
  file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file_ < 0) fail(path_, "opened");
  try {
    if (::flock(file_, LOCK_EX | LOCK_NB) != 0) {
      throw IoError(fmt::format("{}: another run is writing this journal", path_.string()));
    }
    read(hash, replace, record);
  } catch (...) {
    ::close(file_);
    throw;
  }
}

Journal::~Journal() {
  if (file_ >= 0) ::close(file_);
}

void Journal::begin(std::string_view head) {
  if (::ftruncate(file_, 0) != 0 || ::lseek(file_, 0, SEEK_SET) < 0) fail(path_, "written");
  try {
    write(head);
  } catch (const IoError&) {  // nothing is left behind where nothing can be kept
    ::unlink(path_.c_str());
    throw;
  }
}

void Journal::read(std::uint64_t hash, bool replace, const Record& record) {
  std::string head(kMagic);
  append(head, hash);
  std::string bytes;
  char block[1 << 16];
  ssize_t count = 0;
  while ((count = ::read(file_, block, sizeof block)) > 0) {
    bytes.append(block, static_cast<std::size_t>(count));
  }
  if (count < 0) fail(path_, "read");
  // Cut off inside the header, nothing was finished yet.
  if (bytes.size() < head.size() && head.starts_with(bytes)) return begin(head);
  if (!bytes.starts_with(head)) {
    if (replace) return begin(head);
    throw IoError(
        fmt::format("{}: this is the journal of another study, base or version; remove it, or "
                    "begin anew with --force",
                    path_.string()));
  }
  std::size_t at = head.size();
  std::vector<double> payload;
  while (at + kHead + kSum <= bytes.size()) {
    const char* start = bytes.data() + at;
    const auto length = std::size_t{number_at<std::uint32_t>(start + 8)};
    if (length % sizeof(double) != 0 || at + kHead + length + kSum > bytes.size()) break;
    if (number_at<std::uint32_t>(start + kHead + length) != crc(start, kHead + length)) break;
    payload.resize(length / sizeof(double));
    if (length > 0) std::memcpy(payload.data(), start + kHead, length);
    record(number_at<std::uint64_t>(start), payload);
    at += kHead + length + kSum;
  }
  const auto good = static_cast<off_t>(at);
  if (::ftruncate(file_, good) != 0 || ::lseek(file_, good, SEEK_SET) < 0) fail(path_, "written");
}

void Journal::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file_, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(path_, "written");
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

void Journal::add(std::uint64_t index, std::span<const double> payload) {
  buffer_.clear();
  append(buffer_, index);
  append(buffer_, static_cast<std::uint32_t>(payload.size_bytes()));
  for (const double number : payload) append(buffer_, number);
  append(buffer_, crc(buffer_.data(), buffer_.size()));
  write(buffer_);
  const auto now = std::chrono::steady_clock::now();
  if (now - synced_ < std::chrono::seconds(1)) return;
  if (::fdatasync(file_) != 0) fail(path_, "written");
  synced_ = now;
}

void Journal::remove() {
  if (::unlink(path_.c_str()) != 0) fail(path_, "removed");
}

std::uint64_t hash_of(std::initializer_list<std::string_view> texts) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  const auto mix = [&](unsigned char byte) { hash = (hash ^ byte) * 0x100000001b3U; };
  for (const std::string_view text : texts) {
    for (std::size_t size = text.size(), i = 0; i < 8; ++i, size >>= 8U) {
      mix(static_cast<unsigned char>(size & 0xffU));
    }
    for (const char c : text) mix(static_cast<unsigned char>(c));
  }
  return hash;
}

}  // namespace ricochet
