#pragma once
// The two exceptions a user can cause: a bad input file, and a file or stream that cannot be read or
// written. Everything physical (no solution, several, energy gain) is a value, never an exception.

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace ricochet {

/// A place in a text file, counted from 1; columns count bytes.
struct Position {
  int line = 1;
  int column = 1;
};

/// Bad input, at a place. what() reads `file:line:column: key.path: what is wrong, what is allowed`.
class InputError : public std::runtime_error {
 public:
  /// `path` (like `impact.contacts.0.friction`) and `allowed` may be empty.
  InputError(std::string file, Position position, std::string path, std::string wrong,
             std::string allowed);

  const std::string& file() const { return file_; }
  Position position() const { return position_; }
  const std::string& path() const { return path_; }
  const std::string& wrong() const { return wrong_; }
  const std::string& allowed() const { return allowed_; }
  /// Names that are allowed at that place, where it takes a name; else empty.
  const std::vector<std::string>& choices() const { return choices_; }
  InputError& with_choices(std::span<const std::string_view> names) {
    choices_.assign(names.begin(), names.end());
    return *this;
  }

 private:
  std::string file_;
  Position position_;
  std::string path_;
  std::string wrong_;
  std::string allowed_;
  std::vector<std::string> choices_;
};

/// A key that does not belong where it stands.
class UnknownKeyError : public InputError {
 public:
  using InputError::InputError;
};

/// The operating system refused: what() reads `file: cannot be ...: reason`.
class IoError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace ricochet
