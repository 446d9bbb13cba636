#include <fmt/format.h>

#include <ricochet/files/errors.hpp>
#include <ricochet/files/identify_report.hpp>
#include <ricochet/files/new_file.hpp>

#include "commands.hpp"
#include "streams.hpp"

namespace ricochet::app {

int run_identify(const IdentifyOptions& options) {
  const IdentifyFile study = read_identify(options.file);
  if (options.output) {  // before the work
    if (options.output->empty()) throw UsageError("-o: the name of the file is empty");
    const std::string obstacle = obstacle_to(*options.output, options.force);
    if (!obstacle.empty()) throw IoError("-o: " + obstacle);
  }
  const IdentifyResult result = identify(study);
  if (!result.trouble.empty()) {
    talk(options.common,
         fmt::format("{}: the motion of the base ended early: {}", options.file, result.trouble));
  }
  if (options.output) {
    write_study(*options.output, options.force, identify_document(study, result));
  }
  write_data(options.format == Format::json ? identify_json(study, result)
                                            : identify_table(study, result));
  if (result.answered()) return 0;
  talk(options.common, fmt::format("{}: not every coefficient can be identified", options.file));
  return 1;
}

}  // namespace ricochet::app
