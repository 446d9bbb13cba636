#include <papers/output.hpp>

#include <unistd.h>

#include <fstream>
#include <functional>

#include <fmt/format.h>

#include <papers/figure.hpp>
#include <papers/report.hpp>

namespace ricochet::papers {

namespace {

namespace fs = std::filesystem;

/// A file to be made: how to fill a path, or what went wrong.
struct Job {
  std::string name;
  std::function<std::string(const fs::path&)> fill;
};

std::string write_text(const fs::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  return out ? std::string() : fmt::format("cannot write {}", file.string());
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
    return job.fill(temporary);
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

WriteResult write(const std::vector<NamedReproduction>& papers, const fs::path& folder,
                  bool force) {
  WriteResult result;
  const auto refuse = [&](std::string message) {
    result = {WriteEnd::refused, std::move(message), {}};
    return result;
  };
  const bool with_figures = gnuplot_present();
  std::vector<Job> jobs;
  for (const NamedReproduction& named : papers) {
    for (Job& job : jobs_for(named, with_figures)) jobs.push_back(std::move(job));
  }
  std::error_code error;
  for (const Job& job : jobs) {
    const fs::path file = folder / job.name;
    if (fs::is_directory(file, error)) return refuse(fmt::format("{} is a folder", file.string()));
    if (!force && fs::exists(file, error)) {
      return refuse(fmt::format("{} exists; --force replaces it", file.string()));
    }
  }
  const bool made = fs::create_directories(folder, error);
  if (error || !fs::is_directory(folder, error)) {
    return refuse(fmt::format("cannot make the folder {}", folder.string()));
  }
  {
    Staging staging(folder);
    std::string failure;
    for (const Job& job : jobs) {
      failure = staging.stage(job);
      if (!failure.empty()) break;
    }
    if (failure.empty()) failure = staging.commit();
    if (!failure.empty()) refuse(failure);
  }
  if (result.end == WriteEnd::refused) {
    if (made) fs::remove(folder, error);
    return result;
  }
  for (const Job& job : jobs) result.files.push_back(job.name);
  if (!with_figures) {
    result.end = WriteEnd::no_figures;
    result.message =
        "gnuplot is not on the PATH: the tables and data are written, the figures are not "
        "(Debian: apt install gnuplot-nox)";
  }
  return result;
}

}  // namespace ricochet::papers
