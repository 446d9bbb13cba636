#include <papers/output.hpp>

#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <functional>
#include <system_error>

#include <fmt/format.h>

#include <papers/figure.hpp>
#include <papers/report.hpp>

namespace ricochet::papers {

namespace {

namespace fs = std::filesystem;

std::string reason(int error) { return std::generic_category().message(error); }

/// A file to be made: how to fill a path; returns why it failed, without the path.
struct Job {
  std::string name;
  std::function<std::string(const fs::path&)> fill;
};

std::string write_text(const fs::path& file, const std::string& text) {
  errno = 0;
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (out) return {};
  return errno != 0 ? reason(errno) : "the stream failed";
}

std::vector<Job> jobs_for(const NamedReproduction& named, bool with_figures) {
  std::vector<Job> jobs;
  const std::string prefix = std::string(named.paper->name) + "-";
  const auto text_job = [&](std::string name, std::string text) {
    jobs.push_back({prefix + std::move(name), [text = std::move(text)](const fs::path& file) {
                      return write_text(file, text);
                    }});
  };
  text_job("report.md", markdown(*named.paper, named.reproduction));
  for (const Table& table : named.reproduction.tables) {
    Csv csv = table_csv(table);
    text_job(csv.name + ".csv", std::move(csv.text));
  }
  for (const Csv& csv : named.reproduction.data) text_job(csv.name + ".csv", csv.text);
  if (!with_figures) return jobs;
  for (const Figure& figure : named.reproduction.figures) {
    for (const auto& [picture, ending] :
         {std::pair{Picture::svg, ".svg"}, std::pair{Picture::png, ".png"}}) {
      jobs.push_back(
          {prefix + figure.name + ending,
           [&figure, kind = picture](const fs::path& file) { return render(figure, kind, file); }});
    }
  }
  return jobs;
}

/// The folder, made if needed with those above it; what was made goes again unless it is kept.
class Folder {
 public:
  explicit Folder(const fs::path& path) {
    std::error_code error;
    // Upwards to the first that is there; then down again.
    for (fs::path p = path; !p.empty() && !fs::exists(p, error); p = p.parent_path()) {
      if (error) break;
      if (p.has_filename()) made_.push_back(p);  // not "a/" beside "a"
      if (p == p.parent_path()) break;
    }
    error.clear();
    for (auto p = made_.rbegin(); p != made_.rend() && !error; ++p) fs::create_directory(*p, error);
    if (!error && !fs::is_directory(path, error) && !error) {
      error = std::make_error_code(std::errc::not_a_directory);
    }
    if (error) problem_ = fmt::format("{}: {}", path.string(), error.message());
  }
  ~Folder() {
    std::error_code ignored;
    if (kept_) return;
    for (const fs::path& p : made_) fs::remove(p, ignored);  // only if empty
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  /// Empty, or the path and the reason.
  const std::string& problem() const { return problem_; }
  void keep() { kept_ = true; }

 private:
  std::vector<fs::path> made_;  ///< innermost first
  std::string problem_;
  bool kept_ = false;
};

/// What stands in the way of these files.
std::string collision(const std::vector<std::string>& names, const fs::path& folder, bool force) {
  std::error_code error;
  for (const std::string& name : names) {
    const fs::path file = folder / name;
    if (fs::is_directory(file, error)) return fmt::format("{} is a folder", file.string());
    if (!force && fs::exists(file, error)) {
      return fmt::format("{} exists; --force replaces it", file.string());
    }
  }
  return {};
}

/// Temporary files of one run; removes those that were not renamed.
class Staging {
 public:
  explicit Staging(fs::path folder) : folder_(std::move(folder)) {}
  ~Staging() {
    std::error_code ignored;
    for (const auto& [temporary, final_name] : staged_) fs::remove(temporary, ignored);
  }
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;

  std::string stage(const Job& job) {
    const fs::path temporary = folder_ / fmt::format(".{}.{}.tmp", job.name, getpid());
    staged_.emplace_back(temporary, folder_ / job.name);
    const std::string why = job.fill(temporary);
    return why.empty() ? why
                       : fmt::format("cannot write {}: {}", (folder_ / job.name).string(), why);
  }
  std::string commit() {
    for (const auto& [temporary, final_name] : staged_) {
      std::error_code error;
      fs::rename(temporary, final_name, error);
      if (error) return fmt::format("cannot write {}: {}", final_name.string(), error.message());
    }
    staged_.clear();
    return {};
  }

 private:
  fs::path folder_;
  std::vector<std::pair<fs::path, fs::path>> staged_;
};

}  // namespace

std::string obstacle(const std::vector<const Paper*>& papers, const fs::path& folder, bool force) {
  if (folder.empty()) return "the name of the output folder is empty";
  std::vector<std::string> names;
  for (const Paper* paper : papers) {
    names.push_back(fmt::format("{}-report.md", paper->name));
    for (const auto& t : paper->tables) names.push_back(fmt::format("{}-{}.csv", paper->name, t));
    if (!gnuplot_present()) continue;
    for (const auto& f : paper->figures) {
      for (const char* ending : {"svg", "png"}) {
        names.push_back(fmt::format("{}-{}.{}", paper->name, f, ending));
      }
    }
  }
  const Folder made(folder);  // and unmade at the end
  if (!made.problem().empty()) return made.problem();
  if (std::string in_the_way = collision(names, folder, force); !in_the_way.empty()) {
    return in_the_way;
  }
  const fs::path probe = folder / fmt::format(".ricochet.{}.tmp", getpid());
  const std::string why = write_text(probe, "");
  std::error_code ignored;
  fs::remove(probe, ignored);
  return why.empty() ? why : fmt::format("{}: cannot be written to: {}", folder.string(), why);
}

WriteResult write(const std::vector<NamedReproduction>& papers, const fs::path& folder,
                  bool force) {
  WriteResult result;
  const auto refuse = [&](std::string message) {
    result = {WriteEnd::refused, std::move(message), {}};
    return result;
  };
  const bool with_figures = gnuplot_present();
  std::vector<Job> jobs;
  std::vector<std::string> names;
  for (const NamedReproduction& named : papers) {
    for (Job& job : jobs_for(named, with_figures)) jobs.push_back(std::move(job));
  }
  names.reserve(jobs.size());
  for (const Job& job : jobs) names.push_back(job.name);
  if (std::string in_the_way = collision(names, folder, force); !in_the_way.empty()) {
    return refuse(std::move(in_the_way));
  }
  Folder made(folder);
  if (!made.problem().empty()) return refuse(made.problem());
  {
    Staging staging(folder);  // goes before `made`, which removes empty folders only
    std::string failure;
    for (const Job& job : jobs) {
      failure = staging.stage(job);
      if (!failure.empty()) break;
    }
    if (failure.empty()) failure = staging.commit();
    if (!failure.empty()) return refuse(std::move(failure));
  }
  made.keep();
  result.files = std::move(names);
  if (!with_figures) {
    result.end = WriteEnd::no_figures;
    result.message =
        "gnuplot is not on the PATH: the tables and data are written, the figures are not "
        "(Debian: apt install gnuplot-nox)";
  }
  return result;
}

}  // namespace ricochet::papers
