#include "progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

namespace ricochet::app {

namespace {

volatile std::sig_atomic_t signalled = 0;

void note(int) {
  signalled = 1;
  std::signal(SIGINT, SIG_DFL);
}

}  // namespace

Interruptible::Interruptible() {
  signalled = 0;
  before_ = std::signal(SIGINT, note);
  if (before_ == SIG_IGN) std::signal(SIGINT, SIG_IGN);
}

Interruptible::~Interruptible() { std::signal(SIGINT, before_); }

bool Interruptible::interrupted() { return signalled != 0; }

Progress::Progress(const CommonOptions& options, double start, double end)
    : wanted_(!options.quiet && isatty(STDERR_FILENO) == 1),
      start_(start),
      end_(end),
      began_(Clock::now()),
      next_(began_ + std::chrono::milliseconds(300)) {}

Progress::~Progress() {
  if (shown_) std::fputs("\r\033[K", stderr);
}

void Progress::show(double t, long events) {
  if (!wanted_) return;
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(200);
  shown_ = true;
  const double seconds = std::chrono::duration<double>(now - began_).count();
  const double done = end_ > start_ ? (t - start_) / (end_ - start_) : 1.0;
  const std::string line =
      fmt::format("t = {:.6g} s ({:.1f} %), {} events, {:.3g} s of motion per s", t, 100.0 * done,
                  events, (t - start_) / seconds);
  std::fprintf(stderr, "\r\033[K%s", line.c_str());
  std::fflush(stderr);
}

}  // namespace ricochet::app
