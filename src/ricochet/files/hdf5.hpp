#pragma once
// A small layer over the C library of HDF5: files of named datasets (tables of numbers) and attributes (texts and
// single numbers). The only source that sees the library is hdf5.cpp; its own error printing is switched off, and
// every failure is an IoError `file: cannot be written: why` or `file: cannot be read: why`.
//
// The same calls give the same bytes: no times, no names of machines; a dataset of less than a block of rows is
// stored in one piece, a longer one in chunks of a block.
//
// Numbers are IEEE doubles (`double`) or bytes (`std::uint8_t`), little-endian. Texts are UTF-8 of any length.

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace ricochet::hdf5 {

/// Something open in the library: closed at the end of its life.
class Handle {
 public:
  using Close = int (*)(std::int64_t);

  Handle() = default;
  Handle(std::int64_t id, Close closer) : id_(id), close_(closer) {}
  Handle(Handle&& other) noexcept;
  Handle& operator=(Handle&& other) noexcept;
  ~Handle() { close(); }

  bool open() const { return id_ >= 0; }
  std::int64_t id() const { return id_; }
  /// Closes it now; false if the library could not.
  bool close();

 private:
  std::int64_t id_ = -1;
  Close close_ = nullptr;
};

/// A file in the making.
class Writer {
 public:
  /// Makes the file at `path`, in place of any other; `name` is what messages call it.
  Writer(const std::filesystem::path& path, std::string name);

  void group(const std::string& path);
  /// An attribute of a group or dataset; "/" is the file itself.
  void attribute(const std::string& object, const std::string& name, const std::string& text);
  void attribute(const std::string& object, const std::string& name,
                 const std::vector<std::string>& texts);
  void attribute(const std::string& object, const std::string& name, double number);
  void attribute(const std::string& object, const std::string& name, long number);
  /// The last call: brings everything to the disk.
  void close();

  std::int64_t id() const { return file_.id(); }
  const std::string& name() const { return name_; }

 private:
  std::string name_;
  Handle file_;
};

/// A dataset that grows by rows, rows x columns, or just rows if it is `flat` (one column). Holds a block of rows
/// in memory at most. The writer outlives it.
template <class Number>
class Rows {
 public:
  /// missing: NaN is allowed, it stands for a number that is missing.
  Rows(Writer& writer, std::string path, std::size_t columns, bool flat = false,
       bool missing = false);
  /// It widens, and is stored in chunks that do not depend on how far.
  void make_wider_later(Number fill) {
    widens_ = true;
    fill_ = fill;
  }
  /// Adds a row of as many numbers as there are columns. Throws IoError for a number that is not finite: no file
  /// contains one, but for missing ones.
  void add(std::span<const Number> row);
  /// More columns from here on; rows that are there have `fill` in them. After make_wider_later().
  void widen(std::size_t columns);
  /// After the last row: the dataset is complete.
  void finish();

 private:
  void make(bool growing);
  void write_block();

  Writer& writer_;
  std::string path_;
  std::size_t columns_;
  bool flat_;
  bool missing_;
  bool widens_ = false;
  Number fill_{};
  std::size_t block_;        // rows of a block
  std::size_t written_ = 0;  // rows on disk
  std::size_t held_ = 0;     // rows in memory
  std::vector<Number> buffer_;
  Handle dataset_;
};
extern template class Rows<double>;
extern template class Rows<std::uint8_t>;

struct Shape {
  std::size_t rows = 0;
  std::size_t columns = 1;
  bool flat = false;
};

/// A file to be read.
class Reader {
 public:
  explicit Reader(const std::string& path);

  /// Whether an object has an attribute of that name.
  bool has(const std::string& object, const std::string& name) const;
  // Attributes. Throw IoError if there is none of that name and kind.
  std::string text(const std::string& object, const std::string& name) const;
  std::vector<std::string> texts(const std::string& object, const std::string& name) const;
  double real(const std::string& object, const std::string& name) const;
  long integer(const std::string& object, const std::string& name) const;

  /// Of a dataset of numbers of this type. Throws IoError if there is none of that name and type.
  template <class Number>
  Shape shape(const std::string& path) const;
  /// `count` rows from row `first` on, into `out` (count x columns).
  template <class Number>
  void read(const std::string& path, std::size_t first, std::size_t count,
            std::span<Number> out) const;

  const std::string& name() const { return name_; }
  /// Throws the IoError of this file.
  [[noreturn]] void fail(const std::string& why) const;

 private:
  Handle attribute(const std::string& object, const std::string& name) const;

  std::string name_;
  Handle file_;
};

}  // namespace ricochet::hdf5
