#include <ricochet/files/lzb_history.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include <ricochet/files/csv.hpp>
#include <ricochet/files/errors.hpp>

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
    : names_(std::move(contact_names)), file_(path) {
  if (const std::string why = obstacle_to(path, force); !why.empty()) throw IoError(why);
  errno = 0;
  out_.open(file_.temporary(), std::ios::binary);
  if (!out_) fail(std::strerror(errno));
  out_ << lzb_history_header(names_);
}

void LzbHistory::add(const LzbSample& sample) { out_ << lzb_history_row(names_, sample); }

void LzbHistory::finish() {
  errno = 0;
  out_.close();
  if (!out_) fail(errno != 0 ? std::strerror(errno) : "not everything was written");
  if (const std::string why = file_.commit(); !why.empty()) fail(why);
}

void LzbHistory::fail(const std::string& why) const {
  throw IoError(fmt::format("{}: cannot be written: {}", file_.path().string(), why));
}

}  // namespace ricochet
