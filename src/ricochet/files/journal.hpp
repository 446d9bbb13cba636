#pragma once
// The journal of a study under way: what was finished, on disk, so that work that is cut short (Ctrl-C, kill, power)
// goes on where it was.
//
//   header   "ricochet journal 1\n", then 8 bytes: the hash of the study (its text, its base, the version of the program)
//   records  index (8 bytes), length (4 bytes), payload, CRC-32 of all three (4 bytes); little-endian
//
// Records follow each other in the order they were finished. A tail that was cut off or damaged is dropped when the
// journal is opened again. Written at once, and brought to the disk once a second.

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace ricochet {

class Journal {
 public:
  using Record = std::function<void(std::uint64_t index, std::span<const double> payload)>;

  /// Opens the journal at `path`, or begins it. What it holds is told to `record`. That of another study is begun anew
  /// with `replace`. Throws IoError if it cannot be read or written, is that of another study, or another program has it
  /// open.
  Journal(const std::filesystem::path& path, std::uint64_t hash, bool replace,
          const Record& record);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  /// Throws IoError (full disk): what was added before is kept.
  void add(std::uint64_t index, std::span<const double> payload);
  /// The study is complete: the journal goes.
  void remove();

 private:
  void read(std::uint64_t hash, bool replace, const Record& record);
  void begin(std::string_view head);
  void write(std::string_view bytes);

  std::filesystem::path path_;
  int file_ = -1;
  std::string buffer_;
  std::chrono::steady_clock::time_point synced_;
};

/// FNV-1a, 64 bits, of texts one after the other with their lengths.
std::uint64_t hash_of(std::initializer_list<std::string_view> texts);

}  // namespace ricochet
