#include "reproduce.hpp"

#include <fmt/format.h>

#include <papers/output.hpp>
#include <papers/paper.hpp>
#include <papers/report.hpp>
#include <ricochet/files/errors.hpp>
#include <ricochet/files/names.hpp>
#include <vector>

#include "pages.hpp"
#include "streams.hpp"

namespace ricochet::app {

namespace {

std::string listing() {
  std::string text;
  for (const papers::Paper& paper : papers::all_papers()) {
    text += fmt::format("{:<18} {}\n{:<18} reproduces {}\n", paper.name, paper.citation, "",
                        paper.contents);
  }
  return text;
}

std::vector<const papers::Paper*> chosen(const std::string& name) {
  std::vector<const papers::Paper*> list;
  if (name == "all") {
    for (const papers::Paper& paper : papers::all_papers()) list.push_back(&paper);
    return list;
  }
  const papers::Paper* paper = papers::find_paper(name);
  if (paper == nullptr) {
    std::vector<std::string_view> names{"all"};
    for (const papers::Paper& p : papers::all_papers()) names.push_back(p.name);
    throw UsageError(
        fmt::format("PAPER: there is no paper '{}', {}", name, allowed_names(name, names)));
  }
  return {paper};
}

}  // namespace

int run_reproduce(const ReproduceOptions& options) {
  if (options.paper.empty()) {
    if (options.output) throw UsageError("PAPER: -o needs a paper or `all`");
    write_data(listing());
    return 0;
  }
  const std::vector<const papers::Paper*> wanted = chosen(options.paper);
  std::optional<std::string> shell;
  if (options.output) {
    if (options.output->empty()) throw UsageError("-o: the name of the folder is empty");
    shell = page_shell();
    // Before the work: a user who cannot have the files should not wait for them.
    const std::string obstacle =
        papers::obstacle(wanted, *options.output, options.force, shell.has_value());
    if (!obstacle.empty()) throw IoError("-o: " + obstacle);
  }
  std::vector<papers::NamedReproduction> done;
  for (const papers::Paper* paper : wanted) {
    talk(options.common, fmt::format("reproducing {}", paper->name));
    done.push_back({paper, paper->reproduce()});
  }
  int code = 0;
  if (options.output) {
    talk(options.common, "writing tables, figures and pages");
    const papers::WriteResult written = papers::write(done, *options.output, options.force, shell);
    if (written.end == papers::WriteEnd::refused) throw IoError("-o: " + written.message);
    // Not talk: a wish that was not fulfilled is told even to those who want quiet.
    if (written.end == papers::WriteEnd::no_figures) {
      fmt::print(stderr, "ricochet: {}\n", written.message);
      code = 1;
    }
    if (!shell) {
      fmt::print(stderr, "ricochet: the rest is written, but {}\n", no_pages);
      code = 1;
    }
    talk(options.common,
         fmt::format("wrote {} files to {}", written.files.size(), *options.output));
  }
  std::string report;
  papers::Totals sum;
  for (const papers::NamedReproduction& named : done) {
    report += papers::markdown(*named.paper, named.reproduction) + "\n";
    sum += papers::totals_of_paper(named.reproduction);
  }
  if (done.size() > 1) report += fmt::format("All papers: {}.\n", papers::describe(sum));
  write_data(report);
  return code;
}

}  // namespace ricochet::app
