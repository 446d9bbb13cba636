#include <support/program.hpp>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace ricochet::test {

std::string text_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TemporaryFile::TemporaryFile(const std::string& text, const std::string& suffix) {
  const char* folder = std::getenv("TMPDIR");
  path_ = std::string(folder != nullptr ? folder : "/tmp") + "/ricochet-test-XXXXXX" + suffix;
  const int descriptor = mkstemps(path_.data(), static_cast<int>(suffix.size()));
  if (descriptor < 0) throw std::runtime_error("no temporary file can be made: " + path_);
  close(descriptor);
  std::ofstream(path_, std::ios::binary) << text;
}

TemporaryFile::~TemporaryFile() { unlink(path_.c_str()); }

ProgramRun run_program(const std::string& program, const std::vector<std::string>& arguments,
                       const std::string& directory, const std::string& stdout_to) {
  const TemporaryFile out("", ".out");
  const TemporaryFile err("", ".err");
  const std::string out_path = stdout_to.empty() ? out.path() : stdout_to;
  std::vector<char*> argv{const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);

  const pid_t child = fork();
  if (child == 0) {
    const int out_file = open(out_path.c_str(), O_WRONLY);
    const int err_file = open(err.path().c_str(), O_WRONLY);
    const bool there = directory.empty() || chdir(directory.c_str()) == 0;
    if (out_file < 0 || err_file < 0 || !there) _exit(126);
    dup2(out_file, STDOUT_FILENO);
    dup2(err_file, STDERR_FILENO);
    execv(program.c_str(), argv.data());
    _exit(127);
  }
  if (child < 0) throw std::runtime_error("fork failed");
  int status = 0;
  waitpid(child, &status, 0);
  ProgramRun run;
  run.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (stdout_to.empty()) run.out = text_of_file(out_path);
  run.err = text_of_file(err.path());
  return run;
}

}  // namespace ricochet::test
