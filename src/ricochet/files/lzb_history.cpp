#include <ricochet/files/lzb_history.hpp>

#include <fmt/format.h>

#include <utility>

#include <ricochet/files/csv.hpp>

namespace ricochet {

std::string lzb_history_header(const std::vector<std::string>& contact_names) {
  std::string line = "time [s],primary_impulse [N s],primary_contact";
  for (const std::string& name : contact_names) {
    for (const char* quantity :
         {"energy [J]", "normal_impulse [N s]", "tangential_impulse [N s]", "normal_velocity [m/s]",
          "tangential_velocity [m/s]", "mode", "stage"}) {
      line += ',' + csv_text(fmt::format("{}.{}", name, quantity));
    }
  }
  return line + '\n';
}

std::string lzb_history_row(const std::vector<std::string>& contact_names,
                            const LzbSample& sample) {
  std::string line =
      fmt::format("{},{},{}", csv_number(sample.time), csv_number(sample.primary_impulse),
                  csv_text(contact_names[static_cast<std::size_t>(sample.primary)]));
  for (std::size_t i = 0; i < contact_names.size(); ++i) {
    for (const double x : {sample.energy[i], sample.impulse[2 * i], sample.impulse[2 * i + 1],
                           sample.gamma[2 * i], sample.gamma[2 * i + 1]}) {
      line += ',' + csv_number(x);
    }
    line += fmt::format(",{},{}", to_string(sample.modes[i]), to_string(sample.stages[i]));
  }
  return line + '\n';
}

LzbHistory::LzbHistory(const std::string& path, bool force, std::vector<std::string> contact_names)
    : names_(std::move(contact_names)), file_(path, force) {
  file_.add(lzb_history_header(names_));
}

}  // namespace ricochet
