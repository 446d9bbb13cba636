#pragma once
// A run that takes its time: a line on the terminal that says how far it is, and Ctrl-C that ends it early.

#include <chrono>

#include "commands.hpp"

namespace ricochet::app {

/// While it lives, the first Ctrl-C (SIGINT) is noted instead of ending the program; a second one ends it. Where
/// SIGINT is ignored (in the background), it stays so.
class Interruptible {
 public:
  Interruptible();
  ~Interruptible();
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;

  static bool interrupted();

 private:
  void (*before_)(int);
};

/// One line on stderr, renewed in place some times a second: time reached, per cent, events, rate. Only where stderr
/// is a terminal and the user does not want quiet.
class Progress {
 public:
  Progress(const CommonOptions& options, double start, double end);
  ~Progress();  ///< takes the line away
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(double t, long events);

 private:
  using Clock = std::chrono::steady_clock;

  bool wanted_;
  bool shown_ = false;
  double start_;
  double end_;
  Clock::time_point began_;
  Clock::time_point next_;
};

}  // namespace ricochet::app
