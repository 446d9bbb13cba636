#include "reproduce.hpp"

#include <fmt/format.h>

#include <papers/output.hpp>
#include <papers/paper.hpp>
#include <papers/report.hpp>
#include <ricochet/files/errors.hpp>
#include <vector>

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
    std::string allowed = "all";
    for (const papers::Paper& p : papers::all_papers()) allowed += fmt::format(", {}", p.name);
    throw UsageError(fmt::format("PAPER: unknown paper '{}', allowed: {}", name, allowed));
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
  std::vector<papers::NamedReproduction> done;
  for (const papers::Paper* paper : chosen(options.paper)) {
    talk(options.common, fmt::format("reproducing {}", paper->name));
    done.push_back({paper, paper->reproduce()});
  }
  int code = 0;
  if (options.output) {
    talk(options.common, "writing tables and figures");
    const papers::WriteResult written = papers::write(done, *options.output, options.force);
    if (written.end == papers::WriteEnd::refused) throw IoError(written.message);
    if (written.end == papers::WriteEnd::no_figures) {
      // Not talk: a wish that was not fulfilled is told even to those who want quiet.
      fmt::print(stderr, "ricochet: {}\n", written.message);
      code = 1;
    }
    talk(options.common,
         fmt::format("wrote {} files to {}", written.files.size(), *options.output));
  }
  std::string report;
  for (const papers::NamedReproduction& named : done) {
    report += papers::markdown(*named.paper, named.reproduction) + "\n";
  }
  write_data(report);
  return code;
}

}  // namespace ricochet::app
