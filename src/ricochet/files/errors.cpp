#include <ricochet/files/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace ricochet {

namespace {

std::string sentence(const std::string& file, Position position, const std::string& path,
                     const std::string& wrong, const std::string& allowed) {
  std::string text =
      fmt::format("{}:{}:{}: {}{}{}{}{}", file, position.line, position.column, path,
                  path.empty() ? "" : ": ", wrong, allowed.empty() ? "" : ", ", allowed);
  // Keys and values come from the file and may hold line breaks; a message is one line.
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  return text;
}

}  // namespace

InputError::InputError(std::string file, Position position, std::string path, std::string wrong,
                       std::string allowed)
    : std::runtime_error(sentence(file, position, path, wrong, allowed)),
      file_(std::move(file)),
      position_(position),
      path_(std::move(path)),
      wrong_(std::move(wrong)),
      allowed_(std::move(allowed)) {}

}  // namespace ricochet
