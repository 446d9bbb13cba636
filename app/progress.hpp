#pragma once
// A run that takes its time: a line on the terminal that says how far it is, and Ctrl-C that ends it early.

#include <chrono>
#include <string>
#include <utility>

#include "commands.hpp"

namespace ricochet::app {

/// While it lives, the first Ctrl-C (SIGINT), or SIGTERM, is noted instead of ending the program; a second one ends it.
/// Where SIGINT is ignored (in the background), it stays so.
class Interruptible {
 public:
  Interruptible();
  ~Interruptible();
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;

  static bool interrupted();

 private:
  void (*before_)(int);
  void (*before_term_)(int);
};

/// One line on stderr, renewed in place some times a second. Only where stderr is a terminal and the user does not
/// want quiet.
class ProgressLine {
 public:
  explicit ProgressLine(const CommonOptions& options);
  ~ProgressLine();  ///< takes the line away
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// The time has come for a new line.
  bool due();
  void show(const std::string& line);
  double seconds() const;  ///< since the beginning

 private:
  using Clock = std::chrono::steady_clock;

  bool wanted_;
  bool shown_ = false;
  Clock::time_point began_;
  Clock::time_point next_;
};

/// Of a motion: time reached, per cent, events, rate.
class Progress {
 public:
  Progress(const CommonOptions& options, double start, double end)
      : line_(options), start_(start), end_(end) {}
  void show(double t, long events);

 private:
  ProgressLine line_;
  double start_;
  double end_;
};

/// Of a study: cells finished, per cent, rate, time left. `before`: cells that were there at the beginning.
class CellProgress {
 public:
  CellProgress(const CommonOptions& options, std::string what, std::size_t total,
               std::size_t before)
      : line_(options), what_(std::move(what)), total_(total), before_(before) {}
  void show(std::size_t finished);

 private:
  ProgressLine line_;
  std::string what_;
  std::size_t total_, before_;
};

}  // namespace ricochet::app
