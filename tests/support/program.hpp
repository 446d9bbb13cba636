#pragma once
// Running the built program, as a user would.

#include <string>
#include <vector>

namespace ricochet::test {

struct ProgramRun {
  int code = -1;  ///< exit code; 128 + signal if it was killed
  std::string out;
  std::string err;
};

/// Runs `program` with `arguments` in `directory` ("" = here) and waits for it. If `stdout_to` is not
/// empty, standard output goes to that file instead of `out`.
ProgramRun run_program(const std::string& program, const std::vector<std::string>& arguments,
                       const std::string& directory = "", const std::string& stdout_to = "");

/// A file that lives as long as this object.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text, const std::string& suffix = ".yaml");
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// The whole text of a file; empty if it cannot be read.
std::string text_of_file(const std::string& path);

}  // namespace ricochet::test
