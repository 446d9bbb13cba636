#include <ricochet/files/figure.hpp>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <system_error>

#include <fmt/format.h>

namespace ricochet {

std::string gnuplot_quote(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x20) continue;
    if (c == '\'') quoted += '\'';
    quoted += c;
  }
  return quoted + '\'';
}

std::string gnuplot_plain(std::string_view text) {
  std::string plain;
  for (const char c : text) {
    if (std::string_view("_^{}@&~\\").find(c) != std::string_view::npos) plain += '\\';
    plain += c;
  }
  return plain;
}

Plot::Plot(std::string_view title, std::string_view x_label, std::string_view y_label) {
  head_ = fmt::format(
      "set title {}\nset xlabel {}\nset ylabel {}\nset border 31 lw 1\nset tics out\n"
      // The default, '% h', keeps a place for the sign, which moves numbers off their ticks.
      "set format '%h'\n"
      "set grid lc rgb '#DDDDDD' lw 0.5\nset key opaque box lc rgb '#BBBBBB' spacing 1.1 Left "
      "reverse\n",
      gnuplot_quote(title), gnuplot_quote(x_label), gnuplot_quote(y_label));
}

Plot& Plot::set(std::string_view command) {
  head_ += fmt::format("set {}\n", command);
  return *this;
}

Plot& Plot::unset(std::string_view what) {
  head_ += fmt::format("unset {}\n", what);
  return *this;
}

std::string Plot::data(const std::vector<std::vector<double>>& rows) {
  std::string name = fmt::format("$block{}", ++block_count_);
  blocks_ += name + " << EOD\n";
  for (const auto& row : rows) {
    bool finite = !row.empty();
    for (const double v : row) finite = finite && std::isfinite(v);
    if (finite) {
      for (const double v : row) blocks_ += fmt::format("{:.10g} ", v);
    }
    blocks_ += '\n';
  }
  blocks_ += "EOD\n";
  return name;
}

std::string Plot::matrix(const std::vector<std::vector<double>>& rows) {
  std::string name = fmt::format("$block{}", ++block_count_);
  blocks_ += name + " << EOD\n";
  for (const auto& row : rows) {
    for (const double v : row) blocks_ += std::isfinite(v) ? fmt::format("{:.10g} ", v) : "NaN ";
    blocks_ += '\n';
  }
  blocks_ += "EOD\n";
  return name;
}

Plot& Plot::draw(std::string_view element, std::string_view legend) {
  if (!elements_.empty()) elements_ += ", \\\n  ";
  elements_ += element;
  elements_ += legend.empty() ? std::string(" notitle") : " title " + gnuplot_quote(legend);
  return *this;
}

Plot& Plot::in_space() {
  command_ = "splot ";
  return *this;
}

Figure Plot::finish(std::string name, std::string title) && {
  if (elements_.empty()) elements_ = "NaN notitle";
  return {std::move(name), std::move(title), blocks_ + head_ + command_ + elements_ + "\n"};
}

namespace {

/// A file that removes itself.
class Scratch {
 public:
  explicit Scratch(std::filesystem::path path) : path_(std::move(path)) {}
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

std::string preamble(const Figure& figure, Picture picture, const std::filesystem::path& file) {
  const std::string terminal =
      picture == Picture::svg
          ? fmt::format("svg size {},{} enhanced font 'Helvetica,14' background rgb 'white'",
                        figure.width, figure.height)
          : fmt::format(
                "pngcairo size {},{} enhanced font 'Helvetica,24' fontscale 1.0 linewidth 2 "
                "pointscale 2",
                2 * figure.width, 2 * figure.height);
  return fmt::format("set terminal {}\nset encoding utf8\nset output {}\n", terminal,
                     gnuplot_quote(file.string()));
}

std::string read_all(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

void replace_all(std::string& text, const std::string& what, std::string_view by) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
}

}  // namespace

bool gnuplot_present() {
  const char* path = std::getenv("PATH");
  if (path == nullptr) return false;
  std::istringstream folders{path};
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (access((folder + "/gnuplot").c_str(), X_OK) == 0) return true;
  }
  return false;
}

std::string render(const Figure& figure, Picture picture, const std::filesystem::path& file) {
  const Scratch script(file.string() + ".gp");
  const Scratch log(file.string() + ".log");
  {
    std::ofstream out(script.path());
    out << preamble(figure, picture, file) << figure.script << "unset output\n";
    if (!out.flush()) {
      return std::error_code(errno, std::generic_category()).message();
    }
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log.path().c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  std::string program = "gnuplot";
  std::string argument = script.path().string();
  std::array<char*, 3> arguments = {program.data(), argument.data(), nullptr};
  pid_t child = 0;
  const int started =
      posix_spawnp(&child, program.c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (started != 0) return "gnuplot cannot be started";
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return "lost sight of gnuplot";
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    std::string said = read_all(log.path());
    replace_all(said, script.path().string(), "script");
    replace_all(said, file.string(), "picture");
    return fmt::format("gnuplot failed on figure '{}': {}", figure.name, said);
  }
  return {};
}

}  // namespace ricochet
