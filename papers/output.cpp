#include <papers/output.hpp>

#include <unistd.h>

#include <fstream>
#include <functional>
#include <sstream>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <papers/report.hpp>
#include <ricochet/files/figure.hpp>
#include <ricochet/files/new_file.hpp>
#include <ricochet/files/page.hpp>

namespace ricochet::papers {

namespace {

namespace fs = std::filesystem;

std::string read_text(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

/// A file to be made: how to fill a path; returns why it failed, without the path.
struct Job {
  std::string name;
  std::function<std::string(const fs::path&)> fill;
};

Job text_job(std::string name, std::string text) {
  return {std::move(name),
          [text = std::move(text)](const fs::path& file) { return write_text_file(file, text); }};
}

void add_tables(std::vector<Job>& jobs, const NamedReproduction& named) {
  const std::string prefix = std::string(named.paper->name) + "-";
  jobs.push_back(text_job(prefix + "report.md", markdown(*named.paper, named.reproduction)));
  for (const Table& table : named.reproduction.tables) {
    Csv csv = table_csv(table);
    jobs.push_back(text_job(prefix + csv.name + ".csv", std::move(csv.text)));
  }
  for (const Csv& csv : named.reproduction.data) {
    jobs.push_back(text_job(prefix + csv.name + ".csv", csv.text));
  }
}

/// The SVG texts are kept in `drawings` as they are made.
void add_figures(std::vector<Job>& jobs, const NamedReproduction& named, Drawings& drawings) {
  for (const Figure& figure : named.reproduction.figures) {
    const std::string name = fmt::format("{}-{}", named.paper->name, figure.name);
    jobs.push_back({name + ".svg", [&figure, &drawings, name](const fs::path& file) {
                      std::string failure = render(figure, Picture::svg, file);
                      if (failure.empty()) drawings[name + ".svg"] = read_text(file);
                      return failure;
                    }});
    jobs.push_back({name + ".png", [&figure](const fs::path& file) {
                      return render(figure, Picture::png, file);
                    }});
  }
}

/// To be made after the drawings.
void add_pages(std::vector<Job>& jobs, const std::vector<NamedReproduction>& papers,
               const Drawings& drawings, const std::string& shell) {
  const auto page_job = [&](std::string name, std::function<nlohmann::ordered_json()> document) {
    jobs.push_back(
        {std::move(name), [&shell, document = std::move(document)](const fs::path& file) {
           return write_text_file(file, page_html(shell, document(), PageColumns()));
         }});
  };
  std::vector<const Paper*> together;
  together.reserve(papers.size());
  for (const NamedReproduction& named : papers) together.push_back(named.paper);
  if (papers.size() > 1) {
    page_job(std::string(kIndexPage),
             [&papers, &drawings] { return index_document(papers, drawings); });
  }
  for (const NamedReproduction& named : papers) {
    page_job(page_name(*named.paper),
             [&named, &drawings, together] { return paper_document(named, together, drawings); });
  }
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
  for (const std::string& name : names) {
    std::string in_the_way = obstacle_to(folder / name, force);
    if (!in_the_way.empty()) return in_the_way;
  }
  return {};
}

std::string cannot_write(const NewFile& file, const std::string& why) {
  return why.empty() ? why : fmt::format("cannot write {}: {}", file.path().string(), why);
}

/// Makes every file, or none; why not, or empty.
std::string make_all(const std::vector<Job>& jobs, const fs::path& folder) {
  std::vector<NewFile> files;
  for (const Job& job : jobs) {
    const NewFile& file = files.emplace_back(folder / job.name);
    std::string failure = cannot_write(file, job.fill(file.temporary()));
    if (!failure.empty()) return failure;
  }
  for (NewFile& file : files) {
    std::string failure = cannot_write(file, file.commit());
    if (!failure.empty()) return failure;
  }
  return {};
}

}  // namespace

std::string obstacle(const std::vector<const Paper*>& papers, const fs::path& folder, bool force,
                     bool with_pages) {
  if (folder.empty()) return "the name of the output folder is empty";
  std::vector<std::string> names;
  if (with_pages) names = page_names(papers);
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
  const std::string why = write_text_file(probe, "");
  std::error_code ignored;
  fs::remove(probe, ignored);
  return why.empty() ? why : fmt::format("{}: cannot be written to: {}", folder.string(), why);
}

WriteResult write(const std::vector<NamedReproduction>& papers, const fs::path& folder, bool force,
                  const std::optional<std::string>& shell) {
  WriteResult result;
  const auto refuse = [&](std::string message) {
    result = {WriteEnd::refused, std::move(message), {}};
    return result;
  };
  const bool with_figures = gnuplot_present();
  std::vector<Job> jobs;
  std::vector<std::string> names;
  Drawings drawings;
  for (const NamedReproduction& named : papers) {
    add_tables(jobs, named);
    if (with_figures) add_figures(jobs, named, drawings);
  }
  if (shell) add_pages(jobs, papers, drawings, *shell);
  names.reserve(jobs.size());
  for (const Job& job : jobs) names.push_back(job.name);
  if (std::string in_the_way = collision(names, folder, force); !in_the_way.empty()) {
    return refuse(std::move(in_the_way));
  }
  Folder made(folder);
  if (!made.problem().empty()) return refuse(made.problem());
  if (std::string failure = make_all(jobs, folder); !failure.empty()) {
    return refuse(std::move(failure));
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
