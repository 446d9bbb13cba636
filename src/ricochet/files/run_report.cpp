#include <ricochet/files/run_report.hpp>

#include <algorithm>

namespace ricochet {

void EventLog::event(const Event& event) {
  if (first_.size() < ends_) {
    first_.push_back(event);
  } else {
    last_.push_back(event);
    if (last_.size() > ends_) {
      last_.pop_front();
      ++left_out_;
    }
  }
  for (const Warning& warning : event.warnings) {
    const auto same = [&](const RunWarning& known) { return known.first.id == warning.id; };
    auto known = std::find_if(warnings_.begin(), warnings_.end(), same);
    if (known == warnings_.end()) known = warnings_.insert(known, {warning, event.time, 0});
    ++known->count;
  }
}

}  // namespace ricochet
