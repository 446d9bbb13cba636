#include <ricochet/files/hdf5.hpp>

#include <fmt/format.h>
#include <hdf5.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include <ricochet/files/errors.hpp>

namespace ricochet::hdf5 {

static_assert(std::is_same_v<hid_t, std::int64_t> && std::is_same_v<herr_t, int>);

namespace {

// What the library says of its last failure: the system's own words where it quotes them.
std::string reason() {
  std::string text;
  const auto look = [](unsigned, const H5E_error2_t* entry, void* found) {
    const std::string said = entry->desc == nullptr ? "" : entry->desc;
    auto& out = *static_cast<std::string*>(found);
    constexpr std::string_view quote = "error message = '";
    const std::size_t start = said.find(quote);
    if (start != std::string::npos) {
      const std::size_t word = start + quote.size();
      out = said.substr(word, said.find('\'', word) - word);
      return 1;  // enough
    }
    if (out.empty()) out = said;
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, look, &text);
  H5Eclear2(H5E_DEFAULT);
  return text.empty() ? "the HDF5 library failed" : text;
}

[[noreturn]] void fail_writing(const std::string& file) {
  throw IoError(fmt::format("{}: cannot be written: {}", file, reason()));
}

// Before anything else is asked of the library: it prints nothing, and does not try again at the end of the
// program what has failed before.
void prepare() {
  static const bool done = [] {
    H5dont_atexit();
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    return true;
  }();
  (void)done;
}

template <class Number>
hid_t type_on_disk() {
  return std::is_same_v<Number, double> ? H5T_IEEE_F64LE : H5T_STD_U8LE;
}
template <class Number>
hid_t type_in_memory() {
  return std::is_same_v<Number, double> ? H5T_NATIVE_DOUBLE : H5T_NATIVE_UINT8;
}

Handle text_type() {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type.id(), H5T_VARIABLE);
  H5Tset_cset(type.id(), H5T_CSET_UTF8);
  return type;
}

// No locks: files appear whole, and not every disk has locks.
Handle access() {
  Handle list(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  H5Pset_file_locking(list.id(), false, true);
  // Formats that every version since 1.8 reads; the older ones limit attributes to 64 kB.
  H5Pset_libver_bounds(list.id(), H5F_LIBVER_V18, H5F_LIBVER_V18);
  return list;
}

void write_attribute(const Writer& file, const std::string& object, const std::string& name,
                     hid_t disk_type, hid_t memory_type, const Handle& space, const void* data) {
  const Handle attribute(H5Acreate_by_name(file.id(), object.c_str(), name.c_str(), disk_type,
                                           space.id(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                         H5Aclose);
  if (!attribute.open() || H5Awrite(attribute.id(), memory_type, data) < 0) {
    fail_writing(file.name());
  }
}

Handle single() { return {H5Screate(H5S_SCALAR), H5Sclose}; }

// Rows x columns, or rows alone.
struct Extent {
  int rank = 1;
  std::array<hsize_t, 2> size{};
  Extent(std::size_t rows, std::size_t columns, bool flat)
      : rank(flat ? 1 : 2), size{rows, columns} {}
  Handle space() const { return {H5Screate_simple(rank, size.data(), nullptr), H5Sclose}; }
};

}  // namespace

Handle::Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}

Handle& Handle::operator=(Handle&& other) noexcept {
  std::swap(id_, other.id_);
  std::swap(close_, other.close_);
  return *this;
}

bool Handle::close() {
  const std::int64_t id = std::exchange(id_, -1);
  return id < 0 || close_(id) >= 0;
}

// ------------------------------------------------------------------------------------------------ writing

Writer::Writer(const std::filesystem::path& path, std::string name) : name_(std::move(name)) {
  prepare();
  const Handle creation(H5Pcreate(H5P_FILE_CREATE), H5Pclose);
  H5Pset_obj_track_times(creation.id(), false);
  const Handle list = access();
  file_ = Handle(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation.id(), list.id()), H5Fclose);
  if (!file_.open()) fail_writing(name_);
}

void Writer::group(const std::string& path) {
  const Handle creation(H5Pcreate(H5P_GROUP_CREATE), H5Pclose);
  H5Pset_obj_track_times(creation.id(), false);
  const Handle group(H5Gcreate2(file_.id(), path.c_str(), H5P_DEFAULT, creation.id(), H5P_DEFAULT),
                     H5Gclose);
  if (!group.open()) fail_writing(name_);
}

void Writer::attribute(const std::string& object, const std::string& name,
                       const std::string& text) {
  const Handle type = text_type();
  const char* data = text.c_str();
  write_attribute(*this, object, name, type.id(), type.id(), single(), &data);
}

void Writer::attribute(const std::string& object, const std::string& name,
                       const std::vector<std::string>& texts) {
  const Handle type = text_type();
  std::vector<const char*> data;
  for (const std::string& text : texts) data.push_back(text.c_str());
  data.push_back(nullptr);  // the library wants a buffer even for no text
  write_attribute(*this, object, name, type.id(), type.id(), Extent(texts.size(), 1, true).space(),
                  data.data());
}

void Writer::attribute(const std::string& object, const std::string& name, double number) {
  if (!std::isfinite(number)) {
    throw IoError(fmt::format("{}: cannot be written: {} is not finite", name_, name));
  }
  write_attribute(*this, object, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, single(), &number);
}

void Writer::attribute(const std::string& object, const std::string& name, long number) {
  write_attribute(*this, object, name, H5T_STD_I64LE, H5T_NATIVE_LONG, single(), &number);
}

void Writer::close() {
  const bool flushed = H5Fflush(file_.id(), H5F_SCOPE_LOCAL) >= 0;
  if (!flushed || !file_.close()) fail_writing(name_);
}

// A block is about 64 kB.
template <class Number>
Rows<Number>::Rows(Writer& writer, std::string path, std::size_t columns, bool flat, bool missing)
    : writer_(writer),
      path_(std::move(path)),
      columns_(columns),
      flat_(flat),
      missing_(missing),
      block_(std::clamp<std::size_t>(65536 / (sizeof(Number) * std::max<std::size_t>(columns, 1)),
                                     16, 4096)) {}

template <class Number>
void Rows<Number>::add(std::span<const Number> row) {
  if (row.size() != columns_) throw std::logic_error(path_ + ": a row of another length");
  if constexpr (std::is_same_v<Number, double>) {
    const auto allowed = [&](double x) { return std::isfinite(x) || (missing_ && std::isnan(x)); };
    if (!std::all_of(row.begin(), row.end(), allowed)) {
      throw IoError(fmt::format("{}: cannot be written: a number in {} is not finite",
                                writer_.name(), path_));
    }
  }
  buffer_.insert(buffer_.end(), row.begin(), row.end());
  if (++held_ < block_ || columns_ == 0) return;
  if (!dataset_.open()) make(true);
  write_block();
}

template <class Number>
void Rows<Number>::finish() {
  if (!dataset_.open()) make(false);
  if (held_ > 0 && columns_ > 0) write_block();
  if (!dataset_.close()) fail_writing(writer_.name());
}

template <class Number>
void Rows<Number>::widen(std::size_t columns) {
  if (dataset_.open() && held_ > 0) write_block();
  if (dataset_.open()) {
    const Extent all(written_, columns, flat_);
    if (H5Dset_extent(dataset_.id(), all.size.data()) < 0) fail_writing(writer_.name());
  }
  std::vector<Number> wider;
  wider.reserve(held_ * columns);
  for (std::size_t r = 0; r < held_; ++r) {
    const auto row = buffer_.begin() + static_cast<std::ptrdiff_t>(r * columns_);
    wider.insert(wider.end(), row, row + static_cast<std::ptrdiff_t>(columns_));
    wider.insert(wider.end(), columns - columns_, fill_);
  }
  buffer_ = std::move(wider);
  columns_ = columns;
}

template <class Number>
void Rows<Number>::make(bool growing) {
  const Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  H5Pset_obj_track_times(creation.id(), false);
  H5Pset_fill_time(creation.id(), H5D_FILL_TIME_ALLOC);
  Handle space;
  if (growing) {
    const Extent none(0, columns_, flat_);
    constexpr std::size_t chunk_columns = 16;  // of a dataset that widens
    const Extent most(H5S_UNLIMITED, widens_ ? H5S_UNLIMITED : columns_, flat_);
    const Extent chunk(block_, widens_ ? chunk_columns : columns_, flat_);
    if (widens_) H5Pset_fill_value(creation.id(), type_in_memory<Number>(), &fill_);
    H5Pset_chunk(creation.id(), chunk.rank, chunk.size.data());
    space = Handle(H5Screate_simple(none.rank, none.size.data(), most.size.data()), H5Sclose);
  } else {
    space = Extent(held_, columns_, flat_).space();
  }
  dataset_ = Handle(H5Dcreate2(writer_.id(), path_.c_str(), type_on_disk<Number>(), space.id(),
                               H5P_DEFAULT, creation.id(), H5P_DEFAULT),
                    H5Dclose);
  if (!dataset_.open()) fail_writing(writer_.name());
}

template <class Number>
void Rows<Number>::write_block() {
  const Extent start(written_, 0, flat_);
  const Extent count(held_, columns_, flat_);
  const Extent all(written_ + held_, columns_, flat_);
  const Handle layout(H5Dget_create_plist(dataset_.id()), H5Pclose);
  const bool growing = H5Pget_layout(layout.id()) == H5D_CHUNKED;
  if (growing && H5Dset_extent(dataset_.id(), all.size.data()) < 0) fail_writing(writer_.name());
  const Handle target(H5Dget_space(dataset_.id()), H5Sclose);
  H5Sselect_hyperslab(target.id(), H5S_SELECT_SET, start.size.data(), nullptr, count.size.data(),
                      nullptr);
  const Handle source = count.space();
  if (H5Dwrite(dataset_.id(), type_in_memory<Number>(), source.id(), target.id(), H5P_DEFAULT,
               buffer_.data()) < 0) {
    fail_writing(writer_.name());
  }
  written_ += held_;
  held_ = 0;
  buffer_.clear();
}

template class Rows<double>;
template class Rows<std::uint8_t>;

// ------------------------------------------------------------------------------------------------ reading

Reader::Reader(const std::string& path) : name_(path) {
  prepare();
  const Handle list = access();
  file_ = Handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY, list.id()), H5Fclose);
  if (!file_.open()) fail(reason());
}

void Reader::fail(const std::string& why) const {
  throw IoError(fmt::format("{}: cannot be read: {}", name_, why));
}

bool Reader::has(const std::string& object, const std::string& name) const {
  return H5Aexists_by_name(file_.id(), object.c_str(), name.c_str(), H5P_DEFAULT) > 0;
}

Handle Reader::attribute(const std::string& object, const std::string& name) const {
  Handle handle(H5Aopen_by_name(file_.id(), object.c_str(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT),
                H5Aclose);
  if (!handle.open()) fail(fmt::format("{} has no attribute '{}'", object, name));
  return handle;
}

std::vector<std::string> Reader::texts(const std::string& object, const std::string& name) const {
  const Handle handle = attribute(object, name);
  const Handle type(H5Aget_type(handle.id()), H5Tclose);
  const Handle space(H5Aget_space(handle.id()), H5Sclose);
  const hssize_t count = H5Sget_simple_extent_npoints(space.id());
  if (H5Tis_variable_str(type.id()) <= 0 || count < 0) {
    fail(fmt::format("the attribute '{}' of {} is no text", name, object));
  }
  const Handle memory = text_type();
  std::vector<char*> data(static_cast<std::size_t>(count));
  if (count > 0 && H5Aread(handle.id(), memory.id(), data.data()) < 0) fail(reason());
  std::vector<std::string> list;
  for (const char* text : data) list.emplace_back(text == nullptr ? "" : text);
  H5Dvlen_reclaim(memory.id(), space.id(), H5P_DEFAULT, data.data());
  return list;
}

std::string Reader::text(const std::string& object, const std::string& name) const {
  const std::vector<std::string> list = texts(object, name);
  if (list.size() != 1) fail(fmt::format("the attribute '{}' of {} is no text", name, object));
  return list[0];
}

namespace {

template <class Number>
bool read_number(const Handle& attribute, H5T_class_t kind, hid_t memory_type, Number& number) {
  const Handle type(H5Aget_type(attribute.id()), H5Tclose);
  const Handle space(H5Aget_space(attribute.id()), H5Sclose);
  return H5Tget_class(type.id()) == kind && H5Sget_simple_extent_npoints(space.id()) == 1 &&
         H5Aread(attribute.id(), memory_type, &number) >= 0;
}

}  // namespace

double Reader::real(const std::string& object, const std::string& name) const {
  double number = 0.0;
  if (!read_number(attribute(object, name), H5T_FLOAT, H5T_NATIVE_DOUBLE, number)) {
    fail(fmt::format("the attribute '{}' of {} is no number", name, object));
  }
  return number;
}

long Reader::integer(const std::string& object, const std::string& name) const {
  long number = 0;
  if (!read_number(attribute(object, name), H5T_INTEGER, H5T_NATIVE_LONG, number)) {
    fail(fmt::format("the attribute '{}' of {} is no whole number", name, object));
  }
  return number;
}

template <class Number>
Shape Reader::shape(const std::string& path) const {
  const Handle dataset(H5Dopen2(file_.id(), path.c_str(), H5P_DEFAULT), H5Dclose);
  if (!dataset.open()) fail(fmt::format("there is no dataset '{}'", path));
  const Handle type(H5Dget_type(dataset.id()), H5Tclose);
  const Handle space(H5Dget_space(dataset.id()), H5Sclose);
  const int rank = H5Sget_simple_extent_ndims(space.id());
  if (H5Tequal(type.id(), type_on_disk<Number>()) <= 0 || rank < 1 || rank > 2) {
    fail(fmt::format("the dataset '{}' has another type", path));
  }
  std::array<hsize_t, 2> size{0, 1};
  H5Sget_simple_extent_dims(space.id(), size.data(), nullptr);
  return {size[0], size[1], rank == 1};
}

template <class Number>
void Reader::read(const std::string& path, std::size_t first, std::size_t count,
                  std::span<Number> out) const {
  const Shape shape = this->shape<Number>(path);
  if (first + count > shape.rows || out.size() != count * shape.columns) {
    throw std::logic_error(path + ": rows that are not there");
  }
  if (out.empty()) return;
  const Handle dataset(H5Dopen2(file_.id(), path.c_str(), H5P_DEFAULT), H5Dclose);
  const Handle source(H5Dget_space(dataset.id()), H5Sclose);
  const Extent start(first, 0, shape.flat);
  const Extent block(count, shape.columns, shape.flat);
  H5Sselect_hyperslab(source.id(), H5S_SELECT_SET, start.size.data(), nullptr, block.size.data(),
                      nullptr);
  const Handle target = block.space();
  if (H5Dread(dataset.id(), type_in_memory<Number>(), target.id(), source.id(), H5P_DEFAULT,
              out.data()) < 0) {
    fail(reason());
  }
}

template Shape Reader::shape<double>(const std::string&) const;
template Shape Reader::shape<std::uint8_t>(const std::string&) const;
template void Reader::read(const std::string&, std::size_t, std::size_t, std::span<double>) const;
template void Reader::read(const std::string&, std::size_t, std::size_t,
                           std::span<std::uint8_t>) const;

}  // namespace ricochet::hdf5
