#include <ricochet/files/new_text_file.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include <ricochet/files/errors.hpp>

namespace ricochet {

NewTextFile::NewTextFile(const std::string& path, bool force) : file_(path) {
  if (const std::string why = obstacle_to(path, force); !why.empty()) throw IoError(why);
  errno = 0;
  out_.open(file_.temporary(), std::ios::binary);
  if (!out_) fail(std::strerror(errno));
}

void NewTextFile::add(std::string_view text) {
  if (!out_) return;
  errno = 0;
  out_ << text;
  if (!out_) error_ = errno;
}

void NewTextFile::finish() {
  errno = error_;
  out_.close();
  if (!out_) fail(errno != 0 ? std::strerror(errno) : "not everything was written");
  if (const std::string why = file_.commit(); !why.empty()) fail(why);
}

void NewTextFile::fail(const std::string& why) const {
  throw IoError(fmt::format("{}: cannot be written: {}", file_.path().string(), why));
}

}  // namespace ricochet
