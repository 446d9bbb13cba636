#include "progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>

namespace ricochet::app {

namespace {

volatile std::sig_atomic_t signalled = 0;

void note(int) {
  signalled = 1;
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

}  // namespace

Interruptible::Interruptible() {
  signalled = 0;
  before_ = std::signal(SIGINT, note);
  if (before_ == SIG_IGN) std::signal(SIGINT, SIG_IGN);
  before_term_ = std::signal(SIGTERM, note);
}

Interruptible::~Interruptible() {
  std::signal(SIGINT, before_);
  std::signal(SIGTERM, before_term_);
}

bool Interruptible::interrupted() { return signalled != 0; }

ProgressLine::ProgressLine(const CommonOptions& options)
    : wanted_(!options.quiet && isatty(STDERR_FILENO) == 1),
      began_(Clock::now()),
      next_(began_ + std::chrono::milliseconds(300)) {}

ProgressLine::~ProgressLine() {
  if (shown_) std::fputs("\r\033[K", stderr);
}

bool ProgressLine::due() { return wanted_ && Clock::now() >= next_; }

void ProgressLine::show(const std::string& line) {
  next_ = Clock::now() + std::chrono::milliseconds(200);
  shown_ = true;
  std::fprintf(stderr, "\r\033[K%s", line.c_str());
  std::fflush(stderr);
}

double ProgressLine::seconds() const {
  return std::chrono::duration<double>(Clock::now() - began_).count();
}

void Progress::show(double t, long events) {
  if (!line_.due()) return;
  const double done = end_ > start_ ? (t - start_) / (end_ - start_) : 1.0;
  line_.show(fmt::format("t = {:.6g} s ({:.1f} %), {} events, {:.3g} s of motion per s", t,
                         100.0 * done, events, (t - start_) / line_.seconds()));
}

void CellProgress::show(std::size_t finished) {
  if (!line_.due()) return;
  const double rate = static_cast<double>(finished - std::min(finished, before_)) / line_.seconds();
  const double left = static_cast<double>(total_ - finished) / rate;
  line_.show(fmt::format("{}: {} of {} ({:.1f} %), {:.3g} per s, {} left", what_, finished, total_,
                         100.0 * static_cast<double>(finished) / static_cast<double>(total_), rate,
                         left < 90.0   ? fmt::format("{:.0f} s", left)
                         : left < 5400 ? fmt::format("{:.0f} min", left / 60.0)
                                       : fmt::format("{:.1f} h", left / 3600.0)));
}

}  // namespace ricochet::app
